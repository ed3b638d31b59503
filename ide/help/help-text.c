/* Text of the documentation in a view.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/help/help-text.h"

#include <glib/gi18n.h>
#include <string.h>

/* What is being written. */
typedef struct {
  GtkTextView *view;
  GtkTextBuffer *buffer;
  GString *paragraph;
  GString *block; /* a fenced block */
  gboolean in_block;
  gboolean is_program, is_text;
} Writer;

/* A copy, since GTK 4.8 tells screen readers of all that follows in memory. */
static void
append (Writer *writer, const char *text, gssize length, const char *tag)
{
  g_autofree char *part = length >= 0 ? g_strndup (text, (gsize)length) : g_strdup (text);
  GtkTextIter end;

  gtk_text_buffer_get_end_iter (writer->buffer, &end);
  if (tag != NULL)
    gtk_text_buffer_insert_with_tags_by_name (writer->buffer, &end, part, -1, tag, NULL);
  else
    gtk_text_buffer_insert (writer->buffer, &end, part, -1);
}

/* Text with `code` and **strong** in it. */
static void
append_inline (Writer *writer, const char *text)
{
  while (*text != '\0')
    {
      size_t plain = strcspn (text, "`*");
      const char *mark = g_str_has_prefix (text, "**") ? "**" : *text == '`' ? "`" : NULL;
      const char *end = mark != NULL ? strstr (text + strlen (mark), mark) : NULL;

      if (end != NULL)
        {
          append (writer, text + strlen (mark), end - text - (gssize)strlen (mark), *mark == '`' ? "code" : "strong");
          text = end + strlen (mark);
          continue;
        }
      plain = MAX (plain, 1);
      append (writer, text, (gssize)plain, NULL);
      text += plain;
    }
}

static void
end_paragraph (Writer *writer)
{
  if (writer->paragraph->len == 0)
    return;
  append_inline (writer, writer->paragraph->str);
  append (writer, "\n", 1, NULL);
  g_string_truncate (writer->paragraph, 0);
}

static void
on_try (GtkButton *button, gpointer data)
{
  gtk_widget_activate_action (GTK_WIDGET (button), "win.new-with-text", "s",
                              g_object_get_data (G_OBJECT (button), "text"));
}

static void
add_button (Writer *writer, const char *program)
{
  GtkTextIter end;
  GtkWidget *button = gtk_button_new_with_label (_ ("Open in an Editor"));

  g_object_set_data_full (G_OBJECT (button), "text", g_strdup (program), g_free);
  g_signal_connect (button, "clicked", G_CALLBACK (on_try), NULL);
  gtk_widget_set_cursor (button, gdk_cursor_new_from_name ("default", NULL));
  gtk_text_buffer_get_end_iter (writer->buffer, &end);
  gtk_text_view_add_child_at_anchor (writer->view, button, gtk_text_buffer_create_child_anchor (writer->buffer, &end));
  append (writer, "\n", 1, NULL);
}

static void
end_block (Writer *writer)
{
  append (writer, writer->block->str, (gssize)writer->block->len,
          writer->is_program || writer->is_text ? "program" : "output");
  if (writer->is_program)
    add_button (writer, writer->block->str);
  g_string_truncate (writer->block, 0);
  writer->in_block = FALSE;
}

static void
take_line (Writer *writer, const char *line)
{
  if (g_str_has_prefix (line, "```"))
    {
      end_paragraph (writer);
      if (writer->in_block)
        end_block (writer);
      else
        {
          writer->in_block = TRUE;
          writer->is_program = g_str_has_prefix (line, "```quasar");
          writer->is_text = g_str_has_prefix (line, "```text");
        }
    }
  else if (writer->in_block)
    g_string_append_printf (writer->block, "%s\n", line);
  else if (*line == '#')
    {
      end_paragraph (writer);
      append (writer, line + strspn (line, "# "), -1, line[1] == '#' ? "heading" : "title");
      append (writer, "\n", 1, NULL);
    }
  else if (*line == '|')
    {
      end_paragraph (writer);
      if (strspn (line, "|- ") < strlen (line))
        {
          append_inline (writer, line);
          append (writer, "\n", 1, NULL);
        }
    }
  else if (*line == '\0')
    end_paragraph (writer);
  else
    g_string_append_printf (writer->paragraph, "%s%s", writer->paragraph->len > 0 ? " " : "", line);
}

void
rs_help_text_set (GtkTextView *view, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  Writer writer
      = { view, gtk_text_view_get_buffer (view), g_string_new (NULL), g_string_new (NULL), FALSE, FALSE, FALSE };
  GtkTextIter start;

  gtk_text_buffer_set_text (writer.buffer, "", 0);
  for (guint i = 0; lines[i] != NULL; i++)
    take_line (&writer, lines[i]);
  end_paragraph (&writer);
  g_string_free (writer.paragraph, TRUE);
  g_string_free (writer.block, TRUE);
  gtk_text_buffer_get_start_iter (writer.buffer, &start);
  gtk_text_buffer_place_cursor (writer.buffer, &start);
}

static void
add_tags (GtkTextBuffer *buffer)
{
  gtk_text_buffer_create_tag (buffer, "title", "scale", 1.7, "weight", PANGO_WEIGHT_BOLD, "pixels-below-lines", 10,
                              NULL);
  gtk_text_buffer_create_tag (buffer, "heading", "scale", 1.25, "weight", PANGO_WEIGHT_BOLD, "pixels-above-lines", 16,
                              NULL);
  gtk_text_buffer_create_tag (buffer, "code", "family", "monospace", NULL);
  gtk_text_buffer_create_tag (buffer, "strong", "weight", PANGO_WEIGHT_BOLD, NULL);
  gtk_text_buffer_create_tag (buffer, "program", "family", "monospace", "left-margin", 48, "pixels-below-lines", 0,
                              NULL);
  gtk_text_buffer_create_tag (buffer, "output", "family", "monospace", "style", PANGO_STYLE_ITALIC, "left-margin", 48,
                              "pixels-below-lines", 0, NULL);
}

GtkTextView *
rs_help_text_new (const char *label)
{
  GtkTextView *view = g_object_new (GTK_TYPE_TEXT_VIEW, "editable", FALSE, "cursor-visible", FALSE, "wrap-mode",
                                    GTK_WRAP_WORD_CHAR, "left-margin", 24, "right-margin", 24, "top-margin", 18,
                                    "bottom-margin", 24, "pixels-below-lines", 6, "accepts-tab", FALSE, NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  add_tags (gtk_text_view_get_buffer (view));
  return view;
}
