/* Inputs of a kernel: flattening of closures, conversion of numbers, and the key.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/sched/inputs/signature.h"

#include "runtime/sched/inputs/pack.h"
#include "runtime/value/array.h"
#include "runtime/value/types/cell.h"

#include <math.h>
#include <string.h>

#define LARGEST_PIXEL 4 /* elements */
#define LARGEST_SIZE 16 /* that is compiled in, where a slice needs it */
#define LARGEST_CELL 16 /* elements of a cell that compiled code can work with */
#define MOST_INPUTS 256 /* beyond which cells stay closed */
#define MOST_RECORD_BYTES 256

/* Memory that is used after it was freed shows under AddressSanitizer only if it is not used again. */
#ifdef __SANITIZE_ADDRESS__
#define KEEPS_SPARE FALSE
#else
#define KEEPS_SPARE TRUE
#endif

static void
free_all (RsInputs *self)
{
  g_array_unref (self->values);
  g_array_unref (self->inputs);
  g_array_unref (self->parts);
  g_hash_table_unref (self->functions);
  g_hash_table_unref (self->objects);
  g_ptr_array_unref (self->packs);
  rs_arena_free (self->arena);
  g_free (self);
}

/* Those of the thread's last launch, empty: to make a dozen pieces of memory for each is a tenth of a short one. */
static GPrivate spare_of_thread = G_PRIVATE_INIT ((GDestroyNotify)free_all);

RsInputs *
rs_inputs_new (void)
{
  RsInputs *self = g_private_get (&spare_of_thread);

  if (self != NULL)
    {
      g_private_set (&spare_of_thread, NULL);
      return self;
    }
  self = g_new0 (RsInputs, 1);
  self->arena = rs_arena_new ();
  self->inputs = g_array_new (FALSE, TRUE, sizeof (RsKernelInput));
  self->parts = g_array_new (FALSE, TRUE, sizeof (RsArrayPart));
  self->values = g_array_new (FALSE, TRUE, sizeof (RsValue));
  self->functions = g_hash_table_new (NULL, NULL);
  self->objects = g_hash_table_new (NULL, NULL);
  self->packs = rs_packs_new ();
  return self;
}

static void
empty (RsInputs *self)
{
  RsInputs spare = { .arena = self->arena,
                     .inputs = g_array_set_size (self->inputs, 0),
                     .parts = g_array_set_size (self->parts, 0),
                     .values = g_array_set_size (self->values, 0),
                     .functions = self->functions,
                     .objects = self->objects,
                     .packs = self->packs };

  if (g_hash_table_size (self->functions) > 0)
    g_hash_table_remove_all (self->functions);
  if (g_hash_table_size (self->objects) > 0)
    g_hash_table_remove_all (self->objects);
  g_ptr_array_set_size (self->packs, 0);
  rs_arena_reset (self->arena);
  *self = spare;
}

void
rs_inputs_free (RsInputs *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->values->len; i++)
    rs_value_clear (&g_array_index (self->values, RsValue, i));
  g_clear_pointer (&self->extents, g_array_unref);
  if (!KEEPS_SPARE || g_private_get (&spare_of_thread) != NULL)
    {
      free_all (self);
      return;
    }
  empty (self);
  g_private_set (&spare_of_thread, self);
}

/* A number as the formal type wants it; other values as they are. A reference. */
static RsValue
convert_number (RsValue value, const RsType *formal)
{
  if (formal == NULL || formal->kind != RS_TYPE_NUMBER || !rs_value_is_number (value))
    return rs_value_ref (value);
  if (formal->element == RS_ELEMENT_BOOL)
    return rs_value_bool (rs_value_to_double (value) != 0);
  if (rs_element_is_integer (formal->element))
    {
      gboolean is_plain = formal->element == RS_ELEMENT_INT64 && formal->overflow == RS_OVERFLOW_DEFAULT;

      if (value.tag != RS_TAG_SCALAR)
        return rs_value_int (value.integer);
      /* What no integer is meets the rule of the type in the kernel. */
      return is_plain || fabs (value.scalar) < 0x1p63 ? rs_value_int (rs_truncate (value.scalar)) : value;
    }
  return rs_value_scalar (rs_value_to_double (value));
}

/* Whether the compiled code should know the lengths of a small vector: it does unless the program says `vec`. */
static gboolean
wants_sizes (const RsType *formal)
{
  return formal == NULL || formal->kind != RS_TYPE_ARRAY || formal->sizes[0] != RS_SIZE_UNKNOWN;
}

