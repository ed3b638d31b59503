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

/* Launches of a kernel in one launch configuration: each takes milliseconds, and those that are measured run anew. */
#define MOST_MEASURED 3u
#define MOST_SAMPLED 10u

struct _RsDeviceMetering {
  GPtrArray *names; /* of the metrics, up to a NULL; constant, as the next two */
  char *sets, *kernel;
  GMutex lock;                /* the plugin's functions are called under it; held between begin and end */
  gboolean wants_lines;       /* constant */
  const RsDeviceMeter *meter; /* guarded by lock, as all below; NULL: not begun, or ended */
  const RsDeviceSampler *sampler;
  gboolean is_sampling; /* the launch at hand, and not measuring it */
  gboolean was_tried;
  GHashTable *counts;  /* Configuration -> launches that were measured */
  GHashTable *sampled; /* likewise */
  char *reader;        /* "CUPTI 13.0"; NULL: none */
  char *obstacle;      /* NULL: none */
  gsize n_passes;      /* runs of a kernel; 0: not known yet */
  char *unknown;       /* metrics that the device lacks; NULL: none */
  gint64 n_launches;   /* that were measured */
  gint64 n_sampled;
  RsDeviceSampleLosses losses;
  GMutex value_lock;
  GArray *values;    /* of RsMetricValue; guarded by value_lock */
  GArray *stalls;    /* of RsStallValue; guarded by value_lock */
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

/* The first reason is told. Takes reason. */
static void
note_obstacle (RsDeviceMetering *self, char *reason)
{
  if (self->obstacle == NULL)
    self->obstacle = reason;
  else
    g_free (reason);
  note_news (self);
}

static void
stop_meter (RsDeviceMetering *self)
{
  if (self->meter != NULL)
    self->meter->stop ();
  self->meter = NULL;
}

static void
stop_sampler (RsDeviceMetering *self)
{
  if (self->sampler != NULL)
    self->sampler->stop ();
  self->sampler = NULL;
}

static gboolean
is_chosen (const RsDeviceMetering *self, const RsDeviceLaunch *launch)
{
  return launch->name != 0 && (self->kernel == NULL || strcmp (rs_trace_get_text (launch->name), self->kernel) == 0);
}

/* Whether it is one of the first. */
static gboolean
count (GHashTable *counts, const RsDeviceLaunch *launch, guint most)
{
  const Configuration key = { launch->name, launch->file, launch->line, launch->shape };
  const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, &key));

  if (n >= most)
    return FALSE;
  g_hash_table_insert (counts, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (n + 1));
  return TRUE;
}

/* What fails once is not tried again. */
static gboolean
begin_measuring (RsDeviceMetering *self, const RsDeviceLaunch *launch)
{
  char *reason = NULL;

  if (self->meter == NULL || !count (self->counts, launch, MOST_MEASURED))
    return FALSE;
  if (self->meter->begin (&reason))
    return TRUE;
  stop_meter (self);
  note_obstacle (self, reason);
  return FALSE;
}

static gboolean
begin_sampling (RsDeviceMetering *self, const RsDeviceLaunch *launch)
{
  char *reason = NULL;

  if (self->sampler == NULL || !count (self->sampled, launch, MOST_SAMPLED))
    return FALSE;
  if (self->sampler->begin (&reason))
    return TRUE;
  stop_sampler (self);
  note_obstacle (self, reason);
  return FALSE;
}

