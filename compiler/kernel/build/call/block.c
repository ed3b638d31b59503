/* Blocks of work items: shared memory and barriers (manual 2.4.4).
 *
 * Shared memory becomes one more array input, which nothing is bound to. Its lengths have to be the same for all work
 * items of a block: they may come from variables, as long as those are assigned once, from such values.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"

#include "compiler/kernel/ir/known-locals.h"
#include "compiler/sema/generic/generic.h"
#include "compiler/sema/rewrite/barrier.h"

static const RsBuiltin *
shared_builtin (const RsNode *name)
{
  const RsBuiltin *builtin = name->kind == RS_NODE_NAME && name->symbol && name->symbol->kind == RS_SYMBOL_BUILTIN
                                 ? name->symbol->builtin
                                 : NULL;

  return builtin && (builtin->id == RS_BUILTIN_ID_SHARED || builtin->id == RS_BUILTIN_ID_SHARED_ZEROS
                     || builtin->id == RS_BUILTIN_ID_SHARED_COPY)
             ? builtin
             : NULL;
}

/* The element type of shared (...) or shared[T] (...); NONE when call is neither. */
static RsElement
shared_element (Build *b, const RsNode *call)
{
  const RsNode *callee = call->children[RS_CALL_CALLEE];
  const RsType *type;

  if (shared_builtin (callee))
    return rs_element_of_precision (b->request->precision);
  if (!rs_generic_is_allocation (callee) || !shared_builtin (callee->children[RS_INDEX_ARRAY]))
    return RS_ELEMENT_NONE;
  type = rs_generic_allocated_type (b->kernel->arena, b->request->precision, callee, 0);
  if (type && type->kind == RS_TYPE_ARRAY)
    return type->element;
  b_not_supported (b, call, "shared memory of this type");
  return RS_ELEMENT_NONE;
}

/* The lengths: numbers one by one, or a vector of them. */
static guint
collect_lengths (Build *b, const RsNode *call, const RsIrExpression **lengths)
{
  guint n = 0;

  for (guint i = RS_CALL_FIRST_ARGUMENT; i < call->n_children && !b->reason; i++)
    {
      Value value = b_expression (b, call->children[i]);

      if (value.kind == VALUE_RANGE)
        value = b_range_elements (b, value, call->children[i]);
      if (value.kind != VALUE_NUMBER || value.shape.is_complex)
        b_not_supported (b, call->children[i], "this length of shared memory");
      value = b_convert (b, value, RS_IR_I64);
      for (guint k = 0; k < b_shape_count (&value.shape) && !b->reason; k++)
        {
          if (n == RS_MAX_RANK)
            b_fail (b, call, "too many dimensions");
          else
            lengths[n++] = value.parts[k];
        }
    }
  return n;
}

static guint
add_shared_input (Build *b, const RsNode *call, RsElement element, guint rank, const RsIrExpression *const *lengths)
{
  RsType *type = rs_arena_memdup (b->kernel->arena, rs_type_array (b->kernel->arena, element, (int)rank), sizeof *type);
  RsKernelInput input = { .type = type };

  for (guint k = 0; k < rank; k++)
    if (!b_constant_integer (lengths[k], &type->sizes[k]))
      type->sizes[k] = RS_SIZE_UNKNOWN;
  if (b->n_inputs == b->n_request_inputs + BUILD_MAX_SHARED)
    {
      b_not_supported (b, call, "so many pieces of shared memory");
      return 0;
    }
  b->own_inputs[b->n_inputs] = input;
  b->inputs[b->n_inputs] = (InputFacts){ .rank = rank };
  b->parameters[b->n_inputs] = -1;
  return b->n_inputs++;
}

gboolean
b_is_shared_call (const RsNode *call)
{
  const RsNode *callee = call->children[RS_CALL_CALLEE];

  return shared_builtin (callee)
         || (callee->kind == RS_NODE_INDEX && shared_builtin (callee->children[RS_INDEX_ARRAY]));
}

