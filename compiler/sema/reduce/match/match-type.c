/* Whether an operand has the type that a reduction asks for: certainly, certainly not, or only run time can tell.
 *
 * rs_type_distance takes what is unknown for fitting; a reduction that is applied on a guess would compute something
 * else, so here it is open.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/reduce/reduce-private.h"

#define DISTANCE_OF_ANY 1000
#define DISTANCE_OF_CHOICE 1

/* formal: an alternative list. The best alternative counts. */
static RsDecision
match_choice (const RsType *formal, const RsType *actual, int *distance)
{
  RsDecision best = RS_DECIDED_NO;
  int best_distance = G_MAXINT;

  for (guint i = 0; i < formal->n_inputs; i++)
    {
      int d = 0;
      RsDecision one = rs_reduce_match_type (formal->inputs[i], actual, &d);

      if (one > best || (one == best && d < best_distance))
        {
          best = one;
          best_distance = d;
        }
    }
  if (best != RS_DECIDED_NO)
    *distance += best_distance + DISTANCE_OF_CHOICE;
  return best;
}

/* actual: one of several. */
static RsDecision
match_any_of (const RsType *formal, const RsType *actual, int *distance)
{
  gboolean all = TRUE, some = FALSE;

  for (guint i = 0; i < actual->n_inputs; i++)
    {
      RsDecision one = rs_reduce_match_type (formal, actual->inputs[i], distance);

      all = all && one == RS_DECIDED_YES;
      some = some || one != RS_DECIDED_NO;
    }
  return all ? RS_DECIDED_YES : some ? RS_DECIDED_OPEN : RS_DECIDED_NO;
}

/* Sizes and dimensions that the variable asks for and the operand's type leaves open. */
static gboolean
leaves_shape_open (const RsType *formal, const RsType *actual)
{
  if (formal->kind != RS_TYPE_ARRAY || actual->kind != RS_TYPE_ARRAY || formal->rank == 0)
    return FALSE;
  if (actual->rank == 0)
    return TRUE;
  for (int i = 0; i < formal->rank; i++)
    {
      /* A vec of N is a row. */
      gint64 size = actual->rank == 1 && formal->rank > 1 ? (i == 1 ? actual->sizes[0] : 1)
                    : i < actual->rank                    ? actual->sizes[i]
                                                          : 1;

      if (formal->sizes[i] >= 0 && size < 0)
        return TRUE;
    }
  return FALSE;
}

RsDecision
rs_reduce_match_type (const RsType *formal, const RsType *actual, int *distance)
{
  int d;

  if (formal->kind == RS_TYPE_UNKNOWN)
    {
      *distance += DISTANCE_OF_ANY;
      return RS_DECIDED_YES;
    }
  if (actual->kind == RS_TYPE_UNKNOWN)
    return RS_DECIDED_OPEN;
  if (formal->kind == RS_TYPE_CHOICE)
    return match_choice (formal, actual, distance);
  if (actual->kind == RS_TYPE_CHOICE)
    return match_any_of (formal, actual, distance);
  if (formal->kind == RS_TYPE_POINTER && actual->kind != RS_TYPE_POINTER && formal->item)
    formal = formal->item;
  else if (actual->kind == RS_TYPE_POINTER && formal->kind != RS_TYPE_POINTER && actual->item)
    actual = actual->item;
  d = rs_type_distance (formal, actual);
  if (d < 0)
    return RS_DECIDED_NO;
  *distance += d;
  return leaves_shape_open (formal, actual) ? RS_DECIDED_OPEN : RS_DECIDED_YES;
}
