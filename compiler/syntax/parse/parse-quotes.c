/* What stands between single quotes: a cell here, a text in other languages.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/syntax/parse/parser-private.h"

static RsNode *
report_text (RsParser *self, RsSpan opening)
{
  return rs_parser_error (self, opening, RS_SAY (SINGLE_QUOTES));
}

/* Elements up to the closing quote; FALSE when that is not what stands here. */
static gboolean
parse_elements (RsParser *self)
{
  while (!self->panic && rs_parser_kind_here (self) != RS_TOKEN_QUOTE)
    {
      if (rs_parser_kind_here (self) == RS_TOKEN_LINE_END || rs_parser_kind (self) == RS_TOKEN_END)
        return FALSE;
      rs_parser_push (self, rs_parse_expression (self));
      if (!self->panic && !rs_parser_accept (self, RS_TOKEN_COMMA) && rs_parser_kind_here (self) != RS_TOKEN_QUOTE)
        return FALSE;
    }
  return !self->panic;
}

/* Whatever else than a cell stands between quotes was meant as a text, whose author has no use for what the parser says
 * about it. */
RsNode *
rs_parse_quoted_cell (RsParser *self)
{
  guint32 start = rs_parser_start (self);
  RsSpan opening = rs_parser_span (self, self->at);
  guint mark = rs_parser_mark (self);
  RsParserContext saved = self->context;
  gboolean quiet = self->quiet, is_open = self->module->is_open, is_cell;

  rs_parser_advance (self);
  self->context.in_quotes = TRUE;
  self->context.no_type = FALSE;
  self->quiet = TRUE;
  is_cell = parse_elements (self);
  self->quiet = quiet;
  self->context = saved;
  if (is_cell)
    {
      rs_parser_advance (self);
      return rs_parser_node (self, RS_NODE_CELL, start, mark);
    }
  self->module->is_open = is_open;
  self->panic = FALSE;
  return report_text (self, opening);
}

/* --- texts that hide brackets --- */

static gboolean
opens_text (const RsToken *token)
{
  if (token->kind != RS_TOKEN_QUOTE)
    return FALSE;
  switch (token[-1].kind)
    {
    case RS_TOKEN_LEFT_PARENTHESIS:
    case RS_TOKEN_LEFT_BRACKET:
    case RS_TOKEN_LEFT_BRACE:
    case RS_TOKEN_COMMA:
    case RS_TOKEN_ASSIGN:
      return TRUE;
    default:
      return (token->flags & RS_TOKEN_BLANK) != 0;
    }
}

/* Whether brackets between the quote at index and the next one of its line pair with others outside, or the line ends
 * first (a comment may have begun in between): 'a (b', '%d'. *end: the closing quote, or the last token of the line. */
static gboolean
hides_brackets (const RsParser *self, guint32 index, guint32 *end)
{
  const RsToken *items = self->tokens.items;
  guint32 last = index + 1;

  while (items[last].kind != RS_TOKEN_QUOTE && items[last].kind != RS_TOKEN_END
         && !(items[last].flags & RS_TOKEN_FIRST))
    last++;
  *end = last;
  if (items[last].kind != RS_TOKEN_QUOTE || (items[last].flags & RS_TOKEN_FIRST))
    return TRUE;
  for (guint32 i = index + 1; i < last; i++)
    if ((items[i].kind == RS_TOKEN_LEFT_PARENTHESIS || items[i].kind == RS_TOKEN_LEFT_BRACKET
         || items[i].kind == RS_TOKEN_LEFT_BRACE || items[i].match != RS_TOKEN_NO_MATCH)
        && (items[i].match == RS_TOKEN_NO_MATCH || items[i].match < index || items[i].match > last))
      return TRUE;
  return FALSE;
}

gboolean
rs_parser_report_hidden_bracket (RsParser *self)
{
  const RsToken *items = self->tokens.items;

  for (guint32 i = self->at + 1; items[i].kind != RS_TOKEN_END && !(items[i].flags & RS_TOKEN_FIRST); i++)
    if (opens_text (&items[i]))
      {
        guint32 index = i;

        if (hides_brackets (self, index, &i))
          {
            report_text (self, rs_parser_span (self, index));
            return TRUE;
          }
      }
  return FALSE;
}
