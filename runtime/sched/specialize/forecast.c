/* Kernels that a program will probably reach; see forecast.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/sched/specialize/forecast.h"

#include "compiler/generate.h"
#include "compiler/kernel/report/typed-request.h"
#include "runtime/sched/inputs/signature.h"
#include "runtime/sched/specialize/kernel-options.h"

#define MOST_KERNELS 64 /* that are built in advance for one program */

/* A kernel function (FUNCTION or LAMBDA), or a loop with the attribute before it. */
typedef struct {
  const RsNode *node, *attribute;
} Candidate;

struct _RsForecast {
  RsModule *main;      /* owned reference; the module that this is about */
  GHashTable *visited; /* set of FUNCTION nodes */
  GQueue *candidates;  /* of Candidate, owned */
  guint n_built;
};

void
rs_forecast_free (RsForecast *self)
{
  if (self == NULL)
    return;
  rs_module_unref (self->main);
  g_hash_table_unref (self->visited);
  g_queue_free_full (self->candidates, g_free);
  g_free (self);
}

/* --- where the text leads --- */

typedef struct {
  RsForecast *forecast;
  GQueue *found; /* of Candidate */
} Walk;

static void visit (const Walk *self, const RsNode *node);

static void
add (const Walk *self, const RsNode *node, const RsNode *attribute)
{
  Candidate *candidate = g_new (Candidate, 1);

  *candidate = (Candidate){ node, attribute };
  g_queue_push_tail (self->found, candidate);
}

static void
visit_children (const Walk *self, const RsNode *node)
{
  const RsNode *attribute = NULL;

  for (guint i = 0; i < node->n_children; i++)
    {
      const RsNode *child = node->children[i];

      if (child != NULL && child->kind == RS_NODE_FOR)
        add (self, child, attribute);
      else
        visit (self, child);
      attribute = child != NULL ? rs_attribute_for_next (attribute, child) : NULL;
    }
}

/* node: FUNCTION or LAMBDA. Functions of libraries have kernels for cases that a program may never meet: they are left
 * out. */
static void
visit_function (const Walk *self, const RsNode *node)
{
  if (node->scope == NULL || node->scope->module != self->forecast->main
      || !g_hash_table_add (self->forecast->visited, (gpointer)node))
    return;
  if ((node->flags & RS_NODE_KERNEL) != 0)
    add (self, node, NULL);
  else if ((node->flags & RS_NODE_DEVICE) == 0)
    visit_children (self, node);
}

static void
visit_symbol (const Walk *self, const RsSymbol *symbol)
{
  const RsSymbol *origin = symbol != NULL ? rs_symbol_get_origin (symbol) : NULL;

  for (guint i = 0; origin != NULL && origin->overloads != NULL && i < origin->overloads->len; i++)
    visit_function (self, origin->overloads->pdata[i]);
}

static void
visit (const Walk *self, const RsNode *node)
{
  if (node == NULL || node->kind == RS_NODE_FUNCTION || node->kind == RS_NODE_TYPE_DEFINITION)
    return;
  if (node->kind == RS_NODE_LAMBDA)
    visit_function (self, node);
  else if (node->kind == RS_NODE_NAME)
    visit_symbol (self, node->symbol);
  else
    visit_children (self, node);
}

static RsForecast *
forecast_new (RsModule *main)
{
  RsForecast *self = g_new0 (RsForecast, 1);
  const RsScope *scope = main->root->scope;
  Walk walk = { self, NULL };

  self->main = rs_module_ref (main);
  self->visited = g_hash_table_new (NULL, NULL);
  self->candidates = walk.found = g_queue_new ();
  visit_children (&walk, main->root);
  visit_symbol (&walk, g_hash_table_lookup (scope->names, rs_names_intern (main->names, "main", -1)));
  return self;
}

/* What stands inside a loop that is not compiled as a whole comes next. */
static void
open_loop (RsForecast *self, const Candidate *loop)
{
  g_autoptr (GQueue) found = g_queue_new ();
  const Walk walk = { self, found };
  gpointer candidate;

  visit_children (&walk, loop->node);
  while ((candidate = g_queue_pop_tail (found)) != NULL)
    g_queue_push_head (self->candidates, candidate);
}

