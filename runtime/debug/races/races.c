/* Hooks of the virtual machine: before each instruction of a work item that reads or writes elements, what it is about
 * to access is compared with who accessed that last. Work items run one after the other, or block by block up to the
 * next barrier, so that nothing is hidden by chance.
 *
 * Of an element the last writer is kept, and two readers that are no each other: a writer meets one of them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/debug/races/races.h"

#include "compiler/sema/rewrite/barrier.h"
#include "runtime/debug/debugger-private.h"
#include "runtime/debug/races/shadow.h"
#include "runtime/value/array.h"

#include <string.h>

#define MOST_TOLD 100u

struct _RsRaces {
  RsSession *session;
  RsShadows *shadows;  /* of the launch */
  gboolean is_between; /* host code has run since the last access */
  guint64 first_local; /* number of an array: those from it on are made by work items */
  GHashTable *items;   /* RsThread -> GUINT_TO_POINTER (index of its item + 1) */
  GArray *all;         /* of Item: those of the launch */
  GHashTable *told;    /* "FILE LINE LINE ARRAY" */
  guint n_told, n_launches;
  RsRaceFound found; /* NULL: nobody asks */
  gpointer found_data;
};

typedef struct {
  guint64 serial; /* of the kernel's frame */
  RsShadowItem order;
  gint64 position[RS_MAX_RANK];
  guint rank;
} Item;

/* --- work items --- */

static void
begin_launch (RsRaces *self)
{
  const gint64 one = 1;
  g_autoptr (RsArray) next = rs_array_new (RS_ELEMENT_UINT8, 1, &one, FALSE, NULL);

  self->is_between = FALSE;
  self->first_local = next != NULL ? next->oid : G_MAXUINT64;
  rs_shadows_clear (self->shadows);
  g_hash_table_remove_all (self->items);
  g_array_set_size (self->all, 0);
  self->n_launches++;
}

/* NULL: there is none, or a kernel has launched another one, whose work items come behind what it did itself. */
static const RsFrame *
find_kernel (const RsThread *thread)
{
  const RsFrame *found = NULL;

  for (guint i = thread->n_frames; i-- > 0;)
    if (thread->frames[i].proto->is_kernel)
      {
        if (found != NULL)
          return NULL;
        found = &thread->frames[i];
      }
  return found;
}

/* A block begins with its first item; a launch without blocks is one whose items nothing orders. */
static guint32
get_block (RsRaces *self, const RsThread *thread)
{
  const Item *last = self->all->len > 0 ? &g_array_index (self->all, Item, self->all->len - 1) : NULL;

  if (thread->block == NULL)
    return self->all->len + 1;
  return last == NULL ? 1 : last->order.block + (thread->index_in_block == 0);
}

/* Of the thread; a new one where it has begun another. NULL: there is none. */
static Item *
get_item (RsRaces *self, RsThread *thread)
{
  const RsFrame *kernel = find_kernel (thread);
  const guint known = GPOINTER_TO_UINT (g_hash_table_lookup (self->items, thread));
  Item item = { 0 };

  if (kernel == NULL || self->all->len >= G_MAXINT32)
    return NULL;
  if (known > 0 && g_array_index (self->all, Item, known - 1).serial == kernel->serial)
    return &g_array_index (self->all, Item, known - 1);
  item.serial = kernel->serial;
  item.rank = thread->n_item;
  memcpy (item.position, thread->item, item.rank * sizeof *item.position);
  item.order = (RsShadowItem){ .index = self->all->len + 1, .block = get_block (self, thread) };
  g_array_append_val (self->all, item);
  g_hash_table_insert (self->items, thread, GUINT_TO_POINTER (self->all->len));
  return &g_array_index (self->all, Item, self->all->len - 1);
}

/* --- telling --- */

static void
append_numbers (GString *text, const gint64 *numbers, guint n)
{
  g_string_append_c (text, '[');
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? "," : "", numbers[i]);
  g_string_append_c (text, ']');
}

static void
append_item (GString *text, const RsRaces *self, guint32 index)
{
  const Item *item = &g_array_index (self->all, Item, index - 1);

  append_numbers (text, item->position, item->rank);
}

