/* parallel_do: hands a kernel to the compiled side, or runs its bytecode for one position after the other.
 *
 * Interpreted, the grid is walked in row-major order on the program's thread. A kernel with barriers or shared memory
 * is walked block by block, each work item on a thread of its own: all run until they wait or end, then all go on. A
 * barrier is met by those work items that reach it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/sched/queue.h"
#include "runtime/trace.h"
#include "runtime/vm/vm-private.h"

#include <math.h>
#include <string.h>

#define ITEM_STACK_BYTES ((gsize)4 << 20) /* of address space */
#define ITEMS_OF_A_BLOCK 1024
#define ITEMS_OF_A_GRID 16384 /* that wait for each other */
#define DEFAULT_BLOCK_1D 256
#define DEFAULT_BLOCK_2D 16
#define DEFAULT_BLOCK_3D 1024

typedef enum {
  NOT_SPECIAL,
  POS,
  BLKPOS,
  BLKIDX,
  BLKDIM,
  BLKCNT,
  WARP_SIZE
} Special;

typedef struct {
  RsFunction *function;
  const RsProto *proto;
  guint rank;
  gint64 dims[RS_MAX_RANK], block[RS_MAX_RANK];
  Special *specials;     /* [n_parameters] */
  RsValue *arguments;    /* [n_parameters]; those of special parameters are made for each work item */
  RsValue *outputs;      /* [n_outputs]: carried from work item to work item */
  RsOperator *operators; /* [n_outputs]: with which the kernel assigns them */
} Launch;

static Special
get_special (const char *name)
{
  static const struct {
    const char *name;
    Special special;
  } names[] = { { "pos", POS },       { "blkpos", BLKPOS },      { "blkidx", BLKIDX },     { "blkdim", BLKDIM },
                { "blkcnt", BLKCNT }, { "warpSize", WARP_SIZE }, { "warpsize", WARP_SIZE } };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (name, names[i].name) == 0)
      return names[i].special;
  return NOT_SPECIAL;
}

/* --- sizes --- */

static gboolean
get_dims (RsValue value, guint *rank, gint64 *dims, gint64 *block, GError **error)
{
  RsArray *array = value.tag == RS_TAG_ARRAY ? value.array : NULL;
  RsValue copy = value;

  if (array != NULL && array->rank == 2 && array->dims[0] == 2 && array->dims[1] >= 1 && array->dims[1] <= RS_MAX_GRID)
    {
      *rank = (guint)array->dims[1];
      for (guint i = 0; i < *rank; i++)
        {
          dims[i] = rs_truncate (rs_value_to_double (rs_array_get_element (array, i)));
          block[i] = rs_truncate (rs_value_to_double (rs_array_get_element (array, *rank + i)));
        }
      return TRUE;
    }
  *rank = (guint)rs_vm_get_sizes (&copy, 1, dims, "parallel_do", error);
  if (*rank <= RS_MAX_GRID)
    return *rank > 0;
  for (guint i = RS_MAX_GRID; i < *rank; i++)
    if (dims[i] != 1)
      {
        g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_SIZE,
                     "parallel_do: a grid has at most %d dimensions, not %u", RS_MAX_GRID, *rank);
        return FALSE;
      }
  *rank = RS_MAX_GRID;
  return TRUE;
}

static gint64
largest_divisor (gint64 n, gint64 limit)
{
  for (gint64 d = MIN (n, limit); d > 1; d--)
    if (n % d == 0)
      return d;
  return 1;
}

/* Of sizes that are not negative; at most G_MAXINT64. */
static gint64
product (guint rank, const gint64 *sizes)
{
  gint64 n = 1;

  for (guint i = 0; i < rank; i++)
    if (sizes[i] == 0)
      return 0;
  for (guint i = 0; i < rank; i++)
    if (__builtin_mul_overflow (n, sizes[i], &n))
      return G_MAXINT64;
  return n;
}

/* A small grid of three dimensions or more is one block, and a block of a large one is as deep as an image has channels:
 * kernels index by blkpos[1] and blkpos[2] alone (manual 10.5, 10.9). */
static void
choose_deep_block (guint rank, const gint64 *dims, gint64 *block)
{
  static const gint64 limits[] = { 8, 16, 4 };
  gboolean is_whole = product (rank, dims) <= DEFAULT_BLOCK_3D;

  for (guint i = 0; i < rank; i++)
    block[i] = is_whole                    ? MAX (dims[i], 1)
               : i < G_N_ELEMENTS (limits) ? largest_divisor (dims[i], limits[i])
                                           : 1;
}

