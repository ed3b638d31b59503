/* See measuring.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/trace/measuring.h"

#include "runtime/device/cupti.h"

#include <dlfcn.h>
#include <glib/gstdio.h>
#include <string.h>

const char *library, *old_library;
FakeCupti *fake;
char *path;
static char *folder;
static const char *binary;
static guint64 last_launch;

void
measuring_set_up (char **argv, const char *with)
{
  void *handle;

  library = argv[1];
  old_library = argv[2];
  binary = with;
  handle = dlopen (library, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL)
    g_error ("%s", dlerror ());
  fake = dlsym (handle, FAKE_CUPTI_NAME);
  folder = g_dir_make_tmp ("rs-measuring-XXXXXX", NULL);
  path = g_build_filename (folder, "t.rstrace", NULL);
}

void
measuring_tear_down (void)
{
  g_unlink (path);
  g_rmdir (folder);
  g_clear_pointer (&path, g_free);
  g_clear_pointer (&folder, g_free);
}

guint64
checksum_of (const char *bytes, gsize n)
{
  guint64 checksum = 5381;

  for (gsize i = 0; i < n; i++)
    checksum = checksum * 33 + (guint8)bytes[i];
  return checksum;
}

RsRecorder *
begin (const char *sets, const char *which)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RsSettings) settings = rs_settings_new ();
  g_autofree char *assignment = g_strdup_printf ("PROFILER_CUPTI=%s", which);
  RsRecorder *recorder = rs_recorder_start (path, &error);
  gboolean unknown;

  g_assert_no_error (error);
  g_assert_true (rs_recorder_measure (recorder, sets, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (rs_settings_parse (settings, assignment, &unknown, NULL));
  g_assert_false (rs_cupti_attach (settings));
  rs_cupti_add_binary (binary, strlen (binary));
  return recorder;
}

gboolean
launch (const char *title, guint n_kernels)
{
  RsDeviceLaunch work = { .id = ++last_launch,
                          .name = rs_trace_name (title),
                          .file = rs_trace_name ("/somewhere/program.q"),
                          .line = 4,
                          .shape = rs_trace_name ("64x64 / 16x16") };
  const gint64 start = rs_trace_now ();
  const FakeWork kernel = { .kernel = title, .start = 1, .end = 2 };
  const RsCuptiMarks *observing = rs_cupti_begin (&work);

  for (guint i = 0; i < n_kernels; i++)
    fake->run (&kernel);
  rs_cupti_end (observing, &work);
  g_assert_false (fake->is_in_range || fake->is_sampling || fake->is_counting || fake->is_reading);
  rs_trace_emit (&(RsTraceEvent){ .kind = RS_TRACE_KERNEL,
                                  .start = start,
                                  .end = rs_trace_now (),
                                  .name = work.name,
                                  .file = work.file,
                                  .line = 4,
                                  .a = (gint64)work.id,
                                  .track = rs_trace_thread_track () });
  return observing != NULL;
}

RsTraceStore *
finish (RsRecorder *recorder)
{
  g_autoptr (GError) error = NULL;
  RsTraceStore *store;

  g_assert_true (rs_recorder_stop (recorder, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (fake->n_enables, ==, fake->n_disables);
  g_assert_cmpuint (fake->n_host_objects, ==, 0);
  store = rs_trace_store_open (path, &error);
  g_assert_no_error (error);
  return store;
}

void
assert_says (RsTraceStore *store, const char *name, const char *text)
{
  g_autofree char *value = rs_trace_store_dup_meta (store, name);

  if (text == NULL)
    g_assert_cmpstr (value, ==, NULL);
  else if (value == NULL || strstr (value, text) == NULL)
    g_error ("%s is \"%s\", which does not say \"%s\"", name, value, text);
}

char *
dup_note (RsTraceStore *store, const char *report_id, const RsTraceRange *range)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RsReport) report = rs_report_read (rs_report_kind_find (report_id), store, range, &error);

  g_assert_no_error (error);
  return g_strdup (rs_report_get_note (report));
}
