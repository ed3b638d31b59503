/* What becomes of the loops of a program, as notes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/typed-request.h"

/* Adds a note for each loop nest of the module that can be compiled, or about which only a run decides. */
void rs_cli_check_loops (RsModule *module, RsPrecision precision, RsDiagnostics *diagnostics);
