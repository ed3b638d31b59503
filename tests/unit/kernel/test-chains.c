/* Chains of operations that iterations wait for: rows that run in turn (interleave), rows that run together (skew),
 * elements in locals (carry).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/passes.h"

#include <string.h>

/* Locals: 0 f32, 1 counter, 2 f64, 3 counter. Parameters: 0 and 1 matrices. */
static RsKernel *
parse (const char *form, const char *body)
{
  g_autofree char *text = g_strdup_printf (
      "(kernel k (grid 1) (precision single) %s (parameters (array \"x\" SINGLE 2 1 0 plain reads writes)"
      " (array \"y\" SINGLE 2 1 1 plain reads writes))\n"
      " (locals (f32 \"s\" 1) (i64 \"n\" 1 counter) (f64 \"e\" 1) (i64 \"m\" 1 counter)) (messages) (body (do %s)))",
      form, body);
  g_autoptr (GError) error = NULL;
  RsKernel *kernel = rs_kernel_parse (text, &error);

  g_assert_no_error (error);
  g_assert_null (rs_kernel_verify (kernel));
  return kernel;
}

static guint
count (const char *text, const char *part)
{
  guint n = 0;

  while ((text = strstr (text, part)) != NULL)
    {
      text += strlen (part);
      n++;
    }
  return n;
}

#define LOOP(body) "(loop 1 1 %1 0 (sub (dim @0 1) 1) 1 (do " body "))"

