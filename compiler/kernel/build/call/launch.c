/* Launches inside kernels (manual 4.4): loops over the grid, which are marked as its dimensions, in the order in which
 * the interpreter walks it, with the kernel function opened in their body. What the target makes of them is the pass
 * `nested-launches`.
 *
 * Nested kernels have `pos` alone of what a launch tells its work items; no shared memory, no barriers, no outputs.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"

#define MAX_ARGUMENTS 32

typedef struct {
  guint rank; /* 1 to BUILD_MAX_RANK */
  const RsIrExpression *dims[BUILD_MAX_RANK];
  const RsIrExpression *position[BUILD_MAX_RANK];
} Grid;

static gboolean
is_position (const RsSymbol *symbol)
{
  return g_str_equal (symbol->name, "pos");
}

/* What only a launch of the host has: blocks, groups, textures. */
static gboolean
is_of_blocks (const RsSymbol *symbol)
{
  static const char *const names[] = {
    "blkpos",    "blkidx",         "blkdim", "blkcnt", "warpSize", "warpsize", "coalesced_threads", "this_thread_block",
    "this_grid", "this_multi_grid"
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (symbol->name, names[i]))
      return TRUE;
  return FALSE;
}

static gboolean
has_barrier (const RsNode *node)
{
  if (node->kind == RS_NODE_NAME && node->symbol && node->symbol->kind == RS_SYMBOL_BUILTIN
      && node->symbol->builtin->id == RS_BUILTIN_ID_SYNCTHREADS)
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && has_barrier (node->children[i]))
      return TRUE;
  return FALSE;
}

static gboolean
has_shared_call (const RsNode *node)
{
  if (node->kind == RS_NODE_CALL && b_is_shared_call (node))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && has_shared_call (node->children[i]))
      return TRUE;
  return FALSE;
}

/* Whether a launch with n arguments can be a loop; *position: the parameter `pos`, NULL where there is none. */
static gboolean
can_be_opened (Build *b, const RsNode *kernel, guint n, const RsSymbol **position, const RsNode *place)
{
  const GPtrArray *variables = kernel->scope->variables;
  guint n_plain = 0;

  *position = NULL;
  for (guint i = 0; i < variables->len && !b->reason; i++)
    {
      const RsSymbol *symbol = g_ptr_array_index (variables, i);

      if (symbol->is_output && !symbol->is_parameter)
        b_not_supported (b, place, "outputs of a kernel that a kernel launches");
      if (!symbol->is_parameter)
        continue;
      if (is_of_blocks (symbol))
        b_not_supported (b, place, "blocks of a kernel that a kernel launches");
      if (is_position (symbol))
        *position = symbol;
      else
        n_plain++;
    }
  if (n != n_plain || b_is_variadic (kernel))
    b_not_supported (b, place, "a launch with a block size, or without arguments that have defaults");
  if (has_shared_call (kernel) || has_barrier (kernel))
    b_not_supported (b, place, "shared memory and barriers of a kernel that a kernel launches");
  return b->reason == NULL;
}

/* The kernel function that the launch means. */
static const RsNode *
find_kernel (Build *b, const Value *function, const RsNode *place)
{
  const RsNode *kernel = function->function;

  if (function->kind == VALUE_FUNCTION && !kernel && function->overloads && function->overloads->len == 1)
    kernel = g_ptr_array_index (function->overloads, 0);
  if (function->kind == VALUE_FUNCTION && function->n_items == 0 && kernel && kernel->scope
      && (kernel->flags & RS_NODE_KERNEL) != 0)
    return kernel;
  b_not_supported (b, place, "a launch of a kernel that is chosen in the run");
  return NULL;
}

/* The number of dimensions that pos is declared with; 0: any. */
static guint
position_length (const RsSymbol *position)
{
  const RsType *type = position ? position->type : NULL;

  return type && type->kind == RS_TYPE_ARRAY && type->sizes[0] > 0 ? (guint)type->sizes[0] : 0;
}

