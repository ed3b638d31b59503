/* Code attributes by name, see attributes.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/check/kernels/attributes.h"

#include "compiler/base/messages.h"
#include "compiler/base/platform.h"
#include "compiler/base/suggest.h"
#include "compiler/sema/rewrite/kernel-hint.h"

#include <math.h>
#include <string.h>

typedef struct {
  const char *attribute; /* that it belongs to; NULL: it is one */
  const char *name;
  const char *why;    /* it changes nothing on the CPU; NULL: it does, or informs */
  const char *values; /* the words that it takes; NULL: anything */
  gboolean is_target; /* it takes names of platforms */
  guint most;         /* it takes a number from 1 to this; 0: anything */
} Row;

static const Row rows[] = {
#define RS_ATTRIBUTE(name, why) { NULL, #name, why, NULL, FALSE, 0 },
#define RS_PARAMETER(attribute, name, why) { #attribute, #name, why, NULL, FALSE, 0 },
#define RS_WORDS(attribute, name, values) { #attribute, #name, NULL, values, FALSE, 0 },
#define RS_TARGET(attribute, name) { #attribute, #name, NULL, NULL, TRUE, 0 },
#define RS_COUNT(attribute, name, most, why) { #attribute, #name, why, NULL, FALSE, most },
#include "compiler/sema/check/kernels/attributes.def"
#undef RS_COUNT
#undef RS_TARGET
#undef RS_WORDS
#undef RS_PARAMETER
#undef RS_ATTRIBUTE
};

/* The row of an attribute, or of a parameter of one. */
static const Row *
find_row (const char *attribute, const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_strcmp0 (rows[i].attribute, attribute) == 0 && strcmp (rows[i].name, name) == 0)
      return &rows[i];
  return NULL;
}

/* The names of all attributes, or of an attribute's parameters. (transfer container) */
static GPtrArray *
names_of (const char *attribute)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_strcmp0 (rows[i].attribute, attribute) == 0)
      g_ptr_array_add (names, (gpointer)rows[i].name);
  return names;
}

static const char *
suggest (const char *attribute, const char *name)
{
  g_autoptr (GPtrArray) names = names_of (attribute);

  return rs_suggest_among ((const char *const *)names->pdata, names->len, name);
}

/* --- warnings --- */

static gboolean
is_taken (const Row *row, const char *word)
{
  g_auto (GStrv) known = NULL;

  if (row->is_target)
    return rs_platform_is_known (word);
  known = g_strsplit (row->values, " ", -1);
  return g_strv_contains ((const char *const *)known, word);
}

/* What a parameter takes, with commas between. (transfer full) */
static char *
list_taken (const Row *row)
{
  g_auto (GStrv) known = NULL;

  if (row->is_target)
    return rs_platform_list ();
  known = g_strsplit (row->values, " ", -1);
  return g_strjoinv (", ", known);
}

static void
check_words (const RsModule *module, const RsNode *attribute, const RsNode *parameter, const Row *row,
             RsDiagnostics *diagnostics)
{
  const RsNode *value = rs_node_child (parameter, 0);
  const char *text = !value                          ? NULL
                     : value->kind == RS_NODE_STRING ? value->text
                     : value->kind == RS_NODE_NAME   ? value->name
                                                     : NULL;
  g_auto (GStrv) words = g_strsplit_set (text ? text : "", " \t,|", -1);

  for (char **word = words; *word; word++)
    if (**word != '\0' && !is_taken (row, *word))
      {
        g_autofree char *all = list_taken (row);

        rs_message_report (diagnostics, RS_SEVERITY_WARNING, module->source, parameter->span, RS_SAY (ATTRIBUTE_VALUE),
                           *word, attribute->name, row->name, all);
      }
}

static void
check_count (const RsModule *module, const RsNode *attribute, const RsNode *parameter, const Row *row,
             RsDiagnostics *diagnostics)
{
  const RsNode *value = rs_node_child (parameter, 0);

  if (value
      && (value->kind != RS_NODE_NUMBER || !(value->number >= 1 && value->number <= row->most)
          || value->number != floor (value->number)))
    rs_message_report (diagnostics, RS_SEVERITY_WARNING, module->source, parameter->span, RS_SAY (ATTRIBUTE_COUNT),
                       row->name, attribute->name, row->most);
}

