/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/builtin/device/product.h"

#include "runtime/value/array-arithmetic.h"
#include "runtime/value/shape.h"

/* The kernel's: work items of a block in each dimension, and elements of the result that they make. */
#define BLOCK 16
#define TILE 64
#define WORTH_A_LAUNCH 16384 /* products of elements; fewer are done before a launch begins */

static gint64
count_items (gint64 elements)
{
  return (elements + TILE - 1) / TILE * BLOCK;
}

/* Two matrices, or a matrix and a vector, of the session's precision. (A factor of one element scales.) */
static gboolean
is_worth_it (const RsSession *session, RsValue left, RsValue right, RsProductPlan *plan)
{
  const RsElement element = rs_element_of_precision (session->precision);

  if (left.tag != RS_TAG_ARRAY || right.tag != RS_TAG_ARRAY || left.array->element != element
      || right.array->element != element || left.array->n_elements == 1 || right.array->n_elements == 1)
    return FALSE;
  if (!rs_device_holds (session, left.array) && !rs_device_holds (session, right.array))
    return FALSE;
  return rs_array_plan_product (left.array, right.array, plan, NULL)
         && ((double)plan->m * (double)plan->k * (double)plan->n >= WORTH_A_LAUNCH
             || (session->stress != 0 && plan->m > 0 && plan->k > 0 && plan->n > 0));
}

RsLaunchResult
rs_device_product (RsSession *session, RsValue left, RsValue right, RsValue *result, GError **error)
{
  g_autoptr (RsArray) made = NULL;
  RsLaunchResult launched;
  RsProductPlan plan;

  if (!is_worth_it (session, left, right, &plan))
    return RS_LAUNCH_INTERPRET;
  made = rs_device_result_new (left.array->element, plan.rank, plan.dims, error);
  if (made == NULL)
    return RS_LAUNCH_FAILED;
  {
    const RsValue arguments[]
        = { left, right, rs_value_object (made), rs_value_int (plan.m), rs_value_int (plan.k), rs_value_int (plan.n) };
    const RsDeviceCall call = { .kernel = "product",
                                .title = "product",
                                .rank = 2,
                                .grid = { count_items (plan.m), count_items (plan.n) },
                                .block = { BLOCK, BLOCK },
                                .needs_device = TRUE,
                                .arguments = arguments,
                                .n_arguments = G_N_ELEMENTS (arguments),
                                .overwritten = made };

    launched = rs_device_launch (session, &call, error);
  }
  if (launched == RS_LAUNCH_QUEUED)
    *result = rs_value_object (g_steal_pointer (&made));
  return launched;
}
