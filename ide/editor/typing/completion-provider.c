/* Completion in an editor page.
 *
 * What may stand at a place is found by a thread: it reads the whole text, and the letter that was typed shows
 * meanwhile.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/typing/completion-provider.h"

#include "ide/analysis/completion/completion.h"

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
  const char *taken_by;      /* said beside it: the keys that take it; NULL: nothing */
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
  gboolean is_known;    /* what the program's names mean was known: it is not before a first check has ended */
  gboolean is_asked;    /* the user has asked for the list */
  GCancellable *search; /* owned; of refilter's newest; NULL: none yet */
};

/* What a thread gets, and what it finds. */
typedef struct {
  RsAnalysis *analysis; /* owned, as all of it */
  RsSource *source;
  GtkSourceView *view;
  GtkSourceCompletionContext *context; /* gets the list; NULL: who asked does */
  int offset;                          /* of the cursor, in letters */
  GPtrArray *proposals;                /* element-type RsProposal */
  char *typed;                         /* of the word */
} Search;

static void
search_free (gpointer data)
{
  Search *search = data;

  g_clear_pointer (&search->analysis, rs_analysis_unref);
  g_clear_pointer (&search->source, rs_source_unref);
  g_clear_pointer (&search->proposals, g_ptr_array_unref);
  g_clear_object (&search->context);
  g_object_unref (search->view);
  g_free (search->typed);
  g_free (search);
}

/* --- the list --- */

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

gboolean
rs_completion_provider_is_asked (RsCompletionProvider *self)
{
  return self->is_asked;
}

void
rs_completion_provider_ask (RsCompletionProvider *self)
{
  self->is_asked = TRUE;
}

/* Whether the cursor's line up to it is comment or text. That has the letters coloured now that came just before. */
static gboolean
is_no_program (GtkTextBuffer *buffer)
{
  GtkTextIter line, cursor;

  gtk_text_buffer_get_iter_at_mark (buffer, &cursor, gtk_text_buffer_get_insert (buffer));
  line = cursor;
  gtk_text_iter_set_line_offset (&line, 0);
  gtk_source_buffer_ensure_highlight (GTK_SOURCE_BUFFER (buffer), &line, &cursor); /* letters may come faster */
  return gtk_source_buffer_iter_has_context_class (GTK_SOURCE_BUFFER (buffer), &cursor, "comment")
         || gtk_source_buffer_iter_has_context_class (GTK_SOURCE_BUFFER (buffer), &cursor, "string");
}

/* Whether nothing but blanks is in front of the word. */
static gboolean
begins_line (const char *text, guint32 start)
{
  while (start > 0 && (text[start - 1] == ' ' || text[start - 1] == '\t'))
    start--;
  return start == 0 || text[start - 1] == '\n';
}

/* Pieces of program behind the names, where a statement may begin with the word. A word that is complete is left to
 * Tab: Return is a new line. */
static void
add_snippets (GPtrArray *rows, GtkTextBuffer *buffer, const char *text, guint32 start, guint32 offset)
{
  g_autofree char *prefix = g_strndup (text + start, offset - start);
  g_autoptr (GListModel) snippets = NULL;

  if (*prefix == '\0' || !begins_line (text, start))
    return;
  snippets
      = gtk_source_snippet_manager_list_matching (gtk_source_snippet_manager_get_default (), NULL, "quasar", prefix);
  if (snippets == NULL || g_list_model_get_n_items (snippets) == 0 || is_no_program (buffer))
    return;
  for (guint i = 0; i < g_list_model_get_n_items (snippets); i++)
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
  add_snippets (rows, buffer, text, start, offset);
  if (rows->len > 0)
    RS_PROPOSAL_ROW (g_ptr_array_index (rows, 0))->taken_by = self->is_asked ? _ ("Tab or Return") : _ ("Tab");
  g_list_store_splice (list, 0, 0, rows->pdata, rows->len);
  return list;
}

/* The cursor's line up to it. *start: where in it the word begins for which proposals were found last; NULL: the cursor
 * is not behind that any more. (transfer full) */
