/* What is known of a text: its blocks, what its names mean, the stages of its kernels and their differences.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/analysis/blocks.h"
#include "ide/analysis/pipeline.h"

#include <string.h>

/* "function-endfunction for-endfor if-": the words of each block. */
static char *
describe_blocks (const char *text)
{
  g_autoptr (RsSource) source = rs_source_new_from_text ("t.q", text, -1);
  g_autoptr (GArray) blocks = rs_blocks_find (source);
  GString *words = g_string_new (NULL);

  for (guint i = 0; i < blocks->len; i++)
    {
      const RsBlock *block = &g_array_index (blocks, RsBlock, i);

      g_string_append_printf (words, "%s%.*s-%.*s", i > 0 ? " " : "", (int)(block->open_end - block->open),
                              text + block->open, (int)(block->close_end - block->close), text + block->close);
    }
  return g_string_free (words, FALSE);
}

static void
check_blocks (const char *text, const char *wanted)
{
  g_autofree char *found = describe_blocks (text);

  g_assert_cmpstr (found, ==, wanted);
}

static void
test_blocks (void)
{
  check_blocks ("", "");
  check_blocks ("function y = f(x)\n  for i=0..2\n    y = x\n  endfor\nendfunction\n",
                "function-endfunction for-endfor");
  check_blocks ("for i=0..2\n  if i > 1\n    print i\nendfor\n", "for-endfor if-");
  check_blocks ("type a : class\n x : scalar\nendtype\ntype b : int\n", "type-endtype");
  check_blocks ("match x with\n| 0 -> print 1\nendmatch\nmatch = 3\n", "match-endmatch");
  check_blocks ("repeat\n  i += 1\nuntil i > 3\n", "repeat-until");
  check_blocks ("while true\n  for i=0..1\n  end\nend\n", "while-end for-end");
  check_blocks ("%{\n for endfor\n%}\nx = 1\n", "%{-%}");
  check_blocks ("x = \"for\" % for\nendfor\n", "");
}

static void
test_block_at_word (void)
{
  const char *text = "for i=0..2\n  x = i\nendfor\n";
  g_autoptr (RsSource) source = rs_source_new_from_text ("t.q", text, -1);
  g_autoptr (GArray) blocks = rs_blocks_find (source);

  g_assert_nonnull (rs_blocks_at_word (blocks, 0));
  g_assert_nonnull (rs_blocks_at_word (blocks, 3));
  g_assert_null (rs_blocks_at_word (blocks, 6));
  g_assert_nonnull (rs_blocks_at_word (blocks, (guint32)strlen (text) - 1));
  g_assert_true (rs_blocks_is_word ("endfor") && rs_blocks_is_word ("for") && !rs_blocks_is_word ("fortune"));
}

static const char program[] = "function [] = __kernel__ scale(x : mat, y : mat, pos : ivec2)\n"
                              "    y[pos] = 2 * x[pos]\n"
                              "endfunction\n"
                              "function z = outer(a : scalar)\n"
                              "    lost = 3\n"
                              "    k = 2.0\n"
                              "    z = a + k\n"
                              "endfunction\n"
                              "function [] = main()\n"
                              "    x = zeros(4,4)\n"
                              "    y = zeros(4,4)\n"
                              "    parallel_do(size(x), x, y, scale)\n"
                              "    print sum(y), outer(1.0)\n"
                              "endfunction\n";

static RsAnalysis *
analyse (const char *text)
{
  g_autoptr (RsSource) source = rs_source_new_from_text ("/tmp/main.q", text, -1);

  return rs_analysis_new (source, NULL, RS_PRECISION_SINGLE);
}

/* How many names of that text have that meaning. */
static guint
count (const RsAnalysis *analysis, const char *text, const char *name, RsMeaning meaning)
{
  const GArray *spans = rs_analysis_get_meanings (analysis);
  guint n = 0;

  for (guint i = 0; i < spans->len; i++)
    {
      const RsMeaningSpan *span = &g_array_index (spans, RsMeaningSpan, i);

      if (i > 0)
        g_assert_cmpuint (span->start, >=, g_array_index (spans, RsMeaningSpan, i - 1).end);
      if (span->meaning == meaning && span->end - span->start == strlen (name)
          && strncmp (text + span->start, name, strlen (name)) == 0)
        n++;
    }
  return n;
}

