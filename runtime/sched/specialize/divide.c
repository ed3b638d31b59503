/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sched/specialize/divide.h"

#include "runtime/sched/inputs/bind.h"
#include "runtime/sched/place/place.h"
#include "runtime/sched/queue/order.h"
#include "runtime/sched/specialize/large-textures.h"

#include <math.h>
#include <string.h>

#define NOISE 0.03 /* cuts that would move by less than this part of the rows stay */

/* --- how it is cut --- */

/* How much of a launch a device does in a time, of 1 for all that are known; those that are not known are like the mean
 * of the others. */
static double
get_speed (const gint64 *times, guint n, guint i)
{
  double sum = 0;
  guint n_known = 0;

  if (times[i] > 0)
    return 1.0 / (double)times[i];
  for (guint k = 0; k < n; k++)
    if (times[k] > 0)
      {
        sum += 1.0 / (double)times[k];
        n_known++;
      }
  return n_known > 0 ? sum / n_known : 1;
}

/* What a launch takes until the last device ends; 0: that is not known of all. */
static double
get_end (const gint64 *times, guint n, const double *cuts)
{
  double end = 0;

  for (guint i = 0; i < n; i++)
    {
      if (times[i] <= 0)
        return 0;
      end = MAX (end, (double)times[i] * (cuts[i + 1] - cuts[i]));
    }
  return end;
}

void
rs_divide_cut (RsDivision *division, guint devices, const gint64 *times, guint n, double move)
{
  double *const cuts = division->cuts, *const lost = &division->lost;
  double wanted[RS_MOST_DIVIDED + 1] = { 0 };
  double total = 0, sum = 0, moved = 0;

  g_return_if_fail (n >= 1 && n <= RS_MOST_DIVIDED);
  for (guint i = 0; i < n; i++)
    total += get_speed (times, n, i);
  for (guint i = 0; i + 1 < n; i++)
    {
      sum += get_speed (times, n, i);
      wanted[i + 1] = sum / total;
      moved += fabs (cuts[i + 1] - wanted[i + 1]);
    }
  wanted[n] = 1;
  if (division->devices == devices)
    {
      *lost += get_end (times, n, cuts) - get_end (times, n, wanted);
      if (moved <= NOISE || *lost <= moved * move)
        return;
    }
  division->devices = devices;
  *lost = 0;
  memcpy (cuts, wanted, (n + 1) * sizeof *cuts);
}

/* --- whose shares there are --- */

static gboolean
is_replaced (const RsSpecialization *code, guint input)
{
  for (guint i = 0; i < code->n_parameters; i++)
    if (code->parameters[i].is_replaced && (guint)code->parameters[i].input == input)
      return TRUE;
  return FALSE;
}

static gboolean
is_possible (const RsSession *session, const RsSite *site, RsInputs *inputs, const RsSpecialization *code)
{
  return (session->stress != 0 || (site->nest.deals && session->pins == NULL)) && code->device_reason == NULL
         && rs_kernel_is_divisible (code->kernel) && !rs_inputs_find_same_arrays (inputs)
         && !rs_inputs_have_lost (inputs);
}

/* Whether they take the same grid, and the same arrays are copies: what $target chooses may differ. */
static gboolean
are_alike (const RsSpecialization *a, const RsSpecialization *b, RsInputs *inputs)
{
  const guint rank = rs_kernel_get_grid_rank (a->kernel);
  gint64 lengths[2][RS_MAX_GRID] = { { 0 } };

  if (rank != rs_kernel_get_grid_rank (b->kernel)
      || !rs_kernel_get_lengths (a->kernel, rs_bind_get_number, rs_bind_get_length, inputs, lengths[0])
      || !rs_kernel_get_lengths (b->kernel, rs_bind_get_number, rs_bind_get_length, inputs, lengths[1])
      || memcmp (lengths[0], lengths[1], sizeof lengths[0]) != 0)
    return FALSE;
  for (guint d = 0; d < rank; d++)
    if (rs_kernel_get_level (a->kernel, d) != rs_kernel_get_level (b->kernel, d))
      return FALSE;
  for (guint i = 0; i < inputs->inputs->len; i++)
    if (is_replaced (a, i) != is_replaced (b, i))
      return FALSE;
  return TRUE;
}

/* Whether the device of own can have a share of what code does as a whole. */
static gboolean
can_share (const RsSpecialization *own, const RsSpecialization *code, RsInputs *inputs)
{
  return own->kernel != NULL && rs_kernel_is_divisible (own->kernel) && !own->code->plan.grid.is_together
         && !rs_large_textures_are_in (own, inputs) && are_alike (own, code, inputs);
}

