/* Where each kernel and loop of the last run ran.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/devices/scheduling-page.h"

#include "ide/profile/trace-job.h"
#include "profiler/analysis/scheduling.h"
#include "profiler/analysis/summary.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define MOST_ROWS 300u

struct _RsSchedulingPage {
  GtkWidget parent;

  /* borrowed from box */
  GtkWidget *box;
  GtkLabel *message;
  GtkWidget *record_button;
  GtkListBox *list;

  RsRuns *runs;    /* borrowed: the window has it longer */
  RsRun *run;      /* owned; NULL: none was started */
  char *shown;     /* path of the recording that shows, or is being read; NULL: none */
  RsTraceJob *job; /* under way; NULL: none */
};

G_DEFINE_FINAL_TYPE (RsSchedulingPage, rs_scheduling_page, GTK_TYPE_WIDGET)

static void
show_message (RsSchedulingPage *self, const char *text, gboolean offers_recording)
{
  gtk_label_set_text (self->message, text);
  gtk_widget_set_visible (self->record_button, offers_recording);
}

static void
clear (RsSchedulingPage *self)
{
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  gtk_widget_set_visible (GTK_WIDGET (self->list), FALSE);
}

/* --- rows --- */

/* Where launches had several devices to choose from. */
static void
append_expected (GString *text, const RsSchedulingRow *found)
{
  g_autofree char *expected = NULL, *needed = NULL;

  if (found->predicted == 0)
    return;
  expected = rs_format_duration (found->expected / found->predicted);
  needed = rs_format_duration (found->needed / found->predicted);
  g_string_append_printf (text, _ ("; a launch was expected to take %s, and took %s"), expected, needed);
}

static char *
describe (const RsSchedulingRow *found)
{
  g_autofree char *time = rs_format_duration (found->total);
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean is_interpreted = g_str_equal (found->device, RS_SCHEDULING_INTERPRETER);

  if (is_interpreted)
    g_string_append (text, _ ("In the interpreter"));
  else
    g_string_append_printf (text, _ ("On %s, compiled"), found->device);
  g_string_append_printf (text,
                          g_dngettext (NULL, "; %s in %" G_GINT64_FORMAT " run", "; %s in %" G_GINT64_FORMAT " runs",
                                       (gulong)found->runs),
                          time, found->runs);
  if (found->threads > 0 && !is_interpreted)
    g_string_append_printf (text, g_dngettext (NULL, ", %u thread", ", %u threads", found->threads), found->threads);
  append_expected (text, found);
  if (*found->why != '\0')
    g_string_append_printf (text, "\n%s", found->why);
  else if (is_interpreted)
    g_string_append (text, _ ("\nas the chosen device says"));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static GtkWidget *
make_row (const RsSchedulingRow *found)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *base = g_path_get_basename (found->file), *text = describe (found);
  g_autofree char *title = *found->file != '\0' ? g_strdup_printf ("%s  %s:%u", found->name, base, found->line)
                                                : g_strdup (found->name);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), text);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 0);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), *found->file != '\0' && found->line > 0);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  g_object_set_data_full (G_OBJECT (row), "file", g_strdup (found->file), g_free);
  g_object_set_data (G_OBJECT (row), "line", GUINT_TO_POINTER (found->line));
  return row;
}

static void
on_row_activated (RsSchedulingPage *self, GtkListBoxRow *row)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.go-to", "(suu)", g_object_get_data (G_OBJECT (row), "file"),
                              GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "line")), 0);
}

static void
show (RsSchedulingPage *self, const GArray *found)
{
  g_autofree char *text = NULL;
  guint n = MIN (found->len, MOST_ROWS);

  clear (self);
  for (guint i = 0; i < n; i++)
    gtk_list_box_append (self->list, make_row (&g_array_index (found, RsSchedulingRow, i)));
  gtk_widget_set_visible (GTK_WIDGET (self->list), n > 0);
  if (found->len == 0)
    text = g_strdup (_ ("The last run had no kernels, and no loops that took long enough to be recorded."));
  else if (found->len > n)
    text = g_strdup_printf (_ ("The longest %u of %u kernels and loops of %s:"), n, found->len,
                            rs_run_get_title (self->run));
  else
    text = g_strdup_printf (_ ("Kernels and loops of %s, the longest first:"), rs_run_get_title (self->run));
  show_message (self, text, FALSE);
}

