/* Groups of work items of interpreted kernels.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/vm/kernel/groups.h"

#include <string.h>

#define MOST_BITS 32

typedef struct {
  RsGroupLevel level;
  gint64 first, size; /* of a part of the block or grid; size 0: all of it, or the warp around the work item */
} Group;

typedef enum {
  SYNC,
  PARTITION,
  SHFL,
  SHFL_UP,
  SHFL_DOWN,
  SHFL_XOR,
  ALL,
  ANY,
  BALLOT,
  MATCH_ANY,
  MATCH_ALL,
  ACTIVE_MASK
} Method;

/* In which order groups of the same size are released: those that lie in others first. */
typedef enum { IN_WARP, IN_PART, IN_BLOCK, IN_PART_OF_GRID, IN_GRID, IN_MULTI_GRID, N_PLACES } Place;

/* What a group is for one work item. */
typedef struct {
  gint64 first, size, index;
  Place place;
  const GPtrArray *items; /* of RsThread: the block or grid; NULL when the items of the grid do not run side by side */
} View;

static gboolean
fail (GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_propagate_error (error, g_error_new_valist (RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_GROUPS, format, arguments));
  va_end (arguments);
  return FALSE;
}

static View
view_of (const RsThread *thread, const Group *group)
{
  gboolean is_grid = group->level == RS_GROUP_GRID;
  gint64 index = is_grid ? thread->index_in_grid : thread->index_in_block;
  gint64 all = is_grid ? thread->grid_size : thread->block->items->len;
  View view = { .size = all, .place = is_grid ? IN_GRID : IN_BLOCK,
                .items = is_grid ? thread->block->grid : thread->block->items };

  if (group->level == RS_GROUP_WARP)
    {
      view.first = index / RS_WARP_SIZE * RS_WARP_SIZE;
      view.size = MIN (RS_WARP_SIZE, all - view.first);
      view.place = IN_WARP;
    }
  if (group->size > 0)
    {
      view.first = group->first;
      view.size = group->size;
      view.place = is_grid ? IN_PART_OF_GRID : IN_PART;
    }
  view.index = index - view.first;
  return view;
}

static gint64
order_of (const View *view)
{
  /* The last warp of a block goes on with the others, although it may be smaller. */
  const gint64 size = view->place == IN_WARP ? MIN (RS_WARP_SIZE, view->items->len) : view->size;

  return size * N_PLACES + view->place;
}

static gboolean
find_view (const RsThread *thread, const RsNative *native, View *view, GError **error)
{
  if (!thread->may_wait || thread->block == NULL)
    return fail (error, "a thread_block can only be used inside the kernel function that it was given to");
  *view = view_of (thread, native->data);
  if (view->index < 0 || view->index >= view->size)
    return fail (error, "this thread_block is one of other work items");
  return TRUE;
}

static RsThread *
item_at (const View *view, gint64 index)
{
  return index >= 0 && index < view->size && view->first + index < view->items->len
           ? g_ptr_array_index (view->items, (guint)(view->first + index)) : NULL;
}

/* --- values --- */

static RsValue
new_group (RsGroupLevel level, gint64 first, gint64 size)
{
  Group *group = g_new0 (Group, 1);

  *group = (Group){ .level = level, .first = first, .size = size };
  return rs_value_new_native (&rs_group_class, group);
}

RsValue
rs_vm_group_new (RsGroupLevel level)
{
  return new_group (level, 0, 0);
}

static gboolean
check_bits (const View *view, const char *name, GError **error)
{
  return view->size <= MOST_BITS
         || fail (error,
                  "%s: a mask has %d bits, and this group has %" G_GINT64_FORMAT
                  " work items; divide it first, as in group.partition(%d)",
                  name, MOST_BITS, view->size, MOST_BITS);
}

static gboolean
check_side_by_side (const View *view, const char *name, GError **error)
{
  return view->items != NULL
         || fail (error, "%s: the work items of this grid do not run side by side", name);
}

static gboolean
get_nothing (RsNative *native, const char *member, RsValue *result, GError **error)
{
  *result = RS_NONE;
  return TRUE;
}

static gboolean
refuse_set (RsNative *native, const char *member, RsValue value, GError **error)
{
  return fail (error, "%s of a thread_block can't be changed", member);
}

static gboolean
refuse_call (RsCall *call, GError **error)
{
  return fail (error, "the arguments of a thread_block's methods have no names and can't be spread");
}

static gboolean
is_same (gconstpointer data, gconstpointer other)
{
  const Group *a = data, *b = other;

  return a->level == b->level && a->first == b->first && a->size == b->size;
}

static const char *const members[] = { "thread_idx", "size", "active_mask", NULL };

