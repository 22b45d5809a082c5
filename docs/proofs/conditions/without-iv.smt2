; SPDX-License-Identifier: Apache-2.0
; All conditions but (iv): anybody may send at any time, as a timer does.
(assert done-after-its-sends)
(assert R-before-S)
(assert pairs-not-sums)
(assert sent-counts-once)
(assert done-counts-once)
