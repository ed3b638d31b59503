/* The compiler: gcc behind words.h. See standin.h.
 *
 * Behind the text stands, for its kernel, a function that takes arguments as the driver has them, and their sizes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "standin.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define KERNEL "RS_KERNEL "
#define BOUNDS "RS_BOUNDS"
#define ARCHITECTURE "--gpu-architecture="
#define SUCCESS 0
#define INVALID_OPTION 5
#define COMPILATION 6

struct _nvrtcProgram {
  char *text, *log;
  GByteArray *binary;
};

#define RS_NVRTC(name, arguments) nvrtcResult name arguments;
#include "plugins/cuda/nvrtc.def"
#undef RS_NVRTC

nvrtcResult
nvrtcVersion (int *major, int *minor)
{
  *major = 12;
  *minor = 1;
  return SUCCESS;
}

static const int architectures[] = { 75, 80, 90 };

nvrtcResult
nvrtcGetNumSupportedArchs (int *count)
{
  *count = G_N_ELEMENTS (architectures);
  return SUCCESS;
}

nvrtcResult
nvrtcGetSupportedArchs (int *all)
{
  memcpy (all, architectures, sizeof architectures);
  return SUCCESS;
}

nvrtcResult
nvrtcCreateProgram (nvrtcProgram *program, const char *text, const char *name, int n_headers,
                    const char *const *headers, const char *const *names)
{
  *program = g_new0 (struct _nvrtcProgram, 1);
  (*program)->text = g_strdup (text);
  (*program)->log = g_strdup ("");
  (*program)->binary = g_byte_array_new ();
  return SUCCESS;
}

nvrtcResult
nvrtcDestroyProgram (nvrtcProgram *program)
{
  g_free ((*program)->text);
  g_free ((*program)->log);
  g_byte_array_unref ((*program)->binary);
  g_clear_pointer (program, g_free);
  return SUCCESS;
}

/* --- the function behind the kernel --- */

/* "const long n_p0_0" without its last word. */
static char *
type_of (const char *argument)
{
  gsize length = strlen (argument);

  while (length > 0 && (g_ascii_isalnum (argument[length - 1]) || argument[length - 1] == '_'))
    length--;
  return g_strndup (argument, length);
}

static void
append_thunk (GString *out, const char *name, char **arguments, guint bound)
{
  g_autoptr (GString) call = g_string_new (NULL), sizes = g_string_new (NULL);

  for (guint i = 0; arguments[i] != NULL; i++)
    {
      g_autofree char *type = type_of (arguments[i]);

      g_string_append_printf (call, "%s*(%s *) arguments[%u]", i > 0 ? ", " : "", type, i);
      g_string_append_printf (sizes, "sizeof (%s), ", type);
    }
  g_string_append_printf (out, "void standin_run_%s (void **arguments) { %s (%s); }\n", name, name, call->str);
  g_string_append_printf (out, "const unsigned long standin_sizes_%s[] = { %s0 };\n", name, sizes->str);
  g_string_append_printf (out, "const unsigned standin_bound_%s = %u;\n", name, bound);
}

/* Whether threads meet anywhere behind the prelude's lines. */
static gboolean
has_barrier (const char *text)
{
  static const char *const words[] = { "RS_BARRIER", "RS_WARP_BARRIER", "RS_BALLOT", "RS_SHUFFLE", "RS_MATCH" };
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    for (guint k = 0; k < G_N_ELEMENTS (words) && lines[i][0] != '#'; k++)
      if (strstr (lines[i], words[k]) != NULL)
        return TRUE;
  return FALSE;
}

/* Where the parameters of a kernel end: its body follows, with or without a line directive. NULL: nowhere. */
static const char *
find_body (const char *parameters)
{
  const char *at = parameters;

  while ((at = strstr (at, ")\n")) != NULL && at[2] != '{' && !g_str_has_prefix (at + 2, "#line "))
    at++;
  return at;
}

/* at: behind "RS_KERNEL ". FALSE: it is none. */
static gboolean
append_kernel (GString *out, const char *at)
{
  const char *open, *close;
  g_autofree char *name = NULL, *inside = NULL;
  g_auto (GStrv) arguments = NULL;
  guint bound = 1024;

  if (g_str_has_prefix (at, BOUNDS))
    {
      bound = (guint)g_ascii_strtoull (strchr (at, '(') + 1, NULL, 10);
      at = strchr (at, ')') + 2;
    }
  at += strlen ("void ");
  open = strstr (at, " (");
  close = find_body (at);
  if (open == NULL || close == NULL)
    return FALSE;
  name = g_strndup (at, (gsize)(open - at));
  inside = g_strndup (open + 2, (gsize)(close - open - 2));
  arguments = g_strsplit (inside, ",\n  ", -1);
  append_thunk (out, name, arguments, bound);
  return TRUE;
}

/* FALSE: there is no kernel in it. */
static gboolean
append_thunks (GString *out, const char *text)
{
  guint n = 0;

  for (const char *at = strstr (text, "\n" KERNEL); at != NULL; at = strstr (at + 1, "\n" KERNEL))
    {
      if (!append_kernel (out, at + strlen ("\n" KERNEL)))
        return FALSE;
      n++;
    }
  g_string_append_printf (out, "const int standin_has_barrier = %d;\n", has_barrier (text));
  g_string_append (out, "char *standin_shared_begin = __start_standin_shared, "
                        "*standin_shared_end = __stop_standin_shared;\n");
  return n > 0;
}

