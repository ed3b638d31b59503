/* Conditions as formulas in negation normal form, and what the meaning of terms adds.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/logic/logic-private.h"

#include "compiler/sema/infer/infer.h"

#include <string.h>

static const RsFormula always = { .kind = RS_FORMULA_TRUE }, never = { .kind = RS_FORMULA_FALSE };

static const RsFormula *
join (RsProblem *self, RsFormulaKind kind, const RsFormula *left, const RsFormula *right)
{
  RsFormulaKind neutral = kind == RS_FORMULA_AND ? RS_FORMULA_TRUE : RS_FORMULA_FALSE;
  RsFormula *formula;

  if (left->kind == neutral || right->kind == neutral)
    return left->kind == neutral ? right : left;
  if (left->kind <= RS_FORMULA_FALSE || right->kind <= RS_FORMULA_FALSE)
    return left->kind <= RS_FORMULA_FALSE ? left : right;
  formula = rs_arena_new0 (self->arena, RsFormula);
  formula->kind = kind;
  formula->left = left;
  formula->right = right;
  return formula;
}

/* Something that no theory looks into; a condition with effects may change, so that it says nothing at all. */
static const RsFormula *
proposition (RsProblem *self, const RsNode *node, gboolean sense)
{
  RsFormula *formula = rs_arena_new0 (self->arena, RsFormula);

  formula->kind = RS_FORMULA_PROPOSITION;
  formula->sense = sense;
  formula->term = rs_term_of_node (self, node);
  return formula;
}

static const RsFormula *
compare (RsProblem *self, RsLinear *linear, RsRelation relation, gboolean sense)
{
  RsFormula *formula = rs_arena_new0 (self->arena, RsFormula);

  formula->kind = RS_FORMULA_COMPARE;
  formula->sense = sense;
  formula->relation = relation;
  formula->linear = linear;
  return formula;
}

/* --- types --- */

static const RsNode *
type_node_of_text (const RsModule *module)
{
  const RsNode *typed = module->root->n_children > 0 ? module->root->children[0] : NULL;

  while (typed && typed->kind != RS_NODE_TYPED)
    typed = rs_node_child (typed, 0);
  return typed ? rs_node_child (typed, RS_TYPED_TYPE) : NULL;
}

const RsType *
rs_logic_type_argument (RsArena *arena, RsScope *scope, const RsNode *argument)
{
  g_autofree char *text = NULL;
  g_autoptr (RsSource) source = NULL;
  g_autoptr (RsDiagnostics) diagnostics = NULL;
  RsModule *module;
  const RsNode *node;

  if (argument->kind == RS_NODE_NAME)
    {
      const RsSymbol *symbol = rs_symbol_get_origin (argument->symbol);
      const RsType *type = symbol && (symbol->kind == RS_SYMBOL_BUILTIN_TYPE || symbol->kind == RS_SYMBOL_TYPE)
                               ? symbol->type
                           : scope && !symbol ? rs_scope_lookup_type (argument->name, scope)
                                              : NULL;

      return type;
    }
  if (argument->kind == RS_NODE_TYPE_OF_TEXT)
    return argument->children[0] ? rs_scope_type_of_node (arena, scope, argument->children[0]) : NULL;
  if (argument->kind != RS_NODE_STRING || !argument->text)
    return NULL;
  text = g_strdup_printf ("rs_type_argument : %s = 0\n", argument->text);
  source = rs_source_new_from_text ("type", text, -1);
  diagnostics = rs_diagnostics_new ();
  module = rs_parse (source, scope->module->names, diagnostics);
  rs_arena_add_cleanup (arena, (GDestroyNotify)rs_module_unref, module);
  node = type_node_of_text (module);
  return node && rs_diagnostics_count (diagnostics, RS_SEVERITY_ERROR) == 0 ? rs_scope_type_of_node (arena, scope, node)
                                                                            : NULL;
}

static gboolean
is_family (const RsType *type)
{
  return type->kind == RS_TYPE_NUMBER || type->kind == RS_TYPE_ARRAY || type->kind == RS_TYPE_STRING
         || type->kind == RS_TYPE_FUNCTION || type->kind == RS_TYPE_CELL;
}

static gboolean
is_object (const RsType *type)
{
  return type->kind == RS_TYPE_CLASS || type->kind == RS_TYPE_POINTER;
}

