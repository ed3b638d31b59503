/* Traces beside each other: what changed from the other ones to this one, and more of its side, beyond noise.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/profile/pages/trace-page.h"

#include "ide/profile/pages/text-table.h"
#include "ide/profile/trace-job.h"

#include "profiler/analysis/time/summary.h"
#include "profiler/analysis/traces/compare.h"

#include "runtime/base/replace-file.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define MOST_RATIO 1000.0 /* where an interval reaches farther, nothing is known */

#define RS_TYPE_COMPARE_PAGE (rs_compare_page_get_type ())
G_DECLARE_FINAL_TYPE (RsComparePage, rs_compare_page, RS, COMPARE_PAGE, GtkWidget)

struct _RsComparePage {
  GtkWidget parent;

  GtkWidget *child;  /* a box */
  GtkLabel *heading; /* borrowed from child, like those below: what the columns are, or why there are no rows */
  GtkLabel *sides;   /* what is compared; beside the buttons, where it takes the table no row */
  RsTextTable *table;
  GtkWidget *both; /* borrowed from child: whether the other one's timeline shows */
  GtkFileChooserNative *chooser;
  gboolean chooses_more; /* of this trace's side */
  char *path;            /* NULL: none */
  char **others;         /* the other side; NULL: none */
  char **more;           /* beside path; NULL: none */
};

enum { OTHER_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void page_init (RsTracePageInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (RsComparePage, rs_compare_page, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (RS_TYPE_TRACE_PAGE, page_init))

/* What is compared, and the answer. */
typedef struct {
  RsComparePage *page; /* owned */
  char **others, **more;
  guint n[2];      /* traces of each side */
  gint64 walls[2]; /* ns, on average */
} Comparison;

enum { CHANGE, WHAT, NAME, PLACE, TOTAL, MEDIAN, RATIO, INTERVAL, NUMBER, N_COLUMNS };

static void
comparison_free (gpointer data)
{
  Comparison *comparison = data;

  g_object_unref (comparison->page);
  g_strfreev (comparison->others);
  g_strfreev (comparison->more);
  g_free (comparison);
}

/* FALSE: one of them can't be opened. stores: (element-type RsTraceStore) */
static gboolean
open_all (char *const *paths, GPtrArray *stores, GError **error)
{
  for (guint i = 0; paths != NULL && paths[i] != NULL; i++)
    {
      RsTraceStore *store = rs_trace_store_open (paths[i], error);

      if (store == NULL)
        return FALSE;
      g_ptr_array_add (stores, store);
    }
  return TRUE;
}

static gint64
get_mean_wall (const GPtrArray *stores)
{
  gint64 sum = 0;

  for (guint i = 0; i < stores->len; i++)
    sum = rs_trace_add (sum, rs_trace_get_wall (stores->pdata[i]));
  return sum / MAX (stores->len, 1);
}

static gpointer
read_sides (RsTraceStore *store, gpointer data, GError **error)
{
  Comparison *comparison = data;
  g_autoptr (GPtrArray) before = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_trace_store_close);
  g_autoptr (GPtrArray) more = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_trace_store_close);
  g_autoptr (GPtrArray) after = g_ptr_array_new ();

  if (!open_all (comparison->others, before, error) || !open_all (comparison->more, more, error))
    return NULL;
  g_ptr_array_add (after, store);
  for (guint i = 0; i < more->len; i++)
    g_ptr_array_add (after, more->pdata[i]);
  comparison->n[0] = before->len;
  comparison->n[1] = after->len;
  comparison->walls[0] = get_mean_wall (before);
  comparison->walls[1] = get_mean_wall (after);
  return rs_traces_compare ((RsTraceStore *const *)before->pdata, before->len, (RsTraceStore *const *)after->pdata,
                            after->len, NULL, NULL, error);
}

/* Of several traces what each has on average. */
static gint64
get_amount (const RsCompareRow *row, guint side)
{
  return row->total[side] / MAX (row->runs[side], 1);
}

static char *
format_amount (const RsCompareRow *row, double amount)
{
  const gint64 rounded = (gint64)CLAMP (amount, 0, 9e18);

  return strcmp (row->what, "memory") == 0 ? g_format_size_full ((guint64)rounded, G_FORMAT_SIZE_IEC_UNITS)
                                           : rs_format_duration (rounded);
}

