/* Lines that speak to the compiler: #pragma. Code attributes: attributes.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/syntax/ast.h"

/* Takes `NAME value` apart, with blanks, `=`, commas and parentheses as separators. Both are freed by the caller, and
 * NULL where they are missing. */
void rs_pragma_split (const char *text, char **name, char **value);

/* Whether a value is on, true or 1. */
gboolean rs_pragma_is_on (const char *value);

/* The #pragma lines below node, in the order of the text. (element-type RsNode) (transfer full) */
GPtrArray *rs_pragmas_collect (const RsNode *node);
/* What the last of them before offset that is called name, or setting, says: on or off. otherwise: when there is
 * none. */
gboolean
rs_pragmas_ask (const GPtrArray *pragmas, guint32 offset, const char *name, const char *setting, gboolean otherwise);
