/* A kernel as one function: arguments, the work item's position, its statements, and what a group adds.
 *
 * The body is printed first: only those lengths and sizes become arguments that its text names.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/gpu/gpu.h"

#include "compiler/gpu/private.h"
#include "compiler/kernel/ir/sample.h"

#include <string.h>

#define GROUP_ITEMS 128 /* of kernels that reduce, at most; a power of two */

#define NUMBERS "rs_numbers"

typedef struct {
  Printer *p;
  const char *text; /* of this function; p->body has that of all: they have the same arguments */
  RsLaunchPlan *plan;
  GString *head;          /* the arguments */
  GString *members;       /* of the struct of numbers */
  GString *copies;        /* of the members, with the names that the body has */
  guint bytes, alignment; /* of that struct */
  gboolean has_constants; /* reads arrays in constant memory, which are no arguments */
  gboolean is_second;     /* the struct of numbers stands there */
} Function;

/* Whether the text names it: the whole word. */
static gboolean
names (const char *text, const char *word)
{
  gsize length = strlen (word);

  for (const char *at = strstr (text, word); at != NULL; at = strstr (at + 1, word))
    if ((at == text || !(g_ascii_isalnum (at[-1]) || at[-1] == '_'))
        && !(g_ascii_isalnum (at[length]) || at[length] == '_'))
      return TRUE;
  return FALSE;
}

/* --- results --- */

const char *
gpu_get_result_type (const RsKernel *kernel, const RsKernelParameter *parameter)
{
  return parameter->is_integer ? "long" : kernel->target->has_double ? "double" : "float";
}

const char *
gpu_get_stored_type (const RsKernel *kernel, const RsKernelParameter *parameter)
{
  return parameter->is_integer || !kernel->target->has_double ? "long" : "double";
}

/* The builder makes all of them double. */
const RsIrExpression *
gpu_get_result (const RsKernel *kernel, const RsIrStatement *s)
{
  const RsIrExpression *value = s->value;

  return !kernel->target->has_double && value->op == RS_IR_CONVERT && value->type == RS_IR_F64
                 && value->operands[0]->type == RS_IR_F32
             ? value->operands[0]
             : value;
}

/* The host reads a double, whose bits a device makes that has none. */
void
gpu_append_stored (const RsKernel *kernel, const RsKernelParameter *parameter, GString *out, const char *value)
{
  if (parameter->is_integer || kernel->target->has_double)
    g_string_append (out, value);
  else
    g_string_append_printf (out, "rs_widen (%s)", value);
}

/* --- arguments --- */

static void add_argument (Function *self, RsArgumentKind kind, RsArgumentType type, guint parameter, guint index,
                          const char *format, ...) G_GNUC_PRINTF (6, 7);

static void
add_argument (Function *self, RsArgumentKind kind, RsArgumentType type, guint parameter, guint index,
              const char *format, ...)
{
  RsPlanArgument argument = { kind, type, (guint16)parameter, index, 0 };
  va_list arguments;

  if (self->plan->arguments->len > 0)
    g_string_append (self->head, ",\n  ");
  va_start (arguments, format);
  g_string_append_vprintf (self->head, format, arguments);
  va_end (arguments);
  g_array_append_val (self->plan->arguments, argument);
}

/* Members lie as C lays them out on every device: each at a multiple of its own bytes. */
static void add_member (Function *self, RsArgumentKind kind, RsArgumentType type, guint parameter, guint index,
                        const char *format, ...) G_GNUC_PRINTF (6, 7);

static void
add_member (Function *self, RsArgumentKind kind, RsArgumentType type, guint parameter, guint index, const char *format,
            ...)
{
  static const struct {
    const char *name;
    guint bytes;
  } types[] = { [RS_ARGUMENT_BOOL] = { "int", 4 },
                [RS_ARGUMENT_I32] = { "int", 4 },
                [RS_ARGUMENT_I64] = { "long", 8 },
                [RS_ARGUMENT_F32] = { "float", 4 },
                [RS_ARGUMENT_F64] = { "double", 8 } };
  RsPlanArgument argument = { kind, type, (guint16)parameter, index, 0 };
  const guint bytes = types[type].bytes;
  g_autofree char *name = NULL;
  va_list arguments;

  va_start (arguments, format);
  name = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  argument.offset = (self->bytes + bytes - 1) / bytes * bytes;
  self->bytes = argument.offset + bytes;
  self->alignment = MAX (self->alignment, bytes);
  g_array_append_val (self->plan->numbers, argument);
  g_string_append_printf (self->members, "  %s %s;\n", types[type].name, name);
  if (names (self->text, name))
    g_string_append_printf (self->copies, "  const %s %s = " NUMBERS ".%s;\n", types[type].name, name, name);
}