static char *
format_side (const RsCompareRow *row, guint side, const double amounts[2])
{
  return row->n[side] > 0 && amounts[side] > 0 ? format_amount (row, amounts[side]) : g_strdup ("–");
}

/* Other side -> this side. */
static char *
format_both (const RsCompareRow *row, const double amounts[2])
{
  g_autofree char *other = format_side (row, 0, amounts), *this = format_side (row, 1, amounts);

  return g_strdup_printf ("%s → %s", other, this);
}

static const char *
verdict_of (const RsCompareRow *row)
{
  if (row->change == RS_CHANGE_NONE)
    return row->basis == RS_COMPARE_TOO_FEW ? _ ("too few runs") : _ ("no evidence");
  if (row->change == RS_CHANGE_ADDED || row->change == RS_CHANGE_REMOVED)
    return row->change == RS_CHANGE_ADDED ? _ ("new") : _ ("gone");
  if (strcmp (row->what, "memory") == 0)
    return row->change == RS_CHANGE_SLOWER ? _ ("more") : _ ("less");
  return row->change == RS_CHANGE_SLOWER ? _ ("slower") : _ ("faster");
}

static char *
format_times (double ratio)
{
  return g_strdup_printf ("%.*f×", rs_compare_count_decimals (ratio), ratio);
}

static char *
format_ratio (const RsInterval *interval)
{
  return interval->ratio > 0 ? format_times (interval->ratio) : g_strdup ("–");
}

/* Of two or three runs that differ much the interval may reach from 0 to any number: it tells nothing. */
static char *
format_interval (const RsCompareRow *row)
{
  const RsInterval *interval = &row->interval;
  g_autofree char *low = format_times (interval->low), *high = format_times (interval->high);

  if (row->n[0] == 0 || row->n[1] == 0)
    return g_strdup ("–");
  if (row->basis == RS_COMPARE_TOO_FEW || !(interval->low >= 1 / MOST_RATIO && interval->high <= MOST_RATIO))
    return g_strdup (_ ("not known"));
  return g_strdup_printf ("%s – %s", low, high);
}

/* Lines have no name of their own. */
static char *
name_of (const RsCompareRow *row)
{
  if (*row->name != '\0')
    return g_strdup (row->name);
  return row->line > 0 ? g_strdup_printf (_ ("line %u"), row->line) : g_strdup (_ ("(no name)"));
}

static char *
format_place (const RsCompareRow *row)
{
  g_autofree char *base = g_path_get_basename (row->file);

  if (*row->file == '\0' || row->line == 0)
    return g_strdup ("");
  if (row->line_before > 0 && row->line_before != row->line)
    return g_strdup_printf (_ ("%s:%u (was %u)"), base, row->line, row->line_before);
  return g_strdup_printf ("%s:%u", base, row->line);
}

static RsTextRow *
make_row (const RsCompareRow *compared, guint n_judged)
{
  RsTextRow *row = rs_text_row_new (N_COLUMNS);
  const RsInterval *interval = &compared->interval;
  const double totals[] = { (double)get_amount (compared, 0), (double)get_amount (compared, 1) };

  rs_text_row_set (row, CHANGE, g_strdup (verdict_of (compared)), NAN);
  rs_text_row_set (row, WHAT, g_strdup (compared->what), NAN);
  rs_text_row_set (row, NAME, name_of (compared), NAN);
  rs_text_row_set (row, PLACE, format_place (compared), NAN);
  rs_text_row_set (row, TOTAL, format_both (compared, totals), totals[1] - totals[0]);
  rs_text_row_set (row, MEDIAN, format_both (compared, interval->value), interval->value[1] - interval->value[0]);
  rs_text_row_set (row, RATIO, format_ratio (interval), interval->ratio);
  rs_text_row_set (row, INTERVAL, format_interval (compared), interval->low);
  rs_text_row_set (row, NUMBER,
                   g_strdup_printf ("%" G_GINT64_FORMAT " / %" G_GINT64_FORMAT, compared->n[0], compared->n[1]),
                   (double)compared->n[1]);
  rs_text_row_set_place (row, compared->file, compared->line);
  if (rs_compare_row_is_corrected (compared))
    rs_text_row_take_hint (row, g_strdup_printf (_ ("Its interval is without 1, but of %u rows that are compared at "
                                                    "once some are so by chance: no evidence after Holm's correction"),
                                                 n_judged));
  return row;
}

