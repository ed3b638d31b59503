/* In which precision a kernel computes (manual 2.2.2): the selected one, unless it says or is given doubles; an
 * expression of arrays that are all 'single in that of its arrays.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"

static gboolean
is_double (const RsKernelInput *input)
{
  const RsSymbol *symbol = rs_symbol_get_origin (input->symbol);

  return (input->type && input->type->kind == RS_TYPE_ARRAY && !input->is_list
          && (input->type->element == RS_ELEMENT_DOUBLE || input->type->element == RS_ELEMENT_CDOUBLE))
         || (symbol && rs_node_names_double (symbol->type_node));
}

/* Whether all arrays of an expression have single precision. */
static gboolean
has_single_arrays_only (const RsKernelRequest *request)
{
  gboolean any = FALSE;

  for (guint i = 0; i < request->n_inputs; i++)
    {
      const RsType *type = request->inputs[i].type;

      if (type == NULL || type->kind != RS_TYPE_ARRAY || request->inputs[i].is_list)
        continue;
      if (type->element != RS_ELEMENT_SINGLE && type->element != RS_ELEMENT_CSINGLE)
        return FALSE;
      any = TRUE;
    }
  return any;
}

/* Integers beyond 24 bits do not fit single precision: beside them an expression computes in double precision. */
gboolean
b_has_wide_integers (const RsKernelRequest *request)
{
  for (guint i = 0; i < request->n_inputs; i++)
    {
      const RsType *type = request->inputs[i].type;

      if (type && type->kind == RS_TYPE_ARRAY && !request->inputs[i].is_list && rs_element_is_integer (type->element)
          && rs_element_get_bytes (type->element) >= 4)
        return TRUE;
    }
  return FALSE;
}

/* Kernel functions say themselves that they compute in double precision. Loops and expressions of the host, where all
 * numbers are double, do so as soon as double arrays are involved. */
RsPrecision
b_precision_of (const RsKernelRequest *request)
{
  if (request->form == RS_KERNEL_FROM_FUNCTION && rs_scope_computes_double (request->node->scope))
    return RS_PRECISION_DOUBLE;
  if (request->form == RS_KERNEL_FROM_LOOP && rs_node_names_double (request->node))
    return RS_PRECISION_DOUBLE;
  if (request->form == RS_KERNEL_FROM_EXPRESSION && has_single_arrays_only (request))
    return RS_PRECISION_SINGLE;
  for (guint i = 0; i < request->n_inputs && request->form != RS_KERNEL_FROM_FUNCTION; i++)
    if (is_double (&request->inputs[i]))
      return RS_PRECISION_DOUBLE;
  return request->precision;
}
