/* GtkSourceView does not tell what categories it has; they are kept beside it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/margin/margin-marks.h"

/* (element-type utf8) */
static GPtrArray *
get_categories (GtkSourceView *view)
{
  GPtrArray *categories = g_object_get_data (G_OBJECT (view), "margin-marks");

  if (categories == NULL)
    {
      categories = g_ptr_array_new_with_free_func (g_free);
      g_object_set_data_full (G_OBJECT (view), "margin-marks", categories, (GDestroyNotify)g_ptr_array_unref);
    }
  return categories;
}

void
rs_margin_marks_set (GtkSourceView *view, const char *category, GtkSourceMarkAttributes *attributes, int priority)
{
  g_ptr_array_add (get_categories (view), g_strdup (category));
  gtk_source_view_set_mark_attributes (view, category, attributes, priority);
}

void
rs_margin_marks_set_describer (GtkTextMark *mark, RsMarginDescribe describe, gpointer data)
{
  g_object_set_data (G_OBJECT (mark), "rs-describe", (gpointer)describe);
  g_object_set_data (G_OBJECT (mark), "rs-describe-data", data);
}

char *
rs_margin_marks_describe_line (GtkSourceBuffer *buffer, int line)
{
  GString *text = g_string_new (NULL);
  GSList *marks = gtk_source_buffer_get_source_marks_at_line (buffer, line, NULL);

  for (GSList *link = marks; link != NULL; link = link->next)
    {
      RsMarginDescribe describe = (RsMarginDescribe)g_object_get_data (link->data, "rs-describe");
      g_autofree char *own
          = describe != NULL ? describe (link->data, g_object_get_data (link->data, "rs-describe-data")) : NULL;

      if (own != NULL)
        g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", own);
    }
  g_slist_free (marks);
  return g_string_free (text, FALSE);
}

static void
on_activated (GtkSourceView *other, const GtkTextIter *at, guint button, GdkModifierType state, int n_presses,
              GtkSourceView *view)
{
  g_signal_emit_by_name (view, "line-mark-activated", at, button, state, n_presses);
}

void
rs_margin_marks_share (GtkSourceView *view, GtkSourceView *other)
{
  const GPtrArray *categories = get_categories (view);

  for (guint i = 0; i < categories->len; i++)
    {
      const char *category = g_ptr_array_index (categories, i);
      int priority;
      GtkSourceMarkAttributes *attributes = gtk_source_view_get_mark_attributes (view, category, &priority);

      rs_margin_marks_set (other, category, attributes, priority);
    }
  gtk_source_view_set_show_line_marks (other, TRUE);
  g_signal_connect_object (other, "line-mark-activated", G_CALLBACK (on_activated), view, 0);
}
