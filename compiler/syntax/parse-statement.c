/* Statements and blocks.
 *
 * A block is read up to a word that may end one; whoever opened the block then checks that it is the right word
 * (parse-ending.c).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/base/suggest.h"
#include "compiler/builtins.h"
#include "compiler/syntax/foreign.h"
#include "compiler/syntax/parser-private.h"

#include <string.h>

/* Passes a header that has an error, whose block may end as in another language. */
static void
recover_header (RsParser *self, guint32 statement)
{
  rs_parser_recover (self, statement);
  rs_parser_note_foreign_block (self, statement);
}

void
rs_parse_header_end (RsParser *self, guint32 statement, RsTokenKind ending)
{
  if (!self->panic && rs_parser_take_foreign_opening (self, statement, rs_token_kind_to_string (ending)))
    return;
  if (!self->panic && !rs_parser_ends_statement (self, self->at))
    rs_parser_expected (self, "the end of the line");
  if (self->panic)
    recover_header (self, statement);
}

/* --- statements with blocks --- */

/* `match x = 3 with` assigns; whoever means that writes parentheses around it. In conditions it is an error. */
static void
warn_of_assignment (RsParser *self, const RsNode *condition)
{
  if (condition->kind == RS_NODE_ASSIGN && !(condition->flags & RS_NODE_PARENTHESES) && !self->quiet
      && condition->op == RS_OP_ASSIGN)
    rs_message_report (self->diagnostics, RS_SEVERITY_WARNING, self->source, condition->span,
                       RS_SAY (ASSIGN_CONDITION));
}

/* A condition or another expression of a header; an error in it is passed over with the line. */
static RsNode *
parse_header_expression (RsParser *self, guint32 statement)
{
  guint mark = rs_parser_mark (self);
  guint32 start = rs_parser_start (self);
  RsNode *node;

  if (rs_parser_kind_here (self) == RS_TOKEN_LINE_END)
    {
      guint32 end = self->tokens.items[self->at - 1].end;

      rs_parser_error (self, (RsSpan){ end, end }, RS_SAY (EXPECTED_EXPRESSION));
      self->panic = FALSE; /* the next line is whole */
      return rs_parser_leaf (self, RS_NODE_ERROR, start);
    }
  self->context.in_header = TRUE;
  self->context.in_condition = self->tokens.items[statement].kind != RS_TOKEN_MATCH;
  node = rs_parse_expression (self);
  self->context.in_header = self->context.in_condition = FALSE;
  if (!self->panic)
    {
      warn_of_assignment (self, node);
      return node;
    }
  g_ptr_array_set_size (self->stack, (int)mark);
  recover_header (self, statement);
  return rs_parser_leaf (self, RS_NODE_ERROR, start);
}

/* `if` and `endif` have to be spread over several lines (manual 2.1). FALSE: what stands here belongs to the condition
 * in another language. */
static gboolean
check_new_line (RsParser *self, guint32 statement)
{
  const char *hint;

  while (rs_parser_kind_here (self) == RS_TOKEN_SEMICOLON || rs_parser_kind_here (self) == RS_TOKEN_COMMA)
    rs_parser_advance (self);
  if (rs_parser_kind_here (self) == RS_TOKEN_LINE_END || rs_parser_kind (self) == RS_TOKEN_END
      || rs_parser_take_foreign_opening (self, statement, self->ended_elsewhere ? NULL : "endif"))
    return TRUE;
  hint = rs_parser_kind (self) == RS_TOKEN_BAR ? rs_foreign_word_get_hint ("|") : rs_parser_foreign_keyword (self, 0);
  if (hint == NULL && self->at > 0)
    hint = rs_parser_foreign_keyword (self, -1);
  if (hint)
    {
      rs_parser_error (self, rs_parser_span (self, self->at), RS_SAY (CONDITION_END), hint);
      recover_header (self, statement);
      return FALSE;
    }
  rs_parser_error (self, rs_parser_span (self, self->at), RS_SAY (IF_ONE_LINE));
  self->panic = FALSE;
  self->block_on_line = TRUE;
  return TRUE;
}

/* The condition of `if` or `elseif`; what follows it on its line is read as the block, after an error. */
static RsNode *
parse_condition (RsParser *self, guint32 statement)
{
  guint32 start = rs_parser_start (self);
  RsNode *condition = parse_header_expression (self, statement);

  if (condition->kind == RS_NODE_ERROR || check_new_line (self, statement))
    return condition;
  return rs_parser_leaf (self, RS_NODE_ERROR, start);
}