static void
add_numbers (Function *self)
{
  if (self->bytes > 0)
    add_argument (self, RS_ARGUMENT_NUMBERS, 0, 0,
                  (self->bytes + self->alignment - 1) / self->alignment * self->alignment, "const RsNumbers " NUMBERS);
}

static void
add_number (Function *self, guint i, const char *name)
{
  static const RsArgumentType types[RS_IR_N_TYPES] = { [RS_IR_BOOL] = RS_ARGUMENT_BOOL,
                                                       [RS_IR_I32] = RS_ARGUMENT_I32,
                                                       [RS_IR_I64] = RS_ARGUMENT_I64,
                                                       [RS_IR_F32] = RS_ARGUMENT_F32,
                                                       [RS_IR_F64] = RS_ARGUMENT_F64 };
  const RsKernelParameter *parameter = rs_kernel_parameter (self->p->kernel, i);
  RsIrType type = rs_ir_type_of_element (parameter->element);

  for (int c = 0; c < parameter->length; c++)
    {
      g_autofree char *component = g_strdup_printf ("%s_%d", name, c);

      if (names (self->p->body->str, component))
        add_member (self, RS_ARGUMENT_NUMBER, types[type], i, (guint)c, "%s", component);
    }
}

static gboolean
has_own_length (const RsKernel *kernel, guint i, guint k)
{
  const RsKernelParameter *parameter = rs_kernel_parameter (kernel, i);

  return rs_kernel_view (kernel, i) == RS_IR_VIEW_PLAIN && k + 1 == (guint)parameter->rank
         && parameter->last_length > 0;
}

static void
add_array (Function *self, guint i, const char *name)
{
  const RsKernel *kernel = self->p->kernel;
  const RsKernelParameter *parameter = rs_kernel_parameter (kernel, i);
  gboolean writes = parameter->writes || parameter->binding == RS_BIND_RESULT;
  const guint constant = gpu_get_constant_bytes (kernel, i);
  const guint bytes = constant > 0 ? (guint)rs_element_get_bytes (parameter->element) : 0;
  g_autofree char *count = g_strdup_printf ("%s_n", name);

  if (names (self->p->body->str, name))
    {
      if (!(self->has_constants && constant > 0))
        add_argument (self, RS_ARGUMENT_MEMORY, bytes, i, constant, "RS_GLOBAL %s%s *%s%s", writes ? "" : "const ",
                      gpu_element_type (parameter->element), kernel->same_arrays_possible ? "" : "restrict ", name);
      add_member (self, RS_ARGUMENT_OFFSET, RS_ARGUMENT_I64, i, 0, "%s_offset", name);
    }
  if (names (self->p->body->str, count))
    add_member (self, RS_ARGUMENT_COUNT, RS_ARGUMENT_I64, i, 0, "%s", count);
  for (guint k = 0; k < rs_kernel_get_rank (kernel, i); k++)
    {
      g_autofree char *length = g_strdup_printf ("%s_%u", name, k);

      if (!names (self->p->body->str, length) || has_own_length (kernel, i, k))
        continue;
      if (rs_kernel_view (kernel, i) == RS_IR_VIEW_FLAT)
        add_member (self, RS_ARGUMENT_COUNT, RS_ARGUMENT_I64, i, 0, "%s", length);
      else
        add_member (self, RS_ARGUMENT_LENGTH, RS_ARGUMENT_I64, i, k, "%s", length);
    }
}

