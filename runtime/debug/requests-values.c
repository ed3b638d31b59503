/* Requests about variables and values: of a frame, or of the workspace.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/debug/debugger-private.h"

#include "runtime/memory/completion.h"
#include "runtime/value/array.h"

#include <math.h>
#include <string.h>

#define MOST_SHOWN (64u << 10) /* bytes of a value */
#define MOST_NAMES 200u
#define MOST_ROWS 500u         /* of a table, and columns */
#define MOST_SAMPLES 4096u     /* of a picture's side, a curve, a histogram */

/* --- where --- */

/* *frame NULL: the workspace. */
static gboolean
find_target (RsDebugger *self, const char *text, const RsFrame **frame, GError **error)
{
  *frame = NULL;
  if (strcmp (text, "workspace") != 0)
    return rs_debugger_find_frame (self, text, frame, error);
  if (self->workspace == NULL || !self->is_idle)
    return rs_debug_fail (error, "the workspace can be looked at when no program runs");
  return TRUE;
}

static void
each_variable (RsDebugger *self, const RsFrame *frame, RsDebugVariableFunc function, gpointer data)
{
  if (frame != NULL)
    rs_debugger_each_variable (self, frame, function, data);
  else
    self->workspace->each_variable (self->workspace_data, function, data);
}

/* --- variables --- */

typedef struct {
  RsDebugger *debugger;
  const RsFrame *frame; /* NULL: the workspace */
} Teller;

static void
tell_variable (const char *name, RsValue value, gpointer data)
{
  const Teller *teller = data;
  RsDebugger *self = teller->debugger;
  const gboolean is_at_work = teller->frame != NULL && rs_debugger_is_changed_at_work (self, teller->frame, name);

  rs_debugger_tell_variable (self, "variable", name, value, is_at_work, name);
}

gboolean
rs_debugger_handle_variables (RsDebugger *self, char **fields, GError **error)
{
  const RsFrame *frame;

  if (!find_target (self, fields[0], &frame, error))
    return FALSE;
  each_variable (self, frame, tell_variable, &(Teller){ self, frame });
  return TRUE;
}

typedef struct {
  const char *prefix;
  GString *names;
  guint n;
} NameSearch;

static void
add_name (const char *name, RsValue value, gpointer data)
{
  NameSearch *search = data;

  if (g_str_has_prefix (name, search->prefix) && search->n++ < MOST_NAMES)
    g_string_append_printf (search->names, "%s%s", search->names->len > 0 ? " " : "", name);
}

gboolean
rs_debugger_handle_complete (RsDebugger *self, char **fields, GError **error)
{
  const RsFrame *frame;
  g_autoptr (GString) names = g_string_new (NULL);
  NameSearch search = { fields[1], names, 0 };

  if (!find_target (self, fields[0], &frame, error))
    return FALSE;
  each_variable (self, frame, add_name, &search);
  if (self->workspace != NULL)
    {
      g_auto (GStrv) more = self->workspace->complete (self->workspace_data, fields[1]);

      for (char **name = more; *name != NULL; name++)
        add_name (*name, RS_NONE, &search);
    }
  rs_debugger_tell (self, "names", fields[1], names->str, NULL);
  return TRUE;
}

/* --- values --- */

static void
tell_value (RsDebugger *self, RsValue value)
{
  g_autoptr (GString) text = g_string_new (NULL);

  rs_value_format (value, TRUE, text);
  if (text->len > MOST_SHOWN)
    {
      const char *end = g_utf8_find_prev_char (text->str, text->str + MOST_SHOWN);

      g_string_truncate (text, end != NULL ? (gsize)(end - text->str) : 0);
      g_string_append (text, "...");
    }
  rs_debugger_tell (self, "value", text->str, NULL);
}

static void
run_input (RsDebugger *self, const char *text)
{
  g_autofree char *name = g_strdup_printf ("input %u", ++self->n_inputs), *number = NULL;

  rs_debugger_tell (self, "computing", NULL);
  self->is_idle = FALSE; /* it is debugged like a program */
  number = g_strdup_printf ("%d", self->workspace->run (self->workspace_data, name, text));
  self->is_idle = TRUE;
  rs_debugger_tell (self, "computed", number, NULL);
}

