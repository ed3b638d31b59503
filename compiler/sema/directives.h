/* Lines that speak to the compiler: #pragma, and code attributes {!name ...}.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/sema/check-private.h"

/* Takes `NAME value` apart, with blanks, `=`, commas and parentheses as separators. Both are freed by the caller, and
 * NULL where they are missing. */
void rs_pragma_split (const char *text, char **name, char **value);

/* Whether the value of a pragma that is a switch turns it on. */
gboolean rs_pragma_is_on (const char *value);

/* Warns of a pragma that nobody knows, and of one whose value says nothing. */
void rs_check_pragma (RsCheck *self, const RsNode *pragma);

/* Warns of a code attribute whose name is nearly one of the manual's. Others that are not known are comments (STDLIB.md
 * 1.1). */
void rs_check_attribute (RsCheck *self, const RsNode *attribute);