static void
test_interleave (void)
{
  static const struct {
    const char *body;
    guint interleaved;
  } cases[] = {
    { LOOP ("(set 1 %0 (add %0 (load @0.0 safe 1 (position 0) %1)))"), 8 },
    { LOOP ("(set 1 %0 (add %0 (load @0.0 unchecked 1 (position 0) %1)))"), 0 }, /* in vectors */
    { LOOP ("(set 1 %0 (mul %0 (load @0.0 unchecked 1 (position 0) %1)))"), 8 },
    { LOOP ("(store 1 @1.0 unchecked wrap unique ((position 0) %1) (load @0.0 unchecked 1 (position 0) %1))"), 0 },
    { LOOP ("(set 1 %0 (add %0 (load @0.0 checked 1 (position 0) %1)))"), 0 }, /* may fail, in order */
    { "(loop 1 1 %1 0 (position 0) 1 (do (set 1 %0 (add %0 f32:1))))", 0 },    /* of different length */
    { "(set 1 %0 (add %0 f32:1))", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (RsKernel) kernel = parse ("", cases[i].body);

      rs_pass_interleave (kernel);
      g_test_message ("%s", cases[i].body);
      g_assert_cmpint (kernel->cpu.interleaved, ==, cases[i].interleaved);
    }
}

#define ROWS(body) "(loop 1 2 %3 0 (sub (dim @0 0) 1) 1 (do " LOOP (body) "))"
#define SET_X(value) "(store 1 @0.0 safe wrap unique (%3 %1) " value ")"
#define BEFORE "(load @0.0 safe 1 %3 (sub %1 1))"

static void
test_skew (void)
{
  static const struct {
    const char *body;
    gint64 behind; /* -1: rows stay one after the other */
  } cases[] = {
    { ROWS (SET_X ("(add " BEFORE " (load @0.0 safe 1 (sub %3 1) %1))")), 0 },
    { ROWS (SET_X ("(add " BEFORE " (load @0.0 safe 1 (sub %3 1) (add %1 3)))")), 3 },
    { ROWS (SET_X ("(add " BEFORE " (load @0.0 safe 1 (add %3 1) (sub %1 3)))")), 3 },
    { ROWS (SET_X ("(add " BEFORE " (load @0.0 safe 1 (sub %3 1) (sub %1 3)))")), 0 },
    { ROWS (SET_X ("(add " BEFORE " (load @0.0 safe 1 (sub %3 2) (add %1 9)))")), 0 }, /* of another pair */
    { ROWS (SET_X ("(add " BEFORE " (load @1.0 mirror 1 %1 (mul %3 %1)))")), 0 },      /* nobody writes y */
    { ROWS (SET_X (BEFORE) " (store 1 @1.0 safe wrap unique (%3 0) f32:1)"), 0 },
    { ROWS (SET_X (BEFORE) " (store 1 @1.0 safe wrap unique (0 0) f32:1)"), -1 }, /* all write one element */
    { ROWS (SET_X ("(load @0.0 safe 1 (sub %3 1) %1)")), -1 },                    /* nothing waits in the row */
    { ROWS (SET_X ("(add " BEFORE " (load @0.0 safe 1 (sub %3 1) (add %1 17)))")), -1 },
    { ROWS (SET_X ("(add " BEFORE " (load @0.0 safe 1 (sub %3 1) (sub 9 %1)))")), -1 },
    { ROWS (SET_X ("(add " BEFORE " (load @0.0 circular 1 (sub %3 1) %1))")), -1 },
    { ROWS (SET_X ("(add " BEFORE " (load @1.0 checked 1 %3 %1))")), -1 },     /* fails in order */
    { ROWS ("(set 1 %0 (add %0 f32:1)) " SET_X ("(add " BEFORE " %0)")), -1 }, /* a value of the iteration before */
    { ROWS ("(set 1 %0 " BEFORE ") " SET_X ("(add %0 f32:1)")), 0 },
    { ROWS ("(set 1 %0 " BEFORE ") " SET_X ("%0")) " (store 1 @1.0 safe wrap unique (0 0) %0)",
      -1 }, /* the last value */
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (RsKernel) kernel = parse ("(serial)", cases[i].body);
      g_autofree char *text = NULL, *problem = NULL;

      rs_pass_skew (kernel);
      text = rs_kernel_print (kernel);
      g_test_message ("%s\n%s", cases[i].body, text);
      problem = rs_kernel_verify (kernel);
      g_assert_null (problem);
      g_assert_cmpint (count (text, "(loop"), ==, cases[i].behind < 0 ? 2 : 4);
      if (cases[i].behind > 0)
        {
          g_autofree char *column = g_strdup_printf ("(sub %%8 %" G_GINT64_FORMAT ")", cases[i].behind);

          g_assert_nonnull (strstr (text, column));
        }
    }
}

static void
test_carry (void)
{
  /* x[3,n] = x[3,n] + x[3,n-2]: two elements are kept; x is read once in the iterations inside. */
  g_autoptr (RsKernel) kernel = parse (
      "(serial)",
      LOOP ("(store 1 @0.0 safe wrap unique (3 %1) (add (load @0.0 safe 1 3 %1) (load @0.0 safe 1 3 (sub %1 2))))"));
  g_autofree char *text = NULL;

  rs_pass_carry (kernel);
  g_assert_null (rs_kernel_verify (kernel));
  text = rs_kernel_print (kernel);
  g_test_message ("%s", text);
  g_assert_cmpint (count (text, "(loop"), ==, 3);
  g_assert_cmpint (count (text, "(load @0.0 safe"), ==, 4);      /* before and behind */
  g_assert_cmpint (count (text, "(load @0.0 unchecked"), ==, 3); /* two before the loop, one in it */
  g_assert_cmpint (count (text, "(store 1 @0.0 unchecked"), ==, 3);
}

static void
test_not_carried (void)
{
  static const struct {
    const char *form, *body;
    int n_loops; /* 3: the iterations inside of the arrays have a loop of their own */
  } cases[] = {
    /* x and y may be one array */
    { "(serial) (same-arrays)", LOOP ("(store 1 @0.0 safe wrap unique (3 %1) (load @0.0 safe 1 3 (sub %1 1)))"), 3 },
    /* another row, which may be the same */
    { "(serial)",
      LOOP ("(store 1 @0.0 safe wrap unique (3 %1) (add (load @0.0 safe 1 3 (sub %1 1)) (load @0.0 safe 1 (dim @1 0) "
            "%1)))"),
      3 },
    /* a subscript that is not understood */
    { "(serial)",
      LOOP ("(store 1 @0.0 safe wrap unique (3 %1) (add (load @0.0 safe 1 3 (sub %1 1)) (load @0.0 safe 1 3 (mul %1 "
            "%1))))"),
      3 },
    /* nothing is used again */
    { "(serial)", LOOP ("(store 1 @0.0 safe wrap unique (3 %1) (load @1.0 safe 1 3 (sub %1 1)))"), 3 },
    /* not serial */
    { "", LOOP ("(store 1 @0.0 safe wrap unique (3 %1) (load @0.0 safe 1 3 (sub %1 1)))"), 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (RsKernel) kernel = parse (cases[i].form, cases[i].body);
      g_autofree char *text = NULL;

      rs_pass_carry (kernel);
      text = rs_kernel_print (kernel);
      g_test_message ("%s", text);
      g_assert_cmpint (count (text, "(loop"), ==, cases[i].n_loops);
      g_assert_cmpint (count (text, "(load"), ==, cases[i].n_loops * count (cases[i].body, "(load"));
      g_assert_cmpint (count (text, "(store"), ==, cases[i].n_loops);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel/chains/interleave", test_interleave);
  g_test_add_func ("/kernel/chains/skew", test_skew);
  g_test_add_func ("/kernel/chains/carry", test_carry);
  g_test_add_func ("/kernel/chains/not-carried", test_not_carried);
  return g_test_run ();
}
