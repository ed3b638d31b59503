/* redshift-cli debug: the debugger in a terminal, or with a script on standard input.
 *
 * Inputs are commands (runtime/debug/commands.def) or statements. Statements see the variables of the function in which
 * the program stands; when none runs they see the workspace: what the last run has left. Ctrl+C stops the program where
 * it is. At the end of a script a program that stands goes on to its end, and its exit status is that of the debugger.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/cli.h"
#include "ide/cli/common/signals.h"
#include "ide/cli/debug-private.h"

#include <editline/readline.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static RsDebugShell *interrupted_shell; /* for the signal handler */
static volatile sig_atomic_t n_interrupts;

/* The first one stops the program where it is, the second one ends it, and the process at the fourth. */
static void
interrupt (int number)
{
  RsDebugShell *self = interrupted_shell;

  if (self == NULL || ++n_interrupts > 3)
    _exit (130);
  if (n_interrupts == 1 && self->is_running)
    rs_debugger_pause (self->debugger);
  else
    rs_session_stop (self->session);
}

/* --- inputs --- */

/* NULL at the end. (transfer full) */
static char *
read_line (RsDebugShell *self, const char *prompt)
{
  char *line = NULL, *copy;
  size_t allocated = 0;
  ssize_t length;

  if (self->is_terminal)
    {
      line = readline (prompt);
      if (line != NULL && line[strspn (line, " \t")] != '\0')
        add_history (line);
    }
  else if ((length = getline (&line, &allocated, stdin)) < 0)
    g_clear_pointer (&line, free);
  else if (length > 0 && line[length - 1] == '\n')
    line[length - 1] = '\0';
  copy = g_strdup (line);
  free (line);
  return copy;
}