static const char *
find_name (const RsFrame *frame, guint slot)
{
  return slot < frame->proto->n_variables
             ? ((const RsSymbol *)g_ptr_array_index (frame->proto->scope->variables, slot))->name
             : "an array";
}

static void
append_element (GString *text, const char *name, const RsArray *array, gint64 place)
{
  gint64 numbers[RS_MAX_RANK];

  for (int i = array->rank; i-- > 0;)
    {
      numbers[i] = place % array->dims[i];
      place /= array->dims[i];
    }
  g_string_append (text, name);
  append_numbers (text, numbers, (guint)array->rank);
}

typedef struct {
  const RsFrame *frame;
  RsArray *array;
  guint64 id; /* of the array, which is another one in each block where it is shared by that */
  const char *name;
  guint line;
  gboolean is_write, is_update;
  const RsValue *value; /* that is written */
} Access;

/* other: the other work item in words. */
static void
pass_on (RsRaces *self, const Access *access, const RsShadowRace *race, const char *element, const char *other,
         const char *message)
{
  const RsSource *source = access->frame->proto->module->source;
  g_autofree char *other_message = g_strdup_printf ("the other access of the race in line %u: work item %s %s %s",
                                                    access->line, other, race->is_write ? "writes" : "reads", element);
  RsRace found = {
    .name = rs_source_get_name (source), .other_line = race->line, .message = message, .other_message = other_message
  };

  rs_source_locate (source, rs_vm_get_offset (access->frame), &found.line, &found.column);
  self->found (&found, self->found_data);
}

static void
tell (RsRaces *self, RsThread *thread, const Access *access, gint64 place, const RsShadowRace *race,
      const RsShadowItem *item)
{
  g_autoptr (GString) element = g_string_new (NULL), mine = g_string_new (NULL), other = g_string_new (NULL);
  g_autofree char *message = NULL;
  g_autofree char *key = g_strdup_printf ("%s %u %u %s", rs_source_get_name (access->frame->proto->module->source),
                                          MIN (access->line, race->line), MAX (access->line, race->line), access->name);

  if (self->n_told >= MOST_TOLD || !g_hash_table_add (self->told, g_steal_pointer (&key)))
    return;
  self->n_told++;
  append_element (element, access->name, access->array, place);
  append_item (mine, self, item->index);
  append_item (other, self, race->item);
  message = g_strdup_printf (rs_format_RACE, mine->str,
                             access->is_write ? access->is_update ? "updates" : "writes" : "reads", element->str,
                             other->str, race->is_write ? "writes" : "reads", race->line);
  rs_vm_warn (thread, RS_MESSAGE_RACE, "%s", message);
  if (self->found != NULL)
    pass_on (self, access, race, element->str, other->str, message);
}

/* --- accesses --- */

static gboolean
get_number (const RsValue *value, double *x)
{
  const gboolean is_number = value->tag == RS_TAG_BOOL || value->tag == RS_TAG_INT || value->tag == RS_TAG_SCALAR;

  *x = is_number ? rs_value_to_double (*value) : 0;
  return is_number;
}

/* Writing what is there already changes nothing, whoever comes first. */
static gboolean
is_same_value (const Access *access, gint64 place)
{
  g_auto (RsValue) now = RS_NONE;
  double x, y;

  if (!access->is_write || access->is_update || access->value == NULL)
    return FALSE;
  now = rs_array_get_element (access->array, place);
  return get_number (&now, &x) && get_number (access->value, &y) && x == y;
}

static void
note (RsRaces *self, RsThread *thread, const RsShadowItem *item, const Access *access, gint64 place)
{
  RsShadowRace race;
  const RsShadowAccess shadow = { .oid = access->id,
                                  .n_elements = access->array->n_elements,
                                  .place = place,
                                  .line = access->line,
                                  .is_write = access->is_write,
                                  .is_update = access->is_update };

  if (rs_shadows_note (self->shadows, &shadow, item, &race) && !(race.is_write && is_same_value (access, place)))
    tell (self, thread, access, place, &race, item);
}

