/* SPDX-License-Identifier: Apache-2.0 */
#include "compiler/kernel/analysis/covers.h"

typedef struct {
  guint parameter;
  gboolean found;
} Search;

static void
find_load (const RsIrExpression *e, gpointer data)
{
  Search *search = data;

  search->found |= e->op == RS_IR_LOAD && e->index == search->parameter;
}

/* Atomic updates read, too; a work item that ends early does not store. */
static gboolean
uses_or_ends (const RsIrBlock *block, guint parameter)
{
  Search search = { parameter, FALSE };

  for (const RsIrStatement *s = block->first; s != NULL && !search.found; s = s->next)
    {
      rs_ir_visit_statement (s, find_load, &search);
      search.found |= s->kind == RS_IR_RETURN || (s->kind == RS_IR_ATOMIC && s->index == parameter)
                      || uses_or_ends (&s->body, parameter) || uses_or_ends (&s->other, parameter);
    }
  return search.found;
}

static gboolean
is_store_at_position (const RsKernel *kernel, const RsIrStatement *s, guint parameter)
{
  if (s->kind != RS_IR_STORE || s->index != parameter || s->n_subscripts != kernel->grid_rank)
    return FALSE;
  for (guint k = 0; k < s->n_subscripts; k++)
    if (s->subscripts[k]->op != RS_IR_POSITION || s->subscripts[k]->component != k)
      return FALSE;
  return TRUE;
}

static gboolean
covers (const RsKernel *kernel, guint i)
{
  const RsKernelParameter *parameter = rs_kernel_parameter (kernel, i);

  if (parameter->binding != RS_BIND_ARRAY || !parameter->writes || rs_element_is_complex (parameter->element)
      || (guint)parameter->rank != kernel->grid_rank || uses_or_ends (&kernel->body, i))
    return FALSE;
  for (const RsIrStatement *s = kernel->body.first; s != NULL; s = s->next)
    if (is_store_at_position (kernel, s, i))
      return TRUE;
  return FALSE;
}

void
rs_kernel_find_covers (RsKernel *kernel)
{
  for (guint i = 0; i < kernel->parameters->len; i++)
    rs_kernel_parameter (kernel, i)->covers = !rs_kernel_can_fail (kernel) && covers (kernel, i);
}
