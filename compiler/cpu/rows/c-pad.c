/* Kernels whose border runs on copies of arrays, see passes/blocks/pad.c: two functions over a box, one of the interior
 * and one of the border, and the kernel itself, which says where each may run and leaves the rest to the runtime.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/c-private.h"

static const char types_text[] = "typedef struct { int argument, rank, bytes, edge, dimension[4]; long factor[4], "
                                 "low[4], high[4]; } RsKernelPad;\n"
                                 "typedef void (*RsKernelPart) (const RsKernelBox *, void *const *);\n"
                                 "struct RsKernelPadding { RsKernelPart interior, border; long interior_low[4], "
                                 "interior_high[4], low[4], high[4];\n"
                                 "  const RsKernelPad *pads; int n_pads, n_arguments, rank, strip; };\n";

G_STATIC_ASSERT (sizeof (RsKernelPad) == 128);
G_STATIC_ASSERT (sizeof (RsKernelPadding) == 168);

static RsKernelEdge
get_edge (RsBoundary boundary)
{
  switch (boundary)
    {
    case RS_BOUNDARY_MIRROR:
      return RS_EDGE_MIRROR;
    case RS_BOUNDARY_CIRCULAR:
      return RS_EDGE_CIRCULAR;
    case RS_BOUNDARY_CLAMPED:
      return RS_EDGE_CLAMPED;
    default:
      return RS_EDGE_ZERO;
    }
}

/* The values of a bound for all dimensions of the grid, with otherwise where there is none. */
static void
print_bounds (Printer *p, const char *name, const RsIrExpression *const *values, const gboolean *bounded,
              const char *otherwise)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint k = 0; k < p->kernel->grid_rank; k++)
    {
      g_string_append (text, k ? ", " : "");
      if (bounded[k])
        c_append_expression (p, text, values[k]);
      else
        g_string_append (text, otherwise);
    }
  c_printf (p, "  .%s = { %s },", name, text->str);
}

static void
print_pad (Printer *p, const RsIrPad *pad)
{
  const RsKernelParameter *parameter = rs_kernel_parameter (p->kernel, pad->parameter);

  c_printf (p, "  { .argument = %u, .rank = %d, .bytes = sizeof (%s), .edge = %d,", pad->parameter, parameter->rank,
            c_element_type (parameter->element), get_edge (pad->boundary));
  for (int k = 0; k < parameter->rank; k++)
    {
      g_autoptr (GString) low = g_string_new (NULL), high = g_string_new (NULL);

      c_append_expression (p, low, pad->axes[k].low);
      c_append_expression (p, high, pad->axes[k].high);
      c_printf (p, "    .dimension[%d] = %u, .factor[%d] = %" G_GINT64_FORMAT ", .low[%d] = %s, .high[%d] = %s,", k,
                pad->axes[k].dimension, k, pad->axes[k].coefficient, k, low->str, k, high->str);
    }
  c_printf (p, "  },");
}

void
c_print_padding (Printer *p)
{
  const RsKernel *kernel = p->kernel;

  c_define (p, g_strdup (types_text));
  c_printf (p, "const RsKernelPad pads[%u] = {", kernel->pads->len);
  for (guint i = 0; i < kernel->pads->len; i++)
    print_pad (p, &g_array_index (kernel->pads, RsIrPad, i));
  c_printf (p, "};");
  c_printf (p, "const RsKernelPadding padding = {");
  c_printf (p, "  .interior = interior_%s, .border = border_%s,", kernel->name, kernel->name);
  print_bounds (p, "interior_low", kernel->interior_low, kernel->interior_bounded, "-0x7fffffffffffffffL - 1");
  print_bounds (p, "interior_high", kernel->interior_high, kernel->interior_bounded, "0x7fffffffffffffffL");
  print_bounds (p, "low", kernel->pad_low, kernel->pad_bounded, "-0x7fffffffffffffffL - 1");
  print_bounds (p, "high", kernel->pad_high, kernel->pad_bounded, "0x7fffffffffffffffL");
  c_printf (p, "  .pads = pads, .n_pads = %u, .n_arguments = %u, .rank = %u, .strip = %u,", kernel->pads->len,
            kernel->parameters->len, kernel->grid_rank, MAX (kernel->cpu.strip, 1));
  c_printf (p, "};");
  c_printf (p, "box->run_padded (box, arguments, &padding);");
}
