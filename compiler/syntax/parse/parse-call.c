/* What follows an operand, calls, indices and fields; meta functions; and calls without parentheses, `print a, b`.
 *
 * A command is a built-in function that is marked so in builtins.def. A variable may have its name: whether the name is
 * called is decided by what stands after it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/builtins.h"
#include "compiler/syntax/parse/parser-private.h"

#include <string.h>

/* --- calls, indices, fields --- */

RsNode *
rs_parse_list_item (RsParser *self)
{
  guint32 start = rs_parser_start (self);
  RsTokenKind next = rs_parser_token (self, 1)->kind;

  if (rs_parser_kind (self) == RS_TOKEN_COLON
      && (next == RS_TOKEN_COMMA || next == RS_TOKEN_RIGHT_BRACKET || next == RS_TOKEN_RIGHT_PARENTHESIS
          || next == RS_TOKEN_RIGHT_BRACE))
    {
      rs_parser_advance (self);
      return rs_parser_leaf (self, RS_NODE_COLON, start);
    }
  return rs_parse_expression (self);
}

/* name := value, name = value */
static RsNode *
parse_named_argument (RsParser *self)
{
  const RsToken *token = rs_parser_token (self, 0);
  RsNode *node;

  rs_parser_advance (self);
  rs_parser_advance (self);
  node = rs_parser_node1 (self, RS_NODE_NAMED_ARGUMENT, token->start, rs_parse_expression (self));
  node->name = rs_parser_intern (self, token);
  return node;
}

/* Whether argument index of a call of callee is type text when it looks like it. */
static gboolean
takes_type_text (const RsNode *callee, guint index)
{
  if (callee == NULL || callee->kind != RS_NODE_NAME)
    return FALSE;
  if (strcmp (callee->name, "maxvalue") == 0 || strcmp (callee->name, "minvalue") == 0)
    return index == 0;
  return index == 1 && (strcmp (callee->name, "type") == 0 || strcmp (callee->name, "cast") == 0);
}

static gboolean
looks_like_type_text (const RsParser *self)
{
  RsTokenKind kind = rs_parser_kind (self), next = rs_parser_token (self, 1)->kind;

  if (kind == RS_TOKEN_LEFT_BRACKET || kind == RS_TOKEN_POWER || kind == RS_TOKEN_UNKNOWN_TYPE)
    return TRUE;
  return rs_parser_is_builtin_type (self, 0)
         && (next == RS_TOKEN_LEFT_BRACKET || next == RS_TOKEN_LEFT_BRACE || next == RS_TOKEN_QUOTE
             || next == RS_TOKEN_LEFT_PARENTHESIS);
}

/* x[end], x(end), x(end + 1) = value */
static RsNode *
report_end (RsParser *self)
{
  RsSpan span = rs_parser_span (self, self->at);

  if (rs_parser_token (self, 1)->kind == RS_TOKEN_ADD)
    return rs_parser_error (self, span, RS_SAY (ARRAY_APPEND));
  return rs_parser_error (self, span, RS_SAY (LAST_ELEMENT));
}

static RsNode *
parse_argument (RsParser *self, const RsNode *callee, guint index)
{
  RsTokenKind next = rs_parser_token (self, 1)->kind;

  if (rs_parser_is_name (self, 0) && (next == RS_TOKEN_ASSIGN || next == RS_TOKEN_DEFINE))
    return parse_named_argument (self);
  if (takes_type_text (callee, index) && looks_like_type_text (self))
    return rs_parse_type_of_text (self, TRUE);
  if (rs_parser_kind (self) == RS_TOKEN_END_OLD)
    return report_end (self);
  if (!rs_parser_begins_expression (self, 0) && rs_parser_kind (self) != RS_TOKEN_COLON
      && rs_parser_kind (self) != RS_TOKEN_POWER)
    return rs_parser_expected (self, "an argument");
  return rs_parse_list_item (self);
}

/* What may stand behind the last argument: the `;` that ends the statements of a lambda expression. */
static void
end_arguments (RsParser *self, const RsNode *last, guint32 closing)
{
  if (last->kind == RS_NODE_LAMBDA && rs_parser_kind (self) == RS_TOKEN_SEMICOLON && self->at + 1 == closing)
    rs_parser_advance (self);
  else if (self->at != closing && (rs_parser_token (self, 0)->flags & RS_TOKEN_FIRST)
           && rs_parser_begins_expression (self, 0))
    rs_parser_error (self, rs_parser_span (self, self->at), RS_SAY (CALL_NOT_CLOSED));
}

