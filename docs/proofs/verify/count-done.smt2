; SPDX-License-Identifier: Apache-2.0
; A message is counted as done.
(declare-const x Worker)
(declare-const y Worker)
(assert (invariant before))
(assert (count-done x y))
