/* SPDX-License-Identifier: Apache-2.0 */
#include "compiler/cpu/schedule.h"

#include "compiler/kernel/ir/ir.h"

#define IS(NAME) (1u << RS_CPU_##NAME)

static const struct {
  const char *text;
  guint excludes, needs;
} ways[] = {
#define RS_CPU_WAY(NAME, text, excludes, needs) { text, excludes, needs },
#include "compiler/cpu/schedule.def"
#undef RS_CPU_WAY
};

static guint
set (gboolean has, RsCpuWay way)
{
  return has ? 1u << way : 0;
}

static gboolean
has_small (const RsKernel *kernel)
{
  for (guint i = 0; i < kernel->locals->len; i++)
    if (rs_kernel_local (kernel, i)->small != RS_ELEMENT_NONE)
      return TRUE;
  return FALSE;
}

/* Bits of the ways that the kernel has. */
static guint
get_ways (const RsKernel *kernel)
{
  const RsCpuSchedule *cpu = &kernel->cpu;

  return set (kernel->has_blocks, RS_CPU_BLOCKS) | set (kernel->is_serial, RS_CPU_SERIAL)
         | set (kernel->has_prefix, RS_CPU_PREFIX) | set (kernel->ordered != 0, RS_CPU_ORDERED)
         | set (rs_kernel_has_results (kernel), RS_CPU_RESULTS) | set (rs_kernel_has_dynamic (kernel), RS_CPU_DYNAMIC)
         | set (kernel->has_interior, RS_CPU_INTERIOR) | set (cpu->bins != 0, RS_CPU_BINS)
         | set (kernel->has_collapsed, RS_CPU_COLLAPSED) | set (cpu->lanes > 0, RS_CPU_LANES)
         | set (cpu->strip > 0, RS_CPU_STRIPS) | set (cpu->strips_first, RS_CPU_STRIPS_FIRST)
         | set (cpu->tile > 0, RS_CPU_TILE) | set (cpu->tile_turned, RS_CPU_TURNED)
         | set (kernel->pads->len > 0, RS_CPU_PADS) | set (cpu->interleaved > 0, RS_CPU_INTERLEAVED)
         | set (cpu->scans, RS_CPU_SCAN) | set (cpu->together > 0, RS_CPU_TOGETHER)
         | set (cpu->gathers != 0, RS_CPU_GATHER) | set (has_small (kernel), RS_CPU_SMALL)
         | set (cpu->overlap > 0, RS_CPU_OVERLAP) | set (cpu->has_border_function, RS_CPU_BORDER);
}

gboolean
rs_cpu_schedule_allows (const RsKernel *kernel, RsCpuWay way)
{
  guint has = get_ways (kernel);

  g_assert (way < RS_CPU_N_WAYS);
  if ((ways[way].excludes & has) != 0 || (ways[way].needs & ~has) != 0)
    return FALSE;
  for (guint i = 0; i < RS_CPU_N_WAYS; i++)
    if ((has >> i & 1) != 0 && (ways[i].excludes >> way & 1) != 0)
      return FALSE;
  return TRUE;
}

char *
rs_cpu_schedule_verify (const RsKernel *kernel)
{
  guint has = get_ways (kernel);

  for (guint i = 0; i < RS_CPU_N_WAYS; i++)
    for (guint k = 0; k < RS_CPU_N_WAYS && (has >> i & 1) != 0; k++)
      {
        if ((ways[i].excludes & has) >> k & 1)
          return g_strdup_printf ("`%s` does not go with `%s`", ways[i].text, ways[k].text);
        if ((ways[i].needs & ~has) >> k & 1)
          return g_strdup_printf ("`%s` does not go without `%s`", ways[i].text, ways[k].text);
      }
  return NULL;
}