static void
choose_block (guint rank, const gint64 *dims, gint64 *block)
{
  if (rank == 1)
    block[0] = largest_divisor (dims[0], DEFAULT_BLOCK_1D);
  else if (rank == 2)
    {
      block[0] = largest_divisor (dims[0], DEFAULT_BLOCK_2D);
      block[1] = largest_divisor (dims[1], DEFAULT_BLOCK_2D);
    }
  else
    choose_deep_block (rank, dims, block);
}

#define LARGEST_GRID ((gint64)1 << 53)

static gboolean
check_sizes (guint rank, const gint64 *dims, const gint64 *block, GError **error)
{
  for (guint i = 0; i < rank; i++)
    if (dims[i] < 0 || block[i] < 1)
      {
        g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_SIZE,
                     "parallel_do: the grid has %" G_GINT64_FORMAT " positions in blocks of %" G_GINT64_FORMAT
                     " in dimension %u",
                     dims[i], block[i], i);
        return FALSE;
      }
  if (product (rank, dims) <= LARGEST_GRID && product (rank, block) <= LARGEST_GRID)
    return TRUE;
  g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_SIZE,
                       "parallel_do: the grid or the block has more than 2^53 positions");
  return FALSE;
}

/* --- special parameters --- */

static gint64
linear (guint rank, const gint64 *position, const gint64 *size)
{
  gint64 index = 0;

  for (guint i = 0; i < rank; i++)
    index = index * size[i] + position[i];
  return index;
}

static void
get_numbers (const Launch *launch, Special special, const gint64 *position, gint64 *numbers, gint64 *whole)
{
  for (guint i = 0; i < launch->rank; i++)
    {
      gint64 dim = launch->dims[i], block = launch->block[i], count = (dim + block - 1) / block;

      numbers[i] = special == POS      ? position[i]
                   : special == BLKPOS ? position[i] % block
                   : special == BLKIDX ? position[i] / block
                   : special == BLKDIM ? block
                                       : count;
      whole[i] = special == POS ? dim : special == BLKPOS ? block : count;
    }
}

/* The length of the vector that a special parameter is, 0: a number. */
static guint
vector_length (const Launch *launch, const RsProtoParameter *parameter)
{
  const RsType *type = parameter->type;

  if (type == NULL)
    return launch->rank == 1 ? 0 : launch->rank;
  if (type->kind != RS_TYPE_ARRAY)
    return 0;
  return type->sizes[0] > 0 && type->sizes[0] <= RS_MAX_RANK ? (guint)type->sizes[0] : launch->rank;
}

static RsValue
number_of (const Launch *launch, Special special, const gint64 *numbers, const gint64 *whole)
{
  if (special == BLKDIM || special == BLKCNT)
    return rs_value_int (product (launch->rank, numbers));
  return rs_value_int (linear (launch->rank, numbers, whole));
}

static gboolean
set_special (const Launch *launch, guint parameter, const gint64 *position, GError **error)
{
  Special special = launch->specials[parameter];
  RsValue *argument = &launch->arguments[parameter];
  gint64 numbers[RS_MAX_RANK], whole[RS_MAX_RANK];
  guint length = vector_length (launch, &launch->proto->parameters[parameter]);
  gint32 *data;

  if (special == WARP_SIZE)
    {
      *argument = rs_value_int (1);
      return TRUE;
    }
  get_numbers (launch, special, position, numbers, whole);
  if (length == 0)
    {
      *argument = number_of (launch, special, numbers, whole);
      return TRUE;
    }
  /* The vector of the work item before is used again, unless somebody has kept it. */
  if (argument->tag != RS_TAG_ARRAY || argument->array->base.ref_count > 1)
    {
      RsArray *array = rs_array_new_vector (RS_ELEMENT_INT32, length, error);

      if (array == NULL)
        return FALSE;
      rs_value_clear (argument);
      *argument = rs_value_object (array);
    }
  data = argument->array->data;
  for (guint i = 0; i < length; i++)
    data[i] = i < launch->rank ? (gint32)numbers[i] : special == BLKDIM || special == BLKCNT ? 1 : 0;
  return TRUE;
}

