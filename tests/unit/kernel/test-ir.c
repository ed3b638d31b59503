/* The kernel IR's text form, verifier and C back end: text in, text or results out.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "run-kernel.h"

#include "compiler/cpu/cpu.h"

#include <math.h>
#include <string.h>

/* y[i,j] = x[i-1,j] + x[i+1,j] with every boundary mode in turn, through a control structure that uses each kind. */
static const char stencil[]
    = "(kernel stencil (title \"stencil\") (file \"a \\\"b\\\".q\") (line 3) (form function) (grid 2) (precision "
      "single)\n"
      " (parameters (array \"x\" SINGLE 2 1 0 plain reads) (array \"y\" SINGLE 2 1 1 plain writes)\n"
      "  (number \"g\" INT64 0 1 2 plain))\n"
      " (locals (f32 \"s\" 1) (i64 \"k\" 1 counter) (f32 \"v\" 4))\n"
      " (messages \"never\")\n"
      " (body (do (set 4 %0 f32:0.5)\n"
      "  (loop 5 1 %1 -1 1 2 (do\n"
      "   (if 6 (eq %1 @2) (do (continue 6 1)) (do))\n"
      "   (set 6 %0 (add %0 (load @0 MODE 7:25 (add (position 0) %1) (position 1))))))\n"
      "  (region 8 2 (do (forever 9 3 (do (if 9 (gt %0 f32:1e9) (do (break 9 2)) (do (break 9 3)))) (do))\n"
      "   (set-element 10 %2 2 %0)))\n"
      "  (assert 11:3 0 (not (is-nan %0)))\n"
      "  (store 12 @1 unchecked default unique ((position 0) (position 1)) (element %2 2)))))\n";

static RsKernel *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  RsKernel *kernel = rs_kernel_parse (text, &error);
  g_autofree char *problem = NULL;

  g_assert_no_error (error);
  problem = rs_kernel_verify (kernel);
  g_assert_cmpstr (problem, ==, NULL);
  return kernel;
}

static RsKernel *
parse_stencil (const char *mode)
{
  GString *text = g_string_new (stencil);
  RsKernel *kernel;

  g_string_replace (text, "MODE", mode, 0);
  kernel = parse (text->str);
  g_string_free (text, TRUE);
  return kernel;
}

static void
test_round_trip (void)
{
  g_autoptr (RsKernel) first = parse_stencil ("mirror");
  g_autofree char *once = rs_kernel_print (first);
  g_autoptr (RsKernel) second = parse (once);
  g_autofree char *twice = rs_kernel_print (second);

  g_assert_cmpstr (once, ==, twice);
  g_assert_nonnull (strstr (once, "(load @0.0 mirror 7:25 (add (position 0) %1) (position 1))"));
}

static const char exchange[]
    = "(kernel swap (title \"swap\") (file \"a.q\") (line 1) (form function) (grid 1) (precision single)\n"
      " (target cuda)\n"
      " (parameters (array \"x\" SINGLE 1 0 0 plain reads))\n"
      " (locals (f32 \"v\" 2) (i64 \"b\" 2))\n"
      " (messages)\n"
      " (blocks)\n"
      " (body (do\n"
      "  (barrier 2 1 0 warp-shuffle %0 (load @0.0 safe 2 (position 0)) 3)\n"
      "  (barrier 3 1 0 warp-ballot %1 (eq (position 0) 4))\n"
      "  (barrier 4 1 0 warp-match %1 (position 0))\n"
      "  (barrier 5 0 7 match-all 2 ((position 0) 0 (block 0)) %1 (position 0)))))\n";

static void
test_exchange (void)
{
  g_autoptr (RsKernel) first = parse (exchange);
  g_autofree char *once = rs_kernel_print (first);
  g_autoptr (RsKernel) second = parse (once);
  g_autofree char *twice = rs_kernel_print (second);

  g_assert_cmpstr (once, ==, twice);
  g_assert_nonnull (strstr (once, "(barrier 2 1 0 warp-shuffle %0 (load @0.0 safe 2 (position 0)) 3)"));
  g_assert_nonnull (strstr (once, "(barrier 5 0 7 match-all 2 ((position 0) 0 (block 0)) %1 (position 0))"));
  g_assert_nonnull (strstr (once, "(target cuda)"));
}

