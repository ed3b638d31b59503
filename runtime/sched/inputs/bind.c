/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sched/inputs/bind.h"

#include "runtime/value/array.h"

#include <math.h>
#include <string.h>

#define LARGEST_VECTOR 64

void
rs_results_clear (RsResults *self)
{
  g_clear_pointer (&self->accumulators, g_free);
  g_clear_pointer (&self->finals, g_free);
  g_clear_pointer (&self->offsets, g_free);
  g_clear_pointer (&self->shapes, g_free);
}

/* One number in the element type of the parameter. Returns its bytes. */
static gsize
encode (RsValue value, RsElement element, char *out)
{
  double number = rs_value_to_double (value);
  gint64 integer = value.tag == RS_TAG_SCALAR ? rs_truncate (value.scalar) : value.integer;

  switch (element)
    {
    case RS_ELEMENT_SINGLE:
      *(float *)(gpointer)out = (float)number;
      break;
    case RS_ELEMENT_DOUBLE:
      *(double *)(gpointer)out = number;
      break;
    case RS_ELEMENT_INT32:
      *(gint32 *)(gpointer)out = (gint32)integer;
      break;
    case RS_ELEMENT_INT64:
      *(gint64 *)(gpointer)out = integer;
      break;
    case RS_ELEMENT_BOOL:
      *(guint8 *)out = number != 0;
      break;
    default:
      return 0;
    }
  return rs_element_get_bytes (element);
}

static gboolean
bind_number (const RsKernelParameter *parameter, RsValue value, RsLaunch *launch, GError **error)
{
  char bytes[LARGEST_VECTOR * sizeof (double)] __attribute__ ((aligned (16)));
  gsize size = 0;

  if (parameter->length == 2 && value.tag == RS_TAG_COMPLEX)
    {
      size = encode (rs_value_scalar (value.complex->re), parameter->element, bytes);
      size += encode (rs_value_scalar (value.complex->im), parameter->element, bytes + size);
    }
  else if (parameter->length == 1 && rs_value_is_number (value))
    size = encode (value, parameter->element, bytes);
  else if (value.tag == RS_TAG_ARRAY && value.array->n_elements == parameter->length
           && parameter->length <= LARGEST_VECTOR)
    for (int i = 0; i < parameter->length; i++)
      size += encode (rs_array_get_element (value.array, i), parameter->element, bytes + size);
  if (size == 0)
    {
      g_autofree char *what = rs_value_describe_one (value);

      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_KERNEL_ARGUMENT, "`%s` should be %s, but is %s",
                   parameter->name, parameter->length == 1 ? "a number" : "a short vector", what);
      return FALSE;
    }
  rs_launch_add_number (launch, parameter->name, bytes, size);
  return TRUE;
}

gboolean
rs_bind_get_dims (const RsArray *array, int rank, gint64 *dims)
{
  int shift = array->rank == 1 && rank > 1 ? 1 : 0;

  g_assert (rank >= 1 && rank <= RS_MAX_RANK);
  for (int i = 0; i < RS_MAX_RANK; i++)
    dims[i] = 1;
  if (rank == 1 && array->rank > 1)
    {
      dims[0] = array->n_elements; /* a kernel that takes a vec computes linear indices (manual 6.8) */
      return TRUE;
    }
  for (int i = 0; i < array->rank; i++)
    {
      if (i + shift >= rank && array->dims[i] != 1)
        return FALSE;
      dims[i + shift] = array->dims[i];
    }
  return TRUE;
}

gboolean
rs_bind_get_number (const RsKernelParameter *parameter, guint k, gint64 *number, gpointer inputs)
{
  g_assert (parameter->binding == RS_BIND_NUMBER);

  RsValue value = rs_inputs_get_value (inputs, parameter->input);

  if (value.tag == RS_TAG_ARRAY && value.array->n_elements == parameter->length && (int)k < parameter->length)
    value = rs_array_get_element (value.array, k);
  else if (parameter->length != 1)
    return FALSE;
  if (!rs_value_is_number (value)
      || (value.tag == RS_TAG_SCALAR && (value.scalar != floor (value.scalar) || fabs (value.scalar) > 0x1p62)))
    return FALSE;
  *number = value.tag == RS_TAG_SCALAR ? (gint64)value.scalar : value.integer;
  return TRUE;
}

