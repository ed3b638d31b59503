/* Filling the table of names.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/analysis/names/name-table.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  RsModule *module; /* borrowed */
  const char *path;
  GArray *names;       /* element-type RsName */
  GPtrArray *macros;   /* element-type RsNode: MACRO */
  GPtrArray *patterns; /* element-type RsNode: NAME of a function in the pattern of a reduction */
} Unit;

struct _RsNameTable {
  GPtrArray *units; /* element-type Unit */
};

static void
unit_free (gpointer data)
{
  Unit *unit = data;

  g_array_unref (unit->names);
  g_ptr_array_unref (unit->macros);
  g_ptr_array_unref (unit->patterns);
  g_free (unit);
}

/* --- where names stand --- */

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_' || (guchar)c >= 0x80;
}

gboolean
rs_name_stands_at (const RsSource *source, guint32 offset, const char *name)
{
  const char *text = rs_source_get_text (source);
  gsize length = strlen (name);

  return length > 0 && offset + length <= rs_source_get_length (source) && strncmp (text + offset, name, length) == 0
         && !is_word (text[offset + length]) && (offset == 0 || !is_word (text[offset - 1]));
}

/* The first time that the word stands in the range. */
static gboolean
find_word (const RsSource *source, const char *name, RsSpan range, guint32 *offset)
{
  const char *text = rs_source_get_text (source), *end = text + MIN (range.end, rs_source_get_length (source));
  const char *at = text + MIN (range.start, rs_source_get_length (source));

  while (at < end && (at = g_strstr_len (at, end - at, name)) != NULL)
    {
      *offset = (guint32)(at - text);
      if (rs_name_stands_at (source, *offset, name))
        return TRUE;
      at++;
    }
  return FALSE;
}

/* The heading of a function or macro has its outputs first, which may be called as it is. */
static guint32
find_end_of_outputs (const RsNode *node)
{
  const RsNode *outputs = rs_node_child (node, node->kind == RS_NODE_MACRO ? RS_MACRO_OUTPUTS : RS_FUNCTION_OUTPUTS);
  const RsNode *last = outputs != NULL ? rs_node_last (outputs) : NULL;

  return last != NULL && last->span.end > node->span.start ? last->span.end : node->span.start;
}

gboolean
rs_name_find_offset (const RsModule *module, const RsNode *node, guint32 *offset)
{
  const RsSource *source = module->source;
  gsize length = node->name != NULL ? strlen (node->name) : 0;

  if (length == 0)
    return FALSE;
  switch (node->kind)
    {
    case RS_NODE_NAME:
    case RS_NODE_TYPE_NAME:
    case RS_NODE_NAMED_ARGUMENT:
    case RS_NODE_MEMBER:
      *offset = node->span.start;
      return rs_name_stands_at (source, *offset, node->name);
    case RS_NODE_FIELD:
    case RS_NODE_NUMBER: /* a value of an enumeration: color.Red, Red */
      *offset = node->span.end - (guint32)MIN (length, node->span.end);
      return rs_name_stands_at (source, *offset, node->name);
    case RS_NODE_FUNCTION:
    case RS_NODE_MACRO:
      return find_word (source, node->name, (RsSpan){ find_end_of_outputs (node), node->span.end }, offset);
    case RS_NODE_PARAMETER:
    case RS_NODE_TYPE_DEFINITION:
    case RS_NODE_ATTRIBUTE:
      return find_word (source, node->name, node->span, offset);
    default:
      return FALSE;
    }
}

/* --- as it was parsed --- */

typedef struct {
  Unit *unit;
  const RsNode *around, *function;
} Walk;

static RsNameKind
get_kind (const RsNode *node)
{
  switch (node->kind)
    {
    case RS_NODE_FIELD:
      return RS_NAME_FIELD;
    case RS_NODE_NAMED_ARGUMENT:
      return RS_NAME_ARGUMENT;
    case RS_NODE_MEMBER:
      return RS_NAME_MEMBER;
    default:
      return RS_NAME_PLAIN;
    }
}

