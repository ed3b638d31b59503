/* An expression or a type as source text: what messages quote and $str returns.
 *
 * Arithmetic and comparisons are written without blanks, logical operators and what separates larger parts with them;
 * parentheses stand where the precedence needs them, whether or not the source had them. What is printed reads back as
 * the same tree.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/syntax/ast.h"

#include <math.h>
#include <string.h>

/* How tightly an expression binds; the operand of an operator is put in parentheses when it binds less. */
typedef enum {
  BINDS_LOOSE, /* lambdas, assignments, x : T */
  BINDS_TERNARY,
  BINDS_PIPE,
  BINDS_OR,
  BINDS_AND,
  BINDS_NOT,
  BINDS_COMPARISON,
  BINDS_RANGE,
  BINDS_SUM,
  BINDS_PRODUCT,
  BINDS_UNARY,
  BINDS_POWER,
  BINDS_TIGHT,
} Binding;

static void print_node (const RsNode *node, GString *out);

static Binding
binding_of_operator (RsOperator op)
{
  switch (op)
    {
    case RS_OP_USER:
      return BINDS_PIPE;
    case RS_OP_OR:
      return BINDS_OR;
    case RS_OP_AND:
      return BINDS_AND;
    case RS_OP_ADD:
    case RS_OP_SUBTRACT:
      return BINDS_SUM;
    case RS_OP_MULTIPLY:
    case RS_OP_DIVIDE:
    case RS_OP_DOT_MULTIPLY:
    case RS_OP_DOT_DIVIDE:
      return BINDS_PRODUCT;
    case RS_OP_POWER:
    case RS_OP_DOT_POWER:
      return BINDS_POWER;
    default:
      return BINDS_COMPARISON;
    }
}

static Binding
binding_of (const RsNode *node)
{
  switch (node->kind)
    {
    case RS_NODE_LAMBDA:
    case RS_NODE_ASSIGN:
    case RS_NODE_DEFINE:
    case RS_NODE_TYPED:
      return BINDS_LOOSE;
    case RS_NODE_TERNARY:
      return BINDS_TERNARY;
    case RS_NODE_RANGE:
      return BINDS_RANGE;
    case RS_NODE_UNARY:
      return node->op == RS_OP_NOT ? BINDS_NOT : BINDS_UNARY;
    case RS_NODE_BINARY:
      return binding_of_operator (node->op);
    case RS_NODE_NUMBER:
      return node->number < 0 || signbit (node->number) ? BINDS_UNARY : BINDS_TIGHT;
    case RS_NODE_CALL:
      return node->flags & RS_NODE_COMMAND ? BINDS_LOOSE : BINDS_TIGHT;
    default:
      return BINDS_TIGHT;
    }
}

static void
print_operand (const RsNode *node, Binding least, GString *out)
{
  gboolean needs_parentheses = node != NULL && binding_of (node) < least;

  if (needs_parentheses)
    g_string_append_c (out, '(');
  print_node (node, out);
  if (needs_parentheses)
    g_string_append_c (out, ')');
}

static void
print_list (const RsNode *node, guint first, const char *separator, GString *out)
{
  for (guint i = first; i < node->n_children; i++)
    {
      if (i > first)
        g_string_append (out, separator);
      print_node (node->children[i], out);
    }
}

static void
print_modifiers (const RsNode *node, GString *out)
{
  for (guint i = 0; node->modifiers != NULL && node->modifiers[i] != NULL; i++)
    g_string_append_printf (out, "'%s", node->modifiers[i]);
}

/* The fewest digits that read back to the same value, without an exponent as long as that is readable; a dot keeps a
 * scalar from becoming an integer. */
static void
print_number (const RsNode *node, GString *out)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE], format[8];
  int precision = 0;

  if (node->text)
    {
      g_string_append (out, node->text);
      return;
    }
  do
    {
      g_snprintf (format, sizeof format, "%%.%dg", ++precision);
      g_ascii_formatd (buffer, sizeof buffer, format, node->number);
    }
  while (precision < 17 && g_ascii_strtod (buffer, NULL) != node->number);
  if (fabs (node->number) < 1e17 && node->number == floor (node->number))
    g_ascii_formatd (buffer, sizeof buffer, "%.0f", node->number);
  g_string_append (out, buffer);
  if (!(node->flags & RS_NODE_INTEGER) && strpbrk (buffer, ".einf") == NULL)
    g_string_append (out, ".0");
  if (node->flags & RS_NODE_IMAGINARY)
    g_string_append_c (out, 'i');
}

static void
print_binary (const RsNode *node, GString *out)
{
  Binding binding = binding_of_operator (node->op);
  const char *text = node->op == RS_OP_USER && node->name != NULL ? node->name : rs_operator_to_string (node->op);
  gboolean is_spaced = binding < BINDS_COMPARISON;

  print_operand (node->children[0], binding, out);
  g_string_append_printf (out, is_spaced ? " %s " : "%s", text);
  /* The exponent may have a sign of its own. */
  if (binding == BINDS_POWER && node->children[1]->kind == RS_NODE_UNARY && node->children[1]->op != RS_OP_NOT
      && binding_of (node->children[1]->children[0]) == BINDS_TIGHT)
    print_node (node->children[1], out);
  else
    print_operand (node->children[1], binding + 1, out);
}

