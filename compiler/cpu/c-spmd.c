/* A group of neighbouring work items in step, in GCC's vector types, with masks.
 *
 * Every local becomes VECTORS vectors of the kernel's word size (32 bits, or 64 for double precision). A mask is an
 * integer vector of 0 and -1. Control flow becomes arithmetic on masks:
 *
 *   alive    work items that have not returned
 *   in<T>    of the loop or region T: work items that have not left it
 *   now<T>   of those, the ones that take part in the rest of this iteration
 *
 * Assignments keep the old value where the mask is 0; in a loop that is not inside another one this is left out for
 * locals that nobody reads behind the loop. What is no arithmetic in the word size (memory accesses, mathematical
 * functions, integer division) is done lane by lane with the ordinary printer: each lane has its locals in scalars of
 * the ordinary names.
 *
 * Host integers have 64 bits. In a kernel of 32-bit words a local integer counts as narrow when it starts from small
 * constants or numbers of the launch and only moves by small steps: it stays small for so many rounds of the loops,
 * which are counted. The group code runs if the numbers are below 2^28; otherwise, and for a group that goes on for
 * more rounds, the ordinary loop over work items does everything.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/c-private.h"

#define VECTORS 2
#define NUMBER_LIMIT (G_GINT64_CONSTANT (1) << 28) /* of numbers of the launch, and of what the steps may add up to */
#define NARROW_LIMIT (2 * NUMBER_LIMIT + LARGEST_STEP * 2)
#define LARGEST_STEP (G_GINT64_CONSTANT (1) << 10)

typedef struct {
  Printer *p;
  guint lanes;           /* of one vector */
  RsIrType floating;     /* F32 or F64: the type of the word */
  RsIrType integer;      /* I32 or I64 */
  gboolean *is_narrow;   /* by local: I64, kept in the word */
  gboolean *is_wide;     /* by local: not of the word, kept lane by lane */
  gboolean *outlives;    /* by local: read by work items that did not take part when it was set */
  GPtrArray *guards;     /* of RsIrExpression: numbers that must be small */
  gint64 steps;          /* that narrow locals make in a round of all loops, at most; 0: none */
  GArray *masks;         /* of guint: labels of the enclosing loops and regions, outermost first */
  guint n_loops;         /* enclosing loops of unknown length */
  guint n_regions;       /* enclosing regions, which work items may leave and yet stay in the loop */
  guint n_names;
} Group;

/* --- what is narrow --- */

static gboolean
is_within (gint64 value, gint64 limit)
{
  return value >= -limit && value <= limit;
}

static gboolean
is_leaf_of_launch (const RsIrExpression *e)
{
  return e->op == RS_IR_NUMBER || e->op == RS_IR_DIM || e->op == RS_IR_GRID || e->op == RS_IR_POSITION;
}

/* The largest magnitude that an integer expression can have, or -1 when it is not known to fit the word. */
static gint64
bound (Group *g, const RsIrExpression *e, gboolean add_guards)
{
  gint64 a, b;

  if (e->type == g->integer)
    return e->type == RS_IR_I64 ? 0 : NARROW_LIMIT;
  if (e->type != RS_IR_I64)
    return -1;
  if (e->op == RS_IR_CONST)
    return is_within (e->value.integer, G_MAXINT32) ? ABS (e->value.integer) : -1;
  if (e->op == RS_IR_LOCAL)
    return g->is_narrow[e->index] ? NARROW_LIMIT : -1;
  if (is_leaf_of_launch (e))
    {
      /* Positions along the group are below `high`, which is tested anyway. */
      if (add_guards && !(e->op == RS_IR_POSITION && e->component == g->p->kernel->grid_rank - 1))
        g_ptr_array_add (g->guards, (gpointer)e);
      return NUMBER_LIMIT;
    }
  if (e->op != RS_IR_ADD && e->op != RS_IR_SUB && e->op != RS_IR_MIN && e->op != RS_IR_MAX && e->op != RS_IR_SELECT)
    return -1;
  a = bound (g, e->operands[e->n_operands - 2], add_guards);
  b = bound (g, e->operands[e->n_operands - 1], add_guards);
  if (e->op != RS_IR_ADD && e->op != RS_IR_SUB)
    return a >= 0 && b >= 0 ? MAX (a, b) : -1;
  return a >= 0 && b >= 0 && a + b <= G_MAXINT32 ? a + b : -1;
}

