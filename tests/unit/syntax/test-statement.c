/* Every statement and definition: text, and the tree that it is.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "syntax-test.h"

static const SyntaxCase cases[] = {
  { "if a == 2\n"
    "  b = 1\n"
    "elseif a == 3;\n"
    "  b = 2\n"
    "else\n"
    "  b = 3\n"
    "endif",
    "(if (== a 2) (block (= b 1)) (== a 3) (block (= b 2)) (block (= b 3)))" },
  { "if a\n"
    "endif",
    "(if a (block))" },
  { "if a\n"
    "  x\n"
    "else y\n"
    "endif",
    "(if a (block x) (block y))" },
  { "for i=0..2..4\n"
    "  break\n"
    "  continue\n"
    "endfor",
    "(for i (range 0 2 4) (block (break) (continue)))" },
  { "for v=[1,2]; print v; endfor", "(for v (matrix 1 2) (block (call command print v)))" },
  { "for i : int = 0..9\n"
    "endfor",
    "(for (typed i (type-name int)) (range 0 - 9) (block))" },
  { "while a < b\n"
    "  a += 1\n"
    "endwhile",
    "(while (< a b) (block (+= a 1)))" },
  { "repeat\n"
    "  a -= 1\n"
    "until a < 0",
    "(repeat (block (-= a 1)) (< a 0))" },
  { "match a with\n"
    "| 1 -> x = 1\n"
    "| (3, 4) ->\n"
    "  x = 2\n"
    "  y = 3\n"
    "| \"s\" -> print \"t\"\n"
    "| Red -> print (\"red\")\n"
    "| -1 -> z\n"
    "| 0..3 -> z\n"
    "| _ -> print\n"
    "    \"else\"\n"
    "endmatch",
    "(match a (arm 1 (block (= x 1))) (arm (matrix 3 4) (block (= x 2) (= y 3))) (arm \"s\" (block (call "
    "command print \"t\"))) (arm Red (block (call print \"red\"))) (arm (- 1) (block z)) (arm (range 0 - 3) "
    "(block z)) (arm _ (block (call command print \"else\"))))" },
  { "match schedule(n, {k, l}) with\n"
    "| 0 ->\n"
    "endmatch",
    "(match (call schedule n (cell k l)) (arm 0 (block)))" },
  { "match x with | 1 -> a | 2 -> b\n"
    "endmatch",
    "(match x (arm 1 (block a)) (arm 2 (block b)))" },
  { "try\n"
    "  error \"Fail\"\n"
    "catch ex\n"
    "  x = ex\n"
    "endtry",
    "(try (block (call command error \"Fail\")) ex (block (= x ex)))" },
  { "try\n"
    "  f()\n"
    "catch\n"
    "endtry",
    "(try (block (call f)) - (block))" },
  { "try\n"
    "catch ex : qexception\n"
    "endtry",
    "(try (block) (typed ex (type-name qexception)) (block))" },
  { "function y = f(x)\n"
    "  y = x\n"
    "endfunction",
    "(function f (list) (list (parameter y - -)) (list (parameter x - -)) (block (= y x)))" },
  { "function [] = f()\n"
    "endfunction",
    "(function f (list) (list) (list) (block))" },
  { "function[]=f(x)\n"
    "endfunction",
    "(function f (list) (list) (list (parameter x - -)) (block))" },
  { "function [y : cube] = f\n"
    "endfunction",
    "(function f (list) (list (parameter y (type-name cube) -)) (list) (block))" },
  { "function y:mat = f(a:mat,s:ivec2)\n"
    "endfunction",
    "(function f (list) (list (parameter y (type-name mat) -)) (list (parameter a (type-name mat) -) "
    "(parameter s (type-name ivec2) -)) (block))" },
  { "function y : 'unchecked = f(x : cube{:}, factor : int)\n"
    "endfunction",
    "(function f (list) (list (parameter y (type-unknown 'unchecked) -)) (list (parameter x (type-name "
    "cube \":\" (type-dimensions :)) -) (parameter factor (type-name int) -)) (block))" },
  { "function [a, b : scalar] = f(x, y : mat = eye(4), ... args)\n"
    "endfunction",
    "(function f (list) (list (parameter a - -) (parameter b (type-name scalar) -)) (list (parameter x - "
    "-) (parameter y (type-name mat) (call eye 4)) (parameter variadic args - -)) (block))" },
  { "function [] = f(... args:vec[string])\n"
    "endfunction",
    "(function f (list) (list) (list (parameter variadic args (type-name vec (type-name string)) -)) "
    "(block))" },
  { "function [] = __kernel__ k(x : mat'unchecked, pos : ivec2)\n"
    "  return\n"
    "endfunction",
    "(function kernel k (list) (list) (list (parameter x (type-name mat 'unchecked) -) (parameter pos "
    "(type-name ivec2) -)) (block (return -)))" },
  { "function y : ^stack[T] = __device__ stack[T, N : int](capacity : int) concealed\n"
    "  return y\n"
    "endfunction",
    "(function device stack (list (parameter T - -) (parameter N (type-name int) -)) (list (parameter y "
    "(type-pointer (type-name stack (type-name T))) -)) (list (parameter capacity (type-name int) -)) "
    "(block (return y)))" },
  { "function [sum : scalar] =\n"
    "  __kernel__ stats(A : mat, pos : ivec2)\n"
    "  sum += A[pos]\n"
    "endfunction",
    "(function kernel stats (list) (list (parameter sum (type-name scalar) -)) (list (parameter A "
    "(type-name mat) -) (parameter pos (type-name ivec2) -)) (block (+= sum (index A pos))))" },
  { "function f(x)\n"
    "endfunction",
    "(function f (list) (list) (list (parameter x - -)) (block))" },
  { "function y = f(x)\n"
    "  function z = g(x)\n"
    "  endfunction\n"
    "endfunction",
    "(function f (list) (list (parameter y - -)) (list (parameter x - -)) (block (function g (list) "
    "(list (parameter z - -)) (list (parameter x - -)) (block))))" },
  { "function C = g[M,N] (A : mat(M,N), B : vec(2*N))\n"
    "endfunction",
    "(function g (list (parameter M - -) (parameter N - -)) (list (parameter C - -)) (list (parameter A "
    "(type-name mat (type-sizes M N)) -) (parameter B (type-name vec (type-sizes (* 2 N))) -)) (block))" },
  { "type point : class\n"
    "  x : scalar\n"
    "  y : scalar = 3\n"
    "  z\n"
    "endtype",
    "(type-definition point (list) (class - (member x (type-name scalar) -) (member y (type-name scalar) "
    "3) (member z - -)))" },
  { "type wavelet : mutable class\n"
    "    LL : ^wavelet\n"
    "    HL : mat\n"
    "endtype",
    "(type-definition wavelet (list) (class mutable - (member LL (type-pointer (type-name wavelet)) -) "
    "(member HL (type-name mat) -)))" },
  { "type Bird : dynamic class\n"
    "  name : string\n"
    "endtype",
    "(type-definition Bird (list) (class dynamic - (member name (type-name string) -)))" },
  { "type color : enum\n"
    "  Red\n"
    "  Blue = 2\n"
    "endtype",
    "(type-definition color (list) (enum - (member Red - -) (member Blue - 2)))" },
  { "type color : enum\n"
    "  Red, Green; Blue\n"
    "endtype",
    "(type-definition color (list) (enum - (member Red - -) (member Green - -) (member Blue - -)))" },
  { "type square : shape\n"
    "  edge : scalar\n"
    "endtype",
    "(type-definition square (list) (class (type-name shape) (member edge (type-name scalar) -)))" },
  { "type empty : class\n"
    "endtype",
    "(type-definition empty (list) (class -))" },
  { "type stack[T] : mutable class\n"
    "  tab : vec[T]\n"
    "endtype",
    "(type-definition stack (list (parameter T - -)) (class mutable - (member tab (type-name vec "
    "(type-name T)) -)))" },
  { "type binary_op : [scalar -> scalar -> scalar]\n"
    "add : binary_op = x -> y -> x + y",
    "(type-definition binary_op (list) (type-function (type-list (type-name scalar)) (type-list "
    "(type-function (type-list (type-name scalar)) (type-list (type-name scalar))))))\n"
    "(= (typed add (type-name binary_op)) (lambda (parameter x - -) (lambda (parameter y - -) (+ x y))))" },
  { "type AllInt: [int|int8]\n"
    "type vecs : vec[vec]\n"
    "type other : vecs\n"
    "x : int\n"
    "y = 3",
    "(type-definition AllInt (list) (type-choice (type-name int) (type-name int8)))\n"
    "(type-definition vecs (list) (type-name vec (type-name vec)))\n"
    "(type-definition other (list) (type-name vecs))\n"
    "(typed x (type-name int))\n"
    "(= y 3)" },
  { "type a : b\n"
    "x : int\n"
    "endtype",
    "(type-definition a (list) (class (type-name b) (member x (type-name int) -)))" },
  { "type accumulator : [__device__ (scalar, scalar) -> scalar]",
    "(type-definition accumulator (list) (type-function device (type-list (type-name scalar) (type-name "
    "scalar)) (type-list (type-name scalar))))" },
  { "reduction (x : scalar) -> abs(x) = x where x >= 0",
    "(reduction (list) (list (parameter x (type-name scalar) -)) (call abs x) x (>= x 0))" },
  { "reduction x -> log(x) = x - 1 where abs(x - 1) < 1e-1 && $ftype(\"__device__\")",
    "(reduction (list) (list (parameter x - -)) (call log x) (- x 1) (&& (< (call abs (- x 1)) 0.1) "
    "(meta ftype \"__device__\")))" },
  { "reduction x:mat -> ifft2(fft2(x)) = x",
    "(reduction (list) (list (parameter x (type-name mat) -)) (call ifft2 (call fft2 x)) x -)" },
  { "reduction (a:cube, b:cube, c:scalar) -> a+b*c = fmad(a,b,c) _\n"
    "  where size(a) == size(b)",
    "(reduction (list) (list (parameter a (type-name cube) -) (parameter b (type-name cube) -) "
    "(parameter c (type-name scalar) -)) (+ a (* b c)) (call fmad a b c) (== (call size a) (call size "
    "b)))" },
  { "reduction (f, x : scalar) -> argmin(f, x) = solve(diff(f, x) = 0, x)",
    "(reduction (list) (list (parameter f - -) (parameter x (type-name scalar) -)) (call argmin f x) "
    "(call solve (= (call diff f x) 0) x) -)" },
  { "reduction (a : ^point, b : scalar) ->\n"
    "    (a.length = b) = (a = point(x:=b/a.length))",
    "(reduction (list) (list (parameter a (type-pointer (type-name point)) -) (parameter b (type-name "
    "scalar) -)) (= (field length a) b) (= a (call point (named-argument x (/ b (field length a))))) -)" },
  { "reduction (T, A : mat[T], B : vec[T]) -> A*B = mul(A,B)",
    "(reduction (list (parameter T - -)) (list (parameter A (type-name mat (type-name T)) -) (parameter "
    "B (type-name vec (type-name T)) -)) (* A B) (call mul A B) -)" },
  { "reduction (y : cube, x : image) -> (y := x) = y = compute(x, size(y))",
    "(reduction (list) (list (parameter y (type-name cube) -) (parameter x (type-name image) -)) (define "
    "y x) (= y (call compute x (call size y))) -)" },
  { "reduction (x : cube, y) -> (x |> y) = make_image(x) |> y",
    "(reduction (list) (list (parameter x (type-name cube) -) (parameter y - -)) (|> x y) (|> (call "
    "make_image x) y) -)" },
  { "reduction (a : string, ...args : vec[??]) -> myprint(a, args) = handler(a, ...args)",
    "(reduction (list) (list (parameter a (type-name string) -) (parameter variadic args (type-name vec "
    "(type-unknown)) -)) (call myprint a args) (call handler a (spread args)) -)" },
  { "reduction (x:mat) -> x[:,:] = x",
    "(reduction (list) (list (parameter x (type-name mat) -)) (index x : :) x -)" },
  { "reduction (f1 : [?? -> ??], x) -> f1 + x = y -> f1(y) + x",
    "(reduction (list) (list (parameter f1 (type-function (type-list (type-unknown)) (type-list "
    "(type-unknown))) -) (parameter x - -)) (+ f1 x) (lambda (parameter y - -) (+ (call f1 y) x)) -)" },
  { "reduction = 3", "(= reduction 3)" },
  { "symbolic x : int, y", "(symbolic (typed x (type-name int)) y)" },
  { "import \"system.q\"\n"
    "import\"inttypes.q\"",
    "(import \"system.q\")\n"
    "(import \"inttypes.q\")" },
  { "#pragma loop_parallelizer (off) % why", "(pragma \"loop_parallelizer (off)\")" },
  { "macro [] = time(op) % timing\n"
    "  tic()\n"
    "  op()\n"
    "endmacro",
    "(macro time (list) (list (parameter op - -)) (block (call tic) (call op)))" },
  { "{!parallel for}", "(attribute parallel \"for\")" },
  { "{!parallel for; dim=2, multi_device =true}",
    "(attribute parallel \"for\" (named-argument dim 2) (named-argument multi_device true))" },
  { "{!kernel name=\"gpu_kernel\"; target=\"gpu\"}",
    "(attribute kernel (named-argument name \"gpu_kernel\") (named-argument target \"gpu\"))" },
  { "{!time operation}", "(attribute time \"operation\" (named-argument \"\" operation))" },
  { "{!transfer vars=a,b,c; target=cpu gpu}",
    "(attribute transfer (named-argument vars (list a b c)) (named-argument target \"cpu gpu\"))" },
  { "{!kernel_arg name=dzdw, type=\"inout\", cache_slices=dzdw[:,:,pos[2],:], numel=2048\n"
    "  min=[-radius,0]}",
    "(attribute kernel_arg (named-argument name dzdw) (named-argument type \"inout\") (named-argument "
    "cache_slices (index dzdw : : (index pos 2) :)) (named-argument numel 2048) (named-argument min "
    "(matrix (- radius) 0)))" },
  { "{!endregion}", "(attribute endregion)" },
  { "{!specialize args=(radius==1 && c==3 || _\n"
    "   radius==2)}",
    "(attribute specialize (named-argument args (|| (&& (== radius 1) (== c 3)) (== radius 2))))" },
  { "{!parallel for; reduction={val,\"+=\"}}",
    "(attribute parallel \"for\" (named-argument reduction (cell val \"+=\")))" },
  { "{!doc it's & strange ) ;; = }\n"
    "x",
    "(attribute doc \"it's & strange )\" (named-argument \"\" \"it's & strange )\") (named-argument \"\" \"=\"))\n"
    "x" },
  { "syncthreads\n"
    "syncthreads(block)\n"
    "syncthreads; x",
    "(call command syncthreads)\n"
    "(call syncthreads block)\n"
    "(call command syncthreads)\n"
    "x" },
  { "print a, b\n"
    "print (a)*2, b\n"
    "print(a, b)\n"
    "print (a)\n"
    "print -x\n"
    "print\n"
    "print [1,2]\n"
    "print !a\n"
    "print \"a\", \"b\",\n"
    "\"c\"\n"
    "x = 1",
    "(call command print a b)\n"
    "(call command print (* a 2) b)\n"
    "(call print a b)\n"
    "(call print a)\n"
    "(call command print (- x))\n"
    "(call command print)\n"
    "(call command print (matrix 1 2))\n"
    "(call command print (! a))\n"
    "(call command print \"a\" \"b\" \"c\")\n"
    "(= x 1)" },
  { "print a,\n"
    "b = 2",
    "(call command print a)\n"
    "(= b 2)" },
  { "print - x\n"
    "print = 3\n"
    "print[0]\n"
    "error.x",
    "(- print x)\n"
    "(= print 3)\n"
    "(index print 0)\n"
    "(field x error)" },
  { "error \"the type \", x, \" is wrong\"", "(call command error \"the type \" x \" is wrong\")" },
  { "for i=0..2\n"
    "  print i\n"
    "end\n"
    "while a\n"
    "end\n"
    "function y = f(x)\n"
    "end\n"
    "type p : class\n"
    "end\n"
    "if a\n"
    "endif\n"
    "repeat\n"
    "until b\n"
    "match a with\n"
    "| 1 -> b\n"
    "end\n"
    "try\n"
    "catch e\n"
    "end",
    "(for i (range 0 - 2) (block (call command print i)))\n"
    "(while a (block))\n"
    "(function f (list) (list (parameter y - -)) (list (parameter x - -)) (block))\n"
    "(type-definition p (list) (class -))\n"
    "(if a (block))\n"
    "(repeat (block) b)\n"
    "(match a (arm 1 (block b)))\n"
    "(try (block) e (block))" },
  { "a; b; c",
    "a\n"
    "b\n"
    "c" },
  { "function y = f(x)\n"
    "  y = x\n"
    "endfunction; z = 3",
    "(function f (list) (list (parameter y - -)) (list (parameter x - -)) (block (= y x)))\n"
    "(= z 3)" },
  { "x = (1 + _\n"
    " 2)",
    "(= x (+ 1 2))" },
  { "if a, b\n"
    "endif",
    "1:7 `if` and `endif` must be spread over several lines; begin a new line after the condition" },
  { "y = (a == b) ...\n"
    "  + c",
    "1:14 expected the end of the statement, found `...`" },
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
  g_test_add_func ("/syntax/statement", test_cases);
  return g_test_run ();
}
