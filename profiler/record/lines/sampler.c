/* See sampler.h.
 *
 * A slot serves one thread after the other and is never freed, since a handler may still be on its way when its
 * thread's timer is gone. A handler finds its slot by the timer's number or by the file that the signal names.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/record/lines/sampler.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#define MOST_THREADS 1024u
#define MOST_FILES 4096
#define RING_SAMPLES 2048u /* a power of 2; two seconds at 1 kHz: the writer may have to wait for a processor */

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define UNCHECKED __attribute__ ((no_sanitize ("address", "thread", "undefined")))
#else
#define UNCHECKED
#endif

typedef struct {
  gint thread_id;  /* atomic; 0: free */
  int owner;       /* whose samples are there */
  gint64 cpu_time; /* at the last sample; the handler's */
  guint64 head;    /* written by the handler; published */
  guint64 tail;    /* the sampler's; published */
  gint64 lost;
  clockid_t clock;
  int file; /* of perf_event_open; -1: a timer */
  timer_t timer;
  gboolean is_seen;        /* by the last look for threads */
  gint n_inside;           /* handlers that look at this slot; atomic */
  RsCounterGroup counters; /* closed only when no handler is inside */
  RsSample samples[RING_SAMPLES];
} Slot;

struct _RsSampler {
  guint rate;
  gboolean has_perf, excludes_kernel;
  char *description;
  struct sigaction before;
  int left_out; /* thread id; 0: none */
  gint64 lost;  /* of threads that have ended */
};

static Slot *slots[MOST_THREADS]; /* atomic; never freed */
static gint by_file[MOST_FILES];  /* atomic; slot + 1 */
static gboolean is_running;       /* one sampler at a time; atomic */

/* --- the handler --- */

static gint64
read_clock (clockid_t clock)
{
  struct timespec now;

  return clock_gettime (clock, &now) == 0 ? (gint64)now.tv_sec * G_GINT64_CONSTANT (1000000000) + now.tv_nsec : 0;
}

/* The stack as it is: what is beside variables, too. */
UNCHECKED static void
read_machine (const ucontext_t *context, RsSample *sample)
{
  const volatile gsize *stack = NULL;

#if defined(__x86_64__)
  sample->address = (gsize)context->uc_mcontext.gregs[REG_RIP];
  stack = (const volatile gsize *)context->uc_mcontext.gregs[REG_RSP];
  sample->frame = (gsize)context->uc_mcontext.gregs[REG_RBP];
#elif defined(__aarch64__)
  sample->address = context->uc_mcontext.pc;
  stack = (const volatile gsize *)context->uc_mcontext.sp;
  sample->frame = context->uc_mcontext.regs[29];
#endif
  sample->stack = (gsize)stack;
  /* There is always so much above: what called the thread's function. */
  for (guint i = 0; i < RS_SAMPLE_WORDS; i++)
    sample->words[i] = stack != NULL ? stack[i] : 0;
}

static void
take_sample (Slot *slot, const ucontext_t *context)
{
  guint64 head = __atomic_load_n (&slot->head, __ATOMIC_RELAXED);
  gint64 cpu_time = read_clock (CLOCK_THREAD_CPUTIME_ID);
  RsSample *sample = &slot->samples[head % RING_SAMPLES];

  if (head - __atomic_load_n (&slot->tail, __ATOMIC_ACQUIRE) >= RING_SAMPLES)
    {
      __atomic_store_n (&slot->lost, slot->lost + 1, __ATOMIC_RELAXED);
      return; /* the next sample stands for its time, too */
    }
  sample->time = read_clock (CLOCK_MONOTONIC);
  sample->cpu = MAX (cpu_time - slot->cpu_time, 0);
  slot->cpu_time = cpu_time;
  sample->is_estimate = rs_counter_group_read (&slot->counters, sample->counters);
  sample->n_frames = rs_trace_walk (sample->frames, RS_SAMPLE_FRAMES);
  read_machine (context, sample);
  __atomic_store_n (&slot->head, head + 1, __ATOMIC_RELEASE);
}

static void
handle_signal (int number, siginfo_t *info, void *context)
{
  int error = errno, index = -1;
  Slot *slot;

  if (info->si_code == SI_TIMER)
    index = info->si_value.sival_int;
  else if (info->si_code > 0 && info->si_fd >= 0 && info->si_fd < MOST_FILES)
    index = __atomic_load_n (&by_file[info->si_fd], __ATOMIC_ACQUIRE) - 1;
  slot = index >= 0 && index < (int)MOST_THREADS ? __atomic_load_n (&slots[index], __ATOMIC_ACQUIRE) : NULL;
  if (slot != NULL)
    {
      __atomic_add_fetch (&slot->n_inside, 1, __ATOMIC_SEQ_CST);
      if (__atomic_load_n (&slot->thread_id, __ATOMIC_SEQ_CST) == (gint)syscall (SYS_gettid))
        take_sample (slot, context);
      __atomic_sub_fetch (&slot->n_inside, 1, __ATOMIC_RELEASE);
    }
  errno = error;
}