/* What an exchange of a group lacks is found. */
static void
test_bad_exchange (void)
{
  static const struct {
    const char *statement, *problem;
  } cases[] = { { "(barrier 5 0 7 ballot 0 ((position 0) 0 (block 0)) %1 (position 0))", "number of its call" },
                { "(barrier 5 2 7 ballot 1 ((position 0) 0 (block 0)) %1 (position 0))", "without a group" },
                { "(barrier 5 0 7 ballot 1 ((position 0) f64:0 (block 0)) %1 (position 0))", "part 1 of a group" },
                { "(barrier 5 0 7 ballot 1 ((position 0) 0 (block 0)) %1 (eq (position 0) 4))", "of type bool" },
                { "(barrier 5 0 7 any 1 ((position 0) 0 (block 0)) %1 (position 0))", "has type i64, not bool" },
                { "(barrier 5 0 7 shuffle 1 ((position 0) 0 (block 0)) %1 (position 0))", "another place" },
                { "(barrier 5 0 7 ballot 1 ((position 0) 0 (block 0)) %2 (position 0))", "is no vector" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "(kernel k (title \"k\") (file \"a.q\") (line 1) (form function) (grid 1) (precision single)"
          " (parameters) (locals (f32 \"v\" 2) (i64 \"b\" 2) (i64 \"n\" 1)) (messages) (blocks)"
          " (body (do %s)))",
          cases[i].statement);
      g_autoptr (RsKernel) kernel = rs_kernel_parse (text, NULL);
      g_autofree char *problem = rs_kernel_verify (kernel);

      g_assert_nonnull (problem);
      g_test_message ("%s", problem);
      g_assert_nonnull (strstr (problem, cases[i].problem));
    }
}

static const char sample_format[]
    = "(kernel k (title \"k\") (file \"a.q\") (line 1) (form function) (grid 1) (precision single)"
      " (parameters (array \"x\" SINGLE 2 1 0 plain reads) (array \"y\" SINGLE 1 1 1 plain reads writes))"
      " (locals (f32 \"t\" 1)) (messages) (body (do (set 2 %%0 %s))))";

static void
test_sample (void)
{
  const char *const samples[]
      = { "(sample f32 @0 linear mirror 3:7 f32:0.5 (position 0))", "(sample f32 @0 nearest safe 4 2 (position 0))" };

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *text = g_strdup_printf (sample_format, samples[i]);
      g_autoptr (RsKernel) first = parse (text);
      g_autofree char *once = rs_kernel_print (first);
      g_autoptr (RsKernel) second = parse (once);
      g_autofree char *twice = rs_kernel_print (second);

      g_assert_cmpstr (once, ==, twice);
      g_assert_nonnull (strstr (once, samples[i]));
    }
}

