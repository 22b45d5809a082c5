; SPDX-License-Identifier: Apache-2.0
; A message is finished.
(declare-const x Worker)
(declare-const y Worker)
(assert (invariant before))
(assert (finish x y))
