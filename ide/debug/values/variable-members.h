/* Rows of values that open into what they hold: cells and objects. Members are asked for when they are to be shown, a
 * level at a time; what is open is asked for again where the program stands next.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/debug/debug-run.h"
#include "ide/debug/values/variable-item.h"

/* Takes over what a `variable` or `member` record says; fields: may be NULL. Whether any of it is other than before. */
gboolean rs_variable_item_update (RsVariableItem *self, char **fields);
/* The item of that name among those of known, taken from there, if it still opens or does not as fields say; else a new
 * one. known: name -> RsVariableItem, as rs_variable_items_index makes it. *changed: set when it is other than before.
 * (transfer full) */
RsVariableItem *rs_variable_items_take (GHashTable *known, char **fields, gboolean *changed);
/* (element-type utf8 RsVariableItem) (transfer full) */
GHashTable *rs_variable_items_index (GListStore *items);
/* Makes the store what it should be: items (element-type RsVariableItem). Rows that stay at the same place of its ends
 * are not touched. before: called with data before others are. */
void rs_variable_items_replace (GListStore *store, GPtrArray *items, void (*before) (gpointer), gpointer data);

/* Asks for the members of an item that opens, and of those among them that are open. */
void rs_variable_members_ask (RsDebugRun *run, RsVariableItem *item);
/* The items of store as rows of a tree. store: (transfer full). (transfer full) */
GtkTreeListModel *rs_variable_members_make_tree (GListModel *store);
/* The item of a row; NULL: row is. (transfer none) */
RsVariableItem *rs_variable_members_get_item (gpointer row);
