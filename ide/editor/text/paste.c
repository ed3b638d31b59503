/* Cutting, copying and pasting. GtkTextView deletes the selection first, in an action of its own: two steps to undo,
 * and where the text is refused afterwards, nothing left to redo. Of a selection with folded blocks it gives others
 * only what is seen.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/text/paste.h"

#include "ide/editor/text/document.h"

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

/* FALSE: nothing is selected. */
static gboolean
copy_selection (GtkTextView *view)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  g_autofree char *text = NULL;
  GtkTextIter start, end;

  if (!gtk_text_buffer_get_selection_bounds (buffer, &start, &end))
    return FALSE;
  text = gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (view)), text);
  return TRUE;
}

static void
on_copy (GtkTextView *view)
{
  g_signal_stop_emission_by_name (view, "copy-clipboard");
  copy_selection (view);
}

static void
on_cut (GtkTextView *view)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);

  g_signal_stop_emission_by_name (view, "cut-clipboard");
  if (copy_selection (view) && gtk_text_buffer_delete_selection (buffer, TRUE, gtk_text_view_get_editable (view)))
    gtk_text_view_scroll_mark_onscreen (view, gtk_text_buffer_get_insert (buffer));
}

void
rs_paste_add (GtkTextView *view)
{
  g_signal_connect (view, "copy-clipboard", G_CALLBACK (on_copy), NULL);
  g_signal_connect (view, "cut-clipboard", G_CALLBACK (on_cut), NULL);
  g_signal_connect (view, "paste-clipboard", G_CALLBACK (on_paste), NULL);
}
