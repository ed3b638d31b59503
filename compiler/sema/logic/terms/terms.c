/* Numbers as linear forms over terms.
 *
 * Arithmetic is looked into where it is exact: on integers, and on symbolic variables, which stand for real numbers. A
 * floating-point expression is one term, so that rounding and NaN can never make a proof wrong. Equal terms have equal
 * keys: their text with symbols in place of names, variables of the same value or arrays of the same size merged.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/logic/logic-private.h"

#include "compiler/sema/infer/infer.h"

#include <math.h>
#include <string.h>

#define MAX_DEPTH 60

/* --- what an expression is --- */

const RsBuiltin *
rs_logic_called_builtin (const RsNode *call)
{
  const RsNode *callee = call->kind == RS_NODE_CALL ? rs_node_child (call, RS_CALL_CALLEE) : NULL;
  const RsSymbol *symbol = callee && callee->kind == RS_NODE_NAME ? rs_symbol_get_origin (callee->symbol) : NULL;

  return symbol && symbol->kind == RS_SYMBOL_BUILTIN ? symbol->builtin : NULL;
}

/* Built-ins whose result depends on their arguments alone. */
static gboolean
is_pure_builtin (const RsBuiltin *builtin)
{
  if (builtin->flags & (RS_BUILTIN_EFFECT | RS_BUILTIN_MACHINE))
    return FALSE;
  if (builtin->flags & (RS_BUILTIN_ELEMENTWISE | RS_BUILTIN_REDUCTION))
    return TRUE;
  switch (builtin->id)
    {
    case RS_BUILTIN_ID_NUMEL:
    case RS_BUILTIN_ID_NDIMS:
    case RS_BUILTIN_ID_SIZE:
    case RS_BUILTIN_ID_TYPE:
    case RS_BUILTIN_ID_ISREAL:
    case RS_BUILTIN_ID_ISCOMPLEX:
    case RS_BUILTIN_ID_ISSCALAR:
    case RS_BUILTIN_ID_ISVECTOR:
    case RS_BUILTIN_ID_ISMATRIX:
    case RS_BUILTIN_ID_ISCUBE:
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
is_symbolic_name (const RsNode *node)
{
  const RsSymbol *symbol = node && node->kind == RS_NODE_NAME ? rs_symbol_get_origin (node->symbol) : NULL;

  return symbol && symbol->kind == RS_SYMBOL_SYMBOLIC;
}

static gboolean
is_pure_call (const RsNode *node)
{
  const RsBuiltin *builtin = rs_logic_called_builtin (node);
  const RsNode *callee = rs_node_child (node, RS_CALL_CALLEE);

  if (builtin)
    return is_pure_builtin (builtin);
  return is_symbolic_name (callee);
}

gboolean
rs_logic_is_pure (const RsNode *node)
{
  switch (node->kind)
    {
    case RS_NODE_CALL:
      if (!is_pure_call (node))
        return FALSE;
      break;
    case RS_NODE_NUMBER:
    case RS_NODE_STRING:
    case RS_NODE_NAME:
    case RS_NODE_COLON:
    case RS_NODE_UNARY:
    case RS_NODE_TERNARY:
    case RS_NODE_RANGE:
    case RS_NODE_INDEX:
    case RS_NODE_FIELD:
    case RS_NODE_MATRIX:
      break;
    case RS_NODE_BINARY:
      if (node->op == RS_OP_USER)
        return FALSE;
      break;
    case RS_NODE_TYPE_OF_TEXT:
      return TRUE;
    default:
      return FALSE;
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && !rs_logic_is_pure (node->children[i]))
      return FALSE;
  return TRUE;
}

static gboolean
is_shape_query (const RsNode *node)
{
  const RsBuiltin *builtin = rs_logic_called_builtin (node);

  return builtin
         && (builtin->id == RS_BUILTIN_ID_SIZE || builtin->id == RS_BUILTIN_ID_NUMEL
             || builtin->id == RS_BUILTIN_ID_NDIMS || builtin->id == RS_BUILTIN_ID_TYPE);
}

/* Names of numbers hold their value; arrays, cells and objects can change inside. */
static gboolean
is_changeable (const RsNode *name)
{
  const RsSymbol *symbol = rs_symbol_get_origin (name->symbol);

  return symbol && symbol->kind == RS_SYMBOL_VARIABLE && symbol->type->kind != RS_TYPE_NUMBER
         && symbol->type->kind != RS_TYPE_STRING;
}

gboolean
rs_logic_reads_contents (const RsNode *node)
{
  if (node->kind == RS_NODE_INDEX)
    {
      const RsNode *array = rs_node_child (node, RS_INDEX_ARRAY);

      if (!array || !is_shape_query (array))
        return TRUE;
    }
  if (node->kind == RS_NODE_FIELD || (node->kind == RS_NODE_NAME && is_changeable (node)))
    return TRUE;
  if (is_shape_query (node) && rs_node_child (node, RS_CALL_FIRST_ARGUMENT)
      && node->children[RS_CALL_FIRST_ARGUMENT]->kind == RS_NODE_NAME)
    return FALSE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && rs_logic_reads_contents (node->children[i]))
      return TRUE;
  return FALSE;
}

gboolean
rs_logic_names_symbol (const RsNode *node, const RsSymbol *variable)
{
  if (node->kind == RS_NODE_NAME && rs_symbol_get_origin (node->symbol) == variable)
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && rs_logic_names_symbol (node->children[i], variable))
      return TRUE;
  return FALSE;
}

