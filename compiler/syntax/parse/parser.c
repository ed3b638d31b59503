/* The parser's entry, its state, and how it gets over errors.
 *
 * rs_parse cuts the text into tokens (lexer.c), reads the file as one BLOCK (parse-statement.c) and checks that no part
 * of the tree is deeper than the recursive walks over it can bear. It is called once for each file of a program and at
 * each pause in the editor, so it is linear in the text, whatever the text is.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/syntax/foreign.h"
#include "compiler/syntax/parse/parser-private.h"

#include <string.h>

/* --- tokens --- */

gboolean
rs_parser_is_word (const RsParser *self, guint ahead, const char *word)
{
  const RsToken *token = rs_parser_token (self, ahead);

  return token->kind == RS_TOKEN_NAME && token->end - token->start == strlen (word)
         && memcmp (self->text + token->start, word, token->end - token->start) == 0;
}

gboolean
rs_parser_is_name (const RsParser *self, guint ahead)
{
  RsTokenKind kind = rs_parser_token (self, ahead)->kind;

  return kind == RS_TOKEN_NAME || rs_token_kind_is_soft (kind);
}

gboolean
rs_parser_ends_statement (const RsParser *self, guint32 index)
{
  const RsToken *token = &self->tokens.items[MIN (index, self->tokens.length - 1)];
  const RsToken *next = &self->tokens.items[MIN (index + 1, self->tokens.length - 1)];

  if (token->kind == RS_TOKEN_END || token->kind == RS_TOKEN_SEMICOLON || (token->flags & RS_TOKEN_FIRST))
    return TRUE;
  if (token->kind == RS_TOKEN_COMMA)
    return next->kind == RS_TOKEN_END || next->kind == RS_TOKEN_SEMICOLON || (next->flags & RS_TOKEN_FIRST);
  return token->kind == RS_TOKEN_BAR && self->n_open[RS_OPEN_MATCH] > 0;
}

const char *
rs_parser_intern (RsParser *self, const RsToken *token)
{
  return rs_names_intern (self->names, self->text + token->start, (gssize)(token->end - token->start));
}

/* --- nodes --- */

RsNode *
rs_parser_node (RsParser *self, RsNodeKind kind, guint32 start, guint mark)
{
  g_assert (mark <= self->stack->len && kind < RS_N_NODE_KINDS);

  RsNode *node = rs_arena_new0 (self->arena, RsNode);
  guint n_children = self->stack->len - mark;

  node->kind = (guint8)kind;
  node->n_children = n_children;
  if (n_children > 0)
    node->children = rs_arena_memdup (self->arena, &self->stack->pdata[mark], n_children * sizeof (gpointer));
  g_ptr_array_set_size (self->stack, (int)mark);
  /* A node without a token of its own (an empty list) stands behind the last one, and so inside its parent. */
  node->span.end = self->at > 0 ? self->tokens.items[self->at - 1].end : 0;
  node->span.start = MIN (start, node->span.end);
  if (n_children > 0 && node->children[0] != NULL) /* which may be such a node */
    node->span.start = MIN (node->span.start, node->children[0]->span.start);
  return node;
}

RsNode *
rs_parser_leaf (RsParser *self, RsNodeKind kind, guint32 start)
{
  return rs_parser_node (self, kind, start, rs_parser_mark (self));
}

RsNode *
rs_parser_node1 (RsParser *self, RsNodeKind kind, guint32 start, RsNode *child)
{
  guint mark = rs_parser_mark (self);

  rs_parser_push (self, child);
  return rs_parser_node (self, kind, start, mark);
}

RsNode *
rs_parser_node2 (RsParser *self, RsNodeKind kind, guint32 start, RsNode *first, RsNode *second)
{
  guint mark = rs_parser_mark (self);

  rs_parser_push (self, first);
  rs_parser_push (self, second);
  return rs_parser_node (self, kind, start, mark);
}

/* --- errors --- */

