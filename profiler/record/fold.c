/* Folding.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/record/fold.h"

#define WINDOW 1000000          /* ns in which events of a place are counted */
#define MOST_IN_WINDOW 100u     /* more: folded */
#define STRETCH 50000000        /* ns after which sums are written */
#define FEWEST_IN_STRETCH 2500  /* fewer: not folded any more */

static gboolean
is_place (const RsFold *fold, const RsTraceEvent *event)
{
  return fold->name == event->name && fold->line == event->line && fold->kind == event->kind
         && fold->file == event->file;
}

static void
add (RsFold *self, const RsTraceEvent *event)
{
  gint64 duration = event->end - event->start;

  if (self->n++ == 0)
    {
      self->first = event->start;
      self->min = self->max = duration;
      self->total = self->sum_a = self->sum_b = 0;
    }
  self->total += duration;
  self->min = MIN (self->min, duration);
  self->max = MAX (self->max, duration);
  self->sum_a = (gint64)((guint64)self->sum_a + (guint64)event->a);
  self->sum_b = (gint64)((guint64)self->sum_b + (guint64)event->b);
  self->last = event->end;
}

/* Whether the place fires too often from now on. */
static gboolean
count (RsFold *self, const RsTraceEvent *event)
{
  if (event->end - self->window > WINDOW)
    {
      self->window = event->end;
      self->in_window = 0;
    }
  self->last = event->end;
  return ++self->in_window > MOST_IN_WINDOW;
}

gboolean
rs_fold_table_take (RsFoldTable *table, const RsTraceEvent *event, RsFold **full)
{
  RsFold *self = &table->folds[(event->name * 31 + event->line * 7 + event->kind) % RS_FOLD_PLACES];

  *full = NULL;
  if (!is_place (self, event))
    {
      /* A place that still fires keeps its slot. */
      if (self->kind != 0 && event->end - self->last < WINDOW)
        return FALSE;
      if (self->n > 0)
        {
          *full = self;
          return FALSE;
        }
      *self = (RsFold){ .kind = event->kind, .name = event->name, .file = event->file, .line = event->line };
    }
  if (!self->folding)
    {
      self->folding = count (self, event);
      return FALSE;
    }
  add (self, event);
  if (event->end - self->first > STRETCH)
    {
      self->folding = self->n >= FEWEST_IN_STRETCH;
      *full = self;
    }
  return TRUE;
}

void
rs_fold_make_records (RsFold *self, guint32 track, RsTraceEvent *records)
{
  records[0] = (RsTraceEvent){
    .kind = RS_FOLD_SUMS, .start = self->min, .end = self->max, .a = self->sum_a, .b = self->sum_b
  };
  records[1] = (RsTraceEvent){ .kind = RS_TRACE_FOLD, .start = self->first, .end = self->last, .name = self->name,
                               .file = self->file, .line = self->line, .a = self->n, .b = self->total, .track = track,
                               .threads = self->kind };
  self->n = 0;
}
