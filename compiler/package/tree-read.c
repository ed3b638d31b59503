/* Bytes to trees. Everything that is read is checked before it is used: a package is a file, and files come from
 * anywhere.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/package/tree-private.h"

#include "compiler/syntax/parse/parser-private.h"

#include <string.h>

const RsTreeKind rs_tree_kinds[RS_N_NODE_KINDS] = {
#define RS_NODE(KIND, text, children) { #KIND, children },
#include "compiler/syntax/node-kinds.def"
#undef RS_NODE
};

const char *const rs_tree_operators[RS_N_OPERATORS] = {
  "NONE",
#define RS_OPERATOR(NAME, text, class) #NAME,
#include "compiler/syntax/operators.def"
#undef RS_OPERATOR
};

typedef struct {
  const guint8 *at, *end;
  gboolean is_bad;
  const char *unknown; /* what this compiler does not have, or has changed; in the arena */
  guint32 source_length;
  RsArena *arena;
  RsNames *names;
  guint8 *kinds;       /* [n_kinds] */
  guint16 *operators;  /* [n_operators] */
  const char **strings; /* [n_strings] in the arena */
  guint64 n_kinds, n_operators, n_strings;
  guint depth;
} Reader;

static guint64
get_number (Reader *self)
{
  guint64 number = 0;

  for (guint shift = 0; shift < 63 && self->at < self->end; shift += 7)
    {
      guint8 byte = *self->at++;

      number |= (guint64)(byte & 0x7f) << shift;
      if (!(byte & 0x80))
        return number;
    }
  self->is_bad = TRUE;
  return 0;
}

/* A number of things that take a byte each at least. */
static guint64
get_count (Reader *self)
{
  guint64 n = get_number (self);

  if (n > (guint64)(self->end - self->at))
    {
      self->is_bad = TRUE;
      return 0;
    }
  return n;
}

static const char *
get_text (Reader *self)
{
  guint64 length = get_count (self);
  const char *text = (const char *)self->at;

  if (self->is_bad || memchr (text, 0, length) || !g_utf8_validate (text, (gssize)length, NULL))
    {
      self->is_bad = TRUE;
      return "";
    }
  self->at += length;
  return rs_arena_strndup (self->arena, text, length);
}

static const char *
get_string (Reader *self)
{
  guint64 index = get_number (self);

  if (index >= self->n_strings)
    {
      self->is_bad = TRUE;
      return "";
    }
  return self->strings[index];
}

/* --- tables --- */

static guint8
find_kind (Reader *self)
{
  const char *name = get_text (self), *children = get_text (self);

  for (guint i = 0; i < RS_N_NODE_KINDS; i++)
    if (strcmp (rs_tree_kinds[i].name, name) == 0 && strcmp (rs_tree_kinds[i].children, children) == 0)
      return (guint8)i;
  self->unknown = name;
  return RS_NODE_ERROR;
}

static guint16
find_operator (Reader *self)
{
  const char *name = get_text (self);

  for (guint i = 0; i < RS_N_OPERATORS; i++)
    if (strcmp (rs_tree_operators[i], name) == 0)
      return (guint16)i;
  self->unknown = name;
  return RS_OP_NONE;
}

static void
get_tables (Reader *self)
{
  self->n_kinds = get_count (self);
  self->kinds = rs_arena_array (self->arena, guint8, self->n_kinds);
  for (guint64 i = 0; i < self->n_kinds && !self->is_bad; i++)
    self->kinds[i] = find_kind (self);
  self->n_operators = get_count (self);
  self->operators = rs_arena_array (self->arena, guint16, self->n_operators);
  for (guint64 i = 0; i < self->n_operators && !self->is_bad; i++)
    self->operators[i] = find_operator (self);
  self->n_strings = get_count (self);
  self->strings = rs_arena_array (self->arena, const char *, self->n_strings);
  for (guint64 i = 0; i < self->n_strings && !self->is_bad; i++)
    self->strings[i] = get_text (self);
}

/* --- nodes --- */

