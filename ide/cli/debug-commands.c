/* The commands of redshift-cli debug that are its own: programs, modules, the screen. All others are the debugger's
 * (runtime/debug/commands.def).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/cli.h"
#include "ide/cli/debug-private.h"

#include <stdio.h>
#include <string.h>

#define RS_DEBUG_COMMAND(function, name, shorts, arguments, summary)
#define RS_DEBUG_FRONT_COMMAND(function, name, shorts, arguments, summary)                                             \
  static void run_##function (RsDebugShell *self, const char *rest);
#include "runtime/debug/commands.def"
#undef RS_DEBUG_COMMAND
#undef RS_DEBUG_FRONT_COMMAND

static const struct {
  const char *name;
  void (*run) (RsDebugShell *self, const char *rest);
} own[] = {
#define RS_DEBUG_COMMAND(function, name, shorts, arguments, summary)
#define RS_DEBUG_FRONT_COMMAND(function, name, shorts, arguments, summary) { name, run_##function },
#include "runtime/debug/commands.def"
#undef RS_DEBUG_COMMAND
#undef RS_DEBUG_FRONT_COMMAND
};

/* Without a program that stands, a step starts it. */
static gboolean
starts_program (RsDebugShell *self, const RsDebugCommand *command)
{
  return !self->is_running && self->program != NULL
         && (strcmp (command->name, "step") == 0 || strcmp (command->name, "stepover") == 0);
}

void
rs_debug_shell_execute (RsDebugShell *self, const char *text)
{
  g_autofree char *line = g_strstrip (g_strdup (text));
  g_autofree char *frame = self->is_running ? g_strdup_printf ("%u", self->frame) : g_strdup ("workspace");
  const char *rest;
  const RsDebugCommand *command
      = rs_debugger_means_variable (self->debugger, frame, line) ? NULL : rs_debug_command_parse (line, &rest);

  for (guint i = 0; command != NULL && i < G_N_ELEMENTS (own); i++)
    if (strcmp (own[i].name, command->name) == 0)
      {
        own[i].run (self, rest);
        return;
      }
  if (command != NULL && starts_program (self, command))
    {
      rs_debug_shell_run (self, TRUE);
      return;
    }
  rs_debug_shell_ask (self, "command", frame, text, NULL);
  self->goes_on = self->is_running && rs_debugger_is_resuming (self->debugger);
  if (!self->is_running && self->figures != NULL)
    rs_figures_write (self->figures);
}

/* --- programs --- */

/* FALSE, and it is said, while a program stands. */
static gboolean
is_free (RsDebugShell *self, const char *command)
{
  if (self->is_running)
    rs_debug_shell_complain (self, "%s: a program stands; `stop` ends it", command);
  return !self->is_running;
}

static gboolean
split (RsDebugShell *self, const char *rest, GStrv *words)
{
  g_autoptr (GError) error = NULL;

  *words = NULL;
  if (*rest == '\0')
    *words = g_new0 (char *, 1);
  else if (!g_shell_parse_argv (rest, NULL, words, &error))
    rs_debug_shell_complain (self, "%s", error->message);
  return *words != NULL;
}

static void
run_compile (RsDebugShell *self, const char *rest)
{
  g_auto (GStrv) words = NULL;
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  int status;

  if (!split (self, rest, &words))
    return;
  if (words[0] == NULL && self->path == NULL)
    {
      rs_debug_shell_complain (self, "compile: name a program, or load one");
      return;
    }
  g_ptr_array_add (arguments, (gpointer) "check");
  for (guint i = 0; i + 1 < self->folders->len; i++)
    {
      g_ptr_array_add (arguments, (gpointer) "-I");
      g_ptr_array_add (arguments, g_ptr_array_index (self->folders, i));
    }
  g_ptr_array_add (arguments, words[0] != NULL ? words[0] : self->path);
  status = rs_cli_check ((int)arguments->len, (char **)arguments->pdata);
  rs_debug_shell_note_status (self, status);
  if (status == RS_EXIT_OK)
    printf ("%s has no errors\n", words[0] != NULL ? words[0] : self->path);
}

static void
run_load (RsDebugShell *self, const char *rest)
{
  g_auto (GStrv) words = NULL;
  g_autoptr (RsSource) source = NULL;

  if (!is_free (self, "load") || !split (self, rest, &words))
    return;
  if (words[0] == NULL)
    {
      rs_debug_shell_complain (self, "load: name a program");
      return;
    }
  source = rs_cli_open_source_for_prompt ("load", words[0]);
  if (source == NULL)
    {
      rs_debug_shell_note_status (self, RS_EXIT_USAGE);
      return;
    }
  g_clear_pointer (&self->program, rs_source_unref);
  g_free (self->path);
  g_strfreev (self->arguments);
  self->program = g_steal_pointer (&source);
  self->path = g_strdup (words[0]);
  self->arguments = g_strdupv (words + 1);
  rs_debug_shell_forget (self);
  rs_debugger_set_program (self->debugger, self->path, rs_source_get_text (self->program));
  self->has_run = FALSE;
  self->status = rs_console_load_program (self->console, self->program);
}

