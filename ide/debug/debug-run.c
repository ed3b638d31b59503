/* The debugger of one run.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/debug/debug-run.h"

#include "ide/debug/debug-settings.h"
#include "runtime/debug/commands.h"
#include "runtime/debug/protocol.h"

#include <glib/gi18n.h>
#include <string.h>

/* A request that has not been answered. */
typedef struct {
  RsDebugPoint *point; /* that it is about; NULL: none */
  gboolean is_command; /* of a person: what it sets is kept */
  gboolean counts;     /* asks how often breakpoints were hit */
  RsDebugSetting setting;
  char *value;          /* that the setting gets; NULL: it changes none */
  RsDebugAnswer answer; /* NULL: what panels show */
  gpointer data;
  GDestroyNotify free_data;
  GPtrArray *records; /* of char **; NULL without answer */
} Asked;

struct _RsDebugRun {
  GObject parent;

  RsDebugPoints *points; /* owned */
  RsRun *run;            /* weak */
  GPtrArray *first;      /* of char *: requests before the program starts */

  GQueue asked;          /* of Asked: the requests that have not been answered */
  RsPointNumbers *numbers;
  gboolean stands, is_leaving; /* is_leaving: it was asked to go on */
  gboolean has_workspace, is_computing;
  Asked *input;          /* that is computed in the workspace; NULL: none that anybody waits for */
  gboolean owes_answer;  /* the next answer is that of the input that was computed */
  guint frame;
  char *item;                              /* position of the work item that stands, "3, 4"; "": none */
  GPtrArray *frames, *variables, *watches; /* of RsDebugRow */
  RsWatchValues watch_values;
};

G_DEFINE_FINAL_TYPE (RsDebugRun, rs_debug_run, G_TYPE_OBJECT)

