/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/builtin/device/systems.h"

#include "runtime/builtin/device/box.h"
#include "runtime/builtin/device/library-call.h"
#include "runtime/memory/replica.h"
#include "runtime/value/arithmetic/arithmetic.h"
#include "runtime/value/shape.h"

#define WORTH_A_CALL 48 /* equations; fewer are solved by the host before a library has begun */

typedef struct {
  RsSession *session;
  const char *title;
  RsElement wide;                    /* element type in which it is computed */
  gint64 n;                          /* equations */
  RsArray *factors, *pivots, *state; /* owned */
  GError **error;
} System;

static void
system_clear (System *self)
{
  g_clear_pointer (&self->factors, rs_array_unref);
  g_clear_pointer (&self->pivots, rs_array_unref);
  g_clear_pointer (&self->state, rs_array_unref);
}

static gboolean
is_floating (RsElement element)
{
  return element == RS_ELEMENT_SINGLE || element == RS_ELEMENT_DOUBLE || element == RS_ELEMENT_CSINGLE
         || element == RS_ELEMENT_CDOUBLE;
}

static gboolean
is_double (RsElement element)
{
  return element == RS_ELEMENT_DOUBLE || element == RS_ELEMENT_CDOUBLE;
}

/* A new array of the same dimensions whose elements have another precision, or are complex. */
static RsLaunchResult
convert (const System *self, RsArray *x, RsElement element, RsArray **result)
{
  g_autoptr (RsArray) made = rs_device_result_new (element, x->rank, x->dims, self->error);
  RsLaunchResult launched;

  if (made == NULL)
    return RS_LAUNCH_FAILED;
  {
    const RsValue arguments[] = { rs_value_object (x), rs_value_object (made), rs_value_scalar (1) };
    const gboolean is_complex = rs_element_is_complex (element);
    const RsDeviceCall call = { .kernel = is_complex ? "divide_complex" : "convert",
                                .title = self->title,
                                .rank = 1,
                                .grid = { x->n_elements },
                                .arguments = arguments,
                                .n_arguments = is_complex ? 3 : 2,
                                .overwritten = made };

    launched = rs_device_launch (self->session, &call, self->error);
  }
  if (launched == RS_LAUNCH_QUEUED)
    *result = g_steal_pointer (&made);
  return launched;
}

/* A copy that may be written over, in the element type in which is computed. */
static RsLaunchResult
copy (const System *self, RsArray *x, RsArray **result)
{
  const RsStrided all = { .rank = 1, .dims = { x->n_elements }, .strides = { 1 } };
  g_autoptr (RsArray) made = NULL;
  RsLaunchResult launched;

  if (x->element != self->wide)
    return convert (self, x, self->wide, result);
  made = rs_device_result_new (x->element, x->rank, x->dims, self->error);
  if (made == NULL)
    return RS_LAUNCH_FAILED;
  launched = rs_device_copy_box (self->session, self->title, x, &all, made, &all, self->error);
  if (launched == RS_LAUNCH_QUEUED)
    *result = g_steal_pointer (&made);
  return launched;
}

/* *x becomes its transpose. */
static RsLaunchResult
transpose (const System *self, RsArray **x)
{
  const RsStrided view = { .rank = 2, .dims = { (*x)->dims[1], (*x)->dims[0] }, .strides = { 1, (*x)->dims[1] } };
  const RsStrided whole = rs_device_follow (&view);
  g_autoptr (RsArray) made = rs_device_result_new ((*x)->element, 2, view.dims, self->error);
  RsLaunchResult launched;

  if (made == NULL)
    return RS_LAUNCH_FAILED;
  launched = rs_device_copy_box (self->session, self->title, *x, &view, made, &whole, self->error);
  if (launched == RS_LAUNCH_QUEUED)
    {
      rs_array_unref (*x);
      *x = g_steal_pointer (&made);
    }
  return launched;
}

/* --- calls --- */

