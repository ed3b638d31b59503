/* The work items of an interpreted launch: one after the other, or block by block.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/value/cycles.h"
#include "runtime/vm/kernel/groups.h"
#include "runtime/vm/kernel/kernel-private.h"

#include <string.h>

/* Stacks of work items that run side by side, address space all: 4 MB each, less where there are many. */
#define ITEM_STACK_BYTES ((gsize)4 << 20)
#define LEAST_STACK_BYTES ((gsize)256 << 10)
#define TEAM_STACK_BYTES ((gsize)1 << 30)
#define ITEMS_OF_A_BLOCK 1024

static gboolean
start_item (RsThread *thread, const Launch *launch, const gint64 *position, RsValue *outputs, GError **error)
{
  const RsProto *proto = launch->proto;
  RsValue *base = rs_thread_end (thread);
  RsFrame *frame;

  for (guint i = 0; i < proto->n_parameters; i++)
    if (launch->specials[i] != NOT_SPECIAL && launch->specials[i] != TEXTURE_COPY
        && !rs_vm_kernel_set_special (launch, i, position, error))
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
  thread->n_item = launch->rank;
  memcpy (thread->item, position, launch->rank * sizeof *position);
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

/* A kernel without loops has no place of its own at which it could stop, or hear a debugger. */
static gboolean
is_stopped (RsThread *thread, GError **error)
{
  const RsVm *vm = thread->vm;

  if (G_UNLIKELY (vm->hooks != NULL) && vm->hooks->wake != NULL && __atomic_load_n (vm->due, __ATOMIC_RELAXED))
    {
      rs_cycles_collect_when_due ();
      vm->hooks->wake (thread, vm->hook_data);
    }
  if (!rs_session_is_stopped (thread->vm->session))
    return FALSE;
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STOPPED, "stopped");
  return TRUE;
}

/* In the order of their positions; only: NULL for all. */
static gboolean
run_items (RsThread *thread, const Launch *launch, const gint64 *only, GError **error)
{
  gint64 position[RS_MAX_RANK] = { 0 }, low[RS_MAX_RANK] = { 0 };

  if (only != NULL)
    memcpy (position, only, launch->rank * sizeof *only);
  do
    {
      guint until = thread->n_frames;

      if (is_stopped (thread, error) || !start_item (thread, launch, position, launch->outputs, error)
          || rs_interpret (thread, until, error) != RS_RUN_DONE)
        return FALSE;
    }
  while (only == NULL && step (launch->rank, position, low, launch->dims));
  return TRUE;
}

gboolean
rs_vm_kernel_run_in_order (RsThread *thread, const Launch *launch, const gint64 *only, GError **error)
{
  gint64 around[RS_MAX_RANK]; /* the work item that launches */
  const guint n_around = thread->n_item;
  gboolean ok;

  memcpy (around, thread->item, n_around * sizeof *around);
  ok = run_items (thread, launch, only, error);
  thread->n_item = n_around;
  memcpy (thread->item, around, n_around * sizeof *around);
  return ok;
}

/* --- blocks --- */

/* Work items that run side by side: those of a block, or of the whole grid when it has a barrier. */
typedef struct {
  RsThread **threads;
  guint n_threads, most; /* most: that may run */
  RsBlock *blocks;       /* one, or all of the grid */
  guint n_blocks;
  GPtrArray *grid;       /* of RsThread: all work items, in order, or NULL */
  RsValue *outputs;      /* [most][n_outputs]: each has its own */
} Team;

static RsThread *
get_thread (RsVm *vm, Team *team, guint index, GError **error)
{
  if (index == team->n_threads)
    {
      gsize bytes = CLAMP (TEAM_STACK_BYTES / team->most, LEAST_STACK_BYTES, ITEM_STACK_BYTES);
      RsThread *thread = rs_thread_new (vm, bytes, error);

      if (thread == NULL)
        return NULL;
      thread->may_wait = TRUE;
      team->threads[team->n_threads++] = thread;
    }
  return team->threads[index];
}

static guint
count_ended (const GPtrArray *items)
{
  guint ended = 0;

  for (guint i = 0; i < items->len; i++)
    ended += ((const RsThread *)items->pdata[i])->n_frames == 0;
  return ended;
}

/* Warns, once a run, where work items of the block or grid have ended whose barrier the others are at. */
static void
look_for_missing (RsVm *vm, const Team *team, gboolean is_of_grid)
{
  for (guint i = 0; i < (is_of_grid ? 1 : team->n_blocks) && !vm->said_barrier; i++)
    {
      const GPtrArray *items = is_of_grid ? team->grid : team->blocks[i].items;
      const guint ended = count_ended (items);

      if (ended == 0 || ended == items->len)
        continue;
      vm->said_barrier = TRUE;
      if (is_of_grid)
        rs_vm_warn (vm->current, RS_SAY (GRID_BARRIER_MISSED), ended, items->len);
      else
        rs_vm_warn (vm->current, RS_SAY (BARRIER_MISSED), ended, items->len);
    }
}

