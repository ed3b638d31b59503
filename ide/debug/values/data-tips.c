/* Values under the pointer. The debugger is asked for each expression once, as long as the program stands; the tooltip
 * that has been waiting is made again when the answer comes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/debug/values/data-tips.h"

#include "ide/analysis/completion/expressions.h"

#include <glib/gi18n.h>
#include <string.h>

#define MOST_ANSWERS 1000u
#define MOST_SELECTED 1000u /* bytes */

typedef struct {
  char *value;  /* NULL: there is none */
  char *reason; /* why; NULL while the answer is waited for */
} Answer;

typedef struct {
  RsDebugRun *run;     /* owned; NULL: no program stands */
  RsModule *module;    /* of the text as it was parsed last; NULL: not yet */
  RsSource *source;    /* owned: that text */
  GHashTable *answers; /* "FRAME\tEXPRESSION" -> Answer */
  guint generation;    /* answers to older questions come too late */
} Tips;

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  g_free (answer->value);
  g_free (answer->reason);
  g_free (answer);
}

static void
tips_free (gpointer data)
{
  Tips *self = data;

  g_clear_object (&self->run);
  g_clear_pointer (&self->module, rs_module_unref);
  g_clear_pointer (&self->source, rs_source_unref);
  g_hash_table_unref (self->answers);
  g_free (self);
}

/* --- answers --- */

typedef struct {
  GtkWidget *view; /* owned */
  char *key;
  guint generation;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  g_object_unref (question->view);
  g_free (question->key);
  g_free (question);
}

static void
on_seen (GPtrArray *records, const char *error, gpointer data)
{
  Question *question = data;
  Tips *self = g_object_get_data (G_OBJECT (question->view), "data-tips");
  char **fields = records->len > 0 ? g_ptr_array_index (records, 0) : NULL;
  Answer *answer;

  if (self == NULL || question->generation != self->generation)
    return;
  answer = g_new0 (Answer, 1);
  if (fields != NULL && g_strv_length (fields) >= 4 && *fields[3] == '\0')
    answer->value = g_strdup (fields[2]);
  else
    answer->reason = g_strdup (fields != NULL && g_strv_length (fields) >= 4 ? fields[3] : error != NULL ? error : "");
  g_hash_table_insert (self->answers, g_strdup (question->key), answer);
  gtk_widget_trigger_tooltip_query (question->view);
}

static const Answer *
ask (Tips *self, GtkWidget *view, guint frame, const char *expression)
{
  g_autofree char *key = g_strdup_printf ("%u\t%s", frame, expression);
  Answer *answer = g_hash_table_lookup (self->answers, key);
  Question *question;

  if (answer != NULL)
    return answer;
  if (g_hash_table_size (self->answers) >= MOST_ANSWERS)
    g_hash_table_remove_all (self->answers);
  answer = g_new0 (Answer, 1);
  g_hash_table_insert (self->answers, g_strdup (key), answer);
  question = g_new (Question, 1);
  *question = (Question){ g_object_ref (view), g_steal_pointer (&key), self->generation };
  rs_debug_run_request_in (self->run, frame, on_seen, question, question_free, "look", expression, NULL);
  return answer;
}

/* --- what is asked --- */

static void
parse (Tips *self, RsDocument *document)
{
  RsSource *source = rs_document_get_source (document);
  g_autoptr (RsNames) names = NULL;
  g_autoptr (RsDiagnostics) diagnostics = NULL;

  if (self->source == source)
    return;
  names = rs_names_new ();
  diagnostics = rs_diagnostics_new ();
  g_clear_pointer (&self->module, rs_module_unref);
  g_clear_pointer (&self->source, rs_source_unref);
  self->source = rs_source_ref (source);
  self->module = rs_parse (source, names, diagnostics);
}

static guint32
offset_of (const GtkTextIter *at)
{
  g_autofree char *before = NULL;
  GtkTextIter start;

  gtk_text_buffer_get_start_iter (gtk_text_iter_get_buffer (at), &start);
  before = gtk_text_buffer_get_text (gtk_text_iter_get_buffer (at), &start, at, TRUE);
  return (guint32)strlen (before);
}

static gboolean
is_of_frame (Tips *self, const char *name, guint32 offset, guint index)
{
  GPtrArray *frames = rs_debug_run_get_frames (self->run);
  const RsDebugRow *row = index < frames->len ? g_ptr_array_index (frames, index) : NULL;

  return row != NULL && g_strcmp0 (row->name, name) == 0
         && rs_expression_is_of_call (self->module, offset, row->fields[2], row->line);
}

