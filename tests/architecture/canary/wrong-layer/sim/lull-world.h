/* SPDX-License-Identifier: Apache-2.0 */
/* Where the truth lives; no protocol may see it. */
