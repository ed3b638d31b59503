/* See device-metering.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/record/device-metering.h"

#include "profiler/analysis/metric-kinds.h"
#include "profiler/record/device-record.h"
#include "profiler/store/store.h"
#include "runtime/plugin.h"

#include <string.h>

#define MOST_MEASURED 3u /* launches of a kernel in one launch configuration: each takes milliseconds, and runs anew */

struct _RsDeviceMetering {
  GPtrArray *names; /* of the metrics, up to a NULL; constant, as the next two */
  char *sets, *kernel;
  GMutex lock;                /* the plugin's functions are called under it; held between begin and end */
  const RsDeviceMeter *meter; /* guarded by lock, as all below; NULL: not begun, or ended */
  gboolean was_tried;
  GHashTable *counts; /* Configuration -> launches that were measured */
  char *reader;       /* "CUPTI 13.0"; NULL: none */
  char *obstacle;     /* NULL: none */
  gsize n_passes;     /* runs of a kernel; 0: not known yet */
  char *unknown;      /* metrics that the device lacks; NULL: none */
  gint64 n_launches;  /* that were measured */
  GMutex value_lock;
  GArray *values;    /* of RsMetricValue; guarded by value_lock */
  gboolean has_news; /* guarded by value_lock */
};

typedef struct {
  guint32 name, file, line, shape;
} Configuration;

/* What the device's queues call. */
static GMutex current_lock;
static RsDeviceMetering *current; /* guarded by current_lock */

static guint
hash_configuration (gconstpointer data)
{
  const Configuration *self = data;

  return ((self->name * 31 + self->file) * 31 + self->line) * 31 + self->shape;
}

static gboolean
equal_configurations (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (Configuration)) == 0;
}

/* --- a launch --- */

static void
note_news (RsDeviceMetering *self)
{
  g_mutex_lock (&self->value_lock);
  self->has_news = TRUE;
  g_mutex_unlock (&self->value_lock);
}

/* What fails once is not tried again. Takes reason. */
static void
give_up (RsDeviceMetering *self, char *reason)
{
  if (self->obstacle == NULL)
    self->obstacle = reason;
  else
    g_free (reason);
  if (self->meter != NULL)
    self->meter->stop ();
  self->meter = NULL;
  note_news (self);
}

static gboolean
is_chosen (const RsDeviceMetering *self, const RsDeviceLaunch *launch)
{
  return launch->name != 0 && (self->kernel == NULL || strcmp (rs_trace_get_text (launch->name), self->kernel) == 0);
}

static gboolean
count (RsDeviceMetering *self, const RsDeviceLaunch *launch)
{
  const Configuration key = { launch->name, launch->file, launch->line, launch->shape };
  const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (self->counts, &key));

  if (n >= MOST_MEASURED)
    return FALSE;
  g_hash_table_insert (self->counts, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (n + 1));
  return TRUE;
}

static gboolean
begin_launch (RsDeviceMetering *self, const RsDeviceLaunch *launch)
{
  char *reason = NULL;

  /* Replays can't be interrupted: of a program that is being stopped none begins any more. */
  if (launch->stop != NULL && __atomic_load_n (launch->stop, __ATOMIC_RELAXED) != 0)
    return FALSE;
  if (self->meter == NULL || !is_chosen (self, launch) || !count (self, launch))
    return FALSE;
  if (self->meter->begin (&reason))
    return TRUE;
  give_up (self, reason);
  return FALSE;
}

/* Held until end when it returns TRUE: launches of several devices are measured one after the other. */
static gboolean
begin (const RsDeviceLaunch *launch)
{
  g_mutex_lock (&current_lock);
  if (current != NULL)
    {
      g_mutex_lock (&current->lock);
      if (begin_launch (current, launch))
        return TRUE;
      g_mutex_unlock (&current->lock);
    }
  g_mutex_unlock (&current_lock);
  return FALSE;
}

typedef struct {
  RsDeviceMetering *self;
  const RsDeviceLaunch *launch;
} Taker;

static void
take_value (guint kernel, const char *metric, double value, gpointer data)
{
  const Taker *taker = data;
  const RsDeviceLaunch *launch = taker->launch;
  const RsMetricKind *kind = rs_metric_kind_find (metric);
  const RsMetricValue row = {
    .launch = (gint64)launch->id,
    .part = kernel,
    .metric = rs_trace_name (metric),
    .unit = kind != NULL && *kind->unit != '\0' ? rs_trace_name (kind->unit) : 0,
    .kernel = launch->name,
    .file = launch->file,
    .line = launch->line,
    .shape = launch->shape,
    .value = value,
  };

  g_mutex_lock (&taker->self->value_lock);
  g_array_append_val (taker->self->values, row);
  g_mutex_unlock (&taker->self->value_lock);
}

static void
end (const RsDeviceLaunch *launch)
{
  RsDeviceMetering *self = current;
  const char *unknown = NULL;
  char *reason = NULL;

  if (self->meter->end (take_value, &(Taker){ self, launch }, &reason))
    {
      self->n_launches++;
      self->meter->describe (&self->n_passes, &unknown);
      if (self->unknown == NULL)
        self->unknown = g_strdup (unknown);
      note_news (self);
    }
  else
    give_up (self, reason);
  g_mutex_unlock (&self->lock);
  g_mutex_unlock (&current_lock);
}

