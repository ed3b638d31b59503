/* The labels of a time ruler: at every zoom each tick has another one.
 *
 * Labels count in the unit of the step between ticks, as offsets from a base that is shown once, in front of them: a
 * label never needs more than four digits.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

/* The base for a ruler whose first tick is at first; both in ns, step > 0. 0: the ticks count from 0, and no base is
 * shown. */
double rs_ruler_get_base (double first, double step);
/* "1.234567 s", with as many digits as bases of this step have. (transfer full) */
char *rs_ruler_format_base (double base, double step);
/* "480 ns", "+480 ns" with a base. (transfer full) */
char *rs_ruler_format_tick (double time, double base, double step);