static void
check_parameter (const RsModule *module, const RsNode *attribute, const RsNode *parameter, RsDiagnostics *diagnostics)
{
  const Row *row = find_row (attribute->name, parameter->name);
  const char *near;

  if (row && row->most > 0)
    check_count (module, attribute, parameter, row, diagnostics);
  if (row && (row->values || row->is_target))
    check_words (module, attribute, parameter, row, diagnostics);
  if (row || *parameter->name == '\0')
    return;
  near = suggest (attribute->name, parameter->name);
  if (near)
    rs_message_report (diagnostics, RS_SEVERITY_WARNING, module->source, parameter->span,
                       RS_SAY (ATTRIBUTE_PARAMETER_NEAR), attribute->name, parameter->name, near);
  else
    {
      g_autoptr (GPtrArray) names = names_of (attribute->name);
      g_autofree char *all = NULL;

      g_ptr_array_add (names, NULL);
      all = g_strjoinv (", ", (char **)names->pdata);
      rs_message_report (diagnostics, RS_SEVERITY_WARNING, module->source, parameter->span,
                         RS_SAY (ATTRIBUTE_PARAMETER), attribute->name, parameter->name, *all != '\0' ? all : "none");
    }
}

/* {!parallel}, {!serial} and {!interpreted} say of what: for or while. */
static void
check_loop_word (const RsModule *module, const RsNode *attribute, RsDiagnostics *diagnostics)
{
  const char *text = attribute->text ? attribute->text : "";

  if ((strcmp (attribute->name, "parallel") != 0 && strcmp (attribute->name, "serial") != 0
       && strcmp (attribute->name, "interpreted") != 0)
      || g_str_has_prefix (text, "for") || g_str_has_prefix (text, "while"))
    return;
  rs_message_report (diagnostics, RS_SEVERITY_WARNING, module->source, attribute->span, RS_SAY (ATTRIBUTE_FOR),
                     attribute->name, attribute->name);
}

static void
check_hint (const RsModule *module, const RsNode *attribute, RsDiagnostics *diagnostics)
{
  g_autofree char *problem = NULL;
  RsKernelHint hint;
  RsFusionStrategy strategy;

  if (!rs_kernel_hint_read (attribute, &hint, &problem) && problem == NULL)
    rs_fusion_strategy_read (attribute, &strategy, &problem);
  if (problem == NULL)
    return;
  rs_message_report (diagnostics, RS_SEVERITY_WARNING, module->source, attribute->span, RS_SAY (ATTRIBUTE_IGNORED),
                     attribute->name, problem);
}

void
rs_attribute_check (const RsModule *module, const RsNode *attribute, RsDiagnostics *diagnostics)
{
  g_assert (attribute->kind == RS_NODE_ATTRIBUTE);

  const char *near;

  if (!attribute->name)
    return;
  if (find_row (NULL, attribute->name))
    {
      check_hint (module, attribute, diagnostics);
      check_loop_word (module, attribute, diagnostics);
      for (guint i = 0; i < attribute->n_children; i++)
        if (attribute->children[i] && attribute->children[i]->name)
          check_parameter (module, attribute, attribute->children[i], diagnostics);
      return;
    }
  near = suggest (NULL, attribute->name);
  if (!near)
    return;
  rs_message_report (diagnostics, RS_SEVERITY_WARNING, module->source, attribute->span, RS_SAY (ATTRIBUTE_NEAR),
                     attribute->name, near);
}

/* --- notes --- */

static void
note (const RsModule *module, const RsNode *node, RsDiagnostics *diagnostics, const char *what, const char *why)
{
  rs_message_report (diagnostics, RS_SEVERITY_NOTE, module->source, node->span, RS_SAY (ATTRIBUTE_NO_EFFECT), what,
                     why);
}

/* Blocks of work items matter to shared memory alone; loops with 'shared variables have become kernels by then. */
static const char *
why_unused (const Row *row, const RsNode *statement)
{
  if (g_strcmp0 (row->attribute, "parallel") == 0 && strcmp (row->name, "blkdim") == 0 && statement
      && statement->kind == RS_NODE_FOR)
    return "the loop has no 'shared variable, and nothing else depends on blocks";
  return row->why;
}

void
rs_attribute_note (const RsModule *module, const RsNode *attribute, const RsNode *statement, RsDiagnostics *diagnostics)
{
  g_assert (attribute->kind == RS_NODE_ATTRIBUTE);

  const Row *row = attribute->name ? find_row (NULL, attribute->name) : NULL;

  if (!row && attribute->name && !suggest (NULL, attribute->name))
    rs_message_report (diagnostics, RS_SEVERITY_NOTE, module->source, attribute->span, RS_SAY (ATTRIBUTE_COMMENT),
                       attribute->name);
  if (!row)
    return;
  if (row->why)
    {
      g_autofree char *what = g_strdup_printf ("{!%s}", row->name);

      note (module, attribute, diagnostics, what, row->why);
      return;
    }
  for (guint i = 0; i < attribute->n_children; i++)
    {
      const RsNode *parameter = attribute->children[i];
      const Row *own = parameter && parameter->name ? find_row (attribute->name, parameter->name) : NULL;
      const char *why = own ? why_unused (own, statement) : NULL;
      g_autofree char *what = why ? g_strdup_printf ("`%s` of {!%s}", own->name, row->name) : NULL;

      if (why)
        note (module, parameter, diagnostics, what, why);
    }
}
