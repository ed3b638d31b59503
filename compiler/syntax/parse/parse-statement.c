/* Statements: those of one line, which parser reads the others, lists of statements and files.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/base/suggest.h"
#include "compiler/builtins.h"
#include "compiler/syntax/foreign.h"
#include "compiler/syntax/parse/parser-private.h"

#include <string.h>

/* --- one-line statements --- */

static RsNode *
parse_return (RsParser *self)
{
  guint32 start = rs_parser_start (self);
  guint mark = rs_parser_mark (self);

  rs_parser_advance (self);
  rs_parser_push (self, rs_parser_ends_statement (self, self->at) ? NULL : rs_parse_expression (self));
  return rs_parser_node (self, RS_NODE_RETURN, start, mark);
}

static RsNode *
parse_word_statement (RsParser *self, RsNodeKind kind)
{
  guint32 start = rs_parser_start (self);

  rs_parser_advance (self);
  return rs_parser_leaf (self, kind, start);
}

static gboolean
is_inside_block (const RsParser *self)
{
  for (guint i = 0; i < RS_N_OPEN_KINDS; i++)
    if (self->n_open[i] > 0)
      return TRUE;
  return FALSE;
}

/* import numpy as np */
static RsNode *
report_import_of_name (RsParser *self)
{
  const char *name = rs_parser_intern (self, rs_parser_token (self, 0)), *hint = rs_foreign_word_get_hint (name);

  if (hint != NULL)
    return rs_parser_error (self, rs_parser_span (self, self->at), RS_SAY (NO_MODULE), name, hint);
  return rs_parser_error (self, rs_parser_span (self, self->at), RS_SAY (MODULE_NAME), name);
}

static RsNode *
parse_import (RsParser *self)
{
  guint32 start = rs_parser_start (self);
  const RsToken *path;
  RsNode *node;

  if (is_inside_block (self))
    {
      rs_parser_error (self, rs_parser_span (self, self->at), RS_SAY (IMPORT_INSIDE));
      self->panic = FALSE;
    }
  rs_parser_advance (self);
  path = rs_parser_token (self, 0);
  if (path->kind == RS_TOKEN_NAME)
    return report_import_of_name (self);
  if (path->kind != RS_TOKEN_STRING)
    return rs_parser_expected (self, "the name of a file in quotes, as in `import \"inttypes.q\"`");
  rs_parser_advance (self);
  node = rs_parser_leaf (self, RS_NODE_IMPORT, start);
  node->text = rs_arena_strndup (self->arena, self->text + path->start + 1, path->end - path->start - 2);
  return node;
}

static RsNode *
parse_pragma (RsParser *self)
{
  const RsToken *token = rs_parser_token (self, 0);
  guint32 start = token->start + (guint32)strlen ("#pragma");
  RsNode *node;

  while (start < token->end && g_ascii_isspace (self->text[start]))
    start++;
  rs_parser_advance (self);
  node = rs_parser_leaf (self, RS_NODE_PRAGMA, token->start);
  node->text = rs_arena_strndup (self->arena, self->text + start, token->end - start);
  return node;
}

static RsNode *
parse_expression_statement (RsParser *self)
{
  guint32 start = rs_parser_start (self);
  RsNode *node = rs_parse_command (self);

  if (node == NULL && rs_parser_is_type_first (self))
    {
      node = rs_parse_type_first (self);
      if (!self->panic && rs_parser_accept (self, RS_TOKEN_ASSIGN))
        {
          node = rs_parser_node2 (self, RS_NODE_ASSIGN, start, node, rs_parse_expression (self));
          node->op = RS_OP_ASSIGN;
        }
    }
  else if (node == NULL)
    node = rs_parse_expression (self);
  return rs_parser_node1 (self, RS_NODE_EXPRESSION, start, node);
}

/* --- dispatch --- */

/* reduction (x) -> ..., or with the arrow forgotten; but not the call reduction(x). */
static gboolean
begins_reduction (const RsParser *self, const RsToken *opening)
{
  RsTokenKind after;

  if (opening->kind != RS_TOKEN_LEFT_PARENTHESIS || opening->match == RS_TOKEN_NO_MATCH)
    return FALSE;
  after = self->tokens.items[opening->match + 1].kind;
  return after == RS_TOKEN_ARROW || (after == RS_TOKEN_NAME && !rs_parser_ends_statement (self, opening->match + 1));
}

