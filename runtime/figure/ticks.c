/* Marks of axes: at 1, 2 or 5 times a power of ten, on logarithmic axes at the powers of ten.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/figure/ticks.h"

#include <math.h>
#include <string.h>

#define MOST_TICKS 1000
#define MOST_STEPS 9007199254740991.0 /* from 0: up to here every whole number is a double */

static void
clear_tick (gpointer data)
{
  g_free (((RsTick *)data)->label);
}

static void
add (GArray *ticks, double value, char *label)
{
  RsTick tick = { value, label };

  g_array_append_val (ticks, tick);
}

/* The step of 1, 2 or 5 times a power of ten that gives about as many parts. */
static double
choose_step (double range, guint wanted)
{
  double raw = range / MAX (1, wanted);
  double power = pow (10, floor (log10 (raw)));
  double part = raw / power;

  return power * (part <= 1.5 ? 1 : part <= 3 ? 2 : part <= 7 ? 5 : 10);
}

/* 1e+06 as 1e6. */
static char *
shorten_exponent (char *text)
{
  char *e = strchr (text, 'e');
  char *digits;

  if (e == NULL)
    return text;
  digits = e + 1 + (e[1] == '+' || e[1] == '-');
  while (*digits == '0' && digits[1] != '\0')
    memmove (digits, digits + 1, strlen (digits));
  if (e[1] == '+')
    memmove (e + 1, e + 2, strlen (e + 2) + 1);
  return text;
}

/* With as many digits as neighbours differ in. */
static char *
format (double value, double step, double largest)
{
  int decimals = (int)CLAMP (ceil (-log10 (step) - 1e-9), 0, 300);

  if (fabs (value) < step * 1e-6)
    value = 0;
  if (largest >= 1e6 || largest < 1e-3)
    {
      int digits = value != 0 ? (int)CLAMP (floor (log10 (fabs (value))) - floor (log10 (step)) + 1, 1, 15) : 1;

      return shorten_exponent (g_strdup_printf ("%.*g", digits, value));
    }
  return g_strdup_printf ("%.*f", decimals, value);
}

static void
add_linear (GArray *ticks, double low, double high, guint wanted)
{
  double step = choose_step (high - low, wanted);
  double first = ceil (low / step - 1e-9), last = floor (high / step + 1e-9);
  double largest = MAX (fabs (low), fabs (high));

  /* Beyond 2^53 steps, k + 1 is k: the numbers between the limits can't be told apart. */
  if (!(last - first <= MOST_TICKS) || !(step > 0) || MAX (fabs (first), fabs (last)) > MOST_STEPS)
    return;
  for (double k = first; k <= last; k++)
    add (ticks, k * step, format (k * step, step, largest));
}

static char *
format_power (int exponent)
{
  static const char *const digits[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };
  g_autofree char *plain = g_strdup_printf ("%d", exponent);
  GString *text = g_string_new ("10");

  for (const char *p = plain; *p != '\0'; p++)
    g_string_append (text, *p == '-' ? "⁻" : digits[*p - '0']);
  return g_string_free (text, FALSE);
}

/* Less than two powers of ten: the steps of a linear axis say more. */
static void
add_logarithmic (GArray *ticks, double low, double high, guint wanted)
{
  int first = (int)ceil (log10 (low) - 1e-9), last = (int)floor (log10 (high) + 1e-9);
  int every = MAX (1, (last - first) / (int)MAX (1, wanted) + ((last - first) % (int)MAX (1, wanted) > 0));

  if (last - first < 1)
    {
      add_linear (ticks, low, high, wanted);
      return;
    }
  for (int k = first - 1; k <= last; k++)
    {
      double power = pow (10, k);

      if (k >= first)
        add (ticks, power, (k - first) % every == 0 ? format_power (k) : NULL);
      for (int digit = 2; digit <= 9 && last - first <= 12; digit++)
        if (digit * power >= low && digit * power <= high)
          add (ticks, digit * power, NULL);
    }
}

GArray *
rs_ticks_new (double low, double high, gboolean is_log, guint wanted)
{
  GArray *ticks = g_array_new (FALSE, FALSE, sizeof (RsTick));

  g_array_set_clear_func (ticks, clear_tick);
  if (is_log)
    add_logarithmic (ticks, low, high, wanted);
  else
    add_linear (ticks, low, high, wanted);
  return ticks;
}
