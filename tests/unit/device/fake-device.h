/* A device with memory of its own: malloc, and counts of what is copied. Its one kernel is a C function.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <string.h>

#include "runtime/base/error.h"
#include "runtime/device/device.h"

typedef struct {
  RsDevice base;
  int n_in, n_out, n_blocks;
  gboolean fail;
} FakeDevice;

static inline gpointer
fake_allocate (RsDevice *device, gsize bytes, GError **error)
{
  __atomic_add_fetch (&((FakeDevice *)device)->n_blocks, 1, __ATOMIC_RELAXED);
  return g_malloc (MAX (bytes, 1));
}

static inline void
fake_free (RsDevice *device, gpointer memory, gsize bytes)
{
  __atomic_sub_fetch (&((FakeDevice *)device)->n_blocks, 1, __ATOMIC_RELAXED);
  g_free (memory);
}

static inline gboolean
fake_copy_in (RsDevice *device, gpointer to, gsize offset, gconstpointer from, gsize bytes, guint64 *ticket,
              GError **error)
{
  __atomic_add_fetch (&((FakeDevice *)device)->n_in, 1, __ATOMIC_RELAXED);
  memcpy ((char *)to + offset, from, bytes);
  *ticket = 0;
  return TRUE;
}

static inline gboolean
fake_copy_out (RsDevice *device, gpointer to, gconstpointer from, gsize offset, gsize bytes, guint64 *ticket,
               GError **error)
{
  if (((FakeDevice *)device)->fail)
    {
      g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEVICE_LOST, "the cable is unplugged");
      return FALSE;
    }
  __atomic_add_fetch (&((FakeDevice *)device)->n_out, 1, __ATOMIC_RELAXED);
  memcpy (to, (const char *)from + offset, bytes);
  *ticket = 0;
  return TRUE;
}

/* Doubles the floats of argument 0 into argument 1; both are in the device's memory. */
static inline gboolean
fake_launch (RsDevice *device, RsDeviceLaunch *launch, GError **error)
{
  const float *x = ((const RsKernelArray *)launch->arguments[0])->data;
  float *y = ((RsKernelArray *)launch->arguments[1])->data;

  for (gint64 i = 0; i < launch->grid[0]; i++)
    y[i] = 2 * x[i];
  return TRUE;
}

static const RsDeviceTable fake_table = { .allocate = fake_allocate,
                                          .free = fake_free,
                                          .copy_in = fake_copy_in,
                                          .copy_out = fake_copy_out,
                                          .launch = fake_launch };
