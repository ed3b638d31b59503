/* $specialize (f, constraints): an instance of a function that need not be generic (manual 6.5).
 *
 * `type(x, T)` gives a parameter a narrower type, `n == value` puts a value in its place (a kernel loses the parameter,
 * another function keeps it), and any other condition is asserted where the function begins, which makes it known. A
 * type parameter is bound by `T == scalar`. The result is a copy like the other instances; it hangs on the META node.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/generic/deduce-private.h"
#include "compiler/sema/generic/generic.h"
#include "compiler/sema/infer/infer.h"
#include "compiler/sema/names/types/binding.h"
#include "compiler/syntax/type-argument.h"

#define MAX_CONSTRAINTS 64
#define MAX_OPEN 24 /* instances of one function that are being made inside each other */
#define MAX_INSTANCES 256 /* of one function */
#define MAX_OWN_INSTANCES 48 /* of one function that specialises functions itself */

typedef struct {
  const RsNode *parameter; /* PARAMETER of the original */
  const RsNode *type;      /* its new type, or NULL */
  const RsNode *value;     /* its value, or NULL */
} Constraint;

typedef struct {
  const RsNode *meta, *original;
  RsScope *scope;          /* around the original */
  RsArena *arena;
  RsPrecision precision;
  Constraint constraints[MAX_CONSTRAINTS];
  guint n_constraints;
  GPtrArray *predicates;   /* of RsNode */
  RsBinding *bindings;     /* of the original's type parameters */
  guint n_bindings;
  const char *reason;
} Specializing;

G_GNUC_PRINTF (2, 3)
static gboolean
fail (Specializing *self, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  if (!self->reason)
    self->reason = rs_arena_printf (self->arena, "%s", text);
  return FALSE;
}

static const char *
name_of (const RsNode *function)
{
  return function->name ? function->name : "the function";
}

/* --- the original --- */

static RsNode *const *
parameters_of (const RsNode *function, guint *n)
{
  const RsNode *list = function->kind == RS_NODE_LAMBDA ? function : rs_node_child (function, RS_FUNCTION_PARAMETERS);

  *n = list ? list->n_children - (function->kind == RS_NODE_LAMBDA) : 0;
  return list ? list->children : NULL;
}

static const RsNode *
find_parameter (const RsNode *function, const char *name)
{
  guint n;
  RsNode *const *parameters = parameters_of (function, &n);

  for (guint i = 0; i < n; i++)
    if (parameters[i] && parameters[i]->kind == RS_NODE_PARAMETER && parameters[i]->name == name)
      return parameters[i];
  return NULL;
}

static const RsNode *
find_original (Specializing *self, const RsNode *callee)
{
  RsBinding *explicit;
  guint n_explicit;
  const RsNode *function = rs_generic_callee (self->arena, self->precision, callee, &explicit, &n_explicit);
  const RsType *type;

  if (function && n_explicit == 0)
    return function;
  type = function ? NULL : rs_infer_expression (self->arena, callee, self->precision);
  if (function && n_explicit == rs_generic_count_parameters (function))
    {
      RsGenericInstance *instance = rs_generic_instantiate (function, explicit, &self->reason);

      return instance ? instance->node : NULL;
    }
  if (type && type->kind == RS_TYPE_FUNCTION && type->declaration && type->declaration->scope)
    return type->declaration;
  fail (self, "its first argument has to name one function that is known before the program runs");
  return NULL;
}

/* --- constraints --- */

static Constraint *
constraint_of (Specializing *self, const RsNode *parameter)
{
  for (guint i = 0; i < self->n_constraints; i++)
    if (self->constraints[i].parameter == parameter)
      return &self->constraints[i];
  if (self->n_constraints == MAX_CONSTRAINTS)
    {
      fail (self, "there are too many constraints");
      return NULL;
    }
  self->constraints[self->n_constraints].parameter = parameter;
  return &self->constraints[self->n_constraints++];
}

