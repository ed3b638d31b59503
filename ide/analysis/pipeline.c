/* What the compiler makes of a kernel, step by step.
 *
 * A kernel is built anew for each pass and taken through the passes up to it: passes change a kernel in place.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/analysis/pipeline.h"

#include "compiler/generate.h"
#include "compiler/kernel/ir/changes.h"
#include "compiler/kernel/report/static-kernels.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DIFFERENCE 4000 /* lines of a text: the table of the difference has their product */

static void
stage_free (gpointer data)
{
  RsStage *stage = data;

  g_free (stage->title);
  g_free (stage->text);
  g_free (stage);
}

void
rs_pipeline_free (RsPipeline *self)
{
  g_free (self->title);
  g_free (self->path);
  g_ptr_array_unref (self->stages);
  g_free (self);
}

static void
add_stage (RsPipeline *self, char *title, char *text)
{
  RsStage *stage = g_new (RsStage, 1);

  stage->title = title;
  stage->text = text;
  g_ptr_array_add (self->stages, stage);
}

static RsKernel *
build (RsKernelRequest *request, char **reason)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();

  return rs_kernel_build_form (request, diagnostics, reason);
}

/* The text after the pass; NULL: the pass is not for this kernel. */
static char *
print_after (RsKernelRequest *request, const char *pass)
{
  g_autofree char *reason = NULL;
  g_autoptr (RsKernel) kernel = build (request, &reason);

  if (kernel == NULL || !rs_kernel_optimize (kernel, pass, NULL))
    return NULL;
  return rs_kernel_print (kernel);
}

static void
add_passes (RsPipeline *self, RsKernelRequest *request)
{
  guint n;
  const RsPassInfo *passes = rs_passes_get (&n);
  const RsStage *last = g_ptr_array_index (self->stages, self->stages->len - 1);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = print_after (request, passes[i].name);

      if (text == NULL || g_str_equal (text, last->text))
        continue;
      add_stage (self, g_strdup_printf (_ ("After %s"), passes[i].name), g_steal_pointer (&text));
      last = g_ptr_array_index (self->stages, self->stages->len - 1);
    }
}

static void
add_source (RsPipeline *self, RsKernelRequest *request, const RsTarget *target, const char *title)
{
  RsKernelRequest own = *request;
  g_autofree char *reason = NULL, *refusal = NULL;
  g_autoptr (RsKernel) kernel = NULL;
  RsLaunchPlan plan = { 0 };
  char *text = NULL;

  own.target = target;
  kernel = build (&own, &reason);
  if (kernel != NULL && rs_kernel_optimize (kernel, NULL, NULL))
    text = rs_kernel_print_source (kernel, &plan, &refusal);
  rs_launch_plan_clear (&plan);
  if (text == NULL)
    text = g_strdup (refusal != NULL ? refusal : reason != NULL ? reason : _ ("There is none"));
  add_stage (self, g_strdup (title), text);
}

/* --- finding the kernel --- */

typedef struct {
  RsPipeline *pipeline;
  RsModule *module;
  guint line;
  guint best; /* lines of the smallest that covers the line so far */
} Search;

static void
describe (RsPipeline *self, const RsNode *node, const char *what)
{
  g_free (self->title);
  self->title = node->kind == RS_NODE_FOR ? g_strdup_printf (_ ("Loop at line %u"), self->first)
                                          : g_strdup_printf (_ ("Kernel %s"), what);
}

/* A RsStaticKernelFunc. */
static gboolean
try_kernel (RsTypedRequest *typed, const RsNode *node, const char *what, const RsSymbol *unknown, gpointer data)
{
  Search *search = data;
  RsPipeline *self = search->pipeline;
  g_autofree char *text = NULL, *reason = NULL;
  g_autoptr (RsKernel) kernel = NULL;
  guint first, last, column;

  rs_source_locate (search->module->source, node->span.start, &first, &column);
  rs_source_locate (search->module->source, node->span.end, &last, &column);
  if (search->line < first || search->line > last || last - first + 1 > search->best)
    return FALSE;
  search->best = last - first + 1;
  self->first = first;
  self->last = last;
  g_ptr_array_set_size (self->stages, 0);
  describe (self, node, what);
  if (typed == NULL)
    {
      g_autofree char *title
          = g_strdup_printf (_ ("%s: the type of %s is known only when the program runs"), self->title, unknown->name);

      g_free (self->title);
      self->title = g_steal_pointer (&title);
      return FALSE;
    }
  if (node->kind == RS_NODE_FOR)
    typed->request.same_arrays_possible = TRUE;
  kernel = build (&typed->request, &reason);
  if (kernel == NULL)
    {
      g_autofree char *title
          = g_strdup_printf ("%s: %s", self->title, reason != NULL ? reason : _ ("no kernel can be made of it"));

      g_free (self->title);
      self->title = g_steal_pointer (&title);
      return FALSE;
    }
  add_stage (self, g_strdup (_ ("As it is built")), rs_kernel_print (kernel));
  add_passes (self, &typed->request);
  add_source (self, &typed->request, &rs_target_cpu, _ ("C for the processor"));
  add_source (self, &typed->request, &rs_target_opencl, _ ("OpenCL C"));
  add_source (self, &typed->request, &rs_target_cuda, _ ("CUDA C++"));
  return TRUE;
}

