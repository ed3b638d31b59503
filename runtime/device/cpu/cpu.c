/* The CPU as a device: its table, how text becomes a loaded module, and what the machine has.
 *
 * It works in host memory, so it has no memory slots; a launch blocks until it is complete.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/device/cpu/cpu-private.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/memory/memory-private.h"
#include "runtime/trace/trace.h"

/* Compilations at a time. */
static guint
get_n_jobs (const RsSettings *settings)
{
  gint64 n = rs_settings_get_integer (settings, RS_SETTING_COMPILER_JOBS);

  return n > 0 ? (guint)MIN (n, 64) : g_get_num_processors ();
}

static guint
get_simd_bits (void)
{
#if defined(__x86_64__) || defined(__i386__)
  __builtin_cpu_init ();
  if (__builtin_cpu_supports ("avx512f"))
    return 512;
  if (__builtin_cpu_supports ("avx"))
    return 256;
  return __builtin_cpu_supports ("sse2") ? 128 : 0;
#elif defined(__aarch64__)
  return 128;
#else
  return 0;
#endif
}

static char *
get_model (void)
{
  g_autofree char *text = NULL;
  const char *line = NULL;

  if (g_file_get_contents ("/proc/cpuinfo", &text, NULL, NULL))
    line = strstr (text, "model name");
  if (line == NULL || (line = strchr (line, ':')) == NULL)
    return g_strdup ("processor");
  return g_strstrip (g_strndup (line + 1, strcspn (line + 1, "\n")));
}

static void
fill_info (const RsSettings *settings, RsDeviceInfo *info)
{
  *info = (RsDeviceInfo){
    .name = g_strdup ("cpu"),
    .kind = g_strdup ("CPU"),
    .model = get_model (),
    .cores = g_get_num_processors (),
    .threads = rs_settings_get_threads (settings),
    .simd_bits = get_simd_bits (),
    .memory = rs_memory_get_total (),
  };
}

char *
rs_cpu_dup_model (void)
{
  g_autofree char *model = get_model ();

  return g_strdup_printf ("%s\n%u\n%u", model, g_get_num_processors (), get_simd_bits ());
}

static void
describe (RsDevice *device, RsDeviceInfo *info)
{
  RsCpuDevice *cpu = (RsCpuDevice *)device;

  fill_info (cpu->settings, info);
  info->usable = TRUE;
  info->compiler = cpu->compiler != NULL ? g_strdup (rs_compiler_get_path (cpu->compiler)) : NULL;
}

void
rs_cpu_describe_machine (const RsSettings *settings, RsDeviceInfo *info)
{
  g_autoptr (GError) error = NULL;
  RsCompiler *compiler = rs_compiler_new (rs_settings_get_text (settings, RS_SETTING_CC_PATH), &error);

  fill_info (settings, info);
  info->usable = compiler != NULL;
  if (compiler == NULL)
    {
      info->reason = g_strdup (error->message);
      return;
    }
  info->compiler = g_strdup (rs_compiler_get_path (compiler));
  rs_compiler_free (compiler);
}

/* --- modules --- */

static char *
compute_key (RsCpuDevice *cpu, const char *source, RsMath math)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *facts = rs_compiler_describe (cpu->compiler, math);

  g_checksum_update (checksum, (const guchar *)facts, (gssize)strlen (facts) + 1);
  g_checksum_update (checksum, (const guchar *)source, -1);
  return g_strdup (g_checksum_get_string (checksum));
}

/* The path of a new object in the cache. */
static char *
build_object (RsCpuDevice *cpu, const char *source, const char *key, const RsModuleOptions *options, GError **error)
{
  const RsWait wait = { options->stop, -1, options->meanwhile, options->meanwhile_data };
  g_autofree char *base = NULL;
  char *path;

  if (cpu->jobs != NULL && rs_jobs_take (cpu->jobs, key, &wait, &path, error))
    return path;
  base = rs_cache_get_temporary (cpu->cache, error);
  if (base == NULL
      || !rs_compiler_build (cpu->compiler, source, base, options->title, options->math, &wait, error))
    return NULL;
  return rs_cache_store (cpu->cache, base, key, error);
}

static RsDeviceModule *
build_module (RsCpuDevice *cpu, const char *source, const char *key, const RsModuleOptions *options, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autofree char *path = build_object (cpu, source, key, options, &local);

  if (path == NULL && g_error_matches (local, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE) && rs_cache_give_up (cpu->cache))
    {
      g_clear_error (&local);
      path = build_object (cpu, source, key, options, &local);
    }
  if (path != NULL)
    return rs_module_load (path, error);
  g_propagate_error (error, g_steal_pointer (&local));
  return NULL;
}

static void
emit_compile (const RsModuleOptions *options, gint64 start, gboolean is_hit, gsize bytes)
{
  RsTraceEvent event = { .start = start,
                         .end = rs_trace_now (),
                         .kind = RS_TRACE_COMPILE,
                         .name = rs_trace_name (options->title != NULL ? options->title : "kernel"),
                         .file = options->file != NULL ? rs_trace_name (options->file) : 0,
                         .line = options->line,
                         .a = is_hit,
                         .b = (gint64)bytes,
                         .track = rs_trace_thread_track () };

  rs_trace_emit (&event);
}

/* The key of kernels that come with a program. (transfer full) */
static char *
compute_portable_key (RsCpuDevice *cpu, const char *source, RsMath math)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  char **target = &cpu->targets[math];

  if (*target == NULL)
    *target = rs_compiler_describe_target (math);
  g_checksum_update (checksum, (const guchar *)*target, (gssize)strlen (*target) + 1);
  g_checksum_update (checksum, (const guchar *)source, -1);
  return g_strdup (g_checksum_get_string (checksum));
}

