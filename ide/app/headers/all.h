/* What nearly every source of the window includes, read once by the compiler: two thirds of its time were in there. No
 * source includes this file, and each names what it needs itself.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <gtksourceview/gtksource.h>
#include <libpanel.h>
