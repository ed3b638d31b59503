/* SPDX-License-Identifier: Apache-2.0 */
#include "plugins/opencl/driver.h"

#include "runtime/base/error.h"
#include "runtime/base/plugin.h"

#include <string.h>

OpenclFunctions opencl;

static const RsLibraryFunctionPlace functions[] = {
#define RS_CL(name) { #name, G_STRUCT_OFFSET (OpenclFunctions, name) },
#include "plugins/opencl/functions.def"
#undef RS_CL
};

/* Why it can't be used; NULL: it can. */
static char *
load (gpointer data)
{
  static const char *const names[] = { "libOpenCL.so.1" };
  g_autofree char *why = NULL;
  gpointer library = rs_plugin_open_library (names, G_N_ELEMENTS (names), &why);
  const char *missing;

  if (library == NULL)
    return g_strdup_printf (
        "there is no OpenCL library (package ocl-icd-libopencl1, and a driver beside it, as pocl-opencl-icd "
        "for processors): %s",
        why);
  missing = rs_plugin_find_functions (library, functions, G_N_ELEMENTS (functions), &opencl);
  return missing == NULL ? NULL
                         : g_strdup_printf ("the OpenCL library is older than version 1.2: it has no %s", missing);
}

gboolean
opencl_open (const char **reason)
{
  static RsLibraryState state;

  return rs_plugin_open_once (&state, load, NULL, reason);
}

GArray *
opencl_list_devices (void)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (cl_device_id));
  cl_platform_id platforms[32];
  cl_uint n_platforms = 0;

  if (opencl.clGetPlatformIDs (G_N_ELEMENTS (platforms), platforms, &n_platforms) != CL_SUCCESS)
    return all;
  for (cl_uint i = 0; i < MIN (n_platforms, G_N_ELEMENTS (platforms)); i++)
    {
      cl_device_id devices[64];
      cl_uint n_devices = 0;

      if (opencl.clGetDeviceIDs (platforms[i], CL_DEVICE_TYPE_ALL, G_N_ELEMENTS (devices), devices, &n_devices)
          == CL_SUCCESS)
        g_array_append_vals (all, devices, MIN (n_devices, G_N_ELEMENTS (devices)));
    }
  return all;
}

char *
opencl_get_text (cl_device_id device, cl_device_info what)
{
  size_t length = 0;
  char *text;

  if (opencl.clGetDeviceInfo (device, what, 0, NULL, &length) != CL_SUCCESS || length == 0)
    return g_strdup ("");
  text = g_malloc0 (length + 1);
  opencl.clGetDeviceInfo (device, what, length, text, NULL);
  return g_strstrip (text);
}

char *
opencl_get_identity (cl_device_id device)
{
  g_autofree char *name = opencl_get_text (device, CL_DEVICE_NAME),
                  *vendor = opencl_get_text (device, CL_DEVICE_VENDOR),
                  *version = opencl_get_text (device, CL_DEVICE_VERSION),
                  *driver = opencl_get_text (device, CL_DRIVER_VERSION);
  char platform_name[256] = "", platform_version[256] = "";
  cl_platform_id platform = NULL;

  opencl.clGetDeviceInfo (device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL);
  if (platform != NULL)
    {
      opencl.clGetPlatformInfo (platform, CL_PLATFORM_NAME, sizeof platform_name, platform_name, NULL);
      opencl.clGetPlatformInfo (platform, CL_PLATFORM_VERSION, sizeof platform_version, platform_version, NULL);
    }
  return g_strdup_printf ("%s\n%s\n%s\n%s\n%s\n%s\n", platform_name, platform_version, name, vendor, version, driver);
}

gboolean
opencl_may_end_process (cl_device_id device)
{
  char name[256] = "";
  cl_platform_id platform = NULL;

  opencl.clGetDeviceInfo (device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL);
  if (platform != NULL)
    opencl.clGetPlatformInfo (platform, CL_PLATFORM_NAME, sizeof name, name, NULL);
  return strcmp (name, "Portable Computing Language") == 0;
}

cl_ulong
opencl_get_number (cl_device_id device, cl_device_info what)
{
  cl_ulong number = 0; /* shorter numbers fill the lower bytes */

  opencl.clGetDeviceInfo (device, what, sizeof number, &number, NULL);
  return number;
}

gboolean
opencl_has_extension (cl_device_id device, const char *name)
{
  g_autofree char *text = opencl_get_text (device, CL_DEVICE_EXTENSIONS);
  g_auto (GStrv) words = g_strsplit (text, " ", -1);

  return g_strv_contains ((const char *const *)words, name);
}

const char *
opencl_error_name (cl_int code)
{
  static _Thread_local char number[32];

  switch (code)
    {
#define RS_CL_ERROR(name) \
    case name:            \
      return #name;
#include "plugins/opencl/errors.def"
#undef RS_CL_ERROR
    default:
      g_snprintf (number, sizeof number, "error %d", code);
      return number;
    }
}

void
opencl_set_error (GError **error, const char *device, const char *what, cl_int code)
{
  gboolean is_memory = code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_HOST_MEMORY
                       || code == CL_INVALID_BUFFER_SIZE;

  g_set_error (error, RS_RUNTIME_ERROR, is_memory ? RS_RUNTIME_ERROR_MEMORY : RS_RUNTIME_ERROR_DEVICE_LOST,
               "the device %s %s: %s", device, what, opencl_error_name (code));
}
