/* What the two halves of the library share: records (fake-cupti.c), counters (fake-ranges.c) and samples
 * (fake-samples.c, fake-sass.c, fake-curves.c).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

/* A kernel runs. */
void fake_note_range (void);
void fake_note_kernel (void);
void fake_note_counted (void);
void fake_note_curve (void);
/* Of the binary that was told last. */
guint64 fake_get_checksum (void);
/* Counters' data with so many ranges or samples, and how long it is. */
void fake_put_data (guint8 *bytes, guint n);
gsize fake_get_data_bytes (void);
/* Whether the call of the failing function is one of those that fail. */
gboolean fake_is_due (void);
/* Whether the driver that stands in for one tells of its kernels. */
void fake_watch_driver (gboolean watches);
/* Of the environment. */
void fake_read_fault (void);
