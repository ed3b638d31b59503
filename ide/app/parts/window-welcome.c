/* What a window without texts offers: examples, the introduction, texts that come from somewhere else.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

#include "ide/app/accessible-names.h"
#include "ide/app/examples.h"
#include "ide/help/help-page.h"
#include "ide/help/help-panel.h"

#include <glib/gi18n.h>

static void
tell (RsWindow *self, const char *text)
{
  gtk_label_set_text (self->run_label, text);
}

static void
on_open_example (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;
  g_autoptr (GPtrArray) examples = rs_examples_list ();
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < examples->len; i++)
    {
      const RsExample *example = g_ptr_array_index (examples, i);
      g_autofree char *copy = NULL;
      g_autoptr (GFile) file = NULL;

      if (!g_str_equal (example->name, g_variant_get_string (parameter, NULL)))
        continue;
      copy = rs_example_copy (example, &error);
      if (copy == NULL)
        {
          tell (self, error->message);
          return;
        }
      file = g_file_new_for_path (copy);
      rs_window_open_file (self, file, 0, 0);
      return;
    }
}

static void
find_help (PanelFrame *frame, gpointer data)
{
  RsHelpPage **found = data;

  for (guint i = 0; i < panel_frame_get_n_pages (frame); i++)
    if (RS_IS_HELP_PAGE (panel_frame_get_page (frame, i)))
      *found = RS_HELP_PAGE (panel_frame_get_page (frame, i));
}

static void
on_introduction (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;
  g_autoptr (GError) error = NULL;
  RsHelpPage *page = NULL;

  panel_grid_foreach_frame (self->grid, find_help, &page);
  if (page == NULL)
    {
      page = rs_help_page_new ("language", &error);
      if (page == NULL)
        {
          tell (self, error->message);
          return;
        }
      panel_grid_add (self->grid, PANEL_WIDGET (page));
      rs_accessible_names_queue (GTK_WIDGET (self));
    }
  panel_widget_raise (PANEL_WIDGET (page));
  rs_window_focus_panel (self, PANEL_WIDGET (page));
}

/* The word at the cursor, also where it means nothing in the program. (transfer full) */
static char *
dup_word (RsWindow *self)
{
  GtkTextBuffer *buffer = self->current != NULL ? GTK_TEXT_BUFFER (rs_editor_page_get_document (self->current)) : NULL;
  GtkTextIter start, end;

  if (buffer == NULL)
    return NULL;
  gtk_text_buffer_get_iter_at_mark (buffer, &start, gtk_text_buffer_get_insert (buffer));
  end = start;
  while (!gtk_text_iter_ends_line (&end)
         && (g_unichar_isalnum (gtk_text_iter_get_char (&end)) || gtk_text_iter_get_char (&end) == '_'))
    gtk_text_iter_forward_char (&end);
  while (gtk_text_iter_backward_char (&start))
    if (!g_unichar_isalnum (gtk_text_iter_get_char (&start)) && gtk_text_iter_get_char (&start) != '_')
      {
        gtk_text_iter_forward_char (&start);
        break;
      }
  return gtk_text_iter_compare (&start, &end) < 0 ? gtk_text_iter_get_text (&start, &end) : NULL;
}

void
rs_window_look_up (RsWindow *self, const char *word)
{
  PanelWidget *panel = rs_window_get_panel (self, "help");
  g_autoptr (GPtrArray) open = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_source_unref);

  for (guint i = 0; i < self->pages->len; i++)
    g_ptr_array_add (open, rs_source_ref (rs_document_get_source (
                               rs_editor_page_get_document (g_ptr_array_index (self->pages, i)))));
  rs_help_panel_look_up (RS_HELP_PANEL (panel), word, open);
  rs_window_show_panel (self, panel);
  rs_window_focus_panel (self, panel);
}

/* The code of the row of the problems list, or of the message in the console, that has the focus, or of what is wrong
 * in the line of the text that has it. NULL: there is none. (transfer full) */
static char *
dup_code (RsWindow *self)
{
  RsProblemsPanel *problems = rs_window_get_problems (self);
  PanelWidget *console = rs_window_get_panel (self, "console");
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (self));
  guint32 offset;
  RsAnalysis *analysis;

  if (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (problems)))
    return g_strdup (rs_problems_panel_get_code (problems));
  if (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (console)))
    return rs_console_panel_dup_code (RS_CONSOLE_PANEL (console));
  if (!g_str_equal (rs_window_describe_focus (self), "text"))
    return NULL;
  analysis = rs_window_get_analysis (self, &offset);
  return g_strdup (analysis != NULL ? rs_analysis_find_code (analysis, offset) : NULL);
}

/* Explains what is wrong, or else looks up the word at the cursor. */
static void
on_look_up (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;
  g_autofree char *code = dup_code (self);
  g_autofree char *word = code != NULL ? NULL : dup_word (self);

  rs_window_look_up (self, code != NULL ? code : word);
}

static void
on_explain (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  rs_window_look_up (data, g_variant_get_string (parameter, NULL));
}

static void
on_new_with_text (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (RsDocument) document = rs_document_new ();
  RsEditorPage *page = rs_window_add_page (data, document);

  gtk_text_buffer_set_text (GTK_TEXT_BUFFER (document), g_variant_get_string (parameter, NULL), -1);
  gtk_text_buffer_set_modified (GTK_TEXT_BUFFER (document), FALSE);
  panel_widget_focus_default (PANEL_WIDGET (page));
}

static const GActionEntry entries[] = {
  { .name = "open-example", .activate = on_open_example, .parameter_type = "s" },
  { .name = "introduction", .activate = on_introduction },
  { .name = "look-up", .activate = on_look_up },
  { .name = "explain", .activate = on_explain, .parameter_type = "s" },
  { .name = "new-with-text", .activate = on_new_with_text, .parameter_type = "s" },
};

void
rs_window_init_welcome (RsWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}

void
rs_window_ensure_frame (RsWindow *self)
{
  if (self->pages->len == 0)
    panel_grid_column_get_row (panel_grid_get_column (self->grid, 0), 0);
}
