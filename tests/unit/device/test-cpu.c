/* The CPU device without a queue: compiling, the cache on disk, and cutting a grid into boxes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/unit/device/kernel-text.h"

#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/device/cache.h"
#include "runtime/device/cpu/cpu-private.h"
#include "runtime/trace/trace.h"

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

static void
run_launch (RsDevice *device, RsDeviceKernel *kernel, guint rank, const gint64 *grid, const gint64 *block,
            void **arguments, RsDeviceLaunch *launch)
{
  g_autoptr (GError) error = NULL;

  *launch = (RsDeviceLaunch){ .kernel = kernel, .id = 1, .rank = rank, .arguments = arguments };
  for (guint d = 0; d < RS_MAX_GRID; d++)
    {
      launch->grid[d] = d < rank ? grid[d] : 1;
      launch->block[d] = d < rank && block != NULL ? block[d] : 1;
    }
  g_assert_true (device->table->launch (device, launch, &error));
  g_assert_no_error (error);
}

/* Counts visits of each position, and checks that boxes are whole blocks. */
#define VISIT_TEXT                                                                                                     \
  KERNEL ("visit")                                                                                                     \
  "{ unsigned char *n = ((Array *)arguments[0])->data; const gint64 *g = box->grid;\n"                                 \
  "  for (int d = 0; d < 4; d++)\n"                                                                                    \
  "    if (box->low[d] % box->block[d] || (box->high[d] % box->block[d] && box->high[d] != g[d]))\n"                   \
  "      box->status->code = 1;\n"                                                                                     \
  "  for (gint64 i = box->low[0]; i < box->high[0]; i++) for (gint64 j = box->low[1]; j < box->high[1]; j++)\n"        \
  "  for (gint64 k = box->low[2]; k < box->high[2]; k++) for (gint64 l = box->low[3]; l < box->high[3]; l++)\n"        \
  "    n[((i * g[1] + j) * g[2] + k) * g[3] + l]++; }\n"

static void
check_grid (RsDevice *device, RsDeviceKernel *kernel, guint rank, const gint64 *grid, const gint64 *block)
{
  gint64 n = 1;
  RsKernelArray view = { 0 };
  void *arguments[] = { &view };
  RsDeviceLaunch launch;
  g_autofree guint8 *visits = NULL;

  for (guint d = 0; d < rank; d++)
    n *= grid[d];
  visits = g_malloc0 ((gsize)n + 1);
  view.data = visits;
  run_launch (device, kernel, rank, grid, block, arguments, &launch);
  g_assert_cmpint (launch.status.code, ==, 0);
  for (gint64 i = 0; i < n; i++)
    g_assert_cmpint (visits[i], ==, 1);
}

static void
test_grids (gconstpointer data)
{
  set_up ();
  {
    g_autoptr (RsDevice) device = make_device (folder, GPOINTER_TO_INT (data));
    RsDeviceModule *module = compile_text (device, VISIT_TEXT);
    RsDeviceKernel *kernel = find_kernel (device, module, "visit");

    for (int round = 0; round < 3; round++) /* the first time costs are unknown, then they are */
      {
        check_grid (device, kernel, 1, (gint64[]){ 1 }, NULL);
        check_grid (device, kernel, 1, (gint64[]){ 1000003 }, NULL);
        check_grid (device, kernel, 2, (gint64[]){ 1037, 519 }, (gint64[]){ 16, 16 });
        check_grid (device, kernel, 2, (gint64[]){ 3, 70001 }, (gint64[]){ 2, 24 });
        check_grid (device, kernel, 2, (gint64[]){ 70001, 3 }, NULL);
        check_grid (device, kernel, 3, (gint64[]){ 37, 211, 3 }, (gint64[]){ 8, 8, 4 });
        check_grid (device, kernel, 4, (gint64[]){ 5, 6, 7, 8 }, NULL);
        check_grid (device, kernel, 3, (gint64[]){ 100, 0, 3 }, NULL);
        kernel->plan.boxes.rows = round == 0 ? 64 : 20;
        kernel->plan.boxes.row_items = round == 0 ? 64 : 1;
        kernel->plan.boxes.is_tall = round == 0;
        kernel->ns_per_item = round == 0 ? 100 : 1e5; /* expensive items: boxes as small as they can be */
      }
    rs_device_release_module (device, module);
  }
  tear_down ();
}

