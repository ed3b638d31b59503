/* Constructs of other languages: recognised to say what is written here instead, once for each, and to find the end of
 * what belongs to them, so that their rest is not reported line by line. Words and signs stand in foreign.def.
 *
 * Nothing here reads a correct program: every function is asked where something is an error already.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/builtins.h"
#include "compiler/syntax/foreign.h"
#include "compiler/syntax/parse/parser-private.h"

#include <string.h>

/* --- words and signs --- */

const char *
rs_parser_foreign_keyword (RsParser *self, int distance)
{
  g_assert ((gint64)self->at + distance >= 0 && (gint64)self->at + distance < self->tokens.length);

  const RsToken *token = &self->tokens.items[(gint64)self->at + distance];

  return token->kind == RS_TOKEN_NAME ? rs_foreign_keyword_get_hint (rs_parser_intern (self, token)) : NULL;
}

static void
report_word (RsParser *self, int distance)
{
  guint32 index = (guint32)((gint64)self->at + distance);
  const char *word = rs_parser_intern (self, &self->tokens.items[index]);

  rs_parser_error (self, rs_parser_span (self, index), RS_SAY (FOREIGN_WORD), word, rs_foreign_word_get_hint (word));
}

static gboolean
are_adjacent (const RsParser *self, guint32 index)
{
  return self->tokens.items[index].end == self->tokens.items[index + 1].start;
}

/* The sign that the tokens at index and behind it make together. */
static gboolean
report_sign (RsParser *self, guint32 index)
{
  const RsToken *items = self->tokens.items;
  RsToken both = { .start = items[index].start, .end = items[index + 1].end };
  const char *sign = rs_parser_intern (self, &both);
  const char *hint = rs_foreign_word_get_hint (sign);

  if (hint == NULL)
    return FALSE;
  rs_parser_error (self, (RsSpan){ both.start, both.end }, RS_SAY (FOREIGN_OPERATOR), sign, hint);
  return TRUE;
}

gboolean
rs_parser_report_foreign_sign (RsParser *self)
{
  if (self->at > self->statement && are_adjacent (self, self->at - 1) && report_sign (self, self->at - 1))
    return TRUE;
  return self->at + 1 < self->tokens.length && are_adjacent (self, self->at) && report_sign (self, self->at);
}

/* --- what stands behind a whole expression --- */

/* f"...": the name before the string is its prefix. */
static gboolean
is_prefixed_string (const RsParser *self)
{
  const RsToken *token = rs_parser_token (self, 0);

  return self->at > 0 && (token->kind == RS_TOKEN_STRING || token->kind == RS_TOKEN_UNCLOSED_STRING)
         && token[-1].kind == RS_TOKEN_NAME && token[-1].end == token->start && token[-1].end - token[-1].start == 1;
}

static gboolean
follows_escaped_quote (const RsParser *self)
{
  const RsToken *before = self->at > 0 ? &self->tokens.items[self->at - 1] : NULL;

  return before != NULL && before->kind == RS_TOKEN_STRING && self->text[before->end - 2] == '\\'
         && before->end == self->tokens.items[self->at].start;
}

/* mod, max: what is written between operands elsewhere. */
static const RsBuiltin *
find_infix_function (RsParser *self)
{
  const RsToken *token = rs_parser_token (self, 0);
  const RsBuiltin *builtin
    = token->kind == RS_TOKEN_NAME ? rs_builtin_find (rs_parser_intern (self, token)) : NULL;

  return builtin != NULL && builtin->min_arguments <= 2 && builtin->max_arguments == 2
                 && rs_parser_begins_expression (self, 1) && !(rs_parser_token (self, 1)->flags & RS_TOKEN_FIRST)
           ? builtin : NULL;
}

