/* Values as a reader wants them: numbers with six digits, where what is shown elsewhere has all.
 *
 * Threads: any.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

/* The text of a value with its fractions rounded: six digits, more where those before the point need it, which are
 * never rounded. Whole numbers, texts in quotes, names, and a number that the end of a shortened text ("...") cuts stay
 * as they are. (transfer full) */
char *rs_short_numbers (const char *text);