/* A static number may turn out as any narrower one: a scalar as an int. */
static RsAnswer
number_has (RsElement formal, RsElement actual)
{
  gboolean integer = rs_element_is_integer (actual) || actual == RS_ELEMENT_BOOL;

  if (formal == RS_ELEMENT_CDOUBLE)
    return actual == RS_ELEMENT_CDOUBLE ? RS_ANSWER_TRUE : RS_ANSWER_UNKNOWN;
  if (rs_element_is_complex (actual))
    return RS_ANSWER_FALSE;
  if (formal == RS_ELEMENT_DOUBLE)
    return RS_ANSWER_TRUE;
  return formal == RS_ELEMENT_INT64 && integer ? RS_ANSWER_TRUE : RS_ANSWER_UNKNOWN;
}

static gboolean
has_open_sizes (const RsType *type)
{
  for (int i = 0; i < type->rank; i++)
    if (type->sizes[i] >= 0)
      return FALSE;
  return TRUE;
}

RsAnswer
rs_logic_type_has (const RsType *formal, const RsType *actual)
{
  if ((is_object (formal) && is_family (actual)) || (is_family (formal) && is_object (actual)))
    return RS_ANSWER_FALSE;
  if (!is_family (formal) || !is_family (actual))
    return RS_ANSWER_UNKNOWN;
  if (formal->kind != actual->kind)
    {
      /* A number may be taken for a vector of one element. */
      gboolean numeric = (formal->kind == RS_TYPE_NUMBER || formal->kind == RS_TYPE_ARRAY)
                         && (actual->kind == RS_TYPE_NUMBER || actual->kind == RS_TYPE_ARRAY);

      return numeric && formal->rank <= 1 && actual->rank <= 1 ? RS_ANSWER_UNKNOWN : RS_ANSWER_FALSE;
    }
  switch (formal->kind)
    {
    case RS_TYPE_STRING:
      return RS_ANSWER_TRUE;
    case RS_TYPE_NUMBER:
      return number_has (formal->element, actual->element);
    case RS_TYPE_ARRAY:
      if (formal->rank > 0 && actual->rank > formal->rank)
        return RS_ANSWER_FALSE;
      return actual->rank > 0 && formal->element == actual->element && has_open_sizes (formal)
                     && (formal->rank == 0 || actual->rank <= formal->rank)
                 ? RS_ANSWER_TRUE
                 : RS_ANSWER_UNKNOWN;
    default:
      return rs_type_equal (formal, actual) ? RS_ANSWER_TRUE : RS_ANSWER_UNKNOWN;
    }
}

/* [A|B] is A or B. */
static const RsFormula *
has_type (RsProblem *self, const RsNode *value, const RsType *type, gboolean sense)
{
  const RsType *actual;
  RsFormula *formula;
  RsAnswer answer;

  if (type->kind == RS_TYPE_CHOICE)
    {
      const RsFormula *any = sense ? &never : &always;

      for (guint i = 0; i < type->n_inputs; i++)
        any = join (self, sense ? RS_FORMULA_OR : RS_FORMULA_AND, any, has_type (self, value, type->inputs[i], sense));
      return any;
    }
  actual = rs_logic_is_symbolic (value) ? &rs_type_unknown
                                        : rs_infer_expression (self->arena, value, self->facts->scope->precision);
  answer = rs_logic_type_has (type, actual);
  if (answer != RS_ANSWER_UNKNOWN)
    return (answer == RS_ANSWER_TRUE) == sense ? &always : &never;
  formula = rs_arena_new0 (self->arena, RsFormula);
  formula->kind = RS_FORMULA_TYPE;
  formula->sense = sense;
  formula->term = rs_term_of_node (self, value);
  formula->type = type;
  return formula;
}

/* --- conditions --- */

static gboolean
is_comparison (const RsNode *node)
{
  return node->kind == RS_NODE_BINARY && node->op >= RS_OP_LESS && node->op <= RS_OP_NOT_EQUAL;
}

