/* Sizes and positions: size, numel, ndims, pos2ind, ind2pos.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/call.h"
#include "runtime/value/types/string.h"

static gint64
length_of (RsValue value, const RsShape *shape, gint64 dim)
{
  if (value.tag == RS_TAG_STRING)
    return dim == 1 ? rs_string_count (value.string) : 1;
  return dim < shape->rank ? shape->dims[dim] : 1;
}

/* More outputs than one: [h, w] = size(x), the last one takes nothing more than its own dimension. */
RS_DEFINE_BUILTIN (SIZE)
{
  RsValue value = call->arguments[0];
  RsShape shape = rs_shape_of_value (value);
  gint64 wanted[RS_MAX_RANK], lengths[RS_MAX_RANK];
  guint n = (guint)shape.rank;

  if (value.tag == RS_TAG_NONE || value.tag == RS_TAG_FUNCTION || value.tag == RS_TAG_TYPE)
    return rs_call_fail_argument (call, 0, error, "size", "an array");
  for (guint i = 0; i < RS_MAX_RANK; i++)
    wanted[i] = i;
  if (call->n_arguments == 2 && !rs_call_get_integers (call, 1, wanted, RS_MAX_RANK, &n, "size", error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      if (wanted[i] < 0 || wanted[i] >= RS_MAX_RANK)
        return rs_call_fail (RS_RUNTIME_ERROR_DIMENSION, error, "size", "there is no dimension %" G_GINT64_FORMAT,
                             wanted[i]);
      lengths[i] = length_of (value, &shape, wanted[i]);
    }
  if (call->n_results > 1)
    {
      for (guint i = 0; i < call->n_results; i++)
        call->results[i] = rs_value_int (i < n ? lengths[i] : length_of (value, &shape, i));
      return TRUE;
    }
  if (call->n_arguments == 2 && rs_value_is_number (call->arguments[1]))
    return rs_call_return (call, rs_value_int (lengths[0]));
  return rs_call_return_integers (call, lengths, n, error);
}

static gint64
count_elements (RsValue value)
{
  switch (value.tag)
    {
    case RS_TAG_ARRAY:
      return value.array->n_elements;
    case RS_TAG_CELL:
      return value.cell->n_elements;
    case RS_TAG_RANGE:
      return value.range->count;
    case RS_TAG_STRING:
      return rs_string_count (value.string);
    default:
      return 1;
    }
}

RS_DEFINE_BUILTIN (NUMEL)
{
  if (call->arguments[0].tag == RS_TAG_NONE)
    return rs_call_fail_argument (call, 0, error, "numel", "an array");
  return rs_call_return (call, rs_value_int (count_elements (call->arguments[0])));
}

RS_DEFINE_BUILTIN (ISEMPTY)
{
  return rs_call_return (call, rs_value_bool (count_elements (call->arguments[0]) == 0));
}

RS_DEFINE_BUILTIN (NDIMS)
{
  RsValue value = call->arguments[0];
  int rank = value.tag == RS_TAG_ARRAY  ? value.array->rank
             : value.tag == RS_TAG_CELL ? value.cell->rank
                                        : value.tag == RS_TAG_RANGE;

  return rs_call_return (call, rs_value_int (rank));
}

RS_DEFINE_BUILTIN (STRLEN)
{
  if (call->arguments[0].tag != RS_TAG_STRING)
    return rs_call_fail_argument (call, 0, error, "strlen", "a string");
  return rs_call_return (call, rs_value_int (count_elements (call->arguments[0])));
}

RS_DEFINE_BUILTIN (POS2IND)
{
  gint64 dims[RS_MAX_RANK], position[RS_MAX_RANK], index = 0;
  guint n, m;

  if (!rs_call_get_integers (call, 0, dims, RS_MAX_RANK, &n, "pos2ind", error)
      || !rs_call_get_integers (call, 1, position, RS_MAX_RANK, &m, "pos2ind", error))
    return FALSE;
  if (n != m)
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_SIZE, error, "pos2ind",
                         "there are %u dimensions, but the position has %u", n, m);
  for (guint i = 0; i < n; i++)
    if (__builtin_mul_overflow (index, dims[i], &index) || __builtin_add_overflow (index, position[i], &index))
      return rs_call_fail (RS_RUNTIME_ERROR_OVERFLOW, error, "pos2ind", "the index does not fit 64 bits");
  return rs_call_return (call, rs_value_int (index));
}

RS_DEFINE_BUILTIN (IND2POS)
{
  gint64 dims[RS_MAX_RANK], position[RS_MAX_RANK], index;
  guint n;

  if (!rs_call_get_integers (call, 0, dims, RS_MAX_RANK, &n, "ind2pos", error)
      || !rs_call_get_integer (call, 1, &index, "ind2pos", error))
    return FALSE;
  for (guint i = n; i-- > 0;)
    {
      if (dims[i] <= 0)
        return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_SIZE, error, "ind2pos", "dimension %u is %" G_GINT64_FORMAT, i,
                             dims[i]);
      position[i] = i > 0 ? index % dims[i] : index;
      index /= dims[i];
    }
  return rs_call_return_integers (call, position, n, error);
}
