/* Fourier transforms by a device's library. What libraries leave open is done by kernels: they give half of the
 * spectrum of real numbers, transform such a half back, and divide nothing.
 *
 * The real part of a transform back is that of the mean of the spectrum and its mirror image, so that half of that is
 * enough.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/device/library-transform.h"

#include "runtime/builtin/device/library-call.h"

typedef struct {
  RsSession *session;
  const char *title;
  RsElement complex; /* element type */
  RsLibraryTransform transform;
  gint64 count; /* numbers of a transform */
  GError **error;
} Work;

/* Dimensions of one element are as they are. FALSE: the library has not so many, or there is nothing to do. */
static gboolean
plan (Work *self, const RsShape *shape, int first, int last)
{
  RsLibraryTransform *transform = &self->transform;

  *transform = (RsLibraryTransform){ .lengths = { 1, 1, 1 }, .outer = 1, .inner = 1 };
  self->count = 1;
  for (int d = 0; d < shape->rank; d++)
    if (d < first)
      transform->outer *= shape->dims[d];
    else if (d > last)
      transform->inner *= shape->dims[d];
    else if (shape->dims[d] != 1)
      {
        if (transform->rank == RS_LIBRARY_MOST_LENGTHS || shape->dims[d] < 1)
          return FALSE;
        transform->lengths[transform->rank++] = shape->dims[d];
        self->count *= shape->dims[d];
      }
  return transform->rank > 0 && transform->outer > 0 && transform->inner > 0;
}

static RsLibraryTask
make_task (const Work *self, RsLibraryDirection direction, RsArray *from, RsArray *to)
{
  RsLibraryTask task
      = { .title = self->title,
          .call = { .function = RS_LIBRARY_TRANSFORM, .element = self->complex, .transform = self->transform },
          .arrays = { { "from", from, TRUE, direction == RS_LIBRARY_TO_REAL }, { "to", to, FALSE, TRUE } },
          .n_arrays = 2 };

  task.call.transform.direction = direction;
  return task;
}

static RsLaunchResult
call (const Work *self, RsLibraryDirection direction, RsArray *from, RsArray *to)
{
  const RsLibraryTask task = make_task (self, direction, from, to);

  return rs_device_call_library (self->session, &task, self->error);
}

/* --- kernels before and behind it --- */

/* y = x / divisor, of as many elements. */
static RsLaunchResult
divide (const Work *self, const char *kernel, RsArray *x, RsArray *y, double divisor)
{
  const RsValue arguments[] = { rs_value_object (x), rs_value_object (y), rs_value_scalar (divisor) };
  const RsDeviceCall launched = { .kernel = kernel,
                                  .title = self->title,
                                  .rank = 1,
                                  .grid = { y->n_elements },
                                  .arguments = arguments,
                                  .n_arguments = G_N_ELEMENTS (arguments),
                                  .overwritten = y };

  return rs_device_launch (self->session, &launched, self->error);
}

static gint64
get_half (const Work *self)
{
  return self->transform.lengths[self->transform.rank - 1] / 2 + 1;
}

/* From half a spectrum to a whole one, or back; columns: of the one that is made. */
static RsLaunchResult
mirror (const Work *self, const char *kernel, RsArray *x, RsArray *y, gint64 columns, double divisor)
{
  const RsLibraryTransform *transform = &self->transform;
  const gint64 n0 = transform->rank > 1 ? transform->lengths[0] : 1,
               n1 = transform->rank > 2 ? transform->lengths[1] : 1, n = transform->lengths[transform->rank - 1];
  const RsValue arguments[] = { rs_value_object (x), rs_value_object (y), rs_value_int (n0),
                                rs_value_int (n1),   rs_value_int (n),    rs_value_scalar (divisor) };
  const RsDeviceCall launched = { .kernel = kernel,
                                  .title = self->title,
                                  .rank = 3,
                                  .grid = { transform->outer * n0, n1, columns },
                                  .arguments = arguments,
                                  .n_arguments = G_N_ELEMENTS (arguments),
                                  .overwritten = y };

  return rs_device_launch (self->session, &launched, self->error);
}

static RsArray *
new_complex (const Work *self, gint64 n)
{
  return rs_device_result_new (self->complex, 1, &n, self->error);
}

static RsArray *
new_half (const Work *self)
{
  const gint64 n = self->transform.lengths[self->transform.rank - 1];

  return new_complex (self, self->transform.outer * self->count / n * get_half (self));
}

