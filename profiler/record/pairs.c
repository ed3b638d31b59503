/* See pairs.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/record/pairs.h"

#include <string.h>

#define WINDOW 1000000        /* ns in which allocations of a place are counted */
#define MOST_IN_WINDOW 10u    /* more: they may be held */
#define STRETCH 50000000      /* ns after which sums are written */
#define FEWEST_IN_STRETCH 250 /* fewer: not held any more */

static gint64
add (gint64 a, gint64 b)
{
  return (gint64)((guint64)a + (guint64)b);
}

static gboolean
is_place (const RsPairPlace *place, const RsTraceEvent *made)
{
  return place->made.line == made->line && place->made.name == made->name && place->made.file == made->file
         && place->made.b == made->b && place->made.kind == made->kind && place->made.track == made->track;
}

static RsPairPlace *
slot_of (RsPairs *self, const RsTraceEvent *made)
{
  return &self->places[(made->name * 31 + made->line * 7) % RS_PAIR_PLACES];
}

/* --- writing --- */

static guint
write_place (RsPairPlace *self, RsTraceEvent *records)
{
  const RsTraceEvent *made = &self->made;

  if (self->n == 0)
    return 0;
  records[0]
      = (RsTraceEvent){ .kind = RS_PAIR_SUMS, .file = self->freed_file, .line = self->freed_line, .a = self->oids };
  records[1] = (RsTraceEvent){ .kind = RS_TRACE_PAIRS,
                               .start = made->start,
                               .end = self->last,
                               .name = made->name,
                               .file = made->file,
                               .line = made->line,
                               .a = self->n,
                               .b = self->lifetimes,
                               .track = made->track,
                               .threads = (guint32)made->b };
  self->n = 0;
  return 2;
}

static guint
write_held (RsPairs *self, RsTraceEvent *records)
{
  guint n = self->n_held;

  memcpy (records, self->held, n * sizeof *records);
  self->n_held = 0;
  return n;
}

static guint
write_all (RsPairs *self, RsTraceEvent *records)
{
  guint n = write_held (self, records);

  for (guint i = 0; i < RS_PAIR_PLACES; i++)
    n += write_place (&self->places[i], records + n);
  return n;
}

static guint
begin_stretch (RsPairs *self, gint64 now, RsTraceEvent *records)
{
  for (guint i = 0; i < RS_PAIR_PLACES; i++)
    if (self->places[i].folding && self->places[i].n < FEWEST_IN_STRETCH)
      {
        self->places[i].folding = FALSE;
        self->places[i].in_window = 0;
        self->places[i].window = now;
      }
  self->since = now;
  self->most = self->in_use;
  return write_all (self, records);
}

/* --- taking --- */

/* Whether the allocation is at a place that makes many, so that its pair may become one of the sums of its slot. */
static gboolean
is_often (RsPairs *self, const RsTraceEvent *made)
{
  RsPairPlace *place = slot_of (self, made);

  if (made->b < 0 || made->b > RS_PAIR_MOST_BYTES)
    return FALSE;
  if (!is_place (place, made))
    {
      /* A place that still has arrays made keeps its slot. */
      if (place->folding || place->n > 0 || (place->made.kind != 0 && made->start - place->window < WINDOW))
        return FALSE;
      *place = (RsPairPlace){ .made = *made, .window = made->start };
    }
  if (place->folding)
    return TRUE;
  if (made->start - place->window > WINDOW)
    {
      place->window = made->start;
      place->in_window = 0;
    }
  return place->folding = ++place->in_window > MOST_IN_WINDOW;
}

/* Nothing that is held may be missing where this makes more than was in use before. */
static gboolean
take_allocation (RsPairs *self, const RsTraceEvent *event, RsTraceEvent *records, guint *n)
{
  if (event->start - self->since > STRETCH)
    *n = begin_stretch (self, event->start, records);
  self->in_use = add (self->in_use, event->b);
  if (is_often (self, event) && self->in_use <= self->most && self->n_held < RS_PAIR_MOST_HELD)
    {
      self->held[self->n_held++] = *event;
      return TRUE;
    }
  self->most = MAX (self->most, self->in_use);
  *n += write_held (self, records + *n);
  return FALSE;
}

/* Index of the allocation that is held, G_MAXUINT: it is not. */
static guint
find_held (const RsPairs *self, gint64 oid)
{
  for (guint i = self->n_held; i > 0; i--)
    if (self->held[i - 1].a == oid)
      return i - 1;
  return G_MAXUINT;
}

static gboolean
take_free (RsPairs *self, const RsTraceEvent *event, RsTraceEvent *records, guint *n)
{
  guint index = find_held (self, event->a);
  const RsTraceEvent *made;
  RsPairPlace *place;

  self->in_use = add (self->in_use, -event->b);
  if (index == G_MAXUINT)
    return FALSE;
  made = &self->held[index];
  place = slot_of (self, made);
  if (place->n > 0 && (place->freed_file != event->file || place->freed_line != event->line))
    *n = write_place (place, records);
  if (place->n++ == 0)
    {
      place->made = *made;
      place->freed_file = event->file;
      place->freed_line = event->line;
      place->lifetimes = place->oids = 0;
    }
  place->lifetimes = add (place->lifetimes, event->start - made->start);
  place->oids = add (place->oids, event->a);
  place->last = event->end;
  memmove (&self->held[index], &self->held[index + 1], (--self->n_held - index) * sizeof *self->held);
  return TRUE;
}

gboolean
rs_pairs_take (RsPairs *self, const RsTraceEvent *event, RsTraceEvent *records, guint *n)
{
  *n = 0;
  if (event->kind == RS_TRACE_ALLOCATE)
    return take_allocation (self, event, records, n);
  if (event->kind == RS_TRACE_FREE)
    return take_free (self, event, records, n);
  if (self->n_held > 0 && find_held (self, event->a) != G_MAXUINT)
    *n = write_held (self, records);
  return FALSE;
}

guint
rs_pairs_take_stale (RsPairs *self, gint64 time, RsTraceEvent *records)
{
  gboolean is_stale = self->n_held > 0 && self->held[0].start <= time;

  for (guint i = 0; i < RS_PAIR_PLACES; i++)
    is_stale |= self->places[i].n > 0 && self->places[i].last <= time;
  return is_stale ? write_all (self, records) : 0;
}
