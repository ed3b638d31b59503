/* The logic system: what follows from facts, bounds, and simplified expressions.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "sema-test.h"

#include "compiler/sema/logic/logic.h"
#include "compiler/sema/logic/terms/simplify.h"

/* The argument of the nth call from the end. */
static const RsNode *
argument_from_end (const Compiled *c, guint back)
{
  const RsNode *root = c->module->root;
  const RsNode *statement = root->children[root->n_children - 1 - back];

  return statement->children[0]->children[RS_CALL_FIRST_ARGUMENT];
}

/* text declares and assigns; then asserts; the last statement asks. */
static RsFacts *
collect (const Compiled *c, RsArena *arena)
{
  RsFacts *facts = rs_facts_new (arena, c->module->root->scope);

  for (guint i = 0; i + 1 < c->module->root->n_children; i++)
    {
      const RsNode *statement = c->module->root->children[i], *node = rs_node_child (statement, 0);

      if (statement->kind == RS_NODE_EXPRESSION && node->kind == RS_NODE_CALL)
        rs_facts_assume (facts, node->children[RS_CALL_FIRST_ARGUMENT], TRUE);
      else if (statement->kind == RS_NODE_EXPRESSION && node->kind == RS_NODE_ASSIGN)
        rs_facts_assign (facts, node->children[0], node->children[1]);
      else if (statement->kind == RS_NODE_ASSIGN)
        rs_facts_assign (facts, statement->children[0], statement->children[1]);
    }
  return facts;
}

typedef struct {
  const char *facts, *question;
  RsAnswer answer;
} Row;

#define SYMBOLIC "symbolic a, b, c\n"
#define NUMBERS                                                                                                        \
  "[n : int, m : int] = [toc(1), toc(1)]\n[x : scalar, y : scalar] = [toc(1), toc(1)]\nA = imread(\"a\")\n"

static void
test_decide (void)
{
  static const Row rows[] = {
    { SYMBOLIC "assert(a==4 && b==6)\n", "a==5", RS_ANSWER_FALSE },
    { SYMBOLIC "assert(a==4 && b==6)\n", "a==4 || b==7", RS_ANSWER_TRUE },
    { SYMBOLIC "assert(a==4 && b==6)\n", "a==3 || b==5", RS_ANSWER_FALSE },
    { SYMBOLIC "assert(a>2 && a<4)\n", "a>1", RS_ANSWER_TRUE },
    { SYMBOLIC "assert(a>2 && a<4)\n", "!(a>3)", RS_ANSWER_UNKNOWN },
    { SYMBOLIC "assert(a>2 && a<4)\n", "a<=2", RS_ANSWER_FALSE },
    { SYMBOLIC "assert(a<b && b<c)\n", "a<c", RS_ANSWER_TRUE },
    { SYMBOLIC "assert(a+b==10 && a-b==2)\n", "a==6", RS_ANSWER_TRUE },
    { SYMBOLIC "assert(a==1 || a==2)\n", "a<3", RS_ANSWER_TRUE },
    { SYMBOLIC "assert(a(b))\n", "!a(b)", RS_ANSWER_FALSE },
    { SYMBOLIC "assert(a(b))\n", "a(c)", RS_ANSWER_UNKNOWN },
    { SYMBOLIC, "a*b==b*a", RS_ANSWER_TRUE },
    /* Integers have nothing between them; real numbers do. */
    { NUMBERS "assert(n>2 && n<4)\n", "n==3", RS_ANSWER_TRUE },
    { NUMBERS "assert(x>2 && x<4)\n", "x==3", RS_ANSWER_UNKNOWN },
    { NUMBERS "assert(n>=0 && n<2 && n!=0)\n", "n==1", RS_ANSWER_TRUE },
    { NUMBERS, "2*n==2*m+1", RS_ANSWER_FALSE },
    { NUMBERS "assert(n>0 && m>n)\n", "n+m>=3", RS_ANSWER_TRUE },
    /* NaN: what is not known to be a number equals nothing, and is on neither side. */
    { NUMBERS, "x==x", RS_ANSWER_UNKNOWN },
    { NUMBERS, "n==n", RS_ANSWER_TRUE },
    { NUMBERS, "x>0 || x<=0", RS_ANSWER_UNKNOWN },
    { NUMBERS "assert(x>1)\n", "x==x", RS_ANSWER_TRUE },
    { NUMBERS "assert(x>1)\n", "x<0", RS_ANSWER_FALSE },
    { NUMBERS "assert(!(x>1))\n", "x<=1", RS_ANSWER_UNKNOWN },
    { NUMBERS "assert(!(x>1))\n", "x>2", RS_ANSWER_FALSE },
    /* Rounding: x+1 may be x. */
    { NUMBERS "assert(x>1)\n", "x+1>x", RS_ANSWER_UNKNOWN },
    { NUMBERS, "n+1>n", RS_ANSWER_TRUE },
    { NUMBERS "y = x\nassert(x>1)\n", "y>0", RS_ANSWER_TRUE },
    { "x = 5\n", "x==5", RS_ANSWER_TRUE },
    { "x = 5\n", "x<3", RS_ANSWER_FALSE },
    { "x = toc(1)\ny = x\n", "x==y", RS_ANSWER_UNKNOWN },
    /* Sizes. */
    { NUMBERS, "size(A,0)>=0", RS_ANSWER_TRUE },
    { NUMBERS "B = A\nassert(size(A,1)==3)\n", "size(B,1)==3", RS_ANSWER_TRUE },
    { NUMBERS "B = A\nassert(size(A)==[4,5])\n", "size(B,1)>4", RS_ANSWER_TRUE },
    { NUMBERS "assert(mod(n,4)!=0)\n", "mod(n,4)>0", RS_ANSWER_TRUE },
    /* Types. */
    { NUMBERS, "type(x,\"string\")", RS_ANSWER_FALSE },
    { NUMBERS, "type(x,\"scalar\")", RS_ANSWER_TRUE },
    { NUMBERS, "type(x,\"int\")", RS_ANSWER_UNKNOWN },
    { SYMBOLIC "assert(type(a,\"string\"))\n", "type(a,\"mat\")", RS_ANSWER_FALSE },
    { SYMBOLIC "assert(type(a,\"[string|mat]\") && !type(a,\"mat\"))\n", "type(a,\"string\")", RS_ANSWER_TRUE },
    { "c = eval(\"1\")\nassert(c==\"one\")\n", "c==\"two\"", RS_ANSWER_FALSE },
    /* What may differ from one evaluation to the next proves nothing. */
    { "assert(rand()>1)\n", "rand()>1", RS_ANSWER_UNKNOWN },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf ("%sprint(%s)\n", rows[i].facts, rows[i].question);
      g_autoptr (RsArena) arena = rs_arena_new ();
      Compiled c = compile (text);
      RsFacts *facts = collect (&c, arena);

      g_test_message ("%s", text);
      g_assert_cmpint (rs_logic_decide (facts, argument_from_end (&c, 0)), ==, rows[i].answer);
      compiled_clear (&c);
    }
}