static void
report (RsParser *self, RsSpan span, RsMessageId id, const char *message)
{
  if (self->n_errors == RS_MAX_ERRORS)
    rs_message_report (self->diagnostics, RS_SEVERITY_ERROR, self->source, span, RS_SAY (TOO_MANY_ERRORS),
                       RS_MAX_ERRORS);
  else if (self->n_errors < RS_MAX_ERRORS)
    rs_diagnostics_report_text (self->diagnostics, rs_message_get_code (id), RS_SEVERITY_ERROR, self->source, span,
                                message);
  self->n_errors++;
}

RsNode *
rs_parser_error (RsParser *self, RsSpan span, RsMessageId id, const char *format, ...)
{
  va_list arguments;

  if (!self->panic && !self->quiet)
    {
      g_autofree char *message = NULL;

      va_start (arguments, format);
      message = g_strdup_vprintf (format, arguments);
      va_end (arguments);
      report (self, span, id, message);
    }
  self->panic = TRUE;
  return rs_parser_leaf (self, RS_NODE_ERROR, span.start);
}

RsSpan
rs_parser_span (const RsParser *self, guint32 token)
{
  const RsToken *item = &self->tokens.items[MIN (token, self->tokens.length - 1)];

  return (RsSpan){ item->start, item->end };
}

guint
rs_parser_line (const RsParser *self, guint32 offset)
{
  guint line;

  rs_source_locate (self->source, offset, &line, NULL);
  return line;
}

#define QUOTED_BYTES 40

/* The text of a token for a message, cut when it is long. */
static char *
quote_token (const RsParser *self, const RsToken *token)
{
  guint32 length = token->end - token->start;
  const char *text = self->text + token->start;
  g_autofree char *valid = NULL;

  if (length <= QUOTED_BYTES)
    {
      valid = g_utf8_make_valid (text, (gssize)length);
      return g_strdup_printf ("`%s`", valid);
    }
  for (length = QUOTED_BYTES; length > 0 && ((guchar)text[length] & 0xc0) == 0x80; length--)
    ;
  valid = g_utf8_make_valid (text, (gssize)length);
  return g_strdup_printf ("`%s...`", valid);
}

static char *
describe_token (const RsParser *self, const RsToken *token)
{
  g_autofree char *text = NULL;

  if (token->kind == RS_TOKEN_END)
    return g_strdup (rs_token_kind_to_string (RS_TOKEN_END));
  text = quote_token (self, token);
  switch (token->kind)
    {
    case RS_TOKEN_STRING:
      return g_strdup_printf ("the string %s", text);
    case RS_TOKEN_NUMBER:
      return g_strdup_printf ("the number %s", text);
    default:
      return g_steal_pointer (&text);
    }
}

static RsNode *
bad_character (RsParser *self, RsSpan span)
{
  const char *text = self->text + span.start;
  gunichar c = g_utf8_get_char_validated (text, span.end - span.start);

  if (c == '#')
    return rs_parser_error (self, span, RS_SAY (HASH_COMMENT));
  if (c == '%')
    return rs_parser_error (self, span, RS_SAY (BLOCK_COMMENT));
  if (c == '&' || c == '~' || c == '@' || c == '\\' || c == '`' || c == '$')
    {
      const char sign[] = { (char)c, '\0' };
      const char *hint = rs_foreign_word_get_hint (sign);

      return rs_parser_error (self, span, RS_SAY (FOREIGN_SIGN), sign, hint ? "; " : "", hint ? hint : "");
    }
  if (c == 0x201c || c == 0x201d)
    return rs_parser_error (self, span, RS_SAY (CURLY_QUOTES));
  if (c == 0x2212 || c == 0x2013 || c == 0x2014)
    return rs_parser_error (self, span, RS_SAY (LONG_DASH));
  if (c < 0x110000 && g_unichar_isprint (c))
    return rs_parser_error (self, span, RS_SAY (FOREIGN_CHARACTER), (int)g_utf8_skip[(guchar)*text], text);
  return rs_parser_error (self, span, RS_SAY (BINARY_CHARACTER), (guint)(guchar)*text);
}

