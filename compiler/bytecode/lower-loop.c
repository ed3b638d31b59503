/* Loops: for over ranges and values, while, repeat, and the ways out of them.
 *
 * A for loop over a range keeps low, step and what is left in six temporaries and makes no range value. In front of a
 * loop that may be a kernel stand the ranges of its whole nest and OFFER_LOOP; the ordinary loop follows.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/base/messages.h"
#include "compiler/bytecode/lower-private.h"
#include "compiler/sema/names/constant.h"
#include "compiler/sema/rewrite/kernel-hint.h"

/* A loop that may be a kernel. */
typedef struct {
  guint site;
  guint ranges; /* register: three numbers a level */
  guint jump;   /* behind the loop, when it was launched */
} Offer;

static void
enter (RsLower *lower, RsLowerLoop *loop)
{
  loop->outer = lower->loop;
  loop->n_tries = lower->n_tries;
  loop->breaks = g_array_new (FALSE, FALSE, sizeof (guint));
  loop->continues = g_array_new (FALSE, FALSE, sizeof (guint));
  lower->loop = loop;
  lower->loop_depth++;
}

static void
leave (RsLower *lower, RsLowerLoop *loop)
{
  lower->loop = loop->outer;
  lower->loop_depth--;
  g_array_unref (loop->breaks);
  g_array_unref (loop->continues);
}

void
rs_lower_jump_out (RsLower *lower, const RsNode *node)
{
  g_assert (node->kind == RS_NODE_BREAK || node->kind == RS_NODE_CONTINUE);

  guint jump;

  if (lower->loop == NULL)
    {
      rs_message_report (lower->diagnostics, RS_SEVERITY_ERROR, lower->module->source, node->span,
                         RS_SAY (OUTSIDE_LOOP), node->kind == RS_NODE_BREAK ? "break" : "continue");
      return;
    }
  rs_lower_leave_tries (lower, lower->loop->n_tries);
  jump = rs_lower_emit_jump (lower, RS_OPCODE_JUMP, 0);
  g_array_append_val (node->kind == RS_NODE_BREAK ? lower->loop->breaks : lower->loop->continues, jump);
}

static const RsNode *
loop_variable (const RsNode *node)
{
  const RsNode *variable = node->children[RS_FOR_VARIABLE];

  return variable->kind == RS_NODE_TYPED ? variable->children[RS_TYPED_EXPRESSION] : variable;
}

/* Low, step and high into three registers. */
static void
lower_range (RsLower *lower, const RsNode *range, guint base)
{
  rs_lower_to (lower, range->children[RS_RANGE_LOW], base);
  if (range->children[RS_RANGE_STEP] != NULL)
    rs_lower_to (lower, range->children[RS_RANGE_STEP], base + 1);
  else
    rs_lower_emit (lower, RS_OPCODE_LOAD_INT, base + 1, 1, 0);
  rs_lower_to (lower, range->children[RS_RANGE_HIGH], base + 2);
}

/* n-1..0: a range that ends at 0 or 1 and begins at what is known in the run only. It may well be meant to count down,
 * which it does not without a step. */
static gboolean
may_mean_countdown (const RsNode *range)
{
  gint64 low, high;

  return range->children[RS_RANGE_STEP] == NULL && rs_constant_integer (NULL, range->children[RS_RANGE_HIGH], &high)
         && (high == 0 || high == 1) && !rs_constant_integer (NULL, range->children[RS_RANGE_LOW], &low);
}

static void
note_countdown (RsLower *lower, const RsNode *range, guint base)
{
  if (lower->proto->is_kernel || lower->proto->is_device || !may_mean_countdown (range))
    return;
  lower->offset = range->span.start;
  rs_lower_emit (lower, RS_OPCODE_NOTE_COUNTDOWN, base, 0, 0);
}

/* At the start of an iteration of an offered loop that was refused because the loops inside are better launches of
 * their own: whether they are. Or because a variable was a number that is an array by now. The number of the iteration
 * lies behind the range. */
static void
offer_steps (RsLower *lower, const Offer *offer, guint base)
{
  guint jump;

  rs_lower_emit (lower, RS_OPCODE_OFFER_STEPS, offer->ranges, offer->site, base);
  jump = rs_lower_emit_jump (lower, RS_OPCODE_EXTRA, 0);
  g_array_append_val (lower->loop->breaks, jump);
}

/* The body of an iteration; deals: its launches go to the next device. */
static void
lower_body (RsLower *lower, const RsNode *body, gboolean deals)
{
  lower->n_deals += deals;
  if (deals)
    rs_lower_emit (lower, RS_OPCODE_DEAL, 0, lower->n_deals, 0);
  rs_lower_block (lower, body);
  lower->n_deals -= deals;
}

