/* What generated code starts with, for kernels that tests write as C; a device with a cache folder of its own; and
 * arrays in one line.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib/gstdio.h>

#include "runtime/base/error.h"
#include "runtime/device/device.h"
#include "runtime/value/array.h"

#define KERNEL_TYPES                                                                                                   \
  "typedef long gint64; typedef int gint32;\n"                                                                         \
  "typedef struct { void *data; gint64 dims[16]; } Array;\n"                                                           \
  "typedef struct { gint32 code, line, parameter, dimension; gint64 index, size; gint32 text, is_write; } Status;\n"   \
  "typedef struct { gint64 low[4], high[4], grid[4], block[4], index; Status *status; const int *stop;\n"              \
  "  void *scratch; } Box;\n"

#define KERNEL(name) KERNEL_TYPES "void " name " (const Box *box, void *const *arguments)\n"

/* arguments: x (read), y (written): y = 2 x + 1 over a vector */
#define AXPY_TEXT                                                                                                      \
  KERNEL ("axpy")                                                                                                      \
  "{ const float *x = ((Array *)arguments[0])->data; float *y = ((Array *)arguments[1])->data;\n"                      \
  "  for (gint64 i = box->low[0]; i < box->high[0]; i++) y[i] = 2 * x[i] + 1; }\n"

static inline void
remove_tree (const char *folder)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  const char *name;

  g_chmod (folder, 0700);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  if (dir != NULL)
    g_dir_close (dir);
  g_rmdir (folder);
}

static inline RsSettings *
make_settings (const char *cache_folder, int n_threads)
{
  RsSettings *settings = rs_settings_new ();
  g_autofree char *folder = g_strdup_printf ("RUNTIME_CACHE_DIR=%s", cache_folder);
  g_autofree char *threads = g_strdup_printf ("RUNTIME_OPENMP_THREADS=%d", n_threads);
  gboolean unknown;

  g_assert_true (rs_settings_parse (settings, folder, &unknown, NULL));
  g_assert_true (rs_settings_parse (settings, threads, &unknown, NULL));
  return settings;
}

static inline RsDevice *
make_device (const char *cache_folder, int n_threads)
{
  g_autoptr (RsSettings) settings = make_settings (cache_folder, n_threads);
  g_autoptr (GError) error = NULL;
  RsDevice *device = rs_device_new_cpu (settings, &error);

  g_assert_no_error (error);
  return device;
}

static inline RsDeviceModule *
compile_text (RsDevice *device, const char *text)
{
  RsModuleOptions options = { .title = "test" };
  g_autoptr (GError) error = NULL;
  RsDeviceModule *module = rs_device_compile (device, text, &options, &error);

  g_assert_no_error (error);
  return module;
}

static inline RsDeviceKernel *
find_kernel (RsDevice *device, RsDeviceModule *module, const char *name)
{
  g_autoptr (GError) error = NULL;
  RsDeviceKernel *kernel = rs_device_get_kernel (device, module, name, &error);

  g_assert_no_error (error);
  return kernel;
}

static inline RsArray *
make_vector (RsElement element, gint64 length)
{
  RsArray *array = rs_array_new (element, 1, &length, TRUE, NULL);

  g_assert_nonnull (array);
  return array;
}
