/* See metric-kinds.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/hardware/metric-kinds.h"

#include "profiler/store/store.h"

#include <glib/gi18n.h>
#include <string.h>

static const struct {
  const char *id, *title;
} sets[] = {
#define RS_METRIC_SET(id, title) { #id, title },
#define RS_METRIC(...)
#define RS_DERIVED_METRIC(...)
#define RS_LINE_COUNTER(...)
#define RS_CURVE(...)
#include "profiler/analysis/hardware/metrics.def"
#undef RS_METRIC_SET
#undef RS_METRIC
#undef RS_DERIVED_METRIC
#undef RS_LINE_COUNTER
#undef RS_CURVE
};

static const RsMetricKind kinds[] = {
#define RS_METRIC_SET(...)
#define RS_METRIC(id, name, title, unit) { #id, name, title, unit, 1, NULL, { { NULL, 0 } } },
#define RS_DERIVED_METRIC(id, name, title, unit, factor, divisor, ...)                                                 \
  { #id, name, title, unit, factor, divisor, { __VA_ARGS__ } },
#define RS_LINE_COUNTER(...)
#define RS_CURVE(...)
#include "profiler/analysis/hardware/metrics.def"
#undef RS_METRIC_SET
#undef RS_METRIC
#undef RS_DERIVED_METRIC
#undef RS_LINE_COUNTER
#undef RS_CURVE
};

#define RS_METRIC_SET(...)
#define RS_METRIC(...)
#define RS_DERIVED_METRIC(...)
#define RS_CURVE(...)
#define RS_LINE_COUNTER(id, name) [RS_LINE_COUNTER_##id] = name,
static const char *const line_counters[RS_N_LINE_COUNTERS + 1] = {
#include "profiler/analysis/hardware/metrics.def"
};
#undef RS_LINE_COUNTER
#undef RS_CURVE
#define RS_LINE_COUNTER(...)
#define RS_CURVE(name, title, unit) { "curves", name, title, unit, 1, NULL, { { NULL, 0 } } },
static const RsMetricKind curves[] = {
#include "profiler/analysis/hardware/metrics.def"
};
#undef RS_CURVE
#define RS_CURVE(name, title, unit) name,
static const char *const curve_names[] = {
#include "profiler/analysis/hardware/metrics.def"
  NULL,
};
#undef RS_METRIC_SET
#undef RS_METRIC
#undef RS_DERIVED_METRIC
#undef RS_LINE_COUNTER
#undef RS_CURVE

const char *const *
rs_line_counters_get (void)
{
  return line_counters;
}

RsLineCounter
rs_line_counter_find (const char *name)
{
  guint i = 0;

  while (i < RS_N_LINE_COUNTERS && strcmp (line_counters[i], name) != 0)
    i++;
  return i;
}

const char *const *
rs_curve_metrics_get (void)
{
  return curve_names;
}

const RsMetricKind *
rs_curve_metric_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (curves); i++)
    if (strcmp (curves[i].name, name) == 0)
      return &curves[i];
  return NULL;
}

const RsMetricKind *
rs_metric_kinds_get (guint *n)
{
  *n = G_N_ELEMENTS (kinds);
  return kinds;
}

const RsMetricKind *
rs_metric_kind_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (strcmp (kinds[i].name, name) == 0)
      return &kinds[i];
  return NULL;
}

const char *
rs_metric_set_get_title (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    if (strcmp (sets[i].id, id) == 0)
      return sets[i].title;
  return id;
}

static gboolean
is_set (const char *id)
{
  if (strcmp (id, "all") == 0)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    if (strcmp (sets[i].id, id) == 0)
      return TRUE;
  return FALSE;
}

static void
set_error (GError **error, const char *id)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    g_string_append_printf (list, "%s, ", sets[i].id);
  g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_QUERY,
               _ ("there is no set of metrics \"%s\"; sets are %sand all, several with commas between"), id, list->str);
}

/* Metrics that several sets have are measured once. */
static void
add_names (GPtrArray *names, const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i].divisor == NULL && (strcmp (id, "all") == 0 || strcmp (kinds[i].set, id) == 0)
        && !g_ptr_array_find_with_equal_func (names, kinds[i].name, g_str_equal, NULL))
      g_ptr_array_add (names, (gpointer)kinds[i].name);
}

gboolean
rs_metric_sets_include (const char *text, const char *id)
{
  g_auto (GStrv) ids = g_strsplit (text, ",", 0);

  for (guint i = 0; ids[i] != NULL; i++)
    if (strcmp (g_strstrip (ids[i]), id) == 0 || strcmp (ids[i], "all") == 0)
      return TRUE;
  return FALSE;
}

GPtrArray *
rs_metric_kinds_choose (const char *text, GError **error)
{
  g_auto (GStrv) ids = g_strsplit (text, ",", 0);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; ids[i] != NULL; i++)
    {
      const char *id = g_strstrip (ids[i]);

      if (!is_set (id))
        {
          set_error (error, id);
          return NULL;
        }
      add_names (names, id);
    }
  if (names->len == 0 && !rs_metric_sets_include (text, RS_METRIC_SET_OF_LINES)
      && !rs_metric_sets_include (text, RS_METRIC_SET_OF_COUNTS)
      && !rs_metric_sets_include (text, RS_METRIC_SET_OF_CURVES))
    {
      set_error (error, text);
      return NULL;
    }
  g_ptr_array_add (names, NULL);
  return g_steal_pointer (&names);
}
