/* SPDX-License-Identifier: Apache-2.0 */
#include "plugins/cuda/libraries.h"

#include "runtime/device/library.h"

#include <dlfcn.h>
#include <string.h>

#define NUMBER_LENGTH 32

CudaLibraryFunctions cuda_libraries;

static const struct {
  CudaLibraryId owner;
  const char *name;
  gsize offset; /* in cuda_libraries */
} functions[] = {
#define RS_CUBLAS(name, arguments) { CUDA_CUBLAS, #name, G_STRUCT_OFFSET (CudaLibraryFunctions, name) },
#include "plugins/cuda/cublas.def"
#undef RS_CUBLAS
#define RS_CUFFT(name, arguments) { CUDA_CUFFT, #name, G_STRUCT_OFFSET (CudaLibraryFunctions, name) },
#include "plugins/cuda/cufft.def"
#undef RS_CUFFT
#define RS_CUSOLVER(name, arguments) { CUDA_CUSOLVER, #name, G_STRUCT_OFFSET (CudaLibraryFunctions, name) },
#include "plugins/cuda/cusolver.def"
#undef RS_CUSOLVER
};

static const struct {
  CudaLibraryId owner;
  const char *name;
  int code;
  CudaOutcome outcome;
} codes[] = {
#define RS_LIBRARY_CODE(library, name, value, outcome) { CUDA_##library, #name, value, CUDA_LIBRARY_##outcome },
#include "plugins/cuda/library-numbers.def"
#undef RS_LIBRARY_CODE
};

static const struct {
  const char *name;
  const char *files[2]; /* of CUDA 13, and of CUDA 12 */
} libraries[CUDA_N_LIBRARIES] = {
  [CUDA_CUBLAS] = { "cuBLAS", { "libcublas.so.13", "libcublas.so.12" } },
  [CUDA_CUFFT] = { "cuFFT", { "libcufft.so.12", "libcufft.so.11" } },
  [CUDA_CUSOLVER] = { "cuSOLVER", { "libcusolver.so.12", "libcusolver.so.11" } },
};

/* One of the files; NULL with why the first one can't be opened. */
static void *
open_file (const char *const *files, guint n, char **why)
{
  *why = NULL;
  for (guint i = 0; i < n; i++)
    {
      void *library = dlopen (files[i], RTLD_NOW | RTLD_LOCAL);

      if (library != NULL)
        {
          g_clear_pointer (why, g_free);
          return library;
        }
      if (*why == NULL)
        *why = g_strdup (dlerror ());
    }
  return NULL;
}

/* Why it can't be used; NULL: it can. */
static char *
load (CudaLibraryId id)
{
  char *why;
  void *library = open_file (libraries[id].files, G_N_ELEMENTS (libraries[id].files), &why);

  if (library == NULL)
    return why;
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    {
      void *function;

      if (functions[i].owner != id)
        continue;
      function = dlsym (library, functions[i].name);
      if (function == NULL)
        return g_strdup_printf ("%s is too old: it has no %s", libraries[id].name, functions[i].name);
      memcpy (G_STRUCT_MEMBER_P (&cuda_libraries, functions[i].offset), &function, sizeof function);
    }
  return NULL;
}

gboolean
cuda_library_open (CudaLibraryId library, const char **reason)
{
  static gsize done[CUDA_N_LIBRARIES];
  static char *why[CUDA_N_LIBRARIES];

  if (g_once_init_enter (&done[library]))
    {
      why[library] = load (library);
      g_once_init_leave (&done[library], 1);
    }
  if (reason != NULL)
    *reason = why[library];
  return why[library] == NULL;
}

const char *
cuda_library_get_name (CudaLibraryId library)
{
  return libraries[library].name;
}

CudaOutcome
cuda_library_judge (CudaLibraryId library, int code, const char **name)
{
  static _Thread_local char number[NUMBER_LENGTH];

  *name = number;
  g_snprintf (number, sizeof number, "status %d", code);
  if (code == 0)
    return CUDA_LIBRARY_DONE;
  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    if (codes[i].owner == library && codes[i].code == code)
      {
        *name = codes[i].name;
        return codes[i].outcome;
      }
  return CUDA_LIBRARY_REFUSED;
}

/* --- what there is --- */

static char *
get_version (CudaLibraryId library)
{
  static const libraryPropertyType parts[] = { MAJOR_VERSION, MINOR_VERSION, PATCH_LEVEL };
  int numbers[G_N_ELEMENTS (parts)] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    switch (library)
      {
      case CUDA_CUBLAS:
        cuda_libraries.cublasGetProperty (parts[i], &numbers[i]);
        break;
      case CUDA_CUFFT:
        cuda_libraries.cufftGetProperty (parts[i], &numbers[i]);
        break;
      case CUDA_CUSOLVER:
        cuda_libraries.cusolverGetProperty (parts[i], &numbers[i]);
        break;
      case CUDA_N_LIBRARIES:
        break;
      }
  return g_strdup_printf ("%d.%d.%d", numbers[0], numbers[1], numbers[2]);
}

/* Only whether it is there. Its version is major * 10000 + minor * 100 + patch, since version 9. */
static RsLibraryInfo *
find_cudnn (void)
{
  static const char *const files[] = { "libcudnn.so.9", "libcudnn.so.8" };
  RsLibraryInfo *info = g_new0 (RsLibraryInfo, 1);
  void *library = open_file (files, G_N_ELEMENTS (files), &info->reason);
  size_t (*get_number) (void) = NULL;
  void *function = library != NULL ? dlsym (library, "cudnnGetVersion") : NULL;

  info->name = g_strdup ("cuDNN");
  if (function != NULL)
    {
      size_t number, major;

      memcpy (&get_number, &function, sizeof function);
      number = get_number ();
      major = number >= 90000 ? 10000 : 1000;
      info->version = g_strdup_printf ("%zu.%zu.%zu", number / major, number % major / 100, number % 100);
    }
  else if (info->reason == NULL)
    info->reason = g_strdup ("it has no cudnnGetVersion");
  return info;
}

void
cuda_library_list (GPtrArray *list)
{
  for (CudaLibraryId library = 0; library < CUDA_N_LIBRARIES; library++)
    {
      RsLibraryInfo *info = g_new0 (RsLibraryInfo, 1);
      const char *reason = NULL;

      info->name = g_strdup (libraries[library].name);
      if (cuda_library_open (library, &reason))
        info->version = get_version (library);
      else
        info->reason = g_strdup (reason);
      g_ptr_array_add (list, info);
    }
  g_ptr_array_add (list, find_cudnn ());
}
