/* Channels of pixels in strips: x[m,n,0], x[m,n,1], x[m,n,2] of neighbouring work items n lie in a few vectors between
 * them, where the pixel's length is compiled in. They are taken out of these vectors, and put into them, by
 * permutations instead of one element after the other.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/strips/c-strips.h"

#define LONGEST_PIXEL 4

static const char pick_text[]
    = "static inline __attribute__ ((always_inline)) rs_strip_mask\n"
      "rs_strip_pick (rs_strip_mask c, rs_strip_mask a, rs_strip_mask b) { return (c & a) | (~c & b); }\n";
/* $L vectors from x on hold the pixels of $V lanes. Element e = lane * $L + channel of them is element e % $V of vector
 * e / $V. */
static const char take_text[]
    = "static inline __attribute__ ((always_inline)) rs_strip rs_strip_take_$L (const $F *x, int channel)\n"
      "{\n"
      "#if defined __AVX512F__ && !defined __clang__\n"
      "  const rs_strip_mask lane = { $I }, e = lane * $L + channel;\n"
      "  typedef rs_strip unaligned __attribute__ ((aligned (sizeof ($F)), may_alias));\n"
      "  const unaligned *const v = (const unaligned *) x;\n"
      "  rs_strip r = __builtin_shuffle ((rs_strip) v[0], (rs_strip) v[1], e & (2 * $V - 1));\n"
      "  for (int q = 2; q < $L; q++)\n"
      "    r = __builtin_shuffle (r, (rs_strip) v[q], rs_strip_pick (e / $V == q, $V + e % $V, lane));\n"
      "#else\n"
      "  rs_strip r;\n"
      "  for (int lane = 0; lane < $V; lane++)\n"
      "    r[lane] = x[lane * $L + channel];\n"
      "#endif\n"
      "  return r;\n"
      "}\n";
/* Element i of vector q is channel (q * $V + i) % $L of lane (q * $V + i) / $L. */
static const char put_text[]
    = "static inline __attribute__ ((always_inline)) void rs_strip_put_$L ($F *x, const rs_strip c[$L])\n"
      "{\n"
      "#if defined __AVX512F__ && !defined __clang__\n"
      "  const rs_strip_mask i = { $I };\n"
      "  typedef rs_strip unaligned __attribute__ ((aligned (sizeof ($F)), may_alias));\n"
      "  for (int q = 0; q < $L; q++)\n"
      "    {\n"
      "      const rs_strip_mask e = i + q * $V;\n"
      "      rs_strip r = __builtin_shuffle (c[0], c[1], rs_strip_pick (e % $L == 1, $V + e / $L, e / $L));\n"
      "      for (int k = 2; k < $L; k++)\n"
      "        r = __builtin_shuffle (r, c[k], rs_strip_pick (e % $L == k, $V + e / $L, i));\n"
      "      ((unaligned *) x)[q] = r;\n"
      "    }\n"
      "#else\n"
      "  for (int lane = 0; lane < $V; lane++)\n"
      "    for (int k = 0; k < $L; k++)\n"
      "      x[lane * $L + k] = c[k][lane];\n"
      "#endif\n"
      "}\n";

static void
define_access (Strip *self, const char *form, guint length)
{
  g_autoptr (GString) lanes = g_string_new ("0");
  g_autofree char *l = g_strdup_printf ("%u", length), *v = g_strdup_printf ("%u", self->lanes);
  GString *text = g_string_new (form);

  for (guint i = 1; i < self->lanes; i++)
    g_string_append_printf (lanes, ", %u", i);
  g_string_replace (text, "$L", l, 0);
  g_string_replace (text, "$V", v, 0);
  g_string_replace (text, "$I", lanes->str, 0);
  g_string_replace (text, "$F", c_type (self->word), 0);
  c_define (self->p, g_strdup (pick_text));
  c_define (self->p, g_string_free (text, FALSE));
}

