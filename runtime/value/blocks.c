/* Widening and narrowing of blocks: a loop for every pair of compute type and element type, made by macros.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/value/blocks.h"

#include "runtime/vector-loops.h"

#include <math.h>

gsize
rs_compute_get_bytes (RsCompute compute)
{
  static const gsize bytes[RS_N_COMPUTES] = { 8, 4, 8, 8, 16 };

  g_assert (compute < RS_N_COMPUTES);
  return bytes[compute];
}

RsCompute
rs_compute_of_element (RsElement element)
{
  switch (element)
    {
    case RS_ELEMENT_HALF:
    case RS_ELEMENT_SINGLE:
      return RS_COMPUTE_SINGLE;
    case RS_ELEMENT_DOUBLE:
      return RS_COMPUTE_DOUBLE;
    case RS_ELEMENT_CSINGLE:
      return RS_COMPUTE_CSINGLE;
    case RS_ELEMENT_CDOUBLE:
      return RS_COMPUTE_CDOUBLE;
    default:
      return RS_COMPUTE_INT;
    }
}

RsElement
rs_compute_get_element (RsCompute compute)
{
  static const RsElement elements[RS_N_COMPUTES]
      = { RS_ELEMENT_INT64, RS_ELEMENT_SINGLE, RS_ELEMENT_DOUBLE, RS_ELEMENT_CSINGLE, RS_ELEMENT_CDOUBLE };

  g_assert (compute < RS_N_COMPUTES);
  return elements[compute];
}

#define REAL_ELEMENTS(DO, T)                                                                                           \
  DO (BOOL, guint8, T)                                                                                                 \
  DO (INT8, gint8, T)                                                                                                  \
  DO (UINT8, guint8, T)                                                                                                \
  DO (INT16, gint16, T)                                                                                                \
  DO (UINT16, guint16, T)                                                                                              \
  DO (INT32, gint32, T)                                                                                                \
  DO (UINT32, guint32, T)                                                                                              \
  DO (INT64, gint64, T)                                                                                                \
  DO (UINT64, guint64, T)

#define FLOAT_ELEMENTS(DO, T)                                                                                          \
  DO (HALF, _Float16, T)                                                                                               \
  DO (SINGLE, float, T)                                                                                                \
  DO (DOUBLE, double, T)

#define COMPLEX_ELEMENTS(DO, T)                                                                                        \
  DO (CSINGLE, float _Complex, T)                                                                                      \
  DO (CDOUBLE, double _Complex, T)

#define LOAD_CASE(NAME, E, T)                                                                                          \
  case RS_ELEMENT_##NAME:                                                                                              \
    {                                                                                                                  \
      const E *restrict x = in;                                                                                        \
      T *restrict y = out;                                                                                             \
      _Pragma ("omp simd") for (gsize i = 0; i < n; i++) y[i] = (T)x[i];                                               \
      break;                                                                                                           \
    }

#define LOAD_TRUNCATED(NAME, E, T)                                                                                     \
  case RS_ELEMENT_##NAME:                                                                                              \
    {                                                                                                                  \
      const E *restrict x = in;                                                                                        \
      gint64 *restrict y = out;                                                                                        \
      for (gsize i = 0; i < n; i++)                                                                                    \
        y[i] = rs_truncate ((double)x[i]);                                                                     \
      break;                                                                                                           \
    }

RS_VECTOR_LOOPS static void
load_int (RsElement element, gconstpointer in, gsize n, gpointer out)
{
  switch (element)
    {
      REAL_ELEMENTS (LOAD_CASE, gint64)
      FLOAT_ELEMENTS (LOAD_TRUNCATED, gint64)
      COMPLEX_ELEMENTS (LOAD_TRUNCATED, gint64)
    default:
      g_assert_not_reached ();
    }
}

#define DEFINE_LOAD(name, T)                                                                                           \
  RS_VECTOR_LOOPS static void name (RsElement element, gconstpointer in, gsize n, gpointer out)                        \
  {                                                                                                                    \
    switch (element)                                                                                                   \
      {                                                                                                                \
        REAL_ELEMENTS (LOAD_CASE, T)                                                                                   \
        FLOAT_ELEMENTS (LOAD_CASE, T)                                                                                  \
        COMPLEX_ELEMENTS (LOAD_CASE, T)                                                                                \
      default:                                                                                                         \
        g_assert_not_reached ();                                                                                       \
      }                                                                                                                \
  }

DEFINE_LOAD (load_single, float)
DEFINE_LOAD (load_double, double)
DEFINE_LOAD (load_csingle, float _Complex)
DEFINE_LOAD (load_cdouble, double _Complex)

void
rs_block_load (RsCompute compute, RsElement element, gconstpointer in, gsize n, gpointer out)
{
  static void (*const loads[RS_N_COMPUTES]) (RsElement, gconstpointer, gsize, gpointer)
      = { load_int, load_single, load_double, load_csingle, load_cdouble };

  g_assert (compute < RS_N_COMPUTES);
  loads[compute](element, in, n, out);
}

gconstpointer
rs_block_get (RsCompute compute, RsElement element, gconstpointer data, gint64 start, gsize n, RsBlock *buffer)
{
  const char *in = (const char *)data + (gsize)start * rs_element_get_bytes (element);

  if (element == rs_compute_get_element (compute))
    return in;
  g_assert (n <= RS_BLOCK);
  rs_block_load (compute, element, in, n, buffer);
  return buffer;
}

/* Integer targets; LOW and HIGH are the limits. */
#define STORE_INT_CASE(NAME, E, LOW, HIGH)                                                                             \
  case RS_ELEMENT_##NAME:                                                                                              \
    {                                                                                                                  \
      E *restrict y = out;                                                                                             \
      gboolean bad = FALSE;                                                                                            \
      if (overflow == RS_OVERFLOW_WRAP)                                                                                \
        for (gsize i = 0; i < n; i++)                                                                                  \
          y[i] = (E)x[i];                                                                                              \
      else                                                                                                             \
        _Pragma ("omp simd reduction(|:bad)") for (gsize i = 0; i < n; i++)                                            \
        {                                                                                                              \
          gint64 v = x[i];                                                                                             \
          bad |= (v < (LOW)) | (v > (HIGH));                                                                           \
          v = v < (LOW) ? (LOW) : v;                                                                                   \
          v = v > (HIGH) ? (HIGH) : v;                                                                                 \
          y[i] = (E)v;                                                                                                 \
        }                                                                                                              \
      return !bad || overflow == RS_OVERFLOW_SATURATE;                                                                 \
    }

