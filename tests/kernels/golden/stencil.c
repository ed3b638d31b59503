#if defined __GNUC__ && !defined __clang__
#pragma GCC optimize ("no-tree-loop-distribution")
#endif
typedef struct { void *data; long dims[16]; } RsKernelArray;
typedef struct { int line, parameter, dimension, text; long index, size; int is_write, unused; } RsKernelWarning;
typedef struct { int code, line, parameter, dimension; long index, size; int text, is_write, n_warnings, lock; long box;
  RsKernelWarning warnings[8]; } RsKernelStatus;
typedef struct RsKernelPadding RsKernelPadding;
typedef struct RsKernelBox { long low[4], high[4], grid[4], block[4], index; RsKernelStatus *status; const int *stop;
  void *scratch; void (*run_padded) (const struct RsKernelBox *, void *const *, const RsKernelPadding *); long phase, alone; } RsKernelBox;
typedef float rs_strip __attribute__ ((vector_size (64), may_alias));
typedef int rs_strip_word;
typedef int rs_strip_mask __attribute__ ((vector_size (64), may_alias));
static inline rs_strip rs_strip_of (float x) { return x - (rs_strip) { 0 }; }
static inline rs_strip_mask rs_strip_choice (rs_strip_word x) { return x - (rs_strip_mask) { 0 }; }
static inline rs_strip rs_strip_choose (rs_strip_mask c, rs_strip a, rs_strip b)
{ return (rs_strip) ((c & (rs_strip_mask) a) | (~c & (rs_strip_mask) b)); }
static inline rs_strip rs_strip_min (rs_strip a, rs_strip b) { return rs_strip_choose (b < a, b, a); }
static inline rs_strip rs_strip_max (rs_strip a, rs_strip b) { return rs_strip_choose (b > a, b, a); }
static inline rs_strip rs_strip_abs (rs_strip a)
{ return (rs_strip) ((rs_strip_mask) a & ~(int) ((unsigned int) 1 << (8 * sizeof (int) - 1))); }
static inline rs_strip rs_strip_copy_sign (rs_strip a, rs_strip b)
{ return (rs_strip) ((rs_strip_mask) rs_strip_abs (a) ^ (rs_strip_mask) b ^ (rs_strip_mask) rs_strip_abs (b)); }
typedef float rs_strip_11 __attribute__ ((vector_size (16 * sizeof (float)), aligned (sizeof (float)), may_alias));
static inline __attribute__ ((always_inline)) long rs_mirror_i64 (long i, long n) { if (i >= 0 && i < n) return i; if (i < 0 && i >= -n) return -1 - i; if (i >= n && i < 2 * n) return 2 * n - 1 - i; if (n <= 0) return 0; i %= 2 * n; i = i < 0 ? i + 2 * n : i; return i < n ? i : 2 * n - 1 - i; }
typedef struct { int argument, rank, bytes, edge, dimension[4]; long factor[4], low[4], high[4]; } RsKernelPad;
typedef void (*RsKernelPart) (const RsKernelBox *, void *const *);
struct RsKernelPadding { RsKernelPart interior, border; long interior_low[4], interior_high[4], low[4], high[4];
  const RsKernelPad *pads; int n_pads, n_arguments, rank, strip; };