/* --- timers --- */

static int
open_perf (int thread_id, guint rate, gboolean excludes_kernel)
{
  struct perf_event_attr attributes = {
    .type = PERF_TYPE_SOFTWARE,
    .size = sizeof attributes,
    .config = PERF_COUNT_SW_TASK_CLOCK,
    .sample_period = 1000000000u / rate,
    .sample_type = PERF_SAMPLE_IP,
    .disabled = 1,
    .exclude_kernel = excludes_kernel,
    .exclude_hv = 1,
    .wakeup_events = 1,
  };

  return (int)syscall (SYS_perf_event_open, &attributes, thread_id, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

static gboolean
start_perf (RsSampler *self, Slot *slot, gint index, int thread_id)
{
  struct f_owner_ex owner = { F_OWNER_TID, thread_id };

  slot->file = open_perf (thread_id, self->rate, self->excludes_kernel);
  if (slot->file < 0)
    return FALSE;
  if (slot->file < MOST_FILES && fcntl (slot->file, F_SETSIG, SIGPROF) == 0
      && fcntl (slot->file, F_SETOWN_EX, &owner) == 0 && fcntl (slot->file, F_SETFL, O_ASYNC | O_NONBLOCK) == 0)
    {
      __atomic_store_n (&by_file[slot->file], index + 1, __ATOMIC_RELEASE);
      if (ioctl (slot->file, PERF_EVENT_IOC_ENABLE, 0) == 0)
        return TRUE;
      __atomic_store_n (&by_file[slot->file], 0, __ATOMIC_RELEASE);
    }
  close (slot->file);
  slot->file = -1;
  return FALSE;
}

static gboolean
start_timer (RsSampler *self, Slot *slot, gint index, int thread_id)
{
  struct sigevent event = { .sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGPROF, .sigev_value.sival_int = index };
  const long period = 1000000000 / (long)self->rate;
  const struct itimerspec times
      = { { period / 1000000000, period % 1000000000 }, { period / 1000000000, period % 1000000000 } };

  event._sigev_un._tid = thread_id;
  if (timer_create (slot->clock, &event, &slot->timer) != 0)
    return FALSE;
  if (timer_settime (slot->timer, 0, &times, NULL) == 0)
    return TRUE;
  timer_delete (slot->timer);
  return FALSE;
}

static void
stop_slot (RsSampler *self, Slot *slot)
{
  if (slot->file >= 0)
    {
      __atomic_store_n (&by_file[slot->file], 0, __ATOMIC_RELEASE);
      close (slot->file);
      slot->file = -1;
    }
  else
    timer_delete (slot->timer);
}

/* --- threads --- */

/* From now on no handler takes a sample there, so that the files of the counters may become others'. */
static void
release_slot (Slot *slot)
{
  __atomic_store_n (&slot->thread_id, 0, __ATOMIC_SEQ_CST);
  while (__atomic_load_n (&slot->n_inside, __ATOMIC_SEQ_CST) > 0)
    g_thread_yield ();
  rs_counter_group_close (&slot->counters);
}

static Slot *
find_slot (int thread_id, gint *free_index)
{
  *free_index = -1;
  for (guint i = 0; i < MOST_THREADS; i++)
    {
      Slot *slot = slots[i];

      if (slot != NULL && slot->thread_id == thread_id)
        return slot;
      if (*free_index < 0 && (slot == NULL || (slot->thread_id == 0 && slot->head == slot->tail)))
        *free_index = (gint)i;
      if (slot == NULL)
        break;
    }
  return NULL;
}

/* FALSE: it is sampled already, or can't be. */
static gboolean
add_thread (RsSampler *self, int thread_id)
{
  gint index;
  Slot *slot = find_slot (thread_id, &index);

  if (slot != NULL)
    slot->is_seen = TRUE;
  if (slot != NULL || index < 0)
    return FALSE;
  slot = slots[index] != NULL ? slots[index] : g_new0 (Slot, 1);
  slot->clock = (clockid_t)((~(guint)thread_id << 3) | 6); /* the kernel's number of a thread's CPU clock */
  slot->cpu_time = read_clock (slot->clock);
  slot->is_seen = TRUE;
  slot->owner = thread_id;
  slot->file = -1;
  slot->lost = 0;
  rs_counter_group_open (&slot->counters, thread_id);
  __atomic_store_n (&slot->thread_id, thread_id, __ATOMIC_RELEASE);
  __atomic_store_n (&slots[index], slot, __ATOMIC_RELEASE);
  if ((self->has_perf && start_perf (self, slot, index, thread_id)) || start_timer (self, slot, index, thread_id))
    return TRUE;
  release_slot (slot); /* it has ended */
  return FALSE;
}

static void
remove_thread (RsSampler *self, Slot *slot)
{
  stop_slot (self, slot);
  self->lost += slot->lost;
  slot->lost = 0;
  release_slot (slot);
}

gboolean
rs_sampler_find_threads (RsSampler *self)
{
  g_autoptr (GDir) folder = g_dir_open ("/proc/self/task", 0, NULL);
  int own = (int)syscall (SYS_gettid);
  gboolean any = FALSE;
  const char *name;

  if (folder == NULL)
    return FALSE;
  for (guint i = 0; i < MOST_THREADS && slots[i] != NULL; i++)
    slots[i]->is_seen = FALSE;
  while ((name = g_dir_read_name (folder)) != NULL)
    {
      int thread_id = (int)g_ascii_strtoll (name, NULL, 10);

      if (thread_id > 0 && thread_id != own && thread_id != self->left_out)
        any |= add_thread (self, thread_id);
    }
  for (guint i = 0; i < MOST_THREADS && slots[i] != NULL; i++)
    if (slots[i]->thread_id != 0 && !slots[i]->is_seen && slots[i]->head == slots[i]->tail)
      remove_thread (self, slots[i]);
  return any;
}

/* --- the sampler --- */

/* Which timers can be had: tried with the calling thread. */
static void
choose_timer (RsSampler *self)
{
  int own = (int)syscall (SYS_gettid);
  int file = open_perf (own, self->rate, FALSE);

  if (file < 0)
    {
      self->excludes_kernel = TRUE;
      file = open_perf (own, self->rate, TRUE);
    }
  self->has_perf = file >= 0;
  if (file >= 0)
    close (file);
  self->description
      = g_strdup_printf (self->has_perf ? "%u a second of processor time%s"
                                        : "%u a second of processor time%s, as often as the kernel's tick comes",
                         self->rate, self->excludes_kernel && self->has_perf ? ", without time in the kernel" : "");
}

RsSampler *
rs_sampler_new (guint rate, GError **error)
{
  struct sigaction action = { .sa_sigaction = handle_signal, .sa_flags = SA_SIGINFO | SA_RESTART };
  RsSampler *self;

  g_assert (rate >= 1 && rate <= 10000);
  if (__atomic_exchange_n (&is_running, TRUE, __ATOMIC_SEQ_CST))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_BUSY, "lines are being sampled already");
      return NULL;
    }
  self = g_new0 (RsSampler, 1);
  self->rate = rate;
  if ((int)syscall (SYS_gettid) != getpid ())
    self->left_out = getpid ();
  choose_timer (self);
  sigfillset (&action.sa_mask);
  sigaction (SIGPROF, &action, &self->before);
  return self;
}

