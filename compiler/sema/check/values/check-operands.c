/* Values of a kind that an operation does not know, found before the program runs: text and functions in arithmetic and
 * conditions, what an array can't hold, values taken apart into the wrong number of variables, calls of numbers.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/check/check-private.h"
#include "compiler/syntax/foreign.h"

#include <math.h>
#include <string.h>

/* --- arithmetic --- */

static gboolean
is_no_number (const RsType *type)
{
  return type->kind == RS_TYPE_STRING || type->kind == RS_TYPE_FUNCTION;
}

static gboolean
is_arithmetic (RsOperator op)
{
  switch (op)
    {
    case RS_OP_SUBTRACT:
    case RS_OP_MULTIPLY:
    case RS_OP_DIVIDE:
    case RS_OP_POWER:
    case RS_OP_DOT_MULTIPLY:
    case RS_OP_DOT_DIVIDE:
    case RS_OP_DOT_POWER:
      return TRUE;
    default:
      return FALSE;
    }
}

/* What there is for texts in place of arithmetic, where one of them is a text. */
static const char *
text_hint (const RsType *a, const RsType *b)
{
  return a->kind == RS_TYPE_STRING || b->kind == RS_TYPE_STRING
             ? "; str2num(s) makes a number of a string, a + b joins strings, strrep(s, old, new) replaces a part"
             : "";
}

static const RsType *
type_of (RsCheck *self, const RsNode *node)
{
  return node ? rs_infer_expression (self->arena, node, self->precision) : &rs_type_unknown;
}

/* A call that comes back without a value; error (...) does not come back. */
static gboolean
gives_nothing (const RsNode *node, const RsType *type)
{
  const RsNode *callee = node && node->kind == RS_NODE_CALL ? rs_node_child (node, RS_CALL_CALLEE) : NULL;
  const RsSymbol *symbol = callee && callee->kind == RS_NODE_NAME ? rs_symbol_get_origin (callee->symbol) : NULL;

  return type->kind == RS_TYPE_NOTHING && symbol && symbol->kind == RS_SYMBOL_FUNCTION;
}

/* a - b, also as a -= b. FALSE: nothing is wrong, or not for certain. */
gboolean
rs_check_operands (RsCheck *self, const RsNode *place, RsOperator op, const RsNode *left, const RsNode *right)
{
  const RsType *a = type_of (self, left), *b = type_of (self, right);
  gboolean joins = op == RS_OP_ADD && (a->kind == RS_TYPE_STRING || b->kind == RS_TYPE_STRING);
  g_autofree char *x = NULL, *y = NULL;

  if ((is_arithmetic (op) || op == RS_OP_ADD) && (gives_nothing (left, a) || gives_nothing (right, b)))
    {
      rs_check_report (self, rs_check_certain (self), gives_nothing (left, a) ? left : right,
                       RS_SAY (NO_VALUE_OPERAND));
      return TRUE;
    }
  if ((!is_arithmetic (op) && (op != RS_OP_ADD || joins)) || a->kind == RS_TYPE_UNKNOWN || b->kind == RS_TYPE_UNKNOWN
      || (!is_no_number (a) && !is_no_number (b)))
    return FALSE;
  if (rs_type_get_class (a) || rs_type_get_class (b))
    return FALSE;
  x = rs_type_describe (a);
  y = rs_type_describe (b);
  rs_check_report (self, rs_check_certain (self), place, RS_SAY (OPERATOR_TYPES), rs_operator_to_string (op), x, y,
                   text_hint (a, b));
  return TRUE;
}

void
rs_check_unary (RsCheck *self, const RsNode *node)
{
  g_assert (node->kind == RS_NODE_UNARY);

  const RsType *type = type_of (self, rs_node_child (node, 0));
  g_autofree char *text = NULL;

  if (!is_no_number (type))
    return;
  text = rs_type_describe (type);
  rs_check_report (self, rs_check_certain (self), node, RS_SAY (OPERATOR_TYPE), rs_operator_to_string (node->op), text,
                   text_hint (type, type));
}

