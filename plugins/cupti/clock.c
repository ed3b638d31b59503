/* See clock.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/cupti/clock.h"

#define MOST 8192u /* then every second one goes: two hours and more at one a second */

typedef struct {
  gint64 theirs, offset;
} Measurement;

struct _CuptiOffsets {
  GMutex lock;
  GArray *measurements; /* of Measurement, by time; guarded by lock */
};

CuptiOffsets *
cupti_offsets_new (void)
{
  CuptiOffsets *self = g_new0 (CuptiOffsets, 1);

  g_mutex_init (&self->lock);
  self->measurements = g_array_new (FALSE, FALSE, sizeof (Measurement));
  return self;
}

static void
thin_out (GArray *measurements)
{
  guint n = 0;

  for (guint i = 0; i < measurements->len; i += 2)
    g_array_index (measurements, Measurement, n++) = g_array_index (measurements, Measurement, i);
  g_array_set_size (measurements, n);
}

void
cupti_offsets_add (CuptiOffsets *self, gint64 theirs, gint64 before, gint64 after)
{
  const Measurement now = { theirs, before + (after - before) / 2 - theirs };

  g_mutex_lock (&self->lock);
  if (self->measurements->len == MOST)
    thin_out (self->measurements);
  g_array_append_val (self->measurements, now);
  g_mutex_unlock (&self->lock);
}

gint64
cupti_offsets_convert (CuptiOffsets *self, gint64 theirs)
{
  guint low = 0, high;
  gint64 offset = 0;

  if (theirs == 0)
    return 0;
  g_mutex_lock (&self->lock);
  /* The number of measurements up to that time; a clock that was set back makes any of them as good. */
  for (high = self->measurements->len; low < high;)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->measurements, Measurement, middle).theirs <= theirs)
        low = middle + 1;
      else
        high = middle;
    }
  if (self->measurements->len > 0)
    offset = g_array_index (self->measurements, Measurement, low > 0 ? low - 1 : 0).offset;
  g_mutex_unlock (&self->lock);
  return (gint64)((guint64)theirs + (guint64)offset);
}
