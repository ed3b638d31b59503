/* What a program shows, written into files.
 *
 * A figure is written when the program goes on to another one, and at the end; one that changes all the time, at most
 * once a second. A figure that is shown again replaces its files.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/common/display.h"

#include "ide/cli/cli.h"
#include "runtime/figure/export.h"

#include <errno.h>

#define INTERVAL_US G_USEC_PER_SEC

/* A figure that has changed since it was written. */
typedef struct {
  RsFigure *figure;  /* owned */
  gint64 not_before; /* monotonic µs */
} Pending;

struct _RsFigures {
  char *folder;
  gboolean has_failed; /* a figure could not be written, which was told */
  GArray *pending;     /* element-type Pending; the last one changed last */
  GHashTable *times;   /* figure number -> gint64 *, when it was written last */
};

static void
clear_pending (gpointer data)
{
  rs_figure_unref (((Pending *)data)->figure);
}

RsFigures *
rs_figures_new (const char *folder, GError **error)
{
  RsFigures *self;

  if (g_mkdir_with_parents (folder, 0777) != 0)
    {
      g_set_error (error, G_FILE_ERROR, (gint)g_file_error_from_errno (errno), "cannot make the folder %s: %s", folder,
                   g_strerror (errno));
      return NULL;
    }
  self = g_new0 (RsFigures, 1);
  self->folder = g_strdup (folder);
  self->pending = g_array_new (FALSE, FALSE, sizeof (Pending));
  g_array_set_clear_func (self->pending, clear_pending);
  self->times = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  return self;
}

static void
write_figure (RsFigures *self, RsFigure *figure)
{
  g_autoptr (RsFigure) copy = rs_figure_copy (figure);
  g_autofree char *name = g_strdup_printf ("figure-%u", figure->number);
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  g_autoptr (GError) error = NULL;
  gint64 *now = g_new (gint64, 1);

  if (!rs_figure_write (copy, path, &error))
    {
      rs_cli_complain ("cannot write figure %u: %s", figure->number, error->message);
      self->has_failed = TRUE;
    }
  *now = g_get_monotonic_time ();
  g_hash_table_insert (self->times, GUINT_TO_POINTER (figure->number), now);
}

void
rs_figures_write (RsFigures *self)
{
  for (guint i = 0; i < self->pending->len; i++)
    write_figure (self, g_array_index (self->pending, Pending, i).figure);
  g_array_set_size (self->pending, 0);
}

gboolean
rs_figures_finish (RsFigures *self)
{
  rs_figures_write (self);
  return !self->has_failed;
}

void
rs_figures_free (RsFigures *self)
{
  if (self == NULL)
    return;
  rs_figures_write (self);
  g_array_unref (self->pending);
  g_hash_table_unref (self->times);
  g_free (self->folder);
  g_free (self);
}

static void
show_figure (gpointer data, RsFigure *figure)
{
  RsFigures *self = data;
  const gint64 *time = g_hash_table_lookup (self->times, GUINT_TO_POINTER (figure->number));
  Pending pending = { figure, time != NULL ? *time + INTERVAL_US : 0 };

  if (self->pending->len > 0 && g_array_index (self->pending, Pending, self->pending->len - 1).figure == figure)
    return;
  rs_figure_ref (figure);
  for (guint i = self->pending->len; i > 0; i--)
    {
      const Pending *other = &g_array_index (self->pending, Pending, i - 1);

      if (other->figure != figure && other->not_before > g_get_monotonic_time ())
        continue;
      if (other->figure != figure)
        write_figure (self, other->figure);
      g_array_remove_index (self->pending, i - 1);
    }
  g_array_append_val (self->pending, pending);
}

static void
close_figure (gpointer data, RsFigure *figure)
{
  rs_figures_write (data);
}

static gboolean
is_interactive (gpointer data)
{
  return FALSE;
}

const RsDisplay rs_figures_display
    = { .show_figure = show_figure, .close_figure = close_figure, .is_interactive = is_interactive };
