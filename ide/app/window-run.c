/* Running and profiling: the runner, and what is reported.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window-private.h"

#include "ide/app/accessible-names.h"
#include "ide/app/arguments-dialog.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#define CLOCK_MS 100
/* Traces that are kept in the cache. */
#define MAX_TRACES 20

static void
on_show_figure (RsFigure *figure, gpointer data)
{
  rs_window_show_figure (data, figure);
}

static void
on_show_form (RsForm *form, gpointer data)
{
  rs_window_show_form (data, form);
}

/* --- the run --- */

static gboolean
on_clock (gpointer data)
{
  RsWindow *self = data;
  g_autofree char *text = g_strdup_printf (_ ("Running, %.1f s"), rs_runner_get_elapsed (self->runner));

  gtk_label_set_text (self->run_label, text);
  return G_SOURCE_CONTINUE;
}

void
rs_window_update_run_actions (RsWindow *self)
{
  gboolean running = rs_runner_is_running (self->runner);
  gboolean can_run = !running && self->current != NULL;
  GActionMap *map = G_ACTION_MAP (self);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (map, "run")), can_run);
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (map, "profile")), can_run);
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (map, "arguments")), self->current != NULL);
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (map, "stop")), running);
}

static int
compare_names (gconstpointer a, gconstpointer b, gpointer data)
{
  const char *const *left = a, *const *right = b;
  const char *left_stamp = strrchr (*left, '@'), *right_stamp = strrchr (*right, '@');

  return g_strcmp0 (right_stamp, left_stamp);
}

/* Removes all but the newest traces. */
static void
prune_traces (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".rstrace") && strchr (name, '@') != NULL)
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort_with_data (names, compare_names, NULL);
  for (guint i = MAX_TRACES; i < names->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, g_ptr_array_index (names, i), NULL);
      g_unlink (path);
    }
}

/* A new file for a recording, in the user's cache: traces that are worth keeping are saved elsewhere. */
static char *
make_trace_path (const char *name)
{
  g_autofree char *folder = g_build_filename (g_get_user_cache_dir (), "redshift", "traces", NULL);
  g_autofree char *base = g_path_get_basename (name);
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *stamp = g_date_time_format (now, "%Y%m%d-%H%M%S");
  g_autofree char *file = g_strdup_printf ("%s@%s.rstrace", base, stamp);

  g_mkdir_with_parents (folder, 0700);
  prune_traces (folder);
  return g_build_filename (folder, file, NULL);
}

/* File names in a program count from the program's folder. */
static void
enter_folder (RsDocument *document)
{
  g_autofree char *folder = NULL;

  if (rs_document_is_draft (document))
    return;
  folder = g_path_get_dirname (rs_document_get_name (document));
  if (g_chdir (folder) != 0)
    g_warning ("%s: %s", folder, g_strerror (errno));
}

/* NULL: none. The dialog has seen to it that they can be split. */
static char **
split_arguments (RsDocument *document)
{
  char **arguments = NULL;

  return g_shell_parse_argv (rs_document_get_arguments (document), NULL, &arguments, NULL) ? arguments : NULL;
}

static void
start (RsWindow *self, gboolean profile)
{
  RsDocument *document = rs_editor_page_get_document (self->current);
  g_autofree char *text = rs_document_dup_text (document);
  g_autofree char *trace_path = profile ? make_trace_path (rs_document_get_name (document)) : NULL;
  GtkStringObject *device = gtk_drop_down_get_selected_item (self->device_selector);
  g_auto (GStrv) arguments = split_arguments (document);
  const RsRunRequest request = {
    .name = rs_document_get_name (document),
    .text = text,
    .device = gtk_string_object_get_string (device),
    .precision = rs_window_get_precision (self),
    .arguments = (const char *const *)arguments,
    .trace_path = trace_path,
  };

  for (guint i = 0; i < self->pages->len; i++)
    rs_editor_page_mark_error_line (g_ptr_array_index (self->pages, i), 0);
  rs_window_update_current (self);
  enter_folder (document);
  rs_console_clear (self->console);
  if (!rs_runner_start (self->runner, &request))
    return;
  rs_window_show_panel (self, PANEL_WIDGET (self->console));
  self->clock_source = g_timeout_add (CLOCK_MS, on_clock, self);
  on_clock (self);
  rs_window_update_run_actions (self);
}

/* A run that waits for files to be saved, and for its own to be read. */
typedef struct {
  RsWindow *window; /* owned */
  gboolean profile, is_unreadable;
  guint n_pending;  /* saves under way, and the reading */
} PendingRun;

