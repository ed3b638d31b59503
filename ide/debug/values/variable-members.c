/* SPDX-License-Identifier: Apache-2.0 */
#include "ide/debug/values/variable-members.h"

#include <glib/gi18n.h>
#include <string.h>

/* Fields of a record behind the columns. */
enum { OPENS = 8, EXPRESSION = 9, N_FIELDS };

typedef struct {
  RsDebugRun *run;
  RsVariableItem *item; /* whose members are asked for */
} Question;

static gboolean
says_open (char **fields)
{
  return fields != NULL && g_strv_length (fields) >= N_FIELDS && *fields[OPENS] != '\0';
}

gboolean
rs_variable_item_update (RsVariableItem *self, char **fields)
{
  const guint n = fields != NULL ? g_strv_length (fields) : 0;
  gboolean changed = FALSE;

  for (guint i = 0; i < RS_N_VARIABLE_COLUMNS; i++)
    if (rs_variable_columns[i].field >= 0)
      changed
          |= rs_variable_item_set (self, (RsVariableColumn)i,
                                   (guint)rs_variable_columns[i].field < n ? fields[rs_variable_columns[i].field] : "");
  rs_variable_item_set_opens (self, says_open (fields));
  return changed;
}

GHashTable *
rs_variable_items_index (GListStore *items)
{
  GHashTable *known = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_object_unref);
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (items));

  for (guint i = 0; i < n; i++)
    {
      RsVariableItem *item = g_list_model_get_item (G_LIST_MODEL (items), i);

      g_hash_table_replace (known, (gpointer)rs_variable_item_get (item, RS_VARIABLE_NAME), item);
    }
  return known;
}

RsVariableItem *
rs_variable_items_take (GHashTable *known, char **fields, gboolean *changed)
{
  gpointer name, item = NULL;

  if (fields != NULL && g_strv_length (fields) > 1 && (item = g_hash_table_lookup (known, fields[1])) != NULL
      && rs_variable_item_opens (item) == says_open (fields))
    {
      g_hash_table_steal_extended (known, fields[1], &name, &item);
      *changed |= rs_variable_item_update (item, fields);
      return item;
    }
  item = rs_variable_item_new ();
  rs_variable_item_update (item, fields);
  return item;
}

void
rs_variable_items_replace (GListStore *store, GPtrArray *items, void (*before) (gpointer), gpointer data)
{
  GListModel *model = G_LIST_MODEL (store);
  const guint n = g_list_model_get_n_items (model);
  guint first = 0, last = 0;

  for (; first < MIN (n, items->len); first++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (model, first);

      if (item != g_ptr_array_index (items, first))
        break;
    }
  for (; last < MIN (n, items->len) - first; last++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (model, n - 1 - last);

      if (item != g_ptr_array_index (items, items->len - 1 - last))
        break;
    }
  if (n - first - last == 0 && items->len - first - last == 0)
    return;
  if (before != NULL)
    before (data);
  g_list_store_splice (store, first, n - first - last, items->pdata + first, items->len - first - last);
}

/* --- members --- */

static void
question_free (gpointer data)
{
  Question *question = data;

  g_object_unref (question->run);
  g_object_unref (question->item);
  g_free (question);
}

/* What is left out is told in a row of its own. */
static RsVariableItem *
make_rest (const char *n)
{
  RsVariableItem *item = rs_variable_item_new ();
  g_autofree char *text = g_strdup_printf (_ ("%s more"), n);

  rs_variable_item_set (item, RS_VARIABLE_NAME, "…");
  rs_variable_item_set (item, RS_VARIABLE_VALUE, text);
  return item;
}

static void
on_members (GPtrArray *records, const char *error, gpointer data)
{
  const Question *question = data;
  GListStore *store = rs_variable_item_get_members (question->item);
  const char *path = rs_variable_item_get_path (question->item);
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GHashTable) known = NULL;
  gboolean changed = FALSE;

  if (store == NULL || error != NULL)
    return;
  known = rs_variable_items_index (store);
  for (guint i = 0; i < records->len; i++)
    {
      char **fields = g_ptr_array_index (records, i);
      const guint n = g_strv_length (fields);

      if (n >= N_FIELDS && g_str_equal (fields[0], "member"))
        {
          g_autofree char *own = g_strdup_printf ("%s%s%u", path, *path != '\0' ? "/" : "", items->len);
          RsVariableItem *item = rs_variable_items_take (known, fields, &changed);

          rs_variable_item_set_place (item, fields[EXPRESSION], rs_variable_item_get_root (question->item), own);
          g_ptr_array_add (items, item);
        }
      else if (n >= 2 && g_str_equal (fields[0], "more"))
        g_ptr_array_add (items, make_rest (fields[1]));
    }
  rs_variable_items_replace (store, items, NULL, NULL);
  for (guint i = 0; i < items->len; i++)
    if (rs_variable_item_is_open (g_ptr_array_index (items, i)))
      rs_variable_members_ask (question->run, g_ptr_array_index (items, i));
}

void
rs_variable_members_ask (RsDebugRun *run, RsVariableItem *item)
{
  Question *question;

  if (!rs_variable_item_opens (item))
    return;
  question = g_new0 (Question, 1);
  question->run = g_object_ref (run);
  question->item = g_object_ref (item);
  rs_debug_run_request (run, on_members, question, question_free, "members", rs_variable_item_get_root (item),
                        rs_variable_item_get_path (item), NULL);
}

static GListModel *
get_members (gpointer item, gpointer data)
{
  GListStore *members = rs_variable_item_get_members (item);

  return members != NULL ? g_object_ref (G_LIST_MODEL (members)) : NULL;
}

GtkTreeListModel *
rs_variable_members_make_tree (GListModel *store)
{
  return gtk_tree_list_model_new (store, FALSE, FALSE, get_members, NULL, NULL);
}

RsVariableItem *
rs_variable_members_get_item (gpointer row)
{
  g_autoptr (GObject) item = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;

  return (RsVariableItem *)item; /* its list holds it */
}
