/* Types: their text in both directions, distances, joins, elements.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "sema-test.h"

/* The declared type of x in `x : TYPE`. */
static const RsType *
declared (Compiled *c, const char *type)
{
  g_autofree char *text = g_strdup_printf ("function [] = f(x : %s)\nendfunction\n", type);
  const RsSymbol *x;

  *c = compile (text);
  x = find_variable (inner (c->module->root->scope, 0), "x");
  g_assert_nonnull (x);
  return x->type;
}

static void
test_round_trip (void)
{
  static const char *const texts[][2] = {
    { "scalar", NULL },
    { "cscalar", NULL },
    { "int", NULL },
    { "uint8", NULL },
    { "uint8'sat", NULL },
    { "string", NULL },
    { "vec", NULL },
    { "mat", NULL },
    { "cube", NULL },
    { "ivec", NULL },
    { "ccube", NULL },
    { "vec4", "vec(4)" },
    { "ivec(2)", NULL },
    { "mat2x3", "mat(2,3)" },
    { "cube2x2x2x2", "cube{4}(2,2,2,2)" },
    { "cube(:,:,3)", NULL },
    { "cube{4}", NULL },
    { "cube{:}", NULL },
    { "mat[uint8]", NULL },
    { "mat[uint8'sat]", NULL },
    { "vec[int]", "ivec" },
    { "vec[scalar]", "vec" },
    { "mat[scalar'half]", NULL },
    { "mat[scalar'double]", NULL },
    { "mat[cscalar]", "cmat" },
    { "vec[cube]", NULL },
    { "vec[vec[mat]]", NULL },
    { "cube'circular", NULL },
    { "mat'const'mirror", "mat'mirror" },
    { "vec[??]", NULL },
    { "cellmat", "mat[?\?]" },
    { "[__device__ (scalar, scalar) -> scalar]", NULL },
    { "[scalar -> scalar]", NULL },
    { "[(mat, vec) -> ()]", NULL },
    { "[(mat, scalar) -> (mat, mat)]", NULL },
    { "[...scalar -> scalar]", "[(...scalar) -> scalar]" },
    { "[scalar -> scalar -> scalar]", "[scalar -> [scalar -> scalar]]" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      Compiled c;
      g_autofree char *text = rs_type_to_string (declared (&c, texts[i][0]));

      g_assert_cmpstr (text, ==, texts[i][1] ? texts[i][1] : texts[i][0]);
      compiled_clear (&c);
    }
}

static void
test_fields (void)
{
  Compiled c;
  const RsType *type = declared (&c, "cube[uint8'unchecked](:,4,:)'clamped'const");

  g_assert_cmpint (type->kind, ==, RS_TYPE_ARRAY);
  g_assert_cmpint (type->element, ==, RS_ELEMENT_UINT8);
  g_assert_cmpint (type->overflow, ==, RS_OVERFLOW_WRAP);
  g_assert_cmpint (type->boundary, ==, RS_BOUNDARY_CLAMPED);
  g_assert_true (type->is_const);
  g_assert_cmpint (type->sizes[0], ==, RS_SIZE_UNKNOWN);
  g_assert_cmpint (type->sizes[1], ==, 4);
  compiled_clear (&c);
}

static void
test_accepts (void)
{
  static const struct { const char *formal, *actual; gboolean accepted; } rows[] = {
    { "mat", "vec", TRUE }, { "vec", "mat", FALSE }, { "cube", "mat", TRUE }, { "cube{:}", "mat", TRUE },
    { "mat", "cmat", FALSE }, { "cmat", "mat", FALSE }, { "mat", "imat", TRUE }, { "imat", "mat", FALSE },
    { "vec3", "vec", TRUE }, { "vec3", "vec4", FALSE }, { "scalar", "int", TRUE }, { "int", "scalar", FALSE },
    { "vec", "scalar", FALSE }, { "??", "mat", TRUE }, { "mat", "??", TRUE }, { "string", "scalar", FALSE },
    { "uint8", "int", FALSE }, { "int", "uint8", TRUE }, { "mat[uint8]", "mat[int8]", FALSE },
    { "[scalar->scalar]", "[scalar->scalar]", TRUE }, { "[scalar->scalar]", "[(scalar,scalar)->scalar]", FALSE },
    { "[__device__ scalar->scalar]", "[scalar->scalar]", FALSE },
    { "[scalar->scalar]", "[__device__ scalar->scalar]", TRUE }, { "function", "[(mat,mat)->()]", TRUE },
    { "vec[cube]", "vec[mat]", TRUE }, { "vec[mat]", "vec[string]", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      Compiled a, b;
      const RsType *formal = declared (&a, rows[i].formal), *actual = declared (&b, rows[i].actual);

      g_test_message ("%s for %s", rows[i].actual, rows[i].formal);
      g_assert_cmpint (rs_type_accepts (formal, actual), ==, rows[i].accepted);
      compiled_clear (&a);
      compiled_clear (&b);
    }
}

static int
distance (const char *formal, const char *actual)
{
  Compiled a, b;
  const RsType *f = declared (&a, formal), *t = declared (&b, actual);
  int cost = rs_type_distance (f, t);

  compiled_clear (&a);
  compiled_clear (&b);
  return cost;
}

static void
test_distance (void)
{
  g_assert_cmpint (distance ("mat", "mat"), ==, 0);
  g_assert_cmpint (distance ("mat", "mat(2,2)"), <, distance ("cube", "mat(2,2)"));
  g_assert_cmpint (distance ("cube", "mat"), <, distance ("cube{:}", "mat"));
  g_assert_cmpint (distance ("cube{:}", "mat"), <, distance ("??", "mat"));
  g_assert_cmpint (distance ("int", "uint8"), <, distance ("scalar", "uint8"));
  g_assert_cmpint (distance ("string", "mat"), ==, -1);
}

static void
test_elements (void)
{
  g_assert_cmpint (rs_element_join (RS_ELEMENT_UINT8, RS_ELEMENT_INT8), ==, RS_ELEMENT_INT16);
  g_assert_cmpint (rs_element_join (RS_ELEMENT_UINT32, RS_ELEMENT_INT8), ==, RS_ELEMENT_INT64);
  g_assert_cmpint (rs_element_join (RS_ELEMENT_INT32, RS_ELEMENT_SINGLE), ==, RS_ELEMENT_SINGLE);
  g_assert_cmpint (rs_element_join (RS_ELEMENT_SINGLE, RS_ELEMENT_DOUBLE), ==, RS_ELEMENT_DOUBLE);
  g_assert_cmpint (rs_element_join (RS_ELEMENT_DOUBLE, RS_ELEMENT_CSINGLE), ==, RS_ELEMENT_CDOUBLE);
  g_assert_cmpint (rs_element_join (RS_ELEMENT_BOOL, RS_ELEMENT_BOOL), ==, RS_ELEMENT_INT32);
  for (int i = 1; i < RS_N_ELEMENTS; i++)
    {
      if (i != RS_ELEMENT_BOOL)
        g_assert_cmpint (rs_element_join (i, i), ==, i);
      for (int k = 1; k < RS_N_ELEMENTS; k++)
        g_assert_cmpint (rs_element_join (i, k), ==, rs_element_join (k, i));
    }
}

static void
test_alias (void)
{
  Compiled c = compile ("type binary : [__device__ (scalar, scalar) -> scalar]\n"
                        "type loop : vec[loop]\n"
                        "function [] = f(g : binary, h : loop, k : nonsense)\nendfunction\n");
  const RsScope *f = inner (c.module->root->scope, 0);
  g_autofree char *g = rs_type_to_string (find_variable (f, "g")->type);
  g_autofree char *text = messages (&c);

  g_assert_cmpstr (g, ==, "[__device__ (scalar, scalar) -> scalar]");
  g_assert_cmpint (find_variable (f, "h")->type->kind, ==, RS_TYPE_CELL);
  g_assert_cmpint (find_variable (f, "k")->type->kind, ==, RS_TYPE_UNKNOWN);
  g_assert_nonnull (strstr (text, "3 warning unknown type `nonsense`"));
  compiled_clear (&c);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/types/round-trip", test_round_trip);
  g_test_add_func ("/types/fields", test_fields);
  g_test_add_func ("/types/accepts", test_accepts);
  g_test_add_func ("/types/distance", test_distance);
  g_test_add_func ("/types/elements", test_elements);
  g_test_add_func ("/types/alias", test_alias);
  return g_test_run ();
}
