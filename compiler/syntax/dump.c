/* The tree as text, for `emit --stage ast`, tests and debugging: one node a line, children indented below it.
 *
 *     binary + 1:5-1:10
 *       name a 1:5-1:6
 *       number 2 integer 1:9-1:10
 *
 * A `-` stands for an optional child that is missing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/syntax/ast.h"

#include <string.h>

static const char *const kind_names[] = {
#define RS_NODE(KIND, text, children) text,
#include "compiler/syntax/node-kinds.def"
#undef RS_NODE
};

static const char *const operator_names[] = {
  "",
#define RS_OPERATOR(NAME, text, class) text,
#include "compiler/syntax/operators.def"
#undef RS_OPERATOR
};

static const struct {
  RsNodeFlags flag;
  const char *name;
} flag_names[] = {
  { RS_NODE_COMMAND, "command" },
  { RS_NODE_KERNEL, "__kernel__" },
  { RS_NODE_DEVICE, "__device__" },
  { RS_NODE_VARIADIC, "variadic" },
  { RS_NODE_MUTABLE, "mutable" },
  { RS_NODE_DYNAMIC, "dynamic" },
  { RS_NODE_PARENTHESES, "parentheses" },
  { RS_NODE_TYPE_FIRST, "type-first" },
};

const char *
rs_node_kind_to_string (RsNodeKind kind)
{
  g_return_val_if_fail (kind < RS_N_NODE_KINDS, NULL);
  return kind_names[kind];
}

const char *
rs_operator_to_string (RsOperator op)
{
  g_return_val_if_fail (op < RS_N_OPERATORS, NULL);
  return operator_names[op];
}

RsOperator
rs_operator_of_assignment (RsOperator op)
{
  switch (op)
    {
    case RS_OP_ASSIGN_ADD:
      return RS_OP_ADD;
    case RS_OP_ASSIGN_SUBTRACT:
      return RS_OP_SUBTRACT;
    case RS_OP_ASSIGN_MULTIPLY:
      return RS_OP_MULTIPLY;
    case RS_OP_ASSIGN_DIVIDE:
      return RS_OP_DIVIDE;
    case RS_OP_ASSIGN_POWER:
      return RS_OP_POWER;
    case RS_OP_ASSIGN_DOT_MULTIPLY:
      return RS_OP_DOT_MULTIPLY;
    case RS_OP_ASSIGN_DOT_DIVIDE:
      return RS_OP_DOT_DIVIDE;
    case RS_OP_ASSIGN_DOT_POWER:
      return RS_OP_DOT_POWER;
    default:
      return RS_OP_NONE;
    }
}

static void
dump_attributes (const RsNode *node, GString *out)
{
  if (node->op != RS_OP_NONE && node->op != RS_OP_USER)
    g_string_append_printf (out, " %s", operator_names[node->op]);
  if (node->name != NULL)
    g_string_append_printf (out, " %s", *node->name == '\0' ? "\"\"" : node->name);
  if (node->kind == RS_NODE_NUMBER)
    {
      g_autofree char *number = rs_node_to_string (node);

      g_string_append_printf (out, " %s", number);
    }
  if (node->text != NULL)
    {
      g_autofree char *escaped = g_strescape (node->text, NULL);

      g_string_append_printf (out, " \"%s\"", escaped);
    }
  for (guint i = 0; node->modifiers != NULL && node->modifiers[i] != NULL; i++)
    g_string_append_printf (out, " '%s", node->modifiers[i]);
  for (guint i = 0; i < G_N_ELEMENTS (flag_names); i++)
    if (node->flags & flag_names[i].flag)
      g_string_append_printf (out, " %s", flag_names[i].name);
}

/* A place and what it is called. The next place is nearly always near the last one, on the same line; counting from
 * there keeps the dump of a very long line linear. */
typedef struct {
  guint32 offset;
  guint line;
  guint column;
} Place;

typedef struct {
  const RsModule *module;
  GString *out;
  Place start;
  Place end;
} Dump;

#define NEAR_BYTES 4096

static void
move_place (const RsSource *source, Place *place, guint32 offset)
{
  const char *text = rs_source_get_text (source);
  guint32 from = MIN (place->offset, offset), to = MAX (place->offset, offset);
  guint n = 0;

  if (to - from > NEAR_BYTES || memchr (text + from, '\n', to - from) != NULL || place->line == 0)
    rs_source_locate (source, offset, &place->line, &place->column);
  else
    {
      for (guint32 i = from; i < to; i++)
        n += ((guchar)text[i] & 0xc0) != 0x80;
      place->column = offset > place->offset ? place->column + n : place->column - n;
    }
  place->offset = offset;
}

static void
dump_span (Dump *dump, RsSpan span)
{
  move_place (dump->module->source, &dump->start, span.start);
  move_place (dump->module->source, &dump->end, span.end);
  g_string_append_printf (dump->out, " %u:%u-%u:%u\n", dump->start.line, dump->start.column, dump->end.line,
                          dump->end.column);
}

static void
dump_node (Dump *dump, const RsNode *node, guint depth)
{
  for (guint i = 0; i < depth; i++)
    g_string_append (dump->out, "  ");
  if (node == NULL)
    {
      g_string_append (dump->out, "-\n");
      return;
    }
  g_string_append (dump->out, kind_names[node->kind]);
  dump_attributes (node, dump->out);
  dump_span (dump, node->span);
  for (guint i = 0; i < node->n_children; i++)
    dump_node (dump, node->children[i], depth + 1);
}

char *
rs_ast_dump (const RsModule *module)
{
  Dump dump = { .module = module, .out = g_string_new (NULL) };

  g_return_val_if_fail (module != NULL, NULL);
  dump_node (&dump, module->root, 0);
  return g_string_free (dump.out, FALSE);
}
