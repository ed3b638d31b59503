/* The questions about a named configuration: a new one, another name or other devices, deleting it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/devices/device-list.h"

#include <gtk/gtk.h>

/* The name that the configuration has then; NULL: it is gone, or there is none. error: why nothing was
 * changed, or NULL. */
typedef void (*RsConfigurationAnswer) (gpointer data, const char *name, const GError *error);

/* answer is called once, whatever the user chooses; data (a GObject) is unreferenced behind it. index and name: the
 * entry. */
void rs_configuration_dialog_present_new (GtkWindow *parent, RsDeviceListModel *devices, RsConfigurationAnswer answer,
                                          gpointer data);
void rs_configuration_dialog_present_edit (GtkWindow *parent, RsDeviceListModel *devices, guint index, const char *name,
                                           RsConfigurationAnswer answer, gpointer data);
void rs_configuration_dialog_present_delete (GtkWindow *parent, RsDeviceListModel *devices, guint index,
                                             const char *name, RsConfigurationAnswer answer, gpointer data);
