/* Objects: definitions of classes, members that are not there, and stores into what can't change.
 *
 * Only objects whose class is known before the program runs are judged here. A name that a reduction gives to a
 * property (`reduction (a : point) -> a.length = ...`) counts as a member.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/check/check-private.h"
#include "compiler/syntax/foreign.h"

/* --- definitions --- */

static void
check_base (RsCheck *self, const RsNode *definition, const RsSymbol *symbol)
{
  const RsNode *base = rs_node_child (definition, RS_CLASS_BASE);
  const RsType *type = base ? rs_scope_type_of_node (self->arena, self->scope, base) : NULL;

  if (!base)
    return;
  if (type->kind == RS_TYPE_UNKNOWN)
    {
      if (base->kind == RS_NODE_TYPE_NAME && base->name && !base->symbol && symbol->type
          && symbol->type->kind == RS_TYPE_CLASS)
        rs_check_report (self, RS_SEVERITY_ERROR, base, RS_SAY (BASE_UNDEFINED), symbol->name, base->name);
      return;
    }
  if (type->kind == RS_TYPE_STRING)
    rs_check_report (self, RS_SEVERITY_ERROR, base, RS_SAY (BASE_EXCEPTION), symbol->name, symbol->name);
  else if (type->kind != RS_TYPE_CLASS)
    rs_check_report (self, RS_SEVERITY_ERROR, base, RS_SAY (BASE_NO_CLASS), symbol->name);
  else if (symbol->class_description && !symbol->class_description->base)
    rs_check_report (self, RS_SEVERITY_ERROR, base, RS_SAY (BASE_ITSELF), symbol->name);
}

static gboolean
has_earlier (const RsNode *definition, guint index, const char *name)
{
  for (guint i = RS_CLASS_FIRST_MEMBER; i < index; i++)
    if (definition->children[i] && definition->children[i]->name == name)
      return TRUE;
  return FALSE;
}

static void
check_member (RsCheck *self, const RsNode *definition, guint index, const RsClass *class)
{
  const RsNode *member = definition->children[index];
  int found = rs_class_find_member (class, member->name);
  const RsType *type;

  if (has_earlier (definition, index, member->name)
      || (class->base && rs_class_find_member (class->base, member->name) >= 0))
    {
      rs_check_report (self, RS_SEVERITY_ERROR, member, RS_SAY (MEMBER_TWICE), class->name, member->name);
      return;
    }
  type = found >= 0 ? class->members[found].type : &rs_type_unknown;
  /* The part was being described when it was asked for: it contains this class. */
  if (type->kind == RS_TYPE_CLASS && type->class_symbol && class->kind != RS_CLASS_DYNAMIC
      && class->members[found].default_kind == RS_DEFAULT_NONE && !class->members[found].default_value
      && rs_class_contains (rs_type_get_class (type), class))
    rs_check_report (self, RS_SEVERITY_ERROR, member, RS_SAY (MEMBER_ITSELF), class->name, member->name, type->name);
}

void
rs_check_class (RsCheck *self, const RsNode *node)
{
  const RsNode *definition = rs_node_child (node, RS_TYPE_DEFINITION_DEFINITION);
  const RsSymbol *symbol = node->symbol;

  if (!definition || definition->kind != RS_NODE_CLASS || !symbol || symbol->declaration != node)
    return;
  check_base (self, definition, symbol);
  if (!symbol->class_description)
    return;
  for (guint i = RS_CLASS_FIRST_MEMBER; i < definition->n_children; i++)
    if (definition->children[i] && definition->children[i]->kind == RS_NODE_MEMBER && definition->children[i]->name)
      check_member (self, definition, i, symbol->class_description);
}

/* --- properties --- */

static void
collect_properties (GHashTable *names, const RsNode *node, gboolean in_reduction)
{
  in_reduction = in_reduction || node->kind == RS_NODE_REDUCTION;
  if (in_reduction && node->kind == RS_NODE_FIELD && node->name)
    g_hash_table_add (names, (gpointer)node->name);
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      collect_properties (names, node->children[i], in_reduction);
}

