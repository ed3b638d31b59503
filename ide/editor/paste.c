/* Pasting. GtkTextView deletes the selection first, in an action of its own: two steps to undo, and where the text is
 * refused afterwards, nothing left to redo.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/paste.h"

#include "ide/editor/document.h"

static void
on_text (GObject *clipboard, GAsyncResult *result, gpointer data)
{
  g_autoptr (GtkTextView) view = data;
  g_autofree char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);

  /* The page may be closed meanwhile, and then the view has another buffer. */
  if (text == NULL)
    gtk_widget_error_bell (GTK_WIDGET (view)); /* what was copied is no text */
  else if (*text != '\0' && RS_IS_DOCUMENT (buffer) && gtk_text_view_get_editable (view)
           && rs_document_replace_selection (RS_DOCUMENT (buffer), text))
    gtk_text_view_scroll_mark_onscreen (view, gtk_text_buffer_get_insert (buffer));
}

static void
on_paste (GtkTextView *view)
{
  g_signal_stop_emission_by_name (view, "paste-clipboard");
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (view)), NULL, on_text, g_object_ref (view));
}

void
rs_paste_add (GtkTextView *view)
{
  g_signal_connect (view, "paste-clipboard", G_CALLBACK (on_paste), NULL);
}
