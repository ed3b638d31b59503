/* In which order the levels of a loop run: which become dimensions of the grid, and which stay inside of its work
 * items.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"

#include "compiler/kernel/analysis/order/dependence.h"
#include "compiler/kernel/analysis/order/memory-order.h"
#include "compiler/kernel/analysis/order/row-values.h"

/* The loop with levels inside the work items, instead of kernel, where that can be built. Work items that go down
 * columns are slower than one that goes through memory in its order: they are the last level only where they go along
 * rows. */
static RsKernel *
build_with_inner_levels (RsKernel *kernel, const RsKernelRequest *request, guint free_levels,
                         RsDiagnostics *diagnostics)
{
  RsKernelRequest partial = *request;
  g_autofree char *unused = NULL;
  RsKernel *other;

  partial.inner_levels = ((1u << request->n_levels) - 1) & ~free_levels;
  other = rs_kernel_build (&partial, diagnostics, &unused);
  if (other != NULL && (free_levels >> (request->n_levels - 1) & 1) != 0 && !rs_items_store_rows (other))
    g_clear_pointer (&other, rs_kernel_free);
  if (other == NULL)
    return kernel;
  rs_kernel_free (kernel);
  return other;
}

/* The loop with the levels that are not free in order, where that lets its rows follow memory; else NULL. */
static RsKernel *
build_in_order (const RsKernelRequest *request, guint free_levels, RsDiagnostics *diagnostics)
{
  RsKernelRequest ordered = *request;

  ordered.ordered_levels = ((1u << (request->n_levels + request->n_opened)) - 1) & ~free_levels;
  for (guint level = request->n_levels + request->n_opened; level-- > 0;)
    {
      g_autofree char *unused = NULL;
      RsKernel *kernel;

      if ((free_levels & ~request->short_levels) == 0 || (free_levels >> level & 1) == 0)
        continue;
      ordered.last_level = level + 1;
      kernel = rs_kernel_build (&ordered, diagnostics, &unused);
      if (kernel != NULL && rs_rows_are_stored (kernel))
        return kernel;
      g_clear_pointer (&kernel, rs_kernel_free);
    }
  return NULL;
}

/* Whether the levels that are free are enough without the others: several, or a wide one. Narrow rows to which many
 * iterations add are better summed up by each worker for itself. */
static gboolean
is_worth_ordering (const RsKernelRequest *request, guint free_levels)
{
  return __builtin_popcount (free_levels & ~request->short_levels) > 1 || (free_levels & request->wide_levels) != 0;
}

/* The loop with the channels of a pixel inside of the work items, instead of kernel, where they are a level. */
static RsKernel *
take_channels_in (RsKernel *kernel, const RsKernelRequest *request, RsDiagnostics *diagnostics)
{
  const int channel = rs_kernel_find_channel_dimension (kernel);
  RsKernelRequest other = *request;
  g_autofree char *unused = NULL;
  RsKernel *better;

  if (channel < 0 || kernel->levels[channel] >= request->n_levels)
    return kernel;
  other.inner_levels = 1u << kernel->levels[channel];
  better = rs_kernel_build (&other, diagnostics, &unused);
  if (better == NULL)
    return kernel;
  rs_kernel_free (kernel);
  return better;
}

/* The loop with the level last that goes along memory, instead of kernel, where its own last one goes across, or is too
 * short for vectors. All levels are free, so that any order is right. */
static RsKernel *
interchange (RsKernel *kernel, const RsKernelRequest *request, RsDiagnostics *diagnostics)
{
  const int along = rs_kernel_find_near_dimension (kernel, NULL),
            near = along >= 0 ? along : rs_kernel_find_long_dimension (kernel);
  RsKernelRequest other = *request;
  g_autofree char *unused = NULL;
  RsKernel *better;

  if (near < 0 || (request->short_levels >> kernel->levels[near] & 1) != 0)
    return take_channels_in (kernel, request, diagnostics);
  other.last_level = kernel->levels[near] + 1;
  better = rs_kernel_build (&other, diagnostics, &unused);
  if (better == NULL)
    return kernel;
  rs_kernel_free (kernel);
  return better;
}

RsKernel *
rs_kernel_build_prefix (const RsKernelRequest *request, RsDiagnostics *diagnostics)
{
  g_assert (request->form == RS_KERNEL_FROM_LOOP);

  RsKernelRequest attempt = *request;
  g_autofree char *unused = NULL;
  RsLoopNest nest = rs_loop_nest_find (request->node, request->attribute);

  if (nest.is_open)
    return NULL;
  attempt.with_prefix = TRUE;
  attempt.force_parallel = FALSE;
  attempt.free_levels = NULL;
  return rs_kernel_build (&attempt, diagnostics, &unused);
}