void
rs_check_collect_properties (GHashTable *names, const RsModule *module)
{
  collect_properties (names, module->root, FALSE);
}

/* --- members --- */

static const RsClass *
class_of (RsCheck *self, const RsNode *object)
{
  const RsClass *class = object ? rs_type_get_class (rs_infer_expression (self->arena, object, self->precision)) : NULL;

  return class && class->kind != RS_CLASS_DYNAMIC ? class : NULL;
}

static void
report_no_member (RsCheck *self, const RsNode *place, const RsClass *class, const char *name)
{
  const char *suggestion = rs_class_suggest_member (class, name);

  if (suggestion)
    rs_check_report (self, RS_SEVERITY_ERROR, place, RS_SAY (MEMBER_NEAR), class->name, name, suggestion);
  else
    rs_check_report (self, RS_SEVERITY_ERROR, place, RS_SAY (MEMBER_UNKNOWN), class->name, name);
}

/* obj = stack[int] and obj.n: the type itself where an object is meant. */
static gboolean
check_is_object (RsCheck *self, const RsNode *field)
{
  const RsNode *object = rs_node_child (field, 0);
  const RsType *type = object && object->kind == RS_NODE_NAME && object->symbol
                           ? rs_infer_expression (self->arena, object, self->precision)
                           : NULL;
  g_autofree char *name = NULL;

  if (!type || type->kind != RS_TYPE_TYPE || !type->item || type->item->kind != RS_TYPE_CLASS)
    return TRUE;
  name = rs_type_to_string (type->item);
  rs_check_report (self, rs_check_certain (self), field, RS_SAY (MEMBER_OF_TYPE), object->name, name, field->name,
                   name);
  return FALSE;
}

/* x.shape of a number or an array. Functions may be methods of any type: n.f() is left to the run, unless
 * other languages have such a method. */
static void
check_has_members (RsCheck *self, const RsNode *field)
{
  const RsNode *object = rs_node_child (field, 0);
  const RsType *type = object ? rs_infer_expression (self->arena, object, self->precision) : &rs_type_unknown;
  g_autofree char *text = NULL, *hint = NULL;

  if (type->kind != RS_TYPE_NUMBER && type->kind != RS_TYPE_ARRAY && type->kind != RS_TYPE_RANGE
      && type->kind != RS_TYPE_STRING)
    return;
  text = rs_type_describe (type);
  hint = rs_foreign_member_dup_hint (field->name);
  if (self->callee == field && *hint == '\0')
    return;
  rs_check_report (self, rs_check_certain (self), field, RS_SAY (NO_MEMBERS), text, field->name, hint);
}

void
rs_check_field (RsCheck *self, const RsNode *field)
{
  g_assert (field->kind == RS_NODE_FIELD);

  const RsClass *class;

  if (!field->name || !check_is_object (self, field))
    return;

  /* A method is a function. */
  if (field->symbol || g_hash_table_contains (self->properties, field->name))
    return;
  class = class_of (self, rs_node_child (field, 0));
  if (class && rs_class_find_member (class, field->name) < 0)
    report_no_member (self, field, class, field->name);
  else if (!class)
    check_has_members (self, field);
}

/* Whether the object that field belongs to can't change: its class is immutable, or it is part of one that is. */
static const RsClass *
find_immutable (RsCheck *self, const RsNode *field)
{
  for (const RsNode *node = field; node && node->kind == RS_NODE_FIELD; node = rs_node_child (node, 0))
    {
      const RsNode *object = rs_node_child (node, 0);
      const RsClass *class = class_of (self, object);

      if (class && class->kind == RS_CLASS_IMMUTABLE)
        return class;
      if (!object || rs_infer_expression (self->arena, object, self->precision)->kind == RS_TYPE_POINTER)
        return NULL;
    }
  return NULL;
}

/* The object as a whole, and not only its members: returned, passed on, captured. */
static gboolean
is_used_whole (const RsNode *node, const RsSymbol *symbol)
{
  for (guint i = 0; i < node->n_children; i++)
    {
      const RsNode *child = node->children[i];

      if (child && child->kind == RS_NODE_NAME && rs_symbol_get_origin (child->symbol) == symbol
          && (node->kind != RS_NODE_FIELD || child->symbol != symbol))
        return TRUE;
      if (child && is_used_whole (child, symbol))
        return TRUE;
    }
  return FALSE;
}

