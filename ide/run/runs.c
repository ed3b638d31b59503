/* The runs of a window.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/run/runs.h"

/* Runs that have ended and can still be looked at. */
#define MAX_ENDED 5

struct _RsRuns {
  GObject parent;

  GPtrArray *runs; /* element-type RsRun */
  RsRun *shown;    /* owned */
};

enum { SHOWN_CHANGED, STARTED, N_SIGNALS };
static guint signals[N_SIGNALS];

static GType
get_item_type (GListModel *model)
{
  return RS_TYPE_RUN;
}

static guint
get_n_items (GListModel *model)
{
  return RS_RUNS (model)->runs->len;
}

static gpointer
get_item (GListModel *model, guint position)
{
  GPtrArray *runs = RS_RUNS (model)->runs;

  return position < runs->len ? g_object_ref (g_ptr_array_index (runs, position)) : NULL;
}

static void
init_model (GListModelInterface *interface)
{
  interface->get_item_type = get_item_type;
  interface->get_n_items = get_n_items;
  interface->get_item = get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (RsRuns, rs_runs, G_TYPE_OBJECT, G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, init_model))

/* Forgets the oldest that have ended. */
static void
prune (RsRuns *self)
{
  guint n_ended = 0;

  for (guint i = self->runs->len; i > 0; i--)
    {
      RsRun *run = g_ptr_array_index (self->runs, i - 1);

      if (rs_run_is_active (run) || ++n_ended <= MAX_ENDED)
        continue;
      g_ptr_array_remove_index (self->runs, i - 1);
      g_list_model_items_changed (G_LIST_MODEL (self), i - 1, 1, 0);
    }
}

RsRun *
rs_runs_start (RsRuns *self, const RsRunRequest *request)
{
  RsRun *run = rs_run_new (request);

  prune (self);
  g_ptr_array_add (self->runs, run);
  g_list_model_items_changed (G_LIST_MODEL (self), self->runs->len - 1, 0, 1);
  g_signal_emit (self, signals[STARTED], 0, run);
  rs_runs_show (self, run);
  rs_run_start (run);
  return run;
}

RsRun *
rs_runs_get_shown (RsRuns *self)
{
  return self->shown;
}

void
rs_runs_show (RsRuns *self, RsRun *run)
{
  if (g_set_object (&self->shown, run))
    g_signal_emit (self, signals[SHOWN_CHANGED], 0);
}

RsRun *
rs_runs_find_active (RsRuns *self, const char *name)
{
  for (guint i = 0; i < self->runs->len; i++)
    {
      RsRun *run = g_ptr_array_index (self->runs, i);

      if (rs_run_is_active (run) && g_str_equal (rs_run_get_name (run), name))
        return run;
    }
  return NULL;
}

gboolean
rs_runs_any_active (RsRuns *self)
{
  for (guint i = 0; i < self->runs->len; i++)
    if (rs_run_is_active (g_ptr_array_index (self->runs, i)))
      return TRUE;
  return FALSE;
}

void
rs_runs_stop_all (RsRuns *self)
{
  for (guint i = 0; i < self->runs->len; i++)
    rs_run_stop (g_ptr_array_index (self->runs, i));
}

static void
rs_runs_finalize (GObject *object)
{
  RsRuns *self = RS_RUNS (object);

  g_clear_object (&self->shown);
  g_ptr_array_unref (self->runs);
  G_OBJECT_CLASS (rs_runs_parent_class)->finalize (object);
}

static void
rs_runs_class_init (RsRunsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rs_runs_finalize;
  signals[SHOWN_CHANGED]
      = g_signal_new ("shown-changed", RS_TYPE_RUNS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[STARTED]
      = g_signal_new ("started", RS_TYPE_RUNS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, RS_TYPE_RUN);
}

static void
rs_runs_init (RsRuns *self)
{
  self->runs = g_ptr_array_new_with_free_func (g_object_unref);
}

RsRuns *
rs_runs_new (void)
{
  return g_object_new (RS_TYPE_RUNS, NULL);
}