static gboolean
is_type_test (const RsNode *node)
{
  const RsNode *callee = node->kind == RS_NODE_CALL ? rs_node_child (node, RS_CALL_CALLEE) : NULL;

  return callee && callee->kind == RS_NODE_NAME && strcmp (callee->name, "type") == 0
         && node->n_children == RS_CALL_FIRST_ARGUMENT + 2
         && rs_node_child (node, RS_CALL_FIRST_ARGUMENT)->kind == RS_NODE_NAME;
}

/* The type that a string names, as a tree that lives as long as the module. */
static const RsNode *
parse_type (Specializing *self, const RsNode *string)
{
  RsModule *module = self->scope->module, *owner;
  const RsNode *type = rs_parse_type_argument (string->text, module->names, &owner);

  rs_arena_add_cleanup (module->arena, (GDestroyNotify)rs_module_unref, owner);
  if (!type)
    fail (self, "there is no type \"%s\"", string->text);
  return type;
}

static const RsNode *
read_type (Specializing *self, const RsNode *node)
{
  const RsNode *type = node->kind == RS_NODE_STRING ? parse_type (self, node)
                                                    : rs_generic_type_node (self->arena, node);

  if (!type && !self->reason)
    fail (self, "the second argument of type() has to be a type");
  return type;
}

/* Parameters may only be narrowed; a type that names type parameters binds them. */
static gboolean
check_narrower (Specializing *self, const RsNode *parameter, const RsType *type)
{
  const RsNode *formal = rs_node_child (parameter, RS_PARAMETER_TYPE);
  const RsNode *list = self->original->kind == RS_NODE_FUNCTION
                         ? rs_node_child (self->original, RS_FUNCTION_TYPE_PARAMETERS) : NULL;
  RsDeduction *deduction;
  const RsBinding *found;
  g_autofree char *text = NULL;
  guint n;

  if (!formal)
    return TRUE;
  deduction = rs_deduction_new_for (self->arena, self->original->scope, list);
  rs_deduction_set_static (deduction);
  if (!rs_deduce (deduction, formal, type, parameter->name) || !rs_deduction_finish (deduction))
    {
      g_autofree char *old = rs_node_to_string (formal);

      text = rs_type_to_string (type);
      return fail (self, "`%s` is a `%s`, which `%s` does not narrow", parameter->name, old, text);
    }
  found = rs_deduction_get_bindings (deduction, &n);
  for (guint i = 0; i < n; i++)
    if (found[i].kind != RS_BINDING_OPEN && self->bindings[i].kind == RS_BINDING_OPEN)
      self->bindings[i] = found[i];
  return TRUE;
}

static gboolean
add_type (Specializing *self, const RsNode *test)
{
  const RsNode *name = test->children[RS_CALL_FIRST_ARGUMENT];
  const RsNode *parameter = find_parameter (self->original, name->name);
  const RsNode *type = parameter ? read_type (self, test->children[RS_CALL_FIRST_ARGUMENT + 1]) : NULL;
  Constraint *constraint;

  if (!parameter)
    return fail (self, "`%s` has no parameter `%s`", name_of (self->original), name->name);
  if (!type
      || !check_narrower (self, parameter, rs_type_from_node (self->arena, type, self->precision,
                                                              rs_scope_lookup_type_node, self->scope)))
    return FALSE;
  constraint = constraint_of (self, parameter);
  if (constraint)
    constraint->type = type;
  return constraint != NULL;
}

/* T == scalar, N == 3 for a type parameter. */
static gboolean
bind_parameter (Specializing *self, const RsNode *name, const RsNode *value, gboolean *found)
{
  RsBinding binding;

  *found = FALSE;
  for (guint i = 0; i < self->n_bindings; i++)
    if (self->bindings[i].name == name->name)
      {
        *found = TRUE;
        if (!rs_generic_read_argument (self->arena, self->precision, value, &binding))
          return fail (self, "`%s` needs a type or a whole number", name->name);
        binding.name = name->name;
        self->bindings[i] = binding;
      }
  return TRUE;
}