/* All work items that do not wait go on until they wait or end; then some of those that wait are released. */
static gboolean
run_round (RsVm *vm, Team *team, guint n, guint *n_waiting, GError **error)
{
  guint waiting = 0;
  gboolean is_of_grid;

  for (guint i = 0; i < n; i++)
    {
      RsThread *item = team->threads[i];

      if (item->n_frames == 0 || item->wait.order > 0)
        {
          waiting += item->wait.order > 0;
          continue;
        }
      switch (rs_interpret (item, 0, error))
        {
        case RS_RUN_FAILED:
          return FALSE;
        case RS_RUN_WAITING:
          waiting++;
          break;
        default:
          break;
        }
    }
  if (waiting > 0 && rs_vm_group_release (team->threads, n, &is_of_grid))
    look_for_missing (vm, team, is_of_grid && team->grid != NULL);
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

/* Tells a work item where it is among the others. */
static void
place_item (Team *team, const Launch *launch, RsThread *item, const gint64 *position)
{
  item->block = block_of (team, launch, position);
  item->index_in_block = item->block->items->len;
  g_ptr_array_add (item->block->items, item);
  item->index_in_grid = rs_vm_kernel_linear_index (launch->rank, position, launch->dims);
  item->grid_size = rs_vm_kernel_product (launch->rank, launch->dims);
  if (item->block->grid != NULL)
    g_ptr_array_add (item->block->grid, item);
  item->wait = (RsWait){ 0 };
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
    {
      g_hash_table_remove_all (team->blocks[i].shared);
      g_ptr_array_set_size (team->blocks[i].items, 0);
    }
  do
    {
      RsValue *outputs = team->outputs + (gsize)n * launch->proto->n_outputs;
      RsThread *item = get_thread (thread->vm, team, n++, error);

      for (guint i = 0; i < launch->proto->n_outputs; i++)
        outputs[i] = rs_vm_kernel_initial_output (launch, i);
      if (item == NULL)
        return FALSE;
      item->n_below = thread->n_below + thread->n_frames;
      place_item (team, launch, item, position);
      if (!start_item (item, launch, position, outputs, error))
        return FALSE;
    }
  while (step (launch->rank, position, low, high));
  do
    if (!run_round (thread->vm, team, n, &n_waiting, error))
      return FALSE;
  while (n_waiting > 0);
  return rs_vm_kernel_combine_outputs (thread, launch, team->outputs, n, error);
}

static gboolean
run_blocks (RsThread *thread, Team *team, const Launch *launch, const gint64 *counts, const gint64 *only,
            GError **error)
{
  gint64 index[RS_MAX_RANK] = { 0 }, zero[RS_MAX_RANK] = { 0 }, low[RS_MAX_RANK] = { 0 }, high[RS_MAX_RANK];

  for (guint i = 0; only != NULL && i < launch->rank; i++)
    index[i] = only[i] / launch->block[i];
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
  while (only == NULL && step (launch->rank, index, zero, counts));
  return TRUE;
}

static void
init_team (Team *team, guint most, guint n_blocks, guint n_outputs, gboolean is_grid)
{
  team->grid = is_grid ? g_ptr_array_new () : NULL;
  team->most = most;
  team->threads = g_new0 (RsThread *, most);
  team->outputs = g_new0 (RsValue, (gsize)most * MAX (1, n_outputs));
  team->n_blocks = n_blocks;
  team->blocks = g_new0 (RsBlock, n_blocks);
  for (guint i = 0; i < n_blocks; i++)
    team->blocks[i] = (RsBlock){
      .shared = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)rs_array_unref),
      .items = g_ptr_array_new (),
      .grid = team->grid,
    };
}

static void
clear_team (Team *team, guint n_outputs)
{
  for (guint i = 0; i < team->n_threads; i++)
    rs_thread_free (team->threads[i]);
  for (gsize i = 0; i < (gsize)team->most * n_outputs; i++)
    rs_value_clear (&team->outputs[i]);
  for (guint i = 0; i < team->n_blocks; i++)
    {
      g_hash_table_unref (team->blocks[i].shared);
      g_ptr_array_unref (team->blocks[i].items);
    }
  g_clear_pointer (&team->grid, g_ptr_array_unref);
  g_free (team->outputs);
  g_free (team->threads);
  g_free (team->blocks);
}

gboolean
rs_vm_kernel_run_in_blocks (RsThread *thread, const Launch *launch, const gint64 *only, GError **error)
{
  gboolean is_grid = rs_vm_kernel_needs_grid (launch, thread->vm), ok;
  gint64 items = rs_vm_kernel_product (launch->rank, is_grid ? launch->dims : launch->block);
  gint64 most = is_grid ? RS_ITEMS_OF_A_GRID : ITEMS_OF_A_BLOCK;
  gint64 counts[RS_MAX_RANK], zero[RS_MAX_RANK] = { 0 };
  Team team = { 0 };

  if (items > most)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_GRID,
                   "parallel_do: a %s of %" G_GINT64_FORMAT " work items; at most %" G_GINT64_FORMAT
                   " can wait for each other",
                   is_grid ? "grid" : "block", items, most);
      return FALSE;
    }
  for (guint i = 0; i < launch->rank; i++)
    counts[i] = (launch->dims[i] + launch->block[i] - 1) / launch->block[i];
  init_team (&team, (guint)items, is_grid ? (guint)rs_vm_kernel_product (launch->rank, counts) : 1,
             launch->proto->n_outputs, is_grid);
  ok = is_grid ? run_team (thread, &team, launch, zero, launch->dims, error)
               : run_blocks (thread, &team, launch, counts, only, error);
  clear_team (&team, launch->proto->n_outputs);
  return ok;
}
