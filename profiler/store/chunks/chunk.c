/* Encoding and decoding chunks.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/store/chunks/chunk.h"

#define MAGIC "RsC3"
#define EARLIER_MAGIC "RsC2" /* with another checksum; read, not written any more */
#define CHECKSUM_AT 8
#define BASES_AT 16
#define WIDTHS_AT (BASES_AT + 8 * RS_CHUNK_N_COLUMNS)
#define SLICES_AT (WIDTHS_AT + RS_CHUNK_N_COLUMNS)
#define SLICE_BYTES 8

static guint64
load_64 (const guint8 *at)
{
  guint64 value;

  memcpy (&value, at, sizeof value);
  return GUINT64_FROM_LE (value);
}

/* Can be undone for a known word, so that a single changed word always changes the result. */
static inline guint64
mix (guint64 sum, guint64 word)
{
  sum = (sum ^ word) * G_GUINT64_CONSTANT (0xD6E8FEB86659FD93);
  return sum ^ sum >> 32;
}

/* Of all bytes but itself; length at least BASES_AT. Four sums beside each other: a sum waits for its multiplication
 * before it takes the next word. */
static guint64
checksum (const guint8 *bytes, gsize length)
{
  guint64 sums[] = { length * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15), 1, 2, 3 }, word = 0;
  gsize at = BASES_AT;

  sums[0] = mix (sums[0], load_64 (bytes));
  for (; length - at >= sizeof sums; at += sizeof sums)
    for (guint i = 0; i < G_N_ELEMENTS (sums); i++)
      sums[i] = mix (sums[i], load_64 (bytes + at + i * sizeof word));
  for (; length - at >= sizeof word; at += sizeof word)
    sums[0] = mix (sums[0], load_64 (bytes + at));
  memcpy (&word, bytes + at, length - at);
  sums[0] = mix (sums[0], GUINT64_FROM_LE (word));
  for (guint i = 1; i < G_N_ELEMENTS (sums); i++)
    sums[0] = mix (sums[0], sums[i]);
  return sums[0];
}

/* One sum alone. */
static guint64
earlier_checksum (const guint8 *bytes, gsize length)
{
  guint64 sum = mix (length * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15), load_64 (bytes)), word = 0;
  gsize at = BASES_AT;

  for (; length - at >= sizeof word; at += sizeof word)
    sum = mix (sum, load_64 (bytes + at));
  memcpy (&word, bytes + at, length - at);
  return at < length ? mix (sum, GUINT64_FROM_LE (word)) : sum;
}

static void
store_64 (guint8 *at, guint64 value)
{
  value = GUINT64_TO_LE (value);
  memcpy (at, &value, sizeof value);
}

static void
store_16 (guint8 *at, guint16 value)
{
  value = GUINT16_TO_LE (value);
  memcpy (at, &value, sizeof value);
}

static guint
load_16 (const guint8 *at)
{
  return at[0] | (guint)at[1] << 8;
}

void
rs_chunk_seal (guint8 *bytes, gsize length)
{
  g_assert (length >= SLICES_AT);
  store_64 (bytes + CHECKSUM_AT, checksum (bytes, length));
}

/* --- encoding --- */

static guint
width_of (guint64 range)
{
  if (range == 0)
    return 0;
  if (range <= G_MAXUINT8)
    return 1;
  if (range <= G_MAXUINT16)
    return 2;
  return range <= G_MAXUINT32 ? 4 : 8;
}

static void
encode_values (guint8 *to, const gint64 *values, guint n, guint64 base, guint width)
{
  switch (width)
    {
    case 0:
      break;
    case 1:
      for (guint i = 0; i < n; i++)
        to[i] = (guint8)((guint64)values[i] - base);
      break;
    case 2:
      for (guint i = 0; i < n; i++)
        store_16 (to + 2 * i, (guint16)((guint64)values[i] - base));
      break;
    case 4:
      for (guint i = 0; i < n; i++)
        {
          guint32 value = GUINT32_TO_LE ((guint32)((guint64)values[i] - base));
          memcpy (to + 4 * i, &value, sizeof value);
        }
      break;
    default:
      for (guint i = 0; i < n; i++)
        store_64 (to + 8 * i, (guint64)values[i] - base);
    }
}

static void
encode_column (GByteArray *bytes, guint begin, guint column, const gint64 *values, guint n)
{
  gint64 least = values[0], greatest = values[0];
  guint width, at = bytes->len;

  for (guint i = 1; i < n; i++)
    {
      least = MIN (least, values[i]);
      greatest = MAX (greatest, values[i]);
    }
  width = width_of ((guint64)greatest - (guint64)least);
  g_byte_array_set_size (bytes, at + width * n);
  encode_values (bytes->data + at, values, n, (guint64)least, width);
  store_64 (bytes->data + begin + BASES_AT + 8 * column, (guint64)least);
  bytes->data[begin + WIDTHS_AT + column] = (guint8)width;
}

