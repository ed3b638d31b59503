/* Lines of the program in the text of kernels.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

/* For line tables: the #line directive that holds for it before every line, since a compiler counts on behind one. What
 * stands before the first directive of a function is of the line that comes first. (transfer full) */
char *rs_repeat_directives (const char *source);
