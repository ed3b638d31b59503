/* The list of named configurations: what is told of each, changes and whom they reach, files that others change or
 * damage.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/devices/configurations.h"

#include "runtime/device/configuration/configuration.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

static char *path;

static void
write_text (const char *text)
{
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
check_text (const char *wanted)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, wanted);
}

static const RsConfigurationEntry *
get (RsConfigurations *self, guint index)
{
  const GPtrArray *entries = rs_configurations_get_entries (self);

  g_assert_cmpuint (index, <, entries->len);
  return g_ptr_array_index (entries, index);
}

static GArray *
make_devices (void)
{
  GArray *devices = g_array_new (FALSE, FALSE, sizeof (RsConfiguredDevice));
  RsConfiguredDevice cpu = { g_strdup ("cpu"), 0 }, opencl = { g_strdup ("opencl:0"), 2 << 20 };

  g_array_set_clear_func (devices, rs_configured_device_clear);
  g_array_append_val (devices, cpu);
  g_array_append_val (devices, opencl);
  return devices;
}

static void
count (RsConfigurations *self, guint *n)
{
  ++*n;
}

static void
note_name (RsConfigurations *self, const char *old, const char *name, GString *told)
{
  g_string_append_printf (told, "%s>%s;", old, name != NULL ? name : "");
}

/* From no file to one with a configuration, another name, and none. */
static void
test_life (void)
{
  g_autoptr (RsConfigurations) self = NULL;
  g_autoptr (GArray) devices = make_devices ();
  g_autoptr (GString) told = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  guint n = 0;

  g_remove (path);
  self = rs_configurations_new (path);
  g_signal_connect (self, "changed", G_CALLBACK (count), &n);
  g_signal_connect (self, "renamed", G_CALLBACK (note_name), told);
  g_assert_cmpuint (rs_configurations_get_entries (self)->len, ==, 0);
  g_assert_null (rs_configurations_get_damage (self));
  g_assert_true (rs_configurations_add (self, "Both", devices, &error));
  g_assert_cmpstr (get (self, 0)->name, ==, "Both");
  g_assert_null (get (self, 0)->title);
  g_assert_null (get (self, 0)->problem);
  g_assert_cmpstr (get (self, 0)->details, ==, "cpu, opencl:0 with at most 2.00 MiB");
  g_assert_false (rs_configurations_change (self, 0, "Both", "cpu", NULL, NULL));
  g_assert_false (rs_configurations_change (self, 0, "Both", "opencl:1,cpu", NULL, NULL));
  g_assert_true (rs_configurations_change (self, 0, get (self, 0)->name, "Pair", NULL, &error));
  check_text ("<quasar>\n  <computation-engine name=\"Pair\">\n    <cpu-device />\n"
              "    <opencl-device ordinal=\"0\" memory-limit=\"2097152\" />\n  </computation-engine>\n</quasar>\n");
  rs_configurations_reload (self); /* nothing else stands there: nobody is told */
  g_assert_true (rs_configurations_remove (self, 0, get (self, 0)->name, &error));
  check_text ("<quasar />\n");
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpstr (told->str, ==, "Both>Pair;Pair>;");
}

/* Why one can't be chosen; a change of such a one moves nobody. */
static void
test_problems (void)
{
  g_autoptr (RsConfigurations) self = NULL;
  g_autoptr (GString) told = g_string_new (NULL);

  write_text ("<quasar><computation-engine name=\"x\" short-name=\"s\"/><computation-engine name=\"s\"/>"
              "<computation-engine name=\"opencl:3\" colour=\"red\"/></quasar>");
  self = rs_configurations_new (path);
  g_signal_connect (self, "renamed", G_CALLBACK (note_name), told);
  g_assert_cmpstr (get (self, 0)->title, ==, "x");
  g_assert_null (get (self, 0)->problem);
  g_assert_nonnull (strstr (get (self, 1)->problem, "the same name"));
  g_assert_nonnull (strstr (get (self, 2)->problem, "the name of a device"));
  g_assert_nonnull (strstr (rs_configurations_get_warnings (self), ":1:"));
  g_assert_true (rs_configurations_change (self, 1, "s", "t", NULL, NULL));
  g_assert_null (get (self, 1)->problem);
  g_assert_cmpstr (told->str, ==, "");
}

/* What is damaged is told with its place, and stays byte for byte. */
static void
test_damaged (void)
{
  static const char text[] = "<quasar>\n  <computation-engine name=\"a\">\n    <cpu-device num-threads=\"x\" />\n";
  g_autoptr (RsConfigurations) self = NULL;
  g_autoptr (GArray) devices = make_devices ();
  g_autoptr (GError) error = NULL;

  write_text ("<quasar><computation-engine name=\"a\"/></quasar>");
  self = rs_configurations_new (path);
  write_text (text); /* before the list knows */
  g_assert_false (rs_configurations_add (self, "new", devices, &error));
  g_assert_true (g_str_has_prefix (error->message, path));
  g_assert_false (rs_configurations_change (self, 0, "a", "b", NULL, NULL));
  g_assert_false (rs_configurations_remove (self, 0, "a", NULL));
  rs_configurations_reload (self);
  g_assert_cmpuint (rs_configurations_get_damage (self)->line, ==, 3);
  g_assert_cmpuint (rs_configurations_get_damage (self)->column, ==, 5);
  g_assert_false (rs_configurations_add (self, "new", devices, NULL));
  check_text (text);
}

/* A change by others is noticed; an entry that moved away is not taken for another one. */
static void
test_others (void)
{
  g_autoptr (RsConfigurations) self = NULL;
  g_autoptr (GError) error = NULL;
  gint64 end = g_get_monotonic_time () + 10 * G_USEC_PER_SEC;
  guint n = 0;

  write_text ("<quasar><computation-engine name=\"a\"/><computation-engine name=\"b\"/></quasar>");
  self = rs_configurations_new (path);
  g_signal_connect (self, "changed", G_CALLBACK (count), &n);
  write_text ("<quasar><computation-engine name=\"b\"/></quasar>");
  g_assert_false (rs_configurations_remove (self, 0, "a", &error));
  g_assert_nonnull (strstr (error->message, "in the meantime"));
  check_text ("<quasar><computation-engine name=\"b\"/></quasar>");
  g_assert_cmpstr (get (self, 0)->name, ==, "b");
  g_assert_cmpuint (n, ==, 1);
  write_text ("<quasar><computation-engine name=\"c\"/></quasar>");
  while (n < 2 && g_get_monotonic_time () < end)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (1000);
    }
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpstr (get (self, 0)->name, ==, "c");
}

/* A pipe would have the window wait for ever. */
static void
test_no_file (void)
{
  g_autoptr (RsConfigurations) self = NULL;

  g_remove (path);
  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  self = rs_configurations_new (path);
  g_assert_nonnull (strstr (rs_configurations_get_damage (self)->text, "no file"));
  g_assert_cmpuint (rs_configurations_get_damage (self)->line, ==, 0);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = g_dir_make_tmp ("redshift-configurations-XXXXXX", NULL);
  int status;

  path = g_build_filename (folder, "devices.xml", NULL);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/configurations/life", test_life);
  g_test_add_func ("/configurations/problems", test_problems);
  g_test_add_func ("/configurations/damaged", test_damaged);
  g_test_add_func ("/configurations/others", test_others);
  g_test_add_func ("/configurations/no-file", test_no_file);
  status = g_test_run ();
  g_remove (path);
  g_rmdir (folder);
  g_free (path);
  return status;
}
