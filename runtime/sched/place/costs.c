/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sched/place/costs.h"

#define TRIES 2        /* launches: one that does not count, and one that does */
#define FEW_NOTED 3    /* times that count, of which the least is taken: one thread that had to wait is much */
#define NOT_HOPELESS 4 /* a device that took less than so many times the best one is tried once more */
#define WORTH_PROOF 20 /* launches have taken so many times what it costs to see whether a kept time still holds */
#define WORTH_A_TRY 50000000 /* ns that launches have taken for each device that was tried */
#define NOISE 1.1            /* a lead below this changes nothing */
#define WEIGHT 4             /* a new time counts for one in so many ... */
#define LEAST_WRITTEN 4      /* launches that say what the host reads of them, at least ... */
#define MOST_WRITTEN 32      /* ... and at most */
#define MOST_WRITERS 4096    /* arrays */
#define LEAST_KEPT 1000000   /* ns that launches have taken, so that it is worth a record */
#define MOST_KEPT (G_GINT64_CONSTANT (1) << 40)
#define FORGOTTEN 256  /* launches on the CPU after which half of that is forgotten */
#define MOST_OF_MEAN 2 /* ... and for so many times the mean at most: a thread that had to wait says nothing */

struct _RsCost {
  gconstpointer place;
  guint64 launched;
  guint size_class;
  gint64 worth_trying;           /* of RsCosts */
  gint n_noted[RS_MOST_COSTED];  /* atomic */
  gint64 time[RS_MOST_COSTED];   /* atomic; mean, ns */
  gint64 spent;                  /* atomic; ns on all devices */
  gint64 spent_before;           /* ... in earlier runs */
  guint n_given[RS_MOST_COSTED]; /* launches */
  gboolean is_refused[RS_MOST_COSTED];
  gint64 lost[RS_MOST_COSTED]; /* ns that it would have saved with the arrays there */
  gint last;                   /* number of the last device; negative: none */
  /* Of launches on devices; guarded by fetch_lock. */
  double fetched_bytes, fetches, n_written;
  guint n_elsewhere; /* launches since then that the host need not read from a device */
};

struct _RsCosts {
  GHashTable *costs; /* set of RsCost */
  RsCostFile *file;  /* NULL: nothing is kept */
  guint64 devices[RS_MOST_COSTED];
  gint cpu; /* number; negative: not told */
  gint64 worth_trying;
  GHashTable *writers; /* oid -> RsCost: whose launch was the last to write the array, on a device; by fetch_lock */
};

static GMutex fetch_lock;

static guint
hash_cost (gconstpointer data)
{
  const RsCost *cost = data;

  return g_direct_hash (cost->place) * 31 + cost->size_class;
}

static gboolean
are_equal (gconstpointer a, gconstpointer b)
{
  const RsCost *x = a, *y = b;

  return x->place == y->place && x->size_class == y->size_class;
}

RsCosts *
rs_costs_new (void)
{
  RsCosts *self = g_new0 (RsCosts, 1);

  self->costs = g_hash_table_new_full (hash_cost, are_equal, g_free, NULL);
  self->writers = g_hash_table_new (NULL, NULL);
  self->cpu = -1;
  self->worth_trying = WORTH_A_TRY;
  return self;
}

void
rs_costs_keep (RsCosts *self, RsCostFile *file)
{
  g_clear_pointer (&self->file, rs_cost_file_close);
  self->file = file;
}

void
rs_costs_set_device (RsCosts *self, guint number, guint64 identity)
{
  g_assert (number < RS_MOST_COSTED);
  self->devices[number] = identity;
}

void
rs_costs_set_cpu (RsCosts *self, guint number)
{
  g_assert (number < RS_MOST_COSTED);
  self->cpu = (gint)number;
}

void
rs_costs_set_worth_trying (RsCosts *self, gint64 ns)
{
  g_assert (ns >= 0);
  self->worth_trying = ns;
}

guint
rs_costs_get_size_class (guint64 bytes)
{
  return g_bit_storage ((gulong)bytes);
}