/* The step when value is `local + constant`, else 0. */
static gint64
step_of (const RsIrExpression *value, guint local)
{
  const RsIrExpression *a, *b;

  if (value->op != RS_IR_ADD && value->op != RS_IR_SUB)
    return 0;
  a = value->operands[0];
  b = value->operands[1];
  if (value->op == RS_IR_ADD && a->op == RS_IR_CONST)
    {
      const RsIrExpression *swap = a;

      a = b;
      b = swap;
    }
  if (a->op != RS_IR_LOCAL || a->index != local || b->op != RS_IR_CONST || !is_within (b->value.integer, LARGEST_STEP))
    return 0;
  return value->op == RS_IR_ADD ? b->value.integer : -b->value.integer;
}

/* FALSE: the constant is too large. */
static gboolean
add_step (const RsIrExpression *constant, gint64 *step)
{
  if (!is_within (constant->value.integer, LARGEST_STEP))
    return FALSE;
  *step += ABS (constant->value.integer);
  return TRUE;
}

/* Whether value is a number that is small when a launch begins, or a narrow local; *step: by how much more or less, at
 * most. */
static gboolean
moves_little (const Group *g, const RsIrExpression *value, gint64 *step)
{
  const RsIrExpression *const *operands = value->operands;

  if (value->type != RS_IR_I64)
    return FALSE;
  if (value->op == RS_IR_CONST)
    return is_within (value->value.integer, NUMBER_LIMIT);
  if (value->op == RS_IR_LOCAL)
    return g->is_narrow[value->index];
  if (value->op == RS_IR_SELECT)
    return moves_little (g, operands[1], step) && moves_little (g, operands[2], step);
  if (value->op == RS_IR_MIN || value->op == RS_IR_MAX)
    return moves_little (g, operands[0], step) && moves_little (g, operands[1], step);
  if (value->op == RS_IR_ADD && operands[0]->op == RS_IR_CONST)
    return add_step (operands[0], step) && moves_little (g, operands[1], step);
  if ((value->op == RS_IR_ADD || value->op == RS_IR_SUB) && operands[1]->op == RS_IR_CONST)
    return add_step (operands[1], step) && moves_little (g, operands[0], step);
  return is_leaf_of_launch (value);
}

/* Drops the narrow locals that a statement of the block makes anything else of; *dropped: there was one. Adds up the
 * steps of the others. */
static void
drop_wide (Group *g, const RsIrBlock *block, gboolean *dropped)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      gint64 step = 0;

      if (s->kind == RS_IR_SET && g->is_narrow[s->index] && !moves_little (g, s->value, &step))
        {
          g->is_narrow[s->index] = FALSE;
          *dropped = TRUE;
        }
      else if (s->kind == RS_IR_SET && g->is_narrow[s->index])
        g->steps += step;
      drop_wide (g, &s->body, dropped);
      drop_wide (g, &s->other, dropped);
    }
}

/* A group that goes on for long is computed again, item by item: not if it has stored something by then. */
static gboolean
stores_before_loop (const RsIrBlock *block, gboolean *has_store)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      if (s->kind == RS_IR_FOREVER && *has_store)
        return TRUE;
      *has_store |= s->kind == RS_IR_STORE;
      if (stores_before_loop (&s->body, has_store) || stores_before_loop (&s->other, has_store))
        return TRUE;
    }
  return FALSE;
}

static void
find_narrow (Group *g, const RsIrBlock *block)
{
  const RsKernel *kernel = g->p->kernel;
  gboolean has_store = FALSE, is_stored = stores_before_loop (block, &has_store), dropped;

  for (guint i = 0; i < kernel->locals->len; i++)
    g->is_narrow[i] = rs_kernel_local (kernel, i)->type == RS_IR_I64 && g->integer == RS_IR_I32 && !is_stored
                      && rs_kernel_local (kernel, i)->length == 1;
  do
    {
      dropped = FALSE;
      g->steps = 0;
      drop_wide (g, block, &dropped);
    }
  while (dropped);
}

/* --- what outlives its loop --- */

typedef struct {
  gboolean *is_read;
} Reads;

