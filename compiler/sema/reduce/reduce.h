/* Reductions (manual 4.9): expressions of a program rewritten by the rules that the program itself states.
 *
 * Runs between name resolution and the checks, over a whole program: variables are typed, every expression that the
 * pattern of a visible reduction matches is replaced, and what follows from that is typed and matched again, until
 * nothing changes. What can be decided only with values at hand becomes a choice at run time. Later steps see an
 * ordinary tree; REDUCTION nodes stay where they are and mean nothing any more.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/program.h"

/* Infers the types of every module and applies the reductions of the program. Problems are reported. */
void rs_reduce_program (RsProgram *program, RsDiagnostics *diagnostics);

/* Applies the reductions of an inferred program to the arguments of meta functions that calculate ($simplify, $eval,
 * $subs, $check, $ubound), before those are evaluated. */
void rs_reduce_meta_arguments (RsProgram *program, RsDiagnostics *diagnostics);
