/* Boxes of kernels whose border runs on copies of arrays (compiler/cpu/passes/blocks/pad.c).
 *
 * A box is taken apart: what lies in the interior runs as it is; what lies around it runs as the interior does, in
 * pieces so small that the copies stay in the cache; what may not, or where even the smallest piece reads too much,
 * runs one work item at a time. Pieces of the border are made as wide as a strip of the interior's vectors.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/device/cpu/cpu-private.h"

#include <stdlib.h>
#include <string.h>

#define COPY_BYTES (384 << 10) /* of all copies of a piece */
#define LINE_BYTES 64
#define PIECE_ITEMS 8192 /* of rows whose ends run one by one */
#define PIECE_ROWS 8

typedef struct {
  const RsKernelPadding *padding;
  void *const *arguments;
} Launch;

typedef void (*RunBox) (const Launch *launch, const RsKernelBox *box);

static void free_aligned (gpointer memory) { free (memory); }

/* Of the thread: a fault may leave a kernel at any place. */
static GPrivate copies = G_PRIVATE_INIT (free_aligned);

static char *
get_memory (void)
{
  char *memory;

  rs_fault_hold ();
  memory = g_private_get (&copies);
  if (memory == NULL)
    {
      memory = aligned_alloc (LINE_BYTES, COPY_BYTES);
      if (memory == NULL)
        g_error ("out of memory");
      g_private_replace (&copies, memory);
    }
  rs_fault_release ();
  return memory;
}

/* --- copies --- */

/* Where index reads in an array of n elements; -1: nowhere. The same as the helpers of compiler/cpu/c-prelude.c. */
static gint64
place (RsKernelEdge edge, gint64 index, gint64 n)
{
  if (index >= 0 && index < n)
    return index;
  if (n <= 0)
    return -1;
  switch (edge)
    {
    case RS_EDGE_MIRROR:
      index %= 2 * n;
      index = index < 0 ? index + 2 * n : index;
      return index < n ? index : 2 * n - 1 - index;
    case RS_EDGE_CIRCULAR:
      index %= n;
      return index < 0 ? index + n : index;
    case RS_EDGE_CLAMPED:
      return index < 0 ? 0 : n - 1;
    case RS_EDGE_ZERO:
      break;
    }
  return -1;
}

static void
copy_element (char *out, const char *row, gint64 index, gint32 bytes)
{
  if (index < 0)
    memset (out, 0, bytes);
  else
    memcpy (out, row + index * bytes, bytes);
}

/* count elements from position start of a row of n. */
static void
copy_row (const RsKernelPad *pad, const char *row, gint64 n, gint64 start, gint64 count, char *out)
{
  gint64 first = CLAMP (-start, 0, count), end = CLAMP (n - start, first, count);

  for (gint64 i = 0; i < first; i++)
    copy_element (out + i * pad->bytes, row, place (pad->edge, start + i, n), pad->bytes);
  if (end > first)
    memcpy (out + first * pad->bytes, row + (start + first) * pad->bytes, (end - first) * pad->bytes);
  for (gint64 i = end; i < count; i++)
    copy_element (out + i * pad->bytes, row, place (pad->edge, start + i, n), pad->bytes);
}

/* The row number `row` of a copy, which counts all dimensions but the last. NULL: it lies nowhere. */
static const char *
find_row (const RsKernelPad *pad, const RsKernelArray *array, const gint64 *start, const gint64 *count, gint64 row)
{
  gint64 offset = 0, stride = array->dims[pad->rank - 1];

  for (gint32 k = pad->rank - 1; k-- > 0;)
    {
      gint64 index = place (pad->edge, start[k] + row % count[k], array->dims[k]);

      if (index < 0)
        return NULL;
      offset += index * stride;
      stride *= array->dims[k];
      row /= count[k];
    }
  return (const char *)array->data + offset * pad->bytes;
}

static gint64
count_elements (const RsKernelPad *pad, guint k, const gint64 *extent)
{
  gint64 positions = pad->factor[k] > 0 ? pad->factor[k] * (extent[pad->dimension[k]] - 1) : 0;

  return MAX (positions + pad->high[k] - pad->low[k] + 1, 1);
}

