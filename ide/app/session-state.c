/* The session file.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/session-state.h"

#include "ide/settings/damage.h"
#include "ide/settings/notices.h"
#include "runtime/base/user-file.h"

#define MAX_FILES 200

static char *
state_path (void)
{
  return g_build_filename (g_get_user_state_dir (), "redshift", "session.ini", NULL);
}

static void
session_file_free (gpointer data)
{
  RsSessionFile *file = data;

  g_free (file->uri);
  g_free (file->arguments);
  g_free (file);
}

RsSessionState *
rs_session_state_new (void)
{
  RsSessionState *state = g_new0 (RsSessionState, 1);

  state->files = g_ptr_array_new_with_free_func (session_file_free);
  state->width = 1280;
  state->height = 820;
  state->bottom_height = 280;
  state->end_width = 420;
  state->start_width = 270;
  state->bottom_shown = TRUE;
  state->font_size = 11;
  state->device = g_strdup ("auto");
  return state;
}

/* What can't be read of it. */
typedef struct {
  GKeyFile *keys;
  guint n_bad;
} Reading;

static gboolean
has_key (const Reading *reading, const char *group, const char *key)
{
  return g_key_file_has_key (reading->keys, group, key, NULL);
}

/* The fallback when the key is missing or out of range. */
static int
read_int (Reading *reading, const char *group, const char *key, int low, int high, int fallback)
{
  g_autoptr (GError) error = NULL;
  int number = g_key_file_get_integer (reading->keys, group, key, &error);

  if (error == NULL && number >= low && number <= high)
    return number;
  reading->n_bad += has_key (reading, group, key);
  return fallback;
}

static void
read_boolean (Reading *reading, const char *key, gboolean *value)
{
  g_autoptr (GError) error = NULL;
  gboolean flag = g_key_file_get_boolean (reading->keys, "Window", key, &error);

  if (error == NULL)
    *value = flag;
  else
    reading->n_bad += has_key (reading, "Window", key);
}

/* NULL: it is missing. (transfer full) */
static char *
read_string (Reading *reading, const char *group, const char *key)
{
  char *text = g_key_file_get_string (reading->keys, group, key, NULL);

  if (text == NULL)
    reading->n_bad += has_key (reading, group, key);
  return text;
}

static char **
read_list (Reading *reading, const char *key)
{
  char **list = g_key_file_get_string_list (reading->keys, "Window", key, NULL, NULL);

  if (list == NULL)
    reading->n_bad += has_key (reading, "Window", key);
  return list;
}

static void
read_window (Reading *reading, RsSessionState *state)
{
  g_autofree char *device = read_string (reading, "Window", "device");

  state->width = read_int (reading, "Window", "width", 300, 20000, state->width);
  state->height = read_int (reading, "Window", "height", 200, 20000, state->height);
  state->bottom_height = read_int (reading, "Window", "bottom-height", 60, 20000, state->bottom_height);
  state->end_width = read_int (reading, "Window", "end-width", 60, 20000, state->end_width);
  state->start_width = read_int (reading, "Window", "start-width", 60, 20000, state->start_width);
  state->font_size = read_int (reading, "Window", "font-size", 6, 48, state->font_size);
  read_boolean (reading, "maximized", &state->maximized);
  read_boolean (reading, "bottom-shown", &state->bottom_shown);
  read_boolean (reading, "end-shown", &state->end_shown);
  read_boolean (reading, "start-shown", &state->start_shown);
  read_boolean (reading, "double-precision", &state->double_precision);
  if (device != NULL)
    {
      g_free (state->device);
      state->device = g_steal_pointer (&device);
    }
  state->panels = read_list (reading, "panels");
  state->debug_points = read_list (reading, "breakpoints");
  state->open_folders = read_list (reading, "open-folders");
  state->folder = read_string (reading, "Window", "folder");
  read_boolean (reading, "folder-chosen", &state->folder_chosen);
  state->active_uri = read_string (reading, "Window", "active");
}

static void
read_file (Reading *reading, const char *group, RsSessionState *state)
{
  g_autofree char *uri = read_string (reading, group, "uri");
  g_autofree char *arguments = read_string (reading, group, "arguments");
  RsSessionFile *file;

  if (uri == NULL || !g_uri_is_valid (uri, G_URI_FLAGS_NONE, NULL))
    {
      reading->n_bad++;
      return;
    }
  file = rs_session_state_add_file (state, uri);
  file->line = (guint)read_int (reading, group, "line", 1, G_MAXINT, 1);
  file->column = (guint)read_int (reading, group, "column", 1, G_MAXINT, 1);
  file->split = read_int (reading, group, "split", 0, 2, 0);
  file->split_at = read_int (reading, group, "split-at", 1, 999, 500);
  file->arguments = g_strdup (arguments != NULL ? arguments : "");
  reading->n_bad += !has_key (reading, group, "arguments"); /* the last one: it was cut off */
}

