/* What operators join: numbers, texts, names, brackets, functions without a name, and the calls, indices and fields
 * behind them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/syntax/parse/parser-private.h"

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
void
rs_parse_elements (RsParser *self, guint32 closing, const char *what)
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
  rs_parse_elements (self, closing, "an element of the matrix");
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
  rs_parse_elements (self, closing, "an element of the cell");
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
  node = rs_parser_node1 (self, RS_NODE_SPREAD, start, rs_parse_operators (self));
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
RsNode *
rs_parse_typed_lambda (RsParser *self, RsNode *typed)
{
  g_assert (typed->kind == RS_NODE_TYPED);

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

RsNode *
rs_parser_too_long (RsParser *self, const RsNode *node)
{
  return rs_parser_error (self, node->span, RS_SAY (CHAIN_TOO_LONG), RS_MAX_CHAIN);
}

RsNode *
rs_parse_postfix (RsParser *self)
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
        return rs_parser_too_long (self, node);
    }
  /* (x -> x + 1)(2): a lambda expression in parentheses may be called. */
  if (node->kind == RS_NODE_LAMBDA && (node->flags & RS_NODE_PARENTHESES) && !self->panic
      && rs_parser_kind_here (self) == RS_TOKEN_LEFT_PARENTHESIS)
    return rs_parse_call (self, node);
  return node;
}
