/* Types that a program names in a string: type (x, "vec[scalar]").
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/syntax/ast.h"

/* The type node that text reads as, its names interned in names; NULL when it does not read as a type. It lives as long
 * as *owner, which the caller unrefs. Names of types are not looked up. */
const RsNode *rs_parse_type_argument (const char *text, RsNames *names, RsModule **owner);
