/* What the two halves of the library share: records (fake-cupti.c) and counters (fake-ranges.c).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

/* A kernel runs. */
void fake_note_range (void);
/* Whether the driver that stands in for one tells of its kernels. */
void fake_watch_driver (gboolean watches);
/* Of the environment. */
void fake_read_fault (void);
