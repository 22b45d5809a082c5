; SPDX-License-Identifier: Apache-2.0
; All conditions but the first half of (v): a send may count any number of times, or not at all.
(assert done-after-its-sends)
(assert R-before-S)
(assert pairs-not-sums)
(assert no-spontaneous-sends)
(assert done-counts-once)