static gboolean
begin_launch (RsDeviceMetering *self, const RsDeviceLaunch *launch)
{
  /* Replays can't be interrupted: of a program that is being stopped none begins any more. */
  if (launch->stop != NULL && __atomic_load_n (launch->stop, __ATOMIC_RELAXED) != 0)
    return FALSE;
  if (!is_chosen (self, launch))
    return FALSE;
  self->is_sampling = FALSE;
  if (begin_measuring (self, launch))
    return TRUE;
  return self->is_sampling = begin_sampling (self, launch);
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
end_measuring (RsDeviceMetering *self, const RsDeviceLaunch *launch)
{
  const char *unknown = NULL;
  char *reason = NULL;

  if (self->meter->end (take_value, &(Taker){ self, launch }, &reason))
    {
      self->n_launches++;
      self->meter->describe (&self->n_passes, &unknown);
      if (self->unknown == NULL)
        self->unknown = g_strdup (unknown);
      note_news (self);
      return;
    }
  stop_meter (self);
  note_obstacle (self, reason);
}

/* --- samples --- */

typedef struct {
  const RsDeviceLaunch *launch;
  GHashTable *rows; /* set of RsStallValue, by what follows the launch in their key */
} SampleTaker;

static guint
hash_stall (gconstpointer data)
{
  const RsStallValue *row = data;

  return ((row->function * 31 + row->source) * 31 + row->source_line) * 31 + row->reason;
}

static gboolean
equal_stalls (gconstpointer a, gconstpointer b)
{
  const RsStallValue *p = a, *q = b;

  return p->function == q->function && p->source == q->source && p->source_line == q->source_line
         && p->reason == q->reason;
}

/* What the device's back end writes around the program's statements has names of its own: "add.cu", "kernel.c". */
static gboolean
is_generated (const char *file)
{
  return g_str_has_suffix (file, ".cu") || strcmp (file, "kernel.c") == 0;
}

/* Line tables have files without their folders; the launch's own has one. */
static guint32
name_source (const RsDeviceLaunch *launch, const char *file)
{
  g_autofree char *base = launch->file != 0 ? g_path_get_basename (rs_trace_get_text (launch->file)) : NULL;

  return g_strcmp0 (base, file) == 0 ? launch->file : rs_trace_name (file);
}

static void
take_stall (const char *function, const char *file, guint32 line, const char *reason, gint64 samples, gpointer data)
{
  const SampleTaker *taker = data;
  const RsDeviceLaunch *launch = taker->launch;
  const gboolean has_line = file != NULL && !is_generated (file);
  const RsStallValue key = {
    .launch = (gint64)launch->id,
    .kernel = launch->name,
    .file = launch->file,
    .line = launch->line,
    .shape = launch->shape,
    .function = function != NULL ? rs_trace_name (function) : 0,
    .source = has_line ? name_source (launch, file) : 0,
    .source_line = has_line ? line : 0,
    .reason = rs_trace_name (reason),
  };
  RsStallValue *row = g_hash_table_lookup (taker->rows, &key);

  if (row == NULL)
    g_hash_table_add (taker->rows, row = g_memdup2 (&key, sizeof key));
  row->samples += samples;
}

static void
keep_stalls (RsDeviceMetering *self, GHashTable *rows)
{
  GHashTableIter iter;
  gpointer row;

  g_mutex_lock (&self->value_lock);
  g_hash_table_iter_init (&iter, rows);
  while (g_hash_table_iter_next (&iter, &row, NULL))
    g_array_append_vals (self->stalls, row, 1);
  g_mutex_unlock (&self->value_lock);
}

static void
end_sampling (RsDeviceMetering *self, const RsDeviceLaunch *launch)
{
  g_autoptr (GHashTable) rows = g_hash_table_new_full (hash_stall, equal_stalls, g_free, NULL);
  char *reason = NULL;

  if (self->sampler->end (take_stall, &(SampleTaker){ launch, rows }, &self->losses, &reason))
    {
      self->n_sampled++;
      keep_stalls (self, rows);
      note_news (self);
      return;
    }
  stop_sampler (self);
  note_obstacle (self, reason);
}

static void
end (const RsDeviceLaunch *launch)
{
  RsDeviceMetering *self = current;

  if (self->is_sampling)
    end_sampling (self, launch);
  else
    end_measuring (self, launch);
  g_mutex_unlock (&self->lock);
  g_mutex_unlock (&current_lock);
}

static void
add_binary (gconstpointer bytes, gsize size)
{
  g_mutex_lock (&current_lock);
  if (current != NULL)
    {
      g_mutex_lock (&current->lock);
      if (current->sampler != NULL)
        current->sampler->add_binary (bytes, size);
      g_mutex_unlock (&current->lock);
    }
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
  self->wants_lines = rs_metric_sets_include (sets, RS_METRIC_SET_OF_LINES);
  self->counts = g_hash_table_new_full (hash_configuration, equal_configurations, g_free, NULL);
  self->sampled = g_hash_table_new_full (hash_configuration, equal_configurations, g_free, NULL);
  self->values = g_array_new (FALSE, FALSE, sizeof (RsMetricValue));
  self->stalls = g_array_new (FALSE, FALSE, sizeof (RsStallValue));
  g_mutex_init (&self->lock);
  g_mutex_init (&self->value_lock);
  g_mutex_lock (&current_lock);
  current = self;
  g_mutex_unlock (&current_lock);
  return self;
}

/* Takes text: what reads, or why nothing can. */
static void
note_start (RsDeviceMetering *self, gboolean is_on, char *text)
{
  if (!is_on)
    note_obstacle (self, text);
  else if (self->reader == NULL)
    self->reader = text;
  else
    g_free (text);
}

static void
begin_reading (RsDeviceMetering *self, const RsSettings *settings)
{
  const char *library = settings != NULL ? rs_settings_get_text (settings, RS_SETTING_PROFILER_CUPTI) : NULL, *reason;
  const RsDeviceTracer *plugin = rs_plugin_get ("cupti", &reason);
  char *text = NULL;

  self->was_tried = TRUE;
  if (plugin == NULL || plugin->meter == NULL || plugin->sampler == NULL)
    note_obstacle (self,
                   g_strdup_printf ("the plugin for it is missing: %s", plugin == NULL ? reason : "it is too old"));
  else
    {
      if (self->names->pdata[0] != NULL)
        {
          if (plugin->meter->start (library, (const char *const *)self->names->pdata, &text))
            self->meter = plugin->meter;
          note_start (self, self->meter != NULL, text);
        }
      if (self->wants_lines)
        {
          if (plugin->sampler->start (library, &text))
            self->sampler = plugin->sampler;
          note_start (self, self->sampler != NULL, text);
        }
    }
  note_news (self);
}

const RsCuptiMarks *
rs_device_metering_attach (RsDeviceMetering *self, const RsSettings *settings)
{
  static const RsCuptiMarks marks = { .begin = begin, .end = end, .add_binary = add_binary };
  gboolean is_on;

  g_mutex_lock (&self->lock);
  if (!self->was_tried)
    begin_reading (self, settings);
  is_on = self->meter != NULL || self->sampler != NULL;
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
  stop_meter (self);
  stop_sampler (self);
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
  g_hash_table_unref (self->sampled);
  g_array_unref (self->values);
  g_array_unref (self->stalls);
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
  if (self->n_launches + self->n_sampled > 0)
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

void
rs_device_metering_take_stalls (RsDeviceMetering *self, GArray *stalls)
{
  g_array_set_size (stalls, 0);
  g_mutex_lock (&self->value_lock);
  g_array_append_vals (stalls, self->stalls->data, self->stalls->len);
  g_array_set_size (self->stalls, 0);
  g_mutex_unlock (&self->value_lock);
}

/* Under lock. */
static char *
describe_samples (RsDeviceMetering *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, "%" G_GINT64_FORMAT " launch%s sampled", self->n_sampled,
                          self->n_sampled == 1 ? "" : "es");
  if (self->kernel != NULL)
    g_string_append_printf (text, " of %s", self->kernel);
  if (self->reader != NULL)
    g_string_append_printf (text, ", by %s", self->reader);
  g_string_append_printf (text, ", the first %u of each configuration at most; their kernels ran one after the other",
                          MOST_SAMPLED);
  if (self->losses.dropped > 0)
    g_string_append_printf (text, "; the GPU dropped %" G_GINT64_FORMAT " samples", self->losses.dropped);
  if (self->losses.is_full)
    g_string_append (text, "; its buffer of samples was full, so that some are missing");
  if (self->losses.others > 0)
    g_string_append_printf (text, "; %" G_GINT64_FORMAT " samples were of the driver's own kernels",
                            self->losses.others);
  return g_string_free (g_steal_pointer (&text), FALSE);
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

void
rs_device_metering_tell_news (RsDeviceMetering *self, RsDeviceFactFunc func, gpointer data)
{
  g_autofree char *metrics = NULL, *stalls = NULL;
  gboolean has_news;

  g_mutex_lock (&self->value_lock);
  has_news = self->has_news;
  self->has_news = FALSE;
  g_mutex_unlock (&self->value_lock);
  if (!has_news)
    return;
  g_mutex_lock (&self->lock);
  if (self->names->pdata[0] != NULL)
    metrics = describe (self);
  if (self->wants_lines)
    stalls = describe_samples (self);
  g_mutex_unlock (&self->lock);
  if (metrics != NULL)
    func ("metrics", metrics, data);
  if (stalls != NULL)
    func ("stalls", stalls, data);
}
