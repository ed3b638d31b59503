/* Queues: order, waiting, errors and what depends on them, faults, Stop.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/unit/device/fake-device.h"
#include "tests/unit/device/kernel-text.h"

#include "compiler/kernel/ir/ir.h"
#include "runtime/memory/memory.h"
#include "runtime/memory/replica.h"
#include "runtime/sched/queue/queue-private.h"
#include "runtime/sched/queue/queue.h"
#include "runtime/trace/trace.h"

#include <time.h>

static const char text[] = KERNEL_TYPES
    "#define DATA(i) (((Array *)arguments[i])->data)\n"
    "#define ALL(i) for (gint64 i = box->low[0]; i < box->high[0]; i++)\n"
    /* x += n */
    "void add (const Box *box, void *const *arguments)\n"
    "{ float *x = DATA (0); float n = *(const float *)arguments[1]; ALL (i) x[i] += n; }\n"
    /* y = 2 x */
    "void twice (const Box *box, void *const *arguments)\n"
    "{ const float *x = DATA (0); float *y = DATA (1); ALL (i) y[i] = 2 * x[i]; }\n"
    "void sum (const Box *box, void *const *arguments)\n"
    "{ const float *x = DATA (0); double s = 0; ALL (i) s += x[i]; ((double *)arguments[1])[box->index] = s;\n"
    "  if (box->high[0] == box->grid[0]) *(gint64 *)arguments[2] = box->grid[0] - 1; }\n"
    /* reads x[7], which the test says has 5 elements */
    "void shift (const Box *box, void *const *arguments)\n"
    "{ float *y = DATA (1); int zero = 0; y[0] = 1;\n"
    "  if (__atomic_compare_exchange_n (&box->status->code, &zero, *(const int *)arguments[2], 0, 4, 4)) {\n"
    "    box->status->line = 4; box->status->index = 7; box->status->size = 5; box->status->text = box->status->code "
    "== 2 ? 3 : 0; } }\n"
    "void stray (const Box *box, void *const *arguments) { float *x = DATA (0); ALL (i) x[i + 100000] = 1; }\n"
    "void divide (const Box *box, void *const *arguments)\n"
    "{ int *x = DATA (0); ALL (i) x[i] = 7 / ((volatile int *)x)[i]; }\n"
    "void forever (const Box *box, void *const *arguments)\n"
    "{ volatile gint64 n = 0; while (!*(volatile const int *)box->stop) n++; }\n"
    /* each item takes some microseconds and is never interrupted */
    "void slow (const Box *box, void *const *arguments)\n"
    "{ float *x = DATA (0); ALL (i) { volatile int n = 0; while (n < 5000) n++; x[i] += 1; } }\n";

typedef struct {
  char *folder;
  RsDevice *device;
  RsDeviceModule *module;
  RsQueue *queue;
  gint stop;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer n_threads)
{
  fixture->folder = g_dir_make_tmp ("redshift-test-XXXXXX", NULL);
  fixture->device = make_device (fixture->folder, n_threads != NULL ? GPOINTER_TO_INT (n_threads) : 2);
  fixture->module = compile_text (fixture->device, text);
  fixture->stop = 0;
  fixture->queue = rs_queue_new (fixture->device, &fixture->stop);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  rs_queue_free (fixture->queue);
  rs_device_release_module (fixture->device, fixture->module);
  rs_device_free (fixture->device);
  remove_tree (fixture->folder);
  g_free (fixture->folder);
}

static RsLaunch *
start_launch (Fixture *fixture, const char *name, gint64 n)
{
  RsLaunch *launch = rs_launch_new (find_kernel (fixture->device, fixture->module, name), name, "test.q", 3);

  rs_launch_set_grid (launch, 1, &n, NULL);
  return launch;
}

static void
submit (Fixture *fixture, RsLaunch *launch)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (rs_queue_submit (fixture->queue, launch, &error));
  g_assert_no_error (error);
}

static void
submit_add (Fixture *fixture, RsArray *x, float n)
{
  RsLaunch *launch = start_launch (fixture, "add", x->n_elements);

  rs_launch_add_array (launch, "x", x, NULL, TRUE, TRUE);
  rs_launch_add_number (launch, "n", &n, sizeof n);
  submit (fixture, launch);
}

static void
submit_twice (Fixture *fixture, RsArray *x, RsArray *y)
{
  RsLaunch *launch = start_launch (fixture, "twice", x->n_elements);

  rs_launch_add_array (launch, "x", x, NULL, TRUE, FALSE);
  rs_launch_add_array (launch, "y", y, NULL, FALSE, TRUE);
  submit (fixture, launch);
}

/* One with the text of an assertion, number 3; it stays. */
static const RsKernel *
get_kernel (void)
{
  static RsKernel *kernel;

  if (kernel == NULL)
    {
      kernel = rs_kernel_new ("shift", 1);
      for (guint i = 0; i < 3; i++)
        g_ptr_array_add (kernel->messages, g_strdup (""));
      g_ptr_array_add (kernel->messages, g_strdup ("assertion failed: x is odd"));
    }
  return kernel;
}

static void
submit_failing (Fixture *fixture, RsArray *x, RsArray *y, int code, const char *backtrace)
{
  RsLaunch *launch = start_launch (fixture, "shift", 1);

  rs_launch_set_messages (launch, get_kernel (), NULL, backtrace);
  rs_launch_add_array (launch, "x", x, NULL, TRUE, FALSE);
  rs_launch_add_array (launch, "y", y, NULL, TRUE, TRUE);
  rs_launch_add_number (launch, "code", &code, sizeof code);
  submit (fixture, launch);
}

/* Adds 1 to the elements from first to end (exclusive). */
static void
submit_rows (Fixture *fixture, RsArray *x, gint64 first, gint64 end)
{
  RsLaunch *launch = start_launch (fixture, "add", x->n_elements);
  const float n = 1;

  rs_launch_set_division (launch, first, end);
  rs_launch_add_array (launch, "x", x, NULL, TRUE, TRUE);
  rs_launch_set_part (launch, (RsExtent){ (gsize)first * sizeof (float), (gsize)end * sizeof (float) });
  rs_launch_add_number (launch, "n", &n, sizeof n);
  submit (fixture, launch);
}

static void
assert_all (RsArray *x, float value)
{
  const float *data = rs_array_read (x);

  for (gint64 i = 0; i < x->n_elements; i++)
    g_assert_cmpfloat (data[i], ==, value);
}

