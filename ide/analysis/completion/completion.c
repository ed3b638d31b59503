/* Completion.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/analysis/completion/completion.h"

#include "compiler/syntax/documentation.h"
#include "compiler/syntax/lexer.h"

#include <string.h>

typedef struct {
  const RsAnalysis *analysis;
  const char *prefix; /* typed of the word so far */
  GPtrArray *proposals;
  GHashTable *seen; /* texts */
} Completion;

static const char *const modifiers[] = {
#define RS_MODIFIER(name) name,
#include "compiler/types/modifiers.def"
#undef RS_MODIFIER
};

static const char *const keywords[] = {
#define RS_TOKEN(KIND, text, class) RS_KEYWORD_##class(text)
#define RS_KEYWORD_SPECIAL(text)
#define RS_KEYWORD_KEYWORD(text) text,
#define RS_KEYWORD_SOFT(text) text,
#define RS_KEYWORD_PUNCTUATION(text)
#include "compiler/syntax/tokens.def"
#undef RS_TOKEN
};

static void
proposal_free (gpointer data)
{
  RsProposal *proposal = data;

  g_free (proposal->text);
  g_free (proposal->detail);
  g_free (proposal->documentation);
  g_free (proposal);
}

gboolean
rs_is_completed_letter (char c)
{
  return g_ascii_isalnum (c) || c == '_' || (guchar)c >= 0x80;
}

/* detail and documentation are taken; either may be NULL. */
static void
add (Completion *self, RsProposalKind kind, const char *text, char *detail, char *documentation)
{
  RsProposal *proposal;
  char *end;

  if (!g_str_has_prefix (text, self->prefix) || self->proposals->len >= RS_MAX_PROPOSALS
      || !g_hash_table_add (self->seen, g_strdup (text)))
    {
      g_free (detail);
      g_free (documentation);
      return;
    }
  end = documentation != NULL ? strchr (documentation, '\n') : NULL;
  if (end != NULL)
    *end = '\0';
  proposal = g_new (RsProposal, 1);
  *proposal = (RsProposal){ kind, g_strdup (text), detail != NULL ? detail : g_strdup (""),
                            documentation != NULL ? documentation : g_strdup ("") };
  g_ptr_array_add (self->proposals, proposal);
}

static gboolean
is_wanted (const Completion *self, const char *text)
{
  return g_str_has_prefix (text, self->prefix);
}

/* --- where the place is --- */

/* Whether offset lies in a comment, which is what stands between two tokens and begins with %. */
static gboolean
is_in_comment (const RsTokens *tokens, const char *text, guint32 offset)
{
  guint32 start = 0;
  gboolean in_line = FALSE;
  guint in_block = 0;

  for (guint32 i = 0; i < tokens->length && tokens->items[i].end < offset; i++)
    start = MAX (start, tokens->items[i].end);
  for (guint32 i = start; i < offset; i++)
    {
      if (text[i] == '%' && text[i + 1] == '{' && !in_line)
        in_block++;
      else if (text[i] == '%' && i + 1 < offset && text[i + 1] == '}' && in_block > 0)
        in_block--;
      else if (text[i] == '%' && in_block == 0)
        in_line = TRUE;
      else if (text[i] == '\n')
        in_line = FALSE;
    }
  return in_line || in_block > 0;
}

/* The token that offset lies in; NULL: none. */
static const RsToken *
find_token_around (const RsTokens *tokens, guint32 offset)
{
  for (guint32 i = 0; i < tokens->length; i++)
    if (tokens->items[i].start < offset && offset < tokens->items[i].end)
      return &tokens->items[i];
  return NULL;
}

/* Index of the last token that ends at or before offset; -1: none. */
static int
find_before (const RsTokens *tokens, guint32 offset)
{
  int found = -1;

  for (guint32 i = 0; i < tokens->length && tokens->items[i].kind != RS_TOKEN_END && tokens->items[i].end <= offset;
       i++)
    found = (int)i;
  return found;
}

