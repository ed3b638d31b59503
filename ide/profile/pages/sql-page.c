/* Questions in SQL: tables and views of a trace are in profiler/store/SCHEMA.md.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/profile/pages/trace-page.h"

#include "ide/profile/pages/sql-words.h"
#include "ide/profile/pages/text-table.h"
#include "ide/profile/trace-job.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* More rows help nobody, and the table keeps them all. */
#define MAX_ROWS 10000
#define MAX_HISTORY 100u
#define FIRST_QUERY                                                                                                    \
  "select name, count(*) as times, sum(end-start)/1e6 as ms from named_events group by name order by ms desc"

#define RS_TYPE_SQL_PAGE (rs_sql_page_get_type ())
G_DECLARE_FINAL_TYPE (RsSqlPage, rs_sql_page, RS, SQL_PAGE, GtkWidget)

struct _RsSqlPage {
  GtkWidget parent;

  GtkWidget *child; /* a box */
  GtkEntry *query;  /* borrowed from child, like what follows */
  GtkSpinButton *timeout;
  GtkButton *run, *cancel;
  GtkLabel *status;
  RsTextTable *table;

  GtkListStore *words; /* owned; a column of texts: what is completed */
  RsSqlWords *known;   /* owned; NULL: not read yet */
  RsTraceJob *reading; /* of known, under way; NULL: none */
  GPtrArray *history;  /* element-type utf8: what was asked, the last at the end */
  guint at;            /* which of them shows; its length: what is being written */
  char *draft;         /* that; NULL: nothing was written */

  char *path;      /* NULL: none */
  RsTraceJob *job; /* under way; NULL: none */
};

static void page_init (RsTracePageInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (RsSqlPage, rs_sql_page, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (RS_TYPE_TRACE_PAGE, page_init))

/* A question and its answer so far. */
typedef struct {
  RsSqlPage *page; /* owned */
  char *sql;
  guint seconds;
  GPtrArray *titles; /* element-type utf8; of the last statement that has columns */
  GListStore *rows;  /* element-type RsTextRow */
  gboolean is_cut;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  g_object_unref (question->page);
  g_free (question->sql);
  g_ptr_array_unref (question->titles);
  g_object_unref (question->rows);
  g_free (question);
}

static RsTextRow *
make_row (guint n, const RsTraceQueryValue *values)
{
  RsTextRow *row = rs_text_row_new (n);

  for (guint i = 0; i < n; i++)
    {
      const char *text = values[i].text;

      rs_text_row_set (row, i, text != NULL ? rs_trace_make_printable (text) : g_strdup ("NULL"),
                       values[i].is_number ? g_ascii_strtod (text, NULL) : NAN);
    }
  return row;
}

static gboolean
add_row (guint n, const RsTraceQueryValue *values, const char *const *names, gpointer data)
{
  Question *question = data;
  g_autoptr (RsTextRow) row = NULL;

  if (values == NULL)
    {
      g_ptr_array_set_size (question->titles, 0);
      g_list_store_remove_all (question->rows);
      for (guint i = 0; i < n; i++)
        g_ptr_array_add (question->titles, rs_trace_make_printable (names[i]));
      return TRUE;
    }
  if (g_list_model_get_n_items (G_LIST_MODEL (question->rows)) >= MAX_ROWS)
    {
      question->is_cut = TRUE;
      return FALSE;
    }
  row = make_row (n, values);
  g_list_store_append (question->rows, row);
  return TRUE;
}

static gpointer
ask_store (RsTraceStore *store, gpointer data, GError **error)
{
  Question *question = data;

  return rs_trace_store_query (store, question->sql, question->seconds, add_row, question, error) ? question : NULL;
}

static void
show_answer (RsSqlPage *self, Question *question)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (question->rows));
  g_autofree char *text = question->is_cut
                              ? g_strdup_printf (_ ("The first %u rows; a limit or a condition says which"), MAX_ROWS)
                              : g_strdup_printf (ngettext ("%u row", "%u rows", n), n);

  gtk_label_set_text (self->status, text);
  rs_text_table_set_columns (self->table, (const char *const *)question->titles->pdata, question->titles->len);
  rs_text_table_set_rows (self->table, question->rows);
}

static void
on_answered (gpointer result, RsTraceStore *store, const GError *error, gpointer data)
{
  Question *question = data;
  RsSqlPage *self = question->page;

  self->job = NULL;
  if (self->child == NULL)
    return;
  gtk_widget_set_sensitive (GTK_WIDGET (self->run), TRUE);
  gtk_widget_set_sensitive (GTK_WIDGET (self->cancel), FALSE);
  if (result != NULL || question->is_cut)
    show_answer (self, question);
  else if (g_error_matches (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_INTERRUPTED))
    gtk_label_set_text (self->status, _ ("Cancelled"));
  else
    {
      g_autofree char *text = rs_sql_words_explain (self->known, question->sql, error->message);

      gtk_label_set_text (self->status, text);
    }
}

