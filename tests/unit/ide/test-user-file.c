/* Files of the program's own: whatever is damaged of them, the rest is read, no value comes under another group's name,
 * and a copy is kept.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/base/settings.h"
#include "runtime/base/user-file.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

static const char *const whole = "# mine\n[Window]\nwidth=800\nname=a\\nb\n\n[File 0]\nuri=file:///a\nline=1\n"
                                 "[File 1]\nuri=file:///b\nline=2\n";

static void
put (const char *path, const char *text, gsize length)
{
  g_autoptr (GError) error = NULL;

  if (rs_user_file_make_folder (path, &error))
    g_file_set_contents (path, text, (gssize)length, &error);
  g_assert_no_error (error);
}

/* Each value is the whole file's of that name, or its beginning. */
static void
check_values (GKeyFile *keys)
{
  g_autoptr (GKeyFile) wanted = g_key_file_new ();
  g_auto (GStrv) groups = g_key_file_get_groups (keys, NULL);

  g_assert_true (g_key_file_load_from_data (wanted, whole, strlen (whole), G_KEY_FILE_NONE, NULL));
  for (char **group = groups; *group != NULL; group++)
    {
      g_auto (GStrv) names = g_key_file_get_keys (keys, *group, NULL, NULL);

      for (char **name = names; *name != NULL; name++)
        {
          g_autofree char *value = g_key_file_get_value (keys, *group, *name, NULL);
          g_autofree char *right = g_key_file_get_value (wanted, *group, *name, NULL);

          g_assert_true (right == NULL || g_str_has_prefix (right, value));
        }
    }
}