static void
test_order (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  for (int size = 10; size <= 1000000; size *= 100)
    {
      g_autoptr (RsArray) x = make_vector (RS_ELEMENT_SINGLE, size), y = make_vector (RS_ELEMENT_SINGLE, size);
      float expected = 0;

      for (int i = 0; i < 40; i++) /* (((0 + 1) * 2 + 1) ... modulo small numbers */
        {
          submit_add (fixture, x, (float)(i % 3));
          submit_twice (fixture, x, y);
          submit_twice (fixture, y, x);
          submit_add (fixture, x, -3 * (float)(i % 2));
          expected = 4 * (expected + (float)(i % 3)) - 3 * (float)(i % 2);
          if (i % 7 == 6)
            {
              assert_all (x, expected);
              memset (rs_array_write (x), 0, (gsize)rs_array_get_bytes (x)); /* waits for the readers, too */
              expected = 0;
            }
        }
      assert_all (x, expected);
      g_assert_true (rs_queue_synchronize (fixture->queue, &error));
    }
}

/* Host code may drop its references at once; memory is given back when the launches are retired. */
static void
test_references (Fixture *fixture, gconstpointer data)
{
  RsMemoryStatistics before, after;

  rs_memory_get_statistics (&before);
  for (int i = 0; i < 500; i++)
    {
      RsArray *x = make_vector (RS_ELEMENT_SINGLE, 20000), *y = make_vector (RS_ELEMENT_SINGLE, 20000);

      submit_add (fixture, x, 1);
      submit_twice (fixture, x, y);
      rs_array_unref (x);
      rs_array_unref (y);
    }
  g_assert_true (rs_queue_synchronize (fixture->queue, NULL));
  rs_memory_get_statistics (&after);
  g_assert_cmpuint (after.n_arrays, ==, before.n_arrays);
  g_assert_cmpuint (after.in_use, ==, before.in_use);
  g_assert_cmpuint (after.peak, <, before.in_use + 300 * 80000);
}

static void
test_results (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RsArray) x = make_vector (RS_ELEMENT_SINGLE, 100000);

  for (int i = 1; i < 5; i++)
    {
      RsLaunch *launch = start_launch (fixture, "sum", x->n_elements);
      double sum = 5;
      gint64 last = 0;

      submit_add (fixture, x, 1);
      rs_launch_add_array (launch, "x", x, NULL, TRUE, FALSE);
      rs_launch_add_accumulator (launch, "s", 1, RS_REDUCE_SUM, FALSE, FALSE, &sum);
      rs_launch_add_final (launch, "i", &last);
      submit (fixture, launch);
      g_assert_cmpfloat (sum, ==, 5 + 100000.0 * i);
      g_assert_cmpint (last, ==, 99999);
    }
}

static void
test_error (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RsArray) x = make_vector (RS_ELEMENT_SINGLE, 5), y = make_vector (RS_ELEMENT_SINGLE, 5);
  g_autoptr (RsArray) z = make_vector (RS_ELEMENT_SINGLE, 5), other = make_vector (RS_ELEMENT_SINGLE, 5);
  g_autoptr (GError) error = NULL;
  RsErrorPlace place = { 0 };

  submit_failing (fixture, x, y, RS_KERNEL_OUT_OF_BOUNDS, "in f, line 3");
  submit_add (fixture, other, 1);                                          /* does not depend on it */
  submit_twice (fixture, y, z);                                            /* does */
  submit_add (fixture, z, 1);                                              /* and so does this */
  submit_failing (fixture, x, other, RS_KERNEL_ASSERT, "in g, line 9"); /* the second error is never seen */
  g_assert_false (rs_queue_synchronize (fixture->queue, &error));
  g_assert_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_INDEX);
  g_assert_cmpstr (error->message, ==,
                   "index 7 is outside x, a vector of 5 elements: its indices are 0 to 4");
  rs_queue_take_place (fixture->queue, &place);
  g_assert_true (place.error == error);
  g_assert_cmpuint (place.line, ==, 4);
  g_assert_cmpstr (place.backtrace, ==, "  in shift (test.q:4)\nin f, line 3");
  rs_error_place_clear (&place);
  g_assert_cmpfloat (((const float *)rs_array_read (y))[0], ==, 1); /* what it had written stays written */
  assert_all (z, 0);
  g_assert_cmpfloat (((const float *)rs_array_read (other))[1], ==, 1);
  g_clear_error (&error);

  g_assert_true (rs_queue_synchronize (fixture->queue, &error));
  submit_add (fixture, y, 1); /* the program has met the error: arrays are as they are */
  g_assert_true (rs_queue_synchronize (fixture->queue, &error));
  g_assert_cmpfloat (((const float *)rs_array_read (y))[0], ==, 2);
}

static void
test_assertion (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RsArray) x = make_vector (RS_ELEMENT_SINGLE, 5), y = make_vector (RS_ELEMENT_SINGLE, 5);
  g_autoptr (GError) error = NULL;
  RsLaunch *launch = start_launch (fixture, "sum", 5);
  RsErrorPlace place = { 0 };
  double sum = 0;
  gint64 last;

  submit_failing (fixture, x, y, RS_KERNEL_ASSERT, NULL);
  rs_launch_add_array (launch, "y", y, NULL, TRUE, FALSE);
  rs_launch_add_accumulator (launch, "s", 1, RS_REDUCE_SUM, FALSE, FALSE, &sum);
  rs_launch_add_final (launch, "i", &last);
  g_assert_false (rs_queue_submit (fixture->queue, launch, &error)); /* is waited for, and meets the error */
  g_assert_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_ASSERT);
  g_assert_cmpstr (error->message, ==, "assertion failed: x is odd");
  rs_queue_take_place (fixture->queue, &place);
  g_assert_null (place.backtrace);
}

static void
test_fault (Fixture *fixture, gconstpointer data)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  g_test_skip ("the sanitizers handle faults themselves");
#else
  g_autoptr (RsArray) x = make_vector (RS_ELEMENT_SINGLE, 100000), whole = make_vector (RS_ELEMENT_SINGLE, 100000),
                      n = make_vector (RS_ELEMENT_INT32, 50);
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < 3; i++) /* several times: the workers live on */
    {
      RsLaunch *launch = start_launch (fixture, "stray", x->n_elements);

      memset (rs_array_overwrite (x), 0, (gsize)rs_array_get_bytes (x));
      g_assert_null (x->undefined);
      rs_launch_add_array (launch, "x", x, NULL, TRUE, TRUE);
      submit (fixture, launch);
      g_assert_false (rs_queue_synchronize (fixture->queue, &error));
      g_assert_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FAULT);
      g_assert_nonnull (strstr (error->message, "(kernel stray, line 3)"));
      g_assert_nonnull (x->undefined);
      g_clear_error (&error);
      submit_add (fixture, x, 1); /* what the stray one was to change is lost */
      g_assert_false (rs_queue_synchronize (fixture->queue, &error));
      g_assert_true (g_str_has_prefix (error->message, "the contents of x are lost: "));
      g_assert_nonnull (strstr (error->message, "(kernel stray, line 3)"));
      g_clear_error (&error);
      submit_twice (fixture, whole, x); /* covers it */
      g_assert_true (rs_queue_synchronize (fixture->queue, &error));
      g_assert_null (x->undefined);

      launch = start_launch (fixture, "divide", n->n_elements);
      rs_launch_add_array (launch, "n", n, NULL, TRUE, TRUE);
      submit (fixture, launch);
      g_assert_false (rs_queue_synchronize (fixture->queue, &error));
      g_assert_nonnull (strstr (error->message, "divided by zero"));
      g_clear_error (&error);
      submit_add (fixture, x, 1);
      g_assert_true (rs_queue_synchronize (fixture->queue, &error));
    }
