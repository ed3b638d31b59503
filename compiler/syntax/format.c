/* The formatter. It goes over the lines of the text with the tokens beside it: the tree says how deep a line stands,
 * the tokens where blanks belong, and whatever is in neither (comments, line continuations) is copied.
 *
 * A formatter must not change a program, so the result is parsed again and compared; should they differ, the text is
 * returned as it was.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/syntax/format.h"

#include "compiler/syntax/ast.h"
#include "compiler/syntax/lexer.h"

#include <string.h>

#define INDENT 4

typedef struct {
  int depth_change;      /* of this line and those after it, against the line before */
  gboolean is_statement; /* a statement, a member or a case begins on it */
} LineInfo;

typedef struct {
  const RsModule *module;
  const char *text;
  guint32 length;
  RsTokens tokens;
  LineInfo *lines; /* [n_lines + 2], from 1 */
  guint n_lines;
  GString *out;
  guint32 at;       /* next token */
  guint brackets;   /* open before it */
  int depth;        /* of the line that is being written */
  int shift;        /* columns that the statement's first line was moved by */
  gboolean after_empty;
} Formatter;

/* --- how deep lines stand --- */

static guint
line_of (const Formatter *self, guint32 offset)
{
  guint line;

  rs_source_locate (self->module->source, offset, &line, NULL);
  return line;
}

static gboolean
has_body (const RsNode *node)
{
  const RsNode *definition;

  switch (node->kind)
    {
    case RS_NODE_FUNCTION:
    case RS_NODE_MACRO:
    case RS_NODE_IF:
    case RS_NODE_FOR:
    case RS_NODE_WHILE:
    case RS_NODE_REPEAT:
    case RS_NODE_MATCH:
    case RS_NODE_TRY:
      return TRUE;
    case RS_NODE_TYPE_DEFINITION:
      definition = node->children[RS_TYPE_DEFINITION_DEFINITION];
      return definition->kind == RS_NODE_CLASS || definition->kind == RS_NODE_ENUM;
    default:
      return FALSE;
    }
}

/* Notes the lines of the statements below node. */
static void
note_lines (Formatter *self, const RsNode *node, gboolean is_statement)
{
  guint first, last;

  if (node == NULL || (!is_statement && node->kind != RS_NODE_BLOCK && !has_body (node) && node->kind != RS_NODE_ARM
                       && node->kind != RS_NODE_CLASS && node->kind != RS_NODE_ENUM))
    return;
  first = line_of (self, node->span.start);
  if (is_statement)
    self->lines[first].is_statement = TRUE;
  if (has_body (node))
    {
      last = line_of (self, node->span.end);
      self->lines[first + 1].depth_change++;
      self->lines[last + 1].depth_change--;
    }
  for (guint i = 0; i < node->n_children; i++)
    note_lines (self, node->children[i],
                node->kind == RS_NODE_BLOCK || (node->children[i] != NULL && node->children[i]->kind == RS_NODE_MEMBER)
                  || node->kind == RS_NODE_MATCH);
}

/* A word that stands as deep as the statement that it divides or ends. */
static gboolean
is_outdented (RsTokenKind kind)
{
  switch (kind)
    {
    case RS_TOKEN_ELSE:
    case RS_TOKEN_ELSEIF:
    case RS_TOKEN_CATCH:
    case RS_TOKEN_UNTIL:
    case RS_TOKEN_BAR:
    case RS_TOKEN_ENDFUNCTION:
    case RS_TOKEN_ENDIF:
    case RS_TOKEN_ENDFOR:
    case RS_TOKEN_ENDWHILE:
    case RS_TOKEN_ENDMATCH:
    case RS_TOKEN_ENDTRY:
    case RS_TOKEN_ENDTYPE:
    case RS_TOKEN_ENDMACRO:
    case RS_TOKEN_END_OLD:
      return TRUE;
    default:
      return FALSE;
    }
}

/* --- blanks inside a line --- */

static gboolean
is_closing (RsTokenKind kind)
{
  return kind == RS_TOKEN_RIGHT_PARENTHESIS || kind == RS_TOKEN_RIGHT_BRACKET;
}

static gboolean
is_opening (RsTokenKind kind)
{
  return kind == RS_TOKEN_LEFT_PARENTHESIS || kind == RS_TOKEN_LEFT_BRACKET;
}

/* Operators that have a blank on both sides. */
static gboolean
is_spaced (const Formatter *self, RsTokenKind kind)
{
  if (kind >= RS_TOKEN_ASSIGN && kind <= RS_TOKEN_ASSIGN_XOR)
    return self->brackets == 0;
  return kind == RS_TOKEN_ARROW || kind == RS_TOKEN_AND || kind == RS_TOKEN_OR || kind == RS_TOKEN_PIPE;
}

static gboolean
needs_blank (const Formatter *self, const RsToken *before, const RsToken *token)
{
  if (is_opening (before->kind) || is_closing (token->kind))
    return FALSE;
  if (token->kind == RS_TOKEN_COMMA || token->kind == RS_TOKEN_SEMICOLON)
    return FALSE;
  /* In brackets many write x[i,j]: there the author decides. */
  if ((before->kind == RS_TOKEN_COMMA || before->kind == RS_TOKEN_SEMICOLON) && self->brackets == 0)
    return TRUE;
  if (is_spaced (self, before->kind) || is_spaced (self, token->kind))
    return TRUE;
  return (token->flags & RS_TOKEN_BLANK) != 0;
}

static void
write_token (Formatter *self, const RsToken *token)
{
  g_string_append_len (self->out, self->text + token->start, token->end - token->start);
  if (token->match == RS_TOKEN_NO_MATCH)
    return;
  if (token->match > (guint32)(token - self->tokens.items))
    self->brackets++;
  else
    self->brackets--;
}

