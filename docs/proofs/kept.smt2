; SPDX-License-Identifier: Apache-2.0
;
; The end of each step's file in verify/: the step can be taken where the invariant holds, and each
; part of the invariant holds after it. What holds is what cannot be denied: z3 says unsat.

(echo "possible: the step")
(check-sat)

(push)
(echo "holds: counts-are-true")
(assert (not (counts-are-true after)))
(check-sat)
(pop)

(push)
(echo "holds: reads-in-order")
(assert (not (reads-in-order after)))
(check-sat)
(pop)

(push)
(echo "holds: copies-are-old")
(assert (not (copies-are-old after)))
(check-sat)
(pop)

(push)
(echo "holds: late-sends-show")
(assert (not (late-sends-show after)))
(check-sat)
(pop)
