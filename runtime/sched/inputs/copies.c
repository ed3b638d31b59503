/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sched/inputs/parts.h"

#include "runtime/value/array.h"

/* By a kernel: the interpreter copies fewer in less time than a launch takes. Where the device is named, as for all
 * expressions. */
#define ELEMENTS_WORTH_COPYING 65536
#define ELEMENTS_WORTH_COPYING_ON_CPU 64

/* How many elements an index expression selects at most. */
static double
count_selected (RsValue value, const RsValue *indices, guint n)
{
  double count = 1;

  for (guint i = 0; i < n; i++)
    if (indices[i].tag == RS_TAG_RANGE)
      count *= (double)indices[i].range->count;
    else if (indices[i].tag == RS_TAG_ARRAY)
      count *= (double)indices[i].array->n_elements;
    else if (indices[i].tag == RS_TAG_NONE)
      count *= (double)(n == 1 ? value.array->n_elements : rs_array_get_dim (value.array, (int)i));
  return count;
}

gboolean
rs_parts_are_worth_copying (const RsSession *session, RsValue value, const RsValue *indices, guint n)
{
  const double least = session->device != RS_DEVICE_AUTO ? ELEMENTS_WORTH_COPYING_ON_CPU : ELEMENTS_WORTH_COPYING;

  return value.tag == RS_TAG_ARRAY && count_selected (value, indices, n) >= least;
}

gboolean
rs_parts_have_target (const RsInputs *inputs)
{
  return inputs->parts->len > 0 && g_array_index (inputs->parts, RsArrayPart, inputs->parts->len - 1).is_target;
}
