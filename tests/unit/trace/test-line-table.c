/* The reader of line tables: what a compiler writes, and bytes that no compiler wrote.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/record/lines/elf-file.h"

#include <dlfcn.h>
#include <glib/gstdio.h>
#include <string.h>

typedef struct {
  char *folder, *source, *library;
} Fixture;

static const char text[] = "#line 7 \"prog.q\"\nint twice (int x) { return\n#line 8 \"prog.q\"\n x * 2; }\n"
                           "#line 1 \"kernel.c\"\nstatic inline int help (int x) { return x / 3; }\n"
                           "#line 20 \"folder/other.q\"\nint other (int x) { return help (x) + x; }\n";

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autofree char *command = NULL;

  self->folder = g_dir_make_tmp ("rs-lines-XXXXXX", NULL);
  self->source = g_build_filename (self->folder, "k.c", NULL);
  self->library = g_build_filename (self->folder, "k.so", NULL);
  g_assert_true (g_file_set_contents (self->source, text, -1, NULL));
  command = g_strdup_printf ("cc -g1 -O1 -fPIC -shared -o %s %s", self->library, self->source);
  g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL));
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_unlink (self->source);
  g_unlink (self->library);
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_free (self->folder);
  g_free (self->source);
  g_free (self->library);
}

static void
check_function (const RsElfFile *elf, gpointer handle, const char *name, const char *wanted_file, guint first,
                guint last)
{
  Dl_info info;
  const char *file = NULL;
  guint line = 0;
  guint64 address;

  g_assert_cmpint (dladdr (dlsym (handle, name), &info), !=, 0);
  address = (gsize)info.dli_saddr - (gsize)info.dli_fbase;
  g_assert_cmpstr (rs_elf_file_find_function (elf, address + 1), ==, name);
  g_assert_true (rs_line_table_find (rs_elf_file_get_lines (elf), address + 1, ".q", &file, &line));
  g_assert_cmpstr (file, ==, wanted_file);
  g_assert_cmpuint (line, >=, first);
  g_assert_cmpuint (line, <=, last);
}

static void
test_compiled (Fixture *self, gconstpointer data)
{
  g_autoptr (RsElfFile) elf = rs_elf_file_new (self->library, TRUE);
  gpointer handle = dlopen (self->library, RTLD_NOW | RTLD_LOCAL);
  const char *file;
  guint line;

  g_assert_nonnull (handle);
  g_assert_nonnull (rs_elf_file_get_lines (elf));
  check_function (elf, handle, "twice", "prog.q", 7, 8);
  check_function (elf, handle, "other", "folder/other.q", 20, 20);
  g_assert_false (rs_line_table_find (rs_elf_file_get_lines (elf), 0, ".q", &file, &line));
  g_assert_false (rs_line_table_find (rs_elf_file_get_lines (elf), G_MAXUINT64, ".q", &file, &line));
  dlclose (handle);
}

/* Whatever stands in a file, reading it ends, and within it. */
static void
test_mutants (Fixture *self, gconstpointer data)
{
  g_autofree char *original = NULL, *mutant = g_build_filename (self->folder, "m.so", NULL);
  g_autoptr (GRand) chance = g_rand_new_with_seed (11);
  gsize length;
  guint read = 0;

  g_assert_true (g_file_get_contents (self->library, &original, &length, NULL));
  for (guint i = 0; i < 2000; i++)
    {
      g_autofree char *bytes = g_memdup2 (original, length);
      gsize size = i % 10 == 0 ? (gsize)g_rand_int_range (chance, 0, (gint32)length) : length;
      g_autoptr (RsElfFile) elf = NULL;
      const char *file;
      guint line;

      for (guint k = 0; k < 8; k++)
        {
          /* Most of them in the sections without code, which lie behind it. */
          gint32 from = k % 2 == 0 ? 0 : (gint32)(length / 2);

          bytes[g_rand_int_range (chance, from, (gint32)length)] = (char)g_rand_int_range (chance, 0, 256);
        }
      g_assert_true (g_file_set_contents_full (mutant, bytes, (gssize)size, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
      elf = rs_elf_file_new (mutant, TRUE);
      for (guint64 address = 0x1000; address < 0x1200; address += 16)
        {
          rs_elf_file_find_function (elf, address);
          if (rs_elf_file_get_lines (elf) != NULL)
            read += rs_line_table_find (rs_elf_file_get_lines (elf), address, ".q", &file, &line);
        }
    }
  g_unlink (mutant);
  g_assert_cmpuint (read, >, 0);
}

/* Sections of nothing but chance. */
static void
test_noise (void)
{
  g_autoptr (GRand) chance = g_rand_new_with_seed (12);

  for (guint i = 0; i < 20000; i++)
    {
      guint8 bytes[256];
      gsize n = (gsize)g_rand_int_range (chance, 0, sizeof bytes);
      g_autoptr (RsLineTable) table = NULL;

      for (gsize k = 0; k < n; k++)
        bytes[k] = (guint8)g_rand_int_range (chance, 0, k < 48 ? 20 : 256);
      /* A length and a version, so that more of it is looked at. */
      if (n > 12)
        {
          memcpy (bytes, &(guint32){ (guint32)n - 4 }, 4);
          memcpy (bytes + 4, "\5\0\10\0", 4);
        }
      table = rs_line_table_new ((RsBytes){ bytes, n }, (RsBytes){ bytes, n }, (RsBytes){ NULL, 0 });
      g_assert_cmpuint (rs_line_table_get_n_rows (table), <=, 2000000);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/line-table/compiled", Fixture, NULL, set_up, test_compiled, tear_down);
  g_test_add ("/line-table/mutants", Fixture, NULL, set_up, test_mutants, tear_down);
  g_test_add_func ("/line-table/noise", test_noise);
  return g_test_run ();
}