gboolean
rs_debugger_handle_evaluate (RsDebugger *self, char **fields, GError **error)
{
  const RsFrame *frame;
  RsValue value = RS_NONE;
  gboolean is_silent = FALSE, ok;

  if (!find_target (self, fields[0], &frame, error))
    return FALSE;
  if (frame == NULL)
    {
      run_input (self, fields[1]);
      return TRUE;
    }
  ok = rs_debugger_evaluate (self, frame, fields[1], &value, &is_silent, error);
  rs_session_flush (self->session);
  if (ok && !is_silent && value.tag != RS_TAG_NONE)
    tell_value (self, value);
  rs_value_clear (&value);
  return ok;
}

typedef struct {
  const char *name;
  RsValue value; /* a reference, NONE: not found yet */
} ValueSearch;

/* No variable of that name has a value that the loop at work has not left behind. */
static gboolean
check_settled (RsDebugger *self, const RsFrame *frame, const char *name, GError **error)
{
  return frame == NULL || !rs_debugger_is_changed_at_work (self, frame, name) || rs_array_refuse (name, error);
}

static void
match_name (const char *name, RsValue value, gpointer data)
{
  ValueSearch *search = data;

  if (search->value.tag == RS_TAG_NONE && strcmp (name, search->name) == 0)
    search->value = rs_value_ref (value);
}

/* Of a variable, or of an expression in a frame. (transfer full) */
static gboolean
find_value (RsDebugger *self, const RsFrame *frame, const char *text, RsValue *value, GError **error)
{
  ValueSearch search = { text, RS_NONE };
  gboolean is_silent, ok;

  if (!check_settled (self, frame, text, error))
    return FALSE;
  each_variable (self, frame, match_name, &search);
  *value = search.value;
  if (value->tag != RS_TAG_NONE)
    return TRUE;
  if (frame == NULL)
    return rs_debug_fail (error, "the workspace has no variable \"%s\"", text);
  ok = rs_debugger_evaluate (self, frame, text, value, &is_silent, error);
  rs_session_flush (self->session);
  return ok;
}

gboolean
rs_debugger_handle_expression (RsDebugger *self, char **fields, GError **error)
{
  const RsFrame *frame;
  g_autoptr (GError) failed = NULL;
  g_autofree char *text = NULL;
  RsValue value = RS_NONE;

  if (!find_target (self, fields[0], &frame, error))
    return FALSE;
  if (find_value (self, frame, fields[1], &value, &failed))
    text = rs_debug_summarize (value);
  if (text != NULL && rs_debug_opens (value))
    rs_debugger_tell (self, "watch", fields[1], text, "", "opens", NULL);
  else if (text != NULL)
    rs_debugger_tell (self, "watch", fields[1], text, NULL);
  else
    rs_debugger_tell (self, "watch", fields[1], "", failed->message, NULL);
  rs_value_clear (&value);
  return TRUE;
}

/* Of a variable, or an element or member of one. */
gboolean
rs_debugger_handle_entry (RsDebugger *self, char **fields, GError **error)
{
  const RsFrame *frame;
  RsValue value = RS_NONE;
  g_autofree char *text = NULL;

  if (!find_target (self, fields[0], &frame, error) || !find_value (self, frame, fields[1], &value, error))
    return FALSE;
  text = rs_debugger_describe_entry (self, frame, value);
  rs_value_clear (&value);
  rs_debugger_tell (self, "entry", fields[1], text, NULL);
  return TRUE;
}

/* Of a variable, or of an expression that has no effect. frame: NULL: the workspace, which has variables only.
 * (transfer full) */
