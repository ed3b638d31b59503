/* Reads of textures as loads and arithmetic, or as what the target's texture units do.
 *
 * The nearest element is a load. Linear interpolation is the sum of the elements around the coordinates, each times its
 * nearness: of the elements before and behind a coordinate, 1 - f and f, where f is its distance to the one before. The
 * order is that of the tree which the interpreter runs (compiler/sema/rewrite/texture.h), so that results are the same.
 *
 * A texture unit reads a place of two dimensions, clamped to the array; what it interpolates has weights of 8 bits,
 * which LANGUAGE.md licenses. The nearest element outside of the array is found as in a load. Where an
 * interpolation leaves the array, the work item makes loads of it: what is there is the boundary mode's.
 *
 * Requires: nothing. Establishes: no SAMPLE but native ones (rs_ir_is_native_sample). Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/ir/sample.h"
#include "compiler/kernel/passes/passes.h"

/* What becomes of a coordinate. */
typedef struct {
  const RsIrExpression *low;      /* I64: the element before it, or the subscript */
  const RsIrExpression *fraction; /* distance to that, of the type of the SAMPLE; NULL: it is a subscript */
} Coordinate;

typedef struct {
  RsKernel *kernel;
  RsIrBlock *block; /* with the statement that is looked at */
  RsIrStatement *statement;
  Coordinate *coordinates; /* [n_locals]: of locals that are coordinates; low is NULL before the first use */
  guint n_locals;          /* at the start */
  guint n_loads;           /* elements that the statement's reads are made of */
  guint n_native;          /* reads of texture units */
} Lowering;

/* --- coordinates --- */

typedef struct {
  guint local;
  guint n; /* that assign it */
  RsIrBlock *block;
  RsIrStatement *statement;
} Assignment;

static void
find_assignment (Assignment *self, RsIrBlock *block)
{
  for (RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      if ((s->kind == RS_IR_SET || s->kind == RS_IR_SET_ELEMENT || s->kind == RS_IR_TOTAL || s->kind == RS_IR_LOOP)
          && s->index == self->local)
        {
          self->n += s->kind == RS_IR_SET ? 1 : 2;
          self->block = block;
          self->statement = s;
        }
      find_assignment (self, &s->body);
      find_assignment (self, &s->other);
    }
}

/* A local with that value, set behind `place`. */
static const RsIrExpression *
set_local (Lowering *self, RsIrBlock *block, RsIrStatement **place, RsIrPlace line, const RsIrExpression *value)
{
  RsIrStatement *set = rs_ir_statement (self->kernel, RS_IR_SET, line);

  set->index = (guint16)rs_kernel_add_local (self->kernel, "", value->type, 1);
  set->value = value;
  rs_ir_insert_after (block, *place, set);
  *place = set;
  return rs_ir_local (self->kernel, set->index);
}

static gboolean
is_whole (const RsIrExpression *e)
{
  return e->op == RS_IR_CONVERT && rs_ir_is_integer (e->operands[0]->type);
}

/* One that is surely a whole number. */
static Coordinate
take_whole (Lowering *self, const RsIrExpression *e)
{
  return (Coordinate){ rs_ir_convert (self->kernel, e->operands[0], RS_IR_I64),
                       rs_ir_constant (self->kernel, (RsIrType)e->type, 0) };
}

/* Takes the coordinate apart behind `place`. */
static Coordinate
take_apart (Lowering *self, const RsIrExpression *e, RsIrBlock *block, RsIrStatement *place, RsIrPlace line)
{
  const RsIrExpression *floored = rs_ir_unary (self->kernel, RS_IR_FLOOR, e);
  const gboolean follows_set = place != NULL && place->kind == RS_IR_SET && e->op == RS_IR_LOCAL
                               && place->index == e->index;
  Coordinate coordinate;

  if (follows_set && is_whole (place->value))
    {
      coordinate = take_whole (self, place->value);
      coordinate.low = set_local (self, block, &place, line, coordinate.low);
      return coordinate;
    }
  coordinate.low = set_local (self, block, &place, line,
                              rs_ir_convert (self->kernel, rs_ir_to_integer (self->kernel, floored), RS_IR_I64));
  coordinate.fraction
      = set_local (self, block, &place, line,
                   rs_ir_binary (self->kernel, RS_IR_SUB, e, rs_ir_convert (self->kernel, coordinate.low, e->type)));
  return coordinate;
}

