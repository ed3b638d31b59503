/* Finding Cairo.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/figure/cairo.h"

#include "runtime/error.h"

#include <dlfcn.h>
#include <string.h>

static RsCairo functions;

static gboolean
load (void)
{
  static const struct
  {
    const char *name;
    gsize offset;
  } places[] = {
#define RS_CAIRO(name) { #name, G_STRUCT_OFFSET (RsCairo, name) },
#include "runtime/figure/cairo-functions.def"
#undef RS_CAIRO
  };
  void *library = dlopen ("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);

  for (guint i = 0; library != NULL && i < G_N_ELEMENTS (places); i++)
    {
      void *symbol = dlsym (library, places[i].name);

      if (symbol == NULL)
        return FALSE;
      memcpy ((char *)&functions + places[i].offset, &symbol, sizeof symbol);
    }
  return library != NULL;
}

const RsCairo *
rs_cairo_get (GError **error)
{
  static gsize state; /* 1: loaded, 2: not there */

  if (g_once_init_enter (&state))
    g_once_init_leave (&state, load () ? 1 : 2);
  if (state == 1)
    return &functions;
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_LIBRARY,
               "the library Cairo, which draws figures, was not found; on Debian it is the package libcairo2");
  return NULL;
}