static void
note_read (const RsIrExpression *e, gpointer data)
{
  Reads *reads = data;

  if (e->op == RS_IR_LOCAL)
    reads->is_read[e->index] = TRUE;
}

/* Reads outside of loops of unknown length. */
static void
note_reads_outside (Reads *reads, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_ir_visit_statement (s, note_read, reads);
      if (s->kind != RS_IR_FOREVER)
        {
          note_reads_outside (reads, &s->body);
          note_reads_outside (reads, &s->other);
        }
    }
}

static void
note_all_reads (Reads *reads, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_ir_visit_statement (s, note_read, reads);
      note_all_reads (reads, &s->body);
      note_all_reads (reads, &s->other);
    }
}

static guint
count (const RsIrBlock *block, RsIrStatementKind kind)
{
  guint n = 0;

  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    n += (s->kind == kind) + count (&s->body, kind) + count (&s->other, kind);
  return n;
}

/* --- expressions --- */

static const char *
vector_type (const Group *g, RsIrType type)
{
  return rs_ir_is_floating (type) ? "rs_vector" : "rs_mask";
}

static gboolean
is_vector_type (const Group *g, const RsIrExpression *e)
{
  return e->type == g->floating || e->type == g->integer || e->type == RS_IR_BOOL;
}

static void
check_uniform (const RsIrExpression *e, gpointer data)
{
  gpointer *pair = data;
  const Group *g = pair[0];

  if (e->op == RS_IR_LOCAL || e->op == RS_IR_ELEMENT || e->op == RS_IR_LOAD
      || (e->op == RS_IR_POSITION && e->component == g->p->kernel->grid_rank - 1))
    *(gboolean *)pair[1] = FALSE;
}

static gboolean
is_uniform (const Group *g, const RsIrExpression *e)
{
  gboolean uniform = TRUE;
  gpointer pair[2] = { (gpointer)g, &uniform };

  rs_ir_visit (e, check_uniform, pair);
  return uniform;
}

static char *vector_text (Group *g, const RsIrExpression *e, const char *mask);

/* Operations that vectors have themselves. */
static gboolean
is_vector_op (const RsIrExpression *e)
{
  switch ((RsIrOp)e->op)
    {
    case RS_IR_ADD:
    case RS_IR_SUB:
    case RS_IR_MUL:
    case RS_IR_NEG:
    case RS_IR_DIV:
    case RS_IR_EQ:
    case RS_IR_NE:
    case RS_IR_LT:
    case RS_IR_LE:
    case RS_IR_GT:
    case RS_IR_GE:
    case RS_IR_AND:
    case RS_IR_OR:
    case RS_IR_NOT:
    case RS_IR_SELECT:
    case RS_IR_MIN:
    case RS_IR_MAX:
      return TRUE;
    default:
      return FALSE;
    }
}

/* Whether e can be computed on vectors; an integer of 64 bits when it is narrow. */
static gboolean
is_vectorizable (Group *g, const RsIrExpression *e)
{
  if (!is_vector_type (g, e) && bound (g, e, TRUE) < 0)
    return FALSE;
  if (is_uniform (g, e))
    return TRUE;
  if (e->op == RS_IR_LOCAL)
    return !g->is_wide[e->index];
  if (e->op == RS_IR_POSITION)
    return TRUE;
  if (e->op == RS_IR_CONVERT)
    return e->type != RS_IR_BOOL
           && (e->operands[0]->type == RS_IR_BOOL || e->operands[0]->type == RS_IR_I32
               || e->operands[0]->type == RS_IR_I64)
           && is_vectorizable (g, e->operands[0]);
  if (!is_vector_op (e))
    return FALSE;
  for (guint i = 0; i < e->n_operands; i++)
    if (!is_vectorizable (g, e->operands[i]))
      return FALSE;
  return TRUE;
}

/* The lanes' own copies of the locals that statement or expression e reads, for the ordinary printer. */
static void
collect_locals (const RsIrExpression *e, gpointer data)
{
  if (e->op == RS_IR_LOCAL)
    g_hash_table_add (data, GUINT_TO_POINTER (e->index + 1));
}

