/* An editor page.
 *
 * The page connects a document to its view and asks the user what to do when something happens to the file: it was
 * changed by another program, text of a crashed session was found, a save failed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/page.h"

#include "ide/editor/margin/line-numbers.h"
#include "ide/editor/margin/line-times.h"
#include "ide/editor/margin/margin-marks.h"
#include "ide/editor/margin/squiggles.h"
#include "ide/editor/meaning-colors.h"
#include "ide/editor/place-keeper.h"
#include "ide/editor/second-view.h"
#include "ide/editor/style.h"
#include "ide/editor/tab-title.h"
#include "ide/editor/text-menu.h"
#include "ide/editor/text/paste.h"
#include "ide/editor/text/swap.h"
#include "ide/editor/typing/call-note.h"
#include "ide/editor/typing/caret.h"
#include "ide/editor/typing/completion-keys.h"
#include "ide/editor/typing/completion-provider.h"

#include <glib/gi18n.h>
#include <string.h>

struct _RsEditorPage {
  PanelWidget parent;

  /* template */
  GtkInfoBar *banner;
  GtkLabel *banner_label;
  GtkButton *banner_accept, *banner_dismiss;
  GtkBox *box;
  GtkSourceView *view;
  GtkPaned *paned; /* the view, and a second one of the same text */

  RsFindBar *find_bar; /* borrowed from box; NULL before somebody looks for something */

  /* owned */
  RsDocument *document;
  RsChecker *checker;
  RsSquiggles *squiggles;
  RsPlaceKeeper *keeper;
  RsBlockAids *aids;
  RsMeaningColors *colors;
  RsCallNote *call_note;
  GtkSourceMark *error_mark;
  gboolean has_begun; /* the program with the error */
  GtkFileChooserNative *chooser;

  void (*on_accept) (RsEditorPage *self); /* what the banner's buttons do */
  void (*on_dismiss) (RsEditorPage *self);
  GFile *loading; /* owned; the file that was asked for, until the document has it */
  guint load_line, load_column;
  gboolean leaves_keyboard; /* the text that is being loaded does not take it */
};

G_DEFINE_FINAL_TYPE (RsEditorPage, rs_editor_page, PANEL_TYPE_WIDGET)

#define ERROR_LINE_CATEGORY "run-error"

static void
hide_banner (RsEditorPage *self)
{
  gtk_info_bar_set_revealed (self->banner, FALSE);
  self->on_accept = self->on_dismiss = NULL;
}

