/* Running a kernel: its blocks one after the other, in one of three orders; the threads of a block in that order, too,
 * as fibers where they meet: a warp as far as it comes by itself, each of its threads to the next place before any goes
 * on behind it, then the next warp. It is a failure if threads of a warp that have to meet wait at different places.
 *
 * A module has its own positions and shared memory, and a stream runs one kernel at a time.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "standin.h"
#include "texture.h"

#include <dlfcn.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#define STACK_BYTES (256 << 10)
#define WARP 32
#define ALL_OF_WARP 0xffffffffu
#define NOBODY 0xa5a5a5a5a5a5a5a5ul /* what a thread gives that is not there */
#define FILL_SHARED 0xa5
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
  char *shared; /* of the block that runs */
  gsize shared_bytes, allowed_bytes;
  void *library;
};

/* YIELDED: it waits for another block. */
typedef enum { NOWHERE, AT_WARP, AT_BLOCK, YIELDED, ENDED } Place;

typedef struct {
  ucontext_t context;
  Place place; /* where it waits */
  Three position;
  gulong value; /* that it gives to its warp */
} Fiber;

typedef struct {
  const Function *function;
  void **arguments;
  ucontext_t scheduler;
  Fiber *fibers, *running;
  guint64 n;
  char *pool; /* memory that the launch asked for, up to a page that nobody may touch */
  gsize pool_bytes;
  gboolean has_failed;
  char *stacks;   /* of its threads */
  Three position; /* of blocks that run at a time */
} Block;

static _Thread_local Block *current;
static _Thread_local gboolean has_no_texture; /* the launch has read one that is not there */
static _Thread_local char *stacks;            /* of the threads of a block; kept */

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
  self->library = library;
  self->shared = *(char **)dlsym (library, "standin_shared_begin");
  self->shared_bytes = (gsize)(*(char **)dlsym (library, "standin_shared_end") - self->shared);
  self->allowed_bytes = STANDIN_DECLARED_BYTES - MIN (self->shared_bytes, STANDIN_DECLARED_BYTES);
  if (self->shared_bytes <= STANDIN_DECLARED_BYTES)
    return self;
  g_free (self->name);
  g_free (self);
  return NULL;
}

gsize
standin_function_shared (const Function *self)
{
  return self->shared_bytes;
}

gsize
standin_function_allowed (const Function *self)
{
  return self->allowed_bytes;
}

