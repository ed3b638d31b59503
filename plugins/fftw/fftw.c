/* Fourier transforms by FFTW (GPL; that is why it is a plugin).
 *
 * FFTW finds a plan for each kind of transform. Plans that were only estimated are up to ten times slower than measured
 * ones, so they are measured, for half a second at most, and what was learnt (the wisdom) is kept in the user's cache
 * folder: the next run plans at once. Measured plans may differ from run to run, and with them the last bits of
 * results.
 *
 * Threads: planning is serialised by a lock; plans run anywhere.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/transforms.h"

#include <fftw3.h>

#define MOST_SECONDS 0.5
#define MOST_PLANS 64

/* A plan with what it is for. */
struct _RsTransformPlan {
  RsTransformLines lines;
  fftw_plan plan;
  fftwf_plan single_plan;
  guint n_users; /* who have it now */
};

static GMutex mutex;
static GQueue plans = G_QUEUE_INIT; /* of RsTransformPlan, the last used first; at most MOST_PLANS that nobody has */
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

/* Numbers that go in and that come out, counted as complex or real ones. */
static gsize
count_in (const RsTransformLines *lines)
{
  return (gsize)(lines->in_distance * lines->n_lines);
}

static gsize
count_out (const RsTransformLines *lines)
{
  return (gsize)(lines->out_distance * lines->n_lines);
}

static gboolean
is_in_place (const RsTransformLines *lines)
{
  return lines->kind == RS_TRANSFORM_FORWARD || lines->kind == RS_TRANSFORM_BACKWARD;
}

/* Measuring overwrites the arrays that it measures with, so that it gets some of its own. fftw and fftwf have the same
 * functions under two names. */
#define DEFINE_MAKE(name, PREFIX, T, member)                                                                           \
  static gboolean name (RsTransformPlan *self, guint flags)                                                            \
  {                                                                                                                    \
    const RsTransformLines *lines = &self->lines;                                                                      \
    fftw_iodim64 dim = { lines->length, 1, 1 }, loop = { lines->n_lines, lines->in_distance, lines->out_distance };    \
    PREFIX##_complex *in = PREFIX##_malloc (count_in (lines) * sizeof *in), *out = in;                                 \
    if (!is_in_place (lines))                                                                                          \
      out = PREFIX##_malloc (count_out (lines) * sizeof *out);                                                         \
    if (in != NULL && out != NULL)                                                                                     \
      {                                                                                                                \
        PREFIX##_plan_with_nthreads ((int)lines->n_threads);                                                           \
        if (lines->kind == RS_TRANSFORM_REAL_FORWARD)                                                                  \
          self->member = PREFIX##_plan_guru64_dft_r2c (1, &dim, 1, &loop, (T *)in, out, flags);                        \
        else if (lines->kind == RS_TRANSFORM_REAL_BACKWARD)                                                            \
          self->member = PREFIX##_plan_guru64_dft_c2r (1, &dim, 1, &loop, in, (T *)out, flags);                        \
        else                                                                                                           \
          self->member = PREFIX##_plan_guru64_dft (                                                                    \
              1, &dim, 1, &loop, in, out, lines->kind == RS_TRANSFORM_FORWARD ? FFTW_FORWARD : FFTW_BACKWARD, flags);  \
      }                                                                                                                \
    if (out != in)                                                                                                     \
      PREFIX##_free (out);                                                                                             \
    PREFIX##_free (in);                                                                                                \
    return self->member != NULL;                                                                                       \
  }

DEFINE_MAKE (make_double, fftw, double, plan)
DEFINE_MAKE (make_single, fftwf, float, single_plan)

static gboolean
make (RsTransformPlan *self, guint flags)
{
  return self->lines.is_double ? make_double (self, flags) : make_single (self, flags);
}

static RsTransformPlan *
make_plan (const RsTransformLines *lines)
{
  RsTransformPlan *self = g_new0 (RsTransformPlan, 1);

  self->lines = *lines;
  if (make (self, FFTW_MEASURE | FFTW_WISDOM_ONLY))
    return self;
  if (make (self, FFTW_MEASURE))
    {
      save_wisdom (lines->is_double);
      return self;
    }
  g_free (self);
  return NULL;
}

/* Frees those that were not used for longest. A plan for a length that comes again is made of the wisdom. */
static void
drop_plans (void)
{
  GList *link = plans.tail;

  while (plans.length > MOST_PLANS && link != NULL)
    {
      GList *before = link->prev;
      RsTransformPlan *plan = link->data;

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

static gboolean
is_same (const RsTransformLines *a, const RsTransformLines *b)
{
  return a->kind == b->kind && a->is_double == b->is_double && a->length == b->length && a->n_lines == b->n_lines
         && a->in_distance == b->in_distance && a->out_distance == b->out_distance && a->n_threads == b->n_threads;
}

static RsTransformPlan *
get_plan (const RsTransformLines *lines)
{
  RsTransformPlan *plan;

  for (GList *link = plans.head; link != NULL; link = link->next)
    if (is_same (&((RsTransformPlan *)link->data)->lines, lines))
      {
        g_queue_unlink (&plans, link);
        g_queue_push_head_link (&plans, link);
        return link->data;
      }
  plan = make_plan (lines);
  if (plan == NULL)
    return NULL;
  g_queue_push_head (&plans, plan);
  return plan;
}

static RsTransformPlan *
plan (const RsTransformLines *lines)
{
  RsTransformPlan *self;

  g_mutex_lock (&mutex);
  if (!is_ready)
    start ();
  self = get_plan (lines);
  if (self != NULL)
    self->n_users++;
  drop_plans ();
  g_mutex_unlock (&mutex);
  return self;
}

static void
execute (const RsTransformPlan *self, gpointer in, gpointer out)
{
  gboolean is_double = self->lines.is_double;

  switch (self->lines.kind)
    {
    case RS_TRANSFORM_REAL_FORWARD:
      if (is_double)
        fftw_execute_dft_r2c (self->plan, in, out);
      else
        fftwf_execute_dft_r2c (self->single_plan, in, out);
      break;
    case RS_TRANSFORM_REAL_BACKWARD:
      if (is_double)
        fftw_execute_dft_c2r (self->plan, in, out);
      else
        fftwf_execute_dft_c2r (self->single_plan, in, out);
      break;
    default:
      if (is_double)
        fftw_execute_dft (self->plan, in, out);
      else
        fftwf_execute_dft (self->single_plan, in, out);
      break;
    }
}

static void
release (RsTransformPlan *self)
{
  g_mutex_lock (&mutex);
  self->n_users--;
  g_mutex_unlock (&mutex);
}

static const RsTransforms table = { .plan = plan, .execute = execute, .release = release };

gconstpointer redshift_plugin_fftw (void);

gconstpointer
redshift_plugin_fftw (void)
{
  return &table;
}
