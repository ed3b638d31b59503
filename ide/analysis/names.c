/* Questions about names.
 *
 * The tree has been rewritten by the time it is asked (macros are open, instances of generics are copies), so places
 * are taken from the tokens of the text: a token counts when the node that stands there means the same.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/analysis/names.h"

#include "compiler/sema/infer/infer.h"
#include "compiler/syntax/documentation.h"
#include "compiler/syntax/lexer.h"

#include <string.h>

#define MAX_HEADS 4 /* overloads that a description lists */

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_' || (guchar)c >= 0x80;
}

/* The word that offset lies in or directly behind. */
static RsSpan
find_word (RsSource *source, guint32 offset)
{
  const char *text = rs_source_get_text (source);
  guint32 start = MIN (offset, rs_source_get_length (source)), end = start;

  while (start > 0 && is_word (text[start - 1]))
    start--;
  while (is_word (text[end]))
    end++;
  return (RsSpan){ start, end };
}

char *
rs_names_get_word (const RsAnalysis *self, guint32 offset)
{
  RsSource *source = rs_analysis_get_source (self);

  return rs_source_dup_span (source, find_word (source, offset));
}

/* The node of a word; NULL when what stands there has another name: a word of a comment, of a text. */
static RsNode *
find_node (RsModule *module, RsSpan word)
{
  RsNode *node = word.start < word.end ? rs_symbol_node_at (module, word.start) : NULL;
  const char *text = rs_source_get_text (module->source) + word.start;
  gsize length = word.end - word.start;

  return node != NULL && strlen (node->name) == length && strncmp (node->name, text, length) == 0 ? node : NULL;
}

static RsNode *
find_node_at (const RsAnalysis *self, guint32 offset)
{
  return find_node (rs_analysis_get_module (self), find_word (rs_analysis_get_source (self), offset));
}

static const RsSymbol *
get_symbol (const RsNode *node)
{
  return node != NULL ? rs_symbol_get_origin (node->symbol) : NULL;
}

/* The member that object.name is; NULL when the class is not known. */
static const RsClassMember *
find_member (const RsAnalysis *self, const RsNode *field, RsArena *arena, const RsClass **class)
{
  const RsType *type = rs_infer_expression (arena, field->children[0], rs_analysis_get_precision (self));
  int index;

  *class = rs_type_get_class (type);
  index = *class != NULL ? rs_class_find_member (*class, field->name) : -1;
  return index >= 0 ? &(*class)->members[index] : NULL;
}

/* --- descriptions --- */

static char *
describe_builtin (const RsBuiltin *builtin)
{
  return g_strdup_printf ("%s\n%s\n\n%s\n→ %s", builtin->signature, builtin->documentation, builtin->example,
                          builtin->prints);
}

static const RsModule *
get_module_of (const RsNode *function)
{
  return function->scope != NULL ? function->scope->module : NULL;
}

static char *
describe_function (const RsSymbol *symbol)
{
  GString *text = g_string_new (NULL);
  g_autofree char *documentation = NULL;
  guint n = symbol->overloads != NULL ? symbol->overloads->len : 0;

  for (guint i = 0; i < n; i++)
    {
      const RsNode *function = g_ptr_array_index (symbol->overloads, i);
      const RsModule *module = get_module_of (function);
      g_autofree char *head = module != NULL && i < MAX_HEADS ? rs_definition_get_head (module, function) : NULL;

      if (head != NULL)
        g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", head);
      if (documentation == NULL && module != NULL)
        documentation = rs_definition_get_documentation (module, function);
    }
  if (n > MAX_HEADS)
    g_string_append_printf (text, "\nand %u more", n - MAX_HEADS);
  if (documentation != NULL)
    g_string_append_printf (text, "\n%s", documentation);
  return g_string_free (text, FALSE);
}

static char *
describe_variable (const RsSymbol *symbol, const RsSymbol *used)
{
  g_autofree char *type = rs_type_to_string (symbol->type);
  const char *kind = used->kind == RS_SYMBOL_CAPTURED ? "captured variable"
                     : symbol->is_parameter           ? "parameter"
                     : symbol->is_output              ? "output"
                     : symbol->is_constant            ? "constant"
                                                      : "variable";

  if (symbol->type->kind == RS_TYPE_UNKNOWN)
    return g_strdup_printf ("%s (%s; its type is known when the program runs)", symbol->name, kind);
  return g_strdup_printf ("%s : %s (%s)", symbol->name, type, kind);
}

