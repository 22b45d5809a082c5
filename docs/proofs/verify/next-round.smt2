; SPDX-License-Identifier: Apache-2.0
; A round ends without agreement.
(assert (invariant before))
(assert next-round)
