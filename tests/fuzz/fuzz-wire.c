/* Damaged messages between a window and the process of a run: `fuzz-wire FIRST_SEED COUNT`.
 *
 * Each seed packs figures and a form, changes some bytes of a message and reads it as the window does: figures are
 * drawn, widgets looked at. A message that arrives is one that the other side has made, so that what is looked for is a
 * process that has lost its memory: crashes, reports of sanitizers, and minutes for a figure.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/viewer/wire.h"
#include "runtime/figure/export.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define MOST_CHANGES 6
#define MOST_SECONDS 20 /* for one message, with sanitizers */

static GBytes *
make_numbers (GRand *random, gsize n)
{
  double *numbers = g_new (double, n);

  for (gsize i = 0; i < n; i++)
    numbers[i] = g_rand_double_range (random, -10, 10);
  return g_bytes_new_take (numbers, n * sizeof *numbers);
}

static RsSeries *
make_series (GRand *random)
{
  RsSeries *series = rs_series_new ((RsSeriesKind)g_rand_int_range (random, 0, RS_SERIES_SEGMENTS + 1));

  series->n_rows = (gsize)g_rand_int_range (random, 2, 8);
  series->n_columns = rs_series_is_3d (series) ? (gsize)g_rand_int_range (random, 2, 5) : 1;
  if (series->kind == RS_SERIES_IMAGE)
    {
      series->height = series->width = 4;
      series->channels = g_rand_boolean (random) ? 3 : 1;
      series->n_slices = 2;
      series->pixels = g_bytes_new_take (g_new0 (float, 96), (gsize)(32 * series->channels) * sizeof (float));
      return series;
    }
  series->x = make_numbers (random, series->n_rows * series->n_columns);
  series->y = make_numbers (random, series->n_rows * series->n_columns);
  if (series->kind == RS_SERIES_SURFACE || series->kind == RS_SERIES_MESH)
    series->z = make_numbers (random, series->n_rows * series->n_columns);
  if (series->kind == RS_SERIES_SCATTER)
    series->sizes = make_numbers (random, series->n_rows);
  series->style.marker = "\0.ox*"[g_rand_int_range (random, 0, 5)];
  series->bar_width = 0.8;
  return series;
}

static RsFigure *
make_figure (GRand *random)
{
  RsFigure *figure = rs_figure_new (1, NULL, 3);

  for (int i = g_rand_int_range (random, 1, 4); i > 0; i--)
    {
      RsAxes *axes = rs_figure_select_axes (figure, 2, 2, (guint)g_rand_int_range (random, 0, 2), 0, 1, 1);

      rs_axes_set_text (&axes->title, "title");
      axes->has_legend = axes->has_color_bar = g_rand_boolean (random);
      axes->is_log[0] = g_rand_boolean (random);
      for (int k = g_rand_int_range (random, 0, 4); k > 0; k--)
        rs_axes_add (axes, make_series (random));
    }
  return figure;
}

static RsForm *
make_form (GAsyncQueue *events)
{
  RsForm *form = rs_form_new (1, "form", events);

  for (int kind = RS_WIDGET_HEADING; kind <= RS_WIDGET_DISPLAY; kind++)
    rs_form_add (form, &(RsWidget){ .kind = (RsWidgetKind)kind,
                                    .text = (char *)"text",
                                    .high = 1,
                                    .figure = kind == RS_WIDGET_DISPLAY ? rs_figure_new_embedded (2, NULL, 0) : NULL });
  return form;
}

/* Sends the message with some other bytes; what arrives, or NULL. (transfer full) */
static GVariant *
send_damaged (GRand *random, RsWireKind kind, GVariant *value, RsWireKind *arrived)
{
  g_autoptr (GVariant) message = g_variant_ref_sink (g_variant_new ("(yv)", kind, value));
  gsize length = g_variant_get_size (message);
  g_autofree char *data = g_memdup2 (g_variant_get_data (message), length);
  guint64 said = length;
  GVariant *got;
  int ends[2];

  for (int i = g_rand_int_range (random, 1, MOST_CHANGES); i > 0; i--)
    {
      gsize at = (gsize)(g_rand_double (random) * (double)length), n = (gsize)g_rand_int_range (random, 1, 9);

      memset (data + at, g_rand_boolean (random) ? g_rand_int_range (random, 0, 256) : 0xff, MIN (n, length - at));
    }
  if (g_rand_int_range (random, 0, 20) == 0)
    said = (guint64)g_rand_int_range (random, 0, 1 << 20);
  g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM, 0, ends), ==, 0);
  g_assert_cmpint (write (ends[0], &said, sizeof said), ==, sizeof said);
  g_assert_cmpint (write (ends[0], data, length), ==, (gssize)length);
  close (ends[0]);
  got = rs_wire_receive (ends[1], arrived);
  close (ends[1]);
  return got;
}

static void
use_figure (GVariant *value)
{
  g_autoptr (RsFigure) figure = rs_wire_unpack_figure (value), shown = rs_figure_new (1, NULL, 0), copy = NULL;
  g_autofree char *svg = NULL;

  if (figure == NULL)
    return;
  rs_figure_take (shown, figure);
  copy = rs_figure_copy (shown);
  rs_figure_get_only_image (copy);
  rs_figure_get_bytes (copy);
  svg = rs_figure_to_svg (copy);
}

static void
use_form (GVariant *value, GAsyncQueue *events)
{
  g_autoptr (GHashTable) embedded = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)rs_figure_unref);
  g_autoptr (RsForm) form = NULL;
  gboolean is_closed;
  guint number;

  if (!rs_wire_read_form (value, &number, &is_closed))
    return;
  form = rs_form_new (number, "", events);
  rs_wire_update_form (form, value, embedded);
  for (guint i = 0; i < rs_form_count (form); i++)
    {
      g_assert_cmpint (rs_form_get (form, i)->kind, <=, RS_WIDGET_DISPLAY);
      g_assert_true ((rs_form_get (form, i)->kind == RS_WIDGET_DISPLAY) == (rs_form_get (form, i)->figure != NULL));
    }
}

static void
fuzz_one (guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (GAsyncQueue) events = g_async_queue_new ();
  g_autoptr (RsFigure) figure = make_figure (random);
  g_autoptr (RsForm) form = make_form (events);
  gboolean is_figure = g_rand_int_range (random, 0, 4) > 0;
  RsWireKind kind;
  g_autoptr (GVariant) value = send_damaged (random, is_figure ? RS_WIRE_FIGURE : RS_WIRE_FORM,
                                             is_figure ? rs_wire_pack_figure (figure) : rs_wire_pack_form (form),
                                             &kind);

  if (value == NULL)
    return;
  if (is_figure)
    use_figure (value);
  else
    use_form (value, events);
}

int
main (int argc, char **argv)
{
  const guint32 first = argc > 1 ? (guint32)atoi (argv[1]) : 1, count = argc > 2 ? (guint32)atoi (argv[2]) : 1000;

  for (guint32 seed = first; seed < first + count; seed++)
    {
      if (isatty (STDERR_FILENO))
        fprintf (stderr, "\rseed %u", seed); /* that of a crash */
      alarm (MOST_SECONDS);
      fuzz_one (seed);
    }
  printf ("%u messages\n", count);
  return 0;
}