/* What is wrong with a token that the lexer could not read; NULL when it could. */
static RsNode *
lexical_error (RsParser *self, guint32 index)
{
  const RsToken *token = &self->tokens.items[index];
  RsSpan span = rs_parser_span (self, index);
  g_autofree char *text = quote_token (self, token);

  switch (token->kind)
    {
    case RS_TOKEN_UNCLOSED_STRING:
      return rs_parser_error (self, span, RS_SAY (OPEN_STRING));
    case RS_TOKEN_BAD_NUMBER:
      if (token->end - token->start > 2 && g_ascii_tolower (self->text[token->start + 1]) == 'x')
        return rs_parser_error (self, span, RS_SAY (NOT_HEXADECIMAL), text);
      return rs_parser_error (self, span, RS_SAY (NOT_NUMBER), text);
    case RS_TOKEN_BAD_CHARACTER:
      return bad_character (self, span);
    default:
      return NULL;
    }
}

RsNode *
rs_parser_expected (RsParser *self, const char *what)
{
  guint32 index = self->at;
  const RsToken *token = &self->tokens.items[index];
  RsNode *node = lexical_error (self, index);
  g_autofree char *found = NULL;

  if (node != NULL)
    return node;
  /* Where the line ends too early, the place is behind what is there and not on the next line. */
  if (index > self->statement && ((token->flags & RS_TOKEN_FIRST) || token->kind == RS_TOKEN_END))
    {
      guint32 end = self->tokens.items[index - 1].end;

      if (self->context.brackets == 0)
        return rs_parser_error (self, (RsSpan){ end, end }, RS_SAY (EXPECTED_BEFORE), what,
                                rs_token_kind_to_string (token->kind == RS_TOKEN_END ? RS_TOKEN_END
                                                                                     : RS_TOKEN_LINE_END));
    }
  found = describe_token (self, token);
  return rs_parser_error (self, rs_parser_span (self, index), RS_SAY (EXPECTED_FOUND), what, found);
}

gboolean
rs_parser_expect (RsParser *self, RsTokenKind kind, const char *what)
{
  if (self->panic)
    return FALSE;
  if (rs_parser_accept (self, kind))
    return TRUE;
  rs_parser_expected (self, what);
  return FALSE;
}

gboolean
rs_parser_enter (RsParser *self)
{
  if (self->depth >= RS_MAX_NESTING)
    {
      /* Once a file: what is nested so deep has many lines that are. */
      if (!self->nesting_reported)
        rs_parser_error (self, rs_parser_span (self, self->at), RS_SAY (NESTED_TOO_DEEP), RS_MAX_NESTING);
      self->nesting_reported = TRUE;
      self->panic = TRUE;
      return FALSE;
    }
  self->depth++;
  return TRUE;
}

/* The character that closes the bracket at hand, if a comment behind % has it: x[k % 3, 0]. Else 0. */
static char
find_in_comment (const RsParser *self)
{
  const RsToken *token = &self->tokens.items[self->at];
  const char closing = token->kind == RS_TOKEN_LEFT_PARENTHESIS ? ')'
                       : token->kind == RS_TOKEN_LEFT_BRACKET   ? ']'
                                                                : '}';
  const char *text = rs_source_get_text (self->module->source), *comment;

  while (token[1].kind != RS_TOKEN_END && !(token[1].flags & RS_TOKEN_FIRST))
    token++;
  comment = text + token->end;
  comment += strspn (comment, " \t");
  if (*comment != '%')
    return 0;
  return memchr (comment, closing, strcspn (comment, "\r\n")) != NULL ? closing : 0;
}

static void
report_open_bracket (RsParser *self)
{
  const char *opening = rs_token_kind_to_string (self->tokens.items[self->at].kind);
  const char closing = find_in_comment (self);

  self->module->is_open = TRUE;
  if (closing != 0)
    rs_parser_error (self, rs_parser_span (self, self->at), RS_SAY (BRACKET_IN_COMMENT), opening, closing);
  else
    rs_parser_error (self, rs_parser_span (self, self->at), RS_SAY (BRACKET_NOT_CLOSED), opening);
}

gboolean
rs_parser_open (RsParser *self, RsParserContext *saved, guint32 *closing)
{
  const RsToken *token = &self->tokens.items[self->at];

  *saved = self->context;
  *closing = token->match;
  if (token->match == RS_TOKEN_NO_MATCH && rs_parser_report_hidden_bracket (self))
    return FALSE;
  if (token->match == RS_TOKEN_NO_MATCH)
    {
      report_open_bracket (self);
      return FALSE;
    }
  if (self->context.brackets == 0)
    self->outer_close = token->match;
  self->context
      = (RsParserContext){ .brackets = self->context.brackets + 1, .in_condition = self->context.in_condition };
  rs_parser_advance (self);
  return TRUE;
}

