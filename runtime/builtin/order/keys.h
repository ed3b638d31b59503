/* Keys: unsigned numbers in the order of an array's elements, and the order of a line of them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/value/array.h"

/* The keys of n elements that follow each other at `in`, into keys[0], keys[step], keys[2 * step]...; not complex.
 * Equal elements have equal keys (-0 is 0), NaNs of either sign come last, in descending order, too. Of elements of at
 * most 4 bytes they are below 2^32. */
void rs_keys_load (RsElement element, gconstpointer in, gint64 n, gboolean is_descending, gint64 step, guint64 *keys);

/* Replaces n < 2^32 keys by the places of the elements in ascending order; equal ones keep theirs. words: room for 2 n.
 * FALSE: the program is to stop, and what keys holds is undefined. */
gboolean rs_keys_order (guint64 *keys, gint64 n, gboolean are_wide, guint64 *words);
