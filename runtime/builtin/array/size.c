/* Sizes and positions: size, numel, ndims, pos2ind, ind2pos, block sizes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/call.h"

#include "runtime/value/function.h"

static gboolean
return_integers (RsCall *call, const gint64 *values, gint64 n, GError **error)
{
  RsArray *array;
  gboolean wide = FALSE;

  for (gint64 i = 0; i < n; i++)
    wide = wide || values[i] > G_MAXINT32 || values[i] < G_MININT32;
  array = rs_array_new_vector (wide ? RS_ELEMENT_INT64 : RS_ELEMENT_INT32, n, error);
  if (array == NULL)
    return FALSE;
  for (gint64 i = 0; i < n; i++)
    rs_array_set_element (array, i, rs_value_int (values[i]), NULL);
  return rs_call_return (call, rs_value_object (array));
}

static gint64
length_of (RsValue value, const RsShape *shape, gint64 dim)
{
  if (value.tag == RS_TAG_STRING)
    return dim == 1 ? g_utf8_strlen (value.string->text, value.string->length) : 1;
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
  return return_integers (call, lengths, n, error);
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
      return g_utf8_strlen (value.string->text, value.string->length);
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
  return return_integers (call, position, n, error);
}

/* Work items of a block: what every device here can run. */
#define LARGEST_BLOCK 1024

static gint64
round_down_to_power (gint64 x)
{
  gint64 power = 1;

  while (power <= x / 2)
    power *= 2;
  return power;
}

/* Halves the longest side until the block is small enough. */
static void
limit_block (gint64 *block, guint n, gint64 most)
{
  for (;;)
    {
      gint64 total = 1;
      guint longest = 0;

      for (guint i = 0; i < n; i++)
        {
          block[i] = CLAMP (block[i], 1, LARGEST_BLOCK);
          total *= block[i];
          longest = block[i] > block[longest] ? i : longest;
        }
      if (total <= most)
        return;
      block[longest] = block[longest] % 2 == 0 ? block[longest] / 2 : round_down_to_power (block[longest]);
    }
}

/* The first argument may be the kernel, which may say how large its blocks are at most. */
static gboolean
return_block (RsCall *call, gint64 *block, guint n, GError **error)
{
  RsValue kernel = call->arguments[0];
  gint64 most = LARGEST_BLOCK;

  if (kernel.tag == RS_TAG_FUNCTION && kernel.function->kind == RS_FUNCTION_CLOSURE)
    {
      const gint64 bound = rs_attribute_get_launch_bound (kernel.function->node);

      most = MIN (most, bound);
    }
  limit_block (block, n, most);
  return return_integers (call, block, n, error);
}

/* max_block_size(kernel, wanted), max_block_size(wanted), max_block_size(kernel) */
RS_DEFINE_BUILTIN (MAX_BLOCK_SIZE)
{
  gint64 block[RS_MAX_RANK] = { 32, 32 };
  guint n = 2, first = call->arguments[0].tag == RS_TAG_FUNCTION;

  if (call->n_arguments > first && !rs_call_get_integers (call, first, block, RS_MAX_RANK, &n, "max_block_size", error))
    return FALSE;
  return return_block (call, block, n, error);
}

/* Largest power of two up to `most` that divides length. */
static gint64
divisor (gint64 length, gint64 most)
{
  gint64 power = most;

  while (power > 1 && length % power != 0)
    power /= 2;
  return power;
}

RS_DEFINE_BUILTIN (OPT_BLOCK_SIZE)
{
  gint64 dims[RS_MAX_RANK], block[RS_MAX_RANK] = { 16, 32 };
  guint n = 2;

  if (call->arguments[0].tag != RS_TAG_FUNCTION)
    return rs_call_fail_argument (call, 0, error, "opt_block_size", "a kernel function");
  if (call->n_arguments == 2)
    {
      if (!rs_call_get_integers (call, 1, dims, RS_MAX_RANK, &n, "opt_block_size", error))
        return FALSE;
      for (guint i = 0; i < n; i++)
        block[i] = n == 1   ? divisor (dims[i], 256)
                   : i == 0 ? divisor (dims[i], 16)
                   : i == 1 ? divisor (dims[i], 32)
                            : 1;
    }
  return return_block (call, block, n, error);
}

/* Blocks of a launch: as many as the dimensions need. */
RS_DEFINE_BUILTIN (OPT_BLOCK_CNT)
{
  gint64 dims[RS_MAX_RANK], block[RS_MAX_RANK], count[RS_MAX_RANK];
  guint n, m;

  if (call->arguments[0].tag != RS_TAG_FUNCTION)
    return rs_call_fail_argument (call, 0, error, "opt_block_cnt", "a kernel function");
  if (!rs_call_get_integers (call, 1, block, RS_MAX_RANK, &n, "opt_block_cnt", error))
    return FALSE;
  if (call->n_arguments == 2)
    {
      for (guint i = 0; i < n; i++)
        count[i] = 1;
      return return_integers (call, count, n, error);
    }
  if (!rs_call_get_integers (call, 2, dims, RS_MAX_RANK, &m, "opt_block_cnt", error))
    return FALSE;
  if (n != m)
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_SIZE, error, "opt_block_cnt",
                         "the block has %u dimensions, the data %u", n, m);
  for (guint i = 0; i < n; i++)
    count[i] = (dims[i] + MAX (block[i], 1) - 1) / MAX (block[i], 1);
  return return_integers (call, count, n, error);
}
