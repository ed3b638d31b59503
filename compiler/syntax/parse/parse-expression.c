/* Expressions: precedence climbing over binary operators; what they join is read by parse-primary.c.
 *
 * From loosest to tightest: assignment, definition and `: type`; ? :; |>; ||; &&; !; comparisons; ranges; + -; * / .*
 * ./; unary minus and plus; ^ and .^; calls, indices, fields (STDLIB.md 1.1). An operator that begins a line ends the
 * statement before it, except in brackets; an operand may always stand on the next line.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/syntax/parse/parser-private.h"

enum {
  LEVEL_NONE,
  LEVEL_PIPE,
  LEVEL_OR,
  LEVEL_AND,
  LEVEL_COMPARISON,
  LEVEL_RANGE,
  LEVEL_SUM,
  LEVEL_PRODUCT,
  LEVEL_UNARY
};

typedef struct {
  guint8 level;
  guint8 op; /* RsOperator */
} BinaryInfo;

static const BinaryInfo binary_infos[RS_N_TOKEN_KINDS] = {
  [RS_TOKEN_PIPE] = { LEVEL_PIPE, RS_OP_USER },
  [RS_TOKEN_OR] = { LEVEL_OR, RS_OP_OR },
  [RS_TOKEN_AND] = { LEVEL_AND, RS_OP_AND },
  [RS_TOKEN_LESS] = { LEVEL_COMPARISON, RS_OP_LESS },
  [RS_TOKEN_LESS_EQUAL] = { LEVEL_COMPARISON, RS_OP_LESS_EQUAL },
  [RS_TOKEN_GREATER] = { LEVEL_COMPARISON, RS_OP_GREATER },
  [RS_TOKEN_GREATER_EQUAL] = { LEVEL_COMPARISON, RS_OP_GREATER_EQUAL },
  [RS_TOKEN_EQUAL] = { LEVEL_COMPARISON, RS_OP_EQUAL },
  [RS_TOKEN_NOT_EQUAL] = { LEVEL_COMPARISON, RS_OP_NOT_EQUAL },
  [RS_TOKEN_RANGE] = { LEVEL_RANGE, RS_OP_NONE },
  [RS_TOKEN_ADD] = { LEVEL_SUM, RS_OP_ADD },
  [RS_TOKEN_SUBTRACT] = { LEVEL_SUM, RS_OP_SUBTRACT },
  [RS_TOKEN_MULTIPLY] = { LEVEL_PRODUCT, RS_OP_MULTIPLY },
  [RS_TOKEN_DIVIDE] = { LEVEL_PRODUCT, RS_OP_DIVIDE },
  [RS_TOKEN_DOT_MULTIPLY] = { LEVEL_PRODUCT, RS_OP_DOT_MULTIPLY },
  [RS_TOKEN_DOT_DIVIDE] = { LEVEL_PRODUCT, RS_OP_DOT_DIVIDE },
};

static const guint8 assignment_ops[RS_N_TOKEN_KINDS] = {
  [RS_TOKEN_ASSIGN] = RS_OP_ASSIGN,
  [RS_TOKEN_ASSIGN_ADD] = RS_OP_ASSIGN_ADD,
  [RS_TOKEN_ASSIGN_SUBTRACT] = RS_OP_ASSIGN_SUBTRACT,
  [RS_TOKEN_ASSIGN_MULTIPLY] = RS_OP_ASSIGN_MULTIPLY,
  [RS_TOKEN_ASSIGN_DIVIDE] = RS_OP_ASSIGN_DIVIDE,
  [RS_TOKEN_ASSIGN_POWER] = RS_OP_ASSIGN_POWER,
  [RS_TOKEN_ASSIGN_DOT_MULTIPLY] = RS_OP_ASSIGN_DOT_MULTIPLY,
  [RS_TOKEN_ASSIGN_DOT_DIVIDE] = RS_OP_ASSIGN_DOT_DIVIDE,
  [RS_TOKEN_ASSIGN_DOT_POWER] = RS_OP_ASSIGN_DOT_POWER,
  [RS_TOKEN_ASSIGN_MAXIMUM] = RS_OP_ASSIGN_MAXIMUM,
  [RS_TOKEN_ASSIGN_MINIMUM] = RS_OP_ASSIGN_MINIMUM,
  [RS_TOKEN_ASSIGN_AND] = RS_OP_ASSIGN_AND,
  [RS_TOKEN_ASSIGN_OR] = RS_OP_ASSIGN_OR,
  [RS_TOKEN_ASSIGN_XOR] = RS_OP_ASSIGN_XOR,
};

