/* Unification of type texts with types. See deduce.h.
 *
 * Numbers need care: the host has one int and one scalar, arrays have many. A parameter that is bound by an array's
 * element is fixed; one that only numbers have bound (`item : T`) gives way to a wider number and to an element that it
 * converts to without loss.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/generic/deduce-private.h"

#include "compiler/sema/names/types/binding.h"

enum { COST_PARAMETER = 12, COST_INSIDE = 6, COST_VALUE = 3, COST_OPEN = 256 };

#define MAX_DEPTH 64

static gboolean unify (RsDeduction *self, const RsNode *formal, const RsType *actual);

gboolean
rs_deduction_fail (RsDeduction *self, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  if (self->reason)
    return FALSE;
  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  self->reason = rs_arena_printf (self->arena, "%s", text);
  return FALSE;
}

static const char *
place_of (const RsDeduction *self)
{
  return self->place ? self->place : "the argument";
}

static gboolean
fail_kind (RsDeduction *self, const RsNode *formal, const RsType *actual)
{
  g_autofree char *wanted = rs_node_to_string (formal), *given = rs_type_describe (actual);

  return rs_deduction_fail (self, "`%s` is %s `%s`; this is %s", place_of (self), rs_article (wanted), wanted, given);
}

/* --- numbers --- */

const RsType *
rs_deduction_type_of_element (RsArena *arena, RsElement element, RsPrecision precision)
{
  RsType *type;

  if (element == RS_ELEMENT_INT32 || element == RS_ELEMENT_INT64)
    return &rs_type_int;
  if (element == RS_ELEMENT_BOOL)
    return &rs_type_bool;
  if (element == rs_element_of_precision (precision) || element == RS_ELEMENT_DOUBLE)
    return &rs_type_scalar;
  if (element == (precision == RS_PRECISION_DOUBLE ? RS_ELEMENT_CDOUBLE : RS_ELEMENT_CSINGLE)
      || element == RS_ELEMENT_CDOUBLE)
    return &rs_type_complex;
  type = rs_arena_new0 (arena, RsType);
  type->kind = RS_TYPE_NUMBER;
  type->element = element;
  return type;
}

/* Whether a number may be given where the element is fixed: integers for integers, and whatever loses nothing. */
static gboolean
number_converts (RsElement fixed, RsElement given)
{
  if (fixed == given || rs_element_is_complex (fixed))
    return TRUE;
  if (rs_element_is_complex (given))
    return FALSE;
  return rs_element_is_floating (fixed) || !rs_element_is_floating (given);
}

/* --- binding types --- */

/* As a parameter holds it: without what belongs to one variable only. */
static const RsType *
canonical (RsDeduction *self, const RsType *type)
{
  RsType *plain;

  switch (type->kind)
    {
    case RS_TYPE_NUMBER:
      return type->element == RS_ELEMENT_INT32 || type->is_const
               ? rs_deduction_type_of_element (self->arena, type->element, self->scope->precision) : type;
    case RS_TYPE_RANGE:
      return rs_type_array (self->arena, type->element == RS_ELEMENT_INT64 ? RS_ELEMENT_INT32
                                         : type->element == RS_ELEMENT_DOUBLE
                                           ? rs_element_of_precision (self->scope->precision) : type->element, 1);
    case RS_TYPE_FUNCTION:
      return type->qualifiers & RS_NODE_KERNEL ? &rs_type_any_kernel : &rs_type_any_function;
    case RS_TYPE_ARRAY:
    case RS_TYPE_CELL:
      plain = rs_arena_memdup (self->arena, type, sizeof *type);
      plain->boundary = RS_BOUNDARY_DEFAULT;
      plain->is_const = FALSE;
      for (int i = 0; !self->keep_sizes && i < RS_MAX_RANK; i++)
        plain->sizes[i] = RS_SIZE_UNKNOWN;
      return plain;
    default:
      return type;
    }
}

static gboolean
fail_conflict (RsDeduction *self, const RsBinding *binding, const RsType *type)
{
  g_autofree char *first = rs_binding_to_string (binding), *second = rs_type_to_string (type);

  return rs_deduction_fail (self, "type mismatch: `%s` is `%s` in `%s`, but `%s` in `%s`", binding->name, first,
                            binding->origin ? binding->origin : "the first argument", second, place_of (self));
}