void
rs_chunk_encode (const gint64 *const *values, guint n, const RsChunkSlice *slices, guint n_slices, GByteArray *bytes)
{
  guint begin = bytes->len;

  g_assert (n >= 1 && n <= RS_CHUNK_CAPACITY && n_slices >= 1 && n_slices <= n);
  g_byte_array_set_size (bytes, begin + SLICES_AT + SLICE_BYTES * n_slices);
  memcpy (bytes->data + begin, MAGIC, 4);
  store_16 (bytes->data + begin + 4, (guint16)n);
  store_16 (bytes->data + begin + 6, (guint16)n_slices);
  for (guint i = 0; i < n_slices; i++)
    {
      guint8 *at = bytes->data + begin + SLICES_AT + SLICE_BYTES * i;

      store_16 (at, (guint16)slices[i].track);
      store_16 (at + 2, (guint16)(slices[i].track >> 16));
      store_16 (at + 4, (guint16)(slices[i].class + 1));
      store_16 (at + 6, slices[i].n);
    }
  for (guint i = 0; i < RS_CHUNK_N_COLUMNS; i++)
    encode_column (bytes, begin, i, values[i], n);
  rs_chunk_seal (bytes->data + begin, bytes->len - begin);
}

/* --- decoding --- */

static const char *
decode_slices (RsChunk *self, const guint8 *at)
{
  guint row = 0;

  self->slices = g_new (RsChunkSlice, self->n_slices);
  for (guint i = 0; i < self->n_slices; i++, at += SLICE_BYTES)
    {
      RsChunkSlice *slice = &self->slices[i];
      guint n = load_16 (at + 6);
      int class = (int)load_16 (at + 4) - 1;

      *slice
          = (RsChunkSlice){ load_16 (at) | (guint32)load_16 (at + 2) << 16, (gint16) class, (guint16)row, (guint16)n };
      if (n == 0 || n > self->n - row || class < RS_CHUNK_NO_CLASS || class >= RS_CHUNK_N_CLASSES)
        return "a slice of it has a wrong length or class";
      if (i > 0 && (slice[-1].track > slice->track || (slice[-1].track == slice->track && slice[-1].class >= class)))
        return "its slices are out of order";
      row += n;
    }
  return row == self->n ? NULL : "its slices do not hold its events";
}

static const char *
decode_columns (RsChunk *self, const guint8 *bytes, gsize length)
{
  gsize at = SLICES_AT + SLICE_BYTES * (gsize)self->n_slices;

  for (guint i = 0; i < RS_CHUNK_N_COLUMNS; i++)
    {
      guint width = bytes[WIDTHS_AT + i];

      if (width > 8 || (width & (width - 1)) != 0)
        return "a column of it has a wrong width";
      if (at > length || (gsize)width * self->n > length - at)
        return "its length is wrong";
      self->bases[i] = load_64 (bytes + BASES_AT + 8 * i);
      self->widths[i] = (guint8)width;
      self->columns[i] = bytes + at;
      at += (gsize)width * self->n;
    }
  return at == length ? NULL : "its length is wrong";
}

/* Whether no value of a column can be outside [least, greatest], by its base and width alone. */
static gboolean
is_within (const RsChunk *self, RsChunkColumn column, gint64 least, gint64 greatest)
{
  gint64 base = (gint64)self->bases[column], most;
  guint width = self->widths[column];

  return base >= least && width < 8 && !__builtin_add_overflow (base, ((gint64)1 << 8 * width) - 1, &most)
         && most <= greatest;
}

static gboolean
has_only (const RsChunk *self, RsChunkColumn column, gint64 least, gint64 greatest)
{
  if (is_within (self, column, least, greatest))
    return TRUE;
  for (guint i = 0; i < self->n; i++)
    if (rs_chunk_get (self, column, i) < least || rs_chunk_get (self, column, i) > greatest)
      return FALSE;
  return TRUE;
}

/* Whether the numbers of 2 or 4 bytes only grow: as rs_chunk_get says, but many at once. */
static gboolean
grow_16 (const guint8 *at, guint n)
{
  guint falls = 0;

  for (guint i = 1; i < n; i++)
    {
      guint16 before, value;

      memcpy (&before, at + (i - 1) * sizeof before, sizeof before);
      memcpy (&value, at + i * sizeof value, sizeof value);
      falls |= GUINT16_FROM_LE (before) > GUINT16_FROM_LE (value);
    }
  return falls == 0;
}

