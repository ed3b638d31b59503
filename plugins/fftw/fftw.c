/* Fourier transforms by FFTW (GPL; that is why it is a plugin).
 *
 * FFTW finds a plan for each kind of transform. Plans that were only estimated are up to ten times slower than measured
 * ones, so they are measured, for half a second at most, and what was learnt (the wisdom) is kept in the user's cache
 * folder: the next run plans at once. Measured plans may differ from run to run, and with them the last bits of results.
 *
 * Threads: planning is serialised by a lock; plans run anywhere.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/transforms.h"

#include <fftw3.h>
#include <string.h>

#define MOST_SECONDS 0.5
#define MOST_PLANS 64
#define MANY_ELEMENTS 32768 /* from here on several threads are faster */

/* What a plan is for; compared as bytes. */
typedef struct {
  gint64 sizes[RS_TRANSFORMS_MOST_DIMENSIONS];
  gint32 rank, first, last, sign, is_double, is_aligned, n_threads, unused;
} Key;

typedef struct {
  Key key;
  fftw_plan plan;
  fftwf_plan single_plan;
  guint n_users; /* threads that run it now */
} Plan;

static GMutex mutex;
static GQueue plans = G_QUEUE_INIT; /* of Plan, the last used first; at most MOST_PLANS that nobody runs */
static gboolean is_ready;

static char *
get_wisdom_path (gboolean is_double)
{
  return g_build_filename (g_get_user_cache_dir (), "redshift", is_double ? "fftw-wisdom" : "fftwf-wisdom", NULL);
}

static void
start (void)
{
  g_autofree char *path = get_wisdom_path (TRUE), *single_path = get_wisdom_path (FALSE);

  fftw_init_threads ();
  fftwf_init_threads ();
  fftw_set_timelimit (MOST_SECONDS);
  fftwf_set_timelimit (MOST_SECONDS);
  fftw_import_wisdom_from_filename (path);
  fftwf_import_wisdom_from_filename (single_path);
  is_ready = TRUE;
}

static void
save_wisdom (gboolean is_double)
{
  g_autofree char *path = get_wisdom_path (is_double), *folder = g_path_get_dirname (path);
  char *text = is_double ? fftw_export_wisdom_to_string () : fftwf_export_wisdom_to_string ();

  if (text != NULL && g_mkdir_with_parents (folder, 0700) == 0)
    g_file_set_contents (path, text, -1, NULL);
  fftw_free (text);
}

/* --- plans --- */

typedef struct {
  fftw_iodim64 dims[RS_TRANSFORMS_MOST_DIMENSIONS], loops[RS_TRANSFORMS_MOST_DIMENSIONS];
  int n_dims, n_loops;
  gint64 n_elements;
} Layout;

static void
describe (const Key *key, Layout *layout)
{
  gint64 stride = 1;

  memset (layout, 0, sizeof *layout);
  for (int d = key->rank - 1; d >= 0; d--)
    {
      gboolean is_transformed = d >= key->first && d <= key->last;
      fftw_iodim64 *dim = is_transformed ? &layout->dims[layout->n_dims++] : &layout->loops[layout->n_loops++];

      dim->n = key->sizes[d];
      dim->is = dim->os = stride;
      stride *= key->sizes[d];
    }
  layout->n_elements = stride;
}

/* Measuring overwrites the array that it measures with, so that it gets one of its own. */
static gboolean
make_double (Plan *plan, const Layout *layout, guint flags)
{
  fftw_complex *data = fftw_malloc ((gsize)layout->n_elements * sizeof *data);

  if (data == NULL)
    return FALSE;
  fftw_plan_with_nthreads (plan->key.n_threads);
  plan->plan = fftw_plan_guru64_dft (layout->n_dims, layout->dims, layout->n_loops, layout->loops, data, data,
                                     plan->key.sign, flags);
  fftw_free (data);
  return plan->plan != NULL;
}