/* --- arguments of built-in functions --- */

static const char *
numeric_arguments (const RsBuiltin *builtin)
{
  switch (builtin->id)
    {
#define RS_NUMERIC_ARGUMENTS(ID, kinds)                                                                                \
  case RS_BUILTIN_ID_##ID:                                                                                             \
    return kinds;
#include "compiler/sema/infer/numeric-arguments.def"
#undef RS_NUMERIC_ARGUMENTS
    default:
      return "";
    }
}

/* What argument n, from 0 on, has to be; NULL: anything. */
static const char *
wanted_argument (const RsBuiltin *builtin, guint n)
{
  const char *kinds = numeric_arguments (builtin);

  if (builtin->flags & RS_BUILTIN_ELEMENTWISE)
    return "a number or an array";
  if (n >= strlen (kinds))
    return NULL;
  return kinds[n] == 'A'   ? "a number or an array"
         : kinds[n] == 'N' ? "a number"
         : kinds[n] == 'I' ? "an integer"
                           : NULL;
}

/* sin ("a"), sum (x, "rows") */
void
rs_check_mathematics (RsCheck *self, const RsNode *call, const RsBuiltin *builtin)
{
  g_assert (call->kind == RS_NODE_CALL);
  for (guint i = RS_CALL_FIRST_ARGUMENT; i < call->n_children; i++)
    {
      const RsNode *argument = call->children[i];
      const char *wanted = wanted_argument (builtin, i - RS_CALL_FIRST_ARGUMENT);
      const RsType *type;

      if (!argument || argument->kind == RS_NODE_NAMED_ARGUMENT || argument->kind == RS_NODE_SPREAD)
        return;
      type = wanted ? type_of (self, argument) : &rs_type_unknown;
      if (is_no_number (type))
        {
          g_autofree char *text = rs_type_describe (type);
          const char *hint = rs_foreign_call_get_hint (builtin->name);

          rs_check_report (self, rs_check_certain (self), argument, RS_SAY (BUILTIN_ARGUMENT_TYPE), builtin->name, text,
                           i - RS_CALL_FIRST_ARGUMENT + 1, wanted, hint ? "; " : "", hint ? hint : "");
          return;
        }
    }
}

/* --- what is no value --- */

void
rs_check_places (RsCheck *self, const RsNode *node)
{
  guint first = node->kind == RS_NODE_ASSIGN ? RS_ASSIGN_VALUE : 0;

  for (guint i = first; i < node->n_children; i++)
    {
      const RsNode *child = node->children[i];

      if (child && child->kind == RS_NODE_PLACEHOLDER)
        rs_check_report (self, RS_SEVERITY_ERROR, child, RS_SAY (WILDCARD_VALUE));
      else if (child && child->kind == RS_NODE_SPREAD)
        rs_check_report (self, RS_SEVERITY_ERROR, child, RS_SAY (UNPACK_VALUE));
    }
}

/* --- conditions --- */

/* An array of more than one element. */
static gboolean
has_several_elements (const RsType *type)
{
  if (type->kind != RS_TYPE_ARRAY)
    return FALSE;
  for (int d = 0; d < type->rank; d++)
    if (type->sizes[d] != RS_SIZE_UNKNOWN && type->sizes[d] > 1)
      return TRUE;
  return FALSE;
}

void
rs_check_condition (RsCheck *self, const RsNode *condition)
{
  const RsType *type = type_of (self, condition);
  gboolean is_array = has_several_elements (type);
  g_autofree char *text = NULL;

  if (!is_array && !is_no_number (type) && type->kind != RS_TYPE_CELL)
    return;
  text = rs_type_describe (type);
  rs_check_report (self, rs_check_certain (self), condition, RS_SAY (CONDITION_TYPE), text,
                   is_array ? "; use all() or any()" : "");
}

void
rs_check_looped_over (RsCheck *self, const RsNode *loop)
{
  g_assert (loop->kind == RS_NODE_FOR);

  const RsNode *range = rs_node_child (loop, RS_FOR_RANGE);

  if (range && type_of (self, range)->kind == RS_TYPE_STRING)
    rs_check_report (self, rs_check_certain (self), range, RS_SAY (LOOP_OVER_TEXT));
}