RS_VECTOR_LOOPS static gboolean
store_int_in_integer (const gint64 *restrict x, gsize n, RsElement element, RsOverflow overflow, gpointer out)
{
  switch (element)
    {
      STORE_INT_CASE (INT8, gint8, G_MININT8, G_MAXINT8)
      STORE_INT_CASE (UINT8, guint8, 0, G_MAXUINT8)
      STORE_INT_CASE (INT16, gint16, G_MININT16, G_MAXINT16)
      STORE_INT_CASE (UINT16, guint16, 0, G_MAXUINT16)
      STORE_INT_CASE (INT32, gint32, G_MININT32, G_MAXINT32)
      STORE_INT_CASE (UINT32, guint32, 0, (gint64)G_MAXUINT32)
      STORE_INT_CASE (UINT64, guint64, 0, G_MAXINT64)
    default:
      memcpy (out, x, n * sizeof (gint64));
      return TRUE;
    }
}

/* The value modulo 2^64, for 'unchecked; NaN and infinities are 0. */
static gint64
wrap_to_integer (double x)
{
  if (x >= -9223372036854775808.0 && x < 9223372036854775808.0)
    return (gint64)x;
  if (!isfinite (x))
    return 0;
  x = fmod (trunc (x), 18446744073709551616.0);
  return (gint64)(x < 0 ? -(guint64)-x : (guint64)x);
}

/* Clips numbers to what an integer type holds when they are truncated; NaN is 0. FALSE when one had to be clipped. */
RS_VECTOR_LOOPS static gboolean
clip_doubles (const double *restrict x, gsize n, double low, double high, double *restrict y)
{
  const double too_low = low - 1, too_high = high + 1;
  gint64 n_bad = 0; /* as wide as the numbers */

  _Pragma ("omp simd reduction(+:n_bad)") for (gsize i = 0; i < n; i++)
  {
    double v = x[i];

    n_bad += (gint64)!(v > too_low) | (gint64)!(v < too_high);
    v = v == v ? v : 0;
    v = v < low ? low : v;
    y[i] = v > high ? high : v;
  }
  return n_bad == 0;
}

/* V: a type that holds the target's values. */
#define TRUNCATE_CASE(NAME, E, V)                                                                                      \
  case RS_ELEMENT_##NAME:                                                                                              \
    {                                                                                                                  \
      E *restrict y = out;                                                                                             \
      _Pragma ("omp simd") for (gsize i = 0; i < n; i++) y[i] = (E)(V)x[i];                                            \
      break;                                                                                                           \
    }