/* --- compiling --- */

static const char *const known[] = { "--device-as-default-execution-space",
                                     "--generate-line-info",
                                     "--use_fast_math",
                                     "--fmad=false",
                                     "--fmad=true",
                                     "--ftz=true",
                                     "--ftz=false",
                                     "--prec-div=true",
                                     "--prec-div=false",
                                     "--prec-sqrt=true",
                                     "--prec-sqrt=false",
                                     NULL };

static gboolean
is_architecture (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (architectures); i++)
    {
      g_autofree char *real = g_strdup_printf ("sm_%d", architectures[i]);
      g_autofree char *virtual = g_strdup_printf ("compute_%d", architectures[i]);

      if (g_str_equal (name, real) || g_str_equal (name, virtual))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_known (const char *option)
{
  if (g_str_has_prefix (option, ARCHITECTURE))
    return is_architecture (option + strlen (ARCHITECTURE));
  return g_str_has_prefix (option, "--ptxas-options=") || g_strv_contains (known, option);
}

static gboolean
are_known (int n, const char *const *options)
{
  for (int i = 0; i < n; i++)
    if (!is_known (options[i]))
      return FALSE;
  return TRUE;
}

static gboolean
has (int n, const char *const *options, const char *word)
{
  for (int i = 0; i < n; i++)
    if (g_str_equal (options[i], word))
      return TRUE;
  return FALSE;
}

static gboolean
run_compiler (nvrtcProgram program, const char *source, const char *object, const char *contraction)
{
  const char *argv[] = { "gcc",
                         "-std=gnu17",
                         "-Og",
                         "-w",
                         "-fPIC",
                         "-shared",
                         "-fno-strict-aliasing",
                         "-fno-math-errno",
                         contraction,
                         "-x",
                         "c",
                         source,
                         "-o",
                         object,
                         "-lm",
                         NULL };
  int status = 1;

  g_clear_pointer (&program->log, g_free);
  if (!g_spawn_sync (NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, &program->log, &status, NULL))
    program->log = g_strdup ("gcc does not run");
  return status == 0;
}

static nvrtcResult
compile (nvrtcProgram program, const char *folder, int n, const char *const *options)
{
  g_autofree char *source = g_build_filename (folder, "kernel.c", NULL);
  g_autofree char *object = g_build_filename (folder, "kernel.so", NULL), *data = NULL;
  g_autoptr (GString) text = g_string_new ("#include \"" STANDIN_FOLDER "/words.h\"\n");
  StandinHead head = { STANDIN_MAGIC, 0 };
  gsize length = 0;
  gboolean done;

  g_string_append (text, program->text);
  if (!append_thunks (text, program->text))
    return COMPILATION;
  g_file_set_contents (source, text->str, (gssize)text->len, NULL);
  done = run_compiler (program, source, object,
                       has (n, options, "--fmad=false") ? "-ffp-contract=off" : "-ffp-contract=fast")
         && g_file_get_contents (object, &data, &length, NULL);
  g_unlink (source);
  g_unlink (object);
  if (!done)
    return COMPILATION;
  memcpy (head.magic, STANDIN_MAGIC, sizeof head.magic);
  head.length = length;
  g_byte_array_append (program->binary, (const guint8 *)&head, sizeof head);
  g_byte_array_append (program->binary, (const guint8 *)data, (guint)length);
  return SUCCESS;
}

nvrtcResult
nvrtcCompileProgram (nvrtcProgram program, int n_options, const char *const *options)
{
  g_autofree char *folder = NULL;
  nvrtcResult result = standin_fault ("nvrtcCompileProgram");

  if (result != SUCCESS)
    {
      g_free (program->log);
      program->log = g_strdup ("kernel.cu(1): error: refused, as was asked for");
      return result;
    }
  if (!are_known (n_options, options))
    {
      g_free (program->log);
      program->log = g_strdup ("nvrtc: error: invalid option");
      return INVALID_OPTION;
    }
  folder = g_dir_make_tmp ("redshift-standin-XXXXXX", NULL);
  result = compile (program, folder, n_options, options);
  g_rmdir (folder);
  return result;
}

nvrtcResult
nvrtcGetProgramLogSize (nvrtcProgram program, size_t *bytes)
{
  *bytes = strlen (program->log) + 1;
  return SUCCESS;
}

nvrtcResult
nvrtcGetProgramLog (nvrtcProgram program, char *text)
{
  memcpy (text, program->log, strlen (program->log) + 1);
  return SUCCESS;
}

nvrtcResult
nvrtcGetCUBINSize (nvrtcProgram program, size_t *bytes)
{
  *bytes = program->binary->len;
  return SUCCESS;
}

nvrtcResult
nvrtcGetCUBIN (nvrtcProgram program, char *image)
{
  memcpy (image, program->binary->data, program->binary->len);
  return SUCCESS;
}

nvrtcResult
nvrtcGetPTXSize (nvrtcProgram program, size_t *bytes)
{
  return nvrtcGetCUBINSize (program, bytes);
}

nvrtcResult
nvrtcGetPTX (nvrtcProgram program, char *text)
{
  return nvrtcGetCUBIN (program, text);
}