/* Bytes of the copies for a piece, whole cache lines each. */
static double
count_bytes (const RsKernelPadding *padding, const gint64 *extent)
{
  double bytes = 0;

  for (gint32 i = 0; i < padding->n_pads; i++)
    {
      double n = padding->pads[i].bytes;

      for (gint32 k = 0; k < padding->pads[i].rank; k++)
        n *= (double)count_elements (&padding->pads[i], k, extent);
      bytes += n + LINE_BYTES;
    }
  return bytes;
}

/* Fills out and describes it as an array that the positions of box see as the whole one; returns what follows. */
static char *
copy_array (const RsKernelPad *pad, const RsKernelArray *array, const RsKernelBox *box, char *out, RsKernelArray *copy)
{
  gint64 extent[RS_MAX_GRID], start[RS_MAX_GRID], count[RS_MAX_GRID], n_rows = 1, offset = 0;
  gsize row_bytes;

  for (guint k = 0; k < RS_MAX_GRID; k++)
    extent[k] = box->high[k] - box->low[k];
  for (gint32 k = 0; k < pad->rank; k++)
    {
      start[k] = pad->factor[k] * box->low[pad->dimension[k]] + pad->low[k];
      count[k] = count_elements (pad, k, extent);
      copy->dims[k] = count[k];
      offset = offset * count[k] + start[k];
      n_rows *= k + 1 < pad->rank ? count[k] : 1;
    }
  row_bytes = (gsize)count[pad->rank - 1] * pad->bytes;
  copy->data = (gpointer)((guintptr)out - (guintptr)offset * pad->bytes);
  for (gint64 row = 0; row < n_rows; row++, out += row_bytes)
    {
      const char *from = find_row (pad, array, start, count, row);

      if (from == NULL)
        memset (out, 0, row_bytes);
      else
        copy_row (pad, from, array->dims[pad->rank - 1], start[pad->rank - 1], count[pad->rank - 1], out);
    }
  return (char *)(((guintptr)out + LINE_BYTES - 1) & ~(guintptr)(LINE_BYTES - 1));
}

static void
run_on_copies (const Launch *launch, const RsKernelBox *box)
{
  const RsKernelPadding *padding = launch->padding;
  void **arguments = g_newa (void *, padding->n_arguments);
  RsKernelArray *arrays = g_newa (RsKernelArray, padding->n_pads);
  char *memory = get_memory ();

  memcpy (arguments, launch->arguments, sizeof (void *) * padding->n_arguments);
  for (gint32 i = 0; i < padding->n_pads; i++)
    {
      const RsKernelPad *pad = &padding->pads[i];

      memory = copy_array (pad, launch->arguments[pad->argument], box, memory, &arrays[i]);
      arguments[pad->argument] = &arrays[i];
    }
  padding->interior (box, arguments);
}

/* --- boxes --- */

static gint64
round_up (gint64 n, gint64 unit)
{
  return (n + unit - 1) / unit * unit;
}

/* Halves the longest side of a piece, a row to no less than a strip; FALSE when nothing is left to halve. */
static gboolean
halve (const RsKernelPadding *padding, gint64 *extent)
{
  gint32 last = padding->rank - 1, longest = -1;

  for (gint32 k = 0; k <= last; k++)
    if (extent[k] > (k == last ? padding->strip : 1) && (longest < 0 || extent[k] > extent[longest]))
      longest = k;
  if (longest < 0)
    return FALSE;
  extent[longest] = round_up ((extent[longest] + 1) / 2, longest == last ? padding->strip : 1);
  return TRUE;
}

static void
run_pieces (const Launch *launch, const RsKernelBox *box, const gint64 *extent, gint32 dimension)
{
  RsKernelBox piece = *box;

  if (dimension >= RS_MAX_GRID || dimension == launch->padding->rank)
    {
      run_on_copies (launch, box);
      return;
    }
  for (gint64 at = box->low[dimension]; at < box->high[dimension]; at += extent[dimension])
    {
      piece.low[dimension] = at;
      piece.high[dimension] = MIN (at + extent[dimension], box->high[dimension]);
      run_pieces (launch, &piece, extent, dimension + 1);
    }
}

static void
run_border (const Launch *launch, const RsKernelBox *box)
{
  launch->padding->border (box, launch->arguments);
}

static void
run_interior (const Launch *launch, const RsKernelBox *box)
{
  launch->padding->interior (box, launch->arguments);
}

