/* Pins of lines (devices.xml) follow what is edited: when a text is saved, or read again, they go where their lines are
 * then.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

#include "ide/devices/device-list.h"
#include "ide/editor/text/program-lines.h"
#include "ide/settings/notices.h"

#define TEXT "text-of-pins"    /* of a document's data: the text that pins go by */
#define LONGEST_TEXT (1 << 20) /* letters: a longer one is no program that somebody edits */

typedef struct {
  const char *before, *after;
} Texts;

static guint
follow (guint line, gpointer data)
{
  const Texts *texts = data;

  rs_lines_follow (texts->before, texts->after, &line, 1);
  return line;
}

static void
note_text (RsDocument *document)
{
  const char *before = g_object_get_data (G_OBJECT (document), TEXT);
  g_autofree char *after = NULL;
  g_autoptr (GError) error = NULL;

  if (gtk_text_buffer_get_modified (GTK_TEXT_BUFFER (document)) || rs_document_is_draft (document)
      || gtk_text_buffer_get_char_count (GTK_TEXT_BUFFER (document)) > LONGEST_TEXT)
    return;
  after = rs_document_dup_text (document);
  if (g_strcmp0 (before, after) == 0)
    return;
  if (before != NULL
      && !rs_configurations_move_pins (rs_device_list_model_get_configurations (rs_device_list_model_get ()),
                                       rs_document_get_name (document), follow, &(Texts){ before, after }, &error))
    rs_notices_set ("pins", "moved", error->message);
  g_object_set_data_full (G_OBJECT (document), TEXT, g_steal_pointer (&after), g_free);
}

void
rs_window_watch_pins (RsEditorPage *page)
{
  RsDocument *document = rs_editor_page_get_document (page);

  g_signal_connect (document, "opened", G_CALLBACK (note_text), NULL);
  g_signal_connect (document, "modified-changed", G_CALLBACK (note_text), NULL);
}
