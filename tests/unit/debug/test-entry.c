/* What is shown of a value to be changed, typed unchanged, is the same value; what would change it unseen is refused.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "stand.h"

#include <string.h>

static const char types[] = "type point : class\n"
                            "    x : vec\n"
                            "    k : int\n"
                            "end\n"
                            "type pair : mutable class\n"
                            "    name : string\n"
                            "    at : point\n"
                            "end\n";

static const char *const values[] = {
  "3",
  "-7",
  "9007199254740993",
  "-9223372036854775807 - 1",
  "3.0",
  "0.1",
  "-2.5e-7",
  "1e300",
  "nan",
  "inf",
  "-inf",
  "-0.0",
  "float(0.8)",
  "true",
  "complex(2, -3)",
  "complex(nan, 0.5)",
  "\"plain\"",
  "\"\"",
  "\"it's 100% a\\b {x}\"",
  "sprintf(\"say %chi%c\", 34, 34)",
  "sprintf(\"two%clines\", 10)",
  "[1, 2, 3]",
  "[1.0, 2.5, nan, -inf]",
  "[0.8, 0.1]",
  "[true, false]",
  "[complex(1, 2), complex(0, -1)]",
  "[[1.0, 2.0], [3.0, 4.0]]",
  "[[1, 2, 3]]",
  "[[1], [2]]",
  "reshape([1.5, 2, 3, 4, 5, 6, 7, 8], [2, 2, 2])",
  "uint8([1, 2, 255])",
  "uint8([[1, 2], [3, 4]])",
  "int8([-1, 2])",
  "int64([9007199254740993, 2])",
  "cast([7], \"uint8\")",
  "zeros(0)",
  "zeros(0, 3)",
  "vec[uint8](0)",
  "1..5",
  "0..2..8",
  "0.5..0.25..1.5",
  "{1, \"a\", {2.5, [1, 2]}}",
  "{}",
  "point(x:=[1.0, 2.0], k:=4)",
  "pair(name:=\"origin\", at:=point(x:=[0.5], k:=-1))",
  "null",
};

/* The record of x, and what is to be typed for it; records: (transfer full). */
static char *
ask_entry (const char *value, char **variable)
{
  g_autofree char *program = g_strdup_printf ("%sx = %s\nprint 1 %% here\n", types, value);
  g_autofree char *entry = rs_stand_and_ask (program, "entry\t0\tx");
  g_auto (GStrv) fields = NULL;

  *variable = rs_stand_and_ask (program, "variables\t0");
  g_assert_true (g_str_has_prefix (entry, "entry\tx\t"));
  *strchr (entry, '\n') = '\0';
  fields = rs_debug_split (entry);
  return g_strdup (fields[2]);
}

/* Without the number of the object. */
static void
check_same (const char *value, const char *before, const char *after)
{
  g_auto (GStrv) x = rs_debug_split (before), y = rs_debug_split (after);

  for (guint i = 0; i < 5; i++)
    if (g_strcmp0 (x[i], y[i]) != 0)
      g_error ("%s: field %u was %s, is %s", value, i, x[i], y[i]);
}

static void
test_round_trip (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autofree char *before = NULL, *after = NULL, *entry = ask_entry (values[i], &before), *again = NULL;

      if (*entry == '\0')
        g_error ("%s has no text", values[i]);
      again = ask_entry (entry, &after);
      g_assert_cmpstr (again, ==, entry);
      check_same (values[i], before, after);
    }
}

static void
test_without_text (void)
{
  g_autofree char *letters = g_strnfill (9000, 'a'), *long_text = g_strdup_printf ("\"%s\"", letters);
  const char *const none[] = { "zeros(100, 100)", long_text, "y -> y + 1", "ones(2, 2, 2, 2)" };

  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    {
      g_autofree char *variable = NULL, *entry = ask_entry (none[i], &variable);

      g_assert_cmpstr (entry, ==, "");
    }
}

/* A whole number's variable takes no fraction; sizes made of a constant stay. */
static void
test_assigned (void)
{
  static const char program[] = "function [] = main()\n"
                                "    n : int = 3\n"
                                "    m = numel([1, 2])\n"
                                "    k : 'const = 4\n"
                                "    v : vec(k) = zeros(k)\n"
                                "    print n + m, v % here\n"
                                "end\n";
  static const char *const requests[] = { "break\t6",
                                          "evaluate\t0\tn = 3.5",
                                          "evaluate\t0\tm = 0.5",
                                          "evaluate\t0\tn = 8.0",
                                          "evaluate\t0\tk = 9",
                                          "variables\t0",
                                          NULL };
  g_autofree char *records = rs_stand (program, "cpu", requests);

  g_assert_nonnull (strstr (records, "error\tn is an int, which 3.5 is not: n keeps its value\n"));
  g_assert_nonnull (strstr (records, "error\tm is an int, which 0.5 is not: m keeps its value\n"));
  g_assert_nonnull (strstr (records, "variable\tn\tint\t1x1\t8\t"));
  g_assert_nonnull (strstr (records, "variable\tm\tint\t1x1\t2\t"));
  g_assert_nonnull (
      strstr (records, "note\tk is a constant of the program: sizes in types that are made of it stay as they are\n"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/debug/entry/round-trip", test_round_trip);
  g_test_add_func ("/debug/entry/without-text", test_without_text);
  g_test_add_func ("/debug/entry/assigned", test_assigned);
  return g_test_run ();
}
