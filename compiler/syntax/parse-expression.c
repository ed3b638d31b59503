/* Expressions: precedence climbing over binary operators, and the primaries.
 *
 * From loosest to tightest: assignment, definition and `: type`; ? :; |>; ||; &&; !; comparisons; ranges; + -; * / .*
 * ./; unary minus and plus; ^ and .^; calls, indices, fields (STDLIB.md 1.1). An operator that begins a line ends the
 * statement before it, except in brackets; an operand may always stand on the next line.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/syntax/parser-private.h"

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
static RsNode *parse_lambda (RsParser *self);

gboolean
rs_parser_begins_expression (const RsParser *self, guint ahead)
{
  switch (rs_parser_token (self, ahead)->kind)
    {
    case RS_TOKEN_NAME:
    case RS_TOKEN_NUMBER:
    case RS_TOKEN_STRING:
    case RS_TOKEN_UNCLOSED_STRING:
    case RS_TOKEN_META:
    case RS_TOKEN_PLACEHOLDER:
    case RS_TOKEN_KERNEL:
    case RS_TOKEN_DEVICE:
    case RS_TOKEN_QUOTE:
    case RS_TOKEN_LEFT_PARENTHESIS:
    case RS_TOKEN_LEFT_BRACKET:
    case RS_TOKEN_LEFT_BRACE:
    case RS_TOKEN_SPREAD:
    case RS_TOKEN_UNKNOWN_TYPE:
    case RS_TOKEN_NOT:
    case RS_TOKEN_ADD:
    case RS_TOKEN_SUBTRACT:
      return TRUE;
    default:
      return rs_parser_is_name (self, ahead);
    }
}

/* --- primaries --- */

static RsNode *
parse_number (RsParser *self)
{
  const RsToken *token = rs_parser_token (self, 0);
  gboolean is_integer, is_imaginary;
  RsNode *node;

  rs_parser_advance (self);
  node = rs_parser_leaf (self, RS_NODE_NUMBER, token->start);
  node->number = rs_number_value (self->text + token->start, token->end - token->start, &is_integer, &is_imaginary);
  node->flags = (is_integer ? RS_NODE_INTEGER : 0) | (is_imaginary ? RS_NODE_IMAGINARY : 0);
  if (is_integer && node->number >= RS_MAX_EXACT_INTEGER)
    node->text = rs_arena_strndup (self->arena, self->text + token->start, token->end - token->start);
  return node;
}

static RsNode *
parse_string (RsParser *self)
{
  const RsToken *token = rs_parser_token (self, 0);
  RsNode *node;

  rs_parser_advance (self);
  node = rs_parser_leaf (self, RS_NODE_STRING, token->start);
  node->text = rs_arena_strndup (self->arena, self->text + token->start + 1, token->end - token->start - 2);
  return node;
}

RsNode *
rs_parse_name (RsParser *self, const char *what)
{
  const RsToken *token = rs_parser_token (self, 0);
  RsNode *node;

  if (!rs_parser_is_name (self, 0))
    return rs_parser_expected (self, what);
  rs_parser_advance (self);
  node = rs_parser_leaf (self, RS_NODE_NAME, token->start);
  node->name = rs_parser_intern (self, token);
  return node;
}

/* Whether a built-in type with parameters stands here: mat[T], vec[^point], cube{4}. `vec[i+1]`, and `vec[i]` where a
 * variable is called vec, are elements of a variable that hides the type. */
static gboolean
begins_type_suffix (RsParser *self)
{
  RsTokenKind next = rs_parser_token (self, 1)->kind;

  if ((next != RS_TOKEN_LEFT_BRACKET && next != RS_TOKEN_LEFT_BRACE) || !rs_parser_is_builtin_type (self, 0))
    return FALSE;
  if (next == RS_TOKEN_LEFT_BRACE)
    return TRUE;
  switch (rs_parser_token (self, 2)->kind)
    {
    case RS_TOKEN_LEFT_BRACKET:
    case RS_TOKEN_LEFT_BRACE:
    case RS_TOKEN_POWER:
    case RS_TOKEN_UNKNOWN_TYPE:
      return TRUE;
    default:
      if (!rs_parser_is_name (self, 2))
        return FALSE;
    }
  switch (rs_parser_token (self, 3)->kind)
    {
    case RS_TOKEN_RIGHT_BRACKET:
      return rs_parser_is_builtin_type (self, 2) || self->hidden_types == NULL
             || !g_hash_table_contains (self->hidden_types, rs_parser_intern (self, rs_parser_token (self, 0)));
    case RS_TOKEN_LEFT_PARENTHESIS:
      return rs_parser_is_builtin_type (self, 2);
    case RS_TOKEN_LEFT_BRACKET:
    case RS_TOKEN_LEFT_BRACE:
    case RS_TOKEN_QUOTE:
      return TRUE;
    default:
      return FALSE;
    }
}