static gboolean
is_callee (const RsNode *node, const RsNode *parent)
{
  return node->kind == RS_NODE_NAME && parent != NULL && parent->kind == RS_NODE_CALL
         && rs_node_child (parent, RS_CALL_CALLEE) == node;
}

static void
add_pattern (Unit *unit, const RsNode *node, const RsNode *parent)
{
  if (is_callee (node, parent))
    g_ptr_array_add (unit->patterns, (gpointer)node);
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] != NULL)
      add_pattern (unit, node->children[i], node);
}

static void
add_parsed (Walk walk, const RsNode *node, const RsNode *parent)
{
  RsName name
      = { .name = node->name, .node = node, .parent = parent, .around = walk.around, .function = walk.function };

  if (node->kind == RS_NODE_MACRO && node->name != NULL)
    g_ptr_array_add (walk.unit->macros, (gpointer)node);
  if (node->kind == RS_NODE_REDUCTION && rs_node_child (node, RS_REDUCTION_PATTERN) != NULL)
    add_pattern (walk.unit, node->children[RS_REDUCTION_PATTERN], NULL);
  if (node->kind != RS_NODE_NUMBER && rs_name_find_offset (walk.unit->module, node, &name.offset))
    {
      name.kind = get_kind (node);
      g_array_append_val (walk.unit->names, name);
    }
  if (node->kind == RS_NODE_MACRO || node->kind == RS_NODE_ENUM)
    walk.around = node;
  if (node->kind == RS_NODE_FUNCTION)
    walk.function = node;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] != NULL)
      add_parsed (walk, node->children[i], node);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  const RsName *p = a, *q = b;

  return p->offset < q->offset ? -1 : p->offset > q->offset;
}

static void
add_module (RsNameTable *self, RsModule *module)
{
  Unit *unit = g_new0 (Unit, 1);
  char *canonical = realpath (rs_source_get_name (module->source), NULL);

  unit->module = module;
  unit->path = g_intern_string (canonical != NULL ? canonical : rs_source_get_name (module->source));
  unit->names = g_array_new (FALSE, FALSE, sizeof (RsName));
  unit->macros = g_ptr_array_new ();
  unit->patterns = g_ptr_array_new ();
  free (canonical);
  g_ptr_array_add (self->units, unit);
  add_parsed ((Walk){ unit, NULL, NULL }, module->root, NULL);
  g_array_sort (unit->names, compare_names);
}

/* --- as it was resolved --- */

static RsName *
find_at (const Unit *unit, guint32 offset)
{
  guint low = 0, high = unit->names->len;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (g_array_index (unit->names, RsName, middle).offset < offset)
        low = middle + 1;
      else
        high = middle;
    }
  return low < unit->names->len && g_array_index (unit->names, RsName, low).offset == offset
             ? &g_array_index (unit->names, RsName, low)
             : NULL;
}

/* color.Red has become a number, which has no children any more. */
static void
add_enumeration (Unit *unit, const RsNode *number, guint32 offset)
{
  RsName *type = offset > number->span.start ? find_at (unit, number->span.start) : NULL;

  if (type != NULL && type->symbol == NULL && type->kind == RS_NAME_PLAIN)
    type->symbol = number->symbol;
}

static void
add_resolved (Unit *unit, const RsNode *node, const RsNode *parent)
{
  RsName *name;
  guint32 offset;

  if (rs_name_find_offset (unit->module, node, &offset) && (name = find_at (unit, offset)) != NULL
      && name->name == node->name)
    {
      if (name->symbol == NULL)
        {
          name->symbol = node->symbol;
          name->node = node;
          name->parent = parent;
        }
      if (node->kind == RS_NODE_NUMBER)
        add_enumeration (unit, node, offset);
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] != NULL)
      add_resolved (unit, node->children[i], node);
}

static void
look (RsProgram *program, RsProgramStep step, gpointer data)
{
  RsNameTable *self = data;

  if (step == RS_PROGRAM_PARSED)
    for (guint i = 0; i < program->modules->len; i++)
      add_module (self, g_ptr_array_index (program->modules, i));
  if (step == RS_PROGRAM_RESOLVED)
    for (guint i = 0; i < self->units->len; i++)
      {
        Unit *unit = g_ptr_array_index (self->units, i);

        add_resolved (unit, unit->module->root, NULL);
      }
}

