/* Calls that are being typed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/analysis/completion/call-hint.h"

#include "compiler/syntax/documentation.h"
#include "compiler/syntax/lexer.h"

#include <string.h>

typedef struct {
  const RsAnalysis *analysis;
  const char *text;
  RsTokens tokens;
  guint32 offset;
  RsCallHint *hint;
} Search;

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_' || (guchar)c >= 0x80;
}

/* --- signatures --- */

/* Where the parameters begin: behind the bracket that follows the name. NULL: it has none. */
static const char *
find_parameters (const char *signature, const char *name)
{
  gsize length = strlen (name);

  for (const char *at = strstr (signature, name); at != NULL; at = strstr (at + 1, name))
    {
      const char *behind = at + length;

      if ((at > signature && is_word (at[-1])) || is_word (*behind))
        continue;
      if (*behind == '[' && strchr (behind, ']') != NULL) /* type parameters */
        behind = strchr (behind, ']') + 1;
      if (*behind == '(')
        return behind + 1;
    }
  return NULL;
}

/* Behind the text in quotes that begins at at, or its last character where it has no end. */
static const char *
skip_text (const char *at)
{
  do
    at += *at == '\\' && at[1] != '\0' ? 2 : 1;
  while (*at != '"' && *at != '\0');
  return *at == '"' ? at : at - 1;
}

/* Where a parameter ends: at a comma or the last bracket. Brackets and commas in texts are none. */
static const char *
find_end (const char *at)
{
  int depth = 0;

  for (; *at != '\0'; at++)
    if (*at == '"')
      at = skip_text (at);
    else if (strchr ("([{", *at) != NULL)
      depth++;
    else if (strchr (")]}", *at) != NULL && depth-- == 0)
      break;
    else if (*at == ',' && depth == 0)
      break;
  return at;
}

static gboolean
begins_with_word (const char *at, const char *word)
{
  while (*at == ' ' || *at == '.')
    at++;
  return g_str_has_prefix (at, word) && !is_word (at[strlen (word)]);
}

/* The parameter of that index, or of that name where there is one, in the list that begins at at; the last one for all
 * behind it where it takes any number. */
static gboolean
find_in_list (const char *signature, const char *at, guint argument, const char *name, RsSpan *span)
{
  const char *end = at;

  for (guint i = 0; *at != '\0' && *at != ')' && (i == 0 || *end == ','); i++)
    {
      const char *rest;

      while (*at == ' ')
        at++;
      end = find_end (at);
      rest = strstr (at, "...");
      *span = (RsSpan){ (guint32)(at - signature), (guint32)(end - signature) };
      if (name != NULL ? begins_with_word (at, name) : i == argument || (*end != ',' && rest != NULL && rest < end))
        return TRUE;
      at = *end == ',' ? end + 1 : end;
    }
  return FALSE;
}

/* The signatures of built-ins may say several forms: "m = max(x), y = max(a, b)". FALSE: none has such a parameter. */
static gboolean
find_parameter (const char *signature, const char *callee, guint argument, const char *name, RsSpan *span)
{
  for (const char *at = find_parameters (signature, callee); at != NULL; at = find_parameters (at, callee))
    if (find_in_list (signature, at, argument, name, span))
      return TRUE;
  *span = (RsSpan){ 0, 0 };
  return FALSE;
}

/* --- what is called --- */