static void
read_files (Reading *reading, RsSessionState *state)
{
  g_auto (GStrv) groups = g_key_file_get_groups (reading->keys, NULL);
  int n_missing;

  for (char **group = groups; *group != NULL && state->files->len < MAX_FILES; group++)
    if (g_str_has_prefix (*group, "File "))
      read_file (reading, *group, state);
  /* A file that was cut off ends before them. */
  n_missing = read_int (reading, "Window", "files", 0, MAX_FILES, 0) - (int)state->files->len;
  reading->n_bad += (guint)MAX (n_missing, 0);
}

RsSessionState *
rs_session_state_load (void)
{
  RsSessionState *state = rs_session_state_new ();
  g_autofree char *path = state_path ();
  g_autoptr (GError) error = NULL;
  Reading reading;

  reading.keys = rs_user_file_load_keys (path, &reading.n_bad, &error);
  read_window (&reading, state);
  read_files (&reading, state);
  if (error != NULL)
    rs_damage_tell (path, rs_notices_get_reason (error));
  rs_damage_tell_lines (path, reading.n_bad);
  g_key_file_unref (reading.keys);
  return state;
}

void
rs_session_state_tell_damage (const char *what)
{
  g_autofree char *path = state_path ();

  rs_damage_tell (path, what);
}

gboolean
rs_session_state_save (const RsSessionState *state, GError **error)
{
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_autofree char *path = state_path ();

  g_key_file_set_integer (keys, "Window", "files", (int)MIN (state->files->len, MAX_FILES));
  g_key_file_set_integer (keys, "Window", "width", state->width);
  g_key_file_set_integer (keys, "Window", "height", state->height);
  g_key_file_set_boolean (keys, "Window", "maximized", state->maximized);
  g_key_file_set_integer (keys, "Window", "bottom-height", state->bottom_height);
  g_key_file_set_integer (keys, "Window", "end-width", state->end_width);
  g_key_file_set_boolean (keys, "Window", "bottom-shown", state->bottom_shown);
  g_key_file_set_boolean (keys, "Window", "end-shown", state->end_shown);
  g_key_file_set_integer (keys, "Window", "start-width", state->start_width);
  g_key_file_set_boolean (keys, "Window", "start-shown", state->start_shown);
  g_key_file_set_integer (keys, "Window", "font-size", state->font_size);
  g_key_file_set_string (keys, "Window", "device", state->device);
  g_key_file_set_boolean (keys, "Window", "double-precision", state->double_precision);
  if (state->debug_points != NULL)
    g_key_file_set_string_list (keys, "Window", "breakpoints", (const char *const *)state->debug_points,
                                g_strv_length (state->debug_points));
  if (state->panels != NULL)
    g_key_file_set_string_list (keys, "Window", "panels", (const char *const *)state->panels,
                                g_strv_length (state->panels));
  if (state->open_folders != NULL)
    g_key_file_set_string_list (keys, "Window", "open-folders", (const char *const *)state->open_folders,
                                g_strv_length (state->open_folders));
  if (state->folder != NULL)
    g_key_file_set_string (keys, "Window", "folder", state->folder);
  g_key_file_set_boolean (keys, "Window", "folder-chosen", state->folder_chosen);
  if (state->active_uri != NULL)
    g_key_file_set_string (keys, "Window", "active", state->active_uri);
  for (guint i = 0; i < state->files->len && i < MAX_FILES; i++)
    {
      const RsSessionFile *file = g_ptr_array_index (state->files, i);
      g_autofree char *group = g_strdup_printf ("File %u", i);

      g_key_file_set_string (keys, group, "uri", file->uri);
      g_key_file_set_integer (keys, group, "line", (int)file->line);
      g_key_file_set_integer (keys, group, "column", (int)file->column);
      if (file->split != 0)
        {
          g_key_file_set_integer (keys, group, "split", file->split);
          g_key_file_set_integer (keys, group, "split-at", file->split_at);
        }
      g_key_file_set_string (keys, group, "arguments", file->arguments != NULL ? file->arguments : "");
    }
  return rs_damage_may_write (path, error) && rs_user_file_save_keys (path, keys, error);
}

RsSessionFile *
rs_session_state_add_file (RsSessionState *state, const char *uri)
{
  RsSessionFile *file = g_new0 (RsSessionFile, 1);

  file->uri = g_strdup (uri);
  file->line = file->column = 1;
  g_ptr_array_add (state->files, file);
  return file;
}

void
rs_session_state_free (RsSessionState *state)
{
  g_ptr_array_unref (state->files);
  g_strfreev (state->panels);
  g_strfreev (state->debug_points);
  g_strfreev (state->open_folders);
  g_free (state->folder);
  g_free (state->active_uri);
  g_free (state->device);
  g_free (state);
}
