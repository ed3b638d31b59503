/* A picture at a zoom, in tiles.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/image/image-tiles.h"

#include <math.h>

/* Pixels of the coarse picture's longer side: it is made in one step. */
#define COARSE_SIDE 96

struct _RsImageTiles {
  GObject parent;

  RsImageSource *source;
  double zoom;
  gint64 slice;
  RsImageLook look;     /* with a reference to the colour map */
  guint look_serial;    /* of look */
  guint content_serial; /* of slice and zoom: answers to older questions are dropped */
  GHashTable *tiles;    /* gint64 (row and column) -> RsImageTile */
  RsImageTile *coarse;
  guint coarse_serial; /* as content_serial: of the slice alone */
  gboolean is_working; /* answers come within a call of ours */
};

G_DEFINE_FINAL_TYPE (RsImageTiles, rs_image_tiles, G_TYPE_OBJECT)

static guint changed_signal;

static void
tile_free (gpointer data)
{
  RsImageTile *tile = data;

  g_clear_pointer (&tile->bgra, g_bytes_unref);
  g_clear_object (&tile->drawable);
  g_free (tile->values);
  g_free (tile);
}

static gint64
make_key (int row, int column)
{
  return (gint64)row << 32 | (gint64)column;
}

/* --- what is shown --- */

static void
forget_tiles (RsImageTiles *self)
{
  self->content_serial++;
  g_hash_table_remove_all (self->tiles);
}

void
rs_image_tiles_set_zoom (RsImageTiles *self, double zoom)
{
  if (zoom == self->zoom)
    return;
  self->zoom = zoom;
  forget_tiles (self);
}

static void
forget_coarse (RsImageTiles *self)
{
  const RsPictureShape *shape = rs_image_source_get_shape (self->source);
  double step = MAX (1, (double)MAX (shape->width, shape->height) / COARSE_SIDE);

  self->coarse_serial++;
  g_clear_pointer (&self->coarse, tile_free);
  self->coarse = g_new0 (RsImageTile, 1);
  self->coarse->width = (int)MAX (ceil ((double)shape->width / step), 1);
  self->coarse->height = (int)MAX (ceil ((double)shape->height / step), 1);
}

void
rs_image_tiles_set_slice (RsImageTiles *self, gint64 slice)
{
  if (slice == self->slice)
    return;
  self->slice = slice;
  forget_tiles (self);
  forget_coarse (self);
}

void
rs_image_tiles_set_look (RsImageTiles *self, const RsImageLook *look)
{
  RsColorMap *map = look->color_map != NULL ? rs_color_map_ref (look->color_map) : NULL;

  rs_color_map_unref (self->look.color_map);
  self->look = *look;
  self->look.color_map = map;
  self->look_serial++;
}

void
rs_image_tiles_get_size (RsImageTiles *self, int *width, int *height)
{
  const RsPictureShape *shape = rs_image_source_get_shape (self->source);

  *width = (int)CLAMP (ceil ((double)shape->width * self->zoom), 1, G_MAXINT / 2);
  *height = (int)CLAMP (ceil ((double)shape->height * self->zoom), 1, G_MAXINT / 2);
}

/* --- answers --- */

/* A question about a tile, which may be gone when the answer comes. */
typedef struct {
  RsImageTiles *tiles; /* owned */
  gint64 key;          /* -1: the coarse picture */
  guint serial;
  gsize n; /* values */
} Question;

static void
on_values (const float *values, gpointer data)
{
  g_autofree Question *question = data;
  g_autoptr (RsImageTiles) self = question->tiles;
  RsImageTile *tile = NULL;

  if (question->key < 0)
    tile = question->serial == self->coarse_serial ? self->coarse : NULL;
  else if (question->serial == self->content_serial)
    tile = g_hash_table_lookup (self->tiles, &question->key);
  if (tile == NULL || values == NULL)
    return;
  g_free (tile->values);
  tile->values = g_memdup2 (values, question->n * sizeof (float));
  if (!self->is_working)
    g_signal_emit (self, changed_signal, 0);
}

static void
ask (RsImageTiles *self, RsImageTile *tile, gint64 key, double step)
{
  const int channels = rs_image_source_get_shape (self->source)->channels;
  const RsSampleBox box = { self->slice, tile->x * step, tile->y * step, step, tile->width, tile->height };
  Question *question = g_new (Question, 1);

  tile->is_asked = TRUE;
  *question = (Question){ g_object_ref (self), key, key < 0 ? self->coarse_serial : self->content_serial,
                          (gsize)tile->width * (gsize)tile->height * (gsize)channels };
  rs_image_source_sample (self->source, &box, on_values, question);
}

static void
color (RsImageTiles *self, RsImageTile *tile)
{
  gsize n = (gsize)tile->width * (gsize)tile->height;
  guint8 *bgra = g_malloc (n * 4);

  rs_image_look_render (&self->look, tile->values, n, rs_image_source_get_shape (self->source)->channels, bgra);
  g_clear_pointer (&tile->bgra, g_bytes_unref);
  g_clear_object (&tile->drawable);
  tile->bgra = g_bytes_new_take (bgra, n * 4);
  tile->look_serial = self->look_serial;
}

/* --- work --- */

/* The tiles that the rectangle touches: first and last row and column. FALSE: none. */
static gboolean
get_tile_range (RsImageTiles *self, int x, int y, int width, int height, int range[4])
{
  int whole_width, whole_height;

  rs_image_tiles_get_size (self, &whole_width, &whole_height);
  if (width <= 0 || height <= 0 || x >= whole_width || y >= whole_height || x + width <= 0 || y + height <= 0)
    return FALSE;
  range[0] = MAX (y, 0) / RS_TILE_SIZE;
  range[1] = (MIN (y + height, whole_height) - 1) / RS_TILE_SIZE;
  range[2] = MAX (x, 0) / RS_TILE_SIZE;
  range[3] = (MIN (x + width, whole_width) - 1) / RS_TILE_SIZE;
  return TRUE;
}