/* --- what was asked --- */

static void
remember (RsSqlPage *self, const char *sql)
{
  guint before;

  if (g_ptr_array_find_with_equal_func (self->history, sql, g_str_equal, &before))
    g_ptr_array_remove_index (self->history, before);
  if (self->history->len == MAX_HISTORY)
    g_ptr_array_remove_index (self->history, 0);
  g_ptr_array_add (self->history, g_strdup (sql));
  self->at = self->history->len;
}

static void
show_asked (RsSqlPage *self, guint at)
{
  if (self->at == self->history->len)
    {
      g_free (self->draft);
      self->draft = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->query)));
    }
  self->at = at;
  gtk_editable_set_text (GTK_EDITABLE (self->query), at < self->history->len ? self->history->pdata[at] : self->draft);
  gtk_editable_set_position (GTK_EDITABLE (self->query), -1);
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, gpointer data)
{
  RsSqlPage *self = data;

  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  if (key == GDK_KEY_Up && self->at > 0)
    show_asked (self, self->at - 1);
  else if (key == GDK_KEY_Down && self->at < self->history->len)
    show_asked (self, self->at + 1);
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

/* --- completion --- */

static char *
get_word (GtkEditable *query, guint *begin, guint *end)
{
  const char *text = gtk_editable_get_text (query);

  *end = (guint)(g_utf8_offset_to_pointer (text, gtk_editable_get_position (query)) - text);
  *begin = rs_sql_find_word (text, *end);
  return g_strndup (text + *begin, *end - *begin);
}

static gboolean
is_match (GtkEntryCompletion *completion, const char *key, GtkTreeIter *iter, gpointer data)
{
  RsSqlPage *self = data;
  g_autofree char *found = NULL, *word = NULL;
  guint begin, end;

  word = get_word (GTK_EDITABLE (self->query), &begin, &end);
  gtk_tree_model_get (GTK_TREE_MODEL (self->words), iter, 0, &found, -1);
  return *word != '\0' && found != NULL && g_ascii_strncasecmp (found, word, strlen (word)) == 0
         && strlen (found) > strlen (word);
}

static gboolean
on_match_selected (GtkEntryCompletion *completion, GtkTreeModel *model, GtkTreeIter *iter, gpointer data)
{
  RsSqlPage *self = data;
  GtkEditable *query = GTK_EDITABLE (self->query);
  g_autofree char *found = NULL, *word = NULL;
  guint begin, end;
  int position;

  word = get_word (query, &begin, &end);
  gtk_tree_model_get (model, iter, 0, &found, -1);
  position = gtk_editable_get_position (query) - (int)strlen (word);
  gtk_editable_delete_text (query, position, position + (int)strlen (word));
  gtk_editable_insert_text (query, found, -1, &position);
  gtk_editable_set_position (query, position);
  return GDK_EVENT_STOP;
}

static gpointer
read_words (RsTraceStore *store, gpointer data, GError **error)
{
  return rs_sql_words_read (store, error);
}

static void
on_words_read (gpointer result, RsTraceStore *store, const GError *error, gpointer data)
{
  RsSqlPage *self = data;
  const GPtrArray *all;

  self->reading = NULL;
  if (result == NULL || self->child == NULL)
    {
      rs_sql_words_free (result);
      return;
    }
  g_clear_pointer (&self->known, rs_sql_words_free);
  self->known = result;
  gtk_list_store_clear (self->words);
  all = rs_sql_words_get_all (self->known);
  for (guint i = 0; i < all->len; i++)
    gtk_list_store_insert_with_values (self->words, NULL, -1, 0, all->pdata[i], -1);
}

/* When the page is shown: most never are. */
static void
read_words_once (RsSqlPage *self)
{
  if (self->known == NULL && self->reading == NULL && self->path != NULL && gtk_widget_get_mapped (GTK_WIDGET (self)))
    self->reading = rs_trace_job_start (self->path, read_words, on_words_read, g_object_ref (self), g_object_unref);
}

/* --- asking --- */

static void
on_run (RsSqlPage *self)
{
  Question *question;

  if (self->path == NULL || self->job != NULL)
    return;
  question = g_new0 (Question, 1);
  question->page = g_object_ref (self);
  question->sql = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->query)));
  question->seconds = (guint)gtk_spin_button_get_value_as_int (self->timeout);
  question->titles = g_ptr_array_new_with_free_func (g_free);
  question->rows = g_list_store_new (RS_TYPE_TEXT_ROW);
  remember (self, question->sql);
  gtk_label_set_text (self->status, _ ("Asking…"));
  gtk_widget_set_sensitive (GTK_WIDGET (self->run), FALSE);
  gtk_widget_set_sensitive (GTK_WIDGET (self->cancel), TRUE);
  self->job = rs_trace_job_start (self->path, ask_store, on_answered, question, question_free);
}

static void
on_cancel (RsSqlPage *self)
{
  if (self->job != NULL)
    rs_trace_job_cancel (self->job);
}

