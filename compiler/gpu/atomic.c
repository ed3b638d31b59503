/* Elements that several work items update: by comparing and swapping words of 32 or 64 bits.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/gpu/private.h"

/* As an expression of the old value a and v. */
static char *
combine (Printer *p, RsIrOp op, RsIrType type)
{
  g_autofree char *power = NULL;

  switch (op)
    {
    case RS_IR_TRUNC_DIV:
      return g_strdup ("v == 0 ? 0 : a / v");
    case RS_IR_MIN:
      return g_strdup ("v < a ? v : a");
    case RS_IR_MAX:
      return g_strdup ("v > a ? v : a");
    case RS_IR_POW:
      power = p->dialect->get_function (p, op, type);
      return g_strdup_printf ("%s (a, v)", power);
    default:
      return g_strdup_printf ("a %s v", rs_ir_ops[op].c);
    }
}

/* The sum or product of two numbers of 32 bits is one of 64; of larger ones the lower bits are right, which is all that
 * wrapping needs. The smaller and the larger one, and quotients, always are in 64. */
gboolean
gpu_is_atomic_known (const RsKernel *kernel, const RsIrStatement *s)
{
  RsElement element = rs_kernel_parameter (kernel, s->index)->element;
  guint bytes = (guint)rs_element_get_bytes (element);

  if (s->is_unique)
    return TRUE;
  switch (element)
    {
    case RS_ELEMENT_INT32:
    case RS_ELEMENT_UINT32:
      return s->value->type == RS_IR_I32 || rs_ir_is_floating (s->value->type) || s->overflow == RS_OVERFLOW_WRAP
             || s->op == RS_IR_MIN || s->op == RS_IR_MAX || s->op == RS_IR_TRUNC_DIV;
    case RS_ELEMENT_INT64:
      return kernel->target->has_atomics_64 && !rs_ir_is_floating (s->value->type) && s->overflow == RS_OVERFLOW_WRAP;
    case RS_ELEMENT_SINGLE:
    case RS_ELEMENT_CSINGLE:
      return TRUE;
    case RS_ELEMENT_DOUBLE:
    case RS_ELEMENT_CDOUBLE:
      return kernel->target->has_atomics_64;
    default:
      return bytes == 0;
    }
}

/* The new integer from the wide result r; *fails is the test of one that does not fit. */
static char *
convert (Printer *p, RsElement element, RsIrType wide, RsOverflow overflow, char **fails)
{
  *fails = g_strdup ("");
  if (element == RS_ELEMENT_INT64)
    return g_strdup ("r");
  if (overflow == RS_OVERFLOW_WRAP)
    return rs_ir_is_floating (wide) ? g_strdup_printf ("(%s) (long) r", c_element_type (element))
                                    : g_strdup_printf ("(%s) r", c_element_type (element));
  c_need_store (p, element, wide, overflow);
  if (overflow == RS_OVERFLOW_SATURATE)
    return g_strdup_printf ("rs_saturate_%u_%s (r)", element, rs_ir_type_get_name (wide));
  g_free (*fails);
  *fails = g_strdup_printf (" if (!rs_fits_%u_%s (r)) return 0;", element, rs_ir_type_get_name (wide));
  return g_strdup_printf ("(%s) r", c_element_type (element));
}

/* What devices do in one instruction: sums of integers that wrap. */
static gboolean
is_native (RsElement element, const RsIrStatement *s)
{
  return s->op == RS_IR_ADD && !rs_ir_is_floating (s->value->type) && s->overflow == RS_OVERFLOW_WRAP
         && (element == RS_ELEMENT_INT32 || element == RS_ELEMENT_UINT32 || element == RS_ELEMENT_INT64);
}

static void
define_native (Printer *p, const char *name, RsElement element, gboolean is_local)
{
  const char *e = c_element_type (element);
  const gboolean is_64 = element == RS_ELEMENT_INT64;

  c_define (p, g_strdup_printf ("static inline int %s (%s %s *m, long v, %s *got)\n"
                                "{\n"
                                "  *got = (%s) ((unsigned %s) RS_ADD_%u%s (m, (%s) v) + (unsigned %s) v);\n"
                                "  return 1;\n"
                                "}\n",
                                name, is_local ? "RS_LOCAL" : "RS_GLOBAL", e, e, e, is_64 ? "long" : "int",
                                is_64 ? 64 : 32, is_local ? "_LOCAL" : "", is_64 ? "long" : "int",
                                is_64 ? "long" : "int"));
}

