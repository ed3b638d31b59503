/* Finding libmatio.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/io/mat/mat.h"

#include "runtime/base/plugin.h"
#include "runtime/builtin/io/mat/mat-private.h"

static RsMatio functions;

/* It would write to the standard error of the program; what is wrong is said by the functions that use it. */
static void
say_nothing (int level, char *message)
{
}

static const RsLibraryFunctionPlace places[] = {
#define RS_MAT(name) { #name, G_STRUCT_OFFSET (RsMatio, name) },
#include "runtime/builtin/io/mat/mat-functions.def"
#undef RS_MAT
};

static char *
load (gpointer data)
{
  static const char *const names[] = { "libmatio.so.11" };
  gpointer library = rs_plugin_open_library (names, G_N_ELEMENTS (names), NULL);

  if (library == NULL || rs_plugin_find_functions (library, places, G_N_ELEMENTS (places), &functions) != NULL)
    return g_strdup ("the library libmatio, which reads and writes .mat files, was not found; on Debian it is the "
                     "package libmatio11");
  functions.Mat_LogInitFunc ("redshift", say_nothing);
  return NULL;
}

const RsMatio *
rs_matio_get (GError **error)
{
  static RsLibraryState state;
  const char *reason;

  if (rs_plugin_open_once (&state, load, NULL, &reason))
    return &functions;
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_LIBRARY, "%s", reason);
  return NULL;
}
