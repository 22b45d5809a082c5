/* SPDX-License-Identifier: Apache-2.0 */
/* What the layering check must object to: a protocol that looks at the truth. */
#include "lull-world.h"
