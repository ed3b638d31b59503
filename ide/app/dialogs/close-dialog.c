/* The question before a window with unsaved documents closes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/dialogs/close-dialog.h"

#include <adwaita.h>
#include <glib/gi18n.h>

typedef struct {
  GPtrArray *pages; /* element-type RsEditorPage; owned references; modified when asked */
  guint n_pending;  /* saves under way */
  gboolean agreed;
  gboolean failed;
  void (*callback) (gboolean agreed, gpointer data);
  gpointer data;
} Question;

static void
answer (gpointer data)
{
  Question *question = data;

  question->callback (question->agreed, question->data);
  g_ptr_array_unref (question->pages);
  g_free (question);
}

/* A window does not close inside its request to close, nor before the dialog over it is gone. */
static void
finish (Question *question, gboolean agreed)
{
  question->agreed = agreed;
  g_idle_add_once (answer, question);
}

static void
on_saved (GObject *object, GAsyncResult *result, gpointer data)
{
  Question *question = data;
  g_autoptr (GError) error = NULL;

  if (!rs_editor_page_save_finish (RS_EDITOR_PAGE (object), result, &error))
    question->failed = TRUE;
  if (--question->n_pending == 0)
    finish (question, !question->failed);
}

static void
save_all (Question *question)
{
  question->n_pending = question->pages->len;
  for (guint i = 0; i < question->pages->len; i++)
    {
      RsEditorPage *page = g_ptr_array_index (question->pages, i);

      panel_widget_raise (PANEL_WIDGET (page));
      rs_editor_page_save_async (page, FALSE, on_saved, question);
    }
}

static void
on_response (AdwMessageDialog *dialog, const char *response, gpointer data)
{
  Question *question = data;

  if (g_str_equal (response, "save"))
    {
      save_all (question);
      return;
    }
  if (g_str_equal (response, "discard"))
    for (guint i = 0; i < question->pages->len; i++)
      {
        RsDocument *document = rs_editor_page_get_document (g_ptr_array_index (question->pages, i));

        rs_document_discard (document);
        gtk_text_buffer_set_modified (GTK_TEXT_BUFFER (document), FALSE);
      }
  finish (question, g_str_equal (response, "discard"));
}

static char *
list_titles (GPtrArray *pages)
{
  GString *text = g_string_new (_ ("These documents have changes that are not saved:\n"));

  for (guint i = 0; i < pages->len; i++)
    g_string_append_printf (text, "\n%s",
                            rs_document_get_title (rs_editor_page_get_document (g_ptr_array_index (pages, i))));
  return g_string_free (text, FALSE);
}

void
rs_close_dialog_ask (GtkWindow *parent, GPtrArray *pages, void (*callback) (gboolean agreed, gpointer data),
                     gpointer data)
{
  Question *question = g_new0 (Question, 1);
  g_autofree char *text = NULL;
  GtkWidget *dialog;

  question->pages = g_ptr_array_new_with_free_func (g_object_unref);
  question->callback = callback;
  question->data = data;
  for (guint i = 0; i < pages->len; i++)
    {
      RsEditorPage *page = g_ptr_array_index (pages, i);

      if (gtk_text_buffer_get_modified (GTK_TEXT_BUFFER (rs_editor_page_get_document (page))))
        g_ptr_array_add (question->pages, g_object_ref (page));
    }
  if (question->pages->len == 0)
    {
      finish (question, TRUE);
      return;
    }
  text = list_titles (question->pages);
  dialog = adw_message_dialog_new (parent, _ ("Save Changes?"), text);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "discard", _ ("_Discard"),
                                    "save", _ ("_Save Changes"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "discard", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "save");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect (dialog, "response", G_CALLBACK (on_response), question);
  gtk_window_present (GTK_WINDOW (dialog));
}