static char *
read_line (RsCompletionProvider *self, GtkTextBuffer *buffer, guint32 *start)
{
  GtkTextIter begin, word, cursor;

  gtk_text_buffer_get_iter_at_mark (buffer, &cursor, gtk_text_buffer_get_insert (buffer));
  gtk_text_buffer_get_iter_at_offset (buffer, &word, self->start);
  if (gtk_text_iter_get_line (&word) != gtk_text_iter_get_line (&cursor) || gtk_text_iter_compare (&word, &cursor) > 0)
    return NULL;
  gtk_text_buffer_get_iter_at_line (buffer, &begin, gtk_text_iter_get_line (&cursor));
  *start = (guint32)gtk_text_iter_get_line_index (&word);
  return gtk_text_buffer_get_text (buffer, &begin, &cursor, TRUE);
}

/* Those of the proposals found last that go on with what stands there now; NULL: the cursor is in another word.
 * *is_all: no others do. */
static GListStore *
narrow_list (RsCompletionProvider *self, GtkTextBuffer *buffer, gboolean *is_all)
{
  g_autofree char *line = NULL;
  guint32 start;
  gsize length;

  if (self->proposals == NULL || (line = read_line (self, buffer, &start)) == NULL)
    return NULL;
  length = strlen (self->typed);
  *is_all
      = self->is_known
        && (g_str_equal (line + start, self->typed)
            || (length > 0 && self->proposals->len < RS_MAX_PROPOSALS && g_str_has_prefix (line + start, self->typed)));
  if (!g_str_equal (line + start, self->typed))
    for (const char *p = line + start; *p != '\0'; p++)
      if (!rs_is_completed_letter (*p))
        return NULL;
  return new_list_of (self, buffer, self->proposals, line, start, (guint32)strlen (line));
}

static void
search (GTask *task, gpointer provider, gpointer data, GCancellable *cancellable)
{
  Search *self = data;
  const char *text = rs_source_get_text (self->source);
  glong letters = MIN (self->offset, g_utf8_strlen (text, -1));
  guint32 offset = (guint32)(g_utf8_offset_to_pointer (text, letters) - text), start = offset;

  if (self->analysis != NULL)
    self->proposals = rs_complete (self->analysis, text, offset, &start);
  else
    {
      self->proposals = g_ptr_array_new ();
      while (start > 0 && rs_is_completed_letter (text[start - 1]))
        start--;
    }
  self->typed = g_strndup (text + start, offset - start);
  g_task_return_boolean (task, TRUE);
}

/* Asks what may stand at the cursor; what is under way is not wanted any more. context: may be NULL. */
static void
start_search (RsCompletionProvider *self, GtkSourceView *view, GtkSourceCompletionContext *context,
              GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, data);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  RsAnalysis *analysis = self->checker != NULL ? rs_checker_get_analysis (self->checker) : NULL;
  Search *found = g_new0 (Search, 1);
  GtkTextIter cursor;

  gtk_text_buffer_get_iter_at_mark (buffer, &cursor, gtk_text_buffer_get_insert (buffer));
  found->analysis = analysis != NULL ? rs_analysis_ref (analysis) : NULL;
  found->source = rs_source_ref (rs_document_get_source (RS_DOCUMENT (buffer)));
  found->view = g_object_ref (view);
  found->context = context != NULL ? g_object_ref (context) : NULL;
  found->offset = gtk_text_iter_get_offset (&cursor);
  g_task_set_task_data (task, found, search_free);
  g_task_run_in_thread (task, search);
}

/* The list of what was found, for what stands there by now. An empty one: the cursor is elsewhere, or another page is
 * in front, and a list over a view that does not show would have no place on the screen. (transfer full) */
static GListStore *
take_found (RsCompletionProvider *self, Search *found)
{
  GListStore *list = NULL;
  gboolean is_all;

  g_clear_pointer (&self->proposals, g_ptr_array_unref);
  g_free (self->typed);
  self->proposals = g_steal_pointer (&found->proposals);
  self->typed = g_steal_pointer (&found->typed);
  self->start = found->offset - (int)g_utf8_strlen (self->typed, -1);
  self->is_known = found->analysis != NULL;
  if (gtk_widget_get_mapped (GTK_WIDGET (found->view)))
    list = narrow_list (self, gtk_text_view_get_buffer (GTK_TEXT_VIEW (found->view)), &is_all);
  return list != NULL ? list : new_list (self);
}

