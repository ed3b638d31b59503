/* Random numbers: rand, randn, seed.
 *
 * The generator is Philox4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel Random Numbers: As Easy as 1, 2, 3", SC 2011).
 * Its output is a function of a key, the seed, and a counter, so that element i of an array depends on nothing but the
 * seed, what was drawn before, and i: the same for any number of threads and any device. One block of 128 bits gives
 * two numbers; a call always begins with a new block.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/call.h"

#include "runtime/session-private.h"

#include <math.h>

typedef struct
{
  guint64 seed;
  guint64 counter; /* next block */
} Random;

/* The constants of the paper: multipliers, and the golden ratio and sqrt(3) - 1 as key increments. */
#define MULTIPLIER_0 0xD2511F53u
#define MULTIPLIER_1 0xCD9E8D57u
#define WEYL_0 0x9E3779B9u
#define WEYL_1 0xBB67AE85u
#define ROUNDS 10

#define MOST_THREADS 64
#define SMALLEST_PART 65536 /* blocks; starting a thread costs as much as a few thousand */

static void
philox (guint64 seed, guint64 counter, guint64 *first, guint64 *second)
{
  guint32 key0 = (guint32)seed, key1 = (guint32)(seed >> 32);
  guint32 x0 = (guint32)counter, x1 = (guint32)(counter >> 32), x2 = 0, x3 = 0;

  for (int round = 0; round < ROUNDS; round++)
    {
      guint64 p = (guint64)MULTIPLIER_0 * x0, q = (guint64)MULTIPLIER_1 * x2;

      x0 = (guint32)(q >> 32) ^ x1 ^ key0;
      x1 = (guint32)q;
      x2 = (guint32)(p >> 32) ^ x3 ^ key1;
      x3 = (guint32)p;
      key0 += WEYL_0;
      key1 += WEYL_1;
    }
  *first = (guint64)x1 << 32 | x0;
  *second = (guint64)x3 << 32 | x2;
}

static Random *
get_random (RsSession *session)
{
  Random *random = session->slots[RS_SLOT_RANDOM];

  if (random == NULL)
    {
      random = g_new0 (Random, 1);
      random->seed = (guint64)rs_settings_get_integer (session->settings, RS_SETTING_RUNTIME_RANDOM_SEED);
      if (random->seed == 0)
        random->seed = 1;
      rs_session_set_slot (session, RS_SLOT_RANDOM, random, g_free);
    }
  return random;
}

/* [0, 1) with as many bits as the type has, so that rounding never gives 1. */
static void
uniform_pair (const Random *random, guint64 block, gboolean single, double *pair)
{
  guint64 bits[2];

  philox (random->seed, block, &bits[0], &bits[1]);
  for (int i = 0; i < 2; i++)
    pair[i] = single ? (double)(bits[i] >> 40) * 0x1p-24 : (double)(bits[i] >> 11) * 0x1p-53;
}

/* Box and Muller, 1958. */
static void
normal_pair (const Random *random, guint64 block, gboolean single, double *pair)
{
  guint64 bits[2];
  double radius, angle;

  philox (random->seed, block, &bits[0], &bits[1]);
  radius = sqrt (-2 * log ((double)((bits[0] >> 11) + 1) * 0x1p-53));
  angle = 2 * G_PI * ((double)(bits[1] >> 11) * 0x1p-53);
  pair[0] = radius * cos (angle);
  pair[1] = radius * sin (angle);
}

typedef void (*Pair) (const Random *random, guint64 block, gboolean single, double *pair);

/* Blocks first to last - 1 of an array that is being filled; block b holds elements 2b and 2b + 1. */
typedef struct {
  Random random;
  Pair pair;
  gboolean single;
  gpointer data;
  gint64 n_elements, first, last;
} Part;

static gpointer
fill_part (gpointer data)
{
  const Part *part = data;
  double numbers[2];

  for (gint64 b = part->first; b < part->last; b++)
    {
      part->pair (&part->random, part->random.counter + (guint64)b, part->single, numbers);
      for (gint64 i = 2 * b; i < MIN (2 * b + 2, part->n_elements); i++)
        if (part->single)
          ((float *)part->data)[i] = (float)numbers[i & 1];
        else
          ((double *)part->data)[i] = numbers[i & 1];
    }
  return NULL;
}

/* Large arrays in equal parts on threads of their own: no part needs the one before it. */
static void
fill (RsSession *session, const Part *whole)
{
  guint n = MIN (rs_settings_get_threads (session->settings), MOST_THREADS);
  GThread *threads[MOST_THREADS];
  Part parts[MOST_THREADS];

  n = MIN (n, (guint)(whole->last / SMALLEST_PART) + 1);
  for (guint i = 0; i < n; i++)
    {
      parts[i] = *whole;
      parts[i].first = whole->last * i / n;
      parts[i].last = whole->last * (i + 1) / n;
      threads[i] = i > 0 ? g_thread_try_new ("random", fill_part, &parts[i], NULL) : NULL;
    }
  for (guint i = 0; i < n; i++)
    if (threads[i] != NULL)
      g_thread_join (threads[i]);
    else
      fill_part (&parts[i]);
}

static gboolean
draw (RsCall *call, Pair pair, const char *name, GError **error)
{
  Random *random = get_random (call->session);
  gboolean single = rs_call_get_precision (call) == RS_PRECISION_SINGLE;
  int rank;
  gint64 dims[RS_MAX_RANK];
  double numbers[2];
  RsArray *array;
  gint64 n_blocks;

  if (call->n_arguments == 0)
    {
      pair (random, random->counter++, single, numbers);
      return rs_call_return (call, rs_value_scalar (numbers[0]));
    }
  if (!rs_call_get_dims (call, 0, &rank, dims, name, error))
    return FALSE;
  array = rs_array_new (single ? RS_ELEMENT_SINGLE : RS_ELEMENT_DOUBLE, rank, dims, FALSE, error);
  if (array == NULL || array->n_elements == 0)
    return rs_call_return_array (call, array);
  n_blocks = array->n_elements / 2 + (array->n_elements & 1);
  fill (call->session, &(Part){ .random = *random, .pair = pair, .single = single, .data = rs_array_write (array),
                                .n_elements = array->n_elements, .last = n_blocks });
  random->counter += (guint64)n_blocks;
  return rs_call_return_array (call, array);
}

RS_DEFINE_BUILTIN (RAND)
{
  return draw (call, uniform_pair, "rand", error);
}

RS_DEFINE_BUILTIN (RANDN)
{
  return draw (call, normal_pair, "randn", error);
}

RS_DEFINE_BUILTIN (SEED)
{
  Random *random = get_random (call->session);
  gint64 seed;

  if (!rs_call_get_integer (call, 0, &seed, "seed", error))
    return FALSE;
  random->seed = (guint64)seed;
  random->counter = 0;
  return TRUE;
}