static gboolean
look_at (RsDebugger *self, const RsFrame *frame, const char *text, RsValue *value, GError **error)
{
  ValueSearch search = { text, RS_NONE };
  gboolean ok = TRUE;

  if (!check_settled (self, frame, text, error))
    return FALSE;
  each_variable (self, frame, match_name, &search);
  if (search.value.tag == RS_TAG_NONE && frame == NULL)
    return rs_debug_fail (error, "the workspace has no variable \"%s\"", text);
  if (search.value.tag == RS_TAG_NONE)
    {
      ok = rs_debugger_look (self, frame, text, &search.value, error);
      rs_session_flush (self->session);
    }
  *value = search.value;
  return ok;
}

gboolean
rs_debugger_handle_members (RsDebugger *self, char **fields, GError **error)
{
  const RsFrame *frame;
  RsValue value = RS_NONE;
  gboolean ok;

  ok = find_target (self, fields[0], &frame, error) && look_at (self, frame, fields[1], &value, error)
       && rs_debugger_tell_members (self, value, fields[1], fields[2], error);
  rs_value_clear (&value);
  return ok;
}

/* An expression under a pointer. */
gboolean
rs_debugger_handle_look (RsDebugger *self, char **fields, GError **error)
{
  const RsFrame *frame;
  RsValue value = RS_NONE;
  g_autoptr (GError) failed = NULL;
  g_autofree char *text = NULL;

  if (!rs_debugger_find_frame (self, fields[0], &frame, error))
    return FALSE;
  if (look_at (self, frame, fields[1], &value, &failed))
    text = rs_debug_summarize (value);
  rs_value_clear (&value);
  rs_debugger_tell (self, "seen", fields[1], text != NULL ? text : "", failed != NULL ? failed->message : "", NULL);
  return TRUE;
}

/* --- arrays --- */

static gboolean
may_be_read (const RsArray *array, const char *name, GError **error)
{
  const char *undefined = __atomic_load_n (&array->undefined, __ATOMIC_ACQUIRE);

  if (rs_queue_is_refused (array))
    return rs_array_refuse (name, error);
  return undefined == NULL || rs_debug_fail (error, "the contents of %s are lost: %s", name, undefined);
}

/* (transfer full) */
static RsArray *
find_array (RsDebugger *self, char **fields, GError **error)
{
  const RsFrame *frame;
  RsValue value = RS_NONE;

  if (!find_target (self, fields[0], &frame, error) || !find_value (self, frame, fields[1], &value, error))
    return NULL;
  if (value.tag == RS_TAG_ARRAY && may_be_read (value.array, fields[1], error))
    return value.array;
  if (value.tag == RS_TAG_ARRAY)
    {
      rs_value_clear (&value);
      return NULL;
    }
  rs_value_clear (&value);
  rs_debug_fail (error, "%s is no array of numbers", fields[1]);
  return NULL;
}

static gboolean
read_count (const char *text, guint64 most, gint64 *number, GError **error)
{
  guint64 value = 0;

  if (!g_ascii_string_to_unsigned (text, 10, 0, most, &value, NULL))
    return rs_debug_fail (error, "\"%.40s\" is no number from 0 to %" G_GUINT64_FORMAT, text, most);
  *number = (gint64)value;
  return TRUE;
}

gboolean
rs_debugger_handle_statistics (RsDebugger *self, char **fields, GError **error)
{
  g_autoptr (RsArray) array = find_array (self, fields, error);

  if (array != NULL)
    rs_debugger_tell_statistics (self, fields[1], array);
  return array != NULL;
}

gboolean
rs_debugger_handle_table (RsDebugger *self, char **fields, GError **error)
{
  g_autoptr (RsArray) array = find_array (self, fields, error);
  gint64 row = 0, n_rows = 0, column = 0, n_columns = 0, plane = 0;

  if (array == NULL || !read_count (fields[2], G_MAXINT32, &row, error)
      || !read_count (fields[3], MOST_ROWS, &n_rows, error) || !read_count (fields[4], G_MAXINT32, &column, error)
      || !read_count (fields[5], MOST_ROWS, &n_columns, error) || !read_count (fields[6], G_MAXINT32, &plane, error))
    return FALSE;
  if (self->is_command)
    return rs_debugger_show_table (self, fields[1], array, row, n_rows, column, n_columns, plane, error);
  rs_debugger_tell_table (self, fields[1], array, row, n_rows, column, n_columns, plane);
  return TRUE;
}

