/* devices.xml: what a change keeps, names that are refused, and files that are damaged.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/device/configuration.h"

#include <glib/gstdio.h>
#include <string.h>

static char *path;

static void
write_text (const char *text)
{
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static RsConfiguration *
read_text (const char *text)
{
  g_autoptr (GError) error = NULL;
  RsConfiguration *self;

  write_text (text);
  self = rs_configuration_read (path, NULL, NULL, &error);
  g_assert_no_error (error);
  return self;
}

static GArray *
make_devices (const char *name, guint64 limit)
{
  GArray *devices = g_array_new (FALSE, FALSE, sizeof (RsConfiguredDevice));
  RsConfiguredDevice device = { g_strdup (name), limit };

  g_array_set_clear_func (devices, rs_configured_device_clear);
  g_array_append_val (devices, device);
  return devices;
}

/* Comments, unknown elements and attributes, and text in them are there after a change. */
static void
test_kept (void)
{
  g_autoptr (RsConfiguration) self = read_text ("<?xml version=\"1.0\"?>\n<!-- mine -->\n<quasar colour=\"red\">\n"
                                                "  <!-- the slow one -->\n"
                                                "  <computation-engine name=\"a &amp; b\" short-name=\"A\">\n"
                                                "    <cpu-device num-threads=\"2\" speed=\"9\" />\n"
                                                "    <tpu-device>deep <in /> it &lt;</tpu-device>\n"
                                                "  </computation-engine>\n</quasar>\n<!-- end -->\n");
  g_autoptr (GArray) devices = make_devices ("opencl:1", 512 << 20);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  g_assert_true (rs_configuration_rename (self, 0, "B", &error));
  g_assert_true (rs_configuration_add (self, "<new>", devices, &error));
  g_assert_true (rs_configuration_save (self, path, &error));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==,
                   "<?xml version=\"1.0\"?>\n<!-- mine -->\n<quasar colour=\"red\">\n"
                   "  <!-- the slow one -->\n"
                   "  <computation-engine name=\"a &amp; b\" short-name=\"B\">\n"
                   "    <cpu-device num-threads=\"2\" speed=\"9\" />\n"
                   "    <tpu-device>\n      deep\n      <in />\n      it &lt;\n    </tpu-device>\n"
                   "  </computation-engine>\n"
                   "  <computation-engine name=\"&lt;new&gt;\">\n"
                   "    <opencl-device ordinal=\"1\" memory-limit=\"536870912\" />\n"
                   "  </computation-engine>\n</quasar>\n<!-- end -->\n");
}

static void
test_changes (void)
{
  g_autoptr (RsConfiguration) self = read_text ("<quasar><computation-engine name=\"one\"><cuda-device ordinal=\"2\" "
                                                "memory-limit=\"1k\"/></computation-engine>"
                                                "<computation-engine name=\"two\"/></quasar>");
  g_autoptr (GArray) devices = rs_configuration_get_devices (self, 0);
  const RsConfiguredDevice *device = &g_array_index (devices, RsConfiguredDevice, 0);

  g_assert_cmpuint (devices->len, ==, 1);
  g_assert_cmpstr (device->name, ==, "cuda:2");
  g_assert_cmpuint (device->memory_limit, ==, 1024);
  rs_configuration_remove (self, 0);
  g_assert_cmpuint (rs_configuration_count (self), ==, 1);
  g_assert_cmpuint (rs_configuration_find (self, "one"), ==, G_MAXUINT);
  g_assert_cmpuint (rs_configuration_find (self, "two"), ==, 0);
  g_assert_true (rs_configuration_rename (self, 0, "one", NULL));
  g_assert_cmpstr (rs_configuration_get_title (self, 0), ==, "one");
}

/* Devices that stay keep what the file says of them; limits are written where they are others. */
static void
test_devices (void)
{
  g_autoptr (RsConfiguration) self = read_text ("<quasar><computation-engine name=\"one\"><!-- kept -->"
                                                "<cpu-device num-threads=\"2\"/><opencl-device ordinal=\"3\"/>"
                                                "<cuda-device ordinal=\"0\" memory-limit=\"1k\" max-concurrency=\"4\"/>"
                                                "<opencl-device ordinal=\"1\" memory-limit=\"2048k\"/>"
                                                "</computation-engine></quasar>");
  g_autoptr (GArray) devices = make_devices ("opencl:1", 2 << 20), none = g_array_new (FALSE, FALSE, 1);
  const RsConfiguredDevice more[]
      = { { g_strdup ("cuda:0"), 0 }, { g_strdup ("opencl:0"), 512 }, { g_strdup ("cpu"), 0 } };
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  g_array_append_vals (devices, more, G_N_ELEMENTS (more));
  g_assert_false (rs_configuration_set_devices (self, 0, none, NULL));
  g_assert_true (rs_configuration_set_devices (self, 0, devices, &error));
  text = rs_configuration_print (self);
  g_assert_cmpstr (text, ==,
                   "<quasar>\n  <computation-engine name=\"one\">\n    <!-- kept -->\n"
                   "    <cpu-device num-threads=\"2\" />\n"
                   "    <cuda-device ordinal=\"0\" max-concurrency=\"4\" />\n"
                   "    <opencl-device ordinal=\"1\" memory-limit=\"2048k\" />\n"
                   "    <opencl-device ordinal=\"0\" memory-limit=\"512\" />\n"
                   "  </computation-engine>\n</quasar>\n");
}

