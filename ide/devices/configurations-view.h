/* The named configurations of devices.xml, with what can be done to them: part of the panel of devices.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/devices/device-list.h"

#include <gtk/gtk.h>

#define RS_TYPE_CONFIGURATIONS_VIEW (rs_configurations_view_get_type ())
G_DECLARE_FINAL_TYPE (RsConfigurationsView, rs_configurations_view, RS, CONFIGURATIONS_VIEW, GtkWidget)

GtkWidget *rs_configurations_view_new (RsDeviceListModel *devices);
