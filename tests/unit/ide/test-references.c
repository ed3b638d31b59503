/* References and renaming over a folder: which files are looked through, texts that are not saved, what cannot be
 * written.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/analysis/names/rename.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

typedef struct {
  char *folder;
} Fixture;

static char *
path_of (const Fixture *fixture, const char *name)
{
  return g_build_filename (fixture->folder, name, NULL);
}

static void
write_file (const Fixture *fixture, const char *name, const char *text)
{
  g_autofree char *path = path_of (fixture, name), *folder = g_path_get_dirname (path);

  g_mkdir_with_parents (folder, 0700);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
check_file (const Fixture *fixture, const char *name, const char *expected)
{
  g_autofree char *path = path_of (fixture, name), *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
}

static const char shapes[] = "type shape : mutable class\n    width : scalar\nendtype\n"
                             "function y = area(s : shape)\n    half = 0.5\n    y = half * s.width\nendfunction\n";
static const char first[] = "import \"shapes.q\"\nprint area(shape(width:=3))\n";
static const char second[] = "import \"../shapes.q\"\ns = shape(width:=4)\nprint area(s) + s.width\n";
/* The same words, and nothing to do with it. */
static const char other[] = "function y = area(width)\n    y = width\nendfunction\nprint area(2)\n";

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("references-XXXXXX", NULL);
  write_file (fixture, "shapes.q", shapes);
  write_file (fixture, "first.q", first);
  write_file (fixture, "below/second.q", second);
  write_file (fixture, "other.q", other);
  write_file (fixture, ".hidden.q", first);
  write_file (fixture, "notes.txt", "area of a shape\n");
}

static void
remove_all (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      remove_all (path);
      g_remove (path);
    }
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  remove_all (fixture->folder);
  g_rmdir (fixture->folder);
  g_free (fixture->folder);
}

static RsAnalysis *
analyse (const Fixture *fixture, const char *name, GHashTable *open)
{
  g_autofree char *path = path_of (fixture, name);
  g_autoptr (RsSource) source = rs_source_new_from_file (path, NULL);

  return rs_analysis_new_of_names (source, open, RS_PRECISION_SINGLE);
}

/* References of the n-th time that the word stands in the text of a file. */
static RsReferences *
find (const Fixture *fixture, RsAnalysis *analysis, const char *word, GHashTable *open)
{
  const char *text = rs_source_get_text (rs_analysis_get_source (analysis));
  g_autoptr (GError) error = NULL;
  RsReferences *references
      = rs_references_find (analysis, (guint32)(strstr (text, word) - text), fixture->folder, open, NULL, &error);

  g_assert_no_error (error);
  return references;
}

/* "first.q 1, second.q 2" */
static void
check_found (const RsReferences *references, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < references->files->len; i++)
    {
      const RsReferencesFile *file = g_ptr_array_index (references->files, i);
      g_autofree char *base = g_path_get_basename (file->path);

      g_string_append_printf (text, "%s%s %u", i > 0 ? ", " : "", base, file->offsets->len);
    }
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_folder (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RsAnalysis) analysis = analyse (fixture, "shapes.q", NULL);
  g_autoptr (RsReferences) function = find (fixture, analysis, "area", NULL);
  g_autoptr (RsReferences) type = find (fixture, analysis, "shape", NULL);
  g_autoptr (RsReferences) field = find (fixture, analysis, "width", NULL);
  g_autoptr (RsReferences) local = find (fixture, analysis, "half", NULL);

  check_found (function, "shapes.q 1, second.q 1, first.q 1");
  check_found (type, "shapes.q 2, second.q 1, first.q 1");
  check_found (field, "shapes.q 2, second.q 2, first.q 1");
  check_found (local, "shapes.q 2");
  g_assert_cmpuint (local->n_read, ==, 0); /* of a variable of a function other files are not read */
  g_assert_null (function->doubt);
}

