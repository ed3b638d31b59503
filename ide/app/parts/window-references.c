/* The uses of a name are listed (Shift+F12).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

#include "ide/analysis/names/names.h"
#include "ide/analysis/open-texts.h"
#include "ide/editor/find/results-panel.h"

#include <glib/gi18n.h>
#include <string.h>

/* The folder of a page; NULL: its text has none yet. (transfer full) */
static char *
get_page_folder (RsEditorPage *page)
{
  GFile *file = rs_document_get_file (rs_editor_page_get_document (page));

  return file != NULL && g_file_peek_path (file) != NULL ? g_path_get_dirname (g_file_peek_path (file)) : NULL;
}

/* Whether outer is a folder that inner lies in, and one that is made for programs: all that a person has is not. */
static gboolean
is_around (const char *outer, const char *inner)
{
  return g_str_has_prefix (inner, outer) && inner[strlen (outer)] == '/' && !g_str_has_prefix (g_get_home_dir (), outer)
         && !g_str_equal (outer, g_get_tmp_dir ());
}

char *
rs_window_dup_program_folder (RsWindow *self)
{
  char *folder = self->current != NULL ? get_page_folder (self->current) : NULL;

  for (guint i = 0; folder != NULL && i < self->pages->len; i++)
    {
      g_autofree char *other = get_page_folder (g_ptr_array_index (self->pages, i));

      if (other != NULL && is_around (other, folder))
        {
          g_free (folder);
          folder = g_steal_pointer (&other);
        }
    }
  return folder;
}

/* --- the list --- */

typedef struct {
  RsWindow *window; /* weak pointer; main thread only */
  GCancellable *cancellable;
  RsAnalysis *analysis; /* owned */
  guint32 offset;
  char *folder;           /* or NULL */
  GHashTable *open_texts; /* owned */
  char *heading;          /* of what was found */
} Listing;

static void
listing_free (gpointer data)
{
  Listing *self = data;

  g_clear_weak_pointer (&self->window);
  g_object_unref (self->cancellable);
  rs_analysis_unref (self->analysis);
  g_hash_table_unref (self->open_texts);
  g_free (self->folder);
  g_free (self->heading);
  g_free (self);
}

/* "12 places in 3 files mean this “scale”" */
static char *
describe (const RsReferences *references)
{
  g_autofree char *places
      = g_strdup_printf (ngettext ("%u place", "%u places", references->n_places), references->n_places);
  g_autofree char *files
      = g_strdup_printf (ngettext ("%u file", "%u files", references->files->len), references->files->len);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, _ ("%s in %s: “%s”"), places, files, references->name);
  if (references->n_links > 0)
    g_string_append_printf (text, ngettext ("; %u link not followed", "; %u links not followed", references->n_links),
                            references->n_links);
  if (references->doubt != NULL)
    g_string_append_printf (text, _ ("; there may be more. %s"), references->doubt);
  return g_string_free (text, FALSE);
}

static void
find_places (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Listing *self = data;
  GError *error = NULL;
  g_autoptr (RsReferences) references
      = rs_references_list (self->analysis, self->offset, self->folder, self->open_texts, cancellable, &error);

  if (references == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  self->heading = describe (references);
  g_task_return_pointer (task, rs_place_list_new (references), g_object_unref);
}

static void
on_found (GObject *object, GAsyncResult *result, gpointer data)
{
  Listing *self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (RsPlaceList) places = g_task_propagate_pointer (G_TASK (result), &error);
  const char *heading = places != NULL                                              ? self->heading
                        : g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ? _ ("Cancelled")
                                                                                    : error->message;

  /* A newer search may have begun. */
  if (self->window != NULL && self->window->reference_search == self->cancellable)
    {
      RsResultsPanel *panel = RS_RESULTS_PANEL (rs_window_get_panel (self->window, "results"));

      rs_results_panel_end (panel, heading, places);
      /* Who has gone back to the text meanwhile stays there. */
      if (g_str_equal (rs_window_describe_focus (self->window), "results"))
        rs_window_focus_panel (self->window, PANEL_WIDGET (panel));
    }
  listing_free (self);
}

static void
on_find_references (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;
  guint32 offset;
  RsAnalysis *analysis = rs_window_get_analysis (self, &offset);
  g_autofree char *word = NULL, *heading = NULL;
  PanelWidget *panel = rs_window_get_panel (self, "results");
  g_autoptr (GTask) task = NULL;
  Listing *listing;

  if (analysis == NULL)
    return;
  rs_window_stop_reference_search (self);
  self->reference_search = g_cancellable_new ();
  listing = g_new0 (Listing, 1);
  *listing = (Listing){ .cancellable = g_object_ref (self->reference_search),
                        .analysis = rs_analysis_ref (analysis),
                        .offset = offset,
                        .folder = rs_window_dup_program_folder (self),
                        .open_texts = rs_open_texts_snapshot () };
  g_set_weak_pointer (&listing->window, self);
  word = rs_names_get_word (analysis, offset);
  heading = g_strdup_printf (_ ("Looking for “%s” in %s…"), word,
                             listing->folder != NULL ? listing->folder : _ ("this program"));
  rs_results_panel_begin (RS_RESULTS_PANEL (panel), heading, listing->folder, self->reference_search);
  rs_window_show_panel (self, panel);
  rs_window_focus_panel (self, panel);
  task = g_task_new (NULL, self->reference_search, on_found, listing);
  g_task_set_task_data (task, listing, NULL);
  g_task_run_in_thread (task, find_places);
}

void
rs_window_stop_reference_search (RsWindow *self)
{
  if (self->reference_search != NULL)
    g_cancellable_cancel (self->reference_search);
  g_clear_object (&self->reference_search);
}

static const GActionEntry entries[] = {
  { .name = "find-references", .activate = on_find_references },
};

void
rs_window_init_references (RsWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
