/* Products of matrices on a device: by its library, or by a kernel of the runtime's own.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/device/product.h"

#include "runtime/builtin/device/library-call.h"
#include "runtime/value/arithmetic/array-arithmetic.h"
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

/* Two matrices, or a matrix and a vector, of one element type. (A factor of one element scales.) */
static gboolean
is_worth_it (const RsSession *session, RsValue left, RsValue right, RsProductPlan *plan)
{
  if (left.tag != RS_TAG_ARRAY || right.tag != RS_TAG_ARRAY || left.array->element != right.array->element
      || left.array->n_elements == 1 || right.array->n_elements == 1)
    return FALSE;
  if (!rs_element_is_floating (left.array->element) && !rs_element_is_complex (left.array->element))
    return FALSE;
  if (rs_arithmetic_element (RS_OP_MULTIPLY, left, right, session->precision) != left.array->element)
    return FALSE;
  if (!rs_device_holds (session, left.array) && !rs_device_holds (session, right.array))
    return FALSE;
  return rs_array_plan_product (left.array, right.array, plan, NULL)
         && ((double)plan->m * (double)plan->k * (double)plan->n >= WORTH_A_LAUNCH
             || (session->stress != 0 && plan->m > 0 && plan->k > 0 && plan->n > 0));
}

static RsLaunchResult
call_library (RsSession *session, RsArray *left, RsArray *right, const RsProductPlan *plan, RsArray *result,
              GError **error)
{
  const RsLibraryTask task = {
    .title = "product",
    .call = { .function = RS_LIBRARY_PRODUCT, .element = result->element, .product = { plan->m, plan->k, plan->n } },
    .arrays = { { "left", left, TRUE, FALSE }, { "right", right, TRUE, FALSE }, { "result", result, FALSE, TRUE } },
    .n_arrays = 3
  };

  return rs_device_call_library (session, &task, error);
}

/* It is for the session's precision. */
static RsLaunchResult
launch_kernel (RsSession *session, RsValue left, RsValue right, const RsProductPlan *plan, RsArray *result,
               GError **error)
{
  const RsValue arguments[] = {
    left, right, rs_value_object (result), rs_value_int (plan->m), rs_value_int (plan->k), rs_value_int (plan->n)
  };
  const RsDeviceCall call = { .kernel = "product",
                              .title = "product",
                              .rank = 2,
                              .grid = { count_items (plan->m), count_items (plan->n) },
                              .block = { BLOCK, BLOCK },
                              .needs_device = TRUE,
                              .arguments = arguments,
                              .n_arguments = G_N_ELEMENTS (arguments),
                              .overwritten = result };

  if (result->element != rs_element_of_precision (session->precision))
    return RS_LAUNCH_INTERPRET;
  return rs_device_launch (session, &call, error);
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
  launched = call_library (session, left.array, right.array, &plan, made, error);
  if (launched == RS_LAUNCH_INTERPRET)
    launched = launch_kernel (session, left, right, &plan, made, error);
  if (launched == RS_LAUNCH_QUEUED)
    *result = rs_value_object (g_steal_pointer (&made));
  return launched;
}