#define SUM_TEXT                                                                                                       \
  KERNEL ("sum")                                                                                                       \
  "{ const double *x = ((Array *)arguments[0])->data; double s = 0, m = -1e300;\n"                                     \
  "  for (gint64 i = box->low[0]; i < box->high[0]; i++) { s += x[i]; m = x[i] > m ? x[i] : m; }\n"                    \
  "  ((double *)arguments[1])[box->index] = s; ((double *)arguments[2])[box->index] = m; }\n"

/* Partial results are combined in the same order whatever the number of threads: equal bits. */
static void
test_accumulators (void)
{
  enum { N = 300007 };
  g_autofree double *x = g_new (double, N);
  double sums[4], largest[4], exact = 0;

  set_up ();
  for (int i = 0; i < N; i++)
    {
      x[i] = 1.0 / (1 + i % 9973);
      exact += x[i];
    }
  for (int i = 0; i < 4; i++)
    {
      g_autoptr (RsDevice) device = make_device (folder, (const int[]){ 1, 2, 5, 5 }[i]);
      RsDeviceModule *module = compile_text (device, SUM_TEXT);
      RsKernelArray view = { .data = x, .dims = { N } };
      void *arguments[] = { &view, NULL, NULL };
      RsDeviceAccumulator accumulators[] = { { 1, 1, RS_REDUCE_SUM, FALSE, FALSE, &sums[i] },
                                             { 2, 1, RS_REDUCE_MAXIMUM, FALSE, FALSE, &largest[i] } };
      RsDeviceLaunch launch = { .kernel = find_kernel (device, module, "sum"), .id = 1, .rank = 1,
                                .grid = { N, 1, 1, 1 }, .block = { 1, 1, 1, 1 }, .arguments = arguments,
                                .accumulators = accumulators, .n_accumulators = 2 };

      sums[i] = 10; /* what is there is part of the result */
      largest[i] = 0.25;
      g_assert_true (device->table->launch (device, &launch, NULL));
      g_assert_cmpfloat_with_epsilon (sums[i], exact + 10, 1e-6);
      g_assert_cmpfloat (largest[i], ==, 1);
      g_assert_cmpfloat (sums[i], ==, sums[0]);
      rs_device_release_module (device, module);
    }
  tear_down ();
}

static void
count_warnings (const char *text, gpointer data)
{
  ++*(int *)data;
}

static guint
count_objects (const char *suffix)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    n += g_str_has_suffix (name, suffix);
  g_dir_close (dir);
  return n;
}

static void
check_axpy (RsDevice *device, RsDeviceModule *module)
{
  float x[100], y[100];
  RsKernelArray views[2] = { { .data = x }, { .data = y } };
  void *arguments[] = { &views[0], &views[1] };
  RsDeviceLaunch launch;

  for (int i = 0; i < 100; i++)
    x[i] = (float)i;
  run_launch (device, find_kernel (device, module, "axpy"), 1, (gint64[]){ 100 }, NULL, arguments, &launch);
  for (int i = 0; i < 100; i++)
    g_assert_cmpfloat (y[i], ==, 2 * i + 1);
}

typedef struct {
  int n;
  gint64 last_hit, shortest_ns;
} CompileEvents;

static void
note_compile (const RsTraceEvent *event, gpointer data)
{
  CompileEvents *events = data;

  if (event->kind != RS_TRACE_COMPILE)
    return;
  events->n++;
  events->last_hit = event->a;
  events->shortest_ns = MIN (events->shortest_ns, event->end - event->start);
}

static void
ignore_name (guint32 id, const char *text, gpointer data)
{
}

