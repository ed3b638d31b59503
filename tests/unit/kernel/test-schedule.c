/* Which ways of running work items go together on a CPU.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/ir/ir.h"

static void
test_excludes (void)
{
  g_autoptr (RsKernel) kernel = rs_kernel_new ("k", 2);
  g_autofree char *problem = NULL;

  g_assert_true (rs_cpu_schedule_allows (kernel, RS_CPU_TILE));
  kernel->cpu.strip = 64;
  g_assert_false (rs_cpu_schedule_allows (kernel, RS_CPU_TILE));
  g_assert_false (rs_cpu_schedule_allows (kernel, RS_CPU_LANES)); /* said at the later one, true of both */
  g_assert_true (rs_cpu_schedule_allows (kernel, RS_CPU_STRIPS_FIRST));
  g_assert_null (rs_cpu_schedule_verify (kernel));
  kernel->cpu.tile = 32;
  problem = rs_cpu_schedule_verify (kernel);
  g_assert_cmpstr (problem, ==, "`tiles` does not go with `strips`");
}

static void
test_needs (void)
{
  g_autoptr (RsKernel) kernel = rs_kernel_new ("k", 2);
  g_autofree char *problem = NULL;

  g_assert_false (rs_cpu_schedule_allows (kernel, RS_CPU_TOGETHER));
  kernel->cpu.together = 16;
  problem = rs_cpu_schedule_verify (kernel);
  g_assert_cmpstr (problem, ==, "`blocks together` does not go without `blocks`");
  kernel->has_blocks = TRUE;
  g_assert_null (rs_cpu_schedule_verify (kernel));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel/schedule/excludes", test_excludes);
  g_test_add_func ("/kernel/schedule/needs", test_needs);
  return g_test_run ();
}
