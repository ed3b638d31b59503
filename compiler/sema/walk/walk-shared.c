/* How much shared memory a kernel takes (manual 9.7): said where assertions, and not only literals, bound it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/infer/infer.h"
#include "compiler/sema/walk/walk-private.h"

#include <math.h>

/* shared (...), shared_zeros (...), also as shared[T] (...). */
static gboolean
is_shared (const RsNode *call)
{
  const RsNode *callee = rs_node_child (call, RS_CALL_CALLEE);
  const RsSymbol *symbol;

  if (callee && callee->kind == RS_NODE_INDEX)
    callee = rs_node_child (callee, 0);
  symbol = callee && callee->kind == RS_NODE_NAME ? rs_symbol_get_origin (callee->symbol) : NULL;
  return symbol && symbol->kind == RS_SYMBOL_BUILTIN
         && (symbol->builtin->id == RS_BUILTIN_ID_SHARED || symbol->builtin->id == RS_BUILTIN_ID_SHARED_ZEROS);
}

/* The product of the largest lengths that sizes[] can have; FALSE when there is none, or it is no news. */
static gboolean
bound_elements (RsLogicWalk *self, RsNode *const *sizes, guint n, double *elements)
{
  gboolean is_news = FALSE;

  *elements = 1;
  for (guint i = 0; i < n; i++)
    {
      double bound;

      if (!sizes[i] || !rs_logic_upper_bound (self->facts, rs_logic_expand (self, sizes[i]), &bound))
        return FALSE;
      *elements *= MAX (0, floor (bound));
      is_news = is_news || sizes[i]->kind != RS_NODE_NUMBER;
    }
  return is_news && n > 0;
}

void
rs_logic_walk_shared (RsLogicWalk *self, const RsNode *call)
{
  RsNode *const *sizes = call->children + RS_CALL_FIRST_ARGUMENT;
  guint n = call->n_children - RS_CALL_FIRST_ARGUMENT;
  const RsScope *scope;
  const RsType *type;
  double elements;

  if (!self->diagnostics || self->will_run || !is_shared (call) || rs_facts_is_unreachable (self->facts))
    return;
  if (n == 1 && sizes[0] && sizes[0]->kind == RS_NODE_MATRIX)
    {
      n = sizes[0]->n_children;
      sizes = sizes[0]->children;
    }
  scope = rs_facts_get_scope (self->facts);
  type = rs_infer_expression (self->arena, call, scope->precision);
  if (!bound_elements (self, sizes, n, &elements))
    return;
  rs_logic_report (self, RS_SEVERITY_NOTE, call, RS_SAY (SHARED_BOUND),
                   elements
                       * (double)rs_element_get_bytes (
                           type->kind == RS_TYPE_ARRAY ? type->element : rs_element_of_precision (scope->precision)));
}
