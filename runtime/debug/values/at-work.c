/* Variables that a loop at work changes. What their registers have is from before the loop or from behind it, and means
 * nothing where a pause has come into it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/debug/debugger-private.h"

#include "runtime/sched/engine.h"
#include "runtime/sched/queue/queue.h"

#include <string.h>

static gboolean
is_target (const RsNode *target, const char *name)
{
  if (target->kind == RS_NODE_NAME)
    return strcmp (target->name, name) == 0;
  if (target->kind == RS_NODE_TYPED)
    return is_target (target->children[RS_TYPED_EXPRESSION], name);
  if (target->kind == RS_NODE_MATRIX || target->kind == RS_NODE_SPREAD)
    for (guint i = 0; i < target->n_children; i++)
      if (target->children[i] != NULL && is_target (target->children[i], name))
        return TRUE;
  return FALSE;
}

/* Whether a statement gives the variable another value; one of its elements does not count. */
static gboolean
assigns (const RsNode *node, const char *name)
{
  if (node->kind == RS_NODE_FUNCTION || node->kind == RS_NODE_LAMBDA)
    return FALSE;
  if ((node->kind == RS_NODE_ASSIGN || node->kind == RS_NODE_DEFINE)
      && is_target (node->children[RS_ASSIGN_TARGET], name))
    return TRUE;
  if (node->kind == RS_NODE_FOR && is_target (node->children[RS_FOR_VARIABLE], name))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] != NULL && assigns (node->children[i], name))
      return TRUE;
  return FALSE;
}

/* The loops of a frame that a queue is at work on. */
static void
add_loops (GPtrArray *loops, const RsQueue *queue, const RsProto *proto)
{
  for (guint i = 0; i < proto->n_sites; i++)
    {
      const RsProtoSite *site = &proto->sites[i];
      guint line;

      if (site->form != RS_KERNEL_FROM_LOOP)
        continue;
      rs_source_locate (proto->module->source, site->node->span.start, &line, NULL);
      if (rs_queue_is_at_work (queue, rs_source_get_name (proto->module->source), line))
        g_ptr_array_add (loops, (gpointer)site->node);
    }
}

void
rs_debugger_note_work (RsDebugger *self)
{
  const RsEngine *engine = self->session->slots[RS_SLOT_QUEUE];
  const RsFrame *frame;

  g_ptr_array_set_size (self->loops_at_work, 0);
  if (!self->is_inside || engine == NULL || engine->queue == NULL)
    return;
  for (guint i = 0; (frame = rs_debugger_get_frame (self, i)) != NULL; i++)
    add_loops (self->loops_at_work, engine->queue, frame->proto);
}

gboolean
rs_debugger_is_changed_at_work (const RsDebugger *self, const RsFrame *frame, const char *name)
{
  for (guint i = 0; i < frame->proto->n_sites; i++)
    {
      const RsNode *node = frame->proto->sites[i].node;

      if (g_ptr_array_find (self->loops_at_work, node, NULL) && assigns (node, name))
        return TRUE;
    }
  return FALSE;
}
