/* What a check for races has found, in the list of problems: each race at its later access, and below it the other one.
 * It stays until the program runs again.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

#include "compiler/base/messages.h"

/* Of the rows: one check at a time is shown. */
static gconstpointer
get_key (RsWindow *self)
{
  return &self->raced;
}

static void
show_places (RsWindow *self, const GArray *places)
{
  rs_problems_panel_set_places (rs_window_get_problems (self), get_key (self),
                                (const RsProblemPlace *)(gconstpointer)places->data, places->len);
  rs_window_show_problem_counts (self);
}

void
rs_window_show_races (RsWindow *self, RsRun *run)
{
  const GPtrArray *races = rs_run_get_races (run);
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (RsProblemPlace));
  const char *code = rs_message_get_code (RS_MESSAGE_RACE);

  for (guint i = 0; i < races->len; i++)
    {
      const RsRunRace *race = g_ptr_array_index (races, i);
      const RsProblemPlace later = { RS_SEVERITY_WARNING, code, race->name, race->line, race->column, race->message };
      const RsProblemPlace other = { RS_SEVERITY_NOTE, code, race->name, race->other_line, 1, race->other_message };

      g_array_append_val (places, later);
      g_array_append_val (places, other);
    }
  g_free (self->raced);
  self->raced = g_strdup (rs_run_get_name (run));
  show_places (self, places);
  if (races->len > 0)
    rs_window_show_panel (self, PANEL_WIDGET (rs_window_get_problems (self)));
}

void
rs_window_forget_races (RsWindow *self, const char *name)
{
  g_autoptr (GArray) none = g_array_new (FALSE, FALSE, sizeof (RsProblemPlace));

  if (g_strcmp0 (self->raced, name) != 0)
    return;
  g_clear_pointer (&self->raced, g_free);
  show_places (self, none);
}
