/* The session file.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/session-state.h"

#include "runtime/user-file.h"

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
  state->bottom_height = 240;
  state->end_width = 420;
  state->bottom_shown = TRUE;
  state->font_size = 11;
  state->device = g_strdup ("auto");
  return state;
}

/* Leaves *value alone when the key is missing or out of range. */
static void
read_int (GKeyFile *keys, const char *key, int low, int high, int *value)
{
  g_autoptr (GError) error = NULL;
  int number = g_key_file_get_integer (keys, "Window", key, &error);

  if (error == NULL && number >= low && number <= high)
    *value = number;
}

static void
read_boolean (GKeyFile *keys, const char *key, gboolean *value)
{
  g_autoptr (GError) error = NULL;
  gboolean flag = g_key_file_get_boolean (keys, "Window", key, &error);

  if (error == NULL)
    *value = flag;
}

static void
read_files (GKeyFile *keys, RsSessionState *state)
{
  for (guint i = 0; i < MAX_FILES; i++)
    {
      g_autofree char *group = g_strdup_printf ("File %u", i);
      g_autofree char *uri = g_key_file_get_string (keys, group, "uri", NULL);
      g_autofree char *arguments = g_key_file_get_string (keys, group, "arguments", NULL);
      int line = g_key_file_get_integer (keys, group, "line", NULL);
      int column = g_key_file_get_integer (keys, group, "column", NULL);

      if (uri == NULL)
        return;
      rs_session_state_add_file (state, uri, (guint)MAX (line, 1), (guint)MAX (column, 1),
                                 arguments != NULL ? arguments : "");
    }
}

RsSessionState *
rs_session_state_load (void)
{
  RsSessionState *state = rs_session_state_new ();
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_autofree char *path = state_path ();
  g_autofree char *device = NULL;

  if (!g_key_file_load_from_file (keys, path, G_KEY_FILE_NONE, NULL))
    return state;
  read_int (keys, "width", 300, 20000, &state->width);
  read_int (keys, "height", 200, 20000, &state->height);
  read_int (keys, "bottom-height", 60, 20000, &state->bottom_height);
  read_int (keys, "end-width", 60, 20000, &state->end_width);
  read_int (keys, "font-size", 6, 48, &state->font_size);
  read_boolean (keys, "maximized", &state->maximized);
  read_boolean (keys, "bottom-shown", &state->bottom_shown);
  read_boolean (keys, "end-shown", &state->end_shown);
  read_boolean (keys, "double-precision", &state->double_precision);
  device = g_key_file_get_string (keys, "Window", "device", NULL);
  if (device != NULL)
    {
      g_free (state->device);
      state->device = g_steal_pointer (&device);
    }
  state->panels = g_key_file_get_string_list (keys, "Window", "panels", NULL, NULL);
  state->debug_points = g_key_file_get_string_list (keys, "Window", "breakpoints", NULL, NULL);
  state->active_uri = g_key_file_get_string (keys, "Window", "active", NULL);
  read_files (keys, state);
  return state;
}

gboolean
rs_session_state_save (const RsSessionState *state, GError **error)
{
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_autofree char *path = state_path ();

  g_key_file_set_integer (keys, "Window", "width", state->width);
  g_key_file_set_integer (keys, "Window", "height", state->height);
  g_key_file_set_boolean (keys, "Window", "maximized", state->maximized);
  g_key_file_set_integer (keys, "Window", "bottom-height", state->bottom_height);
  g_key_file_set_integer (keys, "Window", "end-width", state->end_width);
  g_key_file_set_boolean (keys, "Window", "bottom-shown", state->bottom_shown);
  g_key_file_set_boolean (keys, "Window", "end-shown", state->end_shown);
  g_key_file_set_integer (keys, "Window", "font-size", state->font_size);
  g_key_file_set_string (keys, "Window", "device", state->device);
  g_key_file_set_boolean (keys, "Window", "double-precision", state->double_precision);
  if (state->debug_points != NULL)
    g_key_file_set_string_list (keys, "Window", "breakpoints", (const char *const *)state->debug_points,
                                g_strv_length (state->debug_points));
  if (state->panels != NULL)
    g_key_file_set_string_list (keys, "Window", "panels", (const char *const *)state->panels,
                                g_strv_length (state->panels));
  if (state->active_uri != NULL)
    g_key_file_set_string (keys, "Window", "active", state->active_uri);
  for (guint i = 0; i < state->files->len && i < MAX_FILES; i++)
    {
      const RsSessionFile *file = g_ptr_array_index (state->files, i);
      g_autofree char *group = g_strdup_printf ("File %u", i);

      g_key_file_set_string (keys, group, "uri", file->uri);
      g_key_file_set_integer (keys, group, "line", (int)file->line);
      g_key_file_set_integer (keys, group, "column", (int)file->column);
      g_key_file_set_string (keys, group, "arguments", file->arguments);
    }
  return rs_user_file_make_folder (path, error) && g_key_file_save_to_file (keys, path, error);
}

void
rs_session_state_add_file (RsSessionState *state, const char *uri, guint line, guint column, const char *arguments)
{
  RsSessionFile *file = g_new0 (RsSessionFile, 1);

  file->uri = g_strdup (uri);
  file->line = line;
  file->column = column;
  file->arguments = g_strdup (arguments);
  g_ptr_array_add (state->files, file);
}

void
rs_session_state_free (RsSessionState *state)
{
  g_ptr_array_unref (state->files);
  g_strfreev (state->panels);
  g_strfreev (state->debug_points);
  g_free (state->active_uri);
  g_free (state->device);
  g_free (state);
}
