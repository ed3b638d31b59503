/* Trees to bytes. Numbers are written in groups of seven bits, lowest first; doubles as their eight bytes.
 *
 *   tables:  kinds (name, children), operators (name), strings; each with its length before it
 *   nodes:   in order, parents first: kind + 1 (0: no child), operator, flags, start - parent's start, length of the
 * span,
 *            which of name, text, modifiers and number follow, these, number of children
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/package/tree-private.h"

#include <string.h>

/* A field that is added to nodes has to be written and read here. */
G_STATIC_ASSERT (sizeof (RsNode) == RS_TREE_NODE_BYTES);

typedef struct {
  GByteArray *nodes;
  GByteArray *strings;
  GHashTable *string_indices; /* text -> index + 1 */
  guint kinds[RS_N_NODE_KINDS]; /* index + 1 in the table of kinds in use; 0: not used */
  guint operators[RS_N_OPERATORS];
  guint8 kinds_in_use[RS_N_NODE_KINDS];
  guint16 operators_in_use[RS_N_OPERATORS];
  guint n_kinds, n_operators;
} Writer;

static void
put_number (GByteArray *out, guint64 number)
{
  do
    {
      guint8 byte = (guint8)((number & 0x7f) | (number > 0x7f ? 0x80 : 0));

      g_byte_array_append (out, &byte, 1);
      number >>= 7;
    }
  while (number > 0);
}

static void
put_text (GByteArray *out, const char *text)
{
  gsize length = strlen (text);

  put_number (out, length);
  g_byte_array_append (out, (const guint8 *)text, (guint)length);
}

static void
put_string (Writer *self, const char *text)
{
  guint index = GPOINTER_TO_UINT (g_hash_table_lookup (self->string_indices, text));

  if (index == 0)
    {
      index = g_hash_table_size (self->string_indices) + 1;
      g_hash_table_insert (self->string_indices, (gpointer)text, GUINT_TO_POINTER (index));
      put_text (self->strings, text);
    }
  put_number (self->nodes, index - 1);
}

static guint
use_kind (Writer *self, guint kind)
{
  if (self->kinds[kind] == 0)
    {
      self->kinds_in_use[self->n_kinds] = (guint8)kind;
      self->kinds[kind] = ++self->n_kinds;
    }
  return self->kinds[kind];
}

static guint
use_operator (Writer *self, guint op)
{
  if (self->operators[op] == 0)
    {
      self->operators_in_use[self->n_operators] = (guint16)op;
      self->operators[op] = ++self->n_operators;
    }
  return self->operators[op] - 1;
}

static void
put_fields (Writer *self, const RsNode *node)
{
  put_number (self->nodes, (node->name ? RS_TREE_NAME : 0) | (node->text ? RS_TREE_TEXT : 0)
                               | (node->modifiers ? RS_TREE_MODIFIERS : 0) | (node->number != 0 ? RS_TREE_NUMBER : 0));
  if (node->name)
    put_string (self, node->name);
  if (node->text)
    put_string (self, node->text);
  if (node->modifiers)
    {
      put_number (self->nodes, g_strv_length ((char **)node->modifiers));
      for (guint i = 0; node->modifiers[i]; i++)
        put_string (self, node->modifiers[i]);
    }
  if (node->number != 0)
    {
      guint64 bits;

      memcpy (&bits, &node->number, sizeof bits);
      bits = GUINT64_TO_LE (bits);
      g_byte_array_append (self->nodes, (const guint8 *)&bits, sizeof bits);
    }
}

/* The depth of trees is limited by the parser. */
static void
put_node (Writer *self, const RsNode *node, guint32 start)
{
  gint64 distance;

  if (!node)
    {
      put_number (self->nodes, 0);
      return;
    }
  distance = (gint64)node->span.start - start;
  put_number (self->nodes, use_kind (self, node->kind));
  put_number (self->nodes, use_operator (self, node->op));
  put_number (self->nodes, node->flags);
  put_number (self->nodes, distance < 0 ? (guint64)-distance * 2 + 1 : (guint64)distance * 2);
  put_number (self->nodes, node->span.end - node->span.start);
  put_fields (self, node);
  put_number (self->nodes, node->n_children);
  for (guint i = 0; i < node->n_children; i++)
    put_node (self, node->children[i], node->span.start);
}

static GBytes *
join (const Writer *self)
{
  GByteArray *out = g_byte_array_new ();

  put_number (out, RS_TREE_VERSION);
  put_number (out, self->n_kinds);
  for (guint i = 0; i < self->n_kinds; i++)
    {
      put_text (out, rs_tree_kinds[self->kinds_in_use[i]].name);
      put_text (out, rs_tree_kinds[self->kinds_in_use[i]].children);
    }
  put_number (out, self->n_operators);
  for (guint i = 0; i < self->n_operators; i++)
    put_text (out, rs_tree_operators[self->operators_in_use[i]]);
  put_number (out, g_hash_table_size (self->string_indices));
  g_byte_array_append (out, self->strings->data, self->strings->len);
  g_byte_array_append (out, self->nodes->data, self->nodes->len);
  return g_byte_array_free_to_bytes (out);
}

GBytes *
rs_tree_encode (const RsNode *root)
{
  Writer self = { .nodes = g_byte_array_new (), .strings = g_byte_array_new (),
                  .string_indices = g_hash_table_new (g_str_hash, g_str_equal) };
  GBytes *bytes;

  g_return_val_if_fail (root != NULL, NULL);

  put_node (&self, root, 0);
  bytes = join (&self);
  g_byte_array_unref (self.nodes);
  g_byte_array_unref (self.strings);
  g_hash_table_unref (self.string_indices);
  return bytes;
}
