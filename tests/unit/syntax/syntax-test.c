/* SPDX-License-Identifier: Apache-2.0 */
#include "syntax-test.h"

static const struct {
  RsNodeFlags flag;
  const char *name;
} flags[] = {
  { RS_NODE_COMMAND, "command" },   { RS_NODE_KERNEL, "kernel" },     { RS_NODE_DEVICE, "device" },
  { RS_NODE_VARIADIC, "variadic" }, { RS_NODE_MUTABLE, "mutable" },   { RS_NODE_DYNAMIC, "dynamic" },
  { RS_NODE_TYPE_FIRST, "first" },
};

static void
append_head (GString *out, const RsNode *node)
{
  if (node->op != RS_OP_NONE && node->op != RS_OP_USER)
    g_string_append (out, rs_operator_to_string (node->op));
  else if (node->kind == RS_NODE_BINARY)
    g_string_append (out, node->name);
  else
    g_string_append (out, rs_node_kind_to_string (node->kind));
  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    if (node->flags & flags[i].flag)
      g_string_append_printf (out, " %s", flags[i].name);
  if (node->name != NULL && node->kind != RS_NODE_BINARY)
    g_string_append_printf (out, " %s", *node->name == '\0' ? "\"\"" : node->name);
  if (node->text != NULL)
    g_string_append_printf (out, " \"%s\"", node->text);
  for (guint i = 0; node->modifiers != NULL && node->modifiers[i] != NULL; i++)
    g_string_append_printf (out, " '%s", node->modifiers[i]);
}

static void
append_tree (GString *out, const RsNode *node)
{
  g_autofree char *number = NULL;

  if (node == NULL)
    {
      g_string_append_c (out, '-');
      return;
    }
  switch (node->kind)
    {
    case RS_NODE_NAME:
      g_string_append (out, node->name);
      return;
    case RS_NODE_NUMBER:
      number = rs_node_to_string (node);
      g_string_append (out, number);
      return;
    case RS_NODE_STRING:
      g_string_append_printf (out, "\"%s\"", node->text);
      return;
    case RS_NODE_PLACEHOLDER:
      g_string_append_c (out, '_');
      return;
    case RS_NODE_COLON:
      g_string_append_c (out, ':');
      return;
    case RS_NODE_EXPRESSION:
      append_tree (out, node->children[0]);
      return;
    default:
      g_string_append_c (out, '(');
      append_head (out, node);
      for (guint i = 0; i < node->n_children; i++)
        {
          g_string_append_c (out, ' ');
          append_tree (out, node->children[i]);
        }
      g_string_append_c (out, ')');
    }
}

static char *
errors_to_string (RsDiagnostics *diagnostics)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < rs_diagnostics_get_length (diagnostics); i++)
    {
      const RsDiagnostic *item = rs_diagnostics_get (diagnostics, i);
      guint line, column;

      rs_source_locate (item->source, item->span.start, &line, &column);
      g_string_append_printf (out, "%s%u:%u %s", i > 0 ? "\n" : "", line, column, item->message);
    }
  return g_string_free (out, FALSE);
}

char *
syntax_tree (const char *text)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (RsNames) names = rs_names_new ();
  g_autoptr (RsSource) source = rs_source_new_from_text ("test.q", text, -1);
  g_autoptr (RsModule) module = rs_parse (source, names, diagnostics);
  GString *out;

  if (rs_diagnostics_get_length (diagnostics) > 0)
    return errors_to_string (diagnostics);
  out = g_string_new (NULL);
  for (guint i = 0; i < module->root->n_children; i++)
    {
      if (i > 0)
        g_string_append_c (out, '\n');
      append_tree (out, module->root->children[i]);
    }
  return g_string_free (out, FALSE);
}

char *
syntax_errors (const char *text, gssize length)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (RsNames) names = rs_names_new ();
  g_autoptr (RsSource) source = rs_source_new_from_text ("test.q", text, length);
  g_autoptr (RsModule) module = rs_parse (source, names, diagnostics);
  g_autofree char *dump = rs_ast_dump (module);

  g_assert_nonnull (dump);
  rs_diagnostics_sort (diagnostics);
  return errors_to_string (diagnostics);
}

void
syntax_check_cases (const SyntaxCase *cases, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *tree = syntax_tree (cases[i].text);

      if (g_strcmp0 (tree, cases[i].expected) != 0)
        g_test_message ("in: %s", cases[i].text);
      g_assert_cmpstr (tree, ==, cases[i].expected);
    }
}
