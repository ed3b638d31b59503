/* What is known about whole numbers of a kernel: one expression in IR, and what each of the three ways says of it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/analysis/integers.h"

#define UNKNOWN G_MAXINT64

/* %0 counts from 0 to n - 1 and %1 from 2 to 9, %2 is nothing but 5, %3 has the value that is asked about. */
static RsKernel *
read_kernel (const char *e)
{
  g_autofree char *text = g_strdup_printf (
      "(kernel k (grid 2) (precision single)\n"
      " (parameters (array \"x\" UINT8 1 1 0 plain reads) (array \"y\" SINGLE 2 1 1 plain writes)\n"
      "  (number \"n\" INT64 0 1 2 plain))\n"
      " (locals (i64 \"k\" 1 counter) (i64 \"l\" 1 counter) (i64 \"five\" 1) (i64 \"e\" 1)) (messages)\n"
      " (body (do\n"
      "  (set 1 %%2 5)\n"
      "  (loop 2 1 %%0 0 (sub @2 1) 1 (do\n"
      "   (loop 3 2 %%1 2 9 1 (do\n"
      "    (set 4 %%3 %s))))))))\n",
      e);
  g_autoptr (GError) error = NULL;
  g_autofree char *problem = NULL;
  RsKernel *kernel = rs_kernel_parse (text, &error);

  g_assert_no_error (error);
  problem = rs_kernel_verify (kernel);
  g_assert_cmpstr (problem, ==, NULL);
  return kernel;
}

static RsIrStatement *
get_last (RsKernel *kernel)
{
  return kernel->body.last->body.last->body.last;
}

/* --- numbers, anywhere --- */

