/* Which dimension of the grid goes along memory; see memory-order.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/analysis/order/memory-order.h"

#include "compiler/kernel/analysis/affine-private.h"

#define NEAR_STEP 4 /* elements from one work item to the next that share lines of memory */
#define PIXEL 16    /* elements of a last dimension that lie together */
#define MOST_CHANNELS 4
#define SHORT_ROW 8 /* work items: less than these are no row for vectors */

typedef struct {
  const RsKernel *kernel;
  RsAffineLocals *locals;
  guint candidates; /* bits: dimensions that go along memory in an access that the last one goes across in */
  gboolean is_over; /* the last dimension goes along memory somewhere */
  guint near, far;  /* bits: dimensions that go along memory in an access, and those that go across in one */
  gboolean is_open; /* an access is not understood */
  gboolean has_pixels;
  RsFarAccess access;
} Search;

/* The dimensions of the grid, as bits, that the range follows: in small steps, and in any. FALSE: it is not
 * understood. */
static gboolean
add_range (const RsAffineRange *range, gboolean is_near, guint *near, guint *all)
{
  if (!range->is_known)
    return FALSE;
  for (guint g = 0; g < RS_MAX_GRID; g++)
    {
      gint64 step = range->low.positions[g];

      if (step != range->high.positions[g])
        return FALSE;
      if (step == 0)
        continue;
      *all |= 1u << g;
      if (is_near && ABS (step) <= NEAR_STEP)
        *near |= 1u << g;
    }
  return TRUE;
}

/* x[i*n + j] */
static gboolean
add_strides (const Search *self, const RsIrExpression *e, guint *near, guint *all)
{
  RsStrides strides;

  if (!rs_strides_analyse (self->locals, e, &strides))
    return FALSE;
  for (guint i = 0; i < strides.n_terms; i++)
    if (!add_range (&strides.terms[i].range, strides.terms[i].n_factors == 0, near, all))
      return FALSE;
  return TRUE;
}

/* Whether one step of subscript i leaves neighbouring elements. */
static gboolean
is_near_subscript (const RsKernel *kernel, guint parameter, guint i, guint n)
{
  int length = rs_kernel_parameter (kernel, parameter)->last_length;

  return i + 1 == n || (i + 2 == n && length > 0 && length <= PIXEL);
}

static void
look_at (Search *self, guint parameter, const RsIrExpression *const *subscripts, guint n, RsIrPlace line)
{
  guint near = 0, all = 0, last = 1u << (self->kernel->grid_rank - 1);
  gboolean is_known = TRUE;

  for (guint i = 0; i < n && is_known; i++)
    {
      RsAffineRange range = rs_affine_analyse (self->locals, subscripts[i]);

      is_known = range.is_known ? add_range (&range, is_near_subscript (self->kernel, parameter, i, n), &near, &all)
                                : n == 1 && add_strides (self, subscripts[i], &near, &all);
    }
  self->is_open |= !is_known;
  if (!is_known)
    return;
  self->near |= near;
  self->far |= all & ~near;
  self->has_pixels |= rs_kernel_parameter (self->kernel, parameter)->last_length > 0;
  if ((near & last) != 0)
    self->is_over = TRUE;
  else if ((all & last) != 0 && near != 0)
    {
      self->candidates |= near;
      self->access = (RsFarAccess){ parameter, line };
    }
}

static void
look_at_load (const RsIrExpression *e, gpointer data)
{
  if (e->op == RS_IR_LOAD)
    look_at (data, e->index, e->operands, e->n_operands, e->line);
}

static void
search_block (Search *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_ir_visit_statement (s, look_at_load, self);
      if (s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC)
        look_at (self, s->index, (const RsIrExpression *const *)s->subscripts, s->n_subscripts, s->line);
      rs_affine_locals_enter (self->locals, s);
      search_block (self, &s->body);
      search_block (self, &s->other);
    }
  rs_affine_locals_leave (self->locals, block);
}

static Search
search_kernel (const RsKernel *kernel)
{
  Search search = { .kernel = kernel };

  search.locals = rs_affine_locals_new (kernel);
  search_block (&search, &kernel->body);
  rs_affine_locals_free (search.locals);
  return search;
}

int
rs_kernel_find_long_dimension (const RsKernel *kernel)
{
  const RsIrExpression *count = kernel->grid_rank >= 2 ? kernel->counts[kernel->grid_rank - 1] : NULL;
  Search search;
  guint along;

  if (count == NULL || count->op != RS_IR_CONST || count->value.integer >= SHORT_ROW || !rs_ir_has_loop (&kernel->body))
    return -1;
  search = search_kernel (kernel);
  along = search.near & ~search.far & ~(1u << (kernel->grid_rank - 1));
  return !search.is_open && !search.has_pixels && along != 0 && (along & (along - 1)) == 0
             ? (int)g_bit_nth_lsf (along, -1)
             : -1;
}

