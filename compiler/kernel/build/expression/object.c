/* Objects of typed classes (manual chapter 7): a value a member.
 *
 * A member of an object that comes from outside lies in an array (runtime/sched/inputs/pack.h): a number in one with a
 * single element, that of an object of a cell at the place of the object. Numbers and small vectors of an object that
 * the kernel makes live in locals. What is assigned goes where the member lies; arrays are shared like everywhere.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/array/access.h"
#include "compiler/sema/infer/infer.h"

static Value
object (Build *b, const RsClass *class, Value *members)
{
  return (Value){ .kind = VALUE_OBJECT, .class = class, .items = members, .n_items = class->n_members };
}

static Value *
new_members (Build *b, const RsClass *class)
{
  return rs_arena_array (b->kernel->arena, Value, MAX (1, class->n_members));
}

static gboolean
is_number_member (const RsClassMember *member)
{
  return member->type->kind == RS_TYPE_NUMBER;
}

/* --- objects from outside --- */

Value
b_object_input (Build *b, guint input, const RsNode *place)
{
  const RsKernelInput *in = &b->request->inputs[input];
  Value *members;

  if (!in->class || in->n_captures != in->class->n_members)
    return b_not_supported (b, place, "this object");
  members = new_members (b, in->class);
  for (guint i = 0; i < in->class->n_members; i++)
    members[i] = (Value){ .kind = VALUE_INPUT, .input = in->first_capture + i };
  return object (b, in->class, members);
}

Value
b_object_of_cell (Build *b, const Value *cell, const Access *access, const RsNode *place)
{
  const RsKernelInput *in = &b->request->inputs[cell->input];
  const RsIrExpression **prefix = rs_arena_array (b->kernel->arena, const RsIrExpression *, MAX_AXES);
  Value *members = new_members (b, in->class);

  for (guint k = 0; k < access->n; k++)
    if (access->axes[k].n != 1)
      return b_not_supported (b, place, "several objects of a cell");
  b_element_subscripts (access, 0, prefix);
  for (guint k = 0; k < access->n; k++)
    prefix[k] = b_keep (b, b_number (prefix[k], b)).parts[0];
  for (guint i = 0; i < in->class->n_members; i++)
    members[i] = (Value){ .kind = VALUE_ARRAY, .input = in->first_capture + i, .prefix = prefix, .n_prefix = access->n,
                          .boundary = RS_BOUNDARY_CHECKED };
  return object (b, in->class, members);
}

/* An array that has the dimensions of the cell. */
guint
b_array_of_cell (Build *b, const Value *cell, const RsNode *place)
{
  const RsKernelInput *in = &b->request->inputs[cell->input];

  for (guint i = 0; i < in->n_captures; i++)
    if (is_number_member (&in->class->members[i])
        && b->request->inputs[in->first_capture + i].type->kind == RS_TYPE_ARRAY)
      return in->first_capture + i;
  b_not_supported (b, place, "a cell of objects without numbers");
  return in->first_capture;
}

/* --- members --- */

static gboolean
is_readable (Build *b, const Value *member, const RsNode *place)
{
  RsTypeKind kind = member->kind == VALUE_ARRAY ? b->request->inputs[member->input].type->kind : RS_TYPE_ARRAY;

  if (kind == RS_TYPE_ARRAY)
    return TRUE;
  b_not_supported (b, place, "this member");
  return FALSE;
}

/* What a member stands for. */
static Value
read_member (Build *b, const Value *object, guint index, const RsNode *place)
{
  const RsClassMember *member = &object->class->members[index];
  Value value = object->items[index];

  if (!is_readable (b, &value, place))
    return b_scalar (b, 0);
  if (value.kind == VALUE_INPUT)
    value = b_input_value (b, value.input, place);
  if (is_number_member (member) && value.kind == VALUE_ARRAY)
    value = b_whole_array (b, &value, place);
  if (is_number_member (member) && value.kind == VALUE_NUMBER)
    {
      value.shape.rank = 0;
      value.input = 0;
    }
  return b_to_frame (b, value);
}