/* What texture units know the array by, a filter each. */
static void
add_textures (Function *self, guint i)
{
  const RsKernelParameter *parameter = rs_kernel_parameter (self->p->kernel, i);

  for (RsIrFilter filter = RS_IR_FILTER_NEAREST; filter < RS_IR_N_FILTERS; filter++)
    {
      g_autoptr (GString) name = g_string_new (NULL);

      gpu_append_texture (self->p, name, i, filter);
      if (names (self->p->body->str, name->str))
        add_member (self, RS_ARGUMENT_TEXTURE, RS_ARGUMENT_I64, i,
                    RS_TEXTURE_INDEX (rs_ir_count_texels (parameter), filter, parameter->element), "%s", name->str);
    }
}

static void
add_parameter (Function *self, guint i)
{
  const RsKernelParameter *parameter = rs_kernel_parameter (self->p->kernel, i);
  const char *type = gpu_get_stored_type (self->p->kernel, parameter);
  g_autoptr (GString) name = g_string_new (NULL);

  c_append_parameter (self->p, name, i);
  switch (parameter->binding)
    {
    case RS_BIND_NUMBER:
      add_number (self, i, name->str);
      break;
    case RS_BIND_ARRAY:
    case RS_BIND_RESULT:
      add_array (self, i, name->str);
      add_textures (self, i);
      break;
    case RS_BIND_ACCUMULATOR:
      add_argument (self, RS_ARGUMENT_PARTIAL, 0, i, 0, "RS_GLOBAL %s *%s_partial", type, name->str);
      if (parameter->is_prefix)
        add_member (self, RS_ARGUMENT_BEGIN, parameter->is_integer ? RS_ARGUMENT_I64 : RS_ARGUMENT_F64, i, 0,
                    "%s_begin", name->str);
      break;
    case RS_BIND_FINAL:
      add_argument (self, RS_ARGUMENT_FINAL, 0, i, (guint)parameter->length, "RS_GLOBAL %s *%s", type, name->str);
      break;
    default: /* shared memory is the function's own */
      break;
    }
}

static void
add_sizes (Function *self)
{
  static const struct {
    RsArgumentKind kind;
    const char *name;
  } sizes[] = { { RS_ARGUMENT_LOW, "low" },
                { RS_ARGUMENT_HIGH, "high" },
                { RS_ARGUMENT_GRID, "grid" },
                { RS_ARGUMENT_BLOCK, "block" } };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint k = 0; k < self->p->kernel->grid_rank; k++)
      {
        g_autofree char *name = g_strdup_printf ("%s%u", sizes[i].name, k);

        if (names (self->p->body->str, name))
          add_member (self, sizes[i].kind, RS_ARGUMENT_I64, 0, k, "%s", name);
      }
  if (gpu (self->p)->can_fail)
    add_argument (self, RS_ARGUMENT_STATUS, 0, 0, 0, "RS_GLOBAL RsStatus *status");
  if (self->p->kernel->is_one_block)
    add_argument (self, RS_ARGUMENT_BARRIER, 0, 0, 0, "RS_GLOBAL unsigned *rs_barrier");
  if (names (self->p->body->str, "rs_stop"))
    add_argument (self, RS_ARGUMENT_STOP, 0, 0, 0, "RS_GLOBAL const int *restrict rs_stop");
}

/* --- what stands before the statements --- */

/* Memory begins where the array does; lengths that are compiled in. */
static void
append_beginnings (Function *self, GString *out)
{
  const RsKernel *kernel = self->p->kernel;

  for (guint i = 0; i < kernel->parameters->len; i++)
    {
      const RsKernelParameter *parameter = rs_kernel_parameter (kernel, i);
      g_autoptr (GString) name = g_string_new (NULL);

      if (parameter->binding != RS_BIND_ARRAY && parameter->binding != RS_BIND_RESULT)
        continue;
      c_append_parameter (self->p, name, i);
      if (!names (self->text, name->str))
        continue;
      if (self->has_constants && gpu_get_constant_bytes (kernel, i) > 0)
        g_string_append_printf (out, "  RS_GLOBAL const %s *const %s = rs_constant_%u;\n",
                                gpu_element_type (parameter->element), name->str, i);
      else
        g_string_append_printf (out, "  %s += %s" NUMBERS ".%s_offset;\n", name->str,
                                rs_element_is_complex (parameter->element) ? "2 * " : "", name->str);
      if (parameter->last_length > 0 && rs_kernel_view (kernel, i) == RS_IR_VIEW_PLAIN)
        {
          g_autofree char *length = g_strdup_printf ("%s_%d", name->str, parameter->rank - 1);

          if (names (self->text, length))
            g_string_append_printf (out, "  const long %s = %d;\n", length, parameter->last_length);
        }
    }
}

