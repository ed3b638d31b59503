/* What a compiled kernel needs besides itself, from the table of symbols of its object.
 *
 * Expected workload: kernels that call nothing, nine of ten. Without libraries to look through the linker takes half
 * the time.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/device/cpu/cpu-private.h"

#include <elf.h>
#include <link.h>
#include <string.h>

/* The part of bytes that a section takes; NULL: it is not all there. */
static const char *
find_section (const char *bytes, gsize length, const ElfW (Shdr) * section)
{
  return section->sh_offset <= length && section->sh_size <= length - section->sh_offset ? bytes + section->sh_offset
                                                                                         : NULL;
}

/* The first symbol of a table has no name and stands for nothing. */
static gboolean
are_defined (const char *symbols, gsize size)
{
  ElfW (Sym) symbol;

  for (gsize at = sizeof symbol; at + sizeof symbol <= size; at += sizeof symbol)
    {
      memcpy (&symbol, symbols + at, sizeof symbol);
      if (symbol.st_shndx == SHN_UNDEF)
        return FALSE;
    }
  return TRUE;
}

gboolean
rs_object_is_complete (const char *path)
{
  g_autofree char *bytes = NULL;
  gboolean has_table = FALSE;
  ElfW (Ehdr) head;
  ElfW (Shdr) section;
  gsize length;

  if (!g_file_get_contents (path, &bytes, &length, NULL) || length < sizeof head)
    return FALSE;
  memcpy (&head, bytes, sizeof head);
  if (memcmp (head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_shentsize != sizeof section || head.e_shoff > length
      || head.e_shnum > (length - head.e_shoff) / sizeof section)
    return FALSE;
  for (guint i = 0; i < head.e_shnum; i++)
    {
      const char *symbols;

      memcpy (&section, bytes + head.e_shoff + i * sizeof section, sizeof section);
      if (section.sh_type != SHT_SYMTAB)
        continue;
      symbols = find_section (bytes, length, &section);
      if (symbols == NULL || !are_defined (symbols, section.sh_size))
        return FALSE;
      has_table = TRUE;
    }
  return has_table;
}