static inline long rs_max_i64 (long a, long b) { return b > a ? b : a; }
static inline long rs_min_i64 (long a, long b) { return b < a ? b : a; }
static __attribute__ ((noinline)) void
interior_q_stencil (const RsKernelBox *restrict const box, void *const *restrict const arguments)
{
  const long grid0 = box->grid[0], block0 = box->block[0];
  const long low0 = box->low[0], high0 = box->high[0];
  const long grid1 = box->grid[1], block1 = box->block[1];
  const long low1 = box->low[1], high1 = box->high[1];
  const long n_p0_0 = ((const long *) arguments[0])[0];
  const RsKernelArray *const a1 = arguments[1];
  const long x_p1_n = a1->dims[0] * a1->dims[1];
  const long x_p1_0 = a1->dims[0];
  const long x_p1_1 = a1->dims[1];
  const float *restrict const x_p1 = a1->data;
  const RsKernelArray *const a2 = arguments[2];
  const long y_p2_n = a2->dims[0] * a2->dims[1];
  const long y_p2_0 = a2->dims[0];
  const long y_p2_1 = a2->dims[1];
  float *restrict const y_p2 = a2->data;
  {
    for (long p0 = low0; p0 < high0; p0++)
    {
      long rest = low1;
      for (; rest < high1; rest += 64)
      {
        long strip = rest;
        if (strip + 64 > high1)
          { if (high1 - low1 < 64) break; strip = high1 - 64; }
        rs_strip s0[4] = { 0 };
        long k_v2 = 0;
#line 2 "test.q"
        for (int u = 0; u < 4; u++)
        {
          const long first = strip + u * 16, p1 = first; (void) p1;
          s0[u] = (rs_strip_of (0.0f));
        }
#line 3 "test.q"
        for (long k_v1 = (-n_p0_0); k_v1 <= n_p0_0; k_v1 += 1)
        {
#line 4 "test.q"
          for (int u = 0; u < 4; u++)
          {
            const long first = strip + u * 16, p1 = first; (void) p1;
            s0[u] = (s0[u] + ((rs_strip) (*(const rs_strip_11 *) &x_p1[(p0) * x_p1_1 + (p1 + k_v1)])));
          }
        }
#line 6 "test.q"
        for (int u = 0; u < 4; u++)
        {
          const long first = strip + u * 16, p1 = first; (void) p1;
          *(rs_strip_11 *) &y_p2[(p0) * y_p2_1 + p1] = (rs_strip_11) (s0[u] / (rs_strip_of ((float) ((2L * n_p0_0) + 1L))));
        }
      }
#pragma GCC ivdep
      for (long p1 = rest; p1 < high1; p1++)
      {
        float s_v0 = 0;
        long k_v2 = 0;
#line 2 "test.q"
        s_v0 = 0.0f;
#line 3 "test.q"
        for (long k_v1 = (-n_p0_0); k_v1 <= n_p0_0; k_v1 += 1)
        {
#line 4 "test.q"
          s_v0 = (s_v0 + (x_p1[(p0) * x_p1_1 + (p1 + k_v1)]));
        }
#line 6 "test.q"
        { const float v = (s_v0 / (float) ((2L * n_p0_0) + 1L)); y_p2[(p0) * y_p2_1 + p1] = (float) (v); }
      }
    }
  }
}
__attribute__ ((cold, optimize ("O1"))) static __attribute__ ((noinline)) void
border_q_stencil (const RsKernelBox *restrict const box, void *const *restrict const arguments)
{
  const long grid0 = box->grid[0], block0 = box->block[0];
  const long low0 = box->low[0], high0 = box->high[0];
  const long grid1 = box->grid[1], block1 = box->block[1];
  const long low1 = box->low[1], high1 = box->high[1];
  const long n_p0_0 = ((const long *) arguments[0])[0];
  const RsKernelArray *const a1 = arguments[1];
  const long x_p1_n = a1->dims[0] * a1->dims[1];
  const long x_p1_0 = a1->dims[0];
  const long x_p1_1 = a1->dims[1];
  const float *restrict const x_p1 = a1->data;
  const RsKernelArray *const a2 = arguments[2];
  const long y_p2_n = a2->dims[0] * a2->dims[1];
  const long y_p2_0 = a2->dims[0];
  const long y_p2_1 = a2->dims[1];
  float *restrict const y_p2 = a2->data;
  {
    for (long p0 = low0; p0 < high0; p0++)
    {
#pragma GCC ivdep
      for (long p1 = low1; p1 < high1; p1++)
      {
        float s_v0 = 0;
        long k_v2 = 0;
#line 2 "test.q"
        s_v0 = 0.0f;
#line 3 "test.q"
        for (long k_v1 = (-n_p0_0); k_v1 <= n_p0_0; k_v1 += 1)
        {
#line 4 "test.q"
          s_v0 = (s_v0 + ({ const long i8 = rs_mirror_i64 (p0, x_p1_0); const long i9 = rs_mirror_i64 ((p1 + k_v1), x_p1_1); x_p1_n > 0 ? (float) x_p1[(i8) * x_p1_1 + i9] : 0; }));
        }
#line 6 "test.q"
        { const float v = (s_v0 / (float) ((2L * n_p0_0) + 1L)); if ((unsigned long) p0 < (unsigned long) y_p2_0 && (unsigned long) p1 < (unsigned long) y_p2_1) { y_p2[(p0) * y_p2_1 + p1] = (float) (v); } }
      }
    }
  }
}
void
q_stencil (const RsKernelBox *restrict const box, void *const *restrict const arguments)
{
  const long grid0 = box->grid[0], block0 = box->block[0];
  const long low0 = box->low[0], high0 = box->high[0];
  const long grid1 = box->grid[1], block1 = box->block[1];
  const long low1 = box->low[1], high1 = box->high[1];
  const long n_p0_0 = ((const long *) arguments[0])[0];
  const RsKernelArray *const a1 = arguments[1];
  const long x_p1_n = a1->dims[0] * a1->dims[1];
  const long x_p1_0 = a1->dims[0];
  const long x_p1_1 = a1->dims[1];
  const float *restrict const x_p1 = a1->data;
  const RsKernelArray *const a2 = arguments[2];
  const long y_p2_n = a2->dims[0] * a2->dims[1];
  const long y_p2_0 = a2->dims[0];
  const long y_p2_1 = a2->dims[1];
  float *restrict const y_p2 = a2->data;
  const RsKernelPad pads[1] = {
    { .argument = 1, .rank = 2, .bytes = sizeof (float), .edge = 1,
      .dimension[0] = 0, .factor[0] = 1, .low[0] = 0L, .high[0] = 0L,
      .dimension[1] = 1, .factor[1] = 1, .low[1] = (0L + (-n_p0_0)), .high[1] = (0L + n_p0_0),
    },
  };
  const RsKernelPadding padding = {
    .interior = interior_q_stencil, .border = border_q_stencil,
    .interior_low = { (0L - 0L), rs_max_i64 ((0L - (0L + (-n_p0_0))), (0L - 0L)) },
    .interior_high = { rs_min_i64 ((x_p1_0 - 0L), (y_p2_0 - 0L)), rs_min_i64 ((x_p1_1 - (0L + n_p0_0)), (y_p2_1 - 0L)) },
    .low = { (0L - 0L), (0L - 0L) },
    .high = { (y_p2_0 - 0L), (y_p2_1 - 0L) },
    .pads = pads, .n_pads = 1, .n_arguments = 3, .rank = 2, .strip = 64,
  };
  box->run_padded (box, arguments, &padding);
}