static void
print_lambda (const RsNode *node, GString *out)
{
  const RsNode *body = rs_node_last (node);

  if (node->flags & RS_NODE_KERNEL)
    g_string_append (out, "__kernel__ ");
  if (node->flags & RS_NODE_DEVICE)
    g_string_append (out, "__device__ ");
  g_string_append_c (out, '(');
  for (guint i = 0; i + 1 < node->n_children; i++)
    {
      if (i > 0)
        g_string_append (out, ", ");
      print_node (node->children[i], out);
    }
  g_string_append (out, ") -> ");
  print_node (body, out);
}

static void
print_parameter (const RsNode *node, GString *out)
{
  if (node->flags & RS_NODE_VARIADIC)
    g_string_append (out, "...");
  g_string_append (out, node->name);
  if (rs_node_child (node, RS_PARAMETER_TYPE) != NULL)
    {
      g_string_append (out, " : ");
      print_node (node->children[RS_PARAMETER_TYPE], out);
    }
  if (rs_node_child (node, RS_PARAMETER_DEFAULT) != NULL)
    {
      g_string_append (out, " = ");
      print_node (node->children[RS_PARAMETER_DEFAULT], out);
    }
}

static void
print_call (const RsNode *node, GString *out)
{
  print_operand (node->children[RS_CALL_CALLEE], BINDS_TIGHT, out);
  g_string_append_c (out, '(');
  print_list (node, RS_CALL_FIRST_ARGUMENT, ", ", out);
  g_string_append_c (out, ')');
}

static void
print_in (const RsNode *node, guint first, const char *opening, const char *closing, GString *out)
{
  g_string_append (out, opening);
  print_list (node, first, opening[0] == '(' && node->kind == RS_NODE_SEQUENCE ? "; " : ", ", out);
  g_string_append (out, closing);
}

/* As it was written, whether or not it has its value. */
static void
print_meta (const RsNode *node, GString *out)
{
  guint n = node->n_children - ((node->flags & RS_NODE_EVALUATED) != 0);

  g_string_append_printf (out, "$%s(", node->name);
  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append (out, ", ");
      print_node (node->children[i], out);
    }
  g_string_append_c (out, ')');
}

static void
print_range (const RsNode *node, GString *out)
{
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] != NULL)
      {
        if (i > 0)
          g_string_append (out, "..");
        print_operand (node->children[i], BINDS_SUM, out);
      }
}

static void
print_infix (const RsNode *node, const char *infix, GString *out)
{
  print_operand (node->children[0], BINDS_TERNARY, out);
  g_string_append (out, infix);
  print_node (node->children[1], out);
}

static void
print_type_name (const RsNode *node, GString *out)
{
  gboolean is_open = FALSE;

  g_string_append (out, node->name);
  for (guint i = 0; i < node->n_children; i++)
    {
      const RsNode *child = node->children[i];
      gboolean is_parameter = child->kind != RS_NODE_TYPE_DIMENSIONS && child->kind != RS_NODE_TYPE_SIZES;

      if (is_parameter)
        g_string_append (out, is_open ? ", " : "[");
      else if (is_open)
        g_string_append_c (out, ']');
      is_open = is_parameter;
      print_node (child, out);
    }
  if (is_open)
    g_string_append_c (out, ']');
  print_modifiers (node, out);
}

/* One type alone, several in parentheses. */
static void
print_side (const RsNode *list, GString *out)
{
  const RsNode *only = list->n_children == 1 ? list->children[0] : NULL;

  if (only != NULL && only->kind != RS_NODE_TYPE_FUNCTION)
    print_node (only, out);
  else
    print_in (list, 0, "(", ")", out);
}

static void
print_type_function (const RsNode *node, GString *out)
{
  g_string_append_c (out, '[');
  if (node->flags & RS_NODE_KERNEL)
    g_string_append (out, "__kernel__ ");
  if (node->flags & RS_NODE_DEVICE)
    g_string_append (out, "__device__ ");
  print_side (node->children[RS_TYPE_FUNCTION_INPUTS], out);
  g_string_append (out, " -> ");
  print_side (node->children[RS_TYPE_FUNCTION_OUTPUTS], out);
  g_string_append_c (out, ']');
  print_modifiers (node, out);
}

static void
print_type_choice (const RsNode *node, GString *out)
{
  g_string_append_c (out, '[');
  print_list (node, 0, "|", out);
  g_string_append_c (out, ']');
  print_modifiers (node, out);
}

