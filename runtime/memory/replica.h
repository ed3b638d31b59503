/* Replicas: copies of an array in the memories of devices, and which of them are valid.
 *
 * Memory 0 is the host's; the CPU device uses it directly. A device with memory of its own registers it and gets a
 * number. An array that only the host has carries no replicas (RsArray.replicas is NULL), which is the fast path and
 * takes no lock. Otherwise the list has an entry for each memory, the host's too, and the entries with the highest
 * version are valid. Acquiring makes an entry valid, through the host when the newest copy is on another device, and
 * for writing makes all others stale.
 *
 * Order between launches is the queue's business: who acquires has waited for earlier writers.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/device/device.h"
#include "runtime/value/array.h"

#define RS_MEMORY_HOST 0

typedef enum {
  RS_ACCESS_READ = 1,
  RS_ACCESS_WRITE = 2,      /* all of it: the old contents are not copied */
  RS_ACCESS_READ_WRITE = 3,
} RsAccess;

struct _RsReplica {
  RsReplica *next;
  guint memory;    /* number of its memory */
  guint64 version; /* counts the writes that it contains */
  gpointer data;
  gsize bytes;
};

/* Registers the memory of a device and sets device->memory, 1 or more. */
guint rs_memory_register_device (RsDevice *device);
/* Every array fetches what only that memory has, then its replicas there are freed. */
void rs_memory_unregister_device (RsDevice *device);

/* Address of the array's contents in that memory, valid for access. Emits COPY. Errors: RS_RUNTIME_ERROR_MEMORY,
 * or what a copy reports. Any thread. */
gpointer rs_memory_acquire (RsArray *array, guint memory, RsAccess access, GError **error);
/* Frees all copies but the host's; called when the array dies. */
void rs_memory_drop_replicas (RsArray *array);
/* "cpu", "cuda:0": for traces and memory views. */
const char *rs_memory_get_name (guint memory);