static void
start_when_saved (PendingRun *pending)
{
  RsWindow *self = pending->window;

  if (pending->n_pending > 0)
    return;
  if (self->current != NULL && !self->closing && !pending->is_unreadable)
    start (self, pending->profile);
  g_object_unref (pending->window);
  g_free (pending);
}

static void
on_opened_before_run (RsDocument *document, gboolean is_read, PendingRun *pending)
{
  g_signal_handlers_disconnect_by_func (document, on_opened_before_run, pending);
  pending->is_unreadable = !is_read;
  pending->n_pending--;
  start_when_saved (pending);
}

static void
on_saved_before_run (GObject *object, GAsyncResult *result, gpointer data)
{
  PendingRun *pending = data;

  /* The page has shown what went wrong, if anything did. The text runs as it is, saved or not. */
  rs_editor_page_save_finish (RS_EDITOR_PAGE (object), result, NULL);
  pending->n_pending--;
  start_when_saved (pending);
}

/* Saves every changed file that has a place, because the program may import it, and runs. */
static void
save_and_start (RsWindow *self, gboolean profile)
{
  PendingRun *pending;
  RsDocument *current;

  if (self->current == NULL || rs_runner_is_running (self->runner))
    return;
  current = rs_editor_page_get_document (self->current);
  pending = g_new (PendingRun, 1);
  *pending = (PendingRun){ .window = g_object_ref (self), .profile = profile, .n_pending = 1 };
  if (rs_document_is_opening (current))
    {
      pending->n_pending++;
      g_signal_connect (current, "opened", G_CALLBACK (on_opened_before_run), pending);
    }
  for (guint i = 0; i < self->pages->len; i++)
    {
      RsEditorPage *page = g_ptr_array_index (self->pages, i);
      RsDocument *document = rs_editor_page_get_document (page);

      if (rs_document_is_draft (document) || !gtk_text_buffer_get_modified (GTK_TEXT_BUFFER (document)))
        continue;
      pending->n_pending++;
      rs_editor_page_save_async (page, FALSE, on_saved_before_run, pending);
    }
  pending->n_pending--;
  start_when_saved (pending);
}

static void
on_finished (RsRunner *runner, int status, const char *trace_path, RsWindow *self)
{
  double elapsed = rs_runner_get_elapsed (runner);
  g_autofree char *text = NULL;

  g_clear_handle_id (&self->clock_source, g_source_remove);
  if (self->closing)
    {
      gtk_window_close (GTK_WINDOW (self));
      return;
    }
  if (status == 0)
    text = g_strdup_printf (_ ("Finished in %.2f s"), elapsed);
  else if (status == 2)
    text = g_strdup (_ ("The program has errors or needs what is not supported yet: see the console"));
  else if (rs_runner_was_stopped (runner))
    text = g_strdup_printf (_ ("Stopped after %.2f s"), elapsed);
  else
    text = g_strdup_printf (_ ("Ended with an error after %.2f s"), elapsed);
  gtk_label_set_text (self->run_label, text);
  rs_window_update_run_actions (self);
  if (trace_path != NULL)
    rs_window_open_trace (self, trace_path);
}

static void
on_error_place (RsRunner *runner, const char *name, guint line, guint column, RsWindow *self)
{
  RsEditorPage *page;

  rs_window_go_to (self, name, line, column);
  page = rs_window_find_page_by_name (self, name);
  if (page != NULL)
    rs_editor_page_mark_error_line (page, line);
  rs_window_update_current (self);
}

/* --- actions --- */

static void
on_run (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  save_and_start (data, FALSE);
}

static void
on_profile (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  save_and_start (data, TRUE);
}

static void
on_stop (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;

  rs_runner_stop (self->runner);
  if (rs_runner_is_running (self->runner))
    gtk_label_set_text (self->run_label, _ ("Stopping…"));
}

static void
on_arguments (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;

  rs_arguments_dialog_present (GTK_WINDOW (self), rs_editor_page_get_document (self->current));
}

static const GActionEntry entries[] = {
  { .name = "arguments", .activate = on_arguments },
  { .name = "run", .activate = on_run },
  { .name = "profile", .activate = on_profile },
  { .name = "stop", .activate = on_stop },
};

void
rs_window_init_run (RsWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  self->figures = g_ptr_array_new_with_free_func (g_object_unref);
  self->forms = g_ptr_array_new_with_free_func (g_object_unref);
  self->plots = g_ptr_array_new_with_free_func (g_object_unref);
  self->runner = rs_runner_new (self->console, on_show_figure, on_show_form, self);
  g_signal_connect (self->runner, "finished", G_CALLBACK (on_finished), self);
  g_signal_connect (self->runner, "error-place", G_CALLBACK (on_error_place), self);
  rs_window_update_run_actions (self);
}