#endif
}

/* What a failed launch was to write is not used by those behind it; the other bytes of its arrays are. */
static void
test_failed_part (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RsArray) x = make_vector (RS_ELEMENT_SINGLE, 10), y = make_vector (RS_ELEMENT_SINGLE, 300);
  g_autoptr (GError) error = NULL;
  const int code = 2;
  RsLaunch *launch = start_launch (fixture, "shift", 1);

  rs_launch_set_messages (launch, get_kernel (), NULL, "");
  rs_launch_add_array (launch, "x", x, NULL, TRUE, FALSE);
  rs_launch_add_array (launch, "y", y, NULL, TRUE, TRUE);
  rs_launch_set_part (launch, (RsExtent){ 0, 100 * sizeof (float) });
  rs_launch_add_number (launch, "code", &code, sizeof code);
  submit (fixture, launch);
  submit_rows (fixture, y, 100, 200);
  submit_rows (fixture, y, 99, 250); /* is spoiled, and spoils all that it was to write */
  submit_rows (fixture, y, 250, 300);
  submit_rows (fixture, y, 200, 300);
  g_assert_false (rs_queue_synchronize (fixture->queue, &error));
  for (gint64 i = 0; i < 300; i++)
    g_assert_cmpfloat (((const float *)rs_array_read (y))[i], ==,
                       (i == 0 || (i >= 100 && i < 200) || i >= 250) ? 1 : 0);
  submit_rows (fixture, y, 0, 100);
  g_assert_true (rs_queue_synchronize (fixture->queue, NULL));
  g_assert_cmpfloat (((const float *)rs_array_read (y))[0], ==, 2);
}

/* A fault that is not in generated code ends the process as ever. */
static void
test_foreign_fault (void)
{
  if (g_test_subprocess ())
    {
      Fixture fixture;
      g_autoptr (RsArray) x = NULL;
      volatile int *volatile nowhere = NULL;

      set_up (&fixture, NULL);
      x = make_vector (RS_ELEMENT_SINGLE, 10);
      submit_add (&fixture, x, 1);
      g_assert_true (rs_queue_synchronize (fixture.queue, NULL));
      *nowhere = 1;
      return;
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_failed ();
}

static gpointer
stop_soon (gpointer data)
{
  g_usleep (30000);
  __atomic_store_n ((gint *)data, 1, __ATOMIC_RELAXED);
  return NULL;
}

static void
check_stop (Fixture *fixture, const char *name, gint64 n)
{
  g_autoptr (RsArray) x = make_vector (RS_ELEMENT_SINGLE, 4000000);
  g_autoptr (GError) error = NULL;
  RsLaunch *launch = start_launch (fixture, name, n);
  GThread *stopper;
  clock_t start;

  rs_launch_add_array (launch, "x", x, NULL, TRUE, TRUE);
  submit (fixture, launch);
  stopper = g_thread_new ("stopper", stop_soon, &fixture->stop);
  start = clock ();
  g_assert_false (rs_queue_synchronize (fixture->queue, &error));
  /* 0.2 s are promised: by two threads, in processor time, since the machine may be busy with other tests. */
  g_assert_cmpint (clock () - start, <, CLOCKS_PER_SEC / 2);
  g_assert_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STOPPED);
  g_clear_error (&error);
  g_thread_join (stopper);
  launch = start_launch (fixture, name, n);
  rs_launch_add_array (launch, "x", x, NULL, TRUE, TRUE);
  g_assert_false (rs_queue_submit (fixture->queue, launch, &error));
  g_assert_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STOPPED);
  fixture->stop = 0;
}

static void
test_stop (Fixture *fixture, gconstpointer data)
{
  check_stop (fixture, "forever", 4000000);
  check_stop (fixture, "forever", 1);
  check_stop (fixture, "slow", 4000000);
  check_stop (fixture, "slow", 4000000); /* with a known cost, too */
}

/* Launches over the same large arrays are queued while the first still runs: they hold no memory besides. */
static void
test_ahead (void)
{
  Fixture fixture;
  g_autoptr (GError) error = NULL;
  g_autoptr (RsArray) x = make_vector (RS_ELEMENT_SINGLE, 1 << 20), y = make_vector (RS_ELEMENT_SINGLE, 1 << 20);

  set_up (&fixture, NULL);
  submit (&fixture, start_launch (&fixture, "forever", 4));
  for (int i = 0; i < 10; i++)
    {
      submit_twice (&fixture, x, y);
      submit_twice (&fixture, y, x);
    }
  g_assert_cmpint (x->pending_writes, ==, 10);
  g_atomic_int_set (&fixture.stop, 1);
  g_assert_false (rs_queue_synchronize (fixture.queue, &error));
  g_assert_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STOPPED);
  tear_down (&fixture, NULL);
}

/* Each launch is over when it has been submitted; what one does wrong is told where it always is. */
static void
test_in_turn (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RsArray) x = make_vector (RS_ELEMENT_SINGLE, 2000), y = make_vector (RS_ELEMENT_SINGLE, 2000);
  RsLaunch *launch;

  rs_queue_set_concurrent (fixture->queue, FALSE);
  for (guint i = 1; i <= 3; i++)
    {
      launch = start_launch (fixture, "slow", x->n_elements);
      rs_launch_add_array (launch, "x", x, NULL, TRUE, TRUE);
      submit (fixture, launch);
      g_assert_cmpint (rs_queue_get_backlog (fixture->queue), ==, 0);
      g_assert_cmpint (x->pending_writes, ==, 0);
      assert_all (x, (float)i);
    }
  submit_failing (fixture, x, y, 1, NULL);
  g_assert_false (rs_queue_synchronize (fixture->queue, &error));
  g_assert_nonnull (error);
}

/* Submits and waits; whether the launch was over when it had been submitted. */
static gboolean
runs_here (Fixture *fixture, RsArray *x, gboolean waits)
{
  g_autoptr (GError) error = NULL;
  RsLaunch *launch = start_launch (fixture, "slow", x->n_elements);
  gboolean is_over;

  rs_launch_add_array (launch, "x", x, NULL, TRUE, TRUE);
  submit (fixture, launch);
  is_over = __atomic_load_n (&x->pending_writes, __ATOMIC_ACQUIRE) == 0;
  if (waits)
    g_assert_true (rs_queue_synchronize (fixture->queue, &error));
  return is_over;
}

