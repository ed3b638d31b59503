/* Completion in an editor page.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/completion-provider.h"

#include "ide/analysis/completion.h"

#include <glib/gi18n.h>
#include <string.h>

/* Letters of a text that is shown in one line. */
#define SHORT 40

#define RS_TYPE_PROPOSAL_ROW (rs_proposal_row_get_type ())
G_DECLARE_FINAL_TYPE (RsProposalRow, rs_proposal_row, RS, PROPOSAL_ROW, GObject)

/* One row of the list: a name, or a piece of program. */
struct _RsProposalRow {
  GObject parent;

  GPtrArray *proposals; /* element-type RsProposal; owned reference; NULL: a snippet */
  const RsProposal *proposal;
  GtkSourceSnippet *snippet; /* owned; NULL: a name */
};

static void
init_proposal (GtkSourceCompletionProposalInterface *interface)
{
}

G_DEFINE_FINAL_TYPE_WITH_CODE (RsProposalRow, rs_proposal_row, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GTK_SOURCE_TYPE_COMPLETION_PROPOSAL, init_proposal))

static void
rs_proposal_row_finalize (GObject *object)
{
  g_clear_pointer (&RS_PROPOSAL_ROW (object)->proposals, g_ptr_array_unref);
  g_clear_object (&RS_PROPOSAL_ROW (object)->snippet);
  G_OBJECT_CLASS (rs_proposal_row_parent_class)->finalize (object);
}

static void
rs_proposal_row_class_init (RsProposalRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rs_proposal_row_finalize;
}

static void
rs_proposal_row_init (RsProposalRow *self)
{
}

struct _RsCompletionProvider {
  GObject parent;

  RsChecker *checker; /* weak pointer */
  GListStore *list;   /* weak; the newest */

  /* What was found last, so that one more letter need not read the whole text again. */
  GPtrArray *proposals; /* element-type RsProposal; owned reference; NULL: nothing yet */
  char *typed;          /* of the word then; owned */
  int start;            /* of the word, in letters of the buffer */
};

/* --- the list --- */

/* The whole text, and where in it the cursor is. (transfer full) */
static char *
read_text (GtkTextBuffer *buffer, guint32 *offset)
{
  GtkTextIter start, end, cursor;
  g_autofree char *before = NULL;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_get_iter_at_mark (buffer, &cursor, gtk_text_buffer_get_insert (buffer));
  before = gtk_text_buffer_get_text (buffer, &start, &cursor, TRUE);
  *offset = (guint32)strlen (before);
  return gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
}

static gboolean
is_typed (const RsProposal *proposal, const char *text, guint32 start, guint32 end)
{
  return strlen (proposal->text) == end - start && strncmp (text + start, proposal->text, end - start) == 0;
}

static GListStore *
new_list (RsCompletionProvider *self)
{
  GListStore *list = g_list_store_new (RS_TYPE_PROPOSAL_ROW);

  g_set_weak_pointer (&self->list, list);
  return list;
}

void
rs_completion_provider_clear (RsCompletionProvider *self)
{
  if (self->list != NULL)
    g_list_store_remove_all (self->list);
}

/* Whether a statement may begin with the word: nothing but blanks is in front of it, and it is no comment. */
static gboolean
begins_statement (GtkTextBuffer *buffer, const char *text, guint32 start)
{
  GtkTextIter cursor;

  while (start > 0 && (text[start - 1] == ' ' || text[start - 1] == '\t'))
    start--;
  gtk_text_buffer_get_iter_at_mark (buffer, &cursor, gtk_text_buffer_get_insert (buffer));
  return (start == 0 || text[start - 1] == '\n')
         && !gtk_source_buffer_iter_has_context_class (GTK_SOURCE_BUFFER (buffer), &cursor, "comment")
         && !gtk_source_buffer_iter_has_context_class (GTK_SOURCE_BUFFER (buffer), &cursor, "string");
}

/* Pieces of program behind the names. A word that is complete is left to Tab: Return is a new line. */
static void
add_snippets (GPtrArray *rows, const char *text, guint32 start, guint32 offset)
{
  g_autofree char *prefix = g_strndup (text + start, offset - start);
  g_autoptr (GListModel) snippets
      = gtk_source_snippet_manager_list_matching (gtk_source_snippet_manager_get_default (), NULL, "quasar", prefix);

  for (guint i = 0; *prefix != '\0' && snippets != NULL && i < g_list_model_get_n_items (snippets); i++)
    {
      g_autoptr (GtkSourceSnippet) snippet = g_list_model_get_item (snippets, i);
      RsProposalRow *row;

      if (g_strcmp0 (gtk_source_snippet_get_trigger (snippet), prefix) == 0)
        continue;
      row = g_object_new (RS_TYPE_PROPOSAL_ROW, NULL);
      row->snippet = g_steal_pointer (&snippet);
      g_ptr_array_add (rows, row);
    }
}

