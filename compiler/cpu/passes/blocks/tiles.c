/* Kernels that go through an array across its rows (a transpose) run a box in tiles: in a tile, a line of memory that
 * neighbouring rows of the grid need is still in the cache when they come.
 *
 * Tiles follow each other along the lines of the array that is gone through across, whose parts come one by one from
 * far away. A tile itself goes along the dimension in which its stores are neighbours: where all of them go across
 * (y[j,i] = ...), that is not the last one, and each line is written as a whole.
 *
 * Where {!kernel_tiling mode="global"} asks for it, the boxes that threads take have these dimensions, and are the
 * tiles. Along a row they are whole vectors, so that results are those of any other box.
 *
 * Requires: strips. Establishes: tile, tile_across, tile_turned, box. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/passes.h"

#define TILE 32 /* work items in each of two dimensions: two lines of floats; larger ones leave the nearest cache */

typedef struct {
  const RsKernel *kernel;
  guint across; /* bits: grid dimensions that the last dimension of an array follows in place of the grid's last */
  guint stores_across;   /* bits, likewise */
  gboolean has_obstacle; /* to another order */
} Survey;

static void
note_position (const RsIrExpression *e, gpointer data)
{
  if (e->op == RS_IR_POSITION)
    *(guint *)data |= 1u << e->component;
}

/* The dimensions of the grid, as bits, that the last subscript follows while the last dimension of the grid steps over
 * whole rows; 0: the access does not go across. */
static guint
get_across (const RsKernel *kernel, const RsIrExpression *const *subscripts, guint n)
{
  guint last = 0, others = 0, row = 1u << (kernel->grid_rank - 1);

  for (guint i = 0; i < n; i++)
    rs_ir_visit (subscripts[i], note_position, i + 1 == n ? &last : &others);
  return (others & row) && !(last & row) ? last : 0;
}

static void
survey_load (const RsIrExpression *e, gpointer data)
{
  Survey *self = data;

  if (e->op == RS_IR_LOAD)
    self->across |= get_across (self->kernel, e->operands, e->n_operands);
}

static void
survey_block (Survey *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_ir_visit_statement (s, survey_load, self);
      if (s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC)
        {
          guint across = get_across (self->kernel, (const RsIrExpression *const *)s->subscripts, s->n_subscripts);

          self->across |= across;
          self->stores_across |= across;
          self->has_obstacle |= across == 0;
        }
      self->has_obstacle |= s->kind != RS_IR_STORE && s->kind != RS_IR_SET && s->kind != RS_IR_IF;
      survey_block (self, &s->body);
      survey_block (self, &s->other);
    }
}

#define LINE_ITEMS 16 /* boxes end at whole cache lines of floats (runtime/device/cpu/launch.c) */

static void
take_box (RsKernel *kernel)
{
  const RsIrWishes *wishes = &kernel->wishes;
  guint last = kernel->grid_rank - 1;
  gint64 unit = MAX (LINE_ITEMS, MAX (kernel->cpu.strip, kernel->cpu.lanes));
  g_autoptr (GString) text = g_string_new (NULL);

  if (wishes->box_line == 0)
    return;
  if (rs_kernel_has_results (kernel) || kernel->ordered != 0)
    {
      rs_kernel_note (kernel, wishes->box_line, 1, 0, "the boxes that are asked for are not made: %s",
                      kernel->ordered != 0
                          ? "a dimension of the grid runs in order, as a whole"
                          : "each box has a result, and which boxes there are decides how the results are rounded");
      return;
    }
  for (guint d = 0; d < kernel->grid_rank; d++)
    {
      kernel->cpu.box[d] = d == last ? (wishes->box[d] + unit - 1) / unit * unit : wishes->box[d];
      g_string_append_printf (text, "%s%" G_GINT64_FORMAT, d > 0 ? " x " : "", kernel->cpu.box[d]);
    }
  rs_kernel_note (kernel, wishes->box_line, 1, 0, "threads take boxes of %s work items, as is asked for%s", text->str,
                  kernel->cpu.box[last] != wishes->box[last] ? ", with whole vectors along rows" : "");
}

void
rs_pass_tiles (RsKernel *kernel)
{
  Survey survey = { .kernel = kernel };

  take_box (kernel);
  if (kernel->grid_rank < 2 || !rs_cpu_schedule_allows (kernel, RS_CPU_TILE))
    return;
  survey_block (&survey, &kernel->body);
  if (survey.across == 0)
    return;
  kernel->cpu.tile_across = (guint)g_bit_nth_msf (survey.stores_across ? survey.stores_across : survey.across, -1);
  kernel->cpu.tile = kernel->cpu.box[0] > 0
                         ? (guint)MAX (kernel->cpu.box[kernel->cpu.tile_across], kernel->cpu.box[kernel->grid_rank - 1])
                         : TILE;
  kernel->cpu.tile_turned = survey.stores_across == 1u << kernel->cpu.tile_across && !survey.has_obstacle
                            && !rs_kernel_can_fail (kernel);
  if (kernel->cpu.box[0] > 0)
    rs_kernel_note (kernel, 0, 1, 0, "a box is a tile%s",
                    kernel->cpu.tile_turned ? ", and runs along the elements that it writes" : "");
  else
    rs_kernel_note (kernel, 0, 1, 0, "a box runs in tiles of %u x %u work items%s", TILE, TILE,
                    kernel->cpu.tile_turned ? ", along the elements that they write" : "");
}
