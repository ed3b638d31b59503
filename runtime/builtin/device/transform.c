/* Fourier transforms on a device: by its library, or each dimension in steps, by the factors of its length, from one
 * array to another.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/device/transform.h"

#include "runtime/builtin/device/library-transform.h"
#include "runtime/value/arithmetic/arithmetic.h"

#define MOST_STEPS 256
#define MOST_RADIX 61 /* of a step: an element is a sum of so many products */

typedef struct {
  int dim;
  gint64 outer, length, inner; /* the array seen from this dimension */
  gint64 done;                 /* length of what earlier steps have transformed */
  gint64 radix;
} Step;

typedef struct {
  RsSession *session;
  const char *title;
  gboolean inverse;
  double divisor; /* of the last step */
  Step steps[MOST_STEPS];
  guint n_steps;
  RsArray *roots[RS_MAX_RANK]; /* owned; of each dimension that is transformed */
} Transform;

/* 4 comes first, then 2 and the odd numbers. */
static gint64
get_next_factor (gint64 factor)
{
  return factor == 4 ? 2 : factor == 2 ? 3 : factor + 2;
}

/* FALSE: the length has a factor that has no step. */
static gboolean
add_steps (Transform *self, Step step)
{
  step.done = 1;
  for (gint64 factor = 4; factor <= MOST_RADIX; factor = get_next_factor (factor))
    while (step.length / step.done % factor == 0 && self->n_steps < MOST_STEPS)
      {
        step.radix = factor;
        self->steps[self->n_steps++] = step;
        step.done *= factor;
      }
  return step.done == step.length;
}

/* The last dimension comes first. FALSE: not here. */
static gboolean
plan (Transform *self, const RsShape *shape, int first, int last)
{
  Step step = { .outer = 1, .inner = 1, .done = 1 };

  for (int d = last + 1; d < shape->rank; d++)
    step.inner *= shape->dims[d];
  for (int d = MIN (last, shape->rank - 1); d >= first; d--, step.inner *= step.length)
    {
      step.dim = d;
      step.length = shape->dims[d];
      step.outer = 1;
      for (int k = 0; k < d; k++)
        step.outer *= shape->dims[k];
      if (step.length < 1 || !add_steps (self, step))
        return FALSE;
      if (self->inverse)
        self->divisor *= (double)step.length;
    }
  return self->n_steps > 0;
}

/* Roots of unity, from an earlier dimension of that length or a launch. */
static RsLaunchResult
make_roots (Transform *self, const Step *step, RsElement element, GError **error)
{
  RsArray **roots = &self->roots[step->dim];
  RsValue arguments[] = { RS_NONE, rs_value_int (step->length), rs_value_scalar (G_PI_2) };
  RsDeviceCall call = { .kernel = "transform_roots",
                        .title = self->title,
                        .rank = 1,
                        .grid = { step->length },
                        .needs_device = TRUE,
                        .arguments = arguments,
                        .n_arguments = G_N_ELEMENTS (arguments) };

  if (*roots != NULL)
    return RS_LAUNCH_QUEUED;
  for (int d = 0; d < RS_MAX_RANK && *roots == NULL; d++)
    if (self->roots[d] != NULL && self->roots[d]->n_elements == step->length)
      {
        *roots = rs_array_ref (self->roots[d]);
        return RS_LAUNCH_QUEUED;
      }
  *roots = rs_device_result_new (element, 1, &step->length, error);
  if (*roots == NULL)
    return RS_LAUNCH_FAILED;
  arguments[0] = rs_value_object (*roots);
  call.overwritten = *roots;
  return rs_device_launch (self->session, &call, error);
}

static RsLaunchResult
launch_step (Transform *self, const Step *step, gboolean is_last, RsArray *from, RsArray *to, GError **error)
{
  const RsValue arguments[] = { rs_value_object (from),
                                rs_value_object (self->roots[step->dim]),
                                rs_value_object (to),
                                rs_value_int (step->length),
                                rs_value_int (step->inner),
                                rs_value_int (step->done),
                                rs_value_int (step->radix),
                                rs_value_int (self->inverse ? -1 : 1),
                                rs_value_scalar (is_last ? self->divisor : 1) };
  const RsDeviceCall call
      = { .kernel = rs_element_is_complex (to->element) ? "transform_step" : "transform_step_to_real",
          .title = self->title,
          .rank = 3,
          .grid = { step->outer, step->length, step->inner },
          .needs_device = TRUE,
          .arguments = arguments,
          .n_arguments = G_N_ELEMENTS (arguments),
          .overwritten = to };

  return rs_device_launch (self->session, &call, error);
}

/* From one array to the other, the last time to `to`. */
static RsLaunchResult
run_steps (Transform *self, RsArray *from, RsArray *to, RsElement element, GError **error)
{
  RsLaunchResult launched = RS_LAUNCH_QUEUED;
  g_autoptr (RsArray) last = NULL;

  for (guint i = 0; i < self->n_steps && launched == RS_LAUNCH_QUEUED; i++)
    {
      const gboolean is_last = i + 1 == self->n_steps;
      g_autoptr (RsArray) next = is_last ? rs_array_ref (to)
                                         : rs_device_result_new (element, from->rank, from->dims, error);

      if (next == NULL)
        return RS_LAUNCH_FAILED;
      launched = make_roots (self, &self->steps[i], element, error);
      if (launched == RS_LAUNCH_QUEUED)
        launched = launch_step (self, &self->steps[i], is_last, last != NULL ? last : from, next, error);
      g_clear_pointer (&last, rs_array_unref);
      last = g_steal_pointer (&next);
    }
  return launched;
}

RsLaunchResult
rs_device_transform (RsSession *session, const char *title, RsArray *from, const RsShape *shape, int first, int last,
                     gboolean inverse, RsArray *to, GError **error)
{
  const RsElement real = rs_element_of_precision (session->precision);
  const RsElement element = real == RS_ELEMENT_DOUBLE ? RS_ELEMENT_CDOUBLE : RS_ELEMENT_CSINGLE;
  RsLaunchResult launched = rs_device_library_transform (session, title, from, shape, first, last, inverse, to, error);
  Transform *self;

  if (launched != RS_LAUNCH_INTERPRET)
    return launched;
  if ((from->element != real && from->element != element) || (to->element != real && to->element != element)
      || !rs_device_holds (session, from))
    return RS_LAUNCH_INTERPRET;
  self = g_new0 (Transform, 1);
  *self = (Transform){ .session = session, .title = title, .inverse = inverse, .divisor = 1 };
  if (plan (self, shape, first, last))
    launched = run_steps (self, from, to, element, error);
  for (int d = 0; d < RS_MAX_RANK; d++)
    g_clear_pointer (&self->roots[d], rs_array_unref);
  g_free (self);
  return launched;
}
