; SPDX-License-Identifier: Apache-2.0
; Where all have read and agree, nothing is left. Since no round follows and nobody may send, it stays so.
(assert (invariant before))
(assert (all-have-read before))
(assert (agree before))

(push)
(echo "possible: agreement after work")
(assert (exists ((x Worker) (y Worker)) (and (distinct x y) (< 0 (sent before x y)))))
(check-sat)
(pop)

(push)
(echo "holds: nothing-is-left")
(assert (not (nothing-is-left before)))
(check-sat)
(pop)

(push)
(echo "holds: nobody-may-send")
(assert (not (nobody-may-send before)))
(check-sat)
(pop)