/* The position, from the number of the work item in each dimension of the launch. */
static void
print_position (Printer *p)
{
  guint rank = p->kernel->grid_rank;
  const gboolean has_turns = gpu (p)->common_loops != NULL;
  g_autoptr (GString) beyond = g_string_new (NULL);

  for (guint k = 0; k < rank; k++)
    if (rank == 4 && k < 2)
      c_printf (p, k == 0 ? "const long p0 = low0 + RS_ITEM (2) / (high1 - low1);"
                          : "const long p1 = low1 + RS_ITEM (2) %% (high1 - low1);");
    else if (has_turns && k + 2 >= rank)
      c_printf (p,
                k + 1 == rank ? "const long p%u = low%u + RS_FIRST (0, %d);"
                              : "const long p%u = low%u + RS_ITEM (1) * %d;",
                k, k, k + 1 == rank ? GPU_BLOCK_COLUMNS : GPU_BLOCK_ROWS);
    else
      c_printf (p, "const long p%u = low%u + RS_ITEM (%u);", k, k, rank - 1 - k);
  for (guint k = 0; k < rank; k++)
    g_string_append_printf (beyond, "%sp%u >= high%u", k > 0 ? " || " : "", k, k);
  if (p->kernel->has_blocks)
    {
      c_printf (p, "int is_active = !(%s);", beyond->str);
      return;
    }
  c_printf (p,
            "if (*rs_stop != 0)"); /* the same for all work items of a group, or nearly so: it may be looked at once */
  c_printf (p, "  return;");
  c_printf (p, "if (%s)", beyond->str);
  c_printf (p, "  return;");
}

/* Where the work item begins, and how far it goes each time, in each dimension: to divide at each position would take
 * longer than many kernels do. */
static void
print_strides (Printer *p)
{
  static const char *const names[] = { "at", "step" }, *const values[] = { "RS_ITEM (0)", "RS_ITEMS" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      c_printf (p, "long %s0 = %s;", names[i], values[i]);
      for (guint k = p->kernel->grid_rank; k-- > 1;)
        {
          c_printf (p, "%slong %s%u = %s0 %% (high%u - low%u);", i > 0 ? "const " : "", names[i], k, names[i], k, k);
          c_printf (p, "%s0 /= high%u - low%u;", names[i], k, k);
        }
    }
}

/* What is too far in a dimension goes on in the one before. */
static void
print_strided_position (Printer *p)
{
  for (guint k = p->kernel->grid_rank; k-- > 1;)
    {
      c_printf (p, "if (at%u >= high%u - low%u)", k, k, k);
      c_printf (p, "  { at%u -= high%u - low%u; at%u++; }", k, k, k, k - 1);
    }
  for (guint k = 0; k < p->kernel->grid_rank; k++)
    c_printf (p, "const long p%u = low%u + at%u;", k, k, k);
}

/* text: only those that it names; NULL: all. */
static void
print_locals_of (Printer *p, const char *text)
{
  for (guint i = 0; i < p->kernel->locals->len; i++)
    {
      const RsIrLocal *local = rs_kernel_local (p->kernel, i);
      g_autoptr (GString) name = g_string_new (NULL);

      if (local->is_counter)
        continue;
      p->dialect->append_local (p, name, i);
      if (text != NULL && !names (text, name->str))
        continue;
      if (local->length > 1)
        c_printf (p, "%s %s[%u] = { 0 };", c_type (local->type), name->str, local->length);
      else
        c_printf (p, "%s %s = 0;", c_type (local->type), name->str);
    }
}

static void
print_locals (Printer *p)
{
  print_locals_of (p, NULL);
}