/* The ordinary loop; the range's three numbers, or the value, lie in base. offer: NULL when it is not offered. */
static void
lower_loop (RsLower *lower, const RsNode *node, const RsNode *attribute, guint base, gboolean is_range,
            const Offer *offer)
{
  const RsLoopNest *nest = offer != NULL ? &g_array_index (lower->sites, RsProtoSite, offer->site).nest : NULL;
  const gboolean has_steps = nest != NULL && (nest->has_long_loop || nest->grows != NULL);
  const RsNode *name = loop_variable (node);
  const gboolean deals = rs_attribute_deals (attribute) && !lower->proto->is_kernel && !lower->proto->is_device;
  guint variable = rs_lower_variable (lower, name, name->symbol);
  RsLowerLoop loop;
  guint prepare, body, back;

  lower->offset = node->span.start;
  if (has_steps)
    rs_lower_emit (lower, RS_OPCODE_LOAD_INT, base + 5, 0, 0);
  prepare = rs_lower_emit_jump (lower, is_range ? RS_OPCODE_FOR_PREPARE : RS_OPCODE_EACH_PREPARE, base);
  rs_lower_emit (lower, RS_OPCODE_EXTRA, variable, 0, 0);
  if (lower->loop_depth == 0)
    rs_lower_emit (lower, RS_OPCODE_LOOP_START, base, 0, 0);
  body = rs_lower_here (lower);
  enter (lower, &loop);
  if (has_steps)
    offer_steps (lower, offer, base);
  if (lower->rounds)
    rs_lower_emit (lower, RS_OPCODE_ROUND, variable, 0, 0);
  lower_body (lower, node->children[RS_FOR_BODY], deals);
  rs_lower_patch_all (lower, loop.continues, rs_lower_here (lower));
  lower->offset = node->span.start;
  back = rs_lower_emit_jump (lower, is_range ? RS_OPCODE_FOR_LOOP : RS_OPCODE_EACH_LOOP, base);
  rs_lower_emit (lower, RS_OPCODE_EXTRA, variable, 0, 0);
  rs_lower_patch (lower, back, body);
  rs_lower_patch_all (lower, loop.breaks, rs_lower_here (lower));
  leave (lower, &loop);
  rs_lower_patch_here (lower, prepare);
  if (deals)
    rs_lower_emit (lower, RS_OPCODE_DEAL_END, 0, lower->n_deals, 0);
  if (lower->loop_depth == 0)
    rs_lower_emit (lower, RS_OPCODE_LOOP_END, base, 0, 0);
}

/* The ranges of the levels, the offer, and the jump behind the loop; FALSE when there is nothing to offer. */
static gboolean
offer_loop (RsLower *lower, const RsNode *node, const RsNode *attribute, gboolean may_be_late, Offer *offer)
{
  guint n_levels;

  if (!rs_lower_offer_loop (lower, node, attribute, &offer->site))
    return FALSE;
  n_levels = g_array_index (lower->sites, RsProtoSite, offer->site).nest.n_levels;
  offer->ranges = rs_lower_take (lower, 3 * n_levels);
  for (guint i = 0; i < n_levels; i++)
    {
      const RsNode *range = g_array_index (lower->sites, RsProtoSite, offer->site).nest.ranges[i];

      lower_range (lower, range, offer->ranges + 3 * i);
      note_countdown (lower, range, offer->ranges + 3 * i);
    }
  lower->offset = node->span.start;
  rs_lower_emit (lower, RS_OPCODE_OFFER_LOOP, offer->ranges, offer->site, may_be_late);
  offer->jump = rs_lower_emit_jump (lower, RS_OPCODE_EXTRA, 0);
  return TRUE;
}

void
rs_lower_for (RsLower *lower, const RsNode *node, const RsNode *attribute)
{
  g_assert (node->kind == RS_NODE_FOR);

  const RsNode *range = node->children[RS_FOR_RANGE];
  gboolean is_range = range->kind == RS_NODE_RANGE;
  guint mark = lower->next;
  const gboolean may_be_late = lower->may_be_late;
  Offer offer;
  gboolean offered;
  guint base;

  lower->may_be_late = FALSE; /* those inside */
  offered = is_range && offer_loop (lower, node, attribute, may_be_late, &offer);
  base = rs_lower_take (lower, 6);
  if (offered) /* the outermost range has been evaluated */
    for (guint i = 0; i < 3; i++)
      rs_lower_emit (lower, RS_OPCODE_MOVE, base + i, offer.ranges + i, 0);
  else if (is_range)
    {
      lower_range (lower, range, base);
      note_countdown (lower, range, base);
    }
  else
    rs_lower_to (lower, range, base);
  lower_loop (lower, node, attribute, base, is_range, offered ? &offer : NULL);
  if (offered)
    rs_lower_patch_here (lower, offer.jump);
  rs_lower_release (lower, mark);
}

