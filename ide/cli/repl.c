/* redshift-cli repl: Quasar at a prompt.
 *
 * On a terminal, libedit edits lines and keeps a history; from a pipe, lines are read as they are and nothing is
 * prompted for. An input is complete when its brackets and statements are; Ctrl+C drops what has been typed, or ends
 * what runs; Ctrl+D ends the session.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/cli.h"
#include "ide/cli/common/display.h"
#include "ide/cli/common/signals.h"
#include "ide/viewer/windows.h"
#include "runtime/console.h"

#include <editline/readline.h>
#include <errno.h>
#include <glib-unix.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_HISTORY 1000
#define ASKED_EACH_LINE 4096 /* bytes of an input up to which each line is looked at for being the last one */

typedef struct {
  RsConsole *console;
  RsFigures *figures; /* borrowed; NULL: none are written */
  gboolean is_terminal;
  char *history; /* path; NULL: none is kept */
  guint n_inputs;
  int status; /* of the last input that was not a success, from a pipe */
} Repl;

static RsSession *running; /* for the signal handler */
static RsConsole *completing; /* for libedit, which passes no data */
static volatile sig_atomic_t interrupted;
static int wake_up[2]
    = { -1, -1 }; /* a pipe: a signal that comes before the wait for a key ends the wait all the same */

/* The first one ends what runs, or the line; when a run has not ended at the second, the process does. */
static void
interrupt (int number)
{
  int kept = errno;
  G_GNUC_UNUSED ssize_t written;

  if (interrupted++ > 2)
    {
      signal (number, SIG_DFL);
      raise (number);
    }
  written = write (wake_up[1], "", 1); /* into a full pipe: the wait ends anyway */
  rs_session_stop (running);
  errno = kept;
}

static void
forget_interrupts (void)
{
  char bytes[16];

  interrupted = 0;
  while (read (wake_up[0], bytes, sizeof bytes) > 0)
    continue;
}

/* --- libedit --- */

static char *
next_name (const char *prefix, int state)
{
  static GStrv names;
  static guint next;

  if (state == 0)
    {
      g_strfreev (names);
      names = rs_console_complete (completing, prefix);
      next = 0;
    }
  return names[next] != NULL ? strdup (names[next++]) : NULL;
}

static char **
complete (const char *prefix, int start, int end)
{
  rl_attempted_completion_over = start > 0 && rl_line_buffer[start - 1] != '"';
  return rl_attempted_completion_over || start == 0 ? rl_completion_matches (prefix, next_name) : NULL;
}

/* The next byte from the terminal; EOF at its end and at Ctrl+C. A zero is what the system makes of a Ctrl+D that was
 * typed before libedit took the terminal over; libedit would put the next key into the line as it is. */
static int
next_byte (FILE *file)
{
  struct pollfd polled[] = { { .fd = STDIN_FILENO, .events = POLLIN }, { .fd = wake_up[0], .events = POLLIN } };
  unsigned char byte = 0;

  while (byte == 0)
    {
      if (poll (polled, G_N_ELEMENTS (polled), -1) < 0 && errno != EINTR)
        return EOF;
      if (rs_signals_have_come () || interrupted != 0 || polled[1].revents != 0)
        return EOF;
      if (polled[0].revents != 0 && read (STDIN_FILENO, &byte, 1) != 1)
        return EOF;
    }
  return byte;
}

static void
start_editing (Repl *self)
{
  const char *home = g_get_user_state_dir ();
  g_autofree char *folder = g_build_filename (home, "redshift", NULL);

  completing = self->console;
  rl_readline_name = "redshift";
  rl_getc_function = next_byte; /* looked at by rl_initialize () only */
  rl_initialize ();
  rl_attempted_completion_function = complete;
  using_history ();
  stifle_history (MOST_HISTORY);
  if (g_mkdir_with_parents (folder, 0700) == 0)
    {
      self->history = g_build_filename (folder, "history", NULL);
      read_history (self->history);
    }
}

static void
remember (const Repl *self, const char *line)
{
  if (line[strspn (line, " \t")] == '\0')
    return;
  add_history (line);
  if (self->history != NULL)
    write_history (self->history);
}

/* NULL at the end of the input. *is_dropped: Ctrl+C. (transfer full) */
static char *
edit_line (Repl *self, const char *prompt, gboolean *is_dropped)
{
  char *line, *copy;

  forget_interrupts ();
  line = readline (prompt);
  *is_dropped = interrupted != 0;
  forget_interrupts ();
  if (line == NULL)
    {
      fputc ('\n', stdout);
      return *is_dropped ? g_strdup ("") : NULL;
    }
  copy = g_strdup (line);
  free (line);
  if (!*is_dropped)
    remember (self, copy);
  return copy;
}

