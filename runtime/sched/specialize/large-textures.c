/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sched/specialize/large-textures.h"

#include "runtime/sched/inputs/bind.h"

static gboolean
is_too_large (const RsSpecialization *found, const RsInputs *inputs, const RsPlanArgument *texture)
{
  RsDevice *device = found->engine->device;
  const RsKernelParameter *parameter = &found->parameters[texture->parameter];
  const RsValue value = rs_inputs_get_value (inputs, parameter->input);
  const gsize bytes = RS_TEXTURE_TEXELS (texture->index) * rs_element_get_bytes (parameter->element);
  gint64 dims[RS_MAX_RANK];

  return value.tag == RS_TAG_ARRAY && rs_bind_get_dims (value.array, parameter->rank, dims)
         && !device->table->has_texture (device, dims[0], dims[1], bytes);
}

gboolean
rs_large_textures_are_in (const RsSpecialization *found, const RsInputs *inputs)
{
  const GArray *numbers;

  if (found->kernel == NULL || found->code == NULL || found->engine->device->table->has_texture == NULL)
    return FALSE;
  numbers = found->code->plan.numbers;
  for (guint i = 0; numbers != NULL && i < numbers->len; i++)
    {
      const RsPlanArgument *number = &g_array_index (numbers, RsPlanArgument, i);

      if (number->kind == RS_ARGUMENT_TEXTURE && is_too_large (found, inputs, number))
        return TRUE;
    }
  return FALSE;
}
