/* A stable sort by digits: from the least to the greatest, each pass keeps the order of those before it.
 *
 * What is sorted is a word for each element: half a key above, the element's place below. Keys of 64 bits are two
 * sorts, by the lower half and by the upper one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/order/keys.h"

#include "runtime/base/error.h"
#include "runtime/value/blocks.h"

#include <math.h>
#include <string.h>

#define DIGIT_BITS 8
#define N_DIGITS (1 << DIGIT_BITS)
#define N_PASSES (32 / DIGIT_BITS)
#define INSERT_UP_TO 40

/* Negative numbers have all bits inverted, others the sign bit. */
static inline guint64
key_of_single (float value, guint32 flip)
{
  guint32 bits;

  if (isnan (value))
    return G_MAXUINT32;
  value += 0.0f;
  memcpy (&bits, &value, sizeof bits);
  return (bits >> 31 ? ~bits : bits | (1u << 31)) ^ flip;
}

static inline guint64
key_of_double (double value, guint64 flip)
{
  guint64 bits;

  if (isnan (value))
    return G_MAXUINT64;
  value += 0.0;
  memcpy (&bits, &value, sizeof bits);
  return (bits >> 63 ? ~bits : bits | (G_GUINT64_CONSTANT (1) << 63)) ^ flip;
}

/* All integers but those of 64 bits fit a signed one of 33: moved up by 2^31 they are what 32 bits hold, or, unsigned
 * ones of 32 bits, are it already. */
static guint64
offset_of (RsElement element)
{
  return element == RS_ELEMENT_UINT32 || element == RS_ELEMENT_UINT64 ? 0
         : element == RS_ELEMENT_INT64                                ? G_GUINT64_CONSTANT (1) << 63
                                                                      : G_GUINT64_CONSTANT (1) << 31;
}

static void
load_block (RsElement element, gconstpointer in, gint64 n, guint64 flip, gint64 step, guint64 *keys)
{
  const RsCompute compute = rs_compute_of_element (element);
  const guint64 offset = offset_of (element);
  RsBlock block;

  rs_block_load (compute, element, in, (gsize)n, &block);
  switch (compute)
    {
    case RS_COMPUTE_SINGLE:
      for (gint64 i = 0; i < n; i++)
        keys[i * step] = key_of_single (block.singles[i], (guint32)flip);
      break;
    case RS_COMPUTE_DOUBLE:
      for (gint64 i = 0; i < n; i++)
        keys[i * step] = key_of_double (block.doubles[i], flip);
      break;
    default:
      for (gint64 i = 0; i < n; i++)
        keys[i * step] = ((guint64)block.integers[i] + offset) ^ flip;
      break;
    }
}

void
rs_keys_load (RsElement element, gconstpointer in, gint64 n, gboolean is_descending, gint64 step, guint64 *keys)
{
  const gsize bytes = rs_element_get_bytes (element);
  const guint64 flip = !is_descending ? 0 : bytes > 4 ? G_MAXUINT64 : G_MAXUINT32;

  g_return_if_fail (!rs_element_is_complex (element));
  for (gint64 i = 0; i < n; i += RS_BLOCK)
    load_block (element, (const char *)in + (gsize)i * bytes, MIN (n - i, RS_BLOCK), flip, step, keys + i * step);
}

/* Few words by insertion. */
static void
insert_words (guint64 *words, gint64 n)
{
  for (gint64 i = 1; i < n; i++)
    {
      const guint64 word = words[i];
      gint64 j = i;

      for (; j > 0 && words[j - 1] >> 32 > word >> 32; j--)
        words[j] = words[j - 1];
      words[j] = word;
    }
}

/* FALSE: the program is to stop. */
static gboolean
count_digits (const guint64 *words, gint64 n, guint32 counts[N_PASSES][N_DIGITS])
{
  for (gint64 first = 0; first < n; first += RS_POLLED)
    {
      if (first > 0 && rs_error_set_stopped (NULL))
        return FALSE;
      for (gint64 i = first; i < MIN (n, first + RS_POLLED); i++)
        for (int pass = 0; pass < N_PASSES; pass++)
          counts[pass][(words[i] >> (32 + pass * DIGIT_BITS)) & (N_DIGITS - 1)]++;
    }
  return TRUE;
}

/* Moves each word behind those of its digit; starts: where each digit's words begin. FALSE: the program is to stop. */
static gboolean
move_words (const guint64 *words, guint64 *other, gint64 n, int shift, guint32 *starts)
{
  for (gint64 first = 0; first < n; first += RS_POLLED)
    {
      if (first > 0 && rs_error_set_stopped (NULL))
        return FALSE;
      for (gint64 i = first; i < MIN (n, first + RS_POLLED); i++)
        other[starts[(words[i] >> shift) & (N_DIGITS - 1)]++] = words[i];
    }
  return TRUE;
}

static void
make_starts (guint32 *counts)
{
  guint32 sum = 0;

  for (int digit = 0; digit < N_DIGITS; digit++)
    {
      const guint32 count = counts[digit];

      counts[digit] = sum;
      sum += count;
    }
}

/* Sorts by the upper halves; other: room for as many. Digits that are the same everywhere are passed over. The result
 * is in one of the two; NULL: the program is to stop. */
static guint64 *
sort_words (guint64 *words, guint64 *other, gint64 n)
{
  guint32 counts[N_PASSES][N_DIGITS] = { 0 };

  if (n <= INSERT_UP_TO)
    {
      insert_words (words, n);
      return words;
    }
  if (!count_digits (words, n, counts))
    return NULL;
  for (int pass = 0; pass < N_PASSES; pass++)
    {
      const int shift = 32 + pass * DIGIT_BITS;
      guint64 *t = words;

      if (counts[pass][(words[0] >> shift) & (N_DIGITS - 1)] == n)
        continue;
      make_starts (counts[pass]);
      if (!move_words (words, other, n, shift, counts[pass]))
        return NULL;
      words = other;
      other = t;
    }
  return words;
}

gboolean
rs_keys_order (guint64 *keys, gint64 n, gboolean are_wide, guint64 *words)
{
  guint64 *sorted;

  g_return_val_if_fail (n >= 0 && n <= G_MAXUINT32, FALSE);
  for (gint64 i = 0; i < n; i++)
    words[i] = keys[i] << 32 | (guint64)i;
  sorted = sort_words (words, words + n, n);
  if (sorted != NULL && are_wide)
    {
      guint64 *other = sorted == words ? words + n : words;

      for (gint64 i = 0; i < n; i++)
        sorted[i] = (keys[(guint32)sorted[i]] >> 32 << 32) | (guint32)sorted[i];
      sorted = sort_words (sorted, other, n);
    }
  for (gint64 i = 0; i < n && sorted != NULL; i++)
    keys[i] = (guint32)sorted[i];
  return sorted != NULL;
}
