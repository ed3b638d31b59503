/* Loads at computed positions (x[int(floor(m)),n] under 'safe), in a form that gcc makes gathers of: with indices of 32
 * bits, and an address that is valid also where nothing is to be read.
 *
 * Such indices are made of floating-point numbers, most in locals that are set once. Beside the local, which keeps its
 * 64 bits, its value is kept in an int, where what is far outside of every array stays far outside, and as the
 * floating-point number that it is, so that the 64 bits are mostly not needed. The loop over a row counts in 32 bits as
 * well: positions become floating-point numbers in such kernels, and as many of them fit a vector. This holds while
 * arrays have elements, and no more than 2^29; for others the whole function is there a second time, with ordinary
 * loads.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/c-private.h"

/* NaN is outside as an index, and 0 where it becomes an integer first. Limits are applied to the bits: gcc makes many
 * masked instructions of choices that follow each other. */
static const char near_text[]
    = "static inline float rs_limit_f32 (float v, float limit)\n"
      "{\n"
      "  union { float f; unsigned bits; } x = { v }, most = { limit };\n"
      "  const unsigned size = x.bits & 0x7fffffffu, sign = x.bits & 0x80000000u;\n"
      "  x.bits = (size < most.bits ? size : most.bits) | sign;\n"
      "  return x.f;\n"
      "}\n"
      "static inline float rs_number_f32 (float v) { return v == v ? v : 0; }\n"
      "static inline int rs_near_index_f32 (float v) { return (int) rs_limit_f32 (v, 0x1p30f); }\n"
      "static inline int rs_near_whole_f32 (float v) { return (int) rs_number_f32 (v); }\n"
      "static inline float rs_index_f32 (float v)\n"
      "{ v = __builtin_truncf (v); return __builtin_fabsf (v) < 0x1p63f ? v : -0x1p63f; }\n"
      "static inline float rs_whole_f32 (float v) { return rs_limit_f32 (rs_number_f32 (__builtin_truncf (v)), "
      "0x1p63f); }\n";

/* What is limited lies at 2^30 or beyond, or at -2^31: with an offset of at most this size it stays outside of every
 * array that has no more elements than that. */
#define LARGEST_OFFSET (G_GINT64_CONSTANT (1) << 29)

static const char *
whole_helper (const RsIrExpression *e)
{
  return e->op == RS_IR_TO_INTEGER ? "rs_whole_f32" : "rs_index_f32";
}

static const char *
near_helper (const RsIrExpression *e)
{
  return e->op == RS_IR_TO_INTEGER ? "rs_near_whole_f32" : "rs_near_index_f32";
}

static gboolean
is_from_floating (const RsIrExpression *e)
{
  return (e->op == RS_IR_CONVERT || e->op == RS_IR_TO_INTEGER) && e->type == RS_IR_I64
         && e->operands[0]->type == RS_IR_F32;
}

/* What an index `x + constant` is apart from the constant, *offset: a local with an int beside it, or a floating-point
 * number that is made an index here. NULL: it is another kind of index. */
static const RsIrExpression *
get_near_part (const Printer *p, const RsIrExpression *e, gint64 *offset)
{
  const RsIrExpression *a = e, *b = NULL;

  if (e->op == RS_IR_ADD || e->op == RS_IR_SUB)
    {
      a = e->operands[0];
      b = e->operands[1];
      if (e->op == RS_IR_ADD && a->op == RS_IR_CONST)
        {
          a = e->operands[1];
          b = e->operands[0];
        }
    }
  if (!(a->op == RS_IR_LOCAL && cpu (p)->near[a->index]) && !is_from_floating (a))
    return NULL;
  if (b != NULL && (b->op != RS_IR_CONST || ABS (b->value.integer) > LARGEST_OFFSET))
    return NULL;
  *offset = b == NULL ? 0 : e->op == RS_IR_SUB ? -b->value.integer : b->value.integer;
  return a;
}

gboolean
c_is_gather (const Printer *p, const RsIrExpression *e)
{
  gint64 offset;

  if (cpu (p)->near == NULL || e->op != RS_IR_LOAD || e->boundary != RS_BOUNDARY_SAFE
      || rs_kernel_parameter (p->kernel, e->index)->element != RS_ELEMENT_SINGLE)
    return FALSE;
  for (guint i = 0; i < e->n_operands; i++)
    if (get_near_part (p, e->operands[i], &offset) == NULL)
      return FALSE;
  return TRUE;
}

typedef struct {
  Printer *p;
  guint *n_sets;         /* by local */
  GHashTable *gathered;  /* parameter + 1 */
} Survey;

static void
note_gather (const RsIrExpression *e, gpointer data)
{
  Survey *self = data;

  if (c_is_gather (self->p, e))
    g_hash_table_add (self->gathered, GUINT_TO_POINTER (e->index + 1));
}

static void
count_sets (Survey *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      if (s->kind == RS_IR_SET)
        {
          self->n_sets[s->index]++;
          cpu (self->p)->near[s->index] = is_from_floating (s->value);
        }
      count_sets (self, &s->body);
      count_sets (self, &s->other);
    }
}

static void
find_gathers (Survey *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_ir_visit_statement (s, note_gather, self);
      find_gathers (self, &s->body);
      find_gathers (self, &s->other);
    }
}

