/* Arguments of a call without regard to what is called: their order, and values that no kernel function takes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/check/check-private.h"

/* f (a := 1, 2): which parameter the 2 is for would have to be guessed. FALSE: reported. */
gboolean
rs_check_argument_order (RsCheck *self, const RsNode *call)
{
  g_assert (call->kind == RS_NODE_CALL);

  const RsNode *callee = rs_node_child (call, RS_CALL_CALLEE), *named = NULL;
  const RsSymbol *symbol = callee && callee->kind == RS_NODE_NAME ? rs_symbol_get_origin (callee->symbol) : NULL;
  gboolean is_launch = symbol && symbol->kind == RS_SYMBOL_BUILTIN && rs_builtin_is_launch (symbol->builtin);
  guint end = call->n_children - (is_launch ? 1 : 0); /* the function that is launched comes last */
  g_autofree char *text = NULL;

  for (guint i = RS_CALL_FIRST_ARGUMENT; i < end; i++)
    {
      const RsNode *argument = call->children[i];

      if (!argument || argument->kind == RS_NODE_SPREAD)
        continue;
      if (argument->kind == RS_NODE_NAMED_ARGUMENT)
        {
          named = argument;
          continue;
        }
      if (!named)
        continue;
      text = rs_node_to_string (argument);
      rs_check_report (self, RS_SEVERITY_ERROR, argument, RS_SAY (ARGUMENT_ORDER), text, named->name);
      return FALSE;
    }
  return TRUE;
}

static const char *
name_text (const RsType *type)
{
  if (type->kind == RS_TYPE_STRING)
    return "string";
  if (type->kind != RS_TYPE_CELL)
    return NULL;
  for (guint i = 0; i < type->n_inputs; i++)
    if (type->inputs[i]->kind == RS_TYPE_STRING)
      return "cell that holds strings";
  return type->item && type->item->kind == RS_TYPE_STRING ? "cell that holds strings" : NULL;
}

void
rs_check_launched_texts (RsCheck *self, const RsNode *call, guint first, const char *name)
{
  g_assert (call->kind == RS_NODE_CALL && first >= RS_CALL_FIRST_ARGUMENT);
  for (guint i = first; i + 1 < call->n_children; i++)
    {
      const RsNode *argument = call->children[i];
      const char *text = argument ? name_text (rs_infer_expression (self->arena, argument, self->precision)) : NULL;

      if (text)
        rs_check_report (self, rs_check_certain (self), argument, RS_SAY (KERNEL_ARGUMENT), i - first + 1, name, text);
    }
}
