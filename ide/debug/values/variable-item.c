/* A row of the variables panel.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/debug/values/variable-item.h"

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
