/* Built-in functions as programs see them: the checks of STDLIB.md sections 1.3 and 2, and what goes wrong.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/unit/builtin/programs.h"

#include <glib/gstdio.h>

#define CHECK(...)                                                                                                     \
  do                                                                                                                   \
    {                                                                                                                  \
      static const Expectation cases[] = { __VA_ARGS__ };                                                              \
      assert_outputs (cases, G_N_ELEMENTS (cases));                                                                    \
    }                                                                                                                  \
  while (0)

#define CHECK_ERRORS(...)                                                                                              \
  do                                                                                                                   \
    {                                                                                                                  \
      static const Expectation cases[] = { __VA_ARGS__ };                                                              \
      assert_errors (cases, G_N_ELEMENTS (cases));                                                                     \
    }                                                                                                                  \
  while (0)

static void
test_shapes (void)
{
  CHECK ({ "v = [1,2,3]\nprint size(v), size(v,0), size(v,1), size(v,2), ndims(v), numel(v)", "[ 1, 3]13113" },
         { "print size(zeros(2,3,4)), size(zeros(2,3,1)), size(zeros(2,3,1),0..2)", "[ 2, 3, 4][ 2, 3][ 2, 3, 1]" },
         { "[h,w] = size(zeros(4,5))\nprint h, w", "45" }, { "print size(7, 0), size([]), numel([])", "1[ 1, 0]0" },
         { "print zeros(3), ones([1,2])", "[ 0, 0, 0][ 1, 1]" }, { "print eye(2)", "[ 1, 0]\n[ 0, 1]" },
         { "print linspace(1,2,5)", "[ 1, 1.25, 1.5, 1.75, 2]" },
         { "print reshape(0..5,[2,3])", "[ 0, 1, 2]\n[ 3, 4, 5]" }, { "print ndims(reshape(zeros(2,2),[4]))", "1" },
         { "print transpose([[1,2,3],[4,5,6]])", "[ 1, 4]\n[ 2, 5]\n[ 3, 6]" },
         { "print size(transpose([1,2]))", "[ 2, 1]" }, { "print herm_transpose([[1+2i, 3]])", "[ 1-2i]\n[ 3-0i]" },
         { "print size(repmat(eye(2),[1,1,8])), repmat([1,2],[1,2])", "[ 2, 2, 8][ 1, 2, 1, 2]" },
         { "print repmat([[1,2],[3,4]],[2,1])", "[ 1, 2]\n[ 3, 4]\n[ 1, 2]\n[ 3, 4]" },
         { "print vertcat([1,2],[3,4])", "[ 1, 2]\n[ 3, 4]" },
         { "print horzcat([1,2],[3.5]), cat(1,[],[1])", "[ 1, 2, 3.5][ 1]" },
         { "print size(cat(2, zeros(2,3), zeros(2,3)))", "[ 2, 3, 2]" },
         { "print circshift([1,2,3],[0,1]), circshift([1,2,3],[0,-1])", "[ 3, 1, 2][ 2, 3, 1]" },
         { "print circshift([[1,2],[3,4]],[1,1])", "[ 4, 3]\n[ 2, 1]" },
         { "print fliplr([1,2]), flipud([[1],[2]])", "[ 2, 1][ 2]\n[ 1]" },
         { "print rot90([[1,2],[3,4]])", "[ 2, 4]\n[ 1, 3]" },
         { "print diag(diag([1,2])), trace([[1,2],[3,4]])", "[ 1, 2]5" },
         { "[X,Y] = meshgrid([1,2],[3,4])\nprint X\nprint Y", "[ 1, 2]\n[ 1, 2]\n[ 3, 3]\n[ 4, 4]" },
         { "print size(squeeze(zeros(1,4,1,2))), size(shuffledims(zeros(2,3,4),[2,0,1]))", "[ 4, 2][ 4, 2, 3]" },
         { "print triu([[1,2],[3,4]])\nprint tril([[1,2],[3,4]])", "[ 1, 2]\n[ 0, 4]\n[ 1, 0]\n[ 3, 4]" },
         { "print pos2ind([3,4,5],[1,2,3]), ind2pos([3,4,5],33)", "33[ 1, 2, 3]" },
         { "c = cell(2)\nc[0] = [1,2]\nd = copy(c)\nd[0][0] = 9\nprint c", "{ [ 1, 2], []}" });
  CHECK_ERRORS ({ "x = zeros(-1)", "negative" }, { "x = zeros(100000000000,100000000000)", "" },
                { "x = reshape([1,2,3],[2,2])", "needs 4 elements" }, { "x = vertcat([1,2],[1,2,3])", "1 x 2" },
                { "c = {\"a\"}\nx = zeros(c[0])", "string" }, { "x = size([1],99)", "no dimension 99" });
}

static void
test_mathematics (void)
{
  CHECK ({ "print abs(-3), abs(3-4i), abs([-1,2]), sign([-3,0,2]), sign(-0.5)", "35[ 1, 2][ -1, 0, 1]-1" },
         { "print sqrt(16), sqrt([4,9]), sqrt(-4+0i)", "4[ 2, 3]0+2i" },
         { "print floor(-2.5), ceil(2.1), round(2.5), round(-2.5), frac(2.75), int(-2.7)", "-333-30.75-2" },
         { "print mod(-1,3), mod(1,-3), mod(5.5,2), mod([4,5],3), mod(5,0)", "2-21.5[ 1, 2]0" },
         { "print max(2,3.5), min([1,5],3), max([1,2],[2,1])", "3.5[ 1, 3][ 2, 2]" },
         { "print saturate([-1,0.5,2]), clamp([-1,5],3), clamp(7,2,4), lerp(1.0,3.0,0.5)", "[ 0, 0.5, 1][ 0, 3]42" },
         { "print isnan(0/0), isinf([1/0,1]), isfinite(1)", "1[ 1, 0]1" },
         { "print complex(1,2), real([1+2i]), imag(1+2i), conj(1+2i), complex([1,2],0.5)",
           "1+2i[ 1]21-2i[ 1+0.5i, 2+0.5i]" },
         { "print and(12,10), or(12,10), xor(12,10), not(0), shl(1,4), shr(-8,1)", "8146-116-4" },
         { "print periodize(-1,5), periodize(7,5), mirror_ext(-1,5), mirror_ext(5,5)", "4204" },
         { "print nextpow2([129,128]), prevpow2(100), nextpow2(0.5)", "[ 256, 128]641" },
         { "print pow([1,2,3],2), factorial(5), exp2(3), log2(8), log10(1000.0)", "[ 1, 4, 9]120833" },
         { "print atan2(0,-1) == pi, abs(angle(1i)-pi/2) < 1e-6", "11" },
         { "print not(2.7), not([1.5]), nextpow2(float_to_uint8([210]))", "-3[ -2][ 256]" },
         { "print 7/2, sin([0]), float([1,2])/2", "3.5[ 0][ 0.5, 1]" });
  CHECK_ERRORS ({ "x = {\"a\"}\ny = sin(x[0])", "string" }, { "x = max([1,2],[1,2,3])", "same size" },
                { "x = floor(1i)", "complex" });
}

static void
test_reductions (void)
{
  CHECK ({ "x = [[1,2],[3,4.0]]\nprint sum(x), prod(x), mean(x), max(x), min(x), any(x), all(x)", "10242.54111" },
         { "x = [[1,2],[3,4]]\nprint sum(x,0), size(sum(x,0)), sum(x,1)", "[ 4, 6][ 1, 2][ 3]\n[ 7]" },
         { "print size(mean(ones(2,3,4),2)), sum([1,2,3],1)", "[ 2, 3][ 6]" },
         { "print sum(ones(67108864))", "67108864" },
         { "print sum([]), prod([]), any([]), all([]), all([1,2] == [1,2])", "01011" },
         { "print var([1,2,3,4])*3, std([5]), abs(std([1.0,3.0])^2 - 2) < 1e-12", "501" },
         { "print cumsum([1,2,3]), cumprod([1,2,3])", "[ 1, 3, 6][ 1, 2, 6]" },
         { "print cumsum([[1,2],[3,4]])\nprint cumsum([[1,2],[3,4]],0)", "[ 1, 3]\n[ 3, 7]\n[ 1, 2]\n[ 4, 6]" },
         { "print dotprod([1,2],[3,4]), norm([3,4]), sum([1+2i,1])", "1152+2i" },
         { "print median(transpose([3,1,2]))[0], median([4,1,3,2])", "22.5" },
         { "[y,i] = sort([3,1,2])\nprint y, i", "[ 1, 2, 3][ 1, 2, 0]" },
         { "print sort([[3,1],[1,2]])", "[ 1, 1]\n[ 3, 2]" },
         { "print find([0,1,1]), size(find([0,0]))", "[ 0, 1]\n[ 0, 2][ 0, 2]" },
         { "print cross([1,0,0],[0,1,0]), psnr([1,2],[1,2]), abs(psnr([1.0],[0.9]) - 20) < 1e-4", "[ 0, 0, 1]inf1" },
         { "print kron([[1,2]],[[1],[10]])", "[ 1, 2]\n[ 10, 20]" },
         { "x = round(rand(5000)*1000)-500\n[y,i] = sort(x)\nprint all(y == x[i]), all(y[1..4999] >= y[0..4998]), "
           "all(i[1..4999] > i[0..4998] || y[1..4999] > y[0..4998])",
           "111" },
         { "print max([0/0,2,1]), sum([1,2] > 1), (([1,5] > 2).*[1,5])", "21[ 0, 5]" });
  CHECK_ERRORS ({ "x = max([])", "empty" }, { "x = max([1i])", "order" }, { "c = {\"a\"}\nx = sum(c[0])", "string" });
}

static void
test_transforms (void)
{
  CHECK (
      { "print fft2(ones(4,4))[0,0], fft1([1,0,0,0]), max(abs(ifft1(fft1([1,2,3,4,5])) - [1,2,3,4,5])) < 1e-5",
        "16+0i[ 1+0i, 1+0i, 1+0i, 1+0i]1" },
      /* every length against the definition */
      { "e = 0.0\nfor n=1..24\n  x = rand(n)\n  y = fft1(x)\n  for k=0..n-1\n    s = 0i\n    for j=0..n-1\n"
        "      s = s + x[j]*complex(cos(2*pi*j*k/n), -sin(2*pi*j*k/n))\n    endfor\n    e = max(e, abs(s-y[k]))\n  "
        "endfor\nendfor\nprint e < 1e-5",
        "1" },
      { "x = rand(6,5,3)\nprint max(abs(real(ifft3(fft3(x)))-x)) < 1e-6, max(abs(irealfft2(fft2(x))-x)) < 1e-6", "11" },
      { "print fftshift1([1,2,3]), ifftshift1(fftshift1([1,2,3]))", "[ 3, 1, 2][ 1, 2, 3]" },
      { "x = rand(5,4)\nprint max(abs(ifftshift2(fftshift2(x))-x)), fftshift2([[1,2],[3,4]])", "0[ 4, 3]\n[ 2, 1]" });
}