/* The call that is looked at, else the innermost one. */
static gboolean
find_frame (Tips *self, const char *name, guint32 offset, guint *frame)
{
  guint n = rs_debug_run_get_frames (self->run)->len;

  *frame = rs_debug_run_get_frame (self->run);
  if (is_of_frame (self, name, offset, *frame))
    return TRUE;
  for (*frame = 0; *frame < n; (*frame)++)
    if (is_of_frame (self, name, offset, *frame))
      return TRUE;
  return FALSE;
}

/* What is selected around the pointer, in whole. */
static gboolean
find_selection (const GtkTextIter *at, RsExpression *found, GtkTextIter *begin)
{
  GtkTextIter start, end;
  g_autofree char *text = NULL;

  if (!gtk_text_buffer_get_selection_bounds (gtk_text_iter_get_buffer (at), &start, &end)
      || gtk_text_iter_compare (at, &start) < 0 || gtk_text_iter_compare (at, &end) > 0)
    return FALSE;
  text = g_strstrip (gtk_text_iter_get_text (&start, &end));
  if (*text == '\0' || strlen (text) > MOST_SELECTED)
    return FALSE;
  while (g_unichar_isspace (gtk_text_iter_get_char (&start)) && gtk_text_iter_forward_char (&start))
    continue;
  *begin = start;
  found->whole = g_steal_pointer (&text);
  return TRUE;
}

/* Behind the middle of the last character is behind the expression. */
static gboolean
find_expression (Tips *self, guint32 offset, RsExpression *found)
{
  return rs_expression_find (self->module, offset, found)
         || (offset > 0 && rs_expression_find (self->module, offset - 1, found));
}

/* --- what is told --- */

static gboolean
is_name (const char *expression)
{
  return expression[strspn (expression, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_")] == '\0';
}

/* A name without a value may stand for something else than a variable: that is no news. */
static void
append_answer (Tips *self, GString *text, const char *expression, const Answer *answer)
{
  char **fields = is_name (expression) ? rs_debug_run_find_variable (self->run, expression) : NULL;

  if (answer->reason != NULL && is_name (expression))
    return;
  if (text->len > 0)
    g_string_append_c (text, '\n');
  if (answer->reason != NULL)
    g_string_append_printf (text, "%s: %s", expression, answer->reason);
  else
    g_string_append_printf (text, "%s = %s", expression, answer->value != NULL ? answer->value : "…");
  if (fields != NULL && rs_debug_run_is_long_array (fields))
    {
      g_autofree char *size = rs_debug_run_dup_size (fields);

      g_string_append_printf (text, "\n%s, %s", fields[2], size);
    }
}

static void
append_frame (Tips *self, GString *text, guint frame)
{
  const RsDebugRow *row = g_ptr_array_index (rs_debug_run_get_frames (self->run), frame);

  if (frame != rs_debug_run_get_frame (self->run) && text->len > 0)
    g_string_append_printf (text, _ ("\nin %s, call #%u"), row->fields[2], frame);
}

/* What the tooltip of the text asks first; NULL: nothing that has a value. (transfer full) */
static char *
describe_value (GtkWidget *view, const GtkTextIter *at)
{
  Tips *self = g_object_get_data (G_OBJECT (view), "data-tips");
  RsDocument *document = RS_DOCUMENT (gtk_text_iter_get_buffer (at));
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (RsExpression) found = { NULL, NULL };
  GtkTextIter start = *at;
  gboolean is_selected;
  guint frame;

  if (self == NULL || self->run == NULL || !rs_debug_run_stands (self->run))
    return NULL;
  parse (self, document);
  is_selected = find_selection (at, &found, &start);
  if ((!is_selected && !find_expression (self, offset_of (at), &found))
      || !find_frame (self, rs_document_get_name (document), offset_of (&start), &frame))
    return NULL;
  append_answer (self, text, found.whole, ask (self, view, frame, found.whole));
  if (found.part != NULL)
    append_answer (self, text, found.part, ask (self, view, frame, found.part));
  append_frame (self, text, frame);
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

void
rs_data_tips_show (RsEditorPage *page, RsDebugRun *run)
{
  GObject *view = G_OBJECT (rs_editor_page_get_view (page));
  Tips *self = g_object_get_data (view, "data-tips");

  if (self == NULL)
    {
      self = g_new0 (Tips, 1);
      self->answers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, answer_free);
      g_object_set_data_full (view, "data-tips", self, tips_free);
      g_object_set_data (view, "describe-value", (gpointer)describe_value);
    }
  g_set_object (&self->run, run);
  g_hash_table_remove_all (self->answers);
  self->generation++;
  /* A pointer that rests where a value is asks again. */
  gtk_widget_trigger_tooltip_query (GTK_WIDGET (view));
}
