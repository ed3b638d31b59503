/* Commands: how they are told from statements, and what each asks of the debugger.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/debug/commands.h"

#include "compiler/base/suggest.h"
#include "runtime/debug/debugger-private.h"

#include <string.h>

typedef gboolean (*RunFunc) (RsDebugger *self, const char *frame, const char *rest, GError **error);

#define RS_DEBUG_COMMAND(function, name, shorts, arguments, summary)                                                   \
  static gboolean run_##function (RsDebugger *self, const char *frame, const char *rest, GError **error);
#define RS_DEBUG_FRONT_COMMAND(function, name, shorts, arguments, summary)
#include "runtime/debug/commands.def"
#undef RS_DEBUG_COMMAND
#undef RS_DEBUG_FRONT_COMMAND

static const RsDebugCommand commands[] = {
#define RS_DEBUG_COMMAND(function, name, shorts, arguments, summary) { name, shorts, arguments, summary, FALSE },
#define RS_DEBUG_FRONT_COMMAND(function, name, shorts, arguments, summary) { name, shorts, arguments, summary, TRUE },
#include "runtime/debug/commands.def"
#undef RS_DEBUG_COMMAND
#undef RS_DEBUG_FRONT_COMMAND
};

static const RunFunc functions[] = {
#define RS_DEBUG_COMMAND(function, name, shorts, arguments, summary) run_##function,
#define RS_DEBUG_FRONT_COMMAND(function, name, shorts, arguments, summary) NULL,
#include "runtime/debug/commands.def"
#undef RS_DEBUG_COMMAND
#undef RS_DEBUG_FRONT_COMMAND
};

/* --- finding --- */

static gboolean
is_short (const RsDebugCommand *command, const char *word)
{
  g_auto (GStrv) shorts = g_strsplit (command->shorts, " ", -1);

  return *word != '\0' && g_strv_contains ((const char *const *)shorts, word);
}

const RsDebugCommand *
rs_debug_command_find (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (strcmp (commands[i].name, word) == 0 || is_short (&commands[i], word))
      return &commands[i];
  return NULL;
}

