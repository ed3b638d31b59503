/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/builtin/device/order.h"

#include "runtime/builtin/device/box.h"
#include "runtime/value/arithmetic/arithmetic.h"

#define FIRST_RUN 32 /* elements that the first launch of kernels.q sorts at a time */
#define CHUNK 64     /* elements that a work item looks for */

/* Elements that kernels compare as they are. */
static gboolean
can_order (const RsSession *session, const RsArray *array)
{
  const RsElement element = array->element;

  return element != RS_ELEMENT_HALF && !rs_element_is_complex (element)
         && (rs_element_get_bytes (element) < 8 || element == rs_element_of_precision (session->precision))
         && rs_device_holds (session, array);
}

/* Elements and their places, where these are asked for. */
typedef struct {
  RsArray *values, *places; /* borrowed */
} Sorted;

static RsLaunchResult
launch_step (RsSession *session, RsDeviceLines lines, Sorted from, Sorted to, gint64 run, gboolean is_descending,
             GError **error)
{
  RsValue arguments[8] = { rs_value_object (from.values), rs_value_object (to.values) };
  guint n = 2;
  RsDeviceCall call = { .kernel = to.places != NULL ? "sort_places" : "sort_values",
                        .title = "sort",
                        .rank = 3,
                        .grid = { lines.outer, lines.length, lines.inner },
                        .needs_device = TRUE,
                        .arguments = arguments,
                        .overwritten = to.values };

  if (to.places != NULL)
    {
      arguments[n++] = rs_value_object (from.places);
      arguments[n++] = rs_value_object (to.places);
    }
  arguments[n++] = rs_value_int (lines.length);
  arguments[n++] = rs_value_int (lines.inner);
  arguments[n++] = rs_value_int (run);
  arguments[n++] = rs_value_int (is_descending ? -1 : 1);
  call.n_arguments = n;
  return rs_device_launch (session, &call, error);
}

static guint
count_steps (gint64 length)
{
  guint n = 1;

  for (gint64 run = FIRST_RUN; run < length; run *= 2)
    n++;
  return n;
}

RsLaunchResult
rs_device_sort (RsSession *session, RsArray *array, RsDeviceLines lines, gboolean is_descending, RsArray *values,
                RsArray *places, GError **error)
{
  guint steps = count_steps (lines.length);
  RsLaunchResult launched = RS_LAUNCH_QUEUED;
  g_autoptr (RsArray) other_values = NULL, other_places = NULL;
  Sorted from, to, last = { values, places }, other;

  if (!can_order (session, array) || array->n_elements < 1)
    return RS_LAUNCH_INTERPRET;
  other_values = rs_device_result_new (array->element, array->rank, array->dims, error);
  other_places = rs_device_result_new (RS_ELEMENT_INT32, array->rank, array->dims, error);
  if (other_values == NULL || other_places == NULL)
    return RS_LAUNCH_FAILED;
  if (places != NULL)
    rs_device_set_contents (session, places, NULL, 0); /* launches write it, and may leave it to the host after all */
  other = (Sorted){ other_values, places != NULL ? other_places : NULL };
  for (gint64 run = 1; steps > 0 && launched == RS_LAUNCH_QUEUED; run = run == 1 ? FIRST_RUN : 2 * run)
    {
      const gboolean is_first = run == 1;

      to = --steps % 2 == 0 ? last : other;
      from = steps % 2 == 0 ? other : last;
      if (is_first)
        from.values = array;
      launched = launch_step (session, lines, from, to, run, is_descending, error);
    }
  return launched;
}

RsLaunchResult
rs_device_median (RsSession *session, RsArray *array, RsDeviceLines lines, RsArray *result, GError **error)
{
  g_autoptr (RsArray) sorted = NULL;
  RsLaunchResult launched;

  if (!can_order (session, array) || array->n_elements < 1)
    return RS_LAUNCH_INTERPRET;
  sorted = rs_device_result_new (array->element, array->rank, array->dims, error);
  if (sorted == NULL)
    return RS_LAUNCH_FAILED;
  launched = rs_device_sort (session, array, lines, FALSE, sorted, NULL, error);
  if (launched == RS_LAUNCH_QUEUED)
    {
      const RsValue arguments[] = { rs_value_object (sorted), rs_value_object (result), rs_value_int (lines.length),
                                    rs_value_int (lines.inner), rs_value_scalar (2) };
      const RsDeviceCall call = { .kernel = "medians",
                                  .title = "median",
                                  .rank = 2,
                                  .grid = { lines.outer, lines.inner },
                                  .needs_device = TRUE,
                                  .arguments = arguments,
                                  .n_arguments = G_N_ELEMENTS (arguments),
                                  .overwritten = result };

      launched = rs_device_launch (session, &call, error);
    }
  return launched;
}

/* --- find, and what a mask selects --- */

/* The last element of a vector of int: only it is copied. FALSE with an error, or where nothing can be launched:
 * *launched says which. */
static gboolean
read_last (RsSession *session, const char *title, RsArray *array, gint64 *number, RsLaunchResult *launched,
           GError **error)
{
  const RsStrided last = { .rank = 1, .dims = { 1 }, .strides = { 1 }, .offset = array->n_elements - 1 };
  const RsStrided whole = rs_device_follow (&last);
  g_autoptr (RsArray) one = rs_device_result_new (array->element, 1, (gint64[]){ 1 }, error);

  *launched = one != NULL ? rs_device_copy_box (session, title, array, &last, one, &whole, error) : RS_LAUNCH_FAILED;
  if (*launched != RS_LAUNCH_QUEUED)
    return FALSE;
  *number = rs_array_get_element (one, 0).integer;
  return TRUE;
}

