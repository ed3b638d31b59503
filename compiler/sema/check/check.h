/* What can be said about a program before it runs, beyond names: inference, checks, and constructs that are not
 * supported yet.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/program.h"

/* Runs the steps below over every module of a resolved program. */
void rs_check_program (RsProgram *program, RsDiagnostics *diagnostics);

/* Reports every construct of not-supported.def in the program as an error "not supported yet: ...". */
void rs_report_unsupported (RsProgram *program, RsDiagnostics *diagnostics);

/* Errors from index first on that lie in functions which nothing at the top level, nor `main`, leads to are warnings
 * from then on; such a function is an error when it is called nevertheless. */
void rs_check_pardon_unreached (RsProgram *program, RsDiagnostics *diagnostics, guint first);