static void
parse_arguments (RsParser *self, const RsNode *callee, guint32 closing)
{
  for (guint index = 0; !self->panic && self->at != closing; index++)
    {
      RsNode *argument = parse_argument (self, callee, index);

      rs_parser_push (self, argument);
      if (!self->panic && rs_parser_kind (self) != RS_TOKEN_COMMA)
        end_arguments (self, argument, closing);
      if (self->panic || !rs_parser_accept (self, RS_TOKEN_COMMA))
        return;
      if (self->at == closing)
        rs_parser_expected (self, "an argument after the `,`");
    }
}

/* typename (T): the type as a value, which may be called. */
static RsNode *
parse_typename (RsParser *self, RsNode *name)
{
  RsParserContext saved;
  guint32 closing;
  RsNode *node;

  if (!rs_parser_open (self, &saved, &closing))
    return name;
  node = rs_parse_type_of_text (self, TRUE);
  rs_parser_close (self, &saved, closing);
  node->name = name->name;
  node->span = (RsSpan){ name->span.start, MAX (node->span.end, self->tokens.items[self->at - 1].end) };
  return node;
}

RsNode *
rs_parse_call (RsParser *self, RsNode *callee)
{
  guint mark = rs_parser_mark (self);
  RsParserContext saved;
  guint32 closing;

  if (callee->kind == RS_NODE_NAME && strcmp (callee->name, "typename") == 0)
    return parse_typename (self, callee);
  if (!rs_parser_open (self, &saved, &closing))
    return callee;
  rs_parser_push (self, callee);
  parse_arguments (self, callee, closing);
  rs_parser_close (self, &saved, closing);
  return rs_parser_node (self, RS_NODE_CALL, callee->span.start, mark);
}

static void
report_no_index (RsParser *self)
{
  RsTokenKind next = rs_parser_token (self, 1)->kind;

  if (rs_parser_kind (self) == RS_TOKEN_END_OLD)
    report_end (self);
  else if (rs_parser_kind (self) == RS_TOKEN_COLON && next != RS_TOKEN_COMMA && next != RS_TOKEN_RIGHT_BRACKET)
    rs_parser_error (self, rs_parser_span (self, self->at), RS_SAY (INDEX_RANGE));
  else
    rs_parser_expected (self, "an index");
}

static gboolean
begins_index (const RsParser *self)
{
  RsTokenKind next = rs_parser_token (self, 1)->kind;

  if (rs_parser_kind (self) == RS_TOKEN_COLON)
    return next == RS_TOKEN_COMMA || next == RS_TOKEN_RIGHT_BRACKET;
  return rs_parser_begins_expression (self, 0) || rs_parser_kind (self) == RS_TOKEN_POWER;
}

RsNode *
rs_parse_index (RsParser *self, RsNode *array)
{
  guint mark = rs_parser_mark (self);
  RsParserContext saved;
  guint32 closing;

  if (!rs_parser_open (self, &saved, &closing))
    return array;
  rs_parser_push (self, array);
  if (self->at == closing)
    rs_parser_expected (self, "an index");
  while (!self->panic && self->at != closing)
    {
      self->context.no_type = TRUE;
      if (!begins_index (self))
        report_no_index (self);
      else
        rs_parser_push (self, rs_parse_list_item (self));
      if (!self->panic && rs_parser_kind (self) == RS_TOKEN_COLON)
        rs_parser_error (self, rs_parser_span (self, self->at), RS_SAY (INDEX_COLON));
      if (self->panic || !rs_parser_accept (self, RS_TOKEN_COMMA))
        break;
      if (self->at == closing)
        rs_parser_expected (self, "an index after the `,`");
    }
  rs_parser_close (self, &saved, closing);
  return rs_parser_node (self, RS_NODE_INDEX, array->span.start, mark);
}

RsNode *
rs_parse_field (RsParser *self, RsNode *object)
{
  const RsToken *token;
  RsNode *node;

  rs_parser_advance (self);
  token = rs_parser_token (self, 0);
  if (token->kind == RS_TOKEN_QUOTE && rs_parser_report_foreign_sign (self))
    return rs_parser_leaf (self, RS_NODE_ERROR, object->span.start);
  if (token->kind != RS_TOKEN_NAME && !rs_token_kind_is_keyword (token->kind))
    return rs_parser_expected (self, "the name of a field after `.`");
  rs_parser_advance (self);
  node = rs_parser_node1 (self, RS_NODE_FIELD, object->span.start, object);
  node->name = rs_parser_intern (self, token);
  return node;
}

