/* See sass.h: CUPTI's SASS metrics, around one launch at a time.
 *
 * CUPTI adds code to the kernels that run meanwhile, which counts at each of their instructions; what a count is of,
 * the chip's list of counters says. All is set up for one launch and taken down behind it, so that the others run as
 * they are.
 *
 * Names of functions are left as those of samples are (stalls.c).
 *
 * Threads: one call at a time; the thread of begin and end has the context whose kernels are meant.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/cupti/sass.h"

#include "plugins/cupti/places.h"
#include "plugins/cupti/support.h"

#define MOST_RECORDS (1u << 20) /* instructions of a launch that are read */

/* What a context's device counts. */
typedef struct {
  void *context;
  int device;
  GArray *choices;  /* of CuptiSassChoice */
  GPtrArray *names; /* of const char *, the caller's: of each choice */
  char *unknown;    /* counters that the chip lacks, with commas between; NULL: none */
} Device;

static struct {
  const char *const *counters; /* borrowed until stop; NULL: not begun */
  GArray *devices;             /* of Device */
  const Device *current;       /* its kernels are being counted; NULL: none */
} self;

/* --- whether, and what --- */

static void
device_clear (gpointer data)
{
  Device *device = data;

  g_array_unref (device->choices);
  g_ptr_array_unref (device->names);
  g_free (device->unknown);
}

/* Takes of the counters those that the chip has. */
static void
choose (Device *device, const char *chip)
{
  g_autoptr (GString) unknown = g_string_new (NULL);

  for (guint i = 0; self.counters[i] != NULL; i++)
    {
      CuptiSassMetric parameters = { .size = CuptiSassMetric_BYTES, .chip = chip, .name = self.counters[i] };

      if (cupti.cuptiSassMetricsGetProperties (&parameters) == CUPTI_OK)
        {
          g_array_append_val (device->choices, ((CuptiSassChoice){ parameters.metric.id, CUPTI_SASS_OF_GPU }));
          g_ptr_array_add (device->names, (gpointer)self.counters[i]);
        }
      else
        g_string_append_printf (unknown, "%s%s", unknown->len > 0 ? ", " : "", self.counters[i]);
    }
  device->unknown = unknown->len > 0 ? g_strdup (unknown->str) : NULL;
}

static char *
prepare (Device *device)
{
  CuptiChipName chip = { .size = CuptiChipName_BYTES, .device = (gsize)device->device };
  char *reason = cupti_check_support (device->device, CUPTI_PROFILING_SASS);
  CuptiResult result;

  if (reason != NULL)
    return reason;
  result = cupti.cuptiDeviceGetChipName (&chip);
  if (result != CUPTI_OK)
    return cupti_explain (result, "tell what GPU this is", NULL);
  choose (device, chip.name);
  return device->choices->len > 0
             ? NULL
             : g_strdup_printf ("this GPU (%s) counts none of these: %s", chip.name, device->unknown);
}

/* The calling thread's; NULL with the reason. */
static const Device *
find_device (char **reason)
{
  Device device = { NULL };

  if (!cupti_get_context (&device.context, &device.device))
    {
      *reason = g_strdup ("the driver does not tell which GPU runs the kernels");
      return NULL;
    }
  for (guint i = 0; i < self.devices->len; i++)
    if (g_array_index (self.devices, Device, i).context == device.context)
      return &g_array_index (self.devices, Device, i);
  device.choices = g_array_new (FALSE, TRUE, sizeof (CuptiSassChoice));
  device.names = g_ptr_array_new ();
  *reason = prepare (&device);
  if (*reason != NULL)
    {
      device_clear (&device);
      return NULL;
    }
  g_array_append_val (self.devices, device);
  return &g_array_index (self.devices, Device, self.devices->len - 1);
}

/* --- one launch --- */

static CuptiResult
unset (void)
{
  CuptiSassUnset parameters = { .size = CuptiSassUnset_BYTES, .device = (guint32)self.current->device };

  return cupti.cuptiSassMetricsUnsetConfig (&parameters);
}

static CuptiResult
enable (void)
{
  CuptiSassConfig config = { .size = CuptiSassConfig_BYTES,
                             .n = self.current->choices->len,
                             .choices = (CuptiSassChoice *)(gpointer)self.current->choices->data,
                             .device = (guint32)self.current->device };
  CuptiSassEnable parameters = { .size = CuptiSassEnable_BYTES, .context = self.current->context, .is_lazy = TRUE };
  CuptiResult result = cupti.cuptiSassMetricsSetConfig (&config);

  if (result != CUPTI_OK)
    return result;
  result = cupti.cuptiSassMetricsEnable (&parameters);
  if (result != CUPTI_OK)
    unset ();
  return result;
}