/* Once for all reads where it is a variable that has one value; else in front of the statement that reads. */
static Coordinate
get_coordinate (Lowering *self, const RsIrExpression *e)
{
  Assignment assignment = { .local = e->index };
  Coordinate *known = e->op == RS_IR_LOCAL && e->index < self->n_locals ? &self->coordinates[e->index] : NULL;

  if (!rs_ir_is_floating (e->type))
    return (Coordinate){ e, NULL };
  if (is_whole (e))
    return take_whole (self, e);
  if (known != NULL && known->low != NULL)
    return *known;
  if (known != NULL)
    find_assignment (&assignment, &self->kernel->body);
  if (assignment.n == 1)
    return *known = take_apart (self, e, assignment.block, assignment.statement, assignment.statement->line);
  return take_apart (self, e, self->block, self->statement->previous, self->statement->line);
}

/* --- reads --- */

static const RsIrExpression *
element_at (Lowering *self, const RsIrExpression *sample, const Coordinate *coordinates, guint corner)
{
  RsKernel *kernel = self->kernel;
  RsIrExpression *e = rs_ir_new (kernel, RS_IR_LOAD,
                                 rs_ir_type_of_element (rs_kernel_parameter (kernel, sample->index)->element),
                                 sample->n_operands);

  e->index = sample->index;
  e->boundary = sample->boundary;
  e->line = sample->line;
  for (guint i = 0; i < sample->n_operands; i++)
    e->operands[i] = corner & 1u << i ? rs_ir_binary (kernel, RS_IR_ADD, coordinates[i].low, rs_ir_integer (kernel, 1))
                                      : coordinates[i].low;
  self->n_loads++;
  return e;
}

/* One neighbour times its weights; bit i of corner: the one behind coordinate i. */
static const RsIrExpression *
weighted_neighbour (Lowering *self, const RsIrExpression *sample, const Coordinate *coordinates, guint corner)
{
  RsKernel *kernel = self->kernel;
  const RsIrExpression *product
      = rs_ir_convert (kernel, element_at (self, sample, coordinates, corner), (RsIrType)sample->type);

  for (guint i = 0; i < sample->n_operands; i++)
    if (coordinates[i].fraction != NULL)
      {
        const RsIrExpression *weight = rs_ir_convert (kernel, coordinates[i].fraction, (RsIrType)sample->type);

        if (!(corner & 1u << i))
          weight = rs_ir_binary (kernel, RS_IR_SUB, rs_ir_constant (kernel, (RsIrType)sample->type, 1), weight);
        product = rs_ir_binary (kernel, RS_IR_MUL, weight, product);
      }
  return product;
}

static const RsIrExpression *
interpolate (Lowering *self, const RsIrExpression *sample)
{
  Coordinate coordinates[RS_MAX_RANK];
  const RsIrExpression *sum = NULL;

  for (guint i = 0; i < sample->n_operands; i++)
    coordinates[i] = get_coordinate (self, sample->operands[i]);
  for (guint corner = 0; corner < 1u << sample->n_operands; corner++)
    {
      const RsIrExpression *term;
      gboolean exists = TRUE;

      for (guint i = 0; i < sample->n_operands; i++)
        exists = exists && !(coordinates[i].fraction == NULL && corner & 1u << i);
      if (!exists)
        continue;
      term = weighted_neighbour (self, sample, coordinates, corner);
      sum = sum != NULL ? rs_ir_binary (self->kernel, RS_IR_ADD, sum, term) : term;
    }
  return sum;
}

/* --- texture units --- */

#define N_COORDINATES 2

static RsIrExpression *
clamped_sample (Lowering *self, const RsIrExpression *sample)
{
  RsIrExpression *e
      = rs_arena_memdup (self->kernel->arena, sample, sizeof *sample + sample->n_operands * sizeof *sample->operands);

  e->boundary = RS_BOUNDARY_CLAMPED;
  self->n_native++;
  return e;
}

static const RsIrExpression *
length_of (Lowering *self, const RsIrExpression *sample, guint dimension)
{
  return rs_ir_leaf (self->kernel, RS_IR_DIM, RS_IR_I64, sample->index, dimension);
}