static void
test_meanings (void)
{
  g_autoptr (RsAnalysis) analysis = analyse (program);

  g_assert_false (rs_analysis_has_errors (analysis));
  g_assert_cmpuint (count (analysis, program, "lost", RS_MEANS_UNUSED), ==, 1);
  g_assert_cmpuint (count (analysis, program, "k", RS_MEANS_UNUSED), ==, 0);
  g_assert_cmpuint (count (analysis, program, "a", RS_MEANS_PARAMETER), ==, 2);
  g_assert_cmpuint (count (analysis, program, "scale", RS_MEANS_KERNEL), ==, 1);
}

static void
test_captured (void)
{
  static const char text[] = "function y = outer(a : scalar)\n"
                             "    offset = 3\n"
                             "    function z = inner(x)\n"
                             "        z = x + offset * a\n"
                             "    endfunction\n"
                             "    y = inner(offset)\n"
                             "endfunction\n"
                             "print outer(1.0)\n";
  g_autoptr (RsAnalysis) analysis = analyse (text);

  g_assert_false (rs_analysis_has_errors (analysis));
  g_assert_cmpuint (count (analysis, text, "offset", RS_MEANS_CAPTURED), ==, 1);
  g_assert_cmpuint (count (analysis, text, "a", RS_MEANS_CAPTURED), ==, 1);
  g_assert_cmpuint (count (analysis, text, "a", RS_MEANS_PARAMETER), ==, 1);
  g_assert_cmpuint (count (analysis, text, "x", RS_MEANS_CAPTURED), ==, 0);
}

static void
test_pipeline (void)
{
  g_autoptr (RsAnalysis) analysis = analyse (program);
  g_autoptr (RsPipeline) pipeline = rs_pipeline_new (analysis, 2), nothing = rs_pipeline_new (analysis, 10);
  const RsStage *first, *c;
  g_autoptr (GArray) map = NULL, c_map = NULL;
  gboolean found = FALSE;

  g_assert_cmpstr (pipeline->title, ==, "Kernel scale");
  g_assert_cmpuint (pipeline->first, ==, 1);
  g_assert_cmpuint (pipeline->stages->len, >=, 3);
  first = g_ptr_array_index (pipeline->stages, 0);
  c = g_ptr_array_index (pipeline->stages, pipeline->stages->len - 3); /* then OpenCL C and CUDA C++ */
  g_assert_nonnull (strstr (first->text, "(kernel"));
  g_assert_cmpstr (c->title, ==, "C for the processor");
  map = rs_stage_map_lines (first);
  c_map = rs_stage_map_lines (c);
  for (guint i = 0; i < map->len; i++)
    found |= g_array_index (map, guint, i) == 2;
  g_assert_true (found);
  found = FALSE;
  for (guint i = 0; i < c_map->len; i++)
    found |= g_array_index (c_map, guint, i) == 2;
  g_assert_true (found);
  g_assert_cmpuint (nothing->stages->len, ==, 0);
}

static void
test_difference (void)
{
  g_autofree char *text = rs_difference ("a\nb\nc", "a\nx\nc"), *same = rs_difference ("a", "a");

  g_assert_cmpstr (text, ==, "  a\n- b\n+ x\n  c\n");
  g_assert_cmpstr (same, ==, "  a\n");
}

static void
test_lines_of_difference (void)
{
  const RsStage before = { (char *)"before", (char *)"(kernel\n(set 2 a)\n(set 3 b)" };
  const RsStage after = { (char *)"after", (char *)"(kernel\n(set 4 c)\n(set 3 b)\n(set 7 d)" };
  g_autofree char *text = rs_difference (before.text, after.text);
  g_autoptr (GArray) map = rs_difference_map_lines (text, &before, &after);
  const guint expected[] = { 0, 2, 4, 3, 7 };

  g_assert_cmpstr (text, ==, "  (kernel\n- (set 2 a)\n+ (set 4 c)\n  (set 3 b)\n+ (set 7 d)\n");
  g_assert_cmpuint (map->len, >=, G_N_ELEMENTS (expected));
  g_assert_cmpmem (map->data, sizeof expected, expected, sizeof expected);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ide/texts/blocks", test_blocks);
  g_test_add_func ("/ide/texts/block-at-word", test_block_at_word);
  g_test_add_func ("/ide/texts/meanings", test_meanings);
  g_test_add_func ("/ide/texts/captured", test_captured);
  g_test_add_func ("/ide/texts/pipeline", test_pipeline);
  g_test_add_func ("/ide/texts/difference", test_difference);
  g_test_add_func ("/ide/texts/lines-of-difference", test_lines_of_difference);
  return g_test_run ();
}
