/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sched/peaks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/device/device.h"
#include "runtime/sched/place/learning.h"
#include "runtime/trace/trace.h"

#define N_MEASURED 3 /* runs that measure before the best counts for good */
#define N_ROUNDS 4   /* the first touches memory and tells the device how long an item takes */
#define CHAINS 12    /* that are under way at a time: enough for the latency of a multiplication */
#define CHAIN_STEPS 8000
#define VECTOR_BYTES 64
#define LARGEST_BYTES (G_GINT64_CONSTANT (256) << 20)
#define PASS_BYTES (4 << 20) /* of a thread in a round, where its arrays are smaller */
#define KEPT_UNIT 1e12       /* what is kept are ns for so many */

/* A work item is what one thread does: item `low` of as many as there are threads. See compiler/kernel/ir/abi.h; the
 * numbers of an item are what it begins with, so that the compiler does not know them, and what it ends with. */
static const char text[]
    = "typedef float singles __attribute__ ((vector_size (64)));\n"
      "typedef double doubles __attribute__ ((vector_size (64)));\n"
      "typedef long long number;\n"
      "struct box { number low[4], high[4]; };\n"
      "struct array { void *data; number dims[16]; };\n"
      "#define CHAIN(NAME, TYPE) \\\n"
      "void NAME (const struct box *box, void *const *arguments) \\\n"
      "{ \\\n"
      "  const number steps = *(const number *)arguments[1]; \\\n"
      "  for (number item = box->low[0]; item < box->high[0]; item++) \\\n"
      "    { \\\n"
      "      TYPE *data = (TYPE *)((const struct array *)arguments[0])->data + item * 16; \\\n"
      "      const TYPE factor = data[12], term = data[13]; \\\n"
      "      TYPE a = data[0], b = data[1], c = data[2], d = data[3], e = data[4], f = data[5]; \\\n"
      "      TYPE g = data[6], h = data[7], i = data[8], j = data[9], k = data[10], l = data[11]; \\\n"
      "      for (number step = 0; step < steps; step++) \\\n"
      "        { \\\n"
      "          a = a * factor + term; b = b * factor + term; c = c * factor + term; d = d * factor + term; \\\n"
      "          e = e * factor + term; f = f * factor + term; g = g * factor + term; h = h * factor + term; \\\n"
      "          i = i * factor + term; j = j * factor + term; k = k * factor + term; l = l * factor + term; \\\n"
      "        } \\\n"
      "      data[0] = a + b + c + d + e + f + g + h + i + j + k + l; \\\n"
      "    } \\\n"
      "}\n"
      "CHAIN (q_chain_single, singles)\n"
      "CHAIN (q_chain_double, doubles)\n"
      "void q_read (const struct box *box, void *const *arguments)\n"
      "{\n"
      "  const number length = ((const number *)arguments[1])[0], passes = ((const number *)arguments[1])[1];\n"
      "  for (number item = box->low[0]; item < box->high[0]; item++)\n"
      "    {\n"
      "      singles *data = (singles *)((const struct array *)arguments[0])->data + item * length;\n"
      "      singles a = { 0 }, b = { 0 }, c = { 0 }, d = { 0 };\n"
      "      for (number pass = 0; pass < passes; pass++)\n"
      "        for (number i = 0; i < length; i += 4)\n"
      "          a += data[i], b += data[i + 1], c += data[i + 2], d += data[i + 3];\n"
      "      data[0] = (a + b + c + d) * 0.0f;\n"
      "    }\n"
      "}\n"
      "void q_copy (const struct box *box, void *const *arguments)\n"
      "{\n"
      "  const number length = ((const number *)arguments[1])[0], passes = ((const number *)arguments[1])[1];\n"
      "  for (number item = box->low[0]; item < box->high[0]; item++)\n"
      "    {\n"
      "      singles *restrict from = (singles *)((const struct array *)arguments[0])->data + item * length;\n"
      "      singles *restrict to = from + length / 2;\n"
      "      for (number pass = 0; pass < passes; pass++)\n"
      "        {\n"
      "          const float factor = 1.0f / (float)(pass + 1);\n"
      "          for (number i = 0; i < length / 2; i++)\n"
      "            to[i] = from[i] * factor;\n"
      "        }\n"
      "    }\n"
      "}\n";

typedef struct {
  RsDevice *device;
  RsDeviceModule *module;
  guint threads;
  RsKernelArray array;
  gint64 numbers[2];
} Bench;