static RsNode *parse_binary (RsParser *self, guint level);
static RsNode *parse_unary (RsParser *self);

/* --- operators --- */

/* The exponent: signs bind to it, 2^-3. */
static RsNode *
parse_exponent (RsParser *self)
{
  guint32 start = rs_parser_start (self);
  RsTokenKind kind = rs_parser_kind (self);
  RsNode *node;

  if (kind != RS_TOKEN_SUBTRACT && kind != RS_TOKEN_ADD)
    return rs_parse_postfix (self);
  rs_parser_advance (self);
  if (!rs_parser_enter (self))
    return rs_parser_leaf (self, RS_NODE_ERROR, start);
  node = rs_parser_node1 (self, RS_NODE_UNARY, start, parse_exponent (self));
  node->op = kind == RS_TOKEN_ADD ? RS_OP_PLUS : RS_OP_NEGATE;
  rs_parser_leave (self);
  return node;
}

static RsNode *
parse_power (RsParser *self)
{
  RsNode *left = rs_parse_postfix (self);

  for (guint n = 0; !self->panic; n++)
    {
      RsTokenKind kind = rs_parser_kind_here (self);

      if (kind != RS_TOKEN_POWER && kind != RS_TOKEN_DOT_POWER)
        break;
      if (n > RS_MAX_CHAIN)
        return rs_parser_too_long (self, left);
      rs_parser_advance (self);
      left = rs_parser_node2 (self, RS_NODE_BINARY, left->span.start, left, parse_exponent (self));
      left->op = kind == RS_TOKEN_POWER ? RS_OP_POWER : RS_OP_DOT_POWER;
    }
  return left;
}

/* Whether the sign here ends its line and stands close behind another one: x++, which goes on with nothing. */
static gboolean
ends_with_signs (const RsParser *self)
{
  const RsToken *sign = rs_parser_token (self, 0);

  return self->at > 0 && sign[-1].kind == sign->kind && sign[-1].end == sign->start
         && rs_parser_ends_statement (self, self->at + 1);
}

/* ++x at the beginning of a statement. */
static gboolean
begins_with_signs (const RsParser *self)
{
  const RsToken *sign = rs_parser_token (self, 0);

  return self->at == self->statement && sign[1].kind == sign->kind && sign->end == sign[1].start
         && sign[2].kind == RS_TOKEN_NAME && rs_parser_ends_statement (self, self->at + 3);
}

/* first: the first of the two signs; name: what stands beside them, NULL: nothing. */
static RsNode *
report_counting (RsParser *self, const RsToken *first, const RsToken *name)
{
  RsSpan span = { first->start, first[1].end };
  char sign = self->text[first->start];

  if (name != NULL && name->kind == RS_TOKEN_NAME)
    return rs_parser_error (self, span, RS_SAY (COUNT_NAME), sign, sign, (int)(name->end - name->start),
                            self->text + name->start, sign);
  return rs_parser_error (self, span, RS_SAY (COUNT_SIGN), sign, sign);
}

static RsNode *
parse_unary (RsParser *self)
{
  guint32 start = rs_parser_start (self);
  RsTokenKind kind = rs_parser_kind (self);
  RsNode *node;

  if (kind != RS_TOKEN_SUBTRACT && kind != RS_TOKEN_ADD && kind != RS_TOKEN_NOT)
    return parse_power (self);
  if (kind != RS_TOKEN_NOT && begins_with_signs (self))
    return report_counting (self, rs_parser_token (self, 0), rs_parser_token (self, 2));
  if (kind != RS_TOKEN_NOT && ends_with_signs (self))
    return report_counting (self, rs_parser_token (self, 0) - 1,
                            self->at > self->statement + 1 ? rs_parser_token (self, 0) - 2 : NULL);
  rs_parser_advance (self);
  if (!rs_parser_enter (self))
    return rs_parser_leaf (self, RS_NODE_ERROR, start);
  node = rs_parser_node1 (self, RS_NODE_UNARY, start, parse_unary (self));
  node->op = kind == RS_TOKEN_NOT ? RS_OP_NOT : kind == RS_TOKEN_ADD ? RS_OP_PLUS : RS_OP_NEGATE;
  rs_parser_leave (self);
  return node;
}