static void
print_lane_locals (Group *g, GHashTable *locals)
{
  guint last = g->p->kernel->grid_rank - 1;
  GHashTableIter iterator;
  gpointer key;

  c_printf (g->p, "const long p%u = group + u * %u + lane;", last, g->lanes);
  c_printf (g->p, "(void) p%u;", last);
  g_hash_table_iter_init (&iterator, locals);
  while (g_hash_table_iter_next (&iterator, &key, NULL))
    {
      guint local = GPOINTER_TO_UINT (key) - 1;
      const RsIrLocal *info = rs_kernel_local (g->p->kernel, local);
      g_autoptr (GString) name = g_string_new (NULL);

      c_append_local (g->p, name, local);
      c_printf (g->p, "const %s %s = (%s) v%u[u][lane]%s;", c_type (info->type), name->str, c_type (info->type), local,
                info->type == RS_IR_BOOL ? " != 0" : "");
    }
}

/* Opens a loop over the lanes that mask selects; the caller prints scalar code and closes two braces. */
static void
open_lanes (Group *g, GHashTable *locals, const char *mask)
{
  c_printf (g->p, "for (int lane = 0; lane < %u; lane++)", g->lanes);
  c_printf (g->p, "  if (%s[u][lane])", mask);
  g->p->indent += 4;
  c_printf (g->p, "{");
  g->p->indent += 2;
  print_lane_locals (g, locals);
}

static void
close_lanes (Group *g)
{
  g->p->indent -= 2;
  c_printf (g->p, "}");
  g->p->indent -= 4;
}

/* e lane by lane, into a new vector, whose name is returned. */
static char *
lanes_text (Group *g, const RsIrExpression *e, const char *mask)
{
  g_autoptr (GHashTable) locals = g_hash_table_new (NULL, NULL);
  g_autoptr (GString) value = g_string_new (NULL);
  char *name = g_strdup_printf ("w%u", g->n_names++);

  rs_ir_visit (e, collect_locals, locals);
  c_append_expression (g->p, value, e);
  if (is_vector_type (g, e))
    c_printf (g->p, "%s %s = { 0 };", vector_type (g, e->type), name);
  else
    c_printf (g->p, "%s %s[%u] = { 0 };", c_type (e->type), name, g->lanes);
  open_lanes (g, locals, mask);
  c_printf (g->p, "%s[lane] = %s%s;", name, e->type == RS_IR_BOOL ? "-" : "", value->str);
  close_lanes (g);
  return name;
}

static char *
uniform_text (Group *g, const RsIrExpression *e)
{
  g_autoptr (GString) value = g_string_new (NULL);

  c_append_expression (g->p, value, e);
  if (e->type == RS_IR_BOOL)
    return g_strdup_printf ("(rs_mask_of ((%s) ? -1 : 0))", value->str);
  if (rs_ir_is_floating (e->type))
    return g_strdup_printf ("(rs_vector_of (%s))", value->str);
  return g_strdup_printf ("(rs_mask_of ((rs_word) (%s)))", value->str);
}

static char *
select_text (Group *g, const char *condition, const char *a, const char *b, RsIrType type)
{
  return g_strdup_printf ("((%s) ((%s & (rs_mask) %s) | (~%s & (rs_mask) %s)))", vector_type (g, type), condition, a,
                          condition, b);
}

static char *
operation_text (Group *g, const RsIrExpression *e, const char *mask)
{
  g_autofree char *a = vector_text (g, e->operands[0], mask);
  g_autofree char *b = e->n_operands > 1 ? vector_text (g, e->operands[1], mask) : NULL;
  g_autofree char *c = e->n_operands > 2 ? vector_text (g, e->operands[2], mask) : NULL;
  g_autofree char *condition = NULL;

  switch ((RsIrOp)e->op)
    {
    case RS_IR_AND:
      return g_strdup_printf ("(%s & %s)", a, b);
    case RS_IR_OR:
      return g_strdup_printf ("(%s | %s)", a, b);
    case RS_IR_NOT:
      return g_strdup_printf ("(~%s)", a);
    case RS_IR_NEG:
      return g_strdup_printf ("(-%s)", a);
    case RS_IR_SELECT:
      return select_text (g, a, b, c, e->type);
    case RS_IR_MIN:
      condition = g_strdup_printf ("(%s < %s)", b, a);
      return select_text (g, condition, b, a, e->type);
    case RS_IR_MAX:
      condition = g_strdup_printf ("(%s > %s)", b, a);
      return select_text (g, condition, b, a, e->type);
    default:
      return g_strdup_printf ("(%s %s %s)", a, rs_ir_ops[e->op].c, b);
    }
}