static void
test_linear (void)
{
  CHECK (
      { "A = [[1.0,2],[3,4]]\nprint max(abs(inv(A)*A - eye(2))) < 1e-6, abs(det(A)+2) < 1e-6, det(eye(3))", "111" },
      { "A = [[2.0,1],[1,3]]\nprint max(abs(solve(A,A*[1,2]) - [1,2])) < 1e-6, size(solve(A,[[1],[2]]))", "1[ 2, 1]" },
      { "A = rand(6,3)\nx = [1.0,2,3]\nprint max(abs(solve(A,A*x)-x)) < 1e-4", "1" },
      { "[v,d] = symeig([[2.0,1],[1,2]])\nprint abs(min(d)-1) < 1e-6, abs(max(d)-3) < 1e-6, max(abs([[2.0,1],[1,2]]*v "
        "- v*diag(d))) < 1e-6",
        "111" },
      { "[U,S,V] = svd([[3.0,0],[0,-2]])\nprint diag(S), max(abs(U*S*transpose(V) - [[3,0],[0,-2]])) < 1e-6",
        "[ 3, 2]1" },
      { "A = rand(3,5)\n[U,S,V] = svd(A)\nprint size(U), size(S), size(V), max(abs(U*S*transpose(V)-A)) < 1e-5",
        "[ 3, 3][ 3, 3][ 5, 3]1" },
      { "[U,S,V] = svd(zeros(3,2))\nprint max(abs(transpose(U)*U-eye(2))) < 1e-6, svd([[0.0,2]])", "1[ 2]" },
      { "A = [[4.0,2],[2,3]]\nR = chol(A)\nprint max(abs(transpose(R)*R-A)) < 1e-6, R[1,0]", "10" },
      { "print max(inv(zeros(2,2))) == inf", "1" });
  CHECK_ERRORS ({ "x = inv(ones(2,3))", "square" }, { "x = chol([[0-1.0,0],[0,1]])", "positive definite" },
                { "x = solve(zeros(2,2),[1,2])", "singular" }, { "x = solve(eye(3),[1,2])", "3 rows" });
}

