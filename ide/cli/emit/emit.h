/* The stages of redshift-cli emit. Each prints to standard output and returns an exit status.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/program.h"

typedef struct {
  const char *after;     /* kernel, c, opencl, cuda: the last pass to run; NULL: all */
  guint64 passes_off;    /* kernel, c, opencl, cuda: those that do not run */
  gboolean lists_passes; /* kernel: what each pass changed, in the place of the IR */
  RsPrecision precision;
  const char *const *search_path;
} RsEmitOptions;

/* Writes diagnostics to standard error; RS_EXIT_USAGE when one is an error. */
int rs_emit_tell_diagnostics (RsDiagnostics *diagnostics);

int rs_emit_typed (const RsProgram *program, const RsEmitOptions *options);
int rs_emit_bytecode (const RsProgram *program, const RsEmitOptions *options);
int rs_emit_kernel (const RsProgram *program, const RsEmitOptions *options);
int rs_emit_c (const RsProgram *program, const RsEmitOptions *options);
int rs_emit_opencl (const RsProgram *program, const RsEmitOptions *options);
int rs_emit_cuda (const RsProgram *program, const RsEmitOptions *options);
