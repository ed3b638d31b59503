/* Questions about files.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/files/file-question.h"

#include "ide/files/file-removal.h"
#include "ide/files/file-tree.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

/* --- a name --- */

typedef struct {
  GtkPopover *popover; /* borrowed, like what is in it */
  GtkEditable *entry;
  GtkLabel *reason;
  RsNameEntered entered;
  gpointer data;
  GDestroyNotify done;
} NameQuestion;

static void
question_free (gpointer data, GClosure *closure)
{
  NameQuestion *self = data;

  self->done (self->data);
  g_free (self);
}

static gboolean
check_name (const char *name, GError **error)
{
  if (strchr (name, '/') == NULL && !g_str_equal (name, ".") && !g_str_equal (name, ".."))
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME, _ ("“%s” is no name of a file: take one without “/”"),
               name);
  return FALSE;
}

static void
on_entered (GtkEntry *entry, gpointer data)
{
  NameQuestion *self = data;
  const char *name = gtk_editable_get_text (self->entry);
  g_autoptr (GError) error = NULL;

  if (*name == '\0')
    return;
  if (check_name (name, &error) && self->entered (name, self->data, &error))
    {
      gtk_popover_popdown (self->popover);
      return;
    }
  gtk_label_set_text (self->reason, error->message);
  gtk_widget_set_visible (GTK_WIDGET (self->reason), TRUE);
  gtk_popover_present (self->popover);
}

static gboolean
return_focus (gpointer panel)
{
  GtkRoot *root = gtk_widget_get_root (panel);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (gtk_widget_get_mapped (panel) && (focus == NULL || gtk_widget_get_ancestor (focus, GTK_TYPE_TEXT_VIEW) == NULL))
    panel_widget_focus_default (panel);
  return G_SOURCE_REMOVE;
}

void
rs_file_question_return_focus (PanelWidget *panel)
{
  g_idle_add_full (G_PRIORITY_LOW, return_focus, g_object_ref (panel), g_object_unref);
}

static gboolean
unparent (gpointer popover)
{
  GtkWidget *panel = gtk_widget_get_parent (popover);

  if (panel == NULL)
    return G_SOURCE_REMOVE;
  gtk_widget_unparent (popover);
  rs_file_question_return_focus (PANEL_WIDGET (panel));
  return G_SOURCE_REMOVE;
}

static void
on_closed (GtkPopover *popover)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, unparent, g_object_ref (popover), g_object_unref);
}

static void
select_stem (GtkEditable *entry, const char *name)
{
  const char *dot = strrchr (name, '.');

  gtk_editable_set_text (entry, name);
  gtk_editable_select_region (entry, 0, dot != NULL && dot > name ? (int)g_utf8_strlen (name, dot - name) : -1);
}

void
rs_file_question_ask_name (PanelWidget *panel, const GdkRectangle *at, const char *label, const char *name,
                           RsNameEntered entered, gpointer data, GDestroyNotify done)
{
  GtkWidget *popover = gtk_popover_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *heading = g_object_new (GTK_TYPE_LABEL, "label", label, "xalign", 0.0, NULL);
  GtkWidget *entry = gtk_entry_new ();
  GtkWidget *reason
      = g_object_new (GTK_TYPE_LABEL, "visible", FALSE, "wrap", TRUE, "max-width-chars", 36, "xalign", 0.0, NULL);
  NameQuestion *self = g_new (NameQuestion, 1);

  *self = (NameQuestion){ GTK_POPOVER (popover), GTK_EDITABLE (entry), GTK_LABEL (reason), entered, data, done };
  gtk_widget_add_css_class (reason, "error");
  gtk_editable_set_width_chars (self->entry, 28);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_box_append (GTK_BOX (box), heading);
  gtk_box_append (GTK_BOX (box), entry);
  gtk_box_append (GTK_BOX (box), reason);
  gtk_popover_set_child (self->popover, box);
  gtk_popover_set_pointing_to (self->popover, at);
  gtk_widget_set_parent (popover, GTK_WIDGET (panel));
  g_signal_connect_data (entry, "activate", G_CALLBACK (on_entered), self, question_free, 0);
  g_signal_connect (popover, "closed", G_CALLBACK (on_closed), NULL);
  gtk_popover_popup (self->popover);
  gtk_widget_grab_focus (entry);
  select_stem (self->entry, name);
}

/* --- deleting --- */

static GtkWindow *
get_window (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);

  return GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL;
}

/* Where the widget's window has been closed, the dialog stands alone, and the program goes on as long.
 * (transfer none) */
static AdwMessageDialog *
make_dialog (GtkWidget *widget, const char *heading, const char *text)
{
  GtkWindow *window = get_window (widget);
  GtkWidget *dialog = adw_message_dialog_new (window, heading, text);

  if (window == NULL)
    gtk_window_set_application (GTK_WINDOW (dialog), GTK_APPLICATION (g_application_get_default ()));
  return ADW_MESSAGE_DIALOG (dialog);
}