/* Text of the condition: all accesses of this work item are inside of their arrays. (transfer full) */
static char *
describe_interior (Printer *p)
{
  const RsKernel *kernel = p->kernel;
  GString *out = g_string_new (NULL);

  for (guint k = 0; k < kernel->grid_rank; k++)
    {
      g_autofree char *low = NULL, *high = NULL;

      if (!kernel->interior_bounded[k])
        continue;
      low = c_expression_text (p, kernel->interior_low[k]);
      high = c_expression_text (p, kernel->interior_high[k]);
      g_string_append_printf (out, "%sp%u >= %s && p%u < %s", out->len > 0 ? " && " : "", k, low, k, high);
    }
  return g_string_free (out, FALSE);
}

static void
print_copy (Printer *p, const RsIrBlock *block)
{
  p->copy = ++p->n_copies;
  p->needs_done = FALSE;
  c_print_block (p, block);
  if (p->needs_done)
    c_printf (p, "done_%u:;", p->copy);
}

static void
print_braced (Printer *p, const RsIrBlock *block)
{
  c_printf (p, "{");
  p->indent += 2;
  print_copy (p, block);
  p->indent -= 2;
  c_printf (p, "}");
}

/* Neighbouring work items are in the interior together, nearly all of them. */
static void
print_parts (Printer *p, const RsIrBlock *interior, const RsIrBlock *border)
{
  g_autofree char *condition = describe_interior (p);

  c_printf (p, "if (%s)", condition);
  print_braced (p, interior);
  c_printf (p, "else");
  print_braced (p, border);
}

static void
print_item (Printer *p)
{
  print_locals (p);
  if (gpu (p)->can_fail)
    c_printf (p, "int failed = 0;");
  if (p->kernel->has_interior)
    print_parts (p, &p->kernel->interior, &p->kernel->body);
  else
    print_copy (p, &p->kernel->body);
}

/* Of number `at` in the order of the launch. */
static void
print_position_at (Printer *p, const char *text)
{
  g_autoptr (GString) rest = g_string_new ("at");

  for (guint k = p->kernel->grid_rank; k-- > 0;)
    {
      g_autofree char *name = g_strdup_printf ("p%u", k);

      if (names (text, name) && k > 0)
        c_printf (p, "const long p%u = low%u + %s %% (high%u - low%u);", k, k, rest->str, k, k);
      else if (names (text, name))
        c_printf (p, "const long p%u = low%u + %s;", k, k, rest->str);
      g_string_append_printf (rest, " / (high%u - low%u)", k, k);
    }
}

void
gpu_print_item_at (Printer *p, gboolean is_totals)
{
  const RsKernel *kernel = p->kernel;
  const RsIrBlock *border = is_totals ? &kernel->totals : &kernel->body;
  GString *before = p->body;
  g_autoptr (GString) text = g_string_new (NULL);

  c_printf (p, "{");
  p->indent += 2;
  p->body = text;
  if (kernel->has_interior)
    print_parts (p, is_totals ? &kernel->interior_totals : &kernel->interior, border);
  else
    print_copy (p, border);
  p->body = before;
  print_position_at (p, text->str);
  print_locals_of (p, text->str);
  if (names (text->str, "failed"))
    c_printf (p, "int failed = 0;");
  g_string_append (p->body, text->str);
  p->indent -= 2;
  c_printf (p, "}");
}

/* --- reductions --- */

const char *
gpu_neutral_element (const RsKernelParameter *parameter)
{
  switch (parameter->reduce)
    {
    case RS_REDUCE_PRODUCT:
      return "1";
    case RS_REDUCE_MINIMUM:
      return parameter->is_integer ? "9223372036854775807L" : "INFINITY";
    case RS_REDUCE_MAXIMUM:
      return parameter->is_integer ? "(-9223372036854775807L - 1)" : "-INFINITY";
    case RS_REDUCE_AND:
      return "-1";
    default:
      return "0";
    }
}

const char *
gpu_combination (RsReduceOperator reduce)
{
  static const char *const texts[] = {
    [RS_REDUCE_SUM] = "a + b",
    [RS_REDUCE_PRODUCT] = "a * b",
    [RS_REDUCE_MINIMUM] = "b < a ? b : a",
    [RS_REDUCE_MAXIMUM] = "b > a ? b : a",
    [RS_REDUCE_AND] = "a & b",
    [RS_REDUCE_OR] = "a | b",
    [RS_REDUCE_XOR] = "a ^ b",
  };

  return texts[reduce];
}