static gboolean
bind_number (RsDeduction *self, RsBinding *binding, const RsType *type, gboolean is_soft)
{
  RsElement old = binding->type->element, new = type->element;

  if (binding->is_soft && is_soft)
    {
      if (!number_converts (old, new))
        binding->type = type;
      return TRUE;
    }
  if (binding->is_soft && number_converts (new, old))
    {
      binding->type = type;
      binding->is_soft = FALSE;
      binding->origin = self->place;
      return TRUE;
    }
  if (is_soft && number_converts (old, new))
    return TRUE;
  return fail_conflict (self, binding, type);
}

/* Every vec is a mat, every mat a cube: of arrays with the same elements the most dimensions count (manual 2.2). */
static gboolean
bind_array (RsDeduction *self, RsBinding *binding, const RsType *type)
{
  RsType *wide;

  if (binding->type->element != type->element || binding->type->rank == 0 || type->rank == 0)
    return fail_conflict (self, binding, type);
  if (type->rank < binding->type->rank)
    return TRUE;
  wide = rs_arena_memdup (self->arena, binding->type, sizeof *wide);
  wide->rank = type->rank;
  if (binding->is_given || !rs_type_equal (wide, type))
    return fail_conflict (self, binding, type);
  binding->type = type;
  binding->origin = self->place;
  return TRUE;
}

static gboolean
bind_type (RsDeduction *self, RsBinding *binding, const RsType *type, gboolean is_soft)
{
  type = canonical (self, type);
  if (binding->kind == RS_BINDING_VALUE)
    return rs_deduction_fail (self, "`%s` is the number %" G_GINT64_FORMAT " in `%s`, but a type in `%s`",
                              binding->name, binding->value, binding->origin ? binding->origin : "the first argument",
                              place_of (self));
  if (binding->kind == RS_BINDING_OPEN)
    {
      binding->kind = RS_BINDING_TYPE;
      binding->type = type;
      binding->is_soft = is_soft && type->kind == RS_TYPE_NUMBER;
      binding->origin = self->place;
      return TRUE;
    }
  if (rs_type_equal (binding->type, type))
    {
      binding->is_soft = binding->is_soft && is_soft;
      return TRUE;
    }
  if (binding->type->kind == RS_TYPE_NUMBER && type->kind == RS_TYPE_NUMBER)
    return bind_number (self, binding, type, is_soft);
  if (binding->type->kind == RS_TYPE_ARRAY && type->kind == RS_TYPE_ARRAY && !self->keep_sizes)
    return bind_array (self, binding, type);
  if (binding->type->kind == RS_TYPE_CLASS && rs_type_distance (binding->type, type) >= 0)
    return TRUE;
  return fail_conflict (self, binding, type);
}

static RsBinding *
find_binding (const RsDeduction *self, const char *name)
{
  for (guint i = 0; name && i < self->n; i++)
    if (self->bindings[i].name == name)
      return &self->bindings[i];
  return NULL;
}

gboolean
rs_deduction_names_parameter (const RsDeduction *self, const RsNode *node)
{
  if (!node)
    return FALSE;
  if ((node->kind == RS_NODE_TYPE_NAME || node->kind == RS_NODE_NAME) && find_binding (self, node->name))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (rs_deduction_names_parameter (self, node->children[i]))
      return TRUE;
  return FALSE;
}

/* --- arrays --- */

static const RsNode *
find_child (const RsNode *node, RsNodeKind kind)
{
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && node->children[i]->kind == kind)
      return node->children[i];
  return NULL;
}

static const RsNode *
element_of (const RsNode *formal)
{
  const RsNode *first = rs_node_child (formal, 0);

  return first && first->kind != RS_NODE_TYPE_SIZES && first->kind != RS_NODE_TYPE_DIMENSIONS ? first : NULL;
}

/* The element type of an array as an item; UNKNOWN stays open. */
static gboolean
unify_element (RsDeduction *self, const RsNode *element, const RsType *actual)
{
  const RsType *item = actual->kind == RS_TYPE_CELL
                         ? actual->item
                         : rs_deduction_type_of_element (self->arena, actual->element, self->scope->precision);
  RsBinding *binding
      = element->kind == RS_NODE_TYPE_NAME && element->n_children == 0 ? find_binding (self, element->name) : NULL;

  self->distance += COST_INSIDE;
  if (item->kind == RS_TYPE_UNKNOWN && binding && !self->is_static)
    {
      binding->may_be_any = TRUE;
      return TRUE;
    }
  if (binding && item->kind != RS_TYPE_UNKNOWN)
    return bind_type (self, binding, item, FALSE);
  return unify (self, element, item);
}

