/* The ruler of the timeline: labels that differ at every zoom, and say the time.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/profile/timeline/ruler.h"

#include <math.h>
#include <string.h>

/* A ruler with as many ticks as a wide window has. */
static void
check_labels (double start, double step)
{
  g_autoptr (GHashTable) labels = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  double first = ceil (start / step) * step;
  double base = rs_ruler_get_base (first, step);

  g_assert_cmpfloat (base, <=, first);
  for (guint i = 0; i < 40; i++)
    {
      char *label = rs_ruler_format_tick (first + i * step, base, step);

      g_assert_cmpint (g_utf8_strlen (label, -1), <=, 12);
      if (!g_hash_table_add (labels, label))
        g_error ("two ticks of %g ns from %g ns say %s", step, start, label);
    }
}

static void
test_differ (void)
{
  static const double starts[] = { 0, 1, 999, 12345, 987654321, 3.6e12 + 17, 8.64e13 };

  for (double power = 1; power <= 1e12; power *= 10)
    for (guint i = 0; i < 3; i++)
      for (guint k = 0; k < G_N_ELEMENTS (starts); k++)
        check_labels (starts[k], power * (const double[]){ 1, 2, 5 }[i]);
}

static void
test_say (void)
{
  g_autofree char *tick = rs_ruler_format_tick (1234567200, rs_ruler_get_base (1234567200, 200), 200);
  g_autofree char *base = rs_ruler_format_base (rs_ruler_get_base (1234567200, 200), 200);
  g_autofree char *plain = rs_ruler_format_tick (400e3, rs_ruler_get_base (0, 200e3), 200e3);
  g_autofree char *late = rs_ruler_format_tick (12e9, rs_ruler_get_base (10e9, 2e9), 2e9);

  g_assert_cmpstr (tick, ==, "+200 ns");
  g_assert_cmpstr (base, ==, "1.234567 s");
  g_assert_cmpstr (plain, ==, "400 µs");
  g_assert_cmpstr (late, ==, "12 s");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ruler/differ", test_differ);
  g_test_add_func ("/ruler/say", test_say);
  return g_test_run ();
}
