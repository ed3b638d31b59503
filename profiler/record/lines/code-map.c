/* See code-map.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/record/lines/code-map.h"

#include "profiler/record/lines/elf-file.h"

#include <link.h>
#include <string.h>

#define MOST_RANGES 8u
#define PROGRAM_SUFFIX ".q"

typedef struct {
  gsize from, to;
} Range;

typedef struct {
  char *path, *name;
  gsize base;
  Range ranges[MOST_RANGES]; /* of code */
  guint n_ranges;
  RsElfFile *file; /* NULL: not read yet */
} Object;

struct _RsCodeMap {
  GPtrArray *objects; /* of Object; those that came last count where several had an address */
  guint64 changes;    /* of the loader's list when it was read */
  Object *last;
};

static void
object_free (gpointer data)
{
  Object *object = data;

  g_free (object->path);
  g_free (object->name);
  rs_elf_file_free (object->file);
  g_free (object);
}

RsCodeMap *
rs_code_map_new (void)
{
  RsCodeMap *self = g_new0 (RsCodeMap, 1);

  self->objects = g_ptr_array_new_with_free_func (object_free);
  return self;
}

void
rs_code_map_free (RsCodeMap *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->objects);
  g_free (self);
}

static gboolean
is_known (const RsCodeMap *self, const struct dl_phdr_info *info, const char *path)
{
  for (guint i = 0; i < self->objects->len; i++)
    {
      const Object *object = self->objects->pdata[i];

      if (object->base == info->dlpi_addr && strcmp (object->path, path) == 0)
        return TRUE;
    }
  return FALSE;
}

static int
note_object (struct dl_phdr_info *info, size_t size, void *data)
{
  RsCodeMap *self = data;
  const guint64 changes = info->dlpi_adds + info->dlpi_subs + 1;
  const char *path = info->dlpi_name[0] != '\0' ? info->dlpi_name : "/proc/self/exe";
  Object *object;

  if (self->objects->len > 0 && self->changes == changes)
    return 1;
  if (is_known (self, info, path))
    return 0;
  object = g_new0 (Object, 1);
  object->path = g_strdup (path);
  object->name = g_path_get_basename (path);
  object->base = info->dlpi_addr;
  for (guint i = 0; i < info->dlpi_phnum && object->n_ranges < MOST_RANGES; i++)
    if (info->dlpi_phdr[i].p_type == PT_LOAD && (info->dlpi_phdr[i].p_flags & PF_X) != 0)
      {
        gsize from = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;

        object->ranges[object->n_ranges++] = (Range){ from, from + info->dlpi_phdr[i].p_memsz };
      }
  g_ptr_array_add (self->objects, object);
  return 0;
}

static int
count_changes (struct dl_phdr_info *info, size_t size, void *data)
{
  *(guint64 *)data = info->dlpi_adds + info->dlpi_subs + 1;
  return 1;
}

void
rs_code_map_refresh (RsCodeMap *self)
{
  guint64 changes = 0;

  dl_iterate_phdr (count_changes, &changes);
  if (changes == self->changes)
    return;
  dl_iterate_phdr (note_object, self);
  self->changes = changes;
}

static gboolean
contains (const Object *object, gsize address)
{
  for (guint i = 0; i < object->n_ranges; i++)
    if (address >= object->ranges[i].from && address < object->ranges[i].to)
      return TRUE;
  return FALSE;
}

static Object *
find_object (RsCodeMap *self, gsize address)
{
  if (self->last != NULL && self->last == self->objects->pdata[self->objects->len - 1]
      && contains (self->last, address))
    return self->last;
  for (guint i = self->objects->len; i > 0; i--)
    if (contains (self->objects->pdata[i - 1], address))
      return self->last = self->objects->pdata[i - 1];
  return NULL;
}

/* Large tables of code that is not generated are not read. */
static gboolean
may_be_generated (const Object *object)
{
  return !g_str_has_prefix (object->path, "/usr/") && !g_str_has_prefix (object->path, "/lib")
         && !g_str_has_prefix (object->path, "/proc/self/exe") && !g_str_has_prefix (object->name, "libredshift")
         && !g_str_has_prefix (object->name, "redshift-");
}

gboolean
rs_code_map_find (RsCodeMap *self, gsize address, RsCodePlace *place)
{
  Object *object = find_object (self, address);
  const RsLineTable *lines;

  *place = (RsCodePlace){ 0 };
  if (object == NULL)
    return FALSE;
  if (object->file == NULL)
    object->file = rs_elf_file_new (object->path, may_be_generated (object));
  place->object = object->name;
  place->function = rs_elf_file_find_function (object->file, address - object->base);
  lines = rs_elf_file_get_lines (object->file);
  place->is_generated
      = lines != NULL && rs_line_table_find (lines, address - object->base, PROGRAM_SUFFIX, &place->file, &place->line);
  return TRUE;
}
