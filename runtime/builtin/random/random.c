/* Random numbers: rand, randn, randpoisson, randi, seed.
 *
 * The numbers are a function of the seed and a counter (random-blocks.c). A call always begins with a new block of two.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/device/random.h"
#include "runtime/builtin/call.h"
#include "runtime/builtin/random/random-blocks.h"
#include "runtime/value/parts.h"

#include "runtime/session-private.h"
#include "runtime/value/blocks.h"

#include <math.h>

#define NUMBERS (2 * RS_RANDOM_BLOCKS)
#define SMALLEST_PART 131072 /* blocks of a thread */

typedef struct
{
  guint64 seed;
  guint64 counter; /* next block */
  /* What calls for one number have computed in advance. */
  RsRandomBlocks kind; /* NULL: nothing */
  guint64 first;       /* block */
  double numbers[NUMBERS];
} Random;

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

static RsRandomBlocks
choose_blocks (RsRandomKind kind, RsPrecision precision)
{
  return kind == RS_RANDOM_NORMAL           ? rs_random_normal
         : precision == RS_PRECISION_SINGLE ? rs_random_uniform_single
                                            : rs_random_uniform_double;
}

/* The first number of a new block. */
static double
draw_one (Random *random, RsRandomBlocks kind)
{
  guint64 block = random->counter++;

  if (random->kind != kind || block < random->first || block - random->first >= RS_RANDOM_BLOCKS)
    {
      kind (random->seed, block, random->numbers);
      random->kind = kind;
      random->first = block;
    }
  return random->numbers[2 * (block - random->first)];
}

/* An array that is being filled; block b holds elements 2b and 2b + 1. */
typedef struct {
  guint64 seed, counter; /* of block 0 */
  RsRandomBlocks kind;
  gboolean single;
  gpointer data;
  gint64 n_elements;
} Filling;

static void
fill_blocks (gpointer data, gint64 first, gint64 last)
{
  const Filling *filling = data;
  double numbers[NUMBERS];
  gint64 since = 0;

  for (gint64 b = first; b < last && !rs_error_set_stopped_after (&since, NUMBERS, NULL); b += RS_RANDOM_BLOCKS)
    {
      gint64 start = 2 * b, n = MIN (NUMBERS, MIN (2 * last, filling->n_elements) - start);

      filling->kind (filling->seed, filling->counter + (guint64)b, numbers);
      rs_block_store (RS_COMPUTE_DOUBLE, numbers, (gsize)n, filling->single ? RS_ELEMENT_SINGLE : RS_ELEMENT_DOUBLE,
                      RS_OVERFLOW_DEFAULT, (char *)filling->data + (gsize)start * (filling->single ? 4 : 8));
    }
}

/* The array that the arguments give the size of, or one number. */
static gboolean
draw (RsCall *call, RsRandomKind distribution, const char *name, GError **error)
{
  const RsRandomBlocks kind = choose_blocks (distribution, rs_call_get_precision (call));
  Random *random = get_random (call->session);
  gboolean single = rs_call_get_precision (call) == RS_PRECISION_SINGLE;
  int rank;
  gint64 dims[RS_MAX_RANK];
  g_autoptr (RsArray) array = NULL;
  RsLaunchResult launched;
  gint64 n_blocks;

  if (call->n_arguments == 0)
    return rs_call_return (call, rs_value_scalar (draw_one (random, kind)));
  if (!rs_call_get_dims (call, 0, &rank, dims, name, error))
    return FALSE;
  array = rs_array_new (single ? RS_ELEMENT_SINGLE : RS_ELEMENT_DOUBLE, rank, dims, FALSE, error);
  if (array == NULL || array->n_elements == 0)
    return rs_call_return_array (call, g_steal_pointer (&array));
  n_blocks = array->n_elements / 2 + (array->n_elements & 1);
  launched = rs_device_random (call->session, name, distribution, random->seed, random->counter, array, error);
  if (launched == RS_LAUNCH_FAILED)
    return FALSE;
  if (launched == RS_LAUNCH_INTERPRET)
    rs_run_parts (n_blocks, SMALLEST_PART, fill_blocks,
                  &(Filling){ .seed = random->seed,
                              .counter = random->counter,
                              .kind = kind,
                              .single = single,
                              .data = rs_array_write (array),
                              .n_elements = array->n_elements });
  random->counter += (guint64)n_blocks;
  return rs_call_return_array (call, g_steal_pointer (&array));
}

