/* Statements with blocks: conditions, loops, match, try.
 *
 * A block is read up to a word that may end one; whoever opened the block then checks that it is the right word
 * (parse-ending.c).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/syntax/foreign.h"
#include "compiler/syntax/parse/parser-private.h"

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

RsNode *
rs_parse_if (RsParser *self)
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

RsNode *
rs_parse_for (RsParser *self)
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

RsNode *
rs_parse_while (RsParser *self)
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

RsNode *
rs_parse_repeat (RsParser *self)
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

RsNode *
rs_parse_match (RsParser *self)
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

RsNode *
rs_parse_try (RsParser *self)
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