/* ns that the launches on other devices would have taken longer on the CPU; 0: less, or that is not known. */
static gint64
get_gain (const RsCosts *self, const RsCost *cost)
{
  gint64 gain = 0;

  for (guint i = 0; i < RS_MOST_COSTED && self->cpu >= 0 && cost->time[self->cpu] > 0; i++)
    if (cost->time[i] > 0 && cost->n_given[i] > TRIES)
      gain += (cost->time[self->cpu] - cost->time[i]) * (cost->n_given[i] - TRIES);
  return MAX (gain, 0);
}

/* What was learned of a place goes into the file. */
static void
keep (RsCosts *self, const RsCost *cost)
{
  gint64 gain = get_gain (self, cost);

  if (gain >= WORTH_A_TRY)
    rs_cost_file_set (self->file, cost->launched, cost->size_class, RS_COST_ELSEWHERE, gain);
  if (cost->spent >= LEAST_KEPT)
    rs_cost_file_set (self->file, cost->launched, cost->size_class, RS_COST_SPENT,
                      MIN (cost->spent_before + cost->spent, MOST_KEPT));
  for (guint i = 0; i < RS_MOST_COSTED; i++)
    if (self->devices[i] != 0 && cost->n_noted[i] > 1 && cost->time[i] > 0)
      rs_cost_file_set (self->file, cost->launched, cost->size_class, self->devices[i], cost->time[i]);
}

static void
keep_all (RsCosts *self)
{
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, self->costs);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    if (((const RsCost *)key)->launched != 0)
      keep (self, key);
  g_clear_pointer (&self->file, rs_cost_file_close);
}

void
rs_costs_free (RsCosts *self)
{
  if (self->file != NULL)
    keep_all (self);
  g_hash_table_unref (self->costs);
  g_hash_table_unref (self->writers);
  g_free (self);
}

/* A device whose time is kept has been tried. */
static void
recall (const RsCosts *self, RsCost *cost, guint number)
{
  gint64 ns = self->devices[number] != 0
                  ? rs_cost_file_get (self->file, cost->launched, cost->size_class, self->devices[number])
                  : -1;

  if (ns <= 0)
    return;
  cost->time[number] = ns;
  cost->n_given[number] = TRIES;
}

static void
recall_all (const RsCosts *self, RsCost *cost)
{
  const gint64 spent = rs_cost_file_get (self->file, cost->launched, cost->size_class, RS_COST_SPENT);

  cost->spent_before = MAX (spent, 0);
  for (guint i = 0; i < RS_MOST_COSTED; i++)
    recall (self, cost, i);
}

RsCost *
rs_costs_get (RsCosts *self, gconstpointer place, guint64 launched, guint64 bytes)
{
  RsCost key = { .place = place,
                 .launched = launched,
                 .size_class = rs_costs_get_size_class (bytes),
                 .worth_trying = self->worth_trying,
                 .last = -1 };
  RsCost *cost = g_hash_table_lookup (self->costs, &key);

  if (cost == NULL)
    {
      cost = g_memdup2 (&key, sizeof key);
      g_hash_table_add (self->costs, cost);
      if (self->file != NULL && launched != 0)
        recall_all (self, cost);
    }
  return cost;
}

/* --- what they take --- */

void
rs_cost_note (RsCost *self, guint number, gint64 ns)
{
  g_assert (number < RS_MOST_COSTED && ns >= 0);

  gint n = __atomic_fetch_add (&self->n_noted[number], 1, __ATOMIC_ACQ_REL);
  gint64 mean = __atomic_load_n (&self->time[number], __ATOMIC_RELAXED);

  __atomic_add_fetch (&self->spent, ns, __ATOMIC_RELAXED);
  if (n > 0 && mean == 0)
    __atomic_store_n (&self->time[number], MAX (ns, 1), __ATOMIC_RELEASE);
  else if (n > 0 && n <= FEW_NOTED && ns < mean)
    __atomic_store_n (&self->time[number], MAX (ns, 1), __ATOMIC_RELEASE);
  else if (n > FEW_NOTED)
    __atomic_store_n (&self->time[number], MAX (mean + (MIN (ns, MOST_OF_MEAN * mean) - mean) / WEIGHT, 1),
                      __ATOMIC_RELEASE);
}