static gboolean
grow_32 (const guint8 *at, guint n)
{
  guint falls = 0;

  for (guint i = 1; i < n; i++)
    {
      guint32 before, value;

      memcpy (&before, at + (i - 1) * sizeof before, sizeof before);
      memcpy (&value, at + i * sizeof value, sizeof value);
      falls |= GUINT32_FROM_LE (before) > GUINT32_FROM_LE (value);
    }
  return falls == 0;
}

/* Starts of a slice. The base is checked, so that no sum with a number of 4 bytes overflows. */
static gboolean
are_sorted (const RsChunk *self, const RsChunkSlice *slice)
{
  guint width = self->widths[RS_CHUNK_START];
  const guint8 *at = self->columns[RS_CHUNK_START] + (gsize)slice->first * width;

  if (width == 2)
    return grow_16 (at, slice->n);
  if (width == 4)
    return grow_32 (at, slice->n);
  for (guint row = slice->first + 1u; row < (guint)slice->first + slice->n; row++)
    if (rs_chunk_get (self, RS_CHUNK_START, row - 1) > rs_chunk_get (self, RS_CHUNK_START, row))
      return FALSE;
  return TRUE;
}

static const char *
check_times (const RsChunk *self)
{
  const gint64 half = RS_CHUNK_TIME_LIMIT / 2;

  if (!has_only (self, RS_CHUNK_START, -RS_CHUNK_TIME_LIMIT, RS_CHUNK_TIME_LIMIT)
      || !has_only (self, RS_CHUNK_DURATION, 0, G_MAXINT64))
    return "a time of it is impossible";
  if (!is_within (self, RS_CHUNK_START, -RS_CHUNK_TIME_LIMIT, half) || !is_within (self, RS_CHUNK_DURATION, 0, half))
    for (guint i = 0; i < self->n; i++)
      if (rs_chunk_get (self, RS_CHUNK_DURATION, i) > RS_CHUNK_TIME_LIMIT - rs_chunk_get (self, RS_CHUNK_START, i))
        return "a time of it is impossible";
  for (guint i = 0; i < self->n_slices; i++)
    if (!are_sorted (self, &self->slices[i]))
      return "its events are out of order";
  return NULL;
}

static const char *
check_numbers (const RsChunk *self)
{
  guint8 seen[RS_CHUNK_CAPACITY] = { 0 };

  for (guint i = 0; i < self->n; i++)
    {
      guint64 rank = (guint64)rs_chunk_get (self, RS_CHUNK_RANK, i);

      if (rank >= self->n || seen[rank]++ != 0)
        return "its ranks are wrong";
    }
  if (!has_only (self, RS_CHUNK_PLACE, 1, G_MAXUINT32) || !has_only (self, RS_CHUNK_THREADS, 0, G_MAXUINT32)
      || !has_only (self, RS_CHUNK_PARENT, 0, G_MAXUINT32))
    return "a place or number of it is impossible";
  return NULL;
}

const char *
rs_chunk_decode (RsChunk *self, const guint8 *bytes, gsize length)
{
  gboolean is_earlier = length >= SLICES_AT && memcmp (bytes, EARLIER_MAGIC, 4) == 0;
  const char *wrong;

  *self = (RsChunk){ 0 };
  if (length < SLICES_AT || (!is_earlier && memcmp (bytes, MAGIC, 4) != 0))
    return "it does not begin like a chunk";
  self->n = load_16 (bytes + 4);
  self->n_slices = load_16 (bytes + 6);
  if (self->n == 0 || self->n > RS_CHUNK_CAPACITY || self->n_slices == 0 || self->n_slices > self->n
      || SLICES_AT + SLICE_BYTES * (gsize)self->n_slices > length)
    return "its counts are wrong";
  if (load_64 (bytes + CHECKSUM_AT) != (is_earlier ? earlier_checksum (bytes, length) : checksum (bytes, length)))
    return "its checksum is wrong";
  wrong = decode_columns (self, bytes, length);
  if (wrong == NULL)
    wrong = decode_slices (self, bytes + SLICES_AT);
  if (wrong == NULL)
    wrong = check_times (self);
  if (wrong == NULL)
    wrong = check_numbers (self);
  if (wrong != NULL)
    rs_chunk_clear (self);
  return wrong;
}

void
rs_chunk_clear (RsChunk *self)
{
  g_clear_pointer (&self->slices, g_free);
}