static gboolean
names_any_parameter (Specializing *self, const RsNode *node)
{
  if (node->kind == RS_NODE_NAME && find_parameter (self->original, node->name))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && names_any_parameter (self, node->children[i]))
      return TRUE;
  return FALSE;
}

static gboolean
assigns (const RsNode *node, const RsSymbol *symbol)
{
  if (node->kind == RS_NODE_ASSIGN && rs_node_child (node, 0))
    {
      const RsNode *target = node->children[RS_ASSIGN_TARGET];

      while (target
             && (target->kind == RS_NODE_INDEX || target->kind == RS_NODE_TYPED || target->kind == RS_NODE_FIELD))
        target = rs_node_child (target, 0);
      if (target && target->symbol == symbol)
        return TRUE;
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && assigns (node->children[i], symbol))
      return TRUE;
  return FALSE;
}

/* Names in a value mean what they mean where $specialize stands; there they have to be known everywhere. */
static gboolean
check_value (Specializing *self, const RsNode *node)
{
  const RsSymbol *symbol = node->kind == RS_NODE_NAME ? rs_symbol_get_origin (node->symbol) : NULL;

  if (symbol && (symbol->kind == RS_SYMBOL_VARIABLE || symbol->kind == RS_SYMBOL_FUNCTION)
      && !rs_symbol_is_global (symbol))
    return fail (self, "`%s` is local here; a value has to be a constant, or a name of the top level", node->name);
  if (node->kind == RS_NODE_NAME && !node->symbol)
    return fail (self, "`%s` is not defined", node->name);
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && !check_value (self, node->children[i]))
      return FALSE;
  return TRUE;
}

static gboolean
add_value (Specializing *self, const RsNode *name, const RsNode *value)
{
  const RsNode *parameter = find_parameter (self->original, name->name);
  Constraint *constraint;

  if (parameter->symbol && assigns (self->original, parameter->symbol))
    return fail (self, "`%s` assigns its parameter `%s`, which therefore can't be given a value",
                 name_of (self->original), name->name);
  if (!check_value (self, value)
      || (rs_node_child (parameter, RS_PARAMETER_TYPE)
          && !check_narrower (self, parameter, rs_infer_expression (self->arena, value, self->precision))))
    return FALSE;
  constraint = constraint_of (self, parameter);
  if (constraint)
    constraint->value = value;
  return constraint != NULL;
}

static gboolean
names_anything (const RsNode *node)
{
  if (node->kind == RS_NODE_NAME)
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && names_anything (node->children[i]))
      return TRUE;
  return FALSE;
}

static gboolean
add_predicate (Specializing *self, const RsNode *node)
{
  /* In a copy that is specialised itself, values stand in the place of parameters. */
  if (!names_anything (node))
    return TRUE;
  if (!names_any_parameter (self, node))
    {
      g_autofree char *text = rs_node_to_string (node);

      return fail (self, "`%s` says nothing about the parameters of `%s`", text, name_of (self->original));
    }
  g_ptr_array_add (self->predicates, (gpointer)node);
  return TRUE;
}

static gboolean
add_equation (Specializing *self, const RsNode *left, const RsNode *right, const RsNode *whole)
{
  gboolean found = FALSE;

  if (left->kind != RS_NODE_NAME && right->kind == RS_NODE_NAME)
    {
      const RsNode *swap = left;

      left = right;
      right = swap;
    }
  if (left->kind == RS_NODE_NAME && !bind_parameter (self, left, right, &found))
    return FALSE;
  if (found)
    return TRUE;
  if (left->kind == RS_NODE_NAME && find_parameter (self->original, left->name) && !names_any_parameter (self, right))
    return add_value (self, left, right);
  return add_predicate (self, whole);
}

static gboolean
add_constraint (Specializing *self, const RsNode *node)
{
  if (node->kind == RS_NODE_BINARY && node->op == RS_OP_AND)
    return add_constraint (self, node->children[0]) && add_constraint (self, node->children[1]);
  if (is_type_test (node))
    return add_type (self, node);
  if (node->kind == RS_NODE_BINARY && node->op == RS_OP_EQUAL)
    return add_equation (self, node->children[0], node->children[1], node);
  return add_predicate (self, node);
}