gint64
rs_cost_get (const RsCost *self, guint number)
{
  g_assert (number < RS_MOST_COSTED);

  gint64 time = __atomic_load_n (&self->time[number], __ATOMIC_ACQUIRE);

  return time > 0 ? time : -1;
}

/* --- copies back to the host --- */

/* What is older counts for less. fetch_lock is held. */
static void
forget_half (RsCost *self)
{
  self->fetched_bytes /= 2;
  self->fetches /= 2;
}

void
rs_costs_note_written (RsCosts *self, RsCost *cost, const guint64 *oids, guint n)
{
  g_assert (cost != NULL);
  g_mutex_lock (&fetch_lock);
  if (g_hash_table_size (self->writers) > MOST_WRITERS)
    g_hash_table_remove_all (self->writers);
  for (guint i = 0; i < n; i++)
    g_hash_table_insert (self->writers, GSIZE_TO_POINTER ((gsize)oids[i]), cost);
  if (cost->n_written >= MOST_WRITTEN)
    {
      cost->n_written /= 2;
      forget_half (cost);
    }
  cost->n_written++;
  cost->n_elsewhere = 0;
  g_mutex_unlock (&fetch_lock);
}

void
rs_costs_note_fetched (RsCosts *self, guint64 oid, guint64 bytes)
{
  RsCost *cost;

  g_mutex_lock (&fetch_lock);
  cost = g_hash_table_lookup (self->writers, GSIZE_TO_POINTER ((gsize)oid));
  if (cost != NULL)
    {
      cost->fetched_bytes += (double)bytes;
      cost->fetches++;
      g_hash_table_remove (self->writers, GSIZE_TO_POINTER ((gsize)oid));
    }
  g_mutex_unlock (&fetch_lock);
}

gint64
rs_cost_predict_fetch (const RsCost *self, double ns_per_byte, double latency)
{
  double ns;

  g_mutex_lock (&fetch_lock);
  ns = (self->fetched_bytes * ns_per_byte + self->fetches * latency) / MAX (self->n_written, LEAST_WRITTEN);
  g_mutex_unlock (&fetch_lock);
  return (gint64)ns;
}

/* --- choosing --- */

void
rs_cost_refuse (RsCost *self, guint number)
{
  g_assert (number < RS_MOST_COSTED);
  self->is_refused[number] = TRUE;
}

/* The one time that counts may be that of a thread that had to wait: the device, which others lead, is tried again
 * where that may change something. */
static gboolean
wants_proof (const RsCost *self, guint number)
{
  const gint64 time = rs_cost_get (self, number);
  gint64 best = G_MAXINT64;

  if (self->n_given[number] != TRIES || __atomic_load_n (&self->n_noted[number], __ATOMIC_RELAXED) != TRIES)
    return FALSE;
  for (guint i = 0; i < RS_MOST_COSTED; i++)
    {
      const gint64 other = rs_cost_get (self, i);

      best = other > 0 ? MIN (best, other) : best;
    }
  return time > best && time / NOT_HOPELESS < best;
}

/* What an earlier run has kept may be the time of a machine that had other work: it is looked at where that costs
 * little. */
static gboolean
is_unproven (const RsCost *self, const RsCostPlace *place)
{
  const guint n_given = self->n_given[place->number];
  const gint64 time = rs_cost_get (self, place->number);

  return time > 0 && n_given >= TRIES && n_given < 2 * TRIES
         && __atomic_load_n (&self->n_noted[place->number], __ATOMIC_RELAXED) < TRIES
         && __atomic_load_n (&self->spent, __ATOMIC_RELAXED) / WORTH_PROOF / TRIES
                > time + place->copies + place->fetch;
}