static void
name_button (GtkButton *button, const char *text)
{
  gtk_button_set_label (button, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

/* accept may be NULL: then there is one button. */
static void
show_banner (RsEditorPage *self, GtkMessageType type, const char *text, const char *accept,
             void (*on_accept) (RsEditorPage *), const char *dismiss, void (*on_dismiss) (RsEditorPage *))
{
  gtk_info_bar_set_message_type (self->banner, type);
  gtk_label_set_text (self->banner_label, text);
  gtk_widget_set_visible (GTK_WIDGET (self->banner_accept), accept != NULL);
  if (accept != NULL)
    name_button (self->banner_accept, accept);
  name_button (self->banner_dismiss, dismiss);
  self->on_accept = on_accept;
  self->on_dismiss = on_dismiss;
  gtk_info_bar_set_revealed (self->banner, TRUE);
}

const char *
rs_editor_page_get_message (RsEditorPage *self)
{
  return gtk_info_bar_get_revealed (self->banner) ? gtk_label_get_text (self->banner_label) : NULL;
}

static void
on_banner_accept (RsEditorPage *self)
{
  void (*action) (RsEditorPage *) = self->on_accept;

  hide_banner (self);
  if (action != NULL)
    action (self);
}

static void
on_banner_dismiss (RsEditorPage *self)
{
  void (*action) (RsEditorPage *) = self->on_dismiss;

  hide_banner (self);
  if (action != NULL)
    action (self);
}

static void
take_recovered (RsEditorPage *self)
{
  rs_document_take_recovered (self->document);
}

static void
drop_recovered (RsEditorPage *self)
{
  rs_document_drop_recovered (self->document);
}

static void
reload (RsEditorPage *self)
{
  guint line, column;

  rs_editor_page_get_cursor (self, &line, &column);
  rs_editor_page_load (self, rs_document_get_file (self->document), line, column);
}

static void
save_elsewhere (RsEditorPage *self)
{
  rs_editor_page_save_async (self, TRUE, NULL, NULL);
}

static void
show_not_saved (RsEditorPage *self, const GError *error)
{
  g_autofree char *text = g_strdup_printf (_ ("The file was not saved: %s"), error->message);

  show_banner (self, GTK_MESSAGE_ERROR, text, _ ("Save As…"), save_elsewhere, _ ("Close"), NULL);
}

static void
on_forced_save (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (RsEditorPage) self = data;
  g_autoptr (GError) error = NULL;

  if (!rs_document_save_finish (RS_DOCUMENT (object), result, &error))
    show_not_saved (self, error);
}

static void
overwrite (RsEditorPage *self)
{
  rs_document_save_async (self->document, NULL, TRUE, on_forced_save, g_object_ref (self));
}

/* Its text counts as unsaved from now on. */
static void
on_removed (RsEditorPage *self)
{
  g_autoptr (GFile) folder = g_file_get_parent (rs_document_get_file (self->document));
  gboolean has_folder = folder == NULL || g_file_query_exists (folder, NULL);
  g_autofree char *text
      = g_strdup_printf (has_folder ? _ ("“%s” was removed or renamed by another program. Save to write it again.")
                                    : _ ("The folder of “%s” was removed or renamed. Save the text in another one."),
                         rs_document_get_title (self->document));

  gtk_text_buffer_set_modified (GTK_TEXT_BUFFER (self->document), TRUE);
  show_banner (self, GTK_MESSAGE_WARNING, text, has_folder ? NULL : _ ("Save As…"), save_elsewhere, _ ("Close"), NULL);
}

static void
on_externally_modified (RsEditorPage *self)
{
  g_autofree char *text = NULL;

  if (!g_file_query_exists (rs_document_get_file (self->document), NULL))
    {
      on_removed (self);
      return;
    }
  text = g_strdup_printf (gtk_text_buffer_get_modified (GTK_TEXT_BUFFER (self->document))
                            ? _ ("“%s” was changed by another program. Reloading loses your unsaved changes.")
                            : _ ("“%s” was changed by another program."),
                          rs_document_get_title (self->document));
  show_banner (self, GTK_MESSAGE_WARNING, text, _ ("Reload"), reload, _ ("Keep Mine"), NULL);
}

static void
on_line_refused (RsEditorPage *self, int most)
{
  g_autofree char *text = g_strdup_printf (
      _ ("A line has %d characters at most here: a text with a longer one was not inserted. Programs read long data "
         "from a file."),
      most);

  show_banner (self, GTK_MESSAGE_WARNING, text, NULL, NULL, _ ("Close"), NULL);
}

static void
update_title (RsEditorPage *self)
{
  gboolean modified = gtk_text_buffer_get_modified (GTK_TEXT_BUFFER (self->document));
  PanelSaveDelegate *delegate = panel_widget_get_save_delegate (PANEL_WIDGET (self));
  GFile *file = rs_document_get_file (self->document);
  g_autofree char *folder = NULL;

  rs_tab_title_set (PANEL_WIDGET (self), rs_document_get_title (self->document));
  panel_widget_set_modified (PANEL_WIDGET (self), modified);
  panel_widget_set_icon_name (PANEL_WIDGET (self), modified ? "redshift-unsaved-symbolic" : "text-x-generic-symbolic");
  panel_save_delegate_set_title (delegate, rs_document_get_title (self->document));
  panel_save_delegate_set_is_draft (delegate, file == NULL);
  if (file != NULL)
    folder = g_path_get_dirname (rs_document_get_name (self->document));
  panel_save_delegate_set_subtitle (delegate, folder != NULL ? folder : _ ("not saved yet"));
}

static void
place_cursor (RsEditorPage *self, guint line, guint column)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->document);
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_line (buffer, &iter, (int)MAX (line, 1) - 1);
  for (guint i = 1; i < column && !gtk_text_iter_ends_line (&iter); i++)
    gtk_text_iter_forward_char (&iter);
  gtk_text_buffer_place_cursor (buffer, &iter);
  rs_place_keeper_show_cursor (self->keeper);
}

