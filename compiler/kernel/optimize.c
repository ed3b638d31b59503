/* The pipeline: every pass in turn, the verifier behind each.
 *
 * The verifier costs about as much as a pass; both are small against the C compiler that comes afterwards, so it runs
 * in every build. What it finds is a defect of ours: the request fails with its sentence and the bytecode runs instead.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/passes.h"

typedef enum { ANY, ITEMS } Kernels;

typedef struct {
  const char *name;
  Kernels kernels;
  void (*run) (RsKernel *kernel);
} Pass;

static const Pass passes[] = {
#define RS_PASS(name, text, kernels, documentation) { text, kernels, rs_pass_##name },
#include "compiler/kernel/passes/passes.def"
#undef RS_PASS
};

gboolean
rs_kernel_optimize (RsKernel *kernel, const char *after, GError **error)
{
  gboolean found = after == NULL;

  for (guint i = 0; !found && i < G_N_ELEMENTS (passes); i++)
    found = g_str_equal (passes[i].name, after);
  if (!found)
    {
      g_autoptr (GString) names = g_string_new (NULL);

      for (guint i = 0; i < G_N_ELEMENTS (passes); i++)
        g_string_append_printf (names, "%s%s", i ? ", " : "", passes[i].name);
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "there is no pass `%s`; the passes are %s", after,
                   names->str);
      return FALSE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (passes); i++)
    {
      g_autofree char *problem = NULL;

      if (passes[i].kernels == ANY || (!kernel->has_blocks && !kernel->is_serial))
        passes[i].run (kernel);
      problem = rs_kernel_verify (kernel);
      if (problem)
        {
          g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                       "the pass `%s` made a kernel that is not well formed (%s)", passes[i].name, problem);
          return FALSE;
        }
      if (after && g_str_equal (passes[i].name, after))
        break;
    }
  return TRUE;
}