/* How many elements are set up to the end of each chunk: *totals (transfer full), one element a chunk. */
static RsLaunchResult
count_set (RsSession *session, const char *title, RsArray *array, RsArray **totals, GError **error)
{
  const gint64 chunks[] = { (array->n_elements + CHUNK - 1) / CHUNK };
  g_autoptr (RsArray) counts = rs_device_result_new (RS_ELEMENT_INT32, 1, chunks, error);
  RsLaunchResult launched;

  *totals = counts != NULL ? rs_device_result_new (RS_ELEMENT_INT32, 1, chunks, error) : NULL;
  if (*totals == NULL)
    return RS_LAUNCH_FAILED;
  {
    const RsValue arguments[]
        = { rs_value_object (array), rs_value_object (counts), rs_value_int (array->n_elements), rs_value_int (CHUNK) };
    const RsDeviceCall call = { .kernel = "count_set",
                                .title = title,
                                .rank = 1,
                                .grid = { chunks[0] },
                                .needs_device = TRUE,
                                .arguments = arguments,
                                .n_arguments = G_N_ELEMENTS (arguments),
                                .overwritten = counts };

    launched = rs_device_launch (session, &call, error);
  }
  if (launched == RS_LAUNCH_QUEUED)
    launched = rs_device_run_parts (session, title, counts, (RsDeviceLines){ 1, chunks[0], 1 }, *totals, error);
  return launched;
}

static RsLaunchResult
write_positions (RsSession *session, RsArray *array, RsArray *totals, int rank, const gint64 *dims, RsArray *result,
                 GError **error)
{
  const RsValue arguments[] = { rs_value_object (array),  rs_value_object (totals),
                                rs_value_object (result), rs_value_int (array->n_elements),
                                rs_value_int (CHUNK),     rs_value_int (rank),
                                rs_value_int (dims[1]),   rs_value_int (rank > 2 ? dims[2] : 1) };
  const RsDeviceCall call = { .kernel = "find_set",
                              .title = "find",
                              .rank = 1,
                              .grid = { totals->n_elements },
                              .needs_device = TRUE,
                              .arguments = arguments,
                              .n_arguments = G_N_ELEMENTS (arguments),
                              .overwritten = result };

  return rs_device_launch (session, &call, error);
}

RsLaunchResult
rs_device_find (RsSession *session, RsArray *array, int rank, const gint64 *dims, RsArray **result, GError **error)
{
  g_autoptr (RsArray) totals = NULL, found = NULL;
  gint64 size[2] = { 0, rank };
  RsLaunchResult launched;

  if (rank < 2 || rank > RS_DEVICE_KERNEL_RANK || array->n_elements < 1 || array->n_elements > G_MAXINT32
      || array->element == RS_ELEMENT_HALF || !rs_device_holds (session, array))
    return RS_LAUNCH_INTERPRET;
  launched = count_set (session, "find", array, &totals, error);
  if (launched != RS_LAUNCH_QUEUED || !read_last (session, "find", totals, &size[0], &launched, error))
    return launched;
  found = rs_device_result_new (RS_ELEMENT_INT32, 2, size, error);
  if (found == NULL)
    return RS_LAUNCH_FAILED;
  if (size[0] > 0)
    launched = write_positions (session, array, totals, rank, dims, found, error);
  if (launched == RS_LAUNCH_QUEUED)
    *result = g_steal_pointer (&found);
  return launched;
}

static RsLaunchResult
write_selected (RsSession *session, const char *title, RsArray *array, RsArray *mask, RsArray *totals, RsArray *result,
                GError **error)
{
  const RsValue arguments[] = { rs_value_object (array),  rs_value_object (mask),           rs_value_object (totals),
                                rs_value_object (result), rs_value_int (array->n_elements), rs_value_int (CHUNK) };
  const RsDeviceCall call = { .kernel = "select_set",
                              .title = title,
                              .rank = 1,
                              .grid = { totals->n_elements },
                              .needs_device = TRUE,
                              .arguments = arguments,
                              .n_arguments = G_N_ELEMENTS (arguments),
                              .overwritten = result };

  return rs_device_launch (session, &call, error);
}

RsLaunchResult
rs_device_select (RsSession *session, const char *title, RsArray *array, RsArray *mask, RsArray **result,
                  GError **error)
{
  g_assert (mask->n_elements == array->n_elements);

  g_autoptr (RsArray) totals = NULL, selected = NULL;
  gint64 size = 0;
  RsLaunchResult launched;

  if (array->n_elements < 1 || array->n_elements > G_MAXINT32 || !rs_device_holds (session, array))
    return RS_LAUNCH_INTERPRET;
  launched = count_set (session, title, mask, &totals, error);
  if (launched != RS_LAUNCH_QUEUED || !read_last (session, title, totals, &size, &launched, error))
    return launched;
  selected = rs_device_result_new (array->element, 1, &size, error);
  if (selected == NULL)
    return RS_LAUNCH_FAILED;
  if (size > 0)
    launched = write_selected (session, title, array, mask, totals, selected, error);
  if (launched == RS_LAUNCH_QUEUED)
    *result = g_steal_pointer (&selected);
  return launched;
}
