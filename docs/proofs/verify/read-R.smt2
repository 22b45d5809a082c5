; SPDX-License-Identifier: Apache-2.0
; A worker reads what it has done.
(declare-const x Worker)
(assert (invariant before))
(assert (read-R x))
