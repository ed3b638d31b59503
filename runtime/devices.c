/* The list of the devices that the machine has.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/device/device-private.h"

GPtrArray *
rs_device_list (const RsSettings *settings)
{
  GPtrArray *devices = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_device_info_free);
  RsDeviceInfo *info = g_new0 (RsDeviceInfo, 1);

  rs_cpu_describe_machine (settings, info);
  g_ptr_array_add (devices, info);
  return devices;
}
