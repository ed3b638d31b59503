/* The pipeline: every pass in turn, the verifier behind each.
 *
 * The verifier costs about as much as a pass; both are small against the C compiler that comes afterwards, so it runs
 * in every build. What it finds is a defect of ours: the request fails with its sentence and the bytecode runs instead.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/ir/changes.h"
#include "compiler/kernel/passes/passes.h"

typedef enum { EVERY, HOST } Targets;
typedef enum { ANY, ITEMS, SUMS } Kernels;

typedef struct {
  const char *file; /* also taken for its name */
  Targets targets;
  Kernels kernels;
  void (*run) (RsKernel *kernel);
} Pass;

static const Pass passes[] = {
#define RS_PASS(name, text, targets, kernels, documentation) { #name, targets, kernels, rs_pass_##name },
#include "compiler/kernel/passes/passes.def"
#undef RS_PASS
};

G_STATIC_ASSERT (G_N_ELEMENTS (passes) <= 64);

/* The number of the pass of that name; -1 with an error that lists them. */
static int
find_pass (const char *name, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (passes); i++)
    {
      if (g_str_equal (rs_passes_get (NULL)[i].name, name) || g_str_equal (passes[i].file, name))
        return (int)i;
      g_string_append_printf (names, "%s%s", i ? ", " : "", rs_passes_get (NULL)[i].name);
    }
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "there is no pass `%s`; the passes are %s", name,
               names->str);
  return -1;
}

gboolean
rs_passes_parse (const char *names, guint64 *bits, GError **error)
{
  g_auto (GStrv) words = names[0] != '\0' ? g_strsplit (names, ",", 0) : NULL; /* asked for at each launch */

  *bits = 0;
  for (char **word = words; word != NULL && *word != NULL; word++)
    {
      int i = *g_strstrip (*word) != '\0' ? find_pass (*word, error) : (int)G_N_ELEMENTS (passes);

      if (i < 0)
        return FALSE;
      if (i < (int)G_N_ELEMENTS (passes))
        *bits |= G_GUINT64_CONSTANT (1) << i;
    }
  return TRUE;
}

/* Whether the kernel can't be printed without it. */
static gboolean
is_needed (const RsKernel *kernel, const Pass *pass)
{
  if (pass->run == rs_pass_textures)
    return rs_kernel_has_samples (kernel);
  return (pass->run == rs_pass_regions || pass->run == rs_pass_exchanges) && kernel->has_blocks;
}

/* Why the pass leaves the kernel alone; NULL: it does not. */
static const char *
why_not (const Pass *pass, const RsKernel *kernel)
{
  if (pass->kernels == ANY)
    return NULL;
  return kernel->has_blocks                            ? "a kernel with shared memory or barriers runs block by block"
         : kernel->is_serial                           ? "the iterations run one by one, in their order"
         : kernel->has_prefix && pass->kernels != SUMS ? "running sums go through the loop in its order"
         : rs_kernel_has_dynamic (kernel)              ? "work items make arrays of their own"
                                                       : NULL;
}

/* Whether all accesses stay where they are: sums have the same order when accesses are watched. */
static gboolean
keeps_accesses (const Pass *pass)
{
  return pass->run == rs_pass_pairwise || pass->run == rs_pass_sums;
}

/* Notes what can't be had, where the pass is the one that was asked for. */
static void
refuse_wish (RsKernel *kernel, guint i, const char *reason)
{
  const RsIrWishes *wishes = &kernel->wishes;

  kernel->pass = rs_passes_get (NULL)[i].name;
  if (passes[i].run == rs_pass_tiles && wishes->box_line > 0)
    rs_kernel_note (kernel, wishes->box_line, 1, 0, "the boxes that are asked for are not made: %s", reason);
  if (passes[i].run == rs_pass_strips && wishes->vector_line > 0)
    rs_kernel_note (kernel, wishes->vector_line, 1, 0, "no vectors, although they are asked for: %s", reason);
}

static gboolean
run_pass (RsKernel *kernel, guint i, GError **error)
{
  const Pass *pass = &passes[i];
  const char *reason = why_not (pass, kernel);
  g_autofree char *problem = NULL;

  if (pass->targets == HOST && kernel->target->dialect != RS_DIALECT_C)
    return TRUE;
  if ((kernel->passes_off >> i & 1) != 0)
    {
      if (is_needed (kernel, pass))
        g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, "it needs `%s`, which is switched off",
                     rs_passes_get (NULL)[i].name);
      refuse_wish (kernel, i, "the pass is switched off");
      return !is_needed (kernel, pass);
    }
  if (kernel->is_watched && !is_needed (kernel, pass)
      && !keeps_accesses (pass)) /* what is not evaluated is not noted */
    {
      refuse_wish (kernel, i, "accesses outside of arrays are looked for");
      return TRUE;
    }
  if (reason != NULL)
    {
      refuse_wish (kernel, i, reason);
      return TRUE;
    }
  kernel->pass = rs_passes_get (NULL)[i].name;
  pass->run (kernel);
  problem = rs_kernel_verify (kernel);
  if (problem == NULL)
    problem = rs_cpu_schedule_verify (kernel);
  if (problem)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                 "the pass `%s` made a kernel that is not well formed (%s)", rs_passes_get (NULL)[i].name, problem);
  return problem == NULL;
}

gboolean
rs_kernel_optimize (RsKernel *kernel, const char *after, GError **error)
{
  int last;

  if (g_strcmp0 (after, "build") == 0) /* the kernel as it was built */
    return TRUE;
  last = after != NULL ? find_pass (after, error) : (int)G_N_ELEMENTS (passes) - 1;
  if (last < 0)
    return FALSE;
  for (int i = 0; i <= last; i++)
    if (!run_pass (kernel, (guint)i, error))
      return FALSE;
  return TRUE;
}