/* Whether `with` stands further on in this statement. */
static gboolean
has_with (const RsParser *self)
{
  for (guint32 i = self->at + 1; i < self->tokens.length; i++)
    {
      const RsToken *token = &self->tokens.items[i];

      if ((token->flags & RS_TOKEN_FIRST) || token->kind == RS_TOKEN_SEMICOLON || token->kind == RS_TOKEN_END)
        return FALSE;
      if (rs_parser_is_word (self, i - self->at, "with"))
        return TRUE;
      if (token->match != RS_TOKEN_NO_MATCH && token->match > i)
        i = token->match;
    }
  return FALSE;
}

/* Whether the soft keyword that stands here begins its statement; it is a name otherwise. */
static gboolean
is_soft_statement (const RsParser *self)
{
  const RsToken *next = rs_parser_token (self, 1);
  gboolean same_line = !(next->flags & RS_TOKEN_FIRST);

  switch (rs_parser_kind (self))
    {
    case RS_TOKEN_TYPE:
    case RS_TOKEN_SYMBOLIC:
      return same_line && rs_parser_is_name (self, 1);
    case RS_TOKEN_IMPORT:
      return same_line
             && (next->kind == RS_TOKEN_STRING || next->kind == RS_TOKEN_UNCLOSED_STRING || next->kind == RS_TOKEN_NAME
                 || next->kind == RS_TOKEN_NUMBER);
    case RS_TOKEN_MACRO:
      return same_line
             && (rs_parser_is_name (self, 1)
                 || (next->kind == RS_TOKEN_LEFT_BRACKET && (next->flags & RS_TOKEN_BLANK)));
    case RS_TOKEN_REDUCTION:
      return same_line
             && (rs_parser_is_name (self, 1) || begins_reduction (self, next)
                 || (next->kind == RS_TOKEN_LEFT_BRACKET && (next->flags & RS_TOKEN_BLANK)));
    case RS_TOKEN_MATCH:
      if (!same_line || !rs_parser_begins_expression (self, 1))
        return FALSE;
      /* match (x) with, match [a] with; but match(a, b) is a call */
      return (next->kind == RS_TOKEN_NAME || next->kind == RS_TOKEN_NUMBER || next->kind == RS_TOKEN_STRING
              || has_with (self));
    default:
      return TRUE;
    }
}

/* for = 3 */
static gboolean
is_keyword_assigned (const RsParser *self)
{
  const RsToken *next = rs_parser_token (self, 1);

  if (next->kind != RS_TOKEN_ASSIGN || (next->flags & RS_TOKEN_FIRST))
    return FALSE;
  switch (rs_parser_kind (self))
    {
    case RS_TOKEN_IF:
    case RS_TOKEN_FOR:
    case RS_TOKEN_WHILE:
    case RS_TOKEN_REPEAT:
    case RS_TOKEN_TRY:
    case RS_TOKEN_RETURN:
    case RS_TOKEN_BREAK:
    case RS_TOKEN_CONTINUE:
      return TRUE;
    default:
      return FALSE;
    }
}

static RsNode *
parse_statement (RsParser *self)
{
  RsNode *foreign = rs_parse_foreign_statement (self);

  if (foreign != NULL)
    return foreign;
  if (is_keyword_assigned (self))
    return rs_parser_error (self, rs_parser_span (self, self->at), RS_SAY (WORD_AS_NAME),
                            rs_token_kind_to_string (rs_parser_kind (self)));
  if (!is_soft_statement (self))
    return parse_expression_statement (self);
  switch (rs_parser_kind (self))
    {
    case RS_TOKEN_FUNCTION:
      return rs_parse_function (self);
    case RS_TOKEN_IF:
      return rs_parse_if (self);
    case RS_TOKEN_FOR:
      return rs_parse_for (self);
    case RS_TOKEN_WHILE:
      return rs_parse_while (self);
    case RS_TOKEN_REPEAT:
      return rs_parse_repeat (self);
    case RS_TOKEN_MATCH:
      return rs_parse_match (self);
    case RS_TOKEN_TRY:
      return rs_parse_try (self);
    case RS_TOKEN_TYPE:
      return rs_parse_type_definition (self);
    case RS_TOKEN_REDUCTION:
      return rs_parse_reduction (self);
    case RS_TOKEN_SYMBOLIC:
      return rs_parse_symbolic (self);
    case RS_TOKEN_MACRO:
      return rs_parse_macro (self);
    case RS_TOKEN_IMPORT:
      return parse_import (self);
    case RS_TOKEN_PRAGMA:
      return parse_pragma (self);
    case RS_TOKEN_RETURN:
      return parse_return (self);
    case RS_TOKEN_BREAK:
      return parse_word_statement (self, RS_NODE_BREAK);
    case RS_TOKEN_CONTINUE:
      return parse_word_statement (self, RS_NODE_CONTINUE);
    case RS_TOKEN_LEFT_BRACE:
      if (rs_parser_token (self, 1)->kind == RS_TOKEN_NOT)
        return rs_parse_attribute (self);
      return parse_expression_statement (self);
    default:
      return parse_expression_statement (self);
    }
}