/* Numbers that fit, in types of at most 32 bits. */
RS_VECTOR_LOOPS static void
truncate_doubles (const double *restrict x, gsize n, RsElement element, gpointer out)
{
  switch (element)
    {
      TRUNCATE_CASE (INT8, gint8, gint32)
      TRUNCATE_CASE (UINT8, guint8, gint32)
      TRUNCATE_CASE (INT16, gint16, gint32)
      TRUNCATE_CASE (UINT16, guint16, gint32)
      TRUNCATE_CASE (INT32, gint32, gint32)
      TRUNCATE_CASE (UINT32, guint32, gint64)
    default:
      g_assert_not_reached ();
    }
}

/* A block of doubles in a type of at most 32 bits, clipped. FALSE when a number does not fit. */
static gboolean
store_double_in_small (const double *x, gsize n, RsElement element, gpointer out)
{
  double clipped[RS_BLOCK];
  double bits = 8.0 * (double)rs_element_get_bytes (element);
  gboolean is_unsigned = element == RS_ELEMENT_UINT8 || element == RS_ELEMENT_UINT16 || element == RS_ELEMENT_UINT32;
  double low = is_unsigned ? 0 : -exp2 (bits - 1), high = exp2 (is_unsigned ? bits : bits - 1) - 1;
  gboolean fits = clip_doubles (x, n, low, high, clipped);

  truncate_doubles (clipped, n, element, out);
  return fits;
}

/* A block of doubles to integers. UINT64 above the range of gint64 is the one case that the way over gint64 can't
 * hold. */
static gboolean
store_double_in_integer (const double *x, gsize n, RsElement element, RsOverflow overflow, gpointer out)
{
  gint64 whole[RS_BLOCK];
  gboolean bad = FALSE;

  if (overflow != RS_OVERFLOW_WRAP && rs_element_get_bytes (element) <= 4)
    return store_double_in_small (x, n, element, out) || overflow == RS_OVERFLOW_SATURATE;
  if (element == RS_ELEMENT_UINT64 && overflow != RS_OVERFLOW_WRAP)
    {
      guint64 *y = out;

      for (gsize i = 0; i < n; i++)
        {
          gboolean fits = x[i] > -1.0 && x[i] < 18446744073709551616.0;

          bad |= !fits;
          y[i] = fits ? (guint64)(x[i] < 0 ? 0 : x[i]) : x[i] > 0 ? G_MAXUINT64 : 0;
        }
      return !bad || overflow == RS_OVERFLOW_SATURATE;
    }
  for (gsize i = 0; i < n; i++)
    {
      whole[i] = overflow == RS_OVERFLOW_WRAP ? wrap_to_integer (x[i]) : rs_truncate (x[i]);
      bad |= !(x[i] >= -9223372036854775808.0 && x[i] < 9223372036854775808.0);
    }
  if (!store_int_in_integer (whole, n, element, overflow, out))
    bad = TRUE;
  return !bad || overflow == RS_OVERFLOW_SATURATE || overflow == RS_OVERFLOW_WRAP;
}

#define STORE_CASE(NAME, E, T)                                                                                         \
  case RS_ELEMENT_##NAME:                                                                                              \
    {                                                                                                                  \
      const T *restrict x = in;                                                                                        \
      E *restrict y = out;                                                                                             \
      _Pragma ("omp simd") for (gsize i = 0; i < n; i++) y[i] = (E)x[i];                                               \
      return TRUE;                                                                                                     \
    }

#define DEFINE_STORE(name, T)                                                                                          \
  RS_VECTOR_LOOPS static gboolean name (gconstpointer in, gsize n, RsElement element, gpointer out)                    \
  {                                                                                                                    \
    switch (element)                                                                                                   \
      {                                                                                                                \
      case RS_ELEMENT_BOOL:                                                                                            \
        {                                                                                                              \
          const T *restrict x = in;                                                                                    \
          guint8 *restrict y = out;                                                                                    \
          _Pragma ("omp simd") for (gsize i = 0; i < n; i++) y[i] = x[i] != 0;                                         \
          return TRUE;                                                                                                 \
        }                                                                                                              \
        FLOAT_ELEMENTS (STORE_CASE, T)                                                                                 \
        COMPLEX_ELEMENTS (STORE_CASE, T)                                                                               \
      default:                                                                                                         \
        return FALSE;                                                                                                  \
      }                                                                                                                \
  }

DEFINE_STORE (store_int, gint64)
DEFINE_STORE (store_single, float)
DEFINE_STORE (store_double, double)
DEFINE_STORE (store_csingle, float _Complex)
DEFINE_STORE (store_cdouble, double _Complex)

