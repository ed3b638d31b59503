/* Checks that settings ask for, put into a kernel when it has been built: accesses that are 'unchecked become 'checked
 * (COMPILER_PERFORM_BOUNDSCHECKS), and what is stored into elements may not be NaN, or infinite
 * (COMPILER_PERFORM_NAN_CHECKS, COMPILER_PERFORM_NAN_INF_CHECKS).
 *
 * Kernel functions and loops only: expressions of whole arrays have their own code on the host, without checks.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/ir/ir.h"

static const RsIrExpression *
check_load (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  RsIrExpression *copy;

  if (!rs_ir_reads_array (e) || e->boundary != RS_BOUNDARY_UNCHECKED)
    return e;
  copy = rs_arena_memdup (kernel->arena, e, sizeof *e + e->n_operands * sizeof (RsIrExpression *));
  copy->boundary = RS_BOUNDARY_CHECKED;
  return copy;
}

static gboolean
stores_floating (const RsKernel *kernel, const RsIrStatement *s)
{
  return (s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC) && rs_ir_is_floating (s->value->type)
         && rs_ir_is_floating (rs_ir_type_of_element (rs_kernel_parameter (kernel, s->index)->element));
}

/* Before a statement: the value that it stores is a number. */
static void
check_value (RsKernel *kernel, const RsKernelRequest *request, RsIrBlock *block, RsIrStatement *s)
{
  RsIrStatement *check = rs_ir_statement (kernel, RS_IR_ASSERT, s->line);

  check->value = request->check_infinite
                   ? rs_ir_unary (kernel, RS_IR_IS_FINITE, s->value)
                   : rs_ir_unary (kernel, RS_IR_NOT, rs_ir_unary (kernel, RS_IR_IS_NAN, s->value));
  check->index = (guint16)kernel->messages->len;
  g_ptr_array_add (kernel->messages,
                   g_strdup_printf ("what is stored into `%s` is NaN%s", rs_kernel_parameter (kernel, s->index)->name,
                                    request->check_infinite ? " or infinite" : ""));
  rs_ir_insert_after (block, s->previous, check);
}

static void
check_block (RsKernel *kernel, const RsKernelRequest *request, RsIrBlock *block)
{
  for (RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      if (request->check_bounds)
        {
          rs_ir_map_statement (kernel, s, check_load, NULL);
          if ((s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC) && s->boundary == RS_BOUNDARY_UNCHECKED)
            s->boundary = RS_BOUNDARY_CHECKED;
        }
      if ((request->check_nan || request->check_infinite) && stores_floating (kernel, s))
        check_value (kernel, request, block, s);
      check_block (kernel, request, &s->body);
      check_block (kernel, request, &s->other);
    }
}

void
rs_kernel_add_checks (RsKernel *kernel, const RsKernelRequest *request)
{
  if (request->form != RS_KERNEL_FROM_EXPRESSION)
    check_block (kernel, request, &kernel->body);
}
