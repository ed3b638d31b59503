/* Host memory, the object table, arrays and replicas. The second memory is a device of this test, whose memory is
 * malloc and which counts what is copied.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/unit/device/fake-device.h"

#include <math.h>

#include "runtime/base/error.h"
#include "runtime/memory/memory.h"
#include "runtime/memory/replica.h"
#include "runtime/trace/trace.h"

static void
test_sizes (void)
{
  gint64 n;
  gsize bytes;
  g_autoptr (GError) error = NULL;

  g_assert_true (rs_memory_get_size (RS_ELEMENT_SINGLE, 2, (gint64[]){ 3, 5 }, &n, &bytes, &error));
  g_assert_cmpint (n, ==, 15);
  g_assert_cmpint (bytes, ==, 60);
  g_assert_true (rs_memory_get_size (RS_ELEMENT_DOUBLE, 3, (gint64[]){ G_MAXINT64, 0, 7 }, &n, &bytes, &error));
  g_assert_cmpint (n, ==, 0);
  g_assert_cmpint (bytes, ==, 0);
  g_assert_false (rs_memory_get_size (RS_ELEMENT_SINGLE, 2, (gint64[]){ G_MAXINT64, 3 }, &n, &bytes, &error));
  g_assert_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMORY);
  g_clear_error (&error);
  g_assert_false (rs_memory_get_size (RS_ELEMENT_SINGLE, 2, (gint64[]){ 3, -1 }, &n, &bytes, &error));
  g_assert_nonnull (strstr (error->message, "negative size 3x-1"));
  g_clear_error (&error);
  g_assert_null (rs_array_new (RS_ELEMENT_DOUBLE, 2, (gint64[]){ 4000000, 4000000 }, TRUE, &error));
  g_assert_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMORY);
}

static void
test_blocks (void)
{
  RsMemoryStatistics before, after;
  gpointer first, second;

  rs_memory_trim ();
  rs_memory_reset_peak ();
  rs_memory_get_statistics (&before);
  for (gsize bytes = 0; bytes < 70000; bytes = bytes * 3 / 2 + 1)
    {
      guint8 *data = rs_memory_allocate (bytes, TRUE, NULL);

      g_assert_cmpuint ((gsize)data % RS_MEMORY_ALIGNMENT, ==, 0);
      for (gsize i = 0; i < bytes; i++)
        g_assert_cmpint (data[i], ==, 0);
      memset (data, 0xa5, bytes);
      rs_memory_free (data, bytes);
    }
  first = rs_memory_allocate (1 << 20, FALSE, NULL);
  memset (first, 1, 1 << 20);
  rs_memory_free (first, 1 << 20);
  second = rs_memory_allocate (1 << 20, TRUE, NULL);
  g_assert_true (first == second); /* a freed block is used again ... */
  for (gsize i = 0; i < 1 << 20; i++)
    g_assert_cmpint (((guint8 *)second)[i], ==, 0); /* ... and is zero again */
  rs_memory_free (second, 1 << 20);
  rs_memory_get_statistics (&after);
  g_assert_cmpuint (after.in_use, ==, before.in_use);
  g_assert_cmpuint (after.peak, ==, before.in_use + (1 << 20));
  g_assert_cmpuint (after.cached, >=, 1 << 20);
  rs_memory_trim ();
  rs_memory_get_statistics (&after);
  g_assert_cmpuint (after.cached, ==, 0);
}

/* Block sizes that do not fill their pages, in orders that mix kept and fresh ones. */
static void
test_many_blocks (void)
{
  enum { N = 200 };
  gpointer blocks[N];
  gsize bytes[N];

  for (int round = 0; round < 3; round++)
    {
      for (int i = 0; i < N; i++)
        {
          bytes[i] = 4000 + (gsize)(i * 7919 % 30000);
          blocks[i] = rs_memory_allocate (bytes[i], FALSE, NULL);
          memset (blocks[i], i, bytes[i]);
        }
      for (int i = 0; i < N; i++)
        {
          int k = (i * 37) % N;

          g_assert_cmpint (((guint8 *)blocks[k])[0], ==, (guint8)k);
          g_assert_cmpint (((guint8 *)blocks[k])[bytes[k] - 1], ==, (guint8)k);
          rs_memory_free (blocks[k], bytes[k]);
        }
    }
}

