; SPDX-License-Identifier: Apache-2.0
; All conditions but (iii): two workers compare sums.
(assert done-after-its-sends)
(assert R-before-S)
(assert no-spontaneous-sends)
(assert sent-counts-once)
(assert done-counts-once)