/* --- work items --- */

static gboolean
start_item (RsThread *thread, const Launch *launch, const gint64 *position, RsValue *outputs, GError **error)
{
  const RsProto *proto = launch->proto;
  RsValue *base = rs_thread_end (thread);
  RsFrame *frame;

  for (guint i = 0; i < proto->n_parameters; i++)
    if (launch->specials[i] != NOT_SPECIAL && !set_special (launch, i, position, error))
      return FALSE;
  if (base + proto->n_parameters + 17 > thread->stack_end)
    {
      rs_vm_set_overflow_error (thread, error);
      return FALSE;
    }
  for (guint i = 0; i < proto->n_parameters; i++)
    base[1 + i] = rs_value_ref (launch->arguments[i]);
  if (!rs_thread_push (thread, launch->function, proto, base, proto->n_parameters, base, outputs, 0, error))
    {
      for (guint i = 0; i < proto->n_parameters; i++)
        rs_value_clear (&base[1 + i]);
      return FALSE;
    }
  frame = rs_thread_top (thread);
  frame->is_entry = TRUE;
  frame->n_results = proto->n_outputs;
  for (guint i = 0; i < proto->n_outputs; i++)
    if (frame->registers[proto->outputs[i]].tag == RS_TAG_NONE)
      frame->registers[proto->outputs[i]] = rs_value_ref (outputs[i]);
  return TRUE;
}

static gboolean
step (guint rank, gint64 *position, const gint64 *low, const gint64 *high)
{
  for (guint i = rank; i-- > 0;)
    {
      if (++position[i] < high[i])
        return TRUE;
      position[i] = low[i];
    }
  return FALSE;
}

/* A kernel without loops has no place of its own at which it could stop. */
static gboolean
is_stopped (RsThread *thread, GError **error)
{
  if (!rs_session_is_stopped (thread->vm->session))
    return FALSE;
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STOPPED, "stopped");
  return TRUE;
}

static gboolean
run_in_order (RsThread *thread, const Launch *launch, GError **error)
{
  gint64 position[RS_MAX_RANK] = { 0 }, low[RS_MAX_RANK] = { 0 };

  do
    {
      guint until = thread->n_frames;

      if (is_stopped (thread, error) || !start_item (thread, launch, position, launch->outputs, error)
          || rs_interpret (thread, until, error) != RS_RUN_DONE)
        return FALSE;
    }
  while (step (launch->rank, position, low, launch->dims));
  return TRUE;
}

/* --- outputs --- */

/* Adds the operators with which an output, or its elements, are assigned; - counts as +. */
static void
collect_operators (const RsNode *node, const RsSymbol *output, guint64 *operators)
{
  if (node->kind == RS_NODE_ASSIGN)
    {
      const RsNode *target = node->children[RS_ASSIGN_TARGET];

      if (target->kind == RS_NODE_INDEX)
        target = target->children[RS_INDEX_ARRAY];
      if (target->kind == RS_NODE_NAME && target->symbol == output)
        *operators |= G_GUINT64_CONSTANT (1) << (node->op == RS_OP_ASSIGN_SUBTRACT ? RS_OP_ASSIGN_ADD : node->op);
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] != NULL)
      collect_operators (node->children[i], output, operators);
}

/* The only operator that assigns an output; ASSIGN when there are several, or none. */
static RsOperator
find_operator (const RsNode *body, const RsSymbol *output)
{
  guint64 operators = 0;

  G_STATIC_ASSERT (RS_N_OPERATORS <= 64);
  if (body != NULL)
    collect_operators (body, output, &operators);
  if (operators == 0 || (operators & (operators - 1)) != 0)
    return RS_OP_ASSIGN;
  return (RsOperator)(g_bit_nth_lsf (operators, -1));
}

static const RsSymbol *
output_symbol (const RsProto *proto, guint index)
{
  return g_ptr_array_index (proto->scope->variables, proto->outputs[index]);
}

static RsOperator *
find_operators (const RsProto *proto)
{
  RsOperator *operators = g_new (RsOperator, MAX (1, proto->n_outputs));

  for (guint i = 0; i < proto->n_outputs; i++)
    operators[i] = find_operator (rs_node_child (proto->node, RS_FUNCTION_BODY), output_symbol (proto, i));
  return operators;
}

