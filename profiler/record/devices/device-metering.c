/* See device-metering.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/record/devices/device-metering-private.h"

#include "profiler/analysis/hardware/metric-kinds.h"
#include "profiler/record/devices/device-record.h"
#include "profiler/store/store.h"
#include "runtime/base/plugin.h"

#include <string.h>

const guint rs_device_most_launches[N_ACTIVITIES] = { [MEASURING] = 3, [SAMPLING] = 10, [COUNTING] = 3, [CURVES] = 3 };

typedef struct {
  guint32 name, file, line, shape;
} Configuration;

typedef struct {
  guint n[N_ACTIVITIES]; /* launches that were observed */
} Turns;

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
stop_activity (RsDeviceMetering *self, Activity activity)
{
  if (!self->is_on[activity])
    return;
  self->is_on[activity] = FALSE;
  switch (activity)
    {
    case MEASURING:
      self->plugin->meter->stop ();
      break;
    case SAMPLING:
      self->plugin->sampler->stop ();
      break;
    case COUNTING:
      self->plugin->line_counter->stop ();
      break;
    default:
      self->plugin->curve_reader->stop ();
      break;
    }
}

static gboolean
is_chosen (const RsDeviceMetering *self, const RsDeviceLaunch *launch)
{
  return launch->name != 0 && (self->kernel == NULL || strcmp (rs_trace_get_text (launch->name), self->kernel) == 0);
}

static Turns *
find_turns (RsDeviceMetering *self, const RsDeviceLaunch *launch)
{
  const Configuration key = { launch->name, launch->file, launch->line, launch->shape };
  Turns *turns = g_hash_table_lookup (self->turns, &key);

  if (turns == NULL)
    g_hash_table_insert (self->turns, g_memdup2 (&key, sizeof key), turns = g_new0 (Turns, 1));
  return turns;
}

/* The one that had the fewest launches of a configuration; N_ACTIVITIES: each has enough. */
static Activity
choose (const RsDeviceMetering *self, const Turns *turns)
{
  Activity best = N_ACTIVITIES;

  for (Activity i = 0; i < N_ACTIVITIES; i++)
    if (self->is_on[i] && turns->n[i] < rs_device_most_launches[i]
        && (best == N_ACTIVITIES || turns->n[i] < turns->n[best]))
      best = i;
  return best;
}

static gboolean
begin_activity (const RsDeviceMetering *self, Activity activity, char **reason)
{
  switch (activity)
    {
    case MEASURING:
      return self->plugin->meter->begin (reason);
    case SAMPLING:
      return self->plugin->sampler->begin (reason);
    case COUNTING:
      return self->plugin->line_counter->begin (reason);
    default:
      return self->plugin->curve_reader->begin (reason);
    }
}

static gboolean
begin_launch (RsDeviceMetering *self, const RsDeviceLaunch *launch)
{
  Turns *turns;

  /* Replays can't be interrupted: of a program that is being stopped none begins any more. */
  if (launch->stop != NULL && __atomic_load_n (launch->stop, __ATOMIC_RELAXED) != 0)
    return FALSE;
  if (!is_chosen (self, launch))
    return FALSE;
  turns = find_turns (self, launch);
  while ((self->activity = choose (self, turns)) < N_ACTIVITIES)
    {
      char *reason = NULL;

      turns->n[self->activity]++;
      if (begin_activity (self, self->activity, &reason))
        return TRUE;
      stop_activity (self, self->activity); /* what fails once is not tried again */
      note_obstacle (self, reason);
    }
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
  g_array_append_val (taker->self->values.metrics, row);
  g_mutex_unlock (&taker->self->value_lock);
}

/* Takes names for what the trace says of what the device lacks. */
static void
note_unknown (RsDeviceMetering *self, const char *names)
{
  char *joined;

  if (names == NULL || (self->unknown != NULL && strstr (self->unknown, names) != NULL))
    return;
  joined = self->unknown != NULL ? g_strdup_printf ("%s, %s", self->unknown, names) : g_strdup (names);
  g_free (self->unknown);
  self->unknown = joined;
}