void
rs_sampler_stop (RsSampler *self)
{
  for (guint i = 0; i < MOST_THREADS && slots[i] != NULL; i++)
    if (slots[i]->thread_id != 0)
      remove_thread (self, slots[i]);
}

void
rs_sampler_free (RsSampler *self)
{
  if (self == NULL)
    return;
  rs_sampler_stop (self);
  /* A signal may still be on its way: the default action would end the process. */
  if ((self->before.sa_flags & SA_SIGINFO) == 0 && self->before.sa_handler == SIG_DFL)
    self->before.sa_handler = SIG_IGN;
  sigaction (SIGPROF, &self->before, NULL);
  __atomic_store_n (&is_running, FALSE, __ATOMIC_SEQ_CST);
  g_free (self->description);
  g_free (self);
}

void
rs_sampler_take (RsSampler *self, RsSampleFunc func, gpointer data)
{
  for (guint i = 0; i < MOST_THREADS && slots[i] != NULL; i++)
    {
      Slot *slot = slots[i];
      guint64 head = __atomic_load_n (&slot->head, __ATOMIC_ACQUIRE);

      for (; slot->tail != head; __atomic_store_n (&slot->tail, slot->tail + 1, __ATOMIC_RELEASE))
        func (slot->owner, &slot->samples[slot->tail % RING_SAMPLES], data);
    }
}

gint64
rs_sampler_get_lost (RsSampler *self)
{
  gint64 lost = self->lost;

  for (guint i = 0; i < MOST_THREADS && slots[i] != NULL; i++)
    lost += __atomic_load_n (&slots[i]->lost, __ATOMIC_RELAXED);
  return lost;
}

const char *
rs_sampler_describe (RsSampler *self)
{
  return self->description;
}