/* Where an output starts, or each of its elements: at zero, or at the neutral element of the operator that it is assigned
 * with. */
static RsValue
initial_number (const Launch *launch, guint index, const RsType *type)
{
  gboolean is_integer = type != NULL && rs_element_is_integer (type->element);

  switch (launch->operators[index])
    {
    case RS_OP_ASSIGN_MULTIPLY:
    case RS_OP_ASSIGN_DOT_MULTIPLY:
      return is_integer ? rs_value_int (1) : rs_value_scalar (1);
    case RS_OP_ASSIGN_MAXIMUM:
      return is_integer ? rs_value_int (G_MININT32) : rs_value_scalar (-INFINITY);
    case RS_OP_ASSIGN_MINIMUM:
      return is_integer ? rs_value_int (G_MAXINT32) : rs_value_scalar (INFINITY);
    case RS_OP_ASSIGN_AND:
      return rs_value_int (-1);
    default:
      return is_integer ? rs_value_int (0) : rs_value_scalar (0);
    }
}

static RsValue
initial_output (const Launch *launch, guint index)
{
  const RsType *type = output_symbol (launch->proto, index)->type;
  RsValue number = type != NULL && type->kind == RS_TYPE_ARRAY ? initial_number (launch, index, type) : RS_NONE;
  RsArray *array;

  if (type == NULL || type->kind != RS_TYPE_ARRAY)
    return initial_number (launch, index, type);
  array = rs_array_new_vector (type->element, MAX (0, type->sizes[0]), NULL);
  for (gint64 i = 0; array != NULL && i < array->n_elements; i++)
    rs_array_set_element (array, i, number, NULL);
  return array != NULL ? rs_value_object (array) : number;
}

/* The operator that puts the values of two work items together; NONE: the later one counts. */
static RsOperator
combining_operator (RsOperator op)
{
  switch (op)
    {
    case RS_OP_ASSIGN_ADD:
    case RS_OP_ASSIGN_SUBTRACT:
      return RS_OP_ADD;
    case RS_OP_ASSIGN_MULTIPLY:
    case RS_OP_ASSIGN_DOT_MULTIPLY:
      return RS_OP_MULTIPLY;
    case RS_OP_ASSIGN_MAXIMUM:
    case RS_OP_ASSIGN_MINIMUM:
    case RS_OP_ASSIGN_AND:
    case RS_OP_ASSIGN_OR:
    case RS_OP_ASSIGN_XOR:
      return op;
    default:
      return RS_OP_NONE;
    }
}

static gboolean
combine_outputs (RsThread *thread, const Launch *launch, RsValue *outputs, guint n_items, GError **error)
{
  guint n = launch->proto->n_outputs;

  for (guint item = 0; item < n_items; item++)
    for (guint i = 0; i < n; i++)
      {
        RsOperator op = combining_operator (launch->operators[i]);
        RsValue *given = &outputs[(gsize)item * n + i];
        RsValue sum = RS_NONE;

        if (op == RS_OP_NONE)
          sum = rs_value_ref (*given);
        else if (!rs_value_combine (op, launch->outputs[i], *given, thread->vm->session->precision, &sum, error))
          return FALSE;
        rs_value_clear (&launch->outputs[i]);
        rs_value_clear (given);
        launch->outputs[i] = sum;
      }
  return TRUE;
}

/* --- blocks --- */

/* Work items that run side by side: those of a block, or of the whole grid when it has a barrier. */
typedef struct {
  RsThread **threads;
  guint n_threads, most; /* most: that may run */
  RsBlock *blocks;       /* one, or all of the grid */
  guint n_blocks;
  RsValue *outputs;      /* [most][n_outputs]: each has its own */
} Team;

static RsThread *
get_thread (RsVm *vm, Team *team, guint index, GError **error)
{
  if (index == team->n_threads)
    {
      RsThread *thread = rs_thread_new (vm, ITEM_STACK_BYTES, error);

      if (thread == NULL)
        return NULL;
      thread->may_wait = TRUE;
      team->threads[team->n_threads++] = thread;
    }
  return team->threads[index];
}

