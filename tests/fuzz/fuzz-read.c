/* Damages files and has programs read them: `fuzz-read FIRST_SEED COUNT [only=png,jpg] [FILE...]`.
 *
 * Whole files of every format are written first, by a program; FILEs are taken as they are, their format by the end of
 * their names. only= leaves out all other formats. Each seed cuts one of them off, or changes, removes, doubles and
 * inserts bytes, in the same way on every machine. What is looked for are crashes, reports of sanitizers, reads that
 * take more than a few seconds, and, with ASAN_OPTIONS= max_allocation_size_mb=2000:allocator_may_return_null=0, sizes
 * that are taken from a file without a look at its length.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/session.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#define SEEDS_A_RUN 20
#define MOST_SECONDS 20 /* of processor time for a run, with sanitizers */
#define MOST_CHANGES 8

typedef struct
{
  const char *ending;
  const char *read; /* what a program does with a file; @ stands for its name */
} Format;

static const Format formats[] = {
  { "png", "x = imread(\"@\")" },
  { "jpg", "x = imread(\"@\", \"rgb\")" },
  { "tif", "x = imread(\"@\", \"pages\")" },
  { "tiff", "x = imread(\"@\", \"gray\")" },
  { "bmp", "x = imread(\"@\")" },
  { "pbm", "x = imread(\"@\")" },
  { "pgm", "x = imread(\"@\")" },
  { "ppm", "x = imread(\"@\")" },
  { "webp", "x = imread(\"@\", \"rgba\")" },
  { "mat", "x = load(\"@\")" },
  { "qdat", "[a,b,c] = load(\"@\")" },
  { "npy", "x = load(\"@\")\ny = sum(x)" },
  { "csv", "[x,h] = csvread(\"@\")" },
  { "json", "f = fopen(\"@\",\"r\")\nx = jsondecode(fgets(f))\nfclose(f)" },
  { "txt",
    "f = fopen(\"@\",\"r\")\nx = fgets(f)\nfclose(f)\ny = sscanf(x, \"%d,%f %s\")\n"
    "z = sscanf(x, \"%3d%c %*s%2x\")\nc = strsplit(x, \",\")\nr = strjoin(c, upper(strtrim(strrep(x, \"1\", x))))" },
};

/* Small files; some of them twice, of different kinds. */
static const char make_files[]
    = "x = floor(reshape(mod((0..6*7-1)*37,256),[6,7]))\n"
      "y = floor(reshape(mod((0..5*6*3-1)*37,256),[5,6,3]))\n"
      "z = floor(reshape(mod((0..5*6*4-1)*37,256),[5,6,4]))\n"
      "imwrite(\"a.png\",x)\nimwrite(\"b.png\",z)\nimwrite(\"c.png\",y,16)\nimwrite(\"a.jpg\",x)\nimwrite(\"b.jpg\",y)"
      "\n"
      "imwrite(\"a.tif\",{x,y,z})\nimwrite(\"b.tif\",y,32)\nimwrite(\"a.tiff\",y,16)\n"
      "imwrite(\"a.bmp\",x)\nimwrite(\"b.bmp\",y)\nimwrite(\"c.bmp\",z)\nimwrite(\"a.pbm\",x)\nimwrite(\"a.pgm\",x,16)"
      "\n"
      "imwrite(\"a.ppm\",y)\ntry\n imwrite(\"a.webp\",z)\n imwrite(\"b.webp\",y)\ncatch ex\nendtry\n"
      "f = fopen(\"b.pgm\",\"w\")\nfprintf(f,\"P2 # c\\n3 2\\n15\\n1 2 3 4 5 15\\n\")\nfclose(f)\n"
      "f = fopen(\"b.pbm\",\"w\")\nfprintf(f,\"P1\\n5 2\\n10101\\n01010\\n\")\nfclose(f)\n"
      "o = object()\no.a = {1,\"text\",{x}}\no.b = complex([1,2],[3,4])\no.next = o\no.t = y\n"
      "save(\"a.qdat\",o,{x,x,\"s\"},[1.5,2.5] > 2)\nsave(\"b.qdat\",1,\"two\",zeros(300,300))\n"
      "p = object()\np.a = x\np.s = \"text\"\np.c = {1,{2,\"b\"}}\np.o = object()\np.o.z = complex(1,2)\n"
      "try\n save(\"a.mat\",p)\ncatch ex\nendtry\n"
      "save(\"a.npy\",x)\nsave(\"b.npy\",complex(y,y))\nsave(\"c.npy\",7)\nsave(\"d.npy\",mat[uint16](3,4))\n"
      "csvwrite(\"a.csv\",x)\nf = fopen(\"b.csv\",\"w\")\nfprintf(f,\"one, two,x\\n1,2.5\\n\")\nfclose(f)\nf = "
      "fopen(\"a.json\",\"w\")\n"
      "fprintf(f,\"%s\",jsonencode({p.a,\"text\",{true,nullptr,-2.5e3},[]}))\nfclose(f)\n"
      "f = fopen(\"a.txt\",\"w\")\nfprintf(f,\"12,3.5 word 7,-1e300 next\")\nfclose(f)\n";

