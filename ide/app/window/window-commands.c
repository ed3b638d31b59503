/* The debugger's commands at the window's prompt: those of the front end are the window's own actions, all others, and
 * statements, go to the debugger.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

#include "ide/debug/debug-run.h"
#include "runtime/debug/commands.h"

#include <glib/gi18n.h>
#include <string.h>

/* A program stands, runs or has left something: there is a console to answer in. */
static RsDebugRun *
get_run (RsWindow *self)
{
  RsDebugRun *run = rs_debug_run_get_shown (self->runs);

  return run != NULL && (rs_runs_any_active (self->runs) || rs_debug_run_has_workspace (run)) ? run : NULL;
}

/* Says it behind the command; a workspace is made for a console where there is none yet. */
static void
answer (RsWindow *self, const char *typed, const char *text)
{
  RsDebugRun *run = get_run (self);

  if (run != NULL)
    rs_debug_run_answer (run, typed, text);
  else
    rs_window_wait_for_workspace (self, typed);
}

static void
activate (RsWindow *self, const char *action)
{
  gtk_widget_activate_action (GTK_WIDGET (self), action, NULL);
}

/* FALSE, and it is said, while a program stands or runs. */
static gboolean
is_free (RsWindow *self, const char *typed, const char *command)
{
  g_autofree char *text = g_strdup_printf ("error: %s: a program %s; `stop` ends it\n", command,
                                           rs_window_stands (self) ? "stands" : "runs");

  if (!rs_runs_any_active (self->runs))
    return TRUE;
  answer (self, typed, text);
  return FALSE;
}

static void
set_arguments (RsWindow *self, const char *rest)
{
  if (*rest != '\0' && self->current != NULL)
    rs_document_set_arguments (rs_editor_page_get_document (self->current), rest);
}

/* --- the window's own --- */

static void
run_run (RsWindow *self, const char *typed, const char *rest)
{
  if (!rs_window_stands (self))
    set_arguments (self, rest);
  activate (self, "win.run");
}

static void
run_start (RsWindow *self, const char *typed, const char *rest)
{
  if (!is_free (self, typed, "start"))
    return;
  set_arguments (self, rest);
  rs_window_start_paused (self);
}

static void
run_stop (RsWindow *self, const char *typed, const char *rest)
{
  if (!rs_runs_any_active (self->runs))
    answer (self, typed, "error: stop: no program stands\n");
  else
    activate (self, "win.stop");
}

static void
run_quit (RsWindow *self, const char *typed, const char *rest)
{
  if (!rs_runs_any_active (self->runs))
    answer (self, typed, "error: quit: no program stands; Ctrl+Q closes the window\n");
  else
    activate (self, "win.stop");
}

static void
run_load (RsWindow *self, const char *typed, const char *rest)
{
  RsDocument *document = self->current != NULL ? rs_editor_page_get_document (self->current) : NULL;
  g_autofree char *folder = document != NULL && !rs_document_is_draft (document)
                                ? g_path_get_dirname (rs_document_get_name (document))
                                : NULL;
  g_autofree char *path = g_canonicalize_filename (rest, folder), *text = NULL;

  if (*rest == '\0')
    text = g_strdup ("error: load: name a program\n");
  else if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    text = g_strdup_printf ("error: load: there is no file %s\n", rest);
  if (text != NULL)
    answer (self, typed, text);
  else
    rs_window_go_to (self, path, 1, 1);
}

static void
run_clear (RsWindow *self, const char *typed, const char *rest)
{
  RsDebugRun *run = get_run (self);

  if (run == NULL || !is_free (self, typed, "clear"))
    return;
  rs_debug_run_answer (run, typed, "");
  rs_debug_run_leave (run);
}

static void
run_cls (RsWindow *self, const char *typed, const char *rest)
{
  rs_console_panel_clear (rs_window_get_console (self));
}

static void run_help (RsWindow *self, const char *typed, const char *rest);

static const struct {
  const char *name;
  void (*run) (RsWindow *self, const char *typed, const char *rest);
} own[] = {
  { "run", run_run },   { "start", run_start }, { "stop", run_stop }, { "quit", run_quit },
  { "load", run_load }, { "clear", run_clear }, { "cls", run_cls },   { "help", run_help },
};

static int
find_own (const RsDebugCommand *command)
{
  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    if (strcmp (own[i].name, command->name) == 0)
      return (int)i;
  return -1;
}

/* The others are about files and packages, for which the window has menus. */
static gboolean
is_here (const RsDebugCommand *command)
{
  return !command->is_front || find_own (command) >= 0;
}

static void
run_help (RsWindow *self, const char *typed, const char *rest)
{
  const RsDebugCommand *asked = *rest != '\0' ? rs_debug_command_find (rest) : NULL;
  g_autofree char *text = NULL;

  if (*rest != '\0' && asked == NULL) /* of the language */
    {
      answer (self, typed, "");
      rs_window_look_up (self, rest);
      return;
    }
  text = rs_debug_command_describe (asked, is_here);
  answer (self, typed, text);
}

/* --- all --- */

/* Without a program that stands or runs, a step starts it. */
static gboolean
starts_program (RsWindow *self, const RsDebugCommand *command)
{
  return !rs_runs_any_active (self->runs) && self->current != NULL
         && (strcmp (command->name, "step") == 0 || strcmp (command->name, "stepover") == 0);
}

/* A breakpoint at a line, before a run, is one of the text that is edited. */
static void
name_program (RsWindow *self, RsDebugRun *run)
{
  RsDocument *document = self->current != NULL ? rs_editor_page_get_document (self->current) : NULL;

  if (document != NULL)
    rs_debug_run_set_program (run, rs_document_get_name (document),
                              rs_source_get_text (rs_document_get_source (document)));
}

void
rs_window_enter (RsWindow *self, const char *text)
{
  RsDebugRun *run = get_run (self);
  const char *rest;
  const RsDebugCommand *command
      = run != NULL && rs_debug_run_means_variable (run, text) ? NULL : rs_debug_command_parse (text, &rest);
  int index = command != NULL ? find_own (command) : -1;

  if (index >= 0)
    own[index].run (self, text, rest);
  else if (command != NULL && command->is_front)
    {
      g_autofree char *refusal
          = g_strdup_printf ("error: %s: this is a command of redshift-cli debug\n", command->name);

      answer (self, text, refusal);
    }
  else if (command != NULL && starts_program (self, command))
    rs_window_start_paused (self);
  else if (run == NULL)
    rs_window_wait_for_workspace (self, text);
  else if (command != NULL || rs_debug_run_stands (run) || rs_debug_run_has_workspace (run)
           || rs_debug_run_is_computing (run))
    {
      if (command != NULL)
        name_program (self, run);
      rs_debug_run_command (run, text);
    }
  else
    rs_debug_run_answer (run, text, "error: the program runs: pause it first (Shift+F7)\n");
}
