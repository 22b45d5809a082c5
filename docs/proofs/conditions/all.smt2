; SPDX-License-Identifier: Apache-2.0
; All five conditions hold.
(assert done-after-its-sends)
(assert R-before-S)
(assert pairs-not-sums)
(assert no-spontaneous-sends)
(assert sent-counts-once)
(assert done-counts-once)
