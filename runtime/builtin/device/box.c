/* Copies of boxes: neighbouring dimensions that go on from each other in both arrays become one; the last three are a
 * launch, those before them are launches one after the other.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/device/box.h"

#include "runtime/builtin/device/convert.h"
#include "runtime/memory/replica.h"
#include "runtime/value/shape.h"

#include <string.h>

#define MOST_LAUNCHES 64

/* A dimension in both arrays. */
typedef struct {
  gint64 n, from, to; /* elements; steps */
} Side;

typedef struct {
  Side sides[RS_MAX_RANK];
  int rank;
} Box;

/* Without dimensions of length 1, and joined as far as possible; at least RS_DEVICE_KERNEL_RANK dimensions. */
static Box
make_box (const RsStrided *from, const RsStrided *to)
{
  Box box = { .rank = 0 };
  Side *last = NULL;
  int missing;

  for (int d = 0; d < from->rank; d++)
    {
      const Side side = { from->dims[d], from->strides[d], to->strides[d] };

      if (side.n == 1)
        continue;
      if (last != NULL && last->from == side.n * side.from && last->to == side.n * side.to)
        *last = (Side){ last->n * side.n, side.from, side.to };
      else
        {
          last = &box.sides[box.rank++];
          *last = side;
        }
    }
  missing = MAX (RS_DEVICE_KERNEL_RANK - box.rank, 0);
  memmove (box.sides + missing, box.sides, (gsize)box.rank * sizeof *box.sides);
  for (int d = 0; d < missing; d++)
    box.sides[d] = (Side){ 1, 0, 0 };
  box.rank += missing;
  return box;
}

/* What the launches of a box have in common. */
typedef struct {
  RsSession *session;
  const char *title;
  RsValue from; /* an array, or a number */
  RsArray *to;
  gint64 from_first, to_first;
  gboolean overwrites; /* one launch writes all of `to` */
} Work;

static RsLaunchResult
launch (const Work *work, const Side *sides, GError **error)
{
  const RsValue to[] = { rs_value_int (work->to_first), rs_value_int (sides[0].to), rs_value_int (sides[1].to),
                         rs_value_int (sides[2].to) };
  const RsValue copy[] = { work->from,
                           rs_value_object (work->to),
                           rs_value_int (work->from_first),
                           rs_value_int (sides[0].from),
                           rs_value_int (sides[1].from),
                           rs_value_int (sides[2].from),
                           to[0],
                           to[1],
                           to[2],
                           to[3] };
  const RsValue fill[] = { rs_value_object (work->to), work->from, to[0], to[1], to[2], to[3] };
  const gboolean is_copy = work->from.tag == RS_TAG_ARRAY;
  const RsDeviceCall call = { .kernel = is_copy ? "copy_box" : "fill_box",
                              .title = work->title,
                              .rank = RS_DEVICE_KERNEL_RANK,
                              .grid = { sides[0].n, sides[1].n, sides[2].n },
                              .arguments = is_copy ? copy : fill,
                              .n_arguments = is_copy ? G_N_ELEMENTS (copy) : G_N_ELEMENTS (fill),
                              .overwritten = work->overwrites ? work->to : NULL };

  return rs_device_launch (work->session, &call, error);
}

/* No element is written twice (boxes of results and of parts are such). */
static gint64
count (const Box *box)
{
  gint64 n = 1;

  for (int d = 0; d < box->rank; d++)
    n *= box->sides[d].n;
  return n;
}

static RsLaunchResult
launch_all (Work *work, const Box *box, GError **error)
{
  const int outer = box->rank - RS_DEVICE_KERNEL_RANK;
  gint64 counters[RS_MAX_RANK] = { 0 }, n = 1;

  for (int d = 0; d < outer; d++)
    n = MIN (n * box->sides[d].n, MOST_LAUNCHES + 1);
  if (n > MOST_LAUNCHES)
    return RS_LAUNCH_INTERPRET;
  work->overwrites = n == 1 && count (box) == work->to->n_elements;
  for (;;)
    {
      RsLaunchResult result = launch (work, box->sides + outer, error);
      int d = outer - 1;

      if (result != RS_LAUNCH_QUEUED)
        return result;
      for (; d >= 0; d--)
        {
          work->from_first += box->sides[d].from;
          work->to_first += box->sides[d].to;
          if (++counters[d] < box->sides[d].n)
            break;
          work->from_first -= box->sides[d].from * box->sides[d].n;
          work->to_first -= box->sides[d].to * box->sides[d].n;
          counters[d] = 0;
        }
      if (d < 0)
        return RS_LAUNCH_QUEUED;
    }
}