static void
test_cache (void)
{
  CompileEvents events = { .shortest_ns = G_MAXINT64 };
  RsTraceListener listener = { note_compile, ignore_name, ignore_name, &events };

  set_up ();
  g_assert_true (rs_trace_listen (&listener));
  for (int i = 0; i < 6; i++)
    {
      g_autoptr (RsDevice) device = make_device (folder, 1);
      RsDeviceModule *module = compile_text (device, AXPY_TEXT);

      g_assert_cmpint (events.last_hit, ==, i > 0);
      check_axpy (device, module);
      rs_device_release_module (device, module);
    }
  rs_trace_unlisten ();
  g_assert_cmpint (events.n, ==, 6);
  g_assert_cmpuint (count_objects (".so"), ==, 1);
  g_assert_cmpuint (count_objects (".c") + count_objects (".o"), ==, 0);
  g_test_message ("a kernel found in the cache is loaded in %" G_GINT64_FORMAT " us", events.shortest_ns / 1000);
  g_assert_cmpint (events.shortest_ns, <, 20000000);
  tear_down ();
}

/* An object that was cut off, one with other bytes and an empty one are compiled anew. */
static void
test_damaged_cache (void)
{
  set_up ();
  for (int i = 0; i < 4; i++)
    {
      g_autoptr (RsDevice) device = make_device (folder, 1);
      RsDeviceModule *module = compile_text (device, AXPY_TEXT);
      GDir *dir = g_dir_open (folder, 0, NULL);
      g_autofree char *path = g_build_filename (folder, g_dir_read_name (dir), NULL), *bytes = NULL;
      gsize length;

      g_dir_close (dir);
      check_axpy (device, module);
      rs_device_release_module (device, module);
      g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
      bytes[length / 3] ^= 1;
      g_assert_true (
          g_file_set_contents (path, bytes, (gssize[]){ 0, (gssize)length / 2, (gssize)length, 5 }[i], NULL));
    }
  tear_down ();
}

static void
test_cache_that_cannot_be_written (void)
{
  int n_warnings = 0;

  if (geteuid () == 0)
    {
      /* Root may write anywhere: the folder is a file instead, which nobody can write into. */
      folder = g_build_filename (g_get_tmp_dir (), "redshift-test-file-XXXXXX", NULL);
      close (g_mkstemp (folder));
    }
  else
    {
      set_up ();
      g_assert_cmpint (g_chmod (folder, 0500), ==, 0);
    }
  {
    g_autoptr (RsDevice) device = make_device (folder, 1);
    RsDeviceModule *module, *second;

    device->warn = count_warnings;
    device->warn_data = &n_warnings;
    module = compile_text (device, AXPY_TEXT);
    check_axpy (device, module);
    second = compile_text (device, AXPY_TEXT "/* another one */");
    check_axpy (device, second);
    rs_device_release_module (device, module);
    rs_device_release_module (device, second);
  }
  g_assert_cmpint (n_warnings, ==, 1);
  g_unlink (folder);
  tear_down ();
}

static void
test_cache_limit (void)
{
  set_up ();
  {
    g_autoptr (RsSettings) settings = make_settings (folder, 1);
    gboolean unknown;
    g_autoptr (RsDevice) device = NULL;

    g_assert_true (rs_settings_parse (settings, "RUNTIME_CACHE_MB=0", &unknown, NULL));
    device = rs_device_new_cpu (settings, NULL);
    for (int i = 0; i < 3; i++)
      {
        g_autofree char *text = g_strdup_printf ("%s/* %d */", AXPY_TEXT, i);
        RsDeviceModule *module = compile_text (device, text);

        check_axpy (device, module);
        rs_device_release_module (device, module);
        g_assert_cmpuint (count_objects (".so"), ==, 1); /* the newest stays, the others go */
      }
  }
  tear_down ();
}

/* Processes that keep little each. */
static void
test_cache_of_many_processes (void)
{
  set_up ();
  {
    g_autoptr (RsSettings) settings = make_settings (folder, 1);
    const gsize bytes = 32 << 10;
    g_autofree char *data = g_malloc0 (bytes);
    gboolean unknown;

    g_assert_true (rs_settings_parse (settings, "RUNTIME_CACHE_MB=1", &unknown, NULL));
    for (guint i = 0; i < 400; i++)
      {
        RsCache *cache = rs_cache_new (settings, NULL);
        g_autofree char *key = g_strdup_printf ("%064x", i);

        rs_cache_write (cache, key, data, bytes);
        rs_cache_free (cache);
        /* the limit, and what is added before the folder is looked through, a few times as much by chance */
        g_assert_cmpuint (count_objects (".bin") * bytes, <=, (1 << 20) + 16 * ((1 << 20) / 16));
      }
    g_assert_cmpuint (count_objects (".bin"), >=, 20);
  }
  tear_down ();
}