static void
populate_async (GtkSourceCompletionProvider *provider, GtkSourceCompletionContext *context, GCancellable *cancellable,
                GAsyncReadyCallback callback, gpointer data)
{
  RS_COMPLETION_PROVIDER (provider)->is_asked = gtk_source_completion_context_get_activation (context)
                                                == GTK_SOURCE_COMPLETION_ACTIVATION_USER_REQUESTED;
  start_search (RS_COMPLETION_PROVIDER (provider), gtk_source_completion_context_get_view (context), NULL, cancellable,
                callback, data);
}

static GListModel *
populate_finish (GtkSourceCompletionProvider *provider, GAsyncResult *result, GError **error)
{
  if (!g_task_propagate_boolean (G_TASK (result), error))
    return NULL;
  return G_LIST_MODEL (take_found (RS_COMPLETION_PROVIDER (provider), g_task_get_task_data (G_TASK (result))));
}

static void
on_found_again (GObject *provider, GAsyncResult *result, gpointer data)
{
  Search *found = g_task_get_task_data (G_TASK (result));
  g_autoptr (GListStore) list = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), NULL))
    return;
  list = take_found (RS_COMPLETION_PROVIDER (provider), found);
  gtk_source_completion_context_set_proposals_for_provider (found->context, GTK_SOURCE_COMPLETION_PROVIDER (provider),
                                                            G_LIST_MODEL (list));
}

/* More has been typed, or less. What is known shows at once, the rest when it is found. */
static void
refilter (GtkSourceCompletionProvider *provider, GtkSourceCompletionContext *context, GListModel *model)
{
  RsCompletionProvider *self = RS_COMPLETION_PROVIDER (provider);
  GtkSourceView *view = gtk_source_completion_context_get_view (context);
  g_autoptr (GListStore) list = NULL;
  gboolean is_mapped = gtk_widget_get_mapped (GTK_WIDGET (view)), is_all = FALSE;

  g_cancellable_cancel (self->search);
  g_clear_object (&self->search);
  if (is_mapped)
    list = narrow_list (self, gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), &is_all);
  if (list == NULL)
    list = new_list (self);
  gtk_source_completion_context_set_proposals_for_provider (context, provider, G_LIST_MODEL (list));
  if (!is_mapped || is_all)
    return;
  self->search = g_cancellable_new ();
  start_search (self, view, context, self->search, on_found_again, NULL);
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

/* What a row says of its name, in one line; the first one says how it is taken, too. */
static void
show_comment (RsProposalRow *row, const char *comment, GtkSourceCompletionCell *cell)
{
  g_autofree char *text = row->taken_by == NULL
                              ? g_strdup (comment)
                              : g_strdup_printf ("%s%s⇥ %s", comment, *comment != '\0' ? "   " : "", row->taken_by);

  if (strlen (text) < SHORT)
    show_short (cell, text, -1);
  else
    gtk_source_completion_cell_set_text (cell, text);
}

static void
display_snippet (RsProposalRow *row, GtkSourceCompletionCell *cell)
{
  GtkSourceSnippet *snippet = row->snippet;

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
      show_comment (row, gtk_source_snippet_get_description (snippet), cell);
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
      display_snippet (RS_PROPOSAL_ROW (row), cell);
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
      show_comment (RS_PROPOSAL_ROW (row), proposal->detail, cell);
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
  RsCompletionProvider *self = RS_COMPLETION_PROVIDER (provider);
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (gtk_source_completion_context_get_buffer (context));
  g_autofree char *proposed = NULL, *line = NULL;
  GtkTextIter start, end;
  guint32 first;

  if (RS_PROPOSAL_ROW (row)->snippet != NULL)
    {
      g_autoptr (GtkSourceSnippet) snippet
          = g_object_ref (RS_PROPOSAL_ROW (row)->snippet); /* the list goes with the text */

      insert_snippet (context, snippet);
      return;
    }
  proposed = g_strdup (RS_PROPOSAL_ROW (row)->proposal->text);
  line = read_line (self, buffer, &first);
  if (line == NULL || !g_str_has_prefix (proposed, line + first))
    return; /* the text has gone on */
  if (g_str_equal (proposed, line + first))
    {
      begin_line (GTK_SOURCE_VIEW (gtk_source_completion_context_get_view (context)));
      return;
    }
  gtk_text_buffer_get_iter_at_mark (buffer, &end, gtk_text_buffer_get_insert (buffer));
  gtk_text_buffer_get_iter_at_offset (buffer, &start, self->start);
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
  g_clear_object (&RS_COMPLETION_PROVIDER (object)->search);
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
