/* The call tree, as a table or as a flame graph.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/profile/pages/trace-page.h"

#include "ide/profile/pages/flame-graph.h"
#include "ide/profile/pages/text-table.h"
#include "ide/profile/trace-job.h"

#include "profiler/analysis/time/call-tree.h"
#include "profiler/analysis/time/summary.h"

#include <glib/gi18n.h>
#include <math.h>

#define MOST_ROWS 40000u /* they are made on the main thread */
#define N_COLUMNS 7
#define PROCESSOR 4 /* the column that only a tree with samples has something in */

#define RS_TYPE_TREE_PAGE (rs_tree_page_get_type ())
G_DECLARE_FINAL_TYPE (RsTreePage, rs_tree_page, RS, TREE_PAGE, GtkWidget)

struct _RsTreePage {
  GtkWidget parent;

  GtkWidget *child;   /* a stack: message, content */
  GtkLabel *message;  /* borrowed from child, like those below */
  GtkLabel *note;     /* which clock the times are of; NULL: a flame graph */
  RsTextTable *table; /* one of both */
  RsFlameGraph *flame;

  char *path;                /* NULL: none */
  RsTraceRange range, asked; /* asked: what the job reads */
  gboolean is_stale;         /* the trace or the range is another one than what shows */
  RsTraceJob *job;           /* under way; NULL: none */
  gint64 wall;               /* ns, of what was read */
  RsCallNode *tree;          /* what the flame graph shows; with texts of its own */
  GStringChunk *texts;
};

static void page_init (RsTracePageInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (RsTreePage, rs_tree_page, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (RS_TYPE_TRACE_PAGE, page_init))

static void
show_message (RsTreePage *self, const char *text)
{
  gtk_label_set_text (self->message, text);
  gtk_stack_set_visible_child_name (GTK_STACK (self->child), "message");
}

/* The store goes when the answer is there; a flame graph needs the texts longer. */
static void
own_texts (RsCallNode *node, GStringChunk *texts)
{
  g_autofree char *name = rs_call_node_describe (node);

  node->name = g_string_chunk_insert_const (texts, name);
  node->file = g_string_chunk_insert_const (texts, node->file);
  for (guint i = 0; i < node->children->len; i++)
    own_texts (g_ptr_array_index (node->children, i), texts);
}

/* n_left: rows that may still be made. */
static RsTextRow *
make_row (const RsCallNode *node, gint64 wall, guint *n_left)
{
  RsTextRow *row = rs_text_row_new (N_COLUMNS);

  *n_left -= 1;
  rs_text_row_set (row, 0, rs_call_node_describe (node), NAN);
  rs_text_row_set (row, 1, rs_format_duration (node->total), (double)node->total);
  rs_text_row_set (row, 2, rs_format_duration (node->self), (double)node->self);
  rs_text_row_set (row, 3, g_strdup_printf ("%.1f %%", wall > 0 ? 100.0 * (double)node->total / (double)wall : 0),
                   (double)node->total);
  rs_text_row_set (row, PROCESSOR, node->samples > 0 ? rs_format_duration (node->cpu) : g_strdup (""),
                   (double)node->cpu);
  rs_text_row_set (row, 5, node->count > 0 ? rs_format_count (node->count) : g_strdup (""), (double)node->count);
  rs_text_row_set (row, 6, g_strdup (rs_call_node_get_kind_text (node)), NAN);
  rs_text_row_set_place (row, node->file, node->line);
  for (guint i = 0; i<node->children->len && * n_left> 0; i++)
    rs_text_row_add (row, make_row (g_ptr_array_index (node->children, i), wall, n_left));
  return row;
}

/* What the shares are of, and the times: in one line, which leaves the table its rows. */
static void
show_note (RsTreePage *self, const RsCallNode *tree, gboolean is_whole)
{
  g_autofree char *total = rs_format_duration (tree->total), *wall = rs_format_duration (self->wall);
  g_autofree char *shares = g_strdup_printf (rs_trace_range_is_all (&self->asked) ? _ ("Shares: of the elapsed %s; ")
                                                                                  : _ ("Shares: of the selected %s; "),
                                             wall);
  g_autofree char *times
      = g_strdup_printf (g_dngettext (NULL, "%s on %u track; ", "%s on %u tracks; ", (gulong)tree->children->len),
                         total, tree->children->len);
  g_autofree char *text = g_strconcat (shares, times,
                                       tree->samples > 0 ? _ ("times by the clock, of lines and code by the processor")
                                                         : _ ("times by the clock, no samples of lines"),
                                       is_whole ? "" : _ ("; more rows than show: select a shorter range"), NULL);

  gtk_label_set_text (self->note, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->note), text);
}

