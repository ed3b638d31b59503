/* Sizes that can't go together, found before the program runs (manual 3.3): operands of arithmetic, rows of matrix
 * literals, constant indices.
 *
 * Only what is certain is an error; inside a try body it is a warning, because the program may mean to catch it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/check/check-private.h"
#include "compiler/sema/names/constant.h"

RsSeverity
rs_check_certain (const RsCheck *self)
{
  return self->guarded > 0 ? RS_SEVERITY_WARNING : RS_SEVERITY_ERROR;
}

/* --- arithmetic --- */

static gboolean
is_known (gint64 size)
{
  return size != RS_SIZE_UNKNOWN;
}

/* Whether the type may be an array of one element, which scales. */
static gboolean
may_be_single (const RsType *type)
{
  for (int d = 0; d < type->rank; d++)
    if (is_known (type->sizes[d]) && type->sizes[d] != 1)
      return FALSE;
  return TRUE;
}

static gboolean
sizes_differ (const RsType *a, const RsType *b)
{
  RsType x = *a, y = *b;

  x.boundary = y.boundary = RS_BOUNDARY_DEFAULT;
  x.element = y.element = RS_ELEMENT_DOUBLE;
  return !rs_type_may_convert (&x, &y);
}

/* Whether the inner dimensions of a matrix product differ for certain. */
static gboolean
product_fails (const RsType *a, const RsType *b)
{
  gint64 inner = a->rank == 1 ? a->sizes[0] : a->sizes[1];

  if (a->rank > 2 || b->rank > 2 || (a->rank == 1 && b->rank == 1) || !is_known (inner) || !is_known (b->sizes[0]))
    return FALSE;
  return inner != b->sizes[0] && !(b->rank == 1 && inner == 1);
}

/* Whether one of the two fits the other when it is repeated: each dimension that both have is equal, or 1 in one. */
static gboolean
could_be_spread (const RsType *a, const RsType *b)
{
  int x = a->rank, y = b->rank;

  for (; x > 0 && y > 0; x--, y--)
    if (!is_known (a->sizes[x - 1]) || !is_known (b->sizes[y - 1])
        || (a->sizes[x - 1] != b->sizes[y - 1] && a->sizes[x - 1] != 1 && b->sizes[y - 1] != 1))
      return FALSE;
  return TRUE;
}

/* Sizes are not made equal by themselves, as in MATLAB and Python. */
static const char *
spread_hint (const RsType *a, const RsType *b)
{
  if (!could_be_spread (a, b))
    return "";
  return MAX (a->rank, b->rank) > 2
             ? "; weigh each channel in a loop: for c = 0..size(x,2)-1, x[:,:,c] *= w[c], endfor"
             : "; nothing is repeated by itself: repmat(row, [m,1]) gives m rows, repmat(column, [1,n]) n columns";
}

void
rs_check_binary (RsCheck *self, const RsNode *node)
{
  g_assert (node->kind == RS_NODE_BINARY);

  const RsNode *left = rs_node_child (node, 0), *right = rs_node_child (node, 1);
  const RsType *a = left ? rs_infer_expression (self->arena, left, self->precision) : &rs_type_unknown;
  const RsType *b = right ? rs_infer_expression (self->arena, right, self->precision) : &rs_type_unknown;
  g_autofree char *x = NULL, *y = NULL;

  if (a->kind != RS_TYPE_ARRAY || b->kind != RS_TYPE_ARRAY)
    return;
  if ((node->op == RS_OP_DIVIDE || node->op == RS_OP_POWER)
      && (!self->scope->is_kernel || (!may_be_single (a) && !may_be_single (b))))
    rs_check_report (self, rs_check_certain (self), node, RS_SAY (OPERATOR_ARRAYS), rs_operator_to_string (node->op),
                     rs_operator_to_string (node->op));
  if (a->rank == 0 || b->rank == 0 || may_be_single (a) || may_be_single (b))
    return;
  x = rs_type_describe (a);
  y = rs_type_describe (b);
  switch (node->op)
    {
    case RS_OP_ADD:
    case RS_OP_SUBTRACT:
    case RS_OP_DOT_MULTIPLY:
    case RS_OP_DOT_DIVIDE:
    case RS_OP_DOT_POWER:
      if (sizes_differ (a, b))
        rs_check_report (self, rs_check_certain (self), node, RS_SAY (OPERATOR_SIZES), rs_operator_to_string (node->op),
                         x, y, spread_hint (a, b));
      break;
    case RS_OP_MULTIPLY:
      if (product_fails (a, b))
        rs_check_report (self, rs_check_certain (self), node, RS_SAY (PRODUCT_SIZES), x, y);
      break;
    default:
      break;
    }
}

/* --- matrix literals --- */