static char *
read_line (void)
{
  char *line = NULL, *copy;
  size_t allocated = 0;
  ssize_t length = getline (&line, &allocated, stdin);

  if (length < 0)
    {
      free (line);
      return NULL;
    }
  if (length > 0 && line[length - 1] == '\n')
    line[--length] = '\0';
  /* What stands behind a NUL is no text. */
  copy = g_strdup (line);
  free (line);
  return copy;
}

/* --- inputs --- */

/* Blocks that the line opens less those that it ends, by its first word. */
static int
count_block (const char *line)
{
  static const char *const openers[] = { "if", "for", "while", "repeat", "match", "function", "try", "macro" };
  g_autofree char *word = NULL;

  line += strspn (line, " \t");
  word = g_strndup (line, strspn (line, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_"));
  if (g_str_has_prefix (word, "end") || strcmp (word, "until") == 0)
    return -1;
  for (guint i = 0; i < G_N_ELEMENTS (openers); i++)
    if (strcmp (word, openers[i]) == 0)
      return 1;
  return strcmp (word, "type") == 0 && (strstr (line, "class") != NULL || strstr (line, "enum") != NULL);
}

/* Whether it is time to ask if the input is complete. To ask takes as long as the text is, so that a long one is asked
 * about where its blocks seem to be closed, and now and then in case they are not what they seem. */
static gboolean
may_be_complete (gsize length, int depth, gsize *asked)
{
  if (length > ASKED_EACH_LINE && depth > 0 && length < *asked + *asked / 2)
    return FALSE;
  *asked = length;
  return TRUE;
}

/* Whether a variable or function of that name is known. */
static gboolean
is_known (Repl *self, const char *name)
{
  g_auto (GStrv) names = rs_console_complete (self->console, name);

  return g_strv_contains ((const char *const *)names, name);
}

/* Whether a line is `help`, `help NAME...` or `doc NAME...`, which are no statements: doc = 3 and doc(x) are, `doc =`
 * and `doc (` ask about the sign. */
static gboolean
is_question (Repl *self, const char *line)
{
  g_autofree char *text = g_strstrip (g_strdup (line));
  g_auto (GStrv) words = g_strsplit_set (text, " \t", -1);

  if (words[0] == NULL || (strcmp (words[0], "doc") != 0 && strcmp (words[0], "help") != 0)
      || is_known (self, words[0]))
    return FALSE;
  for (char **word = words + 1; *word != NULL; word++)
    if (word[1] != NULL && strpbrk (*word, "=(;") != NULL)
      return FALSE;
  return TRUE;
}

static void
answer (const char *line)
{
  g_autofree char *text = g_strstrip (g_strdup (line));
  g_auto (GStrv) words = g_strsplit_set (text, " \t", -1);
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();

  if (strcmp (text, "help") == 0)
    {
      printf ("Type a statement, or an expression to see its value.\n"
              "    doc NAME       what a function, a word or a sign of the language does; help NAME is the same\n"
              "    doc FILE.q     what a module of the library defines, as imfilter.q\n"
              "    doc            the built-in functions\n"
              "    doc language   an introduction to the language\n"
              "    quit           ends, as Ctrl+D does\n");
      return;
    }
  for (char **word = words; *word != NULL; word++)
    if (**word != '\0')
      g_ptr_array_add (arguments, *word);
  arguments->pdata[0] = (char *)"doc";
  rs_cli_doc ((int)arguments->len, (char **)arguments->pdata);
  fflush (stdout);
}

static gboolean
is_end (const char *text)
{
  static const char *const words[] = { "quit", "exit", "quit()", "exit()", NULL };
  g_autofree char *copy = g_strstrip (g_strdup (text));

  return g_strv_contains (words, copy);
}

/* A whole input; NULL at the end. (transfer full) */
static char *
read_input (Repl *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean needs_more = TRUE;
  gsize asked = 0;
  int depth = 0;

  while (needs_more)
    {
      gboolean is_dropped = FALSE;
      g_autofree char *line
          = self->is_terminal ? edit_line (self, text->len > 0 ? "... " : ">>> ", &is_dropped) : read_line ();

      if (line == NULL && text->len == 0)
        return NULL;
      if (line == NULL)
        break;
      if (is_dropped)
        {
          g_string_truncate (text, 0);
          asked = 0;
          depth = 0;
          continue;
        }
      if (self->is_terminal && text->len > 0 && is_end (line))
        {
          puts ("What you have begun is not complete: its end, as endfor or a bracket, lets it run; Ctrl+C drops it. "
                "After that, quit ends.");
          continue;
        }
      g_string_append (text, line);
      g_string_append_c (text, '\n');
      if (text->len == strlen (line) + 1 && is_question (self, line))
        break;
      depth += count_block (line);
      needs_more = !may_be_complete (text->len, depth, &asked) || rs_console_needs_more (text->str);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static int
loop (Repl *self)
{
  char *text;

  while (!rs_signals_have_come () && (text = read_input (self)) != NULL)
    {
      g_autofree char *owned = text, *name = NULL;
      int status;

      if (is_end (text))
        break;
      if (text[strspn (text, " \t\n")] == '\0')
        continue;
      if (is_question (self, text))
        {
          answer (text);
          continue;
        }
      name = g_strdup_printf ("input %u", ++self->n_inputs);
      interrupted = 0;
      status = rs_console_run_text (self->console, name, text);
      if (self->figures != NULL)
        rs_figures_write (self->figures);
      if (status != 0)
        self->status = status;
    }
  return self->is_terminal ? RS_EXIT_OK : self->status;
}

static int
run_console (RsSession *session, RsFigures *figures, RsSource *program)
{
  const struct sigaction action = { .sa_handler = interrupt };
  g_autoptr (RsConsole) console = rs_console_new (session);
  Repl self = { .console = console, .figures = figures,
                .is_terminal = isatty (STDIN_FILENO) && isatty (STDOUT_FILENO) };
  int status = RS_EXIT_OK;

  if (!g_unix_open_pipe (wake_up, FD_CLOEXEC, NULL) || !g_unix_set_fd_nonblocking (wake_up[0], TRUE, NULL)
      || !g_unix_set_fd_nonblocking (wake_up[1], TRUE, NULL))
    {
      rs_cli_complain ("repl: no pipe can be opened: %s", g_strerror (errno));
      return RS_EXIT_USAGE;
    }
  running = session;
  rs_signals_catch (session, FALSE);
  sigaction (SIGINT, &action, NULL);
  if (self.is_terminal)
    {
      start_editing (&self);
      printf ("Redshift %s. `help` explains, Ctrl+D ends.\n", RS_VERSION);
    }
  if (program != NULL)
    self.status = rs_console_run_source (console, program);
  status = loop (&self);
  if (!rs_session_close_files (session) || (figures != NULL && !rs_figures_finish (figures)))
    status = MAX (status, RS_EXIT_FAILED);
  signal (SIGINT, SIG_DFL);
  rs_signals_release ();
  g_free (self.history);
  return status;
}

int
rs_cli_repl (int argc, char **argv)
{
  const char *device = NULL, *folder = NULL;
  gboolean is_double = FALSE, no_windows = FALSE;
  g_autoptr (GPtrArray) assignments = g_ptr_array_new (), folders = g_ptr_array_new (), operands = g_ptr_array_new ();
  const RsOption options[] = {
    { "device", &device },
    { "double", &is_double },
    { "figures", &folder },
    { "no-windows", &no_windows },
    { "set", assignments },
    { "include", folders },
  };
  int status = rs_options_parse (options, G_N_ELEMENTS (options), argc, argv, FALSE, operands);
  g_autoptr (RsSettings) settings = NULL;
  g_autoptr (RsFigures) figures = NULL;
  g_autoptr (RsWindows) windows = NULL;
  g_autoptr (RsSession) session = NULL;
  g_autoptr (RsSource) source = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *program_folder = NULL;
  RsSessionOptions session_options = { .device = device, .write_message = rs_cli_write_message };

  if (status >= 0)
    return status;
  if (!rs_cli_check_operands ("repl", operands, 1))
    return RS_EXIT_USAGE;
  settings = rs_settings_new_for_user ();
  if (!rs_cli_apply_settings (settings, assignments)
      || (operands->len == 1 && (source = rs_cli_open_source_for_prompt ("repl", operands->pdata[0])) == NULL))
    return RS_EXIT_USAGE;
  if (folder != NULL)
    {
      figures = rs_figures_new (folder, &error);
      session_options.display = &rs_figures_display;
      session_options.display_data = figures;
    }
  else if (!no_windows && (windows = rs_windows_new ()) != NULL)
    {
      session_options.display = &rs_windows_display;
      session_options.display_data = windows;
    }
  g_ptr_array_add (folders, NULL);
  if (operands->len == 1)
    session_options.folder = program_folder = g_path_get_dirname (operands->pdata[0]);
  session_options.settings = settings;
  session_options.precision = is_double ? RS_PRECISION_DOUBLE : RS_PRECISION_SINGLE;
  session_options.search_path = (const char *const *)folders->pdata;
  if (error == NULL)
    session = rs_session_new (&session_options, &error);
  if (session != NULL)
    return run_console (session, figures, source);
  rs_cli_complain_error ("", error);
  return RS_EXIT_USAGE;
}
