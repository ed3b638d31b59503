/* Questions about names.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/analysis/names/names.h"

#include "compiler/syntax/documentation.h"
#include "ide/analysis/completion/overload.h"

#include <glib/gi18n.h>
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

static guint
get_main_index (const RsAnalysis *self)
{
  return rs_analysis_get_program (self)->modules->len - 1;
}

char *
rs_names_get_word (const RsAnalysis *self, guint32 offset)
{
  RsSource *source = rs_analysis_get_source (self);

  return rs_source_dup_span (source, find_word (source, offset));
}

/* The name at an offset of the main text; NULL: none. */
static const RsName *
find_name (const RsAnalysis *self, guint32 offset)
{
  return rs_name_table_find (rs_analysis_get_names (self), get_main_index (self), offset);
}

/* Where it is defined: the first of several places; NULL where that is not known. *module: its index. */
static const RsName *
find_definition (const RsAnalysis *self, const RsName *name, guint *module)
{
  const RsNameTable *table = rs_analysis_get_names (self);
  g_autoptr (GArray) keys = g_array_new (FALSE, FALSE, sizeof (RsNameKey));

  if (name == NULL)
    return NULL;
  rs_name_table_get_keys (table, get_main_index (self), name, keys);
  for (guint i = 0; keys->len > 0 && i <= get_main_index (self); i++)
    if (rs_name_table_get_path (table, i) == g_array_index (keys, RsNameKey, 0).path)
      {
        *module = i;
        return rs_name_table_find (table, i, g_array_index (keys, RsNameKey, 0).offset);
      }
  return NULL;
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
    g_string_append_printf (text, _ ("\nand %u more"), n - MAX_HEADS);
  if (documentation != NULL)
    g_string_append_printf (text, "\n%s", documentation);
  return g_string_free (text, FALSE);
}

