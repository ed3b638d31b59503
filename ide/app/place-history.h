/* The places that were visited, as in a browser: back, and forward again.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef struct {
  char *name; /* of the document */
  guint line, column;
} RsVisitedPlace;

typedef struct _RsPlaceHistory RsPlaceHistory;

RsPlaceHistory *rs_place_history_new (void);
void rs_place_history_free (RsPlaceHistory *self);

/* The user leaves this place for another one; what lay ahead is forgotten. A second time in a row in the same line
 * counts once. */
void rs_place_history_leave (RsPlaceHistory *self, const char *name, guint line, guint column);
/* The place to go back or forward to from here; NULL: there is none. (transfer none), until the next call. */
const RsVisitedPlace *rs_place_history_back (RsPlaceHistory *self, const char *name, guint line, guint column);
const RsVisitedPlace *rs_place_history_forward (RsPlaceHistory *self, const char *name, guint line, guint column);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsPlaceHistory, rs_place_history_free)
