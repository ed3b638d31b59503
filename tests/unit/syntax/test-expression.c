/* Every form of expression: text, and the tree that it is.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "syntax-test.h"

static const SyntaxCase cases[] = {
  { "a + b * c - d", "(- (+ a (* b c)) d)" },
  { "-a^b", "(- (^ a b))" },
  { "-a*b", "(* (- a) b)" },
  { "2^-3", "(^ 2 (- 3))" },
  { "10.0.^-x", "(.^ 10.0 (- x))" },
  { "a^b^c", "(^ (^ a b) c)" },
  { "1./x", "(./ 1 x)" },
  { "0..1", "(range 0 - 1)" },
  { "0...5", "(range 0 - 0.5)" },
  { "-n..n-1", "(range (- n) - (- n 1))" },
  { "1..2..10", "(range 1 2 10)" },
  { "a+1..b*2..c", "(range (+ a 1) (* b 2) c)" },
  { "[0.,0.]", "(matrix 0.0 0.0)" },
  { "[.25, -.5]", "(matrix 0.25 (- 0.5))" },
  { "x.*y./z.^w", "(./ (.* x y) (.^ z w))" },
  { "a < b && c >= d || e != f", "(|| (&& (< a b) (>= c d)) (!= e f))" },
  { "!a == b", "(! (== a b))" },
  { "a == !b", "(== a (! b))" },
  { "x && !y || z", "(|| (&& x (! y)) z)" },
  { "!!a", "(! (! a))" },
  { "c ? a : b", "(ternary c a b)" },
  { "a ? b : c ? d : e", "(ternary a b (ternary c d e))" },
  { "a ? b ? c : d : e", "(ternary a (ternary b c d) e)" },
  { "x > 0 ? x -> 1 : y -> 2", "(ternary (> x 0) (lambda (parameter x - -) 1) (lambda (parameter y - -) 2))" },
  { "1011011b + 123456o + 1Fh + 0ECD3Fh + 0Bh", "(+ (+ (+ (+ 91 42798) 31) 970047) 11)" },
  { "1e-4 + 1.5E+3 + 2i - 3.5j + 1e3i", "(+ (- (+ (+ 0.0001 1500.0) 2i) 3.5i) 1000.0i)" },
  { "f(x)(y)[0].z", "(field z (index (call (call f x) y) 0))" },
  { "im[...pos, 0]", "(index im (spread pos) 0)" },
  { "[...a, 4, ...b]", "(matrix (spread a) 4 (spread b))" },
  { "f(...swap(A,B))", "(call f (spread (call swap A B)))" },
  { "A[:,0..2,k]", "(index A : (range 0 - 2) k)" },
  { "x[c ? 0 : 1]", "(index x (ternary c 0 1))" },
  { "f(a, b := 2, c = 3)", "(call f a (named-argument b 2) (named-argument c 3))" },
  { "p = point(y:=5, x:=4)", "(= p (call point (named-argument y 5) (named-argument x 4)))" },
  { "{a, {b}, \"c\"}", "(cell a (cell b) \"c\")" },
  { "'a, b'", "(cell a b)" },
  { "size('')", "(call size (cell))" },
  { "‘a, \"b\"’", "(cell a \"b\")" },
  { "f('a', 'b')", "(call f (cell a) (cell b))" },
  { "x -> x + 1", "(lambda (parameter x - -) (+ x 1))" },
  { "(x, y) -> x", "(lambda (parameter x - -) (parameter y - -) x)" },
  { "() -> 1", "(lambda 1)" },
  { "x -> y -> x + y", "(lambda (parameter x - -) (lambda (parameter y - -) (+ x y)))" },
  { "(x : scalar, ...r) -> x", "(lambda (parameter x (type-name scalar) -) (parameter variadic r - -) x)" },
  { "__device__ (pos) -> im[pos]", "(lambda device (parameter pos - -) (index im pos))" },
  { "__kernel__ (x:mat, pos:int) -> y[pos] = x[pos,pos]",
    "(lambda kernel (parameter x (type-name mat) -) (parameter pos (type-name int) -) (= (index y pos) "
    "(index x pos pos)))" },
  { "x:mat -> x", "(lambda (parameter x (type-name mat) -) x)" },
  { "(a, b) -> (s=a+b; print(s); s)",
    "(lambda (parameter a - -) (parameter b - -) (sequence (= s (+ a b)) (call print s) s))" },
  { "() -> (a = 1; f(a);)", "(lambda (sequence (= a 1) (call f a)))" },
  { "() -> state.on = false", "(lambda (= (field on state) false))" },
  { "f = im_data ->\n"
    "  __device__ (pos) -> 1",
    "(= f (lambda (parameter im_data - -) (lambda device (parameter pos - -) 1)))" },
  { "parallel_do(n, __kernel__ (pos : int) -> (print \"a\", pos; x[pos] = 1))",
    "(call parallel_do n (lambda kernel (parameter pos (type-name int) -) (sequence (call command print "
    "\"a\" pos) (= (index x pos) 1))))" },
  { "(x -> x + 1)(2)", "(call (lambda (parameter x - -) (+ x 1)) 2)" },
  { "mat[T](n)", "(call (type-expression (type-name mat (type-name T))) n)" },
  { "cube[uint8'sat](h,w,3)", "(call (type-expression (type-name cube (type-name uint8 'sat))) h w 3)" },
  { "vec[i+1]", "(index vec (+ i 1))" },
  { "vec[i]", "(type-expression (type-name vec (type-name i)))" },
  { "vec[0]", "(index vec 0)" },
  { "vec[f(x)]", "(index vec (call f x))" },
  { "vec{??}(10)", "(call (type-expression (type-name vec (type-unknown))) 10)" },
  { "stack[stack[cscalar]]()", "(call (index stack (index stack cscalar)))" },
  { "shared[int](n)", "(call (index shared int) n)" },
  { "type(x, \"mat\") && type(y, mat'hwtex_nearest)",
    "(&& (call type x \"mat\") (call type y (type-expression (type-name mat 'hwtex_nearest))))" },
  { "type(x, cube(:,:,3))", "(call type x (type-expression (type-name cube (type-sizes : : 3))))" },
  { "type(x, [A|B])", "(call type x (type-expression (type-choice (type-name A) (type-name B))))" },
  { "type(f, [(mat, scalar) -> (mat, mat)])",
    "(call type f (type-expression (type-function (type-list (type-name mat) (type-name scalar)) "
    "(type-list (type-name mat) (type-name mat)))))" },
  { "typename(cube{4}[int16])(2,2,2,2)",
    "(call (type-expression typename (type-name cube \"4\" (type-name int16) (type-dimensions 4))) "
    "2 2 2 2)" },
  { "typename(scalar)(1)", "(call (type-expression typename (type-name scalar)) 1)" },
  { "maxvalue(uint8'sat) + maxvalue(scalar)",
    "(+ (call maxvalue (type-expression (type-name uint8 'sat))) (call maxvalue scalar))" },
  { "cast(0.0, T)", "(call cast 0.0 T)" },
  { "print(variable:type)", "(call print (typed variable (type-name type)))" },
  { "w = (variable : vec[int])", "(= w (typed variable (type-name vec (type-name int))))" },
  { "$str((x+y)*(3*x)^99)", "(meta str (* (+ x y) (^ (* 3 x) 99)))" },
  { "$args[in](f)", "(meta args[in] f)" },
  { "$subs(a=b, $assump(a))", "(meta subs (named-argument a b) (meta assump a))" },
  { "$inline(lambda)(x)", "(call (meta inline lambda) x)" },
  { "im |> f(1) |> g", "(|> (|> im (call f 1)) g)" },
  { "y := im |> f", "(define y (|> im f))" },
  { "a = b = 1", "(= a (= b 1))" },
  { "[a, b] = [b, a]", "(= (matrix a b) (matrix b a))" },
  { "[a, _] = f()", "(= (matrix a _) (call f))" },
  { "L[0,1] = L[2,1] = -1", "(= (index L 0 1) (= (index L 2 1) (- 1)))" },
  { "x ./= w; x .*= w; x .^= w; x ^= w; x += 1; x -= 1; x *= 2; x /= 2",
    "(./= x w)\n"
    "(.*= x w)\n"
    "(.^= x w)\n"
    "(^= x w)\n"
    "(+= x 1)\n"
    "(-= x 1)\n"
    "(*= x 2)\n"
    "(/= x 2)" },
  { "x ^^= 1; x __= 1; x &= 1; x |= 1; x ~= 1",
    "(^^= x 1)\n"
    "(__= x 1)\n"
    "(&= x 1)\n"
    "(|= x 1)\n"
    "(~= x 1)" },
  { "cnt = (self.pointer += 1)", "(= cnt (+= (field pointer self) 1))" },
  { "[A : ccube, B : vec] = load(\"f\")",
    "(= (matrix (typed A (type-name ccube)) (typed B (type-name vec))) (call load \"f\"))" },
  { "o.a:scalar = 1", "(= (typed (field a o) (type-name scalar)) 1)" },
  { "x:mat", "(typed x (type-name mat))" },
  { "x : 'const = 2", "(= (typed x (type-unknown 'const)) 2)" },
  { "tmp : mat' circular 'unchecked = e", "(= (typed tmp (type-name mat 'circular 'unchecked)) e)" },
  { "int n = 5", "(= (typed first n (type-name int)) 5)" },
  { "int n", "(typed first n (type-name int))" },
  { "vec[int] v = f()", "(= (typed first v (type-name vec (type-name int))) (call f))" },
  { "point p = point()", "(= (typed first p (type-name point)) (call point))" },
  { "int'sat n = 5", "(= (typed first n (type-name int 'sat)) 5)" },
  { "f(a,\n"
    "  b\n"
    "  + c)",
    "(call f a (+ b c))" },
  { "m = [[1,2],\n"
    "     [2,1]]",
    "(= m (matrix (matrix 1 2) (matrix 2 1)))" },
  { "m = [[1,2], _\n"
    "     [2,1]]",
    "(= m (matrix (matrix 1 2) (matrix 2 1)))" },
  { "a = b _ % comment\n"
    "  + c",
    "(= a (+ b c))" },
  { "x = a +\n"
    "  b",
    "(= x (+ a b))" },
  { "x =\n"
    "  b",
    "(= x b)" },
  { "x = a\n"
    "  || b",
    "(= x (|| a b))" },
  { "x = 1; ; y = 2;\n"
    "z = 3,",
    "(= x 1)\n"
    "(= y 2)\n"
    "(= z 3)" },
  { "\"H:\\out\\\"", "\"H:\\out\\\"" },
  { "\"a % b\" % comment", "\"a % b\"" },
  { "%{!parallel for}\n"
    "x",
    "x" },
  { "obj.type + obj.end", "(+ (field type obj) (field end obj))" },
  { "match(a, b)", "(call match a b)" },
  { "type = 3", "(= type 3)" },
  { "x = symbolic + import", "(= x (+ symbolic import))" },
  { "f(x)[:,0]", "(index (call f x) : 0)" },
  { "a.b.c = e", "(= (field c (field b a)) e)" },
  { "eval(\"(x) -> 3*eye(x)\")(8)", "(call (call eval \"(x) -> 3*eye(x)\") 8)" },
  { "x[m] = c", "(= (index x m) c)" },
  { "f(-1, +2, !c)", "(call f (- 1) (+ 2) (! c))" },
  { "cell(2,2)[0,1][1]", "(index (index (call cell 2 2) 0 1) 1)" },
  { "a |> b |> c ? d : e", "(ternary (|> (|> a b) c) d e)" },
  { "print(1:cube)", "(call print (typed 1 (type-name cube)))" },
  { "$i = $str ($i) + $n[0]", "(= $i (+ (meta str $i) (index $n 0)))" },
};

static void
test_cases (void)
{
  syntax_check_cases (cases, G_N_ELEMENTS (cases));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/syntax/expression", test_cases);
  return g_test_run ();
}