static int
find_member (Build *b, const Value *object, const RsNode *field)
{
  int index = object->kind == VALUE_OBJECT ? rs_class_find_member (object->class, field->name) : -1;

  if (!b->reason && object->kind != VALUE_OBJECT)
    b_not_supported (b, field, "fields of this value");
  else if (!b->reason && index < 0)
    b_fail (b, field, "the class has no member `%s`", field->name);
  return index;
}

Value
b_field (Build *b, const RsNode *node)
{
  Value base = b_expression (b, node->children[0]);
  int index;

  if (base.kind == VALUE_GROUP)
    return b_group_member (b, base.group, node);
  index = find_member (b, &base, node);

  return index < 0 ? b_scalar (b, 0) : read_member (b, &base, (guint)index, node);
}

static void
write_locals (Build *b, const Value *member, Value value)
{
  value = member->shape.is_complex ? b_to_complex (b, value) : b_convert (b, value, member->shape.type);
  value = b_keep (b, value);
  for (guint i = 0; i < b_shape_parts (&member->shape); i++)
    {
      RsIrStatement *set = b_emit (b, RS_IR_SET);

      set->index = member->parts[i]->index;
      set->value
          = value.parts[value.shape.rank == 0 && member->shape.rank > 0 ? (member->shape.is_complex ? i % 2 : 0) : i];
    }
}

static void
write_member (Build *b, const Value *object, guint index, RsOperator op, Value value, const RsNode *place)
{
  const RsClassMember *member = &object->class->members[index];
  Value target = object->items[index];

  if (value.kind == VALUE_RANGE)
    value = b_range_elements (b, value, place);
  if (value.kind != VALUE_NUMBER || !is_readable (b, &target, place)
      || (!is_number_member (member) && (target.kind != VALUE_NUMBER || op != RS_OP_NONE)))
    {
      b_not_supported (b, place, "this assignment to a member");
      return;
    }
  if (op == RS_OP_NONE)
    value = b_convert_to_declared (b, value, member->type, place);
  if (target.kind == VALUE_INPUT)
    {
      Value array = b_input_value (b, target.input, place);

      if (array.kind == VALUE_NUMBER && array.input > 0)
        b_input_to_memory (b, array.input - 1);
      target = array;
      target.boundary = RS_BOUNDARY_UNCHECKED;
    }
  if (b->reason || b->again)
    return;
  if (target.kind == VALUE_ARRAY)
    b_store_all (b, place, &target, op, value);
  else
    {
      if (op != RS_OP_NONE)
        value = b_convert_to_declared (b, b_compound_value (b, op, read_member (b, object, index, place), value, place),
                                       member->type, place);
      if (!b->reason)
        write_locals (b, &target, value);
    }
}

void
b_store_field (Build *b, const RsNode *target, RsOperator op, Value value)
{
  RsIrStatement *mark = b->block->last;
  Value base = b_expression (b, target->children[0]);
  int index = find_member (b, &base, target);

  if (b->block->last != mark)
    value = b_pin (b, value, mark, FALSE);
  if (index >= 0)
    write_member (b, &base, (guint)index, op, value, target);
}

/* --- objects that the kernel makes --- */

/* Where a member of an object of its own lives: numbers and small vectors in locals, anything else is shared. */
static Value
new_storage (Build *b, const RsClassMember *member, Value value)
{
  Value storage;

  if (value.kind != VALUE_NUMBER)
    return value;
  storage = b_value_new (b, value.shape);
  for (guint i = 0; i < b_shape_parts (&value.shape); i++)
    storage.parts[i] = rs_ir_local (b->kernel, rs_kernel_add_local (b->kernel, member->name, value.shape.type, 1));
  write_locals (b, &storage, value);
  return storage;
}

Value
b_copy_object (Build *b, const Value *value, const RsNode *place)
{
  Value *members = new_members (b, value->class);

  for (guint i = 0; i < value->n_items && !b->reason; i++)
    if (value->class->members[i].type->kind == RS_TYPE_NUMBER)
      members[i] = new_storage (b, &value->class->members[i], read_member (b, value, i, place));
    else if (value->items[i].kind == VALUE_OBJECT && value->class->members[i].type->kind == RS_TYPE_CLASS)
      members[i] = b_copy_object (b, &value->items[i], place);
    else
      members[i] = value->items[i];
  return object (b, value->class, members);
}