/* --- the recording --- */

static gpointer
read_scheduling (RsTraceStore *store, gpointer data, GError **error)
{
  return rs_scheduling_read (store, error);
}

static void update (RsSchedulingPage *self);

static void
on_read (gpointer result, RsTraceStore *store, const GError *error, gpointer data)
{
  RsSchedulingPage *self = data;
  g_autoptr (GArray) rows = result;

  self->job = NULL;
  if (self->box == NULL)
    return;
  if (self->run == NULL || g_strcmp0 (self->shown, rs_run_get_trace_path (self->run)) != 0)
    {
      g_clear_pointer (&self->shown, g_free); /* another run shows by now */
      update (self);
    }
  else if (rows != NULL)
    show (self, rows);
  else
    show_message (self, error->message, FALSE);
}

/* Reads the recording of the shown run when it is complete. */
static void
update (RsSchedulingPage *self)
{
  const char *path = self->run != NULL ? rs_run_get_trace_path (self->run) : NULL;

  if (self->job != NULL || (path != NULL && g_strcmp0 (path, self->shown) == 0))
    return;
  if (path == NULL || rs_run_is_active (self->run))
    {
      clear (self);
      g_clear_pointer (&self->shown, g_free);
      show_message (self,
                    path != NULL ? _ ("The program runs…")
                                 : _ ("Where kernels and loops run is known of a run that is recorded."),
                    path == NULL);
      return;
    }
  self->shown = g_strdup (path);
  show_message (self, _ ("Reading…"), FALSE);
  self->job = rs_trace_job_start (path, read_scheduling, on_read, g_object_ref (self), g_object_unref);
}

static void
follow (RsSchedulingPage *self)
{
  RsRun *run = rs_runs_get_shown (self->runs);

  if (run == self->run)
    return;
  if (self->run != NULL)
    g_signal_handlers_disconnect_by_data (self->run, self);
  g_set_object (&self->run, run);
  if (run != NULL)
    g_signal_connect_object (run, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}

/* --- life --- */

static void
rs_scheduling_page_dispose (GObject *object)
{
  RsSchedulingPage *self = RS_SCHEDULING_PAGE (object);

  if (self->run != NULL)
    g_signal_handlers_disconnect_by_data (self->run, self);
  g_clear_object (&self->run);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (rs_scheduling_page_parent_class)->dispose (object);
}

static void
rs_scheduling_page_finalize (GObject *object)
{
  g_free (RS_SCHEDULING_PAGE (object)->shown);
  G_OBJECT_CLASS (rs_scheduling_page_parent_class)->finalize (object);
}

static void
rs_scheduling_page_class_init (RsSchedulingPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = rs_scheduling_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = rs_scheduling_page_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
rs_scheduling_page_init (RsSchedulingPage *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  self->message = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "wrap", TRUE, NULL);
  self->record_button = gtk_button_new_with_label (_ ("Run and Record"));
  self->list = g_object_new (GTK_TYPE_LIST_BOX, "selection-mode", GTK_SELECTION_NONE, "visible", FALSE, NULL);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->record_button), "win.profile");
  gtk_widget_set_halign (self->record_button, GTK_ALIGN_START);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "boxed-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Kernels and loops of the last run"), -1);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->message));
  gtk_box_append (GTK_BOX (self->box), self->record_button);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->list));
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (on_row_activated), self, G_CONNECT_SWAPPED);
}

GtkWidget *
rs_scheduling_page_new (RsRuns *runs)
{
  RsSchedulingPage *self = g_object_new (RS_TYPE_SCHEDULING_PAGE, NULL);

  self->runs = runs;
  g_signal_connect_object (runs, "shown-changed", G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  follow (self);
  update (self);
  return GTK_WIDGET (self);
}