static void
test_bytes (void)
{
  static const char *const texts[] = { "0", "1", "1k", "1025", "512M", "3G", "5000G", "1048577" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *text = NULL;
      guint64 bytes;

      g_assert_true (rs_configuration_parse_bytes (texts[i], &bytes));
      text = rs_configuration_format_bytes (bytes);
      g_assert_cmpstr (text, ==, texts[i]);
    }
}

static void
test_names (void)
{
  static const char *const wrong[] = { "", " a", "a ", "a\nb", "\xff", "one", "short" };
  g_autoptr (RsConfiguration) self = read_text ("<quasar><computation-engine name=\"one\" short-name=\"short\"/>"
                                                "</quasar>");
  g_autoptr (GArray) devices = make_devices ("cpu", 0), none = g_array_new (FALSE, FALSE, sizeof (RsConfiguredDevice));
  g_autofree char *before = rs_configuration_print (self), *after = NULL, *longest = g_strnfill (101, 'x');

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (rs_configuration_add (self, wrong[i], devices, &error));
      g_assert_nonnull (error);
    }
  g_assert_false (rs_configuration_add (self, longest, devices, NULL));
  g_assert_false (rs_configuration_add (self, "new", none, NULL));
  after = rs_configuration_print (self);
  g_assert_cmpstr (after, ==, before);
  g_assert_true (rs_configuration_check_name (self, "short", 0, NULL)); /* its own */
}

static void
test_damaged (void)
{
  static const struct {
    const char *text, *message;
  } rows[] = {
    { "", ":1:1: error: " },
    { "<!-- only -->\n", "there is no <quasar>" },
    { "<quasar>\n <computation-engine />\n</quasar>", ":2:2: error: the engine has no name" },
    { "<quasar>\n  <computation-engine name=\"a\">\n    <cpu-device num-threads=\"many\" />",
      ":3:5: error: num-threads" },
    { "<quasar>\n<computation-engine name=\"a\">", ":2:" },
    { "<quasar />\n<quasar />", "nothing may follow" },
    { "<engines />", "begins with <quasar>" },
  };
  g_autoptr (GString) deep = g_string_new ("<quasar>");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) wrong = NULL;

      write_text (rows[i].text);
      g_assert_null (rs_configuration_read (path, NULL, NULL, &wrong));
      g_test_message ("%s", wrong->message);
      g_assert_true (g_str_has_prefix (wrong->message, path));
      g_assert_nonnull (strstr (wrong->message, rows[i].message));
    }
  for (guint i = 0; i < 100000; i++)
    g_string_append (deep, "<x>");
  write_text (deep->str);
  g_assert_null (rs_configuration_read (path, NULL, NULL, &error));
  g_assert_nonnull (strstr (error->message, "deep"));
}

/* A folder that can't be made is told, with the file's name. */
static void
test_save (void)
{
  g_autofree char *below = g_build_filename (path, "devices.xml", NULL), *folder = g_path_get_dirname (path),
                  *new_folder = g_build_filename (folder, "new", NULL),
                  *other = g_build_filename (new_folder, "devices.xml", NULL);
  g_autoptr (RsConfiguration) self = read_text ("<quasar/>");
  g_autoptr (GError) error = NULL;

  g_assert_false (rs_configuration_save (self, below, &error));
  g_assert_true (g_str_has_prefix (error->message, below));
  g_assert_true (rs_configuration_save (self, other, NULL));
  g_assert_cmpint (g_remove (other) + g_rmdir (new_folder), ==, 0);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = g_dir_make_tmp ("redshift-configuration-XXXXXX", NULL);
  int status;

  path = g_build_filename (folder, "devices.xml", NULL);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/configuration/kept", test_kept);
  g_test_add_func ("/configuration/changes", test_changes);
  g_test_add_func ("/configuration/names", test_names);
  g_test_add_func ("/configuration/devices", test_devices);
  g_test_add_func ("/configuration/bytes", test_bytes);
  g_test_add_func ("/configuration/damaged", test_damaged);
  g_test_add_func ("/configuration/save", test_save);
  status = g_test_run ();
  g_remove (path);
  g_rmdir (folder);
  g_free (path);
  return status;
}