/* All waiting work items go on until they wait again or end. */
static gboolean
run_round (RsVm *vm, Team *team, guint n, guint *n_waiting, GError **error)
{
  guint waiting = 0, ended = 0;

  for (guint i = 0; i < n; i++)
    {
      if (team->threads[i]->n_frames == 0)
        continue;
      switch (rs_interpret (team->threads[i], 0, error))
        {
        case RS_RUN_FAILED:
          return FALSE;
        case RS_RUN_WAITING:
          waiting++;
          break;
        default:
          ended++;
          break;
        }
    }
  if (waiting > 0 && ended > 0 && !vm->said_barrier)
    {
      vm->said_barrier = TRUE;
      rs_vm_warn (vm->current, "%u of %u work items of a block do not reach a barrier at which the others wait", ended,
                  n);
    }
  *n_waiting = waiting;
  return TRUE;
}

static RsBlock *
block_of (const Team *team, const Launch *launch, const gint64 *position)
{
  gint64 index = 0;

  if (team->n_blocks == 1)
    return team->blocks;
  for (guint i = 0; i < launch->rank; i++)
    index = index * ((launch->dims[i] + launch->block[i] - 1) / launch->block[i]) + position[i] / launch->block[i];
  return &team->blocks[index];
}

/* The work items from low to high, until all have ended. */
static gboolean
run_team (RsThread *thread, Team *team, const Launch *launch, const gint64 *low, const gint64 *high, GError **error)
{
  gint64 position[RS_MAX_RANK];
  guint n = 0, n_waiting;

  memcpy (position, low, sizeof position);
  if (is_stopped (thread, error))
    return FALSE;
  for (guint i = 0; i < team->n_blocks; i++)
    g_hash_table_remove_all (team->blocks[i].shared);
  do
    {
      RsValue *outputs = team->outputs + (gsize)n * launch->proto->n_outputs;
      RsThread *item = get_thread (thread->vm, team, n++, error);

      for (guint i = 0; i < launch->proto->n_outputs; i++)
        outputs[i] = initial_output (launch, i);
      if (item == NULL)
        return FALSE;
      item->block = block_of (team, launch, position);
      if (!start_item (item, launch, position, outputs, error))
        return FALSE;
    }
  while (step (launch->rank, position, low, high));
  do
    if (!run_round (thread->vm, team, n, &n_waiting, error))
      return FALSE;
  while (n_waiting > 0);
  return combine_outputs (thread, launch, team->outputs, n, error);
}

static gboolean
run_blocks (RsThread *thread, Team *team, const Launch *launch, const gint64 *counts, GError **error)
{
  gint64 index[RS_MAX_RANK] = { 0 }, zero[RS_MAX_RANK] = { 0 }, low[RS_MAX_RANK] = { 0 }, high[RS_MAX_RANK];

  do
    {
      for (guint i = 0; i < launch->rank; i++)
        {
          low[i] = index[i] * launch->block[i];
          high[i] = MIN (low[i] + launch->block[i], launch->dims[i]);
        }
      if (!run_team (thread, team, launch, low, high, error))
        return FALSE;
    }
  while (step (launch->rank, index, zero, counts));
  return TRUE;
}

static void
init_team (Team *team, guint most, guint n_blocks, guint n_outputs)
{
  team->most = most;
  team->threads = g_new0 (RsThread *, most);
  team->outputs = g_new0 (RsValue, (gsize)most * MAX (1, n_outputs));
  team->n_blocks = n_blocks;
  team->blocks = g_new0 (RsBlock, n_blocks);
  for (guint i = 0; i < n_blocks; i++)
    team->blocks[i].shared = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)rs_array_unref);
}

static void
clear_team (Team *team, guint n_outputs)
{
  for (guint i = 0; i < team->n_threads; i++)
    rs_thread_free (team->threads[i]);
  for (gsize i = 0; i < (gsize)team->most * n_outputs; i++)
    rs_value_clear (&team->outputs[i]);
  for (guint i = 0; i < team->n_blocks; i++)
    g_hash_table_unref (team->blocks[i].shared);
  g_free (team->outputs);
  g_free (team->threads);
  g_free (team->blocks);
}

