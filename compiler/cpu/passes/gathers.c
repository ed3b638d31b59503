/* Loads at computed positions (x[int(floor(m)),n] under 'safe) as gathers, with indices of 32 bits.
 *
 * Such indices are made of floating-point numbers, most in locals that are set once: those keep their value in 32 bits
 * as well. c-gather.c has the form.
 *
 * Requires: tiles, strips, spmd. Establishes: gathers, is_index of locals. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/gather.h"
#include "compiler/kernel/passes/passes.h"

#define MOST_PARAMETERS 64 /* bits of RsCpuSchedule.gathers */

static gboolean
is_from_floating (const RsIrExpression *e)
{
  return (e->op == RS_IR_CONVERT || e->op == RS_IR_TO_INTEGER) && e->type == RS_IR_I64
         && e->operands[0]->type == RS_IR_F32;
}

const RsIrExpression *
rs_gather_get_part (const RsKernel *kernel, const RsIrExpression *e, gint64 *offset)
{
  const RsIrExpression *a = e, *b = NULL;

  if (e->op == RS_IR_ADD || e->op == RS_IR_SUB)
    {
      a = e->operands[0];
      b = e->operands[1];
      if (e->op == RS_IR_ADD && a->op == RS_IR_CONST)
        {
          a = e->operands[1];
          b = e->operands[0];
        }
    }
  if (!(a->op == RS_IR_LOCAL && rs_kernel_local (kernel, a->index)->is_index) && !is_from_floating (a))
    return NULL;
  /* What is far outside stays outside of every array with an offset of at most this size. */
  if (b != NULL && (b->op != RS_IR_CONST || ABS (b->value.integer) > RS_GATHER_MOST_ELEMENTS))
    return NULL;
  *offset = b == NULL ? 0 : e->op == RS_IR_SUB ? -b->value.integer : b->value.integer;
  return a;
}

gboolean
rs_is_gather (const RsKernel *kernel, const RsIrExpression *e)
{
  gint64 offset;

  if (e->op != RS_IR_LOAD || e->boundary != RS_BOUNDARY_SAFE
      || rs_kernel_parameter (kernel, e->index)->element != RS_ELEMENT_SINGLE)
    return FALSE;
  for (guint i = 0; i < e->n_operands; i++)
    if (rs_gather_get_part (kernel, e->operands[i], &offset) == NULL)
      return FALSE;
  return TRUE;
}

static void
find_indices (RsKernel *kernel, const RsIrBlock *block, guint *n_sets)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      if (s->kind == RS_IR_SET)
        {
          n_sets[s->index]++;
          rs_kernel_local (kernel, s->index)->is_index = is_from_floating (s->value);
        }
      find_indices (kernel, &s->body, n_sets);
      find_indices (kernel, &s->other, n_sets);
    }
}

static void
note_gather (const RsIrExpression *e, gpointer data)
{
  RsKernel *kernel = data;

  if (rs_is_gather (kernel, e))
    kernel->cpu.gathers |= G_GUINT64_CONSTANT (1) << e->index;
}

static void
find_gathers (RsKernel *kernel, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_ir_visit_statement (s, note_gather, kernel);
      find_gathers (kernel, &s->body);
      find_gathers (kernel, &s->other);
    }
}

void
rs_pass_gathers (RsKernel *kernel)
{
  g_autofree guint *n_sets = g_new0 (guint, kernel->locals->len + 1);

  if (!rs_cpu_schedule_allows (kernel, RS_CPU_GATHER) || kernel->parameters->len > MOST_PARAMETERS)
    return;
  find_indices (kernel, &kernel->body, n_sets);
  for (guint i = 0; i < kernel->locals->len; i++)
    rs_kernel_local (kernel, i)->is_index &= n_sets[i] == 1 && rs_kernel_local (kernel, i)->length == 1;
  find_gathers (kernel, &kernel->body);
  if (kernel->cpu.gathers != 0)
    rs_kernel_note (kernel, 0, 1, 0, "elements at computed positions are read by gathers");
  for (guint i = 0; i < kernel->locals->len && kernel->cpu.gathers == 0; i++)
    rs_kernel_local (kernel, i)->is_index = FALSE;
}