/* $name(...), $args[in](...) */
RsNode *
rs_parse_meta (RsParser *self)
{
  const RsToken *token = rs_parser_token (self, 0);
  guint mark = rs_parser_mark (self);
  RsParserContext saved;
  guint32 closing, name_end = token->end;
  RsNode *node;

  rs_parser_advance (self);
  if (rs_parser_kind (self) == RS_TOKEN_LEFT_BRACKET && rs_parser_token (self, 2)->kind == RS_TOKEN_RIGHT_BRACKET)
    {
      name_end = rs_parser_token (self, 2)->end;
      self->at += 3;
    }
  if (rs_parser_kind_here (self) != RS_TOKEN_LEFT_PARENTHESIS)
    return rs_parser_expected (self, "`(` after the name of the meta function");
  if (!rs_parser_open (self, &saved, &closing))
    return rs_parser_leaf (self, RS_NODE_ERROR, token->start);
  parse_arguments (self, NULL, closing);
  rs_parser_close (self, &saved, closing);
  node = rs_parser_node (self, RS_NODE_META, token->start, mark);
  node->name = rs_names_intern (self->names, self->text + token->start + 1, (gssize)(name_end - token->start - 1));
  return node;
}

/* --- command calls --- */

/* Where the arguments of a command may end: a statement's end, or the bracket around it. */
static gboolean
ends_command (const RsParser *self, guint32 index)
{
  RsTokenKind kind = self->tokens.items[MIN (index, self->tokens.length - 1)].kind;

  if (self->context.brackets > 0)
    return kind == RS_TOKEN_SEMICOLON || kind == RS_TOKEN_RIGHT_PARENTHESIS || kind == RS_TOKEN_RIGHT_BRACE
           || kind == RS_TOKEN_RIGHT_BRACKET || kind == RS_TOKEN_COMMA;
  return rs_parser_ends_statement (self, index) || kind == RS_TOKEN_QUOTE;
}

/* Whether the name that stands here is called without parentheses. */
static gboolean
is_command (RsParser *self, const RsBuiltin *builtin)
{
  const RsToken *next = rs_parser_token (self, 1), *after = rs_parser_token (self, 2);

  if (ends_command (self, self->at + 1))
    /* A message that was moved to the next line still belongs to its print. */
    return builtin->min_arguments == 0 || (next->kind == RS_TOKEN_STRING && (next->flags & RS_TOKEN_FIRST));
  switch (next->kind)
    {
    case RS_TOKEN_LEFT_PARENTHESIS:
      return next->match != RS_TOKEN_NO_MATCH && !ends_command (self, next->match + 1);
    case RS_TOKEN_LEFT_BRACKET:
    case RS_TOKEN_QUOTE:
      return (next->flags & RS_TOKEN_BLANK) != 0;
    case RS_TOKEN_SUBTRACT:
    case RS_TOKEN_ADD:
      return (next->flags & RS_TOKEN_BLANK) && !(after->flags & RS_TOKEN_BLANK);
    case RS_TOKEN_NOT:
      return TRUE;
    default:
      return rs_parser_begins_expression (self, 1);
    }
}

static gboolean
is_assignment (RsTokenKind kind)
{
  return kind >= RS_TOKEN_ASSIGN && kind <= RS_TOKEN_ASSIGN_XOR;
}

/* Whether the line after a trailing comma goes on with arguments. */
static gboolean
continues_arguments (const RsParser *self)
{
  RsTokenKind next = rs_parser_token (self, 1)->kind;

  if (!rs_parser_begins_expression (self, 0))
    return FALSE;
  if (rs_parser_kind_here (self) != RS_TOKEN_LINE_END)
    return TRUE;
  if (rs_parser_kind (self) != RS_TOKEN_NAME)
    return rs_parser_kind (self) == RS_TOKEN_STRING || rs_parser_kind (self) == RS_TOKEN_NUMBER;
  return !is_assignment (next) && next != RS_TOKEN_COLON && next != RS_TOKEN_DEFINE
         && !rs_parser_is_name (self, 1) && next != RS_TOKEN_STRING;
}

RsNode *
rs_parse_command (RsParser *self)
{
  const RsToken *token = rs_parser_token (self, 0);
  guint mark = rs_parser_mark (self);
  const RsBuiltin *builtin;
  RsNode *node;

  if (token->kind != RS_TOKEN_NAME)
    return NULL;
  builtin = rs_builtin_find (rs_parser_intern (self, token));
  if (builtin == NULL || !(builtin->flags & RS_BUILTIN_COMMAND) || !is_command (self, builtin))
    return NULL;
  rs_parser_push (self, rs_parse_name (self, "a command"));
  if (!ends_command (self, self->at)
      || (rs_parser_kind (self) == RS_TOKEN_STRING && builtin->max_arguments != 0 && self->context.brackets == 0))
    do
      rs_parser_push (self, rs_parse_expression (self));
    while (!self->panic && rs_parser_kind_here (self) == RS_TOKEN_COMMA
           && (rs_parser_advance (self), continues_arguments (self)));
  node = rs_parser_node (self, RS_NODE_CALL, token->start, mark);
  node->flags |= RS_NODE_COMMAND;
  return node;
}