/* Dimension i of an array as one with `rank` dimensions has it: a vec is a row. */
static gint64
size_at (const RsType *actual, int rank, int i)
{
  if (actual->rank == 1 && rank > 1)
    return i == 0 ? 1 : i == 1 ? actual->sizes[0] : 1;
  if (rank == 1 && actual->rank == 2)
    return actual->sizes[0] == 1 ? actual->sizes[1] : actual->sizes[1] == 1 ? actual->sizes[0] : RS_SIZE_UNKNOWN;
  return i < actual->rank ? actual->sizes[i] : 1;
}

static gboolean
unify_sizes (RsDeduction *self, const RsNode *sizes, const RsType *actual)
{
  int rank = (int)sizes->n_children;

  for (int i = 0; i < rank && i < RS_MAX_RANK; i++)
    {
      const RsNode *size = sizes->children[i];

      if (!size || size->kind == RS_NODE_COLON)
        continue;
      self->distance += rs_deduction_names_parameter (self, size) ? COST_VALUE : 0;
      if (!rs_deduce_size (self, size, actual->rank == 0 ? RS_SIZE_UNKNOWN : size_at (actual, rank, i)))
        return FALSE;
    }
  return TRUE;
}

/* Of arrays with different ranks the larger one counts (manual 6.8). */
static gboolean
unify_dimensions (RsDeduction *self, const RsNode *dimensions, const RsType *actual)
{
  const RsNode *expression = rs_node_child (dimensions, 0);
  RsBinding *binding = expression && expression->kind == RS_NODE_NAME ? find_binding (self, expression->name) : NULL;

  if (!binding || actual->rank == 0)
    {
      self->is_open = self->is_open || (binding && actual->rank == 0);
      return TRUE;
    }
  self->distance += COST_VALUE;
  if (binding->kind == RS_BINDING_VALUE && binding->is_soft)
    binding->value = MAX (binding->value, actual->rank);
  else if (binding->kind == RS_BINDING_VALUE && binding->value < actual->rank)
    return rs_deduction_fail (self, "`%s` is %" G_GINT64_FORMAT " in `%s`, but `%s` has %d dimensions", binding->name,
                              binding->value, binding->origin ? binding->origin : "the first argument", place_of (self),
                              actual->rank);
  else if (binding->kind == RS_BINDING_OPEN)
    {
      binding->kind = RS_BINDING_VALUE;
      binding->value = actual->rank;
      binding->is_soft = TRUE;
      binding->origin = self->place;
    }
  return TRUE;
}

/* formal without its sizes, dimensions and items that depend on parameters, as a type. */
static const RsType *
outline_of (RsDeduction *self, const RsNode *formal)
{
  RsNode plain = *formal;

  plain.n_children = 0;
  plain.modifiers = NULL;
  if (find_child (formal, RS_NODE_TYPE_DIMENSIONS))
    plain.text = ":";
  return rs_scope_type_of_node (self->arena, self->scope, &plain);
}

static gboolean
unify_array (RsDeduction *self, const RsNode *formal, const RsType *outline, const RsType *actual)
{
  const RsNode *element = element_of (formal), *sizes = find_child (formal, RS_NODE_TYPE_SIZES);
  const RsNode *dimensions = find_child (formal, RS_NODE_TYPE_DIMENSIONS);
  int rank = sizes ? MAX (outline->rank, (int)sizes->n_children) : outline->rank;

  if (actual->kind == RS_TYPE_RANGE)
    actual = canonical (self, actual);
  if (actual->kind != RS_TYPE_ARRAY && actual->kind != RS_TYPE_CELL)
    return fail_kind (self, formal, actual);
  if (self->flattens && rank == 1 && actual->rank > 1)
    sizes = NULL;
  else if (rank > 0 && actual->rank > rank && !(rank == 1 && actual->rank == 2 && size_at (actual, 1, 0) >= 0))
    return fail_kind (self, formal, actual);
  if (rank > 0 && actual->rank > 0)
    self->distance += 8 * MAX (0, rank - actual->rank);
  if (element && rs_deduction_names_parameter (self, element))
    {
      if (!unify_element (self, element, actual))
        return FALSE;
    }
  else
    {
      RsType wanted = *outline;
      int distance;

      if (element)
        {
          RsNode plain = *formal;
          RsNode *child = (RsNode *)element;

          plain.children = &child;
          plain.n_children = 1;
          plain.modifiers = NULL;
          wanted = *rs_scope_type_of_node (self->arena, self->scope, &plain);
        }
      wanted.rank = 0;
      distance = rs_type_distance (&wanted, actual);
      if (distance < 0)
        return fail_kind (self, formal, actual);
      self->distance += distance >= 8 * RS_MAX_RANK ? distance - 8 * RS_MAX_RANK : distance;
    }
  if (dimensions && !unify_dimensions (self, dimensions, actual))
    return FALSE;
  return !sizes || unify_sizes (self, sizes, actual);
}