/* A member is read outside of stores into it: the copy is where a kernel keeps its state. */
static gboolean
is_member_read (const RsNode *node, const RsSymbol *symbol, const char *member)
{
  for (guint i = 0; i < node->n_children; i++)
    {
      const RsNode *child = node->children[i];
      const RsNode *base = child && child->kind == RS_NODE_FIELD ? rs_node_child (child, 0) : NULL;

      if (base && base->kind == RS_NODE_NAME && base->symbol == symbol && child->name == member)
        {
          if (node->kind != RS_NODE_ASSIGN || i != RS_ASSIGN_TARGET)
            return TRUE;
        }
      else if (child && is_member_read (child, symbol, member))
        return TRUE;
    }
  return FALSE;
}

/* Classes are passed by value (manual, table 3.1): a function that returns nothing and only stores into members of such
 * a parameter does nothing. */
static void
warn_of_lost_store (RsCheck *self, const RsNode *target)
{
  const RsNode *base = rs_node_child (target, 0), *function;
  const RsNode *outputs, *body;
  RsSymbol *symbol = base && base->kind == RS_NODE_NAME ? base->symbol : NULL;

  if (!symbol || symbol->kind != RS_SYMBOL_VARIABLE || !symbol->is_parameter || !symbol->type
      || symbol->type->kind != RS_TYPE_CLASS || g_hash_table_contains (self->warned, symbol))
    return;
  function = symbol->scope->node;
  if (function->kind != RS_NODE_FUNCTION)
    return;
  outputs = rs_node_child (function, RS_FUNCTION_OUTPUTS);
  body = rs_node_child (function, RS_FUNCTION_BODY);
  if ((outputs && outputs->n_children > 0) || !body || is_used_whole (body, symbol))
    return;
  if ((function->flags & (RS_NODE_KERNEL | RS_NODE_DEVICE)) && is_member_read (body, symbol, target->name))
    return;
  g_hash_table_add (self->warned, symbol);
  rs_check_report (self, RS_SEVERITY_WARNING, target, RS_SAY (OBJECT_COPY), base->name,
                   function->name ? function->name : "the function", base->name, symbol->type->name);
}

void
rs_check_member_store (RsCheck *self, const RsNode *target, const RsNode *value)
{
  const RsClass *class;
  int index;

  while (target && target->kind == RS_NODE_TYPED)
    target = rs_node_child (target, RS_TYPED_EXPRESSION);
  if (target && target->kind == RS_NODE_MATRIX)
    for (guint i = 0; i < target->n_children; i++)
      if (target->children[i])
        rs_check_member_store (self, target->children[i], NULL);
  if (!target || target->kind != RS_NODE_FIELD || !target->name
      || g_hash_table_contains (self->properties, target->name))
    return;
  if ((class = find_immutable (self, target)))
    {
      rs_check_report (self, RS_SEVERITY_ERROR, target, RS_SAY (MEMBER_IMMUTABLE), class->name, target->name);
      return;
    }
  warn_of_lost_store (self, target);
  class = class_of (self, rs_node_child (target, 0));
  index = class ? rs_class_find_member (class, target->name) : -1;
  if (index >= 0 && value)
    {
      const RsType *formal = class->members[index].type;
      const RsType *actual = rs_infer_expression (self->arena, value, self->precision);

      if (!rs_check_argument_fits (formal, actual))
        {
          g_autofree char *f = rs_type_to_string (formal), *a = rs_type_describe (actual);

          rs_check_report (self, rs_check_certain (self), target, RS_SAY (MEMBER_ASSIGNED), target->name,
                           rs_article (f), f, a);
        }
    }
}

/* --- constructors --- */

static gboolean
is_parameter (const RsSymbol *function, const char *name)
{
  for (guint i = 0; function && i < function->overloads->len; i++)
    {
      const RsNode *parameters = rs_node_child (g_ptr_array_index (function->overloads, i), RS_FUNCTION_PARAMETERS);

      for (guint k = 0; parameters && k < parameters->n_children; k++)
        if (parameters->children[k] && parameters->children[k]->name == name)
          return TRUE;
    }
  return FALSE;
}