RS_DEFINE_BUILTIN (RAND)
{
  return draw (call, RS_RANDOM_UNIFORM, "rand", error);
}

RS_DEFINE_BUILTIN (RANDN)
{
  return draw (call, RS_RANDOM_NORMAL, "randn", error);
}

/* --- Poisson's distribution --- */

#define LEAST_NORMAL 64 /* means from it on */
#define MOST_STEPS 200  /* more have a probability below 1e-30 */

/* By inversion of u (D. E. Knuth, The Art of Computer Programming, volume 2, 3.4.1). In double precision here and
 * nowhere else: compiled, a sum that is rounded otherwise gives another count. */
static double
count_of (double mean, double u)
{
  double p = exp (-mean), total = p;
  guint n = 0;

  while (u >= total && n < MOST_STEPS)
    {
      n++;
      p *= mean / n;
      total += p;
    }
  return n;
}

typedef struct {
  guint64 seed, uniform, normal; /* blocks of the first two elements */
  RsRandomBlocks kind;
  const RsArray *means;
  gconstpointer elements; /* of means */
  gboolean single;
  gpointer data;
} Counts;

static void
fill_counts (gpointer data, gint64 first, gint64 last)
{
  const Counts *counts = data;
  const gsize bytes = rs_element_get_bytes (counts->means->element);
  double u[NUMBERS], g[NUMBERS], numbers[NUMBERS];
  gint64 since = 0;

  for (gint64 b = first; b < last && !rs_error_set_stopped_after (&since, NUMBERS, NULL); b += RS_RANDOM_BLOCKS)
    {
      gint64 start = 2 * b, n = MIN (NUMBERS, MIN (2 * last, counts->means->n_elements) - start);

      counts->kind (counts->seed, counts->uniform + (guint64)b, u);
      rs_random_normal (counts->seed, counts->normal + (guint64)b, g);
      rs_block_load (RS_COMPUTE_DOUBLE, counts->means->element, (const char *)counts->elements + (gsize)start * bytes,
                     (gsize)n, numbers);
      for (gint64 i = 0; i < n; i++)
        numbers[i] = numbers[i] >= LEAST_NORMAL ? MAX (round (numbers[i] + sqrt (numbers[i]) * g[i]), 0)
                                                : count_of (numbers[i], u[i]);
      rs_block_store (RS_COMPUTE_DOUBLE, numbers, (gsize)n, counts->single ? RS_ELEMENT_SINGLE : RS_ELEMENT_DOUBLE,
                      RS_OVERFLOW_DEFAULT, (char *)counts->data + (gsize)start * (counts->single ? 4 : 8));
    }
}

RS_DEFINE_BUILTIN (RANDPOISSON)
{
  Random *random = get_random (call->session);
  const gboolean single = rs_call_get_precision (call) == RS_PRECISION_SINGLE,
                 is_number = rs_value_is_number (call->arguments[0]);
  g_autoptr (RsArray) means = is_number ? rs_array_new_number (call->arguments[0], RS_PRECISION_DOUBLE, error)
                                        : rs_call_get_array (call, 0, "randpoisson", error);
  g_autoptr (RsArray) result = NULL;
  gint64 n_blocks;

  if (means == NULL)
    return FALSE;
  if (rs_element_is_complex (means->element))
    return rs_call_fail_argument (call, 0, error, "randpoisson", "a real number or array");
  result = rs_array_new_like (means, single ? RS_ELEMENT_SINGLE : RS_ELEMENT_DOUBLE, error);
  if (result == NULL)
    return FALSE;
  n_blocks = means->n_elements / 2 + (means->n_elements & 1);
  if (n_blocks > 0)
    rs_run_parts (n_blocks, SMALLEST_PART / 64, fill_counts,
                  &(Counts){ .seed = random->seed,
                             .uniform = random->counter,
                             .normal = random->counter + (guint64)n_blocks,
                             .kind = single ? rs_random_uniform_single : rs_random_uniform_double,
                             .means = means,
                             .elements = rs_array_read (means),
                             .single = single,
                             .data = rs_array_write (result) });
  random->counter += 2 * (guint64)n_blocks;
  return rs_call_return (call,
                         is_number ? rs_array_get_element (result, 0) : rs_value_object (g_steal_pointer (&result)));
}

