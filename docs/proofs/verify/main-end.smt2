; SPDX-License-Identifier: Apache-2.0
; A main program ends.
(declare-const x Worker)
(assert (invariant before))
(assert (main-end x))