/* In the order of Method. */
static const RsNativeMethod methods[] = {
  { "sync", 0, 0, refuse_call, "group.sync()" },
  { "partition", 1, 1, refuse_call, "part = group.partition(size)" },
  { "shfl", 2, 2, refuse_call, "y = group.shfl(x, thread_idx)" },
  { "shfl_up", 2, 2, refuse_call, "y = group.shfl_up(x, delta)" },
  { "shfl_down", 2, 2, refuse_call, "y = group.shfl_down(x, delta)" },
  { "shfl_xor", 2, 2, refuse_call, "y = group.shfl_xor(x, mask)" },
  { "all", 1, 1, refuse_call, "t = group.all(predicate)" },
  { "any", 1, 1, refuse_call, "t = group.any(predicate)" },
  { "ballot", 1, 1, refuse_call, "mask = group.ballot(predicate)" },
  { "match_any", 1, 1, refuse_call, "mask = group.match_any(value)" },
  { "match_all", 1, 1, refuse_call, "mask = group.match_all(value)" },
  { "active_mask", 0, 0, refuse_call, "mask = group.active_mask" }, /* a property that waits like a method */
};

const RsNativeClass rs_group_class = {
  .name = "thread_block",
  .members = members,
  .methods = methods,
  .n_methods = ACTIVE_MASK,
  .get = get_nothing,
  .set = refuse_set,
  .is_same = is_same,
  .free_data = g_free,
};

gboolean
rs_vm_group_get (RsThread *thread, const RsNative *native, const char *name, RsValue *result, GError **error)
{
  View view = { 0 };

  /* Also the message for what is no member. */
  if (!rs_native_get_member ((RsNative *)native, name, result, error) || !find_view (thread, native, &view, error))
    return FALSE;
  if (strcmp (name, "active_mask") != 0)
    {
      *result = rs_value_int (name[0] == 's' ? view.size : view.index);
      return TRUE;
    }
  if (!check_bits (&view, name, error) || !check_side_by_side (&view, name, error))
    return FALSE;
  thread->wait
      = (RsWait){ .order = order_of (&view), .method = &methods[ACTIVE_MASK], .group = native, .n_results = 1 };
  *result = rs_value_ref ((RsValue){ .tag = RS_TAG_NATIVE, .native = (RsNative *)native });
  return TRUE;
}

/* --- calls --- */

static gboolean
read_number (RsValue value, const char *name, double *number, GError **error)
{
  if (!rs_value_is_number (value))
    {
      g_autofree char *what = rs_value_describe_one (value);

      return fail (error, "%s: a number is needed here, not %s", name, what);
    }
  *number = rs_value_to_double (value);
  return TRUE;
}

static void
give (RsWait *wait, RsValue value)
{
  if (wait->n_results > 0)
    {
      rs_value_clear (wait->result);
      *wait->result = value;
    }
  else
    rs_value_clear (&value);
}

static gboolean
partition (RsThread *thread, RsWait *wait, const View *view, GError **error)
{
  const Group *group = wait->group->data;
  double number = 0;
  gint64 size, first;

  if (!read_number (wait->arguments[0], "partition", &number, error))
    return FALSE;
  size = rs_truncate (number);
  if (size < 1)
    return fail (error, "partition: a part has at least one work item, not %" G_GINT64_FORMAT, size);
  if (size > view->size)
    return fail (error, "partition: this group is smaller than a part of %" G_GINT64_FORMAT " work items", size);
  first = view->index / size * size;
  give (wait, new_group (group->level == RS_GROUP_GRID ? RS_GROUP_GRID : RS_GROUP_BLOCK, view->first + first,
                         MIN (size, view->size - first)));
  return TRUE;
}

static gboolean
check_call (const RsNativeMethod *method, const View *view, const RsValue *base, guint n, guint n_results,
            GError **error)
{
  Method which = (Method)(method - methods);
  double number = 0;

  if ((int)n < method->min_arguments || (int)n > method->max_arguments)
    return fail (error, "%s is called with %u argument%s; it is used as: %s", method->name, n, n == 1 ? "" : "s",
                 method->usage);
  if (which == SYNC && n_results > 0 && n_results != RS_ANY_RESULT && n_results != RS_ALL_RESULTS)
    return fail (error, "sync returns no value");
  for (guint i = 1; i <= n; i++)
    if (base[1 + i].tag == RS_TAG_NONE)
      return fail (error, "%s: argument %u has no value", method->name, i);
  if (which >= SHFL && which <= SHFL_XOR && !read_number (base[3], method->name, &number, error))
    return FALSE;
  if (which >= ALL && !read_number (base[2], method->name, &number, error))
    return FALSE;
  return which < BALLOT || check_bits (view, method->name, error);
}

gboolean
rs_vm_group_call (RsThread *thread, RsValue *base, guint n, const RsNativeMethod *method, guint n_results,
                  GError **error)
{
  RsWait wait = { .method = method, .group = base[1].native, .arguments = base + 2,
                  .result = base, .n_results = n_results };
  View view = { 0 };

  if (!find_view (thread, base[1].native, &view, error) || !check_call (method, &view, base, n, n_results, error))
    return FALSE;
  if (method == &methods[PARTITION])
    return partition (thread, &wait, &view, error);
  if (!check_side_by_side (&view, method->name, error))
    return FALSE;
  wait.order = order_of (&view);
  thread->wait = wait;
  return TRUE;
}

