/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/builtin/device/along.h"

#include "runtime/value/arithmetic.h"

#define FEW_ITEMS 16384 /* of a launch that leaves much of a device idle */
#define SHORTEST_PART 4
#define LONG_LINE 256 /* is cut in any case */

/* A launch: of each line of length rows of inner elements, `parts` sums are left. */
typedef struct {
  RsSession *session;
  const char *title;
  RsArray *from, *to;
  gint64 outer, length, inner, parts;
  double divisor;
} Sum;

/* Neighbouring work items read neighbouring elements: those of a row, or of a line where rows have one. */
static RsLaunchResult
launch (const Sum *sum, GError **error)
{
  const gboolean is_line = sum->inner == 1;
  const gint64 made = sum->parts * sum->inner;
  const RsValue arguments[] = { rs_value_object (sum->from),
                                rs_value_object (sum->to),
                                rs_value_int (sum->length * sum->inner),
                                rs_value_int (is_line ? 0 : sum->inner),
                                rs_value_int (made),
                                rs_value_scalar (sum->divisor) };
  const RsDeviceCall call = { .kernel = "sum_along",
                              .title = sum->title,
                              .rank = 3,
                              .grid = { sum->outer, is_line ? 1 : sum->parts, is_line ? sum->parts : sum->inner },
                              .needs_device = TRUE,
                              .arguments = arguments,
                              .n_arguments = G_N_ELEMENTS (arguments),
                              .overwritten = sum->to };

  return rs_device_launch (sum->session, &call, error);
}

static gint64
choose_parts (gint64 lines, gint64 length)
{
  gint64 parts = 1;

  if (lines < FEW_ITEMS)
    parts = MIN (length / SHORTEST_PART, (FEW_ITEMS + lines - 1) / lines);
  while (length > LONG_LINE && parts < length / parts)
    parts *= 2;
  return MAX (parts, 1);
}

RsLaunchResult
rs_device_sum_along (RsSession *session, const char *title, RsArray *array, gint64 outer, gint64 length, gint64 inner,
                     double divisor, RsArray *result, GError **error)
{
  Sum sum = { session, title, array, result, outer, length, inner, 1, divisor };
  g_autoptr (RsArray) partial = NULL;
  RsLaunchResult launched;

  if (!rs_device_holds (session, array) || array->element != rs_element_of_precision (session->precision)
      || result->element != array->element || outer < 1 || length < 1 || inner < 1)
    return RS_LAUNCH_INTERPRET;
  sum.parts = choose_parts (outer * inner, length);
  if (sum.parts == 1)
    return launch (&sum, error);
  partial = rs_device_result_new (array->element, 1, (gint64[]){ outer * sum.parts * inner }, error);
  if (partial == NULL)
    return RS_LAUNCH_FAILED;
  sum.to = partial;
  sum.divisor = 1;
  launched = launch (&sum, error);
  if (launched != RS_LAUNCH_QUEUED)
    return launched;
  sum = (Sum){ session, title, partial, result, outer, sum.parts, inner, 1, divisor };
  return launch (&sum, error);
}