/* Whether another branch with a condition follows; `elif` and `else if` are taken for `elseif`. */
static gboolean
begins_branch (RsParser *self, guint *n_else_if)
{
  const RsToken *next = rs_parser_token (self, 1);

  if (self->panic || rs_parser_kind (self) == RS_TOKEN_ELSEIF)
    return !self->panic;
  if (rs_parser_is_foreign_division (self) && !rs_parser_is_word (self, 0, "except"))
    rs_parser_error (self, rs_parser_span (self, self->at), RS_SAY (WRITE_ELSEIF));
  else if (rs_parser_kind (self) == RS_TOKEN_ELSE && next->kind == RS_TOKEN_IF && !(next->flags & RS_TOKEN_FIRST))
    {
      rs_parser_advance (self);
      rs_parser_error (self, rs_parser_span (self, self->at), RS_SAY (ELSE_IF));
      (*n_else_if)++;
    }
  else
    return FALSE;
  self->panic = FALSE;
  return TRUE;
}

static RsNode *
parse_if (RsParser *self)
{
  guint32 statement = self->at, start = rs_parser_start (self);
  guint mark = rs_parser_mark (self), n_else_if = 0;

  self->n_open[RS_OPEN_IF]++;
  do
    {
      guint32 branch = self->at;

      rs_parser_advance (self);
      rs_parser_push (self, parse_condition (self, branch));
      rs_parser_push (self, rs_parse_block (self));
    }
  while (begins_branch (self, &n_else_if));
  if (!self->panic && rs_parser_kind (self) == RS_TOKEN_ELSE)
    {
      guint32 branch = self->at;

      rs_parser_advance (self);
      rs_parser_take_foreign_opening (self, branch, self->ended_elsewhere ? NULL : "endif");
      rs_parser_push (self, rs_parse_block (self));
    }
  rs_parse_ending (self, RS_OPEN_IF, statement);
  /* The endings of each `else if`, when they were meant as statements inside each other. */
  for (; n_else_if > 0 && self->n_open[RS_OPEN_IF] == 0 && rs_parser_kind (self) == RS_TOKEN_ENDIF; n_else_if--)
    rs_parser_advance (self);
  return rs_parser_node (self, RS_NODE_IF, start, mark);
}

RsNode *
rs_parse_type_first (RsParser *self)
{
  guint32 start = rs_parser_start (self);
  RsNode *type = rs_parse_type (self);
  RsNode *node = rs_parser_node2 (self, RS_NODE_TYPED, start, rs_parse_name (self, "the name of the variable"), type);

  node->flags |= RS_NODE_TYPE_FIRST;
  return node;
}

/* Whether `int n`, `vec[int] v` or `point p =` stands here: type text, and a name on the same line. */
gboolean
rs_parser_is_type_first (const RsParser *self)
{
  gboolean is_builtin = rs_parser_is_builtin_type (self, 0);
  guint32 i = self->at + 1;
  const RsToken *items = self->tokens.items;

  if (rs_parser_kind (self) != RS_TOKEN_NAME)
    return FALSE;
  for (; i + 2 < self->tokens.length && !(items[i].flags & RS_TOKEN_FIRST); i++)
    if (items[i].kind == RS_TOKEN_QUOTE && items[i + 1].kind == RS_TOKEN_NAME)
      i++;
    else if (items[i].match != RS_TOKEN_NO_MATCH && items[i].match > i && is_builtin)
      i = items[i].match;
    else
      break;
  if (i + 1 >= self->tokens.length || items[i].kind != RS_TOKEN_NAME || (items[i].flags & RS_TOKEN_FIRST))
    return FALSE;
  return items[i + 1].kind == RS_TOKEN_ASSIGN || (is_builtin && rs_parser_ends_statement (self, i + 1));
}

RsNode *
rs_parse_declared_name (RsParser *self)
{
  guint32 start = rs_parser_start (self);
  RsNode *name;

  if (rs_parser_is_type_first (self))
    return rs_parse_type_first (self);
  name = rs_parse_name (self, "the name of a variable");
  if (self->panic || !rs_parser_accept (self, RS_TOKEN_COLON))
    return name;
  return rs_parser_node2 (self, RS_NODE_TYPED, start, name, rs_parse_type (self));
}