/* x == [a, b] says something about size (x) element by element, beyond being a term of its own. */
static const RsFormula *
compare_sizes (RsProblem *self, const RsNode *size, const RsNode *matrix)
{
  const RsFormula *all = &always;
  const RsBuiltin *builtin = rs_logic_called_builtin (size);

  if (!builtin || builtin->id != RS_BUILTIN_ID_SIZE || size->n_children != 2 || matrix->kind != RS_NODE_MATRIX)
    return all;
  for (guint i = 0; i < matrix->n_children; i++)
    {
      RsNode dimension = { .kind = RS_NODE_NUMBER, .flags = RS_NODE_INTEGER, .number = i };
      RsNode *children[3]
          = { size->children[0], size->children[1], rs_arena_memdup (self->arena, &dimension, sizeof dimension) };
      RsNode *call = rs_arena_memdup (self->arena, size, sizeof *size);
      RsLinear *left, *right, *difference;

      call->children = rs_arena_memdup (self->arena, children, sizeof children);
      call->n_children = 3;
      left = rs_linear_of_node (self, call);
      right = matrix->children[i] ? rs_linear_of_node (self, matrix->children[i]) : NULL;
      difference = left && right ? rs_linear_subtract (self, left, right) : NULL;
      if (difference)
        all = join (self, RS_FORMULA_AND, all, compare (self, difference, RS_RELATION_EQUAL, TRUE));
    }
  return all;
}

static const RsFormula *
formula_of_comparison (RsProblem *self, const RsNode *node, gboolean sense)
{
  const RsNode *left = rs_node_child (node, 0), *right = rs_node_child (node, 1);
  RsLinear *a = left ? rs_linear_of_node (self, left) : NULL, *b = right ? rs_linear_of_node (self, right) : NULL;
  RsLinear *difference = a && b ? rs_linear_subtract (self, a, b) : NULL;
  const RsFormula *formula;

  if (!difference)
    return proposition (self, node, sense);
  switch (node->op)
    {
    case RS_OP_LESS:
      return compare (self, difference, RS_RELATION_LESS, sense);
    case RS_OP_LESS_EQUAL:
      return compare (self, difference, RS_RELATION_LESS_EQUAL, sense);
    case RS_OP_NOT_EQUAL:
      return compare (self, difference, RS_RELATION_EQUAL, !sense);
    case RS_OP_EQUAL:
      formula = compare (self, difference, RS_RELATION_EQUAL, sense);
      if (!sense)
        return formula;
      formula = join (self, RS_FORMULA_AND, formula, compare_sizes (self, left, right));
      return join (self, RS_FORMULA_AND, formula, compare_sizes (self, right, left));
    default: /* a > b is b < a */
      difference = rs_linear_subtract (self, b, a);
      return !difference ? proposition (self, node, sense)
                         : compare (self, difference,
                                    node->op == RS_OP_GREATER ? RS_RELATION_LESS : RS_RELATION_LESS_EQUAL, sense);
    }
}

/* A number as a condition: not 0. */
static const RsFormula *
formula_of_value (RsProblem *self, const RsNode *node, gboolean sense)
{
  const RsType *type = rs_logic_type_of (self, node);
  RsLinear *linear = NULL;

  if (node->kind == RS_NODE_NUMBER)
    return (node->number != 0) == sense ? &always : &never;
  if (type->kind == RS_TYPE_NUMBER && !rs_element_is_complex (type->element))
    linear = rs_linear_of_node (self, node);
  return linear ? compare (self, linear, RS_RELATION_EQUAL, !sense) : proposition (self, node, sense);
}

/* zeros (2, 3): a new array at each call, so that it is no term, but one of a known type. */
static gboolean
makes_array (const RsNode *node)
{
  const RsBuiltin *builtin = node->kind == RS_NODE_CALL ? rs_logic_called_builtin (node) : NULL;

  if (!builtin
      || (builtin->id != RS_BUILTIN_ID_ZEROS && builtin->id != RS_BUILTIN_ID_ONES && builtin->id != RS_BUILTIN_ID_UNINIT
          && builtin->id != RS_BUILTIN_ID_EYE))
    return FALSE;
  for (guint i = RS_CALL_FIRST_ARGUMENT; i < node->n_children; i++)
    if (!node->children[i] || !rs_logic_is_pure (node->children[i]))
      return FALSE;
  return TRUE;
}

