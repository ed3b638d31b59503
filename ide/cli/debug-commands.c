/* The commands of redshift-cli debug: what is typed becomes requests to the debugger.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/cli.h"
#include "ide/cli/debug-private.h"

#include <stdio.h>
#include <string.h>

#define RS_DEBUG_COMMAND(function, name, shorts, arguments, summary) static void run_##function (RsDebugShell *self, const char *rest);
#include "ide/cli/debug-commands.def"
#undef RS_DEBUG_COMMAND

typedef struct {
  void (*run) (RsDebugShell *self, const char *rest);
  const char *name, *shorts, *arguments, *summary;
} Command;

static const Command commands[] = {
#define RS_DEBUG_COMMAND(function, name, shorts, arguments, summary) { run_##function, name, shorts, arguments, summary },
#include "ide/cli/debug-commands.def"
#undef RS_DEBUG_COMMAND
};

/* --- finding --- */

static gboolean
is_short (const Command *command, const char *word)
{
  g_auto (GStrv) shorts = g_strsplit (command->shorts, " ", -1);

  return *word != '\0' && g_strv_contains ((const char *const *)shorts, word);
}

static const Command *
find_command (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (strcmp (commands[i].name, word) == 0 || is_short (&commands[i], word))
      return &commands[i];
  return NULL;
}