void
b_need_blocks (Build *b)
{
  b->kernel->has_blocks = TRUE;
  if (b->keeps_grid)
    return;
  b->keeps_grid = TRUE;
  b->again |= b->kernel->grid_rank < b->request->grid_rank;
}

Value
b_new_shared (Build *b, const RsNode *call, const char *name, RsElement element, guint rank,
              const RsIrExpression *const *lengths)
{
  RsIrShared shared = { 0 };
  Value value = { .kind = VALUE_ARRAY };
  RsKernelParameter parameter = { .binding = RS_BIND_SHARED, .name = (char *)name, .element = element, .length = 1,
                                  .rank = (int)rank, .reads = TRUE, .writes = TRUE };

  for (guint k = 0; k < rank; k++)
    shared.dims[k] = lengths[k];
  parameter.input = value.input = add_shared_input (b, call, element, rank, lengths);
  if (b->reason)
    return value;
  shared.parameter = rs_kernel_add_parameter (b->kernel, &parameter, RS_IR_VIEW_PLAIN);
  b->parameters[value.input] = shared.parameter;
  g_array_append_val (b->kernel->shared, shared);
  b_need_blocks (b);
  return value;
}

static gboolean
leaves_early (const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    if (s->kind == RS_IR_RETURN || leaves_early (&s->body) || leaves_early (&s->other))
      return TRUE;
  return FALSE;
}

/* The first work item of a block stores for all; where it may not come by, each of them stores the same elements. */
static void
store_copy (Build *b, const RsNode *call, const Value *shared, Value value)
{
  RsIrBlock *outer = b->block;

  if (value.kind == VALUE_LAZY && outer == &b->kernel->body && !leaves_early (outer))
    {
      RsIrStatement *branch = b_emit (b, RS_IR_IF);

      branch->value = b_is_first_of_block (b);
      b->block = &branch->body;
    }
  b_store_all (b, call, shared, RS_OP_NONE, value);
  b->block = outer;
}

/* shared_copy (x): the memory has the size of x, which is the same for all work items. */
static Value
shared_copy (Build *b, const RsNode *call)
{
  Value value = b_expression (b, call->children[RS_CALL_FIRST_ARGUMENT]), shared;
  const RsIrExpression *lengths[BUILD_MAX_RANK];
  const RsIrExpression *const *dims = lengths;
  Shape shape;
  RsElement element;
  guint rank;

  if (value.kind == VALUE_RANGE)
    value = b_range_elements (b, value, call);
  if (value.kind == VALUE_ARRAY)
    value = b_array_as_value (b, value, call);
  if (b->reason || b_is_number (&value))
    return value;
  if ((value.kind != VALUE_LAZY && (value.kind != VALUE_NUMBER || value.shape.is_complex))
      || (value.kind == VALUE_LAZY && (b_lazy_has_columns (value.lazy) || b_lazy_reads_small_integers (b, value.lazy))))
    return b_not_supported (b, call, "a shared copy of this");
  shape = value.kind == VALUE_LAZY ? b_shape_of_element (b, value.lazy) : value.shape;
  rank = shape.rank;
  for (guint k = 0; value.kind == VALUE_NUMBER && k < rank; k++)
    lengths[k] = rs_ir_integer (b->kernel, shape.dims[k]);
  if (value.kind == VALUE_LAZY)
    dims = b_lazy_dims (value.lazy, &rank);
  element = shape.is_single ? RS_ELEMENT_SINGLE : b_element_of_shape (b, &shape);
  shared = b->reason ? value : b_new_shared (b, call, "shared", element, rank, dims);
  if (!b->reason)
    store_copy (b, call, &shared, value);
  return shared;
}