/* --- the other kinds --- */

static gboolean
unify_function (RsDeduction *self, const RsNode *formal, const RsType *actual)
{
  const RsNode *inputs = rs_node_child (formal, RS_TYPE_FUNCTION_INPUTS);
  const RsNode *outputs = rs_node_child (formal, RS_TYPE_FUNCTION_OUTPUTS);

  if (actual->kind != RS_TYPE_FUNCTION)
    return fail_kind (self, formal, actual);
  if (!actual->inputs && !actual->outputs) /* any function */
    return TRUE;
  if (inputs && !(actual->qualifiers & RS_NODE_VARIADIC) && inputs->n_children != actual->n_inputs
      && !find_child (inputs, RS_NODE_TYPE_VARIADIC))
    return fail_kind (self, formal, actual);
  for (guint i = 0; inputs && i < inputs->n_children && i < actual->n_inputs; i++)
    if (inputs->children[i] && actual->inputs[i]->kind != RS_TYPE_UNKNOWN
        && !unify (self, inputs->children[i], actual->inputs[i]))
      return FALSE;
  for (guint i = 0; outputs && i < outputs->n_children && i < actual->n_outputs; i++)
    if (outputs->children[i] && actual->outputs[i]->kind != RS_TYPE_UNKNOWN
        && !unify (self, outputs->children[i], actual->outputs[i]))
      return FALSE;
  return TRUE;
}

/* The alternative that fits best; what the others bound is forgotten. */
static gboolean
unify_choice (RsDeduction *self, const RsNode *formal, const RsType *actual)
{
  gsize bytes = self->n * sizeof (RsBinding);
  g_autofree RsBinding *before = g_memdup2 (self->bindings, bytes), *best = NULL;
  int distance = self->distance, best_distance = G_MAXINT;
  gboolean was_open = self->is_open, best_open = was_open;

  for (guint i = 0; i < formal->n_children; i++)
    {
      if (formal->children[i] && unify (self, formal->children[i], actual) && self->distance < best_distance)
        {
          g_free (best);
          best = g_memdup2 (self->bindings, bytes);
          best_distance = self->distance;
          best_open = self->is_open;
        }
      memcpy (self->bindings, before, bytes);
      self->distance = distance;
      self->is_open = was_open;
      self->reason = NULL;
    }
  if (!best)
    return fail_kind (self, formal, actual);
  memcpy (self->bindings, best, bytes);
  self->distance = best_distance;
  self->is_open = best_open;
  return TRUE;
}

/* The class that is an instance of template: the one of type, or one that it is derived from, *steps above; else
 * NULL. */
static const RsSymbol *
find_instance (const RsType *type, const RsSymbol *template, guint *steps)
{
  const RsClass *class = rs_type_get_class (type);

  for (*steps = 0; class; class = class->base, ++*steps)
    if (class->type && class->type->class_symbol && class->type->class_symbol->generic == template)
      return class->type->class_symbol;
  return NULL;
}