/* variable = range: pushes both. */
static void
parse_for_header (RsParser *self, guint32 statement)
{
  guint mark = rs_parser_mark (self);
  guint32 start = rs_parser_start (self);

  rs_parser_push (self, rs_parse_declared_name (self));
  self->context.in_header = TRUE;
  if (rs_parser_expect (self, RS_TOKEN_ASSIGN, "`=` and the range of the loop, as in `for i = 0..9`"))
    rs_parser_push (self, rs_parse_expression (self));
  self->context.in_header = FALSE;
  if (self->panic)
    {
      RsNode *variable = self->stack->len > mark ? g_ptr_array_index (self->stack, mark) : NULL;

      g_ptr_array_set_size (self->stack, (int)mark);
      recover_header (self, statement);
      /* The variable is kept, so that the loop's statements are not blamed for it. */
      if (!variable || variable->kind != RS_NODE_NAME)
        variable = rs_parser_leaf (self, RS_NODE_ERROR, start);
      rs_parser_push (self, variable);
      rs_parser_push (self, rs_parser_leaf (self, RS_NODE_ERROR, start));
    }
  else
    rs_parse_header_end (self, statement, RS_TOKEN_ENDFOR);
}

static RsNode *
parse_for (RsParser *self)
{
  guint32 statement = self->at, start = rs_parser_start (self);
  guint mark = rs_parser_mark (self);

  rs_parser_advance (self);
  parse_for_header (self, statement);
  self->n_open[RS_OPEN_FOR]++;
  rs_parser_push (self, rs_parse_block (self));
  rs_parse_ending (self, RS_OPEN_FOR, statement);
  return rs_parser_node (self, RS_NODE_FOR, start, mark);
}

static RsNode *
parse_while (RsParser *self)
{
  guint32 statement = self->at, start = rs_parser_start (self);
  guint mark = rs_parser_mark (self);
  RsNode *condition;

  rs_parser_advance (self);
  condition = parse_header_expression (self, statement);
  if (condition->kind != RS_NODE_ERROR)
    rs_parse_header_end (self, statement, RS_TOKEN_ENDWHILE);
  rs_parser_push (self, condition);
  self->n_open[RS_OPEN_WHILE]++;
  rs_parser_push (self, rs_parse_block (self));
  rs_parse_ending (self, RS_OPEN_WHILE, statement);
  return rs_parser_node (self, RS_NODE_WHILE, start, mark);
}

static RsNode *
parse_repeat (RsParser *self)
{
  guint32 statement = self->at, start = rs_parser_start (self), until;
  guint mark = rs_parser_mark (self);
  gboolean has_until;

  rs_parser_advance (self);
  rs_parse_header_end (self, statement, RS_TOKEN_UNTIL);
  self->n_open[RS_OPEN_REPEAT]++;
  rs_parser_push (self, rs_parse_block (self));
  until = self->at;
  has_until = rs_parser_kind (self) == RS_TOKEN_UNTIL;
  rs_parse_ending (self, RS_OPEN_REPEAT, statement);
  rs_parser_push (self, has_until ? parse_header_expression (self, until)
                                  : rs_parser_leaf (self, RS_NODE_ERROR, rs_parser_start (self)));
  return rs_parser_node (self, RS_NODE_REPEAT, start, mark);
}

/* | pattern -> statements */
static RsNode *
parse_arm (RsParser *self)
{
  guint32 statement = self->at, start = rs_parser_start (self);
  guint mark = rs_parser_mark (self);

  rs_parser_advance (self);
  rs_parser_push (self, rs_parse_pattern (self));
  rs_parser_expect (self, RS_TOKEN_ARROW, "`->` after the pattern");
  if (self->panic)
    {
      g_ptr_array_set_size (self->stack, (int)mark);
      rs_parser_recover (self, statement);
      rs_parser_push (self, rs_parser_leaf (self, RS_NODE_ERROR, start));
    }
  rs_parser_push (self, rs_parse_block (self));
  return rs_parser_node (self, RS_NODE_ARM, start, mark);
}

