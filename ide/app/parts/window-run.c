/* Running and profiling: the runs, what they tell, and what becomes of them when the window closes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

#include "ide/app/dialogs/arguments-dialog.h"
#include "ide/debug/debug-run.h"
#include "ide/devices/compare-dialog.h"
#include "ide/devices/device-list.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#define CLOCK_MS 100
/* A run that was asked to end gets this long before the bar offers to end it at once. */
#define PATIENCE_MS 2000
/* Traces that are kept in the cache. */
#define MAX_TRACES 20

/* --- what the bar says --- */

/* Whether the errors of a program that was not run are those that the panel lists. */
static gboolean
are_problems (RsWindow *self, RsRun *run)
{
  return rs_run_get_status (run) == 2 && rs_run_get_n_errors (run) > 0
         && rs_problems_panel_count (rs_window_get_problems (self), RS_SEVERITY_ERROR) > 0;
}

static char *
describe_errors (RsWindow *self, RsRun *run)
{
  const guint n = rs_run_get_n_errors (run);

  if (n == 0)
    return g_strdup (_ ("The program has errors or needs what is not supported yet: see the console"));
  if (are_problems (self, run))
    return g_strdup_printf (ngettext ("Not run: the program has %u error, see Problems",
                                      "Not run: the program has %u errors, see Problems", n),
                            n);
  return g_strdup_printf (ngettext ("Not run: %u error, see the console", "Not run: %u errors, see the console", n), n);
}

static char *
describe_end (RsWindow *self, RsRun *run)
{
  double elapsed = rs_run_get_elapsed (run);
  const GPtrArray *races = rs_run_get_races (run);

  if (races != NULL && races->len > 0)
    return g_strdup_printf (ngettext ("%u race, see Problems", "%u races, see Problems", races->len), races->len);
  if (races != NULL && rs_run_get_status (run) == 0)
    return g_strdup_printf (_ ("No races, finished in %.2f s"), elapsed);
  if (rs_run_get_status (run) == 0 && rs_run_get_state (run) == RS_RUN_HAS_ENDED)
    return g_strdup_printf (_ ("Finished in %.2f s"), elapsed);
  if (rs_run_was_stopped (run))
    return g_strdup_printf (_ ("Stopped after %.2f s"), elapsed);
  if (rs_run_get_status (run) == 2)
    return describe_errors (self, run);
  return g_strdup_printf (_ ("Ended with an error after %.2f s"), elapsed);
}

/* (transfer full) */
static char *
describe_stand (RsWindow *self)
{
  const char *item = rs_debug_run_get_item (rs_debug_run_get_shown (self->runs));

  return *item != '\0' ? g_strdup_printf (_ ("Paused in work item [%s]"), item) : g_strdup (_ ("Paused"));
}

static void
show_run (RsWindow *self)
{
  RsRun *run = rs_runs_get_shown (self->runs);
  g_autofree char *text = NULL, *compiled = NULL, *device = NULL;

  if (run == NULL)
    return;
  if (rs_run_get_state (run) == RS_RUN_IS_STOPPING)
    text = g_strdup (_ ("Stopping…"));
  else if (rs_window_stands (self))
    text = describe_stand (self);
  else if (rs_run_is_active (run) && rs_run_get_compile (run, &compiled, &device))
    text = g_strdup_printf (_ ("Compiling %s for %s…"), compiled, device);
  else if (rs_run_is_active (run))
    text = g_strdup_printf (_ ("Running, %.1f s"), rs_run_get_elapsed (run));
  else
    text = describe_end (self, run);
  gtk_label_set_text (self->run_label, text);
  gtk_widget_set_visible (GTK_WIDGET (self->end_run_button),
                          rs_run_get_state (run) == RS_RUN_IS_STOPPING && rs_run_get_stopping_ms (run) >= PATIENCE_MS);
}

static gboolean
on_clock (gpointer data)
{
  RsWindow *self = data;

  show_run (self);
  if (rs_runs_any_active (self->runs))
    return G_SOURCE_CONTINUE;
  self->clock_source = 0;
  return G_SOURCE_REMOVE;
}