typedef struct
{
  char *ending;
  GBytes *bytes;
} Whole;

static GArray *files; /* of Whole */
static char **only;   /* endings; NULL: all */
static guint n_read;

/* --- programs --- */

static void
drop_output (const char *text, gsize length, gpointer data)
{
  for (gsize i = 0; i < length; i++)
    n_read += text[i] == '#';
}

static void
drop_message (const char *text, gpointer data)
{
  g_assert_true (g_utf8_validate (text, -1, NULL));
}

static int
run (const char *program)
{
  g_autoptr (RsSettings) settings = rs_settings_new ();
  RsSessionOptions options = { .settings = settings, .device = "interp", .write_output = drop_output,
                               .write_message = drop_message };
  g_autoptr (GError) error = NULL;
  g_autoptr (RsSession) session = rs_session_new (&options, &error);

  g_assert_no_error (error);
  return rs_session_run_text (session, "fuzz.q", program, NULL);
}

/* --- files --- */

static const Format *
find_format (const char *ending)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (strcmp (ending, formats[i].ending) == 0)
      return &formats[i];
  return NULL;
}

static void
add_file (const char *path)
{
  const char *dot = strrchr (path, '.');
  char *contents;
  gsize length;

  if (dot != NULL && find_format (dot + 1) != NULL
      && (only == NULL || g_strv_contains ((const char *const *)only, dot + 1))
      && g_file_get_contents (path, &contents, &length, NULL))
    {
      Whole file = { g_strdup (dot + 1), g_bytes_new_take (contents, length) };

      g_array_append_val (files, file);
    }
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static void
add_folder (void)
{
  g_autoptr (GDir) dir = g_dir_open (".", 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    add_file (names->pdata[i]);
}

static void
change (GByteArray *bytes, GRand *random)
{
  static const guint64 numbers[] = { 0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff,
                                     0x7fffffffffffffff, 0xffffffffffffffff };
  guint64 number = numbers[g_rand_int_range (random, 0, G_N_ELEMENTS (numbers))];
  guint at, n, width = 1u << g_rand_int_range (random, 0, 4);
  char text[24];

  if (bytes->len == 0)
    return;
  at = (guint)g_rand_int_range (random, 0,
                                g_rand_boolean (random) ? (gint32)MIN (bytes->len, 200) : (gint32)bytes->len);
  n = (guint)g_rand_int_range (random, 1, 17);
  n = MIN (n, bytes->len - at);
  switch (g_rand_int_range (random, 0, 8))
    {
    case 0:
      g_byte_array_set_size (bytes, at);
      break;
    case 1:
      bytes->data[at] ^= (guint8)(1u << g_rand_int_range (random, 0, 8));
      break;
    case 2:
      bytes->data[at] = (guint8)g_rand_int (random);
      break;
    case 3:
    case 4:
      number = g_rand_boolean (random) ? number : GUINT32_SWAP_LE_BE ((guint32)number);
      memcpy (bytes->data + at, &number, MIN (n, width));
      break;
    case 5:
      g_byte_array_remove_range (bytes, at, n);
      break;
    case 6:
      memmove (bytes->data + at, bytes->data + (guint)g_rand_int_range (random, 0, (gint32)(bytes->len - n + 1)), n);
      break;
    default:
      g_snprintf (text, sizeof text, "%" G_GUINT64_FORMAT, number);
      memcpy (bytes->data + at, text, MIN (n, strlen (text)));
    }
}

/* Writes the file of a seed, and appends to the program what reads it. */
static void
damage (guint32 seed, GString *program)
{
  GRand *random = g_rand_new_with_seed (seed);
  const Whole *whole = &g_array_index (files, Whole, (guint)g_rand_int_range (random, 0, (gint32)files->len));
  gsize length;
  gconstpointer data = g_bytes_get_data (whole->bytes, &length);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree char *name = g_strdup_printf ("damaged-%u.%s", seed % SEEDS_A_RUN, whole->ending);
  int n = g_rand_int_range (random, 1, MOST_CHANGES + 1);
  g_auto (GStrv) parts = NULL;

  g_byte_array_append (bytes, data, (guint)length);
  for (int i = 0; i < n; i++)
    change (bytes, random);
  g_rand_free (random);
  g_assert_true (g_file_set_contents_full (name, (const char *)bytes->data, (gssize)bytes->len,
                                           G_FILE_SET_CONTENTS_NONE, 0666, NULL));
  g_string_append (program, "try\n");
  parts = g_strsplit (find_format (whole->ending)->read, "@", 2);
  g_string_append_printf (program, "%s%s%s", parts[0], name, parts[1]);
  g_string_append (program, "\nprint \"#\"\ncatch ex\n print ex\nendtry\n");
}

int
main (int argc, char **argv)
{
  const struct itimerval limit = { .it_value.tv_sec = MOST_SECONDS }, none = { 0 };
  g_autofree char *folder = NULL;
  guint32 first, count;

  if (argc < 3)
    {
      g_printerr ("usage: %s FIRST_SEED COUNT [only=png,jpg] [FILE...]\n", argv[0]);
      return 2;
    }
  first = (guint32)strtoul (argv[1], NULL, 10);
  count = (guint32)strtoul (argv[2], NULL, 10);
  files = g_array_new (FALSE, FALSE, sizeof (Whole));
  for (int i = 3; i < argc; i++)
    if (g_str_has_prefix (argv[i], "only="))
      only = g_strsplit (argv[i] + strlen ("only="), ",", -1);
    else
      add_file (argv[i]);
  folder = g_dir_make_tmp ("redshift-fuzz-XXXXXX", NULL);
  g_assert_nonnull (folder);
  g_assert_cmpint (chdir (folder), ==, 0);
  g_assert_cmpint (run (make_files), ==, 0);
  add_folder ();
  for (guint32 done = 0; done < count; done += SEEDS_A_RUN)
    {
      g_autoptr (GString) program = g_string_new (NULL);
      int status;

      for (guint32 i = done; i < MIN (done + SEEDS_A_RUN, count); i++)
        damage (first + i, program);
      printf ("\r%u", first + done); /* the first of the seeds at work, for whoever looks at a crash */
      fflush (stdout);
      setitimer (ITIMER_PROF, &limit, NULL);
      status = run (program->str);
      setitimer (ITIMER_PROF, &none, NULL);
      g_assert_cmpint (status, ==, 0);
    }
  printf ("\r%u of %u damaged files of %u were read all the same\n", n_read, count, files->len);
  return 0;
}
