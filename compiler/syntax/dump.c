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
  { RS_NODE_INTEGER, "integer" },
  { RS_NODE_IMAGINARY, "imaginary" },
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
dump_number (const RsNode *node, GString *out)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (out, " %s", g_ascii_dtostr (buffer, sizeof buffer, node->number));
}

static void
dump_attributes (const RsNode *node, GString *out)
{
  if (node->op != RS_OP_NONE && node->op != RS_OP_USER)
    g_string_append_printf (out, " %s", operator_names[node->op]);
  if (node->name != NULL)
    g_string_append_printf (out, " %s", *node->name == '\0' ? "\"\"" : node->name);
  if (node->kind == RS_NODE_NUMBER)
    dump_number (node, out);
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

static void
dump_span (const RsModule *module, RsSpan span, GString *out)
{
  guint line, column, end_line, end_column;

  rs_source_locate (module->source, span.start, &line, &column);
  rs_source_locate (module->source, span.end, &end_line, &end_column);
  g_string_append_printf (out, " %u:%u-%u:%u\n", line, column, end_line, end_column);
}

static void
dump_node (const RsModule *module, const RsNode *node, guint depth, GString *out)
{
  for (guint i = 0; i < depth; i++)
    g_string_append (out, "  ");
  if (node == NULL)
    {
      g_string_append (out, "-\n");
      return;
    }
  g_string_append (out, kind_names[node->kind]);
  dump_attributes (node, out);
  dump_span (module, node->span, out);
  for (guint i = 0; i < node->n_children; i++)
    dump_node (module, node->children[i], depth + 1, out);
}

char *
rs_ast_dump (const RsModule *module)
{
  GString *out = g_string_new (NULL);

  g_return_val_if_fail (module != NULL, NULL);
  dump_node (module, module->root, 0, out);
  return g_string_free (out, FALSE);
}
