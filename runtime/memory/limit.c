/* Memory of devices: how much of it arrays may have, and what is told where that is too little.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/memory/replica-private.h"

#include "runtime/memory/memory.h"
#include "runtime/trace/trace.h"

#define ROOM_HOLDS 50000 /* us */

/* What arrays may have of so many bytes that nobody has: other programs may want some meanwhile. */
static guint64
get_part (const RsDevice *device, guint64 room)
{
  return (guint64)(device->part_of_memory * (double)(room - MIN (room, device->reserved_memory)));
}

void
rs_memory_limit_device (RsDevice *device, guint64 bytes, const RsSettings *settings)
{
  const char *model = rs_settings_get_text (settings, RS_SETTING_RUNTIME_GPU_MEMORYMODEL);
  const guint64 reserved = (guint64)rs_settings_get_integer (settings, RS_SETTING_RUNTIME_GPU_RESERVEDMEM) * 1000000;

  device->part_of_memory = g_ascii_strcasecmp (model, "SmallFootprint") == 0   ? 0.5
                           : g_ascii_strcasecmp (model, "LargeFootprint") == 0 ? 1
                                                                               : 0.9;
  device->reserved_memory = MIN (reserved, bytes / 2);
  if (device->memory_limit == 0 && !device->is_processor)
    device->memory_limit = get_part (device, bytes);
}

guint64
rs_memory_get_limit (RsDevice *device)
{
  const gint64 now = g_get_monotonic_time ();
  guint64 limit = device->memory_limit, room = G_MAXUINT64;
  RsMemory *memory;
  gboolean is_asked;

  if (device->table->get_room == NULL || device->memory == RS_MEMORY_HOST)
    return limit;
  g_mutex_lock (&rs_memory_lock);
  memory = rs_memory_get (device->memory);
  is_asked = memory != NULL && (memory->most_asked == 0 || now - memory->most_asked > ROOM_HOLDS);
  g_mutex_unlock (&rs_memory_lock);
  if (is_asked)
    room = device->table->get_room (device);
  g_mutex_lock (&rs_memory_lock);
  memory = rs_memory_get (device->memory);
  if (memory != NULL && is_asked)
    {
      memory->most = room == G_MAXUINT64 ? room : memory->in_use + get_part (device, room);
      memory->most_asked = now;
    }
  room = memory != NULL ? memory->most : G_MAXUINT64;
  g_mutex_unlock (&rs_memory_lock);
  if (room == G_MAXUINT64)
    return limit;
  return limit == 0 ? MAX (room, 1) : MIN (limit, MAX (room, 1));
}

gboolean
rs_memory_could_hold (RsDevice *device, guint64 bytes, guint64 largest)
{
  const guint64 limit = rs_memory_get_limit (device), most = device->largest_array;

  return (limit == 0 || bytes <= limit) && (most == 0 || largest <= most);
}

/* --- what is told --- */

#define MOST_TOLD 5u /* holders */

static gint
compare_sizes (gconstpointer a, gconstpointer b)
{
  const RsReplica *x = *(const RsReplica *const *)a, *y = *(const RsReplica *const *)b;

  return x->bytes < y->bytes ? 1 : x->bytes > y->bytes ? -1 : 0;
}

static void
append_bytes (GString *text, const char *before, guint64 bytes, const char *behind)
{
  g_autofree char *size = g_format_size_full (bytes, G_FORMAT_SIZE_IEC_UNITS);

  g_string_append_printf (text, "%s%s%s", before, size, behind);
}

static void
append_holder (GString *text, const RsReplica *replica)
{
  append_bytes (text, "\n  ", replica->bytes, ": ");
  for (int d = 0; d < replica->array->rank; d++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, d == 0 ? "" : " x ", replica->array->dims[d]);
  if (replica->name != 0)
    g_string_append_printf (text, ", `%s`", rs_trace_get_text (replica->name));
  if (replica->line != 0)
    {
      g_autofree char *file = g_path_get_basename (rs_trace_get_text (replica->file));

      g_string_append_printf (text, ", which line %u of %s needed", replica->line, file);
    }
  if (replica->n_users > 0)
    g_string_append (text, ", in use");
}

/* The lock is held. */
static void
append_holders (GString *text, const RsMemory *memory)
{
  g_autoptr (GPtrArray) holders = g_ptr_array_new ();

  for (RsReplica *replica = memory->newest; replica != NULL; replica = replica->older)
    if (replica->data != NULL)
      g_ptr_array_add (holders, replica);
  append_bytes (text, "; ", memory->in_use, " are in use");
  if (holders->len == 0)
    return;
  g_string_append_printf (text, holders->len == 1 ? " by %u array:" : " by %u arrays, the largest:", holders->len);
  g_ptr_array_sort (holders, compare_sizes);
  for (guint i = 0; i < MIN (holders->len, MOST_TOLD); i++)
    append_holder (text, holders->pdata[i]);
}

void
rs_memory_set_full (const RsMemory *memory, guint64 bytes, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  append_bytes (text, "", bytes, " more");
  append_bytes (text, ": its limit is ", memory->device->memory_limit, "");
  append_holders (text, memory);
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMORY, "the device %s has no memory for %s",
               memory->device->name, text->str);
}

void
rs_memory_report_full (RsDevice *device, guint64 bytes, GError **error)
{
  const guint64 limit = rs_memory_get_limit (device);
  g_autoptr (GString) text = g_string_new (NULL);

  append_bytes (text, "", bytes, " at a time");
  append_bytes (text, ": arrays may have ", limit, " of it");
  g_mutex_lock (&rs_memory_lock);
  if (rs_memory_get (device->memory) != NULL)
    append_holders (text, rs_memory_get (device->memory));
  g_mutex_unlock (&rs_memory_lock);
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMORY, "the device %s has no memory for %s", device->name,
               text->str);
}