void
rs_window_update_run_actions (RsWindow *self)
{
  RsRun *shown = rs_runs_get_shown (self->runs);
  const char *name = self->current != NULL ? rs_document_get_name (rs_editor_page_get_document (self->current)) : NULL;
  gboolean can_run = name != NULL && rs_runs_find_active (self->runs, name) == NULL;
  GActionMap *map = G_ACTION_MAP (self);
  static const char *const recording[] = { "profile", "compare-devices" }, *const ending[] = { "stop", "restart" };

  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (map, "run")),
                               can_run || rs_window_stands (self));
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (map, "run-isolated")), can_run);
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (map, "check-races")), can_run);
  rs_window_update_debug_actions (self, can_run);
  /* What is recorded is the process. */
  for (guint i = 0; i < G_N_ELEMENTS (recording); i++)
    g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (map, recording[i])),
                                 can_run && !rs_runs_any_active (self->runs));
  rs_window_update_stretch_actions (self, can_run && !rs_runs_any_active (self->runs));
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (map, "arguments")), self->current != NULL);
  for (guint i = 0; i < G_N_ELEMENTS (ending); i++)
    g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (map, ending[i])),
                                 shown != NULL && rs_run_get_state (shown) == RS_RUN_IS_RUNNING);
}

static void
on_shown_changed (RsWindow *self)
{
  show_run (self);
  rs_window_update_run_actions (self);
}

/* --- starting --- */

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

/* NULL: none. The dialog has seen to it that they can be split. */
static char **
split_arguments (RsDocument *document)
{
  char **arguments = NULL;

  return g_shell_parse_argv (rs_document_get_arguments (document), NULL, &arguments, NULL) ? arguments : NULL;
}

/* Whether runs on these devices have a process of their own: the user wants it so, or a driver of theirs.
 * devices: NULL-terminated. */
static gboolean
wants_isolated (const char *const *devices)
{
  g_autoptr (RsSettings) settings = rs_settings_new_for_user ();
  gboolean is_wanted = rs_settings_get_boolean (settings, RS_SETTING_RUNTIME_ISOLATE);

  for (guint i = 0; devices[i] != NULL; i++)
    is_wanted |= rs_device_list_model_may_end_process (rs_device_list_model_get (), devices[i]);
  return is_wanted;
}

/* How a program is started. */
typedef enum {
  START_RUN,
  START_PROFILE,
  START_PAUSED,
  START_ISOLATED,
  START_COMPARED,
  START_STRETCH,
  START_RACES
} StartMode;

static gboolean
is_recorded (StartMode mode)
{
  return mode == START_PROFILE || mode == START_COMPARED || mode == START_STRETCH;
}

/* What is kept of the recording, and when it is saved meanwhile: as the user has just asked for, or as settings say.
 * ring: NULL: all of it. Of two devices side by side all is wanted. (transfer full) */
static void
choose_ring (RsWindow *self, StartMode mode, char **ring, char **ring_when)
{
  g_autoptr (RsSettings) settings = rs_settings_new_for_user ();
  const gboolean is_asked = mode == START_STRETCH;
  const char *limits = is_asked ? self->ring : rs_settings_get_text (settings, RS_SETTING_PROFILER_RING);
  const char *when = is_asked ? self->ring_when : rs_settings_get_text (settings, RS_SETTING_PROFILER_RINGWHEN);
  const gboolean is_wanted = (is_asked || mode == START_PROFILE) && *limits != '\0';

  *ring = is_wanted ? g_strdup (limits) : NULL;
  *ring_when = is_wanted ? g_strdup (when) : NULL;
}

static void
start (RsWindow *self, StartMode mode)
{
  RsDocument *document = rs_editor_page_get_document (self->current);
  g_autofree char *text = rs_document_dup_text (document);
  g_autofree char *trace_path = is_recorded (mode) ? make_trace_path (rs_document_get_name (document)) : NULL;
  g_autofree char *folder = rs_document_is_draft (document) ? NULL
                                                            : g_path_get_dirname (rs_document_get_name (document));
  g_auto (GStrv) arguments = split_arguments (document);
  const char *const one[] = { rs_window_get_device (self), NULL };
  const char *const *compared = mode == START_COMPARED ? (const char *const *)self->compared : NULL;
  g_autofree char *ring = NULL, *ring_when = NULL;
  RsRunRequest request = {
    .is_isolated = mode == START_ISOLATED || wants_isolated (compared != NULL ? compared : one),
    .name = rs_document_get_name (document),
    .title = rs_document_get_title (document),
    .text = text,
    .folder = folder,
    .device = rs_window_get_device (self),
    .precision = rs_window_get_precision (self),
    .arguments = (const char *const *)arguments,
    .trace_path = trace_path,
    .compared = compared,
    .checks_races = mode == START_RACES,
  };

  choose_ring (self, mode, &ring, &ring_when);
  request.ring = ring;
  request.ring_when = ring_when;
  for (guint i = 0; i < self->pages->len; i++)
    rs_editor_page_mark_error_line (g_ptr_array_index (self->pages, i), 0, TRUE);
  rs_window_show_panel (self, PANEL_WIDGET (rs_window_get_console (self)));
  rs_window_forget_races (self, request.name);
  rs_window_begin_names (self, request.name);
  if (!is_recorded (mode) && mode != START_RACES)
    rs_debug_run_attach (self->runs, &request, mode == START_PAUSED);
  rs_runs_start (self->runs, &request);
  if (self->clock_source == 0)
    self->clock_source = g_timeout_add (CLOCK_MS, on_clock, self);
  rs_window_update_current (self);
}