/* `hold on`: a word behind the name of a built-in function is a text in MATLAB. */
static void
report_command (RsParser *self, const char *name, RsSpan span)
{
  static const char *const statements[] = { "print",     "for",      "while",  "repeat", "match",
                                            "function",  "type",     "import", "return", "macro",
                                            "reduction", "symbolic", "until",  "endfor", "endif" };
  const char *near = rs_builtin_find (name) ? NULL : rs_suggest_among (statements, G_N_ELEMENTS (statements), name);
  const RsToken *token = rs_parser_token (self, 0);
  g_autofree char *word = NULL;

  if (near != NULL)
    rs_parser_error (self, (RsSpan){ token[-1].start, token[-1].end }, RS_SAY (NO_STATEMENT), name, near);
  else if (token->kind == RS_TOKEN_NAME && rs_parser_ends_statement (self, self->at + 1) && rs_builtin_find (name))
    {
      word = g_strndup (self->text + token->start, token->end - token->start);
      rs_parser_error (self, span, RS_SAY (CALL_WORD), name, name, word);
    }
  else
    rs_parser_error (self, span, RS_SAY (CALL_BARE), name, name);
}

/* What stands after a complete statement on its line. */
static void
report_rest (RsParser *self, const RsNode *statement)
{
  const RsToken *token = rs_parser_token (self, 0);
  const RsNode *expression = statement->kind == RS_NODE_EXPRESSION ? statement->children[0] : NULL;
  RsSpan span = rs_parser_span (self, self->at);
  RsTokenKind kind = token->kind;
  const char *hint;

  if (kind == RS_TOKEN_QUOTE && token[-1].kind == RS_TOKEN_QUOTE)
    rs_parser_error (self, span, RS_SAY (APOSTROPHE));
  else if (kind == RS_TOKEN_RIGHT_PARENTHESIS || kind == RS_TOKEN_RIGHT_BRACKET || kind == RS_TOKEN_RIGHT_BRACE)
    rs_parser_error (self, span, RS_SAY (CLOSES_NOTHING), rs_token_kind_to_string (kind));
  else if (kind == RS_TOKEN_COMMA)
    rs_parser_error (self, span, RS_SAY (COMMA_STATEMENTS));
  else if (kind == RS_TOKEN_QUOTE && !(token->flags & RS_TOKEN_BLANK))
    rs_parser_error (self, span, RS_SAY (TRANSPOSE));
  else if (expression != NULL && expression->kind == RS_NODE_NAME
           && (hint = rs_foreign_word_get_hint (expression->name)))
    rs_parser_error (self, expression->span, RS_SAY (FOREIGN_NAME), expression->name, hint);
  else if (rs_parser_report_foreign_rest (self))
    return;
  else if (kind == RS_TOKEN_LEFT_BRACE)
    rs_parser_error (self, span, RS_SAY (CELL_ELEMENT));
  else if (kind == RS_TOKEN_QUOTE)
    rs_parser_error (self, span, RS_SAY (STRING_QUOTES));
  else if (expression != NULL && expression->kind == RS_NODE_NAME && rs_parser_begins_expression (self, 0)
           && kind != RS_TOKEN_UNCLOSED_STRING && kind != RS_TOKEN_BAD_NUMBER && kind != RS_TOKEN_BAD_CHARACTER)
    report_command (self, expression->name, span);
  else
    rs_parser_expected (self, "the end of the statement");
}

