/* Files of the program's own.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/base/user-file.h"

#include "runtime/base/replace-file.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#define MOST_ASIDE 100u

gboolean
rs_user_file_make_folder (const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  int code;

  if (g_mkdir_with_parents (folder, 0700) == 0)
    return TRUE;
  code = errno;
  g_set_error (error, G_FILE_ERROR, (int)g_file_error_from_errno (code), "%s: %s", folder, g_strerror (code));
  return FALSE;
}

gboolean
rs_user_file_save (const char *path, const char *text, gsize length, GError **error)
{
  return rs_user_file_make_folder (path, error) && rs_replace_file_with (path, text, length, error);
}

gboolean
rs_user_file_save_keys (const char *path, GKeyFile *keys, GError **error)
{
  gsize length;
  g_autofree char *text = g_key_file_to_data (keys, &length, NULL);

  return rs_user_file_save (path, text, length, error);
}

/* NULL: the bytes are no text. (transfer full) */
static char *
dup_line (const char *bytes, gsize length)
{
  return memchr (bytes, '\0', length) == NULL && g_utf8_validate (bytes, (gssize)length, NULL)
             ? g_strndup (bytes, length)
             : NULL;
}

/* Calls use with each line, which it may keep; NULL: it is no text. */
static void
for_each_line (const char *text, gsize length, void (*use) (char *line, gpointer data), gpointer data)
{
  const char *end = text + length;

  while (text < end)
    {
      const char *newline = memchr (text, '\n', (gsize)(end - text));
      gsize n = (gsize)((newline != NULL ? newline : end) - text);

      use (dup_line (text, n), data);
      text += n + 1;
    }
}

/* --- key files --- */

typedef struct {
  GString *text;    /* of what can be read */
  GHashTable *seen; /* "group\nkey" */
  char *group;      /* NULL: none, or one that can't be read */
  guint n_bad;
} Reading;

/* Whether GLib takes the lines. *keys: what they are. */
static gboolean
is_key_file (const char *text, GKeyFile *keys)
{
  return g_key_file_load_from_data (keys, text, strlen (text), G_KEY_FILE_NONE, NULL);
}

static gboolean
take_group (Reading *reading, const char *line)
{
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_auto (GStrv) groups = NULL;

  g_clear_pointer (&reading->group, g_free);
  if (!is_key_file (line, keys))
    return FALSE;
  groups = g_key_file_get_groups (keys, NULL);
  reading->group = g_strdup (groups[0]);
  return reading->group != NULL;
}

static gboolean
take_key (Reading *reading, const char *line)
{
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_autofree char *text = g_strconcat ("[x]\n", line, NULL);
  g_auto (GStrv) names = NULL;

  if (reading->group == NULL || !is_key_file (text, keys))
    return FALSE;
  names = g_key_file_get_keys (keys, "x", NULL, NULL);
  return names == NULL || names[0] == NULL
         || g_hash_table_add (reading->seen, g_strconcat (reading->group, "\n", names[0], NULL));
}

static void
take_line (char *bytes, gpointer data)
{
  Reading *reading = data;
  g_autofree char *line = bytes;
  gsize length = line != NULL ? strlen (line) : 0;

  if (length > 0 && line[length - 1] == '\r') /* an editor of another system has saved it */
    line[length - 1] = '\0';
  if (line != NULL
      && (*line == '\0' || *line == '#' || (*line == '[' ? take_group (reading, line) : take_key (reading, line))))
    g_string_append_printf (reading->text, "%s\n", line);
  else
    reading->n_bad++;
}

GKeyFile *
rs_user_file_load_keys (const char *path, guint *n_bad, GError **error)
{
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_autofree char *text = NULL;
  g_autoptr (GError) why = NULL;
  Reading reading = { NULL, NULL, NULL, 0 };
  gsize length;

  *n_bad = 0;
  if (!g_file_get_contents (path, &text, &length, &why))
    {
      if (!g_error_matches (why, G_FILE_ERROR, G_FILE_ERROR_NOENT))
        g_propagate_error (error, g_steal_pointer (&why));
      return g_steal_pointer (&keys);
    }
  reading.text = g_string_sized_new (length);
  reading.seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for_each_line (text, length, take_line, &reading);
  *n_bad = reading.n_bad;
  g_key_file_load_from_data (keys, reading.text->str, reading.text->len, G_KEY_FILE_KEEP_COMMENTS, NULL);
  g_string_free (reading.text, TRUE);
  g_hash_table_unref (reading.seen);
  g_free (reading.group);
  return g_steal_pointer (&keys);
}

/* --- lists --- */

typedef struct {
  GStrvBuilder *lines;
  guint n_bad;
} List;

static void
add_line (char *bytes, gpointer data)
{
  List *list = data;
  g_autofree char *line = bytes;

  if (line == NULL)
    list->n_bad++;
  else if (*line != '\0')
    g_strv_builder_add (list->lines, line);
}

char **
rs_user_file_load_lines (const char *path, guint *n_bad, GError **error)
{
  g_autoptr (GStrvBuilder) lines = g_strv_builder_new ();
  List list = { lines, 0 };
  g_autoptr (GError) why = NULL;
  g_autofree char *text = NULL;
  gsize length;

  if (g_file_get_contents (path, &text, &length, &why))
    for_each_line (text, length, add_line, &list);
  else if (!g_error_matches (why, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    g_propagate_error (error, g_steal_pointer (&why));
  *n_bad = list.n_bad;
  return g_strv_builder_end (lines);
}

/* --- keeping --- */

gboolean
rs_user_file_keep_aside (const char *path, char **aside, GError **error)
{
  g_autofree char *text = NULL;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, error))
    return FALSE;
  for (guint i = 1; i <= MOST_ASIDE; i++)
    {
      g_autofree char *place = i == 1 ? g_strconcat (path, ".damaged", NULL)
                                      : g_strdup_printf ("%s.damaged-%u", path, i);
      g_autofree char *there = NULL;
      gsize there_length;

      if (g_file_get_contents (place, &there, &there_length, NULL)
              ? there_length == length && memcmp (there, text, length) == 0
              : !g_file_test (place, G_FILE_TEST_EXISTS)
                    && g_file_set_contents_full (place, text, (gssize)length, G_FILE_SET_CONTENTS_CONSISTENT, 0600,
                                                 error))
        {
          *aside = g_steal_pointer (&place);
          return TRUE;
        }
      if (error != NULL && *error != NULL)
        return FALSE;
    }
  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_EXIST, "there are %u damaged files beside it", MOST_ASIDE);
  return FALSE;
}