/* What a sample lacks is found. */
static void
test_bad_sample (void)
{
  static const struct {
    const char *sample, *problem;
  } cases[] = { { "(sample f32 @0 linear safe 2 1 (position 0))", "does not fit the coordinates" },
                { "(sample f32 @0 nearest safe 2 f32:1 (position 0))", "does not fit the coordinates" },
                { "(sample f32 @0 linear safe 2 f32:1)", "2 dimensions but 1 coordinates" },
                { "(sample f64 @0 nearest safe 2 1 (position 0))", "sample of type f64" },
                { "(sample f32 @0 nearest safe 2 i32:1 (position 0))", "coordinate 0 has type i32" },
                { "(sample f32 @0 nearest default 2 1 (position 0))", "without a boundary mode" },
                { "(sample f32 @1 nearest safe 2 1)", "is a texture, and written" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (sample_format, cases[i].sample);
      g_autoptr (RsKernel) kernel = rs_kernel_parse (text, NULL);
      g_autofree char *problem = rs_kernel_verify (kernel);

      g_assert_nonnull (problem);
      g_test_message ("%s", problem);
      g_assert_nonnull (strstr (problem, cases[i].problem));
    }
}

/* What the element at row i of a column 0..n-1 is worth under a mode. */
static float
expected_element (const char *mode, gint64 i, gint64 n)
{
  if (i < 0 || i >= n)
    {
      if (g_str_equal (mode, "safe"))
        return 0;
      if (g_str_equal (mode, "mirror"))
        i = i < 0 ? -1 - i : 2 * n - 1 - i;
      else if (g_str_equal (mode, "circular"))
        i = (i + n) % n;
      else
        i = CLAMP (i, 0, n - 1);
    }
  return i * 10 + 1;
}

static void
test_boundary_modes (void)
{
  static const char *const modes[] = { "safe", "mirror", "circular", "clamped" };
  enum { ROWS = 5, COLUMNS = 37 };
  gint64 grid[] = { ROWS, COLUMNS };

  for (guint m = 0; m < G_N_ELEMENTS (modes); m++)
    {
      g_autoptr (RsKernel) kernel = parse_stencil (modes[m]);
      g_autoptr (RunKernel) run = run_kernel_new (kernel);
      float x[ROWS * COLUMNS], y[ROWS * COLUMNS];
      RsKernelArray ax = { x, { ROWS, COLUMNS, 1 } }, ay = { y, { ROWS, COLUMNS, 1 } };
      gint64 g = 99;
      void *arguments[] = { &ax, &ay, &g };

      for (int i = 0; i < ROWS * COLUMNS; i++)
        x[i] = (i / COLUMNS) * 10 + 1;
      g_assert_cmpint (run_kernel_launch (run, grid, 2, arguments).code, ==, RS_KERNEL_OK);
      for (int i = 0; i < ROWS; i++)
        g_assert_cmpfloat (y[i * COLUMNS + 3], ==,
                           0.5f + expected_element (modes[m], i - 1, ROWS) + expected_element (modes[m], i + 1, ROWS));
      g = 1; /* the iteration with k == 1 is skipped */
      run_kernel_launch (run, grid, 1, arguments);
      g_assert_cmpfloat (y[COLUMNS], ==, 0.5f + expected_element (modes[m], 0, ROWS));
    }
}

static void
test_failures (void)
{
  g_autoptr (RsKernel) kernel = parse_stencil ("checked");
  g_autoptr (RunKernel) run = run_kernel_new (kernel);
  float x[6] = { 0, 0, NAN, 0, 0, 0 }, y[6];
  RsKernelArray ax = { x, { 3, 2, 1 } }, ay = { y, { 3, 2, 1 } };
  gint64 g = -1, grid[] = { 3, 2 };
  void *arguments[] = { &ax, &ay, &g };
  RsKernelStatus status;

  g_assert_true (rs_kernel_can_fail (kernel));
  status = run_kernel_launch (run, grid, 1, arguments); /* row 0 reads row 1: its NaN fails the assertion first */
  g_assert_cmpint (status.code, ==, RS_KERNEL_ASSERT);
  g_assert_cmpuint (rs_place_line ((RsIrPlace)status.line), ==, 11);
  g_assert_cmpuint (rs_place_column ((RsIrPlace)status.line), ==, 3);
  g_assert_cmpstr (rs_kernel_get_message (kernel, status.text), ==, "never");
  x[2] = 0;
  status = run_kernel_launch (run, grid, 1, arguments);
  g_assert_cmpint (status.code, ==, RS_KERNEL_OUT_OF_BOUNDS);
  g_assert_cmpuint (rs_place_line ((RsIrPlace)status.line), ==, 7);
  g_assert_cmpuint (rs_place_column ((RsIrPlace)status.line), ==, 25);
  g_assert_cmpint (status.parameter, ==, 0);
  g_assert_cmpint (status.dimension, ==, 0);
  g_assert_cmpint (status.index, ==, 3);
  g_assert_cmpint (status.size, ==, 3);
  g_assert_cmpint (status.is_write, ==, 0);
}

/* --- integers: overflow rules and atomic operations --- */

static void
store_as (const char *overflow, const double *values, guint n, guint8 *out, RsKernelStatus *status)
{
  g_autofree char *text = g_strdup_printf (
      "(kernel k (grid 1) (precision double) (parameters (array \"x\" DOUBLE 1 1 0 plain reads)"
      " (array \"y\" UINT8 1 1 1 plain writes)) (locals) (messages) (body (do"
      " (store 2 @1 safe %s unique ((position 0)) (load @0 safe 2 (position 0))))))",
      overflow);
  g_autoptr (RsKernel) kernel = parse (text);
  g_autoptr (RunKernel) run = run_kernel_new (kernel);
  RsKernelArray ax = { (void *)values, { n, 1 } }, ay = { out, { n, 1 } };
  gint64 grid[] = { n };
  void *arguments[] = { &ax, &ay };

  *status = run_kernel_launch (run, grid, 1, arguments);
}

static void
test_overflow (void)
{
  const double values[] = { -0.9, 255.9, 256, -1, 1e30, NAN };
  const guint8 saturated[] = { 0, 255, 255, 0, 255, 0 };
  guint8 out[6];
  RsKernelStatus status;

  store_as ("saturate", values, 6, out, &status);
  g_assert_cmpmem (out, 6, saturated, 6);
  store_as ("wrap", values, 4, out, &status);
  g_assert_cmpint (out[1], ==, 255);
  g_assert_cmpint (out[2], ==, 0);
  g_assert_cmpint (out[3], ==, 255);
  store_as ("overflow-checked", values, 2, out, &status);
  g_assert_cmpint (status.code, ==, RS_KERNEL_OK);
  store_as ("overflow-checked", values, 6, out, &status);
  g_assert_cmpint (status.code, ==, RS_KERNEL_OVERFLOW);
  g_assert_cmpint (status.index, ==, 256);
}

static void
test_atomic (void)
{
  static const struct { const char *op, *type; double expected; } cases[] = {
    { "add", "SINGLE", 1 + 10 * 2 }, { "mul", "DOUBLE", 1024 }, { "max", "SINGLE", 2 },
    { "min", "SINGLE", 1 }, { "div", "DOUBLE", 1.0 / 1024 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gboolean single = g_str_equal (cases[i].type, "SINGLE");
      g_autofree char *text = g_strdup_printf (
          "(kernel k (grid 1) (parameters (array \"y\" %s 1 1 0 plain reads writes)) (locals) (messages) (body (do"
          " (atomic 2 %s @0 safe default shared (0) %s:2))))",
          cases[i].type, cases[i].op, single ? "f32" : "f64");
      g_autoptr (RsKernel) kernel = parse (text);
      g_autoptr (RunKernel) run = run_kernel_new (kernel);
      float f = 1;
      double d = 1;
      RsKernelArray a = { single ? (void *)&f : (void *)&d, { 1, 1 } };
      gint64 grid[] = { 10 };
      void *arguments[] = { &a };

      run_kernel_launch (run, grid, 2, arguments);
      g_assert_cmpfloat (single ? f : d, ==, cases[i].expected);
    }
}

/* --- reductions --- */

static void
test_reduction (void)
{
  g_autoptr (RsKernel) kernel
      = parse ("(kernel k (form expression) (grid 1) (parameters (array \"x\" SINGLE 1 1 0 flat reads)"
               " (accumulator \"s\" DOUBLE 0 1 0 plain sum) (accumulator \"m\" DOUBLE 0 1 0 plain maximum)"
               " (final \"l\" INT64 0 1 0 plain integer)) (locals) (messages) (body (do"
               " (reduce 1 add @1.0 (convert f64 (load @0 unchecked 1 (position 0))))"
               " (reduce 1 max @2.0 (convert f64 (load @0 unchecked 1 (position 0))))"
               " (finish 1 @3.0 (mul 3 (position 0))))))");
  g_autoptr (RunKernel) run = run_kernel_new (kernel);
  enum { N = 100003 };
  g_autofree float *x = g_new (float, N);
  RsKernelArray a = { x, { N, 1 } };
  double sums[3], maxima[3];
  gint64 last = -1, grid[] = { N };
  void *arguments[] = { &a, sums, maxima, &last };

  for (int i = 0; i < N; i++)
    x[i] = i == 777 ? 5 : 1;
  run_kernel_launch (run, grid, 3, arguments);
  g_assert_cmpfloat (sums[0] + sums[1] + sums[2], ==, N + 4);
  g_assert_cmpfloat (maxima[0], ==, 5);
  g_assert_cmpfloat (maxima[2], ==, 1);
  g_assert_cmpint (last, ==, 3 * (N - 1));
  g_assert_nonnull (strstr (run_kernel_get_text (run), "omp simd"));
}

/* --- every operation compiles and gives C's value --- */

static void
test_operations (void)
{
  for (RsIrOp op = RS_IR_ADD; op < RS_IR_N_OPS; op++)
    for (RsIrType type = RS_IR_BOOL; type <= RS_IR_F64; type++)
      {
        RsIrRule rule = rs_ir_ops[op].rule;
        g_autoptr (RsKernel) kernel = rs_kernel_new ("k", 1);
        RsKernelParameter result = { .binding = RS_BIND_ARRAY, .name = (char *)"y", .element = RS_ELEMENT_DOUBLE,
                                     .rank = 1, .length = 1, .writes = TRUE };
        RsIrExpression *e;
        RsIrStatement *store = rs_ir_statement (kernel, RS_IR_STORE, 1);
        g_autofree char *problem = NULL;

        e = rs_ir_new (kernel, op, type, rs_ir_ops[op].arity);
        for (guint i = 0; i < e->n_operands; i++)
          e->operands[i] = rs_ir_constant (kernel, rule == RS_IR_RULE_SELECT && i == 0 ? RS_IR_BOOL : type, 0.5 + i);
        if (rule == RS_IR_RULE_COMPARE || rule == RS_IR_RULE_TEST || rule == RS_IR_RULE_LOGIC)
          e->type = RS_IR_BOOL;
        else if (rule == RS_IR_RULE_TO_INTEGER)
          e->type = RS_IR_I64;
        rs_kernel_add_parameter (kernel, &result, RS_IR_VIEW_PLAIN);
        store->boundary = RS_BOUNDARY_UNCHECKED;
        store->n_subscripts = 1;
        store->subscripts = rs_arena_array (kernel->arena, const RsIrExpression *, 1);
        store->subscripts[0] = rs_ir_leaf (kernel, RS_IR_POSITION, RS_IR_I64, 0, 0);
        store->value = e;
        rs_ir_append (&kernel->body, store);
        problem = rs_kernel_verify (kernel);
        if (problem)
          g_assert_true (rule == RS_IR_RULE_NUMERIC || rule == RS_IR_RULE_FLOATING || rule == RS_IR_RULE_INTEGRAL
                         || rule == RS_IR_RULE_LOGIC || rule == RS_IR_RULE_TEST || rule == RS_IR_RULE_TO_INTEGER);
        else
          {
            g_autofree char *text = rs_kernel_print_c (kernel);

            g_assert_nonnull (strstr (text, "void\nk (const RsKernelBox"));
          }
      }
}

static void
test_helpers (void)
{
  static const struct { const char *expression; double expected; } cases[] = {
    { "(convert f64 (floor-div -7 2))", -4 }, { "(convert f64 (trunc-div -7 2))", -3 },
    { "(convert f64 (floor-mod -7 3))", 2 },  { "(convert f64 (floor-div 7 0))", 0 },
    { "(convert f64 (floor-div -9223372036854775808 -1))", -9223372036854775808.0 },
    { "(convert f64 (mod f32:-7.5 f32:2))", 0.5 }, { "(mod f64:7.5 f64:-2)", -0.5 },
    { "(convert f64 (mirror -3 4))", 2 }, { "(convert f64 (mirror 4 4))", 3 }, { "(convert f64 (mirror 5 0))", 0 },
    { "(convert f64 (periodize -1 4))", 3 }, { "(convert f64 (shift-left 1 70))", 0 },
    { "(round f64:-2.5)", -3 }, { "(convert f64 (round f32:0.49999997))", 0 }, { "(min f64:3 f64:2)", 2 },
    { "(abs f64:-3)", 3 }, { "(select (lt 1 2) f64:1 f64:2)", 1 }, { "(convert f64 (pow f32:2 f32:10))", 1024 },
    { "(convert f64 (is-nan f32:nan))", 1 }, { "(convert f64 (is-inf f64:-inf))", 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "(kernel k (grid 1) (parameters (array \"y\" DOUBLE 1 1 0 plain writes)) (locals) (messages) (body (do"
          " (store 1 @0 safe default unique ((position 0)) %s))))",
          cases[i].expression);
      g_autoptr (RsKernel) kernel = parse (text);
      g_autoptr (RunKernel) run = run_kernel_new (kernel);
      double y = 99;
      RsKernelArray a = { &y, { 1 } };
      gint64 grid[] = { 1 };
      void *arguments[] = { &a };

      run_kernel_launch (run, grid, 1, arguments);
      g_test_message ("%s", cases[i].expression);
      g_assert_cmpfloat (y, ==, cases[i].expected);
    }
}

/* --- what is not well formed --- */

static void
test_verifier (void)
{
  static const struct {
    const char *statement, *problem;
  } cases[] = {
    { "(set 1 %0 1)", "type" },
    { "(set 1 %1 1)", "is assigned" },
    { "(set 1 %0 (convert f32 %1))", "outside its loop" },
    { "(set 1 %0 (add f32:1 1))", "type rule" },
    { "(set 1 %0 (div 1 2))", "type rule" },
    { "(set 1 %2 f32:1)", "vector" },
    { "(set 1 %0 (load @0 safe 1 0 0))", "dimensions" },
    { "(set 1 %0 (load @0 default 1 0))", "boundary" },
    { "(set 1 %0 (load @0 safe 1 f32:0))", "subscript" },
    { "(set 1 %0 (convert f32 (position 1)))", "no dimension" },
    { "(if 1 %0 (do) (do))", "condition" },
    { "(break 1 7)", "not around" },
    { "(region 1 1 (do (continue 1 1)))", "no loop" },
    { "(loop 1 1 %1 0 f32:1 1 (do))", "bounds" },
    { "(loop 1 1 %1 0 1 0 (do))", "step" },
    { "(loop 1 1 %1 1 4 1 (do) launch-1)", "count from 0" },
    { "(loop 1 1 %1 0 4 1 (do) launch-2)", "the one before it" },
    { "(loop 1 1 %1 0 4 1 (do (return 1)) launch-1)", "launched ends" },
    { "(region 1 1 (do (loop 1 2 %1 0 4 1 (do (break 1 1)) launch-1)))", "outside of a launch" },
    { "(assert 1 0 (eq 1 1))", "message" },
    { "(store 1 @1 safe default unique (0) 1)", "overflow" },
    { "(reduce 1 add @2 1)", "value" },
    { "(reduce 1 add @0 f64:1)", "an array" },
    { "(finish 1 @2 f64:1)", "binding" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *text = g_strdup_printf (
          "(kernel k (grid 1) (parameters (array \"x\" SINGLE 1 1 0 plain reads) (array \"n\" INT8 1 1 1 plain writes)"
          " (accumulator \"s\" DOUBLE 0 1 0 plain sum)) (locals (f32 \"a\" 1) (i64 \"i\" 1 counter) (f32 \"v\" 3))"
          " (messages) (body (do %s)))",
          cases[i].statement);
      g_autoptr (RsKernel) kernel = rs_kernel_parse (text, &error);
      g_autofree char *problem = NULL;

      g_assert_no_error (error);
      problem = rs_kernel_verify (kernel);
      g_test_message ("%s: %s", cases[i].statement, problem);
      g_assert_nonnull (problem);
      g_assert_nonnull (strstr (problem, cases[i].problem));
    }
}

static void
test_bad_text (void)
{
  static const char *const texts[] = {
    "", "(", ")", "(kernel", "(kernel k (", "(kernel k (body (do (set 1 %0 1))))", "(kernel k (body (do (nonsense))))",
    "(kernel k (body (do (set))))", "(kernel k (locals (f32 \"a", "(kernel k (parameters (array)))",
    "(kernel k (body (do (if 1))))", "(kernel k (locals (f32 \"a\" 1)) (body (do (set 1 %0 (add 1)))))",
    "(kernel k (locals (f32 \"a\" 1)) (body (do (set 1 %0 (load @9 safe)))))",
  };
  g_autoptr (GString) deep = g_string_new (NULL);

  for (int i = 0; i < 100000; i++)
    g_string_append_c (deep, '(');
  for (guint i = 0; i <= G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (rs_kernel_parse (i < G_N_ELEMENTS (texts) ? texts[i] : deep->str, &error));
      g_assert_error (error, G_MARKUP_ERROR, G_MARKUP_ERROR_PARSE);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel/ir/round-trip", test_round_trip);
  g_test_add_func ("/kernel/ir/exchange", test_exchange);
  g_test_add_func ("/kernel/ir/bad-exchange", test_bad_exchange);
  g_test_add_func ("/kernel/ir/sample", test_sample);
  g_test_add_func ("/kernel/ir/bad-sample", test_bad_sample);
  g_test_add_func ("/kernel/ir/verifier", test_verifier);
  g_test_add_func ("/kernel/ir/bad-text", test_bad_text);
  g_test_add_func ("/kernel/c/boundary-modes", test_boundary_modes);
  g_test_add_func ("/kernel/c/failures", test_failures);
  g_test_add_func ("/kernel/c/overflow", test_overflow);
  g_test_add_func ("/kernel/c/atomic", test_atomic);
  g_test_add_func ("/kernel/c/reduction", test_reduction);
  g_test_add_func ("/kernel/c/operations", test_operations);
  g_test_add_func ("/kernel/c/helpers", test_helpers);
  return g_test_run ();
}