static void
show_rows (RsComparePage *self, const RsTraceComparison *found)
{
  g_autoptr (GListStore) rows = g_list_store_new (RS_TYPE_TEXT_ROW);

  for (guint i = 0; i < found->rows->len; i++)
    {
      g_autoptr (RsTextRow) row = make_row (&g_array_index (found->rows, RsCompareRow, i), found->n_judged);

      g_list_store_append (rows, row);
    }
  rs_text_table_set_rows (self->table, rows);
}

/* What the columns are. */
static char *
describe_columns (const RsTraceComparison *found, const guint n[2])
{
  GString *text = g_string_new (NULL);

  if (found->programs[0] != NULL)
    g_string_append_printf (text, _ ("%s there and %s here count as one program. "), found->programs[0],
                            found->programs[1]);
  g_string_append (text,
                   n[0] >= RS_FEWEST_RUNS && n[1] >= RS_FEWEST_RUNS
                       ? _ ("Other → this; ratio: of medians, averaged over the traces (lines, memory: of sums)")
                       : _ ("Other → this; ratio: of medians, over blocks of neighbouring runs (lines: of sums)"));
  if (found->n_corrected > 0)
    g_string_append_printf (text,
                            _ ("; no evidence after Holm's correction for %u rows: %u with an interval without 1"),
                            found->n_judged, found->n_corrected);
  return g_string_free (text, FALSE);
}

static gboolean
are_equal (char *const *a, char *const *b)
{
  return a == NULL || b == NULL ? a == b : g_strv_equal ((const char *const *)a, (const char *const *)b);
}

static char *
describe_sides (const Comparison *comparison)
{
  g_autofree char *before = rs_format_duration (comparison->walls[0]), *now = rs_format_duration (comparison->walls[1]);
  g_autofree char *base = g_path_get_basename (comparison->others[0]);
  const guint *n = comparison->n;

  if (n[0] == 1 && n[1] == 1)
    return g_strdup_printf (_ ("%s → %s; the other is %s; first what changed beyond noise"), before, now, base);
  if (n[0] < 3 || n[1] < 3)
    return g_strdup_printf (
        _ ("Other side: %u, %s on average; this side: %u, %s; with three a side, what differs between "
           "runs is known to be noise"),
        n[0], before, n[1], now);
  return g_strdup_printf (_ ("Other side: %u, %s on average; this side: %u, %s; first what changed beyond what differs "
                             "between runs"),
                          n[0], before, n[1], now);
}

static void
show_heading (RsComparePage *self, const char *heading, const char *sides)
{
  gtk_label_set_text (self->heading, heading);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->heading), heading);
  gtk_label_set_text (self->sides, sides);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->sides), sides);
}

static void
on_read (gpointer result, RsTraceStore *store, const GError *error, gpointer data)
{
  Comparison *comparison = data;
  RsComparePage *self = comparison->page;
  g_autoptr (RsTraceComparison) found = result;

  if (self->child == NULL || !are_equal (comparison->others, self->others) || !are_equal (comparison->more, self->more))
    return;
  if (found == NULL)
    show_heading (self, error->message, "");
  else
    {
      g_autofree char *sides = describe_sides (comparison), *columns = describe_columns (found, comparison->n);

      show_heading (self, columns, sides);
      show_rows (self, found);
    }
}

static void
ask (RsComparePage *self)
{
  Comparison *comparison;

  if (self->path == NULL || self->others == NULL)
    return;
  comparison = g_new0 (Comparison, 1);
  comparison->page = g_object_ref (self);
  comparison->others = g_strdupv (self->others);
  comparison->more = g_strdupv (self->more);
  show_heading (self, _ ("Reading…"), "");
  rs_trace_job_start (self->path, read_sides, on_read, comparison, comparison_free);
}