/* Where the device computes with one thread, that is the program's own. */
static void
test_one_thread (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RsArray) x = make_vector (RS_ELEMENT_SINGLE, 200);

  rs_queue_set_one_thread (fixture->queue, TRUE);
  for (guint i = 0; i < 3; i++)
    g_assert_true (runs_here (fixture, x, FALSE));
  rs_queue_drain (fixture->queue);
  assert_all (x, 3);
}

/* A kernel that the program waits for at once runs on its thread from the next time on, and not any more after other
 * launches have followed it. */
static void
test_awaited (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RsArray) x = make_vector (RS_ELEMENT_SINGLE, 30), y = make_vector (RS_ELEMENT_SINGLE, 30);
  RsDeviceKernel *kernel = find_kernel (fixture->device, fixture->module, "slow");
  gboolean is_awaited = FALSE;

  runs_here (fixture, x, TRUE); /* it takes long, the first time: memory is touched */
  for (guint i = 0; i < 1000 && !is_awaited; i++)
    {
      runs_here (fixture, x, TRUE);
      is_awaited = kernel->is_awaited; /* not where another program ran between the launch and the wait */
    }
  g_assert_true (is_awaited);
  g_assert_true (runs_here (fixture, x, FALSE));
  submit_add (fixture, y, 1);
  g_assert_false (kernel->is_awaited);
  rs_queue_drain (fixture->queue);
}

/* So do launches of one of several devices, whichever of their queues is waited for. */
static void
test_awaited_beside (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RsArray) x = make_vector (RS_ELEMENT_SINGLE, 30), y = make_vector (RS_ELEMENT_SINGLE, 30);
  RsDeviceKernel *kernel = find_kernel (fixture->device, fixture->module, "slow");
  gboolean is_awaited = FALSE;
  Fixture other;

  set_up (&other, NULL);
  rs_queue_join (other.queue, fixture->queue);
  runs_here (fixture, x, TRUE);
  for (guint i = 0; i < 1000 && !is_awaited; i++)
    {
      runs_here (fixture, x, FALSE);
      g_assert_true (rs_queue_synchronize (other.queue, NULL));
      is_awaited = kernel->is_awaited;
    }
  g_assert_true (is_awaited);
  g_assert_true (runs_here (fixture, x, FALSE));
  submit_add (&other, y, 1);
  g_assert_false (kernel->is_awaited);
  rs_queue_drain (fixture->queue);
  tear_down (&other, NULL);
}

/* Freed with work in it: what runs ends, what waits never starts. */
static void
test_free (void)
{
  Fixture fixture;
  g_autoptr (RsArray) x = make_vector (RS_ELEMENT_SINGLE, 20000);

  set_up (&fixture, NULL);
  for (int i = 0; i < 50; i++)
    {
      RsLaunch *launch = start_launch (&fixture, "slow", x->n_elements);

      rs_launch_add_array (launch, "x", x, NULL, TRUE, TRUE);
      submit (&fixture, launch);
    }
  tear_down (&fixture, NULL);
  g_assert_cmpint (x->pending_writes, ==, 0);
  g_assert_cmpint (x->pending_reads, ==, 0);
  g_assert_cmpint (x->base.ref_count, ==, 1);
}

/* The most that is queued at a time, in ns, while the host submits 40 launches of known time. */
static gint64
get_peak (Fixture *fixture, RsArray *x, gint64 most)
{
  gint64 peak = 0;

  rs_queue_set_most_backlog (fixture->queue, most);
  for (int i = 0; i < 40; i++)
    {
      RsLaunch *launch = start_launch (fixture, "slow", x->n_elements);
      gint64 backlog;

      rs_launch_add_array (launch, "x", x, NULL, TRUE, TRUE);
      submit (fixture, launch);
      backlog = rs_queue_get_backlog (fixture->queue);
      peak = MAX (peak, backlog);
    }
  rs_queue_drain (fixture->queue);
  g_assert_cmpint (rs_queue_get_backlog (fixture->queue), ==, 0);
  return peak;
}

/* The host runs ahead by what it may, and not further. */
static void
test_most_backlog (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RsArray) x = make_vector (RS_ELEMENT_SINGLE, 2000);
  gint64 peak;

  get_peak (fixture, x, G_MAXINT64); /* the time becomes known */
  peak = get_peak (fixture, x, G_MAXINT64);
  g_assert_cmpint (peak, >, 0);
  g_assert_cmpint (get_peak (fixture, x, peak / 8), <, peak / 2);
}

/* A device with its own memory: what stays there is not copied back and forth between launches. */
static void
test_other_memory (void)
{
  FakeDevice device = { .base = { .table = &fake_table, .name = (char *)"fake" } };
  RsDeviceKernel kernel = { 0 };
  RsQueue *queue;
  RsArray *x = make_vector (RS_ELEMENT_SINGLE, 100), *y = make_vector (RS_ELEMENT_SINGLE, 100);
  float *data = rs_array_write (x);
  gint64 n = 100;

  rs_memory_register_device (&device.base);
  queue = rs_queue_new (&device.base, NULL);
  for (int i = 0; i < 100; i++)
    data[i] = (float)i;
  for (int i = 0; i < 6; i++)
    {
      RsLaunch *launch = rs_launch_new (&kernel, "fake", NULL, 0);

      rs_launch_set_grid (launch, 1, &n, NULL);
      rs_launch_add_array (launch, "x", i % 2 == 0 ? x : y, NULL, TRUE, FALSE);
      rs_launch_add_array (launch, "y", i % 2 == 0 ? y : x, NULL, FALSE, TRUE);
      g_assert_true (rs_queue_submit (queue, launch, NULL));
    }
  g_assert_cmpfloat (((const float *)rs_array_read (x))[99], ==, 99 * 64);
  g_assert_cmpint (device.n_in, ==, 1);
  g_assert_cmpint (device.n_out, ==, 1);
  g_assert_true (rs_queue_synchronize (queue, NULL));
  rs_queue_free (queue);
  rs_array_unref (x);
  rs_array_unref (y);
  g_assert_cmpint (device.n_blocks, ==, 0);
  rs_memory_unregister_device (&device.base);
}

/* --- a device that has several launches at a time, whose ends the test says --- */

typedef struct {
  FakeDevice fake;
  guint64 n_begun, n_ended; /* atomic */
  GThread *begins;          /* where the last launch was begun; atomic */
} SlowDevice;

static gboolean
begin_slow (RsDevice *device, RsDeviceLaunch *launch, GError **error)
{
  SlowDevice *self = (SlowDevice *)device;

  if (launch->n_arguments == 2)
    fake_launch (device, launch, error);
  __atomic_store_n (&self->begins, g_thread_self (), __ATOMIC_RELAXED);
  launch->ticket = __atomic_add_fetch (&self->n_begun, 1, __ATOMIC_RELEASE);
  return TRUE;
}

static gboolean
is_slow_done (RsDevice *device, guint64 ticket)
{
  return ticket <= __atomic_load_n (&((SlowDevice *)device)->n_ended, __ATOMIC_ACQUIRE);
}

