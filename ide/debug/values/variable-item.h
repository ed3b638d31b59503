/* A row of the variables panel. Its properties are the columns of variable-columns.def, numbers with as many digits as
 * a reader needs, and "picture", a GdkPaintable.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

typedef enum {
#define RS_VARIABLE_COLUMN(NAME, property, title, width, field) RS_VARIABLE_##NAME,
#include "ide/debug/variable-columns.def"
#undef RS_VARIABLE_COLUMN
  RS_N_VARIABLE_COLUMNS
} RsVariableColumn;

typedef struct {
  const char *property, *title;
  int width; /* pixels at first, and at least of the value, which has what is left */
  int field; /* of a `variable` record; -1: of statistics */
} RsVariableColumnKind;

extern const RsVariableColumnKind rs_variable_columns[RS_N_VARIABLE_COLUMNS];

#define RS_TYPE_VARIABLE_ITEM (rs_variable_item_get_type ())
G_DECLARE_FINAL_TYPE (RsVariableItem, rs_variable_item, RS, VARIABLE_ITEM, GObject)

RsVariableItem *rs_variable_item_new (void);
const char *rs_variable_item_get (RsVariableItem *self, RsVariableColumn column);
/* Whether the text is another than before. */
gboolean rs_variable_item_set (RsVariableItem *self, RsVariableColumn column, const char *text);
/* What statements and requests name it with: a member of an object is shown as .x and named p.x. "": it has no name.
 * (transfer none) */
const char *rs_variable_item_get_expression (RsVariableItem *self);
/* The variable that it is, or lies in; and where there: "2/0", "" for the variable itself. (transfer none) */
const char *rs_variable_item_get_root (RsVariableItem *self);
const char *rs_variable_item_get_path (RsVariableItem *self);
void rs_variable_item_set_place (RsVariableItem *self, const char *expression, const char *root, const char *path);
/* What it holds, empty until somebody has asked: of RsVariableItem; NULL: it does not open. (transfer none) */
GListStore *rs_variable_item_get_members (RsVariableItem *self);
gboolean rs_variable_item_opens (RsVariableItem *self);
void rs_variable_item_set_opens (RsVariableItem *self, gboolean opens);
/* Whether its members show. */
gboolean rs_variable_item_is_open (RsVariableItem *self);
void rs_variable_item_set_open (RsVariableItem *self, gboolean is_open);
/* picture: NULL: none. */
void rs_variable_item_set_picture (RsVariableItem *self, GdkPaintable *picture);