gboolean
rs_logic_share_names (const RsNode *a, const RsNode *b)
{
  const RsSymbol *symbol = a->kind == RS_NODE_NAME ? rs_symbol_get_origin (a->symbol) : NULL;

  if (symbol && (symbol->kind == RS_SYMBOL_VARIABLE || symbol->kind == RS_SYMBOL_SYMBOLIC)
      && rs_logic_names_symbol (b, symbol))
    return TRUE;
  for (guint i = 0; i < a->n_children; i++)
    if (a->children[i] && rs_logic_share_names (a->children[i], b))
      return TRUE;
  return FALSE;
}

static gboolean
has_only_symbolic_names (const RsNode *node, gboolean *any)
{
  guint first = 0;

  if (node->kind == RS_NODE_NAME)
    {
      const RsSymbol *symbol = rs_symbol_get_origin (node->symbol);

      if (symbol && symbol->kind == RS_SYMBOL_BUILTIN)
        return TRUE;
      *any = TRUE;
      return symbol && symbol->kind == RS_SYMBOL_SYMBOLIC;
    }
  if (node->kind == RS_NODE_CALL && rs_logic_called_builtin (node))
    first = RS_CALL_FIRST_ARGUMENT;
  for (guint i = first; i < node->n_children; i++)
    if (node->children[i] && !has_only_symbolic_names (node->children[i], any))
      return FALSE;
  return TRUE;
}

gboolean
rs_logic_is_symbolic (const RsNode *node)
{
  gboolean any = FALSE;

  return has_only_symbolic_names (node, &any) && any;
}

/* The type that inference found, or one that a fact type (x, ...) gives a variable. */
const RsType *
rs_logic_type_of (RsProblem *self, const RsNode *node)
{
  const RsType *type = rs_infer_expression (self->arena, node, self->facts->scope->precision);

  if (type->kind != RS_TYPE_UNKNOWN || node->kind != RS_NODE_NAME)
    return type;
  for (guint i = 0; i < self->facts->facts->len; i++)
    {
      const RsNode *fact = g_array_index (self->facts->facts, RsFact, i).condition;
      const RsBuiltin *builtin = rs_logic_called_builtin (fact);

      if (!builtin || builtin->id != RS_BUILTIN_ID_TYPE || fact->n_children != 3
          || fact->children[1]->kind != RS_NODE_NAME
          || rs_symbol_get_origin (fact->children[1]->symbol) != rs_symbol_get_origin (node->symbol))
        continue;
      type = rs_logic_type_argument (self->arena, self->facts->scope, fact->children[2]);
      if (type && type->kind != RS_TYPE_UNKNOWN)
        return type;
    }
  return &rs_type_unknown;
}

static gboolean
is_integer (RsProblem *self, const RsNode *node)
{
  const RsType *type = rs_logic_type_of (self, node);

  return type->kind == RS_TYPE_NUMBER && (rs_element_is_integer (type->element) || type->element == RS_ELEMENT_BOOL);
}

static gboolean
is_exact (RsProblem *self, const RsNode *node)
{
  return is_integer (self, node) || rs_logic_is_symbolic (node);
}

/* --- linear forms --- */

