/* Texture objects over pitch-linear memory, with the rules of the hardware: what is not aligned as texture units
 * want it is refused; coordinates of linear filtering are fixed-point numbers with 8 bits behind the point; an
 * object that was destroyed is a fault.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "texture.h"
#include "driver.h"

#include <math.h>

#define FRACTION 256 /* steps between two texels */

typedef struct {
  CUDA_RESOURCE_DESC resource;
  CUDA_TEXTURE_DESC texture;
  gboolean is_destroyed;
} Object;

static GMutex lock;
static GPtrArray *objects; /* of Object, never freed: a number that was given is not given again */

static gsize
get_bytes (int format)
{
  switch (format)
    {
    case CU_AD_FORMAT_UNSIGNED_INT8:
    case CU_AD_FORMAT_SIGNED_INT8:
      return 1;
    case CU_AD_FORMAT_UNSIGNED_INT16:
    case CU_AD_FORMAT_SIGNED_INT16:
      return 2;
    case CU_AD_FORMAT_UNSIGNED_INT32:
    case CU_AD_FORMAT_SIGNED_INT32:
    case CU_AD_FORMAT_FLOAT:
      return 4;
    default:
      return 0;
    }
}

CUresult
cuTexObjectCreate (CUtexObject *object, const CUDA_RESOURCE_DESC *resource, const CUDA_TEXTURE_DESC *texture,
                   const CUDA_RESOURCE_VIEW_DESC *view)
{
  CUresult code = standin_begin ("cuTexObjectCreate");
  const guint channels = resource->res.pitch2D.numChannels;
  const gsize row = resource->res.pitch2D.width * channels * get_bytes (resource->res.pitch2D.format);
  Object *made;

  if (code != CUDA_SUCCESS)
    return code;
  if (resource->resType != CU_RESOURCE_TYPE_PITCH2D || resource->flags != 0 || view != NULL || row == 0
      || (channels != 1 && channels != 2 && channels != 4)
      || resource->res.pitch2D.devPtr % STANDIN_TEXTURE_ALIGNMENT != 0
      || resource->res.pitch2D.pitchInBytes % STANDIN_PITCH_ALIGNMENT != 0 || resource->res.pitch2D.pitchInBytes < row
      || resource->res.pitch2D.width > standin_number ("RS_STANDIN_TEXTURE_WIDTH", STANDIN_TEXTURE_WIDTH)
      || resource->res.pitch2D.height > STANDIN_TEXTURE_HEIGHT
      || resource->res.pitch2D.pitchInBytes > standin_number ("RS_STANDIN_TEXTURE_PITCH", STANDIN_TEXTURE_PITCH)
      || resource->res.pitch2D.height == 0
      || !standin_is_memory ((const void *)resource->res.pitch2D.devPtr,
                             (resource->res.pitch2D.height - 1) * resource->res.pitch2D.pitchInBytes + row))
    return CUDA_ERROR_INVALID_VALUE;
  if (texture->addressMode[0] != CU_TR_ADDRESS_MODE_CLAMP || texture->addressMode[1] != CU_TR_ADDRESS_MODE_CLAMP
      || (texture->filterMode == CU_TR_FILTER_MODE_LINEAR && resource->res.pitch2D.format != CU_AD_FORMAT_FLOAT))
    return CUDA_ERROR_INVALID_VALUE;
  made = g_new (Object, 1);
  *made = (Object){ .resource = *resource, .texture = *texture };
  g_mutex_lock (&lock);
  if (objects == NULL)
    objects = g_ptr_array_new ();
  g_ptr_array_add (objects, made);
  *object = objects->len;
  g_mutex_unlock (&lock);
  return CUDA_SUCCESS;
}

CUresult
cuTexObjectDestroy (CUtexObject object)
{
  CUresult code = CUDA_ERROR_INVALID_VALUE;

  g_mutex_lock (&lock);
  if (objects != NULL && object > 0 && object <= objects->len
      && !((Object *)g_ptr_array_index (objects, object - 1))->is_destroyed)
    {
      ((Object *)g_ptr_array_index (objects, object - 1))->is_destroyed = TRUE;
      code = CUDA_SUCCESS;
    }
  g_mutex_unlock (&lock);
  return code;
}

/* --- reading --- */

static gint64
clamp (gint64 i, gsize n)
{
  return CLAMP (i, 0, (gint64)n - 1);
}

/* NaN is 0. */
static gint64
floor_of (float coordinate)
{
  return isnan (coordinate) ? 0 : (gint64)floorf (CLAMP (coordinate, -0x1p30f, 0x1p30f));
}

static double
get_component (const Object *self, gint64 x, gint64 y, guint c)
{
  const int format = self->resource.res.pitch2D.format;
  const char *at = (const char *)self->resource.res.pitch2D.devPtr
                   + (gsize)clamp (y, self->resource.res.pitch2D.height) * self->resource.res.pitch2D.pitchInBytes
                   + ((gsize)clamp (x, self->resource.res.pitch2D.width) * self->resource.res.pitch2D.numChannels + c)
                         * get_bytes (format);

  switch (format)
    {
    case CU_AD_FORMAT_UNSIGNED_INT8:
      return *(const guint8 *)at;
    case CU_AD_FORMAT_SIGNED_INT8:
      return *(const gint8 *)at;
    case CU_AD_FORMAT_UNSIGNED_INT16:
      return *(const guint16 *)at;
    case CU_AD_FORMAT_SIGNED_INT16:
      return *(const gint16 *)at;
    case CU_AD_FORMAT_UNSIGNED_INT32:
      return *(const guint32 *)at;
    case CU_AD_FORMAT_SIGNED_INT32:
      return *(const gint32 *)at;
    default:
      return *(const float *)at;
    }
}

/* The texel before, and the weight of the one behind it, in steps. */
static gint64
split (float coordinate, int *weight)
{
  const float shifted = isnan (coordinate) ? 0 : CLAMP (coordinate, -0x1p20f, 0x1p20f) - 0.5f;
  const gint64 steps = llrintf (floorf (shifted * FRACTION + 0.5f));
  const gint64 low = steps >= 0 ? steps / FRACTION : -((-steps + FRACTION - 1) / FRACTION);

  *weight = (int)(steps - low * FRACTION);
  return low;
}

static double
interpolate (const Object *self, float x, float y, guint c)
{
  int a, b;
  const gint64 i = split (x, &a), j = split (y, &b);
  const double upper = (FRACTION - a) * get_component (self, i, j, c) + a * get_component (self, i + 1, j, c);
  const double lower = (FRACTION - a) * get_component (self, i, j + 1, c) + a * get_component (self, i + 1, j + 1, c);

  return (float)(((FRACTION - b) * upper + b * lower) / ((double)FRACTION * FRACTION));
}

gboolean
standin_texture_read (guint64 object, float x, float y, guint n, double *components)
{
  const Object *self = NULL;

  g_mutex_lock (&lock);
  if (objects != NULL && object > 0 && object <= objects->len)
    self = g_ptr_array_index (objects, object - 1);
  g_mutex_unlock (&lock);
  if (self == NULL || self->is_destroyed || n > self->resource.res.pitch2D.numChannels)
    return FALSE;
  for (guint c = 0; c < n; c++)
    components[c] = self->texture.filterMode == CU_TR_FILTER_MODE_LINEAR
                        ? interpolate (self, x, y, c)
                        : get_component (self, floor_of (x), floor_of (y), c);
  return TRUE;
}
