/* Textures of a launch: objects by which texture units read the memory of arrays.
 *
 * An object reads the array where it lies, row by row, so that what a launch writes is seen by the next one. Where its
 * rows or its beginning are not as the units want them, or a pixel has another number of elements than the kernel reads
 * at a time, the launch copies the array first.
 *
 * Objects of arrays are kept for later launches: making one takes the driver longer than a launch. Those that a launch
 * may still use are destroyed when it has ended.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/cuda/private.h"

#include "compiler/kernel/ir/ir.h"
#include "runtime/device/launch-values.h"

#include <string.h>

#define MOST_KEPT 32

/* What an object reads. */
typedef struct {
  CUdeviceptr memory;
  gint64 width, height; /* in texels */
  gsize pitch;          /* bytes from row to row */
  RsElement element;
  guint texels; /* elements of a texel: 1, 2, 4 */
  RsIrFilter filter;
} Look;

typedef struct {
  Look look;
  CUtexObject object;
  guint n_users;     /* launches that may still read it */
  gboolean is_stale; /* nobody else may: its memory is not that of the array any more */
  guint64 last_use;
} Texture;

struct _CudaTextures {
  int alignment, pitch_alignment; /* bytes: where a texture and its rows may begin */
  int width, height;              /* texels that it may have */
  int pitch;                      /* bytes from row to row, at most */
  GMutex lock;                    /* guards what follows */
  GPtrArray *all;                 /* of Texture */
  guint64 n_uses;
};

/* --- objects --- */

static int
get_format (RsElement element)
{
  switch (element)
    {
    case RS_ELEMENT_UINT8:
      return CU_AD_FORMAT_UNSIGNED_INT8;
    case RS_ELEMENT_UINT16:
      return CU_AD_FORMAT_UNSIGNED_INT16;
    case RS_ELEMENT_UINT32:
      return CU_AD_FORMAT_UNSIGNED_INT32;
    case RS_ELEMENT_INT8:
      return CU_AD_FORMAT_SIGNED_INT8;
    case RS_ELEMENT_INT16:
      return CU_AD_FORMAT_SIGNED_INT16;
    case RS_ELEMENT_INT32:
      return CU_AD_FORMAT_SIGNED_INT32;
    default:
      return CU_AD_FORMAT_FLOAT;
    }
}

static CUresult
make_object (const Look *look, CUtexObject *object)
{
  CUDA_RESOURCE_DESC resource = { .resType = CU_RESOURCE_TYPE_PITCH2D };
  CUDA_TEXTURE_DESC texture = { .flags = CU_TRSF_READ_AS_INTEGER };

  resource.res.pitch2D.devPtr = look->memory;
  resource.res.pitch2D.format = get_format (look->element);
  resource.res.pitch2D.numChannels = look->texels;
  resource.res.pitch2D.width = (gsize)look->width;
  resource.res.pitch2D.height = (gsize)look->height;
  resource.res.pitch2D.pitchInBytes = look->pitch;
  for (guint i = 0; i < G_N_ELEMENTS (texture.addressMode); i++)
    texture.addressMode[i] = CU_TR_ADDRESS_MODE_CLAMP;
  texture.filterMode = look->filter == RS_IR_FILTER_LINEAR ? CU_TR_FILTER_MODE_LINEAR : CU_TR_FILTER_MODE_POINT;
  return cuda.cuTexObjectCreate (object, &resource, &texture, NULL);
}

static void
texture_free (gpointer data)
{
  Texture *texture = data;

  cuda.cuTexObjectDestroy (texture->object);
  g_free (texture);
}

static gboolean
is_same (const Look *a, const Look *b)
{
  return a->memory == b->memory && a->width == b->width && a->height == b->height && a->pitch == b->pitch
         && a->element == b->element && a->texels == b->texels && a->filter == b->filter;
}

/* Makes room for one more: the one that was used least recently goes. lock is held. */
static void
drop_oldest (CudaTextures *self)
{
  const Texture *oldest = NULL;

  for (guint i = 0; i < self->all->len; i++)
    {
      const Texture *texture = g_ptr_array_index (self->all, i);

      if (texture->n_users == 0 && (oldest == NULL || texture->last_use < oldest->last_use))
        oldest = texture;
    }
  if (self->all->len >= MOST_KEPT && oldest != NULL)
    g_ptr_array_remove_fast (self->all, (gpointer)oldest);
}

