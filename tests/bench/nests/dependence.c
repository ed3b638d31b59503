// Dependences with known distances, by one index (the first category of TSVC).
// SPDX-License-Identifier: Apache-2.0
#include "nests.h"

// n=262144: odd elements from even ones
void
odd_from_even (int n, V (a), V (b))
{
#pragma omp parallel for simd
  for (int i = 1; i < n; i += 2)
    {
      a[i] = a[i - 1] + b[i];
    }
}

// n=262144: every second element is written
void
every_second (int n, V (a), V (b), V (c), V (d))
{
#pragma omp parallel for simd
  for (int i = 0; i < (int)(n / 2); i++)
    {
      a[2 * i] = c[i] * b[i] + d[i] * b[i] + c[i] * c[i] + d[i] * b[i] + d[i] * c[i];
    }
}

// n=262144: from the end, each element to the next place
void
to_next_place (int n, V (a), V (b))
{
  for (int i = n - 2; i >= 0; i--)
    {
      a[i + 1] = a[i] + b[i];
    }
}

// n=262144: from the end, without a dependence
void
backwards (int n, V (a), V (b))
{
#pragma omp parallel for simd
  for (int i = n - 1; i >= 0; i--)
    {
      a[i] = b[i] + 1.0f;
    }
}

// n=262144: the first element is read by all
void
first_to_all (int n, V (a), V (b))
{
  float first = a[0];
#pragma omp parallel for simd
  for (int i = 1; i < n; i++)
    {
      a[i] = first + b[i];
    }
}

// n=262144: the element in the middle is read before and after it is written
void
middle (int n, V (a), V (b))
{
  for (int i = 0; i < n; i++)
    {
      a[i] = a[(int)(n / 2)] + b[i];
    }
}

// n=512: the lower triangle from the upper one
void
lower_from_upper (int n, M (a), M (b))
{
#pragma omp parallel for schedule(static, 16)
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < i; j++)
        {
          a[i][j] = a[j][i] + b[i][j];
        }
    }
}

// n=1024: solution of a triangular system by columns
void
forward_by_columns (int n, V (x), D (a))
{
  for (int j = 0; j < n; j++)
    {
#pragma omp simd
      for (int i = j + 1; i < n; i++)
        {
          x[i] -= a[j][i] * x[j] * 0.001f;
        }
    }
}

// n=512: one matrix is read transposed
void
with_transposed (int n, M (a), M (b), M (c))
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        {
          a[i][j] = a[i][j] * c[j][i] + b[i][j];
        }
    }
}

// n=262144: five elements an iteration, each from its neighbour
void
five_products (int n, V (a))
{
  for (int i = 0; i <= n - 6; i += 5)
    {
      a[i] = a[i + 1] * a[i];
      a[i + 1] = a[i + 2] * a[i + 1];
      a[i + 2] = a[i + 3] * a[i + 2];
      a[i + 3] = a[i + 4] * a[i + 3];
      a[i + 4] = a[i + 5] * a[i + 4];
    }
}

// n=1024: each element is a sum over all before it
void
sum_of_all_before (int n, V (a), M (b))
{
  for (int i = 1; i < n; i++)
    {
      for (int j = 0; j < i; j++)
        {
          a[i] += b[j][i] * a[i - j - 1] * 0.001f;
        }
    }
}

// n=512: along the diagonal
void
along_diagonal (int n, M (a), M (b))
{
  for (int i = 1; i < n; i++)
    {
#pragma omp simd
      for (int j = 1; j < n; j++)
        {
          a[i][j] = a[i - 1][j - 1] + b[i][j];
        }
    }
}

// n=512: down the columns
void
down_columns (int n, M (a), M (b))
{
  for (int i = 1; i < n; i++)
    {
#pragma omp simd
      for (int j = 0; j < n; j++)
        {
          a[i][j] = a[i - 1][j] + b[i][j];
        }
    }
}

// n=262144: 64 elements before
void
distance_64 (int n, V (a), V (b))
{
  for (int i = 0; i <= n - 65; i++)
    {
      a[i + 64] = a[i] + b[i];
    }
}

// n=262144: two halves of one array
void
second_half (int n, V (a), V (b))
{
  int k = (int)(n / 2);
#pragma omp parallel for simd
  for (int i = 0; i < k; i++)
    {
      a[i + k] = a[i] + b[i];
    }
}

// n=262144 m=1: an offset that only the caller knows
void
offset_unknown (int n, int m, V (a), V (b))
{
  for (int i = 0; i < n - m; i++)
    {
      a[i] = a[i + m] + b[i];
    }
}

// n=262144 step=2: a step that only the caller knows
void
step_unknown (int n, int step, V (a), V (b))
{
  for (int i = 0; i < n - step; i += step)
    {
      a[i] = a[i + step] + b[i];
    }
}

// n=262144 k=3: a condition on the offset
void
offset_positive (int n, int k, V (a), V (b), V (c))
{
  if (k > 0)
    {
      for (int i = 0; i < n - k; i++)
        {
          a[i] = a[i + k] + b[i] * c[i];
        }
    }
}
