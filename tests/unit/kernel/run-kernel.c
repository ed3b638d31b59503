/* SPDX-License-Identifier: Apache-2.0 */
#include "run-kernel.h"

#include "compiler/cpu/cpu.h"
#include "runtime/device/cpu/cpu-private.h"

#include <dlfcn.h>
#include <glib/gstdio.h>

struct _RunKernel {
  char *text;
  void *library;
  guint rank;
  void (*entry) (const RsKernelBox *box, void *const *arguments);
};

static void
compile (const char *source, const char *object)
{
  const char *arguments[] = { "cc",
                              "-x",
                              "c",
                              "-std=gnu17",
                              "-Wall",
                              "-Wno-unused",
                              "-O3",
                              "-march=native",
                              "-fPIC",
                              "-shared",
                              "-fno-math-errno",
                              "-fno-trapping-math",
                              "-ffp-contract=fast",
                              "-fopenmp-simd",
                              source,
                              "-o",
                              object,
                              "-lmvec",
                              "-lm",
                              NULL };
  g_autofree char *messages = NULL;
  g_autoptr (GError) error = NULL;
  int status = 0;

  g_spawn_sync (NULL, (char **)arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, &messages, &status, &error);
  g_assert_no_error (error);
  if (status != 0)
    g_test_message ("%s", messages);
  g_assert_cmpint (status, ==, 0);
}

RunKernel *
run_kernel_new (const RsKernel *kernel)
{
  RunKernel *self = g_new0 (RunKernel, 1);
  g_autofree char *folder = g_dir_make_tmp ("redshift-kernel-XXXXXX", NULL);
  g_autofree char *source = g_build_filename (folder, "kernel.c", NULL);
  g_autofree char *object = g_build_filename (folder, "kernel.so", NULL);

  self->text = rs_kernel_print_c (kernel);
  self->rank = rs_kernel_get_grid_rank (kernel);
  g_assert_true (g_file_set_contents (source, self->text, -1, NULL));
  compile (source, object);
  self->library = dlopen (object, RTLD_NOW | RTLD_LOCAL);
  if (!self->library)
    g_test_message ("%s", dlerror ());
  g_assert_nonnull (self->library);
  self->entry = (void (*) (const RsKernelBox *, void *const *))dlsym (self->library, rs_kernel_get_name (kernel));
  g_assert_nonnull (self->entry);
  g_unlink (source);
  g_unlink (object);
  g_rmdir (folder);
  return self;
}

void
run_kernel_free (RunKernel *self)
{
  dlclose (self->library);
  g_free (self->text);
  g_free (self);
}

const char *
run_kernel_get_text (RunKernel *self)
{
  return self->text;
}

RsKernelStatus
run_kernel_launch (RunKernel *self, const gint64 *grid, guint n_boxes, void *const *arguments)
{
  RsKernelStatus status = { 0 };
  gint stop = 0;

  for (guint b = 0; b < n_boxes; b++)
    {
      RsKernelBox box = { .index = b, .status = &status, .stop = &stop, .run_padded = rs_cpu_run_padded };

      for (guint k = 0; k < RS_MAX_GRID; k++)
        {
          box.grid[k] = box.high[k] = k < self->rank ? grid[k] : 1;
          box.block[k] = 1;
        }
      box.low[0] = grid[0] * b / n_boxes;
      box.high[0] = grid[0] * (b + 1) / n_boxes;
      self->entry (&box, arguments);
    }
  return status;
}
