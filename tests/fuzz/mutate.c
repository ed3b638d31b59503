/* Texts that are nearly programs.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "mutate.h"

#include <string.h>

#define MAX_BYTES 20000

static const char *const programs[] = {
  "function [y, z : mat[uint8'sat]] = __kernel__ f[T, N : int](x : cube(:,:,N)'unchecked, k = 2.5, ... r) concealed\n"
  "  if x[0,:] > 3 && !k\n    y = x' * 2\n  elseif k == 1e-4\n    return z\n  else\n    syncthreads\n  "
  "endif\nendfunction\n",
  "for i = 0..2..n-1\n  while a\n    b[...p, 0] ^^= 1; c .*= 2\n  endwhile\n  repeat\n    break\n  until x\nendfor\n",
  "match a with\n| 1 -> x = 'a, b'\n| (3, \"s\") ->\n  print a, b, (c)*2\n| _ -> print\n  \"else\"\nendmatch\n",
  "try\n  error \"x\", y\ncatch e : qexception\nend\ntype p[T] : mutable class\n  a : ^p[T]\n  b = 3\nend\n",
  "type color : enum\n  Red\n  Blue = 2\nendtype\ntype f : [__device__ (cube[T], ...ivec2'const) -> [A|B]]\n",
  "reduction (T, a : vec[T]) -> (a.x := $str(a)) = b -> a + b where type(a, [int|mat]) && $ftype(\"__host__\")\n",
  "{!parallel for; dim=2, reduction={val,\"+=\"}}\n{!transfer vars=a,b; target=cpu gpu}\n{!a= ,b}\n#pragma x (on)\n",
  "f = __device__ (x:scalar) -> _\n  (a = 1; f(a);)\nc ? a : b ? [1,[2,.5]] : {1i, 0Fh, 101b}\nim |> g(x := 1)\n",
  "type q[T] : dynamic class\n  n : T = 3\nend\nfunction r = get(self : ^q[int], k)\n  r = self.n + k\nend\no = "
  "q[int](n := 2)\n"
  "o.z = {1, \"a\", [1,2]}\nprint o.get(1), o.z[1], object()\n",
  "macro [s] = twice(x, y)\n  s = x + 2*y\nendmacro\n{!twice a, b}\nz = twice(1, 2)\n{!unroll times=4}\n",
  "function [] = __kernel__ k(x : vec'clamped, s : scalar, pos : ivec2, blkpos : ivec2, blkdim : ivec2)\n"
  "  t = shared(16, blkdim[0])\n  t[blkpos[0], blkpos[1]] = x[pos[0] - 1]\n  syncthreads\n  s += t[0,0]\nendfunction\n"
  "[m, n] = parallel_do([[8, 8], [4, 4]], x, k)\nserial_do(8, x, y -> y ^^= 1)\n",
  "reduction (x : cube, y) -> (x |> y) = f(x) |> y where size(x, 0) > 2 && !type(y, int)\nassert(a > 2 && (b < a || b "
  "== 1))\n"
  "y := im |> blur(3) |> (z -> z.^2) |> [1, 2]\nif a > 1; print $simplify(a + 0*b); endif\nunassert(a > 2)\n",
  "symbolic x : int, y\nimport \"a.q\"\nmacro [] = m(o)\nendmacro\nint n = 5\nx : 'const = "
  "typename(cube{4}[int16])(2)\n",
};

static const char *const pieces[] = {
  "(",           ")",          "[",          "]",         "{",     "}",           "'",         "\"",
  "\n",          ";",          ",",          ":",         ":=",    "=",           "->",        "|",
  "|>",          "..",         "...",        "??",        "?",     "!",           "-",         "+",
  "^",           ".",          "_",          "%",         "$",     "#",           "end",       "if ",
  "endif",       "for ",       "type ",      "match ",    "{!",    "x",           "1",         "1.",
  "\xff",        "\\",         " where ",    " := ",      " |> f", " -> ",        "shared(4)", "self",
  "'sat",        "'unchecked", "$simplify(", "assert(",   "{!m ",  "__device__ ", "(x -> x)",  "_\n",
  "vec[",        "with",       "print ",     "function ", "else",  "reduction ",  "catch",     "\xe2\x80\x99",
  "__kernel__ ", "until ",     "0x",         "\xc3",
};

static GPtrArray *texts; /* of char, owned: the programs and the files */

static const char *
pick_text (GRand *random)
{
  return g_ptr_array_index (texts, (guint)g_rand_int_range (random, 0, (gint32)texts->len));
}

