/* The numbers of the random generator, many blocks at a time.
 *
 * The generator is Philox4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel Random Numbers: As Easy as 1, 2, 3", SC 2011).
 * Its output is a function of a key, the seed, and a counter, so that element i of an array depends on nothing but the
 * seed, what was drawn before, and i: the same for any number of threads and any device. One block of 128 bits gives
 * two numbers.
 *
 * Blocks lie side by side in small arrays that stay in registers and the first cache, and every step is a loop over
 * them without a branch, which vectorises. Logarithm, sine and cosine are power series on short intervals, exact to
 * the last bits of a double, and the same on every processor.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/random/random-blocks.h"

#include "runtime/vector-loops.h"

#include <math.h>
#include <string.h>

/* The constants of the paper: multipliers, and the golden ratio and sqrt(3) - 1 as key increments. */
#define MULTIPLIER_0 0xD2511F53u
#define MULTIPLIER_1 0xCD9E8D57u
#define WEYL_0 0x9E3779B9u
#define WEYL_1 0xBB67AE85u

/* Rounds 0 to 9; loops within loops do not vectorise. */
#define ROUND(n)                                                                                                       \
  {                                                                                                                    \
    guint64 p = (guint64)MULTIPLIER_0 * x0, q = (guint64)MULTIPLIER_1 * x2;                                            \
    x0 = (guint32)(q >> 32) ^ x1 ^ (key0 + n * WEYL_0);                                                                \
    x1 = (guint32)q;                                                                                                   \
    x2 = (guint32)(p >> 32) ^ x3 ^ (key1 + n * WEYL_1);                                                                \
    x3 = (guint32)p;                                                                                                   \
  }

#define LANES RS_RANDOM_BLOCKS
#define FOR_LANES(i) _Pragma ("omp simd") for (int i = 0; i < LANES; i++)

/* The four words of each block; stream: another one for the same blocks. */
typedef struct {
  guint32 x0[LANES], x1[LANES], x2[LANES], x3[LANES];
} Words;

static inline __attribute__ ((always_inline)) void
philox (guint64 seed, guint64 counter, guint32 stream, Words *words)
{
  const guint32 key0 = (guint32)seed, key1 = (guint32)(seed >> 32);

  FOR_LANES (i)
  {
    guint64 block = counter + (guint64)i;
    guint32 x0 = (guint32)block, x1 = (guint32)(block >> 32), x2 = stream, x3 = 0;

    ROUND (0)
    ROUND (1)
    ROUND (2)
    ROUND (3)
    ROUND (4)
    ROUND (5)
    ROUND (6)
    ROUND (7)
    ROUND (8)
    ROUND (9)
    words->x0[i] = x0;
    words->x1[i] = x1;
    words->x2[i] = x2;
    words->x3[i] = x3;
  }
}

RS_VECTOR_LOOPS void
rs_random_uniform_single (guint64 seed, guint64 counter, double numbers[2 * LANES])
{
  Words words;

  philox (seed, counter, 0, &words);
  FOR_LANES (i)
  {
    numbers[2 * i] = (double)(gint32)(words.x1[i] >> 8) * 0x1p-24;
    numbers[2 * i + 1] = (double)(gint32)(words.x3[i] >> 8) * 0x1p-24;
  }
}

/* The upper 53 bits of the 64 that two words make, as a whole number. Processors convert signed 32-bit integers. */
static inline double
upper_bits (guint32 high, guint32 low)
{
  return (double)(gint32)(high >> 1) * 0x1p22 + (double)(gint32)((high & 1) << 21 | low >> 11);
}

RS_VECTOR_LOOPS void
rs_random_uniform_double (guint64 seed, guint64 counter, double numbers[2 * LANES])
{
  Words words;

  philox (seed, counter, 0, &words);
  FOR_LANES (i)
  {
    numbers[2 * i] = upper_bits (words.x1[i], words.x0[i]) * 0x1p-53;
    numbers[2 * i + 1] = upper_bits (words.x3[i], words.x2[i]) * 0x1p-53;
  }
}

/* D. Lemire, "Fast Random Integer Generation in an Interval", 2019: the upper half of n times 64 random bits, which are
 * drawn again, from the next stream, where the lower half says that this number would come once too often. */
static gint64
scale_bits (guint64 bits, guint64 seed, guint64 block, gboolean is_second, guint64 n)
{
  unsigned __int128 product = (unsigned __int128)bits * n;
  guint32 stream = 0;

  while (G_UNLIKELY ((guint64)product < n && (guint64)product < -n % n))
    {
      Words words;

      philox (seed, block, ++stream, &words);
      bits = is_second ? (guint64)words.x3[0] << 32 | words.x2[0] : (guint64)words.x1[0] << 32 | words.x0[0];
      product = (unsigned __int128)bits * n;
    }
  return (gint64)(product >> 64);
}

