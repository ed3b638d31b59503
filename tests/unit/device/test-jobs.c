/* Compilations in advance: what was prepared is there when it is asked for, what failed says so only then, and the end
 * of the device ends the compilers that still run.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/unit/device/kernel-text.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

static char *folder; /* cache, a fresh one for each test */

static void
set_up (void)
{
  folder = g_dir_make_tmp ("redshift-test-XXXXXX", NULL);
}

static void
tear_down (void)
{
  remove_tree (folder);
  g_clear_pointer (&folder, g_free);
}

/* With a compiler of its own: a script that logs its process before it begins. */
static RsDevice *
make_logging_device (const char *command, int n_jobs)
{
  g_autoptr (RsSettings) settings = make_settings (folder, 1);
  g_autofree char *script = g_build_filename (folder, "cc-script", NULL);
  g_autofree char *compiler = g_strdup_printf ("CC_PATH=%s", script),
                  *jobs = g_strdup_printf ("COMPILER_JOBS=%d", n_jobs);
  g_autofree char *text
      = g_strdup_printf ("#!/bin/sh\ncase \"$*\" in *-c*) echo $$ >> %s/log; %s ;; esac\nexec cc \"$@\"\n", folder,
                         command);
  RsDevice *device;
  gboolean unknown;

  g_assert_true (g_file_set_contents (script, text, -1, NULL));
  g_chmod (script, 0700);
  g_assert_true (rs_settings_parse (settings, compiler, &unknown, NULL));
  g_assert_true (rs_settings_parse (settings, jobs, &unknown, NULL));
  device = rs_device_new_cpu (settings, NULL);
  g_assert_nonnull (device);
  return device;
}

/* The processes in the log. (transfer full) */
static GArray *
read_log (void)
{
  g_autofree char *path = g_build_filename (folder, "log", NULL), *text = NULL;
  GArray *processes = g_array_new (FALSE, FALSE, sizeof (int));
  g_auto (GStrv) lines = NULL;

  if (g_file_get_contents (path, &text, NULL, NULL))
    lines = g_strsplit (text, "\n", 0);
  for (guint i = 0; lines != NULL && lines[i] != NULL; i++)
    if (lines[i][0] != '\0')
      g_array_append_vals (processes, &(int){ atoi (lines[i]) }, 1);
  return processes;
}

static guint
count_files (const char *prefix, const char *suffix)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    n += g_str_has_prefix (name, prefix) && g_str_has_suffix (name, suffix);
  g_dir_close (dir);
  return n;
}

static char *
make_text (int number)
{
  return g_strdup_printf (KERNEL ("k") "{ ((float *)((Array *)arguments[0])->data)[0] = %d; }\n", number);
}

static void
check_result (RsDevice *device, RsDeviceModule *module, int number)
{
  float value = -1;
  RsKernelArray view = { .data = &value };
  void *arguments[] = { &view };
  RsDeviceLaunch launch = { .kernel = find_kernel (device, module, "k"), .id = 1, .rank = 1, .grid = { 1, 1, 1, 1 },
                            .block = { 1, 1, 1, 1 }, .arguments = arguments };

  g_assert_true (device->table->launch (device, &launch, NULL));
  g_assert_cmpfloat (value, ==, number);
}

/* Eight texts are prepared, and asked for in another order; each is compiled once. */
static void
test_prepared (gconstpointer data)
{
  set_up ();
  {
    g_autoptr (RsDevice) device = make_logging_device ("", GPOINTER_TO_INT (data));
    RsModuleOptions options = { .title = "test" };
    g_autoptr (GArray) log = NULL;

    for (int round = 0; round < 2; round++)
      for (int i = 0; i < 8; i++)
        {
          g_autofree char *text = make_text (i);

          rs_device_prepare (device, text, &options);
        }
    for (int i = 0; i < 8; i++)
      {
        g_autofree char *text = make_text (i * 5 % 8);
        RsDeviceModule *module = compile_text (device, text);

        check_result (device, module, i * 5 % 8);
        rs_device_release_module (device, module);
      }
    log = read_log ();
    g_assert_cmpuint (log->len, ==, 8);
    g_assert_cmpuint (count_files ("", ".so"), ==, 8);
    g_assert_cmpuint (count_files ("tmp-", ""), ==, 0);
  }
  tear_down ();
}

/* A text that does not compile is an error where it is asked for, and nothing before. */
static void
test_failure (void)
{
  set_up ();
  {
    g_autoptr (RsDevice) device = make_logging_device ("", 2);
    RsModuleOptions options = { .title = "broken" };
    g_autofree char *good = make_text (1);
    g_autoptr (GError) error = NULL;
    RsDeviceModule *module;

    rs_device_prepare (device, "int f (void) { return undeclared; }", &options);
    rs_device_prepare (device, "never asked for", &options);
    module = compile_text (device, good);
    check_result (device, module, 1);
    rs_device_release_module (device, module);
    g_usleep (200000); /* long enough, usually, for both to have failed */
    g_assert_null (rs_device_compile (device, "int f (void) { return undeclared; }", &options, &error));
    g_assert_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_COMPILER);
    g_assert_nonnull (strstr (error->message, "broken could not be compiled"));
    g_assert_nonnull (strstr (error->message, "undeclared"));
  }
  g_assert_cmpuint (count_files ("tmp-", ""), ==, 0);
  tear_down ();
}