/* A name: the parameter of a lambda, type text, or a variable. */
static RsNode *
parse_name_expression (RsParser *self)
{
  const RsToken *next = rs_parser_token (self, 1);
  gboolean same_line = self->context.brackets > 0 || !(next->flags & RS_TOKEN_FIRST);

  if (next->kind == RS_TOKEN_ARROW && same_line && !self->context.no_arrow)
    return parse_lambda (self);
  if (next->kind == RS_TOKEN_QUOTE && !(next->flags & RS_TOKEN_BLANK) && !self->context.in_quotes
      && rs_parser_is_name (self, 2) && !(rs_parser_token (self, 2)->flags & RS_TOKEN_FIRST))
    return rs_parse_type_of_text (self, FALSE);
  if (same_line && begins_type_suffix (self))
    return rs_parse_type_of_text (self, FALSE);
  if (next->kind == RS_TOKEN_ASSIGN)
    rs_parser_note_variable (self, self->at);
  return rs_parse_name (self, "a name");
}

/* A command call as an element of (a; b; c) or as a lambda's body, else an expression. */
static RsNode *
parse_element (RsParser *self)
{
  RsNode *command = rs_parse_command (self);

  return command != NULL ? command : rs_parse_expression (self);
}

static RsNode *
finish_sequence (RsParser *self, guint32 start, guint mark)
{
  while (!self->panic && rs_parser_accept (self, RS_TOKEN_SEMICOLON))
    if (rs_parser_kind (self) != RS_TOKEN_RIGHT_PARENTHESIS && rs_parser_kind (self) != RS_TOKEN_SEMICOLON)
      rs_parser_push (self, parse_element (self));
  return rs_parser_node (self, RS_NODE_SEQUENCE, start, mark);
}

/* (e), (a; b; c), or the parameters of a lambda. */
static RsNode *
parse_parenthesis (RsParser *self)
{
  guint32 start = rs_parser_start (self), closing;
  const RsToken *token = rs_parser_token (self, 0);
  RsParserContext saved;
  RsNode *node;

  if (!self->context.no_arrow && token->match != RS_TOKEN_NO_MATCH
      && self->tokens.items[token->match + 1].kind == RS_TOKEN_ARROW)
    return parse_lambda (self);
  if (!rs_parser_open (self, &saved, &closing))
    return rs_parser_leaf (self, RS_NODE_ERROR, start);
  if (self->at == closing)
    return rs_parser_error (self, (RsSpan){ start, rs_parser_span (self, closing).end }, RS_SAY (EMPTY_PARENTHESES));
  node = parse_element (self);
  if (rs_parser_kind (self) == RS_TOKEN_SEMICOLON && !self->panic)
    {
      guint mark = rs_parser_mark (self);

      rs_parser_push (self, node);
      node = finish_sequence (self, node->span.start, mark);
    }
  if (rs_parser_kind (self) == RS_TOKEN_COMMA && !self->panic)
    return rs_parser_error (self, rs_parser_span (self, self->at), RS_SAY (PARENTHESES_VECTOR));
  rs_parser_close (self, &saved, closing);
  node->flags |= RS_NODE_PARENTHESES;
  node->span = (RsSpan){ start, MAX (node->span.end, self->tokens.items[self->at - 1].end) };
  return node;
}

/* Elements up to the closing bracket. */
static void
parse_elements (RsParser *self, guint32 closing, const char *what)
{
  while (!self->panic && self->at != closing)
    {
      if (!rs_parser_begins_expression (self, 0) && rs_parser_kind (self) != RS_TOKEN_POWER)
        rs_parser_expected (self, what);
      else
        rs_parser_push (self, rs_parse_expression (self));
      if (self->panic || self->at == closing)
        return;
      if (rs_parser_kind (self) == RS_TOKEN_SEMICOLON)
        {
          rs_parser_error (self, rs_parser_span (self, self->at), RS_SAY (ROWS_SEMICOLON));
          return;
        }
      if (self->at != closing && rs_parser_kind (self) != RS_TOKEN_COMMA && rs_parser_report_foreign_rest (self))
        return;
      if (rs_parser_begins_expression (self, 0) && rs_parser_kind (self) != RS_TOKEN_QUOTE)
        {
          rs_parser_error (self, rs_parser_span (self, self->at), RS_SAY (ELEMENT_COMMA));
          return;
        }
      if (!rs_parser_accept (self, RS_TOKEN_COMMA))
        return;
      if (self->at == closing)
        rs_parser_expected (self, what);
    }
}