/* --- the copy --- */

/* Names of the value keep the scope in which they are looked up. */
static RsNode *
replace_name (const RsNode *node, gpointer data)
{
  RsArena *arena = data;
  RsNode *copy;

  if (node->kind != RS_NODE_NAME || !node->symbol || !rs_symbol_get_origin (node->symbol)->scope)
    return NULL;
  copy = rs_arena_memdup (arena, node, sizeof *node);
  copy->symbol = NULL;
  copy->scope = rs_symbol_get_origin (node->symbol)->scope;
  return copy;
}

static RsNode *
copy_value (RsArena *arena, const RsNode *value)
{
  RsNodeCopy how = { .arena = arena, .replace = replace_name, .data = arena };
  RsNode *copy = rs_node_copy (&how, value);

  copy->flags |= RS_NODE_PARENTHESES;
  return copy;
}

static RsNode *
number_node (RsArena *arena, const RsNode *place, gint64 value)
{
  RsNode *number = rs_arena_new0 (arena, RsNode);

  number->kind = RS_NODE_NUMBER;
  number->flags = RS_NODE_INTEGER;
  number->span = place->span;
  number->number = (double)value;
  return number;
}

static RsNode *
copy_parameter (Specializing *self, const RsNode *parameter, const RsNodeCopy *how)
{
  RsNode *copy = rs_arena_memdup (how->arena, parameter, sizeof *parameter);

  copy->symbol = NULL;
  copy->children = rs_arena_array (how->arena, RsNode *, MAX (2, parameter->n_children));
  for (guint i = 0; i < parameter->n_children; i++)
    copy->children[i] = rs_node_copy (how, parameter->children[i]);
  copy->n_children = MAX (2, parameter->n_children);
  for (guint i = 0; i < self->n_constraints; i++)
    if (self->constraints[i].parameter == parameter && self->constraints[i].type)
      copy->children[RS_PARAMETER_TYPE]
          = rs_node_copy (&(RsNodeCopy){ .arena = how->arena }, self->constraints[i].type);
  return copy;
}

/* $specialize of a function in itself: names in its constraints are parameters, whatever those are given here. */
static gboolean
is_of_original (const Specializing *self, const RsNode *node)
{
  const RsNode *callee = rs_is_specialization (node) ? rs_node_child (node, 0) : NULL;
  const RsSymbol *symbol = callee && callee->kind == RS_NODE_NAME ? rs_symbol_get_origin (callee->symbol) : NULL;

  return symbol && symbol->declaration == self->original;
}

static RsNode *
replace (const RsNode *node, gpointer data)
{
  Specializing *self = data;
  RsArena *arena = self->scope->module->arena;
  RsNodeCopy how = { .arena = arena, .replace = replace, .data = self };

  if (is_of_original (self, node))
    return rs_node_copy (&(RsNodeCopy){ .arena = arena }, node);
  if (node->kind == RS_NODE_PARAMETER)
    for (guint i = 0; i < self->n_constraints; i++)
      if (self->constraints[i].parameter == node && self->constraints[i].type)
        return copy_parameter (self, node, &how);
  if (node->kind != RS_NODE_NAME && node->kind != RS_NODE_TYPE_NAME)
    return NULL;
  for (guint i = 0; node->kind == RS_NODE_NAME && i < self->n_constraints; i++)
    if (self->constraints[i].value && node->symbol
        && rs_symbol_get_origin (node->symbol) == self->constraints[i].parameter->symbol)
      return copy_value (arena, self->constraints[i].value);
  for (guint i = 0; i < self->n_bindings; i++)
    if (self->bindings[i].kind == RS_BINDING_VALUE && node->symbol
        && node->symbol->declaration == self->original->children[RS_FUNCTION_TYPE_PARAMETERS]->children[i])
      return number_node (arena, node, self->bindings[i].value);
  return NULL;
}