static RsLinear *
new_linear (RsProblem *self)
{
  RsLinear *linear = rs_arena_new0 (self->arena, RsLinear);

  linear->terms = g_array_new (FALSE, FALSE, sizeof (RsLinearTerm));
  rs_arena_add_cleanup (self->arena, (GDestroyNotify)g_array_unref, linear->terms);
  linear->constant = RS_RATIONAL_ZERO;
  return linear;
}

static RsLinear *
linear_of_constant (RsProblem *self, RsRational constant)
{
  RsLinear *linear = new_linear (self);

  linear->constant = constant;
  return rs_rational_is_valid (constant) ? linear : NULL;
}

static RsLinear *
linear_of_term (RsProblem *self, guint term)
{
  RsLinear *linear;
  RsLinearTerm only = { term, RS_RATIONAL_ONE };

  if (term == G_MAXUINT)
    return NULL;
  linear = new_linear (self);
  g_array_append_val (linear->terms, only);
  return linear;
}

/* a + factor * b */
static RsLinear *
add (RsProblem *self, const RsLinear *a, const RsLinear *b, RsRational factor)
{
  RsLinear *sum = new_linear (self);
  guint i = 0, j = 0;

  while (i < a->terms->len || j < b->terms->len)
    {
      const RsLinearTerm *x = i < a->terms->len ? &g_array_index (a->terms, RsLinearTerm, i) : NULL;
      const RsLinearTerm *y = j < b->terms->len ? &g_array_index (b->terms, RsLinearTerm, j) : NULL;
      RsLinearTerm term;

      term.variable = x && (!y || x->variable <= y->variable) ? x->variable : y->variable;
      term.coefficient = x && x->variable == term.variable ? x->coefficient : RS_RATIONAL_ZERO;
      i += x && x->variable == term.variable;
      if (y && y->variable == term.variable)
        {
          term.coefficient = rs_rational_add (term.coefficient, rs_rational_multiply (y->coefficient, factor));
          j++;
        }
      if (!rs_rational_is_valid (term.coefficient))
        return NULL;
      g_array_append_val (sum->terms, term);
    }
  sum->constant = rs_rational_add (a->constant, rs_rational_multiply (b->constant, factor));
  return rs_rational_is_valid (sum->constant) ? sum : NULL;
}

RsLinear *
rs_linear_subtract (RsProblem *self, const RsLinear *a, const RsLinear *b)
{
  return add (self, a, b, (RsRational){ -1, 1 });
}

static RsLinear *
multiply_by (RsProblem *self, const RsLinear *a, RsRational factor)
{
  return add (self, linear_of_constant (self, RS_RATIONAL_ZERO), a, factor);
}

/* --- terms --- */

const RsTerm *
rs_problem_get_term (const RsProblem *self, guint index)
{
  g_assert (index < self->terms->len);
  return g_ptr_array_index (self->terms, index);
}

const RsSymbol *
rs_problem_representative (GHashTable *table, const RsSymbol *symbol)
{
  const RsSymbol *next;

  for (guint i = 0; i < 100 && (next = g_hash_table_lookup (table, symbol)); i++)
    symbol = next;
  return symbol;
}

static void append_key (RsProblem *self, const RsNode *node, GString *key, gboolean of_shape);

/* Products commute: their factors are sorted. */
static void
collect_factors (RsProblem *self, const RsNode *node, GPtrArray *keys)
{
  if (node->kind == RS_NODE_BINARY && node->op == RS_OP_MULTIPLY)
    {
      collect_factors (self, node->children[0], keys);
      collect_factors (self, node->children[1], keys);
    }
  else
    {
      GString *key = g_string_new (NULL);

      append_key (self, node, key, FALSE);
      g_ptr_array_add (keys, g_string_free (key, FALSE));
    }
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static void
append_product (RsProblem *self, const RsNode *node, GString *key)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);

  collect_factors (self, node, keys);
  g_ptr_array_sort (keys, compare_keys);
  g_string_append (key, "(*");
  for (guint i = 0; i < keys->len; i++)
    g_string_append_printf (key, " %s", (char *)g_ptr_array_index (keys, i));
  g_string_append_c (key, ')');
}