static void
fill_table (RsTreePage *self, const RsCallNode *tree)
{
  g_autoptr (GListStore) rows = g_list_store_new (RS_TYPE_TEXT_ROW);
  guint n_left = MOST_ROWS;

  for (guint i = 0; i < tree->children->len && n_left > 0; i++)
    {
      const RsCallNode *track = g_ptr_array_index (tree->children, i);
      g_autoptr (RsTextRow) row = make_row (track, self->wall, &n_left);

      g_list_store_append (rows, row);
    }
  show_note (self, tree, n_left > 0);
  rs_text_table_set_rows (self->table, rows);
}

static gpointer
read_tree (RsTraceStore *store, gpointer data, GError **error)
{
  RsTreePage *self = data;

  self->wall = rs_trace_get_elapsed (store, &self->asked); /* the window's thread looks when the answer is there */
  return rs_call_tree_read (store, &self->asked, RS_CALLS_BOTH, error);
}

static void ask (RsTreePage *self);

static void
on_read (gpointer result, RsTraceStore *store, const GError *error, gpointer data)
{
  RsTreePage *self = data;
  RsCallNode *tree = result;

  self->job = NULL;
  if (self->child == NULL || self->is_stale)
    rs_call_node_free (tree);
  else if (tree == NULL)
    show_message (self, error->message);
  else
    {
      if (self->flame != NULL)
        {
          rs_flame_graph_set_tree (self->flame, NULL);
          rs_call_node_free (self->tree);
          g_clear_pointer (&self->texts, g_string_chunk_free);
          self->texts = g_string_chunk_new (4096);
          own_texts (tree, self->texts);
          self->tree = tree;
          rs_flame_graph_set_tree (self->flame, tree);
        }
      else
        {
          fill_table (self, tree);
          rs_call_node_free (tree);
        }
      gtk_stack_set_visible_child_name (GTK_STACK (self->child), "content");
    }
  if (self->child != NULL)
    ask (self);
}

static void
ask (RsTreePage *self)
{
  if (!self->is_stale || self->job != NULL || self->path == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->is_stale = FALSE;
  self->asked = self->range;
  self->job = rs_trace_job_start (self->path, read_tree, on_read, g_object_ref (self), g_object_unref);
}

static void
rs_tree_page_set_trace (RsTracePage *page, const char *path, const RsTraceRange *range)
{
  RsTreePage *self = RS_TREE_PAGE (page);

  if (self->job != NULL)
    rs_trace_job_cancel (self->job);
  if (g_strcmp0 (path, self->path) != 0)
    show_message (self, _ ("Reading…"));
  g_free (self->path);
  self->path = g_strdup (path);
  self->range = *range;
  self->is_stale = TRUE;
  ask (self);
}

static void
rs_tree_page_set_filter (RsTracePage *page, const char *text)
{
  RsTreePage *self = RS_TREE_PAGE (page);

  if (self->flame != NULL)
    rs_flame_graph_set_filter (self->flame, text);
  else
    rs_text_table_set_filter (self->table, text);
}

static void
page_init (RsTracePageInterface *interface)
{
  interface->set_trace = rs_tree_page_set_trace;
  interface->set_filter = rs_tree_page_set_filter;
}

static void
rs_tree_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (rs_tree_page_parent_class)->map (widget);
  ask (RS_TREE_PAGE (widget));
}

