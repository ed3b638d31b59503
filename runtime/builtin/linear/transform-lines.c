/* Fourier transforms of arrays by a plugin that transforms lines (runtime/transforms.h).
 *
 * An array is transformed one dimension after the other. Some lines at a time are brought together in a buffer of the
 * second cache, transformed, and put back: columns of large images lie so far apart that processors keep few of them.
 *
 * The spectrum of real numbers is its own conjugated mirror image. Of real arrays the last dimension comes first, and
 * half of its results are enough for the other dimensions; the other half is filled in at the end. Where the real part
 * of an inverse is asked for, the spectrum is made its own mirror image and goes the same way back.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/linear/transform-lines.h"

#include "runtime/base/plugin.h"
#include "runtime/transforms.h"
#include "runtime/value/blocks.h"
#include "runtime/value/parts.h"
#include "runtime/vector-loops.h"

#include <string.h>

#define BUFFER_NUMBERS 32768 /* complex numbers of the lines in a buffer */
#define LEAST_LINES 8
#define MOST_LINES 64
#define PADDING 8            /* numbers between lines: powers of two would share their place in the caches */
#define ALIGNMENT 64
#define SMALLEST_PART 32768  /* numbers of a thread */
#define LONG_LINE 32768      /* from here on several threads are faster for one */

/* The array seen from one of its dimensions: lines of `length` numbers, inner apart, that begin side by side in
 * runs. */
typedef struct {
  gint64 length, inner;
  gint64 outer;              /* positions in the dimensions before */
  gint64 runs, run_distance; /* of one such position */
  gint64 run;                /* lines of a run */
} Lines;

typedef struct {
  const RsTransforms *plugin;
  const RsTransformPlan *plan;
  RsTransformLines wanted;
  Lines lines;
  gconstpointer from;
  gpointer to;
  gsize in_bytes, out_bytes;         /* of a number */
  gint64 in_length, out_length;      /* of a line */
  double divisor;                    /* of what comes out; 1: none */
} Pass;

static gint64
count_lines (const Lines *lines)
{
  return lines->outer * lines->runs * lines->run;
}

/* Where line k begins. */
static gint64
start_of_line (const Lines *lines, gint64 k)
{
  gint64 run = k / lines->run;

  return run / lines->runs * lines->length * lines->inner + run % lines->runs * lines->run_distance + k % lines->run;
}

/* Between an array, where numbers of a line are `inner` apart and the lines side by side, and a buffer of whole
 * lines. */
#define DEFINE_COPIES(suffix, T)                                                                                       \
  static void gather_##suffix (const T *restrict array, gint64 inner, gint64 length, gint64 n_lines,                   \
                               T *restrict buffer, gint64 distance)                                                    \
  {                                                                                                                    \
    for (gint64 j = 0; j < length; j++)                                                                                \
      for (gint64 k = 0; k < n_lines; k++)                                                                             \
        buffer[k * distance + j] = array[j * inner + k];                                                               \
  }                                                                                                                    \
  static void scatter_##suffix (T *restrict array, gint64 inner, gint64 length, gint64 n_lines,                        \
                                const T *restrict buffer, gint64 distance)                                             \
  {                                                                                                                    \
    for (gint64 j = 0; j < length; j++)                                                                                \
      for (gint64 k = 0; k < n_lines; k++)                                                                             \
        array[j * inner + k] = buffer[k * distance + j];                                                               \
  }

DEFINE_COPIES (4, float)
DEFINE_COPIES (8, double)
DEFINE_COPIES (16, double _Complex)

static void
gather (const Pass *pass, gint64 start, gint64 n_lines, char *buffer)
{
  const char *array = (const char *)pass->from + (gsize)start * pass->in_bytes;
  gint64 inner = pass->lines.inner, distance = pass->wanted.in_distance;

  if (inner == 1)
    memcpy (buffer, array, (gsize)pass->in_length * pass->in_bytes);
  else if (pass->in_bytes == 4)
    gather_4 ((const float *)array, inner, pass->in_length, n_lines, (float *)buffer, distance);
  else if (pass->in_bytes == 8)
    gather_8 ((const double *)array, inner, pass->in_length, n_lines, (double *)buffer, distance);
  else
    gather_16 ((const double _Complex *)array, inner, pass->in_length, n_lines, (double _Complex *)buffer, distance);
}

