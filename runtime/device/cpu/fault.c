/* Faults in generated code end as errors of their kernel, and a program that is stopped leaves it at once.
 *
 * A worker sets a recovery point around the boxes that it runs. When a fault arrives while its thread-local pointer to
 * that point is set, the handler, which runs on a stack of its own, jumps back there. Any other fault is none of ours:
 * it goes to the handler that was there before, or to the default action, which ends the process.
 *
 * Stopping uses the same point: each thread that runs generated code says for which stop flag, and whoever sets that
 * flag sends these threads a signal, whose handler jumps. So no loop has to look at the flag, however long it is, and
 * none is slower for it. The signal is SIGURG, which does nothing where it arrives late. Generated code holds no lock;
 * where it asks for memory (arrays of work items) it is not left this way, and looks at the flag itself.
 *
 * A pause comes the same way, without the flag: on the thread that a debugger has, the handler calls it, and the code
 * goes on when it returns.
 *
 * Under AddressSanitizer, which has its own handler, nothing is installed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/device/cpu/cpu-private.h"

#include <setjmp.h>
#include <signal.h>
#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/base/error.h"
#include "runtime/device/device.h"

/* Of address space: a debugger may stand in the handler, and asks for as much as on any other stack. */
#define STACK_BYTES ((gsize)8 << 20)

typedef struct {
  sigjmp_buf point;
  RsFault *fault;
} Recovery;

/* The sanitizers handle faults themselves. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED TRUE
#else
#define IS_SANITIZED FALSE
#endif

#define STOP_SIGNAL SIGURG
#define MOST_RUNNERS 1024 /* threads; those beyond leave generated code at its end */

/* A thread that has run generated code. */
typedef struct {
  _Alignas (64) const gint *stop; /* atomic; not NULL: it does now, and leaves it when this flag is set */
  gint thread;                    /* atomic; what the system calls it; 0: the place is free */
} Runner;

static const int fault_signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL };

static struct sigaction previous[G_N_ELEMENTS (fault_signals)];
static _Thread_local Recovery *volatile armed; /* not NULL: generated code runs on this thread */
static _Thread_local volatile gint is_held;    /* it may not be left; 2: it is to be, as soon as it may */
static _Thread_local Runner *runner;           /* of this thread; NULL: none yet */
static Runner runners[MOST_RUNNERS];
static gint n_runners; /* atomic: places that were ever taken */

static void
free_stack (gpointer data)
{
  stack_t none = { .ss_flags = SS_DISABLE };

  sigaltstack (&none, NULL);
  munmap (data, STACK_BYTES);
}

static GPrivate thread_stack = G_PRIVATE_INIT (free_stack);

/* A fault that is not ours. */
static void
chain (int number, siginfo_t *info, void *context)
{
  gsize i = 0;

  while (fault_signals[i] != number)
    i++;
  if (previous[i].sa_flags & SA_SIGINFO)
    previous[i].sa_sigaction (number, info, context);
  else if (previous[i].sa_handler != SIG_DFL && previous[i].sa_handler != SIG_IGN)
    previous[i].sa_handler (number);
  else
    {
      struct sigaction action = { .sa_handler = SIG_DFL };

      sigaction (number, &action, NULL); /* the instruction faults again when this handler returns */
      if (info->si_code <= 0)
        raise (number); /* it was sent by somebody: nothing will fault again */
    }
}

static void
handle_fault (int number, siginfo_t *info, void *context)
{
  Recovery *recovery = armed;

  if (recovery == NULL || info->si_code <= 0)
    {
      chain (number, info, context);
      return;
    }
  armed = NULL;
  *recovery->fault = (RsFault){ .signal = number, .code = info->si_code, .address = info->si_addr };
  siglongjmp (recovery->point, 1);
}

/* --- stopping --- */

static gboolean
is_to_stop (void)
{
  const gint *stop = runner != NULL ? __atomic_load_n (&runner->stop, __ATOMIC_RELAXED) : NULL;

  return stop != NULL && __atomic_load_n (stop, __ATOMIC_RELAXED) != 0;
}

/* A pause. Generated code holds no lock, so that anything may be called here but generated code. */
static void
poll_here (Recovery *recovery)
{
  const gint *stop = __atomic_load_n (&runner->stop, __ATOMIC_RELAXED);
  int kept = errno;

  armed = NULL;
  __atomic_store_n (&runner->stop, NULL, __ATOMIC_SEQ_CST);
  rs_error_poll ();
  armed = recovery;
  __atomic_store_n (&runner->stop, stop, __ATOMIC_SEQ_CST);
  errno = kept;
}

