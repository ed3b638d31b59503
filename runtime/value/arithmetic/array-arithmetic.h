/* Element-wise operators on arrays; behind rs_value_binary and rs_value_unary.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/value/arithmetic/arithmetic.h"
#include "runtime/value/blocks.h"
#include "runtime/vector-loops.h"

/* What an arithmetic operator gives for two operands, each an ARRAY, BOOL, INT, SCALAR or COMPLEX: the wider type,
 * where integers narrower than 32 bits and logical values count as int, and a number widens an array's kind (int, real,
 * complex) but not its precision. Divisions and powers of integers are real. */
RsElement
rs_arithmetic_element (RsOperator op, RsValue left, RsValue right, RsPrecision precision);

/* A loop over n elements. stride 0: the operand is one number; 1: an array. runtime/builtin has loops of its own. */
typedef void (*RsBinaryLoop) (gconstpointer a, gsize stride_a, gconstpointer b, gsize stride_b, gpointer out, gsize n);

#define RS_DEFINE_BINARY_LOOP(name, T, R, EXPRESSION)                                                                  \
  RS_VECTOR_LOOPS static void name (gconstpointer a, gsize stride_a, gconstpointer b, gsize stride_b, gpointer out,    \
                                    gsize n)                                                                           \
  {                                                                                                                    \
    const T *restrict p = a;                                                                                           \
    const T *restrict q = b;                                                                                           \
    R *restrict r = out;                                                                                               \
    if (stride_a == 0)                                                                                                 \
      {                                                                                                                \
        const T x = *p;                                                                                                \
        _Pragma ("omp simd") for (gsize i = 0; i < n; i++)                                                             \
        {                                                                                                              \
          const T y = q[i];                                                                                            \
          r[i] = (R)(EXPRESSION);                                                                                      \
        }                                                                                                              \
      }                                                                                                                \
    else if (stride_b == 0)                                                                                            \
      {                                                                                                                \
        const T y = *q;                                                                                                \
        _Pragma ("omp simd") for (gsize i = 0; i < n; i++)                                                             \
        {                                                                                                              \
          const T x = p[i];                                                                                            \
          r[i] = (R)(EXPRESSION);                                                                                      \
        }                                                                                                              \
      }                                                                                                                \
    else                                                                                                               \
      {                                                                                                                \
        _Pragma ("omp simd") for (gsize i = 0; i < n; i++)                                                             \
        {                                                                                                              \
          const T x = p[i], y = q[i];                                                                                  \
          r[i] = (R)(EXPRESSION);                                                                                      \
        }                                                                                                              \
      }                                                                                                                \
  }

/* Runs a loop over two operands, at least one an ARRAY. name: of the operator or function, for messages. The loop
 * writes numbers of the compute type, or logical values when element is BOOL. (transfer full) */
RsArray *
rs_array_map_binary (const char *name, RsBinaryLoop loop, RsCompute compute, RsElement element, RsValue left,
                     RsValue right, GError **error);

/* left and right: ARRAY or number, at least one an ARRAY. (transfer full) */
RsArray *
rs_array_binary (RsOperator op, RsValue left, RsValue right, RsPrecision precision, GError **error);
RsArray *
rs_array_unary (RsOperator op, RsArray *operand, RsPrecision precision, GError **error);

/* What a product multiplies: m x k by k x n, and the rank and lengths of the result. */
typedef struct {
  gint64 m, k, n;
  int rank;
  gint64 dims[2];
} RsProductPlan;

/* FALSE where the sizes do not fit. */
gboolean rs_array_plan_product (const RsArray *left, const RsArray *right, RsProductPlan *plan, GError **error);
/* The matrix product of two arrays (STDLIB.md 1.3); runtime/value/arithmetic/matrix-product.c. */
RsArray *
rs_array_product (RsArray *left, RsArray *right, RsPrecision precision, GError **error);

/* Complex power; whole exponents by repeated multiplication, so that (1+2i)^2 is exact. */
double _Complex rs_complex_power (double _Complex base, double _Complex exponent);
