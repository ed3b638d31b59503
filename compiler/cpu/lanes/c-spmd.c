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
#include "compiler/cpu/lanes/c-spmd.h"

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

  rs_ir_visit (s->value, c_collect_locals, locals);
  c_append_expression (g->p, value, s->value);
  open_vectors (g);
  c_open_lanes (g, locals, mask);
  c_printf (g->p, "v%u[u][lane] = %s;", s->index, value->str);
  c_close_lanes (g);
  close_vectors (g);
}

static void
print_group_set (Group *g, const RsIrStatement *s, const char *mask)
{
  gboolean keeps = g->outlives[s->index] || g->n_loops != 1 || g->n_regions > 0 || !g_str_has_prefix (mask, "now");
  gint64 step = c_group_step (s->value, s->index);
  g_autofree char *value = NULL;

  if (g->is_narrow[s->index])
    c_group_bound (g, s->value, TRUE); /* the numbers in it have to be small */
  if (g->is_wide[s->index] || (g->is_narrow[s->index] && !c_is_group_vector (g, s->value)))
    {
      print_lanes_set (g, s, mask);
      return;
    }
  open_vectors (g);
  if (keeps && step != 0 && !rs_ir_is_floating (s->value->type))
    c_printf (g->p, "v%u[u] += %s[u] & (rs_word) %" G_GINT64_FORMAT ";", s->index, mask, step);
  else
    {
      value = c_group_text (g, s->value, mask);
      if (keeps)
        {
          g_autofree char *condition = g_strdup_printf ("%s[u]", mask);
          g_autofree char *old = g_strdup_printf ("v%u[u]", s->index);
          g_autofree char *blended = c_group_select (g, condition, value, old, s->value->type);

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
  rs_ir_visit_statement (s, c_collect_locals, locals);
  open_vectors (g);
  c_open_lanes (g, locals, mask);
  c_print_block (g->p, &one);
  c_close_lanes (g);
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
  value = c_group_text (g, s->value, mask);
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
      g_assert_not_reached (); /* passes/blocks/spmd.c leaves such kernels alone */
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

  c_find_narrow (g, block);
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
        c_printf (g->p, "%s v%u[%u] = { 0 };", c_group_type (g, type), i, VECTORS);
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