/* What a crashed session had not saved of it is there even so. */
static void
show_not_opened (RsEditorPage *self, GFile *file, const GError *error)
{
  g_autofree char *uri = g_file_get_uri (file), *name = g_file_get_basename (file), *text = NULL;
  g_autoptr (RsSwap) swap = rs_document_is_pristine (self->document) ? rs_swap_find_abandoned (uri) : NULL;

  if (swap != NULL)
    {
      rs_document_adopt_swap (self->document, swap->path, name, swap->text);
      update_title (self);
      text = g_strdup_printf (_ ("“%s” could not be opened: %s. This is what was not saved of it."), name,
                              error->message);
      show_banner (self, GTK_MESSAGE_WARNING, text, _ ("Save As…"), save_elsewhere, _ ("Close"), NULL);
      return;
    }
  text = g_strdup_printf (_ ("“%s” could not be opened: %s"), name, error->message);
  show_banner (self, GTK_MESSAGE_ERROR, text, NULL, NULL, _ ("Close"), NULL);
}

static void
on_loaded (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (RsEditorPage) self = data;
  g_autoptr (GFile) file = g_steal_pointer (&self->loading);
  g_autoptr (GError) error = NULL;

  panel_widget_unmark_busy (PANEL_WIDGET (self));
  if (!rs_document_load_finish (RS_DOCUMENT (object), result, &error))
    {
      show_not_opened (self, file, error);
      return;
    }
  hide_banner (self);
  update_title (self);
  place_cursor (self, MAX (self->load_line, 1), self->load_column);
  /* A page behind others that the session brings back stays there. */
  if (gtk_widget_get_mapped (GTK_WIDGET (self)) && !self->leaves_keyboard)
    gtk_widget_grab_focus (GTK_WIDGET (self->view));
  if (rs_document_has_recovered (self->document))
    show_banner (self, GTK_MESSAGE_INFO,
                 _ ("Redshift ended before this file was saved. The unsaved text was kept."), _ ("Recover Text"),
                 take_recovered, _ ("Discard It"), drop_recovered);
  else if (!rs_document_is_colored (self->document))
    show_banner (self, GTK_MESSAGE_INFO,
                 gtk_text_buffer_get_char_count (GTK_TEXT_BUFFER (self->document)) > RS_DOCUMENT_MAX_COLORED
                     ? _ ("This file is so long that it shows without colours.")
                     : _ ("A line of this file is so long that the text shows without colours."),
                 NULL, NULL, _ ("Close"), NULL);
}

GFile *
rs_editor_page_get_file (RsEditorPage *self)
{
  GFile *file = rs_document_get_file (self->document);

  return file != NULL ? file : self->loading;
}

static gboolean
is_large (GFile *file)
{
  g_autoptr (GFileInfo) info
      = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE, G_FILE_QUERY_INFO_NONE, NULL, NULL);

  return info != NULL && g_file_info_get_size (info) > RS_DOCUMENT_MAX_COLORED;
}

void
rs_editor_page_load (RsEditorPage *self, GFile *file, guint line, guint column)
{
  self->load_line = line;
  self->load_column = column;
  self->leaves_keyboard = FALSE;
  g_set_object (&self->loading, file);
  panel_widget_mark_busy (PANEL_WIDGET (self));
  /* Before a large text is there: what tells screen readers of the focus goes through all of it at once. */
  if (is_large (file) && gtk_widget_get_mapped (GTK_WIDGET (self)))
    gtk_widget_grab_focus (GTK_WIDGET (self->view));
  rs_document_load_async (self->document, file, on_loaded, g_object_ref (self));
}

/* --- saving --- */

static void
on_saved (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  RsEditorPage *self = g_task_get_source_object (task);
  GError *error = NULL;

  if (rs_document_save_finish (RS_DOCUMENT (object), result, &error))
    {
      hide_banner (self);
      update_title (self);
      g_task_return_boolean (task, TRUE);
      return;
    }
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG))
    show_banner (self, GTK_MESSAGE_WARNING, error->message, _ ("Save Anyway"), overwrite, _ ("Cancel"), NULL);
  else
    show_not_saved (self, error);
  g_task_return_error (task, error);
}