/* stack[T] met by an object of the class stack[int], or of one that is derived from it. */
static gboolean
unify_class (RsDeduction *self, const RsNode *formal, const RsSymbol *template, const RsType *actual)
{
  const RsSymbol *instance;
  guint steps;

  if (!(instance = find_instance (actual, template, &steps)))
    return fail_kind (self, formal, actual);
  self->distance += COST_INSIDE + (int)steps;
  for (guint i = 0; i < formal->n_children && i < instance->n_arguments; i++)
    {
      const RsBinding *argument = &instance->arguments[i];
      const RsNode *node = formal->children[i];
      RsBinding *binding = node->kind == RS_NODE_TYPE_NAME && node->n_children == 0 ? find_binding (self, node->name)
                                                                                    : NULL;

      if (argument->kind == RS_BINDING_VALUE && binding)
        {
          RsNode name = *node;

          name.kind = RS_NODE_NAME;
          if (!rs_deduce_size (self, &name, argument->value))
            return FALSE;
        }
      else if (argument->kind == RS_BINDING_VALUE ? !rs_deduce_size (self, node, argument->value)
               : binding ? !bind_type (self, binding, argument->type, FALSE)
                         : !unify (self, node, argument->type))
        return FALSE;
    }
  return TRUE;
}

/* An alias with parameters of its own: `type grid[T] : mat[T]`, formal grid[E]: the definition with E for T. */
typedef struct {
  const RsNode *list;
  const RsNode *formal;
} Alias;

static RsNode *
replace_alias_parameter (const RsNode *node, gpointer data)
{
  const Alias *alias = data;

  if (node->kind == RS_NODE_TYPE_NAME || node->kind == RS_NODE_NAME)
    for (guint i = 0; i < alias->list->n_children && i < alias->formal->n_children; i++)
      if (alias->list->children[i] && alias->list->children[i]->name == node->name)
        return alias->formal->children[i];
  return NULL;
}

static gboolean
unify_template (RsDeduction *self, const RsNode *formal, const RsSymbol *template, const RsType *actual)
{
  const RsNode *definition = rs_node_child (template->declaration, RS_TYPE_DEFINITION_DEFINITION);
  Alias alias = { rs_node_child (template->declaration, RS_TYPE_DEFINITION_TYPE_PARAMETERS), formal };
  RsNodeCopy how = { .arena = self->arena, .replace = replace_alias_parameter, .data = &alias };

  if (!definition || definition->kind == RS_NODE_CLASS)
    return unify_class (self, formal, template, actual);
  return unify (self, rs_node_copy (&how, definition), actual);
}

static gboolean
unify_fixed (RsDeduction *self, const RsNode *formal, const RsType *actual)
{
  int distance = rs_type_distance (rs_scope_type_of_node (self->arena, self->scope, formal), actual);

  if (distance < 0)
    return fail_kind (self, formal, actual);
  self->distance += distance;
  return TRUE;
}

static gboolean
unify_name (RsDeduction *self, const RsNode *formal, const RsType *actual)
{
  RsBinding *binding = formal->n_children == 0 ? find_binding (self, formal->name) : NULL;
  const RsSymbol *symbol;
  const RsType *outline;

  if (binding)
    {
      self->distance += COST_PARAMETER;
      return bind_type (self, binding, actual, actual->kind == RS_TYPE_NUMBER);
    }
  symbol = formal->name ? rs_scope_find_type (self->scope, formal->name) : NULL;
  if (symbol && symbol->declaration && symbol->declaration->kind == RS_NODE_TYPE_DEFINITION && formal->n_children > 0)
    return unify_template (self, formal, symbol, actual);
  outline = outline_of (self, formal);
  if (outline->kind == RS_TYPE_ARRAY || outline->kind == RS_TYPE_CELL)
    return unify_array (self, formal, outline, actual);
  return unify_fixed (self, formal, actual);
}

static gboolean
unify_plain (RsDeduction *self, const RsNode *formal, const RsType *actual)
{
  switch (formal->kind)
    {
    case RS_NODE_TYPE_NAME:
      return unify_name (self, formal, actual);
    case RS_NODE_TYPE_POINTER:
      if (actual->kind != RS_TYPE_POINTER && actual->kind != RS_TYPE_CLASS)
        return fail_kind (self, formal, actual);
      return !rs_node_child (formal, 0)
             || unify (self, formal->children[0], actual->kind == RS_TYPE_POINTER ? actual->item : actual);
    case RS_NODE_TYPE_FUNCTION:
      return unify_function (self, formal, actual);
    case RS_NODE_TYPE_CHOICE:
      return unify_choice (self, formal, actual);
    case RS_NODE_TYPE_OF_TEXT:
    case RS_NODE_TYPE_VARIADIC:
      return !rs_node_child (formal, 0) || unify (self, formal->children[0], actual);
    default:
      return TRUE;
    }
}

