/* Imports: search order, once, circles, what is missing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "sema-test.h"

#include <glib/gstdio.h>

typedef struct {
  char *folder;
  char *other;
} Folders;

static void
write_file (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
set_up (Folders *folders, gconstpointer data)
{
  folders->folder = g_dir_make_tmp ("rs-import-XXXXXX", NULL);
  folders->other = g_dir_make_tmp ("rs-search-XXXXXX", NULL);
}

static void
remove_folder (char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
  g_free (folder);
}

static void
tear_down (Folders *folders, gconstpointer data)
{
  remove_folder (folders->folder);
  remove_folder (folders->other);
}

static Compiled
compile_file (Folders *folders, const char *name)
{
  const char *search[] = { folders->other, NULL };
  RsCompileOptions options = { search, RS_PRECISION_SINGLE };
  g_autofree char *path = g_build_filename (folders->folder, name, NULL);
  g_autoptr (RsSource) source = rs_source_new_from_file (path, NULL);
  Compiled c = { .diagnostics = rs_diagnostics_new () };

  g_assert_nonnull (source);
  c.program = rs_program_compile (source, &options, c.diagnostics);
  c.module = rs_program_get_main (c.program);
  return c;
}

static void
test_order (Folders *folders, gconstpointer data)
{
  Compiled c;
  const char *last;

  write_file (folders->folder, "main.q",
              "import \"a.q\"\nimport \"b.q\"\nimport \".\\\\a.q\"\nimport \"sub\\b.q\"\nprint fa(1), fb(2), both\n");
  write_file (folders->folder, "a.q", "import \"b.q\"\nfunction y = fa(x)\n  y = fb(x) + both\nendfunction\n");
  write_file (folders->other, "a.q", "this is the wrong file\n");
  write_file (folders->other, "b.q", "both = 3\nfunction y = fb(x)\n  y = x\nendfunction\n");
  c = compile_file (folders, "main.q");
  g_assert_cmpuint (c.program->modules->len, ==, 3);
  last = rs_source_get_name (((RsModule *)g_ptr_array_index (c.program->modules, 0))->source);
  g_assert_true (g_str_has_suffix (last, "b.q"));
  {
    g_autofree char *all = messages (&c);

    g_assert_nonnull (strstr (all, "4 error the import `sub\\b.q` was not found"));
    g_assert_cmpuint (rs_diagnostics_get_length (c.diagnostics), ==, 1);
  }
  compiled_clear (&c);
}

static void
test_circle (Folders *folders, gconstpointer data)
{
  Compiled c;

  write_file (folders->folder, "main.q",
              "import \"a.q\"\nfunction y = in_main(x)\n  y = x\nendfunction\nprint fa(2)\n");
  write_file (folders->folder, "a.q",
              "import \"main.q\"\nimport \"a.q\"\nfunction y = fa(x)\n  y = in_main(x)\nendfunction\n");
  c = compile_file (folders, "main.q");
  g_assert_cmpuint (c.program->modules->len, ==, 2);
  g_assert_cmpuint (rs_diagnostics_get_length (c.diagnostics), ==, 0);
  compiled_clear (&c);
}

static void
test_symbols (Folders *folders, gconstpointer data)
{
  Compiled c;
  const RsSymbol *capture;
  RsModule *imported;

  write_file (folders->folder, "main.q", "import \"a.q\"\nfunction y = f(x)\n  y = level + g(x)\nendfunction\n"
              "function y = g(x)\n  y = 2 * x\nendfunction\nprint f(1)\n");
  write_file (folders->folder, "a.q", "level = 3\nfunction y = g(x)\n  y = x\nendfunction\n");
  c = compile_file (folders, "main.q");
  imported = g_ptr_array_index (c.program->modules, 0);
  capture = find_capture (inner (c.module->root->scope, 0), "level");
  g_assert_true (capture->origin == find_variable (imported->root->scope, "level"));
  g_assert_true (rs_symbol_is_global (capture->origin));
  g_assert_true (capture->origin->is_captured);
  /* The program's own function comes before the library's. */
  g_assert_true (find_capture (inner (c.module->root->scope, 0), "g")->origin->scope == c.module->root->scope);
  /* What a module's symbols lead to lives as long as the module. */
  rs_module_ref (c.module);
  rs_program_unref (c.program);
  g_assert_cmpstr (capture->origin->name, ==, "level");
  rs_module_unref (c.module);
  rs_diagnostics_unref (c.diagnostics);
}

static void
test_library (Folders *folders, gconstpointer data)
{
  Compiled c;

  write_file (folders->folder, "main.q", "import \"system.q\"\nimport \"inttypes.q\"\nimport \"floattypes.q\"\n"
              "import \"Quasar.Video.dll\"\nimport \"no_such_file.q\"\nimport \"codec.dll\"\ncodec_open()\n");
  c = compile_file (folders, "main.q");
  {
    g_autofree char *all = messages (&c);

    g_assert_cmpuint (c.program->modules->len, ==, 4);
    g_assert_nonnull (strstr (all, "5 error the import `no_such_file.q` was not found"));
    g_assert_nonnull (strstr (all, "6 warning the library `codec.dll`"));
    g_assert_cmpuint (rs_diagnostics_get_length (c.diagnostics), ==, 2);
  }
  compiled_clear (&c);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/program/order", Folders, NULL, set_up, test_order, tear_down);
  g_test_add ("/program/circle", Folders, NULL, set_up, test_circle, tear_down);
  g_test_add ("/program/symbols", Folders, NULL, set_up, test_symbols, tear_down);
  g_test_add ("/program/library", Folders, NULL, set_up, test_library, tear_down);
  return g_test_run ();
}