static gboolean
has_value (const Specializing *self, const RsNode *parameter)
{
  for (guint i = 0; i < self->n_constraints; i++)
    if (self->constraints[i].value && self->constraints[i].parameter == parameter)
      return TRUE;
  return FALSE;
}

/* A kernel loses the parameters that have a value now. */
static void
drop_parameters (Specializing *self, RsNode *copy)
{
  guint n, kept = 0;
  RsNode *const *originals = parameters_of (self->original, &n);
  RsNode *list = copy->kind == RS_NODE_LAMBDA ? copy : rs_node_child (copy, RS_FUNCTION_PARAMETERS);

  if (!(copy->flags & RS_NODE_KERNEL) || !list)
    return;
  for (guint i = 0; i < list->n_children; i++)
    if (i >= n || !has_value (self, originals[i]))
      list->children[kept++] = list->children[i];
  list->n_children = kept;
}

/* The type parameters that are left: the copy is generic in them. */
static void
drop_type_parameters (Specializing *self, RsNode *copy)
{
  RsNode *list = copy->kind == RS_NODE_FUNCTION ? rs_node_child (copy, RS_FUNCTION_TYPE_PARAMETERS) : NULL;
  guint kept = 0;

  for (guint i = 0; list && i < self->n_bindings; i++)
    if (self->bindings[i].kind == RS_BINDING_OPEN)
      list->children[kept++] = list->children[i];
  if (list)
    list->n_children = kept;
}

static void
assert_predicates (Specializing *self, RsNode *copy)
{
  RsModule *module = self->scope->module;
  RsNode *body = copy->kind == RS_NODE_FUNCTION ? rs_node_child (copy, RS_FUNCTION_BODY) : NULL;
  RsNode **statements;
  guint n = self->predicates->len;

  if (!body || body->kind != RS_NODE_BLOCK || n == 0)
    return;
  statements = rs_arena_array (module->arena, RsNode *, body->n_children + n);
  for (guint i = 0; i < n; i++)
    {
      const RsNode *predicate = g_ptr_array_index (self->predicates, i);
      RsNode *call = rs_arena_new0 (module->arena, RsNode), *callee = rs_arena_new0 (module->arena, RsNode);

      callee->kind = RS_NODE_NAME;
      callee->name = rs_names_intern (module->names, "assert", -1);
      callee->span = call->span = predicate->span;
      call->kind = RS_NODE_CALL;
      call->n_children = 2;
      call->children = rs_arena_array (module->arena, RsNode *, 2);
      call->children[0] = callee;
      call->children[1] = rs_node_copy (&(RsNodeCopy){ .arena = module->arena }, predicate);
      statements[i] = rs_arena_new0 (module->arena, RsNode);
      statements[i]->kind = RS_NODE_EXPRESSION;
      statements[i]->span = predicate->span;
      statements[i]->n_children = 1;
      statements[i]->children = rs_arena_memdup (module->arena, &call, sizeof call);
    }
  memcpy (statements + n, body->children, body->n_children * sizeof *statements);
  body->children = statements;
  body->n_children += n;
}

static RsGenericInstance *
make_instance (Specializing *self)
{
  RsModule *module = self->scope->module;
  RsNodeCopy how = { .arena = module->arena, .replace = replace, .data = self };
  RsGenericInstance *instance = rs_arena_new0 (module->arena, RsGenericInstance);
  RsNode *copy = rs_node_copy (&how, self->original);

  if (copy->name)
    {
      g_autofree char *name = g_strdup_printf ("%s (specialised)", copy->name);

      copy->name = rs_names_intern (module->names, name, -1);
    }
  drop_parameters (self, copy);
  drop_type_parameters (self, copy);
  assert_predicates (self, copy);
  instance->node = copy;
  instance->original = self->original;
  instance->constraints = self->meta;
  instance->bindings = rs_generic_copy_bindings (module, self->bindings, self->n_bindings);
  instance->n_bindings = self->n_bindings;
  rs_generic_finish (instance);
  return instance;
}