gboolean
rs_bind_get_length (const RsKernelParameter *parameter, guint k, gint64 *length, gpointer inputs)
{
  const RsValue value = rs_inputs_get_value (inputs, parameter->input);
  gint64 dims[RS_MAX_RANK];

  g_assert (k < RS_MAX_RANK);
  if (value.tag != RS_TAG_ARRAY || !rs_bind_get_dims (value.array, parameter->rank, dims))
    return FALSE;
  *length = dims[k];
  return TRUE;
}

static gboolean
bind_array (const RsKernelParameter *parameter, const RsInputs *inputs, RsLaunch *launch, GError **error)
{
  const RsValue value = rs_inputs_get_value (inputs, parameter->input);
  RsExtent extent = { 0, 0 };
  gint64 dims[RS_MAX_RANK];

  if (value.tag != RS_TAG_ARRAY || value.array->element != parameter->element
      || !rs_bind_get_dims (value.array, parameter->rank, dims))
    {
      g_autofree char *what = rs_value_describe_one (value);

      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_KERNEL_ARGUMENT,
                   "`%s` should be an array of %d dimension%s, but is %s", parameter->name, parameter->rank,
                   parameter->rank == 1 ? "" : "s", what);
      return FALSE;
    }
  rs_launch_add_array (launch, parameter->name, value.array, dims,
                       parameter->reads && !rs_launch_covers (launch, parameter, dims), parameter->writes);
  rs_inputs_get_extent (inputs, parameter->input, &extent);
  if (!rs_extent_is_empty (extent))
    rs_launch_set_part (launch, extent);
  return TRUE;
}

/* Accumulators lie side by side as double; one that is an integer has its 64 bits in the place of one. */
static void
set_accumulator (const RsKernelParameter *parameter, double *place, RsValue value)
{
  gint64 integer = value.tag == RS_TAG_SCALAR ? (gint64)value.scalar : value.integer;

  if (parameter->is_integer)
    memcpy (place, &integer, sizeof integer);
  else
    *place = rs_value_to_double (value);
}

static RsValue
get_accumulator (const RsKernelParameter *parameter, const double *place)
{
  gint64 integer;

  memcpy (&integer, place, sizeof integer);
  if (parameter->element == RS_ELEMENT_BOOL && parameter->reduce != RS_REDUCE_SUM)
    return rs_value_bool (integer != 0);
  return parameter->is_integer ? rs_value_int (integer) : rs_value_scalar (*place);
}

static RsValue
get_identity (const RsKernelParameter *parameter)
{
  gboolean is_integer = parameter->is_integer;

  switch (parameter->reduce)
    {
    case RS_REDUCE_PRODUCT:
      return rs_value_int (1);
    case RS_REDUCE_MINIMUM:
      return is_integer ? rs_value_int (G_MAXINT64) : rs_value_scalar (INFINITY);
    case RS_REDUCE_MAXIMUM:
      return is_integer ? rs_value_int (G_MININT64) : rs_value_scalar (-INFINITY);
    default:
      return rs_value_int (0);
    }
}

/* Accumulators of one element: one, or a real and an imaginary part. */
static guint
parts_of (const RsKernelParameter *parameter)
{
  return rs_element_is_complex (parameter->element) ? 2 : 1;
}

static void
set_element (const RsKernelParameter *parameter, double *place, RsValue value)
{
  if (value.tag == RS_TAG_COMPLEX)
    {
      place[0] = value.complex->re;
      place[1] = value.complex->im;
    }
  else
    set_accumulator (parameter, place, value);
}

/* The variable's value before the loop, which the reduction goes on from; the identity for an expression. An array
 * gives the result its shape. */
