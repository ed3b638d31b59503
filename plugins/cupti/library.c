/* See library.h.
 *
 * The driver is looked for first: without it libcupti opens, and answers everything with error 999 (in CUDA 13.5 even
 * the question for its version), which would tell the user nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/cupti/library.h"

#include <dlfcn.h>
#include <string.h>

#define OLDEST 19u         /* CUDA 12.0 */
#define FIRST_LONG 130000u /* from CUDA 13.0 on: major, minor and revision with two digits each */
#define AFTER_LAST 140000u

CuptiFunctions cupti;
guint32 cupti_version;
static void *driver;

enum {
  MAYBE = 0,
  ALWAYS = 1,
  METRICS = CUPTI_FOR_METRICS,
  SAMPLES = CUPTI_FOR_SAMPLES,
  SASS = CUPTI_FOR_SASS,
  CURVES = CUPTI_FOR_CURVES
};

static const struct {
  const char *name;
  gsize offset;
  int need;
} functions[] = {
#define CUPTI_FUNCTION(need, name, parameters) { #name, G_STRUCT_OFFSET (CuptiFunctions, name), need },
#include "plugins/cupti/functions.def"
#undef CUPTI_FUNCTION
};

static const char *const sonames[] = { "libcupti.so.13", "libcupti.so.12" };

char *
cupti_describe (void)
{
  return cupti_version >= FIRST_LONG ? g_strdup_printf ("CUPTI %u.%u", cupti_version / 10000, cupti_version / 100 % 100)
                                     : g_strdup_printf ("CUPTI of CUDA 12 (version %u)", cupti_version);
}

char *
cupti_explain (CuptiResult result, const char *what, const char *other)
{
  static const struct {
    CuptiResult result;
    const char *text;
  } rows[] = {
#define CUPTI_ERROR(number, text) { number, text },
#include "plugins/cupti/errors.def"
#undef CUPTI_ERROR
  };

  if (result == CUPTI_OTHER_TOOL && other != NULL && *other != '\0')
    return g_strdup_printf ("another tool is recording the GPU already: %s (CUPTI error 39); end it first", other);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].result == result)
      return g_strdup (rows[i].text);
  return g_strdup_printf ("CUPTI could not %s (error %d)", what, result);
}

static char *
read_version (const char *name)
{
  CuptiResult result = cupti.cuptiGetVersion (&cupti_version);

  if (result != CUPTI_OK)
    return cupti_explain (result, "tell its version", NULL);
  if (cupti_version < OLDEST)
    return g_strdup_printf ("%s is too old (CUPTI version %u); that of CUDA 12 or 13 is needed", name, cupti_version);
  if (cupti_version >= AFTER_LAST)
    return g_strdup_printf (
        "%s is newer than this version of Redshift knows (CUPTI version %u); that of CUDA 12 or 13 is needed", name,
        cupti_version);
  return NULL;
}

/* Why the library can't be used; NULL: it can. */
static char *
open_library (const char *name)
{
  void *library = dlopen (name, RTLD_NOW | RTLD_LOCAL);
  CuptiFunctions found = { 0 };

  if (library == NULL)
    return g_strdup_printf ("libcupti could not be opened (it is part of the CUDA toolkit; the setting PROFILER_CUPTI "
                            "says where it is): %s",
                            dlerror ());
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    {
      void *function = dlsym (library, functions[i].name);

      if (function == NULL && functions[i].need == ALWAYS)
        return g_strdup_printf ("%s has no %s; the libcupti of CUDA 12 or 13 is needed", name, functions[i].name);
      memcpy (G_STRUCT_MEMBER_P (&found, functions[i].offset), &function, sizeof function);
    }
  cupti = found;
  return read_version (name);
}

/* One more place. TRUE: it is open. The reason of the first library that is there but can't be used is kept before
 * that of one that is not there. */
static gboolean
try (const char *name, gboolean is_there, char **reason, gboolean *was_there)
{
  char *obstacle = open_library (name);

  if (obstacle == NULL)
    return TRUE;
  if (*reason == NULL || (is_there && !*was_there))
    {
      g_free (*reason);
      *reason = g_steal_pointer (&obstacle);
      *was_there = is_there;
    }
  g_free (obstacle);
  return FALSE;
}

static gboolean
try_toolkit (const char *root, char **reason, gboolean *was_there)
{
  static const char *const folders[] = { "lib64", "lib", "extras/CUPTI/lib64", "targets/x86_64-linux/lib" };

  for (guint i = 0; i < G_N_ELEMENTS (sonames); i++)
    for (guint k = 0; k < G_N_ELEMENTS (folders); k++)
      {
        g_autofree char *path = g_build_filename (root, folders[k], sonames[i], NULL);

        if (g_file_test (path, G_FILE_TEST_EXISTS) && try (path, TRUE, reason, was_there))
          return TRUE;
      }
  return FALSE;
}

static gboolean
search (char **reason)
{
  const char *const roots[] = { g_getenv ("CUDA_HOME"), g_getenv ("CUDA_PATH"), "/usr/local/cuda" };
  gboolean was_there = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (sonames); i++)
    {
      void *library = dlopen (sonames[i], RTLD_LAZY | RTLD_LOCAL);

      if (try (sonames[i], library != NULL, reason, &was_there))
        return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (roots); i++)
    if (roots[i] != NULL && *roots[i] != '\0' && try_toolkit (roots[i], reason, &was_there))
      return TRUE;
  return FALSE;
}

gboolean
cupti_open (const char *path, char **reason)
{
  gboolean was_there = FALSE;

  *reason = NULL;
  driver = dlopen ("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (driver == NULL)
    {
      *reason = g_strdup ("there is no NVIDIA driver on this machine (libcuda.so.1)");
      return FALSE;
    }
  if (path != NULL && *path != '\0' ? try (path, TRUE, reason, &was_there) : search (reason))
    {
      g_clear_pointer (reason, g_free);
      return TRUE;
    }
  return FALSE;
}

const char *
cupti_find_missing (CuptiUse use)
{
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    if ((functions[i].need & (int)use) != 0 && G_STRUCT_MEMBER (void *, &cupti, functions[i].offset) == NULL)
      return functions[i].name;
  return NULL;
}

gboolean
cupti_open_for (const char *path, CuptiUse use, char **text)
{
  const char *missing;
  g_autofree char *name = NULL;

  if (!cupti_open (path, text))
    return FALSE;
  name = cupti_describe ();
  missing = cupti_find_missing (use);
  *text = missing != NULL ? g_strdup_printf ("%s has no %s; that of CUDA 12.6 or newer is needed", name, missing)
                          : g_steal_pointer (&name);
  return missing == NULL;
}

gboolean
cupti_get_context (void **context, int *device)
{
  int (*get_context) (void **) = (int (*) (void **))dlsym (driver, "cuCtxGetCurrent");
  int (*get_device) (int *) = (int (*) (int *))dlsym (driver, "cuCtxGetDevice");

  *context = NULL;
  return get_context != NULL && get_device != NULL && get_context (context) == 0 && *context != NULL
         && get_device (device) == 0;
}

void
cupti_begin_driver (void)
{
  int (*begin) (unsigned) = (int (*) (unsigned))dlsym (driver, "cuInit");

  if (begin != NULL)
    begin (0); /* what an error means CUPTI says next */
}

void
cupti_synchronize (void)
{
  int (*synchronize) (void) = (int (*) (void))dlsym (driver, "cuCtxSynchronize");

  if (synchronize != NULL)
    synchronize (); /* an error means that there is nothing to wait for */
}