/* The subscripts are taken into the array before, or the element is 0. */
static const RsIrExpression *
nearest_by_unit (Lowering *self, const RsIrExpression *sample)
{
  RsKernel *kernel = self->kernel;
  const RsIrOp mapping = sample->boundary == RS_BOUNDARY_MIRROR ? RS_IR_MIRROR : RS_IR_PERIODIZE;
  RsIrExpression *e = clamped_sample (self, sample), *inside;

  if (sample->boundary == RS_BOUNDARY_MIRROR || sample->boundary == RS_BOUNDARY_CIRCULAR)
    for (guint i = 0; i < N_COORDINATES; i++)
      e->operands[i] = rs_ir_binary (kernel, mapping, sample->operands[i], length_of (self, sample, i));
  if (sample->boundary != RS_BOUNDARY_SAFE)
    return e;
  inside = rs_ir_new (kernel, RS_IR_INSIDE, RS_IR_BOOL, sample->n_operands);
  inside->index = sample->index;
  for (guint i = 0; i < sample->n_operands; i++) /* of elements that a pixel lacks a texture has zeros */
    inside->operands[i] = i < N_COORDINATES ? sample->operands[i] : rs_ir_integer (kernel, 0);
  return rs_ir_select (kernel, inside, e, rs_ir_constant (kernel, (RsIrType)e->type, 0));
}

/* Whether all that is between the coordinates' neighbours is in the array; not for NaN. */
static const RsIrExpression *
between_elements (Lowering *self, const RsIrExpression *sample)
{
  RsKernel *kernel = self->kernel;
  const RsIrExpression *all = NULL;

  for (guint i = 0; i < N_COORDINATES; i++)
    {
      const RsIrExpression *at = sample->operands[i];
      const RsIrExpression *last
          = rs_ir_binary (kernel, RS_IR_SUB, length_of (self, sample, i), rs_ir_integer (kernel, 1));
      const RsIrExpression *low = rs_ir_binary (kernel, RS_IR_GE, at, rs_ir_constant (kernel, (RsIrType)at->type, 0));
      const RsIrExpression *high
          = rs_ir_binary (kernel, RS_IR_LE, at, rs_ir_convert (kernel, last, (RsIrType)at->type));
      const RsIrExpression *both = rs_ir_binary (kernel, RS_IR_AND, low, high);

      all = all != NULL ? rs_ir_binary (kernel, RS_IR_AND, all, both) : both;
    }
  return all;
}

static const RsIrExpression *
linear_by_unit (Lowering *self, const RsIrExpression *sample)
{
  RsIrExpression *e = clamped_sample (self, sample);

  for (guint i = 0; i < N_COORDINATES; i++)
    e->operands[i] = rs_ir_convert (self->kernel, e->operands[i], RS_IR_F32);
  if (sample->boundary == RS_BOUNDARY_CLAMPED || sample->boundary == RS_BOUNDARY_UNCHECKED)
    return e;
  return rs_ir_select (self->kernel, between_elements (self, e), e, interpolate (self, sample));
}

/* Of texels with several elements: behind those that an array has, a clamped one is the last. */
static gboolean
can_be_clamped (const RsKernel *kernel, const RsIrExpression *sample)
{
  const RsKernelParameter *parameter = rs_kernel_parameter (kernel, sample->index);

  return rs_ir_count_texels (parameter) == 1 || parameter->last_length == (int)rs_ir_count_texels (parameter)
         || sample->boundary == RS_BOUNDARY_SAFE || sample->boundary == RS_BOUNDARY_UNCHECKED;
}

static const RsIrExpression *
lower (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  Lowering *self = data;
  Coordinate coordinates[RS_MAX_RANK];

  if (e->op != RS_IR_SAMPLE)
    return e;
  if (rs_ir_is_native_form (kernel, e) && can_be_clamped (kernel, e))
    return e->component == RS_IR_FILTER_LINEAR ? linear_by_unit (self, e) : nearest_by_unit (self, e);
  if (e->component == RS_IR_FILTER_LINEAR)
    return interpolate (self, e);
  for (guint i = 0; i < e->n_operands; i++)
    coordinates[i] = (Coordinate){ e->operands[i], NULL };
  return element_at (self, e, coordinates, 0);
}

static void
lower_block (Lowering *self, RsIrBlock *block)
{
  for (RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      self->block = block;
      self->statement = s;
      self->n_loads = self->n_native = 0;
      rs_ir_map_statement (self->kernel, s, lower, self);
      rs_kernel_note (self->kernel, s->line, self->n_loads, 0, "loads in the place of what a texture is read for");
      rs_kernel_note (self->kernel, s->line, self->n_native, 0, "reads of texture units");
      lower_block (self, &s->body);
      lower_block (self, &s->other);
    }
}

void
rs_pass_textures (RsKernel *kernel)
{
  Lowering self = { .kernel = kernel, .n_locals = kernel->locals->len };

  self.coordinates = g_new0 (Coordinate, self.n_locals + 1);
  lower_block (&self, &kernel->body);
  g_free (self.coordinates);
}
