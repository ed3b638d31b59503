/* Calls of generic functions: what they say about the type parameters, and the checks of the instances that they make.
 *
 * An instance is checked where it is first called, in the place of its definition; an error in it is followed by a note
 * at the call that made it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/check/check-private.h"
#include "compiler/sema/generic/generic.h"

static void
check_instance (RsCheck *self, const RsNode *call, RsGenericInstance *instance)
{
  RsCheck inner = *self;
  guint before = rs_diagnostics_count (self->diagnostics, RS_SEVERITY_ERROR);

  if (instance->is_checked)
    return;
  instance->is_checked = TRUE;
  inner.scope = instance->node->scope->parent;
  inner.module = inner.scope->module;
  inner.attribute = NULL;
  inner.loop_depth = 0;
  inner.in_parallel = FALSE;
  inner.generic_depth++;
  for (guint i = 0; instance->findings && i < rs_diagnostics_get_length (instance->findings); i++)
    {
      const RsDiagnostic *finding = rs_diagnostics_get (instance->findings, i);

      rs_diagnostics_report_text (self->diagnostics, finding->code, finding->severity, finding->source, finding->span,
                                  finding->message);
    }
  rs_check_visit (&inner, instance->node);
  if (rs_diagnostics_count (self->diagnostics, RS_SEVERITY_ERROR) > before && self->generic_depth < 2)
    rs_check_report (self, RS_SEVERITY_NOTE, call, RS_SAY (INSTANCE_MADE), instance->node->name);
}

void
rs_check_specialization (RsCheck *self, const RsNode *meta)
{
  g_assert (rs_is_specialization (meta));

  const char *reason;
  RsGenericInstance *instance = rs_specialize (self->arena, (RsNode *)meta, self->precision, TRUE, &reason);

  if (instance)
    check_instance (self, meta, instance);
  else
    rs_check_report (self, RS_SEVERITY_ERROR, meta, RS_SAY (SPECIALIZE_FAILED),
                     reason ? reason : "it needs a function, and constraints on its parameters");
}

void
rs_check_generic_call (RsCheck *self, const RsNode *call)
{
  g_assert (call->kind == RS_NODE_CALL);

  RsBinding *explicit;
  guint n_explicit;
  const char *reason;
  const RsNode *function
      = rs_generic_callee (self->arena, self->precision, rs_node_child (call, RS_CALL_CALLEE), &explicit, &n_explicit);
  RsGenericInstance *instance;

  if (!function || !function->scope)
    return;
  instance
      = rs_generic_instance_of_call (self->arena, function, call, explicit, n_explicit, self->precision, TRUE, &reason);
  /* The built-in function of that name may take them. */
  if (reason && n_explicit == 0 && function->name && rs_builtin_find (function->name))
    return;
  if (reason)
    rs_check_report (self, rs_check_certain (self), call, RS_SAY (INSTANCE_FAILED), function->name, reason);
  else if (instance)
    check_instance (self, call, instance);
}
