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
static __attribute__ ((noinline, cold)) void
rs_fail (const RsKernelBox *box, int code, int line, int parameter, int dimension, long index, long size, int text,
         int is_write)
{
  RsKernelStatus *status = box->status;
  while (__atomic_exchange_n (&status->lock, 1, __ATOMIC_ACQUIRE))
    ;
  if (status->code == 0 || box->index < status->box)
    {
      status->line = line;
      status->parameter = parameter;
      status->dimension = dimension;
      status->index = index;
      status->size = size;
      status->text = text;
      status->is_write = is_write;
      __atomic_store_n (&status->box, box->index, __ATOMIC_RELAXED);
      __atomic_store_n (&status->code, code, __ATOMIC_RELEASE);
    }
  __atomic_store_n (&status->lock, 0, __ATOMIC_RELEASE);
}
static inline long rs_one_to_integer_f32 (float v)
#ifdef __clang__
{
  const float w = v < 0x1p63f ? v : 0;
  const long r = (long) (w > -0x1p63f ? w : -0x1p63f);
  return v >= 0x1p63f ? 0x7fffffffffffffffL : r;
}
#else
{
  const long r = (long) v;
  return r != -0x7fffffffffffffffL - 1 ? r : v > 0 ? 0x7fffffffffffffffL : v == v ? r : 0;
}
#endif
static inline void rs_update_add_11 (long alone, float *m, float v)
{
  float old, new;
  if (alone) old = *m; else __atomic_load (m, &old, __ATOMIC_RELAXED);
  do { float a = old; new = (float) (a + v); }
  while (alone ? (*m = new, 0)
               : !__atomic_compare_exchange (m, &old, &new, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
}
static inline void rs_update_max_11 (long alone, float *m, float v)
{
  float old, new;
  if (alone) old = *m; else __atomic_load (m, &old, __ATOMIC_RELAXED);
  do { float a = old; new = (float) (v > a ? v : a); }
  while (alone ? (*m = new, 0)
               : !__atomic_compare_exchange (m, &old, &new, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
}
static inline long rs_min_i64 (long a, long b) { return b < a ? b : a; }
static inline long rs_max_i64 (long a, long b) { return b > a ? b : a; }
__attribute__ ((optimize ("O2"))) static __attribute__ ((noinline)) void
border_q_branches (const RsKernelBox *restrict const box, void *const *restrict const arguments)
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
  const long h_p2_n = a2->dims[0];
  const long h_p2_0 = a2->dims[0];
  float *restrict const h_p2 = a2->data;
  const RsKernelArray *const a3 = arguments[3];
  const long y_p3_n = a3->dims[0] * a3->dims[1];
  const long y_p3_0 = a3->dims[0];
  const long y_p3_1 = a3->dims[1];
  float *restrict const y_p3 = a3->data;
  {
    for (long p0 = low0; p0 < high0; p0++)
    {
      for (long p1 = low1; p1 < high1; p1++)
      {
        float t_v0 = 0;
        float r_v1 = 0;
        float v_v2 = 0;
#line 10 "test.q"
        t_v0 = ((unsigned long) p0 < (unsigned long) x_p1_0 && (unsigned long) p1 < (unsigned long) x_p1_1 ? x_p1[(p0) * x_p1_1 + p1] : 0);
#line 2 "test.q"
        r_v1 = t_v0;
#line 3 "test.q"
        if ((t_v0 > (float) n_p0_0))
        {
#line 4 "test.q"
          r_v1 = (float) n_p0_0;
        }
        else
        {
#line 7 "test.q"
          r_v1 = (r_v1 + 1.0f);
        }
#line 10 "test.q"
        v_v2 = r_v1;
#line 11 "test.q"
        for (;;)
        {
          if ((!(v_v2 > 1.0f)))
          {
            break;
          }
#line 12 "test.q"
          v_v2 = (v_v2 * 0.5f);
          if (__builtin_expect (__atomic_load_n (box->stop, __ATOMIC_RELAXED), 0)) { rs_fail (box, 4, 11, 0, 0, 0, 0, 0, 0); return; }
        }
#line 14 "test.q"
        { const float v = 1.0f; const long i0 = rs_one_to_integer_f32 ((v_v2 * 4.0f)); if ((unsigned long) i0 < (unsigned long) h_p2_0) { rs_update_add_11 (box->alone, &h_p2[i0], v); } }
#line 15 "test.q"
        { const float v = v_v2; if ((unsigned long) 9L < (unsigned long) h_p2_0) { rs_update_max_11 (box->alone, &h_p2[9L], v); } }
#line 16 "test.q"
        { const float v = v_v2; if ((unsigned long) p0 < (unsigned long) y_p3_0 && (unsigned long) p1 < (unsigned long) y_p3_1) { y_p3[(p0) * y_p3_1 + p1] = (float) (v); } }
      }
    }
  }
}
void
q_branches (const RsKernelBox *restrict const box, void *const *restrict const arguments)
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
  const long h_p2_n = a2->dims[0];
  const long h_p2_0 = a2->dims[0];
  float *restrict const h_p2 = a2->data;
  const RsKernelArray *const a3 = arguments[3];
  const long y_p3_n = a3->dims[0] * a3->dims[1];
  const long y_p3_0 = a3->dims[0];
  const long y_p3_1 = a3->dims[1];
  float *restrict const y_p3 = a3->data;
  const long in_low0 = (0L - 0L);
  const long in_high0 = (((9L >= 0L) && (9L < h_p2_0)) ? rs_min_i64 ((x_p1_0 - 0L), (y_p3_0 - 0L)) : (-9223372036854775807L - 1));
  const long in_low1 = (0L - 0L);
  const long in_high1 = rs_min_i64 ((x_p1_1 - 0L), (y_p3_1 - 0L));
  const long row_low = rs_min_i64 (rs_max_i64 (low1, in_low1), high1);
  const long row_high = rs_max_i64 (rs_min_i64 (high1, in_high1), row_low);
  const _Bool collapses = ((x_p1_1 == grid1) && (y_p3_1 == grid1)) && low1 == 0 && high1 == grid1;
  const long step = grid1;
  {
    const _Bool flat = collapses;
    const long flat_low = flat ? rs_min_i64 (rs_max_i64 (low0, in_low0), high0) : high0;
    const long flat_high = flat ? rs_max_i64 (rs_min_i64 (high0, in_high0), flat_low) : high0;
    for (int piece = 0; piece < 3; piece++)
      if (piece == 1)
      {
        for (long p1 = (flat_low * step); p1 < (flat_high * step); p1++)
        {
          float t_v0 = 0;
          float r_v1 = 0;
          float v_v2 = 0;
#line 10 "test.q"
          t_v0 = (x_p1[(0L) * x_p1_1 + p1]);
#line 2 "test.q"
          r_v1 = t_v0;
#line 3 "test.q"
          if ((t_v0 > (float) n_p0_0))
          {
#line 4 "test.q"
            r_v1 = (float) n_p0_0;
          }
          else
          {
#line 7 "test.q"
            r_v1 = (r_v1 + 1.0f);
          }
#line 10 "test.q"
          v_v2 = r_v1;
#line 11 "test.q"
          for (;;)
          {
            if ((!(v_v2 > 1.0f)))
            {
              break;
            }
#line 12 "test.q"
            v_v2 = (v_v2 * 0.5f);
            if (__builtin_expect (__atomic_load_n (box->stop, __ATOMIC_RELAXED), 0)) { rs_fail (box, 4, 11, 0, 0, 0, 0, 0, 0); return; }
          }
#line 14 "test.q"
          { const float v = 1.0f; const long i1 = rs_one_to_integer_f32 ((v_v2 * 4.0f)); if ((unsigned long) i1 < (unsigned long) h_p2_0) { rs_update_add_11 (box->alone, &h_p2[i1], v); } }
#line 15 "test.q"
          { const float v = v_v2; rs_update_max_11 (box->alone, &h_p2[9L], v); }
#line 16 "test.q"
          { const float v = v_v2; y_p3[(0L) * y_p3_1 + p1] = (float) (v); }
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
                for (long p1 = middle; p1 < after; p1++)
                {
                  float t_v0 = 0;
                  float r_v1 = 0;
                  float v_v2 = 0;
#line 10 "test.q"
                  t_v0 = (x_p1[(p0) * x_p1_1 + p1]);
#line 2 "test.q"
                  r_v1 = t_v0;
#line 3 "test.q"
                  if ((t_v0 > (float) n_p0_0))
                  {
#line 4 "test.q"
                    r_v1 = (float) n_p0_0;
                  }
                  else
                  {
#line 7 "test.q"
                    r_v1 = (r_v1 + 1.0f);
                  }
#line 10 "test.q"
                  v_v2 = r_v1;
#line 11 "test.q"
                  for (;;)
                  {
                    if ((!(v_v2 > 1.0f)))
                    {
                      break;
                    }
#line 12 "test.q"
                    v_v2 = (v_v2 * 0.5f);
                    if (__builtin_expect (__atomic_load_n (box->stop, __ATOMIC_RELAXED), 0)) { rs_fail (box, 4, 11, 0, 0, 0, 0, 0, 0); return; }
                  }
#line 14 "test.q"
                  { const float v = 1.0f; const long i2 = rs_one_to_integer_f32 ((v_v2 * 4.0f)); if ((unsigned long) i2 < (unsigned long) h_p2_0) { rs_update_add_11 (box->alone, &h_p2[i2], v); } }
#line 15 "test.q"
                  { const float v = v_v2; rs_update_max_11 (box->alone, &h_p2[9L], v); }
#line 16 "test.q"
                  { const float v = v_v2; y_p3[(p0) * y_p3_1 + p1] = (float) (v); }
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
                  border_q_branches (&part, arguments);
                }
              }
        }
      }
  }
}