/* Fills a new list with those of the proposals that begin with what is typed between the text's bytes start and offset,
 * and with pieces of program. */
static GListStore *
new_list_of (RsCompletionProvider *self, GtkTextBuffer *buffer, GPtrArray *proposals, const char *text, guint32 start,
             guint32 offset)
{
  GListStore *list = new_list (self);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < proposals->len; i++)
    {
      const RsProposal *proposal = g_ptr_array_index (proposals, i);
      RsProposalRow *row;

      if (strncmp (proposal->text, text + start, offset - start) != 0)
        continue;
      row = g_object_new (RS_TYPE_PROPOSAL_ROW, NULL);
      row->proposals = g_ptr_array_ref (proposals);
      row->proposal = proposal;
      g_ptr_array_add (rows, row);
    }
  /* A word that is complete wants no list: Return is a new line. */
  if (rows->len == 1 && is_typed (RS_PROPOSAL_ROW (g_ptr_array_index (rows, 0))->proposal, text, start, offset))
    return list;
  if (begins_statement (buffer, text, start))
    add_snippets (rows, text, start, offset);
  g_list_store_splice (list, 0, 0, rows->pdata, rows->len);
  return list;
}

/* Reads the text and asks what may stand there. */
static GListStore *
make_list (RsCompletionProvider *self, GtkTextBuffer *buffer)
{
  RsAnalysis *analysis = self->checker != NULL ? rs_checker_get_analysis (self->checker) : NULL;
  g_autofree char *text = NULL;
  guint32 offset, start;
  GtkTextIter cursor;

  if (analysis == NULL)
    return new_list (self);
  text = read_text (buffer, &offset);
  g_clear_pointer (&self->proposals, g_ptr_array_unref);
  g_free (self->typed);
  self->proposals = rs_complete (analysis, text, offset, &start);
  self->typed = g_strndup (text + start, offset - start);
  gtk_text_buffer_get_iter_at_mark (buffer, &cursor, gtk_text_buffer_get_insert (buffer));
  self->start = gtk_text_iter_get_offset (&cursor) - (int)g_utf8_strlen (self->typed, -1);
  return new_list_of (self, buffer, self->proposals, text, start, offset);
}

/* The list when letters were typed behind the word for which it was made last; NULL: it has to be made again. */
static GListStore *
narrow_list (RsCompletionProvider *self, GtkTextBuffer *buffer)
{
  g_autofree char *line = NULL;
  GtkTextIter begin, word, cursor;
  gsize start, length;

  if (self->proposals == NULL || self->proposals->len >= RS_MAX_PROPOSALS)
    return NULL;
  gtk_text_buffer_get_iter_at_mark (buffer, &cursor, gtk_text_buffer_get_insert (buffer));
  gtk_text_buffer_get_iter_at_offset (buffer, &word, self->start);
  if (gtk_text_iter_get_line (&word) != gtk_text_iter_get_line (&cursor) || gtk_text_iter_compare (&word, &cursor) >= 0)
    return NULL;
  gtk_text_buffer_get_iter_at_line (buffer, &begin, gtk_text_iter_get_line (&cursor));
  line = gtk_text_buffer_get_text (buffer, &begin, &cursor, TRUE);
  start = (gsize)gtk_text_iter_get_line_index (&word);
  length = strlen (self->typed);
  if (length == 0 || !g_str_has_prefix (line + start, self->typed))
    return NULL;
  for (const char *p = line + start + length; *p != '\0'; p++)
    if (!rs_is_completed_letter (*p))
      return NULL;
  return new_list_of (self, buffer, self->proposals, line, (guint32)start, (guint32)strlen (line));
}

static void
populate_async (GtkSourceCompletionProvider *provider, GtkSourceCompletionContext *context, GCancellable *cancellable,
                GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (provider, cancellable, callback, data);

  g_task_set_task_data (task, g_object_ref (gtk_source_completion_context_get_view (context)), g_object_unref);
  g_task_return_pointer (task,
                         make_list (RS_COMPLETION_PROVIDER (provider),
                                    GTK_TEXT_BUFFER (gtk_source_completion_context_get_buffer (context))),
                         g_object_unref);
}