static void
start_program (RsDebugShell *self, const char *rest, gboolean starts_paused)
{
  g_auto (GStrv) words = NULL;

  if (self->program == NULL)
    {
      rs_debug_shell_complain (self, "run: load a program first");
      return;
    }
  if (!split (self, rest, &words))
    return;
  if (words[0] != NULL)
    {
      g_strfreev (self->arguments);
      self->arguments = g_steal_pointer (&words);
    }
  rs_debug_shell_run (self, starts_paused);
}

static void
run_run (RsDebugShell *self, const char *rest)
{
  if (self->is_running)
    rs_debug_shell_execute (self, "continue");
  else
    start_program (self, rest, FALSE);
}

static void
run_start (RsDebugShell *self, const char *rest)
{
  if (is_free (self, "start"))
    start_program (self, rest, TRUE);
}

/* --- the rest --- */

static void
run_mod (RsDebugShell *self, const char *rest)
{
  const GPtrArray *modules = rs_console_get_modules (self->console);

  for (guint i = 0; i < modules->len; i++)
    printf ("%s\n", rs_source_get_name (((const RsModule *)g_ptr_array_index (modules, i))->source));
}

static void
run_path (RsDebugShell *self, const char *rest)
{
  g_auto (GStrv) set = rs_settings_dup_module_folders (self->settings);

  for (guint i = 0; i + 1 < self->folders->len; i++)
    printf ("%s\n", (const char *)g_ptr_array_index (self->folders, i));
  for (char **folder = set; *folder != NULL; folder++)
    printf ("%s\n", *folder);
  printf ("%s\n", rs_library_get_folder ());
}

static void
run_clear (RsDebugShell *self, const char *rest)
{
  if (is_free (self, "clear"))
    rs_debug_shell_forget (self);
}

static void
run_reset (RsDebugShell *self, const char *rest)
{
  g_autoptr (GError) error = NULL;

  if (!is_free (self, "reset"))
    return;
  rs_debug_shell_close (self);
  if (rs_debug_shell_open (self, &error))
    return;
  rs_debug_shell_complain (self, "%s", error->message);
  self->quits = TRUE;
}

static void
build (RsDebugShell *self, const char *rest, gboolean is_library)
{
  g_auto (GStrv) words = NULL;
  g_autofree char *output = NULL;
  const char *program = self->path;
  guint next = 0;
  char *arguments[6] = { (char *)"build", NULL };
  int n = 1, status;

  if (!split (self, rest, &words))
    return;
  if (words[0] != NULL && (words[1] != NULL || g_file_test (words[0], G_FILE_TEST_IS_REGULAR)))
    program = words[next++];
  if (program == NULL)
    {
      rs_debug_shell_complain (self, "%s: name a program, or load one", is_library ? "buildqlib" : "buildexe");
      return;
    }
  if (words[next] != NULL)
    output = g_strdup (words[next]);
  else
    {
      const char *end = g_str_has_suffix (program, ".q") ? program + strlen (program) - 2 : program + strlen (program);
      g_autofree char *stem = g_strndup (program, (gsize)(end - program));

      output = g_strconcat (stem, is_library ? ".qlib" : ".exe", NULL);
    }
  if (is_library)
    arguments[n++] = (char *)"--lib";
  arguments[n++] = (char *)"-o";
  arguments[n++] = output;
  arguments[n++] = (char *)program;
  status = rs_cli_build (n, arguments);
  rs_debug_shell_note_status (self, status);
  if (status == RS_EXIT_OK)
    printf ("%s has been built\n", output);
}

static void
run_buildexe (RsDebugShell *self, const char *rest)
{
  build (self, rest, FALSE);
}

static void
run_buildqlib (RsDebugShell *self, const char *rest)
{
  build (self, rest, TRUE);
}

static void
run_cls (RsDebugShell *self, const char *rest)
{
  if (self->is_terminal)
    fputs ("\033[2J\033[H", stdout);
}

static void
run_help (RsDebugShell *self, const char *rest)
{
  const RsDebugCommand *asked = *rest != '\0' ? rs_debug_command_find (rest) : NULL;
  g_autofree char *text = NULL;

  if (*rest != '\0' && asked == NULL) /* of the language */
    {
      char *words[] = { (char *)"doc", (char *)rest, NULL };

      fflush (stdout);
      rs_cli_doc (2, words);
      return;
    }
  text = rs_debug_command_describe (asked, NULL);
  fputs (text, stdout);
}

static void
run_quit (RsDebugShell *self, const char *rest)
{
  self->quits = TRUE;
  if (self->is_running && rs_debug_shell_ask (self, "stop", NULL))
    self->goes_on = TRUE;
}