Value
b_shared (Build *b, const RsNode *call)
{
  RsElement element = shared_element (b, call);
  const RsIrExpression *lengths[RS_MAX_RANK];
  guint rank;

  if (b->reason)
    return b_integer (b, 0);
  if (b->request->form != RS_KERNEL_FROM_FUNCTION || b->frame != b->root)
    return b_not_supported (b, call, "shared memory outside of a kernel function");
  if (shared_builtin (call->children[RS_CALL_CALLEE])
      && shared_builtin (call->children[RS_CALL_CALLEE])->id == RS_BUILTIN_ID_SHARED_COPY)
    return shared_copy (b, call);
  if (rs_ir_type_of_element (element) == RS_IR_NONE)
    return b_not_supported (b, call, "shared memory of this type");
  rank = collect_lengths (b, call, lengths);
  return b->reason ? b_integer (b, 0) : b_new_shared (b, call, "shared", element, rank, lengths);
}

void
b_barrier (Build *b, const RsNode *call)
{
  static const RsIrScope scopes[] = { [RS_BARRIER_WARP] = RS_IR_SCOPE_WARP, [RS_BARRIER_BLOCK] = RS_IR_SCOPE_BLOCK,
                                      [RS_BARRIER_GRID] = RS_IR_SCOPE_GRID,
                                      [RS_BARRIER_MULTI_GRID] = RS_IR_SCOPE_MULTI_GRID };
  RsIrScope scope = scopes[rs_barrier_get_scope (call)];

  if (b->request->form != RS_KERNEL_FROM_FUNCTION)
    b_not_supported (b, call, "syncthreads in a loop");
  if (scope >= RS_IR_SCOPE_GRID)
    b->kernel->is_one_block = TRUE;
  if (b->kernel->has_groups && scope >= RS_IR_SCOPE_GRID)
    b_not_supported (b, call, "a barrier of the grid in a kernel with groups");
  b_wait_for_scope (b, scope);
  b_need_blocks (b);
}

/* --- lengths, when the body is complete --- */

typedef struct {
  RsKernel *kernel;
  RsKnownLocals locals;
} Lengths;

static void
enter_all (Lengths *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      rs_known_locals_enter (&self->locals, s);
      enter_all (self, &s->body);
      enter_all (self, &s->other);
    }
}

static const RsIrExpression *
resolve_local (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  Lengths *self = data;
  const RsIrExpression *value = e->op == RS_IR_LOCAL ? self->locals.values[e->index] : NULL;

  /* A local that is assigned once has no value that leads back to itself. */
  return value ? rs_ir_map (kernel, value, resolve_local, data) : e;
}

static void
find_block (const RsIrExpression *e, gpointer data)
{
  *(gboolean *)data |= e->op == RS_IR_BLOCK;
}

static gboolean
sees_blocks (const RsIrBlock *block)
{
  gboolean found = FALSE;

  for (const RsIrStatement *s = block->first; s && !found; s = s->next)
    {
      rs_ir_visit_statement (s, find_block, &found);
      found = found || sees_blocks (&s->body) || sees_blocks (&s->other);
    }
  return found;
}

void
b_finish_blocks (Build *b)
{
  Lengths self = { .kernel = b->kernel };

  if (!b->kernel->has_blocks)
    return;
  if (rs_kernel_has_dynamic (b->kernel))
    {
      b_not_supported (b, b->request->node, "memory that is allocated in a kernel with barriers or shared memory");
      return;
    }
  if (b->kernel->is_one_block && (b->kernel->shared->len > 0 || sees_blocks (&b->kernel->body)))
    {
      b_not_supported (b, b->request->node, "a barrier of the grid in a kernel with blocks");
      return;
    }
  rs_known_locals_init (&self.locals, b->kernel, &b->kernel->body);
  enter_all (&self, &b->kernel->body);
  for (guint i = 0; i < b->kernel->shared->len; i++)
    {
      RsIrShared *shared = &g_array_index (b->kernel->shared, RsIrShared, i);

      for (int k = 0; k < rs_kernel_parameter (b->kernel, shared->parameter)->rank; k++)
        {
          shared->dims[k] = rs_ir_map (b->kernel, shared->dims[k], resolve_local, &self);
          if (!rs_ir_is_uniform (shared->dims[k]))
            b_not_supported (b, b->request->node, "shared memory whose length is not the same for all work items");
        }
    }
  rs_known_locals_clear (&self.locals);
}
