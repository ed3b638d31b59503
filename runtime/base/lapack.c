/* Finding OpenBLAS.
 *
 * OpenBLAS 0.3.21, as Debian 12 has it, takes recent processors with AVX-512 for Haswell ones and is then half as fast;
 * OPENBLAS_CORETYPE tells it, and has to be set before it is loaded.
 *
 * It starts its threads when it is loaded and takes buffers for each; what it does not get it waits for without end. So
 * it is given no more threads than the limits of the process leave room for, and without room for one it is not loaded.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/base/lapack.h"

#include "runtime/base/error.h"
#include "runtime/base/plugin.h"
#include "runtime/base/process-limits.h"

/* Measured with 0.3.21 on amd64: address space of the library, and of each thread with its stack and buffers. */
#define LIBRARY_BYTES ((guint64)48 << 20)
#define THREAD_BYTES ((guint64)140 << 20)

static RsLapack lapack;
static gboolean is_limited;

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

/* Threads that it may have beside the caller's: the user's choice, as far as the limits allow. Why there is not even
 * one; NULL: there is. */
static char *
choose_threads (void)
{
  const char *chosen = g_getenv ("OPENBLAS_NUM_THREADS"), *option = "";
  guint64 wanted = chosen != NULL ? g_ascii_strtoull (chosen, NULL, 10) : 0, limit = 0, left, n;
  g_autofree char *text = NULL;

  if (wanted == 0)
    wanted = g_get_num_processors ();
  left = rs_limits_get_memory_left (&option, &limit);
  if (left < LIBRARY_BYTES + THREAD_BYTES)
    {
      g_autofree char *size = g_format_size_full (limit, G_FORMAT_SIZE_IEC_UNITS);

      return g_strdup_printf (
          "the library OpenBLAS needs %u MiB, and the limit of this process (%s), %s, leaves only %u",
          (guint)((LIBRARY_BYTES + THREAD_BYTES) >> 20), option, size, (guint)(left >> 20));
    }
  is_limited = left != G_MAXUINT64;
  n = MIN (wanted, (left - LIBRARY_BYTES) / THREAD_BYTES);
  n = 1 + rs_limits_count_threads ((guint)MIN (n, G_MAXINT) - 1);
  text = g_strdup_printf ("%u", (guint)n);
  if (n < wanted)
    g_setenv ("OPENBLAS_NUM_THREADS", text, TRUE);
  return NULL;
}

static const RsLibraryFunctionPlace functions[] = {
#define RS_LAPACK(name, parameters) { #name, G_STRUCT_OFFSET (RsLapack, name) },
#include "runtime/lapack-functions.def"
#undef RS_LAPACK
};

/* Under a limit: the caller's buffers while there is room for them, which arrays may take later. */
static void
take_buffers (void)
{
  const int n = 2;
  double identity[] = { 1, 0, 0, 1 };
  int pivots[2], info;

  lapack.dgetrf_ (&n, &n, identity, &n, pivots, &info);
}

/* Why it can't be used; NULL: it can. */
static char *
load (gpointer data)
{
  const char *missing;
  gpointer library;
  char *why;

  choose_core ();
  why = choose_threads ();
  if (why != NULL)
    return why;
  library = rs_plugin_open_library (names, G_N_ELEMENTS (names), NULL);
  if (library == NULL)
    return g_strdup ("the library OpenBLAS was not found; on Debian it is the package libopenblas0-pthread");
  missing = rs_plugin_find_functions (library, functions, G_N_ELEMENTS (functions), &lapack);
  if (missing != NULL)
    return g_strdup_printf ("the OpenBLAS library has no function %s", missing);
  if (is_limited)
    take_buffers ();
  return NULL;
}

const RsLapack *
rs_lapack_get (GError **error)
{
  static RsLibraryState state;
  const char *reason;

  if (rs_plugin_open_once (&state, load, NULL, &reason))
    return &lapack;
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_LIBRARY, "%s", reason);
  return NULL;
}
