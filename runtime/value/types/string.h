/* Characters of strings, counted as a person counts them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/value/value.h"

/* How many. Counted once a string. Any thread. */
gint64 rs_string_count (RsString *string);

/* The first byte of character k, 0 <= k < rs_string_count (), or the end for that. In texts of one byte a character,
 * and near the place that was asked for last, this takes no time. Any thread. */
gsize rs_string_find (RsString *string, gint64 k);