static void
rs_sql_page_set_trace (RsTracePage *page, const char *path, const RsTraceRange *range)
{
  RsSqlPage *self = RS_SQL_PAGE (page);

  if (g_strcmp0 (path, self->path) == 0)
    return;
  on_cancel (self);
  g_free (self->path);
  self->path = g_strdup (path);
  g_clear_pointer (&self->known, rs_sql_words_free);
  read_words_once (self);
}

static void
rs_sql_page_set_filter (RsTracePage *page, const char *text)
{
  rs_text_table_set_filter (RS_SQL_PAGE (page)->table, text);
}

static void
page_init (RsTracePageInterface *interface)
{
  interface->set_trace = rs_sql_page_set_trace;
  interface->set_filter = rs_sql_page_set_filter;
}

static void
rs_sql_page_dispose (GObject *object)
{
  RsSqlPage *self = RS_SQL_PAGE (object);

  on_cancel (self);
  if (self->reading != NULL)
    rs_trace_job_cancel (self->reading);
  g_clear_pointer (&self->child, gtk_widget_unparent);
  G_OBJECT_CLASS (rs_sql_page_parent_class)->dispose (object);
}

static void
rs_sql_page_finalize (GObject *object)
{
  RsSqlPage *self = RS_SQL_PAGE (object);

  g_free (self->path);
  g_free (self->draft);
  g_ptr_array_unref (self->history);
  g_object_unref (self->words);
  rs_sql_words_free (self->known);
  G_OBJECT_CLASS (rs_sql_page_parent_class)->finalize (object);
}

static void
rs_sql_page_class_init (RsSqlPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = rs_sql_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = rs_sql_page_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), RS_TYPE_TRACE_PAGE_LAYOUT);
}

static void
make_query (RsSqlPage *self)
{
  GtkEntryCompletion *completion = gtk_entry_completion_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->query = g_object_new (GTK_TYPE_ENTRY, "text", FIRST_QUERY, "hexpand", TRUE, "width-chars", 20, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self->query), "monospace");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->query),
                               _ ("Names of tables and columns are completed while you write; Up and Down bring back "
                                  "what was asked before"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->query), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Question in SQL"),
                                  -1);
  gtk_entry_completion_set_model (completion, GTK_TREE_MODEL (self->words));
  gtk_entry_completion_set_text_column (completion, 0);
  gtk_entry_completion_set_minimum_key_length (completion, 1);
  gtk_entry_completion_set_match_func (completion, is_match, self, NULL);
  g_signal_connect (completion, "match-selected", G_CALLBACK (on_match_selected), self);
  gtk_entry_set_completion (self->query, completion);
  g_object_unref (completion);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self->query), keys);
  g_signal_connect_swapped (self->query, "activate", G_CALLBACK (on_run), self);
}

static GtkWidget *
make_bar (RsSqlPage *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);

  make_query (self);
  self->timeout = GTK_SPIN_BUTTON (gtk_spin_button_new_with_range (1, 3600, 1));
  gtk_spin_button_set_value (self->timeout, 10);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->timeout), _ ("Seconds after which the question is given up"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->timeout), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Seconds after which the question is given up"), -1);
  self->run = GTK_BUTTON (gtk_button_new_with_label (_ ("Ask")));
  self->cancel = GTK_BUTTON (gtk_button_new_with_label (_ ("Cancel")));
  gtk_widget_set_sensitive (GTK_WIDGET (self->cancel), FALSE);
  g_signal_connect_swapped (self->run, "clicked", G_CALLBACK (on_run), self);
  g_signal_connect_swapped (self->cancel, "clicked", G_CALLBACK (on_cancel), self);
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->query));
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->timeout));
  gtk_box_append (GTK_BOX (bar), gtk_label_new ("s"));
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->run));
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->cancel));
  return bar;
}

static void
rs_sql_page_init (RsSqlPage *self)
{
  self->words = gtk_list_store_new (1, G_TYPE_STRING);
  self->history = g_ptr_array_new_with_free_func (g_free);
  self->child = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  self->status
      = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "wrap", TRUE, "selectable", TRUE, "label",
                      _ ("Tables: events, kernels, tracks, totals; views: named_events (named by texts), and more"),
                      NULL);
  self->table = rs_text_table_new (_ ("Answer"));
  gtk_widget_set_vexpand (GTK_WIDGET (self->table), TRUE);
  g_signal_connect (self, "map", G_CALLBACK (read_words_once), NULL);
  gtk_box_append (GTK_BOX (self->child), make_bar (self));
  gtk_box_append (GTK_BOX (self->child), GTK_WIDGET (self->status));
  gtk_box_append (GTK_BOX (self->child), GTK_WIDGET (self->table));
  gtk_widget_set_parent (self->child, GTK_WIDGET (self));
}

GtkWidget *
rs_sql_page_new (void)
{
  return g_object_new (RS_TYPE_SQL_PAGE, NULL);
}