static void
test_contradictions (void)
{
  g_autoptr (RsArena) arena = rs_arena_new ();
  Compiled c = compile (SYMBOLIC "assert(a>4)\nprint(a<2)\n");
  RsFacts *facts = collect (&c, arena);
  const RsNode *below = argument_from_end (&c, 0), *above = argument_from_end (&c, 1);
  g_autoptr (GPtrArray) found = NULL;

  g_assert_cmpint (rs_facts_assume (facts, below, TRUE), ==, RS_ANSWER_FALSE);
  found = rs_facts_find_contradiction (facts, below);
  g_assert_cmpuint (found->len, ==, 1);
  g_assert_true (g_ptr_array_index (found, 0) == above);
  rs_facts_retract (facts, above);
  g_assert_cmpint (rs_logic_decide (facts, below), ==, RS_ANSWER_UNKNOWN);
  compiled_clear (&c);
}

static void
test_bounds (void)
{
  static const struct {
    const char *facts, *expression;
    double bound; /* -1: none */
  } rows[] = {
    { NUMBERS "assert(n<8 && m<20 && n>0 && m>0)\n", "n*m*4", 532 }, { NUMBERS "assert(n*m<=512)\n", "n*m", 512 },
    { NUMBERS "assert(numel(A)<=32)\n", "numel(A)+1", 33 },         { NUMBERS "assert(x<=2)\n", "x+1", 3 },
    { NUMBERS, "min(n,16)", 16 },                                     { NUMBERS, "n", -1 },
    { NUMBERS "assert(n+m<=10 && m>=4)\n", "n", 6 },                  { NUMBERS, "mod(n,7)", 6 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf ("%sprint(%s)\n", rows[i].facts, rows[i].expression);
      g_autoptr (RsArena) arena = rs_arena_new ();
      Compiled c = compile (text);
      RsFacts *facts = collect (&c, arena);
      double bound = 0;
      gboolean found = rs_logic_upper_bound (facts, argument_from_end (&c, 0), &bound);

      g_test_message ("%s", text);
      g_assert_cmpfloat (found ? bound : -1, ==, rows[i].bound);
      compiled_clear (&c);
    }
}

static void
test_simplify (void)
{
  static const char *const rows[][3] = {
    { SYMBOLIC, "cos(a^4)*(4*a^3)", "4*cos(a^4)*a^3" }, { SYMBOLIC, "a+a", "2*a" }, { SYMBOLIC, "a*a*a", "a^3" },
    { SYMBOLIC, "2*a^1+0*b+3", "2*a+3" }, { SYMBOLIC, "a-a", "0" }, { SYMBOLIC, "(a+b)*1", "a+b" },
    { SYMBOLIC, "-(-a)", "a" }, { SYMBOLIC, "a*b/a", "b" }, { SYMBOLIC, "a/3", "a/3" }, { SYMBOLIC, "6*a/4", "3*a/2" },
    { SYMBOLIC, "2*3+a", "6+a" }, { SYMBOLIC, "b-2*b+a", "-b+a" }, { SYMBOLIC, "a^(3-1)", "a^2" },
    { SYMBOLIC "assert(a>3)\n", "a>2 && b>1", "b>1" }, { SYMBOLIC, "a>2 && a>1", "a>2" },
    { SYMBOLIC, "a>2 || a>1", "a>1" }, { SYMBOLIC, "!(a<b)", "a>=b" }, { SYMBOLIC "assert(b==2)\n", "a+b", "a+2" },
    { NUMBERS, "n>n-1", "true" }, { NUMBERS, "x*2+x", "3*x" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf ("%sprint(%s)\n", rows[i][0], rows[i][1]), *result = NULL;
      g_autoptr (RsArena) arena = rs_arena_new ();
      Compiled c = compile (text);
      RsSimplify how = { arena, collect (&c, arena), TRUE };

      result = rs_node_to_string (rs_expression_simplify (&how, argument_from_end (&c, 0)));
      g_assert_cmpstr (result, ==, rows[i][2]);
      compiled_clear (&c);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/logic/decide", test_decide);
  g_test_add_func ("/logic/contradictions", test_contradictions);
  g_test_add_func ("/logic/bounds", test_bounds);
  g_test_add_func ("/logic/simplify", test_simplify);
  return g_test_run ();
}
