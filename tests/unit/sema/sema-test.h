/* Compiling a text and looking at what came out, for the tests of compiler/sema.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/program.h"
#include "compiler/sema/infer/infer.h"

#include <string.h>

typedef struct {
  RsProgram *program;
  RsModule *module;
  RsDiagnostics *diagnostics;
} Compiled;

static inline Compiled
compile (const char *text)
{
  g_autoptr (RsSource) source = rs_source_new_from_text ("test.q", text, -1);
  Compiled c = { .diagnostics = rs_diagnostics_new () };

  c.program = rs_program_compile (source, NULL, c.diagnostics);
  c.module = rs_program_get_main (c.program);
  return c;
}

static inline void
compiled_clear (Compiled *c)
{
  rs_program_unref (c->program);
  rs_diagnostics_unref (c->diagnostics);
}

/* All messages, one a line: "LINE severity text". (transfer full) */
static inline char *
messages (const Compiled *c)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < rs_diagnostics_get_length (c->diagnostics); i++)
    {
      const RsDiagnostic *d = rs_diagnostics_get (c->diagnostics, i);
      guint line;

      rs_source_locate (d->source, d->span.start, &line, NULL);
      g_string_append_printf (text, "%u %s %s\n", line, rs_severity_to_string (d->severity), d->message);
    }
  return g_string_free (text, FALSE);
}

/* The text compiles, and gives no message but those that contain `expected` ("" for none). */
static inline void
assert_messages (const char *text, const char *expected)
{
  Compiled c = compile (text);
  g_autofree char *all = messages (&c);

  if (*expected == '\0')
    g_assert_cmpstr (all, ==, "");
  else if (!strstr (all, expected))
    g_error ("expected \"%s\" for\n%s\nbut got\n%s", expected, text, all);
  compiled_clear (&c);
}

static inline const RsSymbol *
find_variable (const RsScope *scope, const char *name)
{
  for (guint i = 0; i < scope->variables->len; i++)
    {
      const RsSymbol *symbol = g_ptr_array_index (scope->variables, i);

      if (strcmp (symbol->name, name) == 0)
        return symbol;
    }
  return NULL;
}

static inline const RsSymbol *
find_capture (const RsScope *scope, const char *name)
{
  for (guint i = 0; i < scope->captures->len; i++)
    {
      const RsSymbol *symbol = g_ptr_array_index (scope->captures, i);

      if (strcmp (symbol->name, name) == 0)
        return symbol;
    }
  return NULL;
}

/* Inner function number `index` of a scope. */
static inline RsScope *
inner (const RsScope *scope, guint index)
{
  g_assert_cmpuint (index, <, scope->inner->len);
  return g_ptr_array_index (scope->inner, index);
}

/* The n-th node of a kind, in order of the text. */
static inline const RsNode *
find_node (const RsNode *node, RsNodeKind kind, guint *n)
{
  if (node->kind == kind && (*n)-- == 0)
    return node;
  for (guint i = 0; i < node->n_children; i++)
    {
      const RsNode *found = node->children[i] ? find_node (node->children[i], kind, n) : NULL;

      if (found)
        return found;
    }
  return NULL;
}

static inline const RsNode *
nth_node (const Compiled *c, RsNodeKind kind, guint n)
{
  const RsNode *node = find_node (c->module->root, kind, &n);

  g_assert_nonnull (node);
  return node;
}