/* From the cache or the compiler. */
static RsDeviceModule *
find_or_build (RsCpuDevice *cpu, const char *source, const char *portable_key, const RsModuleOptions *options,
               gboolean *is_hit, GError **error)
{
  g_autofree char *key = NULL, *path = NULL;
  RsDeviceModule *module = NULL;

  if (cpu->compiler == NULL)
    {
      g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_COMPILER,
                           "it did not come with the program, and no C compiler was found");
      return NULL;
    }
  key = compute_key (cpu, source, options->math);
  rs_device_keep_text (&cpu->base, cpu->settings, source, options->title, key, "c");
  if (cpu->jobs == NULL || !rs_jobs_contain (cpu->jobs, key))
    path = rs_cache_lookup (cpu->cache, key);
  if (path != NULL)
    module = rs_module_load (path, NULL); /* may have gone since: another process prunes, too */
  *is_hit = module != NULL;
  if (module == NULL)
    module = build_module (cpu, source, key, options, error);
  if (module != NULL && portable_key != NULL)
    {
      g_free (path);
      path = rs_cache_lookup (cpu->cache, key);
      if (path != NULL)
        rs_kernel_store_record (cpu->kernels, portable_key, path);
    }
  return module;
}

static RsDeviceModule *
compile (RsDevice *device, const char *source, const RsModuleOptions *options, GError **error)
{
  RsCpuDevice *cpu = (RsCpuDevice *)device;
  static const RsModuleOptions defaults;
  RsDeviceModule *module = NULL;
  gint64 start = rs_trace_now ();
  g_autofree char *key = NULL;
  GBytes *object = NULL;
  gboolean is_hit;

  options = options != NULL ? options : &defaults;
  if (cpu->kernels != NULL)
    {
      key = compute_portable_key (cpu, source, options->math);
      object = rs_kernel_store_find (cpu->kernels, key);
    }
  if (object != NULL)
    module = rs_module_load_bytes (object, NULL);
  is_hit = module != NULL;
  if (module == NULL)
    module = find_or_build (cpu, source, key, options, &is_hit, error);
  if (rs_trace_is_on ())
    emit_compile (options, start, is_hit, strlen (source));
  return module;
}

static void
prepare (RsDevice *device, const char *source, const RsModuleOptions *options)
{
  RsCpuDevice *cpu = (RsCpuDevice *)device;
  g_autofree char *key = NULL, *portable_key = NULL, *path = NULL;
  char *base;

  if (cpu->jobs == NULL)
    return;
  if (cpu->kernels != NULL)
    portable_key = compute_portable_key (cpu, source, options->math);
  if (portable_key != NULL && rs_kernel_store_find (cpu->kernels, portable_key) != NULL)
    return;
  key = compute_key (cpu, source, options->math);
  path = rs_jobs_contain (cpu->jobs, key) ? NULL : rs_cache_lookup (cpu->cache, key);
  if (path != NULL || rs_jobs_contain (cpu->jobs, key))
    return;
  base = rs_cache_get_temporary (cpu->cache, NULL);
  if (base != NULL)
    rs_jobs_add (cpu->jobs, key, source, base, options);
}

static RsDeviceKernel *
get_kernel (RsDevice *device, RsDeviceModule *module, const char *name, GError **error)
{
  return rs_module_get_kernel (module, name, error);
}

static void
release_module (RsDevice *device, RsDeviceModule *module)
{
  rs_module_free (module);
}

/* --- the device --- */

static void
dispose (RsDevice *device)
{
  RsCpuDevice *cpu = (RsCpuDevice *)device;

  rs_team_free (cpu->team);
  g_clear_pointer (&cpu->jobs, rs_jobs_free);
  rs_cache_free (cpu->cache);
  g_clear_pointer (&cpu->compiler, rs_compiler_free);
  g_free (cpu->targets[0]);
  g_free (cpu->targets[1]);
  rs_settings_free (cpu->settings);
  g_free (cpu);
}

static const RsDeviceTable cpu_table = {
  .describe = describe,
  .compile = compile,
  .prepare = prepare,
  .get_kernel = get_kernel,
  .release_module = release_module,
  .tells_times = TRUE,
  .launch = rs_cpu_launch,
  .estimate = rs_cpu_estimate,
  .dispose = dispose,
};

RsDevice *
rs_device_new_cpu (const RsSettings *settings, GError **error)
{
  return rs_device_new_cpu_with_kernels (settings, NULL, error);
}

RsDevice *
rs_device_new_cpu_with_kernels (const RsSettings *settings, RsKernelStore *kernels, GError **error)
{
  gboolean needs_compiler = kernels == NULL || rs_kernel_store_is_empty (kernels);
  RsCompiler *compiler
      = rs_compiler_new (rs_settings_get_text (settings, RS_SETTING_CC_PATH), needs_compiler ? error : NULL);
  RsCpuDevice *cpu;
  guint n_jobs;

  if (compiler == NULL && needs_compiler)
    return NULL;
  rs_fault_install ();
  cpu = g_new0 (RsCpuDevice, 1);
  cpu->base = (RsDevice){ .table = &cpu_table, .target = &rs_target_cpu, .name = g_strdup ("cpu") };
  cpu->settings = rs_settings_copy (settings);
  cpu->compiler = compiler;
  cpu->kernels = kernels;
  cpu->cache = rs_cache_new (settings, &cpu->base);
  n_jobs = get_n_jobs (settings);
  if (compiler != NULL && n_jobs > 1)
    cpu->jobs = rs_jobs_new (compiler, cpu->cache, n_jobs);
  cpu->team = rs_team_new (rs_settings_get_threads (settings));
  return &cpu->base;
}