/* --- lines --- */

/* Columns of blanks that the line begins with. */
static int
measure_indent (const char *line, const char *end)
{
  int column = 0;

  for (; line < end && (*line == ' ' || *line == '\t'); line++)
    column = *line == '\t' ? (column / INDENT + 1) * INDENT : column + 1;
  return column;
}

static void
write_indent (Formatter *self, int columns)
{
  for (int i = 0; i < columns; i++)
    g_string_append_c (self->out, ' ');
}

static void
write_empty_line (Formatter *self)
{
  if (self->out->len > 0)
    self->after_empty = TRUE;
}

/* A line with text: its tokens, then what follows the last of them. */
static void
write_line (Formatter *self, guint number, const char *line, const char *end)
{
  const RsToken *token = &self->tokens.items[self->at];
  gboolean has_token = self->text + token->start < end && token->kind != RS_TOKEN_END;
  int indent = measure_indent (line, end);
  int level = self->depth * INDENT;
  const char *rest = line;

  if (has_token && self->brackets == 0 && is_outdented (token->kind))
    level -= INDENT;
  if (self->brackets == 0
      && (self->lines[number].is_statement || (has_token && is_outdented (token->kind)) || !has_token))
    self->shift = level - indent;
  else
    level = MAX (0, indent + self->shift);
  if (self->after_empty)
    g_string_append_c (self->out, '\n');
  self->after_empty = FALSE;
  write_indent (self, level);
  for (const RsToken *before = NULL; self->text + token->start < end && token->kind != RS_TOKEN_END;
       before = token, token = &self->tokens.items[++self->at])
    {
      if (before != NULL && needs_blank (self, before, token))
        g_string_append_c (self->out, ' ');
      write_token (self, token);
      rest = self->text + token->end;
    }
  while (rest < end && g_ascii_isspace (*rest))
    rest++;
  if (has_token && rest < end)
    g_string_append_c (self->out, ' ');
  g_string_append_len (self->out, rest, end - rest);
  g_string_append_c (self->out, '\n');
}

static void
write_lines (Formatter *self)
{
  const char *line = self->text, *last = self->text + self->length;

  for (guint number = 1; line < last; number++)
    {
      const char *newline = memchr (line, '\n', (gsize)(last - line));
      const char *next = newline == NULL ? last : newline + 1;
      const char *end = newline == NULL ? last : newline;
      const char *begin = line;

      self->depth += self->lines[number].depth_change;
      while (end > line && g_ascii_isspace (end[-1]))
        end--;
      while (begin < end && g_ascii_isspace (*begin))
        begin++;
      if (begin == end)
        write_empty_line (self);
      else
        write_line (self, number, line, end);
      line = next;
    }
}

/* --- the result is the same program --- */

static gboolean
is_same_text (const char *a, const char *b)
{
  return g_strcmp0 (a, b) == 0;
}

static gboolean
is_same_tree (const RsNode *a, const RsNode *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  if (a->kind != b->kind || a->op != b->op || a->flags != b->flags || a->n_children != b->n_children
      || a->number != b->number || a->name != b->name)
    return FALSE;
  /* The text of dimensions and attributes is source text, whose blanks may differ. */
  if (a->kind != RS_NODE_TYPE_NAME && a->kind != RS_NODE_ATTRIBUTE && a->kind != RS_NODE_STRING
      && !is_same_text (a->text, b->text))
    return FALSE;
  for (guint i = 0; a->modifiers != NULL && a->modifiers[i] != NULL; i++)
    if (b->modifiers == NULL || a->modifiers[i] != b->modifiers[i])
      return FALSE;
  for (guint i = 0; i < a->n_children; i++)
    if (!is_same_tree (a->children[i], b->children[i]))
      return FALSE;
  return TRUE;
}

static gboolean
is_same_program (const RsModule *module, const char *text)
{
  g_autoptr (RsSource) source = rs_source_new_from_text (rs_source_get_name (module->source), text, -1);
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (RsModule) formatted = rs_parse (source, module->names, diagnostics);

  return rs_diagnostics_count (diagnostics, RS_SEVERITY_ERROR) == 0 && is_same_tree (module->root, formatted->root);
}

char *
rs_format_source (RsSource *source, RsDiagnostics *diagnostics)
{
  g_autoptr (RsNames) names = rs_names_new ();
  g_autoptr (RsDiagnostics) found = rs_diagnostics_new ();
  g_autoptr (RsModule) module = NULL;
  Formatter self = { 0 };

  g_return_val_if_fail (source != NULL && diagnostics != NULL, NULL);

  module = rs_parse (source, names, found);
  for (guint i = 0; i < rs_diagnostics_get_length (found); i++)
    {
      const RsDiagnostic *item = rs_diagnostics_get (found, i);

      rs_diagnostics_report_text (diagnostics, item->code, item->severity, item->source, item->span, item->message);
    }
  if (rs_diagnostics_count (found, RS_SEVERITY_ERROR) > 0)
    return NULL;
  self.module = module;
  self.text = rs_source_get_text (source);
  self.length = rs_source_get_length (source);
  self.n_lines = rs_source_get_n_lines (source);
  self.lines = g_new0 (LineInfo, self.n_lines + 3);
  self.out = g_string_sized_new (self.length + self.length / 8);
  rs_tokens_init (&self.tokens, source);
  note_lines (&self, module->root, FALSE);
  write_lines (&self);
  rs_tokens_clear (&self.tokens);
  g_free (self.lines);
  if (is_same_program (module, self.out->str))
    return g_string_free (self.out, FALSE);
  g_string_free (self.out, TRUE);
  return g_strdup (rs_source_get_text (source));
}
