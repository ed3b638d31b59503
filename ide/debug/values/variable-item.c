/* A row of the variables panel.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/debug/values/variable-item.h"

#include "ide/debug/values/short-numbers.h"

#include <glib/gi18n.h>
#include <string.h>

const RsVariableColumnKind rs_variable_columns[] = {
#define RS_VARIABLE_COLUMN(NAME, property, title, width, field) { property, title, width, field },
#include "ide/debug/variable-columns.def"
#undef RS_VARIABLE_COLUMN
};

struct _RsVariableItem {
  GObject parent;

  char *texts[RS_N_VARIABLE_COLUMNS];
  GdkPaintable *picture;
  char *expression, *root, *path;
  GListStore *members; /* NULL: it does not open */
  gboolean is_open;
};

G_DEFINE_FINAL_TYPE (RsVariableItem, rs_variable_item, G_TYPE_OBJECT)

/* Properties count from 1: the columns, then the picture. */
#define PICTURE (RS_N_VARIABLE_COLUMNS + 1)

const char *
rs_variable_item_get (RsVariableItem *self, RsVariableColumn column)
{
  return self->texts[column] != NULL ? self->texts[column] : "";
}

gboolean
rs_variable_item_set (RsVariableItem *self, RsVariableColumn column, const char *text)
{
  if (strcmp (rs_variable_item_get (self, column), text) == 0)
    return FALSE;
  g_free (self->texts[column]);
  self->texts[column] = g_strdup (text);
  g_object_notify (G_OBJECT (self), rs_variable_columns[column].property);
  return TRUE;
}

const char *
rs_variable_item_get_expression (RsVariableItem *self)
{
  return self->expression != NULL ? self->expression : "";
}

const char *
rs_variable_item_get_root (RsVariableItem *self)
{
  return self->root != NULL ? self->root : "";
}

const char *
rs_variable_item_get_path (RsVariableItem *self)
{
  return self->path != NULL ? self->path : "";
}

void
rs_variable_item_set_place (RsVariableItem *self, const char *expression, const char *root, const char *path)
{
  g_free (self->expression);
  g_free (self->root);
  g_free (self->path);
  self->expression = g_strdup (expression);
  self->root = g_strdup (root);
  self->path = g_strdup (path);
}

GListStore *
rs_variable_item_get_members (RsVariableItem *self)
{
  return self->members;
}

gboolean
rs_variable_item_opens (RsVariableItem *self)
{
  return self->members != NULL;
}

void
rs_variable_item_set_opens (RsVariableItem *self, gboolean opens)
{
  if (!opens)
    g_clear_object (&self->members);
  else if (self->members == NULL)
    self->members = g_list_store_new (RS_TYPE_VARIABLE_ITEM);
}

gboolean
rs_variable_item_is_open (RsVariableItem *self)
{
  return self->is_open;
}

void
rs_variable_item_set_open (RsVariableItem *self, gboolean is_open)
{
  self->is_open = is_open;
}

void
rs_variable_item_set_picture (RsVariableItem *self, GdkPaintable *picture)
{
  if (g_set_object (&self->picture, picture))
    g_object_notify (G_OBJECT (self), "picture");
}

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  RsVariableItem *self = RS_VARIABLE_ITEM (object);

  if (id == PICTURE)
    g_value_set_object (value, self->picture);
  else if (id - 1 == RS_VARIABLE_VALUE || rs_variable_columns[id - 1].field < 0)
    g_value_take_string (value, rs_short_numbers (rs_variable_item_get (self, (RsVariableColumn)(id - 1))));
  else
    g_value_set_string (value, rs_variable_item_get (self, (RsVariableColumn)(id - 1)));
}

static void
rs_variable_item_finalize (GObject *object)
{
  RsVariableItem *self = RS_VARIABLE_ITEM (object);

  for (guint i = 0; i < RS_N_VARIABLE_COLUMNS; i++)
    g_free (self->texts[i]);
  g_clear_object (&self->picture);
  g_clear_object (&self->members);
  g_free (self->expression);
  g_free (self->root);
  g_free (self->path);
  G_OBJECT_CLASS (rs_variable_item_parent_class)->finalize (object);
}

static void
rs_variable_item_class_init (RsVariableItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = get_property;
  object_class->finalize = rs_variable_item_finalize;
  for (guint i = 0; i < RS_N_VARIABLE_COLUMNS; i++)
    g_object_class_install_property (object_class, i + 1,
                                     g_param_spec_string (rs_variable_columns[i].property, NULL, NULL, "",
                                                          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
  g_object_class_install_property (object_class, PICTURE,
                                   g_param_spec_object ("picture", NULL, NULL, GDK_TYPE_PAINTABLE,
                                                        G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
}

static void
rs_variable_item_init (RsVariableItem *self)
{
}

RsVariableItem *
rs_variable_item_new (void)
{
  return g_object_new (RS_TYPE_VARIABLE_ITEM, NULL);
}