/* "point(x : scalar, name : string)" */
static char *
describe_class (const RsSymbol *symbol)
{
  const RsNode *definition = symbol->declaration != NULL && symbol->declaration->kind == RS_NODE_TYPE_DEFINITION
                                 ? rs_node_child (symbol->declaration, RS_TYPE_DEFINITION_DEFINITION)
                                 : NULL;
  GString *text;
  guint n = 0;

  if (definition == NULL || definition->kind != RS_NODE_CLASS)
    return NULL;
  text = g_string_new (symbol->name);
  g_string_append_c (text, '(');
  for (guint i = RS_CLASS_FIRST_MEMBER; i < definition->n_children; i++)
    {
      const RsNode *member = definition->children[i];
      const RsNode *type = member != NULL ? rs_node_child (member, RS_PARAMETER_TYPE) : NULL;
      g_autofree char *type_text = type != NULL ? rs_node_to_string (type) : NULL;

      if (member != NULL && member->kind == RS_NODE_MEMBER)
        g_string_append_printf (text, "%s%s%s%s", n++ > 0 ? ", " : "", member->name, type != NULL ? " : " : "",
                                type != NULL ? type_text : "");
    }
  g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

static char *
describe_overload (const RsSymbol *symbol, guint i)
{
  const RsNode *function = g_ptr_array_index (symbol->overloads, i);

  return function->scope != NULL ? rs_definition_get_head (function->scope->module, function) : NULL;
}

/* The first overload that has such a parameter, else the first one. */
static void
describe_function (RsCallHint *hint, const RsSymbol *symbol, const char *argument_name)
{
  for (guint i = 0; i < symbol->overloads->len; i++)
    {
      g_autofree char *head = describe_overload (symbol, i);

      if (head != NULL && find_parameter (head, symbol->name, hint->argument, argument_name, &hint->parameter))
        {
          hint->signature = g_steal_pointer (&head);
          return;
        }
    }
  hint->signature = describe_overload (symbol, 0);
  hint->parameter = (RsSpan){ 0, 0 };
}

static void
describe (Search *self, const char *name, const char *argument_name, gboolean is_method)
{
  RsModule *module = rs_analysis_get_module (self->analysis);
  RsScope *scope = rs_scope_at (module, rs_analysis_map_offset (self->analysis, self->text, self->offset));
  const RsSymbol *symbol = rs_symbol_get_origin (rs_scope_lookup (scope, name));
  const RsBuiltin *builtin = rs_builtin_find (name);
  RsCallHint *hint = self->hint;

  /* The object is the first argument. */
  if (is_method && symbol != NULL && symbol->kind == RS_SYMBOL_FUNCTION)
    hint->argument++;
  if (symbol != NULL && symbol->kind == RS_SYMBOL_FUNCTION && symbol->overloads->len > 0)
    {
      describe_function (hint, symbol, argument_name);
      return;
    }
  if (symbol != NULL && symbol->kind == RS_SYMBOL_TYPE)
    hint->signature = describe_class (symbol);
  else if (symbol == NULL && builtin != NULL)
    hint->signature = g_strdup (builtin->signature);
  if (hint->signature != NULL)
    find_parameter (hint->signature, name, hint->argument, argument_name, &hint->parameter);
}

/* --- brackets --- */

static const RsToken *
get_token (const Search *self, int index)
{
  return &self->tokens.items[index];
}

/* Whether a line has begun since a token, in front of the place. */
static gboolean
is_line_between (const Search *self, int index)
{
  guint32 last = get_token (self, index)->end;

  for (guint32 i = (guint32)index + 1; i < self->tokens.length && self->tokens.items[i].end <= self->offset; i++)
    {
      if (self->tokens.items[i].flags & RS_TOKEN_FIRST)
        return TRUE;
      last = self->tokens.items[i].end;
    }
  return last < self->offset && memchr (self->text + last, '\n', self->offset - last) != NULL;
}

/* Whether the statement is the heading of a definition: what it looks like to call is being defined. */
static gboolean
is_heading (const Search *self, int index)
{
  while (index > 0 && !(get_token (self, index)->flags & RS_TOKEN_FIRST))
    index--;
  return get_token (self, index)->kind == RS_TOKEN_FUNCTION || get_token (self, index)->kind == RS_TOKEN_MACRO;
}

/* Describes the call whose bracket that is; FALSE: it is no call, or not known. first: index of the first token of the
 * argument. */
static gboolean
describe_call (Search *self, int bracket, int first)
{
  const RsToken *callee = bracket > 0 ? get_token (self, bracket - 1) : NULL, *argument = get_token (self, first);
  gboolean is_named = argument[0].kind == RS_TOKEN_NAME
                      && (argument[1].kind == RS_TOKEN_DEFINE || argument[1].kind == RS_TOKEN_ASSIGN);
  g_autofree char *name = NULL, *argument_name = NULL;

  if (callee == NULL || callee->kind != RS_TOKEN_NAME || is_heading (self, bracket))
    return FALSE;
  name = g_strndup (self->text + callee->start, callee->end - callee->start);
  if (is_named)
    argument_name = g_strndup (self->text + argument->start, argument->end - argument->start);
  self->hint->callee = callee->start;
  describe (self, name, argument_name, bracket > 1 && get_token (self, bracket - 2)->kind == RS_TOKEN_DOT);
  return self->hint->signature != NULL;
}

/* From the place to the front: what is closed is passed over, what is open is around it. */
static gboolean
find (Search *self)
{
  int depth = 0, first = 0;
  guint argument = 0;

  while ((guint32)first < self->tokens.length && get_token (self, first)->kind != RS_TOKEN_END
         && get_token (self, first)->end <= self->offset)
    first++;
  for (int i = first - 1; i >= 0; i--)
    {
      RsTokenKind kind = get_token (self, i)->kind;

      if (kind == RS_TOKEN_RIGHT_PARENTHESIS || kind == RS_TOKEN_RIGHT_BRACKET || kind == RS_TOKEN_RIGHT_BRACE)
        depth++;
      else if (kind == RS_TOKEN_COMMA && depth == 0 && argument++ == 0)
        first = i + 1;
      else if (kind == RS_TOKEN_LEFT_PARENTHESIS || kind == RS_TOKEN_LEFT_BRACKET || kind == RS_TOKEN_LEFT_BRACE)
        {
          if (depth-- > 0)
            continue;
          depth = 0;
          if (get_token (self, i)->match == RS_TOKEN_NO_MATCH && is_line_between (self, i))
            return FALSE;
          self->hint->argument = argument;
          if (kind == RS_TOKEN_LEFT_PARENTHESIS && describe_call (self, i, argument == 0 ? i + 1 : first))
            return TRUE;
          argument = 0;
        }
      else if (depth == 0 && rs_token_kind_is_keyword (kind) && !rs_token_kind_is_soft (kind))
        return FALSE;
    }
  return FALSE;
}

gboolean
rs_call_hint_find (const RsAnalysis *analysis, const char *text, guint32 offset, RsCallHint *hint)
{
  g_autoptr (RsSource) source = rs_source_new_from_text ("", text, -1);
  Search search = { .analysis = analysis, .text = text, .offset = offset, .hint = hint };
  gboolean found;

  *hint = (RsCallHint){ 0 };
  rs_tokens_init (&search.tokens, source);
  found = find (&search);
  rs_tokens_clear (&search.tokens);
  return found;
}

void
rs_call_hint_clear (RsCallHint *hint)
{
  g_clear_pointer (&hint->signature, g_free);
}
