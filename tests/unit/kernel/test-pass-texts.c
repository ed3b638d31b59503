/* Each pass alone, text in and text out: the files of tests/kernels/passes.
 *
 * A file names the pass and says what it does to the kernel in it, followed by the kernel's IR before and after. A file
 * whose sentence begins with "nothing" holds a kernel that the pass leaves alone; every other one differs behind it, so
 * that the test fails when the pass does not run.
 *
 * RS_UPDATE_GOLDEN=1 test-pass-texts writes the IR after the pass anew; git diff shows what changed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/passes.h"

#include <string.h>

#define BEFORE "--- before\n"
#define AFTER "--- after\n"

typedef struct {
  char *pass, *does, *before, *after;
} Case;

static void
case_clear (Case *self)
{
  g_free (self->pass);
  g_free (self->does);
  g_free (self->before);
  g_free (self->after);
}

static Case
read_case (const char *path)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) head = NULL;
  const char *before, *after;
  Case self;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  before = strstr (text, BEFORE);
  after = strstr (text, AFTER);
  g_assert_true (before != NULL && after != NULL && before < after);
  head = g_strsplit (text, "\n", 3);
  g_assert_true (g_str_has_prefix (head[0], "pass: ") && g_str_has_prefix (head[1], "does: "));
  self.pass = g_strdup (head[0] + strlen ("pass: "));
  self.does = g_strdup (head[1] + strlen ("does: "));
  self.before = g_strndup (before + strlen (BEFORE), (gsize)(after - before) - strlen (BEFORE));
  self.after = g_strdup (after + strlen (AFTER));
  return self;
}

static const struct {
  const char *name;
  void (*run) (RsKernel *);
} passes[] = {
#define RS_PASS(name, text, targets, kernels, documentation) { text, rs_pass_##name },
#include "compiler/kernel/passes/passes.def"
#undef RS_PASS
};

static void (*find_pass (const char *name)) (RsKernel *)
{
  for (guint i = 0; i < G_N_ELEMENTS (passes); i++)
    if (strcmp (passes[i].name, name) == 0)
      return passes[i].run;
  g_error ("there is no pass %s", name);
}

/* The kernel behind the pass, as text that is read again as the same. */
static char *
run_pass (const Case *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RsKernel) kernel = rs_kernel_parse (self->before, &error), again = NULL;
  g_autofree char *printed = NULL, *read = NULL;

  g_assert_no_error (error);
  g_assert_null (rs_kernel_verify (kernel));
  printed = rs_kernel_print (kernel);
  g_assert_cmpstr (printed, ==, self->before);
  kernel->pass = self->pass;
  find_pass (self->pass) (kernel);
  g_assert_null (rs_kernel_verify (kernel));
  g_free (printed);
  printed = rs_kernel_print (kernel);
  again = rs_kernel_parse (printed, &error);
  g_assert_no_error (error);
  read = rs_kernel_print (again);
  g_assert_cmpstr (read, ==, printed);
  return g_steal_pointer (&printed);
}

static void
test_case (gconstpointer data)
{
  const char *path = data;
  Case self = read_case (path);
  g_autofree char *after = run_pass (&self);

  if (g_getenv ("RS_UPDATE_GOLDEN"))
    {
      g_autofree char *text
          = g_strdup_printf ("pass: %s\ndoes: %s\n" BEFORE "%s" AFTER "%s", self.pass, self.does, self.before, after);

      g_assert_true (g_file_set_contents (path, text, -1, NULL));
    }
  else
    g_assert_cmpstr (after, ==, self.after);
  if (g_str_has_prefix (self.does, "nothing"))
    g_assert_cmpstr (after, ==, self.before);
  else
    g_assert_cmpstr (after, !=, self.before);
  case_clear (&self);
}

/* Each pass has a text that it changes. */
static void
test_all_passes (gconstpointer data)
{
  const GPtrArray *paths = data;

  for (guint i = 0; i < G_N_ELEMENTS (passes); i++)
    {
      gboolean is_changed = FALSE;

      for (guint j = 0; j < paths->len && !is_changed; j++)
        {
          Case self = read_case (paths->pdata[j]);

          is_changed = strcmp (self.pass, passes[i].name) == 0 && !g_str_has_prefix (self.does, "nothing");
          case_clear (&self);
        }
      if (!is_changed)
        g_test_message ("no text shows what %s does", passes[i].name);
      g_assert_true (is_changed);
    }
}

int
main (int argc, char *argv[])
{
  g_autoptr (GDir) folder = NULL;
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_open (PASSES_FOLDER, 0, NULL);
  g_assert_nonnull (folder);
  while ((name = g_dir_read_name (folder)) != NULL)
    if (g_str_has_suffix (name, ".ir"))
      {
        g_autofree char *title = g_strndup (name, strlen (name) - strlen (".ir"));
        g_autofree char *test = g_strdup_printf ("/kernel/pass/%s", title);

        g_ptr_array_add (paths, g_build_filename (PASSES_FOLDER, name, NULL));
        g_test_add_data_func (test, paths->pdata[paths->len - 1], test_case);
      }
  g_test_add_data_func ("/kernel/pass/all", paths, test_all_passes);
  return g_test_run ();
}
