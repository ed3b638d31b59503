/* Requests from declared and inferred types; see typed-request.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/report/typed-request.h"

#include "compiler/sema/names/constant.h"

/* Whether a kernel can take a value of this type. */
static gboolean
is_concrete (const RsType *type)
{
  return type != NULL && (type->kind == RS_TYPE_NUMBER || (type->kind == RS_TYPE_ARRAY && type->rank > 0));
}

/* The cube among the types that a value may have; NULL: it is none that imread gives. */
static const RsType *
find_cube (const RsType *type)
{
  for (guint i = 0; type != NULL && type->kind == RS_TYPE_CHOICE && i < type->n_inputs; i++)
    if (type->inputs[i]->kind == RS_TYPE_ARRAY && type->inputs[i]->rank == 3)
      return type->inputs[i];
  return NULL;
}

static gboolean
add_input (GArray *inputs, const RsSymbol *symbol, const RsSymbol **unknown)
{
  const RsSymbol *origin = rs_symbol_get_origin (symbol);
  RsKernelInput input = { .symbol = symbol, .type = symbol->type };

  if (!is_concrete (input.type) && origin != NULL)
    input.type = origin->type;
  if (origin != NULL && origin->kind == RS_SYMBOL_FUNCTION && origin->declaration != NULL)
    {
      input.type = &rs_type_any_function;
      input.function = origin->declaration;
    }
  else if (!is_concrete (input.type))
    {
      *unknown = symbol;
      return FALSE;
    }
  g_array_append_val (inputs, input);
  return TRUE;
}

/* What the functions among the inputs capture, as the runtime hands it over: the captures of one side by side, and what
 * these capture in turn behind them. A function that is met again has them in the list already. */
static gboolean
add_captures (GArray *inputs, const RsSymbol **unknown)
{
  for (guint i = 0; i < inputs->len; i++)
    {
      const RsNode *function = g_array_index (inputs, RsKernelInput, i).function;
      guint n = function != NULL && function->scope != NULL ? function->scope->captures->len : 0, first = inputs->len;

      for (guint k = 0; k < i && first == inputs->len; k++)
        if (n > 0 && g_array_index (inputs, RsKernelInput, k).function == function)
          first = g_array_index (inputs, RsKernelInput, k).first_capture;
      for (guint k = 0; k < n && first + k >= inputs->len; k++)
        if (!add_input (inputs, g_ptr_array_index (function->scope->captures, k), unknown))
          return FALSE;
      g_array_index (inputs, RsKernelInput, i).first_capture = first;
      g_array_index (inputs, RsKernelInput, i).n_captures = n;
    }
  return TRUE;
}

/* An output argument is an array of its own, with the elements that the host has for it. */
static void
add_output (GArray *inputs, const RsSymbol *symbol)
{
  static const RsType vectors[] = {
    { .kind = RS_TYPE_ARRAY, .element = RS_ELEMENT_DOUBLE, .rank = 1, .sizes = { RS_SIZE_UNKNOWN } },
    { .kind = RS_TYPE_ARRAY, .element = RS_ELEMENT_INT64, .rank = 1, .sizes = { RS_SIZE_UNKNOWN } },
    { .kind = RS_TYPE_ARRAY, .element = RS_ELEMENT_CDOUBLE, .rank = 1, .sizes = { RS_SIZE_UNKNOWN } },
  };
  const RsType *type = symbol->type;
  gboolean is_known = type != NULL && (type->kind == RS_TYPE_NUMBER || type->kind == RS_TYPE_ARRAY);
  guint which = !is_known ? 0 : rs_element_is_complex (type->element) ? 2 : rs_element_is_integer (type->element);
  RsKernelInput input = { .symbol = symbol, .type = &vectors[which] };

  g_array_append_val (inputs, input);
}

static void
start (RsTypedRequest *self, RsModule *module, RsKernelForm form, const RsNode *node, RsPrecision precision)
{
  *self = (RsTypedRequest){
    .request = { .target = &rs_target_cpu, .form = form, .module = module, .node = node, .precision = precision }
  };
  self->inputs = g_array_new (FALSE, TRUE, sizeof (RsKernelInput));
}

