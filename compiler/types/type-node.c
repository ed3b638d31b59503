/* From type text to types: the parsed form of `mat[uint8'sat](:,3)'circular` becomes an RsType.
 *
 * The parser reads the text; this file knows the names (type-names.def), that vec4 is vec(4), and what the modifiers
 * after an apostrophe mean. Modifiers that only hint at a device (hwtex_const, shared, unroll) are dropped.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/types/type.h"

#include <string.h>

/* What the table calls an element: the host's number. Arrays narrow it, see element_in_array. */
enum {
  HOST_NONE = RS_ELEMENT_NONE,
  HOST_SCALAR = RS_ELEMENT_DOUBLE,
  HOST_CSCALAR = RS_ELEMENT_CDOUBLE,
  HOST_INT = RS_ELEMENT_INT64,
#define RS_ELEMENT(NAME, number, text, c_type, bytes, class) HOST_##NAME = number,
#include "compiler/types/elements.def"
#undef RS_ELEMENT
};

typedef struct {
  const char *name;
  RsTypeKind kind;
  RsElement element;
  int rank;
  gboolean is_sized; /* may carry its sizes: vec4 */
} TypeName;

static const TypeName type_names[] = {
#define RS_TYPE_NAME(name, KIND, ELEMENT, rank) { name, RS_TYPE_##KIND, (RsElement)HOST_##ELEMENT, rank, FALSE },
#define RS_TYPE_SIZED_NAME(name, KIND, ELEMENT, rank) { name, RS_TYPE_##KIND, (RsElement)HOST_##ELEMENT, rank, TRUE },
#include "compiler/types/type-names.def"
#undef RS_TYPE_NAME
#undef RS_TYPE_SIZED_NAME
};

typedef struct {
  RsArena *arena;
  RsPrecision precision;
  const RsType *(*lookup) (const RsNode *node, gpointer data);
  gpointer data;
  guint depth;
} Reader;

/* Type text may nest as deep as the parser allows; deeper than this nobody means. */
#define MAX_DEPTH 64

static const RsType *read_type (Reader *reader, const RsNode *node);

/* --- names --- */

/* "2x3" to sizes; the number of sizes, 0 when the text is something else. */
static int
read_size_suffix (const char *suffix, gint64 *sizes)
{
  int n = 0;

  while (n < RS_MAX_RANK && g_ascii_isdigit (*suffix))
    {
      guint64 size = g_ascii_strtoull (suffix, (char **)&suffix, 10);

      if (size > G_MAXINT32)
        return 0;
      sizes[n++] = (gint64)size;
      if (*suffix == '\0')
        return n;
      if (*suffix++ != 'x')
        return 0;
    }
  return 0;
}

/* vec, imat, cube2x2x3; *n_sizes sizes are stored for names with a suffix. */
static const TypeName *
find_name (const char *name, gint64 *sizes, int *n_sizes)
{
  for (guint i = 0; i < G_N_ELEMENTS (type_names); i++)
    {
      const TypeName *known = &type_names[i];
      gsize length = strlen (known->name);

      if (strncmp (name, known->name, length) != 0)
        continue;
      *n_sizes = 0;
      if (name[length] == '\0')
        return known;
      if (!known->is_sized)
        continue;
      *n_sizes = read_size_suffix (name + length, sizes);
      if (*n_sizes > 0 && (known->rank == 3 ? *n_sizes >= 3 : *n_sizes == known->rank))
        return known;
    }
  return NULL;
}

const char *
rs_type_name_at (guint i)
{
  return i < G_N_ELEMENTS (type_names) ? type_names[i].name : NULL;
}

gboolean
rs_type_name_is_builtin (const char *name)
{
  gint64 sizes[RS_MAX_RANK];
  int n_sizes;

  return find_name (name, sizes, &n_sizes) != NULL;
}

/* --- modifiers --- */

static gboolean
modifier_to_boundary (const char *modifier, RsBoundary *boundary)
{
  static const struct { const char *name; RsBoundary boundary; } names[] = {
    { "safe", RS_BOUNDARY_SAFE }, { "circular", RS_BOUNDARY_CIRCULAR }, { "mirror", RS_BOUNDARY_MIRROR },
    { "clamped", RS_BOUNDARY_CLAMPED }, { "unchecked", RS_BOUNDARY_UNCHECKED }, { "checked", RS_BOUNDARY_CHECKED },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (modifier, names[i].name) == 0)
      {
        *boundary = names[i].boundary;
        return TRUE;
      }
  return FALSE;
}