static void
on_name_chosen (GtkNativeDialog *dialog, int response, gpointer data)
{
  g_autoptr (GTask) task = data;
  RsEditorPage *self = g_task_get_source_object (task);
  g_autoptr (GtkFileChooserNative) chooser = g_steal_pointer (&self->chooser);
  g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));

  gtk_native_dialog_hide (dialog);
  if (response == GTK_RESPONSE_ACCEPT && file != NULL)
    rs_document_save_async (self->document, file, TRUE, on_saved, g_steal_pointer (&task));
  else
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("The file was not saved"));
}

static void
ask_name (RsEditorPage *self, GTask *task)
{
  GFile *file = rs_document_get_file (self->document);

  if (self->chooser != NULL)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_PENDING, _ ("A file name is already being asked for"));
      g_object_unref (task);
      return;
    }
  self->chooser = gtk_file_chooser_native_new (_ ("Save As"), GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                                               GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"), _ ("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  if (file != NULL)
    gtk_file_chooser_set_file (GTK_FILE_CHOOSER (self->chooser), file, NULL);
  else
    gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), rs_document_get_name (self->document));
  g_signal_connect (self->chooser, "response", G_CALLBACK (on_name_chosen), task);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

void
rs_editor_page_save_async (RsEditorPage *self, gboolean ask, GAsyncReadyCallback callback, gpointer data)
{
  GTask *task = g_task_new (self, NULL, callback, data);

  if (ask || rs_document_is_draft (self->document))
    ask_name (self, task);
  else
    rs_document_save_async (self->document, NULL, FALSE, on_saved, task);
}

