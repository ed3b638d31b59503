/* Things that stand in lines of a text, in the order of the lines. A thing is found by its line without a look at the
 * others, and lines that come and go above it cost nothing near the last such place: all things behind that share one
 * number of lines that they have moved by.
 *
 * Lines are counted from 0.
 *
 * Threads: none of its own; one at a time.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef struct _RsLineItems RsLineItems;

/* free_item: for things that are taken out; may be NULL. */
RsLineItems *rs_line_items_new (GDestroyNotify free_item);
void rs_line_items_free (RsLineItems *self);

/* Adds a thing, which is taken; after the last one call rs_line_items_sort. */
void rs_line_items_add (RsLineItems *self, int line, gpointer item);
/* Things of one line stay in the order in which they were added. */
void rs_line_items_sort (RsLineItems *self);
void rs_line_items_remove (RsLineItems *self, guint first, guint count);

typedef gboolean (*RsLineItemFunc) (gpointer item, gpointer data);

/* Takes out all for which the function says so. */
void rs_line_items_remove_if (RsLineItems *self, RsLineItemFunc leaves, gpointer data);

guint rs_line_items_get_length (const RsLineItems *self);
gpointer rs_line_items_get (const RsLineItems *self, guint index);
int rs_line_items_get_line (const RsLineItems *self, guint index);
/* The index of the first thing in that line or below; the length when there is none. */
guint rs_line_items_find (const RsLineItems *self, int line);

/* count lines (may be negative) come before the things from index first on. No thing may get above one before it. */
void rs_line_items_move (RsLineItems *self, guint first, int count);
/* A line has been cut, count lines are new: things of it for which the function says so go down to the last part, and
 * all below with them. */
void rs_line_items_split_line (RsLineItems *self, int line, int count, RsLineItemFunc goes_down, gpointer data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsLineItems, rs_line_items_free)