static gboolean
wait_slow (RsDevice *device, guint64 ticket, const gint *stop, GError **error)
{
  while (!is_slow_done (device, ticket))
    g_usleep (100);
  return TRUE;
}

static const RsDeviceTable slow_table = { .allocate = fake_allocate,
                                          .free = fake_free,
                                          .copy_in = fake_copy_in,
                                          .copy_out = fake_copy_out,
                                          .launch = begin_slow,
                                          .is_done = is_slow_done,
                                          .wait = wait_slow };

typedef struct {
  SlowDevice device;
  RsDeviceKernel kernel;
  RsQueue *queue;
} Slow;

static void
slow_init (Slow *self)
{
  *self = (Slow){ .device = { .fake = { .base = { .table = &slow_table, .name = (char *)"slow" } } } };
  rs_memory_register_device (&self->device.fake.base);
  self->queue = rs_queue_new (&self->device.fake.base, NULL);
}

static void
slow_clear (Slow *self)
{
  rs_queue_free (self->queue);
  rs_memory_unregister_device (&self->device.fake.base);
}

/* One that writes x, which may be NULL. */
static void
slow_submit (Slow *self, const char *title, RsArray *x)
{
  RsLaunch *launch = rs_launch_new (&self->kernel, title, NULL, 0);
  const gint64 n = 1;

  rs_launch_set_grid (launch, 1, &n, NULL);
  if (x != NULL)
    rs_launch_add_array (launch, "x", x, NULL, TRUE, TRUE);
  g_assert_true (rs_queue_submit (self->queue, launch, NULL));
}

/* Some n launches, counted from the first one, have begun. */
static void
slow_wait_begun (Slow *self, guint64 n)
{
  while (__atomic_load_n (&self->device.n_begun, __ATOMIC_ACQUIRE) < n)
    g_usleep (100);
}

static void
slow_end (Slow *self, guint64 n)
{
  __atomic_store_n (&self->device.n_ended, n, __ATOMIC_RELEASE);
  rs_device_notify (&self->device.fake.base);
}

static void
wait_work (Slow *self, const char *expected)
{
  for (guint i = 0;; i++)
    {
      g_autofree char *work = rs_queue_describe_work (self->queue);

      if (g_strcmp0 (work, expected) == 0)
        return;
      g_assert_cmpuint (i, <, 100000);
      g_usleep (100);
    }
}

/* Of several that are begun, the device works on the first. */
static void
test_at_work (void)
{
  Slow self;
  g_autofree char *work = NULL;

  slow_init (&self);
  slow_submit (&self, "first", NULL);
  slow_submit (&self, "second", NULL);
  slow_submit (&self, "third", NULL);
  slow_wait_begun (&self, 3);
  work = rs_queue_describe_work (self.queue);
  g_assert_cmpstr (work, ==, "first, and 2 launches wait");
  slow_end (&self, 1);
  wait_work (&self, "second, and 1 launch waits");
  slow_end (&self, 2);
  wait_work (&self, "third");
  slow_end (&self, 3);
  wait_work (&self, NULL);
  slow_clear (&self);
}

/* Where nothing is in the way a launch has begun when it has been submitted, on the program's thread, which ends it
 * when it waits. */
static void
test_begun_here (void)
{
  Slow self;
  RsArray *x = make_vector (RS_ELEMENT_SINGLE, 10);

  slow_init (&self);
  slow_submit (&self, "first", x); /* x is copied: by the queue's thread */
  slow_end (&self, 1);
  g_assert_true (rs_queue_synchronize (self.queue, NULL));
  g_assert_true (self.device.begins != g_thread_self ());
  for (guint round = 1; round <= 3; round++)
    {
      for (guint i = 0; i < 5; i++)
        {
          slow_submit (&self, "next", x);
          g_assert_cmpuint (__atomic_load_n (&self.device.n_begun, __ATOMIC_ACQUIRE), ==, 5 * (round - 1) + i + 2);
          g_assert_true (self.device.begins == g_thread_self ());
        }
      g_assert_cmpint (x->pending_writes, ==, 5);
      slow_end (&self, 5 * round + 1);
      g_assert_true (rs_queue_synchronize (self.queue, NULL));
      g_assert_cmpint (x->pending_writes, ==, 0);
    }
  rs_array_unref (x);
  slow_clear (&self);
}

/* The device computes on the host's cores, and a launch is known to take it a microsecond. */
static void
slow_be_short (Slow *self)
{
  self->device.fake.base.is_processor = TRUE;
  self->kernel.recent_ns = 1000;
  self->kernel.recent_items = 10;
  self->queue->most_gathered = G_MAXINT64;
}

static void
assert_begun (Slow *self, guint64 n)
{
  g_assert_cmpuint (__atomic_load_n (&self->device.n_begun, __ATOMIC_ACQUIRE), ==, n);
}

/* Short launches that meet an idle device are begun several at a time, or when something follows that may wait. */
static void
test_gathered (void)
{
  Slow self, other = { 0 };
  RsArray *x = make_vector (RS_ELEMENT_SINGLE, 10);

  slow_init (&self);
  slow_init (&other);
  rs_queue_join (other.queue, self.queue);
  slow_submit (&self, "first", x);
  slow_end (&self, 1);
  g_assert_true (rs_queue_synchronize (self.queue, NULL));
  slow_be_short (&self);
  for (guint i = 0; i < 7; i++)
    slow_submit (&self, "short", x);
  assert_begun (&self, 1);
  g_assert_cmpint (x->pending_writes, ==, 7);
  slow_submit (&self, "eighth", x);
  assert_begun (&self, 9);
  slow_submit (&self, "at once", x); /* the device is at work */
  assert_begun (&self, 10);
  g_assert_true (self.device.begins == g_thread_self ());
  slow_end (&self, 10);
  slow_submit (&self, "short", x);
  slow_submit (&self, "short", x);
  assert_begun (&self, 10);
  slow_submit (&other, "other", NULL); /* might wait for them */
  assert_begun (&self, 12);
  slow_end (&self, 14);
  slow_end (&other, 1);
  slow_submit (&self, "short", x);
  slow_submit (&self, "short", x);
  assert_begun (&self, 12);
  rs_array_read (x);
  assert_begun (&self, 14);
  g_assert_true (rs_queue_synchronize (self.queue, NULL));
  g_assert_cmpint (x->pending_writes, ==, 0);
  rs_array_unref (x);
  slow_clear (&other);
  slow_clear (&self);
}