static gboolean
is_given (const RsNode *call, const RsClass *class, guint member)
{
  for (guint i = RS_CALL_FIRST_ARGUMENT; i < call->n_children; i++)
    {
      const RsNode *argument = call->children[i];

      if (!argument || argument->kind == RS_NODE_SPREAD)
        return TRUE;
      if (argument->kind == RS_NODE_NAMED_ARGUMENT ? argument->name == class->names[member]
                                                   : i - RS_CALL_FIRST_ARGUMENT == member)
        return TRUE;
    }
  return FALSE;
}

/* Members without a default value, as matrices and functions are, have to be given (manual 2.2.6, 3.8). */
static void
check_complete (RsCheck *self, const RsNode *call, const RsClass *class)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < class->n_members && class->kind != RS_CLASS_DYNAMIC; i++)
    if (class->members[i].default_kind == RS_DEFAULT_NONE && !is_given (call, class, i))
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", class->names[i]);
  if (names->len > 0)
    rs_check_report (self, rs_check_certain (self), call, RS_SAY (NO_DEFAULT_CONSTRUCTOR), class->name, class->name,
                     names->str);
}

static void
check_member_value (RsCheck *self, const RsNode *argument, const RsNode *value, const RsClass *class, guint member)
{
  const RsType *formal = class->members[member].type;
  const RsType *actual = value ? rs_infer_expression (self->arena, value, self->precision) : NULL;
  g_autofree char *f = NULL, *a = NULL;

  if (!actual || rs_check_argument_fits (formal, actual))
    return;
  f = rs_type_to_string (formal);
  a = rs_type_describe (actual);
  rs_check_report (self, rs_check_certain (self), argument, RS_SAY (MEMBER_TYPE), class->names[member], class->name,
                   rs_article (f), f, a);
}

void
rs_check_construction (RsCheck *self, const RsNode *call, const RsClass *class, const RsSymbol *function)
{
  g_assert (call->kind == RS_NODE_CALL);

  guint n = call->n_children - RS_CALL_FIRST_ARGUMENT;
  gboolean takes_members = !function || rs_is_member_construction (call, function);

  for (guint i = RS_CALL_FIRST_ARGUMENT; i < call->n_children; i++)
    {
      const RsNode *argument = call->children[i];
      gboolean is_named = argument && argument->kind == RS_NODE_NAMED_ARGUMENT;
      int index;

      if (!argument || argument->kind == RS_NODE_SPREAD)
        break;
      index = is_named ? rs_class_find_member (class, argument->name) : (int)(i - RS_CALL_FIRST_ARGUMENT);
      if (index < 0 && !is_parameter (function, argument->name))
        report_no_member (self, argument, class, argument->name);
      else if (index >= 0 && index < (int)class->n_members && takes_members)
        check_member_value (self, argument, is_named ? rs_node_child (argument, 0) : argument, class, (guint)index);
    }
  if (!function && n > class->n_members)
    rs_check_report (self, RS_SEVERITY_ERROR, call, RS_SAY (CONSTRUCTOR_ARGUMENTS), class->name, n, class->n_members,
                     class->n_members == 1 ? "" : "s");
  else if (takes_members)
    check_complete (self, call, class);
}

/* --- kernels --- */

void
rs_check_native_parameter (RsCheck *self, const RsNode *parameter)
{
  g_assert (parameter->kind == RS_NODE_PARAMETER);

  const RsClass *class = parameter->symbol ? rs_type_get_class (parameter->symbol->type) : NULL;

  if (class && class->kind == RS_CLASS_DYNAMIC)
    rs_check_report (self, RS_SEVERITY_ERROR, parameter, RS_SAY (KERNEL_DYNAMIC_CLASS), class->name);
  else if (class && class->has_open_member)
    rs_check_report (self, RS_SEVERITY_ERROR, parameter, RS_SAY (KERNEL_OPEN_CLASS), class->name);
}
