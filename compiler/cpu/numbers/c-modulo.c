/* mod (a, b) in single precision, exact for all a and b, as text that gcc vectorises.
 *
 * The remainder is taken in double precision by b 2^260, b 2^208, ... b 2^52 and b in turn: each quotient is then less
 * than 2^53, and what fma leaves is exact, but for a quotient that was rounded up to the next integer; the two choices
 * at the end mend that. A divisor that is known saves steps, the largest quotient being 2^128 / b; a power of two needs
 * none.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/c-private.h"

#include <math.h>

#define STEP 52
#define MOST_STEPS 5

static guint
count_steps (const RsIrExpression *divisor)
{
  int exponent;
  double fraction;

  if (divisor->op != RS_IR_CONST || !isfinite (divisor->value.floating) || divisor->value.floating == 0)
    return MOST_STEPS;
  fraction = frexp (divisor->value.floating, &exponent);
  if (fabs (fraction) == 0.5)
    return 0;
  return (guint)CLAMP ((128 - exponent) / STEP, 0, MOST_STEPS);
}

char *
c_need_modulo (Printer *p, const RsIrExpression *divisor)
{
  guint n = count_steps (divisor);
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text,
                          "static inline float rs_mod_%u_f32 (float a, float b)\n"
                          "{\n"
                          "  const double w = __builtin_fabs ((double) b), y = w > 0x1p200 ? 0x1p200 : w, t = 1 / y;\n"
                          "  double r = __builtin_fabs ((double) a);\n",
                          n);
  for (guint i = n; i > 0; i--)
    g_string_append_printf (text, "  r = __builtin_fma (-__builtin_trunc (r * (t * 0x1p-%u)), y * 0x1p%u, r);\n",
                            i * STEP, i * STEP);
  g_string_append (text, "  r = __builtin_fma (-__builtin_trunc (r * t), y, r);\n"
                         "  r = r < 0 ? r + y : r;\n"
                         "  r = r >= y ? r - y : r;\n"
                         "  r = a < 0 ? -r : r;\n"
                         "  return (r != 0 && (r < 0) != (b < 0) ? r + b : r) + 0.0;\n" /* zero is +0 */
                         "}\n");
  c_define (p, g_strdup (text->str));
  return g_strdup_printf ("rs_mod_%u_f32", n);
}