/* Integers have 63 bits and a sign in compiled code; arrays with larger elements are left to the interpreter. */
static gboolean
exceeds_integers (RsValue value)
{
  const guint64 *data;

  if (value.tag != RS_TAG_ARRAY || value.array->element != RS_ELEMENT_UINT64)
    return FALSE;
  data = rs_array_read (value.array);
  for (gint64 i = 0; i < value.array->n_elements; i++)
    if (data[i] > G_MAXINT64)
      return TRUE;
  return FALSE;
}

/* A matrix of one row is indexed like a vector: compiled code has to know it. */
static gboolean
is_row (RsValue value)
{
  return value.tag == RS_TAG_ARRAY && value.array->rank == 2 && value.array->dims[0] == 1;
}

/* One of one column goes with columns. */
static gboolean
is_column (RsValue value)
{
  return value.tag == RS_TAG_ARRAY && value.array->rank == 2 && value.array->dims[1] == 1 && value.array->dims[0] > 1;
}

static const RsType *
describe (RsInputs *self, RsValue value, const RsType *formal)
{
  const RsType *actual;
  RsType *open;

  if (value.tag == RS_TAG_NONE || exceeds_integers (value))
    return &rs_type_unknown;
  actual = rs_value_get_type (value, self->arena, FALSE);
  if (actual->kind != RS_TYPE_ARRAY || (wants_sizes (formal) && !is_row (value) && !is_column (value)))
    return actual;
  open = (RsType *)actual; /* made here, for this value */
  for (int i = 0; i < RS_MAX_RANK && !wants_sizes (formal); i++)
    open->sizes[i] = RS_SIZE_UNKNOWN;
  if (is_row (value))
    open->sizes[0] = 1;
  if (is_column (value))
    open->sizes[1] = 1;
  return open;
}

static guint
append (RsInputs *self, const RsSymbol *symbol, const RsNode *leaf, const RsType *formal, RsValue value)
{
  RsKernelInput input = { .symbol = symbol, .leaf = leaf };

  value = convert_number (value, formal);
  input.type = describe (self, value, formal);
  g_array_append_val (self->inputs, input);
  g_array_append_val (self->values, value);
  return self->inputs->len - 1;
}

guint
rs_inputs_append (RsInputs *self, RsValue value)
{
  return append (self, NULL, NULL, NULL, value);
}

/* What device functions of a set capture: which of them is called is known when the kernel is built. */
static void
add_members (RsInputs *self, RsSession *session, const RsFunction *set)
{
  for (guint i = 0; i < set->n_members; i++)
    if (set->members[i]->kind == RS_FUNCTION_CLOSURE && (set->members[i]->node->flags & RS_NODE_DEVICE)
        && !g_hash_table_contains (self->functions, set->members[i]))
      rs_inputs_add_captures (self, session, set->members[i]);
}

/* The elements of a short cell, side by side behind everything else. */
static void
add_elements (RsInputs *self, RsSession *session, guint index, const RsCell *cell)
{
  guint first = self->inputs->len, n = (guint)cell->n_elements;

  g_array_index (self->inputs, RsKernelInput, index).first_capture = first;
  g_array_index (self->inputs, RsKernelInput, index).n_captures = n;
  for (guint i = 0; i < n; i++)
    append (self, NULL, NULL, NULL, cell->elements[i]);
  for (guint i = 0; i < n; i++)
    rs_inputs_add_parts (self, session, first + i);
}

/* A closure that is met again, by itself for instance, has its captures in the list already. */
void
rs_inputs_add_parts (RsInputs *self, RsSession *session, guint index)
{
  g_assert (index < self->inputs->len);

  RsValue value = rs_inputs_get_value (self, index);
  RsFunction *function;
  guint known, first;

  if (value.tag == RS_TAG_OBJECT
      || (value.tag == RS_TAG_CELL && value.cell->n_elements > 0 && value.cell->elements[0].tag == RS_TAG_OBJECT))
    rs_pack_add (self, session, index);
  else if (value.tag == RS_TAG_CELL && value.cell->rank == 1 && value.cell->n_elements <= LARGEST_CELL
           && self->inputs->len < MOST_INPUTS)
    add_elements (self, session, index, value.cell);
  if (value.tag == RS_TAG_FUNCTION && value.function->kind == RS_FUNCTION_OVERLOADS)
    add_members (self, session, value.function);
  if (value.tag != RS_TAG_FUNCTION || value.function->kind != RS_FUNCTION_CLOSURE)
    return;
  function = value.function;
  known = GPOINTER_TO_UINT (g_hash_table_lookup (self->functions, function));
  first = known != 0 ? known - 1 : self->inputs->len;
  g_array_index (self->inputs, RsKernelInput, index).function = function->node;
  g_array_index (self->inputs, RsKernelInput, index).n_captures = function->node->scope->captures->len;
  g_array_index (self->inputs, RsKernelInput, index).first_capture = first;
  if (known == 0)
    rs_inputs_add_captures (self, session, function);
}

