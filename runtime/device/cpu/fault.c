/* Faults in generated code end as errors of their kernel.
 *
 * A worker sets a recovery point around the boxes that it runs. When a fault arrives while its thread-local pointer to
 * that point is set, the handler, which runs on a stack of its own, jumps back there. Any other fault is none of ours:
 * it goes to the handler that was there before, or to the default action, which ends the process.
 *
 * Under AddressSanitizer, which has its own handler, nothing is installed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/device/cpu/cpu-private.h"

#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>

#define STACK_BYTES ((gsize)64 << 10)

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

static const int fault_signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL };

static struct sigaction previous[G_N_ELEMENTS (fault_signals)];
static _Thread_local Recovery *volatile armed; /* not NULL: generated code runs on this thread */

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
  *recovery->fault = (RsFault){ number, info->si_code, info->si_addr };
  siglongjmp (recovery->point, 1);
}

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
rs_fault_guard (void (*run) (gpointer data), gpointer data, RsFault *fault)
{
  Recovery recovery = { .fault = fault };

  if (IS_SANITIZED)
    {
      run (data);
      return TRUE;
    }
  ensure_stack ();
  if (sigsetjmp (recovery.point, 0) != 0)
    return FALSE;
  armed = &recovery;
  run (data);
  armed = NULL;
  return TRUE;
}