static char *
convert_text (Group *g, const RsIrExpression *e, const char *mask)
{
  g_autofree char *a = vector_text (g, e->operands[0], mask);
  gboolean from_bool = e->operands[0]->type == RS_IR_BOOL;

  if (rs_ir_is_floating (e->type))
    return g_strdup_printf ("(__builtin_convertvector (%s%s, rs_vector))", from_bool ? "-" : "", a);
  return g_strdup_printf ("(%s%s)", from_bool ? "-" : "", a);
}

/* e for all lanes of vector u, as a C expression; what has to be done lane by lane is printed before. */
static char *
vector_text (Group *g, const RsIrExpression *e, const char *mask)
{
  if (is_uniform (g, e))
    return uniform_text (g, e);
  if (!is_vectorizable (g, e) && !is_vector_op (e) && !(e->op == RS_IR_CONVERT && is_vectorizable (g, e->operands[0])))
    return lanes_text (g, e, mask);
  if (e->op == RS_IR_LOCAL)
    return g_strdup_printf ("v%u[u]", e->index);
  if (e->op == RS_IR_POSITION)
    return g_strdup ("(rs_mask_of ((rs_word) group + u * rs_lanes) + rs_count)");
  if (e->op == RS_IR_CONVERT)
    return is_vectorizable (g, e) ? convert_text (g, e, mask) : lanes_text (g, e, mask);
  if (!is_vector_type (g, e) && !is_vectorizable (g, e))
    return lanes_text (g, e, mask);
  for (guint i = 0; i < e->n_operands; i++)
    if (!is_vector_type (g, e->operands[i]) && !is_vectorizable (g, e->operands[i]))
      return lanes_text (g, e, mask);
  return operation_text (g, e, mask);
}

/* --- statements --- */

static void print_group_block (Group *g, const RsIrBlock *block, const char *mask);

static void
open_vectors (Group *g)
{
  c_printf (g->p, "for (int u = 0; u < %u; u++)", VECTORS);
  g->p->indent += 2;
  c_printf (g->p, "{");
  g->p->indent += 2;
}

static void
close_vectors (Group *g)
{
  g->p->indent -= 2;
  c_printf (g->p, "}");
  g->p->indent -= 2;
}

/* A value that is computed lane by lane. */
static void
print_lanes_set (Group *g, const RsIrStatement *s, const char *mask)
{
  g_autoptr (GHashTable) locals = g_hash_table_new (NULL, NULL);
  g_autoptr (GString) value = g_string_new (NULL);

  rs_ir_visit (s->value, collect_locals, locals);
  c_append_expression (g->p, value, s->value);
  open_vectors (g);
  open_lanes (g, locals, mask);
  c_printf (g->p, "v%u[u][lane] = %s;", s->index, value->str);
  close_lanes (g);
  close_vectors (g);
}

static void
print_group_set (Group *g, const RsIrStatement *s, const char *mask)
{
  gboolean keeps = g->outlives[s->index] || g->n_loops != 1 || g->n_regions > 0 || !g_str_has_prefix (mask, "now");
  gint64 step = step_of (s->value, s->index);
  g_autofree char *value = NULL;

  if (g->is_narrow[s->index])
    bound (g, s->value, TRUE); /* the numbers in it have to be small */
  if (g->is_wide[s->index] || (g->is_narrow[s->index] && !is_vectorizable (g, s->value)))
    {
      print_lanes_set (g, s, mask);
      return;
    }
  open_vectors (g);
  if (keeps && step != 0 && !rs_ir_is_floating (s->value->type))
    c_printf (g->p, "v%u[u] += %s[u] & (rs_word) %" G_GINT64_FORMAT ";", s->index, mask, step);
  else
    {
      value = vector_text (g, s->value, mask);
      if (keeps)
        {
          g_autofree char *condition = g_strdup_printf ("%s[u]", mask);
          g_autofree char *old = g_strdup_printf ("v%u[u]", s->index);
          g_autofree char *blended = select_text (g, condition, value, old, s->value->type);

          c_printf (g->p, "v%u[u] = %s;", s->index, blended);
        }
      else
        c_printf (g->p, "v%u[u] = %s;", s->index, value);
    }
  close_vectors (g);
}

