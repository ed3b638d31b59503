/* Damaged files: what is told of them, and the copies that are kept.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/settings/damage.h"
#include "ide/settings/notices.h"

#include <glib/gstdio.h>
#include <string.h>

static void
check_told (const char *expected)
{
  g_autofree char *text = rs_notices_dup_text ("damage");

  if (text == NULL || strstr (text, expected) == NULL)
    g_error ("%s", text);
}

static void
check_copy (const char *path, const char *expected)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
  g_remove (path);
}

/* One line is not eleven, and other damage of the same size is damage, too. */
static void
test_twice (void)
{
  g_autofree char *folder = g_dir_make_tmp ("damage-XXXXXX", NULL), *path = g_build_filename (folder, "file", NULL);
  g_autofree char *first = g_strconcat (path, ".damaged", NULL), *second = g_strconcat (path, ".damaged-2", NULL);
  g_autofree char *third = g_strconcat (path, ".damaged-3", NULL);

  g_file_set_contents (path, "one", -1, NULL);
  rs_damage_tell_lines (path, 11);
  check_told ("left out: 11 lines. It is kept as it was in file.damaged.");
  rs_damage_tell_lines (path, 11);
  g_assert_false (g_file_test (second, G_FILE_TEST_EXISTS));
  g_file_set_contents (path, "two", -1, NULL);
  rs_damage_tell_lines (path, 1);
  check_told ("left out: 11 lines, 1 line. It is kept as it was in file.damaged, file.damaged-2.");
  g_file_set_contents (path, "three", -1, NULL);
  rs_damage_tell_lines (path, 1);
  check_told ("file.damaged-2, file.damaged-3.");
  check_copy (first, "one");
  check_copy (second, "two");
  check_copy (third, "three");
  g_remove (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_setenv ("LANGUAGE", "C", TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/damage/twice", test_twice);
  return g_test_run ();
}
