/* Damaged programs: whatever an editor holds while one types, the compiler answers with diagnostics.
 *
 * Mutates a program that uses every construct, with a fixed seed, and asks everything that an editor asks.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/places/leaves.h"
#include "compiler/kernel/places/nest.h"
#include "sema-test.h"

#define ROUNDS 600

static const char seed_text[] =
  "import \"system.q\"\n"
  "type binary : [__device__ (scalar, scalar) -> scalar]\n"
  "type point : mutable class\n  x : scalar\n  next : ^point\nendtype\n"
  "type colour : enum\n  Red\n  Green = 4\nendtype\n"
  "a = 1\nM : int'const = 4\n"
  "add : binary = __device__ (x : scalar, y : scalar) -> x + y\n"
  "fac = x -> x > 0 ? x * fac(x - 1) : 1\n"
  "function [y : mat[uint8'sat], z] = f(x : cube(:,:,3)'mirror, n = 3*a, ... rest)\n"
  "  function z = inner(w)\n    z = w + n + late\n  endfunction\n"
  "  late = 2\n  y = zeros(size(x,0),size(x,1))\n  z = inner(1)\n"
  "  {!parallel for; dim=2}\n"
  "  for i=0..size(x,0)-1\n    for j=0..2..size(x,1)-1\n"
  "      if x[i,j,0] > 1\n        t = 1\n      elseif a == 2\n        t = 2\n      else\n        t = 3\n      endif\n"
  "      y[i,j] += t .* sum(x[i,j,:]) ^ 2\n"
  "    endfor\n  endfor\n"
  "  while late > 0\n    late -= 1\n    if late == 1\n      break\n    endif\n  endwhile\n"
  "  repeat\n    [p, q] = size(x, 0..1)\n  until p > 0\n"
  "  match late with\n  | 1 -> print \"one\"\n  | (2, 3) -> z = 2\n  | _ -> error \"no\"\n  endmatch\n"
  "  try\n    z = load(\"x\")\n  catch e\n    print e\n  endtry\n"
  "endfunction\n"
  "function s = g[T](v : [vec[T]|string])\n  s = vec[T](numel(v))\nendfunction\n"
  "reduction (x : scalar) -> h(x) = x + 1 where $ftype(\"__host__\")\n"
  "symbolic b : int\n"
  "[u, v] = f(ones(2,2,3), n := 2)\nl = {1, \"two\", [[1,2],[3,4]]}\nprint u, f(...l), l[0].x, _\n"
  "parallel_do(size(u), u, __kernel__ (w : mat, pos : ivec2) -> w[pos] = add(w[pos], M))\nsyncthreads(host)\n";

static void
ask_everything (const RsNode *node, const RsNode *previous, RsArena *arena)
{
  g_autoptr (GPtrArray) leaves = rs_expression_get_leaves (node);

  rs_expression_is_elementwise (node);
  rs_infer_expression (arena, node, RS_PRECISION_SINGLE);
  if (node->kind == RS_NODE_FOR)
    {
      RsLoopNest nest = rs_loop_nest_find (node, previous && previous->kind == RS_NODE_ATTRIBUTE ? previous : NULL);
      g_autoptr (GPtrArray) inputs = rs_loop_nest_get_inputs (&nest);

      g_assert_true (nest.n_levels > 0 || nest.reason);
      g_assert_true (nest.n_levels > 0 || inputs->len == 0);
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      ask_everything (node->children[i], i > 0 ? node->children[i - 1] : NULL, arena);
}

static void
damage (GString *text, GRand *random)
{
  gsize at = (gsize)g_rand_int_range (random, 0, (gint)text->len);
  gsize to = (gsize)g_rand_int_range (random, 0, (gint)text->len);
  gsize wanted = (gsize)g_rand_int_range (random, 1, 40), n = MIN (wanted, text->len - at);
  g_autofree char *piece = g_strndup (text->str + at, n);

  switch (g_rand_int_range (random, 0, 3))
    {
    case 0:
      g_string_erase (text, (gssize)at, (gssize)n);
      break;
    case 1:
      g_string_insert (text, (gssize)to, piece);
      break;
    default:
      text->str[at] = "()[]{}=:,.+-'\n%\"x0|^_"[g_rand_int_range (random, 0, 21)];
    }
}

static void
test_damaged (void)
{
  for (guint round = 0; round < ROUNDS; round++)
    {
      g_autoptr (GString) text = g_string_new (seed_text);
      g_autoptr (RsArena) arena = rs_arena_new ();
      g_autoptr (GRand) random = g_rand_new_with_seed (round);
      g_autoptr (GPtrArray) outline = NULL;
      Compiled c;

      for (int n = g_rand_int_range (random, 0, 6); n > 0 && text->len > 1; n--)
        damage (text, random);
      c = compile (text->str);
      ask_everything (c.module->root, NULL, arena);
      outline = rs_module_get_outline (c.module);
      for (guint32 at = 0; at < text->len; at += 11)
        {
          const RsNode *node = rs_symbol_node_at (c.module, at);
          g_autoptr (GPtrArray) references = rs_symbol_get_references (c.module, node ? node->symbol : NULL);

          g_assert_nonnull (rs_scope_at (c.module, at));
          g_assert_true (!node || !node->symbol || references->len > 0);
        }
      compiled_clear (&c);
    }
}

/* The undamaged text: only what is not supported yet, and what it does wrong on purpose. */
static void
test_whole (void)
{
  Compiled c = compile (seed_text);
  g_autofree char *all = messages (&c);

  for (guint i = 0; i < rs_diagnostics_get_length (c.diagnostics); i++)
    {
      const RsDiagnostic *d = rs_diagnostics_get (c.diagnostics, i);

      if (d->severity == RS_SEVERITY_ERROR && !g_str_has_prefix (d->message, "not supported yet: "))
        g_error ("unexpected: %s\nall:\n%s", d->message, all);
    }
  compiled_clear (&c);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/robust/whole", test_whole);
  g_test_add_func ("/robust/damaged", test_damaged);
  return g_test_run ();
}
