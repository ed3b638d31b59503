/* Rational numbers of 64 bits that notice when they overflow.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/logic/terms/linear.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const RsRational invalid = { 0, 0 };

static gint64
greatest_common_divisor (gint64 a, gint64 b)
{
  while (b != 0)
    {
      gint64 rest = a % b;

      a = b;
      b = rest;
    }
  return a < 0 ? -a : a;
}

RsRational
rs_rational (gint64 numerator, gint64 denominator)
{
  gint64 divisor;

  if (denominator == 0 || numerator == G_MININT64 || denominator == G_MININT64)
    return invalid;
  if (denominator == 1)
    return (RsRational){ numerator, 1 };
  divisor = greatest_common_divisor (numerator, denominator);
  if (denominator < 0)
    divisor = -divisor;
  return (RsRational){ numerator / divisor, denominator / divisor };
}

RsRational
rs_rational_from_double (double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE], format[8];
  RsRational result = { 0, 1 };
  const char *p = buffer;
  int precision = 0, exponent = 0;
  gboolean negative, behind_point = FALSE;

  if (!isfinite (value))
    return invalid;
  if (fabs (value) < 0x1p53 && value == trunc (value))
    return (RsRational){ (gint64)value, 1 };
  do
    {
      g_snprintf (format, sizeof format, "%%.%de", precision++);
      g_ascii_formatd (buffer, sizeof buffer, format, value);
    }
  while (precision < 18 && g_ascii_strtod (buffer, NULL) != value);
  negative = *p == '-';
  for (p += negative; *p && *p != 'e'; p++)
    if (*p == '.')
      behind_point = TRUE;
    else
      {
        result.numerator = result.numerator * 10 + (*p - '0');
        exponent -= behind_point;
      }
  exponent += *p == 'e' ? atoi (p + 1) : 0;
  for (; exponent > 0 && rs_rational_is_valid (result); exponent--)
    result = rs_rational_multiply (result, (RsRational){ 10, 1 });
  for (; exponent < 0 && rs_rational_is_valid (result); exponent++)
    result = rs_rational_multiply (result, (RsRational){ 1, 10 });
  return negative ? rs_rational_negate (result) : result;
}

double
rs_rational_to_double (RsRational r)
{
  return (double)r.numerator / (double)r.denominator;
}

RsRational
rs_rational_add (RsRational a, RsRational b)
{
  gint64 left, right, sum, denominator;

  if (!rs_rational_is_valid (a) || !rs_rational_is_valid (b)
      || __builtin_mul_overflow (a.numerator, b.denominator, &left)
      || __builtin_mul_overflow (b.numerator, a.denominator, &right) || __builtin_add_overflow (left, right, &sum)
      || __builtin_mul_overflow (a.denominator, b.denominator, &denominator))
    return invalid;
  return rs_rational (sum, denominator);
}

RsRational
rs_rational_multiply (RsRational a, RsRational b)
{
  gint64 numerator, denominator;

  if (!rs_rational_is_valid (a) || !rs_rational_is_valid (b))
    return invalid;
  if (__builtin_mul_overflow (a.numerator, b.numerator, &numerator)
      || __builtin_mul_overflow (a.denominator, b.denominator, &denominator))
    {
      RsRational c = rs_rational (a.numerator, b.denominator), d = rs_rational (b.numerator, a.denominator);

      if (__builtin_mul_overflow (c.numerator, d.numerator, &numerator)
          || __builtin_mul_overflow (c.denominator, d.denominator, &denominator))
        return invalid;
    }
  return rs_rational (numerator, denominator);
}

RsRational
rs_rational_negate (RsRational a)
{
  return (RsRational){ -a.numerator, a.denominator };
}

RsRational
rs_rational_invert (RsRational a)
{
  return rs_rational (a.denominator, a.numerator);
}

int
rs_rational_sign (RsRational a)
{
  g_assert (rs_rational_is_valid (a));
  return (a.numerator > 0) - (a.numerator < 0);
}