/* --- what is stored and called --- */

static const RsNode *
number_in (const RsNode *value, gboolean *is_negative)
{
  *is_negative = value->kind == RS_NODE_UNARY && value->op == RS_OP_NEGATE;
  if (*is_negative)
    value = rs_node_child (value, 0);
  return value && value->kind == RS_NODE_NUMBER && !value->symbol && !(value->flags & RS_NODE_IMAGINARY) ? value : NULL;
}

/* [1, -2; 3, 4] */
static gboolean
is_matrix_of_integers (const RsNode *value)
{
  gboolean is_negative;

  if (!value || value->kind != RS_NODE_MATRIX || value->n_children == 0)
    return FALSE;
  for (guint i = 0; i < value->n_children; i++)
    {
      const RsNode *element = value->children[i];
      const RsNode *number = element ? number_in (element, &is_negative) : NULL;

      if (!is_matrix_of_integers (element) && (!number || !(number->flags & RS_NODE_INTEGER)))
        return FALSE;
    }
  return TRUE;
}

/* x = [1, 2, 3]; x[0] = 0.5 stores 0 (manual 3.2): who wrote the array without decimal points may not know. */
static void
warn_of_lost_fraction (RsCheck *self, const RsNode *target, const RsNode *value, const RsType *array)
{
  const RsNode *base = rs_node_child (target, RS_INDEX_ARRAY);
  const RsSymbol *symbol = base && base->kind == RS_NODE_NAME ? rs_symbol_get_origin (base->symbol) : NULL;
  gboolean is_negative;
  const RsNode *number = number_in (value, &is_negative);

  if (!symbol || symbol->kind != RS_SYMBOL_VARIABLE || symbol->is_parameter || symbol->is_declared || !number
      || number->number == trunc (number->number) || !rs_element_is_integer (array->element)
      || !is_matrix_of_integers (symbol->initial) || !g_hash_table_add (self->warned, (gpointer)symbol))
    return;
  rs_check_report (self, RS_SEVERITY_WARNING, target, RS_SAY (INTEGER_ELEMENTS), symbol->name, is_negative ? "-" : "",
                   number->number, is_negative && number->number >= 1 ? "-" : "", trunc (number->number));
}

/* The number of elements; 0: not known. */
static gint64
count_elements (const RsType *type)
{
  gint64 n = 1;

  if (type->kind != RS_TYPE_ARRAY)
    return type->kind == RS_TYPE_NUMBER ? 1 : 0;
  for (int d = 0; d < type->rank; d++)
    if (type->sizes[d] < 1 || n > G_MAXINT32 || type->sizes[d] > G_MAXINT32)
      return 0;
    else
      n *= type->sizes[d];
  return type->rank > 0 ? n : 0;
}

/* x[0..1] = [1, 2, 3] */
static void
check_part_size (RsCheck *self, const RsNode *target, const RsType *part, const RsType *value)
{
  gint64 n_part = count_elements (part), n_value = count_elements (value);
  g_autofree char *p = NULL, *v = NULL;

  if (n_part == 0 || n_value < 2 || n_part == n_value)
    return;
  p = rs_type_describe (part);
  v = rs_type_describe (value);
  rs_check_report (self, rs_check_certain (self), target, RS_SAY (ASSIGNED_SIZES), p, v);
}