/* Type text; FALSE when the node is none. */
static gboolean
print_type (const RsNode *node, GString *out)
{
  switch (node->kind)
    {
    case RS_NODE_TYPE_NAME:
      print_type_name (node, out);
      return TRUE;
    case RS_NODE_TYPE_SIZES:
      print_in (node, 0, "(", ")", out);
      return TRUE;
    case RS_NODE_TYPE_DIMENSIONS:
      print_in (node, 0, "{", "}", out);
      return TRUE;
    case RS_NODE_TYPE_POINTER:
      g_string_append_c (out, '^');
      print_node (node->children[0], out);
      return TRUE;
    case RS_NODE_TYPE_FUNCTION:
      print_type_function (node, out);
      return TRUE;
    case RS_NODE_TYPE_LIST:
      print_in (node, 0, "(", ")", out);
      return TRUE;
    case RS_NODE_TYPE_VARIADIC:
      g_string_append (out, "...");
      if (node->n_children > 0)
        print_node (node->children[0], out);
      return TRUE;
    case RS_NODE_TYPE_CHOICE:
      print_type_choice (node, out);
      return TRUE;
    case RS_NODE_TYPE_UNKNOWN:
      if (node->modifiers == NULL)
        g_string_append (out, "??");
      print_modifiers (node, out);
      return TRUE;
    default:
      return FALSE;
    }
}

static void
print_node (const RsNode *node, GString *out)
{
  if (node == NULL || print_type (node, out))
    return;
  switch (node->kind)
    {
    case RS_NODE_NUMBER:
      print_number (node, out);
      break;
    case RS_NODE_STRING:
      g_string_append_printf (out, "\"%s\"", node->text);
      break;
    case RS_NODE_NAME:
      g_string_append (out, node->name);
      break;
    case RS_NODE_PLACEHOLDER:
      g_string_append_c (out, '_');
      break;
    case RS_NODE_COLON:
      g_string_append_c (out, ':');
      break;
    case RS_NODE_SPREAD:
      g_string_append (out, "...");
      print_operand (rs_node_child (node, 0), BINDS_PIPE, out);
      break;
    case RS_NODE_UNARY:
      g_string_append (out, rs_operator_to_string (node->op));
      print_operand (node->children[0], node->op == RS_OP_NOT ? BINDS_RANGE : BINDS_UNARY, out);
      break;
    case RS_NODE_BINARY:
      print_binary (node, out);
      break;
    case RS_NODE_TERNARY:
      print_operand (node->children[RS_TERNARY_CONDITION], BINDS_PIPE, out);
      g_string_append (out, " ? ");
      print_operand (node->children[RS_TERNARY_THEN], BINDS_TERNARY, out);
      g_string_append (out, " : ");
      print_operand (node->children[RS_TERNARY_ELSE], BINDS_TERNARY, out);
      break;
    case RS_NODE_RANGE:
      print_range (node, out);
      break;
    case RS_NODE_CALL:
      print_call (node, out);
      break;
    case RS_NODE_NAMED_ARGUMENT:
      g_string_append_printf (out, "%s:=", node->name);
      print_node (node->children[0], out);
      break;
    case RS_NODE_INDEX:
      print_operand (node->children[RS_INDEX_ARRAY], BINDS_TIGHT, out);
      print_in (node, RS_INDEX_FIRST, "[", "]", out);
      break;
    case RS_NODE_FIELD:
      print_operand (node->children[0], BINDS_TIGHT, out);
      g_string_append_printf (out, ".%s", node->name);
      break;
    case RS_NODE_MATRIX:
      print_in (node, 0, node->flags & RS_NODE_PARENTHESES ? "(" : "[", node->flags & RS_NODE_PARENTHESES ? ")" : "]",
                out);
      break;
    case RS_NODE_CELL:
      print_in (node, 0, "{", "}", out);
      break;
    case RS_NODE_LAMBDA:
      print_lambda (node, out);
      break;
    case RS_NODE_PARAMETER:
    case RS_NODE_MEMBER:
      print_parameter (node, out);
      break;
    case RS_NODE_ASSIGN:
      print_infix (node, rs_operator_to_string (node->op), out);
      break;
    case RS_NODE_DEFINE:
      print_infix (node, ":=", out);
      break;
    case RS_NODE_TYPED:
      print_infix (node, " : ", out);
      break;
    case RS_NODE_SEQUENCE:
      print_in (node, 0, "(", ")", out);
      break;
    case RS_NODE_TARGET_TEST:
      g_string_append_printf (out, "$target (\"%s\")", node->text);
      break;
    case RS_NODE_META:
      print_meta (node, out);
      break;
    case RS_NODE_TYPE_OF_TEXT:
      if (node->name)
        print_in (node, 0, "typename(", ")", out);
      else
        print_node (node->children[0], out);
      break;
    case RS_NODE_EXPRESSION:
      print_node (node->children[0], out);
      break;
    case RS_NODE_LIST:
      print_list (node, 0, ", ", out);
      break;
    default:
      g_string_append_printf (out, "<%s>", rs_node_kind_to_string (node->kind));
    }
}

char *
rs_node_to_string (const RsNode *node)
{
  GString *out = g_string_new (NULL);

  print_node (node, out);
  return g_string_free (out, FALSE);
}