static void
test_guard (void)
{
  if (g_test_subprocess ())
    {
      volatile guint8 *data = rs_memory_allocate (8192 + 64, FALSE, NULL);

      data[8192 + 63] = 1;
      data[8192 + 64] = 1; /* the guard page begins here */
      return;
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_failed ();
}

static void
test_array (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RsArray) array = rs_array_new (RS_ELEMENT_UINT8, 2, (gint64[]){ 3, 4 }, TRUE, &error);
  g_autoptr (RsArray) copy = NULL;
  guint64 version = array->version, oid;

  g_assert_cmpint (rs_array_get_dim (array, 1), ==, 4);
  g_assert_cmpint (rs_array_get_dim (array, 2), ==, 1);
  g_assert_true (rs_array_set_element (array, 5, rs_value_scalar (200.9), &error));
  g_assert_cmpuint (array->version, >, version);
  g_assert_cmpint (rs_array_get_element (array, 5).integer, ==, 200);
  g_assert_false (rs_array_set_element (array, 5, rs_value_int (256), &error));
  g_assert_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_OVERFLOW);
  g_clear_error (&error);
  g_assert_false (rs_array_set_element (array, 5, rs_value_scalar (NAN), &error));
  g_clear_error (&error);
  g_assert_cmpint (rs_array_get_element (array, 5).integer, ==, 200);
  array->overflow = RS_OVERFLOW_SATURATE;
  g_assert_true (rs_array_set_element (array, 5, rs_value_scalar (1e30), &error));
  g_assert_cmpint (rs_array_get_element (array, 5).integer, ==, 255);
  array->overflow = RS_OVERFLOW_WRAP;
  g_assert_true (rs_array_set_element (array, 5, rs_value_int (-1), &error));
  g_assert_true (rs_array_set_element (array, 6, rs_value_scalar (-2.5), &error));
  g_assert_cmpint (rs_array_get_element (array, 5).integer, ==, 255);
  g_assert_cmpint (rs_array_get_element (array, 6).integer, ==, 254);
  copy = rs_array_copy (array, &error);
  g_assert_cmpint (rs_array_get_element (copy, 5).integer, ==, 255);
  g_assert_cmpint (rs_array_get_element (copy, 0).integer, ==, 0);
  g_assert_cmpuint (copy->oid, !=, array->oid);
  oid = copy->oid;
  g_assert_true (rs_memory_find_array (oid) == copy);
  g_clear_pointer (&copy, rs_array_unref);
  g_assert_null (rs_memory_find_array (oid));
}

static void
test_elements (void)
{
  g_autoptr (GError) error = NULL;

  for (RsElement element = RS_ELEMENT_BOOL; element <= RS_ELEMENT_CDOUBLE; element++)
    {
      g_autoptr (RsArray) array = rs_array_new_vector (element, 3, &error);

      g_assert_true (rs_array_set_element (array, 2, rs_value_int (1), &error));
      if (element < RS_ELEMENT_CSINGLE)
        g_assert_cmpfloat (rs_value_to_double (rs_array_get_element (array, 2)), ==, 1);
      else
        {
          RsComplex z = { .base = { .ref_count = 1, .tag = RS_TAG_COMPLEX }, .re = 0.5, .im = -2 };
          RsValue read;

          g_assert_true (rs_array_set_element (array, 2, rs_value_object (&z), &error));
          read = rs_array_get_element (array, 2);
          g_assert_cmpfloat (read.complex->re, ==, 0.5);
          g_assert_cmpfloat (read.complex->im, ==, -2);
          g_free (read.complex);
        }
      g_assert_no_error (error);
    }
}

static void
count_event (const RsTraceEvent *event, gpointer data)
{
  int *counts = data;

  if (event->kind <= RS_TRACE_CHUNK)
    counts[event->kind]++;
}

static void
ignore_name (guint32 id, const char *text, gpointer data)
{
}

