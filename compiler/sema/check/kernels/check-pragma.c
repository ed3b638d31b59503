/* Pragmas that nobody knows, that say nothing, or that change nothing in a file.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/check/check-private.h"

#include "compiler/base/suggest.h"
#include "compiler/sema/rewrite/directives.h"

#include <string.h>

typedef enum { SWITCH, SAFETY, ANY } Values;
typedef enum { FILE_TOO, RUN_ONLY } Places;

static const char *const pragma_names[] = {
#define RS_PRAGMA(name, values, place) #name,
#include "compiler/sema/check/pragmas.def"
#undef RS_PRAGMA
};

static const Values pragma_values[] = {
#define RS_PRAGMA(name, values, place) values,
#include "compiler/sema/check/pragmas.def"
#undef RS_PRAGMA
};

static const Places pragma_places[] = {
#define RS_PRAGMA(name, values, place) place,
#include "compiler/sema/check/pragmas.def"
#undef RS_PRAGMA
};

static const char *const switch_words[] = { "on", "off", "true", "false", "1", "0", NULL };
static const char *const safety_words[] = { "off", "none", "safe", "strict", NULL };

static gboolean
is_among (const char *const *words, const char *word)
{
  for (; *words; words++)
    if (g_ascii_strcasecmp (*words, word) == 0)
      return TRUE;
  return FALSE;
}

static void
check_value (RsCheck *self, const RsNode *pragma, const char *name, Values values, const char *value)
{
  const char *const *words = values == SWITCH ? switch_words : safety_words;

  if (values != ANY && (!value || !is_among (words, value)))
    rs_check_report (self, RS_SEVERITY_WARNING, pragma, RS_SAY (PRAGMA_VALUE), name,
                     values == SWITCH ? "on or off" : "off, safe or strict", value ? ", not `" : "", value ? value : "",
                     value ? "`" : "");
}

static const char *
why_unused (const char *name)
{
  static const char *const unused[][2] = {
#define RS_UNUSED_SETTING(NAME, why) { #NAME, why },
#include "compiler/sema/check/settings-unused.def"
#undef RS_UNUSED_SETTING
    { "force_parallel", "write {!parallel for} before the loop" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (unused); i++)
    if (strcmp (unused[i][0], name) == 0)
      return unused[i][1];
  return NULL;
}

/* Most settings are those of a run, not of a file. */
static void
check_effect (RsCheck *self, const RsNode *pragma, guint row, const char *value)
{
  const char *name = pragma_names[row], *why = why_unused (name);

  if (pragma_places[row] == FILE_TOO)
    return;
  if (why != NULL)
    rs_check_report (self, RS_SEVERITY_WARNING, pragma, RS_SAY (PRAGMA_NOTHING), name, why);
  else
    rs_check_report (self, RS_SEVERITY_WARNING, pragma, RS_SAY (PRAGMA_SETTING), name, name,
                     value != NULL ? value : "on");
}

void
rs_check_pragma (RsCheck *self, const RsNode *pragma)
{
  g_assert (pragma->kind == RS_NODE_PRAGMA);

  g_autofree char *name = NULL, *value = NULL;
  const char *near;

  rs_pragma_split (pragma->text ? pragma->text : "", &name, &value);
  if (!name)
    {
      rs_check_report (self, RS_SEVERITY_WARNING, pragma, RS_SAY (PRAGMA_EMPTY));
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (pragma_names); i++)
    if (g_ascii_strcasecmp (pragma_names[i], name) == 0)
      {
        check_value (self, pragma, name, pragma_values[i], value);
        check_effect (self, pragma, i, value);
        return;
      }
  near = rs_suggest_among (pragma_names, G_N_ELEMENTS (pragma_names), name);
  rs_check_report (self, RS_SEVERITY_WARNING, pragma, RS_SAY (PRAGMA_UNKNOWN), name, near ? "; did you mean `" : "",
                   near ? near : "", near ? "`?" : "");
}