/* A link to a program, or to a folder, is not followed, and counted. */
static void
test_links (Fixture *fixture, gconstpointer data)
{
  g_autofree char *program = path_of (fixture, "linked.q"), *folder = path_of (fixture, "beside");
  g_autofree char *notes = path_of (fixture, "linked.txt");
  g_autoptr (RsAnalysis) analysis = analyse (fixture, "shapes.q", NULL);
  g_autoptr (RsReferences) references = NULL;

  g_assert_cmpint (symlink ("first.q", program), ==, 0);
  g_assert_cmpint (symlink ("below", folder), ==, 0);
  g_assert_cmpint (symlink ("notes.txt", notes), ==, 0);
  references = find (fixture, analysis, "area", NULL);
  check_found (references, "shapes.q 1, second.q 1, first.q 1");
  g_assert_cmpuint (references->n_links, ==, 2);
  g_assert_cmpint (g_unlink (program), ==, 0);
  g_assert_cmpint (g_unlink (folder), ==, 0);
}

/* From a file that imports it: the program first, then the rest of the folder. */
static void
test_from_outside (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RsAnalysis) analysis = analyse (fixture, "first.q", NULL);
  g_autoptr (RsReferences) references = find (fixture, analysis, "area", NULL);

  check_found (references, "shapes.q 1, first.q 1, second.q 1");
}

static void
test_unsaved (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GHashTable) open
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)rs_source_unref);
  g_autofree char *path = path_of (fixture, "first.q");
  g_autoptr (RsAnalysis) analysis = analyse (fixture, "shapes.q", NULL);
  g_autoptr (RsReferences) references = NULL;

  g_hash_table_insert (open, g_strdup (path),
                       rs_source_new_from_text (path, "import \"shapes.q\"\nf = area\nprint area(shape(width:=3)), f\n",
                                                -1));
  references = find (fixture, analysis, "area", open);
  check_found (references, "shapes.q 1, second.q 1, first.q 2");
}