gboolean
rs_editor_page_save_finish (RsEditorPage *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
on_delegate_saved (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;

  if (rs_editor_page_save_finish (RS_EDITOR_PAGE (object), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static gboolean
on_delegate_save (RsEditorPage *self, GTask *task)
{
  rs_editor_page_save_async (self, FALSE, on_delegate_saved, g_object_ref (task));
  return TRUE;
}

static void
on_delegate_discard (RsEditorPage *self)
{
  rs_document_discard (self->document);
  gtk_text_buffer_set_modified (GTK_TEXT_BUFFER (self->document), FALSE);
  panel_widget_force_close (PANEL_WIDGET (self)); /* libpanel leaves it open */
}

static void
on_delegate_close (RsEditorPage *self)
{
  rs_document_discard (self->document);
  panel_widget_force_close (PANEL_WIDGET (self));
}

/* --- places --- */

void
rs_editor_page_go_to (RsEditorPage *self, guint line, guint column)
{
  place_cursor (self, line, column);
  rs_block_aids_reveal_cursor (self->aids);
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

void
rs_editor_page_show_line (RsEditorPage *self, guint line, guint column)
{
  self->leaves_keyboard = self->loading != NULL;
  self->load_line = line;
  self->load_column = column;
  if (self->loading != NULL)
    return;
  place_cursor (self, line, column);
  rs_block_aids_reveal_cursor (self->aids);
}

void
rs_editor_page_get_cursor (RsEditorPage *self, guint *line, guint *column)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->document);
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_mark (buffer, &iter, gtk_text_buffer_get_insert (buffer));
  *line = (guint)gtk_text_iter_get_line (&iter) + 1;
  *column = (guint)gtk_text_iter_get_line_offset (&iter) + 1;
}

static const char *
get_error_line_text (RsEditorPage *self)
{
  return self->has_begun ? _ ("The program stopped here with an error; see the console")
                         : _ ("The program was not run: this line has an error");
}

/* Whether the program stopped in the line of at, or was not run for it. */
static gboolean
is_error_line (RsEditorPage *self, const GtkTextIter *at)
{
  GtkTextIter error;

  if (self->error_mark == NULL)
    return FALSE;
  gtk_text_buffer_get_iter_at_mark (GTK_TEXT_BUFFER (self->document), &error, GTK_TEXT_MARK (self->error_mark));
  return gtk_text_iter_get_line (at) == gtk_text_iter_get_line (&error);
}

char *
rs_editor_page_describe_line (RsEditorPage *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->document);
  g_autoptr (GStrvBuilder) texts = g_strv_builder_new ();
  g_autofree char *marks = NULL, *others = NULL, *time = NULL;
  g_auto (GStrv) lines = NULL;
  GtkTextIter at;

  gtk_text_buffer_get_iter_at_mark (buffer, &at, gtk_text_buffer_get_insert (buffer));
  marks = rs_squiggles_describe_line (self->squiggles, &at);
  others = rs_margin_marks_describe_line (GTK_SOURCE_BUFFER (buffer), gtk_text_iter_get_line (&at));
  time = rs_line_times_describe (GTK_SOURCE_BUFFER (buffer), gtk_text_iter_get_line (&at));
  if (is_error_line (self, &at))
    g_strv_builder_add (texts, get_error_line_text (self));
  if (*others != '\0')
    g_strv_builder_add (texts, others);
  if (*marks != '\0')
    g_strv_builder_add (texts, marks);
  if (*time != '\0')
    g_strv_builder_add (texts, time);
  lines = g_strv_builder_end (texts);
  return g_strjoinv ("\n", lines);
}

/* Marks are pictures: the description says what they mean. */
static void
update_description (RsEditorPage *self)
{
  g_autofree char *text = rs_editor_page_describe_line (self);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

void
rs_editor_page_update_marks (RsEditorPage *self)
{
  update_description (self);
}

void
rs_editor_page_mark_error_line (RsEditorPage *self, guint line, gboolean has_begun)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->document);
  GtkTextIter iter;

  if (self->error_mark != NULL)
    gtk_text_buffer_delete_mark (buffer, GTK_TEXT_MARK (self->error_mark));
  g_clear_object (&self->error_mark);
  self->has_begun = has_begun;
  if (line > 0)
    {
      gtk_text_buffer_get_iter_at_line (buffer, &iter, (int)line - 1);
      self->error_mark = g_object_ref (
          gtk_source_buffer_create_source_mark (GTK_SOURCE_BUFFER (buffer), NULL, ERROR_LINE_CATEGORY, &iter));
    }
  update_description (self);
}

static gboolean
on_query_error_tooltip (GtkWidget *view, int x, int y, gboolean keyboard, GtkTooltip *tooltip, gpointer data)
{
  RsEditorPage *self = data;
  GtkTextIter line;

  if (keyboard || !rs_find_margin_line (GTK_TEXT_VIEW (view), x, y, &line))
    return FALSE;
  gtk_tooltip_set_text (tooltip, get_error_line_text (self));
  return is_error_line (self, &line);
}

static void
add_error_line_attributes (RsEditorPage *self)
{
  g_autoptr (GtkSourceMarkAttributes) attributes = gtk_source_mark_attributes_new ();
  const GdkRGBA red = { 0.86f, 0.20f, 0.18f, 0.14f };

  gtk_source_mark_attributes_set_icon_name (attributes, "process-stop-symbolic");
  gtk_source_mark_attributes_set_background (attributes, &red);
  g_signal_connect_object (self->view, "query-tooltip", G_CALLBACK (on_query_error_tooltip), self, 0);
  rs_margin_marks_set (self->view, ERROR_LINE_CATEGORY, attributes, 10);
}

void
rs_editor_page_set_decisions (RsEditorPage *self, GHashTable *decisions)
{
  rs_squiggles_set_decisions (self->squiggles, decisions);
  update_description (self);
}

void
rs_editor_page_describe_call (RsEditorPage *self)
{
  rs_call_note_show (self->call_note);
}

RsDocument *
rs_editor_page_get_document (RsEditorPage *self)
{
  return self->document;
}

GtkSourceView *
rs_editor_page_get_view (RsEditorPage *self)
{
  return self->view;
}

RsBlockAids *
rs_editor_page_get_aids (RsEditorPage *self)
{
  return self->aids;
}

/* --- a second view of the text --- */

gboolean
rs_editor_page_get_split (RsEditorPage *self, GtkOrientation *orientation, double *part)
{
  *orientation = gtk_orientable_get_orientation (GTK_ORIENTABLE (self->paned));
  *part = rs_second_view_get_part (self->paned);
  return rs_second_view_get (self->paned) != NULL;
}

void
rs_editor_page_set_split (RsEditorPage *self, GtkOrientation orientation, double part)
{
  rs_second_view_show (self->paned, self->view, self->aids, orientation, part);
}

void
rs_editor_page_split (RsEditorPage *self, GtkOrientation orientation)
{
  if (rs_second_view_get (self->paned) != NULL
      && gtk_orientable_get_orientation (GTK_ORIENTABLE (self->paned)) == orientation)
    rs_second_view_close (self->paned);
  else
    rs_editor_page_set_split (self, orientation, 0.5);
  gtk_widget_grab_focus (rs_second_view_get (self->paned) != NULL ? rs_second_view_get (self->paned)
                                                                  : GTK_WIDGET (self->view));
}

RsFindBar *
rs_editor_page_get_find_bar (RsEditorPage *self)
{
  if (self->find_bar == NULL)
    {
      self->find_bar = g_object_new (RS_TYPE_FIND_BAR, NULL);
      rs_find_bar_set_view (self->find_bar, self->view, self->keeper);
      gtk_box_insert_child_after (self->box, GTK_WIDGET (self->find_bar), GTK_WIDGET (self->banner));
    }
  return self->find_bar;
}

RsChecker *
rs_editor_page_get_checker (RsEditorPage *self)
{
  return self->checker;
}

static void
on_checked (RsEditorPage *self)
{
  rs_squiggles_set (self->squiggles, rs_checker_get_analysis (self->checker));
  rs_meaning_colors_set (self->colors, rs_checker_get_analysis (self->checker));
  update_description (self);
}

static void
on_changed (RsEditorPage *self)
{
  /* The line may not be the one any more. */
  rs_editor_page_mark_error_line (self, 0, TRUE);
}

/* --- life --- */

static GtkWidget *
rs_editor_page_get_default_focus (PanelWidget *widget)
{
  return GTK_WIDGET (RS_EDITOR_PAGE (widget)->view);
}

static void
rs_editor_page_dispose (GObject *object)
{
  RsEditorPage *self = RS_EDITOR_PAGE (object);

  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  if (self->checker != NULL)
    g_signal_handlers_disconnect_by_data (self->checker, self);
  g_clear_object (&self->checker);
  g_clear_object (&self->loading);
  g_clear_object (&self->squiggles);
  g_clear_object (&self->colors);
  g_clear_object (&self->call_note);
  if (self->aids != NULL)
    gtk_source_view_set_indenter (self->view, NULL);
  g_clear_object (&self->aids);
  g_clear_object (&self->keeper);
  g_clear_object (&self->error_mark);
  g_clear_object (&self->chooser);
  if (self->paned != NULL)
    rs_second_view_close (self->paned);
  /* A GtkSourceView 5.6 with line numbers is never freed: its renderers keep it. The text is let go, at least. */
  if (self->document != NULL)
    gtk_text_view_set_buffer (GTK_TEXT_VIEW (self->view), NULL);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (rs_editor_page_parent_class)->dispose (object);
}

static void
rs_editor_page_class_init (RsEditorPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = rs_editor_page_dispose;
  PANEL_WIDGET_CLASS (klass)->get_default_focus = rs_editor_page_get_default_focus;
  g_type_ensure (GTK_SOURCE_TYPE_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/quasar/Redshift/page.ui");
  gtk_widget_class_bind_template_child (widget_class, RsEditorPage, banner);
  gtk_widget_class_bind_template_child (widget_class, RsEditorPage, banner_label);
  gtk_widget_class_bind_template_child (widget_class, RsEditorPage, banner_accept);
  gtk_widget_class_bind_template_child (widget_class, RsEditorPage, banner_dismiss);
  gtk_widget_class_bind_template_child (widget_class, RsEditorPage, box);
  gtk_widget_class_bind_template_child (widget_class, RsEditorPage, view);
  gtk_widget_class_bind_template_child (widget_class, RsEditorPage, paned);
}

static void
rs_editor_page_init (RsEditorPage *self)
{
  g_autoptr (PanelSaveDelegate) delegate = panel_save_delegate_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_swapped (self->banner_accept, "clicked", G_CALLBACK (on_banner_accept), self);
  g_signal_connect_swapped (self->banner_dismiss, "clicked", G_CALLBACK (on_banner_dismiss), self);
  panel_save_delegate_set_icon_name (delegate, "text-x-generic-symbolic");
  g_signal_connect_object (delegate, "save", G_CALLBACK (on_delegate_save), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (delegate, "discard", G_CALLBACK (on_delegate_discard), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (delegate, "close", G_CALLBACK (on_delegate_close), self, G_CONNECT_SWAPPED);
  panel_widget_set_save_delegate (PANEL_WIDGET (self), delegate);
  add_error_line_attributes (self);
}

/* The toolkit's key for pictures of faces, with which no program is written; its other one, Ctrl+., is the window's. */
static gboolean
refuse_emoji (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, gpointer data)
{
  return key == GDK_KEY_semicolon && (state & gtk_accelerator_get_default_mod_mask ()) == GDK_CONTROL_MASK;
}

static void
add_keys (RsEditorPage *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (refuse_emoji), NULL);
  gtk_widget_add_controller (GTK_WIDGET (self->view), keys);
}

static void
add_completion (RsEditorPage *self)
{
  g_autoptr (RsCompletionProvider) provider = rs_completion_provider_new (self->checker);

  g_object_set (gtk_source_view_get_completion (self->view), "select-on-show", TRUE, NULL);
  /* A list that is still being made when another page is shown would come up over a window that is not there. */
  g_signal_connect_object (self->view, "unmap", G_CALLBACK (rs_completion_provider_clear), provider, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "unmap", G_CALLBACK (gtk_source_completion_hide),
                           gtk_source_view_get_completion (self->view), G_CONNECT_SWAPPED);
  gtk_source_completion_add_provider (gtk_source_view_get_completion (self->view),
                                      GTK_SOURCE_COMPLETION_PROVIDER (provider));
  rs_completion_keys_add (GTK_WIDGET (self->paned), self->view, provider);
}

RsEditorPage *
rs_editor_page_new (RsDocument *document)
{
  RsEditorPage *self = g_object_new (RS_TYPE_EDITOR_PAGE, NULL);

  self->document = g_object_ref (document);
  gtk_text_view_set_buffer (GTK_TEXT_VIEW (self->view), GTK_TEXT_BUFFER (document));
  rs_style_apply (GTK_SOURCE_BUFFER (document));
  self->keeper = rs_place_keeper_new (GTK_TEXT_VIEW (self->view));
  self->squiggles = rs_squiggles_new (document, self->view);
  self->aids = rs_block_aids_new (document, self->view);
  self->colors = rs_meaning_colors_new (document);
  rs_line_numbers_add (self->view, rs_block_aids_get_fold_tag (self->aids));
  rs_line_times_add (self->view);
  rs_paste_add (GTK_TEXT_VIEW (self->view));
  rs_text_menu_add (self->view);
  rs_caret_ease (GTK_TEXT_VIEW (self->view));
  add_keys (self);
  gtk_source_view_set_enable_snippets (self->view, TRUE);
  self->checker = rs_checker_new (document);
  add_completion (self);
  self->call_note = rs_call_note_new (document, GTK_TEXT_VIEW (self->view), self->checker);
  g_signal_connect_swapped (self->checker, "checked", G_CALLBACK (on_checked), self);
  g_signal_connect_swapped (document, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (document, "notify::cursor-position", G_CALLBACK (update_description), self);
  g_signal_connect_swapped (document, "modified-changed", G_CALLBACK (update_title), self);
  g_signal_connect_swapped (document, "renamed", G_CALLBACK (update_title), self);
  g_signal_connect_swapped (document, "externally-modified", G_CALLBACK (on_externally_modified), self);
  g_signal_connect_swapped (document, "line-refused", G_CALLBACK (on_line_refused), self);
  update_title (self);
  return self;
}
