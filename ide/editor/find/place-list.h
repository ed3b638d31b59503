/* Places that mean what a name means, as a list for a panel. It keeps the texts of the files, but not the programs that
 * were compiled to find them; what a row says is made when the row shows.
 *
 * Threads: made on any thread, then of the main thread.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/analysis/names/references.h"

#define RS_TYPE_PLACE_ITEM (rs_place_item_get_type ())
G_DECLARE_FINAL_TYPE (RsPlaceItem, rs_place_item, RS, PLACE_ITEM, GObject)

const char *rs_place_item_get_path (RsPlaceItem *self);
/* From 1; columns in letters. */
guint rs_place_item_get_line (RsPlaceItem *self);
guint rs_place_item_get_column (RsPlaceItem *self);
/* The line, of a long one what is around the place. */
const char *rs_place_item_get_text (RsPlaceItem *self);

/* From 1; columns in letters. */
typedef struct {
  guint line, column;
} RsListedPlace;

/* A GListModel of RsPlaceItem. */
#define RS_TYPE_PLACE_LIST (rs_place_list_get_type ())
G_DECLARE_FINAL_TYPE (RsPlaceList, rs_place_list, RS, PLACE_LIST, GObject)

/* Needs the references for as long as it is made only. */
RsPlaceList *rs_place_list_new (const RsReferences *references);
/* The name that stands at the places. */
const char *rs_place_list_get_name (RsPlaceList *self);
/* Those of one file. (element-type RsListedPlace) (transfer full) */
GArray *rs_place_list_dup_places (RsPlaceList *self, const char *path);
