/* Finding Cairo.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/figure/canvas/cairo.h"

#include "runtime/base/error.h"
#include "runtime/base/plugin.h"

static RsCairo functions;

static const RsLibraryFunctionPlace places[] = {
#define RS_CAIRO(name) { #name, G_STRUCT_OFFSET (RsCairo, name) },
#include "runtime/figure/canvas/cairo-functions.def"
#undef RS_CAIRO
};

static char *
load (gpointer data)
{
  static const char *const names[] = { "libcairo.so.2" };
  gpointer library = rs_plugin_open_library (names, G_N_ELEMENTS (names), NULL);

  if (library == NULL || rs_plugin_find_functions (library, places, G_N_ELEMENTS (places), &functions) != NULL)
    return g_strdup ("the library Cairo, which draws figures, was not found; on Debian it is the package libcairo2");
  return NULL;
}

const RsCairo *
rs_cairo_get (GError **error)
{
  static RsLibraryState state;
  const char *reason;

  if (rs_plugin_open_once (&state, load, NULL, &reason))
    return &functions;
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_LIBRARY, "%s", reason);
  return NULL;
}
