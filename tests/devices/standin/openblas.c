/* OpenBLAS for the stand-ins of libraries: opened when the first one needs it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "openblas.h"

#include <dlfcn.h>
#include <string.h>

const StandinOpenblas *
standin_openblas_get (void)
{
  static gsize done;
  static StandinOpenblas functions;

  if (g_once_init_enter (&done))
    {
      void *library = dlopen ("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL), *function;

      if (library == NULL)
        g_error ("%s", dlerror ());
#define STANDIN_OPENBLAS(name, arguments)                                                                              \
  function = dlsym (library, #name);                                                                                   \
  memcpy (&functions.name, &function, sizeof function);
#include "openblas.def"
#undef STANDIN_OPENBLAS
      functions.openblas_set_num_threads (1); /* its team does not outlive a fork of another thread */
      g_once_init_leave (&done, 1);
    }
  return &functions;
}