static void
bind_accumulator (const RsKernelParameter *parameter, const RsInputs *inputs, double *results, RsArray **shape,
                  RsLaunch *launch)
{
  int n = parameter->length / (int)parts_of (parameter);

  for (int i = 0; i < parameter->length; i++)
    set_accumulator (parameter, &results[i], get_identity (parameter));
  for (guint i = 0; parameter->symbol != NULL && i < inputs->inputs->len; i++)
    if (g_array_index (inputs->inputs, RsKernelInput, i).symbol == parameter->symbol)
      {
        RsValue value = rs_inputs_get_value (inputs, i);

        if (value.tag == RS_TAG_ARRAY)
          *shape = value.array;
        if (rs_value_is_number (value) || value.tag == RS_TAG_COMPLEX)
          set_element (parameter, results, value);
        else if (value.tag == RS_TAG_ARRAY && value.array->n_elements == n)
          for (int j = 0; j < n; j++)
            {
              RsValue element = rs_array_get_element (value.array, j);

              set_element (parameter, results + (guint)j * parts_of (parameter), element);
              rs_value_clear (&element);
            }
      }
  rs_launch_add_accumulator (launch, parameter->name, (guint)parameter->length, parameter->reduce,
                             parameter->is_integer, parameter->is_prefix, results);
}

static void
allocate_results (RsResults *self, const RsSpecialization *code)
{
  guint n_accumulators = 0, n_finals = 0;

  self->offsets = g_new0 (guint, code->n_parameters);
  self->shapes = g_new0 (RsArray *, code->n_parameters);
  for (guint i = 0; i < code->n_parameters; i++)
    if (code->parameters[i].binding == RS_BIND_ACCUMULATOR)
      {
        self->offsets[i] = n_accumulators;
        n_accumulators += (guint)code->parameters[i].length;
      }
    else if (code->parameters[i].binding == RS_BIND_FINAL)
      {
        self->offsets[i] = n_finals;
        n_finals += (guint)code->parameters[i].length;
      }
  self->accumulators = g_new0 (double, n_accumulators);
  self->finals = g_new0 (gint64, n_finals);
}

gboolean
rs_bind_arguments (const RsSpecialization *code, const RsInputs *inputs, RsArray *result, RsLaunch *launch,
                   RsResults *results, GError **error)
{
  allocate_results (results, code);
  for (guint i = 0; i < code->n_parameters; i++)
    {
      const RsKernelParameter *parameter = &code->parameters[i];

      switch (parameter->binding)
        {
        case RS_BIND_NUMBER:
          if (!bind_number (parameter, rs_inputs_get_value (inputs, parameter->input), launch, error))
            return FALSE;
          break;
        case RS_BIND_ARRAY:
          if (!bind_array (parameter, inputs, launch, error))
            return FALSE;
          break;
        case RS_BIND_RESULT:
          rs_launch_add_array (launch, parameter->name, result, NULL, FALSE, TRUE);
          break;
        case RS_BIND_ACCUMULATOR:
          bind_accumulator (parameter, inputs, results->accumulators + results->offsets[i], &results->shapes[i],
                            launch);
          break;
        case RS_BIND_SHARED:
        case RS_BIND_DYNAMIC:
          rs_launch_add_own_array (launch, parameter->name, (guint)parameter->rank);
          break;
        case RS_BIND_FINAL:
          rs_launch_add_final (launch, parameter->name, results->finals + results->offsets[i]);
          break;
        }
    }
  return TRUE;
}

typedef struct {
  const RsSpecialization *code;
  const RsInputs *inputs;
  const RsLaunch *launch;
} Bound;

static gboolean
get_bound_number (const RsKernelParameter *parameter, guint k, gint64 *number, gpointer data)
{
  return rs_bind_get_number (parameter, k, number, (gpointer)((const Bound *)data)->inputs);
}

static gboolean
get_bound_length (const RsKernelParameter *parameter, guint k, gint64 *length, gpointer data)
{
  const Bound *self = data;

  if (parameter->binding != RS_BIND_ARRAY && parameter->binding != RS_BIND_RESULT) /* the kernel's own */
    return FALSE;
  *length = rs_launch_get_dim (self->launch, (guint)(parameter - self->code->parameters), k);
  return TRUE;
}