/* The elements of a pixel, where the subscripts are those of a constant channel of the work item's pixel; else 0. */
static guint
get_pixel_length (const Strip *self, guint index, guint boundary, const RsIrExpression *const *subscripts, guint n)
{
  const RsKernelParameter *parameter = rs_kernel_parameter (self->p->kernel, index);
  gint64 length = parameter->last_length;
  const RsIrExpression *channel = n > 1 ? subscripts[n - 1] : NULL;

  if (channel == NULL || channel->op != RS_IR_CONST || length < 2 || length > LONGEST_PIXEL
      || boundary != RS_BOUNDARY_UNCHECKED
      || parameter->element != (self->word == RS_IR_F32 ? RS_ELEMENT_SINGLE : RS_ELEMENT_DOUBLE)
      || channel->value.integer < 0 || channel->value.integer >= length || n != (guint)parameter->rank
      || !rs_row_is_contiguous (&self->rows, subscripts, n - 1))
    return 0;
  return (guint)length;
}

/* The element that the subscripts name for the first lane, an expression of C. (transfer full) */
static char *
element_text (Strip *self, guint index, const RsIrExpression *const *subscripts, guint n)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) nothing = g_string_new (NULL);
  GString *text = g_string_new (NULL);

  c_append_subscripts (self->p, nothing, index, subscripts, n, RS_BOUNDARY_UNCHECKED, names);
  c_append_element (self->p, text, index, (const char *const *)names->pdata, 0);
  return g_string_free (text, FALSE);
}

char *
c_strip_channel_text (Strip *self, const RsIrExpression *e)
{
  guint length = e->op == RS_IR_LOAD && e->type == self->word
                     ? get_pixel_length (self, e->index, e->boundary, e->operands, e->n_operands)
                     : 0;
  g_autofree char *element = NULL, *address = NULL;
  gint64 channel;

  if (length == 0)
    return NULL;
  define_access (self, take_text, length);
  element = element_text (self, e->index, e->operands, e->n_operands);
  channel = e->operands[e->n_operands - 1]->value.integer;
  if (channel != 0) /* the vectors are those of channel 0 */
    return g_strdup_printf ("rs_strip_take_%u (&%s - %d, %d)", length, element, (int)channel, (int)channel);
  address = c_strip_address (self, element, length, FALSE);
  return g_strdup_printf ("rs_strip_take_%u (%s, 0)", length, address);
}

static gboolean
is_same_pixel (const RsIrStatement *a, const RsIrStatement *b)
{
  for (guint k = 0; k + 1 < a->n_subscripts; k++)
    if (!rs_ir_equal (a->subscripts[k], b->subscripts[k]))
      return FALSE;
  return TRUE;
}

/* Whether s and the statements behind it set all channels of a pixel, each once: stores[channel]. What they set must
 * not depend on the order. */
static guint
find_stores (const Strip *self, const RsIrStatement *s, const RsIrStatement *stores[LONGEST_PIXEL])
{
  const RsIrStatement *first = s;
  guint length = s->kind == RS_IR_STORE ? get_pixel_length (self, s->index, s->boundary, s->subscripts, s->n_subscripts)
                                        : 0;

  for (guint i = 0; i < length; i++, s = s->next)
    {
      gint64 channel;

      if (s == NULL || s->kind != RS_IR_STORE || s->index != first->index || s->n_subscripts != first->n_subscripts
          || get_pixel_length (self, s->index, s->boundary, s->subscripts, s->n_subscripts) != length
          || s->value->type != self->word || s->component != 0 || !is_same_pixel (first, s)
          || rs_ir_has_load (s->value))
        return 0;
      channel = s->subscripts[s->n_subscripts - 1]->value.integer;
      if (stores[channel] != NULL)
        return 0;
      stores[channel] = s;
    }
  return length;
}

const RsIrStatement *
c_print_pixel_stores (Strip *self, const RsIrStatement *s)
{
  const RsIrStatement *stores[LONGEST_PIXEL] = { NULL }, *last = s;
  guint length = find_stores (self, s, stores), id;
  g_autofree char *element = NULL, *address = NULL;

  if (length == 0)
    return NULL;
  define_access (self, put_text, length);
  id = self->n_names++;
  c_open_vectors (self);
  c_printf (self->p, "rs_strip c%u[%u];", id, length);
  for (guint k = 0; k < length; k++)
    {
      g_autofree char *value = c_strip_text (self, stores[k]->value);

      c_printf (self->p, "c%u[%u] = %s;", id, k, value);
    }
  element = element_text (self, s->index, stores[0]->subscripts, s->n_subscripts);
  address = c_strip_address (self, element, length, TRUE);
  c_printf (self->p, "rs_strip_put_%u (%s, c%u);", length, address, id);
  c_close_vectors (self);
  for (guint k = 1; k < length; k++)
    last = last->next;
  return last;
}