/* --- instances that are there --- */

/* Whether names mean the same at both places: parameters do, by their names. */
static gboolean
names_agree (Specializing *self, const RsNode *a, const RsNode *b)
{
  if ((a->kind == RS_NODE_NAME || a->kind == RS_NODE_TYPE_NAME) && !find_parameter (self->original, a->name)
      && rs_symbol_get_origin (a->symbol) != rs_symbol_get_origin (b->symbol))
    return FALSE;
  for (guint i = 0; i < a->n_children; i++)
    if (a->children[i] && !names_agree (self, a->children[i], b->children[i]))
      return FALSE;
  return TRUE;
}

static gboolean
constraints_agree (Specializing *self, const RsNode *other)
{
  if (other->n_children != self->meta->n_children)
    return FALSE;
  for (guint i = 1; i < other->n_children; i++)
    if (!rs_node_equal (self->meta->children[i], other->children[i])
        || (other->children[i] && !names_agree (self, self->meta->children[i], other->children[i])))
      return FALSE;
  return TRUE;
}

static gboolean
specializes (const RsNode *node)
{
  if (rs_is_specialization (node))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && specializes (node->children[i]))
      return TRUE;
  return FALSE;
}

/* The instance that the same constraints made before; a function that specialises itself finds itself. */
static RsGenericInstance *
find_instance (Specializing *self)
{
  const GPtrArray *instances = self->original->scope->instances;
  guint n_open = 0, n_made = 0;

  for (guint i = 0; instances && i < instances->len; i++)
    {
      RsGenericInstance *instance = g_ptr_array_index (instances, i);

      if (!instance->constraints)
        continue;
      n_open += instance->is_open;
      n_made++;
      if (rs_bindings_equal (instance->bindings, self->bindings, self->n_bindings)
          && constraints_agree (self, instance->constraints))
        return instance;
    }
  if (n_open >= MAX_OPEN || n_made >= MAX_INSTANCES || (n_made >= MAX_OWN_INSTANCES && specializes (self->original)))
    fail (self, "the instances of `%s` do not end: each specialises it once more", name_of (self->original));
  return NULL;
}

/* --- entry --- */

gboolean
rs_is_specialization (const RsNode *node)
{
  return node && node->kind == RS_NODE_META && node->name && strcmp (node->name, "specialize") == 0;
}

RsGenericInstance *
rs_specialize (RsArena *arena, RsNode *meta, RsPrecision precision, gboolean may_make, const char **reason)
{
  g_assert (rs_is_specialization (meta));

  Specializing self = { .meta = meta, .arena = arena, .precision = precision };
  const RsNode *list;
  RsGenericInstance *instance = NULL;

  *reason = NULL;
  if (meta->symbol)
    return meta->symbol->declaration->scope->instance;
  if (!may_make || !rs_node_child (meta, 0))
    return NULL;
  self.original = find_original (&self, meta->children[0]);
  if (!self.original)
    {
      *reason = self.reason;
      return NULL;
    }
  self.scope = self.original->scope->parent;
  self.predicates = g_ptr_array_new ();
  list = self.original->kind == RS_NODE_FUNCTION ? rs_node_child (self.original, RS_FUNCTION_TYPE_PARAMETERS) : NULL;
  self.n_bindings = list ? list->n_children : 0;
  self.bindings = rs_arena_array (arena, RsBinding, self.n_bindings + 1);
  for (guint i = 0; i < self.n_bindings; i++)
    self.bindings[i] = (RsBinding){ .name = list->children[i]->name };
  for (guint i = 1; i < meta->n_children && !self.reason; i++)
    if (meta->children[i])
      add_constraint (&self, meta->children[i]);
  if (!self.reason)
    instance = find_instance (&self);
  if (!self.reason)
    {
      instance = instance ? instance : make_instance (&self);
      meta->symbol = instance->node->symbol;
    }
  g_ptr_array_unref (self.predicates);
  *reason = self.reason;
  return instance;
}
