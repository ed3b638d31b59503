/* "did you mean": the name of a list that is nearest to a misspelt one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

/* NULL when none is near, or name has one letter. */
const char *rs_suggest_among (const char *const *names, guint n, const char *name);