void
rs_parser_close (RsParser *self, const RsParserContext *saved, guint32 closing)
{
  if (!self->panic && self->at != closing)
    {
      g_autofree char *what
          = g_strdup_printf ("`,` or `%s`", rs_token_kind_to_string (self->tokens.items[closing].kind));

      if (!rs_parser_report_foreign_rest (self))
        rs_parser_expected (self, what);
    }
  /* After an error the rest of the bracket is passed over, so that the end of the statement is found. */
  if (self->panic)
    return;
  rs_parser_advance (self);
  self->context = *saved;
}

/* Passes one token, or a whole bracket. */
static void
pass_token (RsParser *self)
{
  const RsToken *token = rs_parser_token (self, 0);

  if (token->match != RS_TOKEN_NO_MATCH && token->match > self->at)
    self->at = token->match;
  rs_parser_advance (self);
}

void
rs_parser_recover (RsParser *self, guint32 statement)
{
  if (self->context.brackets > 0 && self->at <= self->outer_close)
    {
      self->at = self->outer_close;
      rs_parser_advance (self);
    }
  else if (self->at == statement)
    pass_token (self);
  while (rs_parser_kind (self) != RS_TOKEN_END && !(rs_parser_token (self, 0)->flags & RS_TOKEN_FIRST))
    pass_token (self);
  self->context = (RsParserContext){ 0 };
  self->panic = FALSE;
}

/* --- depth of the tree --- */

typedef struct {
  RsNode *node;
  guint depth;
} Visit;

/* Cuts off what is deeper than recursive walks can bear. Nesting and chains of operators are limited each; this limits
 * what they add up to. */
static void
limit_depth (RsParser *self)
{
  GArray *visits = g_array_new (FALSE, FALSE, sizeof (Visit));
  Visit visit = { self->module->root, 1 };

  g_array_append_val (visits, visit);
  while (visits->len > 0)
    {
      Visit top = g_array_index (visits, Visit, visits->len - 1);

      g_array_set_size (visits, visits->len - 1);
      if (top.depth >= RS_MAX_TREE_DEPTH && top.node->n_children > 0)
        {
          self->panic = FALSE;
          rs_parser_error (self, top.node->span, RS_SAY (EXPRESSION_TOO_DEEP));
          top.node->kind = RS_NODE_ERROR;
          top.node->n_children = 0;
        }
      for (guint i = 0; i < top.node->n_children; i++)
        if (top.node->children[i] != NULL && (top.node->children[i]->n_children > 0))
          {
            visit = (Visit){ top.node->children[i], top.depth + 1 };
            g_array_append_val (visits, visit);
          }
    }
  g_array_unref (visits);
}

/* --- public --- */

RsModule *
rs_parse (RsSource *source, RsNames *names, RsDiagnostics *diagnostics)
{
  RsModule *module;
  RsParser self = { 0 };

  g_return_val_if_fail (source != NULL && names != NULL && diagnostics != NULL, NULL);

  module = g_new0 (RsModule, 1);
  g_atomic_ref_count_init (&module->ref_count);
  module->source = rs_source_ref (source);
  module->names = rs_names_ref (names);
  module->arena = rs_arena_new ();

  self.source = source;
  self.text = rs_source_get_text (source);
  self.module = module;
  self.arena = module->arena;
  self.names = names;
  self.diagnostics = diagnostics;
  self.stack = g_ptr_array_new ();
  rs_tokens_init (&self.tokens, source);

  module->root = rs_parse_file (&self);
  limit_depth (&self);
  rs_tokens_clear (&self.tokens);
  g_ptr_array_unref (self.stack);
  g_clear_pointer (&self.hidden_types, g_hash_table_unref);
  return module;
}

RsModule *
rs_module_ref (RsModule *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
rs_module_unref (RsModule *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  rs_arena_free (self->arena);
  rs_names_unref (self->names);
  rs_source_unref (self->source);
  g_free (self);
}
