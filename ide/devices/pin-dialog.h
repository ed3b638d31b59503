/* The questions about where a kernel or loop is to run: always on one device, or on several by shares.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/devices/configuration-dialog.h"

/* in_use: what programs run on, as -d takes it: a configuration, which is changed, or something else: then a new one is
 * made, whose name the user gives. place: as pins have it. answer is called once, with the name of the configuration
 * that has the pin, or NULL; data (a GObject) is unreferenced behind it. */
void rs_pin_dialog_present (GtkWindow *parent, RsDeviceListModel *devices, const char *in_use, const char *place,
                            gboolean is_share, RsConfigurationAnswer answer, gpointer data);
