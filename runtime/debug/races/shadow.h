/* Who accessed the elements of arrays last, and whether anything orders two accesses of one.
 *
 * Threads: one at a time.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

/* Where a work item is. */
typedef struct {
  guint32 index;             /* from 1 */
  guint32 block;             /* from 1 */
  guint16 phase, grid_phase; /* barriers of the block, of the grid, that it has passed */
} RsShadowItem;

typedef struct {
  guint64 oid; /* of the array */
  gint64 n_elements, place;
  guint line;
  gboolean is_write, is_update; /* is_update: atomic */
} RsShadowAccess;

/* The other access of a race. */
typedef struct {
  guint32 item, line;
  gboolean is_write;
} RsShadowRace;

typedef struct _RsShadows RsShadows;

RsShadows *rs_shadows_new (void);
/* Returns how many accesses were left out since there are too many elements. */
guint64 rs_shadows_free (RsShadows *self);
void rs_shadows_clear (RsShadows *self);
/* TRUE: it races with an earlier access, *race. */
gboolean rs_shadows_note (RsShadows *self, const RsShadowAccess *access, const RsShadowItem *item, RsShadowRace *race);