/* An index as the places along a dimension that it stands for. FALSE: it stands for something else. */
static gboolean
read_index (const RsValue *index, gint64 n, gint64 *low, gint64 *step, gint64 *count)
{
  double x;

  *low = 0;
  *step = 1;
  *count = n;
  if (index->tag == RS_TAG_NONE)
    return TRUE;
  if (index->tag == RS_TAG_RANGE)
    {
      *low = (gint64)index->range->low;
      *step = (gint64)index->range->step;
      *count = index->range->count;
      return index->range->is_integer && *count > 0 && *low >= 0 && *low < n && *low + (*count - 1) * *step >= 0
             && *low + (*count - 1) * *step < n;
    }
  if (!get_number (index, &x) || !(x >= 0 && x < (double)n))
    return FALSE;
  *low = (gint64)x;
  *count = 1;
  return TRUE;
}

/* All elements of a box, of at most three dimensions. */
static void
note_box (RsRaces *self, RsThread *thread, const RsShadowItem *item, const Access *access,
          const RsValue *const *indices, guint n)
{
  const RsArray *array = access->array;
  const guint rank = (guint)array->rank, skipped = rank > n ? rank - n : 0; /* a row of one row: x[i] */
  gint64 low[3] = { 0, 0, 0 }, step[3] = { 1, 1, 1 }, count[3] = { 1, 1, 1 }, stride[3] = { 0, 0, 0 }, size = 1;

  if (rank > 3 || n > rank || (skipped > 0 && (rank != 2 || array->dims[0] != 1)))
    return;
  for (guint i = rank; i-- > 0;)
    {
      stride[i] = size;
      size *= array->dims[i];
      if (i >= skipped && !read_index (indices[i - skipped], array->dims[i], &low[i], &step[i], &count[i]))
        return;
    }
  for (gint64 i = 0; i < count[0]; i++)
    for (gint64 k = 0; k < count[1]; k++)
      for (gint64 m = 0; m < count[2]; m++)
        note (self, thread, item, access,
              (low[0] + i * step[0]) * stride[0] + (low[1] + k * step[1]) * stride[1]
                  + (low[2] + m * step[2]) * stride[2]);
}

/* x[pos]: one index with as many numbers as the array has dimensions. */
static void
note_position (RsRaces *self, RsThread *thread, const RsShadowItem *item, const Access *access, RsArray *position)
{
  RsValue numbers[3];
  const RsValue *indices[3];
  const guint n = (guint)position->n_elements;

  if (n > 3 || n != (guint)access->array->rank)
    return;
  for (guint i = 0; i < n; i++)
    {
      numbers[i] = rs_array_get_element (position, i);
      indices[i] = &numbers[i];
    }
  note_box (self, thread, item, access, indices, n);
}

static gboolean
is_shared (const RsThread *thread, const RsArray *array)
{
  GHashTableIter iterator;
  gpointer value;

  if (thread->block == NULL || thread->block->shared == NULL)
    return FALSE;
  g_hash_table_iter_init (&iterator, thread->block->shared);
  while (g_hash_table_iter_next (&iterator, NULL, &value))
    if (value == array)
      return TRUE;
  return FALSE;
}

/* --- instructions --- */

/* The indices of an instruction; 0: it is none of those that are looked at. */
static guint
get_indices (const RsInstruction *ip, const RsValue *registers, gboolean is_write, const RsValue *indices[3])
{
  const guint first = is_write ? ip->b : ip->c;
  const guint n = ip->op == RS_OPCODE_INDEX || ip->op == RS_OPCODE_STORE     ? ip[1].b
                  : ip->op == RS_OPCODE_INDEX3 || ip->op == RS_OPCODE_STORE3 ? 3
                  : ip->op == RS_OPCODE_INDEX2 || ip->op == RS_OPCODE_STORE2 ? 2
                                                                             : 1;

  if (n == 0 || n > 3)
    return 0;
  indices[0] = &registers[first];
  if (ip->op == RS_OPCODE_INDEX || ip->op == RS_OPCODE_STORE)
    for (guint i = 1; i < n; i++)
      indices[i] = &registers[first + i];
  else if (n > 1)
    {
      indices[1] = &registers[ip[1].b];
      indices[2] = n > 2 ? &registers[ip[1].c] : NULL;
    }
  return n;
}

