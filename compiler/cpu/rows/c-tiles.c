/* Boxes that run in tiles, as C; see compiler/cpu/passes/blocks/tiles.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/c-private.h"

/* The head of an `if` that holds where all of the tile is in the interior. */
void
c_print_if_interior (Printer *p)
{
  g_autoptr (GString) inside = g_string_new ("1");

  for (guint k = 0; k < p->kernel->grid_rank; k++)
    if (p->kernel->interior_bounded[k])
      g_string_append_printf (inside, " && low%u >= in_low%u && high%u <= in_high%u", k, k, k, k);
  c_printf (p, "if (%s)", inside->str);
}

/* Loops over all positions of the tile, that over the dimension tile_across innermost. */
void
c_print_turned_tile (Printer *p, const RsIrBlock *body)
{
  guint across = p->kernel->cpu.tile_across;

  for (guint k = 0; k < p->kernel->grid_rank; k++)
    if (k != across)
      c_printf (p, "for (long p%u = low%u; p%u < high%u; p%u++)", k, k, k, k, k);
  g_string_append (p->body, "#pragma GCC ivdep\n");
  c_printf (p, "for (long p%u = low%u; p%u < high%u; p%u++)", across, across, across, across, across);
  c_printf (p, "{");
  p->indent += 2;
  c_print_item (p, body);
  p->indent -= 2;
  c_printf (p, "}");
}

static void
print_tile_loop (Printer *p, guint dimension)
{
  c_printf (p, "for (long at%u = box->low[%u]; at%u < box->high[%u]; at%u += %u)", dimension, dimension, dimension,
            dimension, dimension, p->kernel->cpu.tile);
}

static void
print_tile_bounds (Printer *p, guint dimension)
{
  c_printf (p, "tile.low[%u] = at%u;", dimension, dimension);
  c_printf (p, "tile.high[%u] = at%u + %u < box->high[%u] ? at%u + %u : box->high[%u];", dimension, dimension,
            p->kernel->cpu.tile, dimension, dimension, p->kernel->cpu.tile, dimension);
}

void
c_print_tiles (Printer *p)
{
  const RsKernel *kernel = p->kernel;
  guint last = kernel->grid_rank - 1;

  c_printf (p, "void");
  c_printf (p, "%s (const RsKernelBox *restrict const box, void *const *restrict const arguments)", kernel->name);
  c_printf (p, "{");
  p->indent += 2;
  c_printf (p, "RsKernelBox tile = *box;");
  print_tile_loop (p, last);
  print_tile_loop (p, kernel->cpu.tile_across);
  c_printf (p, "{");
  p->indent += 2;
  print_tile_bounds (p, kernel->cpu.tile_across);
  print_tile_bounds (p, last);
  c_printf (p, "tile_of_%s (&tile, arguments);", kernel->name);
  p->indent -= 2;
  c_printf (p, "}");
  p->indent -= 2;
  c_printf (p, "}");
}
