/* What nearly every source of the compiler, the runtime and the profiler includes, read once by the C compiler where
 * the build has b_pch. No source includes this file, and each names what it needs itself: a build without b_pch, the
 * default, shows that.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <glib.h>
#include <math.h>
#include <string.h>
