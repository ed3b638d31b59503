/* See elf-file.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/record/lines/elf-file.h"

#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_BYTES ((guint64)256 << 20) /* of a section */
#define MOST_SECTIONS 4096u

typedef struct {
  guint64 address, size;
  guint32 name; /* in names */
} Function;

struct _RsElfFile {
  GArray *functions; /* of Function, by address */
  GBytes *names;     /* NULL: none */
  RsLineTable *lines;
};

typedef struct {
  int file;
  guint64 size;
  Elf64_Shdr *sections; /* [n] */
  guint n;
  GBytes *names; /* of the sections */
} Reader;

static GBytes *
read_bytes (const Reader *self, guint64 offset, guint64 size)
{
  g_autofree guint8 *data = NULL;

  if (size > MOST_BYTES || offset > self->size || size > self->size - offset)
    return NULL;
  data = g_malloc (MAX (size, 1));
  for (guint64 done = 0; done < size;)
    {
      gssize n = pread (self->file, data + done, size - done, (off_t)(offset + done));

      if (n <= 0)
        return NULL;
      done += (guint64)n;
    }
  return g_bytes_new_take (g_steal_pointer (&data), size);
}

static GBytes *
read_section (const Reader *self, guint index)
{
  const Elf64_Shdr *section = index < self->n ? &self->sections[index] : NULL;

  if (section == NULL || section->sh_type == SHT_NOBITS || (section->sh_flags & SHF_COMPRESSED) != 0)
    return NULL;
  return read_bytes (self, section->sh_offset, section->sh_size);
}

/* A text of a table of them; NULL when it is not within. */
static const char *
get_text (GBytes *table, guint64 offset)
{
  gsize size;
  const char *data = table != NULL ? g_bytes_get_data (table, &size) : NULL;

  return data != NULL && offset < size && memchr (data + offset, 0, size - offset) != NULL ? data + offset : NULL;
}

static gboolean
read_sections (Reader *self)
{
  Elf64_Ehdr header;
  g_autoptr (GBytes) bytes = read_bytes (self, 0, sizeof header), sections = NULL;

  if (bytes == NULL)
    return FALSE;
  memcpy (&header, g_bytes_get_data (bytes, NULL), sizeof header);
  if (memcmp (header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64
      || header.e_ident[EI_DATA] != ELFDATA2LSB || header.e_shentsize != sizeof (Elf64_Shdr)
      || header.e_shnum > MOST_SECTIONS)
    return FALSE;
  sections = read_bytes (self, header.e_shoff, (guint64)header.e_shnum * sizeof (Elf64_Shdr));
  if (sections == NULL)
    return FALSE;
  self->n = header.e_shnum;
  self->sections = g_memdup2 (g_bytes_get_data (sections, NULL), g_bytes_get_size (sections));
  self->names = read_section (self, header.e_shstrndx);
  return self->names != NULL;
}

static guint
find_section (const Reader *self, const char *name)
{
  for (guint i = 0; i < self->n; i++)
    if (g_strcmp0 (get_text (self->names, self->sections[i].sh_name), name) == 0)
      return i;
  return G_MAXUINT;
}

static int
compare_functions (gconstpointer a, gconstpointer b)
{
  const Function *p = a, *q = b;

  return p->address < q->address ? -1 : p->address > q->address;
}

static void
read_functions (RsElfFile *self, const Reader *reader, guint index)
{
  g_autoptr (GBytes) bytes = read_section (reader, index);
  gsize n = bytes != NULL ? g_bytes_get_size (bytes) / sizeof (Elf64_Sym) : 0;

  if (n == 0)
    return;
  self->names = read_section (reader, reader->sections[index].sh_link);
  for (gsize i = 0; i < n; i++)
    {
      Elf64_Sym symbol;
      Function function;
      guint type;

      memcpy (&symbol, (const guint8 *)g_bytes_get_data (bytes, NULL) + i * sizeof symbol, sizeof symbol);
      type = ELF64_ST_TYPE (symbol.st_info);
      if ((type != STT_FUNC && type != STT_GNU_IFUNC) || symbol.st_shndx == SHN_UNDEF)
        continue;
      function = (Function){ symbol.st_value, symbol.st_size, symbol.st_name };
      g_array_append_val (self->functions, function);
    }
  g_array_sort (self->functions, compare_functions);
}

static RsBytes
borrow (GBytes *bytes)
{
  RsBytes borrowed = { NULL, 0 };

  if (bytes != NULL)
    borrowed.data = g_bytes_get_data (bytes, &borrowed.n);
  return borrowed;
}

static void
read_lines (RsElfFile *self, const Reader *reader)
{
  g_autoptr (GBytes) line = read_section (reader, find_section (reader, ".debug_line"));
  g_autoptr (GBytes) line_strings = read_section (reader, find_section (reader, ".debug_line_str"));
  g_autoptr (GBytes) strings = read_section (reader, find_section (reader, ".debug_str"));

  if (line != NULL)
    self->lines = rs_line_table_new (borrow (line), borrow (line_strings), borrow (strings));
}

RsElfFile *
rs_elf_file_new (const char *path, gboolean with_lines)
{
  RsElfFile *self = g_new0 (RsElfFile, 1);
  Reader reader = { .file = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) };
  struct stat status;

  self->functions = g_array_new (FALSE, FALSE, sizeof (Function));
  if (reader.file < 0)
    return self;
  if (fstat (reader.file, &status) == 0 && S_ISREG (status.st_mode))
    {
      reader.size = (guint64)status.st_size;
      if (read_sections (&reader))
        {
          guint symbols = find_section (&reader, ".symtab");

          read_functions (self, &reader, symbols != G_MAXUINT ? symbols : find_section (&reader, ".dynsym"));
          if (with_lines)
            read_lines (self, &reader);
        }
    }
  close (reader.file);
  g_free (reader.sections);
  g_clear_pointer (&reader.names, g_bytes_unref);
  return self;
}

void
rs_elf_file_free (RsElfFile *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->functions);
  g_clear_pointer (&self->names, g_bytes_unref);
  rs_line_table_free (self->lines);
  g_free (self);
}

const char *
rs_elf_file_find_function (const RsElfFile *self, guint64 address)
{
  guint low = 0, high = self->functions->len;
  const Function *function;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->functions, Function, middle).address <= address)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == 0)
    return NULL;
  function = &g_array_index (self->functions, Function, low - 1);
  if (function->size > 0 && address - function->address >= function->size)
    return NULL;
  return get_text (self->names, function->name);
}

const RsLineTable *
rs_elf_file_get_lines (const RsElfFile *self)
{
  return self->lines;
}
