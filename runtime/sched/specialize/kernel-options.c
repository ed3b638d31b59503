/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sched/specialize/kernel-options.h"

#include "compiler/kernel/ir/changes.h"
#include "runtime/base/error.h"

void
rs_kernel_options_set (RsKernelRequest *request, const RsSettings *settings)
{
  request->check_bounds = rs_settings_get_boolean (settings, RS_SETTING_COMPILER_PERFORM_BOUNDSCHECKS);
  request->exact_math |= rs_settings_get_boolean (settings, RS_SETTING_COMPILER_EXACT_MATH);
  request->dynamic_array = rs_settings_get_integer (settings, RS_SETTING_RUNTIME_DYNAMIC_MEMORY_ARRAY_KB) * 1024;
  request->dynamic_total = rs_settings_get_integer (settings, RS_SETTING_RUNTIME_DYNAMIC_MEMORY_MB) * 1024 * 1024;
  request->check_nan = rs_settings_get_boolean (settings, RS_SETTING_COMPILER_PERFORM_NAN_CHECKS);
  request->check_infinite = rs_settings_get_boolean (settings, RS_SETTING_COMPILER_PERFORM_NAN_INF_CHECKS);
  rs_passes_parse (rs_settings_get_text (settings, RS_SETTING_COMPILER_PASSES_OFF), &request->passes_off, NULL);
  if (!rs_settings_get_boolean (settings, RS_SETTING_COMPILER_SIMPLIFY_EXPRESSIONS))
    {
      guint64 simplify;

      rs_passes_parse ("simplify", &simplify, NULL);
      request->passes_off |= simplify;
    }
}

RsMath
rs_kernel_options_get_math (const RsSettings *settings)
{
  if (rs_settings_get_boolean (settings, RS_SETTING_COMPILER_EXACT_MATH))
    return RS_MATH_EXACT;
  if (!rs_settings_get_boolean (settings, RS_SETTING_COMPILER_FAST_MATH)
      || rs_settings_get_boolean (settings, RS_SETTING_COMPILER_PERFORM_NAN_CHECKS)
      || rs_settings_get_boolean (settings, RS_SETTING_COMPILER_PERFORM_NAN_INF_CHECKS))
    return RS_MATH_DEFAULT;
  return RS_MATH_FAST;
}

gboolean
rs_kernel_options_check (const RsSettings *settings, GError **error)
{
  g_autoptr (GError) wrong = NULL;
  guint64 passes;

  if (rs_passes_parse (rs_settings_get_text (settings, RS_SETTING_COMPILER_PASSES_OFF), &passes, &wrong))
    return TRUE;
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_SETTING, "the setting COMPILER_PASSES_OFF: %s",
               wrong->message);
  return FALSE;
}