void
rs_bind_rows (const RsSpecialization *code, const RsInputs *inputs, RsLaunch *launch, const gint64 *grid, gint64 first,
              gint64 end)
{
  Bound bound = { code, inputs, launch };
  const RsPositions positions = { get_bound_number, get_bound_length, &bound, grid, first, end };
  const gboolean is_whole = first == 0 && end == grid[0];

  g_assert (first >= 0 && first <= end && end <= grid[0]);
  for (guint i = 0; i < code->n_parameters; i++)
    {
      const RsKernelBinding binding = code->parameters[i].binding;
      RsRows rows;

      if ((binding == RS_BIND_ARRAY || (binding == RS_BIND_RESULT && !is_whole))
          && rs_kernel_get_rows (code->kernel, i, &positions, &rows))
        rs_launch_set_rows (launch, i, &rows);
    }
}

void
rs_bind_get_uses (const RsSpecialization *code, const RsLaunch *launch, guint64 *overwritten, guint64 *written)
{
  guint64 bits = 0, read = 0;

  *written = 0;
  for (guint i = 0; i < code->n_parameters; i++)
    if (code->parameters[i].binding == RS_BIND_ARRAY && code->parameters[i].input < 64)
      {
        const guint64 bit = G_GUINT64_CONSTANT (1) << code->parameters[i].input;

        *(rs_launch_reads (launch, i) ? &read : &bits) |= bit;
        if (rs_launch_writes (launch, i))
          *written |= bit;
      }
  *overwritten = bits & ~read;
}

static RsValue
get_number (const RsResults *self, const RsKernelParameter *parameter, guint offset)
{
  if (parameter->binding == RS_BIND_FINAL)
    {
      double number;

      if (parameter->is_integer)
        return rs_value_int (self->finals[offset]);
      memcpy (&number, &self->finals[offset], sizeof number);
      return rs_value_scalar (number);
    }
  return get_accumulator (parameter, &self->accumulators[offset]);
}

static RsValue
get_element (const RsResults *self, const RsKernelParameter *parameter, guint offset)
{
  if (rs_element_is_complex (parameter->element))
    return rs_value_new_complex (self->accumulators[offset], self->accumulators[offset + 1]);
  return get_number (self, parameter, offset);
}

/* Integers have 64 bits where one of them needs them. */
static RsElement
result_element (const RsResults *self, const RsKernelParameter *parameter, guint offset)
{
  for (int k = 0; parameter->is_integer && k < parameter->length; k++)
    {
      gint64 integer = get_number (self, parameter, offset + (guint)k).integer;

      if (integer < G_MININT32 || integer > G_MAXINT32)
        return RS_ELEMENT_INT64;
    }
  return parameter->element;
}

RsValue
rs_results_get (const RsResults *self, const RsSpecialization *code, guint i)
{
  g_assert (i < code->n_parameters);
  g_assert (code->parameters[i].binding == RS_BIND_ACCUMULATOR || code->parameters[i].binding == RS_BIND_FINAL);

  const RsKernelParameter *parameter = &code->parameters[i];
  const RsArray *shape = self->shapes[i];
  const gint64 n = parameter->length / (int)parts_of (parameter);
  RsElement element;
  RsArray *array;

  if (n == 1 && shape == NULL)
    return get_element (self, parameter, self->offsets[i]);
  element = result_element (self, parameter, self->offsets[i]);
  array = shape != NULL ? rs_array_new (element, shape->rank, shape->dims, FALSE, NULL)
                        : rs_array_new_vector (element, n, NULL);
  for (guint j = 0; j < n; j++)
    {
      RsValue value = get_element (self, parameter, self->offsets[i] + j * parts_of (parameter));

      rs_array_set_element (array, j, value, NULL);
      rs_value_clear (&value);
    }
  return rs_value_object (array);
}