/* A command, or statements up to where they are complete. (transfer full) */
static char *
read_input (RsDebugShell *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const char *rest;

  for (;;)
    {
      g_autofree char *line = read_line (self, text->len > 0 ? "... " : ":: ");

      if (line == NULL && text->len == 0)
        return NULL;
      if (line == NULL)
        break;
      g_string_append (text, line);
      if (text->len == strlen (line) && rs_debug_command_parse (line, &rest) != NULL)
        break;
      g_string_append_c (text, '\n');
      if (!rs_console_needs_more (text->str))
        break;
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Until the program goes on, or all ends. */
static void
read_inputs (RsDebugShell *self)
{
  self->goes_on = FALSE;
  while (!self->goes_on && !self->quits && !rs_signals_have_come ())
    {
      g_autofree char *text = read_input (self);

      n_interrupts = 0;
      if (text == NULL)
        {
          self->quits = TRUE;
          if (self->is_running)
            rs_debug_shell_ask (self, self->is_terminal ? "stop" : "detach", NULL);
          return;
        }
      rs_debug_shell_execute (self, text);
      fflush (stdout);
    }
}

/* --- the debugger --- */

void
rs_debug_shell_note_status (RsDebugShell *self, int status)
{
  if (!self->is_running && !self->has_run && status != RS_EXIT_OK)
    self->status = status;
}

static void
on_tell (const char *record, gpointer data)
{
  RsDebugShell *self = data;

  if (g_str_has_prefix (record, "error\t"))
    {
      self->failed = TRUE;
      rs_debug_shell_note_status (self, RS_EXIT_FAILED);
    }
  else if (g_str_has_prefix (record, "looking\t"))
    self->frame = (guint)g_ascii_strtoull (record + strlen ("looking\t"), NULL, 10);
  else if (g_str_has_prefix (record, "computed\t"))
    rs_debug_shell_note_status (self, atoi (record + strlen ("computed\t")));
  if (rs_debug_record_is_shown (record))
    {
      g_autofree char *text = rs_debug_record_to_text (record);

      fputs (text, stdout);
      fflush (stdout);
    }
}

static void
on_stopped (RsDebugger *debugger, gpointer data)
{
  RsDebugShell *self = data;
  gboolean is_running = self->is_running;

  n_interrupts = 0;
  self->frame = 0;
  self->is_running = TRUE; /* an input, too */
  if (self->quits)
    rs_debug_shell_ask (self, "detach", NULL);
  else
    read_inputs (self);
  self->is_running = is_running;
}

gboolean
rs_debug_shell_ask (RsDebugShell *self, const char *verb, ...)
{
  const char *fields[RS_DEBUG_MAX_FIELDS] = { verb };
  g_autofree char *request = NULL;
  guint n = 1;
  va_list arguments;

  va_start (arguments, verb);
  while (n < RS_DEBUG_MAX_FIELDS && (fields[n] = va_arg (arguments, const char *)) != NULL)
    n++;
  va_end (arguments);
  request = rs_debug_join (fields, n);
  self->failed = FALSE;
  rs_debugger_handle (self->debugger, request);
  return !self->failed;
}

void
rs_debug_shell_complain (RsDebugShell *self, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  printf ("error: %s\n", text);
  rs_debug_shell_note_status (self, RS_EXIT_FAILED);
}

void
rs_debug_shell_run (RsDebugShell *self, gboolean starts_paused)
{
  gboolean is_file = g_file_test (self->path, G_FILE_TEST_IS_REGULAR); /* what comes through a pipe came once */
  g_autoptr (RsSource) source = is_file ? rs_source_new_from_file (self->path, NULL) : NULL;

  if (source != NULL) /* as it is now; a file that has gone runs as it was loaded */
    {
      rs_source_unref (self->program);
      self->program = g_steal_pointer (&source);
    }
  rs_debug_shell_forget (self);
  rs_debugger_set_program (self->debugger, self->path, rs_source_get_text (self->program));
  rs_debugger_set_starts_paused (self->debugger, starts_paused);
  self->is_running = TRUE;
  rs_debugger_set_idle (self->debugger, FALSE);
  self->status = rs_console_run_program (self->console, self->program, (const char *const *)self->arguments);
  self->is_running = FALSE;
  rs_debugger_set_idle (self->debugger, TRUE);
  self->has_run = TRUE;
  self->goes_on = FALSE;
  n_interrupts = 0;
  rs_debugger_program_ended (self->debugger, self->status);
  if (self->figures != NULL)
    rs_figures_write (self->figures);
}

void
rs_debug_shell_forget (RsDebugShell *self)
{
  g_clear_pointer (&self->console, rs_console_free);
  self->console = rs_console_new (self->session);
  rs_debugger_set_workspace (self->debugger, &rs_console_workspace, self->console);
}

gboolean
rs_debug_shell_open (RsDebugShell *self, GError **error)
{
  const RsDebuggerCallbacks callbacks = { .stopped = on_stopped, .tell = on_tell, .data = self };
  g_autofree char *folder = self->path != NULL ? g_path_get_dirname (self->path) : NULL;
  const RsSessionOptions options = {
    .settings = self->settings,
    .write_message = rs_cli_write_message,
    .device = self->device,
    .precision = self->is_double ? RS_PRECISION_DOUBLE : RS_PRECISION_SINGLE,
    .search_path = (const char *const *)self->folders->pdata,
    .folder = folder,
    .display = self->display,
    .display_data = self->display_data,
  };

  self->session = rs_session_new (&options, error);
  if (self->session == NULL)
    return FALSE;
  self->debugger = rs_debugger_new (self->session, &callbacks);
  self->console = rs_console_new (self->session);
  rs_debugger_set_workspace (self->debugger, &rs_console_workspace, self->console);
  rs_debugger_set_idle (self->debugger, TRUE);
  interrupted_shell = self;
  rs_signals_catch (self->session, FALSE);
  return TRUE;
}

void
rs_debug_shell_close (RsDebugShell *self)
{
  interrupted_shell = NULL;
  rs_signals_release ();
  g_clear_pointer (&self->console, rs_console_free);
  g_clear_pointer (&self->debugger, rs_debugger_free);
  g_clear_pointer (&self->session, rs_session_free);
}

/* --- the command --- */

static int
run_shell (RsDebugShell *self, GPtrArray *operands)
{
  const struct sigaction action = { .sa_handler = interrupt };
  g_autoptr (GError) error = NULL;

  self->is_terminal = isatty (STDIN_FILENO) && isatty (STDOUT_FILENO);
  if (operands->len > 0)
    self->path = g_strdup (operands->pdata[0]);
  if (!rs_debug_shell_open (self, &error))
    {
      rs_cli_complain_error ("", error);
      return RS_EXIT_USAGE;
    }
  sigaction (SIGINT, &action, NULL);
  if (self->is_terminal)
    {
      rl_readline_name = "redshift";
      rl_initialize ();
      using_history ();
      printf ("Redshift %s. `help` lists the commands, Ctrl+D ends.\n", RS_VERSION);
    }
  if (self->program != NULL)
    {
      self->arguments = g_strdupv ((char **)operands->pdata + 1);
      rs_debugger_set_program (self->debugger, self->path, rs_source_get_text (self->program));
      self->status = rs_console_load_program (self->console, self->program);
    }
  read_inputs (self);
  if (self->is_terminal)
    putchar ('\n');
  signal (SIGINT, SIG_DFL);
  if (!rs_session_close_files (self->session) || (self->figures != NULL && !rs_figures_finish (self->figures)))
    self->status = MAX (self->status, RS_EXIT_FAILED);
  rs_debug_shell_close (self);
  return self->status;
}

int
rs_cli_debug (int argc, char **argv)
{
  g_autoptr (GPtrArray) assignments = g_ptr_array_new (), folders = g_ptr_array_new (), operands = g_ptr_array_new ();
  RsDebugShell self = { .folders = folders };
  gboolean no_windows = FALSE;
  const char *figures_folder = NULL;
  const RsOption options[] = {
    { "device", &self.device },
    { "double", &self.is_double },
    { "figures", &figures_folder },
    { "no-windows", &no_windows },
    { "set", assignments },
    { "include", folders },
  };
  int status = rs_options_parse (options, G_N_ELEMENTS (options), argc, argv, TRUE, operands);
  g_autoptr (RsSettings) settings = NULL;
  g_autoptr (RsFigures) figures = NULL;
  g_autoptr (RsWindows) windows = NULL;
  g_autoptr (GError) error = NULL;

  if (status >= 0)
    return status;
  settings = rs_settings_new_for_user ();
  self.settings = settings;
  if (!rs_cli_apply_settings (settings, assignments)
      || (operands->len > 0 && (self.program = rs_cli_open_source_for_prompt ("debug", operands->pdata[0])) == NULL))
    return RS_EXIT_USAGE;
  if (figures_folder != NULL)
    {
      self.figures = figures = rs_figures_new (figures_folder, &error);
      if (figures == NULL)
        {
          rs_cli_complain ("--figures: %s", error->message);
          return RS_EXIT_USAGE;
        }
      self.display = &rs_figures_display;
      self.display_data = figures;
    }
  else if (!no_windows && (windows = rs_windows_new ()) != NULL)
    {
      self.display = &rs_windows_display;
      self.display_data = windows;
    }
  g_ptr_array_add (folders, NULL);
  g_ptr_array_add (operands, NULL);
  g_ptr_array_set_size (operands, (int)operands->len - 1);
  status = run_shell (&self, operands);
  rs_signals_die ();
  g_clear_pointer (&self.program, rs_source_unref);
  g_free (self.path);
  g_strfreev (self.arguments);
  return status;
}