/* --- results --- */

/* Whether both wait at the same place of the same group. */
static gboolean
meets (const RsThread *thread, const RsThread *other)
{
  return other != NULL && other->wait.order == thread->wait.order && other->wait.method == thread->wait.method
         && rs_native_is_same (thread->wait.group, other->wait.group)
         && rs_thread_top ((RsThread *)other)->pc == rs_thread_top ((RsThread *)thread)->pc;
}

/* An item that is not there, or waits elsewhere, has no value to give: the own one stays. */
static RsValue
shuffle (const RsThread *thread, const View *view)
{
  gint64 argument = rs_truncate (rs_value_to_double (thread->wait.arguments[1]));
  Method which = (Method)(thread->wait.method - methods);
  const RsThread *source;

  argument = CLAMP (argument, -G_MAXINT64 / 4, G_MAXINT64 / 4);
  source = item_at (view, which == SHFL        ? argument
                          : which == SHFL_UP   ? view->index - argument
                          : which == SHFL_DOWN ? view->index + argument
                                               : view->index ^ argument);
  return rs_value_ref (meets (thread, source) ? source->wait.arguments[0] : thread->wait.arguments[0]);
}

static RsValue
vote (const RsThread *thread, const View *view)
{
  Method which = (Method)(thread->wait.method - methods);
  double own = which == ACTIVE_MASK ? 1 : rs_value_to_double (thread->wait.arguments[0]);
  gint64 holds = 0, equal = 0, n = 0, n_holds = 0, n_equal = 0;

  for (gint64 i = 0; i < view->size; i++)
    {
      const RsThread *item = item_at (view, i);
      gint64 bit = i < MOST_BITS ? (gint64)1 << i : 0;
      double value;

      if (!meets (thread, item))
        continue;
      value = which == ACTIVE_MASK ? 1 : rs_value_to_double (item->wait.arguments[0]);
      n++;
      n_holds += value != 0;
      n_equal += value == own;
      holds |= value != 0 ? bit : 0;
      equal |= value == own ? bit : 0;
    }
  return which == ALL         ? rs_value_bool (n_holds == n)
         : which == ANY       ? rs_value_bool (n_holds > 0)
         : which == BALLOT || which == ACTIVE_MASK ? rs_value_int (holds)
         : which == MATCH_ANY ? rs_value_int (equal)
                              : rs_value_int (n_equal == n ? equal : 0);
}

static RsValue
result_of (const RsThread *thread)
{
  View view = { 0 };

  if (thread->wait.method == NULL || thread->wait.method == &methods[SYNC])
    return RS_NONE;
  view = view_of (thread, thread->wait.group->data);
  return thread->wait.method <= &methods[SHFL_XOR] ? shuffle (thread, &view) : vote (thread, &view);
}

gboolean
rs_vm_group_wait (RsThread *thread, RsBarrierScope scope, GError **error)
{
  g_assert (scope <= RS_BARRIER_MULTI_GRID);

  static const RsGroupLevel levels[] = { [RS_BARRIER_WARP] = RS_GROUP_WARP, [RS_BARRIER_BLOCK] = RS_GROUP_BLOCK,
                                         [RS_BARRIER_GRID] = RS_GROUP_GRID, [RS_BARRIER_MULTI_GRID] = RS_GROUP_GRID };
  View view = view_of (thread, &(Group){ .level = levels[scope] });

  if (view.items == NULL)
    return fail (error,
                 "syncthreads: the %" G_GINT64_FORMAT " work items of this grid are too many to wait for each other",
                 view.size);
  if (scope == RS_BARRIER_MULTI_GRID)
    view.place = IN_MULTI_GRID;
  thread->wait = (RsWait){ .order = order_of (&view) };
  return TRUE;
}

gboolean
rs_vm_group_release (RsThread *const *threads, guint n, gboolean *is_of_grid)
{
  gint64 smallest = G_MAXINT64;
  gboolean is_barrier = FALSE;

  g_assert (n >= 1);
  for (guint i = 0; i < n; i++)
    if (threads[i]->n_frames > 0)
      smallest = MIN (smallest, threads[i]->wait.order);
  for (guint i = 0; i < n; i++)
    if (threads[i]->n_frames > 0 && threads[i]->wait.order == smallest)
      {
        is_barrier |= threads[i]->wait.method == NULL && smallest % N_PLACES != IN_WARP;
        give (&threads[i]->wait, result_of (threads[i]));
      }
  *is_of_grid = smallest % N_PLACES >= IN_PART_OF_GRID;
  for (guint i = 0; i < n; i++)
    if (threads[i]->n_frames > 0 && threads[i]->wait.order == smallest)
      threads[i]->wait.order = 0;
  return is_barrier;
}