static gboolean
make_single (Plan *plan, const Layout *layout, guint flags)
{
  fftwf_complex *data = fftwf_malloc ((gsize)layout->n_elements * sizeof *data);

  if (data == NULL)
    return FALSE;
  fftwf_plan_with_nthreads (plan->key.n_threads);
  plan->single_plan = fftwf_plan_guru64_dft (layout->n_dims, layout->dims, layout->n_loops, layout->loops, data, data,
                                             plan->key.sign, flags);
  fftwf_free (data);
  return plan->single_plan != NULL;
}

static gboolean
make (Plan *plan, guint flags)
{
  Layout layout;

  describe (&plan->key, &layout);
  return plan->key.is_double ? make_double (plan, &layout, flags) : make_single (plan, &layout, flags);
}

static Plan *
make_plan (const Key *key)
{
  Plan *plan = g_new0 (Plan, 1);
  guint flags = key->is_aligned ? 0 : FFTW_UNALIGNED;

  plan->key = *key;
  if (make (plan, FFTW_MEASURE | FFTW_WISDOM_ONLY | flags))
    return plan;
  if (make (plan, FFTW_MEASURE | flags))
    {
      save_wisdom (key->is_double);
      return plan;
    }
  g_free (plan);
  return NULL;
}

/* Frees those that were not used for longest. A plan for a size that comes again is made of the wisdom. */
static void
drop_plans (void)
{
  GList *link = plans.tail;

  while (plans.length > MOST_PLANS && link != NULL)
    {
      GList *before = link->prev;
      Plan *plan = link->data;

      if (plan->n_users == 0)
        {
          fftw_destroy_plan (plan->plan);
          fftwf_destroy_plan (plan->single_plan);
          g_free (plan);
          g_queue_delete_link (&plans, link);
        }
      link = before;
    }
}

/* A plan that stays until its n_users, which counts the caller, is counted down. */
static Plan *
get_plan (const Key *key)
{
  Plan *plan;

  for (GList *link = plans.head; link != NULL; link = link->next)
    if (memcmp (&((Plan *)link->data)->key, key, sizeof *key) == 0)
      {
        g_queue_unlink (&plans, link);
        g_queue_push_head_link (&plans, link);
        ((Plan *)link->data)->n_users++;
        return link->data;
      }
  plan = make_plan (key);
  if (plan == NULL)
    return NULL;
  plan->n_users = 1;
  g_queue_push_head (&plans, plan);
  drop_plans ();
  return plan;
}

static gboolean
run (const RsTransform *transform, gpointer data)
{
  Key key;
  Plan *plan;
  gint64 n_elements = 1;

  memset (&key, 0, sizeof key);
  key.rank = transform->rank;
  key.first = transform->first;
  key.last = transform->last;
  key.sign = transform->is_inverse ? FFTW_BACKWARD : FFTW_FORWARD;
  key.is_double = transform->is_double;
  key.is_aligned = transform->is_double ? fftw_alignment_of (data) == 0 : fftwf_alignment_of (data) == 0;
  for (int d = 0; d < transform->rank; d++)
    n_elements *= key.sizes[d] = transform->sizes[d];
  key.n_threads = n_elements >= MANY_ELEMENTS ? (gint32)transform->n_threads : 1;
  g_mutex_lock (&mutex);
  if (!is_ready)
    start ();
  plan = get_plan (&key);
  g_mutex_unlock (&mutex);
  if (plan == NULL)
    return FALSE;
  if (key.is_double)
    fftw_execute_dft (plan->plan, data, data);
  else
    fftwf_execute_dft (plan->single_plan, data, data);
  g_mutex_lock (&mutex);
  plan->n_users--;
  g_mutex_unlock (&mutex);
  return TRUE;
}

static const RsTransforms table = { .run = run };

gconstpointer redshift_plugin_fftw (void);

gconstpointer
redshift_plugin_fftw (void)
{
  return &table;
}
