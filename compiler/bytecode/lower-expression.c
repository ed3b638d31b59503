/* Expressions: literals, operators, conditions, composed values. Names, calls, indices and assignments have files of
 * their own.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/bytecode/lower-private.h"
#include "compiler/kernel/places/leaves.h"
#include "compiler/sema/generic/generic.h"

#include <math.h>

RsOpcode
rs_lower_opcode (RsOperator op)
{
  switch (op)
    {
#define SAME(NAME)                                                                                                     \
  case RS_OP_##NAME:                                                                                                   \
    return RS_OPCODE_##NAME
      SAME (ADD);
      SAME (SUBTRACT);
      SAME (MULTIPLY);
      SAME (DIVIDE);
      SAME (POWER);
      SAME (DOT_MULTIPLY);
      SAME (DOT_DIVIDE);
      SAME (DOT_POWER);
      SAME (LESS);
      SAME (LESS_EQUAL);
      SAME (GREATER);
      SAME (GREATER_EQUAL);
      SAME (EQUAL);
      SAME (NOT_EQUAL);
      SAME (AND);
      SAME (OR);
      SAME (NEGATE);
      SAME (PLUS);
      SAME (NOT);
#undef SAME
    default:
      return RS_OPCODE_EXTRA;
    }
}

/* The opcode with a constant on the right, or EXTRA. */
static RsOpcode
opcode_with_constant (RsOpcode op)
{
  switch (op)
    {
    case RS_OPCODE_ADD:
      return RS_OPCODE_ADD_K;
    case RS_OPCODE_SUBTRACT:
      return RS_OPCODE_SUBTRACT_K;
    case RS_OPCODE_MULTIPLY:
    case RS_OPCODE_DOT_MULTIPLY: /* the same when one side is a number */
      return RS_OPCODE_MULTIPLY_K;
    case RS_OPCODE_DIVIDE:
    case RS_OPCODE_DOT_DIVIDE:
      return RS_OPCODE_DIVIDE_K;
    case RS_OPCODE_POWER:
      return RS_OPCODE_POWER_K;
    case RS_OPCODE_LESS:
      return RS_OPCODE_LESS_K;
    case RS_OPCODE_LESS_EQUAL:
      return RS_OPCODE_LESS_EQUAL_K;
    case RS_OPCODE_GREATER:
      return RS_OPCODE_GREATER_K;
    case RS_OPCODE_GREATER_EQUAL:
      return RS_OPCODE_GREATER_EQUAL_K;
    case RS_OPCODE_EQUAL:
      return RS_OPCODE_EQUAL_K;
    case RS_OPCODE_NOT_EQUAL:
      return RS_OPCODE_NOT_EQUAL_K;
    default:
      return RS_OPCODE_EXTRA;
    }
}

/* a + b and a * b of numbers commute, and a < b is b > a. */
static RsOpcode
opcode_with_sides_swapped (RsOpcode op)
{
  switch (op)
    {
    case RS_OPCODE_ADD:
    case RS_OPCODE_MULTIPLY:
    case RS_OPCODE_DOT_MULTIPLY:
    case RS_OPCODE_EQUAL:
    case RS_OPCODE_NOT_EQUAL:
      return op;
    case RS_OPCODE_LESS:
      return RS_OPCODE_GREATER;
    case RS_OPCODE_LESS_EQUAL:
      return RS_OPCODE_GREATER_EQUAL;
    case RS_OPCODE_GREATER:
      return RS_OPCODE_LESS;
    case RS_OPCODE_GREATER_EQUAL:
      return RS_OPCODE_LESS_EQUAL;
    default:
      return RS_OPCODE_EXTRA;
    }
}