static void
scatter (const Pass *pass, gint64 start, gint64 n_lines, const char *buffer)
{
  char *array = (char *)pass->to + (gsize)start * pass->out_bytes;
  gint64 inner = pass->lines.inner, distance = pass->wanted.out_distance;

  if (inner == 1)
    memcpy (array, buffer, (gsize)pass->out_length * pass->out_bytes);
  else if (pass->out_bytes == 4)
    scatter_4 ((float *)array, inner, pass->out_length, n_lines, (const float *)buffer, distance);
  else if (pass->out_bytes == 8)
    scatter_8 ((double *)array, inner, pass->out_length, n_lines, (const double *)buffer, distance);
  else
    scatter_16 ((double _Complex *)array, inner, pass->out_length, n_lines, (const double _Complex *)buffer, distance);
}

/* Lines first to first + n - 1: whole runs of neighbours at a time. */
static void
copy_lines (const Pass *pass, gint64 first, gint64 n, char *in, const char *out)
{
  const Lines *lines = &pass->lines;

  for (gint64 k = 0, count; k < n; k += count)
    {
      gint64 start = start_of_line (lines, first + k);

      count = MIN (n - k, lines->run - (first + k) % lines->run);
      if (in != NULL)
        gather (pass, start, count, in + (gsize)(k * pass->wanted.in_distance) * pass->in_bytes);
      else
        scatter (pass, start, count, out + (gsize)(k * pass->wanted.out_distance) * pass->out_bytes);
    }
}

RS_VECTOR_LOOPS static void
divide (gpointer data, gboolean is_double, gsize n, double divisor)
{
  double *restrict doubles = data;
  float *restrict singles = data;

  if (is_double)
    _Pragma ("omp simd") for (gsize i = 0; i < n; i++) doubles[i] /= divisor;
  else
    _Pragma ("omp simd") for (gsize i = 0; i < n; i++) singles[i] /= (float)divisor;
}

/* Buffers first to last - 1 of the pass, each of n_lines lines. The last one may be partly filled. It ends early when
 * the program is to stop; what is in the array is dropped then. */
static void
run_buffers (gpointer data, gint64 first, gint64 last)
{
  const Pass *pass = data;
  gint64 n_lines = pass->wanted.n_lines, n = count_lines (&pass->lines);
  gsize in_size = (gsize)(pass->wanted.in_distance * n_lines) * pass->in_bytes;
  gsize out_size = (gsize)(pass->wanted.out_distance * n_lines) * pass->out_bytes;
  gsize number = pass->wanted.is_double ? sizeof (double) : sizeof (float);
  gboolean in_place = pass->wanted.kind <= RS_TRANSFORM_BACKWARD;
  char *in = g_aligned_alloc0 (in_size, 1, ALIGNMENT);
  char *out = in_place ? in : g_aligned_alloc0 (out_size, 1, ALIGNMENT);

  for (gint64 b = first; b < last && !rs_error_set_stopped (NULL); b++)
    {
      gint64 count = MIN (n_lines, n - b * n_lines);

      copy_lines (pass, b * n_lines, count, in, NULL);
      pass->plugin->execute (pass->plan, in, out);
      if (pass->divisor != 1)
        divide (out, pass->wanted.is_double, out_size / number, pass->divisor);
      copy_lines (pass, b * n_lines, count, NULL, out);
    }
  if (!in_place)
    g_aligned_free (out);
  g_aligned_free (in);
}

/* FFTW ends the process where memory runs out, so it is asked for before: buffers, and what the transform of a line
 * needs. */
static gboolean
has_memory (const Pass *pass, gint64 n_threads)
{
  const RsTransformLines *wanted = &pass->wanted;
  gsize buffers = (gsize)wanted->n_lines
                  * ((gsize)wanted->in_distance * pass->in_bytes + (gsize)wanted->out_distance * pass->out_bytes);
  gpointer trial = g_try_malloc (2 * buffers * (gsize)n_threads);

  g_free (trial);
  return trial != NULL;
}