/* --- what names mean --- */

static RsScope *
get_scope (const Completion *self, const char *text, guint32 offset)
{
  RsModule *module = rs_analysis_get_module (self->analysis);

  return rs_scope_at (module, rs_analysis_map_offset (self->analysis, text, offset));
}

static void
add_symbol (Completion *self, const RsSymbol *named)
{
  const RsSymbol *symbol = rs_symbol_get_origin (named);
  const RsNode *function;
  const RsModule *module;

  if (!is_wanted (self, symbol->name) || symbol->name[0] == '$' || self->proposals->len >= RS_MAX_PROPOSALS)
    return;
  switch (symbol->kind)
    {
    case RS_SYMBOL_VARIABLE:
    case RS_SYMBOL_SYMBOLIC:
      add (self, RS_PROPOSAL_VARIABLE, symbol->name,
           symbol->type->kind != RS_TYPE_UNKNOWN ? rs_type_to_string (symbol->type) : NULL, NULL);
      break;
    case RS_SYMBOL_FUNCTION:
      function = symbol->overloads != NULL && symbol->overloads->len > 0 ? g_ptr_array_index (symbol->overloads, 0)
                                                                         : NULL;
      module = function != NULL && function->scope != NULL ? function->scope->module : NULL;
      add (self, RS_PROPOSAL_FUNCTION, symbol->name, module != NULL ? rs_definition_get_head (module, function) : NULL,
           module != NULL ? rs_definition_get_documentation (module, function) : NULL);
      break;
    case RS_SYMBOL_TYPE:
      add (self, RS_PROPOSAL_TYPE, symbol->name, g_strdup ("type"), NULL);
      break;
    default:
      break;
    }
}

static void
add_names (Completion *self, GHashTable *names)
{
  GHashTableIter iterator;
  gpointer symbol;

  if (names == NULL)
    return;
  g_hash_table_iter_init (&iterator, names);
  while (g_hash_table_iter_next (&iterator, NULL, &symbol))
    add_symbol (self, symbol);
}

static int
compare_proposals (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(const RsProposal *const *)a)->text, (*(const RsProposal *const *)b)->text);
}

/* Sorts what was added since first: one scope's names. */
static void
sort_from (Completion *self, guint first)
{
  if (self->proposals->len > first)
    qsort (self->proposals->pdata + first, self->proposals->len - first, sizeof (gpointer), compare_proposals);
}

static void
add_scope (Completion *self, const RsScope *scope)
{
  guint first = self->proposals->len;

  add_names (self, scope->names);
  add_names (self, scope->types);
  sort_from (self, first);
}

static gboolean
covers (const RsNode *node, guint32 offset)
{
  return node->span.start <= offset && offset <= node->span.end;
}

/* Names that no scope has: of macros, of functions that only reductions know, of values of enumerations, which stand
 * alone in the patterns of a match. */
static void
add_unscoped (Completion *self, guint module)
{
  const RsNameTable *table = rs_analysis_get_names (self->analysis);
  const GPtrArray *macros = rs_name_table_get_macros (table, module);
  const GPtrArray *patterns = rs_name_table_get_patterns (table, module);
  const GArray *names = rs_name_table_get_names (table, module);

  for (guint i = 0; i < macros->len; i++)
    {
      const RsNode *macro = g_ptr_array_index (macros, i);

      if (is_wanted (self, macro->name))
        add (self, RS_PROPOSAL_FUNCTION, macro->name,
             rs_definition_get_head (rs_name_table_get_module (table, module), macro), NULL);
    }
  for (guint i = 0; i < names->len; i++)
    {
      const RsName *name = &g_array_index (names, RsName, i);

      if (name->kind == RS_NAME_MEMBER && name->around != NULL && name->around->kind == RS_NODE_ENUM)
        add (self, RS_PROPOSAL_FIELD, name->name, NULL, NULL);
    }
  for (guint i = 0; i < patterns->len; i++)
    add (self, RS_PROPOSAL_FUNCTION, ((const RsNode *)g_ptr_array_index (patterns, i))->name, NULL, NULL);
}

