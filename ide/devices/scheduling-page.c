/* Where each kernel and loop of the last run ran, and where the user wants it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/devices/scheduling-page.h"

#include "ide/devices/device-list.h"
#include "ide/devices/pin-dialog.h"
#include "ide/devices/scheduling-row.h"
#include "ide/profile/trace-job.h"
#include "profiler/analysis/devices/scheduling.h"

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

static void
on_row_activated (RsSchedulingPage *self, GtkListBoxRow *row)
{
  guint line;
  const char *file = rs_scheduling_row_get_file (GTK_WIDGET (row), &line);

  gtk_widget_activate_action (GTK_WIDGET (self), "win.go-to-profiled", "(suu)", file, line, 0);
}

/* --- where the user wants them --- */

static RsConfigurations *
get_configurations (void)
{
  return rs_device_list_model_get_configurations (rs_device_list_model_get ());
}

/* As -d takes it. (transfer full) */
static char *
dup_device (RsSchedulingPage *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  g_autoptr (GVariant) state
      = G_IS_ACTION_GROUP (root) ? g_action_group_get_action_state (G_ACTION_GROUP (root), "device") : NULL;

  return state != NULL ? g_variant_dup_string (state, NULL) : g_strdup ("auto");
}

/* Rows in place, so that the keyboard stays where it is; pins of what is not in the list come behind. */
static void
show_pins (RsSchedulingPage *self)
{
  g_autofree char *device = dup_device (self);
  g_autoptr (GArray) pins = rs_configurations_get_pins (get_configurations (), device);
  g_autofree gboolean *is_shown = g_new0 (gboolean, pins->len + 1);
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL;)
    {
      const RsPin *pin = rs_scheduling_row_find_pin (GTK_WIDGET (row), pins);

      if (rs_scheduling_row_is_absent (GTK_WIDGET (row)) && (pin == NULL || is_shown[pin - (const RsPin *)pins->data]))
        {
          gtk_list_box_remove (self->list, GTK_WIDGET (row));
          continue;
        }
      rs_scheduling_row_set_pin (GTK_WIDGET (row), pin);
      if (pin != NULL)
        is_shown[pin - (const RsPin *)pins->data] = TRUE;
      i++;
    }
  for (guint i = 0; i < pins->len; i++)
    if (!is_shown[i])
      {
        GtkWidget *absent = rs_scheduling_row_new_absent (g_array_index (pins, RsPin, i).place);

        rs_scheduling_row_set_pin (absent, &g_array_index (pins, RsPin, i));
        gtk_list_box_append (self->list, absent);
      }
  gtk_widget_set_visible (GTK_WIDGET (self->list), gtk_list_box_get_row_at_index (self->list, 0) != NULL);
}

static void
tell_failure (RsSchedulingPage *self, const GError *error)
{
  if (error != NULL)
    show_message (self, error->message, FALSE);
}

/* Behind the dialog: programs run on the configuration that has the pin. */
static void
on_pinned (gpointer page, const char *name, const GError *error)
{
  RsSchedulingPage *self = page;
  g_autofree char *device = NULL;

  if (self->box == NULL)
    return; /* the window is gone */
  tell_failure (self, error);
  device = dup_device (self);
  if (name != NULL && !g_str_equal (name, device))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.device", "s", name);
  show_pins (self);
}

static void
ask (GtkWidget *widget, const char *action, GVariant *place)
{
  RsSchedulingPage *self = RS_SCHEDULING_PAGE (widget);
  g_autofree char *device = dup_device (self);

  rs_pin_dialog_present (GTK_WINDOW (gtk_widget_get_root (widget)), rs_device_list_model_get (), device,
                         g_variant_get_string (place, NULL), g_str_equal (action, "scheduling.share"), on_pinned,
                         g_object_ref (self));
}

static void
measure (GtkWidget *widget, const char *action, GVariant *place)
{
  RsSchedulingPage *self = RS_SCHEDULING_PAGE (widget);
  g_autofree char *device = dup_device (self);
  g_autoptr (GError) error = NULL;

  rs_configurations_set_pin (get_configurations (), device, g_variant_get_string (place, NULL), NULL, &error);
  tell_failure (self, error);
  show_pins (self);
}

static gboolean
on_menu_key (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (widget));
  GtkWidget *row = focus != NULL ? gtk_widget_get_ancestor (focus, GTK_TYPE_LIST_BOX_ROW) : NULL;

  if (row == NULL || gtk_widget_get_parent (row) != GTK_WIDGET (RS_SCHEDULING_PAGE (widget)->list))
    return FALSE;
  rs_scheduling_row_pop_up (row);
  return TRUE;
}

static void
on_secondary_click (RsSchedulingPage *self, int n, double x, double y)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_y (self->list, (int)y);

  if (row != NULL)
    rs_scheduling_row_pop_up (GTK_WIDGET (row));
}

/* The choice is known once the page is in its window. */
static void
on_mapped (RsSchedulingPage *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (G_IS_ACTION_GROUP (root))
    {
      g_signal_handlers_disconnect_by_func (root, show_pins, self);
      g_signal_connect_object (root, "action-state-changed::device", G_CALLBACK (show_pins), self, G_CONNECT_SWAPPED);
    }
  show_pins (self);
}

/* --- the list --- */

static void
show (RsSchedulingPage *self, const GArray *found)
{
  g_autofree char *text = NULL;
  guint n = MIN (found->len, MOST_ROWS);

  clear (self);
  for (guint i = 0; i < n; i++)
    gtk_list_box_append (self->list, rs_scheduling_row_new (&g_array_index (found, RsSchedulingRow, i)));
  show_pins (self);
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
      show_pins (self);
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
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "scheduling.always", "s", ask);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "scheduling.share", "s", ask);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "scheduling.measured", "s", measure);
  gtk_widget_class_add_binding (GTK_WIDGET_CLASS (klass), GDK_KEY_F10, GDK_SHIFT_MASK, on_menu_key, NULL);
  gtk_widget_class_add_binding (GTK_WIDGET_CLASS (klass), GDK_KEY_Menu, 0, on_menu_key, NULL);
}

static void
rs_scheduling_page_init (RsSchedulingPage *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

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
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  gtk_widget_add_controller (GTK_WIDGET (self->list), GTK_EVENT_CONTROLLER (click));
  g_signal_connect_object (click, "pressed", G_CALLBACK (on_secondary_click), self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "map", G_CALLBACK (on_mapped), NULL);
  g_signal_connect_object (rs_device_list_model_get (), "changed", G_CALLBACK (show_pins), self, G_CONNECT_SWAPPED);
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
