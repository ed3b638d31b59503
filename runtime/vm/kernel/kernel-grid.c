/* The grid of a launch: its dimensions, its blocks, and the parameters that tell a work item where it is.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/rewrite/texture.h"
#include "compiler/target/target.h"
#include "runtime/vm/kernel/groups.h"
#include "runtime/vm/kernel/kernel-private.h"

#include <string.h>

#define DEFAULT_BLOCK_1D 256
#define DEFAULT_BLOCK_2D 16
#define DEFAULT_BLOCK_3D 1024

Special
rs_vm_kernel_get_special (const char *name)
{
  static const struct {
    const char *name;
    Special special;
  } names[] = { { "pos", POS },       { "blkpos", BLKPOS },      { "blkidx", BLKIDX },     { "blkdim", BLKDIM },
                { "blkcnt", BLKCNT }, { "warpSize", WARP_SIZE }, { "warpsize", WARP_SIZE },
                { "coalesced_threads", COALESCED_THREADS },
                { "this_thread_block", THIS_THREAD_BLOCK },
                { "this_grid", THIS_GRID }, { "this_multi_grid", THIS_GRID } };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (name[0] == names[i].name[0] && strcmp (name, names[i].name) == 0)
      return names[i].special;
  return rs_texture_is_copy (name) ? TEXTURE_COPY : NOT_SPECIAL;
}

/* --- sizes --- */

gboolean
rs_vm_kernel_get_dims (RsValue value, guint *rank, gint64 *dims, gint64 *block, GError **error)
{
  RsArray *array = value.tag == RS_TAG_ARRAY ? value.array : NULL;
  RsValue copy = value;

  if (array != NULL && !rs_element_is_complex (array->element) && array->rank == 2 && array->dims[0] == 2
      && array->dims[1] >= 1 && array->dims[1] <= RS_MAX_RANK)
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
  return *rank > 0;
}

/* The number of dimensions that pos is declared with; 0: any. */
static guint
position_length (const Launch *launch)
{
  for (guint i = 0; i < launch->proto->n_parameters; i++)
    {
      const RsType *type = launch->proto->parameters[i].type;

      if (launch->specials[i] == POS && type != NULL && type->kind == RS_TYPE_ARRAY && type->sizes[0] > 0)
        return (guint)MIN (type->sizes[0], RS_MAX_RANK);
    }
  return 0;
}

void
rs_vm_kernel_fit_grid (Launch *launch)
{
  guint length = position_length (launch);

  if (length > 0 && launch->rank == 2 * length && launch->block[0] == 0)
    memcpy (launch->block, launch->dims + length, length * sizeof launch->block[0]);
  if (length > 0 && launch->rank > length)
    launch->rank = length;
  while (launch->rank > MAX (length, RS_MAX_GRID) && launch->dims[launch->rank - 1] == 1)
    launch->rank--;
}

static gint64
largest_divisor (gint64 n, gint64 limit)
{
  for (gint64 d = MIN (n, limit); d > 1; d--)
    if (n % d == 0)
      return d;
  return 1;
}

gint64
rs_vm_kernel_product (guint rank, const gint64 *sizes)
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

/* A small grid of three dimensions or more is one block, and a block of a large one is as deep as an image has
 * channels: kernels index by blkpos[1] and blkpos[2] alone (manual 10.5, 10.9). */
static void
choose_deep_block (guint rank, const gint64 *dims, gint64 *block)
{
  static const gint64 limits[] = { 8, 16, 4 };
  gboolean is_whole = rs_vm_kernel_product (rank, dims) <= DEFAULT_BLOCK_3D;

  for (guint i = 0; i < rank; i++)
    block[i] = is_whole                    ? MAX (dims[i], 1)
               : i < G_N_ELEMENTS (limits) ? largest_divisor (dims[i], limits[i])
                                           : 1;
}

/* Makes the longest side shorter until the block has no more than so many work items. */
static void
limit_block (guint rank, const gint64 *dims, gint64 most, gint64 *block)
{
  while (rs_vm_kernel_product (rank, block) > most)
    {
      guint longest = 0;

      for (guint i = 1; i < rank; i++)
        longest = block[i] > block[longest] ? i : longest;
      block[longest] = largest_divisor (dims[longest], block[longest] - 1);
    }
}