void
b_assign_object (Build *b, const Value *target, const Value *value, const RsNode *place)
{
  Value copy;

  if (value->kind != VALUE_OBJECT || value->class != target->class)
    {
      b_not_supported (b, place, "an object of another class here");
      return;
    }
  copy = b_copy_object (b, value, place);
  for (guint i = 0; i < target->n_items && !b->reason; i++)
    write_member (b, target, i, RS_OP_NONE, read_member (b, &copy, i, place), place);
}

static Value
zero_of (Build *b, const RsClassMember *member, const RsNode *place)
{
  const RsType *type = member->type;
  Value value;

  if (type->kind == RS_TYPE_NUMBER)
    return b_convert_to_declared (b, b_integer (b, 0), type, place);
  if (type->kind != RS_TYPE_ARRAY || type->rank != 1 || type->sizes[0] < 1 || type->sizes[0] > BUILD_MAX_ELEMENTS)
    return b_not_supported (b, place, "the default of this member");
  value = b_value_new (b, b_shape (RS_IR_I64, 1, (guint[]){ type->sizes[0] }));
  for (guint i = 0; i < b_shape_parts (&value.shape); i++)
    value.parts[i] = rs_ir_integer (b->kernel, 0);
  return b_convert_to_declared (b, value, type, place);
}

/* The node that gives member its value in the call, or NULL. */
static const RsNode *
given_value (const RsNode *call, const RsClass *class, guint member)
{
  for (guint i = RS_CALL_FIRST_ARGUMENT; i < call->n_children; i++)
    {
      const RsNode *argument = call->children[i];

      if (argument->kind == RS_NODE_NAMED_ARGUMENT
            ? g_strcmp0 (argument->name, class->names[member]) == 0 : i - RS_CALL_FIRST_ARGUMENT == member)
        return argument->kind == RS_NODE_NAMED_ARGUMENT ? argument->children[0] : argument;
    }
  return NULL;
}

/* A vector that is a member of an object is shared with its name. */
static gboolean
is_changing_vector (Build *b, const RsNode *node, const Value *value)
{
  return value->kind == VALUE_NUMBER && value->shape.rank > 0 && node && node->kind == RS_NODE_NAME && node->symbol
         && b_assigns_element (b->frame->node, node->symbol);
}

static Value
construct_member (Build *b, const RsNode *call, const RsClass *class, guint index)
{
  const RsClassMember *member = &class->members[index];
  const RsNode *node = given_value (call, class, index);
  Value value;

  if (!node && (member->default_kind == RS_DEFAULT_LITERAL || member->default_kind == RS_DEFAULT_EXPRESSION))
    node = member->default_value;
  if (!node)
    return new_storage (b, member, zero_of (b, member, call));
  value = b_expression (b, node);
  if (value.kind == VALUE_RANGE)
    value = b_range_elements (b, value, node);
  if (b->reason || is_changing_vector (b, node, &value))
    return b_not_supported (b, call, "a member that shares a vector whose elements change");
  if (value.kind == VALUE_OBJECT)
    return member->type->kind == RS_TYPE_CLASS ? b_copy_object (b, &value, node) : value;
  return new_storage (b, member, b_convert_to_declared (b, value, member->type, node));
}

static const RsClass *
constructed_class (const RsNode *call)
{
  const RsNode *callee = call->children[RS_CALL_CALLEE];
  const RsSymbol *symbol = callee->kind == RS_NODE_NAME ? rs_symbol_get_origin (callee->symbol) : NULL;

  if (!symbol)
    return NULL;
  if (symbol->kind == RS_SYMBOL_TYPE && symbol->type && symbol->type->kind == RS_TYPE_CLASS)
    return rs_type_get_class (symbol->type);
  return symbol->kind == RS_SYMBOL_FUNCTION && symbol->constructs && rs_is_member_construction (call, symbol)
           ? rs_type_get_class (symbol->constructs->type) : NULL;
}

gboolean
b_construct (Build *b, const RsNode *call, Value *result)
{
  const RsClass *class = constructed_class (call);
  Value *members;

  if (!class || class->kind == RS_CLASS_DYNAMIC)
    return FALSE;
  members = new_members (b, class);
  for (guint i = 0; i < class->n_members && !b->reason; i++)
    members[i] = construct_member (b, call, class, i);
  *result = object (b, class, members);
  return TRUE;
}