char *
rs_debug_command_first_word (const char *line)
{
  line += strspn (line, " \t");
  return g_strndup (line, strspn (line, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_"));
}

/* What follows the first word shows that it is a name in a statement. A minus and a slash may begin an option or a path
 * where a command takes any: not with a blank on both sides. */
static gboolean
is_statement (const char *rest, gboolean takes_arguments)
{
  const char *next = rest + strspn (rest, " \t");

  if (*next == '\0')
    return FALSE;
  if (*rest == '(' || *rest == '[' || *rest == '.')
    return TRUE;
  if (*next == '-' || *next == '/')
    return !takes_arguments || next == rest || next[1] == ' ';
  return strchr ("=<>+*&|~^,;:)?", *next) != NULL && !g_str_has_prefix (next, ":\\") && !g_str_has_prefix (next, "./");
}

const RsDebugCommand *
rs_debug_command_parse (const char *line, const char **rest)
{
  g_autofree char *word = rs_debug_command_first_word (line);
  const RsDebugCommand *command = rs_debug_command_find (word);
  const char *behind = line + strspn (line, " \t") + strlen (word);

  if (command == NULL || is_statement (behind, *command->arguments != '\0') || strchr (line, '\n') != NULL)
    return NULL;
  *rest = behind + strspn (behind, " \t");
  return command;
}

const RsDebugCommand *
rs_debug_command_find_lone_short (const char *line)
{
  const char *rest;
  const RsDebugCommand *command = rs_debug_command_parse (line, &rest);
  g_autofree char *word = rs_debug_command_first_word (line);

  return command != NULL && *rest == '\0' && is_short (command, word) ? command : NULL;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

GStrv
rs_debug_command_complete (const char *prefix)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_str_has_prefix (commands[i].name, prefix))
      g_ptr_array_add (names, g_strdup (commands[i].name));
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  return (GStrv)g_ptr_array_free (names, FALSE);
}

const char *
rs_debug_command_find_nearest (const char *line)
{
  g_autofree char *word = rs_debug_command_first_word (line);
  const char *names[G_N_ELEMENTS (commands)];
  const char *behind = line + strspn (line, " \t") + strlen (word);

  if (*word == '\0' || is_statement (behind, TRUE) || (*behind != '\0' && !g_ascii_isspace (*behind)))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    names[i] = commands[i].name;
  return rs_suggest_among (names, G_N_ELEMENTS (names), word);
}

/* --- help --- */

static void
append_help (GString *text, const RsDebugCommand *command)
{
  g_autofree char *names = *command->shorts != '\0'
                               ? g_strdelimit (g_strconcat (command->name, " ", command->shorts, NULL), " ", '/')
                               : g_strdup (command->name);
  g_autofree char *usage = g_strconcat (names, *command->arguments != '\0' ? " " : "", command->arguments, NULL);

  if (strlen (usage) > 26)
    g_string_append_printf (text, "  %s\n%28s %s\n", usage, "", command->summary);
  else
    g_string_append_printf (text, "  %-26s %s\n", usage, command->summary);
}

char *
rs_debug_command_describe (const RsDebugCommand *command, gboolean (*has) (const RsDebugCommand *command))
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (command != NULL ? &commands[i] == command : has == NULL || has (&commands[i]))
      append_help (text, &commands[i]);
  if (command == NULL)
    g_string_append (text, "Anything else is a statement; the value of an expression is shown.\n");
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* --- asking --- */

/* A request of fields, NULL-terminated. */
static gboolean ask (RsDebugger *self, GError **error, const char *verb, ...) G_GNUC_NULL_TERMINATED;

static gboolean
ask (RsDebugger *self, GError **error, const char *verb, ...)
{
  char *fields[RS_DEBUG_MAX_FIELDS + 1] = { (char *)verb };
  guint n = 1;
  va_list arguments;

  va_start (arguments, verb);
  while (n < RS_DEBUG_MAX_FIELDS && (fields[n] = va_arg (arguments, char *)) != NULL)
    n++;
  va_end (arguments);
  return rs_debugger_carry_out (self, fields, error);
}

static const char *
or_null (const char *text)
{
  return *text != '\0' ? text : NULL;
}

/* --- going on --- */

static gboolean
run_go_on (RsDebugger *self, const char *frame, const char *rest, GError **error)
{
  return ask (self, error, "continue", NULL);
}

static gboolean
run_step (RsDebugger *self, const char *frame, const char *rest, GError **error)
{
  return ask (self, error, "step", or_null (rest), NULL);
}

static gboolean
run_stepover (RsDebugger *self, const char *frame, const char *rest, GError **error)
{
  return ask (self, error, "over", NULL);
}

static gboolean
run_stepout (RsDebugger *self, const char *frame, const char *rest, GError **error)
{
  return ask (self, error, "out", NULL);
}

static gboolean
run_until (RsDebugger *self, const char *frame, const char *rest, GError **error)
{
  if (*rest == '\0')
    return rs_debug_fail (error, "until: give a place: LINE, FILE:LINE or FUNCTION");
  return ask (self, error, "until", rest, NULL);
}

static gboolean
run_jump (RsDebugger *self, const char *frame, const char *rest, GError **error)
{
  return ask (self, error, "jump", rest, NULL);
}

static gboolean
run_item (RsDebugger *self, const char *frame, const char *rest, GError **error)
{
  gsize length = strspn (rest, G_CSET_DIGITS " \t,[]"), end = length;
  g_autofree char *position = NULL;

  while (end > 0 && g_ascii_isspace (rest[end - 1]))
    end--;
  position = g_strndup (rest, end);
  return ask (self, error, "item", position, or_null (rest + length), NULL);
}

static gboolean
run_stop (RsDebugger *self, const char *frame, const char *rest, GError **error)
{
  if (!self->is_stopped)
    return rs_debug_fail (error, "stop: no program stands");
  return ask (self, error, "stop", NULL);
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

static gboolean
set_breakpoint (RsDebugger *self, const char *rest, gboolean is_once, GError **error)
{
  g_autofree char *place = g_strndup (rest, strcspn (rest, " \t")), *hits = NULL, *say = NULL;
  const char *fields[5] = { NULL };
  g_autofree char *hits_field = NULL, *say_field = NULL, *if_field = NULL;
  guint n = 0;

  if (*place == '\0')
    return rs_debug_fail (error, "break: give a place: LINE, FILE:LINE or FUNCTION");
  rest += strlen (place);
  rest += strspn (rest, " \t");
  hits = take_option (&rest, "hits");
  say = take_option (&rest, "say");
  if (g_str_has_prefix (rest, "if") && g_ascii_isspace (rest[2]))
    fields[n++] = if_field = g_strconcat ("if=", rest + 3, NULL);
  else if (*rest != '\0')
    return rs_debug_fail (error, "break: \"%s\" is not understood: break PLACE [hits N] [say \"TEXT\"] [if CONDITION]",
                          rest);
  if (hits != NULL)
    fields[n++] = hits_field = g_strconcat ("hits=", hits, NULL);
  if (say != NULL)
    fields[n++] = say_field = g_strconcat ("say=", say, NULL);
  if (is_once)
    fields[n++] = "once";
  return ask (self, error, "break", place, fields[0], fields[1], fields[2], fields[3], NULL);
}

static gboolean
run_breakpoint (RsDebugger *self, const char *frame, const char *rest, GError **error)
{
  return set_breakpoint (self, rest, FALSE, error);
}

static gboolean
run_tbreak (RsDebugger *self, const char *frame, const char *rest, GError **error)
{
  return set_breakpoint (self, rest, TRUE, error);
}

static gboolean
run_watch (RsDebugger *self, const char *frame, const char *rest, GError **error)
{
  return ask (self, error, "watch", rest, NULL);
}

static gboolean
run_breakpoints (RsDebugger *self, const char *frame, const char *rest, GError **error)
{
  return ask (self, error, "breakpoints", NULL);
}

static gboolean
run_remove (RsDebugger *self, const char *frame, const char *rest, GError **error)
{
  return ask (self, error, "delete", or_null (rest), NULL);
}

static gboolean
run_enable (RsDebugger *self, const char *frame, const char *rest, GError **error)
{
  return ask (self, error, "enable", rest, NULL);
}

static gboolean
run_disable (RsDebugger *self, const char *frame, const char *rest, GError **error)
{
  return ask (self, error, "disable", rest, NULL);
}

static gboolean
run_errors (RsDebugger *self, const char *frame, const char *rest, GError **error)
{
  return ask (self, error, "errors", rest, NULL);
}

static gboolean
run_nan (RsDebugger *self, const char *frame, const char *rest, GError **error)
{
  return ask (self, error, "nan", rest, NULL);
}

static gboolean
run_warnings (RsDebugger *self, const char *frame, const char *rest, GError **error)
{
  return ask (self, error, "warnings", rest, NULL);
}

static gboolean
run_library (RsDebugger *self, const char *frame, const char *rest, GError **error)
{
  return ask (self, error, "library", rest, NULL);
}

/* --- looking --- */

static void
tell_function (const char *header, gpointer data)
{
  rs_debugger_tell (data, "shown", header, NULL);
}

static gboolean
run_list (RsDebugger *self, const char *frame, const char *rest, GError **error)
{
  gboolean ok;

  if (*rest != '\0' && strcmp (rest, "objects") != 0)
    return rs_debug_fail (error, "list: nothing or `objects`, not \"%s\"; `show` lists the text", rest);
  self->shows_objects = *rest != '\0';
  ok = ask (self, error, "variables", frame, NULL);
  self->shows_objects = FALSE;
  if (ok && !self->is_stopped && self->workspace != NULL)
    self->workspace->each_function (self->workspace_data, tell_function, self);
  return ok;
}

static gboolean
run_trace (RsDebugger *self, const char *frame, const char *rest, GError **error)
{
  return ask (self, error, "stack", NULL);
}

/* The front end looks at that frame from now on. */
static gboolean
look_at (RsDebugger *self, guint index, GError **error)
{
  g_autofree char *number = g_strdup_printf ("%u", index), *line = NULL;
  const RsFrame *frame;

  if (!rs_debugger_find_frame (self, number, &frame, error))
    return FALSE;
  line = g_strdup_printf ("%u", rs_debug_frame_line (frame));
  rs_debugger_tell (self, "looking", number, frame->proto->name, rs_source_get_name (frame->proto->module->source),
                    line, NULL);
  return TRUE;
}

static gboolean
run_up (RsDebugger *self, const char *frame, const char *rest, GError **error)
{
  return look_at (self, (guint)g_ascii_strtoull (frame, NULL, 10) + 1, error);
}

static gboolean
run_down (RsDebugger *self, const char *frame, const char *rest, GError **error)
{
  guint index = (guint)g_ascii_strtoull (frame, NULL, 10);

  if (index == 0)
    return rs_debug_fail (error, "down: this is the innermost function");
  return look_at (self, index - 1, error);
}

static gboolean
run_show (RsDebugger *self, const char *frame, const char *rest, GError **error)
{
  return ask (self, error, "text", frame, NULL);
}

static gboolean
run_print (RsDebugger *self, const char *frame, const char *rest, GError **error)
{
  g_autofree char *text = NULL;

  if (*rest == '\0')
    return rs_debug_fail (error, "print: give an expression");
  text = g_strconcat ("print ", rest, NULL);
  return ask (self, error, "evaluate", frame, text, NULL);
}

static gboolean
run_statistics (RsDebugger *self, const char *frame, const char *rest, GError **error)
{
  if (*rest == '\0')
    return rs_debug_fail (error, "statistics: name an array");
  return ask (self, error, "statistics", frame, rest, NULL);
}

static gboolean
run_table (RsDebugger *self, const char *frame, const char *rest, GError **error)
{
  g_auto (GStrv) words = NULL;
  guint n = 0;

  if (*rest != '\0' && !g_shell_parse_argv (rest, NULL, &words, error))
    return FALSE;
  if (words != NULL)
    n = g_strv_length (words);
  if (n < 1 || n == 2 || n > 4)
    return rs_debug_fail (error, "table: give NAME [ROW COLUMN [PLANE]]");
  return ask (self, error, "table", frame, words[0], n > 2 ? words[1] : "0", "20", n > 2 ? words[2] : "0", "10",
              n > 3 ? words[3] : "0", NULL);
}

static gboolean
run_closeall (RsDebugger *self, const char *frame, const char *rest, GError **error)
{
  return ask (self, error, "evaluate", frame, "close(\"all\")", NULL);
}

/* --- the request --- */

/* Whether the workspace or the language knows the word that a line begins with. */
static gboolean
is_known (RsDebugger *self, const char *line)
{
  g_autofree char *word = rs_debug_command_first_word (line);
  g_auto (GStrv) names = self->workspace != NULL ? self->workspace->complete (self->workspace_data, word) : NULL;

  return names != NULL && g_strv_contains ((const char *const *)names, word);
}

static gboolean
run_statement (RsDebugger *self, const char *frame, const char *text, const char *line, GError **error)
{
  const char *nearest = is_known (self, line) ? NULL : rs_debug_command_find_nearest (line);
  g_autofree char *word = rs_debug_command_first_word (line);
  g_autoptr (GError) failed = NULL;
  gboolean is_unknown = nearest != NULL && self->is_idle; /* only the function in which it stands knows its variables */

  if (!is_unknown && ask (self, &failed, "evaluate", frame, text, NULL))
    return TRUE;
  if (is_unknown || (nearest != NULL && strstr (failed->message, "is not defined") != NULL))
    return rs_debug_fail (error, "there is no command or variable \"%s\"; did you mean \"%s\"?", word, nearest);
  g_propagate_error (error, g_steal_pointer (&failed));
  return FALSE;
}

typedef struct {
  const char *name;
  gboolean is_there;
} Sought;

static void
compare_name (const char *name, RsValue value, gpointer data)
{
  Sought *sought = data;

  sought->is_there |= strcmp (name, sought->name) == 0;
}

gboolean
rs_debugger_means_variable (RsDebugger *self, const char *frame, const char *line)
{
  g_autofree char *word = rs_debug_command_first_word (line);
  Sought sought = { word };
  const RsFrame *found;

  if (self->is_stopped && rs_debug_command_find_lone_short (line) != NULL
      && rs_debugger_find_frame (self, frame, &found, NULL))
    rs_debugger_each_variable (self, found, compare_name, &sought);
  return sought.is_there;
}

/* What a line shows that could have been the command. */
static gboolean
show_variable (RsDebugger *self, const char *frame, const char *line, const RsDebugCommand *command, GError **error)
{
  g_autofree char *note = g_strdup_printf ("`%s` is a variable here; the command is `%s`", line, command->name);

  if (!ask (self, error, "evaluate", frame, line, NULL))
    return FALSE;
  rs_debugger_tell (self, "note", note, NULL);
  return TRUE;
}

gboolean
rs_debugger_handle_command (RsDebugger *self, char **fields, GError **error)
{
  g_autofree char *line = g_strstrip (g_strdup (fields[1]));
  const char *rest;
  const RsDebugCommand *command = rs_debug_command_parse (line, &rest);
  gboolean ok;

  if (*line == '\0' || (*line == '%' && strchr (line, '\n') == NULL))
    return TRUE;
  if (command == NULL)
    return run_statement (self, fields[0], fields[1], line, error);
  if (rs_debugger_means_variable (self, fields[0], line))
    return show_variable (self, fields[0], line, command, error);
  if (functions[command - commands] == NULL)
    return rs_debug_fail (error, "%s: this is for the program that shows the debugger", command->name);
  self->is_command = TRUE;
  ok = functions[command - commands](self, fields[0], rest, error);
  self->is_command = FALSE;
  return ok;
}
