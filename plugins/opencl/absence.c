/* Why there is no OpenCL device though the loader is there: which drivers are named, and what is wrong with them.
 *
 * The loader reads a folder of files that each name a driver's library, and leaves out without a word what it can't
 * use.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/opencl/private.h"

#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

#define FOLDER "/etc/OpenCL/vendors"
#define NONE                                                                                                           \
  "the OpenCL library knows no device; a driver (as the package pocl-opencl-icd, for processors) puts a file into "    \
  "/etc/OpenCL/vendors"

/* The library that the file names; NULL: none. (transfer full) */
static char *
read_library (const char *path)
{
  g_autofree char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return NULL;
  g_strdelimit (text, "\r\n", '\0'); /* one line */
  g_strstrip (text);
  return *text != '\0' ? g_steal_pointer (&text) : NULL;
}

/* What is wrong with the driver that the file names; NULL: nothing that can be seen. (transfer full) */
static char *
examine (const char *path)
{
  g_autofree char *name = read_library (path);
  void *library = name != NULL ? dlopen (name, RTLD_LAZY | RTLD_LOCAL) : NULL;
  char *problem = NULL;

  if (name == NULL)
    problem = g_strdup_printf ("the OpenCL library knows no device: %s names no driver", path);
  else if (library == NULL)
    problem = g_strdup_printf ("the OpenCL library knows no device: %s names a driver that can't be opened: %s", path,
                               dlerror ());
  else if (dlsym (library, "clGetExtensionFunctionAddress") == NULL
           && dlsym (library, "clIcdGetPlatformIDsKHR") == NULL)
    problem
        = g_strdup_printf ("the OpenCL library knows no device: %s names %s, which is no OpenCL driver", path, name);
  if (library != NULL)
    dlclose (library);
  return problem;
}

/* PoCL has no device where it can't write. NULL: it can, or it is not meant. (transfer full) */
static char *
examine_cache (const char *path)
{
  const char *set = g_getenv ("POCL_CACHE_DIR");
  g_autofree char *folder = set != NULL ? g_strdup (set) : g_build_filename (g_get_user_cache_dir (), "pocl", NULL);

  if (strstr (path, "pocl") == NULL || (g_mkdir_with_parents (folder, 0700) == 0 && access (folder, W_OK) == 0))
    return NULL;
  return g_strdup_printf ("PoCL has no device, since it can't write into its cache, %s (POCL_CACHE_DIR names another)",
                          folder);
}

char *
opencl_explain_absence (void)
{
  const char *set = g_getenv ("OCL_ICD_VENDORS"), *folder = set != NULL ? set : FOLDER, *name;
  g_autoptr (GDir) files = g_dir_open (folder, 0, NULL);
  char *problem = NULL;

  while (files != NULL && problem == NULL && (name = g_dir_read_name (files)) != NULL)
    if (g_str_has_suffix (name, ".icd"))
      {
        g_autofree char *path = g_build_filename (folder, name, NULL);

        problem = examine (path);
        if (problem == NULL)
          problem = examine_cache (path);
      }
  return problem != NULL ? problem : g_strdup (NONE);
}