/* One for a launch, which gives it back by give_object. is_kept: later launches may use it. */
static CUresult
take_object (CudaTextures *self, const Look *look, gboolean is_kept, CUtexObject *object)
{
  Texture *found = NULL;
  CUresult code = CUDA_SUCCESS;

  g_mutex_lock (&self->lock);
  for (guint i = 0; i < self->all->len && is_kept && found == NULL; i++)
    {
      Texture *texture = g_ptr_array_index (self->all, i);

      if (!texture->is_stale && is_same (&texture->look, look))
        found = texture;
    }
  if (found == NULL)
    {
      drop_oldest (self);
      code = make_object (look, object);
    }
  if (found == NULL && code == CUDA_SUCCESS)
    {
      found = g_new (Texture, 1);
      *found = (Texture){ .look = *look, .object = *object, .is_stale = !is_kept };
      g_ptr_array_add (self->all, found);
    }
  if (found != NULL)
    {
      found->n_users++;
      found->last_use = ++self->n_uses;
      *object = found->object;
    }
  g_mutex_unlock (&self->lock);
  return code;
}

static void
give_object (CudaTextures *self, CUtexObject object)
{
  g_mutex_lock (&self->lock);
  for (guint i = self->all->len; i-- > 0;)
    {
      Texture *texture = g_ptr_array_index (self->all, i);

      if (texture->object != object)
        continue;
      texture->n_users--;
      if (texture->n_users == 0 && texture->is_stale)
        g_ptr_array_remove_index_fast (self->all, i);
      break;
    }
  g_mutex_unlock (&self->lock);
}

void
cuda_textures_forget (CudaDevice *device, CUdeviceptr memory)
{
  CudaTextures *self = device->textures;

  if (self == NULL)
    return;
  g_mutex_lock (&self->lock);
  for (guint i = self->all->len; i-- > 0;)
    {
      Texture *texture = g_ptr_array_index (self->all, i);

      if (texture->look.memory != memory)
        continue;
      texture->is_stale = TRUE;
      if (texture->n_users == 0)
        g_ptr_array_remove_index_fast (self->all, i);
    }
  g_mutex_unlock (&self->lock);
}

static int
get_limit (CUdevice id, CUdevice_attribute attribute, int where_unknown)
{
  const int limit = cuda_get_attribute (id, attribute);

  return limit > 0 ? limit : where_unknown;
}

CudaTextures *
cuda_textures_new (CUdevice id)
{
  CudaTextures *self = g_new0 (CudaTextures, 1);

  self->alignment = get_limit (id, CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT, 1);
  self->pitch_alignment = get_limit (id, CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT, 1);
  self->width = get_limit (id, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH, 0);
  self->height = get_limit (id, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT, 0);
  self->pitch = get_limit (id, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH, G_MAXINT);
  g_mutex_init (&self->lock);
  self->all = g_ptr_array_new_with_free_func (texture_free);
  return self;
}

void
cuda_textures_free (CudaTextures *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->all);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/* --- of a launch --- */

static gint64
get_length (const RsDeviceLaunch *launch, const RsPlanArgument *argument, guint dimension)
{
  const RsPlanArgument length
      = { .kind = RS_ARGUMENT_LENGTH, .type = RS_ARGUMENT_I64, .parameter = argument->parameter, .index = dimension };

  return rs_launch_get_integer (launch, &length);
}

static Look
get_look (const RsDeviceLaunch *launch, const RsPlanArgument *argument)
{
  Look look = { .memory = (CUdeviceptr)rs_launch_get_memory (launch, argument),
                .width = get_length (launch, argument, 1),
                .height = get_length (launch, argument, 0),
                .element = (RsElement)RS_TEXTURE_ELEMENT (argument->index),
                .texels = RS_TEXTURE_TEXELS (argument->index),
                .filter = (RsIrFilter)RS_TEXTURE_FILTER (argument->index) };

  look.pitch = (gsize)look.width * look.texels * rs_element_get_bytes (look.element);
  return look;
}

/* Elements of a pixel. */
static gint64
get_channels (const RsDeviceLaunch *launch, const RsPlanArgument *argument, const Look *look)
{
  return look->texels > 1 ? get_length (launch, argument, 2) : 1;
}

static gboolean
can_be_read (const CudaTextures *self, const Look *look)
{
  return look->memory % (guint)self->alignment == 0 && look->pitch % (guint)self->pitch_alignment == 0;
}