/* Index of a place that is to be tried now; n: none. The first place needs no reason. */
static guint
find_try (const RsCost *self, const RsCostPlace *places, guint n)
{
  guint n_tried = 0;

  for (guint i = 0; i < n; i++)
    if (self->n_given[places[i].number] > 0)
      n_tried++;
  for (guint i = 0; i < n; i++)
    {
      guint n_given = self->n_given[places[i].number];

      if (self->is_refused[places[i].number])
        continue;
      if (is_unproven (self, &places[i]))
        return i;
      if ((n_given < TRIES || wants_proof (self, places[i].number))
          && (n_given > 0 || n_tried == 0
              || self->spent_before + __atomic_load_n (&self->spent, __ATOMIC_RELAXED)
                     >= (gint64)n_tried * self->worth_trying))
        return i;
    }
  return n;
}

static gint64
get_end (const RsCost *self, const RsCostPlace *place)
{
  return place->queued + place->fetch + rs_cost_get (self, place->number);
}

/* Index of the known place that ends first, with or without its copies; n: nothing is known. */
static guint
find_best (const RsCost *self, const RsCostPlace *places, guint n, gboolean with_copies)
{
  gint64 least = G_MAXINT64;
  guint best = n;

  for (guint i = 0; i < n; i++)
    {
      gint64 end = get_end (self, &places[i]) + (with_copies ? places[i].copies : 0);

      if (rs_cost_get (self, places[i].number) >= 0 && end < least)
        {
          least = end;
          best = i;
        }
    }
  return best;
}

/* The last place, where it is known and the lead of the best one is within noise: that of the launch, however much is
 * queued before it. */
static guint
keep_within_noise (const RsCost *self, const RsCostPlace *places, guint n, guint best)
{
  const gint64 least = get_end (self, &places[best]) + places[best].copies;

  for (guint i = 0; i < n; i++)
    if ((gint)places[i].number == self->last && rs_cost_get (self, places[i].number) >= 0)
      {
        const gint64 end = get_end (self, &places[i]) + places[i].copies;

        return (double)(end - least) <= (NOISE - 1) * (double)(end - places[i].queued) ? i : best;
      }
  return best;
}

static guint
choose_known (RsCost *self, const RsCostPlace *places, guint n, RsPlaceReason *reason)
{
  guint best = find_best (self, places, n, TRUE), fastest = find_best (self, places, n, FALSE), kept;
  gint64 *lost;

  *reason = RS_PLACE_REASON_UNKNOWN;
  if (best == n)
    return 0;
  lost = &self->lost[places[fastest].number];
  if (fastest != best)
    *lost += get_end (self, &places[best]) - get_end (self, &places[fastest]);
  if (fastest != best && *lost >= places[fastest].copies)
    {
      *lost = 0;
      *reason = RS_PLACE_REASON_PAID;
      return fastest;
    }
  kept = keep_within_noise (self, places, n, best);
  *reason = kept == best ? RS_PLACE_REASON_CHEAPEST : RS_PLACE_REASON_NOISE;
  return kept;
}

gboolean
rs_cost_is_learning (const RsCost *self, const RsCostPlace *places, guint n)
{
  for (guint i = 0; i < n; i++)
    if (!self->is_refused[places[i].number]
        && (self->n_given[places[i].number] < TRIES || rs_cost_get (self, places[i].number) < 0))
      return TRUE;
  return FALSE;
}

guint
rs_cost_choose (RsCost *self, const RsCostPlace *places, guint n, RsPlaceReason *reason)
{
  g_assert (n >= 1);

  guint chosen = find_try (self, places, n);

  *reason = RS_PLACE_REASON_TRIED;
  if (chosen == n)
    chosen = choose_known (self, places, n, reason);
  g_mutex_lock (&fetch_lock);
  if (places[chosen].fetch == 0 && ++self->n_elsewhere % FORGOTTEN == 0)
    forget_half (self);
  g_mutex_unlock (&fetch_lock);
  self->n_given[places[chosen].number]++;
  self->last = (gint)places[chosen].number;
  return chosen;
}
