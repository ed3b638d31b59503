/* Titles of tabs that fit.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/tab-title.h"

#include <adwaita.h>

#define WHOLE "rs-whole-title"
/* As many letters as a tab shows beside two others and a figure in a window of 1280 pixels. */
#define MOST 21
#define LAST 8

static void
set_tooltip (PanelWidget *widget)
{
  AdwTabView *tabs = ADW_TAB_VIEW (gtk_widget_get_ancestor (GTK_WIDGET (widget), ADW_TYPE_TAB_VIEW));

  /* A page that is being moved has no tab yet. */
  for (int i = 0; tabs != NULL && i < adw_tab_view_get_n_pages (tabs); i++)
    {
      AdwTabPage *page = adw_tab_view_get_nth_page (tabs, i);

      if (adw_tab_page_get_child (page) == GTK_WIDGET (widget))
        adw_tab_page_set_tooltip (page, g_object_get_data (G_OBJECT (widget), WHOLE));
    }
}

void
rs_tab_title_set (PanelWidget *widget, const char *name)
{
  g_autofree char *title = g_utf8_make_valid (name, -1); /* a file's name may be any bytes */
  const glong length = g_utf8_strlen (title, -1);
  g_autofree char *first = g_utf8_substring (title, 0, MIN (length, MOST - LAST - 1)), *text = NULL;

  text = length > MOST ? g_strconcat (first, "…", g_utf8_offset_to_pointer (title, length - LAST), NULL)
                       : g_strdup (title);
  if (g_object_get_data (G_OBJECT (widget), WHOLE) == NULL) /* a page that was moved has another tab */
    g_signal_connect (widget, "map", G_CALLBACK (set_tooltip), NULL);
  g_object_set_data_full (G_OBJECT (widget), WHOLE, g_markup_escape_text (title, -1), g_free);
  panel_widget_set_title (widget, text);
  set_tooltip (widget);
}
