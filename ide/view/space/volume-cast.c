/* Volumes seen from a direction.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/space/volume-cast.h"

#include <math.h>
#include <sys/resource.h>

#define STEP_VOXELS 0.5
#define DENSITY 30.0 /* optical depth of the whole box, were it full of the largest value */
#define MOST_THREADS 16
#define LOWER_PRIORITY 10 /* nice */

/* --- camera --- */

typedef struct {
  double right[3], up[3], toward[3]; /* of the screen; the viewer is at +toward */
  double half[3];                    /* of the box; its longest side is 2 */
  double scale;                      /* pixels a unit */
} View;

/* The box has x to the right, y upwards and z towards who looks from above: rows and slices run against them. */
static const double signs[3] = { 1, -1, -1 };

static View
make_view (const RsVolume *volume, const RsVolumeCamera *camera, int width, int height)
{
  double azimuth = camera->azimuth * G_PI / 180, elevation = camera->elevation * G_PI / 180;
  double ca = cos (azimuth), sa = sin (azimuth), ce = cos (elevation), se = sin (elevation);
  double longest = MAX (1, MAX (volume->size[0], MAX (volume->size[1], volume->size[2])));
  View view = { .right = { ca, sa, 0 }, .up = { -se * sa, se * ca, ce }, .toward = { ce * sa, -ce * ca, se } };
  double diagonal = 0;

  for (int d = 0; d < 3; d++)
    {
      view.half[d] = MAX (volume->size[d], 1e-3) / longest;
      diagonal += view.half[d] * view.half[d];
    }
  view.scale = MAX (camera->zoom, 1e-6) * MAX (1, MIN (width, height)) / (2 * sqrt (diagonal));
  return view;
}

void
rs_volume_get_rays (const RsVolume *volume, const RsVolumeCamera *camera, int width, int height, RsVolumeRays *rays)
{
  const View view = make_view (volume, camera, width, height);
  const int n[] = { volume->width, volume->height, volume->depth };
  double voxel = 2;

  for (int d = 0; d < 3; d++)
    {
      double part = signs[d] / (2 * view.half[d]); /* parts of the box a unit */
      double direction = -view.toward[d] * part;

      rays->right[d] = (float)(view.right[d] / view.scale * part);
      rays->down[d] = (float)(-view.up[d] / view.scale * part);
      rays->direction[d] = (float)(fabs (direction) < 1e-6 ? 1e-6 : direction);
      /* The middle of the box is in the middle of the picture. */
      rays->origin[d] = 0.5f - rays->right[d] * (float)width / 2 - rays->down[d] * (float)height / 2;
      if (n[d] > 0)
        voxel = MIN (voxel, 2 * view.half[d] / n[d]);
    }
  rays->step = (float)(STEP_VOXELS * voxel);
}

void
rs_volume_get_corner (const RsVolume *volume, const RsVolumeCamera *camera, int width, int height, int corner,
                      double *x, double *y)
{
  const View view = make_view (volume, camera, width, height);

  *x = width / 2.0;
  *y = height / 2.0;
  for (int d = 0; d < 3; d++)
    {
      double place = (corner >> d & 1 ? 1 : -1) * signs[d] * view.half[d] * view.scale;

      *x += place * view.right[d];
      *y -= place * view.up[d];
    }
}

void
rs_volume_camera_turn (RsVolumeCamera *camera, double azimuth, double elevation)
{
  camera->azimuth = remainder (camera->azimuth + azimuth, 360);
  camera->elevation = CLAMP (camera->elevation + elevation, -90, 90);
}

/* --- colours --- */

void
rs_volume_get_colors (const RsColorMap *color_map, const RsVolumeRays *rays, RsVolumeColors *colors)
{
  for (int i = 0; i < RS_COLOR_MAP_SIZE; i++)
    {
      double value = (double)i / (RS_COLOR_MAP_SIZE - 1);

      for (int c = 0; c < 3; c++)
        colors->rgba[i][c] = color_map != NULL ? color_map->rgb[i][c] / 255.0f : (float)value;
      /* The box is two units long. */
      colors->rgba[i][3] = (float)(1 - exp (-DENSITY * value * value * (double)rays->step / 2));
    }
}

/* --- one ray --- */

typedef struct {
  const RsVolume *volume;
  RsVolumeMode mode;
  RsVolumeRays rays;
  RsVolumeColors colors;
  int width, height;
  guint8 *bgra;
  gint next_row; /* atomic */
  GCancellable *cancellable;
} Cast;

/* Two neighbours and the part of the second, along a side of n voxels. */
typedef struct {
  int first, second;
  float part;
} Neighbours;

static inline Neighbours
get_neighbours (float place, int n)
{
  float voxel = CLAMP (place * (float)n - 0.5f, 0.0f, (float)(n - 1));
  int first = (int)voxel;

  return (Neighbours){ first, MIN (first + 1, n - 1), voxel - (float)first };
}

static inline float
mix (float a, float b, float part)
{
  return a + (b - a) * part;
}

static inline float
mix_row (const guint8 *row, const Neighbours *x)
{
  return mix (row[x->first], row[x->second], x->part);
}

/* The value between the eight voxels around a place, 0 to 255. */
static inline float
get_value (const RsVolume *volume, float px, float py, float pz)
{
  const Neighbours x = get_neighbours (px, volume->width), y = get_neighbours (py, volume->height),
                   z = get_neighbours (pz, volume->depth);
  const gsize row = (gsize)volume->width, slice = row * (gsize)volume->height;
  const guint8 *near = volume->voxels + (gsize)z.first * slice, *far = volume->voxels + (gsize)z.second * slice;

  return mix (mix (mix_row (near + (gsize)y.first * row, &x), mix_row (near + (gsize)y.second * row, &x), y.part),
              mix (mix_row (far + (gsize)y.first * row, &x), mix_row (far + (gsize)y.second * row, &x), y.part),
              z.part);
}