static gboolean
end_measuring (RsDeviceMetering *self, const RsDeviceLaunch *launch, char **reason)
{
  const char *unknown = NULL;

  if (!self->plugin->meter->end (take_value, &(Taker){ self, launch }, reason))
    return FALSE;
  self->plugin->meter->describe (&self->n_passes, &unknown);
  note_unknown (self, unknown);
  return TRUE;
}

/* --- lines --- */

typedef struct {
  const RsDeviceLaunch *launch;
  GHashTable *rows; /* set of RsLineValue (owned), by what follows the launch in their key */
} LineTaker;

static guint
hash_line (gconstpointer data)
{
  const RsLineValue *row = data;

  return ((row->function * 31 + row->source) * 31 + row->source_line) * 31 + row->what;
}

static gboolean
equal_lines (gconstpointer a, gconstpointer b)
{
  const RsLineValue *p = a, *q = b;

  return p->function == q->function && p->source == q->source && p->source_line == q->source_line && p->what == q->what;
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
take_line (const char *function, const char *file, guint32 line, const char *what, gint64 value, gpointer data)
{
  const LineTaker *taker = data;
  const RsDeviceLaunch *launch = taker->launch;
  const gboolean has_line = file != NULL && !is_generated (file);
  const RsLineValue key = {
    .launch = (gint64)launch->id,
    .kernel = launch->name,
    .file = launch->file,
    .line = launch->line,
    .shape = launch->shape,
    .function = function != NULL ? rs_trace_name (function) : 0,
    .source = has_line ? name_source (launch, file) : 0,
    .source_line = has_line ? line : 0,
    .what = rs_trace_name (what),
  };
  RsLineValue *row = g_hash_table_lookup (taker->rows, &key);

  if (row == NULL)
    g_hash_table_add (taker->rows, row = g_memdup2 (&key, sizeof key));
  row->value = rs_trace_add (row->value, value);
}

static void
keep_lines (RsDeviceMetering *self, RsLineTable table, GHashTable *rows)
{
  GHashTableIter iter;
  gpointer row;

  g_mutex_lock (&self->value_lock);
  g_hash_table_iter_init (&iter, rows);
  while (g_hash_table_iter_next (&iter, &row, NULL))
    g_array_append_vals (self->values.lines[table], row, 1);
  g_mutex_unlock (&self->value_lock);
}

static gboolean
end_lines (RsDeviceMetering *self, const RsDeviceLaunch *launch, RsLineTable table, char **reason)
{
  g_autoptr (GHashTable) rows = g_hash_table_new_full (hash_line, equal_lines, g_free, NULL);
  LineTaker taker = { launch, rows };
  gboolean is_good;

  if (table == RS_LINE_STALLS)
    is_good = self->plugin->sampler->end (take_line, &taker, &self->losses, reason);
  else
    {
      is_good = self->plugin->line_counter->end (take_line, &taker, &self->n_uncounted, reason);
      note_unknown (self, self->plugin->line_counter->describe ());
    }
  if (is_good)
    keep_lines (self, table, rows);
  return is_good;
}

/* --- curves --- */

static void
take_point (const char *metric, gint64 start, gint64 end, double value, gpointer data)
{
  const Taker *taker = data;
  const RsDeviceLaunch *launch = taker->launch;
  const RsMetricKind *kind = rs_curve_metric_find (metric);
  const RsCurveValue row = {
    .launch = (gint64)launch->id,
    .start = start,
    .end = end,
    .metric = rs_trace_name (metric),
    .unit = kind != NULL && *kind->unit != '\0' ? rs_trace_name (kind->unit) : 0,
    .kernel = launch->name,
    .file = launch->file,
    .line = launch->line,
    .shape = launch->shape,
    .value = value,
  };

  g_mutex_lock (&taker->self->value_lock);
  g_array_append_val (taker->self->values.curves, row);
  g_mutex_unlock (&taker->self->value_lock);
}

static gboolean
end_curves (RsDeviceMetering *self, const RsDeviceLaunch *launch, char **reason)
{
  if (!self->plugin->curve_reader->end (take_point, &(Taker){ self, launch }, &self->is_cut, reason))
    return FALSE;
  note_unknown (self, self->plugin->curve_reader->describe ());
  return TRUE;
}

/* --- the end of a launch --- */

static gboolean
end_activity (RsDeviceMetering *self, const RsDeviceLaunch *launch, char **reason)
{
  switch (self->activity)
    {
    case MEASURING:
      return end_measuring (self, launch, reason);
    case SAMPLING:
      return end_lines (self, launch, RS_LINE_STALLS, reason);
    case COUNTING:
      return end_lines (self, launch, RS_LINE_COUNTS, reason);
    default:
      return end_curves (self, launch, reason);
    }
}

static void
end (const RsDeviceLaunch *launch)
{
  RsDeviceMetering *self = current;
  char *reason = NULL;

  if (end_activity (self, launch, &reason))
    {
      self->n_launches[self->activity]++;
      note_news (self);
    }
  else
    {
      stop_activity (self, self->activity);
      note_obstacle (self, reason);
    }
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
      if (current->is_on[SAMPLING])
        current->plugin->sampler->add_binary (bytes, size);
      else if (current->is_on[COUNTING]) /* both know what one is told */
        current->plugin->line_counter->add_binary (bytes, size);
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
  self->wanted[MEASURING] = names->pdata[0] != NULL;
  self->wanted[SAMPLING] = rs_metric_sets_include (sets, RS_METRIC_SET_OF_LINES);
  self->wanted[COUNTING] = rs_metric_sets_include (sets, RS_METRIC_SET_OF_COUNTS);
  self->wanted[CURVES] = rs_metric_sets_include (sets, RS_METRIC_SET_OF_CURVES);
  self->turns = g_hash_table_new_full (hash_configuration, equal_configurations, g_free, g_free);
  rs_device_values_init (&self->values);
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

static gboolean
start_activity (const RsDeviceMetering *self, Activity activity, const char *library, char **text)
{
  switch (activity)
    {
    case MEASURING:
      return self->plugin->meter->start (library, (const char *const *)self->names->pdata, text);
    case SAMPLING:
      return self->plugin->sampler->start (library, text);
    case COUNTING:
      return self->plugin->line_counter->start (library, rs_line_counters_get (), text);
    default:
      return self->plugin->curve_reader->start (library, rs_curve_metrics_get (), text);
    }
}

static void
begin_reading (RsDeviceMetering *self, const RsSettings *settings)
{
  const char *library = settings != NULL ? rs_settings_get_text (settings, RS_SETTING_PROFILER_CUPTI) : NULL, *reason;
  const RsDeviceTracer *plugin = rs_plugin_get ("cupti", &reason);

  self->was_tried = TRUE;
  if (plugin == NULL || plugin->meter == NULL || plugin->sampler == NULL || plugin->line_counter == NULL
      || plugin->curve_reader == NULL)
    note_obstacle (self,
                   g_strdup_printf ("the plugin for it is missing: %s", plugin == NULL ? reason : "it is too old"));
  else
    {
      self->plugin = plugin;
      for (Activity i = 0; i < N_ACTIVITIES; i++)
        if (self->wanted[i])
          {
            char *text = NULL;

            self->is_on[i] = start_activity (self, i, library, &text);
            note_start (self, self->is_on[i], text);
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
  is_on = FALSE;
  for (Activity i = 0; i < N_ACTIVITIES; i++)
    is_on |= self->is_on[i];
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
  for (Activity i = 0; i < N_ACTIVITIES; i++)
    stop_activity (self, i);
  g_mutex_unlock (&self->lock);
}

void
rs_device_metering_free (RsDeviceMetering *self)
{
  if (self == NULL)
    return;
  rs_device_metering_stop (self);
  g_ptr_array_unref (self->names);
  g_hash_table_unref (self->turns);
  rs_device_values_clear (&self->values);
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
  for (Activity i = 0; i < N_ACTIVITIES; i++)
    if (self->n_launches[i] > 0)
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
rs_device_metering_take (RsDeviceMetering *self, RsDeviceValues *values)
{
  g_mutex_lock (&self->value_lock);
  rs_device_values_move (values, &self->values);
  g_mutex_unlock (&self->value_lock);
}