static void
test_cut_off (void)
{
  g_autofree char *path = g_build_filename (g_get_user_state_dir (), "cut.ini", NULL);

  for (gsize length = 0; length <= strlen (whole); length++)
    {
      g_autoptr (GKeyFile) keys = NULL;
      g_autoptr (GError) error = NULL;
      guint n_bad;

      put (path, whole, length);
      keys = rs_user_file_load_keys (path, &n_bad, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (n_bad, <=, 1);
      check_values (keys);
    }
}

/* A head that can't be read must not put its file's values under the one before. */
static void
test_damaged_head (void)
{
  static const char *const damaged[]
      = { "[File 1\nuri=file:///b\nline=2\n", "\xff\xfe\nuri=file:///b\nline=2\n", "File 1]\nuri=file:///b\nline=2\n" };
  g_autofree char *path = g_build_filename (g_get_user_state_dir (), "head.ini", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (damaged); i++)
    {
      g_autofree char *text = g_strconcat ("[File 0]\nuri=file:///a\nline=1\n", damaged[i], "[Last]\nx=1\n", NULL);
      g_autofree char *uri = NULL;
      g_autoptr (GKeyFile) keys = NULL;
      guint n_bad;

      put (path, text, strlen (text));
      keys = rs_user_file_load_keys (path, &n_bad, NULL);
      uri = g_key_file_get_string (keys, "File 0", "uri", NULL);
      g_assert_cmpstr (uri, ==, "file:///a");
      g_assert_cmpuint (n_bad, ==, 3);
      g_assert_true (g_key_file_has_key (keys, "Last", "x", NULL));
    }
}

static void
test_lines (void)
{
  static const char text[] = "one\n\xff\xff\nt\0o\n\nthree";
  g_autofree char *path = g_build_filename (g_get_user_state_dir (), "lines", NULL);
  g_auto (GStrv) lines = NULL;
  guint n_bad;

  put (path, text, sizeof text - 1);
  lines = rs_user_file_load_lines (path, &n_bad, NULL);
  g_assert_cmpuint (n_bad, ==, 2);
  g_assert_cmpuint (g_strv_length (lines), ==, 2);
  g_assert_cmpstr (lines[0], ==, "one");
  g_assert_cmpstr (lines[1], ==, "three");
}

static void
test_aside (void)
{
  g_autofree char *path = g_build_filename (g_get_user_state_dir (), "kept", NULL);
  const char *const places[] = { ".damaged", ".damaged", ".damaged-2" };
  const char *const texts[] = { "first", "first", "second" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *aside = NULL, *there = NULL;
      g_autoptr (GError) error = NULL;

      put (path, texts[i], strlen (texts[i]));
      g_assert_true (rs_user_file_keep_aside (path, &aside, &error));
      g_assert_no_error (error);
      g_assert_true (g_str_has_suffix (aside, places[i]));
      g_assert_true (g_file_get_contents (aside, &there, NULL, NULL));
      g_assert_cmpstr (there, ==, texts[i]);
    }
}

/* Saving keeps what it does not know; a damaged file is kept aside. */
static void
test_settings (void)
{
  g_autofree char *path = rs_settings_dup_path (), *aside = g_strconcat (path, ".damaged", NULL), *text = NULL;
  g_autoptr (GPtrArray) damage = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (RsSettings) settings = NULL;
  g_autoptr (GError) error = NULL;

  put (path, "[Settings]\nMINE=1\nCOMPILER_JOBS=many\n!\n", 39);
  settings = rs_settings_load (damage);
  g_assert_cmpuint (damage->len, ==, 2);
  g_assert_true (rs_settings_save (settings, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "MINE=1"));
  g_assert_null (strstr (text, "many"));
  g_assert_true (g_file_test (aside, G_FILE_TEST_EXISTS));
}

/* Lines that end as on another system; a link to a file of a mode of its own. */
static void
test_settings_elsewhere (void)
{
  g_autofree char *path = rs_settings_dup_path (), *text = NULL;
  g_autofree char *real = g_build_filename (g_get_user_state_dir (), "real.ini", NULL);
  g_autoptr (GPtrArray) damage = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (RsSettings) settings = NULL;
  g_autoptr (GError) error = NULL;
  GStatBuf status;

  put (real, "[Settings]\r\nMINE=1\r\nCOMPILER_PERFORM_NAN_CHECKS=true\r\n", 54);
  g_assert_cmpint (g_chmod (real, 0600), ==, 0);
  g_remove (path);
  g_assert_cmpint (symlink (real, path), ==, 0);
  settings = rs_settings_load (damage);
  g_assert_cmpuint (damage->len, ==, 0);
  g_assert_true (rs_settings_get_boolean (settings, RS_SETTING_COMPILER_PERFORM_NAN_CHECKS));
  g_assert_true (rs_settings_save (settings, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (real, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "MINE=1\n"));
  g_assert_true (g_file_test (path, G_FILE_TEST_IS_SYMLINK));
  g_assert_cmpint (g_stat (real, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0600);
}

/* A list that is there and can't be read is no empty one. */
static void
test_lines_unreadable (void)
{
  g_autofree char *path = g_build_filename (g_get_user_state_dir (), "a folder", NULL);
  g_auto (GStrv) lines = NULL;
  g_autoptr (GError) error = NULL;
  guint n_bad;

  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  lines = rs_user_file_load_lines (path, &n_bad, &error);
  g_assert_nonnull (error);
  g_assert_cmpuint (g_strv_length (lines), ==, 0);
}

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *inside = g_build_filename (path, name, NULL);

      remove_tree (inside);
    }
  g_remove (path);
}

/* A folder of its own stands for the user's. (GLib's isolated folders are a leak to LeakSanitizer.) */
int
main (int argc, char **argv)
{
  g_autofree char *folder = g_dir_make_tmp ("redshift-user-file-XXXXXX", NULL);
  int status;

  g_assert_nonnull (folder);
  g_setenv ("XDG_STATE_HOME", folder, TRUE);
  g_setenv ("XDG_CONFIG_HOME", folder, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/user-file/cut-off", test_cut_off);
  g_test_add_func ("/user-file/damaged-head", test_damaged_head);
  g_test_add_func ("/user-file/lines", test_lines);
  g_test_add_func ("/user-file/aside", test_aside);
  g_test_add_func ("/user-file/settings", test_settings);
  g_test_add_func ("/user-file/settings-elsewhere", test_settings_elsewhere);
  g_test_add_func ("/user-file/lines-unreadable", test_lines_unreadable);
  status = g_test_run ();
  remove_tree (folder);
  return status;
}
