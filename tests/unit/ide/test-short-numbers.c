/* Numbers of a value with the digits that a reader needs.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/debug/values/short-numbers.h"

static const struct {
  const char *text, *expected;
} cases[] = {
  { "", "" },
  { "7", "7" },
  { "1234567890123", "1234567890123" },
  { "0.8946847", "0.894685" },
  { "-0.071428571428571425", "-0.0714286" },
  { "172020.37162420154", "172020.37" },
  { "12345678.912345678", "12345678.91" },
  { "0.5", "0.5" },
  { "1.2345678901e-07", "1.23457e-07" },
  { "1e+20", "1e+20" },
  { "[0.123456789, 2, 3.000000001, ...]", "[0.123457, 2, 3, ...]" },
  { "[0.123456789, 0.98765432...", "[0.123457, 0.98765432..." },
  { "\"x is 0.123456789\"", "\"x is 0.123456789\"" },
  { "\"a\\\"0.123456789\", 0.123456789", "\"a\\\"0.123456789\", 0.123457" },
  { "point(x1:=0.333333343, y:=[ 1, 2.666666746])", "point(x1:=0.333333, y:=[ 1, 2.66667])" },
  { "1 + 0.333333343i", "1 + 0.333333i" },
  { "0..9", "0..9" },
  { "x2.5123456789", "x2.5123456789" },
  { "nan", "nan" },
};

static void
test_short_numbers (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *found = rs_short_numbers (cases[i].text);

      g_assert_cmpstr (found, ==, cases[i].expected);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ide/short-numbers", test_short_numbers);
  return g_test_run ();
}