static void
append_name (RsProblem *self, const RsNode *node, GString *key, gboolean of_shape)
{
  const RsSymbol *symbol = rs_symbol_get_origin (node->symbol);

  if (!symbol || symbol->kind == RS_SYMBOL_BUILTIN || symbol->kind == RS_SYMBOL_BUILTIN_TYPE)
    g_string_append (key, node->name ? node->name : "?");
  else
    {
      symbol = rs_problem_representative (self->same, symbol);
      if (of_shape)
        symbol = rs_problem_representative (self->shapes, symbol);
      g_string_append_printf (key, "@%p", (const void *)symbol);
    }
}

static void
append_key (RsProblem *self, const RsNode *node, GString *key, gboolean of_shape)
{
  gboolean shape = is_shape_query (node);
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  switch (node->kind)
    {
    case RS_NODE_NAME:
      append_name (self, node, key, of_shape);
      return;
    case RS_NODE_NUMBER:
      g_string_append_printf (key, "%s%s", g_ascii_dtostr (number, sizeof number, node->number),
                              node->flags & RS_NODE_IMAGINARY ? "i" : "");
      return;
    case RS_NODE_STRING:
      g_string_append_printf (key, "\"%s\"", node->text ? node->text : "");
      return;
    case RS_NODE_BINARY:
      if (node->op == RS_OP_MULTIPLY && is_exact (self, node))
        {
          append_product (self, node, key);
          return;
        }
      break;
    default:
      break;
    }
  g_string_append_printf (key, "(%u.%u", node->kind, node->op);
  if (node->name)
    g_string_append_printf (key, ".%s", node->name);
  for (guint i = 0; i < node->n_children; i++)
    {
      g_string_append_c (key, ' ');
      if (node->children[i])
        append_key (self, node->children[i], key, shape && i == RS_CALL_FIRST_ARGUMENT);
    }
  g_string_append_c (key, ')');
}

static guint
add_term (RsProblem *self, const char *key, const RsNode *node, gboolean integer, gboolean exact)
{
  gpointer found = g_hash_table_lookup (self->index, key);
  RsTerm *term;

  if (found)
    return GPOINTER_TO_UINT (found) - 1;
  term = rs_arena_new0 (self->arena, RsTerm);
  term->node = node;
  term->is_integer = integer;
  term->is_exact = exact;
  g_ptr_array_add (self->terms, term);
  g_hash_table_insert (self->index, g_strdup (key), GUINT_TO_POINTER (self->terms->len));
  return self->terms->len - 1;
}

guint
rs_term_of_node (RsProblem *self, const RsNode *node)
{
  g_autoptr (GString) key = NULL;

  if (!rs_logic_is_pure (node))
    return G_MAXUINT;
  key = g_string_new (NULL);
  append_key (self, node, key, FALSE);
  return add_term (self, key->str, node, is_integer (self, node), is_exact (self, node));
}

/* Things that are equal to themselves only (texts, types) are told apart by numbers that nothing else has. */
static RsLinear *
linear_of_distinct (RsProblem *self, const RsNode *node)
{
  guint term = rs_term_of_node (self, node);

  if (term == G_MAXUINT)
    return NULL;
  return linear_of_constant (self, rs_rational ((gint64)1000003 * 1000 + term * 2 + 1, 1000003));
}

/* size (x) [k] and size (x, k) are one term; where the type knows the size it is a number. */
static RsLinear *
linear_of_size (RsProblem *self, const RsNode *array, const RsNode *dimension)
{
  const RsType *type = rs_logic_type_of (self, array);
  g_autoptr (GString) key = NULL;

  if (dimension->kind != RS_NODE_NUMBER || !rs_logic_is_pure (array))
    return NULL;
  if (type->kind == RS_TYPE_ARRAY && dimension->number >= 0 && dimension->number < type->rank && type->rank >= 2
      && type->sizes[(int)dimension->number] >= 0)
    return linear_of_constant (self, rs_rational (type->sizes[(int)dimension->number], 1));
  key = g_string_new (NULL);
  append_key (self, array, key, TRUE);
  g_string_append_printf (key, " size %d", (int)dimension->number);
  return linear_of_term (self, add_term (self, key->str, array, TRUE, TRUE));
}

static RsLinear *
linear_of_numel (RsProblem *self, const RsNode *node)
{
  const RsType *type = rs_logic_type_of (self, node->children[RS_CALL_FIRST_ARGUMENT]);
  gint64 n = 1;

  if (type->kind != RS_TYPE_ARRAY || type->rank == 0)
    return NULL;
  for (int i = 0; i < type->rank; i++)
    if (type->sizes[i] < 0 || __builtin_mul_overflow (n, type->sizes[i], &n))
      return NULL;
  return linear_of_constant (self, rs_rational (n, 1));
}