static void
parse_arms (RsParser *self)
{
  while (!self->panic)
    {
      guint32 statement = self->at;

      if (rs_parser_kind (self) == RS_TOKEN_BAR)
        rs_parser_push (self, parse_arm (self));
      else if (rs_parser_kind (self) == RS_TOKEN_SEMICOLON || rs_parser_kind (self) == RS_TOKEN_COMMA)
        rs_parser_advance (self);
      else if (rs_parser_ends_block (self))
        return;
      else
        {
          rs_parser_error (self, rs_parser_span (self, self->at), RS_SAY (MATCH_CASE));
          rs_parser_recover (self, statement);
        }
    }
}

static RsNode *
parse_match (RsParser *self)
{
  guint32 statement = self->at, start = rs_parser_start (self);
  guint mark = rs_parser_mark (self);
  RsNode *subject;

  rs_parser_advance (self);
  subject = parse_header_expression (self, statement);
  if (subject->kind != RS_NODE_ERROR)
    {
      if (rs_parser_is_word (self, 0, "with"))
        rs_parser_advance (self);
      else
        rs_parser_expected (self, "`with` after the value to match");
      if (self->panic)
        rs_parser_recover (self, statement);
    }
  rs_parser_push (self, subject);
  self->n_open[RS_OPEN_MATCH]++;
  parse_arms (self);
  rs_parse_ending (self, RS_OPEN_MATCH, statement);
  return rs_parser_node (self, RS_NODE_MATCH, start, mark);
}

/* The variable after `catch`, or NULL. */
static RsNode *
parse_catch_variable (RsParser *self)
{
  guint32 statement = self->at;
  guint mark = rs_parser_mark (self);
  RsNode *variable = NULL;

  if (rs_parser_kind (self) != RS_TOKEN_CATCH)
    {
      rs_parser_error (self, rs_parser_span (self, self->at), RS_SAY (FOREIGN_EXCEPT),
                       rs_foreign_word_get_hint ("except"));
      recover_header (self, statement);
      return NULL;
    }
  rs_parser_advance (self);
  if (!rs_parser_ends_statement (self, self->at) && !rs_parser_at_foreign_opening (self))
    variable = rs_parse_declared_name (self);
  rs_parse_header_end (self, statement, RS_TOKEN_ENDTRY);
  g_ptr_array_set_size (self->stack, (int)mark);
  return variable;
}

static gboolean
begins_catch (const RsParser *self)
{
  return rs_parser_kind (self) == RS_TOKEN_CATCH
         || (rs_parser_is_foreign_division (self) && rs_parser_is_word (self, 0, "except"));
}

static RsNode *
parse_try (RsParser *self)
{
  guint32 statement = self->at, start = rs_parser_start (self);
  guint mark = rs_parser_mark (self);

  rs_parser_advance (self);
  rs_parse_header_end (self, statement, RS_TOKEN_ENDTRY);
  self->n_open[RS_OPEN_TRY]++;
  rs_parser_push (self, rs_parse_block (self));
  if (!self->panic && !begins_catch (self))
    {
      rs_parser_error (self, rs_parser_span (self, statement), RS_SAY (TRY_NO_CATCH));
      self->panic = FALSE;
    }
  do
    {
      rs_parser_push (self, begins_catch (self) ? parse_catch_variable (self) : NULL);
      rs_parser_push (self, rs_parse_block (self));
    }
  while (!self->panic && begins_catch (self));
  rs_parse_ending (self, RS_OPEN_TRY, statement);
  return rs_parser_node (self, RS_NODE_TRY, start, mark);
}

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
      return same_line && (next->kind == RS_TOKEN_STRING || next->kind == RS_TOKEN_UNCLOSED_STRING
                           || next->kind == RS_TOKEN_NAME || next->kind == RS_TOKEN_NUMBER);
    case RS_TOKEN_MACRO:
      return same_line && (rs_parser_is_name (self, 1)
                           || (next->kind == RS_TOKEN_LEFT_BRACKET && (next->flags & RS_TOKEN_BLANK)));
    case RS_TOKEN_REDUCTION:
      return same_line && (rs_parser_is_name (self, 1) || begins_reduction (self, next)
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
      return parse_if (self);
    case RS_TOKEN_FOR:
      return parse_for (self);
    case RS_TOKEN_WHILE:
      return parse_while (self);
    case RS_TOKEN_REPEAT:
      return parse_repeat (self);
    case RS_TOKEN_MATCH:
      return parse_match (self);
    case RS_TOKEN_TRY:
      return parse_try (self);
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
