/* What the CUDA plugin declares is what the toolkit's headers say: arguments and numbers. Compiling it is the test; a
 * signature that differs does not compile. Types of the plugin's own are those of the headers here.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <cuda.h>
#include <glib.h>
#include <nvrtc.h>

#define SAME(function, result, arguments)                                                                              \
  G_STATIC_ASSERT (__builtin_types_compatible_p (__typeof__ (&function), result (*) arguments));

#define RS_CU(name, arguments) SAME (name, CUresult, arguments)
#include "plugins/cuda/functions.def"
#undef RS_CU

#define RS_NVRTC(name, arguments) SAME (name, nvrtcResult, arguments)
#include "plugins/cuda/nvrtc.def"
#undef RS_NVRTC

#define RS_CU_NUMBER(name, value) G_STATIC_ASSERT ((int)name == value);
#include "plugins/cuda/constants.def"
#undef RS_CU_NUMBER

/* Enumerations are passed as ints, handles as pointers. */
G_STATIC_ASSERT (sizeof (CUresult) == sizeof (int) && sizeof (CUdevice) == sizeof (int)
                 && sizeof (CUdevice_attribute) == sizeof (int) && sizeof (CUfunction_attribute) == sizeof (int)
                 && sizeof (CUmemPool_attribute) == sizeof (int) && sizeof (nvrtcResult) == sizeof (int));
G_STATIC_ASSERT (sizeof (CUdeviceptr) == 8 && sizeof (CUstream) == sizeof (void *));

int
main (void)
{
  g_print ("1..1\nok 1 - declared as in cuda.h %d and nvrtc.h\n", CUDA_VERSION);
  return 0;
}