static gboolean
is_component_of (const RsKernelParameter *parameter, guint i, RsKernelBinding binding)
{
  return parameter->binding == binding && i < (guint)parameter->length;
}

/* Of a kernel that reduces. */
static guint
count_group_items (const Printer *p)
{
  guint items = p->kernel->has_prefix && p->kernel->target->runs_items_in_turn ? 1 : GROUP_ITEMS;

  while (items > 1 && items > p->kernel->target->largest_block)
    items /= 2;
  return items;
}

void
gpu_print_accumulators (Printer *p, guint tree_items)
{
  gboolean has_integers = FALSE, has_numbers = FALSE;

  for (guint i = 0; i < p->kernel->parameters->len; i++)
    {
      const RsKernelParameter *parameter = rs_kernel_parameter (p->kernel, i);
      g_autoptr (GString) name = g_string_new (NULL);

      c_append_parameter (p, name, i);
      for (guint c = 0; is_component_of (parameter, c, RS_BIND_ACCUMULATOR); c++)
        {
          c_printf (p, "%s %s_%u = %s;", gpu_get_result_type (p->kernel, parameter), name->str, c,
                    gpu_neutral_element (parameter));
          has_integers |= parameter->is_integer;
          has_numbers |= !parameter->is_integer;
        }
    }
  if (has_numbers)
    c_printf (p, "RS_SHARED (%s, tree, %u);", p->kernel->target->has_double ? "double" : "float", tree_items);
  if (has_integers)
    c_printf (p, "RS_SHARED (long, tree_of_integers, %u);", tree_items);
}

/* In halves: with the same numbers the sum is the same in each run. is_prefix: of running sums, or of the others. */
void
gpu_print_trees (Printer *p, guint group_items, gboolean is_prefix)
{
  for (guint i = 0; i < p->kernel->parameters->len; i++)
    {
      const RsKernelParameter *parameter = rs_kernel_parameter (p->kernel, i);
      const char *tree = parameter->is_integer ? "tree_of_integers" : "tree",
                 *type = gpu_get_result_type (p->kernel, parameter);
      g_autoptr (GString) name = g_string_new (NULL), stored = g_string_new (NULL);
      g_autofree char *first = g_strconcat (tree, "[0]", NULL);

      c_append_parameter (p, name, i);
      gpu_append_stored (p->kernel, parameter, stored, first);
      for (guint c = 0; is_component_of (parameter, c, RS_BIND_ACCUMULATOR) && parameter->is_prefix == is_prefix; c++)
        {
          c_printf (p, "RS_BARRIER;");
          c_printf (p, "%s[RS_GROUP_ITEM] = %s_%u;", tree, name->str, c);
          c_printf (p, "RS_BARRIER;");
          c_printf (p, "for (int half_of = %u; half_of > 0; half_of /= 2)", group_items / 2);
          c_printf (p, "{");
          c_printf (p, "  if (RS_GROUP_ITEM < half_of)");
          c_printf (p, "  {");
          c_printf (p, "    const %s a = %s[RS_GROUP_ITEM], b = %s[RS_GROUP_ITEM + half_of];", type, tree, tree);
          c_printf (p, "    %s[RS_GROUP_ITEM] = %s;", tree, gpu_combination (parameter->reduce));
          c_printf (p, "  }");
          c_printf (p, "  RS_BARRIER;");
          c_printf (p, "}");
          c_printf (p, "if (RS_GROUP_ITEM == 0)");
          c_printf (p, "  %s_partial[RS_GROUP * %d + %u] = %s;", name->str, parameter->length, c, stored->str);
        }
    }
}

