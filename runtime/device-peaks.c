/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/device-peaks.h"

#include <stdio.h>
#include <string.h>

#include "runtime/device/device.h"
#include "runtime/sched/peaks.h"
#include "runtime/session.h"

/* Neighbours read and write neighbours; each work item goes on by as many elements as there are items, so that all are
 * met in turn. The number of passes grows until a launch takes some milliseconds. */
static const char program[]
    = "function [] = __kernel__ chain(x : vec'unchecked, steps : int, factor : scalar, term : scalar, pos : int)\n"
      "  a = x[pos]\n"
      "  b = a + 1.0\n"
      "  c = a + 2.0\n"
      "  d = a + 3.0\n"
      "  for k = 1..steps\n"
      "    a = a*factor + term\n"
      "    b = b*factor + term\n"
      "    c = c*factor + term\n"
      "    d = d*factor + term\n"
      "  end\n"
      "  x[pos] = a + b + c + d\n"
      "end\n"
      "function [] = __kernel__ read(x : vec'unchecked, y : vec'unchecked, passes : int, hop : int, n : int, pos : "
      "int)\n"
      "  s = 0.0\n"
      "  k = pos\n"
      "  for p = 1..passes\n"
      "    s = s + x[k]\n"
      "    k = k + hop\n"
      "    if k >= n\n"
      "      k = k - n\n"
      "    endif\n"
      "  end\n"
      "  y[pos] = s\n"
      "end\n"
      "function [] = __kernel__ copied(x : vec'unchecked, y : vec'unchecked, passes : int, hop : int, n : int, pos : "
      "int)\n"
      "  k = pos\n"
      "  for p = 1..passes\n"
      "    y[k] = x[k]\n"
      "    k = k + hop\n"
      "    if k >= n\n"
      "      k = k - n\n"
      "    endif\n"
      "  end\n"
      "end\n"
      "function [] = arithmetic()\n"
      "  items = 262144\n"
      "  x = zeros(items)\n"
      "  steps = 64\n"
      "  t = 0.0\n"
      "  while t < 3 && steps <= 65536\n"
      "    parallel_do(items, x, steps, 0.999, 0.001, chain)\n"
      "    syncthreads\n"
      "    tic()\n"
      "    parallel_do(items, x, steps, 0.999, 0.001, chain)\n"
      "    syncthreads\n"
      "    t = toc(\"\")\n"
      "    printf(\"rate %.0f\\n\", 2*4*items*steps/t*1000)\n"
      "    steps = steps*2\n"
      "  end\n"
      "end\n"
      "function [] = memory(n : int, whole : int)\n"
      "  items = min(n, 1048576)\n"
      "  x = ones(n)\n"
      "  y = zeros(n)\n"
      "  passes = 2\n"
      "  t = 0.0\n"
      "  while t < 3 && passes <= 65536\n"
      "    parallel_do(items, x, y, passes, items, n, read)\n"
      "    syncthreads\n"
      "    tic()\n"
      "    parallel_do(items, x, y, passes, items, n, read)\n"
      "    syncthreads\n"
      "    t = toc(\"\")\n"
      "    printf(\"read %.0f\\n\", 4*items*passes/t*1000)\n"
      "    tic()\n"
      "    parallel_do(items, x, y, passes, items, n, copied)\n"
      "    syncthreads\n"
      "    u = toc(\"\")\n"
      "    printf(\"copy %.0f\\n\", 8*items*passes/u*1000)\n"
      "    passes = passes*2\n"
      "  end\n"
      "end\n"
      "function [] = main(n)\n"
      "  if n == 0\n"
      "    arithmetic()\n"
      "  else\n"
      "    memory(int(n), 0)\n"
      "  endif\n"
      "end\n";

#define LEAST_BYTES (G_GINT64_CONSTANT (4) << 20) /* enough elements for all items of a large GPU */
#define SCALAR_BYTES 4

typedef struct {
  double rate, read, copy; /* a second; the best that was told */
  gboolean is_hampered;    /* something was said: a kernel may have run on the host */
} Told;

static void
hear_message (const char *text, gpointer data)
{
  ((Told *)data)->is_hampered = TRUE;
}

static void
hear (const char *text, gsize length, gpointer data)
{
  Told *told = data;
  g_autofree char *line = g_strndup (text, length);
  g_auto (GStrv) words = g_strsplit_set (line, " \n", -1);

  for (guint i = 0; words[i] != NULL && words[i + 1] != NULL; i++)
    {
      double *kept = strcmp (words[i], "rate") == 0   ? &told->rate
                     : strcmp (words[i], "read") == 0 ? &told->read
                     : strcmp (words[i], "copy") == 0 ? &told->copy
                                                      : NULL;

      const double rate = g_ascii_strtod (words[i + 1], NULL);

      if (kept != NULL)
        *kept = MAX (*kept, rate);
    }
}

