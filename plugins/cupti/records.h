/* CUPTI's records, as bytes, and what is read of them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/record/devices/device-record.h"

/* Of every record the members that its kind has; the others are 0. */
typedef struct {
  gint64 start, end, value;
  guint64 address, text; /* text: where it is in this process */
  guint32 code, from, to, from_device, to_device;
  guint32 correlation, device, context, stream, thread;
  guint32 registers, static_shared, dynamic_shared;
  guint32 grid_x, grid_y, grid_z, block_x, block_y, block_z;
  guint32 multiprocessors, most_warps, most_blocks, most_shared, most_registers, major, minor;
} CuptiFields;

typedef enum {
  CUPTI_READ,
  CUPTI_SKIPPED, /* a kind that nobody asked for, or one that is not known */
  CUPTI_SHORT,   /* its bytes end too early */
} CuptiReading;

/* The record at bytes, of which n may be read. Pure: nothing is followed, not even text. */
CuptiReading cupti_read_fields (const guint8 *bytes, gsize n, RsDeviceRecordKind *kind, CuptiFields *fields);

/* The record in terms of no driver; its texts get ids. FALSE: it says nothing that is wanted. */
gboolean cupti_make_record (RsDeviceRecordKind kind, const CuptiFields *fields, RsDeviceRecord *record);