static void
test_cancelled (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RsAnalysis) analysis = analyse (fixture, "shapes.q", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  guint32 offset = (guint32)(strstr (shapes, "area") - shapes);

  g_cancellable_cancel (cancellable);
  g_assert_null (rs_references_find (analysis, offset, fixture->folder, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static GPtrArray *
rename_to (const Fixture *fixture, const char *name, RsReferences **references, GError **error)
{
  g_autoptr (RsAnalysis) analysis = analyse (fixture, "shapes.q", NULL);

  *references = find (fixture, analysis, "area", NULL);
  return rs_rename_make_texts (analysis, *references, name, NULL, NULL, NULL, error);
}

static void
test_rename (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RsReferences) references = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) texts = rename_to (fixture, "surface", &references, &error);
  g_autoptr (GPtrArray) old = NULL;
  g_autofree char *path = path_of (fixture, "first.q");
  GStatBuf info;

  g_assert_no_error (error);
  g_chmod (path, 0640);
  old = rs_rename_write_files (texts, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (old->len, ==, texts->len);
  check_file (fixture, "first.q", "import \"shapes.q\"\nprint surface(shape(width:=3))\n");
  check_file (fixture, "below/second.q", "import \"../shapes.q\"\ns = shape(width:=4)\nprint surface(s) + s.width\n");
  check_file (fixture, "other.q", other);
  check_file (fixture, ".hidden.q", first);
  g_assert_cmpint (g_stat (path, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0640);
  g_assert_true (rs_rename_take_back (texts, old, &error));
  check_file (fixture, "first.q", first);
  check_file (fixture, "below/second.q", second);
  check_file (fixture, "shapes.q", shapes);
}

/* Who cancels gets no texts, and no file is written. What was checked and what there is to check is told. */
static void
test_rename_cancelled (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RsAnalysis) analysis = analyse (fixture, "shapes.q", NULL);
  g_autoptr (RsReferences) references = find (fixture, analysis, "area", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GPtrArray) texts = NULL;
  g_autoptr (GError) error = NULL;
  RsRenameProgress progress = { 0, 0 };

  texts = rs_rename_make_texts (analysis, references, "surface", NULL, &progress, cancellable, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (progress.n_all, ==, 3 + 4); /* with the name; programs of the folder */
  g_assert_cmpuint (progress.n_done, ==, progress.n_all);
  g_cancellable_cancel (cancellable);
  g_assert_null (rs_rename_make_texts (analysis, references, "surface", NULL, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_null (rs_rename_write_files (texts, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  check_file (fixture, "shapes.q", shapes);
  check_file (fixture, "first.q", first);
}

/* All or nothing: the last file can't be written, or is another one by now. */
static void
check_untouched (Fixture *fixture, const char *reason)
{
  g_autoptr (RsReferences) references = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) texts = rename_to (fixture, "surface", &references, &error);

  g_assert_no_error (error);
  if (g_str_equal (reason, "has changed"))
    write_file (fixture, "first.q", "print 1\n");
  g_assert_null (rs_rename_write_files (texts, NULL, &error));
  if (strstr (error->message, reason) == NULL || strstr (error->message, "first.q") == NULL)
    g_error ("%s", error->message);
  check_file (fixture, "shapes.q", shapes);
  check_file (fixture, "below/second.q", second);
}

static void
test_not_written (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = path_of (fixture, "first.q");

  g_chmod (path, 0444); /* the others are written by then, and taken back */
  check_untouched (fixture, "read-only");
  check_file (fixture, "first.q", first);
}

static void
test_changed (Fixture *fixture, gconstpointer data)
{
  check_untouched (fixture, "has changed");
}

/* A byte order mark stays. */
static void
test_mark (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RsReferences) references = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) texts = NULL, old = NULL;

  write_file (fixture, "first.q", "\xef\xbb\xbfimport \"shapes.q\"\r\nprint area(shape(width:=3))\r\n");
  texts = rename_to (fixture, "surface", &references, &error);
  g_assert_no_error (error);
  old = rs_rename_write_files (texts, NULL, &error);
  g_assert_no_error (error);
  check_file (fixture, "first.q", "\xef\xbb\xbfimport \"shapes.q\"\r\nprint surface(shape(width:=3))\r\n");
}

static void
test_latin1 (Fixture *fixture, gconstpointer data)
{
  static const char text[] = "% caf\xe9\nimport \"shapes.q\"\nprint area(shape(width:=3))\n";

  write_file (fixture, "first.q", text);
  check_untouched (fixture, "is in Latin-1");
  check_file (fixture, "first.q", text);
}

/* What was written can't be put back, as the old text is longer than files may be by now: it is named. */
static void
test_not_put_back (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RsReferences) references = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) texts = rename_to (fixture, "a1", &references, &error);
  g_autofree char *path = path_of (fixture, "first.q");
  struct rlimit old, low;
  g_autoptr (GPtrArray) written = NULL;

  g_assert_no_error (error);
  g_chmod (path, 0444);
  getrlimit (RLIMIT_FSIZE, &old);
  low = (struct rlimit){ sizeof shapes - 1 - strlen ("ar"), old.rlim_max };
  signal (SIGXFSZ, SIG_IGN);
  setrlimit (RLIMIT_FSIZE, &low);
  written = rs_rename_write_files (texts, NULL, &error);
  setrlimit (RLIMIT_FSIZE, &old);
  g_assert_null (written);
  g_assert_nonnull (strstr (error->message, "could not be put back"));
  g_assert_true (g_str_has_suffix (error->message, "shapes.q"));
  check_file (fixture, "below/second.q", second);
  check_file (fixture, "first.q", first);
}

/* A file with errors that uses the name: it is not certain what it means there. */
static void
test_errors (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RsReferences) references = NULL;
  g_autoptr (GError) error = NULL;

  write_file (fixture, "wrong.q", "import \"shapes.q\"\nprint area(shape(width:=3)\n");
  g_assert_null (rename_to (fixture, "surface", &references, &error));
  g_assert_nonnull (strstr (error->message, "wrong.q"));
  g_assert_nonnull (references->doubt);
}

/* A name that is free where it is defined, and taken in a file that uses it. */
static void
test_taken_elsewhere (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RsReferences) references = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (rename_to (fixture, "s", &references, &error));
  g_assert_nonnull (strstr (error->message, "means something else already"));
}

