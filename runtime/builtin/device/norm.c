/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/builtin/device/norm.h"

#include "runtime/value/arithmetic/arithmetic.h"
#include "runtime/value/blocks.h"

#include <math.h>

#define FEWEST_PARTS 1024
#define MOST_PARTS 16384
#define PART 16 /* elements of each, until there are most of them */

/* Parts of a sum, one a work item. (transfer full) */
static RsArray *
new_parts (const RsArray *array, RsElement element, GError **error)
{
  return rs_device_result_new (element, 1, (gint64[]){ CLAMP (array->n_elements / PART, FEWEST_PARTS, MOST_PARTS) },
                               error);
}

/* What the kernel leaves in parts, summed up; the kernel's parameters begin with arrays, the last of them parts. */
static RsLaunchResult
sum_up (RsSession *session, RsDeviceCall *call, RsArray *parts, RsValue *result, GError **error)
{
  g_autoptr (RsArray) one = rs_device_result_new (parts->element, 1, (gint64[]){ 1 }, error);
  RsLaunchResult launched;

  if (one == NULL)
    return RS_LAUNCH_FAILED;
  call->rank = 1;
  call->grid[0] = parts->n_elements;
  call->needs_device = TRUE;
  call->overwritten = parts;
  launched = rs_device_launch (session, call, error);
  if (launched == RS_LAUNCH_QUEUED)
    launched
        = rs_device_sum_along (session, call->title, parts, (RsDeviceLines){ 1, parts->n_elements, 1 }, 1, one, error);
  if (launched == RS_LAUNCH_QUEUED)
    *result = rs_array_get_element (one, 0);
  return launched;
}

RsLaunchResult
rs_device_norm (RsSession *session, RsArray *array, double *result, GError **error)
{
  g_autoptr (RsArray) parts = NULL;
  RsLaunchResult launched;
  RsValue total;

  if (!rs_device_can_sum (session, array))
    return RS_LAUNCH_INTERPRET;
  parts = new_parts (array, RS_ELEMENT_DOUBLE, error);
  if (parts == NULL)
    return RS_LAUNCH_FAILED;
  {
    const RsValue arguments[] = { rs_value_object (array), rs_value_object (parts), rs_value_int (array->n_elements),
                                  rs_value_int (parts->n_elements), rs_value_scalar (0) };
    RsDeviceCall call
        = { .kernel = "square_sums", .title = "norm", .arguments = arguments, .n_arguments = G_N_ELEMENTS (arguments) };

    launched = sum_up (session, &call, parts, &total, error);
  }
  if (launched == RS_LAUNCH_QUEUED)
    *result = sqrt (rs_value_to_double (total));
  return launched;
}

/* Whether both have equal sizes, and one of them is where it can be worked with. */
static gboolean
can_multiply (RsSession *session, const RsArray *left, const RsArray *right)
{
  if (left->rank != right->rank || left->n_elements < 1 || rs_compute_of_element (left->element) == RS_COMPUTE_INT
      || rs_compute_of_element (right->element) == RS_COMPUTE_INT)
    return FALSE;
  for (int d = 0; d < left->rank; d++)
    if (left->dims[d] != right->dims[d])
      return FALSE;
  return rs_device_can_sum (session, left) || rs_device_can_sum (session, right);
}

RsLaunchResult
rs_device_dot_product (RsSession *session, RsArray *left, RsArray *right, RsValue *result, GError **error)
{
  const gboolean is_complex = rs_element_is_complex (left->element) || rs_element_is_complex (right->element);
  g_autoptr (RsArray) parts = NULL;

  if (!can_multiply (session, left, right))
    return RS_LAUNCH_INTERPRET;
  parts = new_parts (left, is_complex ? RS_ELEMENT_CDOUBLE : RS_ELEMENT_DOUBLE, error);
  if (parts == NULL)
    return RS_LAUNCH_FAILED;
  {
    g_auto (RsValue) start = is_complex ? rs_value_new_complex (0, 0) : rs_value_scalar (0);
    const RsValue arguments[] = { rs_value_object (left),
                                  rs_value_object (right),
                                  rs_value_object (parts),
                                  rs_value_int (left->n_elements),
                                  rs_value_int (parts->n_elements),
                                  start,
                                  rs_value_scalar (0) };
    const gboolean is_single = left->element == RS_ELEMENT_SINGLE && right->element == RS_ELEMENT_SINGLE
                               && session->precision == RS_PRECISION_SINGLE;
    RsDeviceCall call = { .kernel = is_single ? "product_sums_single" : "product_sums",
                          .title = "dotprod",
                          .arguments = arguments,
                          .n_arguments = G_N_ELEMENTS (arguments) - is_single };

    return sum_up (session, &call, parts, result, error);
  }
}
