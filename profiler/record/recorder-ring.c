/* What the last stretch of a recording is to be, from the texts of options and settings.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/record/recorder.h"

#include "profiler/analysis/passes/range.h"
#include "profiler/store/store.h"

#include <glib/gi18n.h>
#include <string.h>

#define USUAL_BYTES ((gsize)256 << 20) /* where a time is given only */
#define LEAST_BYTES ((gsize)1 << 20)
#define MOST_BYTES ((gsize)1 << 40)

static gboolean
read_bytes (const char *text, gsize *bytes)
{
  static const struct {
    const char *name;
    double bytes;
  } units[] = { { "KB", 1 << 10 },  { "MB", 1 << 20 },  { "GB", 1 << 30 },
                { "KiB", 1 << 10 }, { "MiB", 1 << 20 }, { "GiB", 1 << 30 } };
  char *end = NULL;
  const double value = g_ascii_strtod (text, &end);

  if (end == text)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (strcmp (end, units[i].name) == 0 && value * units[i].bytes >= (double)LEAST_BYTES
        && value * units[i].bytes <= (double)MOST_BYTES)
      {
        *bytes = (gsize)(value * units[i].bytes);
        return TRUE;
      }
  return FALSE;
}

/* With a unit: 10 alone may be meant as seconds or MB. */
static gboolean
read_length (const char *text, gint64 *ns)
{
  return *text != '\0' && g_ascii_isalpha (text[strlen (text) - 1]) && rs_parse_time (text, ns) && *ns > 0;
}

static gboolean
read_limits (RsRecorderRing *self, const char *text, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);
  gboolean is_right = parts[0] != NULL;

  for (guint i = 0; is_right && parts[i] != NULL; i++)
    {
      const char *part = g_strstrip (parts[i]);

      is_right = (self->ns == 0 && read_length (part, &self->ns))
                 || (self->bytes == 0 && read_bytes (part, &self->bytes));
    }
  if (is_right)
    self->bytes = self->bytes > 0 ? self->bytes : USUAL_BYTES;
  else
    g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_QUERY,
                 _ ("\"%s\" is not what is to be kept of a recording: a time, a size of at least 1MB, or both: 10s, "
                    "100MB, 10s,100MB"),
                 text);
  return is_right;
}

/* "name>20ms" */
static gboolean
read_span (RsRecorderRing *self, const char *text, GError **error)
{
  const char *sign = strchr (text, '>');
  g_autofree char *limit = sign != NULL ? g_strstrip (g_strdup (sign + 1)) : g_strdup ("");

  self->span = sign != NULL ? g_strstrip (g_strndup (text, (gsize)(sign - text))) : NULL;
  if (self->span != NULL && *self->span != '\0' && read_length (limit, &self->span_ns))
    return TRUE;
  g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_QUERY,
               _ ("\"%s\" is not the name of a function, kernel or built-in with the time that it may take: "
                  "'work>20ms'"),
               text);
  return FALSE;
}

RsRecorderRing *
rs_recorder_ring_new (const char *limits, const char *when, GError **error)
{
  g_autoptr (RsRecorderRing) self = g_new0 (RsRecorderRing, 1);

  if (!read_limits (self, limits, error) || (when != NULL && *when != '\0' && !read_span (self, when, error)))
    return NULL;
  return g_steal_pointer (&self);
}

RsRecorderRing *
rs_recorder_ring_new_from (const RsSettings *settings, GError **error)
{
  const char *limits = rs_settings_get_text (settings, RS_SETTING_PROFILER_RING);

  return *limits != '\0'
             ? rs_recorder_ring_new (limits, rs_settings_get_text (settings, RS_SETTING_PROFILER_RINGWHEN), error)
             : NULL;
}

void
rs_recorder_ring_free (RsRecorderRing *self)
{
  if (self == NULL)
    return;
  g_free (self->span);
  g_free (self);
}