static gboolean
run_in_blocks (RsThread *thread, const Launch *launch, GError **error)
{
  gboolean is_grid = launch->proto->has_grid_barrier, ok;
  gint64 items = product (launch->rank, is_grid ? launch->dims : launch->block);
  gint64 most = is_grid ? ITEMS_OF_A_GRID : ITEMS_OF_A_BLOCK;
  gint64 counts[RS_MAX_RANK], zero[RS_MAX_RANK] = { 0 };
  Team team = { 0 };

  if (items > most)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_SIZE,
                   "parallel_do: a %s of %" G_GINT64_FORMAT " work items; at most %" G_GINT64_FORMAT
                   " can wait for each other",
                   is_grid ? "grid" : "block", items, most);
      return FALSE;
    }
  for (guint i = 0; i < launch->rank; i++)
    counts[i] = (launch->dims[i] + launch->block[i] - 1) / launch->block[i];
  init_team (&team, (guint)items, is_grid ? (guint)product (launch->rank, counts) : 1, launch->proto->n_outputs);
  ok = is_grid ? run_team (thread, &team, launch, zero, launch->dims, error)
               : run_blocks (thread, &team, launch, counts, error);
  clear_team (&team, launch->proto->n_outputs);
  return ok;
}

gboolean
rs_vm_shared (RsThread *thread, const RsProto *proto, guint place, const RsType *element, const RsValue *arguments,
              guint n, RsValue *result, GError **error)
{
  gpointer key = (char *)proto + place + 1;
  RsElement kind
      = element->kind == RS_TYPE_NUMBER || element->kind == RS_TYPE_ARRAY ? element->element : RS_ELEMENT_NONE;
  gint64 dims[RS_MAX_RANK];
  int rank = rs_vm_get_sizes (arguments, n, dims, "shared", error);
  RsArray *array = thread->block != NULL ? g_hash_table_lookup (thread->block->shared, key) : NULL;

  if (rank == 0)
    return FALSE;
  if (kind == RS_ELEMENT_DOUBLE && element == &rs_type_scalar)
    kind = rs_element_of_precision (thread->vm->session->precision);
  else if (kind == RS_ELEMENT_INT64)
    kind = RS_ELEMENT_INT32;
  if (array == NULL || array->rank != rank || memcmp (array->dims, dims, (gsize)rank * sizeof dims[0]) != 0)
    {
      array = rs_array_new (kind, rank, dims, TRUE, error);
      if (array == NULL)
        return FALSE;
      if (thread->block == NULL)
        {
          *result = rs_value_object (array);
          return TRUE;
        }
      g_hash_table_insert (thread->block->shared, key, array);
    }
  *result = rs_value_object (rs_array_ref (array));
  return TRUE;
}

gboolean
rs_vm_shared_copy (RsThread *thread, const RsProto *proto, guint place, RsValue value, RsValue *result, GError **error)
{
  gpointer key = (char *)proto + place + 1;
  RsArray *array = thread->block != NULL ? g_hash_table_lookup (thread->block->shared, key) : NULL;

  if (value.tag != RS_TAG_ARRAY)
    {
      *result = rs_value_ref (value);
      return TRUE;
    }
  if (array != NULL && array->element == value.array->element && array->rank == value.array->rank
      && memcmp (array->dims, value.array->dims, (gsize)array->rank * sizeof array->dims[0]) == 0)
    {
      if (array->n_elements > 0)
        memcpy (rs_array_write (array), rs_array_read (value.array), (gsize)rs_array_get_bytes (array));
    }
  else
    {
      array = rs_array_copy (value.array, error);
      if (array == NULL)
        return FALSE;
      if (thread->block == NULL)
        {
          *result = rs_value_object (array);
          return TRUE;
        }
      g_hash_table_insert (thread->block->shared, key, array);
    }
  *result = rs_value_object (rs_array_ref (array));
  return TRUE;
}

/* --- the call --- */

static gboolean
is_in_blocks (const Launch *launch, const RsVm *vm)
{
  return launch->proto->has_barrier || launch->proto->n_shared > 0 || vm->has_device_barrier;
}

static gboolean
interpret_launch (RsThread *thread, Launch *launch, const RsValue *arguments, guint n_arguments, GError **error)
{
  const RsProto *proto = launch->proto;
  guint next = 0;
  gboolean ok = TRUE;
  GArray *flattened;

  launch->arguments = g_new0 (RsValue, MAX (1, proto->n_parameters));
  launch->operators = find_operators (proto);
  for (guint i = 0; i < proto->n_parameters; i++)
    if (launch->specials[i] == NOT_SPECIAL && next < n_arguments)
      launch->arguments[i] = rs_value_ref (arguments[next++]);
  for (guint i = 0; i < proto->n_outputs; i++)
    launch->outputs[i] = initial_output (launch, i);
  flattened = rs_vm_flatten_arguments (proto, launch->arguments);
  if (product (launch->rank, launch->dims) > 0)
    ok = is_in_blocks (launch, thread->vm) ? run_in_blocks (thread, launch, error)
                                           : run_in_order (thread, launch, error);
  rs_vm_restore_arguments (flattened);
  for (guint i = 0; i < proto->n_parameters; i++)
    rs_value_clear (&launch->arguments[i]);
  g_free (launch->arguments);
  g_free (launch->operators);
  return ok;
}