/* A code attribute needs no line of its own. */
static gboolean
begins_attribute (const RsParser *self)
{
  return rs_parser_kind (self) == RS_TOKEN_LEFT_BRACE && rs_parser_token (self, 1)->kind == RS_TOKEN_NOT;
}

/* Pushes the names that the statement from token index on would have given a value, `a = ...`, `a : T = ...` or
 * `[a, b] = ...`, so that they are not reported as unknown wherever they are used. */
static void
push_targets (RsParser *self, guint32 index)
{
  gboolean list = self->tokens.items[index].kind == RS_TOKEN_LEFT_BRACKET;
  guint32 end = index;

  while (end < self->at && self->tokens.items[end].kind != RS_TOKEN_ASSIGN
         && self->tokens.items[end].kind != RS_TOKEN_COLON)
    end++;
  if (end == self->at || (!list && end != index + 1))
    return;
  for (guint32 i = index; i < end; i++)
    if (self->tokens.items[i].kind == RS_TOKEN_NAME)
      {
        RsNode *name = rs_parser_leaf (self, RS_NODE_NAME, self->tokens.items[i].start);

        name->name = rs_parser_intern (self, &self->tokens.items[i]);
        name->span.end = self->tokens.items[i].end;
        rs_parser_push (self, name);
      }
}

static void
parse_guarded_statement (RsParser *self)
{
  guint32 index = self->at, start = rs_parser_start (self);
  guint mark = rs_parser_mark (self);
  RsNode *node;

  self->context = (RsParserContext){ 0 };
  self->statement = index;
  if (self->tokens.items[index].flags & RS_TOKEN_FIRST)
    self->block_on_line = FALSE;
  node = parse_statement (self);
  if (!self->panic && !rs_parser_ends_statement (self, self->at) && !begins_attribute (self)
      && !(self->block_on_line && rs_parser_ends_block (self)))
    report_rest (self, node);
  if (self->panic)
    {
      g_ptr_array_set_size (self->stack, (int)mark);
      self->in_reduction = FALSE;
      rs_parser_recover (self, index);
      push_targets (self, index);
      node = rs_parser_node (self, RS_NODE_ERROR, start, mark);
    }
  rs_parser_push (self, node);
}

/* Pushes the statements up to what may end a block. */
static void
parse_statements (RsParser *self)
{
  for (;;)
    {
      while (rs_parser_kind (self) == RS_TOKEN_SEMICOLON
             || (rs_parser_kind (self) == RS_TOKEN_COMMA && rs_parser_ends_statement (self, self->at)))
        rs_parser_advance (self);
      if (rs_parser_ends_block (self))
        return;
      parse_guarded_statement (self);
    }
}

RsNode *
rs_parse_block (RsParser *self)
{
  guint32 start = rs_parser_start (self);
  guint mark = rs_parser_mark (self);
  RsForeignEnd outer = self->block_end, own = self->next_end;
  gboolean is_foreign = own.brace != 0 || own.column != 0;

  if (!rs_parser_enter (self))
    {
      /* Nothing sensible can be said about the rest. */
      self->at = self->tokens.length - 1;
      self->quiet = TRUE;
      return rs_parser_leaf (self, RS_NODE_BLOCK, start);
    }
  self->next_end = (RsForeignEnd){ 0 };
  if (is_foreign)
    self->block_end = own;
  parse_statements (self);
  self->ended_elsewhere = is_foreign && rs_parser_ends_foreign_block (self);
  if (self->ended_elsewhere && own.brace != 0)
    rs_parser_advance (self);
  self->block_end = outer;
  rs_parser_leave (self);
  return rs_parser_node (self, RS_NODE_BLOCK, start, mark);
}

RsNode *
rs_parse_file (RsParser *self)
{
  guint mark = rs_parser_mark (self);
  RsNode *root;

  for (;;)
    {
      parse_statements (self);
      if (rs_parser_kind (self) == RS_TOKEN_END)
        break;
      rs_parse_stray_ending (self);
    }
  root = rs_parser_node (self, RS_NODE_BLOCK, 0, mark);
  root->span.end = rs_source_get_length (self->source);
  return root;
}
