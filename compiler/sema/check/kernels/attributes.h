/* What code attributes {!name parameter=value} are there, and which of them change nothing on the CPU (manual 4.11).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/program.h"

/* Adds to diagnostics: a warning of an attribute whose name or parameters are nearly the manual's, or whose values say
 * nothing. */
void rs_attribute_check (const RsModule *module, const RsNode *attribute, RsDiagnostics *diagnostics);

/* Adds to diagnostics: a note on an attribute, or a parameter of one, that is without effect on the CPU, and on one
 * that nobody knows. statement: what stands behind it, or NULL. */
void rs_attribute_note (const RsModule *module, const RsNode *attribute, const RsNode *statement,
                        RsDiagnostics *diagnostics);