void
rs_random_below_all (guint64 seed, guint64 counter, gint64 n, gint64 numbers[2 * LANES])
{
  Words words;

  philox (seed, counter, 0, &words);
  for (guint i = 0; i < LANES; i++)
    {
      guint64 block = counter + i;

      numbers[2 * i] = scale_bits ((guint64)words.x1[i] << 32 | words.x0[i], seed, block, FALSE, (guint64)n);
      numbers[2 * i + 1] = scale_bits ((guint64)words.x3[i] << 32 | words.x2[i], seed, block, TRUE, (guint64)n);
    }
}

/* The natural logarithm of a normal number x > 0: that of a power of two, and with x = m 2^e, m in [sqrt(1/2),
 * sqrt(2)), 2 artanh (s) = 2 s + 2/3 s^3 + 2/5 s^5 + ... for s = (m - 1) / (m + 1), |s| < 0.172. */
static inline double
logarithm (double x)
{
  const guint64 root = 0x3fe6a09e667f3bcd; /* bits of sqrt(1/2) */
  const double ln2_high = 0x1.62e42fefa38p-1, ln2_low = 0x1.ef35793c7673p-45; /* the first has 11 zeros at its end */
  guint64 bits, whole;
  double m, e, s, z, series;

  memcpy (&bits, &x, sizeof bits);
  whole = bits - root + ((guint64)1023 << 52); /* e + 1023 in the upper bits */
  bits -= (whole & 0xfff0000000000000) - ((guint64)1023 << 52);
  memcpy (&m, &bits, sizeof m);
  whole = whole >> 52 | 0x4330000000000000; /* 2^52 + e + 1023 */
  memcpy (&e, &whole, sizeof e);
  e -= 0x1p52 + 1023;
  s = (m - 1) / (m + 1);
  z = s * s;
  series = 1.0 / 23;
  series = series * z + 1.0 / 21;
  series = series * z + 1.0 / 19;
  series = series * z + 1.0 / 17;
  series = series * z + 1.0 / 15;
  series = series * z + 1.0 / 13;
  series = series * z + 1.0 / 11;
  series = series * z + 1.0 / 9;
  series = series * z + 1.0 / 7;
  series = series * z + 1.0 / 5;
  series = series * z + 1.0 / 3;
  return e * ln2_high + (2 * s + (2 * s * (z * series) + e * ln2_low));
}

/* Sine and cosine of t, |t| <= pi/4. */
static inline double
sine (double t)
{
  double z = t * t, series = -1.0 / 1307674368000;

  series = series * z + 1.0 / 6227020800;
  series = series * z - 1.0 / 39916800;
  series = series * z + 1.0 / 362880;
  series = series * z - 1.0 / 5040;
  series = series * z + 1.0 / 120;
  series = series * z - 1.0 / 6;
  return t + t * (z * series);
}

static inline double
cosine (double t)
{
  double z = t * t, series = 1.0 / 20922789888000;

  series = series * z - 1.0 / 87178291200;
  series = series * z + 1.0 / 479001600;
  series = series * z - 1.0 / 3628800;
  series = series * z + 1.0 / 40320;
  series = series * z - 1.0 / 720;
  series = series * z + 1.0 / 24;
  return 1 - z / 2 + z * z * series;
}

/* Box and Muller, 1958: radius sqrt (-2 log u), angle 2 pi v. The angle is split into quarter turns and the rest, which
 * is exact; a quarter turn makes (c, s) of (-s, c). */
RS_VECTOR_LOOPS void
rs_random_normal (guint64 seed, guint64 counter, double numbers[2 * LANES])
{
  Words words;

  philox (seed, counter, 0, &words);
  FOR_LANES (i)
  {
    double radius = sqrt (-2 * logarithm ((upper_bits (words.x1[i], words.x0[i]) + 1) * 0x1p-53));
    double turn = 4 * 0x1p-53 * upper_bits (words.x3[i], words.x2[i]); /* [0, 4) */
    gint32 quarter = (gint32)(turn + 0.5);                            /* 0 to 4 */
    double t = (turn - quarter) * G_PI_2;
    double c = radius * cosine (t), s = radius * sine (t);
    double first = quarter & 1 ? s : c, second = quarter & 1 ? c : s;

    numbers[2 * i] = (quarter + 1) & 2 ? -first : first;
    numbers[2 * i + 1] = quarter & 2 ? -second : second;
  }
}
