/* Reading records by their beginnings.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/cupti/records.h"

#include "plugins/cupti/types.h"
#include "runtime/trace/trace.h"

#include <string.h>

typedef enum {
#define CUPTI_RECORD(NAME, kind, BECOMES, bytes) NAME,
#define CUPTI_FIELD(NAME, member, offset, bytes)
#include "plugins/cupti/records.def"
#undef CUPTI_RECORD
#undef CUPTI_FIELD
  N_RECORDS
} Record;

typedef struct {
  guint16 record, from, bytes, to, to_bytes;
} Field;

static const struct {
  guint32 kind, bytes;
  RsDeviceRecordKind becomes;
} records[] = {
#define CUPTI_RECORD(NAME, kind, BECOMES, bytes) { kind, bytes, RS_DEVICE_##BECOMES },
#define CUPTI_FIELD(NAME, member, offset, bytes)
#include "plugins/cupti/records.def"
#undef CUPTI_RECORD
#undef CUPTI_FIELD
};

static const Field fields_of_records[] = {
#define CUPTI_RECORD(NAME, kind, BECOMES, bytes)
#define CUPTI_FIELD(NAME, member, offset, bytes)                                                                       \
  { NAME, offset, bytes, G_STRUCT_OFFSET (CuptiFields, member), sizeof (((CuptiFields *)0)->member) },
#include "plugins/cupti/records.def"
#undef CUPTI_RECORD
#undef CUPTI_FIELD
};

#if G_BYTE_ORDER != G_LITTLE_ENDIAN
#error "numbers are widened by their first bytes"
#endif

/* The fields of a record stand together. */
static guint
find_first_field (guint record)
{
  static guint16 firsts[N_RECORDS]; /* + 1; atomic, each thread finds the same */
  guint16 first = __atomic_load_n (&firsts[record], __ATOMIC_RELAXED);

  if (first == 0)
    {
      while (fields_of_records[first].record != record)
        first++;
      __atomic_store_n (&firsts[record], ++first, __ATOMIC_RELAXED);
    }
  return first - 1u;
}

CuptiReading
cupti_read_fields (const guint8 *bytes, gsize n, RsDeviceRecordKind *kind, CuptiFields *fields)
{
  guint record = 0;
  guint32 number;

  if (n < sizeof number)
    return CUPTI_SHORT;
  memcpy (&number, bytes, sizeof number);
  while (record < N_RECORDS && records[record].kind != number)
    record++;
  if (record == N_RECORDS)
    return CUPTI_SKIPPED;
  if (n < records[record].bytes)
    return CUPTI_SHORT;
  *kind = records[record].becomes;
  memset (fields, 0, sizeof *fields);
  for (guint i = find_first_field (record);
       i < G_N_ELEMENTS (fields_of_records) && fields_of_records[i].record == record; i++)
    memcpy ((guint8 *)fields + fields_of_records[i].to, bytes + fields_of_records[i].from,
            MIN (fields_of_records[i].bytes, fields_of_records[i].to_bytes));
  return CUPTI_READ;
}

/* --- texts --- */

typedef enum { CALL, COPY, WAIT, COST, MEMORY, COMPILE, MIGRATION, ACCESS, MAPPING, N_FAMILIES } Family;

static const struct {
  Family family;
  guint32 number;
  const char *text;
} words[] = {
#define CUPTI_WORD(FAMILY, number, text) { FAMILY, number, text },
#include "plugins/cupti/words.def"
#undef CUPTI_WORD
};

static const char *
find_word (Family family, guint32 number)
{
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (words[i].family == family && words[i].number == number)
      return words[i].text;
  return NULL;
}

static guint32
name_word (Family family, guint32 number)
{
  const char *text = find_word (family, number);

  return text != NULL ? rs_trace_name (text) : 0;
}

static guint32
name_text (const CuptiFields *fields)
{
  const char *text = GSIZE_TO_POINTER ((gsize)fields->text);

  return text != NULL && *text != '\0' ? rs_trace_name (text) : 0;
}

static guint32
name_description (const CuptiFields *fields)
{
  const char *model = fields->text != 0 ? GSIZE_TO_POINTER ((gsize)fields->text) : "a GPU";
  g_autofree char *text = g_strdup_printf ("%s; compute capability %u.%u; %u multiprocessors, each with %u warps, %u "
                                           "blocks, %u registers and %u bytes of shared memory",
                                           model, fields->major, fields->minor, fields->multiprocessors,
                                           fields->most_warps, fields->most_blocks, fields->most_registers,
                                           fields->most_shared);

  return rs_trace_name (text);
}

static guint32
name_graph (const CuptiFields *fields)
{
  char text[32];

  g_snprintf (text, sizeof text, "graph %u", fields->code);
  return rs_trace_name (text);
}

static guint32
name_copy (const CuptiFields *fields)
{
  char text[64];

  if (fields->from_device == fields->to_device)
    return name_word (COPY, fields->code);
  g_snprintf (text, sizeof text, "cuda:%u->cuda:%u", fields->from_device, fields->to_device);
  return rs_trace_name (text);
}