/* offset: in the analysed text. */
static void
add_macros (Completion *self, guint32 offset)
{
  const RsNameTable *table = rs_analysis_get_names (self->analysis);
  guint first = self->proposals->len, main_index = rs_analysis_get_program (self->analysis)->modules->len - 1;
  const GArray *names = rs_name_table_get_names (table, main_index);
  const GPtrArray *imports = rs_analysis_get_module (self->analysis)->root->scope->imports;

  for (guint i = 0; i < names->len; i++)
    {
      const RsName *name = &g_array_index (names, RsName, i);
      const RsSymbol *symbol = name->symbol;
      gboolean in_macro = name->kind == RS_NAME_PLAIN && name->around != NULL && name->around->kind == RS_NODE_MACRO
                          && covers (name->around, offset);
      gboolean in_type = symbol != NULL && symbol->kind == RS_SYMBOL_TYPE && symbol->scope != NULL
                         && symbol->scope->node->kind == RS_NODE_TYPE_DEFINITION
                         && covers (symbol->scope->node, offset);

      if (in_macro || in_type)
        add (self, in_type ? RS_PROPOSAL_TYPE : RS_PROPOSAL_VARIABLE, name->name, NULL, NULL);
    }
  add_unscoped (self, main_index);
  for (guint i = 0; imports != NULL && i < imports->len; i++)
    {
      int module = rs_name_table_find_module (table, ((const RsScope *)g_ptr_array_index (imports, i))->module);

      if (module >= 0)
        add_unscoped (self, (guint)module);
    }
  sort_from (self, first);
}

static void
add_builtins (Completion *self)
{
  guint first = self->proposals->len;

  for (guint i = 0; i < RS_N_BUILTINS; i++)
    {
      const RsBuiltin *builtin = rs_builtin_get (i);

      if (is_wanted (self, builtin->name) && rs_is_completed_letter (builtin->name[0]))
        add (self, RS_PROPOSAL_BUILTIN, builtin->name, g_strdup (builtin->signature),
             g_strdup (builtin->documentation));
    }
  for (guint i = 0; i < G_N_ELEMENTS (keywords); i++)
    add (self, RS_PROPOSAL_KEYWORD, keywords[i], NULL, NULL);
  sort_from (self, first);
}

static void
add_all_names (Completion *self, RsScope *scope, guint32 offset)
{
  RsScope *root = scope;

  for (RsScope *at = scope; at != NULL; at = at->parent)
    {
      add_scope (self, at);
      root = at;
    }
  for (guint i = 0; root->imports != NULL && i < root->imports->len; i++)
    add_scope (self, g_ptr_array_index (root->imports, i));
  add_macros (self, offset);
  add_builtins (self);
}

/* --- fields --- */

/* The class of `a.b.c`, whose last token has that index; NULL when it is not known. */
static const RsClass *
find_class (Completion *self, const RsTokens *tokens, int index, const char *text, RsScope *scope)
{
  const RsToken *token = &tokens->items[index];
  g_autofree char *name = g_strndup (text + token->start, token->end - token->start);
  const RsClass *owner;
  const RsSymbol *symbol;
  int member;

  if (token->kind != RS_TOKEN_NAME)
    return NULL;
  if (index >= 2 && tokens->items[index - 1].kind == RS_TOKEN_DOT)
    {
      owner = find_class (self, tokens, index - 2, text, scope);
      member = owner != NULL ? rs_class_find_member (owner, name) : -1;
      return member >= 0 ? rs_type_get_class (owner->members[member].type) : NULL;
    }
  symbol = rs_symbol_get_origin (rs_scope_lookup (scope, name));
  return symbol != NULL && symbol->type != NULL ? rs_type_get_class (symbol->type) : NULL;
}

