/* Arrays in constant memory ('hwconst), on targets whose text has room for them by name: a kernel has a second
 * function, NAME_constant, that reads them there. The launch copies them and takes that one where all of them fit.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/gpu/private.h"

#include <string.h>

#define ALIGNMENT 16

static gboolean
is_asked_for (const RsKernelParameter *parameter)
{
  const RsNode *type = parameter->symbol != NULL ? parameter->symbol->type_node : NULL;

  for (const char **modifier = type != NULL ? type->modifiers : NULL; modifier && *modifier; modifier++)
    if (strcmp (*modifier, "hwconst") == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_constant (const RsKernel *kernel, guint i)
{
  const RsKernelParameter *parameter = rs_kernel_parameter (kernel, i);

  return kernel->form == RS_KERNEL_FROM_FUNCTION && parameter->binding == RS_BIND_ARRAY && !parameter->writes
         && is_asked_for (parameter);
}

guint
gpu_get_constant_bytes (const RsKernel *kernel, guint parameter)
{
  guint n = 0;

  if (kernel->target->constant_bytes == 0 || !is_constant (kernel, parameter))
    return 0;
  for (guint i = 0; i < kernel->parameters->len; i++)
    n += is_constant (kernel, i);
  return (guint)(kernel->target->constant_bytes / n / ALIGNMENT * ALIGNMENT);
}

gboolean
gpu_append_constants (const RsKernel *kernel, GString *out)
{
  gboolean found = FALSE;

  for (guint i = 0; i < kernel->parameters->len; i++)
    {
      const RsElement element = rs_kernel_parameter (kernel, i)->element;
      const guint bytes = gpu_get_constant_bytes (kernel, i);
      const guint parts = rs_element_is_complex (element) ? 2 : 1;

      if (bytes == 0)
        continue;
      found = TRUE;
      g_string_append_printf (out, "RS_CONSTANT (%s, rs_constant_%u, %u);\n", gpu_element_type (element), i,
                              bytes / (guint)rs_element_get_bytes (element) * parts);
    }
  return found;
}
