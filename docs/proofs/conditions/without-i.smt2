; SPDX-License-Identifier: Apache-2.0
; All conditions but (i): a message may count as done while its handler still sends.
(assert R-before-S)
(assert pairs-not-sums)
(assert no-spontaneous-sends)
(assert sent-counts-once)
(assert done-counts-once)
