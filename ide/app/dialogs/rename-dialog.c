/* The question for a new name.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/dialogs/rename-dialog.h"

#include "ide/analysis/names/names.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define MAX_TOLD 40 /* places whose lines are told */

/* Counted: the dialog has one reference, the search another. */
typedef struct {
  RsAnalysis *analysis;     /* owned */
  RsReferences *references; /* owned; NULL until they are found */
  char *problem;            /* owned; why they were not */
  char *word;               /* owned; the old name */
  AdwMessageDialog *dialog; /* weak pointer */
  GtkEditable *entry;       /* borrowed from the dialog */
  GCancellable *cancellable;
  const RsRenameCallbacks *callbacks;
  gpointer data;
} Question;

static void
clear_question (gpointer data)
{
  Question *self = data;

  g_clear_weak_pointer (&self->dialog);
  rs_analysis_unref (self->analysis);
  g_clear_pointer (&self->references, rs_references_free);
  g_object_unref (self->cancellable);
  g_free (self->problem);
  g_free (self->word);
}

static void
on_dialog_gone (gpointer data, GClosure *closure)
{
  Question *self = data;

  g_cancellable_cancel (self->cancellable);
  g_rc_box_release_full (self, clear_question);
}

/* "main.q line 3, 7, 7" */
static guint
describe_file (GString *text, const RsReferencesFile *file, guint n_told)
{
  g_autofree char *base = g_path_get_basename (rs_source_get_name (file->source));

  for (guint i = 0; i < file->offsets->len && n_told < MAX_TOLD; i++, n_told++)
    {
      guint line;

      rs_source_locate (file->source, g_array_index (file->offsets, guint32, i), &line, NULL);
      if (i == 0)
        g_string_append_printf (text, _ ("%s line %u"), base, line);
      else
        g_string_append_printf (text, ", %u", line);
    }
  return n_told;
}

/* Files that undo does not reach. */
static void
describe_written (GString *text, const Question *self)
{
  gboolean is_first = TRUE;

  for (guint i = 0; i < self->references->files->len; i++)
    {
      const RsReferencesFile *file = g_ptr_array_index (self->references->files, i);
      g_autofree char *base = g_path_get_basename (file->path);

      if (self->callbacks->is_open (file, self->data))
        continue;
      g_string_append_printf (text, "%s%s", is_first ? _ ("\nNot open, and written at once: ") : ", ", base);
      is_first = FALSE;
    }
}

/* "5 places change: main.q line 3, 7, 7; other.q line 2", and the folder that was looked through. */
static char *
describe (const Question *self)
{
  const RsReferences *references = self->references;
  GString *text = g_string_new (NULL);
  guint n_told = 0;

  g_string_append_printf (text, ngettext ("%u place changes: ", "%u places change: ", references->n_places),
                          references->n_places);
  for (guint i = 0; i < references->files->len && n_told < MAX_TOLD; i++)
    {
      g_string_append (text, i > 0 ? "; " : "");
      n_told = describe_file (text, g_ptr_array_index (references->files, i), n_told);
    }
  if (references->n_places > n_told)
    g_string_append (text, ", …");
  describe_written (text, self);
  if (references->folder != NULL)
    g_string_append_printf (text, _ ("\nLooked through: %s"), references->folder);
  if (references->n_links > 0)
    g_string_append_printf (text, ngettext ("; %u link not followed", "; %u links not followed", references->n_links),
                            references->n_links);
  return g_string_free (text, FALSE);
}

static void
update (Question *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gboolean may = FALSE;

  if (self->dialog == NULL)
    return;
  if (self->references != NULL)
    {
      const char *name = gtk_editable_get_text (self->entry);

      /* What was not changed yet is no wrong name; that it may have no other one is told before one is typed. */
      if (g_str_equal (name, self->word))
        rs_rename_check_references (self->analysis, self->references, &error);
      else
        may = rs_rename_check (self->analysis, self->references, name, &error);
      text = error == NULL ? describe (self) : g_strdup (error->message);
    }
  else
    text = g_strdup (self->problem != NULL ? self->problem : _ ("Looking for the places that use it…"));
  adw_message_dialog_set_body (self->dialog, text);
  adw_message_dialog_set_response_enabled (self->dialog, "rename", may);
}

static void
on_found (GObject *object, GAsyncResult *result, gpointer data)
{
  Question *self = data;
  g_autoptr (GError) error = NULL;

  self->references = rs_references_find_finish (result, &error);
  if (error != NULL)
    self->problem = g_strdup (error->message);
  update (self);
  g_rc_box_release_full (self, clear_question);
}

static void
on_response (AdwMessageDialog *dialog, const char *response, Question *self)
{
  g_autofree char *name = g_strdup (gtk_editable_get_text (self->entry));

  if (g_str_equal (response, "rename") && self->references != NULL)
    self->callbacks->renamed (self->analysis, g_steal_pointer (&self->references), name, self->data);
}

static void
make_dialog (Question *self, GtkWindow *parent)
{
  g_autofree char *heading = g_strdup_printf (_ ("Rename “%s”"), self->word);

  g_set_weak_pointer (&self->dialog, ADW_MESSAGE_DIALOG (adw_message_dialog_new (parent, heading, "")));
  self->entry = GTK_EDITABLE (gtk_entry_new ());
  gtk_entry_set_activates_default (GTK_ENTRY (self->entry), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("New name"), -1);
  adw_message_dialog_set_extra_child (self->dialog, GTK_WIDGET (self->entry));
  adw_message_dialog_add_responses (self->dialog, "cancel", _ ("_Cancel"), "rename", _ ("_Rename"), NULL);
  adw_message_dialog_set_response_appearance (self->dialog, "rename", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (self->dialog, "rename");
  adw_message_dialog_set_close_response (self->dialog, "cancel");
  gtk_editable_set_text (self->entry, self->word);
  gtk_editable_select_region (self->entry, 0, -1);
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (update), self);
  g_signal_connect_data (self->dialog, "response", G_CALLBACK (on_response), g_rc_box_acquire (self), on_dialog_gone,
                         0);
}

void
rs_rename_dialog_present (GtkWindow *parent, RsAnalysis *analysis, guint32 offset, const char *folder,
                          GHashTable *open_texts, const RsRenameCallbacks *callbacks, gpointer data)
{
  Question *self = g_rc_box_new0 (Question);

  self->word = rs_names_get_word (analysis, offset);
  self->analysis = rs_analysis_ref (analysis);
  self->cancellable = g_cancellable_new ();
  self->callbacks = callbacks;
  self->data = data;
  make_dialog (self, parent);
  update (self);
  gtk_window_present (GTK_WINDOW (self->dialog));
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
  rs_references_find_async (analysis, offset, folder, open_texts, self->cancellable, on_found, self);
}
