/* Pins of lines (devices.xml) follow what is edited: when a text is saved, or read again, they go where their lines are
 * then. The pin of a line that is gone stays as it is, and follows again when the line comes back.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

#include "ide/app/recent-files.h"
#include "ide/devices/device-list.h"
#include "ide/editor/text/program-lines.h"
#include "ide/settings/notices.h"
#include "runtime/device/configuration/pins.h"

#include <glib/gi18n.h>
#include <string.h>

#define TEXT "text-of-pins"    /* of a document's data: a PinText */
#define LONGEST_TEXT (1 << 20) /* letters: a longer one is no program that somebody edits */
#define MOST_NEIGHBOURS 1000   /* entries of a folder in which a file of the same name is looked for */

/* A pin whose line is gone. */
typedef struct {
  char *name;       /* make_name's; of several pins that are called so it is one of the last */
  GRefString *text; /* the last one that had the line */
} LostPin;

/* What the pins of a document go by. */
typedef struct {
  GRefString *text;
  GArray *lost; /* of LostPin */
} PinText;

/* One that was saved. */
typedef struct {
  const char *file;
  PinText *before, *after;
  GString *shared; /* places of pins that may be those of another file, with commas */
  char *other;     /* that file; NULL: there is none */
} Edit;

static void
lost_clear (gpointer data)
{
  LostPin *lost = data;

  g_free (lost->name);
  g_ref_string_release (lost->text);
}

static PinText *
pin_text_new (const char *text)
{
  PinText *self = g_new (PinText, 1);

  *self = (PinText){ g_ref_string_new (text), g_array_new (FALSE, FALSE, sizeof (LostPin)) };
  g_array_set_clear_func (self->lost, lost_clear);
  return self;
}

static void
pin_text_free (gpointer data)
{
  PinText *self = data;

  g_ref_string_release (self->text);
  g_array_unref (self->lost);
  g_free (self);
}

/* --- other files of the name --- */

static gboolean
is_other (const char *path, const char *file)
{
  return !g_str_equal (path, file) && g_file_test (path, G_FILE_TEST_IS_REGULAR);
}

/* Another file whose line the place may be: one that was opened lately, or lies above or below. (transfer full)
 * (nullable) */
static char *
find_namesake (const char *place, const char *file)
{
  g_autofree char *end = g_strndup (place, (gsize)(strrchr (place, ':') - place)), *folder = NULL, *above = NULL;
  g_auto (GStrv) recent = NULL;
  g_autoptr (GDir) inside = NULL;
  const char *name;

  if (!g_path_is_absolute (file) || strlen (end) == strlen (file))
    return NULL;
  recent = rs_recent_files_list ();
  for (guint i = 0; recent[i] != NULL; i++)
    if (!g_str_equal (recent[i], file) && rs_pin_get_line (place, recent[i]) > 0)
      return g_strdup (recent[i]);
  folder = g_strndup (file, strlen (file) - strlen (end));
  above = g_build_filename (folder, "..", end, NULL);
  if (is_other (above, file))
    return g_canonicalize_filename (above, NULL);
  inside = g_dir_open (folder, 0, NULL);
  for (int n = 0; inside != NULL && n < MOST_NEIGHBOURS && (name = g_dir_read_name (inside)) != NULL; n++)
    {
      g_autofree char *path = g_build_filename (folder, name, end, NULL);

      if (is_other (path, file))
        return g_steal_pointer (&path);
    }
  return NULL;
}

/* --- following --- */

/* Pins of one name are alike. */
static char *
make_name (const RsLinePin *pin)
{
  g_autofree char *devices = rs_pin_format_shares (pin->pin->shares);

  return g_strconcat (pin->configuration, "\n", pin->pin->place, "\n", devices, NULL);
}

/* The text that has the pin's line. taken: of each lost pin, whether it is another one. */
static GRefString *
find_text (const PinText *before, const char *name, gboolean *taken)
{
  for (guint i = 0; i < before->lost->len; i++)
    if (!taken[i] && g_str_equal (g_array_index (before->lost, LostPin, i).name, name))
      {
        taken[i] = TRUE;
        return g_array_index (before->lost, LostPin, i).text;
      }
  return before->text;
}