/* A run that waits for files to be saved, and for its own to be read. */
typedef struct {
  RsWindow *window; /* owned */
  StartMode mode;
  gboolean is_unreadable;
  guint n_pending; /* saves under way, and the reading */
} PendingRun;

static void
start_when_saved (PendingRun *pending)
{
  RsWindow *self = pending->window;

  if (pending->n_pending > 0)
    return;
  if (self->current != NULL && !self->closing && !pending->is_unreadable)
    start (self, pending->mode);
  g_object_unref (pending->window);
  g_free (pending);
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

/* Begins to save what is changed of the program and of what it imports, and has a place: modules are read from their
 * files. Other texts stay as they are. */
static void
save_program (PendingRun *pending)
{
  RsWindow *self = pending->window;
  g_autoptr (GPtrArray) documents = NULL;

  if (self->current == NULL || self->closing)
    return;
  documents = rs_window_find_documents (self, rs_document_get_name (rs_editor_page_get_document (self->current)));
  for (guint i = 0; i < self->pages->len; i++)
    {
      RsEditorPage *page = g_ptr_array_index (self->pages, i);
      RsDocument *document = rs_editor_page_get_document (page);

      if (rs_document_is_draft (document) || !gtk_text_buffer_get_modified (GTK_TEXT_BUFFER (document))
          || !g_ptr_array_find (documents, document, NULL))
        continue;
      pending->n_pending++;
      rs_editor_page_save_async (page, FALSE, on_saved_before_run, pending);
    }
}

/* What a program imports is not known before it has been read. */
static void
on_opened_before_run (RsDocument *document, gboolean is_read, PendingRun *pending)
{
  g_signal_handlers_disconnect_by_func (document, on_opened_before_run, pending);
  pending->is_unreadable = !is_read;
  if (is_read)
    save_program (pending);
  pending->n_pending--;
  start_when_saved (pending);
}

/* Saves the program with its modules, and runs it. */
static void
save_and_start (RsWindow *self, StartMode mode)
{
  PendingRun *pending;
  RsDocument *current;

  if (self->current == NULL)
    return;
  current = rs_editor_page_get_document (self->current);
  pending = g_new (PendingRun, 1);
  *pending = (PendingRun){ .window = g_object_ref (self), .mode = mode, .n_pending = 1 };
  if (rs_document_is_opening (current))
    {
      g_signal_connect (current, "opened", G_CALLBACK (on_opened_before_run), pending);
      return;
    }
  save_program (pending);
  pending->n_pending--;
  start_when_saved (pending);
}

/* --- what a run tells --- */

/* FALSE: the program has errors, or its device does not work. */
static gboolean
has_begun (RsRun *run)
{
  return rs_run_get_status (run) != 2;
}

static void
on_run_changed (RsRun *run, RsWindow *self)
{
  const char *path = rs_run_get_trace_path (run);

  show_run (self);
  rs_window_update_run_actions (self);
  if (rs_run_get_state (run) == RS_RUN_HAS_ENDED && !rs_run_is_recorded (run))
    rs_window_show_decisions (self, run);
  if (rs_run_get_races (run) != NULL)
    rs_window_show_races (self, run);
  if (path != NULL && !has_begun (run) && !rs_window_has_trace (self, path))
    g_unlink (path); /* there is nothing in it */
  else if (path != NULL)
    rs_window_open_trace (self, path, rs_run_is_compared (run) ? "devices" : NULL);
}

static void
on_figure (RsRun *run, RsFigure *figure, RsWindow *self)
{
  rs_window_show_figure (self, figure);
}

static void
on_form (RsRun *run, RsForm *form, RsWindow *self)
{
  rs_window_show_form (self, form);
}

static void
on_error_place (RsRun *run, const char *name, guint line, guint column, RsWindow *self)
{
  RsEditorPage *page;

  rs_window_follow_run (self, name, line, column);
  page = rs_window_find_page_by_name (self, name);
  if (page != NULL)
    rs_editor_page_mark_error_line (page, line, has_begun (run));
  if (are_problems (self, run))
    rs_window_show_panel (self, PANEL_WIDGET (rs_window_get_problems (self)));
  rs_window_update_current (self);
}

static void
on_run_started (RsRuns *runs, RsRun *run, RsWindow *self)
{
  rs_window_begin_figures (self);
  g_signal_connect_object (run, "changed", G_CALLBACK (on_run_changed), self, 0);
  g_signal_connect_object (run, "figure", G_CALLBACK (on_figure), self, 0);
  g_signal_connect_object (run, "form", G_CALLBACK (on_form), self, 0);
  g_signal_connect_object (run, "error-place", G_CALLBACK (on_error_place), self, 0);
  rs_window_watch_stretch (self, run);
  rs_window_watch_recording (self, run);
}

/* --- the end of the window --- */

/* A run that goes on while there is no window: the application stays until it has ended, or for as long as one
 * waits. */
typedef struct {
  GApplication *application; /* owned, held */
  RsRun *run;                /* owned */
  guint patience_source;
} Farewell;

static void
on_farewell_changed (RsRun *run, Farewell *farewell)
{
  if (rs_run_is_active (run))
    return;
  g_clear_handle_id (&farewell->patience_source, g_source_remove);
  g_signal_handlers_disconnect_by_data (run, farewell);
  g_application_release (farewell->application);
  g_object_unref (farewell->application);
  g_object_unref (farewell->run);
  g_free (farewell);
}

static gboolean
on_patience_over (gpointer data)
{
  Farewell *farewell = data;

  farewell->patience_source = 0;
  rs_run_let_go (farewell->run);
  return G_SOURCE_REMOVE;
}

void
rs_window_leave_runs (RsWindow *self)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->runs)); i++)
    {
      g_autoptr (RsRun) run = g_list_model_get_item (G_LIST_MODEL (self->runs), i);
      Farewell *farewell;

      g_signal_handlers_disconnect_by_data (run, self);
      if (!rs_run_is_active (run))
        continue;
      rs_run_stop (run);
      farewell = g_new0 (Farewell, 1);
      farewell->application = g_object_ref (G_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))));
      farewell->run = g_steal_pointer (&run);
      g_application_hold (farewell->application);
      farewell->patience_source = g_timeout_add (PATIENCE_MS, on_patience_over, farewell);
      g_signal_connect (farewell->run, "changed", G_CALLBACK (on_farewell_changed), farewell);
    }
}