static RsLibraryTask
make_factor_task (const System *self, RsArray *matrix)
{
  return (RsLibraryTask){ .title = self->title,
                          .call = { .function = RS_LIBRARY_FACTOR, .element = self->wide, .system = { .n = self->n } },
                          .arrays = { { "matrix", matrix, TRUE, TRUE },
                                      { "pivots", self->pivots, FALSE, TRUE },
                                      { "state", self->state, FALSE, TRUE } },
                          .n_arrays = self->pivots != NULL ? 3 : 1 };
}

static RsLaunchResult
factor (System *self, RsArray *matrix)
{
  RsLaunchResult launched;
  RsLibraryTask task;

  self->pivots = rs_device_result_new (RS_ELEMENT_INT32, 1, &self->n, self->error);
  self->state = rs_array_new (RS_ELEMENT_INT32, 1, (gint64[]){ 1 }, FALSE, self->error);
  if (self->pivots == NULL || self->state == NULL)
    return RS_LAUNCH_FAILED;
  rs_memory_set_contents (self->state, "", 1); /* 0, where the factors are not made since something failed before */
  launched = copy (self, matrix, &self->factors);
  if (launched != RS_LAUNCH_QUEUED)
    return launched;
  task = make_factor_task (self, self->factors);
  return rs_device_call_library (self->session, &task, self->error);
}

static RsLaunchResult
solve (const System *self, RsArray *right, gboolean is_transposed)
{
  g_autoptr (RsArray) unused = rs_device_result_new (RS_ELEMENT_INT32, 1, (gint64[]){ 1 }, self->error);
  const RsLibraryTask task = { .title = self->title,
                               .call = { .function = RS_LIBRARY_SOLVE,
                                         .element = self->wide,
                                         .system = { self->n, right->n_elements / self->n, is_transposed } },
                               .arrays = { { "matrix", self->factors, TRUE, FALSE },
                                           { "pivots", self->pivots, TRUE, FALSE },
                                           { "right", right, TRUE, TRUE },
                                           { "state", unused, FALSE, TRUE } },
                               .n_arrays = 4 };

  return unused != NULL ? rs_device_call_library (self->session, &task, self->error) : RS_LAUNCH_FAILED;
}

/* Waits. What a failure has left there is no answer: it is raised behind the function. */
static gboolean
has_zero_on_diagonal (const System *self)
{
  const double state = rs_value_to_double (rs_array_get_element (self->state, 0));

  return rs_array_loss == NULL && state > 0;
}

/* --- the functions --- */

static gboolean
is_square (const RsArray *matrix)
{
  return matrix->rank == 2 && matrix->dims[0] == matrix->dims[1] && is_floating (matrix->element)
         && matrix->n_elements <= G_MAXINT32; /* the host says that there are more */
}

/* Whether the matrix, or what else there is, lives on a device that has a library. */
static gboolean
is_worth_it (System *self, RsArray *matrix, const RsArray *right)
{
  RsLibraryTask task;

  self->n = matrix->dims[0];
  if (self->n < 1 || (self->n < WORTH_A_CALL && self->session->stress == 0))
    return FALSE;
  if (!rs_device_holds (self->session, matrix) && (right == NULL || !rs_device_holds (self->session, right)))
    return FALSE;
  task = make_factor_task (self, matrix);
  return rs_device_has_library (self->session, &task);
}

static RsLaunchResult
make_identity (const System *self, RsArray **result)
{
  const gint64 dims[] = { self->n, self->n };
  const RsStrided diagonal = { .rank = 1, .dims = { self->n }, .strides = { self->n + 1 } };
  g_auto (RsValue) number = rs_element_is_complex (self->wide) ? rs_value_new_complex (1, 0) : rs_value_scalar (1);
  g_autoptr (RsArray) made = rs_array_new (self->wide, 2, dims, FALSE, self->error);
  RsLaunchResult launched;

  if (made == NULL)
    return RS_LAUNCH_FAILED;
  rs_memory_set_contents (made, "", 1); /* zeros */
  launched = rs_device_fill_box (self->session, self->title, number, made, &diagonal, self->error);
  if (launched == RS_LAUNCH_QUEUED)
    *result = g_steal_pointer (&made);
  return launched;
}

