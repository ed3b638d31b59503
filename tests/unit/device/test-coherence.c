/* Coherence of arrays over the host and three memories: random operations against what one memory would hold.
 *
 * Each device has a thread that acquires and releases, as a queue's does, and one that copies into the device and
 * computes, in order. The main thread is the session's: it reads and writes arrays, makes and drops them, and waits as
 * launches of queues do. Memories are too small for all arrays, allocations and copies fail now and then, and devices
 * are lost.
 *
 * usage: test-coherence [GTEST-OPTIONS] [SEED OPERATIONS]
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "runtime/memory/completion.h"
#include "runtime/memory/memory.h"
#include "runtime/memory/replica.h"

#define N_DEVICES 3
#define N_ARRAYS 12
#define MOST_BYTES 3000
#define LIMIT 9000 /* bytes of a device */
#define MOST_IN_FLIGHT 3

/* A GAsyncQueue, whose lock ThreadSanitizer does not see, would not do. */
typedef struct {
  GMutex lock;
  GCond filled;
  GQueue items;
} Channel;

typedef struct {
  RsDevice base;
  GThread *queue, *stream;
  Channel jobs, commands;
  guint64 begun; /* of its queue's thread */
  gint64 ended;  /* atomic */
  gint n_blocks; /* atomic */
  gint fails;    /* atomic: one in so many copies and allocations fails; 0: none */
  gint is_lost;  /* atomic: all of them do */
  guint32 random;
} Device;

/* An array, and what it holds. */
typedef struct {
  RsArray *array;
  guint8 *model;
  gboolean is_lost;              /* its contents, with a device */
  RsExtent in_flight[N_DEVICES]; /* what launches of each device use, perhaps */
  gboolean was_written;          /* by devices, since the host wrote it */
} Entry;

typedef struct {
  RsArray *array;
  RsAccess access;
  RsExtent part;
  guint8 *expected; /* what is read; owned */
  guint8 value;     /* that is written */
  guint8 *there;    /* in the device's memory */
} Use;

/* A launch; without uses: the device's queue ends. */
typedef struct {
  Use uses[3];
  guint n;
  guint64 ticket;
  Device *device;
} Job;

/* Of the stream: a copy, or a launch. */
typedef struct {
  guint8 *to;
  const guint8 *from; /* NULL: value, over and over */
  guint8 value;
  gsize bytes;
  Job *job;
  gboolean is_end;
} Command;

static guint64 first_seed = 1;
static guint n_operations = 100000;
static gint n_wrong;         /* atomic: launches that read something else */
static gint n_failed, n_run; /* atomic: launches */
static guint n_lost;         /* arrays */

static void
push (Channel *channel, gpointer item)
{
  g_mutex_lock (&channel->lock);
  g_queue_push_tail (&channel->items, item);
  g_cond_signal (&channel->filled);
  g_mutex_unlock (&channel->lock);
}

/* waits: else NULL when there is nothing. */
static gpointer
pop (Channel *channel, gboolean waits)
{
  gpointer item;

  g_mutex_lock (&channel->lock);
  while (waits && g_queue_is_empty (&channel->items))
    g_cond_wait (&channel->filled, &channel->lock);
  item = g_queue_pop_head (&channel->items);
  g_mutex_unlock (&channel->lock);
  return item;
}

/* --- the devices --- */

static gboolean
fails (Device *self, GError **error)
{
  gint rate = __atomic_load_n (&self->fails, __ATOMIC_RELAXED);

  if (!__atomic_load_n (&self->is_lost, __ATOMIC_RELAXED)
      && (rate == 0 || __atomic_add_fetch (&self->random, 0x9e3779b9u, __ATOMIC_RELAXED) % (guint32)rate != 0))
    return FALSE;
  g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEVICE_LOST, "the cable is unplugged");
  return TRUE;
}

static gpointer
allocate (RsDevice *device, gsize bytes, GError **error)
{
  Device *self = (Device *)device;

  if (fails (self, error))
    return NULL;
  __atomic_add_fetch (&self->n_blocks, 1, __ATOMIC_RELAXED);
  return g_malloc0 (MAX (bytes, 1));
}

static void
release (RsDevice *device, gpointer memory, gsize bytes)
{
  __atomic_sub_fetch (&((Device *)device)->n_blocks, 1, __ATOMIC_RELAXED);
  g_free (memory);
}

static guint64
post (Device *self, Command command)
{
  push (&self->commands, g_memdup2 (&command, sizeof command));
  return __atomic_add_fetch (&self->begun, 1, __ATOMIC_RELAXED);
}

