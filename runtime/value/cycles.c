/* Trial deletion: suspects, marking, and freeing. See cycles.h.
 *
 * Walks keep what is still to do in an array, not on the C stack: a list may be a million objects long.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/value/cycles.h"

#include "runtime/value/types/cell.h"
#include "runtime/value/types/exception.h"
#include "runtime/value/types/function.h"
#include "runtime/value/types/object.h"

#define FEWEST_SUSPECTS 8192

enum {
  BLACK = 0,    /* in use, or not looked at */
  GRAY = 1,     /* its references have been taken off on trial */
  WHITE = 2,    /* only reached from inside */
  COLORS = 0x3,
  RELEASED = 0x40, /* its contents are gone; the head waits for the collection */
};

typedef struct {
  GPtrArray *suspects; /* of RsObject; NULL before the first */
  guint limit;         /* suspects that make a collection due */
  gboolean is_due;
} Cycles;

static _Thread_local Cycles cycles = { .limit = FEWEST_SUSPECTS };

static guint
color_of (const RsObject *object)
{
  return object->color & COLORS;
}

static void
paint (RsObject *object, guint color)
{
  object->color = (guint8)((object->color & ~COLORS) | color);
}

/* --- suspects --- */

void
rs_object_suspect (RsObject *object)
{
  if (!rs_object_may_be_in_cycle (object))
    return;
  if (cycles.suspects == NULL)
    cycles.suspects = g_ptr_array_new ();
  object->color |= RS_COLOR_SUSPECT;
  g_ptr_array_add (cycles.suspects, object);
  if (cycles.suspects->len >= cycles.limit)
    cycles.is_due = TRUE;
}

void
rs_cycles_release (RsObject *object)
{
  g_assert (object->tag >= RS_TAG_CELL || object->is_exception);
  if ((object->color & RS_COLOR_SUSPECT) != 0)
    object->color |= RELEASED;
  else
    g_free (object);
}

gboolean *
rs_cycles_get_due (void)
{
  return &cycles.is_due;
}

/* --- what an object refers to --- */

typedef void (*ChildFunc) (RsObject *child, GPtrArray *todo);

static void
visit_value (RsValue value, ChildFunc function, GPtrArray *todo)
{
  if (rs_value_is_object (value) && rs_object_may_be_in_cycle (value.object))
    function (value.object, todo);
}

static void
visit_function (RsFunction *parent, ChildFunc function, GPtrArray *todo)
{
  if (parent->kind == RS_FUNCTION_CLOSURE)
    for (guint i = 0; i < parent->proto->n_captures; i++)
      visit_value (parent->captures[i], function, todo);
  for (guint i = 0; i < parent->n_members; i++)
    function (&parent->members[i]->base, todo);
  for (guint i = 0; i < parent->n_bound; i++)
    visit_value (parent->bound[i], function, todo);
}

static void
visit_children (RsObject *object, ChildFunc function, GPtrArray *todo)
{
  if (object->tag == RS_TAG_CELL)
    for (gint64 i = 0; i < ((RsCell *)object)->n_elements; i++)
      visit_value (((RsCell *)object)->elements[i], function, todo);
  else if (object->tag == RS_TAG_OBJECT)
    for (guint i = 0; i < ((RsClassObject *)object)->n_members; i++)
      visit_value (((RsClassObject *)object)->members[i], function, todo);
  else if (object->is_exception)
    visit_value (rs_value_get_exception (rs_value_object (object))->object, function, todo);
  else
    visit_function ((RsFunction *)object, function, todo);
}

static RsObject *
take (GPtrArray *todo)
{
  return g_ptr_array_steal_index_fast (todo, todo->len - 1);
}

/* --- the three walks --- */

static void
take_off (RsObject *child, GPtrArray *todo)
{
  child->ref_count--;
  if (color_of (child) == GRAY)
    return;
  paint (child, GRAY);
  g_ptr_array_add (todo, child);
}

static gsize
mark (RsObject *suspect, GPtrArray *todo)
{
  gsize n = 0;

  if (color_of (suspect) == GRAY)
    return 0;
  paint (suspect, GRAY);
  g_ptr_array_add (todo, suspect);
  for (; todo->len > 0; n++)
    visit_children (take (todo), take_off, todo);
  return n;
}

static void
put_back (RsObject *child, GPtrArray *todo)
{
  child->ref_count++;
  if (color_of (child) == BLACK)
    return;
  paint (child, BLACK);
  g_ptr_array_add (todo, child);
}

/* The object is in use: so is everything that it reaches. */
static void
keep (RsObject *object)
{
  g_autoptr (GPtrArray) todo = g_ptr_array_new ();

  paint (object, BLACK);
  g_ptr_array_add (todo, object);
  while (todo->len > 0)
    visit_children (take (todo), put_back, todo);
}