static char *
first_word (const char *line)
{
  line += strspn (line, " \t");
  return g_strndup (line, strspn (line, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_"));
}

/* What follows the first word shows that it is a name in a statement: step = 3, list(1), x[2], n + 1. */
static gboolean
is_statement (const char *rest)
{
  const char *next = rest + strspn (rest, " \t");

  if (*next == '\0')
    return FALSE;
  if (*rest == '(' || *rest == '[' || *rest == '.')
    return TRUE;
  return strchr ("=<>+*/&|~^,;:)?", *next) != NULL && !g_str_has_prefix (next, ":\\") && !g_str_has_prefix (next, "./")
         && next[0] != '/';
}

static const Command *
parse_command (const char *line, const char **rest)
{
  g_autofree char *word = first_word (line);
  const Command *command = find_command (word);
  const char *behind = line + strspn (line, " \t") + strlen (word);

  if (command == NULL || is_statement (behind))
    return NULL;
  *rest = behind + strspn (behind, " \t");
  return command;
}

gboolean
rs_debug_shell_is_command (const char *line)
{
  const char *rest;

  return parse_command (line, &rest) != NULL;
}

/* A single word, or words without an operator, that nothing knows. */
static const char *
find_nearest (const char *line)
{
  g_autofree char *word = first_word (line);
  const char *names[G_N_ELEMENTS (commands)];
  const char *behind = line + strspn (line, " \t") + strlen (word);

  if (*word == '\0' || is_statement (behind) || (*behind != '\0' && !g_ascii_isspace (*behind)))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    names[i] = commands[i].name;
  return rs_cli_nearest (word, names, G_N_ELEMENTS (names));
}

/* Whether the workspace or the language knows the word. */
static gboolean
is_known (RsDebugShell *self, const char *line)
{
  g_autofree char *word = first_word (line);
  g_auto (GStrv) names = rs_console_complete (self->console, word);

  return g_strv_contains ((const char *const *)names, word);
}

void
rs_debug_shell_execute (RsDebugShell *self, const char *text)
{
  g_autofree char *line = g_strstrip (g_strdup (text));
  g_autofree char *word = first_word (line);
  const char *rest, *nearest;
  const Command *command = parse_command (line, &rest);

  if (*line == '\0' || *line == '%')
    return;
  if (command != NULL)
    {
      command->run (self, rest);
      return;
    }
  nearest = is_known (self, line) ? NULL : find_nearest (line);
  if (nearest != NULL && !self->is_running)
    {
      rs_debug_shell_complain (self, "there is no command or variable \"%s\"; did you mean \"%s\"?", word, nearest);
      return;
    }
  self->word = word;
  self->nearest = nearest;
  rs_debug_shell_evaluate (self, text);
  self->word = self->nearest = NULL;
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

/* The program that stands goes on. */
static void
go_on (RsDebugShell *self, const char *verb, const char *argument)
{
  if (rs_debug_shell_ask (self, verb, argument, NULL))
    self->goes_on = TRUE;
}

static void
run_run (RsDebugShell *self, const char *rest)
{
  if (self->is_running)
    go_on (self, "continue", NULL);
  else
    start_program (self, rest, FALSE);
}

static void
run_start (RsDebugShell *self, const char *rest)
{
  if (is_free (self, "start"))
    start_program (self, rest, TRUE);
}

static void
run_go_on (RsDebugShell *self, const char *rest)
{
  go_on (self, "continue", NULL);
}

/* Without a program that stands, a step starts it. */
static void
step (RsDebugShell *self, const char *verb)
{
  if (!self->is_running && self->program != NULL)
    rs_debug_shell_run (self, TRUE);
  else
    go_on (self, verb, NULL);
}

static void
run_step (RsDebugShell *self, const char *rest)
{
  step (self, "step");
}

static void
run_stepover (RsDebugShell *self, const char *rest)
{
  step (self, "over");
}

static void
run_stepout (RsDebugShell *self, const char *rest)
{
  go_on (self, "out", NULL);
}

static void
run_until (RsDebugShell *self, const char *rest)
{
  if (*rest == '\0')
    rs_debug_shell_complain (self, "until: give a place: LINE, FILE:LINE or FUNCTION");
  else
    go_on (self, "until", rest);
}

static void
run_item (RsDebugShell *self, const char *rest)
{
  gsize length = strspn (rest, G_CSET_DIGITS " \t,[]"), end = length;
  g_autofree char *position = NULL;

  while (end > 0 && g_ascii_isspace (rest[end - 1]))
    end--;
  position = g_strndup (rest, end);
  if (!rs_debug_shell_ask (self, "item", position, rest[length] != '\0' ? rest + length : NULL, NULL))
    return;
  if (self->is_running)
    self->goes_on = TRUE;
}

static void
run_stop (RsDebugShell *self, const char *rest)
{
  if (!self->is_running)
    rs_debug_shell_complain (self, "stop: no program stands");
  else if (rs_debug_shell_ask (self, "stop", NULL))
    self->goes_on = TRUE;
}

/* --- breakpoints --- */

/* Takes a word and what belongs to it from the start of *rest; NULL when that does not begin so. (transfer full) */
static char *
take_option (const char **rest, const char *word)
{
  const char *behind = *rest + strlen (word);
  g_autoptr (GString) value = NULL;

  if (!g_str_has_prefix (*rest, word) || !g_ascii_isspace (*behind))
    return NULL;
  behind += strspn (behind, " \t");
  value = g_string_new (NULL);
  if (*behind == '"')
    for (behind++; *behind != '\0' && *behind != '"'; behind++)
      {
        if (*behind == '\\' && behind[1] != '\0')
          behind++;
        g_string_append_c (value, *behind);
      }
  else
    for (; *behind != '\0' && !g_ascii_isspace (*behind); behind++)
      g_string_append_c (value, *behind);
  behind += *behind == '"';
  *rest = behind + strspn (behind, " \t");
  return g_string_free (g_steal_pointer (&value), FALSE);
}

static void
set_breakpoint (RsDebugShell *self, const char *rest, gboolean is_once)
{
  g_autofree char *place = g_strndup (rest, strcspn (rest, " \t")), *hits = NULL, *say = NULL;
  const char *fields[5] = { NULL };
  g_autofree char *hits_field = NULL, *say_field = NULL, *if_field = NULL;
  guint n = 0;

  if (*place == '\0')
    {
      rs_debug_shell_complain (self, "break: give a place: LINE, FILE:LINE or FUNCTION");
      return;
    }
  rest += strlen (place);
  rest += strspn (rest, " \t");
  hits = take_option (&rest, "hits");
  say = take_option (&rest, "say");
  if (g_str_has_prefix (rest, "if") && g_ascii_isspace (rest[2]))
    fields[n++] = if_field = g_strconcat ("if=", rest + 3, NULL);
  else if (*rest != '\0')
    {
      rs_debug_shell_complain (self, "break: \"%s\" is not understood: break PLACE [hits N] [say \"TEXT\"] [if CONDITION]", rest);
      return;
    }
  if (hits != NULL)
    fields[n++] = hits_field = g_strconcat ("hits=", hits, NULL);
  if (say != NULL)
    fields[n++] = say_field = g_strconcat ("say=", say, NULL);
  if (is_once)
    fields[n++] = "once";
  rs_debug_shell_ask (self, "break", place, fields[0], fields[1], fields[2], fields[3], NULL);
}

static void
run_breakpoint (RsDebugShell *self, const char *rest)
{
  set_breakpoint (self, rest, FALSE);
}

static void
run_tbreak (RsDebugShell *self, const char *rest)
{
  set_breakpoint (self, rest, TRUE);
}

static void
run_watch (RsDebugShell *self, const char *rest)
{
  rs_debug_shell_ask (self, "watch", rest, NULL);
}

static void
run_breakpoints (RsDebugShell *self, const char *rest)
{
  rs_debug_shell_ask (self, "breakpoints", NULL);
}

static void
run_remove (RsDebugShell *self, const char *rest)
{
  rs_debug_shell_ask (self, "delete", *rest != '\0' ? rest : NULL, NULL);
}

static void
run_enable (RsDebugShell *self, const char *rest)
{
  rs_debug_shell_ask (self, "enable", rest, NULL);
}

static void
run_disable (RsDebugShell *self, const char *rest)
{
  rs_debug_shell_ask (self, "disable", rest, NULL);
}

static void
run_errors (RsDebugShell *self, const char *rest)
{
  rs_debug_shell_ask (self, "errors", rest, NULL);
}

static void
run_nan (RsDebugShell *self, const char *rest)
{
  rs_debug_shell_ask (self, "nan", rest, NULL);
}

static void
run_library (RsDebugShell *self, const char *rest)
{
  rs_debug_shell_ask (self, "library", rest, NULL);
}

/* --- looking --- */

static char *
frame_text (const RsDebugShell *self)
{
  return self->is_running ? g_strdup_printf ("%u", self->frame) : g_strdup ("workspace");
}

static void
list_variable (const char *name, RsValue value, gpointer data)
{
  rs_debugger_tell_variable (((RsDebugShell *)data)->debugger, name, value);
}

/* The headers of the functions that the program and the inputs define. */
static void
list_functions (RsDebugShell *self)
{
  const GPtrArray *modules = rs_console_get_modules (self->console);

  for (guint i = 0; i < modules->len; i++)
    {
      const RsModule *module = g_ptr_array_index (modules, i);

      if (rs_library_contains (rs_source_get_name (module->source)))
        continue;
      for (guint k = 0; k < module->root->n_children; k++)
        {
          const RsNode *node = module->root->children[k];
          guint line;
          g_autofree char *text = NULL;

          if (node == NULL || node->kind != RS_NODE_FUNCTION || node->name == NULL)
            continue;
          rs_source_locate (module->source, node->span.start, &line, NULL);
          text = rs_source_dup_line (module->source, line);
          printf ("%s = %s\n", node->name, g_strstrip (text) + (g_str_has_prefix (text, "function ") ? 9 : 0));
        }
    }
}

static void
run_list (RsDebugShell *self, const char *rest)
{
  g_autofree char *frame = frame_text (self);

  if (*rest != '\0' && strcmp (rest, "objects") != 0)
    {
      rs_debug_shell_complain (self, "list: nothing or `objects`, not \"%s\"; `show` lists the text", rest);
      return;
    }
  self->shows_objects = *rest != '\0';
  if (self->is_running)
    rs_debug_shell_ask (self, "variables", frame, NULL);
  else
    {
      rs_console_each_variable (self->console, list_variable, self);
      list_functions (self);
    }
  self->shows_objects = FALSE;
}

static void
run_trace (RsDebugShell *self, const char *rest)
{
  rs_debug_shell_ask (self, "stack", NULL);
}

static void
look_at (RsDebugShell *self, int change)
{
  guint before = self->frame;
  g_autofree char *frame = NULL;

  if (change < 0 && self->frame == 0)
    {
      rs_debug_shell_complain (self, "down: this is the innermost function");
      return;
    }
  self->frame = (guint)((int)self->frame + change);
  frame = frame_text (self);
  if (!rs_debug_shell_ask (self, "frame", frame, NULL))
    self->frame = before;
}

static void
run_up (RsDebugShell *self, const char *rest)
{
  look_at (self, 1);
}

static void
run_down (RsDebugShell *self, const char *rest)
{
  look_at (self, -1);
}

static void
run_show (RsDebugShell *self, const char *rest)
{
  g_autofree char *frame = frame_text (self);

  rs_debug_shell_ask (self, "text", frame, NULL);
}

static void
run_print (RsDebugShell *self, const char *rest)
{
  g_autofree char *text = NULL;

  if (*rest == '\0')
    {
      rs_debug_shell_complain (self, "print: give an expression");
      return;
    }
  text = g_strconcat ("print ", rest, NULL);
  rs_debug_shell_evaluate (self, text);
}

static void
run_statistics (RsDebugShell *self, const char *rest)
{
  g_autofree char *frame = frame_text (self);

  if (*rest == '\0')
    rs_debug_shell_complain (self, "statistics: name an array");
  else
    rs_debug_shell_ask (self, "statistics", frame, rest, NULL);
}

static void
run_table (RsDebugShell *self, const char *rest)
{
  g_autofree char *frame = frame_text (self);
  g_auto (GStrv) words = NULL;
  guint n;

  if (!split (self, rest, &words))
    return;
  n = g_strv_length (words);
  if (n < 1 || n == 2 || n > 4)
    rs_debug_shell_complain (self, "table: give NAME [ROW COLUMN [PLANE]]");
  else
    rs_debug_shell_ask (self, "table", frame, words[0], n > 2 ? words[1] : "0", "20", n > 2 ? words[2] : "0", "10", n > 3 ? words[3] : "0", NULL);
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
  g_auto (GStrv) set = g_strsplit (rs_settings_get_text (self->settings, RS_SETTING_MODULE_DIR), ",", 0);

  for (guint i = 0; i + 1 < self->folders->len; i++)
    printf ("%s\n", (const char *)g_ptr_array_index (self->folders, i));
  for (char **folder = set; *folder != NULL; folder++)
    if (*g_strstrip (*folder) != '\0')
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
run_closeall (RsDebugShell *self, const char *rest)
{
  rs_debug_shell_evaluate (self, "close(\"all\")");
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
  const Command *asked = *rest != '\0' ? find_command (rest) : NULL;

  if (*rest != '\0' && asked == NULL)
    {
      rs_debug_shell_complain (self, "help: there is no command \"%s\"", rest);
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      const Command *command = &commands[i];
      g_autofree char *names = *command->shorts != '\0' ? g_strdelimit (g_strconcat (command->name, " ", command->shorts, NULL), " ", '/')
                                                        : g_strdup (command->name);
      g_autofree char *usage = g_strconcat (names, *command->arguments != '\0' ? " " : "", command->arguments, NULL);

      if (asked == NULL || asked == command)
        printf (strlen (usage) > 26 ? "  %s\n%28s %s\n" : "  %-26s%s %s\n", usage, "", command->summary);
    }
  if (asked == NULL)
    printf ("Anything else is a statement; the value of an expression is shown.\n");
}

static void
run_quit (RsDebugShell *self, const char *rest)
{
  self->quits = TRUE;
  if (self->is_running && rs_debug_shell_ask (self, "stop", NULL))
    self->goes_on = TRUE;
}