/* `!` is looser than a comparison: !a == b is !(a == b). To the right of a tighter operator it takes one operand. */
static RsNode *
parse_operand (RsParser *self, guint level)
{
  guint32 start = rs_parser_start (self);
  RsNode *node;

  if (rs_parser_kind (self) != RS_TOKEN_NOT || level > LEVEL_COMPARISON)
    return parse_unary (self);
  rs_parser_advance (self);
  if (!rs_parser_enter (self))
    return rs_parser_leaf (self, RS_NODE_ERROR, start);
  node = rs_parser_node1 (self, RS_NODE_UNARY, start, parse_binary (self, LEVEL_COMPARISON));
  node->op = RS_OP_NOT;
  rs_parser_leave (self);
  return node;
}

/* The end of a range: x[2..end], x[2..] */
static RsNode *
parse_range_end (RsParser *self)
{
  RsTokenKind kind = rs_parser_kind (self);

  if (self->context.brackets > 0
      && (kind == RS_TOKEN_END_OLD || kind == RS_TOKEN_RIGHT_BRACKET || kind == RS_TOKEN_RIGHT_PARENTHESIS
          || kind == RS_TOKEN_COMMA))
    return rs_parser_error (self, rs_parser_span (self, self->at), RS_SAY (RANGE_END));
  return parse_binary (self, LEVEL_SUM);
}

/* a..b, a..step..b after a */
static RsNode *
parse_range (RsParser *self, RsNode *low)
{
  guint mark = rs_parser_mark (self);
  RsNode *second, *third = NULL;

  rs_parser_advance (self);
  second = parse_range_end (self);
  if (!self->panic && rs_parser_accept (self, RS_TOKEN_RANGE))
    third = parse_range_end (self);
  if (!self->panic && rs_parser_kind_here (self) == RS_TOKEN_RANGE)
    return rs_parser_error (self, rs_parser_span (self, self->at), RS_SAY (RANGE_PARTS));
  rs_parser_push (self, low);
  rs_parser_push (self, third == NULL ? NULL : second);
  rs_parser_push (self, third == NULL ? second : third);
  return rs_parser_node (self, RS_NODE_RANGE, low->span.start, mark);
}

static RsNode *
parse_binary (RsParser *self, guint level)
{
  RsNode *left = parse_operand (self, level);

  for (guint n = 0; !self->panic; n++)
    {
      RsTokenKind kind = rs_parser_kind_here (self);
      const BinaryInfo *info = &binary_infos[kind];

      if (info->level < level || info->level == LEVEL_NONE)
        break;
      if (n > RS_MAX_CHAIN)
        return rs_parser_too_long (self, left);
      if (kind == RS_TOKEN_RANGE)
        {
          left = parse_range (self, left);
          continue;
        }
      rs_parser_advance (self);
      left = rs_parser_node2 (self, RS_NODE_BINARY, left->span.start, left, parse_binary (self, info->level + 1));
      left->op = info->op;
      if (info->op == RS_OP_USER)
        left->name = rs_names_intern (self->names, rs_token_kind_to_string (kind), -1);
    }
  return left;
}

RsNode *
rs_parse_operators (RsParser *self)
{
  return parse_binary (self, LEVEL_PIPE);
}

