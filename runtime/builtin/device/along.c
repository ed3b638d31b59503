/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/builtin/device/along.h"

#include "runtime/value/arithmetic/arithmetic.h"

#define FEW_ITEMS 16384 /* of a launch that leaves much of a device idle */
#define SHORTEST_PART 4
#define LONG_LINE 256    /* is cut in any case */
#define CHUNK 64         /* rows of a running sum that one work item makes */
#define LONG_IN_ORDER 64 /* elements of a line for each line that there is: longer ones are quicker on the host */

/* What becomes of lines: one launch, or one for parts of them and one for these. */
typedef struct {
  RsSession *session;
  const char *title;
  RsArray *from, *to;
  RsDeviceLines lines;
  gint64 parts; /* left of each line */
  double divisor;
} Work;

/* Elements of which so many are summed up in 64 bits, and which all devices read. */
static gboolean
is_usual (RsElement element)
{
  return element != RS_ELEMENT_HALF && element != RS_ELEMENT_INT64 && element != RS_ELEMENT_UINT64;
}

/* A number to begin with: of the kind in which arrays of the element type are summed up. */
static RsValue
make_start (RsElement element, double number)
{
  return rs_element_is_complex (element)    ? rs_value_new_complex (number, 0)
         : rs_element_is_floating (element) ? rs_value_scalar (number)
                                            : rs_value_int ((gint64)number);
}

/* The element type of parts: it holds what is summed up. */
static RsElement
choose_wide (RsElement element)
{
  return rs_element_is_complex (element)    ? RS_ELEMENT_CDOUBLE
         : rs_element_is_floating (element) ? RS_ELEMENT_DOUBLE
                                            : RS_ELEMENT_INT64;
}

gboolean
rs_device_can_sum (const RsSession *session, const RsArray *array)
{
  return is_usual (array->element) && rs_device_holds (session, array);
}

static gboolean
can_work (const RsSession *session, const RsArray *array, RsDeviceLines lines)
{
  return lines.outer > 0 && lines.length > 0 && lines.inner > 0 && rs_device_can_sum (session, array);
}

/* Whether it is better done in order by the host: a few lines, which are long. */
static gboolean
is_too_long (const RsSession *session, RsDeviceLines lines)
{
  return session->stress == 0 && lines.length > LONG_LINE && lines.length / LONG_IN_ORDER > lines.outer * lines.inner;
}

/* The launch of a kernel whose parameters are the arrays, these numbers, and start and divisor where it has them. */
static RsLaunchResult
launch (const Work *work, RsDeviceCall *call, const RsValue *numbers, guint n_numbers, GError **error)
{
  RsValue arguments[12] = { rs_value_object (work->from), rs_value_object (work->to) };

  for (guint i = 0; i < n_numbers; i++)
    arguments[2 + i] = numbers[i];
  call->title = work->title;
  call->needs_device = TRUE;
  call->arguments = arguments;
  call->n_arguments = 2 + n_numbers;
  call->overwritten = work->to;
  return rs_device_launch (work->session, call, error);
}

/* One that leaves parts of each line. Neighbouring work items read neighbouring elements: those of a row, or of a line
 * where rows have one. */
static RsLaunchResult
launch_parts (const Work *work, const char *kernel, const RsValue *more, guint n_more, GError **error)
{
  const gint64 inner = work->lines.inner, parts = work->parts;
  const gboolean is_line = inner == 1;
  RsValue numbers[6]
      = { rs_value_int (work->lines.length * inner), rs_value_int (is_line ? 0 : inner), rs_value_int (parts * inner) };
  RsDeviceCall call
      = { .kernel = kernel, .rank = 3, .grid = { work->lines.outer, is_line ? 1 : parts, is_line ? parts : inner } };

  for (guint i = 0; i < n_more; i++)
    numbers[3 + i] = more[i];
  return launch (work, &call, numbers, 3 + n_more, error);
}