guint
rs_inputs_add (RsInputs *self, RsSession *session, const RsSymbol *symbol, const RsNode *leaf, const RsType *formal,
               RsValue value)
{
  guint index = append (self, symbol, leaf, formal, value);

  rs_inputs_add_parts (self, session, index);
  return index;
}

guint
rs_inputs_add_captures (RsInputs *self, RsSession *session, RsFunction *function)
{
  g_assert (function->kind == RS_FUNCTION_CLOSURE && !g_hash_table_contains (self->functions, function));

  const GPtrArray *captures = function->node->scope->captures;
  guint first = self->inputs->len;

  g_hash_table_insert (self->functions, function, GUINT_TO_POINTER (first + 1));
  /* The captures of one closure stand side by side; what they capture in turn comes behind all of them. */
  for (guint i = 0; i < captures->len; i++)
    {
      const RsSymbol *symbol = captures->pdata[i];

      append (self, symbol, NULL, symbol->origin != NULL ? symbol->origin->type : NULL,
              session->host->get_capture (session, function, i));
    }
  for (guint i = 0; i < captures->len; i++)
    rs_inputs_add_parts (self, session, first + i);
  return first;
}

void
rs_inputs_make_flat (RsInputs *self, guint index)
{
  RsKernelInput *input = &g_array_index (self->inputs, RsKernelInput, index);

  g_assert (index < self->inputs->len);
  if (input->type->kind == RS_TYPE_ARRAY)
    input->type = rs_type_vector (self->arena, input->type->element, RS_SIZE_UNKNOWN);
}

void
rs_inputs_add_extent (RsInputs *self, guint index, RsExtent extent)
{
  RsExtent *known;

  g_assert (index < self->inputs->len);
  if (self->extents == NULL)
    self->extents = g_array_new (FALSE, TRUE, sizeof (RsExtent));
  if (self->extents->len <= index)
    g_array_set_size (self->extents, index + 1);
  known = &g_array_index (self->extents, RsExtent, index);
  if (!rs_extent_is_empty (*known))
    extent = (RsExtent){ MIN (known->first, extent.first), MAX (known->end, extent.end) };
  *known = extent;
}

void
rs_inputs_get_extent (const RsInputs *self, guint index, RsExtent *extent)
{
  if (self->extents != NULL && index < self->extents->len
      && !rs_extent_is_empty (g_array_index (self->extents, RsExtent, index)))
    *extent = g_array_index (self->extents, RsExtent, index);
}

void
rs_inputs_make_constant (RsInputs *self, guint index)
{
  RsKernelInput *input = &g_array_index (self->inputs, RsKernelInput, index);
  RsValue value = rs_inputs_get_value (self, index);

  g_assert (index < self->inputs->len);
  if (!rs_value_is_number (value))
    return;
  input->is_constant = TRUE;
  input->constant = rs_value_to_double (value);
}

gboolean
rs_inputs_make_last_length_constant (RsInputs *self, guint index)
{
  RsKernelInput *input = &g_array_index (self->inputs, RsKernelInput, index);
  RsValue value = rs_inputs_get_value (self, index);

  g_assert (index < self->inputs->len);
  if (value.tag != RS_TAG_ARRAY || input->type->kind != RS_TYPE_ARRAY || input->type->rank != value.array->rank
      || value.array->rank < RS_PIXEL_RANK || value.array->dims[value.array->rank - 1] < 1
      || value.array->dims[value.array->rank - 1] > LARGEST_PIXEL)
    return FALSE;
  input->last_length = (int)value.array->dims[value.array->rank - 1];
  return TRUE;
}

