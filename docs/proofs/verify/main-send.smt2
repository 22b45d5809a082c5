; SPDX-License-Identifier: Apache-2.0
; A main program sends.
(declare-const x Worker)
(declare-const y Worker)
(declare-const n Int)
(assert (invariant before))
(assert (main-send x y n))