/* --- all --- */

RsDeviceMetering *
rs_device_metering_new (const char *sets, const char *kernel, GError **error)
{
  GPtrArray *names = rs_metric_kinds_choose (sets, error);
  RsDeviceMetering *self;

  if (names == NULL)
    return NULL;
  self = g_new0 (RsDeviceMetering, 1);
  self->names = names;
  self->sets = g_strdup (sets);
  self->kernel = g_strdup (kernel);
  self->counts = g_hash_table_new_full (hash_configuration, equal_configurations, g_free, NULL);
  self->values = g_array_new (FALSE, FALSE, sizeof (RsMetricValue));
  g_mutex_init (&self->lock);
  g_mutex_init (&self->value_lock);
  g_mutex_lock (&current_lock);
  current = self;
  g_mutex_unlock (&current_lock);
  return self;
}

static void
begin_reading (RsDeviceMetering *self, const RsSettings *settings)
{
  const char *library = settings != NULL ? rs_settings_get_text (settings, RS_SETTING_PROFILER_CUPTI) : NULL, *reason;
  const RsDeviceTracer *plugin = rs_plugin_get ("cupti", &reason);
  char *text = NULL;

  self->was_tried = TRUE;
  if (plugin == NULL || plugin->meter == NULL)
    self->obstacle = g_strdup_printf ("the plugin for it is missing: %s", plugin == NULL ? reason : "it is too old");
  else if (plugin->meter->start (library, (const char *const *)self->names->pdata, &text))
    {
      self->meter = plugin->meter;
      self->reader = text;
    }
  else
    self->obstacle = text;
  note_news (self);
}

const RsCuptiMarks *
rs_device_metering_attach (RsDeviceMetering *self, const RsSettings *settings)
{
  static const RsCuptiMarks marks = { .begin = begin, .end = end };
  gboolean is_on;

  g_mutex_lock (&self->lock);
  if (!self->was_tried)
    begin_reading (self, settings);
  is_on = self->meter != NULL;
  g_mutex_unlock (&self->lock);
  return is_on ? &marks : NULL;
}

void
rs_device_metering_stop (RsDeviceMetering *self)
{
  g_mutex_lock (&current_lock);
  if (current == self)
    current = NULL;
  g_mutex_unlock (&current_lock);
  g_mutex_lock (&self->lock);
  if (self->meter != NULL)
    self->meter->stop ();
  self->meter = NULL;
  g_mutex_unlock (&self->lock);
}

void
rs_device_metering_free (RsDeviceMetering *self)
{
  if (self == NULL)
    return;
  rs_device_metering_stop (self);
  g_ptr_array_unref (self->names);
  g_hash_table_unref (self->counts);
  g_array_unref (self->values);
  g_free (self->sets);
  g_free (self->kernel);
  g_free (self->reader);
  g_free (self->obstacle);
  g_free (self->unknown);
  g_mutex_clear (&self->lock);
  g_mutex_clear (&self->value_lock);
  g_free (self);
}

/* Under lock. */
static char *
explain (const RsDeviceMetering *self)
{
  if (self->obstacle != NULL)
    return g_strdup (self->obstacle);
  if (!self->was_tried)
    return g_strdup ("no CUDA device was used; metrics are the counters of NVIDIA GPUs (-d cuda). What the "
                     "processor does at each line, with its own counters, tells run --profile TRACE --lines");
  if (self->n_launches > 0)
    return NULL;
  return self->kernel != NULL ? g_strdup_printf ("no kernel %s ran on a CUDA device", self->kernel)
                              : g_strdup ("no kernel ran on a CUDA device");
}

char *
rs_device_metering_dup_obstacle (RsDeviceMetering *self)
{
  char *text;

  g_mutex_lock (&self->lock);
  text = explain (self);
  g_mutex_unlock (&self->lock);
  return text;
}

void
rs_device_metering_take (RsDeviceMetering *self, GArray *values)
{
  g_array_set_size (values, 0);
  g_mutex_lock (&self->value_lock);
  g_array_append_vals (values, self->values->data, self->values->len);
  g_array_set_size (self->values, 0);
  g_mutex_unlock (&self->value_lock);
}

static char *
describe (RsDeviceMetering *self)
{
  g_autoptr (GString) text = g_string_new (self->sets);

  if (self->kernel != NULL)
    g_string_append_printf (text, " of %s", self->kernel);
  if (self->reader != NULL)
    g_string_append_printf (text, ", by %s", self->reader);
  if (self->n_passes > 0)
    g_string_append_printf (text,
                            ", of the first %u launches of each configuration, whose kernels ran %" G_GSIZE_FORMAT
                            " time%s each for that; times of this recording have that in them",
                            MOST_MEASURED, self->n_passes, self->n_passes == 1 ? "" : "s");
  if (self->unknown != NULL)
    g_string_append_printf (text, "; this GPU has no %s", self->unknown);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
rs_device_metering_dup_news (RsDeviceMetering *self)
{
  gboolean has_news;
  char *text = NULL;

  g_mutex_lock (&self->value_lock);
  has_news = self->has_news;
  self->has_news = FALSE;
  g_mutex_unlock (&self->value_lock);
  if (!has_news)
    return NULL;
  g_mutex_lock (&self->lock);
  text = describe (self);
  g_mutex_unlock (&self->lock);
  return text;
}