/* The loop over rows as one over two dimensions, where no iterations depend on each other; else NULL. */
static RsKernel *
build_rows (const RsKernelRequest *request, RsDiagnostics *diagnostics)
{
  RsKernelRequest attempt = *request;
  g_autofree char *unused = NULL, *contention = NULL;
  guint free_levels;
  RsKernel *kernel;

  attempt.force_parallel = FALSE;
  kernel = rs_kernel_build (&attempt, diagnostics, &unused);
  contention = kernel != NULL ? rs_kernel_find_contention (kernel, &free_levels) : NULL;
  if (contention != NULL)
    g_clear_pointer (&kernel, rs_kernel_free);
  if (kernel != NULL)
    rs_kernel_note (kernel, kernel->line, 1, 0, "the loop runs over rows, without a division");
  return kernel != NULL ? interchange (kernel, &attempt, diagnostics) : NULL;
}

/* The loop with the elements of the n-dimensional parts of arrays that its iterations write as levels, where all that
 * depends on each other are its iterations, and they may run in order; else NULL. */
static RsKernel *
build_opened (const RsKernelRequest *request, guint n, RsDiagnostics *diagnostics)
{
  const guint opened = ((1u << n) - 1) << request->n_levels;
  RsKernelRequest attempt = *request;
  g_autofree char *unused = NULL, *contention = NULL;
  guint free_levels = 0;
  RsKernel *kernel;

  if (n == 0 || request->n_levels + n > RS_MAX_GRID || request->check_bounds || request->row_length)
    return NULL;
  attempt.n_opened = n;
  attempt.force_parallel = FALSE;
  attempt.openable = NULL;
  attempt.free_levels = &free_levels;
  kernel = rs_kernel_build (&attempt, diagnostics, &unused);
  attempt.free_levels = NULL;
  contention = kernel != NULL ? rs_kernel_find_contention (kernel, &free_levels) : NULL;
  if (kernel != NULL && contention == NULL)
    return interchange (kernel, &attempt, diagnostics);
  g_clear_pointer (&kernel, rs_kernel_free);
  if ((free_levels & opened) != opened)
    return NULL;
  kernel = build_in_order (&attempt, free_levels, diagnostics);
  if (kernel != NULL)
    return kernel;
  attempt.inner_levels = ((1u << request->n_levels) - 1) & ~free_levels; /* columns: each work item goes along a row */
  g_clear_pointer (&unused, g_free);
  return rs_kernel_build (&attempt, diagnostics, &unused);
}

RsKernel *
rs_kernel_build_loop (const RsKernelRequest *request, RsDiagnostics *diagnostics, char **reason)
{
  g_assert (request->form == RS_KERNEL_FROM_LOOP);

  RsKernelRequest attempt = *request;
  g_autofree char *unused = NULL;
  guint free_levels = 0, openable = 0;
  RsKernel *kernel = request->row_length && !request->serial ? build_rows (request, diagnostics) : NULL, *opened;

  if (kernel != NULL)
    return kernel;
  attempt.row_length = NULL;
  if (request->serial)
    return rs_kernel_build (&attempt, diagnostics, reason);
  attempt.free_levels = &free_levels;
  attempt.openable = &openable;
  attempt.force_parallel = FALSE;
  kernel = rs_kernel_build (&attempt, diagnostics, reason);
  attempt.free_levels = NULL;
  attempt.openable = NULL;
  opened = build_opened (request, openable, diagnostics);
  if (opened != NULL || (request->node->flags & RS_NODE_STEP) != 0) /* statements are run as they stand else */
    {
      if (opened == NULL && *reason == NULL)
        *reason = g_strdup ("the assigned parts are no levels of a nest");
      g_clear_pointer (&kernel, rs_kernel_free);
      return opened;
    }
  if (kernel == NULL)
    kernel = build_in_order (&attempt, free_levels, diagnostics);
  if (kernel != NULL && kernel->ordered != 0)
    return kernel;
  if (kernel != NULL) /* updates that wait for each other are better done in order */
    {
      *reason = rs_kernel_find_contention (kernel, &free_levels);
      if (*reason == NULL)
        return interchange (kernel, &attempt, diagnostics);
      if (is_worth_ordering (request, free_levels))
        {
          RsKernel *ordered = build_in_order (&attempt, free_levels, diagnostics);

          if (ordered != NULL)
            {
              rs_kernel_free (kernel);
              return ordered;
            }
        }
      if ((free_levels >> (request->n_levels - 1) & 1) != 0)
        free_levels = 0;
    }
  if ((kernel == NULL && free_levels != 0) || (*reason != NULL && (free_levels & ~request->short_levels) != 0))
    kernel = build_with_inner_levels (kernel, &attempt, free_levels, diagnostics);
  if (kernel == NULL)
    {
      kernel = rs_kernel_build_prefix (&attempt, diagnostics);
      if (kernel != NULL)
        g_clear_pointer (reason, g_free);
    }
  if (kernel == NULL && request->force_parallel)
    {
      g_clear_pointer (reason, g_free);
      attempt.force_parallel = TRUE;
      kernel = rs_kernel_build (&attempt, diagnostics, reason);
      attempt.force_parallel = FALSE;
    }
  if (kernel == NULL && !request->parallel_only && (request->lacks_sizes == NULL || !*request->lacks_sizes))
    {
      attempt.serial = TRUE;
      kernel = rs_kernel_build (&attempt, diagnostics, &unused);
    }
  return kernel;
}
