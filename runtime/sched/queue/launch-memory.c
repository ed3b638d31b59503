/* What launches have in the memory of their device.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/sched/queue/launch-private.h"

/* Before anything moves: nothing is changed by a launch that reads what is lost. */
static gboolean
check_contents (RsLaunch *launch, GError **error)
{
  for (guint i = 0; i < launch->work.n_arguments; i++)
    {
      const RsLaunchParameter *parameter = launch->parameters[i];
      const char *cause = NULL;

      if (parameter->array != NULL && parameter->reads)
        cause = __atomic_load_n (&parameter->array->undefined, __ATOMIC_ACQUIRE);
      if (cause == NULL)
        continue;
      launch->reads_lost = TRUE;
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEVICE_LOST, "the contents of %s are lost: %s",
                   rs_launch_is_of_kernel (launch) ? parameter->name : "an array", cause);
      return FALSE;
    }
  return TRUE;
}

void
rs_launch_give_up_written (const RsLaunch *launch, const GError *error)
{
  g_autoptr (GError) described = rs_launch_describe_fault (launch, g_error_copy (error));

  for (guint i = 0; i < launch->n_acquired; i++)
    if (launch->uses[i].access == RS_ACCESS_WRITE)
      rs_memory_set_undefined (launch->uses[i].array, described->message);
}

/* The views of the arrays, in their order. */
static void
fill_views (const RsLaunch *launch)
{
  const RsMemoryUse *use = launch->uses;

  for (guint i = 0; i < launch->work.n_arguments; i++)
    if (launch->parameters[i]->kind == RS_PARAMETER_ARRAY)
      rs_launch_parameter_get_view (launch->parameters[i])->data = use++->data;
}

gboolean
rs_launch_acquire (RsLaunch *launch, RsDevice *device, GError **error)
{
  GError *lost = NULL;

  g_assert (launch->n_acquired == 0);
  if (!check_contents (launch, error))
    return FALSE;
  launch->n_acquired
      = rs_memory_acquire_uses (launch->uses, launch->n_uses, device->memory, &launch->needs_copies, error);
  if (launch->n_acquired == launch->n_uses)
    {
      fill_views (launch);
      return TRUE;
    }
  rs_memory_wait (device->memory, launch->work.stop);
  rs_launch_release_memory (launch, device);
  if (!check_contents (launch, &lost)) /* it was found to be lost just now */
    {
      g_clear_error (error);
      g_propagate_error (error, lost);
    }
  return FALSE;
}

gboolean
rs_launch_acquire_ready (RsLaunch *launch, const RsDevice *device)
{
  g_assert (launch->n_acquired == 0);
  if (!rs_memory_acquire_ready (launch->uses, launch->n_uses, device->memory))
    return FALSE;
  launch->n_acquired = launch->n_uses;
  fill_views (launch);
  return TRUE;
}

void
rs_launch_release_memory (RsLaunch *launch, RsDevice *device)
{
  rs_memory_release_uses (launch->uses, launch->n_acquired, device->memory);
  launch->n_acquired = 0;
}

gboolean
rs_launch_uses (const RsLaunch *launch, const RsArray *array)
{
  for (guint i = 0; i < launch->n_uses; i++)
    if (launch->uses[i].array == array)
      return TRUE;
  return FALSE;
}

gboolean
rs_launch_depends_on (const RsLaunch *launch, const RsLaunch *earlier)
{
  for (guint i = 0; i < launch->n_uses; i++)
    for (guint j = 0; j < earlier->n_uses; j++)
      {
        const RsMemoryUse *a = &launch->uses[i], *b = &earlier->uses[j];

        if (a->array == b->array && ((a->access | b->access) & RS_ACCESS_WRITE) != 0
            && rs_extent_overlaps (a->part, b->part))
          return TRUE;
      }
  return FALSE;
}
