/* devices.xml: what a change keeps, names that are refused, and files that are damaged.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/device/configuration/configuration.h"
#include "runtime/device/configuration/pins.h"

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

static void
add_line (const char *text, gpointer data)
{
  g_string_append_printf (data, "%s\n", text);
}

static RsConfiguration *
read_pins (const char *pins, GString *warnings)
{
  g_autofree char *text
      = g_strdup_printf ("<quasar>\n  <computation-engine name=\"a\">\n%s  </computation-engine>\n</quasar>\n", pins);
  g_autoptr (GError) error = NULL;
  RsConfiguration *self;

  write_text (text);
  self = rs_configuration_read (path, add_line, warnings, &error);
  g_assert_no_error (error);
  return self;
}

/* What is wrong with a pin is told with its place; the others count, and all are written again. */
static void
test_damaged_pins (void)
{
  static const struct {
    const char *attributes, *message;
  } rows[] = {
    { "", "no devices=" },
    { "place=\"f\"", "no devices=" },
    { "devices=\"cpu\"", "no place=" },
    { "place=\"\" devices=\"cpu\"", "no place=" },
    { "place=\"f\" devices=\"\"", "it names no device" },
    { "place=\"f\" devices=\"tpu:0\"", "\"tpu:0\" is no device" },
    { "place=\"f\" devices=\"opencl\"", "\"opencl\" is no device" },
    { "place=\"f\" devices=\"cpu,opencl:0\"", "should be a device and its share" },
    { "place=\"f\" devices=\"cpu 50, opencl:0 many\"", "should be a device and its share" },
    { "place=\"f\" devices=\"cpu 0, opencl:0 100\"", "should be a device and its share" },
    { "place=\"f\" devices=\"cpu 50, opencl:0 60\"", "make 110 per cent" },
    { "place=\"f\" devices=\"cpu 40\"", "make 40 per cent" },
    { "place=\"f\" devices=\"cpu 50, cpu 50\"", "cpu is named twice" },
    { "place=\"f\" devices=\"cpu 40,\"", "should be a device and its share" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *pins
          = g_strdup_printf ("    <pin place=\"g\" devices=\"cpu\" />\n    <pin %s />\n", rows[i].attributes),
          *place = g_strdup_printf ("%s:4:5: warning: a pin is passed over: ", path), *printed = NULL;
      g_autoptr (GString) warnings = g_string_new (NULL);
      g_autoptr (RsConfiguration) self = read_pins (pins, warnings);
      g_autoptr (GArray) read = rs_configuration_get_pins (self, 0);
      g_autoptr (GArray) devices = rs_configuration_get_devices (self, 0);

      g_test_message ("%s", warnings->str);
      g_assert_true (g_str_has_prefix (warnings->str, place));
      g_assert_nonnull (strstr (warnings->str, rows[i].message));
      g_assert_cmpuint (read->len, ==, 1);
      g_assert_cmpuint (devices->len, ==, 0);
      printed = rs_configuration_print (self);
      g_assert_nonnull (strstr (printed, *rows[i].attributes != '\0' ? rows[i].attributes : "<pin />"));
    }
}

static void
test_misplaced_pin (void)
{
  g_autoptr (GString) warnings = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (RsConfiguration) self = NULL;
  g_autofree char *place = g_strdup_printf ("%s:2:3: warning: a pin is passed over: it belongs into ", path);

  write_text ("<quasar>\n  <pin place=\"f\" devices=\"cpu\" />\n</quasar>\n");
  self = rs_configuration_read (path, add_line, warnings, &error);
  g_assert_no_error (error);
  g_assert_true (g_str_has_prefix (warnings->str, place));
}

static const char *
find_pin (const GArray *pins, const char *title, const char *file, guint line)
{
  const RsPin *pin = rs_pins_find (pins, title, file, line);

  return pin != NULL ? g_array_index (pin->shares, RsPinShare, 0).device : NULL;
}

static void
test_pins (void)
{
  g_autoptr (GString) warnings = g_string_new (NULL);
  g_autoptr (RsConfiguration) self = read_pins ("    <pin place=\"f\" devices=\"opencl:0\" />\n"
                                                "    <pin place=\"b.q:12\" devices=\" cpu 40 ,opencl:1 60\" />\n"
                                                "    <pin place=\"/x/c.q:7\" devices=\"opencl:2\" />\n",
                                                warnings);
  g_autoptr (GArray) pins = rs_configuration_get_pins (self, 0), shares = rs_pin_shares_new (), after = NULL;
  g_autoptr (GError) error = NULL;
  const RsPin *shared = rs_pins_find (pins, "loop at line 12", "/a/b.q", 12);
  guint n[2] = { 0 };
  g_autofree char *printed = NULL;

  g_assert_cmpstr (warnings->str, ==, "");
  g_assert_cmpstr (find_pin (pins, "f", "/a/x.q", 3), ==, "opencl:0");
  g_assert_cmpstr (find_pin (pins, "f", "b.q", 12), ==, "cpu"); /* the line comes before the name */
  g_assert_null (find_pin (pins, "loop at line 12", "/a/bb.q", 12));
  g_assert_null (find_pin (pins, "loop at line 13", "/a/b.q", 13));
  g_assert_cmpstr (find_pin (pins, "loop at line 7", "/x/c.q", 7), ==, "opencl:2");
  g_assert_null (find_pin (pins, "loop at line 7", "/a/x/c.q", 7));
  g_assert_null (find_pin (pins, "g", "", 0));

  /* After each step no device is a whole launch away from its share. */
  g_assert_cmpuint (shared->n_order, ==, 5);
  for (guint step = 0; step < shared->n_order; step++)
    {
      n[shared->order[step]]++;
      g_assert_cmpint (ABS ((gint)(10 * n[0]) - 4 * (gint)(step + 1)), <, 10);
    }
  g_assert_cmpuint (n[0], ==, 2);

  rs_pin_shares_add (shares, "cpu", 33);
  g_assert_false (rs_configuration_set_pin (self, 0, "f", shares, &error));
  g_assert_nonnull (strstr (error->message, "33 per cent"));
  rs_pin_shares_add (shares, "cuda:1", 67);
  g_assert_true (rs_configuration_set_pin (self, 0, "f", shares, NULL));
  g_assert_true (rs_configuration_set_pin (self, 0, "g & h", shares, NULL));
  g_assert_true (rs_configuration_set_pin (self, 0, "b.q:12", NULL, NULL));
  g_assert_true (rs_configuration_set_pin (self, 0, "nothing", NULL, NULL));
  g_assert_true (rs_configuration_save (self, path, NULL));
  g_assert_true (g_file_get_contents (path, &printed, NULL, NULL));
  g_assert_cmpstr (printed, ==,
                   "<quasar>\n  <computation-engine name=\"a\">\n"
                   "    <pin place=\"f\" devices=\"cpu 33, cuda:1 67\" />\n"
                   "    <pin place=\"/x/c.q:7\" devices=\"opencl:2\" />\n"
                   "    <pin place=\"g &amp; h\" devices=\"cpu 33, cuda:1 67\" />\n"
                   "  </computation-engine>\n</quasar>\n");
  after = rs_configuration_get_pins (self, 0);
  g_assert_cmpuint (g_array_index (after, RsPin, 0).n_order, ==, 100);
}

/* Nothing goes where a pin comes to the place of another one, which holds no more. */
static void
test_pin_places (void)
{
  static const char *const places[] = { NULL, "b.q:5", NULL, "b.q:2" };
  g_autoptr (GString) warnings = g_string_new (NULL);
  g_autoptr (RsConfiguration) self = read_pins ("    <pin place=\"b.q:5\" devices=\"cpu\" />\n"
                                                "    <pin place=\"b.q:7\" devices=\"opencl:0\" note=\"kept\" />\n"
                                                "    <pin place=\"b.q:8\" devices=\"nothing\" />\n"
                                                "    <pin place=\"f\" devices=\"opencl:1\" />\n"
                                                "    <pin place=\"b.q:8\" devices=\"opencl:2\" />\n",
                                                warnings);
  g_autoptr (GArray) pins = NULL;
  g_autofree char *printed = NULL;

  rs_configuration_set_pin_places (self, 0, places);
  printed = rs_configuration_print (self);
  g_assert_cmpstr (printed, ==,
                   "<quasar>\n  <computation-engine name=\"a\">\n"
                   "    <pin place=\"b.q:5\" devices=\"opencl:0\" note=\"kept\" />\n"
                   "    <pin place=\"b.q:5\" devices=\"cpu\" />\n"
                   "    <pin place=\"b.q:8\" devices=\"nothing\" />\n"
                   "    <pin place=\"f\" devices=\"opencl:1\" />\n"
                   "    <pin place=\"b.q:2\" devices=\"opencl:2\" />\n"
                   "  </computation-engine>\n</quasar>\n");
  pins = rs_configuration_get_pins (self, 0);
  g_assert_cmpuint (pins->len, ==, 4);
  g_assert_cmpstr (find_pin (pins, "loop", "/a/b.q", 5), ==, "opencl:0");
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
  g_test_add_func ("/configuration/pins", test_pins);
  g_test_add_func ("/configuration/pin-places", test_pin_places);
  g_test_add_func ("/configuration/damaged-pins", test_damaged_pins);
  g_test_add_func ("/configuration/misplaced-pin", test_misplaced_pin);
  status = g_test_run ();
  g_remove (path);
  g_rmdir (folder);
  g_free (path);
  return status;
}
