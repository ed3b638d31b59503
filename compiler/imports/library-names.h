/* Which module of the standard library defines a name, for messages to programs that did not import it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/syntax/ast.h"

/* The file name of the module ("imfilter.q") that defines a function, macro, type or variable of that name at its top
 * level; NULL when none does. Static. */
const char *rs_library_find_module (const char *name);

/* The nearest name to a misspelt one among what the modules document for others, and where it is defined; NULL when
 * none is near. Both static. */
const char *rs_library_suggest_name (const char *name, const char **module);

/* Whether the comment above a definition of a module shows its head (`:function`): it is meant for other files. */
gboolean rs_library_is_documented (const RsModule *module, const RsNode *definition);