/* The device's end waits for no compiler, and leaves none. */
static void
test_end (void)
{
  set_up ();
  {
    RsDevice *device = make_logging_device ("sleep 30 & wait", 2);
    RsModuleOptions options = { .title = "slow" };
    g_autoptr (GArray) log = NULL;
    gint64 start;

    for (int i = 0; i < 5; i++)
      {
        g_autofree char *text = make_text (i);

        rs_device_prepare (device, text, &options);
      }
    for (int i = 0; i < 500 && count_files ("log", "") == 0; i++)
      g_usleep (10000);
    start = g_get_monotonic_time ();
    rs_device_free (device);
    g_assert_cmpint (g_get_monotonic_time () - start, <, 15 * G_USEC_PER_SEC); /* the compilers take 30 s */
    log = read_log ();
    g_assert_cmpuint (log->len, >=, 1);
    for (guint i = 0; i < log->len; i++)
      g_assert_true (kill (g_array_index (log, int, i), 0) != 0 && errno == ESRCH); /* ended, and waited for */
  }
  g_assert_cmpuint (count_files ("tmp-", "") + count_files ("", ".so"), ==, 0);
  tear_down ();
}

static gpointer
stop_soon (gpointer data)
{
  g_usleep (300000);
  __atomic_store_n ((gint *)data, 1, __ATOMIC_RELAXED);
  return NULL;
}

/* Stop ends the wait for a text that is being compiled in advance. */
static void
test_stop (void)
{
  set_up ();
  {
    g_autoptr (RsDevice) device = make_logging_device ("sleep 30 & wait", 2);
    g_autofree char *text = make_text (1);
    gint stop = 0;
    RsModuleOptions options = { .title = "slow", .stop = &stop };
    g_autoptr (GError) error = NULL;
    GThread *stopper = g_thread_new ("stopper", stop_soon, &stop);
    gint64 start = g_get_monotonic_time ();

    rs_device_prepare (device, text, &options);
    for (int i = 0; i < 20 && count_files ("log", "") == 0; i++)
      g_usleep (10000);
    g_assert_null (rs_device_compile (device, text, &options, &error));
    g_assert_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STOPPED);
    g_assert_cmpint (g_get_monotonic_time () - start, <, 15 * G_USEC_PER_SEC); /* the compiler takes 30 s */
    g_thread_join (stopper);
  }
  tear_down ();
}

typedef struct {
  RsDevice *device;
  int next;
} Ahead;

static gboolean
prepare_next (gpointer data)
{
  Ahead *self = data;
  g_autofree char *text = make_text (++self->next);

  if (self->next > 4)
    return FALSE;
  rs_device_prepare (self->device, text, &(RsModuleOptions){ .title = "next" });
  return TRUE;
}

/* While one text is compiled, the next ones are begun from the thread that waits. */
static void
test_meanwhile (gconstpointer data)
{
  set_up ();
  {
    g_autoptr (RsDevice) device = make_logging_device ("sleep 0.1", GPOINTER_TO_INT (data));
    Ahead ahead = { device, 0 };
    RsModuleOptions options = { .title = "first", .meanwhile = prepare_next, .meanwhile_data = &ahead };

    for (int i = 0; i <= 4; i++)
      {
        g_autofree char *text = make_text (i);
        RsDeviceModule *module = rs_device_compile (device, text, &options, NULL);

        g_assert_nonnull (module);
        check_result (device, module, i);
        rs_device_release_module (device, module);
      }
    g_assert_cmpint (ahead.next, >=, 4);
    g_assert_cmpuint (count_files ("", ".so"), ==, 5);
  }
  tear_down ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/jobs/prepared/1", GINT_TO_POINTER (1), test_prepared);
  g_test_add_data_func ("/jobs/prepared/2", GINT_TO_POINTER (2), test_prepared);
  g_test_add_data_func ("/jobs/prepared/5", GINT_TO_POINTER (5), test_prepared);
  g_test_add_func ("/jobs/failure", test_failure);
  g_test_add_func ("/jobs/end", test_end);
  g_test_add_func ("/jobs/stop", test_stop);
  g_test_add_data_func ("/jobs/meanwhile/1", GINT_TO_POINTER (1), test_meanwhile);
  g_test_add_data_func ("/jobs/meanwhile/3", GINT_TO_POINTER (3), test_meanwhile);
  return g_test_run ();
}