static void
test_conversions (void)
{
  CHECK (
      { "print half_to_scalar(scalar_to_half([0.1])), float_to_uint8([-3,1.5,300]), "
        "uint8_to_float(float_to_uint8([200]))/3",
        "[ 0.099975586][ 0, 2, 255][ 66.666664]" },
      { "print max(uint8_to_float(cube[uint8](2,2,3))), cast(2.7, int), type(cast([1,2], scalar), \"vec\")", "021" });
}

static void
test_text (void)
{
  CHECK (
      { "printf(\"%d %5.2f|%-4s|%x %%\", 3, 2.5, \"ab\", 255)", "3  2.50|ab  |ff %" },
      { "printf(\"%d %d\\n\", [1,2])\nprint \"end\"", "1 2\nend" },
      { "print sprintf(\"(%f,%f)\", 1, 2.5), sprintf(\"%d\", 2.5)", "(1.000000,2.500000)2.5" },
      { "print strcat(\"a\", 1, \"b\"), fromascii(\"AB\"), toascii([72,105])", "a1b[ 65, 66]Hi" },
      { "print sscanf(\"1,2.5\", \"%d,%f\"), sscanf(\"12\", \"%d\") + 1", "[ 1, 2.5]13" },
      { "print type(1,\"scalar\"), type(1i,\"cscalar\"), type(zeros(2,2),\"mat\"), type(\"Quasar\",\"string\")",
        "1111" },
      { "print type(zeros(2,2),\"vec\"), type(1.5,\"int\"), isreal(2), isscalar(2), ismatrix([1,2]), isvector(eye(2))",
        "001110" },
      { "print maxvalue(uint8), minvalue(int16), eps < 1e-6, maxvalue(scalar) > 1e38", "255-3276811" },
      { "print true, false, pi > 3, inf, nan", "101infNaN" });
  CHECK_ERRORS ({ "printf(\"%d\")", "more places" }, { "printf(\"a\", 1)", "no place for the values" },
                { "printf(\"%q\", 1)", "%q" }, { "printf(\"%d\", \"a\")", "string" }, { "error(\"bad \", 3)", "bad 3" },
                { "assert(1 == 2, \"sums\")", "sums" }, { "assert([1,2] == [1,3])", "assertion failed" },
                { "x = type(1,\"nonsense\")", "nonsense" }, { "printf(\"%99999d\", 1)", "width" });
}