/* 'checked and 'unchecked mean the bounds of an array, but the range of an integer. */
static void
apply_to_integer (RsType *type, const char *modifier)
{
  if (strcmp (modifier, "sat") == 0)
    type->overflow = RS_OVERFLOW_SATURATE;
  else if (strcmp (modifier, "checked") == 0)
    type->overflow = RS_OVERFLOW_CHECKED;
  else if (strcmp (modifier, "unchecked") == 0)
    type->overflow = RS_OVERFLOW_WRAP;
}

static void
apply_to_scalar (RsType *type, const char *modifier)
{
  gboolean complex = rs_element_is_complex (type->element);

  if (!complex && !rs_element_is_floating (type->element))
    return;
  if (strcmp (modifier, "single") == 0)
    type->element = complex ? RS_ELEMENT_CSINGLE : RS_ELEMENT_SINGLE;
  else if (strcmp (modifier, "double") == 0)
    {
      type->element = complex ? RS_ELEMENT_CDOUBLE : RS_ELEMENT_DOUBLE;
      type->is_element = type->kind == RS_TYPE_NUMBER;
    }
  else if (strcmp (modifier, "half") == 0 && !complex)
    type->element = RS_ELEMENT_HALF;
}

/* A number as an array stores it: the host's int is 32 bits there, its scalar has the selected precision. */
static RsElement
element_in_array (const Reader *reader, RsElement element)
{
  switch (element)
    {
    case RS_ELEMENT_INT64:
      return RS_ELEMENT_INT32;
    case RS_ELEMENT_DOUBLE:
      return rs_element_of_precision (reader->precision);
    case RS_ELEMENT_CDOUBLE:
      return reader->precision == RS_PRECISION_DOUBLE ? RS_ELEMENT_CDOUBLE : RS_ELEMENT_CSINGLE;
    default:
      return element;
    }
}

/* vec'int, cube'uint8: the type of the elements, that of vec[int] and cube[uint8]. */
static gboolean
apply_element (Reader *reader, RsType *type, const char *modifier)
{
  gint64 sizes[RS_MAX_RANK];
  int n_sizes;
  const TypeName *known = find_name (modifier, sizes, &n_sizes);

  if (!known || known->kind != RS_TYPE_NUMBER || known->element == RS_ELEMENT_DOUBLE
      || known->element == RS_ELEMENT_CDOUBLE)
    return FALSE;
  if (rs_element_is_floating (type->element) || rs_element_is_integer (type->element))
    type->element = type->kind == RS_TYPE_NUMBER || strcmp (modifier, "int64") == 0
                        ? known->element
                        : element_in_array (reader, known->element);
  return TRUE;
}

/* What may stand behind a number or an array: the precision or the type of its elements, access, overflow. */
static void
apply_to_values (Reader *reader, RsType *type, const char *modifier)
{
  gboolean is_integer = rs_element_is_integer (type->element);

  if (apply_element (reader, type, modifier))
    return;
  if (!is_integer)
    apply_to_scalar (type, modifier);
  else if (type->kind == RS_TYPE_NUMBER || strcmp (modifier, "sat") == 0)
    apply_to_integer (type, modifier);
  if (type->kind == RS_TYPE_ARRAY)
    modifier_to_boundary (modifier, &type->boundary);
}

/* vec'col is a column; a vec is a row anyhow. */
static void
make_column (RsType *type)
{
  if (type->kind != RS_TYPE_ARRAY || type->rank != 1)
    return;
  type->rank = 2;
  type->sizes[1] = 1;
}

static const RsType *
apply_modifiers (Reader *reader, const RsType *type, const RsNode *node)
{
  RsType *changed;

  if (!node->modifiers || !node->modifiers[0] || type == &rs_type_parameter)
    return type;
  changed = rs_arena_memdup (reader->arena, type, sizeof *type);
  for (const char **modifier = node->modifiers; *modifier; modifier++)
    {
      if (strcmp (*modifier, "const") == 0 || strcmp (*modifier, "hwconst") == 0)
        changed->is_const = TRUE;
      else if (strcmp (*modifier, "col") == 0)
        make_column (changed);
      else if (changed->kind == RS_TYPE_NUMBER || changed->kind == RS_TYPE_ARRAY)
        apply_to_values (reader, changed, *modifier);
      else
        modifier_to_boundary (*modifier, &changed->boundary);
    }
  return changed;
}