static RsLaunchResult
launch_sum (const Work *work, GError **error)
{
  const RsElement element = work->from->element, precise = rs_element_of_precision (work->session->precision);
  g_auto (RsValue) start = make_start (element, 0);
  const RsValue numbers[] = { start, rs_value_scalar (work->divisor) };

  if (element == precise && work->to->element == precise)
    return launch_parts (work, "sum_along", numbers + 1, 1, error);
  return launch_parts (work, "sum_wide", numbers, G_N_ELEMENTS (numbers), error);
}

static RsLaunchResult
launch_test (const Work *work, GError **error)
{
  const RsValue is_all = rs_value_int (work->divisor != 0);

  return launch_parts (work, "test_along", &is_all, 1, error);
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

/* Lines to parts, and those to the result. divisor: of the second step, and of the first if it is neutral. */
static RsLaunchResult
reduce (Work *work, RsLaunchResult (*step) (const Work *work, GError **error), RsElement wide, gboolean is_test,
        GError **error)
{
  const gint64 rows = work->lines.outer * work->lines.inner;
  const gint64 parts = choose_parts (rows, work->lines.length);
  const double divisor = work->divisor;
  RsArray *result = work->to;
  g_autoptr (RsArray) partial = NULL;
  RsLaunchResult launched;

  work->parts = 1;
  if (parts == 1)
    return step (work, error);
  partial = rs_device_result_new (wide, 1, (gint64[]){ rows * parts }, error);
  if (partial == NULL)
    return RS_LAUNCH_FAILED;
  work->parts = parts;
  work->to = partial;
  work->divisor = is_test ? divisor : 1;
  launched = step (work, error);
  if (launched != RS_LAUNCH_QUEUED)
    return launched;
  work->from = partial;
  work->to = result;
  work->lines.length = parts;
  work->parts = 1;
  work->divisor = divisor;
  return step (work, error);
}

RsLaunchResult
rs_device_sum_along (RsSession *session, const char *title, RsArray *array, RsDeviceLines lines, double divisor,
                     RsArray *result, GError **error)
{
  Work work = { session, title, array, result, lines, 1, divisor };
  const RsElement precise = rs_element_of_precision (session->precision);

  if (!can_work (session, array, lines))
    return RS_LAUNCH_INTERPRET;
  return reduce (&work, launch_sum,
                 array->element == precise && result->element == precise ? precise : choose_wide (array->element),
                 FALSE, error);
}

gboolean
rs_device_holds_sums (RsElement element, gint64 length)
{
  const guint bits = element == RS_ELEMENT_BOOL ? 1 : 8 * rs_element_get_bytes (element);

  return bits < 32 && length <= G_MAXINT32 >> bits;
}

RsLaunchResult
rs_device_test_along (RsSession *session, const char *title, RsArray *array, RsDeviceLines lines, gboolean is_all,
                      RsArray *result, GError **error)
{
  Work work = { session, title, array, result, lines, 1, is_all };

  if (!can_work (session, array, lines))
    return RS_LAUNCH_INTERPRET;
  return reduce (&work, launch_test, RS_ELEMENT_BOOL, TRUE, error);
}

RsLaunchResult
rs_device_product_along (RsSession *session, const char *title, RsArray *array, RsDeviceLines lines, RsArray *result,
                         GError **error)
{
  const Work work = { session, title, array, result, lines, 1, 1 };
  g_auto (RsValue) start = make_start (array->element, 1);
  const RsValue numbers[] = { rs_value_int (lines.length), rs_value_int (lines.inner), start, rs_value_scalar (0) };
  RsDeviceCall call = { .kernel = "product_along", .rank = 2, .grid = { lines.outer, lines.inner }, .is_exact = TRUE };

  if (!can_work (session, array, lines) || choose_wide (array->element) == RS_ELEMENT_INT64
      || is_too_long (session, lines))
    return RS_LAUNCH_INTERPRET;
  return launch (&work, &call, numbers, G_N_ELEMENTS (numbers), error);
}

/* --- variances --- */

/* Sums of the squared distances from means: as many of each line as choose_parts says. (transfer full) */
static RsArray *
new_distances (RsDeviceLines lines, gint64 *parts, GError **error)
{
  const gint64 rows = lines.outer * lines.inner;

  *parts = choose_parts (rows, lines.length);
  return rs_device_result_new (RS_ELEMENT_DOUBLE, 1, (gint64[]){ rows * *parts }, error);
}

static RsLaunchResult
launch_distances (const Work *work, RsArray *means, GError **error)
{
  const RsValue more[] = { rs_value_object (means), rs_value_int (work->lines.inner), rs_value_scalar (0) };

  return launch_parts (work, "distance_sums", more, G_N_ELEMENTS (more), error);
}

static RsLaunchResult
launch_roots (RsSession *session, const char *title, RsArray *from, RsArray *to, GError **error)
{
  const Work work = { .session = session, .title = title, .from = from, .to = to };
  const RsValue unused = rs_value_scalar (0);
  RsDeviceCall call = { .kernel = "roots", .rank = 1, .grid = { to->n_elements } };

  return launch (&work, &call, &unused, 1, error);
}

RsLaunchResult
rs_device_variance_along (RsSession *session, const char *title, RsArray *array, RsDeviceLines lines, gboolean is_root,
                          RsArray *result, GError **error)
{
  const gint64 rows[] = { lines.outer * lines.inner };
  const RsElement element = rs_element_is_complex (array->element) ? RS_ELEMENT_CDOUBLE : RS_ELEMENT_DOUBLE;
  g_autoptr (RsArray) means = NULL, distances = NULL, variances = NULL;
  RsDeviceLines parts = lines;
  RsLaunchResult launched;

  if (!can_work (session, array, lines))
    return RS_LAUNCH_INTERPRET;
  means = rs_device_result_new (element, 1, rows, error);
  distances = means != NULL ? new_distances (lines, &parts.length, error) : NULL;
  if (distances != NULL)
    variances = is_root ? rs_device_result_new (RS_ELEMENT_DOUBLE, 1, rows, error) : rs_array_ref (result);
  if (variances == NULL)
    return RS_LAUNCH_FAILED;
  launched = rs_device_sum_along (session, title, array, lines, (double)lines.length, means, error);
  if (launched == RS_LAUNCH_QUEUED)
    {
      const Work work = { session, title, array, distances, lines, parts.length, 1 };

      launched = launch_distances (&work, means, error);
    }
  if (launched == RS_LAUNCH_QUEUED)
    launched
        = rs_device_sum_along (session, title, distances, parts, (double)MAX (lines.length - 1, 1), variances, error);
  return launched == RS_LAUNCH_QUEUED && is_root ? launch_roots (session, title, variances, result, error) : launched;
}

/* --- sums of integers --- */

/* *is_beyond: whether the element type does not hold one of the numbers of array; the host waits for it. */
static RsLaunchResult
find_beyond (RsSession *session, const char *title, RsArray *array, RsElement element, gboolean *is_beyond,
             GError **error)
{
  const gint64 parts[] = { CLAMP (array->n_elements / SHORTEST_PART, 1, FEW_ITEMS) };
  const gboolean is_signed = element == RS_ELEMENT_INT32;
  const RsValue numbers[] = { rs_value_int (array->n_elements), rs_value_int (parts[0]),
                              rs_value_int (is_signed ? G_MININT32 : 0),
                              rs_value_int (is_signed ? G_MAXINT32 : (gint64)G_MAXUINT32) };
  RsDeviceCall call = { .kernel = "find_beyond", .rank = 1, .grid = { parts[0] } };
  g_autoptr (RsArray) found = rs_device_result_new (RS_ELEMENT_INT32, 1, parts, error);
  g_autoptr (RsArray) one = found != NULL ? rs_device_result_new (RS_ELEMENT_BOOL, 1, (gint64[]){ 1 }, error) : NULL;
  RsLaunchResult launched;

  if (one == NULL)
    return RS_LAUNCH_FAILED;
  {
    const Work search = { .session = session, .title = title, .from = array, .to = found };
    Work all = { session, title, found, one, { 1, parts[0], 1 }, 1, FALSE };

    launched = launch (&search, &call, numbers, G_N_ELEMENTS (numbers), error);
    if (launched == RS_LAUNCH_QUEUED)
      launched = reduce (&all, launch_test, RS_ELEMENT_BOOL, TRUE, error);
  }
  if (launched == RS_LAUNCH_QUEUED)
    *is_beyond = rs_value_to_double (rs_array_get_element (one, 0)) != 0;
  return launched;
}

/* *wide becomes an array of the narrower type, which holds its numbers. */
static RsLaunchResult
make_narrow (RsSession *session, const char *title, RsElement element, RsArray **wide, GError **error)
{
  g_autoptr (RsArray) narrow = rs_device_result_new (element, (*wide)->rank, (*wide)->dims, error);
  const Work work = { .session = session, .title = title, .from = *wide, .to = narrow };
  RsDeviceCall call = { .kernel = "convert", .rank = 1, .grid = { (*wide)->n_elements } };
  RsLaunchResult launched;

  if (narrow == NULL)
    return RS_LAUNCH_FAILED;
  launched = launch (&work, &call, NULL, 0, error);
  if (launched == RS_LAUNCH_QUEUED)
    {
      rs_array_unref (*wide);
      *wide = g_steal_pointer (&narrow);
    }
  return launched;
}

static RsLaunchResult
launch_whole (const Work *work, GError **error)
{
  return launch_parts (work, "sum_whole", NULL, 0, error);
}

RsLaunchResult
rs_device_sum_integers (RsSession *session, const char *title, RsArray *array, RsDeviceLines lines, gboolean is_running,
                        RsElement narrow, int rank, const gint64 *dims, RsArray **result, GError **error)
{
  Work work = { session, title, array, NULL, lines, 1, 1 };
  g_autoptr (RsArray) wide = NULL;
  gboolean is_beyond = FALSE;
  RsLaunchResult launched;

  if (!can_work (session, array, lines) || lines.length > G_MAXINT32)
    return RS_LAUNCH_INTERPRET;
  work.to = wide = rs_device_result_new (RS_ELEMENT_INT64, rank, dims, error);
  if (wide == NULL)
    return RS_LAUNCH_FAILED;
  launched = is_running ? rs_device_run_along (session, title, array, lines, FALSE, wide, error)
                        : reduce (&work, launch_whole, RS_ELEMENT_INT64, FALSE, error);
  if (launched == RS_LAUNCH_QUEUED)
    launched = find_beyond (session, title, wide, narrow, &is_beyond, error);
  if (launched == RS_LAUNCH_QUEUED && !is_beyond)
    launched = make_narrow (session, title, narrow, &wide, error);
  if (launched == RS_LAUNCH_QUEUED)
    *result = g_steal_pointer (&wide);
  return launched;
}

RsLaunchResult
rs_device_truncate (RsSession *session, const char *title, RsArray *array, RsArray **result, GError **error)
{
  const RsValue unused = rs_value_scalar (0);
  RsDeviceCall call = { .kernel = "truncate", .rank = 1, .grid = { array->n_elements }, .is_exact = TRUE };
  Work work = { .session = session, .title = title, .from = array };
  g_autoptr (RsArray) wide = NULL;
  gboolean is_beyond = FALSE;
  RsLaunchResult launched;

  if (!rs_element_is_floating (array->element) || rs_element_is_complex (array->element) || array->n_elements == 0
      || !rs_device_can_sum (session, array))
    return RS_LAUNCH_INTERPRET;
  work.to = wide = rs_device_result_new (RS_ELEMENT_INT64, array->rank, array->dims, error);
  if (wide == NULL)
    return RS_LAUNCH_FAILED;
  launched = launch (&work, &call, &unused, 1, error);
  if (launched == RS_LAUNCH_QUEUED)
    launched = find_beyond (session, title, wide, RS_ELEMENT_INT32, &is_beyond, error);
  if (launched == RS_LAUNCH_QUEUED && !is_beyond)
    launched = make_narrow (session, title, RS_ELEMENT_INT32, &wide, error);
  if (launched == RS_LAUNCH_QUEUED)
    *result = g_steal_pointer (&wide);
  return launched;
}

/* --- running sums and products --- */

static RsLaunchResult
run_in_order (const Work *work, gboolean is_product, GError **error)
{
  const RsDeviceLines lines = work->lines;
  g_auto (RsValue) start = make_start (work->from->element, is_product);
  const RsValue numbers[] = { rs_value_int (lines.length), rs_value_int (lines.inner), rs_value_int (is_product), start,
                              rs_value_scalar (0) };
  RsDeviceCall call = { .kernel = "run_along", .rank = 2, .grid = { lines.outer, lines.inner }, .is_exact = TRUE };

  return launch (work, &call, numbers, G_N_ELEMENTS (numbers), error);
}

/* Sums of chunks, running sums of these, and with them those of the elements of each chunk. */
static RsLaunchResult
run_in_parts (const Work *work, GError **error)
{
  const RsDeviceLines lines = work->lines;
  const gint64 parts = (lines.length + CHUNK - 1) / CHUNK;
  g_auto (RsValue) start = make_start (work->from->element, 0);
  const RsValue numbers[]
      = { rs_value_int (lines.length), rs_value_int (lines.inner), rs_value_int (CHUNK), rs_value_int (parts), start,
          rs_value_scalar (0) };
  const RsDeviceLines fewer = { lines.outer, parts, lines.inner };
  const gint64 dims[] = { lines.outer * parts * lines.inner };
  g_autoptr (RsArray) sums = NULL, totals = NULL;
  RsLaunchResult launched = RS_LAUNCH_QUEUED;

  if (lines.length <= 2 * CHUNK || lines.outer * lines.inner >= FEW_ITEMS)
    return run_in_order (work, FALSE, error);
  sums = rs_device_result_new (choose_wide (work->from->element), 1, dims, error);
  totals = sums != NULL ? rs_device_result_new (sums->element, 1, dims, error) : NULL;
  if (totals == NULL)
    return RS_LAUNCH_FAILED;
  {
    const Work first = { work->session, work->title, work->from, sums, lines, 1, 1 };
    const Work second = { work->session, work->title, sums, totals, fewer, 1, 1 };
    RsDeviceCall call = { .kernel = "sum_chunks", .rank = 3, .grid = { lines.outer, parts, lines.inner } };

    launched = launch (&first, &call, numbers, G_N_ELEMENTS (numbers), error);
    if (launched == RS_LAUNCH_QUEUED)
      launched = run_in_parts (&second, error);
  }
  if (launched != RS_LAUNCH_QUEUED)
    return launched;
  {
    const RsValue arguments[] = { rs_value_object (work->from),
                                  rs_value_object (totals),
                                  rs_value_object (work->to),
                                  numbers[0],
                                  numbers[1],
                                  numbers[2],
                                  numbers[3],
                                  numbers[4],
                                  numbers[5] };
    const RsDeviceCall call = { .kernel = "run_chunks",
                                .title = work->title,
                                .rank = 3,
                                .grid = { lines.outer, parts, lines.inner },
                                .needs_device = TRUE,
                                .arguments = arguments,
                                .n_arguments = G_N_ELEMENTS (arguments),
                                .overwritten = work->to };

    return rs_device_launch (work->session, &call, error);
  }
}

RsLaunchResult
rs_device_run_along (RsSession *session, const char *title, RsArray *array, RsDeviceLines lines, gboolean is_product,
                     RsArray *result, GError **error)
{
  const Work work = { session, title, array, result, lines, 1, 1 };

  if (!can_work (session, array, lines))
    return RS_LAUNCH_INTERPRET;
  if (is_product)
    return is_too_long (session, lines) ? RS_LAUNCH_INTERPRET : run_in_order (&work, TRUE, error);
  return run_in_parts (&work, error);
}

RsLaunchResult
rs_device_run_parts (RsSession *session, const char *title, RsArray *array, RsDeviceLines lines, RsArray *result,
                     GError **error)
{
  const Work work = { session, title, array, result, lines, 1, 1 };

  return run_in_parts (&work, error);
}