/* Two processes that compile the same texts into the same folder at the same time. */
static void
test_two_processes (void)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  GPid children[2];

  if (g_getenv ("RS_TEST_SHARED_CACHE") != NULL)
    {
      g_autoptr (RsDevice) device = make_device (g_getenv ("RS_TEST_SHARED_CACHE"), 1);

      for (int i = 0; i < 5; i++)
        {
          g_autofree char *text = g_strdup_printf ("%s/* %d */", AXPY_TEXT, i);
          RsDeviceModule *module = compile_text (device, text);

          check_axpy (device, module);
          rs_device_release_module (device, module);
        }
      return;
    }
  set_up ();
  g_setenv ("RS_TEST_SHARED_CACHE", folder, TRUE);
  for (int i = 0; i < 2; i++)
    {
      char *argv[] = { program, (char *)"-p", (char *)"/cpu/two-processes", NULL };

      g_assert_true (g_spawn_async (NULL, argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL, NULL,
                                    NULL, &children[i], NULL));
    }
  g_unsetenv ("RS_TEST_SHARED_CACHE");
  for (int i = 0; i < 2; i++)
    {
      int status = -1;

      g_assert_cmpint (waitpid (children[i], &status, 0), ==, children[i]);
      g_assert_cmpint (status, ==, 0);
    }
  g_assert_cmpuint (count_objects (".so"), ==, 5);
  tear_down ();
}

static void
test_no_compiler (void)
{
  g_autoptr (RsSettings) settings = rs_settings_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) devices = NULL;
  const RsDeviceInfo *info;
  gboolean unknown;

  devices = rs_device_list (settings);
  info = devices->pdata[0];
  g_assert_cmpstr (info->name, ==, "cpu");
  g_assert_cmpuint (info->cores, >, 0);
  g_assert_cmpuint (info->memory, >, 1 << 20);
  g_assert_true (info->usable);
  g_clear_pointer (&devices, g_ptr_array_unref);

  g_assert_true (rs_settings_parse (settings, "CC_PATH=/nowhere/cc", &unknown, NULL));
  g_assert_null (rs_device_new_cpu (settings, &error));
  g_assert_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_COMPILER);
  g_assert_nonnull (strstr (error->message, "/nowhere/cc"));
  devices = rs_device_list (settings);
  info = devices->pdata[0];
  g_assert_false (info->usable);
  g_assert_cmpstr (info->reason, ==, error->message);
}

static void
test_compile_errors (void)
{
  set_up ();
  {
    g_autoptr (RsDevice) device = make_device (folder, 1);
    RsModuleOptions options = { .title = "broken" };
    g_autoptr (GError) error = NULL;

    g_assert_null (rs_device_compile (device, "int f (void) { return undeclared; }", &options, &error));
    g_assert_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_COMPILER);
    g_assert_nonnull (strstr (error->message, "broken could not be compiled"));
    g_assert_nonnull (strstr (error->message, "undeclared"));
    g_assert_cmpuint (count_objects (""), ==, 0); /* nothing is left behind */
  }
  tear_down ();
}

/* The generated text is kept where the setting says, also when the object is in the cache. */
static void
test_keep_text (void)
{
  set_up ();
  for (int i = 0; i < 2; i++)
    {
      g_autoptr (RsSettings) settings = make_settings (folder, 1);
      g_autofree char *kept = g_build_filename (folder, "kept", NULL), *path = NULL, *text = NULL;
      g_autofree char *assignment = g_strdup_printf ("RUNTIME_KEEP_TEMPS=%s", kept);
      RsModuleOptions options = { .title = "loop at line 3" };
      g_autoptr (RsDevice) device = NULL;
      gboolean unknown;
      GDir *dir;

      g_assert_true (rs_settings_parse (settings, assignment, &unknown, NULL));
      device = rs_device_new_cpu (settings, NULL);
      rs_device_release_module (device, rs_device_compile (device, AXPY_TEXT, &options, NULL));
      dir = g_dir_open (kept, 0, NULL);
      g_assert_nonnull (dir);
      path = g_build_filename (kept, g_dir_read_name (dir), NULL);
      g_dir_close (dir);
      g_assert_nonnull (strstr (path, "loop_at_line_3-"));
      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      g_assert_cmpstr (text, ==, AXPY_TEXT);
      remove_tree (kept);
    }
  tear_down ();
}

