; SPDX-License-Identifier: Apache-2.0
; A worker reads what it has sent.
(declare-const x Worker)
(assert (invariant before))
(assert (read-S x))