void
standin_function_allow (Function *self, gsize bytes)
{
  self->allowed_bytes = bytes;
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
wait_at (Place place)
{
  Fiber *fiber = current->running;

  fiber->place = place;
  swapcontext (&fiber->context, &current->scheduler);
}

static void
wait_at_barrier (void)
{
  wait_at (AT_BLOCK);
}

static void
wait_at_warp_barrier (void)
{
  wait_at (AT_WARP);
}

static void
yield (void)
{
  wait_at (YIELDED);
}

static void
run_fiber (void)
{
  current->function->run (current->arguments);
  wait_at (ENDED);
}

static void
begin_fiber (Fiber *fiber, guint64 i, const unsigned *block)
{
  getcontext (&fiber->context);
  fiber->context.uc_stack.ss_sp = current->stacks + i * STACK_BYTES;
  fiber->context.uc_stack.ss_size = STACK_BYTES;
  fiber->context.uc_link = NULL;
  makecontext (&fiber->context, run_fiber, 0);
  fiber->place = NOWHERE;
  fiber->position = unfold (i, block);
}

/* --- what a warp hands over --- */

static Fiber *
get_warp (guint *n)
{
  const guint64 first = (guint64)(current->running - current->fibers) / WARP * WARP;

  *n = (guint)MIN (WARP, current->n - first);
  return current->fibers + first;
}

/* Gives value to the others, and waits for theirs; end_exchange has to follow. All of the warp have to be named. */
static Fiber *
begin_exchange (guint mask, gulong value, guint *n)
{
  current->has_failed |= mask != ALL_OF_WARP;
  current->running->value = value;
  wait_at (AT_WARP);
  return get_warp (n);
}

static void
end_exchange (void)
{
  wait_at (AT_WARP);
}

static guint
ballot (guint mask, int condition)
{
  guint n, result = 0;
  const Fiber *warp = begin_exchange (mask, condition != 0, &n);

  for (guint i = 0; i < n; i++)
    if (warp[i].place != ENDED && warp[i].value != 0)
      result |= 1u << i;
  end_exchange ();
  return result;
}

static guint
match (guint mask, gulong value)
{
  guint n, result = 0;
  const Fiber *warp = begin_exchange (mask, value, &n);

  for (guint i = 0; i < n; i++)
    if (warp[i].place != ENDED && warp[i].value == value)
      result |= 1u << i;
  end_exchange ();
  return result;
}

static gulong
shuffle (guint mask, gulong value, int place)
{
  guint n;
  const Fiber *warp = begin_exchange (mask, value, &n);
  gulong got = (guint)place < n && warp[place].place != ENDED ? warp[place].value : NOBODY;

  end_exchange ();
  return got;
}

/* --- blocks --- */

static guint
count_at (const Fiber *fibers, guint64 n, Place place)
{
  guint found = 0;

  for (guint64 i = 0; i < n; i++)
    found += fibers[i].place == place;
  return found;
}

static void
run_to_next (Block *self, Fiber *fiber)
{
  self->running = fiber;
  *self->function->thread = fiber->position;
  swapcontext (&self->scheduler, &fiber->context);
}

/* As far as it comes without the others of the block. */
static void
run_warp (Block *self, Fiber *warp, guint n, guint order)
{
  guint n_waiting;

  do
    {
      for (guint i = 0; i < n; i++)
        if (warp[place (i, n, order)].place < AT_BLOCK)
          run_to_next (self, &warp[place (i, n, order)]);
      n_waiting = count_at (warp, n, AT_WARP);
      self->has_failed |= n_waiting > 0 && n_waiting + count_at (warp, n, ENDED) < n;
    }
  while (n_waiting > 0 && !self->has_failed);
}

static void
begin_fibers (Block *self, const unsigned *block)
{
  current = self;
  for (guint64 i = 0; i < self->n; i++)
    begin_fiber (&self->fibers[i], i, block);
}

/* All of the block go on that don't wait for another one, each to where it waits for the others. */
static void
run_round (Block *self, guint order)
{
  const guint64 n = self->n, n_warps = (n + WARP - 1) / WARP;
  const gboolean has_yielded = count_at (self->fibers, n, YIELDED) > 0;

  current = self;
  for (guint64 i = 0; i < n; i++)
    if (self->fibers[i].place == YIELDED || (!has_yielded && self->fibers[i].place != ENDED))
      self->fibers[i].place = NOWHERE;
  for (guint64 w = 0; w < n_warps; w++)
    {
      const guint64 first = place (w, n_warps, order) * WARP;

      run_warp (self, &self->fibers[first], (guint)MIN (WARP, n - first), order);
    }
}

static gboolean
has_ended (const Block *self)
{
  return count_at (self->fibers, self->n, ENDED) == self->n;
}

static void
run_fibers (Block *self, const unsigned *block, guint order)
{
  begin_fibers (self, block);
  while (!self->has_failed && !has_ended (self))
    run_round (self, order);
}

static void
run_block (Block *self, const unsigned *block, guint order)
{
  memset (self->function->shared, FILL_SHARED, self->function->shared_bytes);
  memset (self->pool, FILL_SHARED, self->pool_bytes);
  if (self->function->has_barrier)
    {
      run_fibers (self, block, order);
      return;
    }
  for (guint64 i = 0; i < self->n; i++)
    {
      *self->function->thread = unfold (place (i, self->n, order), block);
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

static void
read_texture (unsigned long texture, float x, float y, int n, double *components)
{
  has_no_texture |= !standin_texture_read (texture, x, y, (guint)n, components);
}

/* The words of words.h that the launcher has. */
static void
set_words (const Function *self)
{
  const struct {
    const char *name;
    void (*word) (void);
  } words[] = {
    { "standin_barrier", wait_at_barrier },
    { "standin_warp_barrier", wait_at_warp_barrier },
    { "standin_ballot", (void (*) (void))ballot },
    { "standin_match", (void (*) (void))match },
    { "standin_shuffle", (void (*) (void))shuffle },
    { "standin_yield", yield },
    { "standin_texture", (void (*) (void))read_texture },
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    *(void (**) (void))dlsym (self->library, words[i].name) = words[i].word;
}

static char *
make_stacks (guint64 n)
{
  return mmap (NULL, n * STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

/* Ends where a page begins that can't be touched. */
static char *
make_pool (gsize bytes, char **mapped, gsize *length)
{
  const gsize page = 4096, whole = (bytes + page - 1) / page * page;

  *length = whole + page;
  *mapped = mmap (NULL, *length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect (*mapped + whole, page, PROT_NONE);
  return *mapped + whole - bytes;
}

static void
set_launch (const Function *self, const unsigned *grid, const unsigned *block)
{
  has_no_texture = FALSE;
  *self->block_size = (Three){ block[0], block[1], block[2] };
  *self->grid_size = (Three){ grid[0], grid[1], grid[2] };
  set_words (self);
}

gboolean
standin_function_run (const Function *self, const unsigned *grid, const unsigned *block, unsigned shared,
                      void **arguments)
{
  const guint64 n_blocks = (guint64)grid[0] * grid[1] * grid[2], n = (guint64)block[0] * block[1] * block[2];
  const guint order = choose_order ();
  g_autofree Fiber *fibers = NULL;
  gsize mapped_bytes;
  char *mapped;
  Block run = { .function = self, .arguments = arguments, .n = n, .pool_bytes = shared };

  set_launch (self, grid, block);
  run.pool = make_pool (shared, &mapped, &mapped_bytes);
  *(char **)dlsym (self->library, "standin_pool") = run.pool;
  if (self->has_barrier)
    {
      if (stacks == NULL)
        stacks = make_stacks (1024);
      run.stacks = stacks;
      run.fibers = fibers = g_new0 (Fiber, n);
    }
  for (guint64 i = 0; i < n_blocks && !run.has_failed; i++)
    {
      *self->block = unfold (place (i, n_blocks, order), grid);
      run_block (&run, block, order);
    }
  munmap (mapped, mapped_bytes);
  return !run.has_failed && !has_no_texture;
}

/* --- blocks that wait for each other --- */

static Block *
begin_together (const Function *self, const unsigned *grid, const unsigned *block, void **arguments, char *all_stacks)
{
  const guint64 n_blocks = (guint64)grid[0] * grid[1] * grid[2], n = (guint64)block[0] * block[1] * block[2];
  Block *blocks = g_new0 (Block, n_blocks);

  for (guint64 i = 0; i < n_blocks; i++)
    {
      blocks[i] = (Block){ .function = self,
                           .arguments = arguments,
                           .n = n,
                           .fibers = g_new0 (Fiber, n),
                           .stacks = all_stacks + i * n * STACK_BYTES,
                           .position = unfold (i, grid) };
      begin_fibers (&blocks[i], block);
    }
  return blocks;
}

/* Each block in its turn, as far as it comes without the others. Returns how many have ended. */
static guint64
run_turns (Block *blocks, guint64 n_blocks, guint order, gboolean *has_failed)
{
  guint64 n_ended = 0;

  for (guint64 i = 0; i < n_blocks; i++)
    {
      Block *self = &blocks[place (i, n_blocks, order)];

      *self->function->block = self->position;
      if (!has_ended (self))
        run_round (self, order);
      n_ended += has_ended (self);
      *has_failed |= self->has_failed;
    }
  return n_ended;
}

gboolean
standin_function_run_together (const Function *self, const unsigned *grid, const unsigned *block, void **arguments)
{
  const guint64 n_blocks = (guint64)grid[0] * grid[1] * grid[2], n = (guint64)block[0] * block[1] * block[2];
  const guint order = choose_order ();
  char *all_stacks = make_stacks (n_blocks * n);
  gboolean has_failed = FALSE;
  Block *blocks;

  set_launch (self, grid, block);
  blocks = begin_together (self, grid, block, arguments, all_stacks);
  while (!has_failed && run_turns (blocks, n_blocks, order, &has_failed) < n_blocks)
    ;
  for (guint64 i = 0; i < n_blocks; i++)
    g_free (blocks[i].fibers);
  g_free (blocks);
  munmap (all_stacks, n_blocks * n * STACK_BYTES);
  return !has_failed && !has_no_texture;
}