static void
tell (GtkWidget *widget, const char *heading, const char *text)
{
  AdwMessageDialog *dialog = make_dialog (widget, heading, text);

  adw_message_dialog_add_response (dialog, "close", _ ("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

typedef struct {
  GtkWidget *widget; /* owned, like what follows */
  GtkBox *works;
  GtkTreeListRow *row;
  GFile *file;
  gboolean is_folder, for_good;
} Deletion;

static Deletion *
deletion_new (GtkWidget *widget, GtkBox *works, GtkTreeListRow *row)
{
  Deletion *self = g_new (Deletion, 1);

  *self = (Deletion){ .widget = g_object_ref (widget),
                      .works = g_object_ref (works),
                      .row = g_object_ref (row),
                      .file = g_object_ref (rs_file_tree_row_get_file (row)),
                      .is_folder = rs_file_tree_row_is_folder (row) };
  return self;
}

/* The row may have gone from the list: it says nothing of the file any more. */
static Deletion *
deletion_copy (const Deletion *self, gboolean for_good)
{
  Deletion *copy = g_new (Deletion, 1);

  *copy = (Deletion){ g_object_ref (self->widget),
                      g_object_ref (self->works),
                      g_object_ref (self->row),
                      g_object_ref (self->file),
                      self->is_folder,
                      for_good };
  return copy;
}

static void
deletion_free (gpointer data)
{
  Deletion *self = data;

  g_object_unref (self->widget);
  g_object_unref (self->works);
  g_object_unref (self->row);
  g_object_unref (self->file);
  g_free (self);
}

static void
free_closure (gpointer data, GClosure *closure)
{
  deletion_free (data);
}

static void ask (Deletion *self, const GError *reason);

static void
on_removed (const GError *error, gpointer data)
{
  const Deletion *self = data;

  if (error == NULL)
    return;
  if (!self->for_good)
    ask (deletion_copy (self, TRUE), error);
  else if (self->is_folder)
    {
      g_autofree char *text = g_strdup_printf (_ ("%s. Files that came before it have gone."), error->message);

      tell (self->widget, _ ("Not All Is Deleted"), text);
    }
  else
    tell (self->widget, _ ("Not Deleted"), error->message);
}

/* A folder that is open would tell of each file that goes. */
static void
on_response (AdwMessageDialog *dialog, const char *response, gpointer data)
{
  const Deletion *self = data;

  if (!g_str_equal (response, "delete"))
    return;
  gtk_tree_list_row_set_expanded (self->row, FALSE);
  rs_file_removal_start (self->works, self->file, self->for_good, on_removed, deletion_copy (self, self->for_good),
                         deletion_free);
}

/* Takes self. reason: why it can't go to the trash; NULL: it may. */
static void
ask (Deletion *self, const GError *reason)
{
  g_autofree char *name = g_file_get_basename (self->file), *shown = g_utf8_make_valid (name, -1);
  g_autofree char *heading = reason != NULL ? g_strdup_printf (_ ("Delete “%s” for Good?"), shown)
                                            : g_strdup_printf (_ ("Move “%s” to the Trash?"), shown);
  const char *all = self->is_folder ? _ ("It is a folder: all that is in it goes, too.") : "";
  g_autofree char *text
      = reason != NULL
            ? g_strdup_printf (_ ("It can't go to the trash (%s). There is no way back. %s"), reason->message, all)
            : g_strdup (all);
  AdwMessageDialog *dialog = make_dialog (self->widget, heading, text);

  adw_message_dialog_add_responses (dialog, "cancel", _ ("_Cancel"), "delete",
                                    reason != NULL ? _ ("_Delete") : _ ("_Move to Trash"), NULL);
  adw_message_dialog_set_response_appearance (dialog, "delete", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (dialog, reason != NULL ? "cancel" : "delete");
  adw_message_dialog_set_close_response (dialog, "cancel");
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_response), self, free_closure, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

void
rs_file_question_delete (GtkWidget *widget, GtkBox *works, GtkTreeListRow *row)
{
  ask (deletion_new (widget, works, row), NULL);
}

/* --- moving --- */

typedef struct {
  RsMoveAgreed agreed;
  gpointer data;
  GDestroyNotify done;
} Moving;

static void
moving_free (gpointer data, GClosure *closure)
{
  Moving *self = data;

  self->done (self->data);
  g_free (self);
}

static void
on_move_response (AdwMessageDialog *dialog, const char *response, gpointer data)
{
  const Moving *self = data;
  g_autoptr (GError) error = NULL;

  if (g_str_equal (response, "move") && !self->agreed (self->data, &error))
    tell (GTK_WIDGET (gtk_window_get_transient_for (GTK_WINDOW (dialog))), _ ("Not Moved"), error->message);
}

void
rs_file_question_move (GtkWidget *widget, GFile *file, GFile *folder, RsMoveAgreed agreed, gpointer data,
                       GDestroyNotify done)
{
  g_autofree char *name = g_file_get_basename (file), *shown = g_utf8_make_valid (name, -1),
                  *folder_name = g_file_get_basename (folder), *folder_shown = g_utf8_make_valid (folder_name, -1),
                  *heading = g_strdup_printf (_ ("Move “%s” to “%s”?"), shown, folder_shown);
  GtkWidget *dialog
      = adw_message_dialog_new (get_window (widget), heading,
                                _ ("Its page and its breakpoints go with it; what other files import stays as it is."));
  Moving *self = g_new (Moving, 1);

  *self = (Moving){ agreed, data, done };
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "move", _ ("_Move"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "move", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "move");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_move_response), self, moving_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}