static GListModel *
populate_finish (GtkSourceCompletionProvider *provider, GAsyncResult *result, GError **error)
{
  GListModel *list = g_task_propagate_pointer (G_TASK (result), error);

  /* Another page may be in front by now: a list over a view that does not show would have no place on the screen. */
  if (list != NULL && !gtk_widget_get_mapped (g_task_get_task_data (G_TASK (result))))
    g_list_store_remove_all (G_LIST_STORE (list));
  return list;
}

/* More has been typed. */
static void
refilter (GtkSourceCompletionProvider *provider, GtkSourceCompletionContext *context, GListModel *model)
{
  RsCompletionProvider *self = RS_COMPLETION_PROVIDER (provider);
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (gtk_source_completion_context_get_buffer (context));
  g_autoptr (GListStore) list = NULL;

  if (!gtk_widget_get_mapped (GTK_WIDGET (gtk_source_completion_context_get_view (context))))
    list = g_list_store_new (RS_TYPE_PROPOSAL_ROW);
  else if ((list = narrow_list (self, buffer)) == NULL)
    list = make_list (self, buffer);

  gtk_source_completion_context_set_proposals_for_provider (context, provider, G_LIST_MODEL (list));
}

/* The cell's own label measures wrong (GTK 4.8) where a letter or two are all it has. width: at least, in pixels; -1:
 * as the text has. */
static void
show_short (GtkSourceCompletionCell *cell, const char *text, int width)
{
  GtkWidget *label = gtk_source_completion_cell_get_widget (cell);

  if (label == NULL || !GTK_IS_LABEL (label))
    {
      label = g_object_new (GTK_TYPE_LABEL, "width-request", width, "xalign", width > 0 ? 0.5 : 0.0, "single-line-mode",
                            TRUE, NULL);
      gtk_source_completion_cell_set_widget (cell, label);
    }
  gtk_label_set_text (GTK_LABEL (label), text);
}

static void
display_snippet (GtkSourceSnippet *snippet, GtkSourceCompletionCell *cell)
{
  const char *description = gtk_source_snippet_get_description (snippet);

  switch (gtk_source_completion_cell_get_column (cell))
    {
    case GTK_SOURCE_COMPLETION_COLUMN_ICON:
      show_short (cell, "…", 20);
      break;
    case GTK_SOURCE_COMPLETION_COLUMN_TYPED_TEXT:
      show_short (cell, gtk_source_snippet_get_trigger (snippet), -1);
      break;
    case GTK_SOURCE_COMPLETION_COLUMN_AFTER:
      gtk_source_completion_cell_set_text (cell, NULL);
      break;
    case GTK_SOURCE_COMPLETION_COLUMN_COMMENT:
      gtk_source_completion_cell_set_text (cell, description);
      break;
    case GTK_SOURCE_COMPLETION_COLUMN_DETAILS:
      gtk_source_completion_cell_set_text (cell, _ ("A piece of program; Tab goes through its places"));
      break;
    default:
      break;
    }
}

static void
display (GtkSourceCompletionProvider *provider, GtkSourceCompletionContext *context, GtkSourceCompletionProposal *row,
         GtkSourceCompletionCell *cell)
{
  static const char *const icons[] = { "v", "ƒ", "T", ".", "ƒ", "'", "m", "w" };
  const RsProposal *proposal = RS_PROPOSAL_ROW (row)->proposal;

  if (RS_PROPOSAL_ROW (row)->snippet != NULL)
    {
      display_snippet (RS_PROPOSAL_ROW (row)->snippet, cell);
      return;
    }
  switch (gtk_source_completion_cell_get_column (cell))
    {
    case GTK_SOURCE_COMPLETION_COLUMN_ICON:
      show_short (cell, icons[proposal->kind], 20);
      break;
    case GTK_SOURCE_COMPLETION_COLUMN_TYPED_TEXT:
      show_short (cell, proposal->text, -1);
      break;
    case GTK_SOURCE_COMPLETION_COLUMN_AFTER:
      gtk_source_completion_cell_set_text (cell,
                                           proposal->kind == RS_PROPOSAL_VARIABLE || proposal->kind == RS_PROPOSAL_FIELD
                                               ? proposal->detail
                                               : NULL);
      break;
    case GTK_SOURCE_COMPLETION_COLUMN_COMMENT:
      if (strlen (proposal->detail) < SHORT)
        show_short (cell, proposal->detail, -1);
      else
        gtk_source_completion_cell_set_text (cell, proposal->detail);
      break;
    case GTK_SOURCE_COMPLETION_COLUMN_DETAILS:
      gtk_source_completion_cell_set_text (cell, proposal->documentation);
      break;
    default:
      break;
    }
}