static gboolean
names_a_precision (const RsNode *node)
{
  for (const char **modifier = node->modifiers; modifier && *modifier; modifier++)
    if (strcmp (*modifier, "single") == 0 || strcmp (*modifier, "double") == 0 || strcmp (*modifier, "half") == 0)
      return TRUE;
  return FALSE;
}

gboolean
rs_node_names_double (const RsNode *node)
{
  if (!node)
    return FALSE;
  for (const char **modifier = node->modifiers; modifier && *modifier; modifier++)
    if (strcmp (*modifier, "double") == 0)
      return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (rs_node_names_double (node->children[i]))
      return TRUE;
  return FALSE;
}

/* --- arrays and cells --- */

/* The element of vec[item]; int64 and scalar'double are meant as written. */
static RsElement
element_of_item (const Reader *reader, const RsNode *node, const RsType *item)
{
  if (names_a_precision (node) || item->is_element)
    return item->element;
  return element_in_array (reader, item->element);
}

static const RsNode *
find_child (const RsNode *node, RsNodeKind kind)
{
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && node->children[i]->kind == kind)
      return node->children[i];
  return NULL;
}

static gint64
read_size (const RsNode *node)
{
  gint64 value;

  /* A name or an expression that is a constant carries its value (compiler/sema/names/constant.c). */
  if (node && node->kind != RS_NODE_NUMBER && (node->flags & RS_NODE_INTEGER))
    return node->number <= G_MAXINT32 ? (gint64)node->number : RS_SIZE_UNKNOWN;
  return node && rs_size_from_node (node, &value) && value >= 0 && value <= G_MAXINT32 ? value : RS_SIZE_UNKNOWN;
}

/* The rank of cube{4}; 0 for cube{:} and what is no number. */
static int
read_rank (const RsNode *node, int rank)
{
  const RsNode *dimensions = find_child (node, RS_NODE_TYPE_DIMENSIONS);
  gint64 value = RS_SIZE_UNKNOWN;

  if (dimensions)
    value = read_size (rs_node_child (dimensions, 0));
  else if (node->text)
    value = g_ascii_isdigit (node->text[0]) ? g_ascii_strtoll (node->text, NULL, 10) : RS_SIZE_UNKNOWN;
  else
    return rank;
  return value >= 1 && value <= RS_MAX_RANK ? (int)value : 0;
}

static const RsNode *
element_parameter (const RsNode *node)
{
  const RsNode *first = rs_node_child (node, 0);

  return first && first->kind != RS_NODE_TYPE_SIZES && first->kind != RS_NODE_TYPE_DIMENSIONS ? first : NULL;
}

static void
set_shape (RsType *type, const RsNode *node, const TypeName *name, const gint64 *suffix, int n_suffix)
{
  const RsNode *sizes = find_child (node, RS_NODE_TYPE_SIZES);
  int rank = read_rank (node, n_suffix > name->rank ? n_suffix : name->rank);
  int n = sizes ? (int)MIN (sizes->n_children, RS_MAX_RANK) : n_suffix;

  /* cube(2,2,2,2) has four dimensions; mat(:,3) keeps two. */
  if (n > rank && rank > 0)
    rank = n;
  type->rank = (gint8)rank;
  for (int i = 0; i < RS_MAX_RANK; i++)
    type->sizes[i] = RS_SIZE_UNKNOWN;
  for (int i = 0; i < n && i < rank; i++)
    type->sizes[i] = sizes ? read_size (sizes->children[i]) : suffix[i];
}

/* {{vec, vec}, {scalar, scalar}}: the types of the elements in order, and the sizes; FALSE when rows differ in
 * length. */
