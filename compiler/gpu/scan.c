/* Running sums: loops that use what a variable has been accumulated to so far (`s += x[i]; y[i] = s`).
 *
 * Positions are cut into as many stretches as there are groups. The function of totals has each group add up what its
 * stretch adds; the function that runs the positions begins with what the stretches before add, and goes through its
 * own tile by tile: each work item adds up what a few positions add that follow each other, the group scans these sums
 * in shared memory, and each work item runs its positions from what it knows then. Where a core runs work items in
 * turn, a group has one, which goes through its stretch position by position. The order of the additions depends on the
 * number of groups alone, so that results have the same bits in each run.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/gpu/private.h"

#define TILE 1024 /* positions */
#define PARTS 4   /* sums in turn */

static const char *
get_tree (const RsKernelParameter *parameter)
{
  return parameter->is_integer ? "tree_of_integers" : "tree";
}

/* What of the positions is this group's: whole tiles, but for the last one. */
static void
print_stretch (Printer *p, guint group_items)
{
  g_autoptr (GString) total = g_string_new (NULL);

  for (guint k = 0; k < p->kernel->grid_rank; k++)
    g_string_append_printf (total, "%s(high%u - low%u)", k > 0 ? " * " : "", k, k);
  c_printf (p, "const long items = %s;", total->str);
  c_printf (p, "const long groups = RS_ITEMS / %u;", group_items);
  c_printf (p, "const long stretch = ((items + groups - 1) / groups + %d) / %d * %d;", TILE - 1, TILE, TILE);
  c_printf (p, "const long first = RS_GROUP * stretch;");
  c_printf (p, "const long end = first + stretch < items ? first + stretch : items;");
}

/* Calls print for each running sum. */
static void
print_each (Printer *p, void (*print) (Printer *p, const RsKernelParameter *parameter, const char *name, guint items),
            guint group_items)
{
  for (guint i = 0; i < p->kernel->parameters->len; i++)
    {
      const RsKernelParameter *parameter = rs_kernel_parameter (p->kernel, i);
      g_autoptr (GString) name = g_string_new (NULL);

      if (parameter->binding != RS_BIND_ACCUMULATOR || !parameter->is_prefix)
        continue;
      c_append_parameter (p, name, i);
      print (p, parameter, name->str, group_items);
    }
}

static void
print_end (Printer *p, const RsKernelParameter *parameter, const char *name, guint group_items)
{
  c_printf (p, "  %s_partial[groups - 1] = %s_0;", name, name);
}

/* This work item's next positions, that follow each other. Behind the last of all: what the sums have come to, where no
 * other group reads what the last one adds. */
static void
print_next (Printer *p, const char *from, guint n, gboolean is_totals)
{
  c_printf (p, "for (long at = %s; at < %s + %u && at < end; at++)", from, from, n);
  gpu_print_item_at (p, is_totals);
  if (is_totals)
    return;
  c_printf (p, "if (%s < items && %s + %u >= items)", from, from, n);
  c_printf (p, "{");
  print_each (p, print_end, 0);
  c_printf (p, "}");
}

static void
print_parts (Printer *p, const RsKernelParameter *parameter, const char *name, guint n)
{
  c_printf (p, "%s %s_parts[%u];", gpu_get_result_type (p->kernel, parameter), name, n);
  c_printf (p, "for (int k = 0; k < %u; k++)", n);
  c_printf (p, "  %s_parts[k] = %s;", name, gpu_neutral_element (parameter));
}

static void
print_take_part (Printer *p, const RsKernelParameter *parameter, const char *name, guint n)
{
  c_printf (p, "%s_0 = %s_parts[k];", name, name);
}

static void
print_put_part (Printer *p, const RsKernelParameter *parameter, const char *name, guint n)
{
  c_printf (p, "%s_parts[k] = %s_0;", name, name);
}

static void
print_combined (Printer *p, const RsKernelParameter *parameter, const char *to, const char *a, const char *b)
{
  const char *type = gpu_get_result_type (p->kernel, parameter);

  c_printf (p, "{ const %s a = %s, b = %s; %s = %s; }", type, a, b, to, gpu_combination (parameter->reduce));
}

static void
print_sum_of_parts (Printer *p, const RsKernelParameter *parameter, const char *name, guint n)
{
  g_autofree char *sum = g_strdup_printf ("%s_0", name), *part = g_strdup_printf ("%s_parts[k]", name);

  c_printf (p, "%s = %s;", sum, gpu_neutral_element (parameter));
  c_printf (p, "for (int k = 0; k < %u; k++)", n);
  print_combined (p, parameter, sum, sum, part);
}

static void
print_total_of_item (Printer *p)
{
  c_printf (p, "{");
  p->indent += 2;
  print_each (p, print_take_part, 0);
  gpu_print_item_at (p, TRUE);
  print_each (p, print_put_part, 0);
  p->indent -= 2;
  c_printf (p, "}");
}

/* What the stretch of a group with one work item adds: into a few sums in turn, so that additions wait less for each
 * other. */