static void
test_ranges (void)
{
  static const struct {
    const char *e;
    gint64 low, high;
    RsElement element;
  } cases[] = {
    { "(convert i64 (load @0 unchecked 4 %0))", 0, 255, RS_ELEMENT_UINT8 },
    { "(sub 3 (convert i64 (load @0 unchecked 4 %0)))", -252, 3, RS_ELEMENT_INT16 },
    { "(max 250 (convert i64 (load @0 unchecked 4 %0)))", 250, 255, RS_ELEMENT_UINT8 },
    { "(floor-mod (convert i64 (load @0 unchecked 4 %0)) 300)", 0, 299, RS_ELEMENT_UINT16 },
    { "(mul %1 -20)", -180, 0, RS_ELEMENT_INT16 }, /* locals begin as 0 */
    { "(mul %1 100000)", 0, 900000, RS_ELEMENT_NONE },
    { "%2", 0, 5, RS_ELEMENT_UINT8 },
    { "%0", UNKNOWN, 0, RS_ELEMENT_NONE }, /* n may be anything, */
    { "(floor-mod @2 8)", UNKNOWN, 0, RS_ELEMENT_NONE },
    { "(position 1)", UNKNOWN, 0, RS_ELEMENT_NONE }, /* and so may the grid */
    { "(mul (mul %1 100000) 100000)", UNKNOWN, 0, RS_ELEMENT_NONE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (RsKernel) kernel = read_kernel (cases[i].e);
      g_autoptr (RsRanges) ranges = rs_ranges_new (kernel);
      const RsIrExpression *e = get_last (kernel)->value;
      RsRange range = rs_ranges_get (ranges, e);

      g_test_message ("%s", cases[i].e);
      g_assert_cmpint (range.is_known, ==, cases[i].low != UNKNOWN);
      g_assert_cmpint (rs_ranges_get_element (ranges, e), ==, cases[i].element);
      g_assert_cmpint (rs_ranges_fit (ranges, e, RS_ELEMENT_INT32), ==, range.is_known);
      if (!range.is_known)
        continue;
      g_assert_cmpint (range.low, ==, cases[i].low);
      g_assert_cmpint (range.high, ==, cases[i].high);
    }
}

/* --- what holds at a place --- */

/* Facts of the two loops, as a walk meets them. */
static RsLinearFacts *
walk_into_loops (RsKernel *kernel)
{
  RsLinearFacts *facts = rs_linear_facts_new (kernel);
  const RsIrStatement *outer = kernel->body.last;

  rs_linear_facts_assign (facts, 2, kernel->body.first->value, FALSE);
  for (const RsIrStatement *loop = outer; loop->kind == RS_IR_LOOP; loop = loop->body.last)
    {
      const RsIrExpression *counter = rs_ir_local (kernel, loop->index);

      rs_linear_facts_assume (facts, rs_ir_binary (kernel, RS_IR_GE, counter, loop->low), TRUE, FALSE);
      rs_linear_facts_assume (facts, rs_ir_binary (kernel, RS_IR_GT, counter, loop->high), FALSE, FALSE);
    }
  return facts;
}

static void
test_facts (void)
{
  static const struct {
    const char *e;
    RsTruth truth, without_five, without_facts;
  } cases[] = {
    { "(lt %0 @2)", RS_TRUTH_YES, RS_TRUTH_YES, RS_TRUTH_OPEN }, /* whatever n is */
    { "(ge %0 @2)", RS_TRUTH_NO, RS_TRUTH_NO, RS_TRUTH_OPEN },
    { "(gt (add %0 1) @2)", RS_TRUTH_NO, RS_TRUTH_NO, RS_TRUTH_OPEN },
    { "(lt (add %0 1) @2)", RS_TRUTH_OPEN, RS_TRUTH_OPEN, RS_TRUTH_OPEN },
    { "(and (le %1 9) (ge %1 2))", RS_TRUTH_YES, RS_TRUTH_YES, RS_TRUTH_OPEN },
    { "(or (gt %1 9) (eq %1 1))", RS_TRUTH_NO, RS_TRUTH_NO, RS_TRUTH_OPEN },
    { "(not (lt %1 %2))", RS_TRUTH_OPEN, RS_TRUTH_OPEN, RS_TRUTH_OPEN },
    { "(eq %2 5)", RS_TRUTH_YES, RS_TRUTH_OPEN, RS_TRUTH_OPEN },
    { "(ne %2 4)", RS_TRUTH_YES, RS_TRUTH_OPEN, RS_TRUTH_OPEN },
    { "(ge (position 1) 0)", RS_TRUTH_YES, RS_TRUTH_YES, RS_TRUTH_YES },
    { "(lt (floor-mod %0 7) 7)", RS_TRUTH_YES, RS_TRUTH_YES, RS_TRUTH_YES },
    { "(le (min %0 (dim @1 1)) (dim @1 1))", RS_TRUTH_YES, RS_TRUTH_YES, RS_TRUTH_YES },
    { "(gt (convert i64 (load @0 unchecked 4 %0)) -1)", RS_TRUTH_OPEN, RS_TRUTH_OPEN,
      RS_TRUTH_OPEN }, /* memory is no term */
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *number = g_strdup_printf ("(select %s 1 0)", cases[i].e);
      g_autoptr (RsKernel) kernel = read_kernel (number);
      RsLinearFacts *facts = walk_into_loops (kernel);
      const RsIrExpression *condition = get_last (kernel)->value->operands[0];

      g_test_message ("%s", cases[i].e);
      g_assert_cmpint (rs_linear_facts_decide (facts, condition), ==, cases[i].truth);
      rs_linear_facts_assign (facts, 2, NULL, FALSE);
      g_assert_cmpint (rs_linear_facts_decide (facts, condition), ==, cases[i].without_five);
      rs_linear_facts_forget (facts, &kernel->body);
      g_assert_cmpint (rs_linear_facts_decide (facts, condition), ==, cases[i].without_facts);
      rs_linear_facts_free (facts);
    }
}

static void
test_facts_of_branches (void)
{
  g_autoptr (RsKernel) kernel = read_kernel ("(select (lt @2 16) (min %0 @2) @2)");
  const RsIrExpression *condition = get_last (kernel)->value->operands[0], *n = condition->operands[0];
  const RsIrExpression *least = get_last (kernel)->value->operands[1], *sixteen = condition->operands[1];
  RsLinearFacts *facts = rs_linear_facts_new (kernel);
  guint mark = rs_linear_facts_mark (facts);
  gint64 bound;

  rs_linear_facts_assume (facts, condition, TRUE, TRUE);
  g_assert_cmpint (rs_linear_facts_decide (facts, condition), ==, RS_TRUTH_YES);
  g_assert_false (rs_linear_facts_upper_bound (facts, least, &bound)); /* others may have gone another way */
  rs_linear_facts_release (facts, mark);
  g_assert_cmpint (rs_linear_facts_decide (facts, condition), ==, RS_TRUTH_OPEN);

  rs_linear_facts_assume (facts, condition, TRUE, FALSE);
  g_assert_true (rs_linear_facts_upper_bound (facts, least, &bound));
  g_assert_cmpint (bound, ==, 15);
  g_assert_false (rs_linear_facts_is_inside (facts, n, sixteen));
  g_assert_false (rs_linear_facts_get_constant (facts, n, &bound));
  rs_linear_facts_assume (facts, rs_ir_binary (kernel, RS_IR_GE, n, rs_ir_integer (kernel, 15)), TRUE, FALSE);
  g_assert_true (rs_linear_facts_is_inside (facts, n, sixteen));
  g_assert_true (rs_linear_facts_get_constant (facts, n, &bound));
  g_assert_cmpint (bound, ==, 15);
  rs_linear_facts_forget (facts, &kernel->body); /* which assigns locals only */
  g_assert_true (rs_linear_facts_get_constant (facts, n, &bound));
  rs_linear_facts_free (facts);
}

/* --- bounds and stride over a box --- */

/* With n = 7, rows of the vector 100 long and a grid of 10 x 20. */
static gint64
evaluate (const RsIrExpression *e)
{
  gint64 a = e->n_operands > 0 ? evaluate (e->operands[0]) : 0, b = e->n_operands > 1 ? evaluate (e->operands[1]) : 0;

  switch ((RsIrOp)e->op)
    {
    case RS_IR_CONST:
      return e->value.integer;
    case RS_IR_NUMBER:
      return 7;
    case RS_IR_DIM:
      return 100;
    case RS_IR_GRID:
      return e->component == 0 ? 10 : 20;
    case RS_IR_ADD:
      return a + b;
    case RS_IR_SUB:
      return a - b;
    case RS_IR_MUL:
      return a * b;
    case RS_IR_FLOOR_DIV:
      g_assert_cmpint (b, >, 0);
      return a >= 0 ? a / b : -((-a + b - 1) / b);
    case RS_IR_GE:
      return a >= b;
    case RS_IR_LT:
      return a < b;
    case RS_IR_AND:
      return a && b;
    default:
      g_assert_not_reached ();
    }
}

/* What is known where the last statement stands. */
static void
walk (RsKnownLocals *locals, RsKernel *kernel)
{
  rs_known_locals_init (locals, kernel, &kernel->body);
  rs_known_locals_enter (locals, kernel->body.first);
  for (const RsIrStatement *s = kernel->body.last; s != NULL; s = s->body.last)
    rs_known_locals_enter (locals, s);
}

static void
test_positions (void)
{
  static const struct {
    const char *e;
    gint64 coefficient;
    guint dimension;
    gint64 low, high;
  } cases[] = {
    { "(position 1)", 1, 1, 0, 0 },
    { "(sub (mul 3 (position 0)) 4)", 3, 0, -4, -4 },
    { "(mul (add (position 1) %1) 2)", 2, 1, 4, 18 },
    { "(sub (position 0) %1)", 1, 0, -9, -2 },
    { "(add (position 0) %0)", 1, 0, 0, 6 }, /* n as the launch will know it */
    { "(add %2 (position 0))", 1, 0, 5, 5 }, /* behind its one assignment */
    { "(mul %1 @2)", UNKNOWN, 0, 0, 0 },
    { "(mul @2 7)", 0, 0, 49, 49 },
    { "(sub 9 (position 0))", -1, 0, 9, 9 },
    { "(mul (sub (position 1) %1) -2)", -2, 1, 4, 18 },
    { "(add (position 0) (position 1))", UNKNOWN, 0, 0, 0 },
    { "(mul @2 (position 0))", UNKNOWN, 0, 0, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (RsKernel) kernel = read_kernel (cases[i].e);
      RsKnownLocals locals;
      RsPositionRange range;

      walk (&locals, kernel);
      range = rs_position_range (kernel, &locals, get_last (kernel)->value);
      rs_known_locals_clear (&locals);
      g_test_message ("%s", cases[i].e);
      g_assert_cmpint (range.is_known, ==, cases[i].coefficient != UNKNOWN);
      if (!range.is_known)
        continue;
      g_assert_cmpint (range.coefficient, ==, cases[i].coefficient);
      g_assert_cmpint (range.dimension, ==, cases[i].dimension);
      g_assert_cmpint (evaluate (range.low), ==, cases[i].low);
      g_assert_cmpint (evaluate (range.high), ==, cases[i].high);
    }
}

static void
test_boxes (void)
{
  static const struct {
    const char *e;
    int dimension; /* that is bounded; -1: the access is not understood */
    gint64 low, high;
  } cases[] = {
    { "(add (position 1) 3)", 1, -3, 97 },
    { "(sub (mul 3 (position 0)) 4)", 0, 2, 35 },
    { "(add (mul (position 0) @2) (position 1))", 0, 0, 12 },         /* 7 * 11 + 19 = 96, 7 * 12 + 19 = 103 */
    { "(add (mul (position 0) 16) (sub (position 1) 2))", 0, 1, 6 },  /* 16 * 0 - 2; 16 * 5 + 17 = 97 */
    { "(add (position 0) (position 1))", 1, 0, 91 },                  /* 9 + 90 */
    { "(add (sub (position 1) (mul 2 (position 0))) 5)", 1, 13, 95 }, /* 13 - 18 + 5 = 0, 94 - 0 + 5 = 99 */
    { "(sub (sub 99 (position 1)) (position 0))", 1, 0, 91 },
    { "(sub (add (position 0) (position 1)) (position 0))", 1, 0, 100 },
    { "(mul (position 0) (position 1))", -1, 0, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (RsKernel) kernel = read_kernel (cases[i].e);
      RsPositionBounds bounds = { 0 };
      RsKnownLocals locals;
      gboolean is_bounded;
      const RsIrExpression *e = get_last (kernel)->value;

      walk (&locals, kernel);
      is_bounded = rs_position_bounds_add_access (kernel, &bounds, &locals, 0, &e, 1);
      rs_known_locals_clear (&locals);
      g_test_message ("%s", cases[i].e);
      g_assert_cmpint (is_bounded, ==, cases[i].dimension >= 0);
      for (int g = 0; g < RS_MAX_GRID; g++)
        g_assert_cmpint (bounds.bounded[g], ==, g == cases[i].dimension);
      if (!is_bounded)
        continue;
      g_assert_true (bounds.condition == NULL || evaluate (bounds.condition));
      g_assert_cmpint (evaluate (bounds.low[cases[i].dimension]), ==, cases[i].low);
      g_assert_cmpint (evaluate (bounds.high[cases[i].dimension]), ==, cases[i].high);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel/integers/ranges", test_ranges);
  g_test_add_func ("/kernel/integers/facts", test_facts);
  g_test_add_func ("/kernel/integers/facts-of-branches", test_facts_of_branches);
  g_test_add_func ("/kernel/integers/positions", test_positions);
  g_test_add_func ("/kernel/integers/boxes", test_boxes);
  return g_test_run ();
}