/* The transform of one dimension of all lines. */
static gboolean
run_pass (RsSession *session, Pass *pass)
{
  RsTransformLines *wanted = &pass->wanted;
  gint64 n = count_lines (&pass->lines), most = BUFFER_NUMBERS / wanted->length;
  RsTransformPlan *plan;

  wanted->n_lines = MIN (n, CLAMP (most, LEAST_LINES, MOST_LINES));
  wanted->in_distance = pass->in_length + PADDING;
  wanted->out_distance = pass->out_length + PADDING;
  wanted->n_threads = wanted->n_lines == 1 && wanted->length >= LONG_LINE ? rs_settings_get_threads (session->settings)
                                                                          : 1;
  if (!has_memory (pass, MIN ((gint64)rs_settings_get_threads (session->settings), n / wanted->n_lines + 1)))
    return FALSE;
  pass->plan = plan = pass->plugin->plan (wanted);
  if (plan == NULL)
    return FALSE;
  rs_run_parts ((n + wanted->n_lines - 1) / wanted->n_lines, SMALLEST_PART / (wanted->length * wanted->n_lines) + 1,
                run_buffers, pass);
  pass->plugin->release (plan);
  return TRUE;
}

/* The lines of dimension d; with half, those whose position in dimension `last` is below half. */
static Lines
see_lines (const RsShape *shape, int d, int last, gint64 half)
{
  Lines lines = { .outer = 1, .length = shape->dims[d], .inner = 1, .runs = 1 };
  gint64 tail = 1;

  for (int k = 0; k < shape->rank; k++)
    if (k < d)
      lines.outer *= shape->dims[k];
    else if (k > d)
      lines.inner *= shape->dims[k];
  for (int k = last + 1; k < shape->rank; k++)
    tail *= shape->dims[k];
  lines.run = lines.run_distance = lines.inner;
  if (d < last && half < shape->dims[last])
    {
      lines.run_distance = shape->dims[last] * tail;
      lines.runs = lines.inner / lines.run_distance;
      lines.run = half * tail;
    }
  return lines;
}

/* --- real numbers: the spectrum is its own mirror image --- */

typedef struct {
  gint64 outer;                 /* positions before the transformed dimensions */
  int n_dims;                   /* transformed, but for the last */
  gint64 dims[RS_MAX_RANK];
  gint64 positions;             /* in these */
  gint64 length, tail;          /* of the last one, and elements behind it */
  gboolean is_double;
  gconstpointer from;
  gpointer to;
} Mirror;

static Mirror
see_mirror (const RsTransformTask *task, const RsShape *shape, int last)
{
  Mirror mirror = { .outer = 1, .positions = 1, .length = shape->dims[last], .tail = 1 };

  for (int d = 0; d < shape->rank; d++)
    if (d < task->first)
      mirror.outer *= shape->dims[d];
    else if (d < last)
      mirror.positions *= mirror.dims[mirror.n_dims++] = shape->dims[d];
    else if (d > last)
      mirror.tail *= shape->dims[d];
  return mirror;
}

/* The row opposite of row k, which counts positions in `outer` and in the transformed dimensions but the last. */
static gint64
opposite_row (const Mirror *mirror, gint64 k)
{
  gint64 position = k % mirror->positions, step = 1, opposite = 0;

  for (int d = mirror->n_dims - 1; d >= 0; d--)
    {
      gint64 i = position % mirror->dims[d];

      opposite += (i == 0 ? 0 : mirror->dims[d] - i) * step;
      position /= mirror->dims[d];
      step *= mirror->dims[d];
    }
  return k - k % mirror->positions + opposite;
}

/* fill: the second half of a row becomes the conjugated image of the opposite one. average: the first half becomes the
 * mean of itself and that image. */
#define DEFINE_MIRROR(suffix, T)                                                                                       \
  static void fill_##suffix (const Mirror *mirror, const T *restrict from, T *restrict to)                             \
  {                                                                                                                    \
    gint64 n = mirror->length, tail = mirror->tail;                                                                    \
    for (gint64 j = n / 2 + 1; j < n; j++)                                                                             \
      for (gint64 t = 0; t < tail; t++)                                                                                \
        {                                                                                                              \
          to[2 * (j * tail + t)] = from[2 * ((n - j) * tail + t)];                                                     \
          to[2 * (j * tail + t) + 1] = 0 - from[2 * ((n - j) * tail + t) + 1]; /* of 0 without a sign */               \
        }                                                                                                              \
  }                                                                                                                    \
  static void average_##suffix (const Mirror *mirror, const T *own, const T *opposite, T *restrict to)                 \
  {                                                                                                                    \
    gint64 n = mirror->length, tail = mirror->tail;                                                                    \
    for (gint64 j = 0; j <= n / 2; j++)                                                                                \
      for (gint64 t = 0, i = 2 * j * tail; t < tail; t++, i += 2)                                                      \
        {                                                                                                              \
          const T *image = opposite + 2 * ((j == 0 ? 0 : n - j) * tail + t);                                           \
          to[i] = (own[i] + image[0]) / 2;                                                                             \
          to[i + 1] = (own[i + 1] - image[1]) / 2;                                                                     \
        }                                                                                                              \
  }