static void
test_events (void)
{
  int counts[RS_TRACE_CHUNK + 1] = { 0 };
  RsTraceListener listener = { count_event, ignore_name, ignore_name, counts };

  g_assert_true (rs_trace_listen (&listener));
  rs_array_unref (rs_array_new_vector (RS_ELEMENT_SINGLE, 100, NULL));
  rs_trace_unlisten ();
  g_assert_cmpint (counts[RS_TRACE_ALLOCATE], ==, 1);
  g_assert_cmpint (counts[RS_TRACE_FREE], ==, 1);
}

/* Nothing runs on these devices: what is acquired is released at once. */
static gpointer
acquire (RsArray *array, guint memory, RsAccess access)
{
  gpointer data = rs_memory_acquire (array, memory, access, NULL);

  rs_memory_release (array, memory);
  return data;
}

/* Whoever reads it is told. */
static void
check_loss (RsArray *array)
{
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (rs_array_read (array));
  error = rs_array_take_loss ();
  g_assert_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEVICE_LOST);
  g_assert_true (g_str_has_prefix (error->message, "the contents of an array are lost: "));
  g_assert_nonnull (strstr (error->message, array->undefined));
}

static void
test_replicas (void)
{
  FakeDevice device = { .base = { .table = &fake_table, .name = (char *)"fake:0" } };
  FakeDevice other = { .base = { .table = &fake_table, .name = (char *)"fake:1" } };
  guint memory = rs_memory_register_device (&device.base), second = rs_memory_register_device (&other.base);
  g_autoptr (RsArray) array = rs_array_new_vector (RS_ELEMENT_DOUBLE, 1000, NULL);
  double *data = rs_array_write (array), *there;

  g_assert_cmpstr (rs_memory_get_name (memory), ==, "fake:0");
  for (int i = 0; i < 1000; i++)
    data[i] = i;
  there = acquire (array, memory, RS_ACCESS_READ);
  g_assert_cmpfloat (there[999], ==, 999);
  acquire (array, memory, RS_ACCESS_READ);
  g_assert_cmpint (device.n_in, ==, 1); /* a valid copy is not copied again */
  there = acquire (array, memory, RS_ACCESS_READ_WRITE);
  there[0] = -1;
  g_assert_cmpint (device.n_in, ==, 1);
  g_assert_cmpfloat (((const double *)rs_array_read (array))[0], ==, -1);
  g_assert_cmpint (device.n_out, ==, 1);
  ((double *)rs_array_write (array))[1] = -2; /* the device's copy is stale now */
  there = acquire (array, memory, RS_ACCESS_READ);
  g_assert_cmpfloat (there[1], ==, -2);
  g_assert_cmpint (device.n_in, ==, 2);
  there = acquire (array, memory, RS_ACCESS_WRITE);
  there[2] = -3;
  there = acquire (array, second, RS_ACCESS_READ); /* from device to device, through the host */
  g_assert_cmpfloat (there[2], ==, -3);
  g_assert_cmpint (device.n_out, ==, 2);
  g_assert_cmpint (other.n_in, ==, 1);
  there = acquire (array, second, RS_ACCESS_READ_WRITE);
  there[3] = -4;
  rs_memory_unregister_device (&other.base); /* what only it has comes home */
  g_assert_cmpint (other.n_blocks, ==, 0);
  g_assert_cmpfloat (((const double *)rs_array_read (array))[3], ==, -4);
  there = acquire (array, memory, RS_ACCESS_WRITE);
  device.fail = TRUE;
  rs_memory_unregister_device (&device.base);
  check_loss (array);
  check_loss (array);            /* it stays lost */
  data = rs_array_write (array); /* in part */
  check_loss (array);
  data = rs_array_overwrite (array);
  g_assert_null (rs_array_take_loss ());
  data[7] = 7;
  g_assert_null (array->undefined);
  g_assert_cmpfloat (((const double *)rs_array_read (array))[7], ==, 7);
  g_assert_null (rs_array_take_loss ());
  g_assert_cmpint (device.n_blocks, ==, 0);
}