static gboolean
unify (RsDeduction *self, const RsNode *formal, const RsType *actual)
{
  gboolean names_parameter = rs_deduction_names_parameter (self, formal), ok;

  /* Of a choice run time knows which it is. */
  if (actual->kind == RS_TYPE_UNKNOWN || (actual->kind == RS_TYPE_CHOICE && names_parameter))
    {
      self->is_open = self->is_open || names_parameter;
      self->distance += COST_OPEN;
      return TRUE;
    }
  if (self->depth >= MAX_DEPTH)
    return rs_deduction_fail (self, "the type of `%s` is nested too deeply", place_of (self));
  self->depth++;
  ok = names_parameter ? unify_plain (self, formal, actual) : unify_fixed (self, formal, actual);
  self->depth--;
  return ok;
}

/* --- entry --- */

RsDeduction *
rs_deduction_new (RsArena *arena, RsScope *scope, const char *const *names, guint n)
{
  RsDeduction *self = rs_arena_new0 (arena, RsDeduction);

  self->arena = arena;
  self->scope = scope;
  self->n = n;
  self->bindings = rs_arena_array (arena, RsBinding, n + 1);
  for (guint i = 0; i < n; i++)
    self->bindings[i].name = names[i];
  return self;
}

RsDeduction *
rs_deduction_new_for (RsArena *arena, RsScope *scope, const RsNode *type_parameters)
{
  guint n = type_parameters ? type_parameters->n_children : 0;
  const char **names = rs_arena_array (arena, const char *, n + 1);

  for (guint i = 0; i < n; i++)
    names[i] = type_parameters->children[i] ? type_parameters->children[i]->name : NULL;
  return rs_deduction_new (arena, scope, names, n);
}

void
rs_deduction_keep_sizes (RsDeduction *self)
{
  self->keep_sizes = TRUE;
}

void
rs_deduction_flatten (RsDeduction *self)
{
  self->flattens = TRUE;
}

void
rs_deduction_set_static (RsDeduction *self)
{
  self->is_static = TRUE;
}

gboolean
rs_deduce (RsDeduction *self, const RsNode *formal, const RsType *actual, const char *place)
{
  self->place = place;
  return !self->reason && unify (self, formal, actual);
}

gboolean
rs_deduction_set_type (RsDeduction *self, guint index, const RsType *type)
{
  self->place = "the brackets";
  if (index >= self->n)
    return rs_deduction_fail (self, "there are %u type parameter%s, but more are given in the brackets", self->n,
                              self->n == 1 ? "" : "s");
  self->bindings[index].is_given = TRUE;
  return bind_type (self, &self->bindings[index], type, FALSE);
}

gboolean
rs_deduction_set_value (RsDeduction *self, guint index, gint64 value)
{
  self->place = "the brackets";
  if (index >= self->n)
    return rs_deduction_fail (self, "there are %u type parameter%s, but more are given in the brackets", self->n,
                              self->n == 1 ? "" : "s");
  self->bindings[index] = (RsBinding){ .name = self->bindings[index].name, .kind = RS_BINDING_VALUE, .value = value,
                                       .origin = self->place };
  return TRUE;
}

gboolean
rs_deduction_is_bound (const RsDeduction *self, guint index)
{
  return index < self->n && self->bindings[index].kind != RS_BINDING_OPEN;
}

void
rs_deduction_set_any (RsDeduction *self, guint index)
{
  g_assert (index < self->n);
  self->bindings[index] = (RsBinding){ .name = self->bindings[index].name, .kind = RS_BINDING_TYPE,
                                       .type = &rs_type_unknown };
}

gboolean
rs_deduction_is_open (const RsDeduction *self)
{
  return self->is_open;
}

const char *
rs_deduction_get_unbound (const RsDeduction *self)
{
  for (guint i = 0; i < self->n; i++)
    if (self->bindings[i].kind == RS_BINDING_OPEN)
      return self->bindings[i].name ? self->bindings[i].name : "?";
  return NULL;
}

const RsBinding *
rs_deduction_get_bindings (const RsDeduction *self, guint *n)
{
  *n = self->n;
  return self->bindings;
}

const RsBinding *
rs_deduction_find (const RsDeduction *self, const char *name)
{
  return find_binding (self, name);
}

const char *
rs_deduction_get_reason (const RsDeduction *self)
{
  return self->reason;
}

int
rs_deduction_get_distance (const RsDeduction *self)
{
  return self->distance;
}