static gboolean
begin (char **reason)
{
  CuptiResult result;

  self.current = find_device (reason);
  if (self.current == NULL)
    return FALSE;
  cupti_synchronize (); /* kernels from before would be counted, too */
  result = enable ();
  if (result == CUPTI_OK)
    return TRUE;
  self.current = NULL;
  *reason = cupti_explain (result, "begin to count the instructions of a kernel", NULL);
  return FALSE;
}

static const char *
find_name (guint64 id)
{
  for (guint i = 0; i < self.current->choices->len; i++)
    if (g_array_index (self.current->choices, CuptiSassChoice, i).id == id)
      return self.current->names->pdata[i];
  return NULL;
}

static void
hand_over (const CuptiSassRecord *records, gsize n, gsize n_values, RsDeviceLineFunc func, gpointer data)
{
  for (gsize i = 0; i < n; i++)
    {
      const CuptiPlace *place = NULL;

      for (gsize k = 0; k < n_values; k++)
        {
          const CuptiSassValue *value = &records[i].values[k];
          const char *name = value->value > 0 ? find_name (value->id) : NULL;

          if (name == NULL)
            continue;
          if (place == NULL)
            place = cupti_places_find (records[i].checksum, records[i].address, records[i].function);
          func (records[i].function, place->file, place->line, name, (gint64)MIN (value->value, G_MAXINT64), data);
        }
    }
}

/* What was counted. It is not quite said whether the values of all counters are meant by n_values, or of one: there is
 * room for all. */
static CuptiResult
fetch (RsDeviceLineFunc func, gpointer data, gint64 *dropped)
{
  CuptiSassSize size = { .size = CuptiSassSize_BYTES, .context = self.current->context };
  CuptiResult result = cupti.cuptiSassMetricsGetDataProperties (&size);
  const gsize n = MIN (size.n, MOST_RECORDS), room = MIN (size.n_values, 4096) * self.current->choices->len;
  g_autofree CuptiSassRecord *records = NULL;
  g_autofree CuptiSassValue *values = NULL;
  CuptiSassFlush flush
      = { .size = CuptiSassFlush_BYTES, .context = self.current->context, .n = n, .n_values = size.n_values };

  if (result != CUPTI_OK || n == 0 || room == 0)
    return result;
  records = flush.records = g_try_new0 (CuptiSassRecord, n);
  values = g_try_new0 (CuptiSassValue, n * room);
  if (records == NULL || values == NULL)
    return CUPTI_OUT_OF_MEMORY;
  for (gsize i = 0; i < n; i++)
    {
      records[i].size = CuptiSassFlush_BYTES;
      records[i].values = values + i * room;
    }
  *dropped += (gint64)(size.n - n);
  result = cupti.cuptiSassMetricsFlushData (&flush);
  if (result == CUPTI_OK)
    hand_over (records, n, room, func, data);
  return result;
}

static gboolean
end (RsDeviceLineFunc func, gpointer data, gint64 *dropped, char **reason)
{
  CuptiSassDisable disable = { .size = CuptiSassDisable_BYTES, .context = self.current->context };
  CuptiResult fetched, disabled, unset_result;

  cupti_synchronize ();
  fetched = fetch (func, data, dropped);
  disabled = cupti.cuptiSassMetricsDisable (&disable);
  unset_result = unset ();
  *dropped += fetched == CUPTI_OK ? (gint64)disable.dropped : 0;
  if (fetched != CUPTI_OK)
    *reason = cupti_explain (fetched, "hand over the counts of a kernel's instructions", NULL);
  else if (disabled != CUPTI_OK || unset_result != CUPTI_OK)
    *reason = cupti_explain (disabled != CUPTI_OK ? disabled : unset_result,
                             "end the counting of a kernel's instructions", NULL);
  self.current = NULL;
  return *reason == NULL;
}

/* --- all --- */

static gboolean
start (const char *library, const char *const *counters, char **text)
{
  if (!cupti_open_for (library, CUPTI_FOR_SASS, text))
    return FALSE;
  self.counters = counters;
  self.devices = g_array_new (FALSE, FALSE, sizeof (Device));
  g_array_set_clear_func (self.devices, device_clear);
  cupti_places_begin ();
  return TRUE;
}

/* Of the first device. */
static const char *
describe (void)
{
  return self.devices != NULL && self.devices->len > 0 ? g_array_index (self.devices, Device, 0).unknown : NULL;
}

static void
stop (void)
{
  if (self.counters == NULL)
    return;
  self.counters = NULL;
  g_clear_pointer (&self.devices, g_array_unref);
  cupti_places_end ();
}

const RsDeviceLineCounter cupti_line_counter = {
  .start = start, .add_binary = cupti_places_add_binary, .begin = begin, .end = end, .describe = describe, .stop = stop
};
