/* The endings of blocks: which word closes which, and what is said about a wrong one.
 *
 * Which blocks are open is counted, so that a forgotten `endfor` before an `endif` is told from a stray `endif`: the
 * first is reported at the `for` and the `endif` is left to its `if`. parse-statement.c and parse-definition.c call
 * this behind each block that they have read.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/syntax/parse/parser-private.h"

typedef struct {
  const char *name;
  RsTokenKind ending;
  gboolean has_old_ending; /* `end` may close it too */
} OpenInfo;

static const OpenInfo open_infos[RS_N_OPEN_KINDS] = {
  [RS_OPEN_FUNCTION] = { "function", RS_TOKEN_ENDFUNCTION, TRUE },
  [RS_OPEN_IF] = { "if", RS_TOKEN_ENDIF, FALSE },
  [RS_OPEN_FOR] = { "for", RS_TOKEN_ENDFOR, TRUE },
  [RS_OPEN_WHILE] = { "while", RS_TOKEN_ENDWHILE, TRUE },
  [RS_OPEN_REPEAT] = { "repeat", RS_TOKEN_UNTIL, FALSE },
  [RS_OPEN_MATCH] = { "match", RS_TOKEN_ENDMATCH, TRUE },
  [RS_OPEN_TRY] = { "try", RS_TOKEN_ENDTRY, TRUE },
  [RS_OPEN_TYPE] = { "type", RS_TOKEN_ENDTYPE, TRUE },
  [RS_OPEN_MACRO] = { "macro", RS_TOKEN_ENDMACRO, TRUE },
  [RS_OPEN_SWITCH] = { "switch", RS_TOKEN_END_OLD, TRUE },
};

/* The kind of block that the token ends or divides; RS_N_OPEN_KINDS when it is no such token. */
static RsOpenKind
kind_of_ending (RsTokenKind token)
{
  if (token == RS_TOKEN_ELSE || token == RS_TOKEN_ELSEIF)
    return RS_OPEN_IF;
  if (token == RS_TOKEN_CATCH)
    return RS_OPEN_TRY;
  if (token == RS_TOKEN_BAR)
    return RS_OPEN_MATCH;
  for (guint i = 0; i < RS_OPEN_SWITCH; i++)
    if (open_infos[i].ending == token)
      return i;
  return RS_N_OPEN_KINDS;
}

gboolean
rs_parser_ends_block (const RsParser *self)
{
  RsTokenKind kind = rs_parser_kind (self);

  if (kind == RS_TOKEN_BAR)
    return self->n_open[RS_OPEN_MATCH] > 0;
  if (rs_parser_is_foreign_division (self) || rs_parser_ends_foreign_block (self)
      || (self->n_open[RS_OPEN_SWITCH] > 0 && rs_parser_ends_case (self)))
    return TRUE;
  return kind == RS_TOKEN_END || kind == RS_TOKEN_END_OLD || kind_of_ending (kind) != RS_N_OPEN_KINDS;
}

/* Whether an open block (the one that is being closed excluded) waits for the token. */
static gboolean
is_awaited (const RsParser *self, RsTokenKind token)
{
  RsOpenKind kind = kind_of_ending (token);

  if (token == RS_TOKEN_END)
    return TRUE;
  if (kind != RS_N_OPEN_KINDS)
    return self->n_open[kind] > 0;
  for (guint i = 0; i < RS_N_OPEN_KINDS; i++)
    if (open_infos[i].has_old_ending && self->n_open[i] > 0)
      return TRUE;
  return FALSE;
}

/* Old and new endings may not be mixed in a file. */
static void
note_ending (RsParser *self, RsTokenKind ending)
{
  guint32 index = self->at;

  if (self->first_ending == RS_TOKEN_END)
    {
      self->first_ending = ending;
      self->first_ending_token = index;
      return;
    }
  if (self->endings_reported || (self->first_ending == RS_TOKEN_END_OLD) == (ending == RS_TOKEN_END_OLD))
    return;
  self->endings_reported = TRUE;
  rs_parser_error (self, rs_parser_span (self, index), RS_SAY (MIXED_ENDINGS), rs_token_kind_to_string (ending),
                   rs_token_kind_to_string (self->first_ending),
                   rs_parser_line (self, self->tokens.items[self->first_ending_token].start));
  self->panic = FALSE;
}

static void
report_missing_ending (RsParser *self, const OpenInfo *info, guint32 opening)
{
  RsSpan span = rs_parser_span (self, opening);
  RsTokenKind found = rs_parser_kind (self);
  const char *expected = rs_token_kind_to_string (info->ending);

  self->module->is_open |= found == RS_TOKEN_END;
  if (found == RS_TOKEN_END)
    rs_parser_error (self, span, RS_SAY (BLOCK_NOT_CLOSED), info->name, expected);
  else if (found == RS_TOKEN_END_OLD)
    rs_parser_error (self, rs_parser_span (self, self->at), RS_SAY (ENDING_IN_FULL), info->name,
                     rs_parser_line (self, span.start), expected);
  else
    rs_parser_error (self, rs_parser_span (self, self->at), RS_SAY (EXPECTED_ENDING), expected, info->name,
                     rs_parser_line (self, span.start), rs_token_kind_to_string (found));
  self->panic = FALSE;
}

/* Whether the token here is as far indented as the token opening: an `end` there was meant for it. */
static gboolean
is_below (const RsParser *self, guint32 opening)
{
  guint column, column_of_opening;

  rs_source_locate (self->source, rs_parser_span (self, self->at).start, NULL, &column);
  rs_source_locate (self->source, rs_parser_span (self, opening).start, NULL, &column_of_opening);
  return column == column_of_opening;
}

void
rs_parse_ending (RsParser *self, RsOpenKind kind, guint32 opening)
{
  g_assert (kind < RS_N_OPEN_KINDS && self->n_open[kind] >= 1);

  const OpenInfo *info = &open_infos[kind];
  RsTokenKind found = rs_parser_kind (self);

  self->n_open[kind]--;
  if (self->panic)
    return;
  if (self->ended_elsewhere)
    {
      self->ended_elsewhere = FALSE;
      if (found == info->ending)
        rs_parser_advance (self);
      return;
    }
  if (found == info->ending || (found == RS_TOKEN_END_OLD && info->has_old_ending))
    {
      if (info->has_old_ending)
        note_ending (self, found);
      rs_parser_advance (self);
      return;
    }
  report_missing_ending (self, info, opening);
  if (!is_awaited (self, found) || (found == RS_TOKEN_END_OLD && is_below (self, opening)))
    rs_parser_advance (self);
}

void
rs_parse_stray_ending (RsParser *self)
{
  RsTokenKind kind = rs_parser_kind (self);
  RsOpenKind open = kind_of_ending (kind);
  guint32 index = self->at;

  rs_parser_error (self, rs_parser_span (self, index), RS_SAY (ENDS_NOTHING), rs_token_kind_to_string (kind),
                   open == RS_N_OPEN_KINDS ? "" : "; there is no open `",
                   open == RS_N_OPEN_KINDS ? "" : open_infos[open].name, open == RS_N_OPEN_KINDS ? "" : "`");
  rs_parser_recover (self, index);
}