void
rs_check_matrix (RsCheck *self, const RsNode *node)
{
  g_assert (node->kind == RS_NODE_MATRIX);

  const RsType *row = NULL;
  guint first_row = 0, n_strings = 0, n_numbers = 0, n_arrays = 0;

  for (guint i = 0; i < node->n_children; i++)
    {
      const RsNode *child = node->children[i];
      const RsType *type = child && child->kind != RS_NODE_SPREAD
                               ? rs_infer_expression (self->arena, child, self->precision)
                               : &rs_type_unknown;

      n_strings += type->kind == RS_TYPE_STRING;
      n_numbers += type->kind == RS_TYPE_NUMBER;
      n_arrays += type->kind == RS_TYPE_ARRAY && type->rank > 0 && !may_be_single (type);
      if (type->kind != RS_TYPE_ARRAY || child->kind != RS_NODE_MATRIX || type->rank == 0)
        continue;
      if (!row)
        {
          row = type;
          first_row = i;
        }
      else if (row->rank == type->rank && sizes_differ (row, type))
        {
          g_autofree char *a = rs_type_describe (row), *b = rs_type_describe (type);

          rs_check_report (self, rs_check_certain (self), child, RS_SAY (LITERAL_SIZES), first_row + 1, a, i + 1, b);
          return;
        }
    }
  if (n_arrays > 0 && n_numbers > 0)
    rs_check_report (self, rs_check_certain (self), node, RS_SAY (LITERAL_ARRAYS));
  if (n_strings > 0 && n_numbers > 0)
    rs_check_report (self, rs_check_certain (self), node, RS_SAY (LITERAL_TEXTS));
}

/* --- constant indices --- */

/* FALSE, reported: x["a"] of an array. Reductions may give such an index a meaning for objects. */
static gboolean
check_index_types (RsCheck *self, const RsNode *node)
{
  const RsNode *object = rs_node_child (node, RS_INDEX_ARRAY);

  if (!object || rs_infer_expression (self->arena, object, self->precision)->kind != RS_TYPE_ARRAY)
    return TRUE;
  for (guint i = RS_INDEX_FIRST; i < node->n_children; i++)
    if (node->children[i]
        && rs_infer_expression (self->arena, node->children[i], self->precision)->kind == RS_TYPE_STRING)
      {
        g_autofree char *text = rs_node_to_string (object);

        rs_check_report (self, rs_check_certain (self), node->children[i], RS_SAY (INDEX_TEXT), text);
        return FALSE;
      }
  return TRUE;
}

void
rs_check_index (RsCheck *self, const RsNode *node)
{
  g_assert (node->kind == RS_NODE_INDEX);

  const RsNode *object = rs_node_child (node, RS_INDEX_ARRAY);
  const RsSymbol *symbol;
  const RsType *array;
  guint n = node->n_children - RS_INDEX_FIRST;

  if (!check_index_types (self, node))
    return;
  /* In loops and kernels a plain access outside reads 0. */
  if (!object || self->loop_depth > 0 || self->in_parallel || self->scope->is_kernel)
    return;
  symbol = object->kind == RS_NODE_NAME ? rs_symbol_get_origin (object->symbol) : NULL;
  if (symbol && symbol->type_node && symbol->type_node->modifiers) /* x : 'circular */
    return;
  array = rs_infer_expression (self->arena, object, self->precision);
  if (array->kind != RS_TYPE_ARRAY || array->rank == 0 || (int)n < array->rank || (array->rank == 1 && n > 1)
      || (array->boundary != RS_BOUNDARY_DEFAULT && array->boundary != RS_BOUNDARY_CHECKED))
    return;
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = NULL;
      gint64 value, size = (int)i < array->rank ? array->sizes[i] : 1;

      if (!is_known (size) || !rs_constant_integer (NULL, node->children[RS_INDEX_FIRST + i], &value)
          || (value >= 0 && value < size))
        continue;
      text = rs_type_describe (array);
      rs_check_report (self, rs_check_certain (self), node->children[RS_INDEX_FIRST + i], RS_SAY (INDEX_OUTSIDE), value,
                       i, object->kind == RS_NODE_NAME ? object->name : "the value", text, size - 1);
      return;
    }
}

/* --- dimensions --- */

static gboolean
works_along_dimension (const RsBuiltin *builtin)
{
  switch (builtin->id)
    {
    case RS_BUILTIN_ID_SUM:
    case RS_BUILTIN_ID_PROD:
    case RS_BUILTIN_ID_MEAN:
    case RS_BUILTIN_ID_ANY:
    case RS_BUILTIN_ID_ALL:
    case RS_BUILTIN_ID_STD:
    case RS_BUILTIN_ID_VAR:
    case RS_BUILTIN_ID_CUMSUM:
    case RS_BUILTIN_ID_CUMPROD:
      return TRUE;
    default:
      return FALSE;
    }
}

void
rs_check_dimension (RsCheck *self, const RsNode *call, const RsBuiltin *builtin)
{
  g_assert (call->kind == RS_NODE_CALL);

  const RsNode *array = rs_node_child (call, RS_CALL_FIRST_ARGUMENT),
               *argument = rs_node_child (call, RS_CALL_FIRST_ARGUMENT + 1);
  const RsType *type;
  gint64 dim;

  if (!works_along_dimension (builtin) || !array || array->kind == RS_NODE_SPREAD
      || array->kind == RS_NODE_NAMED_ARGUMENT || !argument || !rs_constant_integer (NULL, argument, &dim))
    return;
  type = rs_infer_expression (self->arena, array, self->precision);
  if (type->kind != RS_TYPE_ARRAY || type->rank == 0)
    return;
  if (dim < 0 || dim >= RS_MAX_RANK)
    rs_check_report (self, rs_check_certain (self), argument, RS_SAY (NO_DIMENSION), builtin->name, dim);
  else if (dim >= MAX (type->rank, 2))
    {
      g_autofree char *text = rs_type_describe (type);

      rs_check_report (self, RS_SEVERITY_WARNING, argument, RS_SAY (DIMENSION_OF_ONE), text, MAX (type->rank, 2) - 1,
                       dim);
    }
}