/* Offers the rest of a loop of unknown length at the start of each iteration. Returns where the iteration starts; the
 * jump behind the loop goes to out. */
static guint
offer_rest (RsLower *lower, const RsNode *node, const RsNode *attribute, GArray *out)
{
  guint index, counter, jump, start;

  if (!rs_lower_offer_loop (lower, node, attribute, &index))
    return rs_lower_here (lower);
  counter = rs_lower_take (lower, 1);
  rs_lower_emit (lower, RS_OPCODE_LOAD_INT, counter, 0, 0);
  start = rs_lower_here (lower);
  lower->offset = node->span.start;
  rs_lower_emit (lower, RS_OPCODE_OFFER_WHILE, counter, index,
                 g_array_index (lower->sites, RsProtoSite, index).nest.has_long_loop);
  jump = rs_lower_emit_jump (lower, RS_OPCODE_EXTRA, 0);
  g_array_append_val (out, jump);
  return start;
}

/* A loop of unknown length that is in no other is reported. Returns the registers for that, G_MAXUINT: it is in one. */
static guint
start_while (RsLower *lower, const RsNode *node)
{
  guint base;

  if (lower->loop_depth > 0)
    return G_MAXUINT;
  base = rs_lower_take (lower, 5);
  lower->offset = node->span.start;
  rs_lower_emit (lower, RS_OPCODE_WHILE_START, base, 0, 0);
  return base;
}

/* The jump back of such a loop, and what is behind it. out: jumps out of it, besides breaks: before the iteration that
 * is counted already has begun, where the loop is a `while`. */
static void
end_while (RsLower *lower, const RsNode *node, guint base, guint start, GArray *out)
{
  const gboolean is_reported = base != G_MAXUINT, has_end_of_its_own = is_reported && node->kind == RS_NODE_WHILE;
  guint back
      = rs_lower_emit_jump (lower, is_reported ? RS_OPCODE_LOOP_COUNTED : RS_OPCODE_LOOP, is_reported ? base : 0);

  rs_lower_patch (lower, back, start);
  rs_lower_patch_all (lower, out, rs_lower_here (lower));
  lower->offset = node->span.start;
  if (has_end_of_its_own)
    {
      rs_lower_emit (lower, RS_OPCODE_LOOP_END, base, 1, 0);
      back = rs_lower_emit_jump (lower, RS_OPCODE_JUMP, 0);
    }
  rs_lower_patch_all (lower, lower->loop->breaks, rs_lower_here (lower));
  if (is_reported)
    rs_lower_emit (lower, RS_OPCODE_LOOP_END, base, 0, 0);
  if (has_end_of_its_own)
    rs_lower_patch_here (lower, back);
}

void
rs_lower_while (RsLower *lower, const RsNode *node, const RsNode *attribute)
{
  g_assert (node->kind == RS_NODE_WHILE);

  g_autoptr (GArray) out = g_array_new (FALSE, FALSE, sizeof (guint));
  RsLowerLoop loop;
  guint mark = lower->next;
  guint base = start_while (lower, node);
  guint start = offer_rest (lower, node, attribute, out);

  enter (lower, &loop);
  rs_lower_condition (lower, node->children[RS_WHILE_CONDITION], TRUE, out);
  rs_lower_block (lower, node->children[RS_WHILE_BODY]);
  rs_lower_patch_all (lower, loop.continues, rs_lower_here (lower));
  end_while (lower, node, base, start, out);
  leave (lower, &loop);
  rs_lower_release (lower, mark);
}

void
rs_lower_repeat (RsLower *lower, const RsNode *node, const RsNode *attribute)
{
  g_assert (node->kind == RS_NODE_REPEAT);

  g_autoptr (GArray) out = g_array_new (FALSE, FALSE, sizeof (guint));
  RsLowerLoop loop;
  guint mark = lower->next;
  guint base = start_while (lower, node);
  guint start = offer_rest (lower, node, attribute, out);

  enter (lower, &loop);
  rs_lower_block (lower, node->children[RS_REPEAT_BODY]);
  rs_lower_patch_all (lower, loop.continues, rs_lower_here (lower));
  rs_lower_condition (lower, node->children[RS_REPEAT_CONDITION], FALSE, out);
  end_while (lower, node, base, start, out);
  leave (lower, &loop);
  rs_lower_release (lower, mark);
}