/* --- building --- */

/* Whole numbers that a launch passes are compiled in where they are small and the launch is large (a filter's radius),
 * and so are the components of pixels: what is compiled without them is of no use then. */
static gboolean
has_constants (const RsTypedRequest *typed)
{
  for (guint i = 0; i < typed->request.n_inputs; i++)
    {
      const RsType *type = typed->request.inputs[i].type;

      if ((type->kind == RS_TYPE_NUMBER && rs_element_is_integer (type->element))
          || (type->kind == RS_TYPE_ARRAY && type->rank >= RS_PIXEL_RANK))
        return TRUE;
    }
  return FALSE;
}

static gboolean
make_request (RsSession *session, RsModule *module, const Candidate *candidate, RsTypedRequest *typed)
{
  const RsSymbol *unknown;
  RsLoopNest nest;

  if (candidate->node->kind != RS_NODE_FOR)
    return rs_typed_request_init_function (typed, module, candidate->node, session->precision, &unknown)
           && !has_constants (typed);
  nest = rs_loop_nest_find (candidate->node, candidate->attribute);
  if (nest.n_levels == 0 || nest.request == RS_LOOP_INTERPRETED
      || (nest.request == RS_LOOP_AUTOMATIC
          && !rs_settings_get_boolean (session->settings, RS_SETTING_COMPILER_AUTO_FORLOOP_PARALLELIZATION)))
    return FALSE;
  if (!rs_typed_request_init_loop (typed, module, candidate->node, &nest, session->precision, FALSE, &unknown))
    return FALSE;
  if (!nest.is_open)
    rs_typed_request_match_launch (typed);
  return TRUE;
}

/* The candidate's kernel and its text; none when it can't be known yet, or there is none. */
static void
generate (RsSession *session, RsEngine *engine, RsModule *module, const Candidate *candidate, RsGenerated *generated)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new (); /* they are told when the kernel is reached */
  RsTypedRequest typed = { 0 };
  gboolean lacks_sizes = FALSE;

  *generated = (RsGenerated){ 0 };
  if (make_request (session, module, candidate, &typed))
    {
      rs_kernel_options_set (&typed.request, session->settings);
      typed.request.target = engine->device->target;
      typed.request.lacks_sizes = &lacks_sizes;
      rs_kernel_generate (&typed.request, diagnostics, generated);
    }
  if (typed.inputs != NULL)
    rs_typed_request_clear (&typed);
}

static void
prepare (RsSession *session, RsEngine *engine, const RsGenerated *generated)
{
  RsModuleOptions options = {
    .math = rs_kernel_options_get_math (session->settings),
    .title = rs_kernel_get_title (generated->kernel),
  };

  rs_device_prepare (engine->device, generated->source, &options);
}

/* The forecast for the program that runs. */
static RsForecast *
get_forecast (RsSession *session, RsEngine *engine)
{
  RsModule *main = session->program != NULL ? rs_program_get_main (session->program) : NULL;

  if (engine->forecast != NULL && engine->forecast->main != main)
    g_clear_pointer (&engine->forecast, rs_forecast_free);
  if (engine->forecast == NULL && main != NULL)
    engine->forecast = forecast_new (main);
  return engine->forecast;
}

gboolean
rs_forecast_step (RsSession *session, RsEngine *engine, const RsNode *reached)
{
  RsForecast *self = get_forecast (session, engine);
  g_autofree Candidate *candidate = self != NULL && self->n_built < MOST_KERNELS ? g_queue_pop_head (self->candidates)
                                                                                 : NULL;
  g_auto (RsGenerated) generated = { 0 };

  if (candidate == NULL)
    return FALSE;
  if (candidate->node == reached)
    return TRUE;
  generate (session, engine, self->main, candidate, &generated);
  if (generated.kernel != NULL)
    {
      self->n_built++;
      prepare (session, engine, &generated);
    }
  else if (candidate->node->kind == RS_NODE_FOR)
    open_loop (self, candidate);
  return TRUE;
}