static void
finish (RsTypedRequest *self)
{
  self->request.inputs = (const RsKernelInput *)(gconstpointer)self->inputs->data;
  self->request.n_inputs = self->inputs->len;
}

void
rs_typed_request_match_launch (RsTypedRequest *self)
{
  for (guint level = 0; level < self->request.n_levels; level++)
    {
      RsKernelInput *low = &g_array_index (self->inputs, RsKernelInput, self->request.level_low[level]);

      low->is_constant = low->is_constant && (low->constant == 0 || low->constant == 1);
    }
}

void
rs_typed_request_clear (RsTypedRequest *self)
{
  g_clear_pointer (&self->inputs, g_array_unref);
}

static gboolean
is_set_by_launch (const RsSymbol *parameter)
{
  static const char *const names[] = { "pos", "blkpos", "blkidx", "blkdim", "blkcnt", "warpsize", "warpSize",
                                       "coalesced_threads", "this_thread_block", "this_grid", "this_multi_grid" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (parameter->name, names[i]))
      return TRUE;
  return FALSE;
}

/* The dimensions of the grid that a kernel function is written for: the length of its pos. */
static guint
grid_rank_of (const RsScope *scope)
{
  for (guint i = 0; i < scope->variables->len; i++)
    {
      const RsSymbol *symbol = g_ptr_array_index (scope->variables, i);

      if (symbol->is_parameter && g_str_equal (symbol->name, "pos") && symbol->type != NULL
          && symbol->type->kind == RS_TYPE_ARRAY && symbol->type->rank == 1 && symbol->type->sizes[0] > 0)
        return (guint)MIN (symbol->type->sizes[0], RS_MAX_GRID);
    }
  return 1;
}

gboolean
rs_typed_request_init_function (RsTypedRequest *self, RsModule *module, const RsNode *node, RsPrecision precision,
                                const RsSymbol **unknown)
{
  g_assert ((node->kind == RS_NODE_FUNCTION || node->kind == RS_NODE_LAMBDA) && (node->flags & RS_NODE_KERNEL) != 0);

  const RsScope *scope = node->scope;

  start (self, module, RS_KERNEL_FROM_FUNCTION, node, precision);
  self->request.grid_rank = grid_rank_of (scope);
  for (guint i = 0; i < scope->variables->len; i++)
    {
      const RsSymbol *symbol = g_ptr_array_index (scope->variables, i);

      if (symbol->is_parameter && !is_set_by_launch (symbol) && !add_input (self->inputs, symbol, unknown))
        return FALSE;
    }
  for (guint i = 0; i < scope->captures->len; i++)
    if (!add_input (self->inputs, g_ptr_array_index (scope->captures, i), unknown))
      return FALSE;
  for (guint i = 0; i < scope->variables->len; i++)
    {
      const RsSymbol *symbol = g_ptr_array_index (scope->variables, i);

      if (symbol->is_output && !symbol->is_parameter)
        add_output (self->inputs, symbol);
    }
  if (!add_captures (self->inputs, unknown))
    return FALSE;
  finish (self);
  return TRUE;
}

/* A bound of a loop that the text says, or that is left out. */
static void
add_bound (GArray *inputs, const RsNode *node, double otherwise)
{
  RsKernelInput bound = { .type = &rs_type_int, .is_constant = node == NULL, .constant = otherwise };
  double sign = 1;

  if (node != NULL && node->kind == RS_NODE_UNARY && node->op == RS_OP_NEGATE)
    {
      sign = -1;
      node = node->children[0];
    }
  if (node != NULL && node->kind == RS_NODE_NUMBER && (node->flags & RS_NODE_INTEGER) != 0)
    {
      bound.is_constant = TRUE;
      bound.constant = sign * node->number;
    }
  g_array_append_val (inputs, bound);
}