static gboolean
read_cell_items (Reader *reader, const RsNode *node, int dim, int *rank, gint64 *sizes, GPtrArray *types)
{
  if (node->kind != RS_NODE_CELL)
    {
      g_ptr_array_add (types, (gpointer)read_type (reader, node));
      return *rank == dim || *rank == 0;
    }
  if (dim >= RS_MAX_RANK || (sizes[dim] != RS_SIZE_UNKNOWN && sizes[dim] != node->n_children))
    return FALSE;
  sizes[dim] = node->n_children;
  *rank = MAX (*rank, dim + 1);
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && !read_cell_items (reader, node->children[i], dim + 1, rank, sizes, types))
      return FALSE;
  return TRUE;
}

/* vec[{string, scalar}]: a cell array type. Without braces of the right shape the elements are open. */
static const RsType *
read_cell_array (Reader *reader, const RsNode *braces, int wanted)
{
  g_autoptr (GPtrArray) types = g_ptr_array_new ();
  gint64 sizes[RS_MAX_RANK];
  int rank = 0;

  for (int d = 0; d < RS_MAX_RANK; d++)
    sizes[d] = RS_SIZE_UNKNOWN;
  if (read_cell_items (reader, braces, 0, &rank, sizes, types) && rank == wanted)
    return rs_type_cell_of (reader->arena, (const RsType *const *)types->pdata, types->len, rank, sizes);
  return rs_type_cell_of (reader->arena, NULL, 0, wanted, sizes);
}

static const RsType *
read_array (Reader *reader, const RsNode *node, const TypeName *name, const gint64 *suffix, int n_suffix)
{
  RsType *type = rs_arena_new0 (reader->arena, RsType);
  const RsNode *parameter = element_parameter (node);

  if (parameter && parameter->kind == RS_NODE_CELL)
    return read_cell_array (reader, parameter, name->rank);
  type->kind = name->kind;
  if (name->kind == RS_TYPE_CELL)
    type->item = &rs_type_unknown;
  else
    type->element = element_in_array (reader, name->element);
  if (parameter)
    {
      const RsType *item = read_type (reader, parameter);

      if (item == &rs_type_parameter)
        return item;
      if (item->kind == RS_TYPE_NUMBER)
        {
          type->element = element_of_item (reader, parameter, item);
          type->overflow = item->overflow;
          type->is_const = item->is_const;
        }
      else
        {
          type->kind = RS_TYPE_CELL;
          type->element = RS_ELEMENT_NONE;
          type->item = item;
        }
    }
  set_shape (type, node, name, suffix, n_suffix);
  return type;
}

const RsType *
rs_type_array_of (RsArena *arena, const RsType *item, int rank, RsPrecision precision)
{
  Reader reader = { arena, precision, NULL, NULL, 0 };
  RsType *type;

  g_assert (rank >= 0 && rank <= RS_MAX_RANK);
  if (item->kind == RS_TYPE_NUMBER)
    {
      type = (RsType *)rs_type_array (arena, element_in_array (&reader, item->element), rank);
      type->overflow = item->overflow;
      return type;
    }
  type = (RsType *)rs_type_array (arena, RS_ELEMENT_NONE, rank);
  type->kind = RS_TYPE_CELL;
  type->item = item;
  return type;
}

/* --- the kinds of type nodes --- */

static const RsType *
read_other (const TypeName *name)
{
  switch (name->kind)
    {
    case RS_TYPE_STRING:
      return &rs_type_string;
    case RS_TYPE_TYPE:
      return &rs_type_any_type;
    case RS_TYPE_FUNCTION:
      return strcmp (name->name, "kernel_function") == 0 ? &rs_type_any_kernel : &rs_type_any_function;
    case RS_TYPE_CLASS:
      return &rs_type_object;
    default:
      return &rs_type_unknown;
    }
}

static const RsType *
read_number (Reader *reader, const TypeName *name)
{
  RsType *type = rs_arena_new0 (reader->arena, RsType);

  type->kind = RS_TYPE_NUMBER;
  type->element = name->element;
  type->is_element = strcmp (name->name, "int64") == 0;
  return type;
}

/* AllInt: any integer (manual 3.7), unless the program says otherwise. */
static const RsType *
read_all_integers (Reader *reader)
{
  const RsType *types[G_N_ELEMENTS (type_names)];
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (type_names); i++)
    if (type_names[i].kind == RS_TYPE_NUMBER && rs_element_is_integer (type_names[i].element))
      types[n++] = read_number (reader, &type_names[i]);
  return rs_type_choice (reader->arena, types, n);
}

