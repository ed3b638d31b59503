/* What a check for races has found, in the list of problems: each race at its later access, and below it the other one.
 * It stays until the program runs again, and follows edits.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

#include "ide/editor/text/program-lines.h"

#include "compiler/base/messages.h"

#define WAIT_MS 100u /* for what is typed next */

/* Of the rows: one check at a time is shown. */
static gconstpointer
get_key (RsWindow *self)
{
  return &self->raced;
}

/* Where a line of the program that was looked at is in its page. */
static guint
find_now (RsWindow *self, const char *name, guint line)
{
  RsEditorPage *page = rs_window_find_page_by_name (self, name);

  return page != NULL ? rs_program_lines_find_now (GTK_TEXT_BUFFER (rs_editor_page_get_document (page)), line, NULL)
                      : line;
}

static void
show_places (RsWindow *self)
{
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (RsProblemPlace));
  const char *code = rs_message_get_code (RS_MESSAGE_RACE);

  for (guint i = 0; self->races != NULL && i < self->races->len; i++)
    {
      const RsRunRace *race = g_ptr_array_index (self->races, i);
      const guint line = find_now (self, race->name, race->line),
                  other_line = find_now (self, race->name, race->other_line);
      const RsProblemPlace later = { RS_SEVERITY_WARNING, code, race->name, line, race->column, race->message };
      const RsProblemPlace other = { RS_SEVERITY_NOTE, code, race->name, other_line, 1, race->other_message };

      g_array_append_val (places, later);
      g_array_append_val (places, other);
    }
  rs_problems_panel_set_places (rs_window_get_problems (self), get_key (self),
                                (const RsProblemPlace *)(gconstpointer)places->data, places->len);
  rs_window_show_problem_counts (self);
}

static gboolean
on_time (gpointer data)
{
  RsWindow *self = data;

  self->races_source = 0;
  show_places (self);
  return G_SOURCE_REMOVE;
}

static void
on_text_changed (RsWindow *self)
{
  if (self->races != NULL && self->races->len > 0 && self->races_source == 0)
    self->races_source = g_timeout_add (WAIT_MS, on_time, self);
}

void
rs_window_watch_races (RsWindow *self, RsEditorPage *page)
{
  g_signal_connect_object (rs_editor_page_get_document (page), "changed", G_CALLBACK (on_text_changed), self,
                           G_CONNECT_SWAPPED);
}

void
rs_window_show_races (RsWindow *self, RsRun *run)
{
  g_clear_pointer (&self->races, g_ptr_array_unref);
  self->races = g_ptr_array_ref ((GPtrArray *)rs_run_get_races (run));
  g_free (self->raced);
  self->raced = g_strdup (rs_run_get_name (run));
  show_places (self);
  if (self->races->len > 0)
    rs_window_show_panel (self, PANEL_WIDGET (rs_window_get_problems (self)));
}

void
rs_window_forget_races (RsWindow *self, const char *name)
{
  if (g_strcmp0 (self->raced, name) != 0)
    return;
  g_clear_pointer (&self->raced, g_free);
  g_clear_pointer (&self->races, g_ptr_array_unref);
  show_places (self);
}