/* The x of zeros(size(x)) and its kind; NULL: it is something else. */
static const RsSymbol *
find_model (const RsNode *value)
{
  const RsNode *size = value != NULL && value->kind == RS_NODE_CALL && value->n_children == RS_CALL_FIRST_ARGUMENT + 1
                         ? rs_node_child (value, RS_CALL_FIRST_ARGUMENT) : NULL;
  const RsNode *name = size != NULL && size->kind == RS_NODE_CALL && size->n_children == RS_CALL_FIRST_ARGUMENT + 1
                         ? rs_node_child (size, RS_CALL_FIRST_ARGUMENT) : NULL;
  const RsNode *callee = name != NULL ? rs_node_child (size, RS_CALL_CALLEE) : NULL;

  return name != NULL && name->kind == RS_NODE_NAME && callee->symbol != NULL
                 && callee->symbol->kind == RS_SYMBOL_BUILTIN && callee->symbol->builtin->id == RS_BUILTIN_ID_SIZE
             ? rs_symbol_get_origin (name->symbol)
             : NULL;
}

/* Adds symbol as the cube that it may be: what imread gives, or an array of the size of such an image. */
static gboolean
add_cube (RsTypedRequest *self, const RsSymbol *symbol)
{
  const RsSymbol *origin = rs_symbol_get_origin (symbol), *image = origin;
  RsKernelInput input = { .symbol = symbol };

  if (origin != NULL && origin->type->kind == RS_TYPE_ARRAY && origin->type->rank == 0 && !origin->is_assigned_again)
    image = find_model (origin->initial);
  input.type = image != NULL ? find_cube (image->type) : NULL;
  if (input.type == NULL || (image != origin && origin->type->element != input.type->element))
    return FALSE;
  g_array_append_val (self->inputs, input);
  self->image = image;
  return TRUE;
}

/* Whether a run gives its inner loops a chance of their own, rather than making it one work item. */
static gboolean
leaves_inner_loops (const RsLoopNest *nest)
{
  double items = 1;

  for (guint level = 0; level < nest->n_levels; level++)
    {
      gint64 low, high;

      if (!rs_constant_integer (NULL, rs_node_child (nest->ranges[level], RS_RANGE_LOW), &low)
          || !rs_constant_integer (NULL, rs_node_child (nest->ranges[level], RS_RANGE_HIGH), &high)
          || rs_node_child (nest->ranges[level], RS_RANGE_STEP) != NULL)
        return nest->has_long_loop;
      items *= (double)high - (double)low + 1;
    }
  return nest->has_long_loop && items < RS_ITERATIONS_WORTH_SERIAL;
}

gboolean
rs_typed_request_init_loop (RsTypedRequest *self, RsModule *module, const RsNode *node, const RsLoopNest *nest,
                            RsPrecision precision, gboolean assumes_cubes, const RsSymbol **unknown)
{
  g_assert (nest->n_levels >= 1);

  g_autoptr (GPtrArray) variables = rs_loop_nest_get_inputs (nest);
  RsKernelInput count = { .type = &rs_type_int };

  start (self, module, RS_KERNEL_FROM_LOOP, node, precision);
  for (guint i = 0; i < variables->len; i++)
    if (!add_input (self->inputs, g_ptr_array_index (variables, i), unknown)
        && !(assumes_cubes && add_cube (self, g_ptr_array_index (variables, i))))
      return FALSE;
  if (!add_captures (self->inputs, unknown))
    return FALSE;
  self->request.n_levels = self->request.grid_rank = nest->n_levels;
  self->request.force_parallel = nest->request == RS_LOOP_PARALLEL;
  self->request.serial = nest->request == RS_LOOP_SERIAL;
  self->request.parallel_only = !self->request.serial && leaves_inner_loops (nest);
  for (guint level = 0; level < nest->n_levels && !nest->is_open; level++)
    {
      const RsNode *range = nest->ranges[level];

      self->request.level_low[level] = self->inputs->len;
      self->request.level_step[level] = self->inputs->len + 1;
      add_bound (self->inputs, range->children[RS_RANGE_LOW], 0);
      add_bound (self->inputs, range->children[RS_RANGE_STEP], 1);
      self->request.level_count[level] = self->inputs->len;
      g_array_append_val (self->inputs, count);
    }
  finish (self);
  return TRUE;
}
