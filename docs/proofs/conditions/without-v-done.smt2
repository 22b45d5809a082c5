; SPDX-License-Identifier: Apache-2.0
; All conditions but the second half of (v): a finished message may count again, as a retry does.
(assert done-after-its-sends)
(assert R-before-S)
(assert pairs-not-sums)
(assert no-spontaneous-sends)
(assert sent-counts-once)
