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
static inline long rs_min_i64 (long a, long b) { return b < a ? b : a; }
static inline long rs_max_i64 (long a, long b) { return b > a ? b : a; }
__attribute__ ((optimize ("O2"))) static __attribute__ ((noinline)) void
border_q_pointwise (const RsKernelBox *restrict const box, void *const *restrict const arguments)
{
  const long grid0 = box->grid[0], block0 = box->block[0];
  const long low0 = box->low[0], high0 = box->high[0];
  const long grid1 = box->grid[1], block1 = box->block[1];
  const long low1 = box->low[1], high1 = box->high[1];
  const float g_p0_0 = ((const float *) arguments[0])[0];
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
#line 2 "test.q"
        { const float v = ((((unsigned long) p0 < (unsigned long) x_p1_0 && (unsigned long) p1 < (unsigned long) x_p1_1 ? x_p1[(p0) * x_p1_1 + p1] : 0) > 0.5f) ? (((unsigned long) p0 < (unsigned long) x_p1_0 && (unsigned long) p1 < (unsigned long) x_p1_1 ? x_p1[(p0) * x_p1_1 + p1] : 0) * g_p0_0) : 0.0f); if ((unsigned long) p0 < (unsigned long) y_p2_0 && (unsigned long) p1 < (unsigned long) y_p2_1) { y_p2[(p0) * y_p2_1 + p1] = (float) (v); } }
      }
    }
  }
}
void
q_pointwise (const RsKernelBox *restrict const box, void *const *restrict const arguments)
{
  const long grid0 = box->grid[0], block0 = box->block[0];
  const long low0 = box->low[0], high0 = box->high[0];
  const long grid1 = box->grid[1], block1 = box->block[1];
  const long low1 = box->low[1], high1 = box->high[1];
  const float g_p0_0 = ((const float *) arguments[0])[0];
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
  const long in_low0 = (0L - 0L);
  const long in_high0 = rs_min_i64 ((x_p1_0 - 0L), (y_p2_0 - 0L));
  const long in_low1 = (0L - 0L);
  const long in_high1 = rs_min_i64 ((x_p1_1 - 0L), (y_p2_1 - 0L));
  const long row_low = rs_min_i64 (rs_max_i64 (low1, in_low1), high1);
  const long row_high = rs_max_i64 (rs_min_i64 (high1, in_high1), row_low);
  const _Bool collapses = (((y_p2_1 == grid1) && (x_p1_1 == grid1)) && (x_p1_1 == grid1)) && low1 == 0 && high1 == grid1;
  const long step = grid1;
  {
    const _Bool flat = collapses;
    const long flat_low = flat ? rs_min_i64 (rs_max_i64 (low0, in_low0), high0) : high0;
    const long flat_high = flat ? rs_max_i64 (rs_min_i64 (high0, in_high0), flat_low) : high0;
    for (int piece = 0; piece < 3; piece++)
      if (piece == 1)
      {
#pragma GCC ivdep
        for (long p1 = (flat_low * step); p1 < (flat_high * step); p1++)
        {
#line 2 "test.q"
          { const float v = (((x_p1[(0L) * x_p1_1 + p1]) > 0.5f) ? ((x_p1[(0L) * x_p1_1 + p1]) * g_p0_0) : 0.0f); y_p2[(0L) * y_p2_1 + p1] = (float) (v); }
        }
      }
      else
      {
        const long piece_low = piece == 0 ? low0 : flat_high, piece_high = piece == 0 ? flat_low : high0;
        for (long p0 = piece_low; p0 < piece_high; p0++)
        {
          const _Bool inside = 1 && p0 >= in_low0 && p0 < in_high0;
          const long middle = inside ? row_low : high1, after = inside ? row_high : high1;
          for (int part = 0; part < 3; part++)
            if (part == 1)
              {
#pragma GCC ivdep
                for (long p1 = middle; p1 < after; p1++)
                {
#line 2 "test.q"
                  { const float v = (((x_p1[(p0) * x_p1_1 + p1]) > 0.5f) ? ((x_p1[(p0) * x_p1_1 + p1]) * g_p0_0) : 0.0f); y_p2[(p0) * y_p2_1 + p1] = (float) (v); }
                }
              }
            else
              {
                const long from = part == 0 ? low1 : after, to = part == 0 ? middle : high1;
                if (from < to)
                {
                  RsKernelBox part = *box;
                  part.low[0] = p0, part.high[0] = p0 + 1;
                  part.low[1] = from, part.high[1] = to;
                  border_q_pointwise (&part, arguments);
                }
              }
        }
      }
  }
}