static void
print_group_store (Group *g, const RsIrStatement *s, const char *mask)
{
  g_autoptr (GHashTable) locals = g_hash_table_new (NULL, NULL);
  RsIrStatement copy = *s;
  RsIrBlock one = { &copy, &copy };

  copy.next = copy.previous = NULL;
  rs_ir_visit_statement (s, collect_locals, locals);
  open_vectors (g);
  open_lanes (g, locals, mask);
  c_print_block (g->p, &one);
  close_lanes (g);
  close_vectors (g);
}

/* Takes the work items in mask out of the loops and regions from the innermost one to label, and of the iteration only
 * at label itself for `continue`. */
static void
print_group_jump (Group *g, guint label, gboolean is_continue, const char *mask)
{
  open_vectors (g);
  for (guint i = g->masks->len; i > 0; i--)
    {
      guint target = g_array_index (g->masks, guint, i - 1);

      c_printf (g->p, "now%u[u] &= ~%s[u];", target, mask);
      if (target != label || !is_continue)
        c_printf (g->p, "in%u[u] &= ~%s[u];", target, mask);
      if (target == label)
        break;
    }
  if (label == 0)
    c_printf (g->p, "alive[u] &= ~%s[u];", mask);
  close_vectors (g);
}

static gboolean
may_jump (const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    if (s->kind == RS_IR_BREAK || s->kind == RS_IR_CONTINUE || s->kind == RS_IR_RETURN || may_jump (&s->body)
        || may_jump (&s->other))
      return TRUE;
  return FALSE;
}

/* Mask of the work items that go on at this place. */
static char *
current_mask (Group *g)
{
  return g->masks->len > 0 ? g_strdup_printf ("now%u", g_array_index (g->masks, guint, g->masks->len - 1))
                           : g_strdup ("alive");
}

static void
print_branch (Group *g, const RsIrBlock *block, const char *condition, gboolean negated, const char *mask)
{
  g_autofree char *inner = g_strdup_printf ("m%u", g->n_names++);

  c_printf (g->p, "rs_mask %s[%u];", inner, VECTORS);
  open_vectors (g);
  c_printf (g->p, "%s[u] = %s[u] & %s%s[u];", inner, mask, negated ? "~" : "", condition);
  close_vectors (g);
  print_group_block (g, block, inner);
}

static void
print_group_if (Group *g, const RsIrStatement *s, const char *mask)
{
  g_autofree char *condition = g_strdup_printf ("c%u", g->n_names++);
  g_autofree char *value = NULL;

  c_printf (g->p, "rs_mask %s[%u];", condition, VECTORS);
  open_vectors (g);
  value = vector_text (g, s->value, mask);
  c_printf (g->p, "%s[u] = %s;", condition, value);
  close_vectors (g);
  if (s->body.first != NULL)
    print_branch (g, &s->body, condition, FALSE, mask);
  if (s->other.first != NULL)
    print_branch (g, &s->other, condition, TRUE, mask);
}

static void
print_group_loop (Group *g, const RsIrStatement *s, const char *mask)
{
  gboolean repeats = s->kind == RS_IR_FOREVER;
  g_autofree char *in = g_strdup_printf ("in%u", s->label), *now = g_strdup_printf ("now%u", s->label);

  c_printf (g->p, "rs_mask %s[%u];", in, VECTORS);
  open_vectors (g);
  c_printf (g->p, "%s[u] = %s[u];", in, mask);
  close_vectors (g);
  c_printf (g->p, repeats ? "for (;;)" : "do");
  c_printf (g->p, "{");
  g->p->indent += 2;
  c_printf (g->p, "rs_mask %s[%u];", now, VECTORS);
  open_vectors (g);
  c_printf (g->p, "%s[u] = %s[u];", now, in);
  close_vectors (g);
  g_array_append_val (g->masks, s->label);
  g->n_loops += repeats;
  g->n_regions += !repeats;
  print_group_block (g, &s->body, now);
  if (repeats)
    {
      print_group_block (g, &s->other, in);
      c_printf (g->p, "if (!rs_any (%s))", in);
      c_printf (g->p, "  break;");
      if (g->steps > 0)
        c_printf (g->p, "if (--rounds < 0) goto items;");
      c_need_fail (g->p);
      c_printf (g->p,
                "if (__builtin_expect (__atomic_load_n (box->stop, __ATOMIC_RELAXED), 0)) "
                "{ rs_fail (box, %d, %u, 0, 0, 0, 0, 0, 0); return; }",
                RS_KERNEL_STOPPED, rs_place_line (s->line));
    }
  g->n_loops -= repeats;
  g->n_regions -= !repeats;
  g_array_set_size (g->masks, g->masks->len - 1);
  g->p->indent -= 2;
  c_printf (g->p, repeats ? "}" : "} while (0);");
}