static void
run_edge (const Launch *launch, const RsKernelBox *box)
{
  const RsKernelPadding *padding = launch->padding;
  gint64 extent[RS_MAX_GRID], length = box->high[padding->rank - 1] - box->low[padding->rank - 1], *row;

  for (guint k = 0; k < RS_MAX_GRID; k++)
    extent[k] = box->high[k] - box->low[k];
  while (count_bytes (padding, extent) > COPY_BYTES)
    if (!halve (padding, extent))
      {
        run_border (launch, box);
        return;
      }
  /* Pieces of one length: a short one at the end would be no strip. */
  row = &extent[padding->rank - 1];
  if (*row < length)
    *row = MIN (*row,
                round_up ((length + (length + *row - 1) / *row - 1) / ((length + *row - 1) / *row), padding->strip));
  run_pieces (launch, box, extent, 0);
}

/* Runs what lies between low and high in all dimensions by inside, the rest by outside; the ends of rows by ends. */
static void
peel (const Launch *launch, const RsKernelBox *box, const gint64 *low, const gint64 *high, RunBox inside,
      RunBox outside, RunBox ends)
{
  RsKernelBox rest = *box;

  for (gint32 k = 0; k < launch->padding->rank; k++)
    {
      RunBox run = k + 1 < launch->padding->rank ? outside : ends;
      gint64 first = CLAMP (low[k], rest.low[k], rest.high[k]), end = CLAMP (high[k], first, rest.high[k]);
      RsKernelBox before = rest, after = rest;

      if (first == end)
        {
          run (launch, &rest);
          return;
        }
      before.high[k] = first;
      after.low[k] = end;
      if (first > rest.low[k])
        run (launch, &before);
      if (end < rest.high[k])
        run (launch, &after);
      rest.low[k] = first;
      rest.high[k] = end;
    }
  inside (launch, &rest);
}

/* Peels pieces of about PIECE_ITEMS work items or PIECE_ROWS rows, whichever is more: what the interior of a row reads
 * and writes is still in the cache when its ends run. The ends of all rows together would lie a row apart, often the
 * worst distance for a cache. */
static void
peel_rows (const Launch *launch, const RsKernelBox *box, const gint64 *low, const gint64 *high, gint32 dimension)
{
  gint32 rank = launch->padding->rank;
  gint64 items = 1, extent;
  RsKernelBox piece = *box;

  if (dimension + 1 >= RS_MAX_GRID || dimension + 1 >= rank)
    {
      peel (launch, box, low, high, run_interior, run_edge, run_border);
      return;
    }
  for (gint32 k = dimension + 1; k < rank; k++)
    items *= MAX (box->high[k] - box->low[k], 1);
  extent = dimension + 2 < rank ? PIECE_ITEMS / items : MAX (PIECE_ITEMS / items, PIECE_ROWS);
  for (gint64 at = box->low[dimension]; at < box->high[dimension]; at += MAX (extent, 1))
    {
      piece.low[dimension] = at;
      piece.high[dimension] = MIN (at + MAX (extent, 1), box->high[dimension]);
      if (extent > 0)
        peel (launch, &piece, low, high, run_interior, run_edge, run_border);
      else
        peel_rows (launch, &piece, low, high, dimension + 1);
    }
}

/* A box whose border may run on copies. The border at the ends of rows becomes whole strips; without strips it is a few
 * work items, for which no copy is made. */
static void
run_with_copies (const Launch *launch, const RsKernelBox *box)
{
  const RsKernelPadding *padding = launch->padding;
  gint64 low[RS_MAX_GRID], high[RS_MAX_GRID];
  gint32 last = padding->rank - 1;

  memcpy (low, padding->interior_low, sizeof low);
  memcpy (high, padding->interior_high, sizeof high);
  low[last] = CLAMP (low[last], box->low[last], box->high[last]);
  high[last] = CLAMP (high[last], low[last], box->high[last]);
  low[last] = box->low[last] + round_up (low[last] - box->low[last], padding->strip);
  high[last] = box->high[last] - round_up (box->high[last] - high[last], padding->strip);
  if (high[last] - low[last] < padding->strip)
    high[last] = low[last];
  if (padding->strip > 1)
    peel (launch, box, low, high, run_interior, run_edge, run_edge);
  else
    peel_rows (launch, box, low, high, 0);
}

void
rs_cpu_run_padded (const RsKernelBox *box, void *const *arguments, const RsKernelPadding *padding)
{
  const Launch launch = { padding, arguments };

  peel (&launch, box, padding->low, padding->high, run_with_copies, run_border, run_border);
}
