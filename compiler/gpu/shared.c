/* Shared memory of a block: arrays that the function declares, or, where they are more than every device declares, one
 * piece that is asked for at the launch.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/gpu/private.h"

#define MOST_DECLARED (48 << 10) /* bytes that CUDA takes without being asked */
#define ALIGNMENT 16             /* of arrays in the piece */

static gint64
element_bytes (const RsKernel *kernel, const RsIrShared *shared)
{
  return (gint64)rs_element_get_bytes (rs_kernel_parameter (kernel, shared->parameter)->element);
}

/* Elements that are enough wherever it is used; 0: that is known at the launch only. */
static gint64
get_known_count (const RsKernel *kernel, const RsIrShared *shared)
{
  gint64 n = 1;

  if (shared->capacity > 0)
    return shared->capacity;
  for (int k = 0; k < rs_kernel_parameter (kernel, shared->parameter)->rank; k++)
    {
      const RsIrExpression *length = shared->dims[k];

      if (length->op != RS_IR_CONST || length->value.integer <= 0 || length->value.integer > G_MAXINT32 / n)
        return 0;
      n *= length->value.integer;
    }
  return n;
}

/* Of a size that is known; else each array has an equal part of what a block may declare, and one that needs more
 * fails. */
static gint64
get_capacity (const RsKernel *kernel, const RsIrShared *shared)
{
  const gint64 known = get_known_count (kernel, shared);

  if (known > 0)
    return known;
  return (gint64)MIN (kernel->target->block_bytes, MOST_DECLARED) / 2 / kernel->shared->len
         / element_bytes (kernel, shared);
}

static gint64
get_bytes (const RsKernel *kernel, const RsIrShared *shared)
{
  const gint64 bytes = get_capacity (kernel, shared) * element_bytes (kernel, shared);

  return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

gint64
gpu_get_shared_bytes (const RsKernel *kernel)
{
  gint64 bytes = 0;

  for (guint i = 0; i < kernel->shared->len; i++)
    bytes += get_bytes (kernel, &g_array_index (kernel->shared, RsIrShared, i));
  return bytes;
}

guint
gpu_get_pool_bytes (const RsKernel *kernel)
{
  const gint64 bytes = gpu_get_shared_bytes (kernel);

  return bytes > MOST_DECLARED ? (guint)bytes : 0;
}

gboolean
gpu_shared_fits (const RsKernel *kernel, guint parameter)
{
  for (guint i = 0; i < kernel->shared->len; i++)
    {
      const RsIrShared *shared = &g_array_index (kernel->shared, RsIrShared, i);

      if (shared->parameter == parameter)
        return get_known_count (kernel, shared) > 0;
    }
  return TRUE;
}

gboolean
gpu_shared_can_fail (const RsKernel *kernel)
{
  for (guint i = 0; i < kernel->shared->len; i++)
    if (get_known_count (kernel, &g_array_index (kernel->shared, RsIrShared, i)) == 0)
      return TRUE;
  return FALSE;
}

/* An array that is too large for the block's memory is one of no elements, so that nothing outside is touched. The work
 * items do not return: they could not do so before a barrier that others come to. */
static void
print_capacity_test (Printer *p, guint i, const char *name, gint64 capacity)
{
  const RsKernelParameter *parameter = rs_kernel_parameter (p->kernel, i);

  gpu_need_fail (p);
  c_printf (p, "if (%s_n > %" G_GINT64_FORMAT ")", name, capacity);
  c_printf (p, "{");
  c_printf (p, "  rs_fail (status, %d, %u, 0, 0, 0, %s_n * %d, 0, 0);", RS_KERNEL_BLOCK_MEMORY, p->kernel->line, name,
            (int)rs_element_get_bytes (parameter->element));
  c_printf (p, "  %s_n = 0;", name);
  for (guint k = 0; k < (guint)parameter->rank; k++)
    c_printf (p, "  %s_%u = 0;", name, k);
  c_printf (p, "}");
}

static void
print_lengths (Printer *p, const RsIrShared *shared, const char *name)
{
  const guint rank = (guint)rs_kernel_parameter (p->kernel, shared->parameter)->rank;
  g_autoptr (GString) count = g_string_new (NULL);

  for (guint k = 0; k < rank; k++)
    {
      g_autofree char *length = c_expression_text (p, shared->dims[k]);

      c_printf (p, "long %s_%u = %s;", name, k, length);
      g_string_append_printf (count, "%s%s_%u", k > 0 ? " * " : "", name, k);
    }
  c_printf (p, "long %s_n = %s;", name, count->str);
}

/* offset: in the piece, in bytes. */
static void
print_array (Printer *p, const RsIrShared *shared, gint64 offset)
{
  const RsElement element = rs_kernel_parameter (p->kernel, shared->parameter)->element;
  const gboolean is_complex = rs_element_is_complex (element);
  const gint64 capacity = get_capacity (p->kernel, shared);
  const char *type = gpu_element_type (element);
  g_autoptr (GString) name = g_string_new (NULL);

  c_append_parameter (p, name, shared->parameter);
  print_lengths (p, shared, name->str);
  if (gpu_get_pool_bytes (p->kernel) > 0)
    c_printf (p, "RS_LOCAL %s *const %s = (RS_LOCAL %s *) (rs_pool + %" G_GINT64_FORMAT ");", type, name->str, type,
              offset);
  else
    c_printf (p, "RS_SHARED (%s, %s, %" G_GINT64_FORMAT ");", type, name->str, capacity * (is_complex ? 2 : 1));
  if (get_known_count (p->kernel, shared) == 0)
    print_capacity_test (p, shared->parameter, name->str, capacity);
  c_printf (p, "for (long i = RS_BLOCK_ITEM; i < %s_n%s && i < %" G_GINT64_FORMAT "; i += RS_BLOCK_ITEMS)", name->str,
            is_complex ? " * 2" : "", capacity * (is_complex ? 2 : 1));
  c_printf (p, "  %s[i] = 0;", name->str);
}

void
gpu_print_shared (Printer *p)
{
  gint64 offset = 0;

  if (gpu_get_pool_bytes (p->kernel) > 0)
    c_printf (p, "RS_POOL (%u);", gpu_get_pool_bytes (p->kernel));
  for (guint i = 0; i < p->kernel->shared->len; i++)
    {
      const RsIrShared *shared = &g_array_index (p->kernel->shared, RsIrShared, i);

      print_array (p, shared, offset);
      offset += get_bytes (p->kernel, shared);
    }
  c_printf (p, "RS_BARRIER;");
}