static char *
describe_type (const RsSymbol *symbol)
{
  const RsModule *module = symbol->scope != NULL ? symbol->scope->module : NULL;
  g_autofree char *head = NULL, *documentation = NULL;

  if (module == NULL || symbol->declaration == NULL)
    return g_strdup (symbol->name);
  head = rs_definition_get_head (module, symbol->declaration);
  documentation = rs_definition_get_documentation (module, symbol->declaration);
  return g_strdup_printf ("%s%s%s", head, documentation != NULL ? "\n" : "",
                          documentation != NULL ? documentation : "");
}

static char *
describe_member (const RsAnalysis *self, const RsNode *field)
{
  g_autoptr (RsArena) arena = rs_arena_new ();
  const RsClass *class;
  const RsClassMember *member = find_member (self, field, arena, &class);
  g_autofree char *type = member != NULL ? rs_type_to_string (member->type) : NULL;

  return member != NULL ? g_strdup_printf ("%s : %s (member of %s)", member->name, type, class->name) : NULL;
}

char *
rs_names_describe (const RsAnalysis *self, guint32 offset)
{
  const RsNode *node = find_node_at (self, offset);
  const RsSymbol *symbol = get_symbol (node);
  g_autofree char *word = rs_names_get_word (self, offset);
  const RsBuiltin *builtin;

  if (symbol == NULL && node != NULL && node->kind == RS_NODE_FIELD)
    return describe_member (self, node);
  if (symbol != NULL)
    switch (symbol->kind)
      {
      case RS_SYMBOL_VARIABLE:
      case RS_SYMBOL_CAPTURED:
        return describe_variable (symbol, node->symbol);
      case RS_SYMBOL_FUNCTION:
        return describe_function (symbol);
      case RS_SYMBOL_TYPE:
        return describe_type (symbol);
      case RS_SYMBOL_BUILTIN:
        return describe_builtin (symbol->builtin);
      default:
        break;
      }
  /* In a text with errors names have no symbols everywhere. */
  builtin = node != NULL ? rs_builtin_find (word) : NULL;
  return builtin != NULL ? describe_builtin (builtin) : NULL;
}

/* --- places --- */

/* The first name token of that text from offset on. */
static gboolean
find_token (RsSource *source, const char *name, guint32 offset, RsPlace *place)
{
  const char *text = rs_source_get_text (source), *found = text + MIN (offset, rs_source_get_length (source));
  gsize length = strlen (name);

  while ((found = strstr (found, name)) != NULL)
    {
      if ((found == text || !is_word (found[-1])) && !is_word (found[length]))
        {
          *place = (RsPlace){ source, { (guint32)(found - text), (guint32)(found - text + length) } };
          return TRUE;
        }
      found += length;
    }
  return FALSE;
}

static const RsNode *
get_definition (const RsSymbol *symbol, const RsModule **module)
{
  const RsNode *node = symbol->kind == RS_SYMBOL_FUNCTION && symbol->overloads != NULL && symbol->overloads->len > 0
                         ? g_ptr_array_index (symbol->overloads, 0)
                       : symbol->kind == RS_SYMBOL_TYPE ? symbol->declaration
                                                        : symbol->first;

  *module = symbol->scope != NULL ? symbol->scope->module : NULL;
  if (node != NULL && node->kind == RS_NODE_FUNCTION && get_module_of (node) != NULL)
    *module = get_module_of (node);
  return node;
}

gboolean
rs_names_find_definition (const RsAnalysis *self, guint32 offset, RsPlace *place, GError **error)
{
  const RsNode *node = find_node_at (self, offset), *definition;
  const RsSymbol *symbol = get_symbol (node);
  g_autofree char *word = rs_names_get_word (self, offset);
  g_autoptr (RsArena) arena = rs_arena_new ();
  const RsModule *module = NULL;
  const RsClass *class;

  if (symbol == NULL && node != NULL && node->kind == RS_NODE_FIELD)
    {
      const RsClassMember *member = find_member (self, node, arena, &class);

      if (member != NULL && class->symbol->scope != NULL && member->node != NULL)
        return find_token (class->symbol->scope->module->source, member->name, member->node->span.start, place);
    }
  definition = symbol != NULL ? get_definition (symbol, &module) : NULL;
  if (definition != NULL && module != NULL && find_token (module->source, symbol->name, definition->span.start, place))
    return TRUE;
  if (*word == '\0')
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "There is no name here");
  else if (rs_builtin_find (word) != NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "“%s” is a built-in: it has no definition in Quasar", word);
  else
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "It is not known where “%s” is defined", word);
  return FALSE;
}