/* Where the ray is in the box; FALSE: it misses it. */
static gboolean
clip_ray (const RsVolumeRays *rays, const float origin[3], float *first, float *last)
{
  *first = -INFINITY;
  *last = INFINITY;
  for (int d = 0; d < 3; d++)
    {
      float low = -origin[d] / rays->direction[d], high = (1 - origin[d]) / rays->direction[d];

      *first = MAX (*first, MIN (low, high));
      *last = MIN (*last, MAX (low, high));
    }
  return *first < *last;
}

static inline float
sample (const Cast *cast, const float origin[3], float t)
{
  const float *direction = cast->rays.direction;

  return get_value (cast->volume, origin[0] + t * direction[0], origin[1] + t * direction[1],
                    origin[2] + t * direction[2]);
}

static void
cast_maximum (const Cast *cast, const float origin[3], float first, int n, float color[3])
{
  float most = 0;

  for (int i = 0; i < n && most < 255; i++)
    {
      const float value = sample (cast, origin, first + ((float)i + 0.5f) * cast->rays.step);

      most = MAX (most, value);
    }
  for (int c = 0; c < 3; c++)
    color[c] = cast->colors.rgba[(int)(most + 0.5f)][c];
}

static void
cast_composite (const Cast *cast, const float origin[3], float first, int n, float color[3])
{
  float sum[3] = { 0 }, opacity = 0;

  for (int i = 0; i < n && opacity < (float)RS_VOLUME_OPAQUE; i++)
    {
      float value = sample (cast, origin, first + ((float)i + 0.5f) * cast->rays.step);
      const float *rgba = cast->colors.rgba[(int)(value + 0.5f)];
      float share = (1 - opacity) * rgba[3];

      for (int c = 0; c < 3; c++)
        sum[c] += share * rgba[c];
      opacity += share;
    }
  for (int c = 0; c < 3; c++)
    color[c] = sum[c] + (1 - opacity) * color[c];
}

static void
cast_ray (const Cast *cast, int x, int y, guint8 *bgra)
{
  const RsVolumeRays *rays = &cast->rays;
  float origin[3],
      color[3] = { (float)RS_VOLUME_GROUND.red, (float)RS_VOLUME_GROUND.green, (float)RS_VOLUME_GROUND.blue };
  float first, last;

  for (int d = 0; d < 3; d++)
    origin[d] = rays->origin[d] + ((float)x + 0.5f) * rays->right[d] + ((float)y + 0.5f) * rays->down[d];
  if (clip_ray (rays, origin, &first, &last))
    {
      int n = (int)ceilf ((last - first) / rays->step);

      if (cast->mode == RS_VOLUME_MAXIMUM)
        cast_maximum (cast, origin, first, n, color);
      else
        cast_composite (cast, origin, first, n, color);
    }
  for (int c = 0; c < 3; c++)
    bgra[c] = (guint8)(color[2 - c] * 255 + 0.5f);
  bgra[3] = 255;
}

/* --- all of them --- */

static gpointer
cast_rows (gpointer data)
{
  Cast *cast = data;

  for (;;)
    {
      int y = g_atomic_int_add (&cast->next_row, 1);

      if (y >= cast->height || g_cancellable_is_cancelled (cast->cancellable))
        return NULL;
      for (int x = 0; x < cast->width; x++)
        cast_ray (cast, x, y, cast->bgra + 4 * ((gsize)y * (gsize)cast->width + (gsize)x));
    }
}

/* With less claim to the processors than the window has. */
static gpointer
run_thread (gpointer data)
{
  setpriority (PRIO_PROCESS, 0, LOWER_PRIORITY); /* of the thread alone */
  return cast_rows (data);
}

static void
fill_ground (Cast *cast)
{
  const guint8 ground[4] = { (guint8)(RS_VOLUME_GROUND.blue * 255 + 0.5), (guint8)(RS_VOLUME_GROUND.green * 255 + 0.5),
                             (guint8)(RS_VOLUME_GROUND.red * 255 + 0.5), 255 };

  for (gsize i = 0; i < 4 * (gsize)cast->width * (gsize)cast->height; i++)
    cast->bgra[i] = ground[i % 4];
}

guint8 *
rs_volume_cast (const RsVolume *volume, const RsVolumeCamera *camera, RsVolumeMode mode, const RsColorMap *color_map,
                int width, int height, GCancellable *cancellable)
{
  g_autofree guint8 *bgra = g_try_malloc_n ((gsize)MAX (width, 1) * (gsize)MAX (height, 1), 4);
  Cast cast = { volume, mode, .width = width, .height = height, .bgra = bgra, .cancellable = cancellable };
  guint n = MIN (g_get_num_processors (), MOST_THREADS), n_started = 0;
  GThread *threads[MOST_THREADS];

  if (bgra == NULL)
    return NULL;
  if (volume->width < 1 || volume->height < 1 || volume->depth < 1)
    {
      fill_ground (&cast);
      return g_steal_pointer (&bgra);
    }
  rs_volume_get_rays (volume, camera, width, height, &cast.rays);
  rs_volume_get_colors (color_map, &cast.rays, &cast.colors);
  while (n_started < n && (threads[n_started] = g_thread_try_new ("volume", run_thread, &cast, NULL)) != NULL)
    n_started++;
  if (n_started == 0)
    cast_rows (&cast);
  for (guint i = 0; i < n_started; i++)
    g_thread_join (threads[i]);
  return g_cancellable_is_cancelled (cancellable) ? NULL : g_steal_pointer (&bgra);
}