RsLaunchResult
rs_device_copy_box (RsSession *session, const char *title, RsArray *from, const RsStrided *from_view, RsArray *to,
                    const RsStrided *to_view, GError **error)
{
  const Box box = make_box (from_view, to_view);
  Work work = { session, title, rs_value_object (from), to, from_view->offset, to_view->offset };

  return launch_all (&work, &box, error);
}

RsLaunchResult
rs_device_fill_box (RsSession *session, const char *title, RsValue number, RsArray *to, const RsStrided *view,
                    GError **error)
{
  const Box box = make_box (view, view);
  Work work = { session, title, number, to, 0, view->offset };

  return launch_all (&work, &box, error);
}

RsStrided
rs_device_follow (const RsStrided *view)
{
  RsStrided whole = { .rank = view->rank };
  gint64 stride = 1;

  for (int d = view->rank - 1; d >= 0; d--)
    {
      whole.dims[d] = view->dims[d];
      whole.strides[d] = stride;
      stride *= view->dims[d];
    }
  return whole;
}

RsLaunchResult
rs_device_strided_copy (RsSession *session, const char *title, RsArray *array, const RsStrided *view, RsArray **result,
                        GError **error)
{
  g_autoptr (RsArray) made = NULL;
  const RsStrided whole = rs_device_follow (view);
  RsLaunchResult launched;

  if (!rs_device_holds (session, array) || rs_dims_count (view->rank, view->dims) <= 0)
    return RS_LAUNCH_INTERPRET;
  made = rs_device_result_new (array->element, view->rank, view->dims, error);
  if (made == NULL)
    return RS_LAUNCH_FAILED;
  launched = rs_device_copy_box (session, title, array, view, made, &whole, error);
  if (launched == RS_LAUNCH_QUEUED)
    *result = g_steal_pointer (&made);
  return launched;
}

RsLaunchResult
rs_device_copy (RsSession *session, const char *title, RsArray *array, RsArray **result, GError **error)
{
  RsStrided view = { .rank = array->rank };
  RsLaunchResult launched;

  memcpy (view.dims, array->dims, sizeof view.dims);
  view = rs_device_follow (&view);
  launched = rs_device_strided_copy (session, title, array, &view, result, error);
  if (launched == RS_LAUNCH_QUEUED)
    {
      (*result)->boundary = array->boundary;
      (*result)->overflow = array->overflow;
    }
  return launched;
}

static RsLaunchResult
place_rows (RsSession *session, const char *title, RsArray *array, gint64 outer, gint64 done, RsArray *result,
            GError **error)
{
  const gint64 run = array->n_elements / outer;
  const RsStrided from = { .rank = 2, .dims = { outer, run }, .strides = { run, 1 } };
  const RsStrided to
      = { .rank = 2, .dims = { outer, run }, .strides = { result->n_elements / outer, 1 }, .offset = done };

  return rs_device_copy_box (session, title, array, &from, result, &to, error);
}

/* alike: gets the arrays, of that element type; owned. */
static RsLaunchResult
make_alike (RsSession *session, const char *title, RsArray *const *arrays, guint n, RsElement element, RsArray **alike,
            GError **error)
{
  RsLaunchResult launched = RS_LAUNCH_QUEUED;

  for (guint i = 0; i < n && launched == RS_LAUNCH_QUEUED; i++)
    if (arrays[i]->n_elements == 0 || arrays[i]->element == element)
      alike[i] = rs_array_ref (arrays[i]);
    else
      launched = rs_device_convert (session, title, arrays[i], element, &alike[i], error);
  return launched;
}

RsLaunchResult
rs_device_join (RsSession *session, const char *title, RsArray *const *arrays, guint n, gint64 outer, RsArray *result,
                GError **error)
{
  g_autofree RsArray **alike = NULL;
  RsLaunchResult launched;
  gboolean is_there = FALSE;
  gint64 done = 0;

  for (guint i = 0; i < n && !is_there; i++)
    is_there = rs_device_holds (session, arrays[i]);
  if (!is_there)
    return RS_LAUNCH_INTERPRET;
  alike = g_new0 (RsArray *, n);
  launched = make_alike (session, title, arrays, n, result->element, alike, error);
  if (launched == RS_LAUNCH_QUEUED)
    rs_memory_set_contents (result, NULL, 0);
  for (guint i = 0; i < n && launched == RS_LAUNCH_QUEUED; i++)
    if (alike[i]->n_elements > 0)
      {
        launched = place_rows (session, title, alike[i], outer, done, result, error);
        done += alike[i]->n_elements / outer;
      }
  for (guint i = 0; i < n; i++)
    g_clear_pointer (&alike[i], rs_array_unref);
  return launched;
}