static const RsType *
read_name (Reader *reader, const RsNode *node)
{
  gint64 suffix[RS_MAX_RANK];
  const RsType *found;
  const TypeName *name;
  int n_suffix = 0;

  if (!node->name)
    return &rs_type_unknown;
  if (reader->lookup && (found = reader->lookup (node, reader->data)))
    return found;
  if (!(name = find_name (node->name, suffix, &n_suffix)))
    return &rs_type_unknown;
  if (name->kind == RS_TYPE_CHOICE)
    return read_all_integers (reader);
  if (name->kind == RS_TYPE_NUMBER)
    return read_number (reader, name);
  if (name->kind == RS_TYPE_ARRAY || name->kind == RS_TYPE_CELL)
    return read_array (reader, node, name, suffix, n_suffix);
  return read_other (name);
}

static const RsType *const *
read_list (Reader *reader, const RsNode *list, guint *n, guint16 *qualifiers)
{
  const RsType **types;

  *n = list ? list->n_children : 0;
  types = rs_arena_array (reader->arena, const RsType *, *n + 1);
  for (guint i = 0; i < *n; i++)
    {
      const RsNode *item = list->children[i];

      if (item && item->kind == RS_NODE_TYPE_VARIADIC)
        {
          *qualifiers |= RS_NODE_VARIADIC;
          item = rs_node_child (item, 0);
          types[i] = item ? rs_type_of_rest (reader->arena, read_type (reader, item)) : &rs_type_unknown;
          continue;
        }
      types[i] = item ? read_type (reader, item) : &rs_type_unknown;
    }
  return types;
}

static const RsType *
read_function (Reader *reader, const RsNode *node)
{
  RsType *type = rs_arena_new0 (reader->arena, RsType);
  guint16 outputs_variadic = 0;

  type->kind = RS_TYPE_FUNCTION;
  type->qualifiers = node->flags & (RS_NODE_KERNEL | RS_NODE_DEVICE);
  type->inputs = read_list (reader, rs_node_child (node, RS_TYPE_FUNCTION_INPUTS), &type->n_inputs, &type->qualifiers);
  type->outputs = read_list (reader, rs_node_child (node, RS_TYPE_FUNCTION_OUTPUTS), &type->n_outputs,
                             &outputs_variadic);
  return type;
}

static const RsType *
read_choice (Reader *reader, const RsNode *node)
{
  guint16 unused = 0;
  guint n;
  const RsType *const *types = read_list (reader, node, &n, &unused);

  return n > 0 ? rs_type_choice (reader->arena, types, n) : &rs_type_unknown;
}

static const RsType *
read_pointer (Reader *reader, const RsNode *node)
{
  RsType *type = rs_arena_new0 (reader->arena, RsType);
  const RsNode *target = rs_node_child (node, 0);

  type->kind = RS_TYPE_POINTER;
  type->item = target ? read_type (reader, target) : &rs_type_unknown;
  return type;
}

static const RsType *
read_plain (Reader *reader, const RsNode *node)
{
  switch (node->kind)
    {
    case RS_NODE_TYPE_NAME:
      return read_name (reader, node);
    case RS_NODE_TYPE_POINTER:
      return read_pointer (reader, node);
    case RS_NODE_TYPE_FUNCTION:
      return read_function (reader, node);
    case RS_NODE_TYPE_CHOICE:
      return read_choice (reader, node);
    case RS_NODE_TYPE_OF_TEXT:
    case RS_NODE_TYPE_VARIADIC:
      return node->n_children > 0 && node->children[0] ? read_type (reader, node->children[0]) : &rs_type_unknown;
    default:
      return &rs_type_unknown;
    }
}

static const RsType *
read_type (Reader *reader, const RsNode *node)
{
  const RsType *type;

  if (reader->depth >= MAX_DEPTH)
    return &rs_type_unknown;
  reader->depth++;
  type = apply_modifiers (reader, read_plain (reader, node), node);
  reader->depth--;
  return type;
}

const RsType *
rs_type_from_node (RsArena *arena, const RsNode *node, RsPrecision precision,
                   const RsType *(*lookup) (const RsNode *node, gpointer data), gpointer data)
{
  Reader reader = { arena, precision, lookup, data, 0 };

  return node ? read_type (&reader, node) : &rs_type_unknown;
}
