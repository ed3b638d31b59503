/* Finding libmatio.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/io/mat.h"

#include "runtime/builtin/io/mat-private.h"

#include <dlfcn.h>
#include <string.h>

static RsMatio functions;

/* It would write to the standard error of the program; what is wrong is said by the functions that use it. */
static void
say_nothing (int level, char *message)
{
}

static gboolean
find_functions (void)
{
  static const struct
  {
    const char *name;
    gsize offset;
  } places[] = {
#define RS_MAT(name) { #name, G_STRUCT_OFFSET (RsMatio, name) },
#include "runtime/builtin/io/mat-functions.def"
#undef RS_MAT
  };
  void *library = dlopen ("libmatio.so.11", RTLD_NOW | RTLD_LOCAL);

  for (guint i = 0; library != NULL && i < G_N_ELEMENTS (places); i++)
    {
      void *symbol = dlsym (library, places[i].name);

      if (symbol == NULL)
        return FALSE;
      memcpy ((char *)&functions + places[i].offset, &symbol, sizeof symbol);
    }
  if (library != NULL)
    functions.Mat_LogInitFunc ("redshift", say_nothing);
  return library != NULL;
}

const RsMatio *
rs_matio_get (GError **error)
{
  static gsize state; /* 1: loaded, 2: not there */

  if (g_once_init_enter (&state))
    g_once_init_leave (&state, find_functions () ? 1 : 2);
  if (state == 1)
    return &functions;
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_LIBRARY,
               "the library libmatio, which reads and writes .mat files, was not found; on Debian it is the package "
               "libmatio11");
  return NULL;
}