/* x[i] = value, x an array. */
void
rs_check_element_store (RsCheck *self, const RsNode *target, const RsNode *value)
{
  g_assert (target->kind == RS_NODE_INDEX);

  const RsType *array = type_of (self, rs_node_child (target, RS_INDEX_ARRAY)), *type = type_of (self, value);
  g_autofree char *a = NULL, *v = NULL;

  if (array->kind == RS_TYPE_ARRAY)
    warn_of_lost_fraction (self, target, value, array);
  else if (array->kind == RS_TYPE_NUMBER)
    {
      a = rs_type_describe (array);
      v = rs_node_to_string (rs_node_child (target, RS_INDEX_ARRAY));
      rs_check_report (self, rs_check_certain (self), target, RS_SAY (ELEMENTS_OF), v, a,
                       rs_node_child (target, RS_INDEX_ARRAY)->kind == RS_NODE_INDEX
                           ? "; several indices stand in one bracket, with commas between them"
                           : "");
    }
  if (array->kind != RS_TYPE_ARRAY)
    return;
  if (!is_no_number (type) && type->kind != RS_TYPE_CELL)
    {
      check_part_size (self, target, type_of (self, target), type);
      return;
    }
  a = rs_type_describe (array);
  v = rs_type_describe (type);
  rs_check_report (self, rs_check_certain (self), target, RS_SAY (STORED_TYPE), v, a);
}

/* [a, b, c] = f (x), f with fewer outputs; one output may be a cell or a vector. */
static void
check_outputs (RsCheck *self, const RsNode *target, const RsNode *call)
{
  const RsNode *callee = rs_node_child (call, RS_CALL_CALLEE);
  const RsSymbol *symbol = callee && callee->kind == RS_NODE_NAME ? rs_symbol_get_origin (callee->symbol) : NULL;
  const RsNode *function = symbol && symbol->kind == RS_SYMBOL_FUNCTION && !symbol->builtin ? symbol->declaration
                                                                                            : NULL;
  const RsNode *outputs = function && function->kind == RS_NODE_FUNCTION ? rs_node_child (function, RS_FUNCTION_OUTPUTS)
                                                                         : NULL;

  if (!outputs || outputs->n_children < 2 || target->n_children <= outputs->n_children)
    return;
  for (guint i = 0; i < outputs->n_children; i++)
    if (!outputs->children[i] || (outputs->children[i]->flags & RS_NODE_VARIADIC))
      return;
  rs_check_report (self, rs_check_certain (self), target, RS_SAY (OUTPUTS_NUMBER), symbol->name, outputs->n_children,
                   target->n_children);
}

/* [m, at] = max (x), as other languages have it. */
static void
check_extremum (RsCheck *self, const RsNode *target, const RsNode *call)
{
  const RsNode *callee = rs_node_child (call, RS_CALL_CALLEE);
  const RsSymbol *symbol = callee && callee->kind == RS_NODE_NAME ? rs_symbol_get_origin (callee->symbol) : NULL;
  const RsNode *argument = call->n_children == RS_CALL_FIRST_ARGUMENT + 1 ? call->children[RS_CALL_FIRST_ARGUMENT]
                                                                          : NULL;
  g_autofree char *text = NULL;

  if (!symbol || symbol->kind != RS_SYMBOL_BUILTIN || !argument || argument->kind == RS_NODE_SPREAD
      || target->n_children < 2
      || (symbol->builtin->id != RS_BUILTIN_ID_MAX && symbol->builtin->id != RS_BUILTIN_ID_MIN))
    return;
  text = rs_node_to_string (argument);
  rs_check_report (self, rs_check_certain (self), target, RS_SAY (OUTPUTS_EXTREME), symbol->name,
                   symbol->builtin->id == RS_BUILTIN_ID_MAX ? "largest" : "smallest", text, symbol->name, text, text);
}

/* [a, b] = v of a number, a text or a vector of another length. */
static void
check_whole (RsCheck *self, const RsNode *target, const RsNode *value)
{
  const RsType *type = type_of (self, value);
  gboolean is_single = type->kind == RS_TYPE_NUMBER || type->kind == RS_TYPE_STRING;
  gboolean is_vector = type->kind == RS_TYPE_ARRAY && type->rank == 1 && type->sizes[0] != RS_SIZE_UNKNOWN;
  g_autofree char *text = NULL;

  if (target->n_children < 2 || (!is_single && (!is_vector || type->sizes[0] == target->n_children)))
    return;
  text = rs_type_describe (type);
  rs_check_report (self, rs_check_certain (self), target, RS_SAY (TAKEN_APART), text, target->n_children,
                   is_vector ? "; a variable, or _ where it is not wanted, is needed for each of its elements" : "");
}

