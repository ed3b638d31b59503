/* The end of a row as a whole vector: where work items may run twice, the last ones do, together with some of those
 * before them, instead of one by one (c-overlap.c).
 *
 * Requires: the ways in which rows run. Establishes: overlap. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/passes.h"

typedef struct {
  const RsKernel *kernel;
  gboolean found;
} Search;

static void
find_written (const RsIrExpression *e, gpointer data)
{
  Search *self = data;

  self->found |= e->op == RS_IR_LOAD
                 && (rs_kernel_parameter (self->kernel, e->index)->writes
                     || rs_kernel_parameter (self->kernel, e->index)->binding == RS_BIND_RESULT);
}

/* Statements that leave the same when they run again, since they read nothing that is written, and that gcc
 * vectorises. */
static gboolean
is_repeatable (const RsKernel *kernel, const RsIrBlock *block)
{
  Search search = { kernel, FALSE };

  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_ir_visit_statement (s, find_written, &search);
      if (search.found
          || (s->kind != RS_IR_SET && s->kind != RS_IR_SET_ELEMENT && s->kind != RS_IR_STORE && s->kind != RS_IR_IF)
          || !is_repeatable (kernel, &s->body) || !is_repeatable (kernel, &s->other))
        return FALSE;
    }
  return TRUE;
}

/* Work items of the widest vectors that gcc may take: elements of the smallest type in 64 bytes. */
static guint
find_width (const RsKernel *kernel)
{
  guint width = 16;

  for (guint i = 0; i < kernel->parameters->len; i++)
    {
      const RsKernelParameter *parameter = rs_kernel_parameter (kernel, i);

      if (parameter->binding == RS_BIND_ARRAY || parameter->binding == RS_BIND_RESULT)
        width = MAX (width, 64 / (guint)rs_element_get_bytes (parameter->element));
    }
  return width;
}

void
rs_pass_overlap (RsKernel *kernel)
{
  if (kernel->same_arrays_possible || !rs_cpu_schedule_allows (kernel, RS_CPU_OVERLAP)
      || !is_repeatable (kernel, rs_kernel_get_main_block (kernel)))
    return;
  kernel->cpu.overlap = find_width (kernel);
  rs_kernel_note (kernel, 0, 1, 0, "the last %u work items of a row run as a whole vector, some a second time",
                  kernel->cpu.overlap);
}
