/* See report-reader.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/report-reader.h"

#define MOST_THREADS 8u

typedef struct {
  const RsReportKind *kind;
  gboolean is_done;
  RsReport *report; /* NULL: error */
  GError *error;
  RsTraceStore *store; /* keeps what was found damaged; NULL: it was not opened */
} Reading;

struct _RsReportReader {
  const char *path;
  RsTraceRange range;
  GThreadPool *pool;
  GPtrArray *readings; /* element-type Reading */
  GPtrArray *damage;   /* element-type utf8 */
  GMutex mutex;        /* of what threads set of readings, and of is_ended */
  GCond done;
  gboolean is_ended;
};

static void
reading_free (gpointer data)
{
  Reading *reading = data;

  rs_report_free (reading->report);
  g_clear_error (&reading->error);
  rs_trace_store_close (reading->store);
  g_free (reading);
}

/* Returns FALSE when nobody waits any more. */
static gboolean
keep_store (RsReportReader *self, Reading *reading, RsTraceStore *store)
{
  gboolean is_wanted;

  g_mutex_lock (&self->mutex);
  reading->store = store;
  is_wanted = !self->is_ended;
  g_mutex_unlock (&self->mutex);
  return is_wanted;
}

static void
read_one (gpointer data, gpointer user_data)
{
  RsReportReader *self = user_data;
  Reading *reading = data;
  RsReport *report = NULL;
  GError *error = NULL;
  RsTraceStore *store = rs_trace_store_open (self->path, &error);

  if (keep_store (self, reading, store) && store != NULL)
    report = rs_report_read (reading->kind, store, &self->range, &error);
  g_mutex_lock (&self->mutex);
  reading->report = report;
  reading->error = error;
  reading->is_done = TRUE;
  g_cond_broadcast (&self->done);
  g_mutex_unlock (&self->mutex);
}

RsReportReader *
rs_report_reader_new (const char *path, const RsTraceRange *range)
{
  RsReportReader *self = g_new0 (RsReportReader, 1);

  self->path = path;
  self->range = *range;
  self->readings = g_ptr_array_new_with_free_func (reading_free);
  self->damage = g_ptr_array_new_with_free_func (g_free);
  g_mutex_init (&self->mutex);
  g_cond_init (&self->done);
  self->pool = g_thread_pool_new (read_one, self, (gint)MIN (g_get_num_processors (), MOST_THREADS), FALSE, NULL);
  return self;
}

void
rs_report_reader_free (RsReportReader *self)
{
  if (self == NULL)
    return;
  g_mutex_lock (&self->mutex);
  self->is_ended = TRUE;
  for (guint i = 0; i < self->readings->len; i++)
    {
      const Reading *reading = self->readings->pdata[i];

      if (reading->store != NULL && !reading->is_done)
        rs_trace_store_interrupt (reading->store);
    }
  g_mutex_unlock (&self->mutex);
  g_thread_pool_free (self->pool, TRUE, TRUE);
  g_ptr_array_unref (self->readings);
  g_ptr_array_unref (self->damage);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->done);
  g_free (self);
}

void
rs_report_reader_begin (RsReportReader *self, const RsReportKind *kind)
{
  Reading *reading = g_new0 (Reading, 1);

  reading->kind = kind;
  g_ptr_array_add (self->readings, reading);
  g_thread_pool_push (self->pool, reading, NULL);
}

static void
note_damage (RsReportReader *self, RsTraceStore *store)
{
  const char *const *damage = store != NULL ? rs_trace_store_get_damage (store) : NULL;

  for (; damage != NULL && *damage != NULL; damage++)
    if (!g_ptr_array_find_with_equal_func (self->damage, *damage, g_str_equal, NULL))
      g_ptr_array_add (self->damage, g_strdup (*damage));
}

RsReport *
rs_report_reader_take (RsReportReader *self, const RsReportKind *kind, GError **error)
{
  Reading *reading = NULL;

  for (guint i = 0; i < self->readings->len && reading == NULL; i++)
    if (((Reading *)self->readings->pdata[i])->kind == kind)
      reading = self->readings->pdata[i];
  g_assert (reading != NULL);
  g_mutex_lock (&self->mutex);
  while (!reading->is_done)
    g_cond_wait (&self->done, &self->mutex);
  g_mutex_unlock (&self->mutex);
  note_damage (self, reading->store);
  if (reading->error != NULL)
    g_propagate_error (error, g_steal_pointer (&reading->error));
  return g_steal_pointer (&reading->report);
}

const GPtrArray *
rs_report_reader_get_damage (const RsReportReader *self)
{
  return self->damage;
}