/* ns of the fastest round; 0: it could not run. */
static double
time_kernel (Bench *self, const char *name)
{
  void *arguments[] = { &self->array, self->numbers };
  RsDeviceKernel *kernel = rs_device_get_kernel (self->device, self->module, name, NULL);
  gint64 least = G_MAXINT64;

  for (guint i = 0; kernel != NULL && i < N_ROUNDS; i++)
    {
      RsDeviceLaunch launch = { .kernel = kernel,
                                .rank = 1,
                                .grid = { self->threads, 1, 1, 1 },
                                .block = { 1, 1, 1, 1 },
                                .arguments = arguments,
                                .n_arguments = G_N_ELEMENTS (arguments) };
      const gint64 start = rs_trace_now ();
      gint64 taken;

      if (!self->device->table->launch (self->device, &launch, NULL))
        return 0;
      taken = rs_trace_now () - start;
      least = MIN (least, taken);
    }
  return least == G_MAXINT64 ? 0 : (double)MAX (least, 1);
}

/* Operations a ns. */
static double
measure_chain (Bench *self, const char *name, guint lanes)
{
  double ns;

  memset (self->array.data, 0, (gsize)self->threads * 16 * VECTOR_BYTES); /* zeros stay zeros */
  self->numbers[0] = CHAIN_STEPS;
  ns = time_kernel (self, name);
  return ns > 0 ? 2.0 * CHAINS * CHAIN_STEPS * lanes * self->threads / ns : 0;
}

/* Bytes a ns, of arrays of so many bytes in all. */
static double
measure_bytes (Bench *self, const char *name, gint64 bytes)
{
  const gint64 of_thread = bytes / self->threads, passes = MAX (PASS_BYTES / of_thread, 1);
  double ns;

  self->numbers[0] = of_thread / VECTOR_BYTES;
  self->numbers[1] = passes;
  ns = time_kernel (self, name);
  return ns > 0 ? (double)of_thread * self->threads * (double)passes / ns : 0;
}

/* Of many threads, or little memory, the larger ones are the same. */
static void
set_level_bytes (RsDevice *device, RsPeaks *peaks)
{
  static const gint64 of_thread[RS_PEAK_LEVELS] = { 16 << 10, 256 << 10, 2 << 20, 16 << 20, 128 << 20 };
  const gint64 unit = 8 * VECTOR_BYTES;
  g_autoptr (RsDeviceInfo) info = g_new0 (RsDeviceInfo, 1);
  gint64 most;

  device->table->describe (device, info);
  most = MIN (LARGEST_BYTES, (gint64)(info->memory / 16)) / peaks->threads;
  for (guint i = 0; i < RS_PEAK_LEVELS; i++)
    peaks->levels[i].bytes = MAX (MIN (of_thread[i], most) / unit, 1) * unit * peaks->threads;
}

static gboolean
measure_all (Bench *self, RsPeaks *peaks)
{
  gboolean done = TRUE;

  peaks->single_operations = measure_chain (self, "q_chain_single", VECTOR_BYTES / sizeof (float));
  peaks->double_operations = measure_chain (self, "q_chain_double", VECTOR_BYTES / sizeof (double));
  for (guint i = 0; i < RS_PEAK_LEVELS; i++)
    {
      peaks->levels[i].read = measure_bytes (self, "q_read", peaks->levels[i].bytes);
      peaks->levels[i].copy = measure_bytes (self, "q_copy", peaks->levels[i].bytes);
      done = done && peaks->levels[i].read > 0 && peaks->levels[i].copy > 0;
    }
  return done && peaks->single_operations > 0 && peaks->double_operations > 0;
}

static gboolean
measure (RsDevice *device, RsPeaks *peaks)
{
  const RsModuleOptions options = { .title = "peaks" };
  const gsize bytes = (gsize)peaks->levels[RS_PEAK_LEVELS - 1].bytes;
  Bench bench = { .device = device, .threads = peaks->threads, .array = { .dims = { (gint64)bytes } } };
  gboolean done;

  if (posix_memalign (&bench.array.data, VECTOR_BYTES, MAX (bytes, (gsize)peaks->threads * 16 * VECTOR_BYTES)) != 0)
    return FALSE;
  memset (bench.array.data, 0, bytes);
  bench.module = rs_device_compile (device, text, &options, NULL);
  done = bench.module != NULL && measure_all (&bench, peaks);
  if (bench.module != NULL)
    rs_device_release_module (device, bench.module);
  free (bench.array.data);
  return done;
}

/* --- what is kept --- */

static guint64
hash_name (const char *name)
{
  return rs_cost_file_hash (0, name, strlen (name));
}