static RsNode *
parse_matrix (RsParser *self)
{
  guint32 start = rs_parser_start (self), closing;
  guint mark = rs_parser_mark (self);
  RsParserContext saved;

  if (rs_parser_token (self, 0)->flags & RS_TOKEN_HAS_BAR)
    return rs_parse_type_of_text (self, FALSE);
  if (!rs_parser_open (self, &saved, &closing))
    return rs_parser_leaf (self, RS_NODE_ERROR, start);
  parse_elements (self, closing, "an element of the matrix");
  rs_parser_close (self, &saved, closing);
  return rs_parser_node (self, RS_NODE_MATRIX, start, mark);
}

static RsNode *
parse_cell (RsParser *self)
{
  guint32 start = rs_parser_start (self), closing;
  guint mark = rs_parser_mark (self);
  RsParserContext saved;

  if (!rs_parser_open (self, &saved, &closing))
    return rs_parser_leaf (self, RS_NODE_ERROR, start);
  parse_elements (self, closing, "an element of the cell");
  rs_parser_close (self, &saved, closing);
  return rs_parser_node (self, RS_NODE_CELL, start, mark);
}

static RsNode *
parse_spread (RsParser *self)
{
  guint32 start = rs_parser_start (self);
  RsNode *node;

  rs_parser_advance (self);
  if (!rs_parser_begins_expression (self, 0) || rs_parser_kind_here (self) == RS_TOKEN_LINE_END)
    return rs_parser_error (self, (RsSpan){ start, start + 3 }, RS_SAY (UNPACK_NOTHING));
  if (!rs_parser_enter (self))
    return rs_parser_leaf (self, RS_NODE_ERROR, start);
  node = rs_parser_node1 (self, RS_NODE_SPREAD, start, parse_binary (self, LEVEL_PIPE));
  rs_parser_leave (self);
  return node;
}

/* --- lambda expressions --- */

static void
push_lambda_parameters (RsParser *self)
{
  RsNode *list;

  if (rs_parser_kind (self) != RS_TOKEN_LEFT_PARENTHESIS)
    {
      rs_parser_push (self, rs_parse_parameter (self));
      return;
    }
  list = rs_parse_parameters (self, "lambda expression");
  for (guint i = 0; i < list->n_children; i++)
    rs_parser_push (self, list->children[i]);
}

/* The arrow and the body, after the parameters have been pushed. */
static RsNode *
finish_lambda (RsParser *self, guint32 start, guint mark, guint flags)
{
  RsNode *node;

  if (rs_parser_expect (self, RS_TOKEN_ARROW, "`->` and the body of the lambda expression"))
    rs_parser_push (self, parse_element (self));
  if (self->panic)
    return rs_parser_leaf (self, RS_NODE_ERROR, start);
  node = rs_parser_node (self, RS_NODE_LAMBDA, start, mark);
  node->flags |= flags;
  return node;
}

/* x -> e, (x : T, y) -> e, with __kernel__ or __device__ before it. */
static RsNode *
parse_lambda (RsParser *self)
{
  guint32 start = rs_parser_start (self);
  guint mark = rs_parser_mark (self), flags = 0;

  if (rs_parser_take (self, RS_TOKEN_KERNEL))
    flags = RS_NODE_KERNEL;
  else if (rs_parser_take (self, RS_TOKEN_DEVICE))
    flags = RS_NODE_DEVICE;
  push_lambda_parameters (self);
  return finish_lambda (self, start, mark, flags);
}

/* x : T -> e, after `x : T` has been read. */
static RsNode *
parse_typed_lambda (RsParser *self, RsNode *typed)
{
  guint mark = rs_parser_mark (self);
  RsNode *parameter = rs_parser_leaf (self, RS_NODE_PARAMETER, typed->span.start);

  parameter->name = typed->children[RS_TYPED_EXPRESSION]->name;
  parameter->n_children = 2;
  parameter->children = rs_arena_array (self->arena, RsNode *, 2);
  parameter->children[RS_PARAMETER_TYPE] = typed->children[RS_TYPED_TYPE];
  parameter->span = typed->span;
  rs_parser_push (self, parameter);
  return finish_lambda (self, typed->span.start, mark, 0);
}

/* --- primaries, and what follows them --- */

