/* What the same program assigned on two devices (runtime/debug/compare/comparison.h), as meta texts of a trace:
 * "compared" and, for each variable at a place, "compared 1", "compared 2", ... (profiler/store/SCHEMA.md).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/debug/compare/comparison.h"

/* "cpu<tab>opencl:0<tab>0.0001<tab>0" (transfer full) */
char *rs_device_comparison_format_head (const char *const *devices, double tolerance, gint64 n_unkept);
/* (transfer full) */
char *rs_device_comparison_format (const RsComparedStatement *statement);
