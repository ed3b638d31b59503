/* Kernels in words, see describe.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/report/describe.h"

#include "compiler/kernel/places/nest.h"

/* " over `i`": the levels of the nest whose bit is set. */
static void
add_levels (GString *text, const RsLoopNest *nest, guint levels)
{
  const char *separator = " over";

  for (guint level = 0; level < nest->n_levels; level++)
    if ((levels >> level & 1) != 0)
      {
        const RsNode *variable = nest->loops[level]->children[RS_FOR_VARIABLE];

        if (variable->kind == RS_NODE_TYPED)
          variable = variable->children[RS_TYPED_EXPRESSION];
        g_string_append_printf (text, "%s `%s`", separator, variable->name != NULL ? variable->name : "");
        separator = ",";
      }
}

static void
add_inner_levels (GString *text, const RsNode *node, guint inner, const char *reason)
{
  RsLoopNest nest = rs_loop_nest_find (node, NULL);

  add_levels (text, &nest, ~inner);
  if ((~inner & ((1u << nest.n_levels) - 1)) == 0)
    g_string_append (text, " over the elements of a part");
  g_string_append (text, ", in order");
  add_levels (text, &nest, inner);
  if (reason != NULL)
    g_string_append_printf (text, ": %s", reason);
}

char *
rs_kernel_describe (const RsNode *node, const RsKernel *kernel, const char *reason)
{
  static const char *const operators[] = { "sum", "product", "minimum", "maximum", "and", "or", "exclusive or" };
  GString *text = g_string_new ("parallel");
  const char *separator = ", with the";
  guint n;
  const RsKernelParameter *parameters = rs_kernel_get_parameters (kernel, &n);

  if (rs_kernel_is_serial (kernel))
    g_string_printf (text, "serial, as native code%s%s", reason != NULL ? ": " : "", reason != NULL ? reason : "");
  else if (rs_kernel_get_serial_levels (kernel) != 0)
    add_inner_levels (text, node, rs_kernel_get_serial_levels (kernel), reason);
  for (guint i = 0; i < n; i++)
    if (parameters[i].binding == RS_BIND_ACCUMULATOR)
      {
        g_string_append_printf (text, "%s %s%s", separator, parameters[i].is_prefix ? "running " : "",
                                operators[parameters[i].reduce]);
        if (parameters[i].symbol != NULL)
          g_string_append_printf (text, " `%s`", parameters[i].name);
        separator = ", the";
      }
  return g_string_free (text, FALSE);
}
