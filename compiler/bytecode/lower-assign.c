/* Assignments: to variables with their integer and type rules, to elements, to several targets at once.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/bytecode/lower-private.h"

#include "compiler/kernel/places/leaves.h"

static gboolean
has_declared_type (const RsSymbol *symbol)
{
  return symbol->is_declared && symbol->type != NULL && symbol->type->kind != RS_TYPE_UNKNOWN;
}

static guint
declared_type (RsLower *lower, const RsSymbol *symbol, const RsType *type)
{
  const char *text = rs_arena_printf (lower->bytecode->arena, "%s %s", symbol->is_parameter ? "parameter" : "variable",
                                      symbol->name);

  return rs_lower_type_constant (lower, type, rs_names_intern (lower->module->names, text, -1));
}

static void
store_variable (RsLower *lower, const RsNode *name, guint value)
{
  const RsSymbol *symbol = name->symbol;
  guint variable = rs_lower_variable (lower, name, symbol);

  if (symbol == NULL)
    return;
  if (has_declared_type (symbol))
    rs_lower_emit (lower, RS_OPCODE_CONVERT, variable, value, declared_type (lower, symbol, symbol->type));
  else if (symbol->integer_rule == RS_INTEGER_COMPUTED)
    rs_lower_emit (lower, RS_OPCODE_TRUNCATE, variable, value, 0);
  else if (variable != value)
    rs_lower_emit (lower, RS_OPCODE_MOVE, variable, value, 0);
}

/* A declaration may repeat the type of a variable that has one: the value is converted. */
void
rs_lower_declaration (RsLower *lower, const RsNode *typed)
{
  g_assert (typed->kind == RS_NODE_TYPED);

  const RsNode *name = typed->children[RS_TYPED_EXPRESSION];
  const RsSymbol *symbol = name->symbol;

  if (name->kind == RS_NODE_NAME && symbol != NULL && symbol->kind == RS_SYMBOL_VARIABLE
      && symbol->scope == lower->scope && symbol->is_declared)
    {
      const RsType *type = symbol->type;

      if (type != NULL && type->kind != RS_TYPE_UNKNOWN)
        rs_lower_emit (lower, RS_OPCODE_CONVERT, symbol->slot, symbol->slot, declared_type (lower, symbol, type));
      return;
    }
  rs_lower_expression (lower, typed, RS_ANYWHERE);
}

/* A variable knows its declared type, unless its declarations differ; so does o.a : T = e convert here. */
static void
store_typed (RsLower *lower, const RsNode *target, guint value)
{
  const RsNode *inner = target->children[RS_TYPED_EXPRESSION];
  const RsSymbol *open = inner->kind == RS_NODE_NAME && inner->symbol != NULL && !has_declared_type (inner->symbol)
                             ? inner->symbol : NULL;
  guint mark = lower->next;

  if (inner->kind == RS_NODE_FIELD || open != NULL)
    {
      const RsType *type = rs_lower_type (lower, target->children[RS_TYPED_TYPE]);
      guint converted = rs_lower_take (lower, 1);

      rs_lower_emit (lower, RS_OPCODE_CONVERT, converted, value,
                     open != NULL ? declared_type (lower, open, type)
                                  : rs_lower_type_constant (lower, type, inner->name));
      value = converted;
    }
  rs_lower_store (lower, inner, value);
  rs_lower_release (lower, mark);
}

void
rs_lower_store (RsLower *lower, const RsNode *target, guint value)
{
  lower->offset = target->span.start;
  switch ((RsNodeKind)target->kind)
    {
    case RS_NODE_NAME:
      store_variable (lower, target, value);
      break;
    case RS_NODE_TYPED:
      store_typed (lower, target, value);
      break;
    case RS_NODE_INDEX:
      rs_lower_index_store (lower, target, RS_OP_NONE, value);
      break;
    case RS_NODE_PLACEHOLDER:
      break;
    case RS_NODE_FIELD:
      rs_lower_field_store (lower, target, value);
      break;
    default:
      rs_lower_unsupported (lower, target, "this target of an assignment");
      break;
    }
}

/* --- several targets --- */

