/* Blocks run together where work items use shared memory by computed indices; what is common to them is marked.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/passes/blocks/together.h"
#include "compiler/kernel/passes/passes.h"

typedef struct {
  const char *body;
  guint together;
  const char *common; /* by local: is it common; NULL: none */
} Case;

/* Locals: 0 i64, 1 i64, 2 f32, 3 counter of the block, 4 i64. Parameters: 0 shared memory, 1 read, 2 written. */
static RsKernel *
run (const char *body)
{
  g_autofree char *text = g_strdup_printf (
      "(kernel k (grid 1) (precision single) (parameters (shared \"s\" SINGLE 1 1 2 plain reads writes)"
      " (array \"x\" SINGLE 1 1 0 plain reads) (array \"y\" SINGLE 1 1 1 plain reads writes))\n"
      " (locals (i64 \"i\" 1) (i64 \"j\" 1) (f32 \"a\" 1) (i64 \"d\" 1 counter) (i64 \"m\" 1)) (messages)"
      " (blocks none (@0 64)) (body (do (loop 1 1 %%3 0 5 1 (do %s (barrier 1 0))))))",
      body);
  g_autoptr (GError) error = NULL;
  RsKernel *kernel = rs_kernel_parse (text, &error);

  g_assert_no_error (error);
  g_assert_null (rs_kernel_verify (kernel));
  kernel->has_blocks = TRUE;
  rs_pass_regions (kernel);
  rs_pass_together (kernel);
  g_assert_null (rs_kernel_verify (kernel));
  return kernel;
}

#define POSITION "(floor-mod (position 0) (block 0))"
#define LOAD(subscript) "(load @0.0 safe 1 " subscript ")"

static void
test_decision (void)
{
  static const Case cases[] = {
    /* partners that are no neighbours */
    { "(set 1 %0 (bit-xor " POSITION " %3)) (set 1 %2 " LOAD ("%0") ")", RS_BLOCKS_TOGETHER, "11011" },
    /* the loop over work items vectorises itself */
    { "(set 1 %0 (add " POSITION " %3)) (set 1 %2 " LOAD ("%0") ")", 0, NULL },
    /* other arrays would be read across */
    { "(set 1 %0 (bit-xor " POSITION " %3)) (set 1 %2 (add (load @1.0 safe 1 (position 0)) " LOAD ("%0") "))", 0,
      NULL },
    /* the index is made of elements, and differs between blocks */
    { "(set 1 %0 (convert i64 " LOAD ("0") ")) (set 1 %2 " LOAD ("%0") ")", 0, NULL },
    /* what is assigned under a condition that differs, differs; the index remains common */
    { "(set 1 %0 (bit-xor " POSITION
      " 1)) (if 1 (gt " LOAD ("%0") " f32:0) (do (set 1 %1 1)) (do (set 1 %1 2))) "
                                    "(store 1 @0.0 safe wrap unique (%0) (convert f32 %1))",
      RS_BLOCKS_TOGETHER, "10111" },
    /* updates of one element by several work items keep their order */
    { "(atomic 1 add @0.0 safe wrap shared ((bit-xor " POSITION " 1)) f32:1)", 0, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (RsKernel) kernel = run (cases[i].body);

      g_test_message ("%s", cases[i].body);
      g_assert_cmpint (kernel->blocks, ==, RS_IR_BLOCKS_REGIONS);
      g_assert_cmpint (kernel->cpu.together, ==, cases[i].together);
      for (guint k = 0; k < kernel->locals->len && cases[i].common; k++)
        g_assert_cmpint (rs_kernel_local (kernel, k)->is_common, ==, cases[i].common[k] == '1');
    }
}

static void
test_kept (void)
{
  /* %2 is assigned before it is read in its region; %0 is not. */
  g_autoptr (RsKernel) kernel = run (
      "(if 1 (gt " POSITION " 3) (do (set 1 %2 " LOAD (POSITION) ") (set 1 %0 (add %0 1)) "
                                                                 "(store 1 @0.0 safe wrap unique (%0) %2)) (do))");

  g_assert_true (rs_kernel_local (kernel, 0)->is_kept);
  g_assert_false (rs_kernel_local (kernel, 2)->is_kept);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel/together/decision", test_decision);
  g_test_add_func ("/kernel/together/kept", test_kept);
  return g_test_run ();
}