static gboolean
copy_in (RsDevice *device, gpointer to, gsize offset, gconstpointer from, gsize bytes, guint64 *ticket, GError **error)
{
  Device *self = (Device *)device;

  if (fails (self, error))
    return FALSE;
  *ticket = post (self, (Command){ .to = (guint8 *)to + offset, .from = from, .bytes = bytes });
  return TRUE;
}

static gboolean
copy_out (RsDevice *device, gpointer to, gconstpointer from, gsize offset, gsize bytes, guint64 *ticket, GError **error)
{
  Device *self = (Device *)device;

  if (__atomic_load_n (&self->is_lost, __ATOMIC_RELAXED))
    return !fails (self, error);
  memcpy (to, (const guint8 *)from + offset, bytes);
  *ticket = 0;
  return TRUE;
}

static gboolean
is_done (RsDevice *device, guint64 ticket)
{
  return __atomic_load_n (&((Device *)device)->ended, __ATOMIC_ACQUIRE) >= (gint64)ticket;
}

static gboolean
wait_for (RsDevice *device, guint64 ticket, const gint *stop, GError **error)
{
  while (!is_done (device, ticket))
    g_thread_yield ();
  return TRUE;
}

static gboolean
fill (RsDevice *device, gpointer to, gsize offset, gsize bytes, gconstpointer element, gsize element_bytes,
      guint64 *ticket, GError **error)
{
  Device *self = (Device *)device;

  if (fails (self, error))
    return FALSE;
  *ticket = post (self, (Command){ .to = (guint8 *)to + offset, .bytes = bytes, .value = *(const guint8 *)element });
  return TRUE;
}

static const RsDeviceTable plain_table = {
  .allocate = allocate, .free = release, .copy_in = copy_in, .copy_out = copy_out, .wait = wait_for, .is_done = is_done
};
static const RsDeviceTable table = { .allocate = allocate,
                                     .free = release,
                                     .copy_in = copy_in,
                                     .copy_out = copy_out,
                                     .fill = fill,
                                     .wait = wait_for,
                                     .is_done = is_done };

static void
compute (const Job *job)
{
  for (guint i = 0; i < job->n; i++)
    {
      const Use *use = &job->uses[i];
      gsize bytes = use->part.end - use->part.first;

      if (use->expected != NULL && memcmp (use->there + use->part.first, use->expected, bytes) != 0)
        __atomic_add_fetch (&n_wrong, 1, __ATOMIC_RELAXED);
    }
  for (guint i = 0; i < job->n; i++)
    if ((job->uses[i].access & RS_ACCESS_WRITE) != 0)
      memset (job->uses[i].there + job->uses[i].part.first, job->uses[i].value,
              job->uses[i].part.end - job->uses[i].part.first);
}

static gpointer
run_stream (gpointer data)
{
  Device *self = data;
  gboolean is_end = FALSE;

  while (!is_end)
    {
      g_autofree Command *command = pop (&self->commands, TRUE);

      if (command->bytes > 0 && command->from == NULL)
        memset (command->to, command->value, command->bytes);
      else if (command->bytes > 0)
        memcpy (command->to, command->from, command->bytes);
      if (command->job != NULL)
        compute (command->job);
      is_end = command->is_end;
      __atomic_add_fetch (&self->ended, 1, __ATOMIC_RELEASE);
    }
  return NULL;
}

/* --- their queues --- */

static void
finish (Job *job, guint n_acquired)
{
  for (guint i = 0; i < n_acquired; i++)
    rs_memory_release (job->uses[i].array, job->device->base.memory);
  for (guint i = 0; i < job->n; i++)
    {
      if ((job->uses[i].access & RS_ACCESS_WRITE) != 0)
        __atomic_sub_fetch (&job->uses[i].array->pending_writes, 1, __ATOMIC_RELEASE);
      __atomic_sub_fetch (&job->uses[i].array->pending_reads, 1, __ATOMIC_RELEASE);
      g_free (job->uses[i].expected);
    }
  rs_completion_signal ();
  g_free (job);
}

static void
end_first (GQueue *in_flight)
{
  Job *job = g_queue_pop_head (in_flight);

  wait_for (&job->device->base, job->ticket, NULL, NULL);
  finish (job, job->n);
}