static void
print_strided (Printer *p)
{
  g_autoptr (GString) total = g_string_new (NULL), steps = g_string_new (NULL);

  for (guint k = 0; k < p->kernel->grid_rank; k++)
    {
      g_string_append_printf (total, "%s(high%u - low%u)", k > 0 ? " * " : "", k, k);
      g_string_append_printf (steps, ", at%u += step%u", k, k);
    }
  gpu_print_accumulators (p, count_group_items (p));
  c_printf (p, "const long items = %s;", total->str);
  if (gpu (p)->private_sums >= 0)
    gpu_print_private_sums (p, count_group_items (p));
  print_strides (p);
  c_printf (p, "for (long at = RS_ITEM (0); at < items && *rs_stop == 0; at += RS_ITEMS%s)", steps->str);
  c_printf (p, "{");
  p->indent += 2;
  print_strided_position (p);
  print_item (p);
  p->indent -= 2;
  c_printf (p, "}");
  if (gpu (p)->private_sums >= 0)
    gpu_print_private_sums_end (p, count_group_items (p));
  gpu_print_trees (p, count_group_items (p), FALSE);
}

/* --- the function --- */

static gboolean
has_accumulators (const RsKernel *kernel)
{
  for (guint i = 0; i < kernel->parameters->len; i++)
    if (rs_kernel_parameter (kernel, i)->binding == RS_BIND_ACCUMULATOR)
      return TRUE;
  return FALSE;
}

static void
print_body (Printer *p)
{
  p->indent = 2;
  if (p->kernel->has_prefix)
    gpu_print_scan (p, count_group_items (p));
  else if (gpu (p)->is_strided)
    print_strided (p);
  else
    {
      print_position (p);
      if (p->kernel->has_blocks && p->kernel->shared->len > 0)
        gpu_print_shared (p);
      if (gpu (p)->common_loops != NULL)
        gpu_print_register_blocks (p, print_locals, print_item);
      else
        print_item (p);
    }
}

/* Text of the function that tells what groups add to running sums; behind that of the other one, so that both have the
 * arguments that either needs. (transfer full) */
static char *
print_totals (Printer *p)
{
  const gsize before = p->body->len;

  gpu_print_scan_totals (p, count_group_items (p));
  return g_strdup (p->body->str + before);
}

static void
set_grid (RsPlanGrid *grid, const Printer *p)
{
  grid->is_strided = gpu (p)->is_strided;
  grid->has_totals = p->kernel->has_prefix;
  grid->rank = grid->is_strided ? 1 : MIN (p->kernel->grid_rank, 3);
  grid->group_items = grid->is_strided ? count_group_items (p) : 0;
  grid->is_blocks = p->kernel->has_blocks;
  grid->is_together = p->kernel->is_one_block;
  if (gpu (p)->common_loops != NULL)
    {
      grid->positions[0] = GPU_BLOCK_COLUMNS;
      grid->positions[1] = GPU_BLOCK_ROWS;
    }
}

static void
function_init (Function *self, Printer *p, const char *text, RsLaunchPlan *plan)
{
  *self = (Function){ .p = p,
                      .text = text,
                      .plan = plan,
                      .head = g_string_new (NULL),
                      .members = g_string_new (NULL),
                      .copies = g_string_new (NULL) };
  plan->arguments = g_array_new (FALSE, FALSE, sizeof (RsPlanArgument));
  plan->numbers = g_array_new (FALSE, FALSE, sizeof (RsPlanArgument));
}

static void
function_clear (Function *self)
{
  g_string_free (self->head, TRUE);
  g_string_free (self->members, TRUE);
  g_string_free (self->copies, TRUE);
}

/* How many work items a block has at most, for the compiler's use of registers; a block that the program gives is known
 * at its launch. */
static void
append_bounds (const Function *self, GString *out)
{
  const RsKernel *kernel = self->p->kernel;
  guint bound = kernel->largest_block;

  if (!kernel->has_blocks)
    {
      const guint own = gpu (self->p)->is_strided ? count_group_items (self->p) : RS_PLAN_LARGEST_GROUP;

      bound = bound == 0 || gpu (self->p)->is_strided ? own : MIN (own, bound);
    }
  if (bound > 0 && kernel->least_blocks > 0)
    g_string_append_printf (out, "RS_BOUNDS_FOR (%u, %u) ", bound, kernel->least_blocks);
  else if (bound > 0)
    g_string_append_printf (out, "RS_BOUNDS (%u) ", bound);
}

