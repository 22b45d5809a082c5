; SPDX-License-Identifier: Apache-2.0
; All conditions but (ii): S may be read before R.
(assert done-after-its-sends)
(assert pairs-not-sums)
(assert no-spontaneous-sends)
(assert sent-counts-once)
(assert done-counts-once)
