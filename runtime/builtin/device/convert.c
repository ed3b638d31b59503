/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/builtin/device/convert.h"

#include "runtime/builtin/device/along.h"
#include "runtime/value/arithmetic/arithmetic.h"

#include <math.h>

#define MOST_PARTS 16384
#define PART 4 /* elements that a work item tests, until there are most of them */

/* Numbers that kernels convert as the host does. */
static gboolean
is_usual (RsElement element)
{
  return !rs_element_is_complex (element) && element != RS_ELEMENT_NONE && element != RS_ELEMENT_HALF
         && element != RS_ELEMENT_INT64 && element != RS_ELEMENT_UINT64;
}

/* The numbers between which an integer type holds all; of a floating-point type all there are. */
static void
find_limits (RsElement element, double *least, double *most)
{
  const double bits = 8.0 * (double)rs_element_get_bytes (element);
  const gboolean is_unsigned = element == RS_ELEMENT_UINT8 || element == RS_ELEMENT_UINT16
                               || element == RS_ELEMENT_UINT32;

  *least = element == RS_ELEMENT_BOOL || is_unsigned ? 0 : -exp2 (bits - 1);
  *most = element == RS_ELEMENT_BOOL ? 1 : exp2 (is_unsigned ? bits : bits - 1) - 1;
}

static gboolean
holds_all (RsElement element, RsElement of)
{
  double least, most, least_of, most_of;

  if (rs_element_is_floating (element) || rs_element_is_floating (of))
    return rs_element_is_floating (element);
  find_limits (element, &least, &most);
  find_limits (of, &least_of, &most_of);
  return least <= least_of && most >= most_of;
}

/* *does_fit: whether the integer type holds the whole part of each element; the host waits for it. */
static RsLaunchResult
test_elements (RsSession *session, const char *title, RsArray *array, RsElement element, gboolean *does_fit,
               GError **error)
{
  const gint64 parts[] = { CLAMP (array->n_elements / PART, 1, MOST_PARTS) };
  g_autoptr (RsArray) found = rs_device_result_new (RS_ELEMENT_INT32, 1, parts, error);
  g_autoptr (RsArray) one = found != NULL ? rs_device_result_new (RS_ELEMENT_BOOL, 1, (gint64[]){ 1 }, error) : NULL;
  RsLaunchResult launched;
  double least, most;

  if (one == NULL)
    return RS_LAUNCH_FAILED;
  find_limits (element, &least, &most);
  {
    const RsValue arguments[] = { rs_value_object (array),          rs_value_object (found),
                                  rs_value_int (array->n_elements), rs_value_int (parts[0]),
                                  rs_value_scalar (least - 1),      rs_value_scalar (most + 1) };
    const RsDeviceCall call = { .kernel = "find_unfit",
                                .title = title,
                                .rank = 1,
                                .grid = { parts[0] },
                                .needs_device = TRUE,
                                .arguments = arguments,
                                .n_arguments = G_N_ELEMENTS (arguments),
                                .overwritten = found };

    launched = rs_device_launch (session, &call, error);
  }
  if (launched == RS_LAUNCH_QUEUED)
    launched = rs_device_test_along (session, title, found, (RsDeviceLines){ 1, parts[0], 1 }, FALSE, one, error);
  if (launched == RS_LAUNCH_QUEUED)
    *does_fit = rs_value_to_double (rs_array_get_element (one, 0)) == 0;
  return launched;
}

static RsLaunchResult
launch_conversion (RsSession *session, const char *title, RsArray *array, RsArray *result, GError **error)
{
  const gboolean cuts = rs_element_is_floating (array->element) && !rs_element_is_floating (result->element);
  const RsValue arguments[] = { rs_value_object (array), rs_value_object (result), rs_value_scalar (0) };
  const RsDeviceCall call = { .kernel = cuts ? "truncate" : "convert",
                              .title = title,
                              .rank = 1,
                              .grid = { array->n_elements },
                              .needs_device = TRUE,
                              .is_exact = TRUE,
                              .arguments = arguments,
                              .n_arguments = cuts ? 3 : 2,
                              .overwritten = result };

  return rs_device_launch (session, &call, error);
}

RsLaunchResult
rs_device_convert (RsSession *session, const char *title, RsArray *array, RsElement element, RsArray **result,
                   GError **error)
{
  RsLaunchResult launched = RS_LAUNCH_QUEUED;
  g_autoptr (RsArray) made = NULL;
  gboolean does_fit = TRUE;

  if (!is_usual (array->element) || !is_usual (element) || element == RS_ELEMENT_BOOL || array->n_elements == 0
      || !rs_device_holds (session, array))
    return RS_LAUNCH_INTERPRET;
  if (!holds_all (element, array->element))
    launched = test_elements (session, title, array, element, &does_fit, error);
  if (launched != RS_LAUNCH_QUEUED || !does_fit)
    return launched == RS_LAUNCH_FAILED ? launched : RS_LAUNCH_INTERPRET;
  made = rs_device_result_new (element, array->rank, array->dims, error);
  if (made == NULL)
    return RS_LAUNCH_FAILED;
  launched = launch_conversion (session, title, array, made, error);
  if (launched == RS_LAUNCH_QUEUED)
    *result = g_steal_pointer (&made);
  return launched;
}