/* As runtime/vm/kernel/kernel-grid.c fits it to the position. */
static gboolean
get_grid (Build *b, Value dims, const RsSymbol *position, const RsNode *place, Grid *grid)
{
  guint length = position_length (position), n;

  if (dims.kind == VALUE_RANGE)
    dims = b_range_elements (b, dims, place);
  n = dims.kind == VALUE_NUMBER ? b_shape_count (&dims.shape) : 0;
  if (b->reason || n == 0 || dims.shape.rank > 1 || dims.shape.is_complex || (length > 0 && n == 2 * length))
    {
      b_not_supported (b, place, "this grid of a launch inside a kernel");
      return FALSE;
    }
  grid->rank = length > 0 && n > length ? length : n;
  if (grid->rank > BUILD_MAX_RANK || length > BUILD_MAX_RANK)
    {
      b_not_supported (b, place, "a launch inside a kernel over more than three dimensions");
      return FALSE;
    }
  dims = b_keep (b, dims);
  for (guint i = 0; i < n && !b->reason; i++)
    {
      const RsIrExpression *size = b_index_of (b, b_number (dims.parts[i], b), place);
      gint64 known;

      if (!b_constant_integer (size, &known) || known < 0)
        b_assert (b, b_op (b, RS_IR_GE, size, rs_ir_integer (b->kernel, 0)),
                  g_strdup ("parallel_do: a size of the grid is negative"));
      if (i < grid->rank)
        grid->dims[i] = size;
    }
  return b->reason == NULL;
}

/* The position as the parameter is declared: a number counts along the rows of the grid. */
static Value
position_value (Build *b, const RsSymbol *symbol, const Grid *grid)
{
  const RsType *type = symbol->type;
  gboolean is_open = !type || type->kind == RS_TYPE_UNKNOWN;
  guint n = position_length (symbol) > 0 ? position_length (symbol) : grid->rank;
  const RsIrExpression *linear = grid->position[0];
  Value value;

  if ((is_open && grid->rank == 1) || (!is_open && type->kind != RS_TYPE_ARRAY))
    {
      for (guint i = 1; i < grid->rank; i++)
        linear = b_add (b, b_mul (b, linear, grid->dims[i]), grid->position[i]);
      return b_number (linear, b);
    }
  value = b_value_new (b, b_shape (RS_IR_I64, 1, &n));
  for (guint i = 0; i < n; i++)
    value.parts[i] = i < grid->rank ? grid->position[i] : rs_ir_integer (b->kernel, 0);
  return value;
}

/* The arguments in the order of the parameters, with the position where `pos` stands. */
static guint
place_arguments (Build *b, const RsNode *kernel, const Grid *grid, const Value *given, const RsNode *const *given_nodes,
                 guint n, Value *arguments, const RsNode **nodes)
{
  guint next = 0, count = 0;

  for (guint i = 0; i < kernel->scope->variables->len; i++)
    {
      const RsSymbol *symbol = g_ptr_array_index (kernel->scope->variables, i);

      if (!symbol->is_parameter)
        continue;
      if (is_position (symbol))
        {
          nodes[count] = NULL;
          arguments[count++] = position_value (b, symbol, grid);
        }
      else if (next < n)
        {
          nodes[count] = given_nodes[next];
          arguments[count++] = given[next++];
        }
    }
  return count;
}

/* Opens the loops over its positions, and returns the block around them. */
static RsIrBlock *
open_grid (Build *b, Grid *grid)
{
  RsIrBlock *outer = b_open_elements (b, grid->dims, grid->rank, grid->position);
  RsIrStatement *loop = outer->last;

  for (guint i = 0; i < grid->rank; i++, loop = loop->body.last)
    loop->launch = (guint8)(i + 1);
  return outer;
}

void
b_launch (Build *b, const RsNode *call, Value *given, const RsNode *const *given_nodes, guint n)
{
  Value arguments[MAX_ARGUMENTS + 1];
  const RsNode *nodes[MAX_ARGUMENTS + 1], *kernel;
  const RsSymbol *position;
  RsIrBlock *outer;
  guint n_arguments;
  Grid grid;

  if (b->request->form != RS_KERNEL_FROM_FUNCTION)
    {
      b_fail (b, call, "the loop starts kernels itself, with parallel_do");
      return;
    }
  if (n < 2 || n > MAX_ARGUMENTS)
    {
      b_not_supported (b, call, "this number of arguments of a launch");
      return;
    }
  kernel = find_kernel (b, &given[n - 1], call);
  if (!kernel || !can_be_opened (b, kernel, n - 2, &position, call) || !get_grid (b, given[0], position, call, &grid))
    return;
  for (guint i = 1; i < n - 1; i++)
    {
      if (given[i].kind == VALUE_STRING || given[i].kind == VALUE_NOTHING)
        b_not_supported (b, call, "this argument of a launch");
      given[i] = b_keep (b, given[i]);
    }
  outer = open_grid (b, &grid);
  n_arguments = place_arguments (b, kernel, &grid, given + 1, given_nodes + 1, n - 2, arguments, nodes);
  b_open_work_item (b, &given[n - 1], kernel, arguments, nodes, n_arguments, call);
  b->block = outer;
}