static const RsFormula *
formula_of_call (RsProblem *self, const RsNode *node, gboolean sense)
{
  const RsBuiltin *builtin = rs_logic_called_builtin (node);
  const RsType *type;
  RsAnswer answer = RS_ANSWER_UNKNOWN;

  if (!builtin || builtin->id != RS_BUILTIN_ID_TYPE || node->n_children != 3 || !node->children[1] || !node->children[2]
      || !(type = rs_logic_type_argument (self->arena, self->facts->scope, node->children[2]))
      || type->kind == RS_TYPE_UNKNOWN)
    return formula_of_value (self, node, sense);
  if (rs_logic_is_pure (node->children[1]))
    return has_type (self, node->children[1], type, sense);
  if (makes_array (node->children[1]))
    answer
        = rs_logic_type_has (type, rs_infer_expression (self->arena, node->children[1], self->facts->scope->precision));
  return answer == RS_ANSWER_UNKNOWN           ? formula_of_value (self, node, sense)
         : (answer == RS_ANSWER_TRUE) == sense ? &always
                                               : &never;
}

static const RsFormula *
formula_of_choice (RsProblem *self, const RsNode *node, gboolean sense)
{
  const RsFormula *then, *otherwise;

  then = join (self, RS_FORMULA_AND, rs_formula_of_condition (self, node->children[0], TRUE),
               rs_formula_of_condition (self, node->children[1], sense));
  otherwise = join (self, RS_FORMULA_AND, rs_formula_of_condition (self, node->children[0], FALSE),
                    rs_formula_of_condition (self, node->children[2], sense));
  return join (self, RS_FORMULA_OR, then, otherwise);
}

static const RsFormula *
formula_of (RsProblem *self, const RsNode *node, gboolean sense)
{
  if (node->kind == RS_NODE_UNARY && node->op == RS_OP_NOT && node->children[0])
    return rs_formula_of_condition (self, node->children[0], !sense);
  if (node->kind == RS_NODE_BINARY && (node->op == RS_OP_AND || node->op == RS_OP_OR) && node->children[0]
      && node->children[1])
    return join (self, (node->op == RS_OP_AND) == sense ? RS_FORMULA_AND : RS_FORMULA_OR,
                 rs_formula_of_condition (self, node->children[0], sense),
                 rs_formula_of_condition (self, node->children[1], sense));
  if (is_comparison (node))
    return formula_of_comparison (self, node, sense);
  if (node->kind == RS_NODE_TERNARY && node->n_children == 3 && node->children[0] && node->children[1]
      && node->children[2])
    return formula_of_choice (self, node, sense);
  if (node->kind == RS_NODE_CALL)
    return formula_of_call (self, node, sense);
  return formula_of_value (self, node, sense);
}

const RsFormula *
rs_formula_of_condition (RsProblem *self, const RsNode *condition, gboolean sense)
{
  const RsFormula *formula;

  if (self->depth >= 60)
    return proposition (self, condition, sense);
  self->depth++;
  formula = formula_of (self, condition, sense);
  self->depth--;
  return formula;
}

const RsFormula *
rs_formula_of_fact (RsProblem *self, const RsFact *fact)
{
  RsLinear *left, *right, *difference;
  RsFormula *formula;

  if (fact->kind == RS_FACT_SHAPE)
    return &always;
  if (fact->kind == RS_FACT_ASSUMED)
    return rs_formula_of_condition (self, fact->condition, TRUE);
  left = rs_linear_of_node (self, fact->condition->children[0]);
  right = rs_linear_of_node (self, fact->condition->children[1]);
  difference = left && right ? rs_linear_subtract (self, left, right) : NULL;
  if (!difference)
    return &always;
  formula = rs_arena_new0 (self->arena, RsFormula);
  formula->kind = RS_FORMULA_SAME;
  formula->sense = TRUE;
  formula->relation = RS_RELATION_EQUAL;
  formula->linear = difference;
  return formula;
}

/* --- axioms --- */

/* sign * term + constant <= 0 */
static const RsFormula *
bound_term (RsProblem *self, guint term, int sign, gint64 constant)
{
  RsLinear *linear = rs_arena_new0 (self->arena, RsLinear);
  RsFormula *formula = rs_arena_new0 (self->arena, RsFormula);
  RsLinearTerm only = { term, { sign, 1 } };

  linear->terms = g_array_new (FALSE, FALSE, sizeof (RsLinearTerm));
  rs_arena_add_cleanup (self->arena, (GDestroyNotify)g_array_unref, linear->terms);
  g_array_append_val (linear->terms, only);
  linear->constant = rs_rational (constant, 1);
  formula->kind = RS_FORMULA_SAME;
  formula->sense = TRUE;
  formula->relation = RS_RELATION_LESS_EQUAL;
  formula->linear = linear;
  return formula;
}