static RsLinear *
linear_of_call (RsProblem *self, const RsNode *node)
{
  const RsBuiltin *builtin = rs_logic_called_builtin (node);
  RsLinear *linear = NULL;

  if (builtin && builtin->id == RS_BUILTIN_ID_SIZE && node->n_children == 3 && node->children[1] && node->children[2])
    linear = linear_of_size (self, node->children[1], node->children[2]);
  else if (builtin && builtin->id == RS_BUILTIN_ID_NUMEL && node->n_children == 2 && node->children[1])
    linear = linear_of_numel (self, node);
  return linear ? linear : linear_of_term (self, rs_term_of_node (self, node));
}

static RsLinear *
linear_of_index (RsProblem *self, const RsNode *node)
{
  const RsNode *array = rs_node_child (node, RS_INDEX_ARRAY);
  const RsBuiltin *builtin = array ? rs_logic_called_builtin (array) : NULL;
  RsLinear *linear = NULL;

  if (builtin && builtin->id == RS_BUILTIN_ID_SIZE && array->n_children == 2 && node->n_children == 2)
    linear = linear_of_size (self, array->children[1], node->children[RS_INDEX_FIRST]);
  return linear ? linear : linear_of_term (self, rs_term_of_node (self, node));
}

static RsLinear *
linear_of_name (RsProblem *self, const RsNode *node)
{
  const RsSymbol *symbol = rs_symbol_get_origin (node->symbol);

  if (symbol && symbol->kind == RS_SYMBOL_BUILTIN)
    switch (symbol->builtin->id)
      {
      case RS_BUILTIN_ID_TRUE:
        return linear_of_constant (self, RS_RATIONAL_ONE);
      case RS_BUILTIN_ID_FALSE:
        return linear_of_constant (self, RS_RATIONAL_ZERO);
      case RS_BUILTIN_ID_PI:
        return linear_of_constant (self, rs_rational_from_double (G_PI));
      default:
        break;
      }
  if (symbol && (symbol->kind == RS_SYMBOL_BUILTIN_TYPE || symbol->kind == RS_SYMBOL_TYPE))
    return linear_of_distinct (self, node);
  return linear_of_term (self, rs_term_of_node (self, node));
}

static gboolean
is_constant (const RsLinear *linear)
{
  return linear && linear->terms->len == 0;
}

static RsLinear *
linear_of_product (RsProblem *self, const RsNode *node)
{
  RsLinear *left = rs_linear_of_node (self, node->children[0]), *right = rs_linear_of_node (self, node->children[1]);

  if (is_constant (left) && right)
    return multiply_by (self, right, left->constant);
  if (is_constant (right) && left)
    return multiply_by (self, left, right->constant);
  return linear_of_term (self, rs_term_of_node (self, node));
}

static RsLinear *
linear_of_quotient (RsProblem *self, const RsNode *node)
{
  RsLinear *left = rs_linear_of_node (self, node->children[0]), *right = rs_linear_of_node (self, node->children[1]);

  /* The quotient of two integers is rounded. */
  if (left && is_constant (right) && rs_rational_sign (right->constant) != 0
      && (rs_logic_is_symbolic (node) || is_constant (left)))
    return multiply_by (self, left, rs_rational_invert (right->constant));
  return linear_of_term (self, rs_term_of_node (self, node));
}

static gboolean
is_number_text (const RsNode *node)
{
  if (node->kind == RS_NODE_UNARY)
    return node->op != RS_OP_NOT && is_number_text (node->children[0]);
  return node->kind == RS_NODE_NUMBER && !(node->flags & RS_NODE_IMAGINARY);
}

static RsLinear *
linear_of_binary (RsProblem *self, const RsNode *node)
{
  RsLinear *left, *right;

  if (!is_exact (self, node) && !(is_number_text (node->children[0]) && is_number_text (node->children[1])))
    return linear_of_term (self, rs_term_of_node (self, node));
  switch (node->op)
    {
    case RS_OP_ADD:
    case RS_OP_SUBTRACT:
      left = rs_linear_of_node (self, node->children[0]);
      right = rs_linear_of_node (self, node->children[1]);
      return left && right ? add (self, left, right, (RsRational){ node->op == RS_OP_ADD ? 1 : -1, 1 }) : NULL;
    case RS_OP_MULTIPLY:
      return linear_of_product (self, node);
    case RS_OP_DIVIDE:
      return linear_of_quotient (self, node);
    default:
      return linear_of_term (self, rs_term_of_node (self, node));
    }
}

