/* Every form of type text: text, and the tree that it is.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "syntax-test.h"

static const SyntaxCase cases[] = {
  { "x : scalar", "(typed x (type-name scalar))" },
  { "x : mat[uint8'sat]'unchecked", "(typed x (type-name mat 'unchecked (type-name uint8 'sat)))" },
  { "x : cube(:,:,3)", "(typed x (type-name cube (type-sizes : : 3)))" },
  { "x : cube{:}", "(typed x (type-name cube \":\" (type-dimensions :)))" },
  { "x : cube{4}[int16]", "(typed x (type-name cube \"4\" (type-name int16) (type-dimensions 4)))" },
  { "x : cube{N+1}", "(typed x (type-name cube \"N+1\" (type-dimensions (+ N 1))))" },
  { "x : vec3", "(typed x (type-name vec3))" },
  { "x : vec(2*N)", "(typed x (type-name vec (type-sizes (* 2 N))))" },
  { "x : ^point", "(typed x (type-pointer (type-name point)))" },
  { "x : vec[^point]", "(typed x (type-name vec (type-pointer (type-name point))))" },
  { "x : ??", "(typed x (type-unknown))" },
  { "x : 'const", "(typed x (type-unknown 'const))" },
  { "x : cube' clamped'hwtex_const", "(typed x (type-name cube 'clamped 'hwtex_const))" },
  { "x : [int|cube]", "(typed x (type-choice (type-name int) (type-name cube)))" },
  { "x : [scalar|cube|AllInt|cube[AllInt]]",
    "(typed x (type-choice (type-name scalar) (type-name cube) (type-name AllInt) (type-name cube "
    "(type-name AllInt))))" },
  { "x : [mat|cmat]'const", "(typed x (type-choice 'const (type-name mat) (type-name cmat)))" },
  { "x : [int -> int]", "(typed x (type-function (type-list (type-name int)) (type-list (type-name int))))" },
  { "x : [int -> int -> int]",
    "(typed x (type-function (type-list (type-name int)) (type-list (type-function (type-list (type-name "
    "int)) (type-list (type-name int))))))" },
  { "x : [(mat, scalar) -> (mat, mat)]",
    "(typed x (type-function (type-list (type-name mat) (type-name scalar)) (type-list (type-name mat) "
    "(type-name mat))))" },
  { "x : [() -> ()]", "(typed x (type-function (type-list) (type-list)))" },
  { "x : [__kernel__ () -> ()]", "(typed x (type-function kernel (type-list) (type-list)))" },
  { "x : [__device__ (cube[T], ivec2'const) -> vec3]",
    "(typed x (type-function device (type-list (type-name cube (type-name T)) (type-name ivec2 'const)) "
    "(type-list (type-name vec3))))" },
  { "x : [__device__ ivec2'const -> vec3]",
    "(typed x (type-function device (type-list (type-name ivec2 'const)) (type-list (type-name vec3))))" },
  { "x : [...scalar -> scalar]",
    "(typed x (type-function (type-list (type-variadic (type-name scalar))) (type-list (type-name "
    "scalar))))" },
  { "x : [(cube, ... scalar) -> ()]",
    "(typed x (type-function (type-list (type-name cube) (type-variadic (type-name scalar))) "
    "(type-list)))" },
  { "x : [(...) -> ()]", "(typed x (type-function (type-list (type-variadic)) (type-list)))" },
  { "x : [(scalar, ...vec[scalar]) -> ()]",
    "(typed x (type-function (type-list (type-name scalar) (type-variadic (type-name vec (type-name "
    "scalar)))) (type-list)))" },
  { "x : [(int -> int) -> int]",
    "(typed x (type-function (type-list (type-function (type-list (type-name int)) (type-list (type-name "
    "int)))) (type-list (type-name int))))" },
  { "x : [(?? -> ??, [int -> int]) -> ??]",
    "(typed x (type-function (type-list (type-function (type-list (type-unknown)) (type-list "
    "(type-unknown))) (type-function (type-list (type-name int)) (type-list (type-name int)))) "
    "(type-list (type-unknown))))" },
  { "x : cube[[?\?->??]]",
    "(typed x (type-name cube (type-function (type-list (type-unknown)) (type-list (type-unknown)))))" },
  { "x : cube[cube[^T]]", "(typed x (type-name cube (type-name cube (type-pointer (type-name T)))))" },
  { "x : vec[{string, scalar}]", "(typed x (type-name vec (cell (type-name string) (type-name scalar))))" },
  { "x : mat[{{vec, vec},{scalar, scalar}}]",
    "(typed x (type-name mat (cell (cell (type-name vec) (type-name vec)) (cell (type-name scalar) "
    "(type-name scalar)))))" },
  { "x : stack[int, string]", "(typed x (type-name stack (type-name int) (type-name string)))" },
  { "x : type", "(typed x (type-name type))" },
  { "x : function", "(typed x (type-name function))" },
  { "x : string = \"a\"", "(= (typed x (type-name string)) \"a\")" },
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
  g_test_add_func ("/syntax/type", test_cases);
  return g_test_run ();
}