gboolean
rs_debugger_handle_picture (RsDebugger *self, char **fields, GError **error)
{
  g_autoptr (RsArray) array = find_array (self, fields, error);
  gint64 width = 0, height = 0;

  if (array == NULL || !read_count (fields[2], MOST_SAMPLES, &width, error)
      || !read_count (fields[3], MOST_SAMPLES, &height, error))
    return FALSE;
  rs_debugger_tell_picture (self, fields[1], array, (guint)width, (guint)height);
  return TRUE;
}

gboolean
rs_debugger_handle_curve (RsDebugger *self, char **fields, GError **error)
{
  g_autoptr (RsArray) array = find_array (self, fields, error);
  gint64 n = 0;

  if (array == NULL || !read_count (fields[2], MOST_SAMPLES, &n, error))
    return FALSE;
  rs_debugger_tell_curve (self, fields[1], array, (guint)n);
  return TRUE;
}

gboolean
rs_debugger_handle_histogram (RsDebugger *self, char **fields, GError **error)
{
  g_autoptr (RsArray) array = find_array (self, fields, error);
  gint64 n = 0, slice = -1;

  if (array == NULL || !read_count (fields[2], MOST_SAMPLES, &n, error)
      || (fields[3] != NULL && !read_count (fields[3], (guint64)rs_debug_count_slices (array) - 1, &slice, error)))
    return FALSE;
  rs_debugger_tell_histogram (self, fields[1], array, (guint)MAX (n, 1), slice);
  return TRUE;
}

gboolean
rs_debugger_handle_image (RsDebugger *self, char **fields, GError **error)
{
  g_autoptr (RsArray) array = find_array (self, fields, error);

  if (array != NULL)
    rs_debugger_tell_image (self, fields[1], array);
  return array != NULL;
}

/* Places in a picture. */
static gboolean
read_real (const char *text, double *number, GError **error)
{
  char *end;

  *number = g_ascii_strtod (text, &end);
  if (end == text || *end != '\0' || !(fabs (*number) <= G_MAXINT32))
    return rs_debug_fail (error, "\"%.40s\" is no number of moderate size", text);
  return TRUE;
}

gboolean
rs_debugger_handle_samples (RsDebugger *self, char **fields, GError **error)
{
  g_autoptr (RsArray) array = find_array (self, fields, error);
  gint64 width = 0, height = 0;
  RsSampleBox box = { 0 };

  if (array == NULL || !read_count (fields[2], G_MAXINT32, &box.slice, error) || !read_real (fields[3], &box.x, error)
      || !read_real (fields[4], &box.y, error) || !read_real (fields[5], &box.step, error)
      || !read_count (fields[6], RS_DEBUG_MOST_VALUES, &width, error)
      || !read_count (fields[7], RS_DEBUG_MOST_VALUES, &height, error))
    return FALSE;
  if (!(box.step > 0))
    return rs_debug_fail (error, "samples are more than 0 apart");
  box.width = (int)width;
  box.height = (int)height;
  return rs_debugger_tell_samples (self, fields[1], array, &box, error);
}

gboolean
rs_debugger_handle_line (RsDebugger *self, char **fields, GError **error)
{
  g_autoptr (RsArray) array = find_array (self, fields, error);
  RsSampleLine line = { 0 };
  gint64 n = 0;

  if (array == NULL || !read_count (fields[2], G_MAXINT32, &line.slice, error)
      || !read_real (fields[3], &line.x0, error) || !read_real (fields[4], &line.y0, error)
      || !read_real (fields[5], &line.x1, error) || !read_real (fields[6], &line.y1, error)
      || !read_count (fields[7], RS_DEBUG_MOST_VALUES, &n, error))
    return FALSE;
  line.n = (int)n;
  return rs_debugger_tell_line (self, fields[1], array, &line, error);
}