static void
get_modifiers (Reader *self, RsNode *node)
{
  guint64 n = get_count (self);

  node->modifiers = rs_arena_array (self->arena, const char *, n + 1);
  for (guint64 i = 0; i < n && !self->is_bad; i++)
    node->modifiers[i] = rs_names_intern (self->names, get_string (self), -1);
}

static void
get_fields (Reader *self, RsNode *node)
{
  guint64 fields = get_number (self);

  if (fields & RS_TREE_NAME)
    node->name = rs_names_intern (self->names, get_string (self), -1);
  if (fields & RS_TREE_TEXT)
    node->text = get_string (self);
  if (fields & RS_TREE_MODIFIERS)
    get_modifiers (self, node);
  if (fields & RS_TREE_NUMBER)
    {
      guint64 bits = 0;

      if (self->end - self->at < (gssize)sizeof bits)
        {
          self->is_bad = TRUE;
          return;
        }
      memcpy (&bits, self->at, sizeof bits);
      bits = GUINT64_FROM_LE (bits);
      memcpy (&node->number, &bits, sizeof bits);
      self->at += sizeof bits;
    }
}

static void
get_span (Reader *self, RsNode *node, guint32 parent)
{
  guint64 distance = get_number (self), length;
  gint64 start = (gint64)parent + ((distance & 1) ? -(gint64)(distance >> 1) : (gint64)(distance >> 1));

  length = get_number (self);
  if (start < 0 || start > self->source_length || length > self->source_length - (guint64)start)
    {
      self->is_bad = TRUE;
      return;
    }
  node->span = (RsSpan){ (guint32)start, (guint32)((guint64)start + length) };
}

/* What the walks over the tree rely on: the children that a kind always has are there. A name that ends in ? may be
 * missing; one that ends in * stands for any number of children. */
static gboolean
has_children (const RsNode *node)
{
  const char *rest = rs_tree_kinds[node->kind].children;

  for (guint i = 0; *rest; i++)
    {
      gsize length = strcspn (rest, " ");
      char last = rest[length - 1];

      if (last == '*' || last == '.')
        return TRUE;
      if (last != '?' && (i >= node->n_children || !node->children[i]))
        return FALSE;
      rest += length + (rest[length] == ' ');
    }
  return TRUE;
}

static RsNode *
get_node (Reader *self, guint32 parent)
{
  guint64 kind = get_number (self), op, n;
  RsNode *node;

  if (self->is_bad || kind == 0)
    return NULL;
  op = get_number (self);
  if (kind > self->n_kinds || op >= self->n_operators || self->depth > RS_MAX_TREE_DEPTH + 16)
    {
      self->is_bad = TRUE;
      return NULL;
    }
  node = rs_arena_new0 (self->arena, RsNode);
  node->kind = self->kinds[kind - 1];
  node->op = (guint8)self->operators[op];
  node->flags = (guint16)get_number (self);
  get_span (self, node, parent);
  get_fields (self, node);
  n = get_count (self);
  node->children = rs_arena_array (self->arena, RsNode *, n);
  node->n_children = (guint32)n;
  self->depth++;
  for (guint64 i = 0; i < n && !self->is_bad; i++)
    node->children[i] = get_node (self, node->span.start);
  self->depth--;
  if (!self->is_bad && !has_children (node))
    self->is_bad = TRUE;
  return node;
}

RsNode *
rs_tree_decode (GBytes *bytes, guint32 source_length, RsArena *arena, RsNames *names, GError **error)
{
  gsize length;
  const guint8 *data = g_bytes_get_data (bytes, &length);
  Reader self = { .at = data, .end = data + length, .source_length = source_length, .arena = arena, .names = names };
  guint64 version = get_number (&self);
  RsNode *root = NULL;

  if (!self.is_bad && version == RS_TREE_VERSION)
    get_tables (&self);
  if (!self.is_bad && (version != RS_TREE_VERSION || self.unknown))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                   "it was built by another version of Redshift; build it again");
      return NULL;
    }
  if (!self.is_bad)
    root = get_node (&self, 0);
  if (self.is_bad || !root || root->kind != RS_NODE_BLOCK || self.at != self.end)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "it is damaged: a tree in it can't be read");
      return NULL;
    }
  return root;
}