static const RsFormula *
between (RsProblem *self, guint term, gint64 low, gint64 high)
{
  return join (self, RS_FORMULA_AND, bound_term (self, term, -1, low), bound_term (self, term, 1, -high));
}

/* min (a, b) <= a, max (a, b) >= a. */
static const RsFormula *
bound_by_arguments (RsProblem *self, guint term, const RsNode *call, gboolean above)
{
  const RsFormula *all = &always;

  for (guint i = RS_CALL_FIRST_ARGUMENT; i < call->n_children; i++)
    {
      RsLinear *argument = call->children[i] ? rs_linear_of_node (self, call->children[i]) : NULL;
      RsLinear *value = rs_linear_of_node (self, call), *difference = NULL;
      RsFormula *formula;

      if (argument && value)
        difference = above ? rs_linear_subtract (self, value, argument) : rs_linear_subtract (self, argument, value);
      if (!difference)
        continue;
      formula = rs_arena_new0 (self->arena, RsFormula);
      *formula = (RsFormula){
        .kind = RS_FORMULA_SAME, .sense = TRUE, .relation = RS_RELATION_LESS_EQUAL, .linear = difference
      };
      all = join (self, RS_FORMULA_AND, all, formula);
    }
  return all;
}

static const RsFormula *
axioms_of_call (RsProblem *self, guint term, const RsNode *node, const RsBuiltin *builtin)
{
  const RsNode *last = rs_node_last (node);

  switch (builtin->id)
    {
    case RS_BUILTIN_ID_NUMEL:
    case RS_BUILTIN_ID_NDIMS:
    case RS_BUILTIN_ID_ABS:
    case RS_BUILTIN_ID_SQRT:
      return bound_term (self, term, -1, 0);
    case RS_BUILTIN_ID_SIN:
    case RS_BUILTIN_ID_COS:
    case RS_BUILTIN_ID_SIGN:
      return between (self, term, -1, 1);
    case RS_BUILTIN_ID_MOD:
      return last->kind == RS_NODE_NUMBER && last->number >= 1 && last->number <= G_MAXINT32
                     && last->flags & RS_NODE_INTEGER && rs_problem_get_term (self, term)->is_integer
                 ? between (self, term, 0, (gint64)last->number - 1)
                 : &always;
    case RS_BUILTIN_ID_MIN:
    case RS_BUILTIN_ID_MAX:
      return node->n_children == 3 && rs_problem_get_term (self, term)->is_integer
                 ? bound_by_arguments (self, term, node, builtin->id == RS_BUILTIN_ID_MIN)
                 : &always;
    default:
      return &always;
    }
}

static const RsFormula *
axioms_of_term (RsProblem *self, guint index)
{
  const RsTerm *term = rs_problem_get_term (self, index);
  const RsNode *node = term->node;
  const RsBuiltin *builtin = node ? rs_logic_called_builtin (node) : NULL;
  const RsType *type = node ? rs_logic_type_of (self, node) : &rs_type_unknown;

  if (builtin && type->kind == RS_TYPE_NUMBER)
    return axioms_of_call (self, index, node, builtin);
  /* linear_of_size makes an integer term of an array's node. */
  if (term->is_integer && type->kind == RS_TYPE_NUMBER && type->element == RS_ELEMENT_BOOL)
    return between (self, index, 0, 1);
  if (term->is_integer && type->kind != RS_TYPE_NUMBER)
    return bound_term (self, index, -1, 0);
  if (node && node->kind == RS_NODE_BINARY && node->op == RS_OP_POWER && term->is_exact
      && node->children[1]->kind == RS_NODE_NUMBER && node->children[1]->number == 2)
    return bound_term (self, index, -1, 0);
  return &always;
}

const RsFormula *
rs_formula_of_axioms (RsProblem *self)
{
  const RsFormula *all = &always;

  /* Axioms may name further terms. */
  for (guint i = 0; i < self->terms->len && i < 64; i++)
    all = join (self, RS_FORMULA_AND, all, axioms_of_term (self, i));
  return all;
}