/* --- reading --- */

const GArray *
rs_name_table_get_names (const RsNameTable *self, guint index)
{
  return ((const Unit *)g_ptr_array_index (self->units, index))->names;
}

RsModule *
rs_name_table_get_module (const RsNameTable *self, guint index)
{
  return ((const Unit *)g_ptr_array_index (self->units, index))->module;
}

const char *
rs_name_table_get_path (const RsNameTable *self, guint index)
{
  return ((const Unit *)g_ptr_array_index (self->units, index))->path;
}

int
rs_name_table_find_module (const RsNameTable *self, const RsModule *module)
{
  for (guint i = 0; i < self->units->len; i++)
    if (((const Unit *)g_ptr_array_index (self->units, i))->module == module)
      return (int)i;
  return -1;
}

const RsName *
rs_name_table_find (const RsNameTable *self, guint index, guint32 offset)
{
  const Unit *unit = g_ptr_array_index (self->units, index);
  const char *text = rs_source_get_text (unit->module->source);

  if (offset > rs_source_get_length (unit->module->source))
    return NULL;
  while (offset > 0 && is_word (text[offset - 1]))
    offset--;
  return find_at (unit, offset);
}

const GPtrArray *
rs_name_table_get_macros (const RsNameTable *self, guint index)
{
  return ((const Unit *)g_ptr_array_index (self->units, index))->macros;
}

const GPtrArray *
rs_name_table_get_patterns (const RsNameTable *self, guint index)
{
  return ((const Unit *)g_ptr_array_index (self->units, index))->patterns;
}

typedef const GPtrArray *(*GetNodesFunc) (const RsNameTable *self, guint index);

/* The node of that name among those of a module, else of what it imports, the last one first. */
static const RsNode *
find_visible (const RsNameTable *self, guint index, const char *name, GetNodesFunc get_nodes, guint *owner)
{
  const RsScope *root = rs_name_table_get_module (self, index)->root->scope;
  guint n_imports = root != NULL && root->imports != NULL ? root->imports->len : 0;

  for (guint i = 0; i <= n_imports; i++)
    {
      int module
          = i == 0
                ? (int)index
                : rs_name_table_find_module (self, ((const RsScope *)g_ptr_array_index (root->imports, i - 1))->module);
      const GPtrArray *nodes = module >= 0 ? get_nodes (self, (guint)module) : NULL;

      for (guint k = 0; nodes != NULL && k < nodes->len; k++)
        if (((const RsNode *)g_ptr_array_index (nodes, k))->name == name)
          {
            *owner = (guint)module;
            return g_ptr_array_index (nodes, k);
          }
    }
  return NULL;
}

const RsNode *
rs_name_table_find_macro (const RsNameTable *self, guint index, const RsName *name, guint *owner)
{
  const RsNode *node = name->node;

  if (name->symbol != NULL
      || (node->kind != RS_NODE_MACRO && node->kind != RS_NODE_ATTRIBUTE && !is_callee (node, name->parent)))
    return NULL;
  return find_visible (self, index, name->name, rs_name_table_get_macros, owner);
}

const RsNode *
rs_name_table_find_pattern (const RsNameTable *self, guint index, const RsName *name, guint *owner)
{
  return name->symbol == NULL && name->node->kind == RS_NODE_NAME
             ? find_visible (self, index, name->name, rs_name_table_get_patterns, owner)
             : NULL;
}

/* --- life --- */

RsNameTable *
rs_name_table_new (RsCompileOptions *options)
{
  RsNameTable *self = g_new0 (RsNameTable, 1);

  self->units = g_ptr_array_new_with_free_func (unit_free);
  options->look = look;
  options->look_data = self;
  return self;
}

void
rs_name_table_free (RsNameTable *self)
{
  g_ptr_array_unref (self->units);
  g_free (self);
}