/* [a, b] = value */
void
rs_check_taking_apart (RsCheck *self, const RsNode *target, const RsNode *value)
{
  guint n = 0;

  if (value->kind == RS_NODE_CALL)
    {
      check_outputs (self, target, value);
      check_extremum (self, target, value);
    }
  else if (value->kind != RS_NODE_MATRIX && value->kind != RS_NODE_CELL)
    check_whole (self, target, value);
  if (value->kind != RS_NODE_MATRIX && value->kind != RS_NODE_CELL)
    return;
  for (guint i = 0; i < value->n_children; i++)
    if (!value->children[i] || value->children[i]->kind == RS_NODE_SPREAD || value->children[i]->kind == RS_NODE_RANGE)
      return;
  for (guint i = 0; i < target->n_children; i++, n++)
    if (target->children[i] && (target->children[i]->flags & RS_NODE_VARIADIC))
      return;
  if (n < 2 || value->n_children < 2 || n == value->n_children)
    return;
  rs_check_report (self, rs_check_certain (self), target, RS_SAY (TAKEN_APART_NUMBER), value->n_children, n);
}

/* size(x)(0) */
static void
check_called_value (RsCheck *self, const RsNode *call, const RsNode *callee)
{
  const RsType *type = type_of (self, callee);
  g_autofree char *text = NULL;

  if (type->kind != RS_TYPE_ARRAY && type->kind != RS_TYPE_NUMBER && type->kind != RS_TYPE_STRING)
    return;
  text = rs_node_to_string (callee);
  rs_check_report (self, rs_check_certain (self), call, RS_SAY (CALL_VALUE), text, text);
}

/* Whether a variable has but one value, an array whose size only the run knows: x = imread("a.png"). */
static gboolean
holds_array (const RsSymbol *variable)
{
  const RsNode *value = variable->is_assigned_again || variable->is_parameter ? NULL : variable->initial;
  const RsNode *callee = value && value->kind == RS_NODE_CALL ? rs_node_child (value, RS_CALL_CALLEE) : NULL;
  const RsSymbol *symbol = callee && callee->kind == RS_NODE_NAME ? rs_symbol_get_origin (callee->symbol) : NULL;

  if (!symbol || symbol->kind != RS_SYMBOL_BUILTIN)
    return FALSE;
  switch (symbol->builtin->id)
    {
    case RS_BUILTIN_ID_IMREAD:
    case RS_BUILTIN_ID_CSVREAD:
    case RS_BUILTIN_ID_REPMAT:
    case RS_BUILTIN_ID_RESHAPE:
    case RS_BUILTIN_ID_SORT:
    case RS_BUILTIN_ID_FIND:
    case RS_BUILTIN_ID_LINSPACE:
    case RS_BUILTIN_ID_CAT:
    case RS_BUILTIN_ID_SHUFFLEDIMS:
      return TRUE;
    default:
      return FALSE;
    }
}

/* n(3) of a number. */
void
rs_check_callee (RsCheck *self, const RsNode *call)
{
  g_assert (call->kind == RS_NODE_CALL);

  const RsNode *callee = rs_node_child (call, RS_CALL_CALLEE);
  const RsSymbol *symbol = callee && callee->kind == RS_NODE_NAME ? callee->symbol : NULL;
  const RsType *type;

  if (callee && (callee->kind == RS_NODE_CALL || callee->kind == RS_NODE_MATRIX))
    check_called_value (self, call, callee);
  if (!symbol || (symbol->kind != RS_SYMBOL_VARIABLE && symbol->kind != RS_SYMBOL_CAPTURED))
    return;
  type = type_of (self, callee);
  if (type->kind != RS_TYPE_NUMBER && type->kind != RS_TYPE_ARRAY && type->kind != RS_TYPE_STRING
      && !holds_array (rs_symbol_get_origin (symbol)))
    return;
  rs_check_report (self, rs_check_certain (self), call, RS_SAY (CALL_VARIABLE), callee->name, callee->name);
}