typedef struct {
  const RsSettings *settings;
  const char *name;
  const RsDevice *device;
} Measured;

/* elements: 0: arithmetic. */
static gboolean
run (const Measured *self, RsPrecision precision, gint64 elements, Told *told)
{
  g_autofree char *argument = g_strdup_printf ("%" G_GINT64_FORMAT, elements);
  const char *const arguments[] = { argument, NULL };
  const RsSessionOptions options = { .settings = self->settings,
                                     .device = self->name,
                                     .precision = precision,
                                     .write_output = hear,
                                     .write_message = hear_message,
                                     .output_data = told };
  g_autoptr (RsSession) session = rs_session_new (&options, NULL);

  *told = (Told){ 0 };
  return session != NULL && rs_session_run_text (session, "peaks", program, arguments) == 0 && !told->is_hampered;
}

static gboolean
measure (RsPeaks *peaks, gpointer data)
{
  const Measured *self = data;
  const gboolean has_double = self->device->target->has_double;
  Told told;

  if (!run (self, RS_PRECISION_SINGLE, 0, &told))
    return FALSE;
  peaks->single_operations = peaks->double_operations = told.rate / 1e9;
  if (has_double && !run (self, RS_PRECISION_DOUBLE, 0, &told))
    return FALSE;
  if (has_double)
    peaks->double_operations = told.rate / 1e9;
  for (guint i = 0; i < RS_PEAK_LEVELS; i++)
    {
      if (!run (self, RS_PRECISION_SINGLE, peaks->levels[i].bytes / SCALAR_BYTES / 2, &told))
        return FALSE;
      peaks->levels[i].read = told.read / 1e9;
      peaks->levels[i].copy = told.copy / 1e9;
    }
  return TRUE;
}

static void
set_level_bytes (RsDevice *device, RsPeaks *peaks)
{
  g_autoptr (RsDeviceInfo) info = g_new0 (RsDeviceInfo, 1);
  gint64 most;

  device->table->describe (device, info);
  most = MAX ((gint64)(info->memory / 16), LEAST_BYTES);
  if (device->largest_array > 0)
    most = MIN (most, (gint64)device->largest_array);
  for (guint i = 0; i < RS_PEAK_LEVELS; i++)
    peaks->levels[i].bytes = MIN (LEAST_BYTES << (2 * i), most);
}

/* "model cuda:0" -> "NVIDIA H200" */
static void
add_model (RsDevice *device, GHashTable *found)
{
  g_autoptr (RsDeviceInfo) info = g_new0 (RsDeviceInfo, 1);

  device->table->describe (device, info);
  if (info->model != NULL)
    g_hash_table_insert (found, g_strconcat ("model ", device->name, NULL), g_strdup (info->model));
}

/* "cuda:0" -> what it can do, where that is known. */
static void
add_device (const RsSettings *settings, const char *name, const char *of_processor, GHashTable *found)
{
  g_autoptr (RsDevice) device = rs_device_open (name, settings, NULL, NULL);
  g_autofree char *key = device != NULL ? g_strconcat ("peaks ", device->name, NULL) : NULL;
  const Measured measured = { settings, name, device };
  RsPeaks peaks = { .threads = device != NULL ? MAX (device->features.units, 1) : 1 };

  if (device == NULL)
    return;
  if (device->is_processor)
    {
      add_model (device, found);
      if (of_processor != NULL)
        g_hash_table_insert (found, g_steal_pointer (&key), g_strdup (of_processor));
      return;
    }
  set_level_bytes (device, &peaks);
  add_model (device, found);
  if (rs_peaks_learn (settings, device, measure, (gpointer)&measured, &peaks))
    g_hash_table_insert (found, g_steal_pointer (&key), rs_peaks_to_text (&peaks));
}

GHashTable *
rs_device_peaks_find (const RsSettings *settings, const char *device)
{
  g_autoptr (RsSettings) own = settings == NULL ? rs_settings_new_for_user () : NULL;
  const RsSettings *used = settings != NULL ? settings : own;
  g_auto (GStrv) names = g_strsplit (device != NULL ? device : "auto", ",", 0);
  GHashTable *found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  const gboolean is_interpreted = g_strv_length (names) == 1 && strcmp (names[0], "interp") == 0;
  RsPeaks peaks;
  g_autofree char *of_processor = !is_interpreted && rs_peaks_find (used, &peaks) ? rs_peaks_to_text (&peaks) : NULL;

  if (of_processor != NULL) /* what other devices can't run is its, too */
    g_hash_table_insert (found, g_strdup ("peaks"), g_strdup (of_processor));
  for (guint i = 0; names[i] != NULL; i++)
    if (rs_device_is_plugin_name (names[i]))
      add_device (used, names[i], of_processor, found);
  return found;
}
