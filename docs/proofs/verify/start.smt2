; SPDX-License-Identifier: Apache-2.0
; Where nobody has read yet, the invariant asks no more than that the counts are true. At the very
; start all of them are 0; after a round without agreement they are what they are.
(assert (nobody-has-read before))
(assert (counts-are-true before))

(echo "possible: nobody has read")
(check-sat)

(echo "holds: invariant")
(assert (not (invariant before)))
(check-sat)
