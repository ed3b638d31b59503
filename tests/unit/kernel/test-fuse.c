/* Kernel fusion on IR text: what becomes one kernel, what stays out of memory, and why not.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/fuse/fuse.h"

#include "compiler/kernel/ir/ir.h"

#include <string.h>

#define HEAD(form, grid, arrays)                                                                                       \
  "(kernel rs_k (title \"k\") (file \"t.q\") (line 1) (form " form ") (grid " grid                                     \
  ") (precision single) (parameters " arrays ")"                                                                       \
  " (locals) (messages) (body "
#define X_TO_Y "(array \"x\" SINGLE 2 1 0 plain reads) (array \"y\" SINGLE 2 1 1 plain reads writes)"
#define FLAT_X_TO_Y "(array \"x\" SINGLE 2 1 0 flat reads) (result \"y\" SINGLE 2 1 0 flat writes)"

/* The grid is all of y. */
static const char doubles[]
    = HEAD ("function", "2", X_TO_Y) "(do (store 2 @1.0 safe wrap unique ((position 0) (position 1)) (mul (load @0.0 "
                                     "safe 2 (position 0) (position 1)) f32:2)))))";
static const char squares[] = HEAD ("function", "2", X_TO_Y)
  "(do (store 5 @1.0 safe wrap unique ((position 0) (position 1)) (mul (load @0.0 safe 5 (position 0) (position 1))"
  " (load @0.0 safe 5 (position 0) (position 1)))))))";
static const char shifts[]
    = HEAD ("function", "2", X_TO_Y) "(do (store 7 @1.0 safe wrap unique ((position 0) (position 1)) (load @0.0 safe 7 "
                                     "(add (position 0) 1) (position 1))))))";
static const char mirrors[] = HEAD ("function", "2", X_TO_Y)
  "(do (store 7 @1.0 safe wrap unique ((position 0) (position 1)) (load @0.0 mirror 7 (position 0) (position 1))))))";
static const char flat[] = HEAD (
    "function", "1",
    "(array \"x\" SINGLE 2 1 0 flat reads) (array \"y\" SINGLE 2 1 1 flat reads writes)") "(do (store 9 @1.0 unchecked "
                                                                                          "wrap unique ((position 0)) "
                                                                                          "(add (load @0.0 unchecked 9 "
                                                                                          "(position 0)) f32:1)))))";

typedef struct {
  const char *first, *second; /* from parameter 0 to 1, from parameter 1 to 2 */
  RsFusedParameter between;   /* parameter 1 */
  const char *reason;         /* part of it; NULL: they fuse */
  guint n_removed;
} Case;

static const Case cases[] = {
  { doubles, squares, { TRUE, TRUE }, NULL, 1 },
  { doubles, squares, { TRUE, FALSE }, NULL, 0 },  /* it is needed afterwards */
  { doubles, squares, { FALSE, TRUE }, NULL, 0 },  /* positions outside of it read zeros */
  { doubles, shifts, { TRUE, TRUE, FALSE }, "has other lengths than the grid", 0 },
  { doubles, shifts, { TRUE, TRUE, TRUE }, NULL, 1 },
  { shifts, shifts, { TRUE, TRUE, TRUE }, "is read at neighbours by them as well", 0 },
  { shifts, doubles, { TRUE, TRUE }, NULL, 1 },    /* the neighbour is one of another array */
  { doubles, mirrors, { TRUE, TRUE }, NULL, 1 },
  { doubles, mirrors, { FALSE, TRUE }, "a boundary mode leads", 0 },
  { flat, squares, { TRUE, TRUE }, NULL, 1 },
  { doubles, flat, { TRUE, TRUE }, NULL, 1 },
  { flat, flat, { TRUE, TRUE }, NULL, 1 },
};

static RsKernel *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  RsKernel *kernel = rs_kernel_parse (text, &error);
  const char *reason;

  g_assert_no_error (error);
  g_assert_true (rs_kernel_prepare_part (kernel, &reason));
  return kernel;
}

static void
test_case (gconstpointer data)
{
  const Case *test = data;
  const guint maps[2][2] = { { 0, 1 }, { 1, 2 } };
  g_autoptr (RsKernel) first = parse (test->first), second = parse (test->second);
  const RsFusionPart parts[] = { { first, maps[0] }, { second, maps[1] } };
  const RsFusedParameter parameters[] = { { TRUE, FALSE, TRUE }, test->between, { TRUE, FALSE } };
  g_autofree char *reason = NULL, *problem = NULL, *text = NULL;
  g_autoptr (RsKernel) kernel = rs_kernel_fuse (parts, 2, parameters, 3, &reason);

  if (test->reason != NULL)
    {
      g_assert_null (kernel);
      g_assert_nonnull (strstr (reason, test->reason));
      return;
    }
  g_assert_null (reason);
  g_assert_nonnull (kernel);
  problem = rs_kernel_verify (kernel);
  g_assert_cmpstr (problem, ==, NULL);
  g_assert_cmpuint (rs_kernel_count_removed (kernel), ==, test->n_removed);
  text = rs_kernel_print (kernel);
  g_assert_cmpint (strstr (text, "@1.0") == NULL, ==, test->n_removed == 1);
  g_assert_true (rs_kernel_optimize (kernel, NULL, NULL));
}

static void
test_no_parts (void)
{
  static const char returns[] = HEAD ("function", "2", X_TO_Y)
    "(do (if 2 (gt (load @0.0 safe 2 (position 0) (position 1)) f32:0) (do (return 3)) (do)))"
    "(do (store 4 @1.0 safe wrap unique ((position 0) (position 1)) f32:2))))";
  g_autoptr (GError) error = NULL;
  g_autoptr (RsKernel) kernel = rs_kernel_parse (returns, &error);
  const char *reason;

  g_assert_no_error (error);
  kernel->passes_off = ~(guint64)0; /* else `structure` makes branches of the return */
  g_assert_false (rs_kernel_prepare_part (kernel, &reason));
  g_assert_cmpstr (reason, ==, "its work items end early");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/kernel/fuse/%u", i);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/kernel/fuse/no-parts", test_no_parts);
  return g_test_run ();
}