static void
print_group_statement (Group *g, const RsIrStatement *s, const char *mask)
{
  c_print_line (g->p, s->line);
  switch ((RsIrStatementKind)s->kind)
    {
    case RS_IR_SET:
      print_group_set (g, s, mask);
      break;
    case RS_IR_STORE:
      print_group_store (g, s, mask);
      break;
    case RS_IR_IF:
      print_group_if (g, s, mask);
      break;
    case RS_IR_FOREVER:
    case RS_IR_REGION:
      print_group_loop (g, s, mask);
      break;
    case RS_IR_BREAK:
    case RS_IR_CONTINUE:
      print_group_jump (g, s->label, s->kind == RS_IR_CONTINUE, mask);
      break;
    case RS_IR_RETURN:
      print_group_jump (g, 0, FALSE, mask);
      break;
    default:
      g_assert_not_reached (); /* passes/spmd.c leaves such kernels alone */
    }
}

/* Runs under mask, the name of a C variable. A statement that may have jumped leaves fewer work items. */
static void
print_group_block (Group *g, const RsIrBlock *block, const char *mask)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      print_group_statement (g, s, mask);
      if (s->next != NULL && s->kind == RS_IR_IF && (may_jump (&s->body) || may_jump (&s->other)))
        {
          g_autofree char *rest = current_mask (g);

          if (!g_str_equal (rest, mask))
            {
              open_vectors (g);
              c_printf (g->p, "%s[u] &= %s[u];", mask, rest);
              close_vectors (g);
            }
        }
      if (s->kind == RS_IR_FOREVER || s->kind == RS_IR_REGION)
        if (s->next != NULL && may_jump (&s->body))
          {
            g_autofree char *rest = current_mask (g);

            if (!g_str_equal (rest, mask))
              {
                open_vectors (g);
                c_printf (g->p, "%s[u] &= %s[u];", mask, rest);
                close_vectors (g);
              }
          }
    }
}

/* --- the group --- */

static const char types_text[]
    = "typedef $W rs_word;\n"
      "typedef $F rs_vector __attribute__ ((vector_size (64), aligned (64)));\n"
      "typedef $W rs_mask __attribute__ ((vector_size (64), aligned (64)));\n"
      "enum { rs_lanes = $L };\n"
      "static const rs_mask rs_count = { $C };\n"
      "static inline rs_vector rs_vector_of ($F x) { return x - (rs_vector) { 0 }; }\n"
      "static inline rs_mask rs_mask_of (rs_word x) { return x - (rs_mask) { 0 }; }\n"
      "static inline _Bool\n"
      "rs_any (const rs_mask *m)\n"
      "{\n"
      "  const rs_mask both = m[0] | m[1];\n"
      "#if defined __AVX512F__ && !defined __clang__\n"
      "  typedef long long words __attribute__ ((vector_size (64)));\n"
      "  return __builtin_ia32_ptestmq512 ((words) both, (words) both, (unsigned char) -1) != 0;\n"
      "#else\n"
      "  rs_word all = 0;\n"
      "  for (int i = 0; i < rs_lanes; i++)\n"
      "    all |= both[i];\n"
      "  return all != 0;\n"
      "#endif\n"
      "}\n";

static void
define_types (Group *g)
{
  gboolean is_single = g->floating == RS_IR_F32;
  GString *text = g_string_new (types_text);
  g_autoptr (GString) count = g_string_new (NULL);
  g_autofree char *lanes = g_strdup_printf ("%u", g->lanes);

  for (guint i = 0; i < g->lanes; i++)
    g_string_append_printf (count, "%s%u", i > 0 ? ", " : "", i);
  g_string_replace (text, "$W", is_single ? "int" : "long", 0);
  g_string_replace (text, "$F", is_single ? "float" : "double", 0);
  g_string_replace (text, "$L", lanes, 0);
  g_string_replace (text, "$C", count->str, 0);
  c_define (g->p, g_string_free (text, FALSE));
}

