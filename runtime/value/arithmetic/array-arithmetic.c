/* Element-wise operators on arrays, a block at a time.
 *
 * There is one loop for each operator and compute type, in three forms: both operands arrays, a number on the left, a
 * number on the right. They are plain enough for the compiler to vectorise. The virtual machine comes here for small
 * arrays and on the interpreter; large expressions are compiled (runtime/sched/specialize/specialize.h).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/value/arithmetic/array-arithmetic.h"

#include "runtime/value/arithmetic/power.h"
#include "runtime/value/shape.h"

#include <math.h>

typedef void (*UnaryLoop) (gconstpointer a, gpointer out, gsize n);

/* The operators on whole numbers wrap; the store finds results that do not fit the array (for int, 64 bits hold every
 * sum, difference and product). */
#define WRAPPING(op) (gint64) ((guint64)x op (guint64)y)
RS_DEFINE_BINARY_LOOP (add_int, gint64, gint64, WRAPPING (+))
RS_DEFINE_BINARY_LOOP (subtract_int, gint64, gint64, WRAPPING (-))
RS_DEFINE_BINARY_LOOP (multiply_int, gint64, gint64, WRAPPING (*))

RS_DEFINE_BINARY_LOOP (add_single, float, float, x + y)
RS_DEFINE_BINARY_LOOP (subtract_single, float, float, x - y)
RS_DEFINE_BINARY_LOOP (multiply_single, float, float, x * y)
RS_DEFINE_BINARY_LOOP (divide_single, float, float, x / y)
RS_DEFINE_BINARY_LOOP (power_single, float, float, y == 2.0f ? x * x : rs_power_single (x, y))

RS_DEFINE_BINARY_LOOP (add_double, double, double, x + y)
RS_DEFINE_BINARY_LOOP (subtract_double, double, double, x - y)
RS_DEFINE_BINARY_LOOP (multiply_double, double, double, x * y)
RS_DEFINE_BINARY_LOOP (divide_double, double, double, x / y)
RS_DEFINE_BINARY_LOOP (power_double, double, double, y == 2.0 ? x * x : rs_power (x, y))

/* The textbook product: C's own checks for infinities in every element, which costs a call each. */
#define COMPLEX_PRODUCT(MAKE, RE, IM) MAKE (RE (x) * RE (y) - IM (x) * IM (y), RE (x) * IM (y) + IM (x) * RE (y))
RS_DEFINE_BINARY_LOOP (add_csingle, float _Complex, float _Complex, x + y)
RS_DEFINE_BINARY_LOOP (subtract_csingle, float _Complex, float _Complex, x - y)
RS_DEFINE_BINARY_LOOP (multiply_csingle, float _Complex, float _Complex, COMPLEX_PRODUCT (CMPLXF, crealf, cimagf))
RS_DEFINE_BINARY_LOOP (divide_csingle, float _Complex, float _Complex, x / y)
RS_DEFINE_BINARY_LOOP (power_csingle, float _Complex, float _Complex, rs_complex_power (x, y))

RS_DEFINE_BINARY_LOOP (add_cdouble, double _Complex, double _Complex, x + y)
RS_DEFINE_BINARY_LOOP (subtract_cdouble, double _Complex, double _Complex, x - y)
RS_DEFINE_BINARY_LOOP (multiply_cdouble, double _Complex, double _Complex, COMPLEX_PRODUCT (CMPLX, creal, cimag))
RS_DEFINE_BINARY_LOOP (divide_cdouble, double _Complex, double _Complex, x / y)
RS_DEFINE_BINARY_LOOP (power_cdouble, double _Complex, double _Complex, rs_complex_power (x, y))