RsNode *
rs_parse_ternary (RsParser *self)
{
  RsNode *condition = rs_parse_operators (self);
  guint mark = rs_parser_mark (self);
  gboolean no_type = self->context.no_type;

  if (self->panic || rs_parser_kind_here (self) != RS_TOKEN_QUESTION)
    return condition;
  if (!rs_parser_enter (self))
    return condition;
  rs_parser_push (self, condition);
  rs_parser_advance (self);
  self->context.no_type = TRUE;
  rs_parser_push (self, rs_parse_ternary (self));
  self->context.no_type = no_type;
  if (rs_parser_expect (self, RS_TOKEN_COLON, "`:` and the value for a false condition"))
    rs_parser_push (self, rs_parse_ternary (self));
  rs_parser_leave (self);
  return self->panic ? rs_parser_leaf (self, RS_NODE_ERROR, condition->span.start)
                     : rs_parser_node (self, RS_NODE_TERNARY, condition->span.start, mark);
}

/* --- assignments --- */

/* What may stand to the left of `=`; a reduction's pattern may assign to anything. */
static gboolean
check_target (RsParser *self, const RsNode *target)
{
  switch (target->kind)
    {
    case RS_NODE_NAME:
    case RS_NODE_INDEX:
    case RS_NODE_FIELD:
    case RS_NODE_PLACEHOLDER:
    case RS_NODE_ERROR:
      return TRUE;
    case RS_NODE_TYPED:
      return check_target (self, target->children[RS_TYPED_EXPRESSION]);
    case RS_NODE_SPREAD:
      return target->n_children == 1 && check_target (self, target->children[0]);
    case RS_NODE_MATRIX:
      for (guint i = 0; i < target->n_children; i++)
        if (!check_target (self, target->children[i]))
          return FALSE;
      return TRUE;
    case RS_NODE_CALL:
      rs_parser_error (self, target->span, RS_SAY (ASSIGN_CALL));
      return FALSE;
    case RS_NODE_TYPE_OF_TEXT:
      rs_parser_error (self, target->span, RS_SAY (ASSIGN_TYPE));
      return FALSE;
    default:
      if (rs_parser_kind_here (self) == RS_TOKEN_ASSIGN_XOR)
        rs_parser_error (self, target->span, RS_SAY (ASSIGN_DIFFERENT));
      else
        rs_parser_error (self, target->span, RS_SAY (ASSIGN_OTHER));
      return FALSE;
    }
}

/* `~=` inside an expression (y = x ~= 3) is an assignment with a value, but was hardly meant so. */
static void
warn_of_exclusive_or (RsParser *self, const RsNode *target)
{
  if (rs_parser_kind (self) == RS_TOKEN_ASSIGN_XOR && !self->in_reduction && !self->quiet
      && target->span.start != self->tokens.items[self->statement].start)
    rs_message_report (self->diagnostics, RS_SEVERITY_WARNING, self->source, rs_parser_span (self, self->at),
                       RS_SAY (ASSIGN_XOR));
}

/* `if x ~= 3`, and `if x = 3` outside of parentheses: taken for the comparison that was meant, after an error. */
static RsNode *
parse_meant_comparison (RsParser *self, RsNode *left)
{
  gboolean differs = rs_parser_kind_here (self) == RS_TOKEN_ASSIGN_XOR;
  RsSpan sign = rs_parser_span (self, self->at);
  RsNode *node;

  if (differs && !self->quiet)
    rs_message_report (self->diagnostics, RS_SEVERITY_ERROR, self->source, sign, RS_SAY (CONDITION_XOR));
  else if (!self->quiet)
    rs_message_report (self->diagnostics, RS_SEVERITY_ERROR, self->source, sign, RS_SAY (CONDITION_ASSIGN));
  rs_parser_advance (self);
  node = rs_parser_node2 (self, RS_NODE_BINARY, left->span.start, left, rs_parse_expression (self));
  node->op = differs ? RS_OP_NOT_EQUAL : RS_OP_EQUAL;
  return node;
}

static RsNode *
parse_assignment (RsParser *self, RsNode *target)
{
  RsTokenKind kind = rs_parser_kind_here (self);
  RsNode *node;

  if (self->context.in_condition && !self->in_reduction
      && (kind == RS_TOKEN_ASSIGN_XOR || (kind == RS_TOKEN_ASSIGN && self->context.brackets == 0)))
    return parse_meant_comparison (self, target);
  if (!self->in_reduction && !check_target (self, target))
    return rs_parser_leaf (self, RS_NODE_ERROR, target->span.start);
  warn_of_exclusive_or (self, target);
  rs_parser_advance (self);
  node = rs_parser_node2 (self, kind == RS_TOKEN_DEFINE ? RS_NODE_DEFINE : RS_NODE_ASSIGN, target->span.start, target,
                          rs_parse_expression (self));
  node->op = assignment_ops[kind];
  return node;
}