/* --- whole numbers --- */

typedef struct {
  guint64 seed, counter; /* of block 0 */
  gint64 n;
  RsArray *array;
  gpointer data;
} WholeFilling;

static void
fill_whole (gpointer data, gint64 first, gint64 last)
{
  const WholeFilling *filling = data;
  gint64 numbers[NUMBERS];
  gint64 since = 0;

  for (gint64 b = first; b < last && !rs_error_set_stopped_after (&since, NUMBERS, NULL); b += RS_RANDOM_BLOCKS)
    {
      gint64 start = 2 * b, n = MIN (NUMBERS, MIN (2 * last, filling->array->n_elements) - start);

      rs_random_below_all (filling->seed, filling->counter + (guint64)b, filling->n, numbers);
      for (gint64 i = 0; i < n; i++)
        if (filling->array->element == RS_ELEMENT_INT32)
          ((gint32 *)filling->data)[start + i] = (gint32)numbers[i];
        else
          ((gint64 *)filling->data)[start + i] = numbers[i];
    }
}

/* randi(n), randi(n, h, w, ...): int where that holds n - 1, else int64. */
RS_DEFINE_BUILTIN (RANDI)
{
  Random *random = get_random (call->session);
  gint64 n, dims[RS_MAX_RANK], numbers[NUMBERS];
  g_autoptr (RsArray) array = NULL;
  int rank;
  gint64 n_blocks;
  RsLaunchResult launched;

  if (!rs_call_get_integer (call, 0, &n, "randi", error))
    return FALSE;
  if (n < 1)
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, "randi",
                         "the number of values has to be at least 1, but is %" G_GINT64_FORMAT, n);
  if (call->n_arguments == 1)
    {
      rs_random_below_all (random->seed, random->counter++, n, numbers);
      return rs_call_return (call, rs_value_int (numbers[0]));
    }
  if (!rs_call_get_dims (call, 1, &rank, dims, "randi", error))
    return FALSE;
  array = rs_array_new (n - 1 <= G_MAXINT32 ? RS_ELEMENT_INT32 : RS_ELEMENT_INT64, rank, dims, FALSE, error);
  if (array == NULL || array->n_elements == 0)
    return rs_call_return_array (call, g_steal_pointer (&array));
  n_blocks = array->n_elements / 2 + (array->n_elements & 1);
  launched = rs_device_random_whole (call->session, random->seed, random->counter, n, array, error);
  if (launched == RS_LAUNCH_FAILED)
    return FALSE;
  if (launched == RS_LAUNCH_INTERPRET)
    rs_run_parts (n_blocks, SMALLEST_PART, fill_whole,
                  &(WholeFilling){ .seed = random->seed,
                                   .counter = random->counter,
                                   .n = n,
                                   .array = array,
                                   .data = rs_array_write (array) });
  random->counter += (guint64)n_blocks;
  return rs_call_return_array (call, g_steal_pointer (&array));
}

RS_DEFINE_BUILTIN (SEED)
{
  Random *random = get_random (call->session);
  gint64 seed;

  if (!rs_call_get_integer (call, 0, &seed, "seed", error))
    return FALSE;
  random->seed = (guint64)seed;
  random->counter = 0;
  random->kind = NULL;
  return TRUE;
}