/* The rate, and what is kept of it: the better one counts. */
static void
merge (RsCostFile *file, guint64 device, const char *name, guint level, double *rate)
{
  const gint64 kept = rs_cost_file_get (file, hash_name (name), level, device);

  if (kept > 0)
    *rate = MAX (*rate, KEPT_UNIT / (double)kept);
  if (*rate > 0)
    rs_cost_file_set (file, hash_name (name), level, device, MAX ((gint64)(KEPT_UNIT / *rate), 1));
}

static void
merge_all (RsCostFile *file, guint64 device, RsPeaks *peaks)
{
  merge (file, device, "peak single", 0, &peaks->single_operations);
  merge (file, device, "peak double", 0, &peaks->double_operations);
  /* Numbers of half the size take no longer: the machine was busy. */
  peaks->single_operations = MAX (peaks->single_operations, peaks->double_operations);
  for (guint i = 0; i < RS_PEAK_LEVELS; i++)
    {
      merge (file, device, "peak read", i, &peaks->levels[i].read);
      merge (file, device, "peak copy", i, &peaks->levels[i].copy);
    }
}

static gboolean
are_whole (const RsPeaks *peaks)
{
  gboolean whole = peaks->single_operations > 0 && peaks->double_operations > 0;

  for (guint i = 0; i < RS_PEAK_LEVELS; i++)
    whole = whole && peaks->levels[i].bytes > 0 && peaks->levels[i].read > 0 && peaks->levels[i].copy > 0;
  return whole;
}

gboolean
rs_peaks_learn (const RsSettings *settings, RsDevice *device, RsPeaksMeasure measure_rates, gpointer data,
                RsPeaks *peaks)
{
  g_autoptr (RsCostFile) file = rs_learning_open_file (settings);
  const guint64 hash = rs_learning_hash_device (device);
  const gint64 kept = rs_cost_file_get (file, hash_name ("peak runs"), 0, hash), n = MAX (kept, 0);

  if (n < N_MEASURED && measure_rates (peaks, data))
    rs_cost_file_set (file, hash_name ("peak runs"), 0, hash, n + 1);
  merge_all (file, hash, peaks);
  return are_whole (peaks);
}

static gboolean
measure_cpu (RsPeaks *peaks, gpointer data)
{
  return measure (data, peaks);
}

gboolean
rs_peaks_find (const RsSettings *settings, RsPeaks *peaks)
{
  g_autoptr (RsDevice) device = rs_device_new_cpu (settings, NULL);

  *peaks = (RsPeaks){ .threads = rs_settings_get_threads (settings) };
  if (device == NULL)
    return FALSE;
  set_level_bytes (device, peaks);
  return rs_peaks_learn (settings, device, measure_cpu, device, peaks);
}

/* --- text: rates a second, as whole numbers, which no locale changes --- */

#define OPERATIONS_FORMAT "threads %u; operations/s: single %" G_GINT64_FORMAT " double %" G_GINT64_FORMAT
#define LEVEL_FORMAT "; bytes/s of %" G_GINT64_FORMAT " bytes: read %" G_GINT64_FORMAT " copy %" G_GINT64_FORMAT

static gint64
to_second (double rate)
{
  return (gint64)(rate * 1e9);
}

char *
rs_peaks_to_text (const RsPeaks *peaks)
{
  GString *line = g_string_new (NULL);

  g_string_append_printf (line, OPERATIONS_FORMAT, peaks->threads, to_second (peaks->single_operations),
                          to_second (peaks->double_operations));
  for (guint i = 0; i < RS_PEAK_LEVELS; i++)
    g_string_append_printf (line, LEVEL_FORMAT, peaks->levels[i].bytes, to_second (peaks->levels[i].read),
                            to_second (peaks->levels[i].copy));
  return g_string_free (line, FALSE);
}

gboolean
rs_peaks_parse (const char *line, RsPeaks *peaks)
{
  gint64 first, second;
  int length = 0;

  *peaks = (RsPeaks){ 0 };
  if (sscanf (line, OPERATIONS_FORMAT "%n", &peaks->threads, &first, &second, &length) != 3)
    return FALSE;
  peaks->single_operations = (double)first / 1e9;
  peaks->double_operations = (double)second / 1e9;
  for (guint i = 0; i < RS_PEAK_LEVELS; i++)
    {
      line += length;
      if (sscanf (line, LEVEL_FORMAT "%n", &peaks->levels[i].bytes, &first, &second, &length) != 3)
        return FALSE;
      peaks->levels[i].read = (double)first / 1e9;
      peaks->levels[i].copy = (double)second / 1e9;
    }
  return are_whole (peaks);
}