static RsFunction *
get_kernel (RsValue value, guint n_arguments, GError **error)
{
  g_autofree char *what = NULL;
  RsFunction *function = value.function;

  if (value.tag == RS_TAG_FUNCTION && function->kind == RS_FUNCTION_OVERLOADS)
    for (guint i = 0; i < function->n_members; i++)
      if (rs_function_is_kernel (function->members[i]))
        {
          const RsProto *proto = function->members[i]->proto;
          guint plain = 0;

          for (guint k = 0; k < proto->n_parameters; k++)
            plain += get_special (proto->parameters[k].name) == NOT_SPECIAL;
          if (plain == n_arguments || plain + 1 == n_arguments)
            return function->members[i];
        }
  if (value.tag == RS_TAG_FUNCTION && function->kind == RS_FUNCTION_CLOSURE
      && (function->node->flags & (RS_NODE_KERNEL | RS_NODE_DEVICE)) != 0)
    return function;
  what = rs_value_describe_one (value);
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_TYPE,
               "parallel_do: the last argument is a kernel function, not %s", what);
  return NULL;
}

static guint
find_specials (Launch *launch, guint *n_required)
{
  const RsProto *proto = launch->proto;
  guint n = 0;

  *n_required = 0;
  launch->specials = g_new0 (Special, MAX (1, proto->n_parameters));
  for (guint i = 0; i < proto->n_parameters; i++)
    {
      launch->specials[i] = get_special (proto->parameters[i].name);
      if (launch->specials[i] != NOT_SPECIAL)
        continue;
      n++;
      if (!proto->parameters[i].is_optional)
        *n_required = n;
    }
  return n;
}

static gboolean
interpret_and_report (RsThread *thread, Launch *launch, const RsValue *arguments, guint n, GError **error)
{
  const RsProto *proto = launch->proto;
  gint64 start = rs_trace_is_on () ? rs_trace_now () : 0;
  gboolean done = interpret_launch (thread, launch, arguments, n, error);

  if (start != 0)
    {
      guint line;

      rs_source_locate (proto->module->source, proto->node->span.start, &line, NULL);
      rs_launch_emit_kernel (&(RsKernelRun){ .title = proto->name, .file = rs_source_get_name (proto->module->source),
                                             .line = line, .rank = launch->rank, .grid = launch->dims,
                                             .block = launch->block, .threads = 1, .start = start,
                                             .track = rs_trace_thread_track () });
    }
  return done;
}

static gboolean
launch_or_interpret (RsThread *thread, Launch *launch, const gint64 *given_block, const RsValue *arguments, guint n,
                     GError **error)
{
  RsSession *session = thread->vm->session;
  RsFrame *frame = rs_thread_top (thread);
  guint line = rs_proto_get_line (frame->proto, (guint)(frame->pc - frame->proto->code) - 1);

  if (session->device != RS_DEVICE_INTERP && thread->block == NULL && !thread->is_serial)
    switch (rs_launch_kernel (session, launch->function, launch->dims, given_block, launch->rank, arguments, n,
                              launch->outputs, launch->proto->n_outputs, line, error))
      {
      case RS_LAUNCH_QUEUED:
        return TRUE;
      case RS_LAUNCH_FAILED:
        return FALSE;
      default:
        break;
      }
  return interpret_and_report (thread, launch, arguments, n, error);
}

/* Whether the block size can make a difference. */
static gboolean
sees_blocks (const Launch *launch, const RsVm *vm)
{
  for (guint i = 0; i < launch->proto->n_parameters; i++)
    if (launch->specials[i] >= BLKPOS && launch->specials[i] <= BLKCNT)
      return TRUE;
  return launch->proto->has_barrier || launch->proto->n_shared > 0 || vm->has_device_barrier;
}