static void
print_total_in_turn (Printer *p)
{
  print_each (p, print_parts, PARTS);
  c_printf (p, "long at = first;");
  c_printf (p, "for (long tile = first; tile < end && !RS_STOPS (rs_stop); tile += %d)", TILE);
  c_printf (p, "{");
  p->indent += 2;
  c_printf (p, "const long next = tile + %d < end ? tile + %d : end;", TILE, TILE);
  c_printf (p, "while (at + %d <= next)", PARTS);
  c_printf (p, "  for (int k = 0; k < %d; k++, at++)", PARTS);
  print_total_of_item (p);
  c_printf (p, "for (const int k = 0; at < next; at++)");
  print_total_of_item (p);
  p->indent -= 2;
  c_printf (p, "}");
  print_each (p, print_sum_of_parts, PARTS);
}

void
gpu_print_scan_totals (Printer *p, guint group_items)
{
  gpu_print_accumulators (p, group_items);
  print_stretch (p, group_items);
  if (group_items == 1)
    print_total_in_turn (p);
  else
    {
      c_printf (p, "for (long at = first + RS_GROUP_ITEM; at < end && *rs_stop == 0; at += %u)", group_items);
      gpu_print_item_at (p, TRUE);
    }
  gpu_print_trees (p, group_items, TRUE);
}

/* What this group's stretch begins with. */
static void
print_begin (Printer *p, const RsKernelParameter *parameter, const char *name, guint group_items)
{
  g_autofree char *base = g_strdup_printf ("%s_base", name), *partial = g_strdup_printf ("%s_partial[g]", name);

  c_printf (p, "%s %s = %s_begin;", gpu_get_result_type (p->kernel, parameter), base, name);
  c_printf (p, "for (long g = 0; g < RS_GROUP; g++)");
  print_combined (p, parameter, base, base, partial);
}

/* From what each work item's positions add, to what it begins with; the base becomes that of the next tile. Two rows
 * of shared memory are read and written in turn, so that a step has one barrier. */
static void
print_scan (Printer *p, const RsKernelParameter *parameter, const char *name, guint group_items)
{
  const char *rows = get_tree (parameter);
  g_autofree char *sum = g_strdup_printf ("%s_0", name), *base = g_strdup_printf ("%s_base", name);
  g_autofree char *other = g_strdup_printf ("%s[row + RS_GROUP_ITEM - apart]", rows);
  g_autofree char *before = g_strdup_printf ("%s[row + RS_GROUP_ITEM - 1]", rows);
  g_autofree char *last = g_strdup_printf ("%s[row + %u]", rows, group_items - 1);

  c_printf (p, "{");
  p->indent += 2;
  c_printf (p, "int row = 0;");
  c_printf (p, "%s[RS_GROUP_ITEM] = %s;", rows, sum);
  c_printf (p, "RS_BARRIER;");
  c_printf (p, "for (int apart = 1; apart < %u; apart *= 2)", group_items);
  c_printf (p, "{");
  c_printf (p, "  if (RS_GROUP_ITEM >= apart)");
  c_printf (p, "  ");
  print_combined (p, parameter, sum, other, sum);
  c_printf (p, "  row = %u - row;", group_items);
  c_printf (p, "  %s[row + RS_GROUP_ITEM] = %s;", rows, sum);
  c_printf (p, "  RS_BARRIER;");
  c_printf (p, "}");
  c_printf (p, "%s = %s;", sum, base);
  c_printf (p, "if (RS_GROUP_ITEM > 0)");
  print_combined (p, parameter, sum, base, before);
  print_combined (p, parameter, base, base, last);
  c_printf (p, "RS_BARRIER;");
  p->indent -= 2;
  c_printf (p, "}");
}

static void
print_neutral (Printer *p, const RsKernelParameter *parameter, const char *name, guint group_items)
{
  c_printf (p, "%s_0 = %s;", name, gpu_neutral_element (parameter));
}

static void
print_base (Printer *p, const RsKernelParameter *parameter, const char *name, guint group_items)
{
  c_printf (p, "%s_0 = %s_base;", name, name);
}

static void
print_tiles (Printer *p, guint group_items)
{
  const guint n = TILE / group_items;

  c_printf (p, "RS_SHARED (int, ends, 1);");
  c_printf (p, "for (long tile = first; tile < end; tile += %u)", group_items * n);
  c_printf (p, "{");
  p->indent += 2;
  c_printf (p, "const long own = tile + RS_GROUP_ITEM * %u;", n);
  c_printf (p, "if (RS_GROUP_ITEM == 0)");
  c_printf (p, "  ends[0] = RS_STOPS (rs_stop);");
  print_each (p, print_neutral, group_items);
  print_next (p, "own", n, TRUE);
  print_each (p, print_scan, group_items);
  c_printf (p, "if (ends[0] != 0)"); /* the same for all work items of the group, which meet at barriers */
  c_printf (p, "  break;");
  print_next (p, "own", n, FALSE);
  c_printf (p, "RS_BARRIER;"); /* before ends is written again */
  p->indent -= 2;
  c_printf (p, "}");
}

void
gpu_print_scan (Printer *p, guint group_items)
{
  gpu_print_accumulators (p, 2 * group_items); /* rows */
  print_stretch (p, group_items);
  print_each (p, print_begin, group_items);
  if (group_items == 1)
    {
      print_each (p, print_base, 1);
      c_printf (p, "for (long tile = first; tile < end && !RS_STOPS (rs_stop); tile += %d)", TILE);
      c_printf (p, "{");
      p->indent += 2;
      print_next (p, "tile", TILE, FALSE);
      p->indent -= 2;
      c_printf (p, "}");
    }
  else
    print_tiles (p, group_items);
  gpu_print_trees (p, group_items, FALSE);
}
