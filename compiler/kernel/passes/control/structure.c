/* Early ends become branches: `if c { return } rest` is `if c {} else { rest }`.
 *
 * gcc vectorises a loop whose body has branches, by computing both sides, but not one that is left in the middle. An
 * end here is `return` in the body of the kernel, `break` out of a REGION (the return of an opened function) and
 * `continue` of a loop, where they stand last in a branch.
 *
 * Requires: nothing. Establishes: no REGION that nothing leaves; no statement behind a jump. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/passes.h"

/* What falling off the end of a block means. label 0 with RETURN: the end of the work item. */
typedef struct {
  RsIrStatementKind kind; /* RETURN, BREAK, CONTINUE; N_STATEMENTS: none of them */
  guint32 label;
} End;

static const End no_end = { RS_IR_N_STATEMENTS, 0 };

static gboolean
is_end (const RsIrStatement *s, End end)
{
  return s && s->kind == end.kind && (s->kind == RS_IR_RETURN || s->label == end.label);
}

static gboolean
is_jump (const RsIrStatement *s)
{
  return s && (s->kind == RS_IR_RETURN || s->kind == RS_IR_BREAK || s->kind == RS_IR_CONTINUE);
}

static gboolean
is_left (const RsIrBlock *block, guint32 label)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    if ((s->kind == RS_IR_BREAK && s->label == label) || is_left (&s->body, label) || is_left (&s->other, label))
      return TRUE;
  return FALSE;
}

static void
drop_rest (RsKernel *kernel, RsIrBlock *block, RsIrStatement *s)
{
  if (s->next)
    rs_kernel_note (kernel, s->next->line, 1, 0, "statements that are never reached dropped");
  while (s->next)
    rs_ir_remove (block, s->next);
}

static void
move_rest (RsKernel *kernel, RsIrBlock *block, RsIrStatement *s, RsIrBlock *to)
{
  rs_kernel_note (kernel, s->line, 1, 0, "early ends turned into branches");
  while (s->next)
    {
      RsIrStatement *moved = s->next;

      rs_ir_remove (block, moved);
      rs_ir_append (to, moved);
    }
}

static void structure_block (RsKernel *kernel, RsIrBlock *block, End end);

/* Replaces a region that nothing leaves by what it holds. Returns the statement to go on with. */
static RsIrStatement *
unwrap_region (RsIrBlock *block, RsIrStatement *region)
{
  RsIrStatement *place = region, *next;

  while (region->body.first)
    {
      RsIrStatement *moved = region->body.first;

      rs_ir_remove (&region->body, moved);
      rs_ir_insert_after (block, place, moved);
      place = moved;
    }
  next = place == region ? region->next : place->next;
  rs_ir_remove (block, region);
  return next;
}

static void
structure_branch (RsKernel *kernel, RsIrBlock *block, RsIrStatement *s, End end)
{
  gboolean body_ends = is_jump (s->body.last), other_ends = is_jump (s->other.last);

  if (s->next && is_end (s->body.last, end) && !other_ends)
    move_rest (kernel, block, s, &s->other);
  else if (s->next && is_end (s->other.last, end) && !body_ends)
    move_rest (kernel, block, s, &s->body);
  else if (body_ends && other_ends)
    drop_rest (kernel, block, s);
  structure_block (kernel, &s->body, s->next ? no_end : end);
  structure_block (kernel, &s->other, s->next ? no_end : end);
}

static void
structure_block (RsKernel *kernel, RsIrBlock *block, End end)
{
  RsIrStatement *next;

  for (RsIrStatement *s = block->first; s; s = next)
    {
      if (is_jump (s))
        drop_rest (kernel, block, s);
      switch ((RsIrStatementKind)s->kind)
        {
        case RS_IR_IF:
          structure_branch (kernel, block, s, end);
          break;
        case RS_IR_REGION:
          structure_block (kernel, &s->body, (End){ RS_IR_BREAK, s->label });
          break;
        case RS_IR_LOOP:
          structure_block (kernel, &s->body, (End){ RS_IR_CONTINUE, s->label });
          break;
        case RS_IR_FOREVER:
          structure_block (kernel, &s->body, (End){ RS_IR_CONTINUE, s->label });
          structure_block (kernel, &s->other, no_end);
          break;
        default:
          break;
        }
      next = s->next;
      if (s->kind == RS_IR_REGION && !is_left (&s->body, s->label))
        next = unwrap_region (block, s);
      else if (is_end (s, end))
        rs_ir_remove (block, s);
    }
}

void
rs_pass_structure (RsKernel *kernel)
{
  structure_block (kernel, &kernel->body, (End){ RS_IR_RETURN, 0 });
}