/* The forms of the devices that have one of their own, which is like that of the whole. Returns how many; *failed: a
 * user error. */
static guint
find_codes (RsSite *site, RsSession *session, RsEngine *const *places, guint n, RsInputs *inputs,
            const RsKernelRequest *request, const RsSpecialization *whole, RsShare *shares, gboolean *failed,
            GError **error)
{
  guint n_codes = 0;

  for (guint i = 0; i < n; i++)
    {
      RsKernelRequest own = *request;
      const RsSpecialization *code = rs_site_specialize_on (site, session, places[i], inputs, &own, error);

      *failed = code == NULL;
      if (code == NULL)
        return 0;
      if (code->engine == places[i] && can_share (code, whole, inputs))
        shares[n_codes++].code = code;
    }
  return n_codes;
}

/* ns to copy all arrays from one of the devices to another one, through the host. */
static double
get_move (const RsInputs *inputs, const RsShare *shares, guint n)
{
  double in = 0, out = 0;

  for (guint i = 0; i < n; i++)
    {
      in = MAX (in, shares[i].code->engine->copies.in);
      out = MAX (out, shares[i].code->engine->copies.out);
    }
  return (in + out) * (double)rs_place_count_bytes (inputs);
}

static void
divide_by_speed (RsEngine *first, const RsInputs *inputs, gint64 rows, gint64 unit, RsShare *shares, guint n)
{
  gint64 times[RS_MOST_DIVIDED], at = 0;
  guint devices = 0;

  for (guint i = 0; i < n; i++)
    {
      const guint number = shares[i].code->engine->number;

      times[i] = inputs->cost != NULL ? rs_cost_get (inputs->cost, number) : -1;
      devices |= 1u << number;
    }
  rs_divide_cut (&first->division, devices, times, n, get_move (inputs, shares, n));
  for (guint i = 0; i < n; i++)
    {
      const gint64 end = (gint64)(first->division.cuts[i + 1] * (double)rows / (double)unit + 0.5) * unit;

      shares[i].first = at;
      shares[i].end = at = i + 1 < n ? CLAMP (end, at, rows) : rows;
    }
}

/* Anywhere, in any order of the devices; one launch in two stays whole. */
static guint
divide_at_random (RsSession *session, gint64 rows, gint64 unit, RsShare *shares, guint n)
{
  const guint shift = rs_session_draw_stress (session) % n;
  RsShare turned[RS_MOST_DIVIDED];
  gint64 first = 0;

  if (rs_session_draw_stress (session) % 2 == 0)
    return 0;
  for (guint i = 0; i < n; i++)
    {
      const gint64 units = (rows - first + unit - 1) / unit;
      const gint64 taken = i + 1 < n ? (gint64)(rs_session_draw_stress (session) % (guint64)(units + 1)) : units;

      turned[i] = shares[(i + shift) % n];
      turned[i].first = first;
      turned[i].end = first = MIN (first + taken * unit, rows);
    }
  memcpy (shares, turned, n * sizeof *shares);
  return n;
}

static guint
drop_empty (RsShare *shares, guint n)
{
  guint n_kept = 0;

  for (guint i = 0; i < n; i++)
    if (shares[i].first < shares[i].end)
      shares[n_kept++] = shares[i];
  return n_kept;
}

guint
rs_divide_launch (RsSite *site, RsSession *session, RsEngine *first, RsInputs *inputs, const RsKernelRequest *request,
                  const RsSpecialization *code, gint64 rows, gint64 unit, RsShare *shares, GError **error)
{
  RsEngine *places[RS_MOST_QUEUES];
  gboolean failed = FALSE;
  guint n;

  g_assert (rows >= 0 && unit >= 1);
  if (!is_possible (session, site, inputs, code))
    return 0;
  n = rs_place_find_all (session, first, site, inputs, places);
  if (n < 2 || rows < 2 * unit)
    return 0;
  n = find_codes (site, session, places, MIN (n, RS_MOST_DIVIDED), inputs, request, code, shares, &failed, error);
  if (failed || n < 2)
    return 0;
  if (session->stress != 0)
    n = divide_at_random (session, rows, unit, shares, n);
  else
    {
      rs_place_set_cost (session, first, site, inputs);
      divide_by_speed (first, inputs, rows, unit, shares, n);
    }
  n = drop_empty (shares, n);
  if (n > 0)
    inputs->reason = session->stress != 0 ? RS_PLACE_REASON_STRESS : RS_PLACE_REASON_DIVIDED;
  return n;
}