static void
append_function (Function *self, const char *suffix, GString *out)
{
  const RsKernel *kernel = self->p->kernel;

  for (guint i = 0; i < kernel->parameters->len; i++)
    add_parameter (self, i);
  add_sizes (self);
  add_numbers (self);
  if (self->bytes > 0 && !self->is_second) /* else it stands there */
    g_string_append_printf (out, "typedef struct {\n%s} RsNumbers;\n", self->members->str);
  g_string_append (out, "RS_KERNEL ");
  append_bounds (self, out);
  g_string_append_printf (out, "void %s%s (%s)\n{\n", kernel->name, suffix, self->head->str);
  g_string_append (out, self->copies->str);
  append_beginnings (self, out);
  g_string_append_printf (out, "%s}\n", self->text);
}

/* A second function, with the same struct of numbers. has_constants: it reads arrays in constant memory, which are no
 * arguments of it. */
static void
append_second (Printer *p, const char *text, gboolean has_constants, const char *suffix, GString *out)
{
  RsLaunchPlan plan = { 0 };
  Function function;

  function_init (&function, p, text, &plan);
  function.has_constants = has_constants;
  function.is_second = TRUE;
  append_function (&function, suffix, out);
  function_clear (&function);
  g_array_unref (plan.arguments);
  g_array_unref (plan.numbers);
}

/* Why the target can't take as many arguments; NULL: it can. (transfer full) */
static char *
refuse_arguments (const RsKernel *kernel, const RsLaunchPlan *plan)
{
  const gsize most = kernel->target->argument_bytes;
  gsize bytes = 0;

  for (guint i = 0; i < plan->arguments->len; i++)
    {
      const RsPlanArgument *argument = &g_array_index (plan->arguments, RsPlanArgument, i);

      if (argument->kind != RS_ARGUMENT_SHARED)
        bytes += argument->kind == RS_ARGUMENT_NUMBERS ? (argument->index + 7u) / 8 * 8 : 8; /* addresses */
    }
  if (most == 0 || bytes <= most)
    return NULL;
  return g_strdup_printf ("its arguments take %" G_GSIZE_FORMAT " bytes there, of which it has %" G_GSIZE_FORMAT
                          ": fewer arrays and fixed-size vectors would fit",
                          bytes, most);
}

char *
rs_gpu_print (const RsKernel *kernel, RsLaunchPlan *plan, char **reason)
{
  g_assert (kernel->target->dialect != RS_DIALECT_C);

  const gint private_sums = kernel->has_prefix ? -1 : gpu_find_private_sums (kernel);
  const gboolean is_strided = kernel->has_prefix || has_accumulators (kernel) || private_sums >= 0;
  g_autoptr (GPtrArray) common_loops = is_strided ? NULL : gpu_find_register_blocks (kernel);
  GpuContext context = { .is_strided = is_strided,
                         .private_sums = private_sums,
                         .common_loops = common_loops,
                         .can_fail = rs_ir_can_fail (&kernel->body) || gpu_shared_can_fail (kernel) };
  GString *out = g_string_new (NULL);
  Printer p;
  Function function;
  RsPlanArgument pool = { .kind = RS_ARGUMENT_SHARED };
  gboolean has_constants;
  g_autofree char *text = NULL, *totals = NULL;

  *reason = gpu_refuse (kernel);
  if (*reason != NULL)
    {
      g_string_free (out, TRUE);
      return NULL;
    }
  c_print_init (&p, kernel, &gpu_dialect, &context);
  print_body (&p);
  text = g_strdup (p.body->str);
  if (kernel->has_prefix)
    totals = print_totals (&p);
  function_init (&function, &p, text, plan);
  set_grid (&plan->grid, &p);
  rs_gpu_append_prelude (out, kernel->target);
  for (guint i = 0; i < p.helper_order->len; i++)
    g_string_append (out, g_ptr_array_index (p.helper_order, i));
  has_constants = gpu_append_constants (kernel, out);
  append_function (&function, "", out);
  function_clear (&function);
  if (has_constants)
    append_second (&p, text, TRUE, "_constant", out);
  if (totals != NULL)
    append_second (&p, totals, FALSE, "_totals", out);
  *reason = refuse_arguments (kernel, plan);
  pool.index = gpu_get_pool_bytes (kernel);
  if (pool.index > 0)
    g_array_append_val (plan->arguments, pool);
  c_print_clear (&p);
  return g_string_free (out, *reason != NULL);
}
