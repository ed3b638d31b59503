/* What type parameters stand for: comparing and naming it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/sema/names/symbol.h"

/* "int", "3": as in f[int]. (transfer full) */
char *rs_binding_to_string (const RsBinding *binding);
gboolean rs_bindings_equal (const RsBinding *a, const RsBinding *b, guint n);
/* "scalar,3" (transfer full) */
char *rs_bindings_to_string (const RsBinding *bindings, guint n);