/* An operand is missing. Where the text ends behind an operator, or whatever else a line can't end with, it goes on. */
static RsNode *
expected_expression (RsParser *self)
{
  const RsToken *before = self->at > self->statement ? &self->tokens.items[self->at - 1] : NULL;

  if (before != NULL && rs_parser_kind (self) == RS_TOKEN_END && !rs_token_kind_is_keyword (before->kind)
      && rs_diagnostics_count (self->diagnostics, RS_SEVERITY_ERROR) == 0)
    self->module->is_open = TRUE;
  return rs_parser_expected (self, "an expression");
}

static RsNode *
parse_primary (RsParser *self)
{
  guint32 start = rs_parser_start (self);

  switch (rs_parser_kind (self))
    {
    case RS_TOKEN_NUMBER:
      return parse_number (self);
    case RS_TOKEN_STRING:
      return parse_string (self);
    case RS_TOKEN_META:
      return rs_parse_meta (self);
    case RS_TOKEN_LEFT_PARENTHESIS:
      return parse_parenthesis (self);
    case RS_TOKEN_LEFT_BRACKET:
      return parse_matrix (self);
    case RS_TOKEN_LEFT_BRACE:
      return parse_cell (self);
    case RS_TOKEN_QUOTE:
      return rs_parse_quoted_cell (self);
    case RS_TOKEN_SPREAD:
      return parse_spread (self);
    case RS_TOKEN_KERNEL:
    case RS_TOKEN_DEVICE:
      return parse_lambda (self);
    case RS_TOKEN_UNKNOWN_TYPE:
    case RS_TOKEN_POWER:
      return rs_parse_type_of_text (self, FALSE);
    case RS_TOKEN_PLACEHOLDER:
      if (rs_parser_token (self, 1)->kind == RS_TOKEN_ARROW && !self->context.no_arrow)
        return parse_lambda (self);
      rs_parser_advance (self);
      return rs_parser_leaf (self, RS_NODE_PLACEHOLDER, start);
    default:
      if (rs_parser_is_name (self, 0))
        return parse_name_expression (self);
      if (rs_parser_report_foreign_sign (self))
        return rs_parser_leaf (self, RS_NODE_ERROR, start);
      return expected_expression (self);
    }
}

static RsNode *
too_long (RsParser *self, const RsNode *node)
{
  return rs_parser_error (self, node->span, RS_SAY (CHAIN_TOO_LONG), RS_MAX_CHAIN);
}

static RsNode *
parse_postfix (RsParser *self)
{
  RsNode *node = parse_primary (self);

  for (guint n = 0; !self->panic && node->kind != RS_NODE_LAMBDA; n++)
    {
      switch (rs_parser_kind_here (self))
        {
        case RS_TOKEN_LEFT_PARENTHESIS:
          node = rs_parse_call (self, node);
          break;
        case RS_TOKEN_LEFT_BRACKET:
          node = rs_parse_index (self, node);
          break;
        case RS_TOKEN_DOT:
          node = rs_parse_field (self, node);
          break;
        default:
          return node;
        }
      if (n > RS_MAX_CHAIN)
        return too_long (self, node);
    }
  /* (x -> x + 1)(2): a lambda expression in parentheses may be called. */
  if (node->kind == RS_NODE_LAMBDA && (node->flags & RS_NODE_PARENTHESES) && !self->panic
      && rs_parser_kind_here (self) == RS_TOKEN_LEFT_PARENTHESIS)
    return rs_parse_call (self, node);
  return node;
}

/* --- operators --- */

/* The exponent: signs bind to it, 2^-3. */
static RsNode *
parse_exponent (RsParser *self)
{
  guint32 start = rs_parser_start (self);
  RsTokenKind kind = rs_parser_kind (self);
  RsNode *node;

  if (kind != RS_TOKEN_SUBTRACT && kind != RS_TOKEN_ADD)
    return parse_postfix (self);
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
  RsNode *left = parse_postfix (self);

  for (guint n = 0; !self->panic; n++)
    {
      RsTokenKind kind = rs_parser_kind_here (self);

      if (kind != RS_TOKEN_POWER && kind != RS_TOKEN_DOT_POWER)
        break;
      if (n > RS_MAX_CHAIN)
        return too_long (self, left);
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
        return too_long (self, left);
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
rs_parse_ternary (RsParser *self)
{
  RsNode *condition = parse_binary (self, LEVEL_PIPE);
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
        node = parse_typed_lambda (self, node);
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
      parse_elements (self, closing, "a value of the pattern");
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