static void
mutate (GRand *random, GString *text)
{
  gsize at = (gsize)g_rand_int_range (random, 0, (gint32)text->len + 1);
  gsize wanted = (gsize)g_rand_int_range (random, 0, 20), length = MIN (text->len - at, wanted);
  g_autofree char *copy = NULL;

  switch (g_rand_int_range (random, 0, 5))
    {
    case 0:
      g_string_erase (text, (gssize)at, (gssize)length);
      break;
    case 1:
      copy = g_strndup (text->str + at, length);
      for (gint32 n = g_rand_int_range (random, 1, 30); n > 0; n--)
        g_string_insert (text, (gssize)at, copy);
      break;
    case 2:
      g_string_insert_c (text, (gssize)at, (char)g_rand_int_range (random, 1, 256));
      break;
    default:
      g_string_insert (text, (gssize)at, pieces[g_rand_int_range (random, 0, G_N_ELEMENTS (pieces))]);
    }
  if (text->len > MAX_BYTES)
    g_string_truncate (text, MAX_BYTES);
}

GString *
fuzz_make_text (guint32 seed)
{
  GRand *random = g_rand_new_with_seed (seed);
  GString *text = g_string_new (pick_text (random));
  const char *other = pick_text (random);

  if (g_rand_boolean (random))
    g_string_insert (text, g_rand_int_range (random, 0, (gint32)text->len + 1), other);
  for (gint32 n = g_rand_int_range (random, 0, 12); n > 0; n--)
    mutate (random, text);
  g_rand_free (random);
  return text;
}

/* --- gentle ones: texts that mostly still compile --- */

static const char *const replacements[] = {
  "0",
  "1",
  "-1",
  "2",
  "3",
  "0.5",
  "-0.5",
  "1e300",
  "1e30",
  "9223372036854775807",
  "300",
  "[1,2]",
  "[[1,2],[3,4]]",
  "{1,\"a\"}",
  "\"text\"",
  "[]",
  "1i",
  "zeros(2,3)",
  "x",
  "y",
  "0..3",
  "(t -> t)",
  "true",
  "zeros(0)",
  "pi",
  "(1/0)",
  "{}",
  "{1,{2,3}}",
  "(0/0)",
  "1e19",
  "uint8(3)",
  "f",
  "nullptr",
  "\"\"",
  "zeros(2,2,2)",
  "(x,y) -> x+y",
  "[1i,2]",
  "-9223372036854775808",
  "int(2)",
};

static const char *const operators[]
    = { "+", "-", "*", "/", "^", ".*", "./", "==", "<", ">=", "!=", "||", "&&", "..", ",", "=", "+=" };

/* Whether a number or an operator begins at `at`; its length. */
static gsize
find_piece (const char *text, gsize at, gboolean *is_number)
{
  gsize length = 0;

  *is_number = g_ascii_isdigit (text[at]) && (at == 0 || !(g_ascii_isalnum (text[at - 1]) || text[at - 1] == '_'));
  if (*is_number)
    while (g_ascii_isdigit (text[at + length]))
      length++;
  else if (strchr ("+-*/<>", text[at]) != NULL && at > 0 && text[at - 1] == ' ' && text[at + 1] == ' ')
    length = 1;
  return length;
}

GString *
fuzz_make_gentle_text (guint32 seed)
{
  GRand *random = g_rand_new_with_seed (seed);
  GString *text = g_string_new (pick_text (random));

  for (gint32 n = g_rand_int_range (random, 1, 5), tries = 2000; n > 0 && tries > 0; tries--)
    {
      gsize at = (gsize)g_rand_int_range (random, 0, (gint32)text->len + 1);
      gboolean is_number;
      gsize length = find_piece (text->str, at, &is_number);

      if (length == 0)
        continue;
      g_string_erase (text, (gssize)at, (gssize)length);
      g_string_insert (text, (gssize)at,
                       is_number ? replacements[g_rand_int_range (random, 0, G_N_ELEMENTS (replacements))]
                                 : operators[g_rand_int_range (random, 0, G_N_ELEMENTS (operators))]);
      n--;
    }
  g_rand_free (random);
  return text;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

/* A program, or a folder with the programs below it, in the order of their names. */
static void
add_path (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;
  char *text = NULL;

  if (folder == NULL)
    {
      if (g_str_has_suffix (path, ".q") && g_file_get_contents (path, &text, NULL, NULL))
        g_ptr_array_add (texts, text);
      return;
    }
  while ((name = g_dir_read_name (folder)) != NULL)
    g_ptr_array_add (names, g_build_filename (path, name, NULL));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    add_path (names->pdata[i]);
}

void
fuzz_add_files (char **paths, int n)
{
  texts = g_ptr_array_new_with_free_func (g_free);
  for (gsize i = 0; i < G_N_ELEMENTS (programs); i++)
    g_ptr_array_add (texts, g_strdup (programs[i]));
  for (int i = 0; i < n; i++)
    add_path (paths[i]);
}

void
fuzz_free (void)
{
  g_ptr_array_unref (texts);
}
