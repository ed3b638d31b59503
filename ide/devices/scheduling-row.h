/* A kernel or loop in the list of the Scheduling page: where it ran, where it may run, and where the user wants it.
 *
 * Its menu has the actions scheduling.always, .share and .measured, whose target is the place as pins have it
 * (runtime/device/configuration/pins.h).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/devices/scheduling.h"
#include "runtime/device/configuration/pins.h"

#include <gtk/gtk.h>

GtkWidget *rs_scheduling_row_new (const RsSchedulingRow *found);
/* Of a pin whose place is not in the list. */
GtkWidget *rs_scheduling_row_new_absent (const char *place);
/* NULL: the run goes where it takes least. */
void rs_scheduling_row_set_pin (GtkWidget *row, const RsPin *pin);
/* The pin that counts for it; NULL: none, or it can't have one. */
const RsPin *rs_scheduling_row_find_pin (GtkWidget *row, const GArray *pins);
gboolean rs_scheduling_row_is_absent (GtkWidget *row);
/* Its file ("": none is known) and line. (transfer none) */
const char *rs_scheduling_row_get_file (GtkWidget *row, guint *line);
/* What pins call it. (transfer none) */
const char *rs_scheduling_row_get_place (GtkWidget *row);
void rs_scheduling_row_pop_up (GtkWidget *row);