gboolean
rs_parser_report_foreign_rest (RsParser *self)
{
  RsSpan span = rs_parser_span (self, self->at);
  const RsBuiltin *builtin;

  if (is_prefixed_string (self))
    rs_parser_error (self, span, RS_SAY (TEXT_PREFIX));
  else if (follows_escaped_quote (self))
    rs_parser_error (self, span, RS_SAY (QUOTE_IN_TEXT));
  else if (rs_parser_foreign_keyword (self, 0) != NULL)
    report_word (self, 0);
  else if (self->at > self->statement && rs_parser_foreign_keyword (self, -1) != NULL)
    report_word (self, -1);
  else if (rs_parser_kind (self) == RS_TOKEN_BAR)
    rs_parser_error (self, span, RS_SAY (FOREIGN_BAR), rs_foreign_word_get_hint ("|"));
  else if (rs_parser_kind (self) == RS_TOKEN_IF)
    rs_parser_error (self, span, RS_SAY (FOREIGN_CHOICE));
  else if (rs_parser_kind (self) == RS_TOKEN_FOR)
    rs_parser_error (self, span, RS_SAY (FOREIGN_LOOP));
  else if ((builtin = find_infix_function (self)) != NULL)
    rs_parser_error (self, span, RS_SAY (BUILTIN_INFIX), builtin->name, builtin->name);
  else
    return FALSE;
  return TRUE;
}

/* --- blocks --- */

static guint
column_of (const RsParser *self, guint32 index)
{
  guint column;

  rs_source_locate (self->source, self->tokens.items[index].start, NULL, &column);
  return column;
}

/* The index of the first token behind the line of the token at index. */
static guint32
next_line (const RsParser *self, guint32 index)
{
  const RsToken *items = self->tokens.items;

  do
    index++;
  while (index + 1 < self->tokens.length && !(items[index].flags & RS_TOKEN_FIRST));
  return MIN (index, self->tokens.length - 1);
}

void
rs_parser_note_foreign_block (RsParser *self, guint32 statement)
{
  guint32 next = next_line (self, statement), last = next - 1;
  const RsToken *token = &self->tokens.items[last];

  self->next_end = (RsForeignEnd){ 0 };
  if (token->kind == RS_TOKEN_LEFT_BRACE && token->match != RS_TOKEN_NO_MATCH && token->match > last)
    {
      self->next_end.brace = token->match;
      self->at = next; /* a bracket is passed over as a whole after an error */
    }
  else if (token->kind == RS_TOKEN_COLON && column_of (self, next) > column_of (self, statement))
    self->next_end.column = column_of (self, statement);
}

gboolean
rs_parser_at_foreign_opening (const RsParser *self)
{
  RsTokenKind kind = rs_parser_kind_here (self);

  return (kind == RS_TOKEN_COLON || kind == RS_TOKEN_LEFT_BRACE)
         && ((rs_parser_token (self, 1)->flags & RS_TOKEN_FIRST) || rs_parser_token (self, 1)->kind == RS_TOKEN_END);
}

gboolean
rs_parser_take_foreign_opening (RsParser *self, guint32 statement, const char *ending)
{
  if (!rs_parser_at_foreign_opening (self))
    return FALSE;
  if (ending != NULL)
    rs_parser_error (self, rs_parser_span (self, self->at), RS_SAY (OPENS_NO_BLOCK),
                     rs_token_kind_to_string (rs_parser_kind (self)), ending);
  self->panic = FALSE;
  rs_parser_advance (self);
  rs_parser_note_foreign_block (self, statement);
  return TRUE;
}

gboolean
rs_parser_ends_foreign_block (const RsParser *self)
{
  const RsForeignEnd *end = &self->block_end;

  if (end->brace != 0)
    return self->at == end->brace;
  return end->column != 0 && (rs_parser_token (self, 0)->flags & RS_TOKEN_FIRST)
         && column_of (self, self->at) <= end->column;
}

gboolean
rs_parser_is_foreign_division (const RsParser *self)
{
  const RsToken *token = rs_parser_token (self, 0);

  if (token->kind != RS_TOKEN_NAME || !(token->flags & RS_TOKEN_FIRST) || self->text[token->start] != 'e'
      || rs_parser_token (self, 1)->kind == RS_TOKEN_ASSIGN)
    return FALSE;
  if (self->n_open[RS_OPEN_IF] > 0 && (rs_parser_is_word (self, 0, "elif") || rs_parser_is_word (self, 0, "elsif")))
    return TRUE;
  return self->n_open[RS_OPEN_TRY] > 0 && rs_parser_is_word (self, 0, "except");
}