/* Overloads of one name in several modules are symbols of their own. */
static gboolean
mean_the_same (const RsSymbol *a, const RsSymbol *b)
{
  if (a == b)
    return TRUE;
  return a != NULL && b != NULL && a->kind == RS_SYMBOL_FUNCTION && b->kind == RS_SYMBOL_FUNCTION
         && rs_symbol_is_global (a) && rs_symbol_is_global (b) && strcmp (a->name, b->name) == 0;
}

static void
collect (RsModule *module, const RsSymbol *symbol, GArray *places)
{
  const char *text = rs_source_get_text (module->source);
  gsize length = strlen (symbol->name);
  RsTokens tokens;

  rs_tokens_init (&tokens, module->source);
  for (guint32 i = 0; i < tokens.length; i++)
    {
      const RsToken *token = &tokens.items[i];
      const RsPlace place = { module->source, { token->start, token->end } };

      if (token->kind == RS_TOKEN_NAME && token->end - token->start == length
          && strncmp (text + token->start, symbol->name, length) == 0
          && mean_the_same (get_symbol (find_node (module, place.span)), symbol))
        g_array_append_val (places, place);
    }
  rs_tokens_clear (&tokens);
}

GArray *
rs_names_find_references (const RsAnalysis *self, guint32 offset)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (RsPlace));
  const RsSymbol *symbol = get_symbol (find_node_at (self, offset));
  const RsProgram *program = rs_analysis_get_program (self);

  for (guint i = 0; symbol != NULL && i < program->modules->len; i++)
    collect (g_ptr_array_index (program->modules, i), symbol, places);
  return places;
}

/* --- renaming --- */

static gboolean
is_name (const char *text)
{
  g_autoptr (RsSource) source = rs_source_new_from_text ("", text, -1);
  RsTokens tokens;
  gboolean holds;

  rs_tokens_init (&tokens, source);
  holds = tokens.length == 2 && tokens.items[0].kind == RS_TOKEN_NAME
          && tokens.items[0].end == rs_source_get_length (source);
  rs_tokens_clear (&tokens);
  return holds;
}

/* Whether the new name means something where the old one stands, or the other way round after the change. */
static gboolean
is_taken (const RsAnalysis *self, const GArray *places, const char *name)
{
  const RsProgram *program = rs_analysis_get_program (self);

  for (guint i = 0; i < places->len; i++)
    {
      const RsPlace *place = &g_array_index (places, RsPlace, i);

      for (guint k = 0; k < program->modules->len; k++)
        {
          RsModule *module = g_ptr_array_index (program->modules, k);

          if (module->source == place->source
              && rs_scope_lookup (rs_scope_at (module, place->span.start), name) != NULL)
            return TRUE;
        }
    }
  return FALSE;
}

static gboolean
refuse (GError **error, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, text);
  return FALSE;
}

static gboolean
may_rename (const RsAnalysis *self, guint32 offset, const char *new_name, GError **error)
{
  const RsSymbol *symbol = get_symbol (find_node_at (self, offset));
  g_autofree char *word = rs_names_get_word (self, offset);

  if (rs_analysis_has_errors (self))
    return refuse (error, "The program has errors: what “%s” means is not certain until they are corrected", word);
  if (symbol == NULL && rs_builtin_find (word) != NULL)
    return refuse (error, "“%s” is a built-in", word);
  if (symbol == NULL)
    return refuse (error, *word != '\0' ? "“%s” is no name of a variable, function or type" : "There is no name here",
                   word);
  if (symbol->kind == RS_SYMBOL_BUILTIN || symbol->kind == RS_SYMBOL_BUILTIN_TYPE)
    return refuse (error, "“%s” is a built-in", word);
  if (!is_name (new_name))
    return refuse (error,
                   "“%s” is no name: letters, digits and _, beginning with a letter, and no word of the language",
                   new_name);
  if (rs_builtin_find (new_name) != NULL || rs_type_name_is_builtin (new_name))
    return refuse (error, "“%s” is a built-in", new_name);
  return TRUE;
}

GArray *
rs_names_rename (const RsAnalysis *self, guint32 offset, const char *new_name, GError **error)
{
  g_autoptr (GArray) places = NULL;

  if (!may_rename (self, offset, new_name, error))
    return NULL;
  places = rs_names_find_references (self, offset);
  for (guint i = 0; i < places->len; i++)
    if (rs_library_contains (rs_source_get_name (g_array_index (places, RsPlace, i).source)))
      {
        refuse (error, "This name belongs to the library");
        return NULL;
      }
  if (is_taken (self, places, new_name))
    {
      refuse (error, "“%s” means something else already where it would be used", new_name);
      return NULL;
    }
  return g_steal_pointer (&places);
}