/* name (element *, v, *got): whether the new value, which is told in got, fits. */
char *
gpu_need_atomic (Printer *p, const RsIrStatement *s, gboolean is_local)
{
  const RsKernelParameter *parameter = rs_kernel_parameter (p->kernel, s->index);
  RsElement element = parameter->element;
  const char *e = c_element_type (element), *local = is_local ? "_local" : "",
             *space = is_local ? "RS_LOCAL" : "RS_GLOBAL";
  gboolean is_64 = g_str_equal (e, "double") || element == RS_ELEMENT_INT64,
           is_integer = c_is_integer_element (element);
  /* The precision of the kernel, whatever the element's is (LANGUAGE.md, Numbers). */
  RsIrType wide = rs_ir_is_floating (s->value->type) ? (is_integer ? RS_IR_F64 : s->value->type)
                  : is_integer                       ? RS_IR_I64
                  : is_64                            ? RS_IR_F64
                                                     : RS_IR_F32;
  const char *word = is_64 ? "long" : "int", *bits = is_64 ? "f64" : "f32";
  g_autofree char *expression = combine (p, s->op, wide), *fails = NULL;
  g_autofree char *converted = is_integer ? convert (p, element, wide, s->overflow, &fails) : NULL;
  g_autofree char *from = is_integer ? g_strdup_printf ("(%s) old", e)
                                     : g_strdup_printf ("(%s) rs_as_%s (old)", c_type (wide), bits);
  g_autofree char *to = is_integer ? g_strdup_printf ("(%s) n", word)
                                   : g_strdup_printf ("rs_as_%s (n)", is_64 ? "i64" : "i32");
  char *name = g_strdup_printf ("rs_atomic_%s_%u_%s_%u%s", rs_ir_ops[s->op].text, element, rs_ir_type_get_name (wide),
                                is_integer ? s->overflow : 0, local);

  g_strdelimit (name, "-", '_');
  if (is_native (element, s))
    {
      define_native (p, name, element, is_local);
      return name;
    }
  c_define (p, g_strdup_printf ("static inline int %s (%s %s *m, %s v, %s *got)\n"
                                "{\n"
                                "  %s seen = *(volatile %s %s *) m, old;\n"
                                "  do\n"
                                "    {\n"
                                "      old = seen;\n"
                                "      const %s a = %s, r = %s;%s\n"
                                "      const %s n = %s;\n"
                                "      *got = n;\n"
                                "      seen = RS_CAS_%u%s (m, old, %s);\n"
                                "    }\n"
                                "  while (seen != old);\n"
                                "  return 1;\n"
                                "}\n",
                                name, space, e, c_type (wide), e, word, space, word, c_type (wide), from, expression,
                                fails != NULL ? fails : "", e, converted != NULL ? converted : "r", is_64 ? 64 : 32,
                                *local != '\0' ? "_LOCAL" : "", to));
  return name;
}

/* The group's copy, if it has one, at the same place; else ... */
static void
append_own (Printer *p, GString *out, const RsIrStatement *s, const char *element)
{
  g_autofree char *function = gpu_need_atomic (p, s, TRUE);
  g_autoptr (GString) name = g_string_new (NULL);

  c_append_parameter (p, name, s->index);
  g_string_append_printf (out, "if (%s_has_own) %s (&%s_own%s, v, &got); else ", name->str, function, name->str,
                          element + name->len);
}

void
gpu_append_atomic (Printer *p, GString *out, const RsIrStatement *s, const char *element)
{
  const RsKernelParameter *parameter = rs_kernel_parameter (p->kernel, s->index);
  RsElement kind = parameter->element;
  g_autofree char *name = gpu_need_atomic (p, s, parameter->binding == RS_BIND_SHARED), *condition = NULL,
                  *number = NULL;

  g_string_append_printf (out, "%s got; ", c_element_type (kind));
  if (gpu (p)->private_sums == s->index)
    append_own (p, out, s, element);
  condition = g_strdup_printf ("!%s (&%s, v, &got)", name, element);
  if (c_is_integer_element (kind) && s->overflow == RS_OVERFLOW_CHECKED)
    {
      number = g_strdup_printf ("(long) (%s)", element);
      p->dialect->append_fail (p, out, condition,
                               &(Failure){ RS_KERNEL_OVERFLOW, s->line, s->index, 0, number, "0", 0, TRUE });
    }
  else
    g_string_append_printf (out, "%s;", condition + 1);
  c_append_result (p, s, "got", out);
}
