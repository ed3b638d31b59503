/* Arrays that work items make for themselves, as C (manual 8.3).
 *
 * A box runs its work items one after the other, so that each such array of the text has one piece of memory a box,
 * which grows to the largest size asked for and goes away with the box, however that is left.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/c-private.h"

static void
define_dynamic (Printer *p)
{
  c_define (p, g_strdup ("typedef struct\n"
                         "{\n"
                         "  void *data;\n"
                         "  long capacity, bytes;\n"
                         "} RsDynamic;\n"));
  c_define (p, g_strdup ("static inline void rs_dynamic_free (RsDynamic *self)\n"
                         "{\n"
                         "  __builtin_free (self->data);\n"
                         "}\n"));
  c_define (p, g_strdup ("static inline _Bool rs_dynamic_resize (RsDynamic *self, long bytes)\n"
                         "{\n"
                         "  if (bytes > self->capacity)\n"
                         "    {\n"
                         "      __builtin_free (self->data);\n"
                         "      self->data = __builtin_malloc (bytes);\n"
                         "      self->capacity = self->data ? bytes : 0;\n"
                         "    }\n"
                         "  self->bytes = bytes;\n"
                         "  if (self->capacity < bytes)\n"
                         "    return 0;\n"
                         "  if (bytes > 0)\n"
                         "    __builtin_memset (self->data, 0, bytes);\n"
                         "  return 1;\n"
                         "}\n"));
}

void
c_declare_dynamic (Printer *p, guint parameter)
{
  const RsKernelParameter *self = rs_kernel_parameter (p->kernel, parameter);
  g_autoptr (GString) name = g_string_new (NULL);

  define_dynamic (p);
  c_append_parameter (p, name, parameter);
  c_printf (p, "RsDynamic %s_memory __attribute__ ((cleanup (rs_dynamic_free))) = { 0 };", name->str);
  c_printf (p, "%s *%s = 0;", c_element_type (self->element), name->str);
  c_printf (p, "long %s_n = 0;", name->str);
  for (int k = 0; k < self->rank; k++)
    c_printf (p, "long %s_%d = 0;", name->str, k);
}

void
c_begin_dynamic (Printer *p)
{
  for (guint i = 0; i < p->kernel->parameters->len; i++)
    {
      const RsKernelParameter *self = rs_kernel_parameter (p->kernel, i);
      g_autoptr (GString) name = g_string_new (NULL);

      if (self->binding != RS_BIND_DYNAMIC)
        continue;
      c_append_parameter (p, name, i);
      c_printf (p, "%s_memory.bytes = %s_n = 0;", name->str, name->str);
      for (int k = 0; k < self->rank; k++)
        c_printf (p, "%s_%d = 0;", name->str, k);
    }
}

/* Bytes of all arrays of the work item, in C. */
static char *
total_text (const Printer *p)
{
  GString *total = g_string_new ("0");

  for (guint i = 0; i < p->kernel->parameters->len; i++)
    if (rs_kernel_parameter (p->kernel, i)->binding == RS_BIND_DYNAMIC)
      {
        g_string_append (total, " + ");
        c_append_parameter ((Printer *)p, total, i);
        g_string_append (total, "_memory.bytes");
      }
  return g_string_free (total, FALSE);
}

static void
print_limit (Printer *p, RsIrPlace line, const char *bytes, gint64 limit, gint code)
{
  if (limit > 0)
    c_printf (p,
              "if (%s > %" G_GINT64_FORMAT ") { rs_fail (box, %d, %u, 0, 0, %" G_GINT64_FORMAT ", %s, 0, 0); return; }",
              bytes, limit, code, line, limit, bytes);
}

void
c_print_allocation (Printer *p, const RsIrStatement *s)
{
  const RsElement type = rs_kernel_parameter (p->kernel, s->index)->element;
  const char *element = c_element_type (type), *parts = rs_element_is_complex (type) ? "2 * " : "";
  g_autoptr (GString) name = g_string_new (NULL);
  g_autofree char *total = total_text (p);

  c_need_fail (p);
  c_append_parameter (p, name, s->index);
  c_printf (p, "{");
  p->indent += 2;
  c_printf (p, "long bytes = %ssizeof (%s);", parts, element);
  c_printf (p, "_Bool too_large = 0;");
  for (guint k = 0; k < s->n_subscripts; k++)
    {
      g_autoptr (GString) length = g_string_new (NULL);

      c_append_expression (p, length, s->subscripts[k]);
      c_printf (p, "const long length%u = %s;", k, length->str);
      c_printf (p, "too_large |= __builtin_mul_overflow (bytes, length%u > 0 ? length%u : 0, &bytes);", k, k);
    }
  c_printf (p, "too_large |= bytes > %" G_GINT64_FORMAT ";", G_MAXINT64 / 4);
  c_printf (p, "if (too_large) bytes = %" G_GINT64_FORMAT ";", G_MAXINT64 / 4);
  c_printf (p, "bytes += %d;", RS_DYNAMIC_OVERHEAD_BYTES);
  print_limit (p, s->line, "bytes", p->kernel->dynamic_array, RS_KERNEL_DYNAMIC_ARRAY);
  c_printf (p, "if (too_large || !rs_dynamic_resize (&%s_memory, bytes)) "
               "{ rs_fail (box, %d, %u, 0, 0, 0, bytes, 0, 0); return; }",
            name->str, RS_KERNEL_DYNAMIC_ARRAY, s->line);
  if (p->kernel->dynamic_total > 0)
    c_printf (p, "const long total = %s;", total);
  print_limit (p, s->line, "total", p->kernel->dynamic_total, RS_KERNEL_DYNAMIC_TOTAL);
  c_printf (p, "%s = %s_memory.data;", name->str, name->str);
  c_printf (p, "%s_n = (bytes - %d) / (long) (%ssizeof (%s));", name->str, RS_DYNAMIC_OVERHEAD_BYTES, parts,
            element);
  for (guint k = 0; k < s->n_subscripts; k++)
    c_printf (p, "%s_%u = length%u > 0 ? length%u : 0;", name->str, k, k, k);
  p->indent -= 2;
  c_printf (p, "}");
}