/* --- actions --- */

static void
on_chosen (AdwMessageDialog *dialog, const char *response, RsWindow *self)
{
  if (g_str_equal (response, "continue"))
    rs_window_continue (self);
  else if (g_str_equal (response, "run"))
    save_and_start (self, START_RUN);
}

/* The program that stands is not that of the page in front. */
static void
ask_which (RsWindow *self)
{
  RsDocument *document = rs_editor_page_get_document (self->current);
  g_autofree char *stands = g_strdup (rs_run_get_title (rs_runs_get_shown (self->runs))), *heading = NULL,
                  *goes_on = g_strdup_printf (_ ("_Continue %s"), stands),
                  *runs = g_strdup_printf (_ ("_Run %s"), rs_document_get_title (document));
  GtkWidget *dialog;

  heading = g_strdup_printf (_ ("%s Is Paused"), stands);
  dialog = adw_message_dialog_new (GTK_WINDOW (self), heading,
                                   _ ("The text in front is another program. Both can run side by side."));
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "continue", goes_on, "run",
                                    runs, NULL);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "continue");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  adw_message_dialog_set_response_enabled (ADW_MESSAGE_DIALOG (dialog), "run",
                                           rs_runs_find_active (self->runs, rs_document_get_name (document)) == NULL);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_chosen), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_run (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  if (rs_window_stands (data) && !rs_window_shows_stand (data))
    ask_which (data);
  else if (rs_window_stands (data))
    rs_window_continue (data);
  else
    save_and_start (data, START_RUN);
}

static void
on_run_isolated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  save_and_start (data, START_ISOLATED);
}