static RsLinear *
linear_of_unary (RsProblem *self, const RsNode *node)
{
  RsLinear *operand;

  if (node->op == RS_OP_NOT)
    return linear_of_term (self, rs_term_of_node (self, node));
  operand = rs_linear_of_node (self, node->children[0]);
  if (operand && node->op == RS_OP_NEGATE)
    return multiply_by (self, operand, (RsRational){ -1, 1 });
  return operand;
}

static RsLinear *
linear_of (RsProblem *self, const RsNode *node)
{
  switch (node->kind)
    {
    case RS_NODE_NUMBER:
      return node->flags & RS_NODE_IMAGINARY ? linear_of_term (self, rs_term_of_node (self, node))
                                             : linear_of_constant (self, rs_rational_from_double (node->number));
    case RS_NODE_STRING:
    case RS_NODE_TYPE_OF_TEXT:
      return linear_of_distinct (self, node);
    case RS_NODE_NAME:
      return linear_of_name (self, node);
    case RS_NODE_CALL:
      return linear_of_call (self, node);
    case RS_NODE_INDEX:
      return linear_of_index (self, node);
    case RS_NODE_UNARY:
      return node->children[0] ? linear_of_unary (self, node) : NULL;
    case RS_NODE_BINARY:
      return node->children[0] && node->children[1] ? linear_of_binary (self, node) : NULL;
    default:
      return linear_of_term (self, rs_term_of_node (self, node));
    }
}

RsLinear *
rs_linear_of_node (RsProblem *self, const RsNode *node)
{
  RsLinear *linear;

  if (self->depth >= MAX_DEPTH)
    return NULL;
  self->depth++;
  linear = linear_of (self, node);
  self->depth--;
  return linear;
}

/* --- problems --- */

static void
merge (GHashTable *table, const RsNode *a, const RsNode *b)
{
  const RsSymbol *x, *y;

  if (a->kind != RS_NODE_NAME || b->kind != RS_NODE_NAME || !a->symbol || !b->symbol)
    return;
  x = rs_problem_representative (table, rs_symbol_get_origin (a->symbol));
  y = rs_problem_representative (table, rs_symbol_get_origin (b->symbol));
  if (x != y && x->kind == RS_SYMBOL_VARIABLE && y->kind == RS_SYMBOL_VARIABLE)
    g_hash_table_insert (table, (gpointer)x, (gpointer)y);
}

static void
find_equal_variables (RsProblem *self)
{
  for (guint i = 0; i < self->facts->facts->len; i++)
    {
      const RsFact *fact = &g_array_index (self->facts->facts, RsFact, i);
      const RsNode *node = fact->condition, *left, *right;
      const RsBuiltin *a, *b;

      if (node->kind != RS_NODE_BINARY || node->op != RS_OP_EQUAL || !(left = rs_node_child (node, 0))
          || !(right = rs_node_child (node, 1)))
        continue;
      if (fact->kind == RS_FACT_VALUE)
        merge (self->same, left, right);
      if (fact->kind == RS_FACT_SHAPE)
        merge (self->shapes, left, right);
      a = rs_logic_called_builtin (left);
      b = rs_logic_called_builtin (right);
      if (a && b && a->id == RS_BUILTIN_ID_SIZE && b->id == RS_BUILTIN_ID_SIZE && left->n_children == 2
          && right->n_children == 2)
        merge (self->shapes, left->children[1], right->children[1]);
    }
}

void
rs_problem_init (RsProblem *self, const RsFacts *facts)
{
  *self = (RsProblem){ .facts = facts, .arena = rs_arena_new () };
  self->terms = g_ptr_array_new ();
  self->index = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->same = g_hash_table_new (NULL, NULL);
  self->shapes = g_hash_table_new (NULL, NULL);
  find_equal_variables (self);
}

void
rs_problem_clear (RsProblem *self)
{
  g_ptr_array_unref (self->terms);
  g_hash_table_unref (self->index);
  g_hash_table_unref (self->same);
  g_hash_table_unref (self->shapes);
  rs_arena_free (self->arena);
}