RsPipeline *
rs_pipeline_new (const RsAnalysis *analysis, guint line)
{
  RsPipeline *self = g_new0 (RsPipeline, 1);
  Search search = { self, rs_analysis_get_module (analysis), line, G_MAXUINT };

  self->stages = g_ptr_array_new_with_free_func (stage_free);
  self->path = g_strdup (rs_source_get_name (rs_analysis_get_source (analysis)));
  self->title = g_strdup (rs_analysis_has_errors (analysis) ? _ ("The text has errors")
                                                            : _ ("There is no kernel and no loop in this line"));
  if (!rs_analysis_has_errors (analysis))
    rs_static_kernels_visit (search.module, rs_analysis_get_precision (analysis), try_kernel, &search);
  return self;
}

/* --- lines --- */

/* "(set 4 ...": statements of the representation have their line as their first number. */
static guint
find_statement_line (const char *line)
{
  static const char *const statements[]
      = { "(set ", "(loop ", "(store ", "(if ", "(while ", "(atomic ", "(call ", "(assert ", "(break ", "(copy " };

  line += strspn (line, " (d o");
  for (guint i = 0; i < G_N_ELEMENTS (statements); i++)
    if (strncmp (line, statements[i] + 1, strlen (statements[i]) - 1) == 0)
      return (guint)strtoul (line + strlen (statements[i]) - 1, NULL, 10);
  return 0;
}

GArray *
rs_stage_map_lines (const RsStage *stage)
{
  GArray *map = g_array_new (FALSE, FALSE, sizeof (guint));
  g_auto (GStrv) lines = g_strsplit (stage->text, "\n", -1);
  gboolean is_c = strstr (stage->text, "\n#line ") != NULL;
  guint current = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (g_str_has_prefix (lines[i], "#line "))
        current = (guint)strtoul (lines[i] + strlen ("#line "), NULL, 10);
      else if (!is_c)
        current = find_statement_line (lines[i]);
      g_array_append_val (map, current);
    }
  return map;
}

/* --- difference --- */

typedef struct {
  char **before, **after;
  guint n_before, n_after;
  guint *common; /* [(n_before + 1) * (n_after + 1)]: longest common sequence of the lines from there on */
} Difference;

static guint *
at (const Difference *self, guint i, guint k)
{
  return &self->common[(gsize)i * (self->n_after + 1) + k];
}

static void
fill (Difference *self)
{
  for (guint i = self->n_before; i-- > 0;)
    for (guint k = self->n_after; k-- > 0;)
      *at (self, i, k) = g_str_equal (self->before[i], self->after[k])
                             ? *at (self, i + 1, k + 1) + 1
                             : MAX (*at (self, i + 1, k), *at (self, i, k + 1));
}

char *
rs_difference (const char *before, const char *after)
{
  g_auto (GStrv) left = g_strsplit (before, "\n", -1), right = g_strsplit (after, "\n", -1);
  Difference self = { left, right, g_strv_length (left), g_strv_length (right), NULL };
  GString *text = g_string_new (NULL);
  guint i = 0, k = 0;

  if (self.n_before > MAX_DIFFERENCE || self.n_after > MAX_DIFFERENCE)
    return g_string_free (g_string_append (text, _ ("The texts are too long to be compared")), FALSE);
  self.common = g_new0 (guint, (gsize)(self.n_before + 1) * (self.n_after + 1));
  fill (&self);
  while (i < self.n_before || k < self.n_after)
    if (i < self.n_before && k < self.n_after && g_str_equal (left[i], right[k]))
      {
        g_string_append_printf (text, "  %s\n", left[i++]);
        k++;
      }
    else if (k == self.n_after || (i < self.n_before && *at (&self, i + 1, k) >= *at (&self, i, k + 1)))
      g_string_append_printf (text, "- %s\n", left[i++]);
    else
      g_string_append_printf (text, "+ %s\n", right[k++]);
  g_free (self.common);
  return g_string_free (text, FALSE);
}

static guint
take_line (const GArray *lines, guint *next)
{
  const guint index = (*next)++;

  return index < lines->len ? g_array_index (lines, guint, index) : 0;
}

GArray *
rs_difference_map_lines (const char *difference, const RsStage *before, const RsStage *after)
{
  g_autoptr (GArray) old = rs_stage_map_lines (before), new = rs_stage_map_lines (after);
  GArray *map = g_array_new (FALSE, FALSE, sizeof (guint));
  g_auto (GStrv) lines = g_strsplit (difference, "\n", -1);
  guint i = 0, k = 0;

  for (guint at = 0; lines[at] != NULL; at++)
    {
      guint line = 0;

      if (lines[at][0] == '-' || lines[at][0] == ' ')
        line = take_line (old, &i);
      if (lines[at][0] == '+' || lines[at][0] == ' ')
        line = take_line (new, &k);
      g_array_append_val (map, line);
    }
  return map;
}