/* --- transforms --- */

static RsLaunchResult
from_real (const Work *self, RsArray *from, RsArray *to)
{
  g_autoptr (RsArray) half = new_half (self);
  RsLaunchResult launched;

  if (half == NULL)
    return RS_LAUNCH_FAILED;
  launched = call (self, RS_LIBRARY_FROM_REAL, from, half);
  if (launched == RS_LAUNCH_QUEUED)
    launched = mirror (self, "spectrum_from_half", half, to, self->transform.lengths[self->transform.rank - 1], 1);
  return launched;
}

static RsLaunchResult
to_real (const Work *self, RsArray *from, RsArray *to)
{
  g_autoptr (RsArray) half = new_half (self);
  RsLaunchResult launched;

  if (half == NULL)
    return RS_LAUNCH_FAILED;
  launched = mirror (self, "half_of_spectrum", from, half, get_half (self), 2 * (double)self->count);
  if (launched == RS_LAUNCH_QUEUED)
    launched = call (self, RS_LIBRARY_TO_REAL, half, to);
  return launched;
}

/* In place, of what is made complex and divided before. */
static RsLaunchResult
in_place (const Work *self, gboolean inverse, RsArray *from, RsArray *to)
{
  RsLaunchResult launched = divide (self, "divide_complex", from, to, inverse ? (double)self->count : 1);

  if (launched == RS_LAUNCH_QUEUED)
    launched = call (self, inverse ? RS_LIBRARY_BACKWARD : RS_LIBRARY_FORWARD, to, to);
  return launched;
}

static RsLaunchResult
to_real_part (const Work *self, RsArray *from, RsArray *to)
{
  g_autoptr (RsArray) made = new_complex (self, from->n_elements);
  RsLaunchResult launched = made != NULL ? in_place (self, TRUE, from, made) : RS_LAUNCH_FAILED;

  if (launched == RS_LAUNCH_QUEUED)
    launched = divide (self, "divide_real_part", made, to, 1);
  return launched;
}

/* The direction in which the library is asked first, whether it can. */
static gboolean
is_possible (const Work *self, RsArray *from, gboolean inverse, RsArray *to)
{
  const gboolean is_real = self->transform.inner == 1
                           && !(rs_element_is_complex (from->element) && rs_element_is_complex (to->element));
  const RsLibraryDirection direction
      = inverse ? (is_real && !rs_element_is_complex (to->element) ? RS_LIBRARY_TO_REAL : RS_LIBRARY_BACKWARD)
                : (is_real ? RS_LIBRARY_FROM_REAL : RS_LIBRARY_FORWARD);
  RsLibraryTask task = make_task (self, direction, from, to);

  return rs_device_has_library (self->session, &task);
}

static RsLaunchResult
transform (const Work *self, RsArray *from, gboolean inverse, RsArray *to)
{
  const gboolean is_from_real = !rs_element_is_complex (from->element),
                 is_to_real = !rs_element_is_complex (to->element);

  if (self->transform.inner == 1 && is_to_real)
    return to_real (self, from, to);
  if (is_to_real)
    return to_real_part (self, from, to);
  if (self->transform.inner == 1 && is_from_real && !inverse)
    return from_real (self, from, to);
  if (is_from_real || inverse)
    return in_place (self, inverse, from, to);
  return call (self, RS_LIBRARY_FORWARD, from, to);
}

RsLaunchResult
rs_device_library_transform (RsSession *session, const char *title, RsArray *from, const RsShape *shape, int first,
                             int last, gboolean inverse, RsArray *to, GError **error)
{
  const gboolean is_double = from->element == RS_ELEMENT_DOUBLE || from->element == RS_ELEMENT_CDOUBLE;
  const RsElement real = is_double ? RS_ELEMENT_DOUBLE : RS_ELEMENT_SINGLE;
  Work self = {
    .session = session, .title = title, .complex = is_double ? RS_ELEMENT_CDOUBLE : RS_ELEMENT_CSINGLE, .error = error
  };

  if ((from->element != real && from->element != self.complex) || (to->element != real && to->element != self.complex)
      || !rs_device_holds (session, from) || !plan (&self, shape, first, last)
      || !is_possible (&self, from, inverse, to))
    return RS_LAUNCH_INTERPRET;
  return transform (&self, from, inverse, to);
}
