/* SPDX-License-Identifier: Apache-2.0 */
#include "plugins/cuda/driver.h"

#include "runtime/base/error.h"
#include "runtime/base/plugin.h"

#include <dlfcn.h>
#include <string.h>

/* The version whose functions are asked for: functions.def has their arguments. Drivers from 525 on have them. */
#define INTERFACE 12000
#define NUMBER_LENGTH 32

CudaFunctions cuda;

static const RsLibraryFunctionPlace functions[] = {
#define RS_CU(name, arguments) { #name, G_STRUCT_OFFSET (CudaFunctions, name) },
#include "plugins/cuda/functions.def"
#undef RS_CU
};

typedef CUresult (*GetAddress) (const char *name, void **function, int version, guint64 flags, int *status);

static char *
find_functions (GetAddress get_address)
{
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    {
      void *function = NULL;
      int status;

      if (get_address (functions[i].name, &function, INTERFACE, 0, &status) != CUDA_SUCCESS || function == NULL)
        return g_strdup_printf ("the NVIDIA driver is older than CUDA 12: it has no %s", functions[i].name);
      memcpy (G_STRUCT_MEMBER_P (&cuda, functions[i].offset), &function, sizeof function);
    }
  return NULL;
}

/* Why it can't be used; NULL: it can. */
static char *
load (gpointer data)
{
  static const char *const names[] = { "libcuda.so.1" };
  g_autofree char *absent = NULL;
  gpointer library = rs_plugin_open_library (names, G_N_ELEMENTS (names), &absent);
  GetAddress get_address;
  char *why;
  CUresult code;

  if (library == NULL)
    return g_strdup_printf ("no NVIDIA driver: %s", absent);
  get_address = (GetAddress)dlsym (library, "cuGetProcAddress_v2");
  if (get_address == NULL)
    return g_strdup ("the NVIDIA driver is older than CUDA 12: it has no cuGetProcAddress_v2");
  why = find_functions (get_address);
  if (why != NULL)
    return why;
  code = cuda.cuInit (0);
  if (code == CUDA_ERROR_NO_DEVICE)
    return g_strdup ("the NVIDIA driver knows no device");
  if (code != CUDA_SUCCESS)
    return g_strdup_printf ("the NVIDIA driver does not start: %s", cuda_error_name (code));
  return NULL;
}

gboolean
cuda_open (const char **reason)
{
  static RsLibraryState state;

  return rs_plugin_open_once (&state, load, NULL, reason);
}

guint
cuda_count_devices (void)
{
  int count = 0;

  return cuda.cuDeviceGetCount (&count) == CUDA_SUCCESS ? (guint)MAX (count, 0) : 0;
}

int
cuda_get_attribute (CUdevice device, CUdevice_attribute attribute)
{
  int value = 0;

  return cuda.cuDeviceGetAttribute (&value, attribute, device) == CUDA_SUCCESS ? value : 0;
}

const char *
cuda_error_name (CUresult code)
{
  static _Thread_local char number[NUMBER_LENGTH];
  const char *name = NULL;

  if (cuda.cuGetErrorName (code, &name) == CUDA_SUCCESS && name != NULL)
    return name;
  g_snprintf (number, sizeof number, "error %d", code);
  return number;
}

void
cuda_set_error (GError **error, const char *device, const char *what, CUresult code)
{
  const char *text = NULL;
  gboolean is_memory = code == CUDA_ERROR_OUT_OF_MEMORY;

  if (cuda.cuGetErrorString (code, &text) != CUDA_SUCCESS || text == NULL)
    text = "unknown error";
  g_set_error (error, RS_RUNTIME_ERROR, is_memory ? RS_RUNTIME_ERROR_MEMORY : RS_RUNTIME_ERROR_DEVICE_LOST,
               "the device %s %s: %s (%s)", device, what, text, cuda_error_name (code));
}
