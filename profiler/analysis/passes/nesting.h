/* Packing spans into lanes in which they nest: two spans of a lane are apart, or one lies in the other.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef struct _RsNesting RsNesting;

/* A span of lane ends at time; called in the order of the ends of a lane, the inner before the outer. */
typedef void (*RsNestingEnd) (guint lane, gint64 time, gpointer data);

RsNesting *rs_nesting_new (RsNestingEnd end, gpointer data);
void rs_nesting_free (RsNesting *nesting);

/* Begins a span, start <= end, and has those end that do so by its start. Spans come in the order of their starts,
 * of those with one start the longest first. Returns the lane, from 0: that of the shortest span that holds this
 * one, else the lowest that is free. Needs time in proportion to the logarithm of the number of lanes. */
guint rs_nesting_begin (RsNesting *nesting, gint64 start, gint64 end);

/* Ends all spans. */
void rs_nesting_finish (RsNesting *nesting);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsNesting, rs_nesting_free)