/* A launch whose memory is not to be had writes on the host instead: the program goes on. */
static void
run_on_host (Job *job)
{
  for (guint i = 0; i < job->n; i++)
    {
      Use *use = &job->uses[i];
      guint8 *data = rs_memory_acquire_part (use->array, RS_MEMORY_HOST, use->access, use->part, NULL);

      if (use->expected != NULL && memcmp (data + use->part.first, use->expected, use->part.end - use->part.first) != 0)
        __atomic_add_fetch (&n_wrong, 1, __ATOMIC_RELAXED);
      if ((use->access & RS_ACCESS_WRITE) != 0)
        memset (data + use->part.first, use->value, use->part.end - use->part.first);
    }
}

static gboolean
acquire (Job *job, GQueue *in_flight)
{
  RsDevice *device = &job->device->base;
  RsMemoryUse uses[G_N_ELEMENTS (job->uses)];
  gboolean copies = FALSE;
  guint n = 0;

  for (guint i = 0; i < job->n; i++)
    uses[i] = (RsMemoryUse){ job->uses[i].array, job->uses[i].access, job->uses[i].part, NULL };
  for (;;)
    {
      g_autoptr (GError) error = NULL;

      n = rs_memory_acquire_uses (uses, job->n, device->memory, &copies, &error);
      if (n == job->n)
        break;
      rs_memory_wait (device->memory, NULL);
      rs_memory_release_uses (uses, n, device->memory);
      if (!g_error_matches (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMORY) || g_queue_is_empty (in_flight))
        return FALSE;
      end_first (in_flight);
    }
  for (guint i = 0; i < job->n; i++)
    job->uses[i].there = uses[i].data;
  return TRUE;
}

static gpointer
run_queue (gpointer data)
{
  Device *self = data;
  GQueue in_flight = G_QUEUE_INIT;

  for (;;)
    {
      Job *job = pop (&self->jobs, FALSE);

      if (job == NULL && !g_queue_is_empty (&in_flight))
        {
          end_first (&in_flight);
          continue;
        }
      if (job == NULL)
        job = pop (&self->jobs, TRUE);
      if (job->n == 0)
        {
          g_free (job);
          break;
        }
      if (g_queue_get_length (&in_flight) >= MOST_IN_FLIGHT)
        end_first (&in_flight);
      if (acquire (job, &in_flight))
        {
          job->ticket = post (self, (Command){ .job = job });
          g_queue_push_tail (&in_flight, job);
          __atomic_add_fetch (&n_run, 1, __ATOMIC_RELAXED);
          continue;
        }
      while (!g_queue_is_empty (&in_flight))
        end_first (&in_flight);
      run_on_host (job);
      __atomic_add_fetch (&n_failed, 1, __ATOMIC_RELAXED);
      finish (job, 0);
    }
  while (!g_queue_is_empty (&in_flight))
    end_first (&in_flight);
  return NULL;
}

static Device *
start_device (guint i)
{
  Device *self = g_new0 (Device, 1);

  self->base = (RsDevice){ .table = i == 1 ? &plain_table : &table,
                           .name = g_strdup_printf ("fake:%u", i),
                           .memory_limit = LIMIT };
  self->fails = i == 2 ? 40 : 0;
  rs_memory_register_device (&self->base);
  self->queue = g_thread_new ("queue", run_queue, self);
  self->stream = g_thread_new ("stream", run_stream, self);
  return self;
}

static void
stop_device (Device *self)
{
  push (&self->jobs, g_new0 (Job, 1));
  g_thread_join (self->queue);
  rs_memory_unregister_device (&self->base);
  post (self, (Command){ .is_end = TRUE });
  g_thread_join (self->stream);
  g_assert_cmpint (self->n_blocks, ==, 0);
  g_free (self->base.name);
  g_free (self);
}

/* --- operations --- */

static void
make_entry (Entry *entry, GRand *random)
{
  gint64 n = g_rand_int_range (random, 0, MOST_BYTES);

  entry->array = rs_array_new_vector (RS_ELEMENT_UINT8, n, NULL);
  entry->model = g_malloc0 ((gsize)n + 1);
  if (g_rand_boolean (random))
    {
      const guint8 value = (guint8)g_rand_int_range (random, 0, 256);

      rs_memory_set_contents (entry->array, &value, 1);
      memset (entry->model, value, (gsize)n);
    }
  else
    memset (entry->array->data, 0, (gsize)n);
}

static void
drop_entry (Entry *entry)
{
  rs_queue_wait_array (entry->array, TRUE);
  rs_array_unref (entry->array);
  g_free (entry->model);
  *entry = (Entry){ 0 };
}