/* What a failed launch was to write is lost wherever it is, and stays so when it is moved. */
static void
test_undefined (void)
{
  FakeDevice device = { .base = { .table = &fake_table, .name = (char *)"fake:3" } };
  guint memory = rs_memory_register_device (&device.base);
  g_autoptr (RsArray) array = rs_array_new_vector (RS_ELEMENT_DOUBLE, 10, NULL);
  g_autoptr (GError) error = NULL;

  rs_memory_set_undefined (array, "the cable is unplugged");
  check_loss (array);
  g_assert_null (rs_memory_acquire (array, memory, RS_ACCESS_READ, &error));
  g_assert_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEVICE_LOST);
  g_assert_cmpstr (error->message, ==, "the cable is unplugged");
  g_clear_error (&error);
  g_assert_null (rs_memory_acquire (array, memory, RS_ACCESS_READ_WRITE, &error));
  acquire (array, memory, RS_ACCESS_WRITE); /* a launch covers it */
  rs_array_read (array);
  g_assert_null (rs_array_take_loss ());

  acquire (array, memory, RS_ACCESS_WRITE);
  rs_memory_set_undefined (array, "its kernel is lost");
  device.fail = TRUE;
  rs_memory_unregister_device (&device.base);
  check_loss (array);
  g_assert_cmpstr (array->undefined, ==, "its kernel is lost");
}

/* The launch that failed is named, though it is a copy that finds out. */
static void
test_fault (void)
{
  FakeDevice device = { .base = { .table = &fake_table, .name = (char *)"fake:4" } };
  guint memory = rs_memory_register_device (&device.base);
  g_autoptr (RsArray) array = rs_array_new_vector (RS_ELEMENT_DOUBLE, 10, NULL);

  acquire (array, memory, RS_ACCESS_WRITE);
  device.fail = TRUE;
  rs_memory_set_fault (memory, "the cable is unplugged (kernel add, line 7)");
  rs_memory_set_fault (memory, "the cable is unplugged (kernel next, line 9)");
  check_loss (array);
  g_assert_cmpstr (array->undefined, ==, "the cable is unplugged (kernel add, line 7)");
  rs_memory_unregister_device (&device.base);
}

typedef struct {
  guint64 oid, bytes;
  guint n;
} Fetched;

static void
note_fetch (guint64 oid, guint64 bytes, gpointer data)
{
  Fetched *fetched = data;

  *fetched = (Fetched){ oid, bytes, fetched->n + 1 };
}

/* Who wants to know is told of what host code reads that only a device has, and of no other copies. */
static void
test_note_fetch (void)
{
  FakeDevice device = { .base = { .table = &fake_table, .name = (char *)"fake:5" } };
  guint memory = rs_memory_register_device (&device.base);
  g_autoptr (RsArray) array = rs_array_new_vector (RS_ELEMENT_DOUBLE, 1000, NULL);
  Fetched fetched = { 0 };

  rs_memory_set_note_fetch (memory, note_fetch, &fetched);
  rs_array_write (array);
  acquire (array, memory, RS_ACCESS_READ);
  rs_array_read (array);
  g_assert_cmpuint (fetched.n, ==, 0);
  acquire (array, memory, RS_ACCESS_WRITE);
  rs_array_read (array);
  g_assert_cmpuint (fetched.n, ==, 1);
  g_assert_cmpuint (fetched.oid, ==, array->oid);
  g_assert_cmpuint (fetched.bytes, ==, 8000);
  rs_array_read (array);
  acquire (array, memory, RS_ACCESS_WRITE);
  rs_array_overwrite (array);
  g_assert_cmpuint (fetched.n, ==, 1);
  acquire (array, memory, RS_ACCESS_WRITE);
  rs_memory_set_note_fetch (memory, NULL, NULL);
  rs_array_read (array);
  acquire (array, memory, RS_ACCESS_WRITE);
  rs_memory_set_note_fetch (memory, note_fetch, &fetched);
  rs_memory_unregister_device (&device.base); /* it leaves by itself */
  g_assert_cmpuint (fetched.n, ==, 1);
}

static void
test_replica_life (void)
{
  FakeDevice device = { .base = { .table = &fake_table, .name = (char *)"fake:2" } };
  guint memory = rs_memory_register_device (&device.base);
  RsArray *array = rs_array_new_vector (RS_ELEMENT_SINGLE, 10, NULL);

  acquire (array, memory, RS_ACCESS_WRITE);
  g_assert_cmpint (device.n_blocks, ==, 1);
  rs_array_unref (array);
  g_assert_cmpint (device.n_blocks, ==, 0);
  rs_memory_unregister_device (&device.base);
}

