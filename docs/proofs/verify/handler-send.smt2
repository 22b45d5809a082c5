; SPDX-License-Identifier: Apache-2.0
; A handler sends.
(declare-const x Worker)
(declare-const y Worker)
(declare-const n Int)
(assert (invariant before))
(assert (handler-send x y n))