static RsExtent
pick_part (const Entry *entry, GRand *random)
{
  gint n = (gint)entry->array->n_elements, first;

  if (n == 0 || g_rand_int_range (random, 0, 2) == 0)
    return (RsExtent){ 0, (gsize)n };
  first = g_rand_int_range (random, 0, n);
  return (RsExtent){ (gsize)first, (gsize)g_rand_int_range (random, first, n + 1) };
}

/* Launches of other devices that use any of the part come first; others go on beside it. */
static void
wait_for_others (Entry *entry, gint number, RsExtent part)
{
  for (gint i = 0; i < N_DEVICES; i++)
    {
      const RsExtent other = entry->in_flight[i];

      if (i == number || other.end <= part.first || part.end <= other.first)
        continue;
      rs_queue_wait_array (entry->array, TRUE);
      memset (entry->in_flight, 0, sizeof entry->in_flight);
    }
}

/* The device uses the part, too. */
static void
note_part (RsExtent *in_flight, RsExtent part)
{
  if (in_flight->end > in_flight->first)
    part = (RsExtent){ MIN (part.first, in_flight->first), MAX (part.end, in_flight->end) };
  *in_flight = part;
}

static void
launch (Device *device, gint number, Entry *entries, GRand *random)
{
  Job *job = g_new0 (Job, 1);
  Entry *used[3];
  guint wanted = (guint)g_rand_int_range (random, 1, 4);

  job->device = device;
  while (job->n < wanted)
    {
      Entry *entry = &entries[g_rand_int_range (random, 0, N_ARRAYS)];
      Use *use = &job->uses[job->n];
      gboolean is_known = FALSE;

      for (guint i = 0; i < job->n; i++)
        is_known |= used[i] == entry;
      if (is_known)
        continue;
      if (entry->is_lost)
        rs_queue_wait_array (entry->array, TRUE);
      used[job->n++] = entry;
      *use = (Use){ .array = entry->array,
                    .access = (RsAccess)g_rand_int_range (random, 1, 4),
                    .part = pick_part (entry, random),
                    .value = (guint8)g_rand_int (random) };
      if (entry->is_lost) /* only such a launch makes it defined again */
        {
          use->access = RS_ACCESS_WRITE;
          use->part = (RsExtent){ 0, (gsize)entry->array->n_elements };
          entry->is_lost = FALSE;
        }
      wait_for_others (entry, number, use->part);
      if ((use->access & RS_ACCESS_READ) != 0)
        use->expected = g_memdup2 (entry->model + use->part.first, MAX (1, use->part.end - use->part.first));
      if ((use->access & RS_ACCESS_WRITE) != 0)
        {
          memset (entry->model + use->part.first, use->value, use->part.end - use->part.first);
          __atomic_add_fetch (&entry->array->pending_writes, 1, __ATOMIC_RELAXED);
          entry->was_written = TRUE;
        }
      __atomic_add_fetch (&entry->array->pending_reads, 1, __ATOMIC_RELAXED);
      note_part (&entry->in_flight[number], use->part);
    }
  push (&device->jobs, job);
}

/* All that is not writing as a whole is told what has become of the contents. */
static void
use_lost (Entry *entry, const Device *device)
{
  for (guint way = 0; way < 3; way++)
    {
      g_autoptr (GError) error = NULL;

      if (way == 2)
        g_assert_null (rs_memory_acquire (entry->array, device->base.memory, RS_ACCESS_READ, &error));
      else
        {
          way == 0 ? (void)rs_array_read (entry->array) : (void)rs_array_write (entry->array);
          error = rs_array_take_loss ();
        }
      g_assert_nonnull (error);
      if (way < 2 || strstr (error->message, "plugged") != NULL) /* or the device has no memory for it */
        g_assert_true (g_str_has_suffix (error->message, "the cable is unplugged"));
    }
}

/* With the first value, which may be all that there is. */
static void
overwrite (Entry *entry, guint8 value)
{
  memset (rs_array_overwrite (entry->array), value, (gsize)entry->array->n_elements);
  memset (entry->model, value, (gsize)entry->array->n_elements);
  g_assert_null (entry->array->undefined);
  entry->was_written = entry->is_lost = FALSE;
}

static void
read_host (Entry *entry)
{
  const guint8 *data = rs_array_read (entry->array);

  g_assert_null (rs_array_take_loss ());
  g_assert_null (entry->array->undefined);
  g_assert_cmpmem (data, entry->array->n_elements, entry->model, entry->array->n_elements);
}

