/* {!kernel_tiling} and {!kernel_transform} in a kernel or a loop: what they ask for becomes a wish of the kernel, which
 * the passes `tiling` and `simd-processing` fulfil or refuse. What can't be a wish is noted at once.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"

#include "compiler/sema/rewrite/kernel-hint.h"

/* One number a dimension of the grid, from one a dimension of the launch or a level of the nest; ones too many, at the
 * end or the beginning, stand for dimensions that there are not. */
static gboolean
map_dims (Build *b, const RsKernelHint *hint, guint line, gint64 *dims)
{
  gboolean is_loop = b->nest.n_levels > 0;
  guint n = is_loop ? b->nest.n_levels : b->kernel->grid_rank, first = 0, count = hint->n_dims;

  if (b->request->row_length)
    {
      b_fail (b, NULL, "{!kernel_tiling} is about the loop as it is written");
      return FALSE;
    }

  while (count > n && hint->dims[count - 1] == 1)
    count--;
  while (count > n && hint->dims[first] == 1)
    {
      first++;
      count--;
    }
  if (count != n)
    {
      rs_kernel_note (b->kernel, line, 1, 0,
                      "{!kernel_tiling} is ignored: dims has %u number%s, and there %s %u dimension%s to tile",
                      hint->n_dims, hint->n_dims == 1 ? "" : "s", n == 1 ? "is" : "are", n, n == 1 ? "" : "s");
      return FALSE;
    }
  for (guint d = 0; d < b->kernel->grid_rank; d++)
    dims[d] = hint->dims[first + (is_loop ? b->kernel->levels[d] : d)];
  return TRUE;
}

static void
ask_for_vector (Build *b, guint line, guint length)
{
  b->kernel->wishes.vector_line = line;
  b->kernel->wishes.vector = length;
}

static void
take_local_tiling (Build *b, guint line, const gint64 *dims)
{
  guint last = b->kernel->grid_rank - 1;

  for (guint d = 0; d < last; d++)
    if (dims[d] != 1)
      {
        rs_kernel_note (b->kernel, line, 1, 0,
                        "local {!kernel_tiling} is ignored: a vector holds neighbours along the last dimension, "
                        "so that dims are 1 in all others");
        return;
      }
  if (dims[last] > 1)
    ask_for_vector (b, line, (guint)dims[last]);
}

static void
take_tiling (Build *b, guint line, const RsKernelHint *hint)
{
  gint64 dims[RS_MAX_GRID] = { 0 };

  if (hint->n_dims == 0)
    {
      if (hint->is_local)
        ask_for_vector (b, line, 0);
      if (hint->is_global)
        rs_kernel_note (b->kernel, line, 1, 0,
                        "the sizes of boxes follow from the time that work items take (dims=auto)");
      return;
    }
  if (!map_dims (b, hint, line, dims))
    return;
  if (hint->is_local)
    take_local_tiling (b, line, dims);
  if (!hint->is_global)
    return;
  b->kernel->wishes.box_line = line;
  for (guint d = 0; d < b->kernel->grid_rank; d++)
    b->kernel->wishes.box[d] = dims[d];
}

void
b_take_hint (Build *b, const RsNode *attribute)
{
  g_autofree char *problem = NULL;
  guint line = rs_place_line (b_line (b, attribute));
  RsKernelHint hint;

  if (b->frame != b->root || !rs_kernel_hint_read (attribute, &hint, &problem))
    return; /* what is wrong with it is a warning: sema/rewrite/directives.c */
  if (!hint.is_here)
    {
      rs_kernel_note (b->kernel, line, 1, 0, "{!%s} is for another target than the CPU", attribute->name);
      return;
    }
  if (hint.is_global || hint.is_local)
    take_tiling (b, line, &hint);
  if (hint.wants_simd)
    ask_for_vector (b, line, hint.numel);
  if (hint.nothing != NULL)
    rs_kernel_note (b->kernel, line, 1, 0, "{!%s} has nothing to do on the CPU: %s", attribute->name, hint.nothing);
}

void
b_take_level_hints (Build *b)
{
  for (guint level = 0; !b->nest.is_open && level + 1 < b->nest.n_levels; level++)
    {
      const RsNode *body = b->nest.loops[level]->children[RS_FOR_BODY];

      for (guint i = 0; i < body->n_children; i++)
        if (body->children[i])
          b_take_hint (b, body->children[i]);
    }
}
