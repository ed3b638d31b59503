/* Puts spans and instants into the order of their starts, track by track, while they are read in about that order.
 *
 * Memory holds what may not be given yet: with the bounds of rs_trace_range_foreach_by_start some chunks' worth, in a
 * file whose chunks all reach over each other everything.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

#define RS_STARTED_INSTANT G_MININT64 /* as an end: behind the spans that start with it */

/* By start; of equal ones the longer first, then the lesser id. */
typedef struct {
  gint64 start, end;
  gint64 a, b; /* what the caller likes; so are what and more */
  guint32 what, more, id;
} RsStarted;

typedef struct _RsStartOrder RsStartOrder;

/* Items of a track that follow each other, and those that were given before. */
typedef void (*RsStartedFunc) (guint32 track, const RsStarted *items, guint n, gpointer data);

/* (transfer full) */
RsStartOrder *rs_start_order_new (RsStartedFunc func, gpointer data);
void rs_start_order_free (RsStartOrder *order);
void rs_start_order_add (RsStartOrder *order, guint32 track, const RsStarted *item);
/* All that is yet to be added starts at bound or later. */
void rs_start_order_pass (RsStartOrder *order, gint64 bound);
/* Gives what is left. */
void rs_start_order_finish (RsStartOrder *order);
/* Items that wait. */
gsize rs_start_order_count_waiting (const RsStartOrder *order);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsStartOrder, rs_start_order_free)