/* Element i depends on the seed and on i alone; the first numbers are those of the generator's published test vector.
 */
static void
test_random (void)
{
  g_autofree char *output = NULL;

  CHECK (
      { "seed(3)\na = rand(5)\nseed(3)\nb = rand(5)\nprint all(a == b), any(a == rand(5))", "10" },
      { "x = rand(100,100)\nprint min(x) >= 0, max(x) < 1, abs(mean(x)-0.5) < 0.02, abs(var(x)-1/12) < 0.005", "1111" },
      { "x = randn(200,200)\nprint abs(mean(x)) < 0.03, abs(std(x)-1) < 0.02", "11" },
      { "print size(rand(3)), size(rand([2,3])), rand() < 1", "[ 1, 3][ 2, 3]1" });
  g_assert_cmpint (run_program ("seed(0)\nx = rand(2)\nprint floor(x[0]*2^24), \" \", floor(x[1]*2^24)",
                                RS_PRECISION_SINGLE, &output, NULL),
                   ==, 0);
  g_assert_cmpstr (output, ==, "14772677 10158299\n");
}

static void
test_files (void)
{
  CHECK ({ "save(\"t.dat\", complex(ones(2,2,2)), [1.5,2.0], \"text\", 3, 2.5)\n[A,B,s,n,x] = load(\"t.dat\")\n"
           "print size(A), B, s, n, x, sum(A)",
           "[ 2, 2, 2][ 1.5, 2]text32.58+0i" },
         { "f = fopen(\"t.csv\",\"w\")\nfprintf(f, \"1,2.5\\n\\n3\\n\")\nfclose(f)\nprint csvread(\"t.csv\")",
           "[ 1, 2.5]\n[ 3, 0]" },
         { "c = cell(2)\nc[0] = \"a\"\nc[1] = [1,2]\nsave(\"t.dat\", c)\n[d] = load(\"t.dat\")\nprint d[0], d[1]",
           "a[ 1, 2]" },
         { "f = fopen(\"t.txt\",\"w\")\nfprintf(f, \"a %d\\nb\", 1)\nfclose(f)\nf = fopen(\"t.txt\",\"r\")\n"
           "print fgets(f), \"|\", feof(f), fgets(f), feof(f)\nfclose(f)",
           "a 1|0b1" },
         { "f = fopen(\"t.bin\",\"wb\")\nfwrite(f,[1,2,300],\"uint16\")\nfclose(f)\nf = fopen(\"t.bin\",\"rb\")\n"
           "print fread(f,[1,3],\"uint16\")\nfclose(f)\nprint dir(\"t.b*\")",
           "[ 1, 2, 300]\n{ \"t.bin\"}" });
  CHECK_ERRORS ({ "[a] = load(\"missing.dat\")", "missing.dat" }, { "f = fopen(\"no/such\",\"r\")", "no/such" },
                { "save(\"t.dat\",1)\n[a,b] = load(\"t.dat\")", "holds 1 value," }, { "fclose(7)", "no open file 7" },
                { "f = fopen(\"t.bin\",\"rb\")\nx = fread(f,[100],\"uint8\")", "only" });
}