DEFINE_MIRROR (single, float)
DEFINE_MIRROR (double, double)

static void
fill_rows (gpointer data, gint64 first, gint64 last)
{
  const Mirror *mirror = data;
  gsize row = 2 * (gsize)(mirror->length * mirror->tail);
  gint64 since = 0;

  for (gint64 k = first; k < last && !rs_error_set_stopped_after (&since, (gint64)row, NULL); k++)
    if (mirror->is_double)
      fill_double (mirror, (double *)mirror->to + row * (gsize)opposite_row (mirror, k),
                   (double *)mirror->to + row * (gsize)k);
    else
      fill_single (mirror, (float *)mirror->to + row * (gsize)opposite_row (mirror, k),
                   (float *)mirror->to + row * (gsize)k);
}

static void
average_rows (gpointer data, gint64 first, gint64 last)
{
  const Mirror *mirror = data;
  gsize row = 2 * (gsize)(mirror->length * mirror->tail);
  gint64 since = 0;

  for (gint64 k = first; k < last && !rs_error_set_stopped_after (&since, (gint64)row, NULL); k++)
    if (mirror->is_double)
      average_double (mirror, (const double *)mirror->from + row * (gsize)k,
                      (const double *)mirror->from + row * (gsize)opposite_row (mirror, k),
                      (double *)mirror->to + row * (gsize)k);
    else
      average_single (mirror, (const float *)mirror->from + row * (gsize)k,
                      (const float *)mirror->from + row * (gsize)opposite_row (mirror, k),
                      (float *)mirror->to + row * (gsize)k);
}

/* --- arrays --- */

static double
count_numbers (const RsTransformTask *task, const RsShape *shape, int last)
{
  double n = 1;

  for (int d = task->first; d <= last; d++)
    n *= (double)shape->dims[d];
  return n;
}

/* The elements of `from` as numbers of a type: themselves, or a copy that the caller frees by *copy. NULL: no
 * memory. */
static gconstpointer
get_numbers (RsArray *array, RsCompute compute, gpointer *copy)
{
  *copy = NULL;
  if (array->element == rs_compute_get_element (compute))
    return rs_array_read (array);
  *copy = g_try_malloc ((gsize)array->n_elements * rs_compute_get_bytes (compute));
  if (*copy != NULL)
    rs_block_load (compute, array->element, rs_array_read (array), (gsize)array->n_elements, *copy);
  return *copy;
}

/* Complex numbers, every dimension in place. */
static gboolean
transform_complex (RsSession *session, const RsTransformTask *task, Pass *pass, const RsShape *shape, int last)
{
  gsize bytes = pass->wanted.is_double ? 16 : 8;

  pass->to = rs_array_write (task->to);
  pass->from = pass->to;
  rs_block_load (pass->wanted.is_double ? RS_COMPUTE_CDOUBLE : RS_COMPUTE_CSINGLE, task->from->element,
                 rs_array_read (task->from), (gsize)task->from->n_elements, pass->to);
  pass->in_bytes = pass->out_bytes = bytes;
  pass->wanted.kind = task->inverse ? RS_TRANSFORM_BACKWARD : RS_TRANSFORM_FORWARD;
  pass->divisor = task->inverse ? count_numbers (task, shape, last) : 1;
  for (int d = last; d >= task->first; d--)
    {
      if (d < last && shape->dims[d] == 1)
        continue;
      pass->lines = see_lines (shape, d, last, shape->dims[last]);
      pass->wanted.length = pass->in_length = pass->out_length = shape->dims[d];
      if (!run_pass (session, pass))
        return FALSE;
      pass->divisor = 1;
    }
  return TRUE;
}