/* --- memory that is full --- */

static gconstpointer slow; /* a copy out of there waits until it is let go on; atomic */
static gint n_slow;        /* atomic: such copies that have begun */

static gboolean
copy_out_slowly (RsDevice *device, gpointer to, gconstpointer from, gsize offset, gsize bytes, guint64 *ticket,
                 GError **error)
{
  if (from == __atomic_load_n (&slow, __ATOMIC_ACQUIRE))
    __atomic_add_fetch (&n_slow, 1, __ATOMIC_RELEASE);
  while (from == __atomic_load_n (&slow, __ATOMIC_ACQUIRE))
    g_thread_yield ();
  return fake_copy_out (device, to, from, offset, bytes, ticket, error);
}

static gpointer
read_array (gpointer data)
{
  rs_array_read (data);
  return NULL;
}

static gpointer
let_go_on (gpointer data)
{
  g_usleep (50000);
  __atomic_store_n (&slow, NULL, __ATOMIC_RELEASE);
  return NULL;
}

/* An array that could leave a memory is just being copied to the host: who needs its place waits for that. */
static void
test_full (void)
{
  RsDeviceTable table = fake_table;
  FakeDevice device = { .base = { .table = &table, .name = (char *)"fake:0", .memory_limit = 2000 } };
  RsArray *arrays[4];
  GThread *reader, *helper;

  table.copy_out = copy_out_slowly;
  rs_memory_register_device (&device.base);
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    arrays[i] = rs_array_new_vector (RS_ELEMENT_UINT8, 1000, NULL);
  for (guint i = 0; i < 2; i++)
    {
      slow = rs_memory_acquire (arrays[i], device.base.memory, RS_ACCESS_WRITE, NULL);
      g_assert_nonnull (slow);
      rs_memory_release (arrays[i], device.base.memory);
    }
  reader = g_thread_new ("reader", read_array, arrays[1]);
  while (__atomic_load_n (&n_slow, __ATOMIC_ACQUIRE) == 0)
    g_thread_yield ();
  helper = g_thread_new ("helper", let_go_on, NULL);
  g_assert_nonnull (rs_memory_acquire (arrays[2], device.base.memory, RS_ACCESS_READ, NULL));
  g_assert_nonnull (rs_memory_acquire (arrays[3], device.base.memory, RS_ACCESS_READ, NULL));
  g_assert_null (rs_memory_acquire (arrays[0], device.base.memory, RS_ACCESS_READ, NULL)); /* both are in use */
  g_thread_join (reader);
  g_thread_join (helper);
  for (guint i = 2; i < 4; i++)
    rs_memory_release (arrays[i], device.base.memory);
  g_assert_true (rs_memory_bring (arrays[0], device.base.memory, NULL, NULL)); /* stays until its place is needed */
  g_assert_true (rs_memory_has (arrays[0], device.base.memory));
  g_assert_nonnull (rs_memory_acquire (arrays[1], device.base.memory, RS_ACCESS_READ, NULL));
  g_assert_nonnull (rs_memory_acquire (arrays[2], device.base.memory, RS_ACCESS_READ, NULL));
  rs_memory_release (arrays[1], device.base.memory);
  rs_memory_release (arrays[2], device.base.memory);
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    rs_array_unref (arrays[i]);
  g_assert_cmpint (device.n_blocks, ==, 0);
  rs_memory_unregister_device (&device.base);
}

