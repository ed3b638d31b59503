/* Replicas: copies of an array in the memories of devices, and which parts of each are valid.
 *
 * Memory 0 is the host's; the CPU device uses it directly. A device with memory of its own registers it and gets a
 * number. An array that only the host has carries no replicas (RsArray.replicas is NULL). Otherwise there is an entry
 * for each memory that has or had it, the host's too, with the bytes that are valid there: each byte is valid
 * somewhere, and a write makes it valid in one place only. Acquiring begins the copies that are missing, through the
 * host when the bytes are on another device.
 *
 * What was only in a device that has failed, or was to be written by a launch that failed, is lost: the array is
 * undefined (RsArray.undefined says why) until it is acquired as a whole for writing alone.
 *
 * RsArray.host_use says what host code may do without asking here, so that elements are as quick as those of an array
 * that was never anywhere else.
 *
 * A memory has a limit. What no launch in flight uses is evicted for what is needed: what the launches that wait need
 * last or not at all, of these what is valid elsewhere before what has to be copied home, and the least recently used
 * first.
 *
 * Order between launches is the queues' business: who acquires has waited for earlier writers.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/device/device.h"
#include "runtime/memory/extents.h"
#include "runtime/value/array.h"

#define RS_MEMORY_HOST 0

typedef enum {
  RS_ACCESS_READ = 1,
  RS_ACCESS_WRITE = 2,      /* all of it: the old contents are not copied */
  RS_ACCESS_READ_WRITE = 3,
} RsAccess;

/* Registers the memory of a device that has none yet, and sets device->memory, 1 or more. */
guint rs_memory_register_device (RsDevice *device);
/* Every array fetches what only that memory has, then its replicas there are freed. Nothing uses them any more. */
void rs_memory_unregister_device (RsDevice *device);

/* The array's contents in that memory, valid for access: an address on the host, else the device's handle, valid for
 * what the device begins after the call. Emits COPY. On a device it stays until rs_memory_release. Fails with
 * RS_RUNTIME_ERROR_MEMORY where launches that are to release something may help, with what a copy reports, or with why
 * the contents are lost that are to be read; then there is nothing to release. Any thread. */
gpointer rs_memory_acquire (RsArray *array, guint memory, RsAccess access, GError **error);
/* The same of some of its bytes. */
gpointer rs_memory_acquire_part (RsArray *array, guint memory, RsAccess access, RsExtent part, GError **error);
/* What a launch does with part of an array. */
typedef struct {
  RsArray *array; /* borrowed */
  RsAccess access;
  RsExtent part; /* of its bytes, none beyond its end */
  gpointer data; /* out: as rs_memory_acquire returns it */
} RsMemoryUse;

/* Acquires several, in their order, up to the first that fails; returns how many it has got. None of them is evicted
 * for another. *copies becomes TRUE where something that is read was not there. An array may be there more than once.
 * Where not all are got, nothing is as if written: those that are have to be released, and hold what they held. Any
 * thread. */
guint rs_memory_acquire_uses (RsMemoryUse *uses, guint n, guint memory, gboolean *copies, GError **error);
/* The same of all of them, where each is in the memory of a device as it is needed, and nothing is to be done but to
 * count who uses them; FALSE, and none is acquired: where that is not so. */
gboolean rs_memory_acquire_ready (RsMemoryUse *uses, guint n, guint memory);
void rs_memory_release_uses (const RsMemoryUse *uses, guint n, guint memory);
/* Makes a copy of the array in the memory of a device, which is complete on return and stays until its place is needed.
 * stop: as the device's wait has it, may be NULL. Fails as rs_memory_acquire does. Any thread. */
gboolean rs_memory_bring (RsArray *array, guint memory, const gint *stop, GError **error);
/* What was acquired is not used any more. Of the host: nothing. */
void rs_memory_release (RsArray *array, guint memory);
/* What is in the array is lost, until all of it is written: it can't be acquired for reading. cause: a sentence. Any
 * thread. */
void rs_memory_set_undefined (RsArray *array, const char *cause);
/* Traces tell copies that the calling thread begins from now on as ones of the array with that oid, of which they hold
 * a part; 0: each as one of its own array. Returns what was set before. */
guint64 rs_memory_tell_copies_as (guint64 oid);

/* What a new array holds that nobody has used: these bytes over and over, as many as an element has, or one; NULL,
 * 0: anything. Nothing is stored until somebody reads, and then where it is read. */
void rs_memory_set_contents (RsArray *array, gconstpointer element, guint bytes);
/* Whether all of it still is what rs_memory_set_contents said. Any thread. */
gboolean rs_memory_is_blank (const RsArray *array);
/* Who knows what will be used there: get_next_use says how many launches are before the next one that uses the array,
 * G_MAXUINT: none is known; it is called with the lock of the memories held, and calls nothing of this file. What is
 * used last is evicted first. NULL: nobody knows. Any thread. */
void rs_memory_set_forecast (guint memory, guint (*get_next_use) (const RsArray *array, gpointer data), gpointer data);
/* Who wants to know what host code reads that only this memory has: note gets the array's oid and its bytes before they
 * are copied, on any thread, with the lock of the memories held, and calls nothing of this file. NULL: nobody. Any
 * thread. */
void rs_memory_set_note_fetch (guint memory, void (*note) (guint64 oid, guint64 bytes, gpointer data), gpointer data);
/* Why a launch failed in the device with that memory: the cause that arrays name whose only copy can't be had from it
 * any more. Only the first one counts; of the host: nothing. Any thread. */
void rs_memory_set_fault (guint memory, const char *cause);
/* Whether all of the array is valid there now. */
gboolean rs_memory_has (const RsArray *array, guint memory);
/* Waits for the copies into that memory; stop: as the device's wait has it, may be NULL. FALSE: whether they have ended
 * is not known. */
gboolean rs_memory_wait (guint memory, const gint *stop);
/* Frees all copies but the host's; called when the array dies. A device that was given up may still read or write
 * the host's one: RsArray.data is NULL then. */
void rs_memory_drop_replicas (RsArray *array);

/* "cpu", "cuda:0": for traces and memory views. */
const char *rs_memory_get_name (guint memory);
/* The names of the memories in which all of the array is valid, with commas; the host's where there is none. (transfer
 * full) */
char *rs_memory_describe_places (const RsArray *array);
/* How much of the device's memory, of so many bytes, arrays may have by the settings RUNTIME_GPU_MEMORYMODEL and
 * RUNTIME_GPU_RESERVEDMEM. A limit that it has already stays. Called once, before it has arrays. */
void rs_memory_limit_device (RsDevice *device, guint64 bytes, const RsSettings *settings);
/* Bytes of arrays that the device can hold: its limit, or what it has beside what other programs use, as of the last 50
 * ms; 0: that is not known. */
guint64 rs_memory_get_limit (RsDevice *device);
/* Whether it can hold arrays of so many bytes at a time, of which one has at most so many. */
gboolean rs_memory_could_hold (RsDevice *device, guint64 bytes, guint64 largest);
/* Fails with RS_RUNTIME_ERROR_MEMORY, for a launch whose arrays need so many bytes: what the device may hold, and the
 * largest arrays that it has, with the lines that brought them there. */
void rs_memory_report_full (RsDevice *device, guint64 bytes, GError **error);
