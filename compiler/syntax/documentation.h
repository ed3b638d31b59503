/* Documentation in comments (manual 4.14, the conventions of Natural Docs).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/syntax/ast.h"

/* The function, macro or type of that name in the file, outermost first; NULL when there is none. */
const RsNode *rs_module_find_definition (const RsModule *module, const char *name);

/* The head of a definition as it is written, on one line. (transfer full) */
char *rs_definition_get_head (const RsModule *module, const RsNode *definition);

/* What the comment directly above a definition says (blank lines and code attributes may lie between), without the
 * percent signs and a line `Function: name`; else the comment that begins with such a line for its name, wherever it
 * stands; NULL when there is neither. (transfer full) */
char *rs_definition_get_documentation (const RsModule *module, const RsNode *definition);

/* The same as it is shown: without the head that Natural Docs write once more (`:function y = f(x)`), what is listed
 * under a heading (`x - the image`) and examples (`> y = f(x)`) further to the right. (transfer full) */
char *rs_documentation_layout (const char *text);