static gboolean
is_rounded (RsOpcode op)
{
  switch (op)
    {
    case RS_OPCODE_ADD:
    case RS_OPCODE_SUBTRACT:
    case RS_OPCODE_MULTIPLY:
    case RS_OPCODE_DIVIDE:
    case RS_OPCODE_POWER:
    case RS_OPCODE_DOT_MULTIPLY:
    case RS_OPCODE_DOT_DIVIDE:
    case RS_OPCODE_DOT_POWER:
    case RS_OPCODE_COMPOUND_DIVIDE:
    case RS_OPCODE_COMPOUND_DOT_DIVIDE:
    case RS_OPCODE_MODULO:
    case RS_OPCODE_NEGATE:
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
number_constant (RsLower *lower, const RsNode *node, RsConstant *constant)
{
  double number = node->number;
  gint64 integer;

  if (node->kind != RS_NODE_NUMBER)
    return FALSE;
  if (rs_node_get_integer (node, &integer))
    {
      *constant = (RsConstant){ .kind = RS_CONSTANT_INT, .integer = integer };
      return TRUE;
    }
  if (lower->rounds)
    number = (float)number;
  *constant = (RsConstant){ .kind = node->flags & RS_NODE_IMAGINARY ? RS_CONSTANT_IMAGINARY : RS_CONSTANT_SCALAR,
                            .number = number };
  return TRUE;
}

/* Bytecode runs on the CPU. */
static guint
target_test (RsLower *lower, const RsNode *node, int target)
{
  guint result = rs_lower_target (lower, target);

  rs_lower_emit (lower, RS_OPCODE_LOAD_INT, result, node->number != 0, 0);
  return result;
}

static guint
number (RsLower *lower, const RsNode *node, int target)
{
  guint result = rs_lower_target (lower, target);
  RsConstant constant;

  number_constant (lower, node, &constant);
  if (constant.kind == RS_CONSTANT_INT && constant.integer == (gint32)constant.integer)
    rs_lower_emit (lower, RS_OPCODE_LOAD_INT, result, (guint32)constant.integer & 0xffff,
                   (guint32)constant.integer >> 16);
  else
    rs_lower_emit (lower, RS_OPCODE_LOAD, result, rs_lower_constant (lower, constant), 0);
  return result;
}

static gboolean
is_real_literal (const RsNode *node)
{
  return node->kind == RS_NODE_NUMBER && (node->flags & RS_NODE_IMAGINARY) == 0;
}

/* Joining strings does not commute; no other operator makes a string. */
static gboolean
may_be_text (const RsNode *node)
{
  return node->kind != RS_NODE_UNARY && (node->kind != RS_NODE_BINARY || node->op == RS_OP_ADD)
         && !rs_lower_is_surely_integer (node);
}

static guint
arithmetic (RsLower *lower, const RsNode *node, RsOpcode op, int target)
{
  const RsNode *left = node->children[0], *right = node->children[1];
  RsOpcode with_constant = RS_OPCODE_EXTRA;
  guint mark = lower->next;
  guint a, b, result;
  RsConstant constant;

  if (is_real_literal (right))
    with_constant = opcode_with_constant (op);
  else if (is_real_literal (left) && (op != RS_OPCODE_ADD || lower->rounds || !may_be_text (right))
           && (with_constant = opcode_with_sides_swapped (op)) != RS_OPCODE_EXTRA)
    {
      with_constant = opcode_with_constant (with_constant);
      left = node->children[1];
      right = node->children[0];
    }
  a = rs_lower_expression (lower, left, RS_ANYWHERE);
  if (with_constant != RS_OPCODE_EXTRA)
    {
      number_constant (lower, right, &constant);
      b = rs_lower_constant (lower, constant);
    }
  else
    b = rs_lower_expression (lower, right, RS_ANYWHERE);
  rs_lower_release (lower, mark);
  result = rs_lower_target (lower, target);
  lower->offset = node->span.start;
  rs_lower_emit (lower, with_constant != RS_OPCODE_EXTRA ? with_constant : op, result, a, b);
  if (lower->rounds && is_rounded (op))
    rs_lower_emit (lower, RS_OPCODE_ROUND, result, 0, 0);
  return result;
}

/* Lazy on scalars, element-wise on arrays:
 * t = left; when t is a number that decides, the result is that; else the result is t op right. */
static guint
logical (RsLower *lower, const RsNode *node, int target)
{
  gboolean is_and = node->op == RS_OP_AND;
  guint result = rs_lower_target (lower, target);
  guint mark = lower->next;
  guint left = rs_lower_take (lower, 1);
  guint right, array, decided, end;

  rs_lower_to (lower, node->children[0], left);
  array = rs_lower_emit_jump (lower, RS_OPCODE_JUMP_ARRAY, left);
  decided = rs_lower_emit_jump (lower, is_and ? RS_OPCODE_JUMP_FALSE : RS_OPCODE_JUMP_TRUE, left);
  rs_lower_patch_here (lower, array);
  right = rs_lower_expression (lower, node->children[1], RS_ANYWHERE);
  rs_lower_emit (lower, is_and ? RS_OPCODE_AND : RS_OPCODE_OR, result, left, right);
  end = rs_lower_emit_jump (lower, RS_OPCODE_JUMP, 0);
  rs_lower_patch_here (lower, decided);
  rs_lower_emit (
      lower, RS_OPCODE_LOAD, result,
      rs_lower_constant (lower, (RsConstant){ .kind = RS_CONSTANT_BUILTIN_VALUE,
                                              .integer = is_and ? RS_BUILTIN_ID_FALSE : RS_BUILTIN_ID_TRUE }),
      0);
  rs_lower_patch_here (lower, end);
  rs_lower_release (lower, MAX (mark, target >= 0 ? mark : result + 1));
  return result;
}

static guint
binary (RsLower *lower, const RsNode *node, int target)
{
  RsOpcode op = rs_lower_opcode (node->op);

  if (op == RS_OPCODE_EXTRA)
    {
      rs_lower_unsupported (lower, node, node->name != NULL ? node->name : "this operator");
      return rs_lower_target (lower, target);
    }
  if (op == RS_OPCODE_AND || op == RS_OPCODE_OR)
    return logical (lower, node, target);
  return arithmetic (lower, node, op, target);
}

static guint
unary (RsLower *lower, const RsNode *node, int target)
{
  const RsNode *operand = node->children[0];
  guint mark = lower->next;
  guint value, result;

  if (node->op == RS_OP_NEGATE && operand->kind == RS_NODE_NUMBER && (operand->flags & RS_NODE_PARENTHESES) == 0
      && operand->text == NULL)
    {
      RsNode negative = *operand;

      negative.number = -operand->number;
      if (operand->number != 0 || (operand->flags & RS_NODE_INTEGER) != 0)
        return number (lower, &negative, target);
    }
  value = rs_lower_expression (lower, operand, RS_ANYWHERE);
  rs_lower_release (lower, mark);
  result = rs_lower_target (lower, target);
  lower->offset = node->span.start;
  rs_lower_emit (lower, rs_lower_opcode (node->op), result, value, 0);
  return result;
}

static guint
ternary (RsLower *lower, const RsNode *node, int target)
{
  guint result = rs_lower_target (lower, target);
  g_autoptr (GArray) jumps = g_array_new (FALSE, FALSE, sizeof (guint));
  guint end;

  rs_lower_condition (lower, node->children[RS_TERNARY_CONDITION], TRUE, jumps);
  rs_lower_to (lower, node->children[RS_TERNARY_THEN], result);
  end = rs_lower_emit_jump (lower, RS_OPCODE_JUMP, 0);
  rs_lower_patch_all (lower, jumps, rs_lower_here (lower));
  rs_lower_to (lower, node->children[RS_TERNARY_ELSE], result);
  rs_lower_patch_here (lower, end);
  return result;
}

static guint
range (RsLower *lower, const RsNode *node, int target)
{
  guint mark = lower->next;
  guint first = rs_lower_take (lower, 3);
  guint result;

  rs_lower_to (lower, node->children[RS_RANGE_LOW], first);
  if (node->children[RS_RANGE_STEP] != NULL)
    rs_lower_to (lower, node->children[RS_RANGE_STEP], first + 1);
  else
    rs_lower_emit (lower, RS_OPCODE_LOAD_INT, first + 1, 1, 0);
  rs_lower_to (lower, node->children[RS_RANGE_HIGH], first + 2);
  rs_lower_release (lower, mark);
  result = rs_lower_target (lower, target);
  lower->offset = node->span.start;
  rs_lower_emit (lower, RS_OPCODE_RANGE, result, first, 0);
  return result;
}

static guint
composed (RsLower *lower, const RsNode *node, int target)
{
  gboolean is_cell = node->kind == RS_NODE_CELL;
  guint mark = lower->next;
  guint first = mark, list = 0, result;
  gboolean has_list = rs_lower_arguments (lower, node->children, node->n_children, &list);

  rs_lower_release (lower, mark);
  result = rs_lower_target (lower, target);
  lower->offset = node->span.start;
  if (has_list)
    rs_lower_emit (lower, is_cell ? RS_OPCODE_CELL_SPREAD : RS_OPCODE_MATRIX_SPREAD, result, first, list);
  else
    rs_lower_emit (lower, is_cell ? RS_OPCODE_CELL : RS_OPCODE_MATRIX, result, first, node->n_children);
  return result;
}

static guint
typed (RsLower *lower, const RsNode *node, int target)
{
  guint result = rs_lower_target (lower, target);
  const RsType *type = rs_lower_type (lower, node->children[RS_TYPED_TYPE]);

  rs_lower_to (lower, node->children[RS_TYPED_EXPRESSION], result);
  lower->offset = node->span.start;
  if (node->flags
      & RS_NODE_TYPE_FIRST) /* the output of an explicitly typed lambda, or of one of several declarations */
    {
      const char *text = node->name != NULL ? rs_arena_printf (lower->bytecode->arena, "variable %s", node->name)
                                            : "the result";

      rs_lower_emit (lower, RS_OPCODE_CONVERT, result, result,
                     rs_lower_type_constant (lower, type, rs_names_intern (lower->module->names, text, -1)));
      return result;
    }
  rs_lower_emit (lower, RS_OPCODE_CHECK_TYPE, result, rs_lower_type_constant (lower, type, NULL), 0);
  return result;
}

static guint
string (RsLower *lower, const RsNode *node, int target)
{
  guint result = rs_lower_target (lower, target);

  rs_lower_emit (lower, RS_OPCODE_LOAD, result, rs_lower_string_constant (lower, node->text != NULL ? node->text : ""),
                 0);
  return result;
}

static guint
sequence (RsLower *lower, const RsNode *node, int target)
{
  guint result = rs_lower_target (lower, target);

  for (guint i = 0; i + 1 < node->n_children; i++)
    rs_lower_effect (lower, node->children[i]);
  if (node->n_children > 0)
    rs_lower_to (lower, rs_node_last (node), result);
  return result;
}

static guint
not_handled (RsLower *lower, const RsNode *node, int target)
{
  g_autofree char *what = NULL;

  if (node->kind == RS_NODE_META)
    what = g_strdup_printf ("$%s", node->name);
  else
    what = g_strdup (rs_node_kind_to_string (node->kind));
  rs_lower_unsupported (lower, node, what);
  return rs_lower_target (lower, target);
}

static guint
offered (RsLower *lower, const RsNode *node, int target, guint (*ordinary) (RsLower *, const RsNode *, int))
{
  guint result, mark, site, jump;

  if (!lower->options->compiles || lower->proto->is_kernel || lower->proto->is_device)
    return ordinary (lower, node, target);
  result = rs_lower_target (lower, target);
  mark = lower->next;
  if (rs_lower_offer_sum_along (lower, node, result, &jump))
    {
      ordinary (lower, node, (int)result);
      rs_lower_patch_here (lower, jump);
      rs_lower_release (lower, mark);
      return result;
    }
  if (!rs_lower_offer_expression (lower, node, result, &site))
    {
      rs_lower_release (lower, mark);
      return ordinary (lower, node, (int)result);
    }
  ordinary (lower, node, (int)result);
  rs_lower_offer_done (lower, site);
  rs_lower_release (lower, mark);
  return result;
}

static guint
index_expression (RsLower *lower, const RsNode *node, int target)
{
  guint result, mark;

  if (!rs_expression_is_gather (node))
    return rs_lower_brackets (lower, node, target);
  result = rs_lower_target (lower, target);
  mark = lower->next;
  if (!rs_lower_offer_view (lower, node, result))
    rs_lower_brackets (lower, node, (int)result);
  rs_lower_release (lower, mark);
  return result;
}

guint
rs_lower_expression (RsLower *lower, const RsNode *node, int target)
{
  guint held;

  if (rs_lower_find_leaf (lower, node, &held))
    {
      if (target == RS_ANYWHERE)
        return held;
      rs_lower_emit (lower, RS_OPCODE_MOVE, (guint)target, held, 0);
      return (guint)target;
    }
  lower->offset = node->span.start;
  switch ((RsNodeKind)node->kind)
    {
    case RS_NODE_NUMBER:
      return number (lower, node, target);
    case RS_NODE_TARGET_TEST:
      return target_test (lower, node, target);
    case RS_NODE_STRING:
      return string (lower, node, target);
    case RS_NODE_NAME:
      return rs_lower_name (lower, node, target);
    case RS_NODE_UNARY:
      return offered (lower, node, target, unary);
    case RS_NODE_BINARY:
      return offered (lower, node, target, binary);
    case RS_NODE_CALL:
      return offered (lower, node, target, rs_lower_call);
    case RS_NODE_TERNARY:
      return ternary (lower, node, target);
    case RS_NODE_RANGE:
      return range (lower, node, target);
    case RS_NODE_INDEX:
      return index_expression (lower, node, target);
    case RS_NODE_MATRIX:
    case RS_NODE_CELL:
      return composed (lower, node, target);
    case RS_NODE_LAMBDA:
      return rs_lower_lambda (lower, node, target);
    case RS_NODE_ASSIGN:
      return rs_lower_assign (lower, node, target);
    case RS_NODE_TYPED:
      return typed (lower, node, target);
    case RS_NODE_SEQUENCE:
      return sequence (lower, node, target);
    case RS_NODE_META:
      return rs_is_specialization (node) ? rs_lower_specialization (lower, node, target)
                                         : not_handled (lower, node, target);
    case RS_NODE_FIELD:
      return rs_lower_field (lower, node, target);
    case RS_NODE_TYPE_OF_TEXT:
      {
        guint result = rs_lower_target (lower, target);

        rs_lower_emit (lower, RS_OPCODE_LOAD, result,
                       rs_lower_type_constant (lower, rs_lower_type (lower, node->children[0]), NULL), 0);
        return result;
      }
    default:
      return not_handled (lower, node, target);
    }
}

void
rs_lower_to (RsLower *lower, const RsNode *node, guint target)
{
  rs_lower_expression (lower, node, (int)target);
}

void
rs_lower_tail (RsLower *lower, const RsNode *node, guint target)
{
  if (node->kind == RS_NODE_CALL)
    {
      guint mark = lower->next;
      guint value = rs_lower_call_results (lower, node, RS_ANY_RESULT);

      rs_lower_release (lower, mark);
      rs_lower_emit (lower, RS_OPCODE_MOVE, target, value, 0);
    }
  else if (node->kind == RS_NODE_SEQUENCE && node->n_children > 0)
    {
      for (guint i = 0; i + 1 < node->n_children; i++)
        rs_lower_effect (lower, node->children[i]);
      rs_lower_tail (lower, rs_node_last (node), target);
    }
  else if (node->kind == RS_NODE_TERNARY)
    {
      g_autoptr (GArray) jumps = g_array_new (FALSE, FALSE, sizeof (guint));
      guint end;

      rs_lower_condition (lower, node->children[RS_TERNARY_CONDITION], TRUE, jumps);
      rs_lower_tail (lower, node->children[RS_TERNARY_THEN], target);
      end = rs_lower_emit_jump (lower, RS_OPCODE_JUMP, 0);
      rs_lower_patch_all (lower, jumps, rs_lower_here (lower));
      rs_lower_tail (lower, node->children[RS_TERNARY_ELSE], target);
      rs_lower_patch_here (lower, end);
    }
  else
    rs_lower_to (lower, node, target);
}

/* A choice that reductions made, as a statement: the branches need no value. */
static void
choice_effect (RsLower *lower, const RsNode *node)
{
  g_autoptr (GArray) jumps = g_array_new (FALSE, FALSE, sizeof (guint));
  guint end;

  rs_lower_condition (lower, node->children[RS_TERNARY_CONDITION], TRUE, jumps);
  rs_lower_effect (lower, node->children[RS_TERNARY_THEN]);
  end = rs_lower_emit_jump (lower, RS_OPCODE_JUMP, 0);
  rs_lower_patch_all (lower, jumps, rs_lower_here (lower));
  rs_lower_effect (lower, node->children[RS_TERNARY_ELSE]);
  rs_lower_patch_here (lower, end);
}

void
rs_lower_effect (RsLower *lower, const RsNode *node)
{
  guint mark = lower->next;

  lower->offset = node->span.start;
  if (node->kind == RS_NODE_CALL)
    rs_lower_call_results (lower, node, 0);
  else if (node->kind == RS_NODE_TYPED)
    rs_lower_declaration (lower, node);
  else if (node->kind == RS_NODE_ASSIGN)
    rs_lower_assign (lower, node, RS_UNUSED);
  else if (node->kind == RS_NODE_TERNARY && node->flags & RS_NODE_REDUCED)
    choice_effect (lower, node);
  else if (node->kind == RS_NODE_SEQUENCE && !(node->flags & RS_NODE_TEXTURE))
    for (guint i = 0; i < node->n_children; i++)
      rs_lower_effect (lower, node->children[i]);
  else
    {
      guint value = rs_lower_expression (lower, node, RS_ANYWHERE);

      if (node->kind == RS_NODE_NAME && value < mark) /* a statement `x` still needs x to have a value */
        rs_lower_emit (lower, RS_OPCODE_GET, rs_lower_take (lower, 1), value, 0);
    }
  rs_lower_release (lower, mark);
}

/* --- conditions --- */

/* UNLESS_ opcode of a comparison; *swap: with its sides exchanged. */
static RsOpcode
fused (RsOperator op, gboolean constant, gboolean *swap)
{
  *swap = FALSE;
  switch (op)
    {
    case RS_OP_LESS:
      return constant ? RS_OPCODE_UNLESS_LESS_K : RS_OPCODE_UNLESS_LESS;
    case RS_OP_LESS_EQUAL:
      return constant ? RS_OPCODE_UNLESS_LESS_EQUAL_K : RS_OPCODE_UNLESS_LESS_EQUAL;
    case RS_OP_GREATER:
      *swap = !constant;
      return constant ? RS_OPCODE_UNLESS_GREATER_K : RS_OPCODE_UNLESS_LESS;
    case RS_OP_GREATER_EQUAL:
      *swap = !constant;
      return constant ? RS_OPCODE_UNLESS_GREATER_EQUAL_K : RS_OPCODE_UNLESS_LESS_EQUAL;
    case RS_OP_EQUAL:
      return constant ? RS_OPCODE_UNLESS_EQUAL_K : RS_OPCODE_UNLESS_EQUAL;
    case RS_OP_NOT_EQUAL:
      return constant ? RS_OPCODE_UNLESS_NOT_EQUAL_K : RS_OPCODE_UNLESS_NOT_EQUAL;
    default:
      return RS_OPCODE_EXTRA;
    }
}

static gboolean
compare_and_jump (RsLower *lower, const RsNode *node, GArray *jumps)
{
  const RsNode *right;
  guint mark = lower->next;
  gboolean swap;
  RsConstant constant;
  RsOpcode op;
  guint a, b, jump;

  if (node->kind != RS_NODE_BINARY)
    return FALSE;
  right = node->children[1];
  op = fused (node->op, is_real_literal (right), &swap);
  if (op == RS_OPCODE_EXTRA)
    return FALSE;
  a = rs_lower_expression (lower, node->children[0], RS_ANYWHERE);
  if (is_real_literal (right))
    {
      number_constant (lower, right, &constant);
      b = rs_lower_constant (lower, constant);
    }
  else
    b = rs_lower_expression (lower, right, RS_ANYWHERE);
  rs_lower_release (lower, mark);
  lower->offset = node->span.start;
  rs_lower_emit (lower, op, swap ? b : a, swap ? a : b, 0);
  jump = rs_lower_emit_jump (lower, RS_OPCODE_EXTRA, 0);
  g_array_append_val (jumps, jump);
  return TRUE;
}

void
rs_lower_condition (RsLower *lower, const RsNode *node, gboolean sense, GArray *jumps)
{
  guint mark = lower->next;
  guint value, jump;

  lower->offset = node->span.start;
  if (node->kind == RS_NODE_UNARY && node->op == RS_OP_NOT)
    {
      rs_lower_condition (lower, node->children[0], !sense, jumps);
      return;
    }
  if (node->kind == RS_NODE_BINARY && (node->op == RS_OP_AND || node->op == RS_OP_OR))
    {
      if ((node->op == RS_OP_AND) == sense) /* either side leaves */
        {
          rs_lower_condition (lower, node->children[0], sense, jumps);
          rs_lower_condition (lower, node->children[1], sense, jumps);
        }
      else /* the left side may settle it */
        {
          g_autoptr (GArray) settled = g_array_new (FALSE, FALSE, sizeof (guint));

          rs_lower_condition (lower, node->children[0], !sense, settled);
          rs_lower_condition (lower, node->children[1], sense, jumps);
          rs_lower_patch_all (lower, settled, rs_lower_here (lower));
        }
      return;
    }
  if (sense && compare_and_jump (lower, node, jumps))
    return;
  value = rs_lower_expression (lower, node, RS_ANYWHERE);
  rs_lower_release (lower, mark);
  lower->offset = node->span.start;
  jump = rs_lower_emit_jump (lower, sense ? RS_OPCODE_JUMP_FALSE : RS_OPCODE_JUMP_TRUE, value);
  g_array_append_val (jumps, jump);
}

/* --- what is known about integers --- */

gboolean
rs_lower_is_surely_integer (const RsNode *node)
{
  switch ((RsNodeKind)node->kind)
    {
    case RS_NODE_NUMBER:
      return (node->flags & RS_NODE_INTEGER) != 0 && (node->flags & RS_NODE_IMAGINARY) == 0;
    case RS_NODE_NAME:
      return node->symbol != NULL && node->symbol->kind == RS_SYMBOL_VARIABLE && !node->symbol->is_parameter
             && (node->symbol->integer_rule == RS_INTEGER_COMPUTED
                 || node->symbol->integer_rule == RS_INTEGER_DECLARED);
    case RS_NODE_UNARY:
      return rs_lower_is_surely_integer (node->children[0]);
    case RS_NODE_BINARY:
      return (node->op == RS_OP_ADD || node->op == RS_OP_SUBTRACT || node->op == RS_OP_MULTIPLY)
             && rs_lower_is_surely_integer (node->children[0]) && rs_lower_is_surely_integer (node->children[1]);
    default:
      return FALSE;
    }
}