void
rs_vm_kernel_choose_block (guint rank, const gint64 *dims, gint64 most, gint64 *block)
{
  g_assert (rank >= 1 && rank <= RS_MAX_RANK && most >= 1);
  if (rank == 1)
    block[0] = largest_divisor (dims[0], DEFAULT_BLOCK_1D);
  else if (rank == 2)
    {
      block[0] = largest_divisor (dims[0], DEFAULT_BLOCK_2D);
      block[1] = largest_divisor (dims[1], DEFAULT_BLOCK_2D);
    }
  else
    choose_deep_block (rank, dims, block);
  limit_block (rank, dims, most, block);
}

#define LARGEST_GRID ((gint64)1 << 53)

gboolean
rs_vm_kernel_check_sizes (guint rank, const gint64 *dims, const gint64 *block, GError **error)
{
  for (guint i = 0; i < rank; i++)
    if (dims[i] < 0 || block[i] < 1)
      {
        g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_GRID,
                     "parallel_do: the grid has %" G_GINT64_FORMAT " positions in blocks of %" G_GINT64_FORMAT
                     " in dimension %u",
                     dims[i], block[i], i);
        return FALSE;
      }
  if (rs_vm_kernel_product (rank, dims) <= LARGEST_GRID && rs_vm_kernel_product (rank, block) <= LARGEST_GRID)
    return TRUE;
  g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_GRID,
                       "parallel_do: the grid or the block has more than 2^53 positions");
  return FALSE;
}

/* --- special parameters --- */

gint64
rs_vm_kernel_linear_index (guint rank, const gint64 *position, const gint64 *size)
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

/* --- groups of work items --- */

gboolean
rs_vm_kernel_has_groups (const Launch *launch)
{
  for (guint i = 0; i < launch->proto->n_parameters; i++)
    if (launch->specials[i] >= COALESCED_THREADS && launch->specials[i] <= THIS_GRID)
      return TRUE;
  return FALSE;
}

/* Whether the name stands for more than the index and the size of its group. */
static gboolean
waits_for (const RsNode *node, const char *name)
{
  for (guint i = 0; i < node->n_children; i++)
    {
      const RsNode *child = node->children[i];

      if (child == NULL || child->kind == RS_NODE_PARAMETER)
        continue;
      if (child->kind == RS_NODE_NAME && g_strcmp0 (child->name, name) == 0
          && !(node->kind == RS_NODE_FIELD
               && (g_strcmp0 (node->name, "thread_idx") == 0 || g_strcmp0 (node->name, "size") == 0)))
        return TRUE;
      if (waits_for (child, name))
        return TRUE;
    }
  return FALSE;
}

gboolean
rs_vm_kernel_needs_grid (const Launch *launch, const RsVm *vm)
{
  for (guint i = 0; i < launch->proto->n_parameters; i++)
    if (launch->specials[i] == THIS_GRID && waits_for (launch->proto->node, launch->proto->parameters[i].name))
      return TRUE;
  return launch->proto->has_grid_barrier
         || (vm->has_device_grid_barrier
             && rs_vm_kernel_product (launch->rank, launch->dims) <= RS_ITEMS_OF_A_GRID);
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
    return rs_value_int (rs_vm_kernel_product (launch->rank, numbers));
  return rs_value_int (rs_vm_kernel_linear_index (launch->rank, numbers, whole));
}

gboolean
rs_vm_kernel_set_special (const Launch *launch, guint parameter, const gint64 *position, GError **error)
{
  Special special = launch->specials[parameter];
  RsValue *argument = &launch->arguments[parameter];
  gint64 numbers[RS_MAX_RANK], whole[RS_MAX_RANK];
  guint length = vector_length (launch, &launch->proto->parameters[parameter]);
  gint32 *data;

  g_assert (parameter < launch->proto->n_parameters);
  if (special == WARP_SIZE)
    {
      *argument = rs_value_int (rs_vm_kernel_has_groups (launch) ? RS_WARP_SIZE : 1);
      return TRUE;
    }
  if (special >= COALESCED_THREADS && special <= THIS_GRID)
    {
      if (argument->tag == RS_TAG_NONE)
        *argument = rs_vm_group_new (special == COALESCED_THREADS   ? RS_GROUP_WARP
                                     : special == THIS_THREAD_BLOCK ? RS_GROUP_BLOCK
                                                                    : RS_GROUP_GRID);
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