#define DEFINE_COMPARISONS(suffix, T)                                                                                  \
  RS_DEFINE_BINARY_LOOP (less_##suffix, T, guint8, x < y)                                                              \
  RS_DEFINE_BINARY_LOOP (less_equal_##suffix, T, guint8, x <= y)                                                       \
  RS_DEFINE_BINARY_LOOP (greater_##suffix, T, guint8, x > y)                                                           \
  RS_DEFINE_BINARY_LOOP (greater_equal_##suffix, T, guint8, x >= y)
#define DEFINE_LOGIC(suffix, T)                                                                                        \
  RS_DEFINE_BINARY_LOOP (equal_##suffix, T, guint8, x == y)                                                            \
  RS_DEFINE_BINARY_LOOP (not_equal_##suffix, T, guint8, x != y)                                                        \
  RS_DEFINE_BINARY_LOOP (and_##suffix, T, guint8, (x != 0) & (y != 0))                                                 \
  RS_DEFINE_BINARY_LOOP (or_##suffix, T, guint8, (x != 0) | (y != 0))

DEFINE_COMPARISONS (int, gint64)
DEFINE_COMPARISONS (single, float)
DEFINE_COMPARISONS (double, double)
DEFINE_LOGIC (int, gint64)
DEFINE_LOGIC (single, float)
DEFINE_LOGIC (double, double)
DEFINE_LOGIC (csingle, float _Complex)
DEFINE_LOGIC (cdouble, double _Complex)

#define ARITHMETIC_ROW(name)                                                                                           \
  {                                                                                                                    \
    NULL, name##_single, name##_double, name##_csingle, name##_cdouble                                                 \
  }
#define WHOLE_ROW(name)                                                                                                \
  {                                                                                                                    \
    name##_int, name##_single, name##_double, name##_csingle, name##_cdouble                                           \
  }
#define REAL_ROW(name)                                                                                                 \
  {                                                                                                                    \
    name##_int, name##_single, name##_double, NULL, NULL                                                               \
  }

static const RsBinaryLoop binary_loops[RS_N_OPERATORS][RS_N_COMPUTES] = {
  [RS_OP_ADD] = WHOLE_ROW (add),
  [RS_OP_SUBTRACT] = WHOLE_ROW (subtract),
  [RS_OP_MULTIPLY] = WHOLE_ROW (multiply),
  [RS_OP_DOT_MULTIPLY] = WHOLE_ROW (multiply),
  [RS_OP_DIVIDE] = ARITHMETIC_ROW (divide),
  [RS_OP_DOT_DIVIDE] = ARITHMETIC_ROW (divide),
  [RS_OP_POWER] = ARITHMETIC_ROW (power),
  [RS_OP_DOT_POWER] = ARITHMETIC_ROW (power),
  [RS_OP_LESS] = REAL_ROW (less),
  [RS_OP_LESS_EQUAL] = REAL_ROW (less_equal),
  [RS_OP_GREATER] = REAL_ROW (greater),
  [RS_OP_GREATER_EQUAL] = REAL_ROW (greater_equal),
  [RS_OP_EQUAL] = WHOLE_ROW (equal),
  [RS_OP_NOT_EQUAL] = WHOLE_ROW (not_equal),
  [RS_OP_AND] = WHOLE_ROW (and),
  [RS_OP_OR] = WHOLE_ROW (or),
};

double _Complex rs_complex_power (double _Complex base, double _Complex exponent)
{
  double whole = creal (exponent);
  double _Complex power = base, result = 1;

  if (cimag (exponent) != 0 || whole != trunc (whole) || fabs (whole) > 1024)
    return cpow (base, exponent);
  for (guint n = (guint)fabs (whole); n > 0; n >>= 1)
    {
      if (n & 1)
        result *= power;
      power *= power;
    }
  return whole < 0 ? 1 / result : result;
}

/* What an operand brings to the type of the result. */
typedef struct
{
  gboolean is_array, is_complex, is_floating, is_double;
  RsElement element; /* ARRAY; of a number INT32, or INT64 when it needs it */
} Kind;

static Kind
kind_of (RsValue value)
{
  Kind kind = { .is_array = value.tag == RS_TAG_ARRAY };

  if (kind.is_array)
    {
      kind.element = value.array->element;
      kind.is_complex = rs_element_is_complex (kind.element);
      kind.is_floating = rs_element_is_floating (kind.element);
      kind.is_double = kind.element == RS_ELEMENT_DOUBLE || kind.element == RS_ELEMENT_CDOUBLE;
      return kind;
    }
  kind.is_complex = value.tag == RS_TAG_COMPLEX;
  kind.is_floating = value.tag == RS_TAG_SCALAR;
  kind.element = value.tag == RS_TAG_INT && (value.integer < G_MININT32 || value.integer > G_MAXINT32)
                     ? RS_ELEMENT_INT64
                     : RS_ELEMENT_INT32;
  return kind;
}

/* Differences of unsigned numbers may be negative. */
static RsElement
promote (RsElement element)
{
  return rs_element_get_bytes (element) < 4 ? RS_ELEMENT_INT32
         : element == RS_ELEMENT_UINT32     ? RS_ELEMENT_INT64
                                            : element;
}

static RsElement
join_integers (RsElement a, RsElement b)
{
  a = promote (a);
  b = promote (b);
  return a == b ? a : RS_ELEMENT_INT64;
}

/* Whether an array of the pair is double, or, when no array is floating, the selected precision is. */
static gboolean
is_double_pair (Kind a, Kind b, RsPrecision precision)
{
  gboolean floating_array
      = (a.is_array && (a.is_floating || a.is_complex)) || (b.is_array && (b.is_floating || b.is_complex));
  gboolean half = a.element == RS_ELEMENT_HALF || b.element == RS_ELEMENT_HALF;

  if (a.is_double || b.is_double)
    return TRUE;
  return (!floating_array || half) && precision == RS_PRECISION_DOUBLE;
}

RsElement
rs_arithmetic_element (RsOperator op, RsValue left, RsValue right, RsPrecision precision)
{
  Kind a = kind_of (left), b = kind_of (right);
  gboolean real = op == RS_OP_DIVIDE || op == RS_OP_DOT_DIVIDE || op == RS_OP_POWER || op == RS_OP_DOT_POWER;
  gboolean wide = is_double_pair (a, b, precision);

  if (a.is_complex || b.is_complex)
    return wide ? RS_ELEMENT_CDOUBLE : RS_ELEMENT_CSINGLE;
  if (a.is_floating || b.is_floating || real)
    return wide ? RS_ELEMENT_DOUBLE : RS_ELEMENT_SINGLE;
  return join_integers (a.element, b.element);
}

/* Integers beside reals are computed in double: a 32-bit integer does not fit a single. */
static RsCompute
compute_for (RsElement element, Kind a, Kind b)
{
  RsCompute compute = rs_compute_of_element (element);
  gboolean integers
      = (a.is_array && rs_element_is_integer (a.element)) || (b.is_array && rs_element_is_integer (b.element));

  if (!integers)
    return compute;
  return compute == RS_COMPUTE_SINGLE    ? RS_COMPUTE_DOUBLE
         : compute == RS_COMPUTE_CSINGLE ? RS_COMPUTE_CDOUBLE
                                         : compute;
}

static gboolean
is_logical_result (RsOperator op)
{
  return op >= RS_OP_LESS && op <= RS_OP_OR;
}

/* Comparisons of unsigned 64-bit integers: the way over signed ones would be wrong above 2^63. */
static RsCompute
compute_of_operation (RsOperator op, RsValue left, RsValue right, RsPrecision precision, RsElement *result)
{
  Kind a = kind_of (left), b = kind_of (right);
  RsElement element = rs_arithmetic_element (is_logical_result (op) ? RS_OP_ADD : op, left, right, precision);
  RsCompute compute = compute_for (element, a, b);

  *result = is_logical_result (op) ? RS_ELEMENT_BOOL : element;
  if (is_logical_result (op) && compute == RS_COMPUTE_INT
      && (a.element == RS_ELEMENT_UINT64 || b.element == RS_ELEMENT_UINT64))
    return RS_COMPUTE_DOUBLE;
  return compute;
}

/* One side of a block loop. */
typedef struct
{
  RsValue value;
  gconstpointer data; /* NULL: a number */
  RsBlockNumber number;
  RsBlock buffer;
} Operand;

static void
operand_init (Operand *operand, RsValue value, RsCompute compute)
{
  operand->value = value;
  operand->data = NULL;
  if (value.tag == RS_TAG_ARRAY)
    operand->data = rs_array_read (value.array);
  else
    operand->number = rs_block_number (compute, value);
}

static gconstpointer
operand_get (Operand *operand, RsCompute compute, gint64 start, gsize n)
{
  if (operand->value.tag != RS_TAG_ARRAY)
    return &operand->number;
  return rs_block_get (compute, operand->value.array->element, operand->data, start, n, &operand->buffer);
}

/* The counts with which repmat makes an array of one shape one of another, as "[3,1]"; NULL: it can't, or need not.
 * (transfer full) */
static char *
find_counts (const RsShape *from, const RsShape *to)
{
  g_autoptr (GString) text = g_string_new ("[");
  gboolean differs = FALSE;

  for (int d = 0; d < MAX (from->rank, to->rank); d++)
    {
      gint64 have = d < from->rank ? from->dims[d] : 1, want = d < to->rank ? to->dims[d] : 1;

      if (have != want && (have != 1 || want == 0))
        return NULL;
      differs = differs || have != want;
      g_string_append_printf (text, "%s%" G_GINT64_FORMAT, d > 0 ? "," : "", have == want ? 1 : want);
    }
  g_string_append_c (text, ']');
  return differs ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

/* What to write where one of them would fit when it is repeated, as it is in MATLAB and Python. (transfer full) */
static char *
suggest_repetition (const RsShape *left, const RsShape *right)
{
  g_autofree char *of_left = find_counts (left, right), *of_right = find_counts (right, left);

  if (of_left == NULL && of_right == NULL)
    return g_strdup ("");
  return g_strdup_printf ("; nothing is repeated by itself: repmat(%s, %s) has the size of the %s one",
                          of_right != NULL ? "right" : "left", of_right != NULL ? of_right : of_left,
                          of_right != NULL ? "left" : "right");
}

static gboolean
check_shapes (const char *name, RsValue left, RsValue right, GError **error)
{
  RsShape a, b;
  g_autofree char *a_text = NULL, *b_text = NULL, *hint = NULL;

  if (left.tag != RS_TAG_ARRAY || right.tag != RS_TAG_ARRAY)
    return TRUE;
  a = rs_shape_of_array (left.array);
  b = rs_shape_of_array (right.array);
  if (rs_shape_equal (&a, &b))
    return TRUE;
  a_text = rs_shape_to_string (&a);
  b_text = rs_shape_to_string (&b);
  hint = suggest_repetition (&a, &b);
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_SIZE,
               "%s needs arrays of the same size, but the left one is %s and the right one is %s%s", name, a_text,
               b_text, hint);
  return FALSE;
}

/* The operand whose dimensions the result has: the one of higher rank. */
static const RsArray *
shape_giver (RsValue left, RsValue right)
{
  if (left.tag != RS_TAG_ARRAY)
    return right.array;
  if (right.tag != RS_TAG_ARRAY)
    return left.array;
  return left.array->rank >= right.array->rank ? left.array : right.array;
}

/* *fits: whether each element of the result fits its type. */
static gboolean
run_binary (RsBinaryLoop loop, RsCompute compute, RsValue left, RsValue right, RsArray *result, gboolean *fits,
            GError **error)
{
  g_autofree Operand *a = g_new (Operand, 1), *b = g_new (Operand, 1);
  g_autofree RsBlock *buffer = g_new (RsBlock, 1);
  gsize stride_a = left.tag == RS_TAG_ARRAY, stride_b = right.tag == RS_TAG_ARRAY;
  gsize bytes = rs_element_get_bytes (result->element);
  gboolean direct = result->element == RS_ELEMENT_BOOL || result->element == rs_compute_get_element (compute);
  gint64 since = 0;
  char *data;

  *fits = TRUE;
  operand_init (a, left, compute);
  operand_init (b, right, compute);
  data = rs_array_write (result);
  for (gint64 start = 0; start < result->n_elements; start += RS_BLOCK)
    {
      gsize n = MIN (RS_BLOCK, result->n_elements - start);
      char *out = data + (gsize)start * bytes;

      if (rs_error_set_stopped_after (&since, (gint64)n, error))
        return FALSE;
      loop (operand_get (a, compute, start, n), stride_a, operand_get (b, compute, start, n), stride_b,
            direct ? (gpointer)out : (gpointer)buffer, n);
      if (!direct && !rs_block_store (compute, buffer, n, result->element, RS_OVERFLOW_CHECKED, out))
        *fits = FALSE;
    }
  return TRUE;
}

RsArray *
rs_array_map_binary (const char *name, RsBinaryLoop loop, RsCompute compute, RsElement element, RsValue left,
                     RsValue right, GError **error)
{
  g_autoptr (RsArray) result = NULL;
  gboolean fits = TRUE;

  g_assert ((left.tag == RS_TAG_ARRAY || right.tag == RS_TAG_ARRAY) && compute < RS_N_COMPUTES);
  if (!check_shapes (name, left, right, error))
    return NULL;
  result = rs_array_new_like (shape_giver (left, right), element, error);
  if (result == NULL)
    return NULL;
  if (result->n_elements > 0 && !run_binary (loop, compute, left, right, result, &fits, error))
    return NULL;
  if (!fits)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_OVERFLOW,
                   "integer overflow: a result of %s does not fit %s; convert with float() first", name,
                   rs_element_get_name (element));
      return NULL;
    }
  return g_steal_pointer (&result);
}

/* Whether the compute type may not hold the whole numbers that these exponents are. */
static gboolean
loses_parity (RsCompute compute, RsValue exponents)
{
  if (compute != RS_COMPUTE_SINGLE && compute != RS_COMPUTE_DOUBLE)
    return FALSE;
  if (exponents.tag == RS_TAG_ARRAY)
    return exponents.array->element == RS_ELEMENT_INT64 || exponents.array->element == RS_ELEMENT_UINT64;
  return exponents.tag == RS_TAG_INT && exponents.integer % 2 != 0;
}

/* powers: bases^exponents, in single or double precision. See rs_power_sign. */
static void
sign_powers (RsArray *powers, RsValue bases, RsValue exponents)
{
  const RsCompute compute = rs_compute_of_element (powers->element);
  g_autofree Operand *a = g_new (Operand, 1), *b = g_new (Operand, 1);
  char *data = rs_array_write (powers);

  operand_init (a, bases, RS_COMPUTE_DOUBLE);
  operand_init (b, exponents, RS_COMPUTE_INT);
  for (gint64 start = 0; start < powers->n_elements; start += RS_BLOCK)
    {
      const gsize n = MIN (RS_BLOCK, powers->n_elements - start);
      const double *x = operand_get (a, RS_COMPUTE_DOUBLE, start, n);
      const gint64 *y = operand_get (b, RS_COMPUTE_INT, start, n);
      const gsize stride_x = bases.tag == RS_TAG_ARRAY, stride_y = exponents.tag == RS_TAG_ARRAY;

      for (gsize i = 0; i < n; i++)
        {
          float *single = (float *)data + start + i;
          double *real = (double *)data + start + i;

          if (compute == RS_COMPUTE_SINGLE)
            *single = (float)rs_power_sign (*single, x[i * stride_x], y[i * stride_y]);
          else
            *real = rs_power_sign (*real, x[i * stride_x], y[i * stride_y]);
        }
    }
}

static RsArray *
power_arrays (const char *name, RsBinaryLoop loop, RsCompute compute, RsElement element, RsValue left, RsValue right,
              GError **error)
{
  RsArray *powers = rs_array_map_binary (name, loop, compute, element, left, right, error);

  if (powers != NULL && powers->n_elements > 0 && loses_parity (compute, right))
    sign_powers (powers, left, right);
  return powers;
}

RsArray *
rs_array_binary (RsOperator op, RsValue left, RsValue right, RsPrecision precision, GError **error)
{
  g_assert (op < RS_N_OPERATORS && (left.tag == RS_TAG_ARRAY || right.tag == RS_TAG_ARRAY));

  RsElement element;
  RsCompute compute = compute_of_operation (op, left, right, precision, &element);
  RsBinaryLoop loop = binary_loops[op][compute];
  g_autofree char *name = g_strdup_printf ("operator %s", rs_operator_to_string (op));
  g_autoptr (GError) narrow = NULL;
  RsArray *result;

  if (loop == NULL)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_OPERATOR_TYPE, "%s is not defined for complex numbers",
                   name);
      return NULL;
    }
  if (op == RS_OP_POWER || op == RS_OP_DOT_POWER)
    return power_arrays (name, loop, compute, element, left, right, error);
  if (element != RS_ELEMENT_INT32)
    return rs_array_map_binary (name, loop, compute, element, left, right, error);
  /* Where 32 bits are too few, the result has 64, like a literal of such numbers. */
  result = rs_array_map_binary (name, loop, compute, element, left, right, &narrow);
  if (result == NULL && g_error_matches (narrow, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_OVERFLOW))
    return rs_array_map_binary (name, loop, compute, RS_ELEMENT_INT64, left, right, error);
  if (result == NULL)
    g_propagate_error (error, g_steal_pointer (&narrow));
  return result;
}

#define DEFINE_UNARY(name, T, R, EXPRESSION)                                                                           \
  RS_VECTOR_LOOPS static void name (gconstpointer a, gpointer out, gsize n)                                            \
  {                                                                                                                    \
    const T *restrict p = a;                                                                                           \
    R *restrict r = out;                                                                                               \
    _Pragma ("omp simd") for (gsize i = 0; i < n; i++)                                                                 \
    {                                                                                                                  \
      const T x = p[i];                                                                                                \
      r[i] = (R)(EXPRESSION);                                                                                          \
    }                                                                                                                  \
  }

DEFINE_UNARY (negate_int, gint64, gint64, (gint64) - (guint64)x)
DEFINE_UNARY (negate_single, float, float, -x)
DEFINE_UNARY (negate_double, double, double, -x)
DEFINE_UNARY (negate_csingle, float _Complex, float _Complex, -x)
DEFINE_UNARY (negate_cdouble, double _Complex, double _Complex, -x)
DEFINE_UNARY (not_int, gint64, guint8, x == 0)
DEFINE_UNARY (not_single, float, guint8, x == 0)
DEFINE_UNARY (not_double, double, guint8, x == 0)
DEFINE_UNARY (not_csingle, float _Complex, guint8, x == 0)
DEFINE_UNARY (not_cdouble, double _Complex, guint8, x == 0)

/* The negative of -2^31 has 64 bits. */
static RsArray *
negate_wide (RsArray *operand, GError **error)
{
  g_autoptr (RsArray) wide = rs_array_new_like (operand, RS_ELEMENT_INT64, error);

  if (wide == NULL)
    return NULL;
  rs_block_convert (operand->element, rs_array_read (operand), operand->n_elements, RS_ELEMENT_INT64,
                    RS_OVERFLOW_CHECKED, rs_array_write (wide));
  return rs_array_unary (RS_OP_NEGATE, wide, RS_PRECISION_DOUBLE, error);
}

RsArray *
rs_array_unary (RsOperator op, RsArray *operand, RsPrecision precision, GError **error)
{
  static const UnaryLoop negations[RS_N_COMPUTES]
      = { negate_int, negate_single, negate_double, negate_csingle, negate_cdouble };
  static const UnaryLoop inversions[RS_N_COMPUTES] = { not_int, not_single, not_double, not_csingle, not_cdouble };
  RsCompute compute = rs_compute_of_element (operand->element);
  RsElement element = op == RS_OP_NOT ? RS_ELEMENT_BOOL
                      : compute == RS_COMPUTE_INT
                          ? (operand->element == RS_ELEMENT_UINT64 ? RS_ELEMENT_INT64 : promote (operand->element))
                          : operand->element;
  UnaryLoop loop = op == RS_OP_NOT ? inversions[compute] : negations[compute];
  g_autoptr (RsArray) result = rs_array_new_like (operand, element, error);
  g_autofree RsBlock *in = g_new (RsBlock, 1), *out = g_new (RsBlock, 1);
  gconstpointer source;
  gint64 since = 0;
  char *data;
  gsize bytes = rs_element_get_bytes (element);

  g_assert (op == RS_OP_NEGATE || op == RS_OP_NOT);
  if (result == NULL)
    return NULL;
  if (result->n_elements == 0)
    return g_steal_pointer (&result);
  source = rs_array_read (operand);
  data = rs_array_write (result);
  for (gint64 start = 0; start < operand->n_elements; start += RS_BLOCK)
    {
      gsize n = MIN (RS_BLOCK, operand->n_elements - start);

      if (rs_error_set_stopped_after (&since, (gint64)n, error))
        return NULL;
      loop (rs_block_get (compute, operand->element, source, start, n, in), out, n);
      if (op == RS_OP_NOT)
        memcpy (data + start, out, n);
      else if (!rs_block_store (compute, out, n, element, RS_OVERFLOW_CHECKED, data + (gsize)start * bytes))
        {
          if (element == RS_ELEMENT_INT32)
            return negate_wide (operand, error);
          g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_OVERFLOW,
                       "integer overflow: the negative of an element does not fit %s", rs_element_get_name (element));
          return NULL;
        }
    }
  return g_steal_pointer (&result);
}