/* A launch that does not get all of its arrays has taken nothing over: what it was to write is as it was. */
static void
test_no_room (void)
{
  FakeDevice device = { .base = { .table = &fake_table, .name = (char *)"fake:0", .memory_limit = 2000 } };
  const RsExtent whole = { 0, 1000 };
  RsArray *arrays[3];
  RsMemoryUse uses[3];
  gboolean copies = FALSE;
  g_autoptr (GError) error = NULL;

  rs_memory_register_device (&device.base);
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    {
      arrays[i] = rs_array_new_vector (RS_ELEMENT_UINT8, 1000, NULL);
      memset (rs_array_overwrite (arrays[i]), (int)i + 7, 1000);
      uses[i] = (RsMemoryUse){ .array = arrays[i], .access = i < 2 ? RS_ACCESS_WRITE : RS_ACCESS_READ, .part = whole };
    }
  uses[1].part.end = 500;
  g_assert_cmpuint (rs_memory_acquire_uses (uses, 3, device.base.memory, &copies, &error), ==, 2);
  g_assert_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMORY);
  rs_memory_release_uses (uses, 2, device.base.memory);
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    {
      g_assert_null (arrays[i]->undefined);
      g_assert_cmpint (((const guint8 *)rs_array_read (arrays[i]))[499], ==, i + 7);
    }
  g_assert_cmpint (device.n_out, ==, 0);
  g_assert_cmpuint (rs_memory_acquire_uses (uses, 2, device.base.memory, &copies, NULL), ==, 2);
  rs_memory_release_uses (uses, 2, device.base.memory);
  rs_array_read (arrays[0]);
  g_assert_cmpint (device.n_out, ==, 1); /* it has been taken over now */
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    rs_array_unref (arrays[i]);
  rs_memory_unregister_device (&device.base);
}

/* --- who leaves --- */

static guint
count_up_to (const RsArray *array, gpointer data)
{
  RsArray **order = data; /* as launches will use them, NULL: the end */
  guint n = 0;

  while (order[n] != NULL && order[n] != array)
    n++;
  return order[n] != NULL ? n : G_MAXUINT;
}

static void
use_array (RsArray *array, guint memory)
{
  g_assert_nonnull (rs_memory_acquire (array, memory, RS_ACCESS_READ_WRITE, NULL));
  rs_memory_release (array, memory);
}

/* Two of three arrays have room. */
static void
test_forecast (void)
{
  FakeDevice device = { .base = { .table = &fake_table, .name = (char *)"fake:0", .memory_limit = 2000 } };
  RsArray *arrays[3], *order[4] = { NULL };
  RsMemoryUse uses[2];
  gboolean copies = FALSE;
  guint memory = rs_memory_register_device (&device.base);

  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    arrays[i] = rs_array_new_vector (RS_ELEMENT_UINT8, 1000, NULL);
  /* The oldest one leaves where nothing is known, the one that is used last where it is. */
  use_array (arrays[0], memory);
  use_array (arrays[1], memory);
  use_array (arrays[2], memory);
  g_assert_true (!rs_memory_has (arrays[0], memory) && rs_memory_has (arrays[1], memory));
  rs_memory_set_forecast (memory, count_up_to, order);
  order[0] = arrays[1];
  order[1] = arrays[2];
  use_array (arrays[0], memory);
  g_assert_true (!rs_memory_has (arrays[2], memory) && rs_memory_has (arrays[1], memory));
  order[1] = NULL;
  order[0] = arrays[0];
  use_array (arrays[2], memory);
  g_assert_true (!rs_memory_has (arrays[1], memory) && rs_memory_has (arrays[0], memory));
  rs_memory_set_forecast (memory, NULL, NULL);
  /* What a launch needs besides stays, though it is the oldest. */
  uses[0] = (RsMemoryUse){ arrays[1], RS_ACCESS_READ, { 0, 1000 }, NULL };
  uses[1] = (RsMemoryUse){ arrays[0], RS_ACCESS_READ_WRITE, { 0, 1000 }, NULL };
  g_assert_cmpuint (rs_memory_acquire_uses (uses, 2, memory, &copies, NULL), ==, 2);
  g_assert_true (copies && rs_memory_has (arrays[0], memory) && rs_memory_has (arrays[1], memory));
  copies = FALSE;
  g_assert_cmpuint (rs_memory_acquire_uses (uses, 2, memory, &copies, NULL), ==, 2); /* once more, at once */
  g_assert_false (copies);
  rs_memory_release_uses (uses, 2, memory);
  g_assert_null (rs_memory_acquire (arrays[2], memory, RS_ACCESS_READ, NULL));
  rs_memory_release_uses (uses, 2, memory);
  use_array (arrays[2], memory);
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    rs_array_unref (arrays[i]);
  g_assert_cmpint (device.n_blocks, ==, 0);
  rs_memory_unregister_device (&device.base);
}

/* --- other programs use the device, too --- */

static guint64 room;
static guint n_asked;

static guint64
get_room (RsDevice *device)
{
  n_asked++;
  return room;
}

