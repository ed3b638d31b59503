/* Running a kernel: its blocks one after the other, in one of three orders; the threads of a block in that order, too,
 * as fibers where they meet at barriers: each runs to the next one before any goes on behind it.
 *
 * A module has its own positions and shared memory, and a stream runs one kernel at a time.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "standin.h"

#include <dlfcn.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#define STACK_BYTES (256 << 10)
#define N_ORDERS 3
#define MIXER 2654435761u /* odd: i * MIXER + c mod 2^k is another order of 0..2^k-1 */

typedef struct {
  unsigned x, y, z;
} Three;

struct CUfunc_st {
  char *name;
  void (*run) (void **arguments);
  const unsigned long *sizes;
  guint bound;
  gboolean has_barrier;
  Three *thread, *block, *block_size, *grid_size;
  void (**barrier) (void);
};

typedef struct {
  ucontext_t context;
  gboolean has_ended;
  Three position;
} Fiber;

typedef struct {
  const Function *function;
  void **arguments;
  ucontext_t scheduler;
  Fiber *fibers, *running;
} Block;

static _Thread_local Block *current;
static _Thread_local char *stacks; /* of the threads of a block; kept */

static void *
find (void *library, const char *what, const char *name)
{
  g_autofree char *symbol = g_strdup_printf ("%s%s", what, name);

  return dlsym (library, symbol);
}

Function *
standin_function_new (void *library, const char *name)
{
  Function *self;
  void (*run) (void **) = (void (*) (void **))find (library, "standin_run_", name);

  if (run == NULL)
    return NULL;
  self = g_new0 (Function, 1);
  self->name = g_strdup (name);
  self->run = run;
  self->sizes = find (library, "standin_sizes_", name);
  self->bound = *(const unsigned *)find (library, "standin_bound_", name);
  self->has_barrier = *(const int *)dlsym (library, "standin_has_barrier");
  self->thread = dlsym (library, "threadIdx");
  self->block = dlsym (library, "blockIdx");
  self->block_size = dlsym (library, "blockDim");
  self->grid_size = dlsym (library, "gridDim");
  self->barrier = dlsym (library, "standin_barrier");
  return self;
}

const char *
standin_function_name (const Function *self)
{
  return self->name;
}

guint
standin_function_count (const Function *self)
{
  guint n = 0;

  while (self->sizes[n] != 0)
    n++;
  return n;
}

gsize
standin_function_bytes (const Function *self, guint i)
{
  return self->sizes[i];
}

guint
standin_function_bound (const Function *self)
{
  return self->bound;
}

/* The i-th of n in an order. */
static guint64
place (guint64 i, guint64 n, guint order)
{
  guint64 power = 1;

  if (order == 0)
    return i;
  if (order == 1)
    return n - 1 - i;
  while (power < n)
    power *= 2;
  if (power == n) /* else there are gaps */
    return (i * MIXER + 7) % n;
  return i % 2 == 0 ? i / 2 : n - 1 - i / 2;
}

static Three
unfold (guint64 i, const unsigned *size)
{
  return (Three){ (unsigned)(i % size[0]), (unsigned)(i / size[0] % size[1]), (unsigned)(i / size[0] / size[1]) };
}

/* --- fibers --- */

static void
wait_at_barrier (void)
{
  Fiber *fiber = current->running;

  swapcontext (&fiber->context, &current->scheduler);
}

static void
run_fiber (void)
{
  current->function->run (current->arguments);
  current->running->has_ended = TRUE;
  swapcontext (&current->running->context, &current->scheduler);
}

static void
begin_fiber (Fiber *fiber, guint64 i, const unsigned *block)
{
  getcontext (&fiber->context);
  fiber->context.uc_stack.ss_sp = stacks + i * STACK_BYTES;
  fiber->context.uc_stack.ss_size = STACK_BYTES;
  fiber->context.uc_link = NULL;
  makecontext (&fiber->context, run_fiber, 0);
  fiber->has_ended = FALSE;
  fiber->position = unfold (i, block);
}

static void
run_fibers (Block *self, const unsigned *block, guint64 n, guint order)
{
  guint64 n_ended = 0;

  current = self;
  for (guint64 i = 0; i < n; i++)
    begin_fiber (&self->fibers[i], i, block);
  while (n_ended < n)
    for (guint64 i = 0; i < n; i++)
      {
        Fiber *fiber = &self->fibers[place (i, n, order)];

        if (fiber->has_ended)
          continue;
        self->running = fiber;
        *self->function->thread = fiber->position;
        swapcontext (&self->scheduler, &fiber->context);
        n_ended += fiber->has_ended;
      }
}

static void
run_block (Block *self, const unsigned *block, guint64 n, guint order)
{
  if (self->function->has_barrier)
    {
      run_fibers (self, block, n, order);
      return;
    }
  for (guint64 i = 0; i < n; i++)
    {
      *self->function->thread = unfold (place (i, n, order), block);
      self->function->run (self->arguments);
    }
}

static guint
choose_order (void)
{
  static gint launches;
  guint chosen = (guint)standin_number ("RS_STANDIN_ORDER", N_ORDERS);

  return chosen < N_ORDERS ? chosen : (guint)g_atomic_int_add (&launches, 1) % N_ORDERS;
}

void
standin_function_run (const Function *self, const unsigned *grid, const unsigned *block, void **arguments)
{
  const guint64 n_blocks = (guint64)grid[0] * grid[1] * grid[2], n = (guint64)block[0] * block[1] * block[2];
  const guint order = choose_order ();
  g_autofree Fiber *fibers = NULL;
  Block run = { .function = self, .arguments = arguments };

  *self->block_size = (Three){ block[0], block[1], block[2] };
  *self->grid_size = (Three){ grid[0], grid[1], grid[2] };
  *self->barrier = wait_at_barrier;
  if (self->has_barrier)
    {
      if (stacks == NULL)
        stacks = mmap (NULL, 1024 * (gsize)STACK_BYTES, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      run.fibers = fibers = g_new0 (Fiber, n);
    }
  for (guint64 i = 0; i < n_blocks; i++)
    {
      *self->block = unfold (place (i, n_blocks, order), grid);
      run_block (&run, block, n, order);
    }
}
