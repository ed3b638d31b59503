/* Finding OpenBLAS.
 *
 * OpenBLAS 0.3.21, as Debian 12 has it, takes recent processors with AVX-512 for Haswell ones and is then half as fast;
 * OPENBLAS_CORETYPE tells it, and has to be set before it is loaded.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/lapack.h"

#include "runtime/error.h"

#include <dlfcn.h>
#include <string.h>

static RsLapack lapack;
static char *reason; /* why there is none */

static const char *const names[] = { "libopenblas.so.0", "libopenblas.so" };

static void
choose_core (void)
{
#if defined(__x86_64__)
  __builtin_cpu_init ();
  if (__builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512vl"))
    g_setenv ("OPENBLAS_CORETYPE", "SkylakeX", FALSE);
#endif
}

static gboolean
find_functions (void *library)
{
  static const struct
  {
    const char *name;
    gsize offset;
  } functions[] = {
#define RS_LAPACK(name, parameters) { #name, G_STRUCT_OFFSET (RsLapack, name) },
#include "runtime/lapack-functions.def"
#undef RS_LAPACK
  };

  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    {
      void *symbol = dlsym (library, functions[i].name);

      if (!symbol)
        {
          reason = g_strdup_printf ("the OpenBLAS library has no function %s", functions[i].name);
          return FALSE;
        }
      memcpy ((char *)&lapack + functions[i].offset, &symbol, sizeof symbol);
    }
  return TRUE;
}

static gboolean
load (void)
{
  void *library = NULL;

  choose_core ();
  for (guint i = 0; !library && i < G_N_ELEMENTS (names); i++)
    library = dlopen (names[i], RTLD_NOW | RTLD_LOCAL);
  if (!library)
    reason = g_strdup ("the library OpenBLAS was not found; on Debian it is the package libopenblas0-pthread");
  return library && find_functions (library);
}

const RsLapack *
rs_lapack_get (GError **error)
{
  static gsize state; /* 1: loaded, 2: not there */

  if (g_once_init_enter (&state))
    g_once_init_leave (&state, load () ? 1 : 2);
  if (state == 1)
    return &lapack;
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_USER, "%s", reason);
  return NULL;
}