static void
test_room (void)
{
  RsDeviceTable table = fake_table;
  FakeDevice device = { .base = { .table = &table, .name = (char *)"fake:0", .part_of_memory = 0.9 } };
  g_autoptr (RsArray) array = rs_array_new_vector (RS_ELEMENT_UINT8, 1000, NULL);

  rs_memory_register_device (&device.base);
  g_assert_cmpint (rs_memory_get_limit (&device.base), ==, 0);
  table.get_room = get_room;
  room = G_MAXUINT64;
  g_assert_cmpint (rs_memory_get_limit (&device.base), ==, 0);
  room = 10000;
  g_usleep (60000); /* it is asked now and then */
  g_assert_cmpint (rs_memory_get_limit (&device.base), ==, 9000);
  room = 0;
  g_assert_cmpint (rs_memory_get_limit (&device.base), ==, 9000);
  g_assert_nonnull (rs_memory_acquire (array, device.base.memory, RS_ACCESS_WRITE, NULL));
  rs_memory_release (array, device.base.memory);
  g_usleep (60000);
  g_assert_cmpint (rs_memory_get_limit (&device.base), ==, 1000); /* what it has can make room */
  device.base.memory_limit = 500;
  g_assert_cmpint (rs_memory_get_limit (&device.base), ==, 500);
  g_assert_cmpint (n_asked, ==, 3);
  rs_memory_drop_replicas (array);
  rs_memory_unregister_device (&device.base);
}

/* --- a device that is given up while it copies --- */

static gpointer written; /* where a copy to the host goes, whose end nobody knows */

static gboolean
begin_copy_out (RsDevice *device, gpointer to, gconstpointer from, gsize offset, gsize bytes, guint64 *ticket,
                GError **error)
{
  written = to;
  *ticket = 1;
  return TRUE;
}

static gboolean
give_up (RsDevice *device, guint64 ticket, const gint *stop, GError **error)
{
  g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STOPPED, "the device does not answer");
  return FALSE;
}

/* Nobody else gets the memory that it may still write to. */
static void
test_given_up (void)
{
  RsDeviceTable table = fake_table;
  FakeDevice device = { .base = { .table = &table, .name = (char *)"fake:0" } };
  RsArray *array = rs_array_new_vector (RS_ELEMENT_UINT8, 10000, NULL), *other;
  g_autoptr (GError) loss = NULL;

  table.copy_out = begin_copy_out;
  table.wait = give_up;
  rs_memory_register_device (&device.base);
  g_assert_nonnull (rs_memory_acquire (array, device.base.memory, RS_ACCESS_WRITE, NULL));
  rs_memory_release (array, device.base.memory);
  rs_array_read (array);
  loss = rs_array_take_loss ();
  g_assert_nonnull (strstr (loss->message, "does not answer"));
  g_assert_true (written == array->data);
  rs_array_unref (array);
  other = rs_array_new_vector (RS_ELEMENT_UINT8, 10000, NULL);
  memset (rs_array_overwrite (other), 1, 10000);
  memset (written, 2, 10000);
  g_assert_cmpint (((const guint8 *)rs_array_read (other))[5000], ==, 1);
  rs_array_unref (other);
  rs_memory_unregister_device (&device.base);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory/sizes", test_sizes);
  g_test_add_func ("/memory/blocks", test_blocks);
  g_test_add_func ("/memory/many-blocks", test_many_blocks);
  g_test_add_func ("/memory/guard", test_guard);
  g_test_add_func ("/array/access", test_array);
  g_test_add_func ("/array/elements", test_elements);
  g_test_add_func ("/array/events", test_events);
  g_test_add_func ("/replica/coherence", test_replicas);
  g_test_add_func ("/replica/note-fetch", test_note_fetch);
  g_test_add_func ("/replica/life", test_replica_life);
  g_test_add_func ("/replica/undefined", test_undefined);
  g_test_add_func ("/replica/full", test_full);
  g_test_add_func ("/replica/no-room", test_no_room);
  g_test_add_func ("/replica/forecast", test_forecast);
  g_test_add_func ("/replica/room", test_room);
  g_test_add_func ("/replica/given-up", test_given_up);
  g_test_add_func ("/replica/fault", test_fault);
  return g_test_run ();
}