/* Renames what word means in a file; NULL with the reason. */
static char *
get_refusal (const Fixture *fixture, const char *file, const char *word, const char *name)
{
  g_autoptr (RsAnalysis) analysis = analyse (fixture, file, NULL);
  g_autoptr (RsReferences) references = find (fixture, analysis, word, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) texts = rs_rename_make_texts (analysis, references, name, NULL, NULL, NULL, &error);

  g_assert_true ((texts == NULL) == (error != NULL));
  return error != NULL ? g_strdup (error->message) : NULL;
}

/* A program that has the new name only would call another function, or read a field in place of a call. */
static void
test_means_something_else (Fixture *fixture, gconstpointer data)
{
  g_autofree char *function = NULL, *member = NULL, *free_name = NULL, *in_front = NULL;

  write_file (fixture, "util.q",
              "function y = scale(x : int)\n    y = 2*x\nendfunction\n"
              "type pair : mutable class\n    a : scalar\nendtype\n");
  write_file (fixture, "more.q",
              "function y = shift(x : scalar)\n    y = x + 1\nendfunction\n"
              "function y = norm2(p)\n    y = 100\nendfunction\n");
  write_file (fixture, "main.q",
              "import \"util.q\"\nimport \"more.q\"\nprint shift(10)\np = pair(a:=3)\n"
              "print p.norm2()\n");
  function = get_refusal (fixture, "util.q", "scale", "shift");
  g_assert_cmpstr (function, ==, "“shift” would mean something else: main.q:3");
  in_front = get_refusal (fixture, "main.q", "pair", "norm2");
  g_assert_nonnull (in_front);
  member = get_refusal (fixture, "util.q", "a :", "norm2");
  g_assert_cmpstr (member, ==, "“norm2” would mean something else: main.q:5");
  free_name = get_refusal (fixture, "util.q", "scale", "larger");
  g_assert_null (free_name);
}

/* A file elsewhere is known by what imports it, also where that does not have the name. */
static void
test_imported_from_elsewhere (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = path_of (fixture, "a");
  const Fixture below = { folder };
  g_autoptr (RsAnalysis) analysis = NULL;
  g_autoptr (RsReferences) references = NULL;

  write_file (fixture, "a/util.q", "function y = scale(x)\n    y = 2*x\nendfunction\n");
  write_file (fixture, "b/helper.q", "import \"../a/util.q\"\nfunction y = help(x)\n    y = scale(x)\nendfunction\n");
  write_file (fixture, "a/main.q", "import \"../b/helper.q\"\nprint help(1)\n");
  analysis = analyse (&below, "util.q", NULL);
  references = find (&below, analysis, "scale", NULL);
  check_found (references, "util.q 1, helper.q 1");
}

/* What a program evaluates may use the name of a function, type or field; a variable of a function it can't reach. */
static void
test_eval (Fixture *fixture, gconstpointer data)
{
  g_autofree char *function = NULL, *field = NULL, *local = NULL;

  write_file (fixture, "first.q", "import \"shapes.q\"\nprint eval(\"area(shape(width:=3))\")\n");
  function = get_refusal (fixture, "shapes.q", "area", "surface");
  g_assert_cmpstr (function, ==, "first.q:2: the text that “eval” gets may use “area”");
  field = get_refusal (fixture, "shapes.q", "width", "breadth");
  g_assert_cmpstr (field, ==, "first.q:2: the text that “eval” gets may use “width”");
  local = get_refusal (fixture, "shapes.q", "half", "factor");
  g_assert_null (local);
}