/* Without the trace that shows, which is on this side already. NULL: there are none. (transfer full) */
static char **
dup_others (RsComparePage *self, const char *const *paths)
{
  g_autoptr (GPtrArray) others = g_ptr_array_new ();

  for (guint i = 0; paths != NULL && paths[i] != NULL; i++)
    if (self->path == NULL || !rs_is_same_file (paths[i], self->path))
      g_ptr_array_add (others, g_strdup (paths[i]));
  if (others->len == 0)
    return NULL;
  g_ptr_array_add (others, NULL);
  return (char **)g_ptr_array_free (g_steal_pointer (&others), FALSE);
}

void
rs_compare_page_set_sides (RsTracePage *page, const char *const *others, const char *const *more)
{
  RsComparePage *self = RS_COMPARE_PAGE (page);
  char **all_others = dup_others (self, others), **all_more = dup_others (self, more);

  if (all_others == NULL && others != NULL && others[0] != NULL)
    {
      g_strfreev (all_more);
      gtk_label_set_text (self->heading, _ ("That is the trace that shows here: choose another recording"));
      return;
    }
  g_strfreev (self->others);
  g_strfreev (self->more);
  self->others = all_others;
  self->more = all_more;
  gtk_widget_set_sensitive (self->both, self->others != NULL);
  ask (self);
  g_signal_emit (self, signals[OTHER_CHANGED], 0);
}

const char *
rs_compare_page_get_other (RsTracePage *page)
{
  RsComparePage *self = RS_COMPARE_PAGE (page);

  return self->others != NULL && gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->both)) ? self->others[0] : NULL;
}

static void
on_chosen (GtkNativeDialog *dialog, int response, gpointer data)
{
  RsComparePage *self = data;
  g_autoptr (GtkFileChooserNative) chooser = g_steal_pointer (&self->chooser);
  g_autoptr (GListModel) files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (chooser));
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) paths = NULL;

  gtk_native_dialog_hide (dialog);
  for (guint i = 0; i < g_list_model_get_n_items (files); i++)
    {
      g_autoptr (GFile) file = g_list_model_get_item (files, i);

      if (g_file_peek_path (file) != NULL)
        g_strv_builder_add (builder, g_file_peek_path (file));
    }
  paths = g_strv_builder_end (builder);
  if (response != GTK_RESPONSE_ACCEPT || paths[0] == NULL)
    return;
  if (self->chooses_more)
    rs_compare_page_set_sides (RS_TRACE_PAGE (self), (const char *const *)self->others, (const char *const *)paths);
  else
    rs_compare_page_set_sides (RS_TRACE_PAGE (self), (const char *const *)paths, (const char *const *)self->more);
}