GHashTable *
c_find_gathers (Printer *p)
{
  const RsKernel *kernel = p->kernel;
  guint n = kernel->locals->len;
  g_autofree guint *n_sets = g_new0 (guint, n + 1);
  Survey survey = { p, n_sets, NULL };

  if (!rs_cpu_schedule_allows (kernel, RS_CPU_GATHER))
    return NULL;
  cpu (p)->near = g_new0 (gboolean, n + 1);
  count_sets (&survey, &kernel->body);
  for (guint i = 0; i < n; i++)
    cpu (p)->near[i] = cpu (p)->near[i] && n_sets[i] == 1 && rs_kernel_local (kernel, i)->length == 1;
  survey.gathered = g_hash_table_new (NULL, NULL);
  find_gathers (&survey, &kernel->body);
  if (g_hash_table_size (survey.gathered) > 0)
    {
      c_define (p, g_strdup (near_text));
      return survey.gathered;
    }
  g_hash_table_unref (survey.gathered);
  g_clear_pointer (&cpu (p)->near, g_free);
  return NULL;
}

/* Behind the assignment to a local. */
void
c_print_near_set (Printer *p, const RsIrStatement *s)
{
  g_autoptr (GString) value = g_string_new (NULL);

  if (cpu (p)->near == NULL || s->kind != RS_IR_SET || !cpu (p)->near[s->index])
    return;
  c_append_expression (p, value, s->value->operands[0]);
  c_printf (p, "whole_%u = %s (%s);", s->index, whole_helper (s->value), value->str);
  c_printf (p, "near_%u = %s (%s);", s->index, near_helper (s->value), value->str);
}

/* ((name0) * dims1 + name1) * dims2 + ...: where the numbers name0, name1, ... lie in an array. */
static void
append_place (GString *out, const char *name, guint first, guint rank, const char *array)
{
  for (guint k = 1; k + 1 < rank; k++)
    g_string_append_c (out, '(');
  for (guint k = 0; k < rank; k++)
    {
      if (k > 0)
        g_string_append_printf (out, "%s * (unsigned) %s_%u + ", k > 1 ? ")" : "", array, k);
      g_string_append_printf (out, "(unsigned) %s%u", name, first + k);
    }
}

/* The place of an element is that of the parts that are not constant plus that of the constants: neighbours share the
 * one, the other is the same for all work items. */
void
c_append_gather (Printer *p, GString *out, const RsIrExpression *e)
{
  g_autoptr (GString) inside = g_string_new (NULL), at = g_string_new (NULL), name = g_string_new (NULL);
  guint first = p->n_temporaries;

  p->n_temporaries += e->n_operands;
  c_append_parameter (p, name, e->index);
  g_string_append (out, "({ ");
  for (guint k = 0; k < e->n_operands; k++)
    {
      gint64 offset = 0;
      const RsIrExpression *part = get_near_part (p, e->operands[k], &offset);

      g_string_append_printf (out, "const int o%u = %d, i%u = ", first + k, (int)offset, first + k);
      if (part->op == RS_IR_LOCAL)
        g_string_append_printf (out, "near_%u; ", part->index);
      else
        {
          g_string_append_printf (out, "%s (", near_helper (part));
          c_append_expression (p, out, part->operands[0]);
          g_string_append (out, "); ");
        }
      g_string_append_printf (inside, "%s((unsigned) i%u + (unsigned) o%u < (unsigned) %s_%u)", k ? " & " : "",
                              first + k, first + k, name->str, k);
    }
  append_place (at, "i", first, e->n_operands, name->str);
  g_string_append (at, " + (");
  append_place (at, "o", first, e->n_operands, name->str);
  g_string_append_printf (out,
                          "const _Bool is_in = %s; const int at = is_in ? (int) (%s)) : 0; const float w = %s[at]; "
                          "is_in ? w : 0; })",
                          inside->str, at->str, name->str);
}

/* The function itself: chooses between the two that are printed. */
void
c_print_gather_choice (Printer *p, GHashTable *gathered)
{
  const char *name = p->kernel->name;
  GHashTableIter iterator;
  gpointer key;

  c_printf (p, "void");
  c_printf (p, "%s (const RsKernelBox *restrict const box, void *const *restrict const arguments)", name);
  c_printf (p, "{");
  c_printf (p, "  _Bool fits = box->high[%u] <= 0x7fffffffL;", p->kernel->grid_rank - 1);
  g_hash_table_iter_init (&iterator, gathered);
  while (g_hash_table_iter_next (&iterator, &key, NULL))
    {
      guint parameter = GPOINTER_TO_UINT (key) - 1;

      c_printf (p, "  {");
      c_printf (p, "    const RsKernelArray *const a = arguments[%u];", parameter);
      c_printf (p, "    long n = 1;");
      for (guint k = 0; k < (guint)rs_kernel_parameter (p->kernel, parameter)->rank; k++)
        c_printf (p, "    n *= a->dims[%u];", k);
      c_printf (p, "    fits &= n > 0 && n <= %" G_GINT64_FORMAT "L;", LARGEST_OFFSET);
      c_printf (p, "  }");
    }
  c_printf (p, "  if (fits)");
  c_printf (p, "    near_%s (box, arguments);", name);
  c_printf (p, "  else");
  c_printf (p, "    any_%s (box, arguments);", name);
  c_printf (p, "}");
}
