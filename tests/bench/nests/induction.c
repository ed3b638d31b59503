// Counters beside the loop's index (TSVC: induction variables, symbolics).
// SPDX-License-Identifier: Apache-2.0
#include "nests.h"

// n=262144: the next index by a variable
void
next_by_variable (int n, V (a), V (b))
{
  for (int i = 0; i <= n - 2; i++)
    {
      int j = i + 1;
      a[i] = a[j] + b[i];
    }
}

// n=262144 step=1: a counter that runs against the index
void
counter_from_end (int n, int step, V (a), V (b))
{
  int j = 1;
  int k = 0;
  for (int i = 0; i < n; i += step)
    {
      k += j;
      a[i] += b[n - k];
    }
}

// n=262144: a counter that runs ahead on a condition
void
counter_with_condition (int n, V (a), V (b), V (c), V (d), V (e))
{
  int j = -1;
  for (int i = 0; i < (int)(n / 2); i++)
    {
      j += 1;
      a[j] = b[i] + d[i] * e[i];
      if (c[i] > 0.5f)
        {
          j += 1;
          a[j] = c[i] + d[i] * e[i];
        }
    }
}

// n=262144: a counter that both branches move
void
counter_both_branches (int n, V (a), V (b), V (c), V (d), V (e))
{
  int j = -1;
  for (int i = 0; i < n; i++)
    {
      if (b[i] > 0.5f)
        {
          j += 1;
          a[j] = b[i] + d[i] * e[i];
        }
      else
        {
          j += 1;
          a[j] = c[i] + d[i] * e[i];
        }
    }
}

// n=512: a matrix to a vector by a counter
void
matrix_to_vector (int n, F (f), M (a), M (b), M (c))
{
  int k = -1;
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        {
          k += 1;
          f[k] = a[i][j] + b[i][j] * c[i][j];
        }
    }
}

// n=512: a counter that runs down columns
void
vector_down_columns (int n, F (f), M (b), M (c))
{
  int k = 1;
  for (int i = 0; i < n; i++)
    {
      for (int j = 1; j < n; j++)
        {
          b[j][i] = b[j - 1][i] + f[k - 1] * c[j][i];
          k += 1;
        }
      k += 1;
    }
}

// n=262144: two elements an iteration by a counter
void
two_by_counter (int n, V (a), V (b), V (c), V (d), V (e))
{
  int j = -1;
  for (int i = 0; i < (int)(n / 2); i++)
    {
      j += 1;
      a[j] = b[i] + c[i] * d[i];
      j += 1;
      a[j] = b[i] + d[i] * e[i];
    }
}

// n=262144: two counters, each from the other
void
coupled_counters (int n, V (a), V (b), V (c), V (d))
{
  int j = -1;
  for (int i = 0; i < (int)(n / 2); i++)
    {
      int k = j + 1;
      a[i] = b[k] - d[i];
      j = k + 1;
      b[k] = a[i] + c[k];
    }
}

// n=262144 inc=1: a stride that only the caller knows
void
stride_unknown (int n, int inc, V (a), V (b))
{
  for (int i = 0; i < n; i++)
    {
      a[i * inc] += b[i];
    }
}

// n=512: a packed triangle
void
packed_triangle (int n, F (f), M (b))
{
  for (int i = 0; i < n; i++)
    {
      int k = (int)((i + 1) * i / 2) + i;
      for (int j = i; j < n; j++)
        {
          f[k] += b[j][i];
          k += j + 1;
        }
    }
}

// n=4096: a convolution of halves
void
half_convolution (int n, V (a), V (b), V (c))
{
  int m = (int)(n / 2);
  for (int j = 0; j < m; j++)
    {
#pragma omp simd
      for (int i = 0; i < m; i++)
        {
          a[i] += b[i + m - j - 1] * c[j];
        }
    }
}

// n=262144: values from the index
void
from_index (int n, V (a), V (b), V (c))
{
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    {
      a[i] = b[i] + c[i] * (i + 1);
    }
}

// n=262144: a number that grows by two
void
grows_by_two (int n, V (a), V (b))
{
  float s = 0.0f;
  for (int i = 0; i < n; i++)
    {
      s += 2.0f;
      a[i] = s * b[i];
    }
}

// n=262144: elements at half the index
void
half_index (int n, V (a), V (b), V (c), V (d))
{
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    {
      a[i] = b[i] + c[(int)(i / 2)] * d[i];
    }
}
