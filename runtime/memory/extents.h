/* Sets of bytes: which parts of an array a memory has.
 *
 * Mostly none, or one range that is the whole array; a few where several devices write parts of it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/memory/extent.h"

/* Ranges that neither overlap nor touch, in their order. All zero: the empty set. */
typedef struct {
  RsExtent *items; /* owned */
  guint n, n_allocated;
} RsExtents;

void rs_extents_clear (RsExtents *self);
/* Empty ranges change nothing. */
void rs_extents_add (RsExtents *self, RsExtent range);
void rs_extents_remove (RsExtents *self, RsExtent range);
gboolean rs_extents_contains (const RsExtents *self, RsExtent range);
/* The first part of range that is in the set (is_inside) or is not; FALSE: there is none. */
gboolean rs_extents_find (const RsExtents *self, RsExtent range, gboolean is_inside, RsExtent *found);
/* Whether all of self is in other. */
gboolean rs_extents_are_in (const RsExtents *self, const RsExtents *other);