static void
look_at (RsRaces *self, RsThread *thread, const RsFrame *frame, guint pc, gboolean is_write)
{
  const RsInstruction *ip = &frame->proto->code[pc];
  const guint slot = is_write ? ip->a : ip->b;
  const RsValue *indices[3], *object = &frame->registers[slot];
  const guint n = get_indices (ip, frame->registers, is_write, indices);
  Access access;
  const Item *item;

  gboolean of_block;

  if (n == 0 || object->tag != RS_TAG_ARRAY)
    return;
  of_block = is_shared (thread, object->array);
  if (object->array->oid >= self->first_local && !of_block)
    return;
  item = get_item (self, thread);
  if (item == NULL)
    return;
  access = (Access){ .frame = frame,
                     .array = object->array,
                     .id = object->array->oid + (of_block ? (guint64)item->order.block << 40 : 0),
                     .name = find_name (frame, slot),
                     .line = rs_proto_get_line (frame->proto, pc),
                     .is_write = is_write,
                     .is_update = is_write && ip[1].a >> RS_INDEX_OPERATOR_SHIFT != RS_OP_NONE,
                     .value = is_write ? &frame->registers[ip->c] : NULL };
  if (n == 1 && indices[0]->tag == RS_TAG_ARRAY)
    note_position (self, thread, &item->order, &access, indices[0]->array);
  else
    note_box (self, thread, &item->order, &access, indices, n);
}

static void
pass_barrier (RsRaces *self, RsThread *thread, const RsInstruction *ip)
{
  Item *item = get_item (self, thread);

  if (item == NULL)
    return;
  if (ip->b >= RS_BARRIER_GRID)
    item->order.grid_phase++;
  else
    item->order.phase++;
}

static gboolean
reach (RsThread *thread, guint pc, gpointer data, GError **error)
{
  RsRaces *self = data;
  const RsFrame *frame = rs_thread_top (thread);
  const RsInstruction *ip = &frame->proto->code[pc];

  if (thread->n_item == 0 || thread->is_serial)
    {
      self->is_between = TRUE;
      return TRUE;
    }
  if (self->is_between)
    begin_launch (self);
  if (ip->op >= RS_OPCODE_INDEX1 && ip->op <= RS_OPCODE_INDEX)
    look_at (self, thread, frame, pc, FALSE);
  else if (ip->op >= RS_OPCODE_STORE1 && ip->op <= RS_OPCODE_STORE)
    look_at (self, thread, frame, pc, TRUE);
  else if (ip->op == RS_OPCODE_BARRIER)
    pass_barrier (self, thread, ip);
  return TRUE;
}

static gboolean
interprets (RsThread *thread, const RsModule *module, const RsNode *node, gpointer data)
{
  return (node->flags & RS_NODE_KERNEL) != 0;
}

static const RsVmHooks hooks = { .reach = reach, .interprets = interprets };

/* --- runs --- */

RsRaces *
rs_races_begin (RsSession *session, RsRaceFound found, gpointer data)
{
  RsRaces *self = g_new0 (RsRaces, 1);

  g_assert (session->vm->hooks == NULL);
  self->session = session;
  self->found = found;
  self->found_data = data;
  self->is_between = TRUE;
  self->shadows = rs_shadows_new ();
  self->items = g_hash_table_new (NULL, NULL);
  self->all = g_array_new (FALSE, FALSE, sizeof (Item));
  self->told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  rs_vm_set_hooks (session->vm, &hooks, self);
  rs_vm_set_reaching (session->vm, RS_REACH_ALL);
  return self;
}

guint
rs_races_end (RsRaces *self, guint *n_launches, guint64 *n_left_out)
{
  const guint n_told = self->n_told;

  rs_vm_set_reaching (self->session->vm, RS_REACH_NONE);
  rs_vm_set_hooks (self->session->vm, NULL, NULL);
  *n_launches = self->n_launches;
  *n_left_out = rs_shadows_free (self->shadows);
  g_hash_table_unref (self->items);
  g_array_unref (self->all);
  g_hash_table_unref (self->told);
  g_free (self);
  return n_told;
}
