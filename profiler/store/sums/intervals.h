/* The time that a growing set of spans covers.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef struct _RsInterval RsInterval;

typedef struct {
  RsInterval *covered; /* [n], owned; disjoint, by start */
  guint n, room;
  gint64 busy; /* ns covered by at least one span */
} RsIntervals;

void rs_intervals_init (RsIntervals *intervals);
void rs_intervals_clear (RsIntervals *intervals);
void rs_intervals_add (RsIntervals *intervals, gint64 start, gint64 end);
/* Makes do with most intervals, the older ones joined to one; 0: forgets them all. busy stays as it is. */
void rs_intervals_shrink (RsIntervals *intervals, guint most);
/* Bytes. */
gsize rs_intervals_get_size (const RsIntervals *intervals);