/* A folder that everybody can write to is no place to load code from. */
static void
test_shared_folder (void)
{
  int n_warnings = 0;

  set_up ();
  g_assert_cmpint (g_chmod (folder, 0777), ==, 0);
  {
    g_autoptr (RsDevice) device = make_device (folder, 1);
    RsDeviceModule *module;

    device->warn = count_warnings;
    device->warn_data = &n_warnings;
    module = compile_text (device, AXPY_TEXT);
    check_axpy (device, module);
    rs_device_release_module (device, module);
  }
  g_assert_cmpint (n_warnings, ==, 1);
  g_assert_cmpuint (count_objects (""), ==, 0);
  tear_down ();
}

static gpointer
stop_soon (gpointer data)
{
  g_usleep (50000);
  __atomic_store_n ((gint *)data, 1, __ATOMIC_RELAXED);
  return NULL;
}

/* µs from Stop to the end of a compiler that takes for ever. */
static gint64
stop_compiler (void)
{
  g_autofree char *script = NULL;
  gint64 taken;

  set_up ();
  script = g_build_filename (folder, "slow-cc", NULL);
  g_assert_true (g_file_set_contents (script, "#!/bin/sh\nsleep 20 & wait\n", -1, NULL));
  g_chmod (script, 0700);
  {
    g_autoptr (RsSettings) settings = make_settings (folder, 1);
    g_autofree char *assignment = g_strdup_printf ("CC_PATH=%s", script);
    g_autoptr (RsDevice) device = NULL;
    g_autoptr (GError) error = NULL;
    gint stop = 0;
    RsModuleOptions options = { .title = "slow", .stop = &stop };
    gboolean unknown;
    GThread *stopper;
    gint64 start;

    g_assert_true (rs_settings_parse (settings, assignment, &unknown, NULL));
    device = rs_device_new_cpu (settings, NULL);
    stopper = g_thread_new ("stopper", stop_soon, &stop);
    start = g_get_monotonic_time ();
    g_assert_null (rs_device_compile (device, AXPY_TEXT, &options, &error));
    g_assert_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STOPPED);
    taken = g_get_monotonic_time () - start;
    g_thread_join (stopper);
  }
  tear_down ();
  return taken;
}

/* At once; where others keep the processors, one time of several. */
static void
test_stop_compiler (void)
{
  gint64 least = G_MAXINT64;

  for (guint i = 0; i < 10 && least >= 250000; i++)
    {
      gint64 took = stop_compiler ();

      least = MIN (least, took);
    }
  g_assert_cmpint (least, <, 250000);
}

/* The processor's state is as before: denormals are not flushed, NaN is seen, mathematics is there. */
static void
test_arithmetic (void)
{
  static const char text[] = "__attribute__ ((simd (\"notinbranch\"))) float expf (float);\n" KERNEL ("check")
    "{ float *x = ((Array *)arguments[0])->data;\n"
    "  for (int i = 0; i < 64; i++) x[i] = x[i] != x[i] ? -1 : expf (x[i]); }\n";

  set_up ();
  {
    g_autoptr (RsDevice) device = make_device (folder, 1);
    RsDeviceModule *module = compile_text (device, text);
    volatile double smallest = 0x1p-1022;
    float x[64] = { 0, 1, 0.0f / 0.0f };
    RsKernelArray view = { .data = x };
    void *arguments[] = { &view };
    RsDeviceLaunch launch;

    run_launch (device, find_kernel (device, module, "check"), 1, (gint64[]){ 1 }, NULL, arguments, &launch);
    g_assert_cmpfloat (x[0], ==, 1);
    g_assert_cmpfloat_with_epsilon (x[1], 2.7182817f, 1e-5f);
    g_assert_cmpfloat (x[2], ==, -1);
    g_assert_cmpfloat (smallest / 2, >, 0);
    rs_device_release_module (device, module);
  }
  tear_down ();
}