/* The setting MODULE_DIR counts as it does when a program runs. */
static void
test_module_folder (Fixture *fixture, gconstpointer data)
{
  g_autofree char *settings = g_build_filename (g_get_user_config_dir (), "redshift", "settings.ini", NULL);
  g_autofree char *folder = g_path_get_dirname (settings);
  g_autofree char *text = g_strdup_printf ("[Settings]\nMODULE_DIR=/nowhere, %s/below\n", fixture->folder);
  g_autoptr (RsAnalysis) analysis = NULL;
  g_autoptr (RsAnalysis) importer = NULL;
  g_autoptr (RsReferences) references = NULL;

  g_mkdir_with_parents (folder, 0700);
  g_assert_true (g_file_set_contents (settings, text, -1, NULL));
  write_file (fixture, "below/util.q", "function y = scale(x)\n    y = 2*x\nendfunction\n");
  write_file (fixture, "main.q", "import \"util.q\"\nprint scale(1)\n");
  importer = analyse (fixture, "main.q", NULL);
  g_assert_false (rs_analysis_has_errors (importer));
  analysis = analyse (fixture, "below/util.q", NULL);
  references = find (fixture, analysis, "scale", NULL);
  check_found (references, "util.q 1, main.q 1");
  g_remove (settings);
}

/* The question is asked at each key: with 20,000 places, too, it is answered at once. */
static void
test_many_places (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("x = 0\n");
  g_autoptr (RsAnalysis) analysis = NULL;
  g_autoptr (RsReferences) references = NULL;
  g_autoptr (GError) error = NULL;
  clock_t start;

  for (guint i = 0; i < 20000; i++)
    g_string_append (text, "y = x\n");
  write_file (fixture, "many.q", text->str);
  analysis = analyse (fixture, "many.q", NULL);
  references = find (fixture, analysis, "x", NULL);
  g_assert_cmpuint (references->n_places, ==, 20001);
  start = clock ();
  rs_rename_check (analysis, references, "other", &error);
  g_test_message ("%.3f s of processor time", (double)(clock () - start) / CLOCKS_PER_SEC);
  g_assert_no_error (error);
  g_assert_cmpfloat ((double)(clock () - start) / CLOCKS_PER_SEC, <, 1.0);
}

/* Fields of objects of which nothing is known before the run: what is asked for may be one of them. That is known
 * before there is a new name. */
