/* What a trace says of how a GPU's kernels were measured, sampled, counted and read.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/record/devices/device-metering-private.h"

/* Whether a kernel's first launches are not all of one kind. */
static gboolean
takes_turns (const RsDeviceMetering *self)
{
  guint n = 0;

  for (Activity i = 0; i < N_ACTIVITIES; i++)
    n += self->wanted[i];
  return n > 1;
}

/* "3 launches sampled of blur, by CUPTI 13.0, the first 10 of each configuration at most". Under lock. */
static GString *
describe_launches (const RsDeviceMetering *self, Activity activity, const char *what)
{
  const gint64 n = self->n_launches[activity];
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%" G_GINT64_FORMAT " launch%s %s", n, n == 1 ? "" : "es", what);
  if (self->kernel != NULL)
    g_string_append_printf (text, " of %s", self->kernel);
  if (self->reader != NULL)
    g_string_append_printf (text, ", by %s", self->reader);
  g_string_append_printf (text, ", %s%u of each configuration at most", takes_turns (self) ? "" : "the first ",
                          rs_device_most_launches[activity]);
  if (takes_turns (self))
    g_string_append (text, ", in turns with what else was asked for");
  return text;
}

static char *
describe_samples (const RsDeviceMetering *self)
{
  GString *text = describe_launches (self, SAMPLING, "sampled");

  g_string_append (text, "; their kernels ran one after the other");
  if (self->losses.dropped > 0)
    g_string_append_printf (text, "; the GPU dropped %" G_GINT64_FORMAT " samples", self->losses.dropped);
  if (self->losses.is_full)
    g_string_append (text, "; its buffer of samples was full, so that some are missing");
  if (self->losses.others > 0)
    g_string_append_printf (text, "; %" G_GINT64_FORMAT " samples were of the driver's own kernels",
                            self->losses.others);
  return g_string_free (text, FALSE);
}

static char *
describe_counts (const RsDeviceMetering *self)
{
  GString *text = describe_launches (self, COUNTING, "counted");

  g_string_append (text, "; their kernels took longer for it");
  if (self->n_uncounted > 0)
    g_string_append_printf (text, "; %" G_GINT64_FORMAT " counts were lost", self->n_uncounted);
  if (self->unknown != NULL)
    g_string_append_printf (text, "; this GPU has no %s", self->unknown);
  return g_string_free (text, FALSE);
}

static char *
describe_curves (const RsDeviceMetering *self)
{
  GString *text = describe_launches (self, CURVES, "read");

  if (self->is_cut)
    g_string_append (text, "; some were too long, and their end is missing");
  if (self->unknown != NULL)
    g_string_append_printf (text, "; this GPU has no %s", self->unknown);
  return g_string_free (text, FALSE);
}

static char *
describe_metrics (const RsDeviceMetering *self)
{
  GString *text = g_string_new (self->sets);

  if (self->kernel != NULL)
    g_string_append_printf (text, " of %s", self->kernel);
  if (self->reader != NULL)
    g_string_append_printf (text, ", by %s", self->reader);
  if (self->n_passes > 0)
    g_string_append_printf (text,
                            ", of %s%u launches of each configuration, whose kernels ran %" G_GSIZE_FORMAT
                            " time%s each for that; times of this recording have that in them",
                            takes_turns (self) ? "" : "the first ", rs_device_most_launches[MEASURING], self->n_passes,
                            self->n_passes == 1 ? "" : "s");
  if (self->unknown != NULL)
    g_string_append_printf (text, "; this GPU has no %s", self->unknown);
  return g_string_free (text, FALSE);
}

void
rs_device_metering_tell_news (RsDeviceMetering *self, RsDeviceFactFunc func, gpointer data)
{
  static const struct {
    const char *name;
    char *(*describe) (const RsDeviceMetering *self);
  } facts[N_ACTIVITIES] = {
    [MEASURING] = { "metrics", describe_metrics },
    [SAMPLING] = { "stalls", describe_samples },
    [COUNTING] = { "line-counts", describe_counts },
    [CURVES] = { "curves", describe_curves },
  };
  char *texts[N_ACTIVITIES] = { NULL };
  gboolean has_news;

  g_mutex_lock (&self->value_lock);
  has_news = self->has_news;
  self->has_news = FALSE;
  g_mutex_unlock (&self->value_lock);
  if (!has_news)
    return;
  g_mutex_lock (&self->lock);
  for (Activity i = 0; i < N_ACTIVITIES; i++)
    if (self->wanted[i])
      texts[i] = facts[i].describe (self);
  g_mutex_unlock (&self->lock);
  for (Activity i = 0; i < N_ACTIVITIES; i++)
    {
      if (texts[i] != NULL)
        func (facts[i].name, texts[i], data);
      g_free (texts[i]);
    }
}
