/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-protocols.h"