static char *
describe_variable (const RsSymbol *symbol, const RsSymbol *used)
{
  g_autofree char *type = rs_type_to_string (symbol->type);
  const char *kind = used->kind == RS_SYMBOL_CAPTURED ? _ ("captured variable")
                     : symbol->is_parameter           ? _ ("parameter")
                     : symbol->is_output              ? _ ("output")
                     : symbol->is_constant            ? _ ("constant")
                                                      : _ ("variable");

  if (symbol->type->kind == RS_TYPE_UNKNOWN)
    return g_strdup_printf (_ ("%s (%s; its type is known when the program runs)"), symbol->name, kind);
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

/* The class that has the member at a definition. */
static const RsNode *
find_class (const RsNameTable *table, guint module, const RsName *member)
{
  const GArray *names = rs_name_table_get_names (table, module);

  for (guint i = 0; i < names->len; i++)
    {
      const RsNode *node = g_array_index (names, RsName, i).node;

      if (node->kind == RS_NODE_TYPE_DEFINITION
          && rs_node_child (node, RS_TYPE_DEFINITION_DEFINITION) == member->parent)
        return node;
    }
  return NULL;
}

static char *
describe_member (const RsNameTable *table, guint module, const RsName *member)
{
  const RsNode *class = find_class (table, module, member), *type = rs_node_child (member->node, RS_PARAMETER_TYPE);
  g_autofree char *text = type != NULL ? rs_node_to_string (type) : NULL;
  const char *owner = class != NULL ? class->name : "?";

  if (member->parent != NULL && member->parent->kind == RS_NODE_ENUM)
    return g_strdup_printf (_ ("%s = %g (value of %s)"), member->name, member->node->number, owner);
  return text != NULL ? g_strdup_printf (_ ("%s : %s (member of %s)"), member->name, text, owner)
                      : g_strdup_printf (_ ("%s (member of %s, of any type)"), member->name, owner);
}

static char *
describe_macro (RsModule *module, const RsNode *macro)
{
  g_autofree char *head = rs_definition_get_head (module, macro);
  g_autofree char *documentation = rs_definition_get_documentation (module, macro);

  return g_strdup_printf ("%s%s%s", head, documentation != NULL ? "\n" : "",
                          documentation != NULL ? documentation : "");
}

static char *
describe_symbol (const RsSymbol *used)
{
  const RsSymbol *symbol = rs_symbol_get_origin (used);

  switch (symbol->kind)
    {
    case RS_SYMBOL_VARIABLE:
    case RS_SYMBOL_CAPTURED:
      return describe_variable (symbol, used);
    case RS_SYMBOL_FUNCTION:
      return describe_function (symbol);
    case RS_SYMBOL_TYPE:
      return describe_type (symbol);
    case RS_SYMBOL_BUILTIN:
      return describe_builtin (symbol->builtin);
    default:
      return NULL;
    }
}

/* What its definition says: of fields, values, arguments, macros. */
static char *
describe_definition (const RsAnalysis *self, const RsName *name)
{
  const RsNameTable *table = rs_analysis_get_names (self);
  guint module = 0;
  const RsName *definition = find_definition (self, name, &module);

  if (definition == NULL)
    return NULL;
  if (definition->kind == RS_NAME_MEMBER)
    return describe_member (table, module, definition);
  if (definition->node->kind == RS_NODE_MACRO)
    return describe_macro (rs_name_table_get_module (table, module), definition->node);
  return definition->symbol != NULL ? describe_symbol (definition->symbol) : NULL;
}

char *
rs_names_describe (const RsAnalysis *self, guint32 offset)
{
  const RsName *name = find_name (self, offset);
  const RsBuiltin *builtin = name != NULL ? rs_builtin_find (name->name) : NULL;
  char *text;

  if (name == NULL)
    return NULL;
  if (name->kind == RS_NAME_PLAIN && name->node->kind != RS_NODE_NUMBER && name->symbol != NULL)
    return describe_symbol (name->symbol);
  text = describe_definition (self, name);
  /* In a text with errors names have no symbols everywhere. */
  return text == NULL && name->kind == RS_NAME_PLAIN && builtin != NULL ? describe_builtin (builtin) : text;
}

/* --- places --- */

/* The call whose function a name is; NULL: it is none. */
static const RsNode *
get_call (const RsName *name)
{
  return name->parent != NULL && name->parent->kind == RS_NODE_CALL
                 && rs_node_child (name->parent, RS_CALL_CALLEE) == name->node
             ? name->parent
             : NULL;
}

/* The overloads of a function that a name may mean: all where it is called by no call. (transfer container) */
static GPtrArray *
list_overloads (const RsName *name, const RsSymbol *function, RsPrecision precision)
{
  GPtrArray *overloads;

  if (name->node->kind != RS_NODE_FUNCTION)
    return get_call (name) != NULL ? rs_overload_list (get_call (name), function, precision)
                                   : g_ptr_array_copy (function->overloads, NULL, NULL);
  overloads = g_ptr_array_new ();
  g_ptr_array_add (overloads, (gpointer)name->node);
  return overloads;
}

/* Of a function that is defined several times: adds the definitions that the call may mean, or the one that the name
 * belongs to. */
static void
add_overloads (const RsAnalysis *self, const RsName *name, GArray *places)
{
  const RsScope *scope = rs_analysis_get_module (self)->root->scope;
  const RsSymbol *function = name != NULL && name->symbol != NULL ? rs_symbol_get_origin (name->symbol) : NULL;
  g_autoptr (GPtrArray) overloads = NULL;

  if (function == NULL || function->kind != RS_SYMBOL_FUNCTION || function->overloads->len < 2 || scope == NULL)
    return;
  overloads = list_overloads (name, function, scope->precision);
  for (guint i = 0; i < overloads->len; i++)
    {
      const RsNode *overload = g_ptr_array_index (overloads, i);
      const RsModule *module = get_module_of (overload);
      guint32 offset;

      if (module != NULL && rs_name_find_offset (module, overload, &offset))
        {
          const RsPlace place = { module->source, { offset, offset + (guint32)strlen (overload->name) } };

          g_array_append_val (places, place);
        }
    }
}

GArray *
rs_names_list_definitions (const RsAnalysis *self, guint32 offset)
{
  guint module = 0;
  const RsName *name = find_name (self, offset), *definition = find_definition (self, name, &module);
  GArray *places = g_array_new (FALSE, FALSE, sizeof (RsPlace));

  add_overloads (self, name, places);
  if (places->len == 0 && definition != NULL)
    {
      const RsPlace place = { rs_name_table_get_module (rs_analysis_get_names (self), module)->source,
                              { definition->offset, definition->offset + (guint32)strlen (definition->name) } };

      g_array_append_val (places, place);
    }
  return places;
}

gboolean
rs_names_find_definition (const RsAnalysis *self, guint32 offset, RsPlace *place, GError **error)
{
  g_autoptr (GArray) places = rs_names_list_definitions (self, offset);
  g_autofree char *word = rs_names_get_word (self, offset);

  if (places->len > 0)
    {
      *place = g_array_index (places, RsPlace, 0);
      return TRUE;
    }
  if (*word == '\0')
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _ ("There is no name here"));
  else if (rs_builtin_find (word) != NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _ ("“%s” is a built-in: it has no definition in Quasar"),
                 word);
  else
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _ ("It is not known where “%s” is defined"), word);
  return FALSE;
}