/* What kernels can't work with: strings, and cells that hold them (manual 2.4.1, 3.1). */
static gboolean
is_text (RsValue value)
{
  if (value.tag == RS_TAG_STRING)
    return TRUE;
  for (gint64 i = 0; value.tag == RS_TAG_CELL && i < value.cell->n_elements; i++)
    if (value.cell->elements[i].tag == RS_TAG_STRING)
      return TRUE;
  return FALSE;
}

static gboolean
check_arguments (const Launch *launch, const RsValue *arguments, guint n, GError **error)
{
  for (guint i = 0; i < n; i++)
    if (is_text (arguments[i]))
      {
        g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_TYPE,
                     "argument %u of the kernel function %s is a %s; strings and cells of unspecified type can't be passed to "
                     "kernel functions", i + 1, launch->proto->name,
                     arguments[i].tag == RS_TAG_STRING ? "string" : "cell that holds strings");
        return FALSE;
      }
  return TRUE;
}

static gboolean
instantiate (RsThread *thread, Launch *launch, const RsValue *arguments, guint n, GError **error)
{
  RsFunction *instance = rs_vm_instantiate_kernel (thread->vm, launch->function, launch->rank, arguments, n, error);

  if (instance == NULL)
    return FALSE;
  rs_function_unref (launch->function);
  launch->function = instance;
  launch->proto = instance->proto;
  return TRUE;
}

static gboolean
run_launch (RsThread *thread, Launch *launch, RsValue *base, guint n, GError **error)
{
  guint n_required, n_plain = find_specials (launch, &n_required);
  guint n_given = n - 2;
  gboolean has_block = n_given == n_plain + 1;
  guint block_rank;
  gint64 unused[RS_MAX_RANK];

  if (n_given > n_plain + 1 || n_given < n_required)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_TYPE,
                   "parallel_do: %s takes %u arguments besides its position, not %u", launch->proto->name, n_plain,
                   n_given);
      return FALSE;
    }
  memset (launch->block, 0, sizeof launch->block);
  if (!get_dims (base[0], &launch->rank, launch->dims, launch->block, error))
    return FALSE;
  if (has_block)
    {
      if (!get_dims (base[1], &block_rank, launch->block, unused, error))
        return FALSE;
      for (guint i = block_rank; i < launch->rank; i++)
        launch->block[i] = 1;
    }
  {
    gboolean is_given = launch->block[0] != 0;
    guint first = has_block ? 2 : 1;

    if (launch->proto->is_generic && !instantiate (thread, launch, base + first, n - 1 - first, error))
      return FALSE;
    if (!is_given)
      choose_block (launch->rank, launch->dims, launch->block);
    return check_sizes (launch->rank, launch->dims, launch->block, error)
           && check_arguments (launch, base + first, n - 1 - first, error)
           && launch_or_interpret (thread, launch, is_given || sees_blocks (launch, thread->vm) ? launch->block : NULL,
                                   base + first, n - 1 - first, error);
  }
}

gboolean
rs_vm_parallel_do (RsThread *thread, RsValue *base, guint n, RsValue *results, guint n_results, GError **error)
{
  Launch launch = { 0 };
  gboolean ok;

  if (n < 2)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_TYPE,
                   "parallel_do is called as parallel_do(dims, arguments..., kernel)");
      return FALSE;
    }
  if (!rs_vm_check_kernel_objects (base, n - 1, error))
    return FALSE;
  launch.function = get_kernel (base[n - 1], n - 2, error);
  if (launch.function == NULL)
    return FALSE;
  launch.proto = launch.function->proto;
  launch.outputs = g_new0 (RsValue, MAX (1, launch.proto->n_outputs));
  rs_function_ref (launch.function);
  ok = run_launch (thread, &launch, base, n, error);
  if (ok && n_results > launch.proto->n_outputs)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_TYPE, "parallel_do: the kernel %s has %u outputs, not %u",
                   launch.proto->name, launch.proto->n_outputs, n_results);
      ok = FALSE;
    }
  for (guint i = 0; i < launch.proto->n_outputs; i++)
    {
      if (ok && i < n_results)
        {
          rs_value_clear (&results[i]);
          results[i] = launch.outputs[i];
        }
      else
        rs_value_clear (&launch.outputs[i]);
    }
  rs_function_unref (launch.function);
  g_free (launch.specials);
  g_free (launch.outputs);
  return ok;
}