/* Where the lines of those pins are that go by the text. */
static void
find_lines (GArray *pins, GRefString *const *texts, GRefString *text, const char *after)
{
  g_autofree guint *lines = g_new (guint, pins->len);
  guint n = 0;

  for (guint i = 0; i < pins->len; i++)
    if (texts[i] == text)
      lines[n++] = g_array_index (pins, RsLinePin, i).line;
  if (n == 0)
    return;
  rs_lines_find (text, after, lines, n);
  n = 0;
  for (guint i = 0; i < pins->len; i++)
    if (texts[i] == text)
      g_array_index (pins, RsLinePin, i).now = lines[n++];
}

/* What may be the pin of another file does not go with this one. */
static void
keep_shared (Edit *edit, RsLinePin *pin)
{
  char *other = pin->now != pin->line ? find_namesake (pin->pin->place, edit->file) : NULL;

  if (other == NULL)
    return;
  g_string_append_printf (edit->shared, "%s“%s”", edit->shared->len > 0 ? ", " : "", pin->pin->place);
  g_free (edit->other);
  edit->other = other;
  pin->now = pin->line;
}

static void
follow (GArray *pins, gpointer data)
{
  Edit *edit = data;
  const LostPin *lost = (const LostPin *)edit->before->lost->data;
  g_autofree GRefString **texts = g_new (GRefString *, pins->len);
  g_autofree gboolean *taken = g_new0 (gboolean, edit->before->lost->len + 1);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < pins->len; i++)
    g_ptr_array_add (names, make_name (&g_array_index (pins, RsLinePin, i)));
  for (guint i = pins->len; i-- > 0;)
    texts[i] = find_text (edit->before, names->pdata[i], taken);
  find_lines (pins, texts, edit->before->text, edit->after->text);
  for (guint i = 0; i < edit->before->lost->len; i++)
    if (i == 0 || lost[i].text != lost[i - 1].text) /* those of one edit go by one text */
      find_lines (pins, texts, lost[i].text, edit->after->text);
  for (guint i = 0; i < pins->len; i++)
    {
      RsLinePin *pin = &g_array_index (pins, RsLinePin, i);
      const LostPin gone = { names->pdata[i], texts[i] };

      if (pin->now > 0)
        {
          keep_shared (edit, pin);
          continue;
        }
      pin->now = pin->line;
      g_array_append_val (edit->after->lost, gone);
      names->pdata[i] = NULL;
      g_ref_string_acquire (texts[i]);
    }
}

static void
tell_shared (const Edit *edit, const char *path)
{
  g_autofree char *text = NULL;

  if (edit->other == NULL)
    return;
  text
      = g_strdup_printf (_ ("Pins of lines have not followed what was edited in %s, as %s has that name, too: %s. With "
                            "more of the file's path as their place, in %s, they do."),
                         edit->file, edit->other, edit->shared->str, path);
  rs_notices_set ("pins", edit->file, text);
}

/* Where the configurations can't be written, the pins still go by the text before. */
static void
note_edit (RsDocument *document, PinText *before, PinText *after)
{
  RsConfigurations *configurations = rs_device_list_model_get_configurations (rs_device_list_model_get ());
  g_autoptr (GString) shared = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  Edit edit = { rs_document_get_name (document), before, after, shared, NULL };

  if (rs_configurations_move_pins (configurations, edit.file, follow, &edit, &error))
    {
      tell_shared (&edit, rs_configurations_get_path (configurations));
      g_object_set_data_full (G_OBJECT (document), TEXT, after, pin_text_free);
    }
  else
    pin_text_free (after);
  rs_notices_set ("pins", "moved", error != NULL ? error->message : NULL);
  g_free (edit.other);
}

static void
note_text (RsDocument *document)
{
  PinText *before = g_object_get_data (G_OBJECT (document), TEXT);
  g_autofree char *after = NULL;

  if (gtk_text_buffer_get_modified (GTK_TEXT_BUFFER (document)) || rs_document_is_draft (document)
      || gtk_text_buffer_get_char_count (GTK_TEXT_BUFFER (document)) > LONGEST_TEXT)
    return;
  after = rs_document_dup_text (document);
  if (before == NULL)
    g_object_set_data_full (G_OBJECT (document), TEXT, pin_text_new (after), pin_text_free);
  else if (!g_str_equal (before->text, after))
    note_edit (document, before, pin_text_new (after));
}

void
rs_window_watch_pins (RsEditorPage *page)
{
  RsDocument *document = rs_editor_page_get_document (page);

  g_signal_connect (document, "opened", G_CALLBACK (note_text), NULL);
  g_signal_connect (document, "modified-changed", G_CALLBACK (note_text), NULL);
}