static void
add_fields (Completion *self, const RsClass *class)
{
  for (guint i = 0; class != NULL && i < class->n_members; i++)
    add (self, RS_PROPOSAL_FIELD, class->members[i].name, rs_type_to_string (class->members[i].type), NULL);
}

/* --- modules --- */

static void
add_modules_in (Completion *self, const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint first = self->proposals->len;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if ((g_str_has_suffix (name, ".q") || g_str_has_suffix (name, ".qlib")) && g_utf8_validate (name, -1, NULL))
      add (self, RS_PROPOSAL_MODULE, name, g_strdup (folder), NULL);
  sort_from (self, first);
}

static void
add_modules (Completion *self)
{
  const char *name = rs_source_get_name (rs_analysis_get_source (self->analysis));
  g_autofree char *folder = g_path_get_dirname (name);

  if (g_path_is_absolute (name))
    add_modules_in (self, folder);
  add_modules_in (self, rs_library_get_folder ());
}

/* --- entry --- */

static gboolean
is_import (const RsTokens *tokens, const RsToken *string)
{
  return string > tokens->items && string[-1].kind == RS_TOKEN_IMPORT;
}

static guint32
find_word_start (const char *text, guint32 offset)
{
  while (offset > 0 && rs_is_completed_letter (text[offset - 1]))
    offset--;
  return offset;
}

static void
complete (Completion *self, const RsTokens *tokens, const char *text, guint32 offset, guint32 start)
{
  int before = find_before (tokens, start);
  const RsToken *last = before >= 0 ? &tokens->items[before] : NULL;
  RsScope *scope = get_scope (self, text, offset);

  if (last != NULL && last->kind == RS_TOKEN_QUOTE && last->end == start)
    {
      for (guint i = 0; i < G_N_ELEMENTS (modifiers); i++)
        add (self, RS_PROPOSAL_MODIFIER, modifiers[i], NULL, NULL);
      return;
    }
  if (last != NULL && last->kind == RS_TOKEN_DOT && last->end == start)
    {
      if (before > 0)
        add_fields (self, find_class (self, tokens, before - 1, text, scope));
      return;
    }
  if (start < offset && g_ascii_isdigit (text[start]))
    return;
  add_all_names (self, scope, rs_analysis_map_offset (self->analysis, text, offset));
}

GPtrArray *
rs_complete (const RsAnalysis *analysis, const char *text, guint32 offset, guint32 *start)
{
  GPtrArray *proposals = g_ptr_array_new_with_free_func (proposal_free);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (RsSource) source = rs_source_new_from_text ("", text, -1);
  g_autofree char *prefix = NULL;
  Completion self = { .analysis = analysis, .proposals = proposals, .seen = seen };
  const RsToken *around;
  RsTokens tokens;

  rs_tokens_init (&tokens, source);
  around = find_token_around (&tokens, offset);
  if (around != NULL && (around->kind == RS_TOKEN_STRING || around->kind == RS_TOKEN_UNCLOSED_STRING))
    {
      *start = around->start + 1;
      self.prefix = prefix = g_strndup (text + *start, offset - *start);
      if (is_import (&tokens, around))
        add_modules (&self);
    }
  else if (around == NULL && offset > 0 && tokens.length > 1 && find_before (&tokens, offset) >= 0
           && tokens.items[find_before (&tokens, offset)].kind == RS_TOKEN_UNCLOSED_STRING
           && tokens.items[find_before (&tokens, offset)].end == offset)
    {
      const RsToken *string = &tokens.items[find_before (&tokens, offset)];

      *start = string->start + 1;
      self.prefix = prefix = g_strndup (text + *start, offset - *start);
      if (is_import (&tokens, string))
        add_modules (&self);
    }
  else
    {
      *start = find_word_start (text, offset);
      self.prefix = prefix = g_strndup (text + *start, offset - *start);
      if (!is_in_comment (&tokens, text, offset))
        complete (&self, &tokens, text, offset, *start);
    }
  rs_tokens_clear (&tokens);
  return proposals;
}
