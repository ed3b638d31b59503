/* Reads of textures by texture units: what `texture-sampling` has left of them (rs_ir_is_native_sample).
 *
 * The unit counts texels from their middles: element i is at i + 0.5. A texture is an argument, an object of the
 * driver's, for each array and filter.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/gpu/private.h"

#include "compiler/kernel/ir/ir-text.h"
#include "compiler/kernel/ir/sample.h"

/* What a unit gives for an element: a word of the prelude's, without the number of elements. */
static const char *
get_type (RsElement element)
{
  switch (element)
    {
    case RS_ELEMENT_SINGLE:
      return "float";
    case RS_ELEMENT_UINT8:
    case RS_ELEMENT_UINT16:
    case RS_ELEMENT_UINT32:
      return "uint";
    default:
      return "int";
    }
}

static void
append_coordinate (Printer *p, GString *out, const RsIrExpression *e)
{
  g_string_append (out, ", (float) (");
  c_append_expression (p, out, e);
  g_string_append (out, ") + 0.5f");
}

void
gpu_append_texture (Printer *p, GString *out, guint parameter, RsIrFilter filter)
{
  c_append_parameter (p, out, parameter);
  g_string_append_printf (out, "_%s", rs_ir_filter_words[filter]);
}

void
gpu_append_sample (Printer *p, GString *out, const RsIrExpression *e)
{
  static const char members[] = "xyzw";
  const RsKernelParameter *parameter = rs_kernel_parameter (p->kernel, e->index);
  const guint texels = rs_ir_count_texels (parameter);

  g_string_append_printf (out, "((%s) RS_TEXEL_%u (%s, ", c_type ((RsIrType)e->type), texels,
                          get_type (parameter->element));
  gpu_append_texture (p, out, e->index, (RsIrFilter)e->component);
  append_coordinate (p, out, e->operands[1]); /* columns come first */
  append_coordinate (p, out, e->operands[0]);
  g_string_append_c (out, ')');
  if (texels > 1)
    g_string_append_printf (out, ".%c", members[e->operands[2]->value.integer]);
  g_string_append_c (out, ')');
}