static void
test_field_of_anything (Fixture *fixture, gconstpointer data)
{
  static const char *const uses[] = {
    "f = x -> x.width\nprint f(3)\n",
    "s = shape(width:=1)\nprint area(s) + s.width\nprint area(s)\nf = x -> x.width",
    "function y = g(x)\n    y = x.width\nendfunction\n",
    "x = load(\"a.mat\")\nprint x.width\n",
    "function [] = g(c : cell)\n    print c{0}.width\nendfunction\n",
    "function [] = g(x : ?\?)\n    x.width += 3\nendfunction\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (uses); i++)
    {
      g_autofree char *text = g_strconcat ("import \"shapes.q\"\n", uses[i], NULL);
      g_autoptr (RsAnalysis) analysis = NULL;
      g_autoptr (RsReferences) references = NULL;
      g_autoptr (GError) error = NULL;

      write_file (fixture, "anything.q", text);
      analysis = analyse (fixture, "shapes.q", NULL);
      references = find (fixture, analysis, "width", NULL);
      g_test_message ("%s", uses[i]);
      g_assert_nonnull (references->doubt);
      g_assert_true (g_str_has_prefix (references->doubt, "anything.q:"));
      g_assert_false (rs_rename_check_references (analysis, references, &error));
      g_assert_cmpstr (error->message, ==, references->doubt);
    }
}

/* What can't have another name at all says so before there is a new one. */
static void
test_never (Fixture *fixture, gconstpointer data)
{
  static const struct {
    const char *text, *word, *reason;
  } cases[] = {
    { "function [] = main()\n    print 1\nendfunction\n", "main", "“main” is where the program begins" },
    { "function [] = __kernel__ k(x : vec, pos : int)\n    x[pos] = 1\nendfunction\n", "pos", "by the launch" },
    { "x = 3\nprint sin(x)\n", "sin", "“sin” is a built-in" },
    { "import \"imfilter.q\"\nprint gaussian_filter\n", "gaussian_filter", "belongs to the library" },
    { "y = 3\nprint eval(\"y + 1\")\n", "y", "“eval”" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (RsAnalysis) analysis = NULL;
      g_autoptr (RsReferences) references = NULL;
      g_autoptr (GError) error = NULL;

      write_file (fixture, "never.q", cases[i].text);
      analysis = analyse (fixture, "never.q", NULL);
      references = find (fixture, analysis, cases[i].word, NULL);
      g_assert_false (rs_rename_check_references (analysis, references, &error));
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, cases[i].reason));
    }
}

/* A program that is too large to be looked through. */
static void
test_too_large (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = path_of (fixture, "large.q"), *refusal = NULL;

  write_file (fixture, "large.q", first);
  g_assert_cmpint (truncate (path, 11 << 20), ==, 0);
  refusal = get_refusal (fixture, "shapes.q", "area", "surface");
  g_assert_nonnull (refusal);
  g_assert_nonnull (strstr (refusal, "large.q is larger than 10 MiB"));
}

static void
test_circle (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RsAnalysis) analysis = NULL;
  g_autoptr (RsReferences) references = NULL;

  write_file (fixture, "a.q", "import \"b.q\"\nfunction y = one(x)\n    y = two(x)\nendfunction\n");
  write_file (fixture, "b.q", "import \"a.q\"\nfunction y = two(x)\n    y = x < 1 ? 0 : one(x - 1)\nendfunction\n");
  analysis = analyse (fixture, "a.q", NULL);
  references = find (fixture, analysis, "one", NULL);
  check_found (references, "b.q 1, a.q 1");
}

int
main (int argc, char **argv)
{
  static const struct {
    const char *path;
    void (*test) (Fixture *fixture, gconstpointer data);
  } tests[] = {
    { "/references/folder", test_folder },
    { "/references/links", test_links },
    { "/references/from-outside", test_from_outside },
    { "/references/unsaved", test_unsaved },
    { "/references/cancelled", test_cancelled },
    { "/references/circle", test_circle },
    { "/rename/files", test_rename },
    { "/rename/cancelled", test_rename_cancelled },
    { "/rename/not-written", test_not_written },
    { "/rename/changed", test_changed },
    { "/rename/errors", test_errors },
    { "/rename/taken-elsewhere", test_taken_elsewhere },
    { "/rename/mark", test_mark },
    { "/rename/latin1", test_latin1 },
    { "/rename/not-put-back", test_not_put_back },
    { "/rename/means-something-else", test_means_something_else },
    { "/references/imported-from-elsewhere", test_imported_from_elsewhere },
    { "/rename/eval", test_eval },
    { "/references/module-folder", test_module_folder },
    { "/references/field-of-anything", test_field_of_anything },
    { "/rename/never", test_never },
    { "/rename/many-places", test_many_places },
    { "/rename/too-large", test_too_large },
  };

  g_autofree char *config = g_dir_make_tmp ("references-config-XXXXXX", NULL);
  int status;

  g_setenv ("XDG_CONFIG_HOME", config, TRUE);
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  status = g_test_run ();
  remove_all (config);
  g_rmdir (config);
  return status;
}