int
rs_kernel_find_near_dimension (const RsKernel *kernel, RsFarAccess *access)
{
  Search search;

  if (kernel->grid_rank < 2)
    return -1;
  search = search_kernel (kernel);
  if (access != NULL)
    *access = search.access;
  return !search.is_over && search.candidates != 0 && (search.candidates & (search.candidates - 1)) == 0
             ? (int)g_bit_nth_lsf (search.candidates, -1)
             : -1;
}

/* --- channels --- */

typedef struct {
  const RsKernel *kernel;
  int channel, before; /* dimensions that the last two subscripts of stores follow */
  guint n_positions;   /* in these */
  guint n_whole;       /* of them in accesses of whole pixels: x[i, j + k, channel] */
} Channels;

static void
count_position (const RsIrExpression *e, gpointer data)
{
  Channels *self = data;

  self->n_positions += e->op == RS_IR_POSITION
                       && ((int)e->component == self->channel || (int)e->component == self->before);
}

static guint
count_positions (Channels *self, const RsIrExpression *e)
{
  const guint before = self->n_positions;
  guint n;

  rs_ir_visit (e, count_position, self);
  n = self->n_positions - before;
  self->n_positions = before;
  return n;
}

static void
count_whole (Channels *self, guint parameter, const RsIrExpression *const *subscripts, guint n)
{
  if (n < 2 || rs_kernel_parameter (self->kernel, parameter)->last_length == 0
      || subscripts[n - 1]->op != RS_IR_POSITION || (int)subscripts[n - 1]->component != self->channel)
    return;
  for (guint i = 0; i < n; i++)
    if (count_positions (self, subscripts[i]) != (guint)(i + 2 >= n))
      return;
  self->n_whole += 2;
}

static void
look_at_channels (const RsIrExpression *e, gpointer data)
{
  count_position (e, data);
  if (e->op == RS_IR_LOAD)
    count_whole (data, e->index, e->operands, e->n_operands);
}

static void
count_channels (Channels *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_ir_visit_statement (s, look_at_channels, self);
      if (s->kind == RS_IR_STORE)
        count_whole (self, s->index, (const RsIrExpression *const *)s->subscripts, s->n_subscripts);
      count_channels (self, &s->body);
      count_channels (self, &s->other);
    }
}

/* The first dimension that e follows; -1: none. */
static int
followed (const RsKernel *kernel, const RsIrExpression *e)
{
  for (guint d = 0; d < kernel->grid_rank; d++)
    {
      Channels one = { .channel = (int)d, .before = -1 };

      if (count_positions (&one, e) > 0)
        return (int)d;
    }
  return -1;
}

static void
find_channels (Channels *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s != NULL && self->channel < 0; s = s->next)
    {
      const RsIrExpression *count;

      find_channels (self, &s->body);
      find_channels (self, &s->other);
      if (s->kind != RS_IR_STORE || s->n_subscripts < 2 || self->channel >= 0
          || rs_kernel_parameter (self->kernel, s->index)->last_length == 0)
        continue;
      self->channel = followed (self->kernel, s->subscripts[s->n_subscripts - 1]);
      self->before = followed (self->kernel, s->subscripts[s->n_subscripts - 2]);
      count = self->channel >= 0 ? self->kernel->counts[self->channel] : NULL;
      if (count == NULL || count->op != RS_IR_CONST || count->value.integer > MOST_CHANNELS || self->before < 0
          || self->before == self->channel)
        self->channel = -1;
    }
}

int
rs_kernel_find_channel_dimension (const RsKernel *kernel)
{
  Channels channels = { .kernel = kernel, .channel = -1, .before = -1 };

  if (kernel->grid_rank < 2)
    return -1;
  find_channels (&channels, &kernel->body);
  if (channels.channel < 0)
    return -1;
  count_channels (&channels, &kernel->body);
  return channels.channel + 1 == (int)kernel->grid_rank && channels.n_positions == channels.n_whole ? -1
                                                                                                    : channels.channel;
}

char *
rs_kernel_advise_order (const RsKernel *kernel)
{
  RsFarAccess access;
  int near = kernel->form == RS_KERNEL_FROM_FUNCTION && kernel->cpu.tile == 0
                 ? rs_kernel_find_near_dimension (kernel, &access)
                 : -1;
  guint last = kernel->grid_rank - 1;

  if (near < 0)
    return NULL;
  return g_strdup_printf (
      "line %u: work items that follow each other in dimension %u of the launch touch elements of `%s` that lie far "
      "apart, and in dimension %d neighbouring ones: exchange the two dimensions of the launch, and pos[%d] and "
      "pos[%u]",
      rs_place_line (access.line), last, rs_kernel_parameter (kernel, access.parameter)->name, near, near, last);
}