enum { CHANGED, STOPPED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
asked_free (gpointer data)
{
  Asked *asked = data;

  if (asked->free_data != NULL)
    asked->free_data (asked->data);
  g_clear_pointer (&asked->records, g_ptr_array_unref);
  g_free (asked->value);
  g_free (asked);
}

static void
push_point (RsDebugRun *self, RsDebugPoint *point)
{
  Asked *asked = g_new0 (Asked, 1);

  asked->point = point;
  g_queue_push_tail (&self->asked, asked);
}

/* --- records, on the main thread --- */

/* Takes asked. */
static void
send_request (RsDebugRun *self, Asked *asked, const char *request)
{
  if (self->run != NULL && rs_run_ask (self->run, request))
    g_queue_push_tail (&self->asked, asked);
  else
    asked_free (asked);
}

static void
ask (RsDebugRun *self, const char *verb, const char *first, const char *second)
{
  const char *fields[] = { verb, first, second };
  g_autofree char *request = rs_debug_join (fields, second != NULL ? 3 : first != NULL ? 2 : 1);

  send_request (self, g_new0 (Asked, 1), request);
}

/* (transfer full) */
static char *
dup_place (RsDebugRun *self)
{
  return self->stands ? g_strdup_printf ("%u", self->frame) : g_strdup ("workspace");
}

/* what: the request behind its place. */
static void
request_at (RsDebugRun *self, const char *place, Asked asked, const char *verb, va_list what)
{
  const char *fields[RS_DEBUG_MAX_FIELDS] = { verb, place };
  Asked *kept = g_memdup2 (&asked, sizeof asked);
  g_autofree char *request = NULL;
  guint n = 2;

  while (n < RS_DEBUG_MAX_FIELDS && (fields[n] = va_arg (what, const char *)) != NULL)
    n++;
  request = rs_debug_join (fields, n);
  kept->records = g_ptr_array_new_with_free_func ((GDestroyNotify)g_strfreev);
  if (self->stands || self->has_workspace)
    send_request (self, kept, request);
  else
    asked_free (kept);
}

void
rs_debug_run_request (RsDebugRun *self, RsDebugAnswer answer, gpointer data, GDestroyNotify free_data, const char *verb,
                      ...)
{
  g_autofree char *place = dup_place (self);
  va_list what;

  va_start (what, verb);
  request_at (self, place, (Asked){ .answer = answer, .data = data, .free_data = free_data }, verb, what);
  va_end (what);
}

void
rs_debug_run_request_in (RsDebugRun *self, guint frame, RsDebugAnswer answer, gpointer data, GDestroyNotify free_data,
                         const char *verb, ...)
{
  g_autofree char *place = g_strdup_printf ("%u", frame);
  va_list what;

  va_start (what, verb);
  request_at (self, place, (Asked){ .answer = answer, .data = data, .free_data = free_data }, verb, what);
  va_end (what);
}

static void
look (RsDebugRun *self)
{
  g_autofree char *frame = dup_place (self);
  GPtrArray *watches = rs_debug_points_get_watches (self->points);

  g_ptr_array_set_size (self->variables, 0);
  g_ptr_array_set_size (self->watches, 0);
  ask (self, "variables", frame, NULL);
  for (guint i = 0; i < watches->len; i++)
    ask (self, "expression", frame, g_ptr_array_index (watches, i));
}

static void
count_hits (RsDebugRun *self)
{
  Asked *asked;

  if (rs_debug_points_get_all (self->points)->len == 0)
    return;
  asked = g_new0 (Asked, 1);
  asked->counts = TRUE;
  send_request (self, asked, "breakpoints");
}

static void
add_watch (RsDebugRun *self, const char *record)
{
  RsDebugRow *row = rs_debug_row_new (record, NULL, NULL);

  if (self->stands && self->frame == 0) /* its callers have other variables */
    rs_watch_values_take (&self->watch_values, row);
  g_ptr_array_add (self->watches, row);
}

static void
on_stopped (RsDebugRun *self, char **fields)
{
  self->stands = TRUE;
  if (self->run != NULL)
    rs_run_set_standing (self->run, TRUE);
  self->is_leaving = FALSE;
  self->frame = 0;
  g_free (self->item);
  self->item = g_strdup (fields[7]);
  rs_watch_values_begin (&self->watch_values);
  g_ptr_array_set_size (self->frames, 0);
  ask (self, "stack", NULL, NULL);
  count_hits (self);
  look (self);
  g_signal_emit (self, signals[STOPPED], 0, rs_debug_points_get_name_now (self->points, fields[4]),
                 (guint)g_ascii_strtoull (fields[5], NULL, 10));
}

static void
leave (RsDebugRun *self)
{
  self->stands = FALSE;
  if (self->run != NULL)
    rs_run_set_standing (self->run, FALSE);
  g_signal_emit (self, signals[STOPPED], 0, "", 0);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- settings --- */

static void
on_setting_changed (RsDebugSettings *all, const char *name, RsDebugRun *self)
{
  RsDebugSetting setting;
  const char *value;

  if (rs_debug_setting_find (name, &setting) && (value = rs_debug_settings_get_value (all, setting)) != NULL)
    ask (self, name, value, NULL);
}

/* The debugger of this run has it. */
static void
keep_setting (RsDebugRun *self, RsDebugSetting setting, const char *value)
{
  RsDebugSettings *all = rs_debug_settings_get ();

  g_signal_handlers_block_by_func (all, on_setting_changed, self);
  rs_debug_settings_set_value (all, setting, value);
  g_signal_handlers_unblock_by_func (all, on_setting_changed, self);
}

/* --- answers --- */

/* The answer to the oldest request is complete. Panels are told when they have all that they show. */
static void
on_answered (RsDebugRun *self, const char *error)
{
  Asked *asked = g_queue_pop_head (&self->asked);
  gboolean is_complete = TRUE;

  if (asked == NULL)
    return;
  rs_debug_points_tell_hits (self->points);
  if (asked->answer != NULL)
    asked->answer (asked->records, error, asked->data);
  if (asked->is_command && self->run != NULL)
    rs_run_note_written (self->run);
  if (asked->value != NULL && error == NULL)
    keep_setting (self, asked->setting, asked->value);
  for (GList *link = self->asked.head; link != NULL; link = link->next)
    is_complete &= ((const Asked *)link->data)->answer != NULL;
  if (is_complete && asked->answer == NULL)
    g_signal_emit (self, signals[CHANGED], 0);
  asked_free (asked);
}

/* One that was stopped where it stood has not gone on before. */
static void
on_ended (RsDebugRun *self)
{
  if (self->stands)
    g_signal_emit (self, signals[STOPPED], 0, "", 0);
  self->stands = self->is_leaving = FALSE;
  self->has_workspace = TRUE;
  g_ptr_array_set_size (self->frames, 0);
  count_hits (self);
  look (self);
}

static void
on_computed (RsDebugRun *self, int status)
{
  Asked *input = g_steal_pointer (&self->input);

  self->has_workspace = TRUE;
  self->is_computing = FALSE;
  self->owes_answer = TRUE;
  if (input != NULL)
    {
      input->answer (input->records, status != 0 ? _ ("This has an error, which the console tells.") : NULL,
                     input->data);
      asked_free (input);
    }
  if (self->run != NULL)
    rs_run_set_computing (self->run, FALSE, status);
  look (self);
}

/* Requests that are answered meanwhile, where the input stands, come before its own answer. */
static void
on_computing (RsDebugRun *self)
{
  Asked *input = g_queue_pop_head (&self->asked);

  if (input != NULL && input->answer != NULL)
    self->input = input;
  else if (input != NULL)
    asked_free (input);
  self->has_workspace = FALSE;
  self->is_computing = TRUE;
  if (self->run != NULL)
    rs_run_set_computing (self->run, TRUE, 0);
}

/* Whether it is part of the answer to a request that is waited for. */
static gboolean
take_answer (RsDebugRun *self, const char *record)
{
  static const char *const kinds[] = { "statistics\t", "table\t", "row\t",   "picture\t", "curve\t",
                                       "histogram\t",  "names\t", "image\t", "samples\t", "along\t",
                                       "seen\t",       "entry\t", "call\t",  "member\t",  "more\t" };
  Asked *asked = g_queue_peek_head (&self->asked);

  for (guint i = 0; asked != NULL && asked->answer != NULL && i < G_N_ELEMENTS (kinds); i++)
    if (g_str_has_prefix (record, kinds[i]))
      {
        g_ptr_array_add (asked->records, rs_debug_split (record));
        return TRUE;
      }
  return FALSE;
}

static gboolean
is_end_of_answer (const char *kind)
{
  return g_str_equal (kind, "done") || g_str_equal (kind, "error") || g_str_equal (kind, "failed");
}

static void
take_record (RsDebugRun *self, const char *record)
{
  g_auto (GStrv) fields = rs_debug_split (record);
  guint n = fields != NULL ? g_strv_length (fields) : 0;

  if (n == 0 || take_answer (self, record))
    return;
  if (g_str_equal (fields[0], "error"))
    self->is_leaving = FALSE;
  if (is_end_of_answer (fields[0]) && self->owes_answer)
    self->owes_answer = FALSE;
  else if (is_end_of_answer (fields[0]))
    on_answered (self, n > 1 ? fields[1] : NULL);
  else if (g_str_equal (fields[0], "ended"))
    on_ended (self);
  else if (g_str_equal (fields[0], "computing"))
    on_computing (self);
  else if (g_str_equal (fields[0], "computed") && n >= 2)
    on_computed (self, atoi (fields[1]));
  else if (g_str_equal (fields[0], "running"))
    leave (self);
  else if (g_str_equal (fields[0], "stopped") && n >= 8)
    on_stopped (self, fields);
  else if (g_str_equal (fields[0], "frame") && n >= 5)
    g_ptr_array_add (self->frames,
                     rs_debug_row_new (record, rs_debug_points_get_name_now (self->points, fields[3]), fields[4]));
  else if (g_str_equal (fields[0], "variable"))
    g_ptr_array_add (self->variables, rs_debug_row_new (record, NULL, NULL));
  else if (g_str_equal (fields[0], "watch"))
    add_watch (self, record);
  else if (g_str_equal (fields[0], "looking") && n >= 2)
    rs_debug_run_look_at (self, (guint)g_ascii_strtoull (fields[1], NULL, 10));
  else if (g_str_equal (fields[0], "breakpoint"))
    {
      const Asked *asked = g_queue_peek_head (&self->asked);

      if (asked != NULL && (asked->point != NULL || asked->is_command))
        rs_point_numbers_take_breakpoint (self->numbers, fields, asked->point);
      else if (asked != NULL && asked->counts)
        rs_point_numbers_take_hits (self->numbers, fields);
    }
  else if (g_str_equal (fields[0], "deleted") && n >= 2)
    rs_point_numbers_take_deleted (self->numbers, atoi (fields[1]));
}

typedef struct {
  RsDebugRun *self; /* owned */
  char *record;     /* NULL: nothing is left to be asked */
} Delivery;

static void
delivery_free (gpointer data)
{
  Delivery *delivery = data;

  g_object_unref (delivery->self);
  g_free (delivery->record);
  g_free (delivery);
}

static gboolean
deliver (gpointer data)
{
  Delivery *delivery = data;
  RsDebugRun *self = delivery->self;

  if (delivery->record != NULL)
    take_record (self, delivery->record);
  else
    {
      if (self->is_computing && self->run != NULL)
        rs_run_set_computing (self->run, FALSE, 1);
      self->stands = self->has_workspace = self->is_computing = self->owes_answer = FALSE;
      g_queue_clear_full (&self->asked, asked_free);
      g_clear_pointer (&self->input, asked_free);
      g_ptr_array_set_size (self->frames, 0);
      g_ptr_array_set_size (self->variables, 0);
      g_ptr_array_set_size (self->watches, 0);
      g_ptr_array_set_size (rs_debug_run_get_watched (self), 0);
      g_signal_emit (self, signals[STOPPED], 0, "", 0);
      g_signal_emit (self, signals[CHANGED], 0);
      if (self->run != NULL)
        rs_run_note_written (self->run); /* why, where the process was killed */
    }
  return G_SOURCE_REMOVE;
}

/* On the run's thread; record: NULL at the end. */
static void
on_tell (const char *record, gpointer data)
{
  Delivery *delivery = g_new (Delivery, 1);

  *delivery = (Delivery){ g_object_ref (data), g_strdup (record) };
  g_idle_add_full (G_PRIORITY_DEFAULT, deliver, delivery, delivery_free);
}

/* --- breakpoints --- */

void
rs_debug_run_remark (RsDebugRun *self, const char *text)
{
  g_autofree char *line = g_strconcat (text, "\n", NULL);

  if (self->run == NULL)
    return;
  rs_output_log_write (rs_run_get_log (self->run), RS_OUTPUT_REMARK, line, strlen (line));
  rs_run_note_written (self->run);
}

/* The text has been edited since the program began. what: (transfer full) */
static void
tell_of_new_line (RsDebugRun *self, char *what)
{
  rs_debug_run_remark (self, what);
  g_free (what);
}

/* One of a run that has ended waits for the next one. */
static void
send_point (RsDebugRun *self, RsDebugPoint *point)
{
  const guint line = rs_debug_point_get_line (point),
              then = rs_debug_points_find_then (self->points, point->name, line);
  g_autofree char *request = rs_point_numbers_describe (self->numbers, point, then);
  Asked *asked;

  if (then == 0 && self->has_workspace)
    return;
  if (then == 0)
    {
      tell_of_new_line (self,
                        g_strdup_printf (_ ("line %u is not in the program that runs: the breakpoint there counts "
                                            "from its next start on"),
                                         line));
      return;
    }
  asked = g_new0 (Asked, 1);
  asked->point = point;
  send_request (self, asked, request);
}

static void
on_added (RsDebugPoints *points, RsDebugPoint *point, RsDebugRun *self)
{
  if (!rs_point_numbers_is_adopting (self->numbers) && !point->is_temporary)
    send_point (self, point);
}

static void
on_removed (RsDebugPoints *points, RsDebugPoint *point, RsDebugRun *self)
{
  int number = rs_point_numbers_remove (self->numbers, point);

  for (GList *link = self->asked.head; link != NULL; link = link->next)
    if (((Asked *)link->data)->point == point)
      ((Asked *)link->data)->point = NULL;
  if (number > 0)
    {
      g_autofree char *text = g_strdup_printf ("%d", number);

      ask (self, "delete", text, NULL);
    }
}

static void
on_points_changed (RsDebugPoints *points, RsDebugRun *self)
{
  for (guint i = 0; i < self->frames->len; i++)
    {
      RsDebugRow *row = g_ptr_array_index (self->frames, i);
      const char *now = row->name != NULL ? rs_debug_points_get_name_now (points, row->name) : NULL;

      if (g_strcmp0 (now, row->name) != 0)
        {
          char *name = g_strdup (now);

          g_free (row->name);
          row->name = name;
        }
    }
  if ((self->stands || self->has_workspace) && !rs_point_numbers_is_adopting (self->numbers))
    look (self);
}

/* --- what the window asks --- */

gboolean
rs_debug_run_stands (RsDebugRun *self)
{
  return self->stands && !self->is_leaving;
}

void
rs_debug_run_go_on (RsDebugRun *self, const char *verb)
{
  if (!rs_debug_run_stands (self))
    return;
  self->is_leaving = TRUE;
  ask (self, verb, NULL, NULL);
}

void
rs_debug_run_go_to (RsDebugRun *self, const char *name, guint line)
{
  const guint then = rs_debug_points_find_then (self->points, name, line);
  g_autofree char *place = g_strdup_printf ("%s:%u", rs_debug_points_get_name_then (self->points, name), then);

  if (!rs_debug_run_stands (self))
    return;
  if (then == 0)
    {
      tell_of_new_line (self, g_strdup_printf (_ ("line %u is not in the program that runs"), line));
      return;
    }
  self->is_leaving = TRUE;
  ask (self, "until", place, NULL);
}

void
rs_debug_run_step_into (RsDebugRun *self, const char *function)
{
  if (!rs_debug_run_stands (self))
    return;
  self->is_leaving = TRUE;
  ask (self, "step", function, NULL);
}

void
rs_debug_run_jump (RsDebugRun *self, const char *name, guint line)
{
  const guint then = rs_debug_points_find_then (self->points, name, line);
  const RsDebugRow *frame = self->frames->len > 0 ? g_ptr_array_index (self->frames, 0) : NULL;
  g_autofree char *text = g_strdup_printf ("%u", then);

  if (!rs_debug_run_stands (self) || frame == NULL)
    return;
  if (g_strcmp0 (frame->name, name) != 0)
    tell_of_new_line (self, g_strdup (_ ("the next statement can be one of the function that the program stands in")));
  else if (then == 0)
    tell_of_new_line (self, g_strdup_printf (_ ("line %u is not in the program that runs"), line));
  else
    ask (self, "jump", text, NULL);
}

const char *
rs_debug_run_get_item (RsDebugRun *self)
{
  return rs_debug_run_stands (self) && self->item != NULL ? self->item : "";
}

gboolean
rs_debug_run_has_workspace (RsDebugRun *self)
{
  return self->has_workspace && !self->stands;
}

gboolean
rs_debug_run_is_computing (RsDebugRun *self)
{
  return self->is_computing;
}

void
rs_debug_run_leave (RsDebugRun *self)
{
  if (self->run != NULL)
    rs_run_leave (self->run);
}

void
rs_debug_run_go_to_item (RsDebugRun *self, const char *position, const char *kernel)
{
  self->is_leaving = self->stands;
  ask (self, "item", position, kernel != NULL && *kernel != '\0' ? kernel : NULL);
}

void
rs_debug_run_pause (RsDebugRun *self)
{
  ask (self, "pause", NULL, NULL);
}

void
rs_debug_run_set_program (RsDebugRun *self, const char *name, const char *text)
{
  if (self->has_workspace && !self->stands)
    ask (self, "program", name, text);
}

void
rs_debug_run_answer (RsDebugRun *self, const char *typed, const char *text)
{
  g_autofree char *both = g_strdup_printf (">>> %s\n%s", typed, text);

  if (self->run == NULL)
    return;
  rs_output_log_write (rs_run_get_log (self->run), RS_OUTPUT_REMARK, both, strlen (both));
  rs_run_note_written (self->run);
}

/* is_typed: at the prompt, where it may be a command. Takes asked. */
static void
send_input (RsDebugRun *self, const char *place, gboolean is_typed, const char *text, Asked *asked)
{
  const char *fields[] = { is_typed ? "command" : "evaluate", place, text }, *rest;
  const RsDebugCommand *command = rs_debug_command_parse (text, &rest);
  g_autofree char *request = rs_debug_join (fields, G_N_ELEMENTS (fields));

  asked->is_command = is_typed;
  if (is_typed && command != NULL && rs_debug_setting_find (command->name, &asked->setting))
    asked->value = g_strdup (rest);
  rs_debug_run_answer (self, text, "");
  send_request (self, asked, request);
}

static void
compute (RsDebugRun *self, gboolean is_typed, const char *text)
{
  g_autofree char *place = dup_place (self);

  if (!self->stands && !self->has_workspace && !self->is_computing)
    return;
  send_input (self, place, is_typed, text, g_new0 (Asked, 1));
  if (self->stands)
    look (self);
}

void
rs_debug_run_assign (RsDebugRun *self, const char *text, RsDebugAnswer answer, gpointer data, GDestroyNotify free_data)
{
  const Asked asked = { .answer = answer, .data = data, .free_data = free_data };
  g_autofree char *place = dup_place (self);
  Asked *kept = g_memdup2 (&asked, sizeof asked);

  kept->records = g_ptr_array_new_with_free_func ((GDestroyNotify)g_strfreev);
  if (!self->stands && !self->has_workspace)
    {
      asked_free (kept);
      return;
    }
  send_input (self, place, FALSE, text, kept);
  if (self->stands)
    look (self);
}

void
rs_debug_run_evaluate (RsDebugRun *self, const char *text)
{
  compute (self, FALSE, text);
}

/* The name of the open text that a place at the prompt means, NULL: none. */
static const char *
find_named (RsDebugRun *self, const char *file)
{
  const char *own = rs_debug_points_get_name_now (self->points, rs_run_get_name (self->run));
  g_autofree char *folder = g_path_get_dirname (own), *base = g_path_get_basename (own), *path = NULL;

  if (file == NULL || g_str_equal (file, base))
    return own;
  path = g_canonicalize_filename (file, folder);
  return g_intern_string (rs_debug_points_get_name (self->points, path));
}

/* Of a command whose place is a line of the text, which has been edited since the program began: the same with the
 * program's line. NULL: the program has none. (transfer full) */
static char *
go_by_program (RsDebugRun *self, const RsDebugCommand *command, const char *rest)
{
  static const char *const with_place[] = { "break", "tbreak", "until", NULL };
  g_autoptr (GRegex) regex = g_regex_new ("^(?:(\\S+):)?(\\d+)(?=\\s|$)", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *file = NULL, *number = NULL;
  guint line, then;
  int end = 0;

  if (self->run == NULL || self->has_workspace || !g_strv_contains (with_place, command->name)
      || !g_regex_match (regex, rest, 0, &match))
    return g_strconcat (command->name, " ", rest, NULL);
  file = g_match_info_fetch (match, 1);
  number = g_match_info_fetch (match, 2);
  g_match_info_fetch_pos (match, 0, NULL, &end);
  line = (guint)g_ascii_strtoull (number, NULL, 10);
  then = rs_debug_points_find_then (self->points, find_named (self, *file != '\0' ? file : NULL), line);
  if (then == 0)
    {
      tell_of_new_line (self, g_strdup_printf (_ ("line %u is not in the program that runs"), line));
      return NULL;
    }
  return g_strdup_printf ("%s %s%s%u%s", command->name, file, *file != '\0' ? ":" : "", then, rest + end);
}

gboolean
rs_debug_run_means_variable (RsDebugRun *self, const char *text)
{
  g_autofree char *word = rs_debug_command_first_word (text);

  if (!self->stands || rs_debug_command_find_lone_short (text) == NULL)
    return FALSE;
  for (guint i = 0; i < self->variables->len; i++)
    if (g_strcmp0 (((const RsDebugRow *)g_ptr_array_index (self->variables, i))->fields[1], word) == 0)
      return TRUE;
  return FALSE;
}

void
rs_debug_run_command (RsDebugRun *self, const char *text)
{
  const char *rest;
  const RsDebugCommand *command = rs_debug_command_parse (text, &rest);
  g_autofree char *place = NULL, *own = NULL;

  if (command == NULL || g_str_equal (command->name, "print") || g_str_equal (command->name, "closeall")
      || rs_debug_run_means_variable (self, text))
    {
      compute (self, TRUE, text);
      return;
    }
  /* Where no program stands, what needs one says so. */
  place = self->stands || self->has_workspace ? dup_place (self) : g_strdup ("0");
  own = go_by_program (self, command, rest);
  if (own != NULL)
    send_input (self, place, TRUE, own, g_new0 (Asked, 1));
}

void
rs_debug_run_watch (RsDebugRun *self, const char *what)
{
  g_autofree char *command = g_strconcat ("watch ", what, NULL);

  rs_debug_run_command (self, command);
}

GPtrArray *
rs_debug_run_get_watched (RsDebugRun *self)
{
  return rs_point_numbers_get_watched (self->numbers);
}

void
rs_debug_run_unwatch (RsDebugRun *self, int number)
{
  g_autofree char *text = g_strdup_printf ("%d", number);

  ask (self, "delete", text, NULL);
}

GPtrArray *
rs_debug_run_get_frames (RsDebugRun *self)
{
  return self->frames;
}

GPtrArray *
rs_debug_run_get_variables (RsDebugRun *self)
{
  return self->variables;
}

char **
rs_debug_run_find_variable (RsDebugRun *self, const char *name)
{
  for (guint i = 0; i < self->variables->len; i++)
    {
      char **fields = ((const RsDebugRow *)g_ptr_array_index (self->variables, i))->fields;

      if (fields != NULL && g_strv_length (fields) > 4 && strcmp (fields[1], name) == 0)
        return fields;
    }
  return NULL;
}

gboolean
rs_debug_run_is_long_array (char **fields)
{
  return g_str_has_suffix (fields[4], ", ...]");
}

char *
rs_debug_run_dup_size (char **fields)
{
  g_auto (GStrv) sizes = g_strsplit (fields[3], "x", -1);

  return g_strjoinv (" x ", sizes);
}

GPtrArray *
rs_debug_run_get_watches (RsDebugRun *self)
{
  return self->watches;
}

guint
rs_debug_run_get_frame (RsDebugRun *self)
{
  return self->frame;
}

void
rs_debug_run_look_at (RsDebugRun *self, guint frame)
{
  const RsDebugRow *row;

  if (!self->stands || frame >= self->frames->len || frame == self->frame)
    return;
  row = g_ptr_array_index (self->frames, frame);
  self->frame = frame;
  look (self);
  g_signal_emit (self, signals[STOPPED], 0, row->name, row->line);
}

/* --- starting --- */

/* A request before the program starts. Takes request. */
static void
add_first (RsDebugRun *self, char *request, RsDebugPoint *point)
{
  g_ptr_array_add (self->first, request);
  push_point (self, point);
}

static RsDebugRun *
debug_run_new (RsDebugPoints *points, gboolean is_paused)
{
  RsDebugRun *self = g_object_new (RS_TYPE_DEBUG_RUN, NULL);
  GPtrArray *all = rs_debug_points_get_all (points);
  RsDebugSettings *settings = rs_debug_settings_get ();

  self->points = g_object_ref (points);
  self->numbers = rs_point_numbers_new (points);
  /* A plain run ends with its error, as one without a debugger. */
  if (!is_paused && all->len == 0 && rs_debug_settings_get_value (settings, RS_DEBUG_SETTING_ERRORS) == NULL)
    add_first (self, g_strdup ("errors\tnone"), NULL);
  for (guint i = 0; i < RS_N_DEBUG_SETTINGS; i++)
    {
      const char *name = rs_debug_setting_get_name (i), *value = rs_debug_settings_get_value (settings, i);

      if (value != NULL)
        add_first (self, g_strdup_printf ("%s\t%s", name, value), NULL);
    }
  for (guint i = 0; i < all->len; i++)
    {
      RsDebugPoint *point = g_ptr_array_index (all, i);

      add_first (self, rs_point_numbers_describe (self->numbers, point, rs_debug_point_get_line (point)), point);
    }
  g_ptr_array_add (self->first, NULL);
  g_signal_connect_object (points, "added", G_CALLBACK (on_added), self, 0);
  g_signal_connect_object (points, "edited", G_CALLBACK (on_added), self, 0);
  g_signal_connect_object (points, "removed", G_CALLBACK (on_removed), self, 0);
  g_signal_connect_object (points, "changed", G_CALLBACK (on_points_changed), self, 0);
  g_signal_connect_object (settings, "changed", G_CALLBACK (on_setting_changed), self, 0);
  return self;
}

static void
on_started (RsRuns *runs, RsRun *run, RsDebugRun *self)
{
  g_signal_handlers_disconnect_by_func (runs, on_started, self);
  g_set_weak_pointer (&self->run, run);
  rs_run_set_debug_state (run, G_OBJECT (self));
}

/* Another run is about to start, or the window has gone. */
static void
leave_and_release (gpointer data)
{
  rs_debug_run_leave (data);
  g_object_unref (data);
}

void
rs_debug_run_attach (RsRuns *runs, RsRunRequest *request, gboolean is_paused)
{
  RsDebugPoints *points = rs_debug_points_get (G_OBJECT (runs));
  g_autoptr (RsDebugRun) self = NULL;

  rs_debug_points_begin (points, request->name);
  self = debug_run_new (points, is_paused);
  request->debug = (RsRunDebug){
    .start = { .first = (const char *const *)self->first->pdata, .is_paused = is_paused },
    .tell = on_tell,
    .data = self,
  };
  g_signal_connect_object (runs, "started", G_CALLBACK (on_started), self, 0);
  g_object_set_data_full (G_OBJECT (runs), "debug-run-that-starts", g_steal_pointer (&self), leave_and_release);
}

RsDebugRun *
rs_debug_run_get_shown (RsRuns *runs)
{
  RsRun *run = rs_runs_get_shown (runs);
  GObject *state = run != NULL ? rs_run_get_debug_state (run) : NULL;

  return RS_IS_DEBUG_RUN (state) ? RS_DEBUG_RUN (state) : NULL;
}

void
rs_debug_run_follow_shown (RsRuns *runs, RsDebugRun **followed, GCallback on_change, gpointer panel)
{
  RsDebugRun *run = rs_debug_run_get_shown (runs);

  if (run == *followed)
    return;
  if (*followed != NULL)
    g_signal_handlers_disconnect_by_data (*followed, panel);
  g_set_object (followed, run);
  if (run != NULL)
    g_signal_connect_object (run, "changed", on_change, panel, G_CONNECT_SWAPPED);
}

/* --- object --- */

static void
rs_debug_run_finalize (GObject *object)
{
  RsDebugRun *self = RS_DEBUG_RUN (object);

  g_clear_weak_pointer (&self->run);
  g_free (self->item);
  g_queue_clear_full (&self->asked, asked_free);
  g_clear_pointer (&self->input, asked_free);
  rs_point_numbers_free (self->numbers);
  g_ptr_array_unref (self->first);
  g_ptr_array_unref (self->frames);
  g_ptr_array_unref (self->variables);
  g_ptr_array_unref (self->watches);
  rs_watch_values_clear (&self->watch_values);
  g_object_unref (self->points);
  G_OBJECT_CLASS (rs_debug_run_parent_class)->finalize (object);
}

static void
rs_debug_run_class_init (RsDebugRunClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rs_debug_run_finalize;
  signals[CHANGED]
      = g_signal_new ("changed", RS_TYPE_DEBUG_RUN, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[STOPPED] = g_signal_new ("stopped", RS_TYPE_DEBUG_RUN, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                                   G_TYPE_STRING, G_TYPE_UINT);
}

static void
rs_debug_run_init (RsDebugRun *self)
{
  g_queue_init (&self->asked);
  self->first = g_ptr_array_new_with_free_func (g_free);
  self->frames = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_debug_row_free);
  self->variables = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_debug_row_free);
  self->watches = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_debug_row_free);
  rs_watch_values_init (&self->watch_values);
}