static void
survey_locals (Group *g, const RsIrBlock *block)
{
  const RsKernel *kernel = g->p->kernel;
  Reads outside = { g->outlives };

  find_narrow (g, block);
  for (guint i = 0; i < kernel->locals->len; i++)
    {
      const RsIrLocal *local = rs_kernel_local (kernel, i);

      g->is_wide[i] = local->type != g->floating && local->type != g->integer && local->type != RS_IR_BOOL
                      && !g->is_narrow[i];
    }
  if (count (block, RS_IR_FOREVER) == 1 && count (block, RS_IR_CONTINUE) == 0)
    note_reads_outside (&outside, block);
  else
    note_all_reads (&outside, block);
}

static void
print_group_locals (Group *g)
{
  const RsKernel *kernel = g->p->kernel;

  for (guint i = 0; i < kernel->locals->len; i++)
    {
      RsIrType type = rs_kernel_local (kernel, i)->type;

      if (g->is_wide[i])
        c_printf (g->p, "%s v%u[%u][%u] = { 0 };", c_type (type), i, VECTORS, g->lanes);
      else
        c_printf (g->p, "%s v%u[%u] = { 0 };", vector_type (g, type), i, VECTORS);
    }
  c_printf (g->p, "rs_mask alive[%u];", VECTORS);
  open_vectors (g);
  c_printf (g->p, "alive[u] = rs_mask_of (-1);");
  close_vectors (g);
}

void
c_print_groups (Printer *p, const RsIrBlock *body, const char *high)
{
  const RsKernel *kernel = p->kernel;
  guint n = MAX (kernel->locals->len, 1);
  Group g = { .p = p, .lanes = kernel->cpu.lanes / VECTORS };
  g_autoptr (GString) condition = g_string_new (NULL);
  GString *outer = p->body;
  GString *inner = g_string_new (NULL);

  g.floating = g.lanes == 16 ? RS_IR_F32 : RS_IR_F64;
  g.integer = g.lanes == 16 ? RS_IR_I32 : RS_IR_I64;
  g.is_narrow = g_new0 (gboolean, n);
  g.is_wide = g_new0 (gboolean, n);
  g.outlives = g_new0 (gboolean, n);
  g.guards = g_ptr_array_new ();
  g.masks = g_array_new (FALSE, FALSE, sizeof (guint));
  define_types (&g);
  survey_locals (&g, body);

  /* The body first: it finds out which numbers have to be small. */
  p->body = inner;
  p->indent += 2;
  print_group_locals (&g);
  print_group_block (&g, body, "alive");
  p->indent -= 2;
  p->body = outer;

  if (g.integer == RS_IR_I32)
    g_string_append_printf (condition, "high%u < %" G_GINT64_FORMAT, kernel->grid_rank - 1, NUMBER_LIMIT);
  else
    g_string_append (condition, "1");
  for (guint i = 0; i < g.guards->len; i++)
    {
      g_string_append_printf (condition, " && rs_abs_i64 (");
      c_append_expression (p, condition, g.guards->pdata[i]);
      g_string_append_printf (condition, ") < %" G_GINT64_FORMAT, NUMBER_LIMIT);
      c_need_helper (p, "abs", RS_IR_I64);
    }
  c_printf (p, "{");
  if (g.steps > 0)
    c_printf (p, "__label__ items;");
  c_printf (p, "if (%s)", condition->str);
  c_printf (p, "  for (; group + %u <= %s; group += %u)", kernel->cpu.lanes, high, kernel->cpu.lanes);
  p->indent += 4;
  c_printf (p, "{");
  if (g.steps > 0)
    c_printf (p, "long rounds = %" G_GINT64_FORMAT ";", NUMBER_LIMIT / g.steps);
  g_string_append (p->body, inner->str);
  c_printf (p, "}");
  p->indent -= 4;
  c_printf (p, g.steps > 0 ? "items:; }" : "}");

  g_string_free (inner, TRUE);
  g_free (g.is_narrow);
  g_free (g.is_wide);
  g_free (g.outlives);
  g_ptr_array_unref (g.guards);
  g_array_unref (g.masks);
}