/* Bytes from row to row of a copy whose rows have so many. */
static gsize
get_pitch (const CudaTextures *self, gsize bytes)
{
  const gsize alignment = (gsize)self->pitch_alignment;

  return (bytes + alignment - 1) / alignment * alignment;
}

/* look becomes that of a copy of the array, in the order of the stream; one of nothing is a texel of zeros. */
static CUresult
copy_array (CudaDevice *device, Look *look, gint64 channels)
{
  const gsize bytes = rs_element_get_bytes (look->element), texel = look->texels * bytes;
  const gboolean is_empty = look->width == 0 || look->height == 0 || channels == 0;
  CUDA_MEMCPY3D copy = { .srcMemoryType = CU_MEMORYTYPE_DEVICE, .dstMemoryType = CU_MEMORYTYPE_DEVICE };
  CUresult code;

  copy.srcDevice = look->memory;
  copy.srcPitch = (gsize)channels * bytes;
  copy.srcHeight = (gsize)look->width;
  copy.WidthInBytes = (gsize)MIN (channels, (gint64)look->texels) * bytes;
  copy.Height = (gsize)look->width;
  copy.Depth = (gsize)look->height;
  if (is_empty)
    look->width = look->height = 1;
  look->pitch = get_pitch (device->textures, (gsize)look->width * texel);
  code = cuda_allocate (device, &look->memory, look->pitch * (gsize)look->height);
  if (code != CUDA_SUCCESS)
    return code;
  copy.dstDevice = look->memory;
  copy.dstPitch = texel;
  copy.dstHeight = look->pitch / texel;
  if (channels == (gint64)look->texels) /* whole rows */
    {
      copy.srcPitch = copy.WidthInBytes = (gsize)look->width * texel;
      copy.dstPitch = look->pitch;
      copy.srcHeight = copy.dstHeight = copy.Height = (gsize)look->height;
      copy.Depth = 1;
    }
  else
    code = cuda.cuMemsetD8Async (look->memory, 0, look->pitch * (gsize)look->height, device->stream);
  if (code == CUDA_SUCCESS && is_empty)
    code = cuda.cuMemsetD8Async (look->memory, 0, look->pitch * (gsize)look->height, device->stream);
  else if (code == CUDA_SUCCESS)
    code = cuda.cuMemcpy3DAsync (&copy, device->stream);
  if (code != CUDA_SUCCESS)
    cuda_release (device, look->memory);
  return code;
}

/* Rows are copied to where they may begin, if they don't. */
gboolean
cuda_has_texture (RsDevice *device, gint64 rows, gint64 columns, gsize texel_bytes)
{
  const CudaTextures *self = ((CudaDevice *)device)->textures;

  return rows <= self->height && columns <= self->width
         && get_pitch (self, (gsize)columns * texel_bytes) <= (gsize)self->pitch;
}

CUresult
cuda_textures_take (CudaDevice *device, const RsDeviceLaunch *launch, guint8 *numbers, GArray *taken)
{
  const GArray *plan = launch->kernel->plan.numbers;
  CUresult code = CUDA_SUCCESS;

  for (guint i = 0; i < plan->len && code == CUDA_SUCCESS; i++)
    {
      const RsPlanArgument *number = &g_array_index (plan, RsPlanArgument, i);
      CudaTakenTexture texture = { 0 };
      gint64 channels;
      Look look;

      if (number->kind != RS_ARGUMENT_TEXTURE)
        continue;
      look = get_look (launch, number);
      channels = get_channels (launch, number, &look);
      if (look.width == 0 || look.height == 0 || channels != (gint64)look.texels
          || !can_be_read (device->textures, &look))
        {
          code = copy_array (device, &look, channels);
          texture.copy = code == CUDA_SUCCESS ? look.memory : 0;
        }
      if (code == CUDA_SUCCESS)
        code = take_object (device->textures, &look, texture.copy == 0, &texture.object);
      if (code == CUDA_SUCCESS || texture.copy != 0)
        g_array_append_val (taken, texture);
      memcpy (numbers + number->offset, &texture.object, sizeof texture.object);
    }
  return code;
}

void
cuda_textures_give (CudaDevice *device, GArray *taken)
{
  for (guint i = 0; i < taken->len; i++)
    {
      const CudaTakenTexture *texture = &g_array_index (taken, CudaTakenTexture, i);

      if (texture->object != 0)
        give_object (device->textures, texture->object);
      if (texture->copy != 0)
        cuda_release (device, texture->copy);
    }
  g_array_set_size (taken, 0);
}