/* A launch that the program forgets, a larger one, and one of which there is none before. */
static void
test_not_gathered (void)
{
  Slow self;
  RsArray *x = make_vector (RS_ELEMENT_SINGLE, 10);

  slow_init (&self);
  slow_submit (&self, "first", x);
  slow_end (&self, 1);
  g_assert_true (rs_queue_synchronize (self.queue, NULL));
  slow_be_short (&self);
  self.kernel.recent_items = 0;
  slow_submit (&self, "larger", x);
  assert_begun (&self, 2);
  slow_end (&self, 2);
  self.kernel.recent_items = 10;
  slow_submit (&self, "forgotten", x);
  assert_begun (&self, 2);
  __atomic_store_n (&self.queue->most_gathered, 0, __ATOMIC_RELAXED);
  slow_wait_begun (&self, 3); /* by the queue's thread, after some time */
  g_assert_true (self.device.begins != g_thread_self ());
  slow_end (&self, 3);
  self.kernel.recent_ns = 1000000;
  g_assert_true (rs_queue_synchronize (self.queue, NULL));
  slow_submit (&self, "long", x);
  assert_begun (&self, 4);
  slow_end (&self, 4);
  g_assert_true (rs_queue_synchronize (self.queue, NULL));
  rs_array_unref (x);
  slow_clear (&self);
}