/* Traces stand beside each other, most of the time. */
static void
choose (RsComparePage *self, gboolean more)
{
  g_autofree char *folder = self->path != NULL ? g_path_get_dirname (self->path) : NULL;
  g_autoptr (GFile) place = folder != NULL ? g_file_new_for_path (folder) : NULL;

  if (self->chooser != NULL)
    return;
  self->chooses_more = more;
  self->chooser = gtk_file_chooser_native_new (more ? _ ("More Traces of This Side") : _ ("Compare with Traces"),
                                               GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                                               GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Compare"), _ ("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (self->chooser), TRUE);
  if (place != NULL)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (self->chooser), place, NULL);
  g_signal_connect (self->chooser, "response", G_CALLBACK (on_chosen), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
on_choose_others (RsComparePage *self)
{
  choose (self, FALSE);
}

static void
on_choose_more (RsComparePage *self)
{
  choose (self, TRUE);
}

static void
on_both (RsComparePage *self)
{
  g_signal_emit (self, signals[OTHER_CHANGED], 0);
}

static void
rs_compare_page_set_trace (RsTracePage *page, const char *path, const RsTraceRange *range)
{
  RsComparePage *self = RS_COMPARE_PAGE (page);

  /* The whole traces are compared, whatever the range is. */
  if (g_strcmp0 (path, self->path) == 0)
    return;
  g_free (self->path);
  self->path = g_strdup (path);
  ask (self);
}

static void
rs_compare_page_set_filter (RsTracePage *page, const char *text)
{
  rs_text_table_set_filter (RS_COMPARE_PAGE (page)->table, text);
}

static void
page_init (RsTracePageInterface *interface)
{
  interface->set_trace = rs_compare_page_set_trace;
  interface->set_filter = rs_compare_page_set_filter;
}

static void
rs_compare_page_dispose (GObject *object)
{
  RsComparePage *self = RS_COMPARE_PAGE (object);

  g_clear_object (&self->chooser);
  g_clear_pointer (&self->child, gtk_widget_unparent);
  G_OBJECT_CLASS (rs_compare_page_parent_class)->dispose (object);
}

static void
rs_compare_page_finalize (GObject *object)
{
  g_free (RS_COMPARE_PAGE (object)->path);
  g_strfreev (RS_COMPARE_PAGE (object)->others);
  g_strfreev (RS_COMPARE_PAGE (object)->more);
  G_OBJECT_CLASS (rs_compare_page_parent_class)->finalize (object);
}

static void
rs_compare_page_class_init (RsComparePageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = rs_compare_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = rs_compare_page_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), RS_TYPE_TRACE_PAGE_LAYOUT);
  signals[OTHER_CHANGED]
      = g_signal_new ("other-changed", RS_TYPE_COMPARE_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
on_row_activated (RsComparePage *self, RsTextRow *row)
{
  if (rs_text_row_get_line (row) > 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.go-to-profiled", "(suu)", rs_text_row_get_file (row),
                                rs_text_row_get_line (row), 0);
}

static GtkWidget *
add_button (RsComparePage *self, GtkWidget *bar, const char *label, const char *tooltip, GCallback callback)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_widget_set_tooltip_text (button, tooltip);
  g_signal_connect_swapped (button, "clicked", callback, self);
  gtk_box_append (GTK_BOX (bar), button);
  return button;
}

static void
rs_compare_page_init (RsComparePage *self)
{
  const char *const titles[N_COLUMNS] = { _ ("Change"), _ ("What"),  _ ("Name"),          _ ("Place"), _ ("Total"),
                                          _ ("Median"), _ ("Ratio"), _ ("95 % interval"), _ ("Number") };
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  self->child = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  self->heading
      = g_object_new (GTK_TYPE_LABEL, "label",
                      _ ("Another trace's times stand beside those of this one, with what changed beyond noise"),
                      "xalign", 0.0, "wrap", TRUE, "hexpand", TRUE, NULL);
  add_button (self, bar, _ ("Compare With…"), _ ("Choose the traces of the other side, one or several"),
              G_CALLBACK (on_choose_others));
  add_button (self, bar, _ ("More of This…"),
              _ ("Choose more traces of this side: with three a side, what differs between runs is known to be noise"),
              G_CALLBACK (on_choose_more));
  self->both = gtk_toggle_button_new_with_label (_ ("Both Timelines"));
  g_object_set (self->both, "active", TRUE, "sensitive", FALSE, "tooltip-text",
                _ ("Show the other trace's timeline below this one; a selected span begins at the same place in both"),
                NULL);
  g_signal_connect_swapped (self->both, "toggled", G_CALLBACK (on_both), self);
  gtk_box_append (GTK_BOX (bar), self->both);
  self->sides = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "ellipsize", PANGO_ELLIPSIZE_END, "hexpand", TRUE, NULL);
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->sides));
  self->table = rs_text_table_new (_ ("Comparison"));
  rs_text_table_set_columns (self->table, titles, G_N_ELEMENTS (titles));
  g_signal_connect_swapped (self->table, "activated", G_CALLBACK (on_row_activated), self);
  gtk_box_append (GTK_BOX (self->child), bar);
  gtk_box_append (GTK_BOX (self->child), GTK_WIDGET (self->heading));
  gtk_widget_set_vexpand (GTK_WIDGET (self->table), TRUE);
  gtk_box_append (GTK_BOX (self->child), GTK_WIDGET (self->table));
  gtk_widget_set_parent (self->child, GTK_WIDGET (self));
}

GtkWidget *
rs_compare_page_new (void)
{
  return g_object_new (RS_TYPE_COMPARE_PAGE, NULL);
}