static void
rs_tree_page_dispose (GObject *object)
{
  RsTreePage *self = RS_TREE_PAGE (object);

  if (self->flame != NULL)
    rs_flame_graph_set_tree (self->flame, NULL);
  self->flame = NULL;
  g_clear_pointer (&self->child, gtk_widget_unparent);
  G_OBJECT_CLASS (rs_tree_page_parent_class)->dispose (object);
}

static void
rs_tree_page_finalize (GObject *object)
{
  RsTreePage *self = RS_TREE_PAGE (object);

  rs_call_node_free (self->tree);
  g_clear_pointer (&self->texts, g_string_chunk_free);
  g_free (self->path);
  G_OBJECT_CLASS (rs_tree_page_parent_class)->finalize (object);
}

static void
rs_tree_page_class_init (RsTreePageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = rs_tree_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = rs_tree_page_finalize;
  GTK_WIDGET_CLASS (klass)->map = rs_tree_page_map;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), RS_TYPE_TRACE_PAGE_LAYOUT);
}

static void
rs_tree_page_init (RsTreePage *self)
{
  self->child = gtk_stack_new ();
  self->message = GTK_LABEL (gtk_label_new (""));
  gtk_label_set_wrap (self->message, TRUE);
  gtk_stack_add_named (GTK_STACK (self->child), GTK_WIDGET (self->message), "message");
  gtk_widget_set_parent (self->child, GTK_WIDGET (self));
}

static void
go_to (RsTreePage *self, const char *file, guint line)
{
  if (*file != '\0' && line > 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.go-to-profiled", "(suu)", file, line, 0);
}

static void
on_row_activated (RsTreePage *self, RsTextRow *row)
{
  go_to (self, rs_text_row_get_file (row), rs_text_row_get_line (row));
}

GtkWidget *
rs_tree_page_new (void)
{
  const char *const titles[N_COLUMNS]
      = { _ ("Call"), _ ("Total"), _ ("Itself"), _ ("Share"), _ ("Processor"), _ ("Times"), _ ("Kind") };
  RsTreePage *self = g_object_new (RS_TYPE_TREE_PAGE, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  self->table = rs_text_table_new (_ ("Call tree"));
  rs_text_table_set_columns (self->table, titles, G_N_ELEMENTS (titles));
  g_signal_connect_swapped (self->table, "activated", G_CALLBACK (on_row_activated), self);
  self->note = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "wrap", TRUE, NULL);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->note));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->table));
  gtk_widget_set_vexpand (GTK_WIDGET (self->table), TRUE);
  gtk_stack_add_named (GTK_STACK (self->child), box, "content");
  return GTK_WIDGET (self);
}

GtkWidget *
rs_flame_page_new (void)
{
  RsTreePage *self = g_object_new (RS_TYPE_TREE_PAGE, NULL);
  GtkWidget *scroller = gtk_scrolled_window_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2),
            *selected = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "ellipsize", PANGO_ELLIPSIZE_MIDDLE, NULL);

  self->flame = rs_flame_graph_new ();
  g_signal_connect_swapped (self->flame, "activated", G_CALLBACK (go_to), self);
  g_signal_connect_object (self->flame, "selected", G_CALLBACK (gtk_label_set_text), selected, G_CONNECT_SWAPPED);
  g_object_set (scroller, "child", self->flame, "hscrollbar-policy", GTK_POLICY_NEVER, "vexpand", TRUE, NULL);
  gtk_box_append (GTK_BOX (box), selected);
  gtk_box_append (GTK_BOX (box), scroller);
  gtk_stack_add_named (GTK_STACK (self->child), box, "content");
  return GTK_WIDGET (self);
}