/* Prefixes of a saved file are refused, and so is every change of a byte that breaks its structure. */
static void
test_damaged_saves (void)
{
  g_autofree char *contents = NULL;
  gsize length;

  g_assert_cmpint (
      run_program ("c = cell(2)\nc[0] = \"a\"\nc[1] = [1,2]\nsave(\"t.dat\", c)", RS_PRECISION_SINGLE, NULL, NULL), ==,
      0);
  g_assert_true (g_file_get_contents ("t.dat", &contents, &length, NULL));
  for (gsize n = 0; n < length; n += n < 110 ? 1 : 61)
    {
      g_autofree char *messages = NULL;
      g_autofree char *damaged = g_memdup2 (contents, length);

      g_assert_true (g_file_set_contents ("t.dat", contents, (gssize)n, NULL));
      g_assert_cmpint (run_program ("[c] = load(\"t.dat\")", RS_PRECISION_SINGLE, NULL, &messages), ==, 1);
      g_assert_nonnull (strstr (messages, "t.dat"));
      damaged[n] = (char)0xff;
      g_assert_true (g_file_set_contents ("t.dat", damaged, (gssize)length, NULL));
      g_assert_cmpint (run_program ("[c] = load(\"t.dat\")", RS_PRECISION_SINGLE, NULL, NULL), <=, 1);
    }
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = NULL;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("redshift-test-XXXXXX", NULL);
  g_assert_cmpint (g_chdir (folder), ==, 0);
  g_test_add_func ("/functions/shapes", test_shapes);
  g_test_add_func ("/functions/mathematics", test_mathematics);
  g_test_add_func ("/functions/reductions", test_reductions);
  g_test_add_func ("/functions/transforms", test_transforms);
  g_test_add_func ("/functions/linear", test_linear);
  g_test_add_func ("/functions/conversions", test_conversions);
  g_test_add_func ("/functions/text", test_text);
  g_test_add_func ("/functions/random", test_random);
  g_test_add_func ("/functions/files", test_files);
  g_test_add_func ("/functions/damaged-saves", test_damaged_saves);
  return g_test_run ();
}
