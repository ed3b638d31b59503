/* SPDX-License-Identifier: Apache-2.0 */
#include "ide/debug/point-marks.h"

#include "ide/editor/margin/margin-marks.h"

#include <glib/gi18n.h>

/* Icons have the names of these behind "redshift-". */
static const char *const categories[][2] = {
  { "breakpoint", "breakpoint-off" },          { "breakpoint-hits", "breakpoint-hits-off" },
  { "breakpoint-if", "breakpoint-if-off" },    { "breakpoint-message", "breakpoint-message-off" },
  { "breakpoint-error", "breakpoint-if-off" },
};

const char *
rs_point_marks_get_category (const RsDebugPoint *point)
{
  const guint kind = point->failure != NULL     ? 4
                     : point->message != NULL   ? 3
                     : point->condition != NULL ? 2
                     : point->hits > 1          ? 1
                                                : 0;

  return categories[kind][point->is_off ? 1 : 0];
}

char *
rs_point_marks_describe_details (const RsDebugPoint *point)
{
  GString *text = g_string_new (NULL);

  if (point->condition != NULL && point->failure != NULL)
    g_string_append_printf (text, _ (", if %s, which had an error in this run: %s"), point->condition, point->failure);
  else if (point->condition != NULL)
    g_string_append_printf (text, _ (", if %s"), point->condition);
  if (point->hits > 1)
    g_string_append_printf (text, _ (", from hit %u on"), point->hits);
  if (point->message != NULL)
    g_string_append_printf (text, _ (", prints “%s”"), point->message);
  if (point->n_hits > 0)
    g_string_append_printf (text, ngettext (", hit %u time", ", hit %u times", (gulong)point->n_hits),
                            (guint)point->n_hits);
  if (point->is_temporary)
    g_string_append (text, _ (", once"));
  if (point->is_off)
    g_string_append (text, _ (", off"));
  return g_string_free (text, FALSE);
}

char *
rs_point_marks_describe (GtkTextMark *mark, gpointer data)
{
  const RsDebugPoint *point = data;
  const guint line = rs_debug_point_get_line (point);
  g_autofree char *details = rs_point_marks_describe_details (point), *place = NULL;
  GtkTextIter at;

  gtk_text_buffer_get_iter_at_mark (gtk_text_mark_get_buffer (mark), &at, mark);
  place = (guint)gtk_text_iter_get_line (&at) + 1 == line ? g_strdup (_ ("Breakpoint"))
                                                          : g_strdup_printf (_ ("Breakpoint in line %u"), line);
  return g_strconcat (place, details, NULL);
}

static void
add_look (GtkSourceView *view, const char *category)
{
  g_autoptr (GtkSourceMarkAttributes) attributes = gtk_source_mark_attributes_new ();
  g_autofree char *icon = g_strconcat ("redshift-", category, NULL);

  gtk_source_mark_attributes_set_icon_name (attributes, icon);
  rs_margin_marks_set (view, category, attributes, 20);
}

void
rs_point_marks_add (GtkSourceView *view)
{
  g_autoptr (GtkSourceMarkAttributes) here = gtk_source_mark_attributes_new ();
  const GdkRGBA yellow = { 0.95f, 0.75f, 0.10f, 0.15f };

  for (guint i = 0; i < G_N_ELEMENTS (categories); i++)
    for (guint k = 0; k < 2; k++)
      add_look (view, categories[i][k]);
  gtk_source_mark_attributes_set_icon_name (here, "redshift-here");
  gtk_source_mark_attributes_set_background (here, &yellow);
  rs_margin_marks_set (view, RS_DEBUG_MARK_HERE, here, 30);
}
