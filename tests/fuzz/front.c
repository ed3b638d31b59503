/* What the front end has to do with any text: no crash, no hang, trees that can be printed, formatted and stored.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "front.h"

#include "compiler/package/tree.h"
#include "compiler/program.h"
#include "compiler/syntax/copy.h"
#include "compiler/syntax/format.h"

#include <string.h>
#include <time.h>

#define MAX_SECONDS 4 /* of processor time for one text, with sanitizers; without, it takes a quarter */

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

/* A tree comes back from its bytes as it was; damaged bytes are refused or are a tree. */
static void
check_bytes (const RsModule *module)
{
  g_autoptr (GBytes) bytes = rs_tree_encode (module->root), damaged = NULL;
  g_autoptr (RsArena) arena = rs_arena_new ();
  g_autoptr (GError) error = NULL, refused = NULL;
  guint32 length = rs_source_get_length (module->source);
  const RsNode *root = rs_tree_decode (bytes, length, arena, module->names, &error);
  g_autofree guint8 *copy = g_memdup2 (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  gsize n = g_bytes_get_size (bytes);

  if (module->root->kind == RS_NODE_BLOCK && error == NULL)
    g_assert_true (rs_node_equal (root, module->root));
  for (gsize i = length % 7 + 20; i < n; i += 97)
    copy[i] ^= (guint8)(1u << (i % 8));
  damaged = g_bytes_new (copy, n - length % 3);
  root = rs_tree_decode (damaged, length, arena, module->names, &refused);
  g_assert_true ((root != NULL) == (refused == NULL));
}

static void
print_types (const RsNode *node, RsArena *arena)
{
  if (node->kind == RS_NODE_TYPED && rs_node_child (node, RS_TYPED_TYPE) != NULL)
    {
      const RsType *type
          = rs_type_from_node (arena, node->children[RS_TYPED_TYPE], RS_PRECISION_SINGLE, NULL, NULL);
      g_autofree char *printed = type != NULL ? rs_type_to_string (type) : NULL;
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] != NULL)
      print_types (node->children[i], arena);
}

/* Lines, or what stands behind their colons, as types of variables. */
static void
check_types (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", 12);

  for (guint i = 0; i < 12 && lines[i] != NULL; i++)
    {
      const char *colon = strchr (lines[i], ':');
      g_autofree char *typed = g_strdup_printf ("x : %s = 0\n", colon != NULL ? colon + 1 : lines[i]);
      g_autoptr (RsNames) names = rs_names_new ();
      g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
      g_autoptr (RsArena) arena = rs_arena_new ();
      g_autoptr (RsSource) source = rs_source_new_from_text ("type", typed, -1);
      g_autoptr (RsModule) module = rs_parse (source, names, diagnostics);

      print_types (module->root, arena);
    }
}

static void
check_program (RsSource *source, guint32 seed)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  RsCompileOptions options = { .precision = seed % 2 ? RS_PRECISION_DOUBLE : RS_PRECISION_SINGLE };
  clock_t start = clock ();
  g_autoptr (RsProgram) program = rs_program_compile (source, &options, diagnostics);

  g_assert_nonnull (rs_program_get_main (program));
  for (guint i = 0; i < rs_diagnostics_get_length (diagnostics); i++)
    {
      g_autofree char *line = rs_diagnostic_format (rs_diagnostics_get (diagnostics, i));

      g_assert_true (g_utf8_validate (line, -1, NULL));
    }
  if (clock () - start > MAX_SECONDS * CLOCKS_PER_SEC)
    g_error ("seed %u: %.1f s", seed, (double)(clock () - start) / CLOCKS_PER_SEC);
}

void
fuzz_check_text (const char *text, gsize length, guint32 seed)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (RsNames) names = rs_names_new ();
  g_autoptr (RsSource) source = rs_source_new_from_text ("fuzz.q", text, (gssize)length);
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
  check_bytes (module);
  check_format (source);
  check_types (text);
  check_program (source, seed);
}