static gboolean
is_element_by_element (const RsNode *value, guint n)
{
  if (value->kind != RS_NODE_MATRIX || value->n_children != n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (value->children[i]->kind == RS_NODE_SPREAD)
      return FALSE;
  return TRUE;
}

static gboolean
calls_builtin (const RsNode *call)
{
  const RsNode *callee = call->children[RS_CALL_CALLEE];
  const RsSymbol *symbol = callee->kind == RS_NODE_NAME ? rs_symbol_get_origin (callee->symbol) : NULL;

  return symbol != NULL && symbol->kind == RS_SYMBOL_BUILTIN;
}

/* The n values that an expression comes to, in registers from first on. */
static void
lower_values (RsLower *lower, const RsNode *value, guint first, guint n)
{
  guint mark = lower->next;

  if (value->kind == RS_NODE_SEQUENCE && value->n_children > 0 && !(value->flags & RS_NODE_TEXTURE))
    {
      for (guint i = 0; i + 1 < value->n_children; i++)
        rs_lower_effect (lower, value->children[i]);
      lower_values (lower, rs_node_last (value), first, n);
    }
  else if (value->kind == RS_NODE_TERNARY && value->flags & RS_NODE_REDUCED)
    {
      g_autoptr (GArray) jumps = g_array_new (FALSE, FALSE, sizeof (guint));
      guint end;

      rs_lower_condition (lower, value->children[RS_TERNARY_CONDITION], TRUE, jumps);
      lower_values (lower, value->children[RS_TERNARY_THEN], first, n);
      end = rs_lower_emit_jump (lower, RS_OPCODE_JUMP, 0);
      rs_lower_patch_all (lower, jumps, rs_lower_here (lower));
      lower_values (lower, value->children[RS_TERNARY_ELSE], first, n);
      rs_lower_patch_here (lower, end);
    }
  else if (value->kind == RS_NODE_CALL)
    {
      guint results = rs_lower_call_results (lower, value, n);

      for (guint i = 0; i < n; i++)
        rs_lower_emit (lower, RS_OPCODE_MOVE, first + i, results + i, 0);
    }
  else if (is_element_by_element (value, n)) /* everything is read before anything is written: swap */
    for (guint i = 0; i < n; i++)
      rs_lower_to (lower, value->children[i], first + i);
  else
    {
      guint whole = rs_lower_expression (lower, value, RS_ANYWHERE);

      lower->offset = value->span.start;
      rs_lower_emit (lower, RS_OPCODE_TAKE_APART, first, n, whole);
    }
  rs_lower_release (lower, mark);
}

static guint
assign_several (RsLower *lower, const RsNode *target, const RsNode *value)
{
  guint n = target->n_children;
  guint first;

  if (n == 1 && target->children[0]->kind != RS_NODE_MATRIX)
    {
      if (value->kind == RS_NODE_CALL && !calls_builtin (value)) /* a cell is a list of results */
        {
          first = rs_lower_call_results (lower, value, 1);
          rs_lower_emit (lower, RS_OPCODE_TAKE_ONE, first, 0, 0);
        }
      else
        first = rs_lower_expression (lower, value, RS_ANYWHERE);
      rs_lower_store (lower, target->children[0], first);
      return first;
    }
  if (value->kind == RS_NODE_CALL)
    first = rs_lower_call_results (lower, value, n);
  else
    {
      first = rs_lower_take (lower, n);
      lower_values (lower, value, first, n);
    }
  for (guint i = 0; i < n; i++)
    rs_lower_store (lower, target->children[i], first + i);
  return first;
}

/* --- one target --- */

/* A variable of scalars holds no whole numbers where kernels compute in single precision: they would keep digits that
 * compiled code has not. */
static gboolean
becomes_single (const RsLower *lower, const RsSymbol *symbol)
{
  return lower->rounds && symbol->type != NULL && symbol->type->kind == RS_TYPE_NUMBER
         && rs_element_is_floating (symbol->type->element) && !rs_element_is_complex (symbol->type->element)
         && symbol->integer_rule == RS_INTEGER_NO;
}

static guint
assign_variable (RsLower *lower, const RsNode *name, const RsNode *value)
{
  const RsSymbol *symbol = name->symbol;
  guint variable = rs_lower_variable (lower, name, symbol);
  gboolean direct;

  if (symbol == NULL)
    return variable;
  direct = !has_declared_type (symbol)
           && (symbol->integer_rule != RS_INTEGER_COMPUTED || rs_lower_is_surely_integer (value));
  if (direct)
    {
      rs_lower_to (lower, value, variable);
      if (value->kind == RS_NODE_RANGE) /* names that share it see what is assigned to its elements */
        rs_lower_emit (lower, RS_OPCODE_SPELL_OUT, variable, 0, 0);
    }
  else if (symbol->integer_rule == RS_INTEGER_COMPUTED && !has_declared_type (symbol))
    {
      rs_lower_to (lower, value, variable);
      lower->offset = name->span.start;
      rs_lower_emit (lower, RS_OPCODE_TRUNCATE, variable, variable, 0);
    }
  else if (symbol->type->kind == RS_TYPE_CLASS) /* what another variable holds is copied, a new object is not */
    {
      rs_lower_to (lower, value, variable);
      store_variable (lower, name, variable);
    }
  else
    store_variable (lower, name, rs_lower_expression (lower, value, RS_ANYWHERE));
  if (becomes_single (lower, symbol))
    rs_lower_emit (lower, has_declared_type (symbol) ? RS_OPCODE_ROUND : RS_OPCODE_TO_SINGLE, variable, 0, 0);
  return variable;
}

RsOpcode
rs_lower_compound_opcode (RsOperator op)
{
  switch (op)
    {
    case RS_OP_ASSIGN_DIVIDE:
      return RS_OPCODE_COMPOUND_DIVIDE;
    case RS_OP_ASSIGN_DOT_DIVIDE:
      return RS_OPCODE_COMPOUND_DOT_DIVIDE;
    case RS_OP_ASSIGN_MAXIMUM:
      return RS_OPCODE_MAXIMUM;
    case RS_OP_ASSIGN_MINIMUM:
      return RS_OPCODE_MINIMUM;
    case RS_OP_ASSIGN_AND:
      return RS_OPCODE_BIT_AND;
    case RS_OP_ASSIGN_OR:
      return RS_OPCODE_BIT_OR;
    case RS_OP_ASSIGN_XOR:
      return RS_OPCODE_BIT_XOR;
    default:
      return rs_lower_opcode (rs_operator_of_assignment (op));
    }
}

static RsOpcode
compound_opcode_with_number (RsOperator op, const RsNode *value, gint64 *number)
{
  if (value->kind != RS_NODE_NUMBER || (value->flags & RS_NODE_INTEGER) == 0 || (value->flags & RS_NODE_IMAGINARY) != 0
      || value->number > 1e15)
    return RS_OPCODE_EXTRA;
  *number = (gint64)value->number;
  switch (op)
    {
    case RS_OP_ASSIGN_ADD:
      return RS_OPCODE_ADD_K;
    case RS_OP_ASSIGN_SUBTRACT:
      return RS_OPCODE_SUBTRACT_K;
    case RS_OP_ASSIGN_MULTIPLY:
      return RS_OPCODE_MULTIPLY_K;
    default:
      return RS_OPCODE_EXTRA;
    }
}

/* An integer type that not every result of integer arithmetic fits. */
static gboolean
has_range (const RsType *type)
{
  return type->element != RS_ELEMENT_INT64 || type->overflow != RS_OVERFLOW_DEFAULT;
}

/* Into `result`. */
static void
emit_compound (RsLower *lower, const RsNode *node, guint result, guint variable)
{
  const RsNode *value = node->children[RS_ASSIGN_VALUE];
  gint64 number = 0;
  RsOpcode op = compound_opcode_with_number (node->op, value, &number);
  guint right;

  if (op != RS_OPCODE_EXTRA)
    right = rs_lower_constant (lower, (RsConstant){ .kind = RS_CONSTANT_INT, .integer = number });
  else
    {
      op = rs_lower_compound_opcode (node->op);
      right = rs_lower_expression (lower, value, RS_ANYWHERE);
    }
  lower->offset = node->span.start;
  rs_lower_emit (lower, op, result, variable, right);
  if (lower->rounds)
    rs_lower_emit (lower, RS_OPCODE_ROUND, result, 0, 0);
}

static guint
compound_variable (RsLower *lower, const RsNode *node, const RsNode *name, const RsNode *value)
{
  const RsSymbol *symbol = name->symbol;
  guint variable = rs_lower_variable (lower, name, symbol);
  gboolean is_integer = rs_lower_is_surely_integer (name) && rs_lower_is_surely_integer (value)
                        && !(symbol != NULL && symbol->is_declared && has_range (symbol->type));
  gboolean direct, is_offered;
  guint result, site;

  if (symbol == NULL)
    return variable;
  direct = is_integer || (!has_declared_type (symbol) && symbol->integer_rule != RS_INTEGER_COMPUTED);
  result = direct ? variable : rs_lower_take (lower, 1);
  is_offered = name == node->children[RS_ASSIGN_TARGET]
               && rs_lower_offer_compound_variable (lower, node, result, &site);
  emit_compound (lower, node, result, variable);
  if (is_offered)
    rs_lower_offer_done (lower, site);
  if (!direct)
    store_variable (lower, name, result);
  return variable;
}

gboolean
rs_lower_is_part (const RsNode *target)
{
  return (rs_expression_is_part (target) || rs_expression_is_gather (target)) && rs_expression_is_quiet (target);
}

/* y[m] *= c, y[1..n,:] += x: as y[m] = y[m]*c in one launch, where that can be; else one part after the other. */
static guint
compound_part (RsLower *lower, const RsNode *node)
{
  const RsNode *target = node->children[RS_ASSIGN_TARGET], *value = node->children[RS_ASSIGN_VALUE];
  guint result = rs_lower_take (lower, 1), right, jump, site, end;
  const gboolean is_offered = rs_lower_offer_compound (lower, node, result, &jump, &site);

  right = rs_lower_expression (lower, value, RS_ANYWHERE);
  rs_lower_index_store (lower, target, node->op, right);
  if (is_offered)
    {
      end = rs_lower_emit_jump (lower, RS_OPCODE_JUMP, 0);
      rs_lower_patch_here (lower, jump);
      rs_lower_store (lower, target, result);
      rs_lower_patch_here (lower, end);
      g_array_index (lower->sites, RsProtoSite, site).assigned_end = rs_lower_here (lower);
    }
  return right;
}

static guint
compound (RsLower *lower, const RsNode *node)
{
  const RsNode *target = node->children[RS_ASSIGN_TARGET];
  const RsNode *value = node->children[RS_ASSIGN_VALUE];

  if (target->kind == RS_NODE_TYPED)
    target = target->children[RS_TYPED_EXPRESSION];
  if (target->kind == RS_NODE_NAME)
    return compound_variable (lower, node, target, value);
  if (target->kind == RS_NODE_FIELD)
    return rs_lower_field_compound (lower, node);
  if (target->kind != RS_NODE_INDEX)
    {
      rs_lower_unsupported (lower, target, "a compound assignment to this");
      return rs_lower_take (lower, 1);
    }
  return compound_part (lower, node);
}

/* Behind {!alloc}: where the variable has got an array, that may be the one that is meant. */
static void
place_variable (RsLower *lower, const RsNode *name, const RsNode *value)
{
  const RsType *type = rs_lower_type (lower, value);
  const guint mark = lower->next;

  if (!lower->allocates || (type->kind != RS_TYPE_ARRAY && type->kind != RS_TYPE_CELL && type->kind != RS_TYPE_UNKNOWN))
    return;
  rs_lower_emit (lower, RS_OPCODE_ALLOCATED, rs_lower_expression (lower, name, RS_ANYWHERE), 0, 0);
  rs_lower_release (lower, mark);
}

/* A part of an array gets the value of an expression, which may be computed where it is to lie. */
static guint
assign_part (RsLower *lower, const RsNode *node)
{
  const RsNode *target = node->children[RS_ASSIGN_TARGET], *value = node->children[RS_ASSIGN_VALUE];
  const guint first = lower->sites->len;
  guint result = rs_lower_take (lower, 1), jump;

  lower->assigned = rs_lower_is_part (target) ? node : NULL;
  if (lower->assigned != NULL && rs_lower_offer_alone (lower, value, result, &jump))
    {
      rs_lower_to (lower, value, result);
      rs_lower_patch_here (lower, jump);
    }
  else
    result = rs_lower_expression (lower, value, RS_ANYWHERE);
  lower->assigned = NULL;
  rs_lower_store (lower, target, result);
  for (guint i = first; i < lower->sites->len; i++)
    if (g_array_index (lower->sites, RsProtoSite, i).assigned == target)
      g_array_index (lower->sites, RsProtoSite, i).assigned_end = rs_lower_here (lower);
  return result;
}

guint
rs_lower_assign (RsLower *lower, const RsNode *node, int target_register)
{
  g_assert (node->kind == RS_NODE_ASSIGN || node->kind == RS_NODE_DEFINE);

  const RsNode *target = node->children[RS_ASSIGN_TARGET];
  const RsNode *value = node->children[RS_ASSIGN_VALUE];
  guint result;

  if (node->op != RS_OP_ASSIGN)
    {
      result = compound (lower, node);
      if (target_register != RS_UNUSED && target->kind == RS_NODE_INDEX) /* the new value of an element */
        return rs_lower_index (lower, target, target_register);
    }
  else if (target->kind == RS_NODE_MATRIX)
    result = assign_several (lower, target, value);
  else if (target->kind == RS_NODE_NAME)
    {
      result = assign_variable (lower, target, value);
      place_variable (lower, target, value);
    }
  else if (target->kind == RS_NODE_TYPED && target->children[RS_TYPED_EXPRESSION]->kind == RS_NODE_NAME)
    {
      result = assign_variable (lower, target->children[RS_TYPED_EXPRESSION], value);
      place_variable (lower, target->children[RS_TYPED_EXPRESSION], value);
    }
  else if (target_register == RS_UNUSED)
    result = assign_part (lower, node);
  else
    {
      result = rs_lower_expression (lower, value, RS_ANYWHERE);
      rs_lower_store (lower, target, result);
    }
  if (target_register >= 0 && (guint)target_register != result)
    {
      rs_lower_emit (lower, RS_OPCODE_MOVE, (guint)target_register, result, 0);
      return (guint)target_register;
    }
  return result;
}
