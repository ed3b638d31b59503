/* The end of a row as a whole vector: where work items may run twice, the last ones do, together with some of those
 * before them, instead of one by one.
 *
 * gcc finishes a loop that it has vectorised in smaller vectors and single iterations, which takes as long as a tenth
 * of a row of 1,000. Here it gets a row as one loop, which runs a second time for the last WIDTH work items where some
 * are left over.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/c-private.h"

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
is_repeatable_block (const RsKernel *kernel, const RsIrBlock *block)
{
  Search search = { kernel, FALSE };

  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_ir_visit_statement (s, find_written, &search);
      if (search.found
          || (s->kind != RS_IR_SET && s->kind != RS_IR_SET_ELEMENT && s->kind != RS_IR_STORE && s->kind != RS_IR_IF)
          || !is_repeatable_block (kernel, &s->body) || !is_repeatable_block (kernel, &s->other))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_repeatable (const RsKernel *kernel, const RsIrBlock *block)
{
  return !kernel->same_arrays_possible && !kernel->is_watched && rs_cpu_schedule_allows (kernel, RS_CPU_OVERLAP)
         && is_repeatable_block (kernel, block);
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

gboolean
c_print_overlap (Printer *p, const RsIrBlock *body, const char *low, const char *high)
{
  guint width = find_width (p->kernel);

  if (body != rs_kernel_get_main_block ((RsKernel *)p->kernel) || !is_repeatable (p->kernel, body))
    return FALSE;
  c_printf (p, "for (long row_begin = %s, row_end = %s - %s < %u ? %s : %s - (%s - %s) %% %u; row_begin < %s;", low,
            high, low, width, high, high, high, low, width, high);
  c_printf (p, "     row_begin = row_end == %s ? %s : %s - %u, row_end = %s)", high, high, high, width, high);
  return TRUE;
}