static void
report_colon_range (RsParser *self, guint32 colon)
{
  rs_parser_error (self, rs_parser_span (self, colon), RS_SAY (RANGE_COLON));
}

/* Whether what follows `a : b` can't follow a type: a:b-1, a:b:c. */
static gboolean
continues_range (const RsParser *self)
{
  switch (rs_parser_kind_here (self))
    {
    case RS_TOKEN_ADD:
    case RS_TOKEN_SUBTRACT:
    case RS_TOKEN_MULTIPLY:
    case RS_TOKEN_DIVIDE:
      return TRUE;
    case RS_TOKEN_COLON:
      return !rs_parser_at_foreign_opening (self);
    default:
      return FALSE;
    }
}

/* What stands before the `:` at that index, or behind it, may show that no type was meant. */
static void
check_colon (RsParser *self, const RsNode *node, guint32 colon)
{
  RsTokenKind next = rs_parser_kind (self);

  if (node->kind == RS_NODE_STRING)
    rs_parser_error (self, rs_parser_span (self, colon), RS_SAY (NAMED_VALUES));
  else if (next == RS_TOKEN_NUMBER || next == RS_TOKEN_SUBTRACT || next == RS_TOKEN_ADD
           || (node->kind == RS_NODE_NUMBER && next == RS_TOKEN_NAME && !rs_parser_is_builtin_type (self, 0)))
    report_colon_range (self, colon);
}

RsNode *
rs_parse_expression (RsParser *self)
{
  RsNode *node;
  RsTokenKind kind;

  if (!rs_parser_enter (self))
    return rs_parser_leaf (self, RS_NODE_ERROR, rs_parser_start (self));
  node = rs_parse_ternary (self);
  if (!self->panic && !self->context.no_type && rs_parser_kind_here (self) == RS_TOKEN_COLON
      && !(self->context.in_header && rs_parser_at_foreign_opening (self)))
    {
      guint32 colon = self->at;

      rs_parser_advance (self);
      check_colon (self, node, colon);
      node = rs_parser_node2 (self, RS_NODE_TYPED, node->span.start, node, rs_parse_type (self));
      if (!self->panic && continues_range (self))
        report_colon_range (self, colon);
      if (!self->panic && rs_parser_kind_here (self) == RS_TOKEN_ARROW && !self->context.no_arrow
          && node->children[RS_TYPED_EXPRESSION]->kind == RS_NODE_NAME)
        node = rs_parse_typed_lambda (self, node);
    }
  kind = rs_parser_kind_here (self);
  if (!self->panic && (assignment_ops[kind] != RS_OP_NONE || kind == RS_TOKEN_DEFINE))
    node = parse_assignment (self, node);
  rs_parser_leave (self);
  return node;
}

RsNode *
rs_parse_pattern (RsParser *self)
{
  guint32 start = rs_parser_start (self), closing;
  const RsToken *token = rs_parser_token (self, 0);
  guint mark = rs_parser_mark (self);
  RsParserContext saved;
  RsNode *node;

  if (token->kind == RS_TOKEN_LEFT_PARENTHESIS && token->match != RS_TOKEN_NO_MATCH
      && self->tokens.items[token->match + 1].kind == RS_TOKEN_ARROW)
    {
      rs_parser_open (self, &saved, &closing);
      rs_parse_elements (self, closing, "a value of the pattern");
      rs_parser_close (self, &saved, closing);
      node = rs_parser_node (self, RS_NODE_MATRIX, start, mark);
      node->flags |= RS_NODE_PARENTHESES;
      return node;
    }
  self->context.no_arrow = TRUE;
  node = rs_parse_ternary (self);
  self->context.no_arrow = FALSE;
  return node;
}