static void
handle_stop (int number)
{
  Recovery *recovery = armed;

  if (recovery == NULL)
    return;
  if (is_held)
    {
      is_held = 2;
      return;
    }
  if (!is_to_stop () && rs_error_is_polled () && runner != NULL)
    poll_here (recovery);
  if (!is_to_stop ())
    return;
  armed = NULL;
  *recovery->fault = (RsFault){ .is_stop = TRUE };
  siglongjmp (recovery->point, 1);
}

void
rs_fault_hold (void)
{
  g_assert (is_held == 0);
  is_held = 1;
}

void
rs_fault_release (void)
{
  gboolean was_stopped = is_held == 2;

  g_assert (is_held != 0);
  is_held = 0;
  if (was_stopped)
    handle_stop (STOP_SIGNAL);
}

/* From a signal handler, too, which may have interrupted generated code: then the signal to this thread has to wait
 * until that handler returns, which gives the thread its mask back. A thread that has ended meanwhile is not found, or
 * is another one, which minds nothing. */
void
rs_device_interrupt (const gint *stop)
{
  const gint n_now = __atomic_load_n (&n_runners, __ATOMIC_SEQ_CST), n = MIN (n_now, MOST_RUNNERS), kept = errno;
  sigset_t signals;

  if (armed != NULL)
    {
      sigemptyset (&signals);
      sigaddset (&signals, STOP_SIGNAL);
      pthread_sigmask (SIG_BLOCK, &signals, NULL);
    }
  for (gint i = 0; i < n; i++)
    if (__atomic_load_n (&runners[i].stop, __ATOMIC_SEQ_CST) == stop)
      syscall (SYS_tgkill, getpid (), __atomic_load_n (&runners[i].thread, __ATOMIC_RELAXED), STOP_SIGNAL);
  errno = kept;
}

static void
free_runner (gpointer data)
{
  runner = NULL;
  __atomic_store_n (&((Runner *)data)->thread, 0, __ATOMIC_RELEASE);
}

static GPrivate thread_runner = G_PRIVATE_INIT (free_runner);

static void
take_runner (void)
{
  gint thread = gettid ();

  for (gint i = 0; i < MOST_RUNNERS && runner == NULL; i++)
    {
      gint free_place = 0, n = __atomic_load_n (&n_runners, __ATOMIC_RELAXED);

      if (!__atomic_compare_exchange_n (&runners[i].thread, &free_place, thread, FALSE, __ATOMIC_SEQ_CST,
                                        __ATOMIC_RELAXED))
        continue;
      runner = &runners[i];
      g_private_set (&thread_runner, runner);
      while (n <= i && !__atomic_compare_exchange_n (&n_runners, &n, i + 1, FALSE, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
        ;
    }
}

static void
set_stop (const gint *stop)
{
  if (runner == NULL && stop != NULL)
    take_runner ();
  if (runner != NULL)
    __atomic_store_n (&runner->stop, stop, __ATOMIC_SEQ_CST);
}

/* --- guarding --- */

void
rs_fault_install (void)
{
  static gsize once;

  if (!IS_SANITIZED && g_once_init_enter (&once))
    {
      /* NODEFER: the jump out of the handler does not restore the mask, which would cost a system call a box. */
      struct sigaction action = { .sa_sigaction = handle_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER };

      sigemptyset (&action.sa_mask);
      for (gsize i = 0; i < G_N_ELEMENTS (fault_signals); i++)
        sigaction (fault_signals[i], &action, &previous[i]);
      action = (struct sigaction){ .sa_handler = handle_stop, .sa_flags = SA_ONSTACK | SA_NODEFER | SA_RESTART };
      sigaction (STOP_SIGNAL, &action, NULL);
      g_once_init_leave (&once, 1);
    }
}

/* A thread that has an alternate stack already keeps it. */
static void
ensure_stack (void)
{
  stack_t stack;
  gpointer memory;

  if (g_private_get (&thread_stack) != NULL || sigaltstack (NULL, &stack) != 0 || (stack.ss_flags & SS_DISABLE) == 0)
    return;
  memory = mmap (NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return;
  stack = (stack_t){ .ss_sp = memory, .ss_size = STACK_BYTES };
  if (sigaltstack (&stack, NULL) == 0)
    g_private_set (&thread_stack, memory);
  else
    munmap (memory, STACK_BYTES);
}

gboolean
rs_fault_guard (void (*run) (gpointer data), gpointer data, const gint *stop, RsFault *fault)
{
  Recovery recovery = { .fault = fault };

  if (IS_SANITIZED)
    {
      run (data);
      return TRUE;
    }
  ensure_stack ();
  is_held = 0;
  if (sigsetjmp (recovery.point, 0) != 0)
    {
      set_stop (NULL);
      return FALSE;
    }
  armed = &recovery;
  set_stop (stop); /* run looks at the flag first: either it sees it set, or who sets it sees this thread */
  run (data);
  armed = NULL;
  set_stop (NULL);
  return TRUE;
}
