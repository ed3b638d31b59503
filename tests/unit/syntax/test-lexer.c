/* Tokens: where they end, what is left to the parser, which brackets are pairs.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/syntax/lexer.h"

#include <string.h>

/* The texts of the tokens, a blank between them; `|` before one that begins a statement. */
static char *
cut (const char *text)
{
  g_autoptr (RsSource) source = rs_source_new_from_text ("test.q", text, -1);
  GString *out = g_string_new (NULL);
  RsTokens tokens;

  rs_tokens_init (&tokens, source);
  for (guint32 i = 0; i + 1 < tokens.length; i++)
    {
      const RsToken *token = &tokens.items[i];

      g_string_append (out, i > 0 ? " " : "");
      g_string_append (out, token->flags & RS_TOKEN_FIRST ? "|" : "");
      g_string_append_len (out, rs_source_get_text (source) + token->start, token->end - token->start);
    }
  g_assert_cmpint (tokens.items[tokens.length - 1].kind, ==, RS_TOKEN_END);
  rs_tokens_clear (&tokens);
  return g_string_free (out, FALSE);
}

static const struct {
  const char *text;
  const char *expected;
} cases[] = {
  { "", "" },
  { "a+b", "|a + b" },
  { "1./x", "|1 ./ x" },
  { "1.5.*x", "|1.5 .* x" },
  { "0..1", "|0 .. 1" },
  { "0...5", "|0 .. .5" },
  { "[...a]", "|[ ... a ]" },
  { "[0.,0.]", "|[ 0. , 0. ]" },
  { "1.e-5", "|1.e-5" },
  { "2i+3.5j", "|2i + 3.5j" },
  { "0Fh+101b-17o", "|0Fh + 101b - 17o" },
  { "a.b", "|a . b" },
  { "x__=1 a[0]__=1", "|x__ = 1 a [ 0 ] __= 1" },
  { "a^^=b.^=c", "|a ^^= b .^= c" },
  { "a->b|>c||d", "|a -> b |> c || d" },
  { "x:=??", "|x := ??" },
  { "a % b\nc", "|a |c" },
  { "a _\nb", "|a b" },
  { "a _ % c\n\nb", "|a |b" },
  { "[a, _]", "|[ a , _ ]" },
  { "_out + _", "|_out +" },
  { "a\n  && b", "|a && b" },
  { "a\n  + b", "|a |+ b" },
  { "\"a % b\"\"", "|\"a % b\" \"" },
  { "a\r\nb\tc", "|a |b c" },
  { "$str(x)", "|$str ( x )" },
  { "#pragma a (on) % c\nb", "|#pragma a (on) |b" },
  { "__device__ __devices__", "|__device__ __devices__" },
  { "h\xc3\xa9llo+\xc3\xb1", "|h\xc3\xa9llo + \xc3\xb1" },
  { "\xe2\x80\x98" "a\xe2\x80\x99", "|\xe2\x80\x98 a \xe2\x80\x99" },
  { "a\xc2\xa0" "b", "|a b" },
};

static void
test_tokens (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *tokens = cut (cases[i].text);

      g_assert_cmpstr (tokens, ==, cases[i].expected);
    }
}

static void
test_numbers (void)
{
  static const struct {
    const char *text;
    double value;
    gboolean is_integer, is_imaginary;
  } numbers[] = {
    { "0", 0, TRUE, FALSE },         { "42", 42, TRUE, FALSE },         { "1.", 1, FALSE, FALSE },
    { ".5", 0.5, FALSE, FALSE },     { "1e3", 1000, FALSE, FALSE },     { "2i", 2, TRUE, TRUE },
    { "1.5e-2j", 0.015, FALSE, TRUE }, { "1011011b", 91, TRUE, FALSE }, { "123456o", 42798, TRUE, FALSE },
    { "1Fh", 31, TRUE, FALSE },      { "0ECD3FH", 0xECD3F, TRUE, FALSE }, { "10bh", 0x10b, TRUE, FALSE },
    { "00000000000000000000000000000000000000000000000000000000000000000000000001", 1,
                                       TRUE, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      gboolean is_integer, is_imaginary;

      g_assert_cmpfloat (rs_number_value (numbers[i].text, strlen (numbers[i].text), &is_integer, &is_imaginary), ==,
                         numbers[i].value);
      g_assert_cmpint (is_integer, ==, numbers[i].is_integer);
      g_assert_cmpint (is_imaginary, ==, numbers[i].is_imaginary);
    }
}

/* The index of the partner of each bracket in a text of brackets and names, `-` for none. */
static char *
pairs (const char *text)
{
  g_autoptr (RsSource) source = rs_source_new_from_text ("test.q", text, -1);
  GString *out = g_string_new (NULL);
  RsTokens tokens;

  rs_tokens_init (&tokens, source);
  for (guint32 i = 0; i + 1 < tokens.length; i++)
    if (tokens.items[i].match != RS_TOKEN_NO_MATCH)
      g_string_append_printf (out, "%u", tokens.items[i].match);
    else
      g_string_append_c (out, '-');
  rs_tokens_clear (&tokens);
  return g_string_free (out, FALSE);
}

static void
test_pairs (void)
{
  static const struct {
    const char *text;
    const char *expected;
  } brackets[] = {
    { "([])", "3210" }, { "([)]", "2-0-" }, { "(", "-" }, { "]", "-" }, { "(()", "-21" }, { "{(})", "2-0-" },
    { "(\nfor", "--" }, { "(\nfor )", "---" }, { "(x\ntype)", "3--0" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (brackets); i++)
    {
      g_autofree char *found = pairs (brackets[i].text);

      g_assert_cmpstr (found, ==, brackets[i].expected);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/syntax/lexer/tokens", test_tokens);
  g_test_add_func ("/syntax/lexer/numbers", test_numbers);
  g_test_add_func ("/syntax/lexer/pairs", test_pairs);
  return g_test_run ();
}