/* Whether the object in the cache names the library of mathematics. */
static gboolean
names_mathematics (void)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".so"))
      {
        g_autofree char *path = g_build_filename (folder, name, NULL), *bytes = NULL;
        gsize length;

        g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
        return memmem (bytes, length, "libm.so", strlen ("libm.so")) != NULL;
      }
  g_assert_not_reached ();
}

/* An object says whether it calls what a library has; one that is cut off, and what is none, say nothing. */
static void
test_complete_objects (void)
{
  static const char *const texts[] = { AXPY_TEXT, "double exp (double);\ndouble f (double x) { return exp (x); }\n" };

  set_up ();
  for (int i = 0; i < 2; i++)
    {
      g_autofree char *text = g_build_filename (folder, "text.c", NULL),
                      *object = g_build_filename (folder, "o.o", NULL);
      g_autofree char *bytes = NULL;
      const char *const argv[] = { "cc", "-c", "-O1", "-fPIC", text, "-o", object, NULL };
      gsize length;
      int status;

      g_assert_true (g_file_set_contents (text, texts[i], -1, NULL));
      g_assert_true (
          g_spawn_sync (NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status, NULL));
      g_assert_cmpint (status, ==, 0);
      g_assert_cmpint (rs_object_is_complete (object), ==, i == 0);
      g_assert_false (rs_object_is_complete (text));
      g_assert_true (g_file_get_contents (object, &bytes, &length, NULL));
      for (gsize n = 0; n < length; n += 97)
        {
          g_assert_true (g_file_set_contents (object, bytes, (gssize)n, NULL));
          g_assert_false (rs_object_is_complete (object));
        }
    }
  tear_down ();
}

/* A kernel that calls a function of a library finds it. */
static void
test_libraries (void)
{
  static const char text[] = "double exp (double);\n" KERNEL (
      "axpy") "{ const float *x = ((Array *)arguments[0])->data; float *y = ((Array *)arguments[1])->data;\n"
              "  for (gint64 i = box->low[0]; i < box->high[0]; i++) y[i] = 2 * x[i] + exp (0 * x[i]); }\n";

  set_up ();
  {
    g_autoptr (RsDevice) device = make_device (folder, 1);
    RsDeviceModule *module = compile_text (device, text);

    check_axpy (device, module);
    g_assert_true (names_mathematics ());
    rs_device_release_module (device, module);
  }
  tear_down ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/cpu/grids/1-thread", GINT_TO_POINTER (1), test_grids);
  g_test_add_data_func ("/cpu/grids/2-threads", GINT_TO_POINTER (2), test_grids);
  g_test_add_data_func ("/cpu/grids/5-threads", GINT_TO_POINTER (5), test_grids);
  g_test_add_func ("/cpu/accumulators", test_accumulators);
  g_test_add_func ("/cpu/arithmetic", test_arithmetic);
  g_test_add_func ("/cpu/libraries", test_libraries);
  g_test_add_func ("/cpu/complete-objects", test_complete_objects);
  g_test_add_func ("/cpu/cache", test_cache);
  g_test_add_func ("/cpu/damaged-cache", test_damaged_cache);
  g_test_add_func ("/cpu/cache-that-cannot-be-written", test_cache_that_cannot_be_written);
  g_test_add_func ("/cpu/cache-limit", test_cache_limit);
  g_test_add_func ("/cpu/cache-of-many-processes", test_cache_of_many_processes);
  g_test_add_func ("/cpu/shared-folder", test_shared_folder);
  g_test_add_func ("/cpu/keep-text", test_keep_text);
  g_test_add_func ("/cpu/two-processes", test_two_processes);
  g_test_add_func ("/cpu/no-compiler", test_no_compiler);
  g_test_add_func ("/cpu/compile-errors", test_compile_errors);
  g_test_add_func ("/cpu/stop-compiler", test_stop_compiler);
  return g_test_run ();
}
