/* SPDX-License-Identifier: Apache-2.0 */
#include "plugins/cuda/libraries.h"

#include "runtime/base/plugin.h"
#include "runtime/device/library.h"

#define NUMBER_LENGTH 32

CudaLibraryFunctions cuda_libraries;

static const RsLibraryFunctionPlace blas[] = {
#define RS_CUBLAS(name, arguments) { #name, G_STRUCT_OFFSET (CudaLibraryFunctions, name) },
#include "plugins/cuda/cublas.def"
#undef RS_CUBLAS
};

static const RsLibraryFunctionPlace fft[] = {
#define RS_CUFFT(name, arguments) { #name, G_STRUCT_OFFSET (CudaLibraryFunctions, name) },
#include "plugins/cuda/cufft.def"
#undef RS_CUFFT
};

static const RsLibraryFunctionPlace solver[] = {
#define RS_CUSOLVER(name, arguments) { #name, G_STRUCT_OFFSET (CudaLibraryFunctions, name) },
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
  const RsLibraryFunctionPlace *functions;
  guint n_functions;
} libraries[CUDA_N_LIBRARIES] = {
  [CUDA_CUBLAS] = { "cuBLAS", { "libcublas.so.13", "libcublas.so.12" }, blas, G_N_ELEMENTS (blas) },
  [CUDA_CUFFT] = { "cuFFT", { "libcufft.so.12", "libcufft.so.11" }, fft, G_N_ELEMENTS (fft) },
  [CUDA_CUSOLVER] = { "cuSOLVER", { "libcusolver.so.12", "libcusolver.so.11" }, solver, G_N_ELEMENTS (solver) },
};

/* Why it can't be used; NULL: it can. data: the number of the library. */
static char *
load (gpointer data)
{
  const CudaLibraryId id = GPOINTER_TO_UINT (data);
  const char *missing;
  char *why;
  gpointer library = rs_plugin_open_library (libraries[id].files, G_N_ELEMENTS (libraries[id].files), &why);

  if (library == NULL)
    return why;
  missing = rs_plugin_find_functions (library, libraries[id].functions, libraries[id].n_functions, &cuda_libraries);
  return missing == NULL ? NULL : g_strdup_printf ("%s is too old: it has no %s", libraries[id].name, missing);
}

gboolean
cuda_library_open (CudaLibraryId library, const char **reason)
{
  static RsLibraryState states[CUDA_N_LIBRARIES];

  return rs_plugin_open_once (&states[library], load, GUINT_TO_POINTER (library), reason);
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
  typedef struct {
    size_t (*get_number) (void);
  } Functions;
  static const char *const files[] = { "libcudnn.so.9", "libcudnn.so.8" };
  static const RsLibraryFunctionPlace place = { "cudnnGetVersion", G_STRUCT_OFFSET (Functions, get_number) };
  RsLibraryInfo *info = g_new0 (RsLibraryInfo, 1);
  gpointer library = rs_plugin_open_library (files, G_N_ELEMENTS (files), &info->reason);
  Functions cudnn;

  info->name = g_strdup ("cuDNN");
  if (library != NULL && rs_plugin_find_functions (library, &place, 1, &cudnn) == NULL)
    {
      const size_t number = cudnn.get_number (), major = number >= 90000 ? 10000 : 1000;

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