/* The dimensions before the last one, forward or backward, of half of the columns. */
static gboolean
transform_half (RsSession *session, const RsTransformTask *task, Pass *pass, gpointer data, const RsShape *shape,
                int last)
{
  pass->from = pass->to = data;
  pass->in_bytes = pass->out_bytes = pass->wanted.is_double ? 16 : 8;
  pass->wanted.kind = task->inverse ? RS_TRANSFORM_BACKWARD : RS_TRANSFORM_FORWARD;
  pass->divisor = 1;
  for (int d = task->first; d < last; d++)
    {
      if (shape->dims[d] == 1)
        continue;
      pass->lines = see_lines (shape, d, last, shape->dims[last] / 2 + 1);
      pass->wanted.length = pass->in_length = pass->out_length = shape->dims[d];
      if (!run_pass (session, pass))
        return FALSE;
    }
  return TRUE;
}

static gboolean
transform_real (RsSession *session, const RsTransformTask *task, Pass *pass, const RsShape *shape, int last)
{
  Mirror mirror = see_mirror (task, shape, last);
  g_autofree gpointer copy = NULL;
  gint64 n = shape->dims[last];

  pass->from = get_numbers (task->from, pass->wanted.is_double ? RS_COMPUTE_DOUBLE : RS_COMPUTE_SINGLE, &copy);
  if (pass->from == NULL)
    return FALSE;
  pass->to = rs_array_write (task->to);
  pass->in_bytes = pass->wanted.is_double ? 8 : 4;
  pass->out_bytes = 2 * pass->in_bytes;
  pass->wanted.kind = RS_TRANSFORM_REAL_FORWARD;
  pass->wanted.length = pass->in_length = n;
  pass->out_length = n / 2 + 1;
  pass->divisor = 1;
  pass->lines = see_lines (shape, last, last, n);
  if (!run_pass (session, pass) || !transform_half (session, task, pass, pass->to, shape, last))
    return FALSE;
  mirror.to = pass->to;
  mirror.is_double = pass->wanted.is_double;
  rs_run_parts (mirror.outer * mirror.positions, SMALLEST_PART / (n * mirror.tail) + 1, fill_rows, &mirror);
  return TRUE;
}

static gboolean
transform_to_real (RsSession *session, const RsTransformTask *task, Pass *pass, const RsShape *shape, int last)
{
  Mirror mirror = see_mirror (task, shape, last);
  g_autofree gpointer copy = NULL, half = NULL;
  gint64 n = shape->dims[last];

  mirror.is_double = pass->wanted.is_double;
  mirror.from = get_numbers (task->from, mirror.is_double ? RS_COMPUTE_CDOUBLE : RS_COMPUTE_CSINGLE, &copy);
  mirror.to = half = g_try_malloc ((gsize)task->from->n_elements * (mirror.is_double ? 16 : 8));
  if (mirror.from == NULL || half == NULL)
    return FALSE;
  rs_run_parts (mirror.outer * mirror.positions, SMALLEST_PART / (n * mirror.tail) + 1, average_rows, &mirror);
  if (!transform_half (session, task, pass, half, shape, last))
    return FALSE;
  pass->from = half;
  pass->to = rs_array_write (task->to);
  pass->out_bytes = mirror.is_double ? 8 : 4;
  pass->in_bytes = 2 * pass->out_bytes;
  pass->wanted.kind = RS_TRANSFORM_REAL_BACKWARD;
  pass->wanted.length = pass->out_length = n;
  pass->in_length = n / 2 + 1;
  pass->divisor = count_numbers (task, shape, last);
  pass->lines = see_lines (shape, last, last, n);
  return run_pass (session, pass);
}

gboolean
rs_transform_lines (RsSession *session, const RsTransformTask *task)
{
  RsShape shape = rs_shape_of_array (task->from);
  int last = MIN (task->last, shape.rank - 1);
  Pass pass = { .plugin = rs_plugin_get ("fftw", NULL) };

  if (pass.plugin == NULL || task->first > last)
    return FALSE;
  pass.wanted.is_double = task->to->element == RS_ELEMENT_CDOUBLE || task->to->element == RS_ELEMENT_DOUBLE;
  if (!rs_element_is_complex (task->to->element))
    return transform_to_real (session, task, &pass, &shape, last);
  return rs_element_is_complex (task->from->element) || task->inverse
             ? transform_complex (session, task, &pass, &shape, last)
             : transform_real (session, task, &pass, &shape, last);
}