static RsImageTile *
get_tile (RsImageTiles *self, int row, int column)
{
  gint64 key = make_key (row, column);
  RsImageTile *tile = g_hash_table_lookup (self->tiles, &key);
  int width, height;

  if (tile != NULL)
    return tile;
  rs_image_tiles_get_size (self, &width, &height);
  tile = g_new0 (RsImageTile, 1);
  tile->x = column * RS_TILE_SIZE;
  tile->y = row * RS_TILE_SIZE;
  tile->width = MIN (RS_TILE_SIZE, width - tile->x);
  tile->height = MIN (RS_TILE_SIZE, height - tile->y);
  g_hash_table_insert (self->tiles, g_memdup2 (&key, sizeof key), tile);
  return tile;
}

/* Beyond a screen's width and height around what shows. */
static void
forget_far_tiles (RsImageTiles *self, const int range[4])
{
  const int rows = range[1] - range[0] + 1, columns = range[3] - range[2] + 1;
  GHashTableIter iter;
  gpointer key;

  if (g_hash_table_size (self->tiles) <= (guint)(rows * columns * 2))
    return;
  g_hash_table_iter_init (&iter, self->tiles);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      int row = (int)(*(gint64 *)key >> 32), column = (int)(*(gint64 *)key & G_MAXINT32);

      if (row < range[0] - rows || row > range[1] + rows || column < range[2] - columns || column > range[3] + columns)
        g_hash_table_iter_remove (&iter);
    }
}

/* One step for a tile; FALSE: there is none now. */
static gboolean
work_on (RsImageTiles *self, RsImageTile *tile, gint64 key, double step)
{
  if (tile->values == NULL && !tile->is_asked)
    ask (self, tile, key, step);
  else if (tile->values == NULL || tile->look_serial == self->look_serial)
    return FALSE;
  if (tile->values != NULL)
    color (self, tile);
  return TRUE;
}

gboolean
rs_image_tiles_work (RsImageTiles *self, int x, int y, int width, int height, gint64 microseconds)
{
  const RsPictureShape *shape = rs_image_source_get_shape (self->source);
  const gint64 end = g_get_monotonic_time () + microseconds;
  int range[4];

  self->is_working = TRUE;
  work_on (self, self->coarse, -1, MAX (1, (double)MAX (shape->width, shape->height) / COARSE_SIDE));
  if (get_tile_range (self, x, y, width, height, range))
    {
      forget_far_tiles (self, range);
      for (int row = range[0]; row <= range[1]; row++)
        for (int column = range[2]; column <= range[3]; column++)
          if (work_on (self, get_tile (self, row, column), make_key (row, column), 1 / self->zoom)
              && g_get_monotonic_time () >= end)
            {
              self->is_working = FALSE;
              return TRUE;
            }
    }
  self->is_working = FALSE;
  return FALSE;
}

gboolean
rs_image_tiles_covers (RsImageTiles *self, int x, int y, int width, int height)
{
  int range[4];

  if (!get_tile_range (self, x, y, width, height, range))
    return TRUE;
  for (int row = range[0]; row <= range[1]; row++)
    for (int column = range[2]; column <= range[3]; column++)
      {
        gint64 key = make_key (row, column);
        const RsImageTile *tile = g_hash_table_lookup (self->tiles, &key);

        if (tile == NULL || tile->bgra == NULL)
          return FALSE;
      }
  return TRUE;
}

void
rs_image_tiles_foreach (RsImageTiles *self, int x, int y, int width, int height, RsImageTileFunc function,
                        gpointer data)
{
  int range[4];

  if (!get_tile_range (self, x, y, width, height, range))
    return;
  for (int row = range[0]; row <= range[1]; row++)
    for (int column = range[2]; column <= range[3]; column++)
      {
        gint64 key = make_key (row, column);
        RsImageTile *tile = g_hash_table_lookup (self->tiles, &key);

        if (tile != NULL && tile->bgra != NULL)
          function (tile, data);
      }
}

RsImageTile *
rs_image_tiles_get_coarse (RsImageTiles *self)
{
  return self->coarse->bgra != NULL ? self->coarse : NULL;
}

/* --- life --- */

static void
rs_image_tiles_finalize (GObject *object)
{
  RsImageTiles *self = RS_IMAGE_TILES (object);

  g_hash_table_unref (self->tiles);
  g_clear_pointer (&self->coarse, tile_free);
  rs_color_map_unref (self->look.color_map);
  g_clear_object (&self->source);
  G_OBJECT_CLASS (rs_image_tiles_parent_class)->finalize (object);
}

static void
rs_image_tiles_class_init (RsImageTilesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rs_image_tiles_finalize;
  changed_signal
      = g_signal_new ("changed", RS_TYPE_IMAGE_TILES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
rs_image_tiles_init (RsImageTiles *self)
{
  self->tiles = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, tile_free);
  self->zoom = 1;
  self->look_serial = 1;
  self->look = (RsImageLook){ .channel = RS_ALL_CHANNELS, .high = 255 };
}

RsImageTiles *
rs_image_tiles_new (RsImageSource *source)
{
  RsImageTiles *self = g_object_new (RS_TYPE_IMAGE_TILES, NULL);

  self->source = g_object_ref (source);
  forget_coarse (self);
  return self;
}