RsLaunchResult
rs_device_inverse (RsSession *session, const char *title, RsArray *matrix, RsArray **result, gboolean *is_singular,
                   GError **error)
{
  System self = { .session = session, .title = title, .error = error };
  g_autoptr (RsArray) inverse = NULL;
  RsLaunchResult launched;

  self.wide = rs_element_is_complex (matrix->element) ? RS_ELEMENT_CDOUBLE : RS_ELEMENT_DOUBLE;
  if (!is_square (matrix) || !is_worth_it (&self, matrix, NULL))
    return RS_LAUNCH_INTERPRET;
  launched = factor (&self, matrix);
  if (launched == RS_LAUNCH_QUEUED)
    launched = make_identity (&self, &inverse);
  if (launched == RS_LAUNCH_QUEUED) /* the rows x of x * matrix = rows of the identity */
    launched = solve (&self, inverse, TRUE);
  if (launched == RS_LAUNCH_QUEUED && matrix->element != self.wide)
    {
      g_autoptr (RsArray) wide = g_steal_pointer (&inverse);

      launched = convert (&self, wide, matrix->element, &inverse);
    }
  if (launched == RS_LAUNCH_QUEUED)
    {
      *is_singular = has_zero_on_diagonal (&self);
      *result = g_steal_pointer (&inverse);
    }
  system_clear (&self);
  return launched;
}

/* A vec is a column. */
static gboolean
fits (const RsArray *matrix, const RsArray *right)
{
  return is_floating (right->element) && right->rank <= 2 && right->n_elements > 0 && right->dims[0] == matrix->dims[0];
}

/* right becomes the solution. */
static RsLaunchResult
solve_columns (const System *self, RsArray **right)
{
  const gboolean is_column = (*right)->rank == 1 || (*right)->dims[1] == 1; /* rows are as columns are */
  RsLaunchResult launched = is_column ? RS_LAUNCH_QUEUED : transpose (self, right);

  if (launched == RS_LAUNCH_QUEUED)
    launched = solve (self, *right, FALSE);
  if (launched == RS_LAUNCH_QUEUED && !is_column)
    launched = transpose (self, right);
  return launched;
}

RsLaunchResult
rs_device_solve (RsSession *session, const char *title, RsArray *matrix, RsArray *right, RsArray **result,
                 gboolean *is_singular, GError **error)
{
  const gboolean is_complex = rs_element_is_complex (matrix->element) || rs_element_is_complex (right->element),
                 is_wide = is_double (matrix->element) || is_double (right->element);
  const RsElement element = is_complex ? (is_wide ? RS_ELEMENT_CDOUBLE : RS_ELEMENT_CSINGLE)
                                       : (is_wide ? RS_ELEMENT_DOUBLE : RS_ELEMENT_SINGLE);
  System self = { .session = session, .title = title, .error = error };
  g_autoptr (RsArray) x = NULL;
  RsLaunchResult launched;

  self.wide = is_complex ? RS_ELEMENT_CDOUBLE : RS_ELEMENT_DOUBLE;
  if (!is_square (matrix) || !fits (matrix, right) || !is_worth_it (&self, matrix, right))
    return RS_LAUNCH_INTERPRET;
  launched = factor (&self, matrix);
  if (launched == RS_LAUNCH_QUEUED)
    launched = copy (&self, right, &x);
  if (launched == RS_LAUNCH_QUEUED)
    launched = solve_columns (&self, &x);
  if (launched == RS_LAUNCH_QUEUED && element != self.wide)
    {
      g_autoptr (RsArray) wide = g_steal_pointer (&x);

      launched = convert (&self, wide, element, &x);
    }
  if (launched == RS_LAUNCH_QUEUED)
    {
      *is_singular = has_zero_on_diagonal (&self);
      *result = g_steal_pointer (&x);
    }
  system_clear (&self);
  return launched;
}
