/* The dependence test, a case a class: what is proven independent, and what is not.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/analysis/order/dependence.h"

typedef struct {
  const char *name;
  const char *body;
  gboolean is_independent;
  guint independent;  /* dimensions, as bits, where it is not */
  const char *counts; /* parts of the kernel that say how many positions there are; NULL: it is not known */
} Case;

/* x, y: vectors; m, n: matrices; N: a number; %0: a counter; %1: a private integer. The grid has two dimensions. */
static const Case cases[] = {
  { "own-element",
    "(store 1 @2 safe default shared ((position 0) (position 1)) (load @3 safe 1 (position 0) (position 1)))", TRUE },
  { "own-element-updated",
    "(store 1 @2 safe default shared ((position 0) (position 1)) (load @2 safe 1 (position 0) (position 1)))", TRUE },
  { "transposed", "(store 1 @2 safe default shared ((position 1) (position 0)) f32:1)", TRUE },
  { "shifted-by-a-number", "(store 1 @2 safe default shared ((add (position 0) @4) (sub (position 1) 3)) f32:1)",
    TRUE },
  { "shifted-read",
    "(store 1 @2 safe default shared ((position 0) (position 1)) (load @2 safe 1 (sub (position 0) 1) (position 1)))",
    FALSE, 2 },
  { "one-dimension-missing", "(store 1 @2 safe default shared ((position 0) 0) f32:1)", FALSE, 1 },
  { "constant-element", "(store 1 @0 safe default shared (3) f32:1)", FALSE },
  { "coupled", "(store 1 @2 safe default shared ((add (position 0) (position 1)) (position 0)) f32:1)", TRUE },
  { "read-of-another-column",
    "(store 1 @2 safe default shared ((position 0) (mul 2 (position 1))) (load @2 safe 1 (position 0) (add 1 (mul 2 "
    "(position 1)))))",
    TRUE },
  { "read-of-the-same-parity",
    "(store 1 @2 safe default shared ((position 0) (mul 2 (position 1))) (load @2 safe 1 (position 0) (add 2 (mul 2 "
    "(position 1)))))",
    FALSE, 1 },
  { "blocks-of-three",
    "(loop 1 1 %0 0 2 1 (do (store 1 @2 safe default shared ((position 0) (add %0 (mul 3 (position 1)))) f32:1)))",
    TRUE },
  { "overlapping-blocks",
    "(loop 1 1 %0 0 3 1 (do (store 1 @2 safe default shared ((position 0) (add %0 (mul 3 (position 1)))) f32:1)))",
    FALSE, 1 },
  { "unknown-subscript",
    "(store 1 @2 safe default shared ((position 0) (convert i64 (load @0 safe 1 (position 1)))) f32:1)", FALSE, 1 },
  { "product-of-positions", "(store 1 @2 safe default shared ((position 0) (mul (position 0) (position 1))) f32:1)",
    FALSE, 1 },
  { "folded-by-mirror", "(store 1 @2 mirror default shared ((position 0) (position 1)) f32:1)", FALSE },
  { "private-subscript", "(set 1 %1 (add (position 1) 1)) (store 1 @2 safe default shared ((position 0) %1) f32:1)",
    TRUE },
  { "private-subscript-set-in-a-branch",
    "(if 1 (lt (position 1) 5) (do (set 1 %1 (position 1))) (do)) (store 1 @2 safe default shared ((position 0) %1) "
    "f32:1)",
    FALSE, 1 },
  { "private-subscript-set-too-late",
    "(loop 1 1 %0 0 3 1 (do (store 1 @2 safe default shared ((position 0) %1) f32:1) (set 1 %1 (position 1))))", FALSE,
    1 },

  /* Dimensions over which there is no dependence. */
  { "row-recurrence",
    "(store 1 @2 safe default shared ((position 0) (position 1)) (load @2 safe 1 (position 0) (sub (position 1) 1)))",
    FALSE, 1 },
  { "column-recurrence",
    "(store 1 @2 safe default shared ((position 0) (position 1)) (load @2 safe 1 (sub (position 0) 1) (position 1)))",
    FALSE, 2 },
  { "wavefront",
    "(store 1 @2 safe default shared ((position 0) (position 1)) (load @2 safe 1 (sub (position 0) 1) (sub (position "
    "1) "
    "1)))",
    FALSE, 0 },
  { "transposed-read",
    "(store 1 @2 safe default shared ((position 0) (position 1)) (load @2 safe 1 (position 1) (position 0)))", FALSE,
    0 },

  /* GCD, also with a number that is not known, and over a range. */
  { "gcd-of-two-dimensions",
    "(store 1 @0 safe default shared ((add (mul 6 (position 0)) (mul 4 (position 1)))) (load @0 safe 1 (add 1 (mul 2 "
    "(position 0)))))",
    FALSE, 0 },
  { "gcd-with-a-number",
    "(store 1 @2 safe default shared ((position 0) (mul 4 (position 1))) (load @2 safe 1 (position 0) (add (mul 2 @4) "
    "(add 3 (mul 4 (position 1))))))",
    TRUE },
  { "gcd-with-an-odd-number",
    "(store 1 @2 safe default shared ((position 0) (mul 4 (position 1))) (load @2 safe 1 (position 0) (add @4 (add 3 "
    "(mul 4 "
    "(position 1))))))",
    FALSE, 1 },
  { "gcd-over-a-range",
    "(loop 1 1 %0 0 1 1 (do (store 1 @2 safe default shared ((position 0) (mul 5 (position 1))) (load @2 safe 1 "
    "(position 0) "
    "(add (add 1 %0) (mul 5 (position 1)))))))",
    TRUE },
  { "gcd-over-a-range-below-zero",
    "(loop 1 1 %0 0 1 1 (do (store 1 @2 safe default shared ((position 0) (mul 5 (position 1))) (load @2 safe 1 "
    "(position 0) "
    "(add (sub %0 6) (mul 5 (position 1)))))))",
    FALSE, 1 },

  /* Banerjee: ranges that do not meet, where the number of positions is a number, or a parameter. */
  { "halves",
    "(store 1 @0 safe default shared ((add (position 1) (mul 100 (position 0)))) (load @0 safe 1 (add 5000 (position "
    "1))))",
    TRUE, 0, "(count 0 50) (count 1 100)" },
  { "halves-that-meet",
    "(store 1 @0 safe default shared ((add (position 1) (mul 100 (position 0)))) (load @0 safe 1 (add 5000 (position "
    "1))))",
    FALSE, 0, "(count 0 51) (count 1 100)" },
  { "rows-of-a-vector", "(store 1 @0 safe default shared ((add (position 1) (mul 100 (position 0)))) f32:1)", TRUE, 0,
    "(count 1 100)" },
  { "rows-that-are-too-long", "(store 1 @0 safe default shared ((add (position 1) (mul 100 (position 0)))) f32:1)",
    FALSE, 0, "(count 1 101)" },
  { "second-half",
    "(store 1 @2 safe default shared ((position 0) (position 1)) (load @2 safe 1 (position 0) (add @4 (position 1))))",
    TRUE, 0, "(count 1 @4)" },
  { "second-half-but-one",
    "(store 1 @2 safe default shared ((position 0) (position 1)) (load @2 safe 1 (position 0) (add @4 (position 1))))",
    FALSE, 1, "(count 1 (add 1 @4))" },
  { "downwards",
    "(store 1 @2 safe default shared ((position 0) (sub @4 (position 1))) (load @2 safe 1 (position 0) (add (add 1 @4) "
    "(position "
    "1))))",
    TRUE },
  { "triangle",
    "(loop 1 1 %0 0 (sub (position 0) 1) 1 (do (store 1 @0 safe default shared ((position 0)) (load @0 safe 1 %0))))",
    FALSE, 0 },
  { "behind-a-triangle",
    "(loop 1 1 %0 (add 1 (position 0)) 99 1 (do (store 1 @2 safe default shared ((position 0) (position 1)) (load @2 "
    "safe 1 "
    "(position 0) (add 100 %0)))))",
    TRUE, 0, "(count 1 100)" },
  { "columns-by-length",
    "(store 1 @0 safe default shared ((position 1)) (load @0 safe 1 (add (position 1) (dim @0 0))))", FALSE, 2,
    "(count 1 (dim @0 0))" },

  /* Symbolic strides: digits below their radix, and not. @4 is the length of a row. */
  { "stride", "(store 1 @0 safe default shared ((add (mul (position 0) @4) (position 1))) f32:1)", TRUE, 0,
    "(count 1 @4)" },
  { "stride-of-longer-rows",
    "(store 1 @0 safe default shared ((add (mul (position 0) (add 1 @4)) (position 1))) f32:1)", TRUE, 0,
    "(count 1 @4)" },
  { "stride-of-shorter-rows",
    "(store 1 @0 safe default shared ((add (mul (position 0) (sub @4 1)) (position 1))) f32:1)", FALSE, 0,
    "(count 1 @4)" },
  { "stride-without-bound", "(store 1 @0 safe default shared ((add (mul (position 0) @4) (position 1))) f32:1)", FALSE,
    0 },
  { "stride-of-a-row-too-long", "(store 1 @0 safe default shared ((add (mul (position 0) @4) (position 1))) f32:1)",
    FALSE, 0, "(count 1 (add 1 @4))" },
  { "stride-from-one", "(store 1 @0 safe default shared ((add (add 1 (mul (position 0) @4)) (position 1))) f32:1)",
    FALSE, 0, "(count 1 @4)" },
  { "stride-downwards",
    "(store 1 @0 safe default shared ((sub (sub (add @4 (mul (position 0) @4)) 1) (position 1))) f32:1)", TRUE, 0,
    "(count 1 @4)" },
  { "stride-row-recurrence",
    "(store 1 @0 safe default shared ((add (mul (position 0) @4) (position 1))) (load @0 safe 1 (add (mul (sub "
    "(position 0) 1) "
    "@4) (position 1))))",
    FALSE, 2, "(count 1 @4)" },
  { "stride-carried",
    "(store 1 @0 safe default shared ((add (mul (position 0) @4) (position 1))) (load @0 safe 1 (sub (add (mul "
    "(position 0) @4) "
    "(position 1)) @4)))",
    FALSE, 2, "(count 1 @4)" },
  { "stride-with-channels",
    "(loop 1 1 %0 0 2 1 (do (store 1 @0 safe default shared ((add %0 (mul 3 (add (mul (position 0) @4) (position "
    "1))))) f32:1)))",
    TRUE, 0, "(count 1 @4)" },
  { "stride-with-channels-too-many",
    "(loop 1 1 %0 0 3 1 (do (store 1 @0 safe default shared ((add %0 (mul 3 (add (mul (position 0) @4) (position "
    "1))))) f32:1)))",
    FALSE, 0, "(count 1 @4)" },
  { "stride-of-two-factors",
    "(loop 1 1 %0 0 (sub (dim @0 0) 1) 1 (do (store 1 @0 safe default shared ((add %0 (mul (dim @0 0) (add (mul "
    "(position 0) "
    "@4) (position 1))))) f32:1)))",
    TRUE, 0, "(count 1 @4)" },
  { "stride-in-a-local",
    "(set 1 %1 (mul @4 (position 0))) (store 1 @0 safe default shared ((add %1 (position 1))) f32:1)", TRUE, 0,
    "(count 1 @4)" },
  { "stride-of-other-rows",
    "(store 1 @0 safe default shared ((add (mul (position 0) @4) (position 1))) (load @0 safe 1 (position 1)))", FALSE,
    2, "(count 1 @4)" },
  { "step", "(store 1 @0 safe default shared ((add 5 (mul (position 1) @4))) f32:1)", FALSE, 2, "(step 1 @4)" },
  { "step-of-the-other-dimension", "(store 1 @0 safe default shared ((add 5 (mul (position 1) @4))) f32:1)", FALSE, 0,
    "(step 0 3)" },
  { "step-of-two-starts",
    "(store 1 @0 safe default shared ((add 5 (mul (position 1) @4))) (load @0 safe 1 (add 6 (mul (position 1) @4))))",
    FALSE, 0, "(step 1 @4)" },

  /* Remainders, and what is not understood. */
  { "remainder-beside",
    "(store 1 @2 safe default shared ((position 0) (position 1)) (load @2 safe 1 (position 0) (sub -1 (floor-mod "
    "(position 1) "
    "8))))",
    TRUE },
  { "remainder", "(store 1 @2 safe default shared ((position 0) (floor-mod (position 1) 8)) f32:1)", FALSE, 1 },
  { "a-doubled-number-many-times",
    "(set 1 %1 (add (position 1) (position 1))) (store 1 @2 safe default shared ((position 0) (add %1 %1)) f32:1)",
    TRUE },
};

static void
test_case (gconstpointer data)
{
  const Case *self = data;
  g_autofree char *text = g_strdup_printf (
      "(kernel k (grid 2) (precision single)\n"
      " (parameters (array \"x\" SINGLE 1 1 0 plain reads writes) (array \"y\" SINGLE 1 1 1 plain reads writes)\n"
      "  (array \"m\" SINGLE 2 1 2 plain reads writes) (array \"n\" SINGLE 2 1 3 plain reads writes)\n"
      "  (number \"N\" INT64 0 1 4 plain))\n"
      " (locals (i64 \"k\" 1 counter) (i64 \"t\" 1)) (messages) %s (body (do %s)))",
      self->counts ? self->counts : "", self->body);
  g_autoptr (GError) error = NULL;
  g_autoptr (RsKernel) kernel = rs_kernel_parse (text, &error);
  g_autofree char *reason = NULL;
  guint independent;

  g_assert_no_error (error);
  reason = rs_kernel_find_dependence (kernel, &independent);
  g_assert_cmpuint (independent, ==, self->is_independent ? 3 : self->independent);
  if (self->is_independent)
    g_assert_cmpstr (reason, ==, NULL);
  else
    g_assert_nonnull (reason);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/kernel/dependence/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  return g_test_run ();
}