static void
on_check_races (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  save_and_start (data, START_RACES);
}

static void
on_profile (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  save_and_start (data, START_PROFILE);
}

void
rs_window_profile_stretch (RsWindow *self, const char *ring, const char *ring_when)
{
  g_free (self->ring);
  g_free (self->ring_when);
  self->ring = g_strdup (ring);
  self->ring_when = g_strdup (ring_when);
  save_and_start (self, START_STRETCH);
}

static void
on_devices_chosen (const char *const *devices, gpointer data)
{
  RsWindow *self = data;

  g_strfreev (self->compared);
  self->compared = g_strdupv ((char **)devices);
  save_and_start (self, START_COMPARED);
}

static void
on_compare_devices (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;

  rs_compare_dialog_present (GTK_WINDOW (self), rs_document_get_title (rs_editor_page_get_document (self->current)),
                             on_devices_chosen, self);
}

static void
on_stop (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  rs_run_stop (rs_runs_get_shown (((RsWindow *)data)->runs));
}

/* The button is there only while a run is stopping. */
static void
on_end_run (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsRun *run = rs_runs_get_shown (((RsWindow *)data)->runs);

  if (run != NULL)
    rs_run_let_go (run);
}

static void
on_arguments (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;

  rs_arguments_dialog_present (GTK_WINDOW (self), rs_editor_page_get_document (self->current));
}

void
rs_window_start_paused (RsWindow *self)
{
  save_and_start (self, START_PAUSED);
}

void
rs_window_start_workspace (RsWindow *self)
{
  RsDocument *document = self->current != NULL ? rs_editor_page_get_document (self->current) : NULL;
  g_autofree char *folder = document == NULL || rs_document_is_draft (document)
                                ? NULL
                                : g_path_get_dirname (rs_document_get_name (document));
  const char *const one[] = { rs_window_get_device (self), NULL };
  RsRunRequest request = {
    .is_isolated = wants_isolated (one),
    .name = "workspace",
    .title = _ ("Workspace"),
    .text = "",
    .folder = folder,
    .device = rs_window_get_device (self),
    .precision = rs_window_get_precision (self),
  };

  rs_debug_run_attach (self->runs, &request, FALSE);
  rs_runs_start (self->runs, &request);
}

/* In a turn of its own: the one that has ended is still telling others so. */
static gboolean
start_again (gpointer data)
{
  RsWindow *self = data;

  if (self->pages != NULL && self->current != NULL
      && g_action_get_enabled (g_action_map_lookup_action (G_ACTION_MAP (self), "run")))
    save_and_start (self, START_RUN);
  return G_SOURCE_REMOVE;
}

static void
on_ended_to_restart (RsRun *run, RsWindow *self)
{
  if (rs_run_is_active (run))
    return;
  g_signal_handlers_disconnect_by_func (run, on_ended_to_restart, self);
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, start_again, g_object_ref (self), g_object_unref);
}

/* Ends the program that is shown and starts it anew, with its text as it is now. */
static void
on_restart (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;
  RsRun *run = rs_runs_get_shown (self->runs);
  RsEditorPage *page = run != NULL ? rs_window_find_page_by_name (self, rs_run_get_name (run)) : NULL;

  if (page == NULL || rs_run_get_state (run) != RS_RUN_IS_RUNNING)
    return;
  panel_widget_raise (PANEL_WIDGET (page)); /* where it stands may be in another one */
  g_signal_connect_object (run, "changed", G_CALLBACK (on_ended_to_restart), self, 0);
  rs_run_stop (run);
}

static const GActionEntry entries[] = {
  { .name = "arguments", .activate = on_arguments },
  { .name = "run", .activate = on_run },
  { .name = "run-isolated", .activate = on_run_isolated },
  { .name = "check-races", .activate = on_check_races },
  { .name = "profile", .activate = on_profile },
  { .name = "compare-devices", .activate = on_compare_devices },
  { .name = "stop", .activate = on_stop },
  { .name = "restart", .activate = on_restart },
  { .name = "end-run", .activate = on_end_run },
};

void
rs_window_init_run (RsWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  self->runs = rs_runs_new ();
  rs_window_init_debug (self);
  rs_window_init_stretch (self);
  g_signal_connect (self->runs, "started", G_CALLBACK (on_run_started), self);
  g_signal_connect_swapped (self->runs, "shown-changed", G_CALLBACK (on_shown_changed), self);
  rs_window_update_run_actions (self);
}