/* Who takes the word that stands there already means the key's other sense. */
static void
begin_line (GtkSourceView *view)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  GtkSourceIndenter *indenter = gtk_source_view_get_indenter (view);
  GtkTextIter cursor;

  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_insert_at_cursor (buffer, "\n", 1);
  gtk_text_buffer_get_iter_at_mark (buffer, &cursor, gtk_text_buffer_get_insert (buffer));
  if (indenter != NULL)
    gtk_source_indenter_indent (indenter, view, &cursor);
  gtk_text_buffer_end_user_action (buffer);
}

/* In place of the word; its first place is selected. */
static void
insert_snippet (GtkSourceCompletionContext *context, GtkSourceSnippet *snippet)
{
  g_autoptr (GtkSourceSnippet) copy = gtk_source_snippet_copy (snippet);
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (gtk_source_completion_context_get_buffer (context));
  GtkTextIter start, end;

  gtk_text_buffer_get_iter_at_mark (buffer, &end, gtk_text_buffer_get_insert (buffer));
  start = end;
  while (gtk_text_iter_backward_char (&start))
    if (!g_unichar_isalnum (gtk_text_iter_get_char (&start)) && gtk_text_iter_get_char (&start) != '_')
      {
        gtk_text_iter_forward_char (&start);
        break;
      }
  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_source_view_push_snippet (gtk_source_completion_context_get_view (context), copy, &start);
  gtk_text_buffer_end_user_action (buffer);
}

static void
activate (GtkSourceCompletionProvider *provider, GtkSourceCompletionContext *context, GtkSourceCompletionProposal *row)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (gtk_source_completion_context_get_buffer (context));
  g_autofree char *proposed = NULL, *text = NULL;
  RsAnalysis *analysis = rs_checker_get_analysis (RS_COMPLETION_PROVIDER (provider)->checker);
  g_autoptr (GPtrArray) proposals = NULL;
  GtkTextIter start, end;
  guint32 offset, first;

  if (RS_PROPOSAL_ROW (row)->snippet != NULL)
    {
      g_autoptr (GtkSourceSnippet) snippet
          = g_object_ref (RS_PROPOSAL_ROW (row)->snippet); /* the list goes with the text */

      insert_snippet (context, snippet);
      return;
    }
  proposed = g_strdup (RS_PROPOSAL_ROW (row)->proposal->text);
  text = read_text (buffer, &offset);
  proposals = rs_complete (analysis, text, offset, &first);
  if (strlen (proposed) == offset - first && strncmp (text + first, proposed, offset - first) == 0)
    {
      begin_line (GTK_SOURCE_VIEW (gtk_source_completion_context_get_view (context)));
      return;
    }
  gtk_text_buffer_get_iter_at_mark (buffer, &end, gtk_text_buffer_get_insert (buffer));
  start = end;
  gtk_text_iter_backward_chars (&start, (int)g_utf8_strlen (text + first, offset - first));
  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, proposed, -1);
  gtk_text_buffer_end_user_action (buffer);
}

static gboolean
is_trigger (GtkSourceCompletionProvider *provider, const GtkTextIter *iter, gunichar c)
{
  return c == '.' || c == '\'';
}

static void
init_provider (GtkSourceCompletionProviderInterface *interface)
{
  interface->populate_async = populate_async;
  interface->populate_finish = populate_finish;
  interface->refilter = refilter;
  interface->display = display;
  interface->activate = activate;
  interface->is_trigger = is_trigger;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (RsCompletionProvider, rs_completion_provider, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GTK_SOURCE_TYPE_COMPLETION_PROVIDER, init_provider))

static void
rs_completion_provider_finalize (GObject *object)
{
  g_clear_weak_pointer (&RS_COMPLETION_PROVIDER (object)->checker);
  g_clear_weak_pointer (&RS_COMPLETION_PROVIDER (object)->list);
  g_clear_pointer (&RS_COMPLETION_PROVIDER (object)->proposals, g_ptr_array_unref);
  g_free (RS_COMPLETION_PROVIDER (object)->typed);
  G_OBJECT_CLASS (rs_completion_provider_parent_class)->finalize (object);
}

static void
rs_completion_provider_class_init (RsCompletionProviderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rs_completion_provider_finalize;
}

static void
rs_completion_provider_init (RsCompletionProvider *self)
{
}

RsCompletionProvider *
rs_completion_provider_new (RsChecker *checker)
{
  RsCompletionProvider *self = g_object_new (RS_TYPE_COMPLETION_PROVIDER, NULL);

  g_set_weak_pointer (&self->checker, checker);
  return self;
}