static void
add_gray (RsObject *child, GPtrArray *todo)
{
  if (color_of (child) == GRAY)
    g_ptr_array_add (todo, child);
}

static void
scan (RsObject *suspect, GPtrArray *todo)
{
  g_ptr_array_add (todo, suspect);
  while (todo->len > 0)
    {
      RsObject *object = take (todo);

      if (color_of (object) != GRAY)
        continue;
      if (object->ref_count > 0)
        keep (object);
      else
        {
          paint (object, WHITE);
          visit_children (object, add_gray, todo);
        }
    }
}

static void
add_white (RsObject *child, GPtrArray *todo)
{
  if (color_of (child) != WHITE)
    return;
  paint (child, BLACK);
  g_ptr_array_add (todo, child);
}

/* --- freeing --- */

/* References to what may be in cycles have been taken off by the trial. */
static void
forget_value (RsValue *value)
{
  if (rs_value_is_object (*value) && rs_object_may_be_in_cycle (value->object))
    *value = RS_NONE;
}

static void
forget_references (RsObject *object)
{
  if (object->tag == RS_TAG_CELL)
    for (gint64 i = 0; i < ((RsCell *)object)->n_elements; i++)
      forget_value (&((RsCell *)object)->elements[i]);
  else if (object->tag == RS_TAG_OBJECT)
    for (guint i = 0; i < ((RsClassObject *)object)->n_members; i++)
      forget_value (&((RsClassObject *)object)->members[i]);
  else if (object->is_exception)
    forget_value (&rs_value_get_exception (rs_value_object (object))->object);
  else
    {
      RsFunction *function = (RsFunction *)object;

      for (guint i = 0; function->kind == RS_FUNCTION_CLOSURE && i < function->proto->n_captures; i++)
        forget_value (&function->captures[i]);
      for (guint i = 0; i < function->n_bound; i++)
        forget_value (&function->bound[i]);
      function->n_members = 0;
    }
}

static gsize
free_garbage (GPtrArray *suspects)
{
  g_autoptr (GPtrArray) garbage = g_ptr_array_new ();

  for (guint i = 0; i < suspects->len; i++)
    add_white (g_ptr_array_index (suspects, i), garbage);
  for (guint i = 0; i < garbage->len; i++) /* grows */
    visit_children (g_ptr_array_index (garbage, i), add_white, garbage);
  for (guint i = 0; i < garbage->len; i++)
    forget_references (g_ptr_array_index (garbage, i));
  for (guint i = 0; i < garbage->len; i++)
    {
      RsObject *object = g_ptr_array_index (garbage, i);

      object->color = BLACK;
      rs_object_free (object);
    }
  return garbage->len;
}

/* Suspects that have been freed since are done with, those whose freeing is still going on are left. */
static GPtrArray *
take_suspects (void)
{
  GPtrArray *live = g_ptr_array_new ();
  guint left = 0;

  for (guint i = 0; i < cycles.suspects->len; i++)
    {
      RsObject *object = g_ptr_array_index (cycles.suspects, i);

      if ((object->color & RELEASED) != 0)
        g_free (object);
      else if (object->ref_count == 0)
        cycles.suspects->pdata[left++] = object;
      else
        g_ptr_array_add (live, object);
    }
  g_ptr_array_set_size (cycles.suspects, (int)left);
  return live;
}

gsize
rs_cycles_collect (void)
{
  g_autoptr (GPtrArray) suspects = NULL, todo = g_ptr_array_new ();
  gsize n_visited = 0, n_freed;

  __atomic_store_n (&cycles.is_due, FALSE, __ATOMIC_RELAXED);
  if (cycles.suspects == NULL)
    return 0;
  suspects = take_suspects ();
  for (guint i = 0; i < suspects->len; i++)
    n_visited += mark (g_ptr_array_index (suspects, i), todo);
  for (guint i = 0; i < suspects->len; i++)
    scan (g_ptr_array_index (suspects, i), todo);
  for (guint i = 0; i < suspects->len; i++)
    ((RsObject *)g_ptr_array_index (suspects, i))->color &= (guint8)~RS_COLOR_SUSPECT;
  n_freed = free_garbage (suspects);
  cycles.limit = (guint)MIN (MAX (FEWEST_SUSPECTS, n_visited - n_freed), G_MAXINT);
  if (cycles.suspects->len == 0)
    g_clear_pointer (&cycles.suspects, g_ptr_array_unref);
  return n_freed;
}

gsize
rs_cycles_collect_when_due (void)
{
  if (cycles.suspects != NULL && cycles.suspects->len >= cycles.limit)
    return rs_cycles_collect ();
  __atomic_store_n (&cycles.is_due, FALSE, __ATOMIC_RELAXED);
  return 0;
}
