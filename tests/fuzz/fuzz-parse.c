/* Mutates programs and parses them: `fuzz-parse FIRST_SEED COUNT [FILE...]`.
 *
 * Every seed gives the same text on every machine, so a failure is repeated with `fuzz-parse SEED 1`. Run it in a build
 * with sanitizers; what it looks for are crashes, hangs, and trees that cannot be printed. Two programs are spliced,
 * then bytes and pieces of the language are inserted, removed and doubled.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/syntax/ast.h"
#include "compiler/syntax/format.h"

#include <stdlib.h>

#define MAX_BYTES 20000

static const char *const programs[] = {
  "function [y, z : mat[uint8'sat]] = __kernel__ f[T, N : int](x : cube(:,:,N)'unchecked, k = 2.5, ... r) concealed\n"
  "  if x[0,:] > 3 && !k\n    y = x' * 2\n  elseif k == 1e-4\n    return z\n  else\n    syncthreads\n  endif\nendfunction\n",
  "for i = 0..2..n-1\n  while a\n    b[...p, 0] ^^= 1; c .*= 2\n  endwhile\n  repeat\n    break\n  until x\nendfor\n",
  "match a with\n| 1 -> x = 'a, b'\n| (3, \"s\") ->\n  print a, b, (c)*2\n| _ -> print\n  \"else\"\nendmatch\n",
  "try\n  error \"x\", y\ncatch e : qexception\nend\ntype p[T] : mutable class\n  a : ^p[T]\n  b = 3\nend\n",
  "type color : enum\n  Red\n  Blue = 2\nendtype\ntype f : [__device__ (cube[T], ...ivec2'const) -> [A|B]]\n",
  "reduction (T, a : vec[T]) -> (a.x := $str(a)) = b -> a + b where type(a, [int|mat]) && $ftype(\"__host__\")\n",
  "{!parallel for; dim=2, reduction={val,\"+=\"}}\n{!transfer vars=a,b; target=cpu gpu}\n#pragma x (on)\n",
  "f = __device__ (x:scalar) -> _\n  (a = 1; f(a);)\nc ? a : b ? [1,[2,.5]] : {1i, 0Fh, 101b}\nim |> g(x := 1)\n",
  "symbolic x : int, y\nimport \"a.q\"\nmacro [] = m(o)\nendmacro\nint n = 5\nx : 'const = typename(cube{4}[int16])(2)\n",
};

static const char *const pieces[] = {
  "(",  ")",   "[",     "]",   "{",        "}",    "'",       "\"",      "\n",  ";",    ",",     ":",    ":=",   "=",
  "->", "|",   "|>",    "..",  "...",      "??",   "?",       "!",       "-",   "+",    "^",     ".",    "_",    "%",
  "$",  "#",   "end",   "if ", "endif",    "for ", "type ",   "match ",  "{!",  "x",    "1",     "1.",   "\xff", "\\",
  "_\n", "vec[", "with", "print ", "function ", "else", "reduction ", "catch", "\xe2\x80\x99", "__kernel__ ", "until ", "0x", "\xc3",
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

static GString *
make_text (guint32 seed)
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

/* Every span lies in that of its parent. */
static void
check_node (const RsNode *node, RsSpan parent)
{
  if (node == NULL)
    return;
  g_assert_cmpuint (node->kind, <, RS_N_NODE_KINDS);
  g_assert_cmpuint (node->span.start, <=, node->span.end);
  g_assert_cmpuint (node->span.start, >=, parent.start);
  g_assert_cmpuint (node->span.end, <=, parent.end);
  for (guint i = 0; i < node->n_children; i++)
    check_node (node->children[i], node->span);
}

/* A program without errors is formatted to one that formatting leaves alone. */
static void
check_format (RsSource *source)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autofree char *once = rs_format_source (source, diagnostics);
  g_autofree char *twice = NULL;
  g_autoptr (RsSource) formatted = NULL;

  if (once == NULL)
    return;
  formatted = rs_source_new_from_text ("formatted.q", once, -1);
  twice = rs_format_source (formatted, diagnostics);
  g_assert_cmpstr (twice, ==, once);
}

static void
run (guint32 seed)
{
  GString *text = make_text (seed);
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (RsNames) names = rs_names_new ();
  g_autoptr (RsSource) source = rs_source_new_from_text ("fuzz.q", text->str, (gssize)text->len);
  g_autoptr (RsModule) module = rs_parse (source, names, diagnostics);
  g_autofree char *dump = rs_ast_dump (module);

  check_node (module->root, module->root->span);
  for (guint i = 0; i < rs_diagnostics_get_length (diagnostics); i++)
    {
      g_autofree char *line = rs_diagnostic_format (rs_diagnostics_get (diagnostics, i));

      g_assert_true (g_utf8_validate (line, -1, NULL));
    }
  for (guint i = 0; rs_diagnostics_count (diagnostics, RS_SEVERITY_ERROR) == 0 && i < module->root->n_children; i++)
    {
      g_autofree char *printed = rs_node_to_string (module->root->children[i]);

      g_assert_nonnull (printed);
    }
  check_format (source);
  g_string_free (text, TRUE);
}

int
main (int argc, char **argv)
{
  guint32 first, count;

  if (argc < 3)
    {
      g_printerr ("usage: %s FIRST_SEED COUNT [FILE...]\n", argv[0]);
      return 2;
    }
  first = (guint32)strtoul (argv[1], NULL, 10);
  count = (guint32)strtoul (argv[2], NULL, 10);
  texts = g_ptr_array_new_with_free_func (g_free);
  for (gsize i = 0; i < G_N_ELEMENTS (programs); i++)
    g_ptr_array_add (texts, g_strdup (programs[i]));
  for (int i = 3; i < argc; i++)
    {
      char *text = NULL;

      if (g_file_get_contents (argv[i], &text, NULL, NULL))
        g_ptr_array_add (texts, text);
    }
  for (guint32 i = 0; i < count; i++)
    run (first + i);
  g_ptr_array_unref (texts);
  return 0;
}