/* --- records --- */

static void
fill_kernel (const CuptiFields *fields, RsDeviceRecord *record)
{
  const guint32 grid[] = { fields->grid_x, fields->grid_y, fields->grid_z };
  const guint32 block[] = { fields->block_x, fields->block_y, fields->block_z };

  memcpy (record->grid, grid, sizeof grid);
  memcpy (record->block, block, sizeof block);
  record->registers = fields->registers;
  record->shared_bytes = fields->static_shared + fields->dynamic_shared;
  record->name = name_text (fields);
  record->is_generated = record->name != 0
                         && g_str_has_prefix (GSIZE_TO_POINTER ((gsize)fields->text), RS_TRACE_GENERATED_PREFIX);
}

/* A piece of unified memory moved. */
static void
fill_migration (const CuptiFields *fields, RsDeviceRecord *record)
{
  record->device = fields->code == CUPTI_UNIFIED_TO_HOST ? fields->from_device : fields->to_device;
  record->name = name_word (MIGRATION, fields->from <= 5 ? fields->from : 0);
  record->detail = fields->code == CUPTI_UNIFIED_TO_HOST     ? rs_trace_name ("device->host")
                   : fields->code == CUPTI_UNIFIED_TO_DEVICE ? rs_trace_name ("host->device")
                                                             : name_copy (fields);
}

/* It was not where it was wanted. */
static void
fill_paging (const CuptiFields *fields, const char *what, gboolean has_end, Family why, RsDeviceRecord *record)
{
  record->kind = RS_DEVICE_PAGING;
  record->device = fields->from_device;
  record->name = rs_trace_name (what);
  record->detail = name_word (why, fields->from);
  record->end = has_end ? record->end : record->start;
}

static gboolean
fill_unified (const CuptiFields *fields, RsDeviceRecord *record)
{
  switch (fields->code)
    {
    case CUPTI_UNIFIED_TO_DEVICE:
    case CUPTI_UNIFIED_TO_HOST:
    case CUPTI_UNIFIED_BETWEEN_DEVICES:
      fill_migration (fields, record);
      return TRUE;
    case CUPTI_UNIFIED_HOST_FAULT:
      fill_paging (fields, "page fault of the host", FALSE, ACCESS, record);
      record->device = RS_DEVICE_HOST;
      record->value = 1; /* one fault a record: its value is where the program was, its devices mean nothing */
      return TRUE;
    case CUPTI_UNIFIED_DEVICE_FAULTS:
      fill_paging (fields, "page faults of the device", TRUE, ACCESS, record);
      return TRUE;
    case CUPTI_UNIFIED_THRASHING: /* the devices are bits */
      fill_paging (fields, "a page goes to and fro", FALSE, N_FAMILIES, record);
      record->device = RS_DEVICE_HOST;
      return TRUE;
    case CUPTI_UNIFIED_THROTTLING:
      fill_paging (fields, "slowed down, as a page goes to and fro", TRUE, N_FAMILIES, record);
      return TRUE;
    case CUPTI_UNIFIED_REMOTE:
      fill_paging (fields, "used where it lies", FALSE, MAPPING, record);
      return TRUE;
    default:
      return FALSE;
    }
}

gboolean
cupti_make_record (RsDeviceRecordKind kind, const CuptiFields *fields, RsDeviceRecord *record)
{
  *record = (RsDeviceRecord){ .start = fields->start,
                              .end = fields->end,
                              .kind = kind,
                              .correlation = fields->correlation,
                              .device = fields->device,
                              .context = fields->context,
                              .stream = fields->stream,
                              .value = fields->value,
                              .address = fields->address,
                              .thread = fields->thread };
  switch (kind)
    {
    case RS_DEVICE_KERNEL:
      fill_kernel (fields, record);
      return TRUE;
    case RS_DEVICE_COPY:
      record->name = name_copy (fields);
      return TRUE;
    case RS_DEVICE_FILL:
      return TRUE;
    case RS_DEVICE_GRAPH:
      record->name = name_graph (fields);
      return TRUE;
    case RS_DEVICE_CALL:
      record->name = name_word (CALL, fields->code);
      return TRUE;
    case RS_DEVICE_LAUNCH:
      return fields->code == CUPTI_OUR_LAUNCHES;
    case RS_DEVICE_WAIT:
      record->name = name_word (WAIT, fields->code);
      return TRUE;
    case RS_DEVICE_MEMORY:
      record->name = name_word (MEMORY, fields->from);
      record->end = record->start;
      record->value = fields->code == 2 ? -fields->value : fields->value;
      return fields->code == 1 || fields->code == 2;
    case RS_DEVICE_COMPILE:
      record->name = name_word (COMPILE, fields->code);
      return TRUE;
    case RS_DEVICE_COST:
      record->name = name_word (COST, fields->code);
      return TRUE;
    case RS_DEVICE_MIGRATION:
      return fill_unified (fields, record);
    case RS_DEVICE_DESCRIPTION:
      record->name = name_description (fields);
      return TRUE;
    default:
      return FALSE;
    }
}
