/* The lists of words that options and operands take, out of the tables that they are made of: for completion, and for
 * refusing others.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/builtins.h"
#include "compiler/kernel/ir/changes.h"
#include "ide/cli/cli.h"

#include <string.h>

static const char *const settings[] = {
#define RS_SETTING(NAME, type, limits, value, documentation) #NAME "=",
#include "runtime/base/settings.def"
#undef RS_SETTING
  NULL,
};

static const char *const stages[] = {
#define RS_EMIT_STAGE(name, function, takes_errors) name,
#include "ide/cli/emit/emit-stages.def"
#undef RS_EMIT_STAGE
  NULL,
};

static const char *const reports[] = {
#define RS_TRACE_REPORT(function, name, fewest, most, help) name,
#include "ide/cli/trace/trace-reports.def"
#undef RS_TRACE_REPORT
  NULL,
};

static const char *const commands[] = {
#define RS_COMMAND(function, name, arguments, first, others, summary, details) name,
#include "ide/cli/commands.def"
#undef RS_COMMAND
  NULL,
};

static const char *const shells[] = { "bash", "zsh", "fish", NULL };

static const struct {
  const char *kind;
  const char *const *words;
  gboolean is_closed;
} lists[] = {
  { "setting:", settings, FALSE }, { "stage:", stages, TRUE }, { "report:", reports, FALSE },
  { "command:", commands, FALSE }, { "shell:", shells, TRUE },
};

/* Words of the language that are names, and built-in functions. */
static GStrv
list_documented (void)
{
  static const char *const words[] = {
#define RS_WORD(name, form, text) name,
#include "compiler/syntax/words.def"
#undef RS_WORD
  };
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  g_strv_builder_add_many (builder, "language", "modules", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_ascii_isalpha (words[i][0]))
      g_strv_builder_add (builder, words[i]);
  for (guint i = 0; i < RS_N_BUILTINS; i++)
    if (g_ascii_isalpha (rs_builtin_get (i)->name[0]))
      g_strv_builder_add (builder, rs_builtin_get (i)->name);
  return g_strv_builder_end (builder);
}

static GStrv
list_passes (void)
{
  guint n;
  const RsPassInfo *passes = rs_passes_get (&n);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < n; i++)
    g_strv_builder_add (builder, passes[i].name);
  return g_strv_builder_end (builder);
}

GStrv
rs_completion_get_words (const char *completion)
{
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    if (strcmp (completion, lists[i].kind) == 0)
      return g_strdupv ((char **)lists[i].words);
  if (strcmp (completion, "documented:") == 0)
    return list_documented ();
  if (strcmp (completion, "pass:") == 0)
    return list_passes ();
  if (g_str_has_prefix (completion, "words:") || g_str_has_prefix (completion, "choice:"))
    return g_strsplit (strchr (completion, ':') + 1, " ", -1);
  return g_new0 (char *, 1);
}

gboolean
rs_completion_is_closed (const char *completion)
{
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    if (strcmp (completion, lists[i].kind) == 0)
      return lists[i].is_closed;
  return g_str_has_prefix (completion, "choice:");
}