/* Anything but gint64 goes by way of double. */
static gboolean
store_in_integer (RsCompute compute, gconstpointer in, gsize n, RsElement element, RsOverflow overflow, gpointer out)
{
  double buffer[RS_BLOCK];
  gsize width = rs_compute_get_bytes (compute), target_width = rs_element_get_bytes (element);
  gboolean good = TRUE;

  if (compute == RS_COMPUTE_INT)
    return store_int_in_integer (in, n, element, overflow, out);
  for (gsize start = 0; start < n; start += RS_BLOCK)
    {
      gsize count = MIN (RS_BLOCK, n - start);

      load_double (rs_compute_get_element (compute), (const char *)in + start * width, count, buffer);
      if (!store_double_in_integer (buffer, count, element, overflow, (char *)out + start * target_width))
        good = FALSE;
    }
  return good;
}

gboolean
rs_block_store (RsCompute compute, gconstpointer in, gsize n, RsElement element, RsOverflow overflow, gpointer out)
{
  static gboolean (*const stores[RS_N_COMPUTES]) (gconstpointer, gsize, RsElement, gpointer)
      = { store_int, store_single, store_double, store_csingle, store_cdouble };

  g_assert (compute < RS_N_COMPUTES && overflow <= RS_OVERFLOW_WRAP);
  if (rs_element_is_integer (element))
    return store_in_integer (compute, in, n, element, overflow, out);
  return stores[compute](in, n, element, out);
}

RsBlockNumber
rs_block_number (RsCompute compute, RsValue value)
{
  RsBlockNumber number = { 0 };
  double re = value.tag == RS_TAG_COMPLEX ? value.complex->re : rs_value_to_double (value);
  double im = value.tag == RS_TAG_COMPLEX ? value.complex->im : 0;

  switch (compute)
    {
    case RS_COMPUTE_INT:
      number.integer = value.tag == RS_TAG_INT || value.tag == RS_TAG_BOOL ? value.integer : rs_truncate (re);
      break;
    case RS_COMPUTE_SINGLE:
      number.single = (float)re;
      break;
    case RS_COMPUTE_DOUBLE:
      number.real = re;
      break;
    case RS_COMPUTE_CSINGLE:
      number.csingle = CMPLXF ((float)re, (float)im);
      break;
    default:
      number.cdouble = CMPLX (re, im);
      break;
    }
  return number;
}

/* Whether host arithmetic computes in the element type itself, and it holds every number. */
static gboolean
is_float_compute (RsElement element)
{
  RsCompute compute = rs_compute_of_element (element);

  return compute != RS_COMPUTE_INT && rs_compute_get_element (compute) == element;
}

gboolean
rs_block_convert (RsElement from, gconstpointer in, gint64 n_elements, RsElement to, RsOverflow overflow, gpointer out)
{
  RsCompute compute = rs_compute_of_element (from);
  RsBlock buffer;
  gsize to_bytes = rs_element_get_bytes (to);
  gboolean good = TRUE;

  g_assert (n_elements >= 0);
  if (n_elements == 0)
    return TRUE; /* there may be no memory either */
  if (from == to)
    {
      memcpy (out, in, (gsize)n_elements * to_bytes);
      return TRUE;
    }
  if (from == RS_ELEMENT_UINT64 && !rs_element_is_integer (to))
    compute = RS_COMPUTE_DOUBLE;
  else if (is_float_compute (to)) /* one loop, nothing in between */
    {
      rs_block_load (rs_compute_of_element (to), from, in, (gsize)n_elements, out);
      return TRUE;
    }
  for (gint64 start = 0; start < n_elements; start += RS_BLOCK)
    {
      gsize n = MIN (RS_BLOCK, n_elements - start);
      gconstpointer block = rs_block_get (compute, from, in, start, n, &buffer);

      if (!rs_block_store (compute, block, n, to, overflow, (char *)out + (gsize)start * to_bytes))
        good = FALSE;
    }
  return good;
}

void
rs_array_read_doubles (RsArray *array, gint64 first, gsize n, double *out)
{
  const char *data = (const char *)rs_array_read (array) + first * (gint64)rs_element_get_bytes (array->element);
  RsBlock block;

  g_assert (first >= 0 && n <= RS_BLOCK && (gint64)n <= array->n_elements - first);
  if (!rs_element_is_complex (array->element))
    {
      rs_block_load (RS_COMPUTE_DOUBLE, array->element, data, n, out);
      return;
    }
  rs_block_load (RS_COMPUTE_CDOUBLE, array->element, data, n, &block);
  for (gsize i = 0; i < n; i++)
    out[i] = cabs (block.cdoubles[i]);
}