void
rs_inputs_add_sizes (RsInputs *self)
{
  self->has_sizes = TRUE;
  for (guint i = 0; i < self->inputs->len; i++)
    {
      RsKernelInput *input = &g_array_index (self->inputs, RsKernelInput, i);
      RsValue value = rs_inputs_get_value (self, i);
      RsType *type;

      if (value.tag != RS_TAG_ARRAY || input->type->kind != RS_TYPE_ARRAY || value.array->rank < 2)
        continue;
      type = rs_arena_memdup (self->arena, input->type, sizeof *type);
      for (int k = 0; k < value.array->rank; k++)
        type->sizes[k] = value.array->dims[k] <= LARGEST_SIZE ? value.array->dims[k] : RS_SIZE_UNKNOWN;
      input->type = type;
    }
}

gboolean
rs_inputs_have_lost (const RsInputs *self)
{
  for (guint i = 0; i < self->values->len; i++)
    {
      const RsValue value = rs_inputs_get_value (self, i);

      if (value.tag == RS_TAG_ARRAY && __atomic_load_n (&value.array->undefined, __ATOMIC_ACQUIRE) != NULL)
        return TRUE;
    }
  return FALSE;
}

gboolean
rs_inputs_find_same_arrays (RsInputs *self)
{
  gboolean are_found = FALSE;

  for (guint i = 0; i < self->values->len; i++)
    for (guint j = 0; j < i && rs_inputs_get_value (self, i).tag == RS_TAG_ARRAY; j++)
      if (rs_inputs_get_value (self, j).tag == RS_TAG_ARRAY
          && rs_inputs_get_value (self, i).array == rs_inputs_get_value (self, j).array)
        {
          g_array_index (self->inputs, RsKernelInput, i).same_as = j + 1;
          g_array_index (self->inputs, RsKernelInput, j).same_as = j + 1;
          are_found = TRUE;
          break;
        }
  return are_found;
}

/* What of an input the code depends on, side by side. */
typedef struct {
  guint8 bytes[MOST_RECORD_BYTES];
  gsize n;
} Record;

G_STATIC_ASSERT (16 + RS_MAX_RANK * sizeof (gint64) + sizeof (double) + 6 * sizeof (gpointer) <= MOST_RECORD_BYTES);

static inline void
put (Record *self, gconstpointer data, gsize size)
{
  memcpy (self->bytes + self->n, data, size);
  self->n += size;
}

static void
describe_for_key (Record *self, const RsKernelInput *input, gboolean has_sizes)
{
  const RsType *type = input->type;
  const gint8 head[7]
      = { (gint8)type->kind,
          (gint8)type->element,
          type->rank,
          (gint8)input->is_constant,
          (gint8)type->boundary,
          (gint8)type->overflow,
          type->kind == RS_TYPE_ARRAY && type->rank == 2 ? (type->sizes[0] == 1) + 2 * (type->sizes[1] == 1) : 0 };

  put (self, head, sizeof head);
  if (type->kind == RS_TYPE_ARRAY && type->rank == 1)
    put (self, &type->sizes[0], sizeof type->sizes[0]);
  else if (type->kind == RS_TYPE_ARRAY && has_sizes)
    put (self, type->sizes, (gsize)type->rank * sizeof type->sizes[0]);
  if (input->is_constant)
    put (self, &input->constant, sizeof input->constant);
  put (self, &input->last_length, sizeof input->last_length);
  put (self, &input->same_as, sizeof input->same_as);
  if (input->function == NULL && type->kind != RS_TYPE_CELL && input->class == NULL)
    return;
  put (self, &input->class, sizeof input->class);
  put (self, &input->n_captures, sizeof input->n_captures);
  put (self, &input->function, sizeof input->function);
  put (self, &input->first_capture, sizeof input->first_capture);
}

GBytes *
rs_inputs_get_key (const RsInputs *self, guint extra)
{
  GByteArray *key = g_byte_array_sized_new (64 + self->inputs->len * 32);

  g_byte_array_append (key, (const guint8 *)&extra, sizeof extra);
  if (self->parts->len > 0)
    g_byte_array_append (key, (const guint8 *)self->parts->data, self->parts->len * (guint)sizeof (RsArrayPart));
  for (guint i = 0; i < self->inputs->len; i++)
    {
      Record record;

      record.n = 0;
      describe_for_key (&record, &g_array_index (self->inputs, RsKernelInput, i), self->has_sizes);
      g_byte_array_append (key, record.bytes, (guint)record.n);
    }
  return g_byte_array_free_to_bytes (key);
}