/* How far the program runs ahead follows the memory of the device. */
static void
test_large_memory (void)
{
  Slow self;
  RsArray *arrays[8];

  slow_init (&self);
  self.device.fake.base.memory_limit = (guint64)1 << 30;
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    {
      arrays[i] = make_vector (RS_ELEMENT_SINGLE, 4 << 20);
      slow_submit (&self, "large", arrays[i]); /* 16 MiB each; returns, though none ends */
    }
  g_assert_cmpuint (__atomic_load_n (&self.device.n_ended, __ATOMIC_ACQUIRE), ==, 0);
  slow_end (&self, G_N_ELEMENTS (arrays));
  g_assert_true (rs_queue_synchronize (self.queue, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    rs_array_unref (arrays[i]);
  slow_clear (&self);
}

/* What the program's thread began is ended although that does something else; others that wait for it hear of it. */
static void
test_left (void)
{
  Slow self, other = { 0 };
  RsArray *x = make_vector (RS_ELEMENT_SINGLE, 10);

  slow_init (&self);
  slow_init (&other);
  rs_queue_join (other.queue, self.queue);
  slow_submit (&self, "first", x);
  slow_end (&self, 1);
  g_assert_true (rs_queue_synchronize (self.queue, NULL));
  slow_submit (&self, "second", x);
  g_assert_true (self.device.begins == g_thread_self ());
  slow_end (&self, 2);
  for (guint i = 0; __atomic_load_n (&x->pending_writes, __ATOMIC_ACQUIRE) > 0; i++)
    {
      g_assert_cmpuint (i, <, 100000);
      g_usleep (100);
    }
  slow_submit (&self, "third", x);
  slow_submit (&other, "of the other", x);
  g_usleep (1000);
  g_assert_cmpuint (__atomic_load_n (&other.device.n_begun, __ATOMIC_ACQUIRE), ==, 0);
  slow_end (&self, 3);
  slow_wait_begun (&other, 1);
  slow_end (&other, 1);
  g_assert_true (rs_queue_synchronize (self.queue, NULL));
  rs_array_unref (x);
  slow_clear (&other);
  slow_clear (&self);
}

/* A launch with an array that takes a millisecond, by what is known. */
static void
slow_submit_known (Slow *self, RsCost *cost, RsArray *x, gboolean writes)
{
  RsLaunch *launch = rs_launch_new (&self->kernel, "known", NULL, 0);
  const gint64 n = 1;

  rs_launch_set_grid (launch, 1, &n, NULL);
  rs_launch_set_cost (launch, cost, 0);
  rs_launch_add_array (launch, "x", x, NULL, TRUE, writes);
  g_assert_true (rs_queue_submit (self->queue, launch, NULL));
}

/* What a launch would wait for on another queue is what uses its arrays, not all that is queued there. */
static void
test_waits_for_uses (void)
{
  const gint64 ms = 1000000;
  g_autoptr (RsCosts) costs = rs_costs_new ();
  RsCost *cost = rs_costs_get (costs, costs, 0, 0);
  Slow self, other = { 0 };
  RsArray *x[4], *unused = make_vector (RS_ELEMENT_SINGLE, 10);

  slow_init (&self);
  slow_init (&other);
  rs_queue_join (other.queue, self.queue);
  rs_cost_note (cost, 0, ms);
  rs_cost_note (cost, 0, ms);
  for (guint i = 0; i < G_N_ELEMENTS (x); i++)
    slow_submit_known (&self, cost, x[i] = make_vector (RS_ELEMENT_SINGLE, 10), i != 2);
  g_assert_cmpint (rs_queue_get_backlog (self.queue), ==, 4 * ms);
  for (guint i = 0; i < G_N_ELEMENTS (x); i++)
    {
      g_assert_cmpint (rs_queue_get_wait (other.queue, x[i], FALSE), ==, i == 2 ? 0 : (i + 1) * ms);
      g_assert_cmpint (rs_queue_get_wait (other.queue, x[i], TRUE), ==, (i + 1) * ms);
      g_assert_cmpint (rs_queue_get_wait (self.queue, x[i], TRUE), ==, 0); /* a queue is in order by itself */
    }
  g_assert_cmpint (rs_queue_get_wait (other.queue, unused, TRUE), ==, 0);
  slow_end (&self, 4);
  g_assert_true (rs_queue_synchronize (self.queue, NULL));
  g_assert_cmpint (rs_queue_get_wait (other.queue, x[3], TRUE), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (x); i++)
    rs_array_unref (x[i]);
  rs_array_unref (unused);
  slow_clear (&other);
  slow_clear (&self);
}

/* One that reads and writes some bytes of x. */
static void
slow_submit_part (Slow *self, RsArray *x, gsize first, gsize end)
{
  RsLaunch *launch = rs_launch_new (&self->kernel, "part", NULL, 0);
  const gint64 n = 1;

  rs_launch_set_grid (launch, 1, &n, NULL);
  rs_launch_add_array (launch, "x", x, NULL, TRUE, TRUE);
  rs_launch_set_part (launch, (RsExtent){ first, end });
  g_assert_true (rs_queue_submit (self->queue, launch, NULL));
}

/* Launches on two devices that use bytes of one array go on side by side where these are apart. */
static void
test_parts (void)
{
  Slow self, other = { 0 };
  RsArray *x = make_vector (RS_ELEMENT_SINGLE, 100);

  slow_init (&self);
  slow_init (&other);
  rs_queue_join (other.queue, self.queue);
  for (guint i = 0; i < 100; i++)
    ((float *)rs_array_write (x))[i] = (float)i;
  slow_submit_part (&self, x, 0, 100);
  slow_submit_part (&other, x, 100, 400);
  slow_wait_begun (&other, 1);
  slow_wait_begun (&self, 1);
  slow_submit_part (&self, x, 96, 120); /* some of both */
  slow_submit_part (&other, x, 200, 220);
  slow_wait_begun (&other, 2);
  g_assert_cmpuint (__atomic_load_n (&self.device.n_begun, __ATOMIC_ACQUIRE), ==, 1);
  slow_end (&self, 1);
  slow_end (&other, 2);
  slow_wait_begun (&self, 2);
  slow_submit_part (&other, x, 112, 116);
  slow_submit_part (&self, x, 300, 400);
  slow_wait_begun (&self, 3);
  g_assert_cmpuint (__atomic_load_n (&other.device.n_begun, __ATOMIC_ACQUIRE), ==, 2);
  slow_end (&self, 3);
  slow_wait_begun (&other, 3);
  slow_end (&other, 3);
  g_assert_true (rs_queue_synchronize (self.queue, NULL));
  for (guint i = 0; i < 100; i++)
    g_assert_cmpfloat (((const float *)rs_array_read (x))[i], ==, (float)i);
  rs_array_unref (x);
  slow_clear (&other);
  slow_clear (&self);
}

/* A launch that has one array under two names uses what lies between the parts, too: it is moved with them. */
static void
test_part_between (void)
{
  Slow self, other = { 0 };
  RsArray *x = make_vector (RS_ELEMENT_SINGLE, 100);

  slow_init (&self);
  slow_init (&other);
  rs_queue_join (other.queue, self.queue);
  for (guint i = 0; i < 2; i++)
    {
      RsLaunch *launch = rs_launch_new (&other.kernel, "twice", NULL, 0);
      const gint64 n = 1;

      slow_submit_part (&self, x, 200, 240);
      slow_wait_begun (&self, i + 1);
      rs_launch_set_grid (launch, 1, &n, NULL);
      rs_launch_add_array (launch, "x", x, NULL, TRUE, FALSE);
      rs_launch_set_part (launch, (RsExtent){ 0, 40 });
      rs_launch_add_array (launch, "y", x, NULL, TRUE, i == 0);
      rs_launch_set_part (launch, (RsExtent){ 360, 400 });
      g_assert_true (rs_queue_submit (other.queue, launch, NULL));
      g_assert_cmpuint (launch->waits.n[self.queue->place], ==, i + 1);
      g_usleep (1000);
      g_assert_cmpuint (__atomic_load_n (&other.device.n_begun, __ATOMIC_ACQUIRE), ==, i);
      slow_end (&self, i + 1);
      slow_wait_begun (&other, i + 1);
      slow_end (&other, i + 1);
      g_assert_true (rs_queue_synchronize (self.queue, NULL));
    }
  rs_array_unref (x);
  slow_clear (&other);
  slow_clear (&self);
}

/* More parts than are told apart: what overlaps is still waited for. */
static void
test_many_parts (void)
{
  Slow self, other = { 0 };
  RsArray *x = make_vector (RS_ELEMENT_SINGLE, 1000);

  slow_init (&self);
  slow_init (&other);
  rs_queue_join (other.queue, self.queue);
  for (guint i = 0; i < 15; i++)
    slow_submit_part (&self, x, 100 * i, 100 * i + 100);
  for (guint i = 15; i < 30; i++)
    slow_submit_part (&self, x, 100 * i, 100 * i + 50);
  slow_submit_part (&other, x, 2900, 2904);
  slow_wait_begun (&self, 16);
  slow_end (&self, 29);
  g_usleep (20000);
  g_assert_cmpuint (__atomic_load_n (&other.device.n_begun, __ATOMIC_ACQUIRE), ==, 0);
  slow_end (&self, 30);
  slow_wait_begun (&other, 1);
  slow_end (&other, 1);
  g_assert_true (rs_queue_synchronize (self.queue, NULL));
  rs_array_unref (x);
  slow_clear (&other);
  slow_clear (&self);
}

static gpointer
end_by_and_by (gpointer data)
{
  Slow *self = data;
  GRand *draw = g_rand_new_with_seed (7);
  guint64 n = 0;

  while ((n = __atomic_load_n (&self->device.n_ended, __ATOMIC_ACQUIRE)) < G_MAXUINT64)
    {
      const guint64 n_begun = __atomic_load_n (&self->device.n_begun, __ATOMIC_ACQUIRE);
      guint64 expected = n;

      if (n < n_begun
          && __atomic_compare_exchange_n (&self->device.n_ended, &expected,
                                          n + 1 + (guint64)g_rand_int_range (draw, 0, (gint)(n_begun - n)), FALSE,
                                          __ATOMIC_RELEASE, __ATOMIC_RELAXED))
        rs_device_notify (&self->device.fake.base);
      if (g_rand_int_range (draw, 0, 4) == 0)
        g_usleep ((gulong)g_rand_int_range (draw, 0, 60));
    }
  g_rand_free (draw);
  return NULL;
}

#define N_VECTORS 4

/* y = 2 x of vectors that are drawn, and looks at some of them, while the device takes its time. is_short: the launches
 * may be gathered. */
static void
test_drawn (gconstpointer is_short)
{
  Slow self;
  RsArray *x[N_VECTORS];
  float expected[N_VECTORS];
  GRand *draw = g_rand_new_with_seed (11);
  GThread *thread;

  slow_init (&self);
  if (is_short != NULL)
    slow_be_short (&self);
  self.queue->most_gathered = RS_MOST_GATHERED_NS;
  thread = g_thread_new ("device", end_by_and_by, &self);
  for (guint i = 0; i < N_VECTORS; i++)
    {
      x[i] = make_vector (RS_ELEMENT_SINGLE, 10);
      expected[i] = ((float *)rs_array_write (x[i]))[0] = (float)(i + 1);
    }
  for (guint i = 0; i < 4000; i++)
    {
      const guint from = (guint)g_rand_int_range (draw, 0, N_VECTORS), to = (from + 1 + i % 3) % N_VECTORS;
      const gint64 n = 10;
      RsLaunch *launch = rs_launch_new (&self.kernel, "drawn", NULL, 0);

      rs_launch_set_grid (launch, 1, &n, NULL);
      rs_launch_add_array (launch, "x", x[from], NULL, TRUE, FALSE);
      rs_launch_add_array (launch, "y", x[to], NULL, FALSE, TRUE);
      g_assert_true (rs_queue_submit (self.queue, launch, NULL));
      expected[to] = 2 * expected[from];
      if (expected[to] > 1e6f)
        expected[to] = ((float *)rs_array_write (x[to]))[0] = 1;
      if (g_rand_int_range (draw, 0, 10) == 0)
        g_assert_cmpfloat (((const float *)rs_array_read (x[from]))[0], ==, expected[from]);
      if (g_rand_int_range (draw, 0, 30) == 0)
        g_assert_true (rs_queue_synchronize (self.queue, NULL));
    }
  for (guint i = 0; i < N_VECTORS; i++)
    g_assert_cmpfloat (((const float *)rs_array_read (x[i]))[0], ==, expected[i]);
  g_assert_true (rs_queue_synchronize (self.queue, NULL));
  slow_end (&self, G_MAXUINT64);
  g_thread_join (thread);
  for (guint i = 0; i < N_VECTORS; i++)
    rs_array_unref (x[i]);
  g_rand_free (draw);
  slow_clear (&self);
}

/* Launches with more than fits into one piece of memory, and with less, in turns: each has what was added to it. */
static void
test_many_parameters (void)
{
  for (guint round = 0; round < 6; round++)
    {
      const guint n = round % 2 == 0 ? 100 : 2;
      RsLaunch *launch = rs_launch_new (NULL, "many", "many.q", 7);

      for (guint i = 0; i < n; i++)
        {
          g_autofree char *name = g_strdup_printf ("p%u", i);
          guint8 bytes[300];

          memset (bytes, (int)(i + round), sizeof bytes);
          rs_launch_add_number (launch, name, bytes, sizeof bytes);
        }
      rs_launch_prepare (launch);
      g_assert_cmpstr (launch->title, ==, "many");
      g_assert_cmpstr (launch->file, ==, "many.q");
      g_assert_cmpuint (launch->work.n_arguments, ==, n);
      for (guint i = 0; i < n; i++)
        {
          const RsLaunchParameter *parameter = launch->parameters[i];
          g_autofree char *name = g_strdup_printf ("p%u", i);

          g_assert_cmpstr (parameter->name, ==, name);
          g_assert_true (launch->work.arguments[i] == parameter->payload);
          g_assert_cmpuint ((gsize)parameter->payload % 64, ==, 0);
          for (guint k = 0; k < 300; k++)
            g_assert_cmpuint (parameter->payload[k], ==, (i + round) % 256);
        }
      rs_launch_free (launch);
    }
}

#define CLOCKS_DIFFER 10000 /* ns */

typedef struct {
  int n_kernels, n_chunks;
  gint64 items, chunk_items, threads;
  gint64 start, end;            /* of the kernel */
  gint64 first_start, last_end; /* of its chunks; guarded by lock */
  GMutex lock;
} Counts;

static void
count_event (const RsTraceEvent *event, gpointer data)
{
  Counts *counts = data;

  if (event->kind == RS_TRACE_KERNEL)
    {
      __atomic_add_fetch (&counts->n_kernels, 1, __ATOMIC_RELAXED);
      counts->items = event->b;
      counts->threads = event->threads;
      counts->start = event->start;
      counts->end = event->end;
      g_assert_cmpint (event->line, ==, 3);
      g_assert_cmpint (event->end, >=, event->start);
    }
  if (event->kind == RS_TRACE_CHUNK)
    {
      __atomic_add_fetch (&counts->n_chunks, 1, __ATOMIC_RELAXED);
      __atomic_add_fetch (&counts->chunk_items, event->b, __ATOMIC_RELAXED);
      g_mutex_lock (&counts->lock);
      counts->first_start = counts->first_start == 0 ? event->start : MIN (counts->first_start, event->start);
      counts->last_end = MAX (counts->last_end, event->end);
      g_mutex_unlock (&counts->lock);
    }
}

static void
ignore_name (guint32 id, const char *name, gpointer data)
{
}

static void
test_events (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RsArray) x = make_vector (RS_ELEMENT_SINGLE, 10000);
  Counts counts = { 0 };
  RsTraceListener listener = { count_event, ignore_name, ignore_name, &counts };
  RsLaunch *launch = start_launch (fixture, "slow", x->n_elements);

  g_assert_true (rs_trace_listen (&listener));
  rs_launch_add_array (launch, "x", x, NULL, TRUE, TRUE);
  submit (fixture, launch);
  g_assert_true (rs_queue_synchronize (fixture->queue, NULL));
  rs_trace_unlisten ();
  g_assert_cmpint (counts.n_kernels, ==, 1);
  g_assert_cmpint (counts.items, ==, 10000);
  g_assert_cmpint (counts.threads, ==, GPOINTER_TO_INT (data));
  /* Of one thread the kernel's event is all. */
  g_assert_cmpint (counts.n_chunks > 0, ==, counts.threads > 1);
  if (counts.threads == 1)
    return;
  g_assert_cmpint (counts.chunk_items, ==, 10000);
  /* The kernel is as long as its items run; clocks of threads differ a little. */
  g_assert_cmpint (counts.start, <=, counts.first_start + CLOCKS_DIFFER);
  g_assert_cmpint (counts.end, >=, counts.last_end - CLOCKS_DIFFER);
}

int
main (int argc, char **argv)
{
  static const int threads[] = { 1, 2, 5 };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      gconstpointer n = GINT_TO_POINTER (threads[i]);
      struct {
        const char *name;
        void (*test) (Fixture *fixture, gconstpointer data);
      } tests[] = { { "order", test_order }, { "references", test_references }, { "results", test_results },
                    { "error", test_error }, { "assertion", test_assertion },   { "fault", test_fault },
                    { "stop", test_stop },   { "events", test_events } };

      for (gsize k = 0; k < G_N_ELEMENTS (tests); k++)
        {
          g_autofree char *path = g_strdup_printf ("/queue/%s/%d-threads", tests[k].name, threads[i]);

          g_test_add (path, Fixture, n, set_up, tests[k].test, tear_down);
        }
    }
  g_test_add_func ("/queue/waits-for-uses", test_waits_for_uses);
  g_test_add_func ("/queue/foreign-fault", test_foreign_fault);
  g_test_add_func ("/queue/many-parameters", test_many_parameters);
  g_test_add_func ("/queue/ahead", test_ahead);
  g_test_add_func ("/queue/free", test_free);
  g_test_add ("/queue/failed-part", Fixture, NULL, set_up, test_failed_part, tear_down);
  g_test_add ("/queue/in-turn", Fixture, NULL, set_up, test_in_turn, tear_down);
  g_test_add ("/queue/one-thread", Fixture, NULL, set_up, test_one_thread, tear_down);
  g_test_add ("/queue/awaited", Fixture, NULL, set_up, test_awaited, tear_down);
  g_test_add ("/queue/awaited-beside", Fixture, NULL, set_up, test_awaited_beside, tear_down);
  g_test_add ("/queue/most-backlog", Fixture, NULL, set_up, test_most_backlog, tear_down);
  g_test_add_func ("/queue/other-memory", test_other_memory);
  g_test_add_func ("/queue/at-work", test_at_work);
  g_test_add_func ("/queue/begun-here", test_begun_here);
  g_test_add_func ("/queue/left", test_left);
  g_test_add_func ("/queue/gathered", test_gathered);
  g_test_add_func ("/queue/not-gathered", test_not_gathered);
  g_test_add_data_func ("/queue/drawn", NULL, test_drawn);
  g_test_add_data_func ("/queue/drawn-short", GINT_TO_POINTER (1), test_drawn);
  g_test_add_func ("/queue/parts", test_parts);
  g_test_add_func ("/queue/part-between", test_part_between);
  g_test_add_func ("/queue/many-parts", test_many_parts);
  g_test_add_func ("/queue/memory/large", test_large_memory); /* last: others look at how much there was at most */
  return g_test_run ();
}