/* --- statements --- */

/* Passes the lines that are indented further than the one of the token at index. */
static void
pass_indented_lines (RsParser *self, guint32 index)
{
  guint column = column_of (self, index);

  self->at = next_line (self, index);
  while (rs_parser_kind (self) != RS_TOKEN_END && column_of (self, self->at) > column)
    self->at = next_line (self, self->at);
}

/* def f(x): and its body; the name is known from then on. */
static RsNode *
parse_foreign_definition (RsParser *self)
{
  guint32 index = self->at, start = rs_parser_start (self);
  guint mark = rs_parser_mark (self);
  RsNode *name;

  report_word (self, 0);
  self->panic = FALSE;
  rs_parser_advance (self);
  name = rs_parser_leaf (self, RS_NODE_NAME, rs_parser_start (self));
  name->name = rs_parser_intern (self, rs_parser_token (self, 0));
  rs_parser_push (self, name);
  rs_parser_note_foreign_block (self, index);
  if (self->next_end.brace != 0)
    {
      self->at = self->next_end.brace;
      rs_parser_advance (self);
    }
  else
    pass_indented_lines (self, index);
  self->next_end = (RsForeignEnd){ 0 };
  return rs_parser_node (self, RS_NODE_ERROR, start, mark);
}

static gboolean
is_case (const RsParser *self)
{
  return rs_parser_is_word (self, 0, "case") || rs_parser_is_word (self, 0, "otherwise")
         || rs_parser_is_word (self, 0, "default");
}

static gboolean
ends_switch (const RsParser *self)
{
  return rs_parser_kind (self) == RS_TOKEN_END_OLD || rs_parser_is_word (self, 0, "endswitch")
         || rs_parser_is_word (self, 0, "end_switch");
}

/* switch x, its cases and its end: the statements of the cases are read. */
static RsNode *
parse_switch (RsParser *self)
{
  guint32 index = self->at, start = rs_parser_start (self);
  guint mark = rs_parser_mark (self);

  report_word (self, 0);
  self->panic = FALSE;
  rs_parser_note_foreign_block (self, index);
  self->at = next_line (self, index);
  while (is_case (self))
    {
      self->at = next_line (self, self->at);
      self->n_open[RS_OPEN_SWITCH]++;
      rs_parser_push (self, rs_parse_block (self));
      self->n_open[RS_OPEN_SWITCH]--;
      self->ended_elsewhere = FALSE;
    }
  if (ends_switch (self))
    rs_parser_advance (self);
  return rs_parser_node (self, RS_NODE_BLOCK, start, mark);
}

gboolean
rs_parser_ends_case (const RsParser *self)
{
  const RsToken *token = rs_parser_token (self, 0);

  return token->kind == RS_TOKEN_NAME && (token->flags & RS_TOKEN_FIRST) && (is_case (self) || ends_switch (self));
}

RsNode *
rs_parse_foreign_statement (RsParser *self)
{
  const RsToken *next = rs_parser_token (self, 1);
  gboolean same_line = !(next->flags & RS_TOKEN_FIRST);

  if (rs_parser_kind (self) != RS_TOKEN_NAME)
    return NULL;
  if (next->kind == RS_TOKEN_NAME && same_line && rs_parser_token (self, 2)->kind != RS_TOKEN_ASSIGN
      && (rs_parser_is_word (self, 0, "def") || rs_parser_is_word (self, 0, "class")))
    return parse_foreign_definition (self);
  if (rs_parser_is_word (self, 0, "switch") && same_line && rs_parser_begins_expression (self, 1))
    {
      guint32 line = next_line (self, self->at);
      const RsToken *token = &self->tokens.items[line];

      if (token->kind == RS_TOKEN_NAME && token->end - token->start == 4
          && memcmp (self->text + token->start, "case", 4) == 0)
        return parse_switch (self);
    }
  return NULL;
}
