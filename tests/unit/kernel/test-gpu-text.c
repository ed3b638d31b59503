/* For equal facts of the target the body of a kernel is the same in all dialects for GPUs, byte for byte: of every
 * kernel and loop of the tests, the examples and the library whose types are known before a run. So is what is refused,
 * and the launch plan.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/generate.h"
#include "compiler/gpu/gpu.h"
#include "compiler/kernel/report/static-kernels.h"
#include "compiler/program.h"

#include <string.h>

#define LEAST_KERNELS 500

typedef struct {
  RsTarget targets[2];
  gsize prelude[2]; /* bytes */
  guint n_kernels;
  const char *path;
} Comparison;

static RsGenerated
generate (Comparison *self, RsTypedRequest *typed, guint i)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  RsGenerated generated;

  typed->request.target = &self->targets[i];
  rs_kernel_generate (&typed->request, diagnostics, &generated);
  return generated;
}

static void
compare_arguments (const GArray *a, const GArray *b)
{
  g_assert_cmpuint (a->len, ==, b->len);
  for (guint i = 0; i < a->len; i++)
    {
      const RsPlanArgument *x = &g_array_index (a, RsPlanArgument, i), *y = &g_array_index (b, RsPlanArgument, i);

      g_assert_true (x->kind == y->kind && x->type == y->type && x->parameter == y->parameter && x->index == y->index
                     && x->offset == y->offset);
    }
}

static void
compare_plans (const RsLaunchPlan *a, const RsLaunchPlan *b)
{
  g_assert_cmpmem (&a->grid, sizeof a->grid, &b->grid, sizeof b->grid);
  compare_arguments (a->arguments, b->arguments);
  compare_arguments (a->numbers, b->numbers);
}

/* A RsStaticKernelFunc. */
static gboolean
compare (RsTypedRequest *typed, const RsNode *node, const char *what, const RsSymbol *unknown, gpointer data)
{
  Comparison *self = data;
  RsGenerated made[2];
  gboolean is_made;

  if (typed == NULL)
    return FALSE;
  if (node->kind == RS_NODE_FOR)
    typed->request.same_arrays_possible = TRUE;
  for (guint i = 0; i < 2; i++)
    made[i] = generate (self, typed, i);
  if (g_strcmp0 (made[0].reason, made[1].reason) != 0 || (made[0].source == NULL) != (made[1].source == NULL))
    g_test_message ("%s: %s", self->path, what);
  g_assert_cmpstr (made[0].reason, ==, made[1].reason);
  is_made = made[0].source != NULL;
  if (is_made)
    {
      self->n_kernels++;
      g_assert_cmpstr (made[0].source + self->prelude[0], ==, made[1].source + self->prelude[1]);
      compare_plans (&made[0].plan, &made[1].plan);
    }
  for (guint i = 0; i < 2; i++)
    rs_generated_clear (&made[i]);
  return is_made;
}

static void
compare_program (Comparison *self, const char *path)
{
  static const char *const search[] = { LIBRARY_FOLDER, NULL };
  RsCompileOptions options = { .search_path = search, .precision = RS_PRECISION_SINGLE };
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (RsSource) source = rs_source_new_from_file (path, NULL);
  g_autoptr (RsProgram) program = NULL;

  g_assert_nonnull (source);
  self->path = path;
  program = rs_program_compile (source, &options, diagnostics);
  if (rs_diagnostics_count (diagnostics, RS_SEVERITY_ERROR) == 0)
    rs_static_kernels_visit (rs_program_get_main (program), options.precision, compare, self);
}

static void
compare_folder (Comparison *self, const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  g_assert_nonnull (folder);
  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *below = g_build_filename (path, name, NULL);

      if (g_file_test (below, G_FILE_TEST_IS_DIR))
        compare_folder (self, below);
      else if (g_str_has_suffix (name, ".q"))
        compare_program (self, below);
    }
}

static void
compare_all (const RsTarget *facts)
{
  static const char *const folders[]
      = { "tests/kernels", "tests/language", "tests/bench/programs", "examples", "data/library" };
  Comparison self = { .targets = { *facts, *facts } };

  self.targets[0].dialect = RS_DIALECT_OPENCL;
  self.targets[1].dialect = RS_DIALECT_CUDA;
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GString) prelude = g_string_new (NULL);

      self.targets[i].has_textures = FALSE; /* OpenCL texts have no reads by units */
      rs_gpu_append_prelude (prelude, &self.targets[i]);
      self.prelude[i] = prelude->len;
    }
  g_assert_cmpuint (self.prelude[0], !=, self.prelude[1]);
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *path = g_build_filename (SOURCE_FOLDER, folders[i], NULL);

      compare_folder (&self, path);
    }
  g_test_message ("%u kernels", self.n_kernels);
  g_assert_cmpuint (self.n_kernels, >, LEAST_KERNELS);
}

static void
test_bodies (void)
{
  compare_all (&rs_target_opencl);
  compare_all (&rs_target_cuda);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel/gpu-text/bodies", test_bodies);
  return g_test_run ();
}