static void
write_host (Entry *entry, GRand *random)
{
  RsExtent part = pick_part (entry, random);
  guint8 value = (guint8)g_rand_int (random), *data = rs_array_write (entry->array);

  memset (data + part.first, value, part.end - part.first);
  memset (entry->model + part.first, value, part.end - part.first);
  entry->was_written = FALSE;
  g_assert_cmpint (__atomic_load_n (&entry->array->host_use, __ATOMIC_ACQUIRE), ==,
                   RS_HOST_OWNS); /* elements are quick again */
}

/* Only what the device wrote last may be lost with it. */
static void
lose (Device **devices, gint number, Entry *entries)
{
  for (guint i = 0; i < N_ARRAYS; i++)
    rs_queue_wait_array (entries[i].array, TRUE);
  __atomic_store_n (&devices[number]->is_lost, 1, __ATOMIC_RELAXED);
  stop_device (devices[number]);
  for (guint i = 0; i < N_ARRAYS; i++)
    {
      Entry *entry = &entries[i];

      if (entry->array->undefined == NULL || entry->is_lost)
        continue;
      g_assert_true (entry->was_written);
      entry->is_lost = TRUE;
      n_lost++;
    }
  devices[number] = start_device ((guint)number);
}

static void
operate (Device **devices, Entry *entries, GRand *random)
{
  gint which = g_rand_int_range (random, 0, 1000);
  Entry *entry = &entries[g_rand_int_range (random, 0, N_ARRAYS)];
  gint device = g_rand_int_range (random, 0, N_DEVICES);

  if (which < 700)
    launch (devices[device], device, entries, random);
  else if (which < 950 && entry->is_lost)
    {
      use_lost (entry, devices[device]);
      if (which < 800)
        overwrite (entry, (guint8)which);
    }
  else if (which < 850)
    read_host (entry);
  else if (which < 950)
    write_host (entry, random);
  else if (which < 999)
    {
      drop_entry (entry);
      make_entry (entry, random);
    }
  else
    lose (devices, device, entries);
  g_assert_cmpint (__atomic_load_n (&n_wrong, __ATOMIC_RELAXED), ==, 0);
}

static void
test_random (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed ((guint32)first_seed);
  Device *devices[N_DEVICES];
  Entry entries[N_ARRAYS] = { 0 };

  for (guint i = 0; i < N_DEVICES; i++)
    devices[i] = start_device (i);
  for (guint i = 0; i < N_ARRAYS; i++)
    make_entry (&entries[i], random);
  for (guint i = 0; i < n_operations; i++)
    operate (devices, entries, random);
  for (guint i = 0; i < N_ARRAYS; i++)
    if (entries[i].is_lost)
      overwrite (&entries[i], 1);
    else
      read_host (&entries[i]);
  for (guint i = 0; i < N_DEVICES; i++)
    stop_device (devices[i]);
  for (guint i = 0; i < N_ARRAYS; i++)
    read_host (&entries[i]);
  g_assert_cmpint (n_wrong, ==, 0);
  g_assert_cmpuint (n_lost, >, 0);
  g_assert_cmpint (n_run, >, n_failed); /* most of them ran where they should */
  for (guint i = 0; i < N_ARRAYS; i++)
    drop_entry (&entries[i]);
}

/* Sets of bytes against a row of flags. */
static void
test_extents (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed ((guint32)first_seed);
  RsExtents set = { 0 };
  guint8 flags[64] = { 0 };

  for (guint i = 0; i < 20000; i++)
    {
      gsize first = (gsize)g_rand_int_range (random, 0, 64), end = (gsize)g_rand_int_range (random, (gint)first, 65);
      gboolean adds = g_rand_boolean (random), is_inside = g_rand_boolean (random);
      RsExtent part = { first, end }, found = { 0 };
      gsize k = first;

      (adds ? rs_extents_add : rs_extents_remove) (&set, part);
      memset (flags + first, adds, end - first);
      part.end = 64;
      while (k < 64 && flags[k] != is_inside)
        k++;
      g_assert_cmpint (rs_extents_find (&set, part, is_inside, &found), ==, k < 64);
      if (k == 64)
        continue;
      g_assert_cmpuint (found.first, ==, k);
      while (k < 64 && flags[k] == is_inside)
        k++;
      g_assert_cmpuint (found.end, ==, k);
    }
  rs_extents_clear (&set);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (argc == 3)
    {
      first_seed = g_ascii_strtoull (argv[1], NULL, 10);
      n_operations = (guint)atoi (argv[2]);
    }
  g_test_add_func ("/coherence/extents", test_extents);
  g_test_add_func ("/coherence/random", test_random);
  return g_test_run ();
}
