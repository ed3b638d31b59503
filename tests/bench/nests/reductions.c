// Sums, products, extremes, recurrences over a vector (TSVC: reductions).
// SPDX-License-Identifier: Apache-2.0
#include "nests.h"

// n=1048576: a sum
float
total (int n, V (a))
{
  float s = 0.0f;
#pragma omp parallel for simd reduction(+ : s)
  for (int i = 0; i < n; i++)
    {
      s += a[i];
    }
  return s;
}

// n=1048576: a sum of what is above a limit
float
total_if (int n, V (a))
{
  float s = 0.0f;
#pragma omp parallel for simd reduction(+ : s)
  for (int i = 0; i < n; i++)
    {
      if (a[i] > 0.5f)
        {
          s += a[i];
        }
    }
  return s;
}

// n=262144: a product of numbers near one
float
product (int n, V (a))
{
  float p = 1.0f;
#pragma omp parallel for simd reduction(* : p)
  for (int i = 0; i < n; i++)
    {
      p *= 0.99999f + 0.00002f * a[i];
    }
  return p;
}

// n=1048576: a dot product
float
dot (int n, V (a), V (b))
{
  float s = 0.0f;
#pragma omp parallel for simd reduction(+ : s)
  for (int i = 0; i < n; i++)
    {
      s += a[i] * b[i];
    }
  return s;
}

// n=1048576: the largest
float
largest (int n, V (a))
{
  float x = a[0];
#pragma omp parallel for simd reduction(max : x)
  for (int i = 0; i < n; i++)
    {
      if (a[i] > x)
        {
          x = a[i];
        }
    }
  return x;
}

// n=1048576: the smallest
float
smallest (int n, V (a))
{
  float x = a[0];
#pragma omp parallel for simd reduction(min : x)
  for (int i = 0; i < n; i++)
    {
      if (a[i] < x)
        {
          x = a[i];
        }
    }
  return x;
}

// n=1048576: the largest, and where it is
float
largest_where (int n, V (a))
{
  float x = a[0];
  int k = 0;
  for (int i = 0; i < n; i++)
    {
      if (a[i] > x)
        {
          x = a[i];
          k = i;
        }
    }
  return x + k;
}

// n=1024: the largest of a matrix, and where it is
float
largest_of_matrix (int n, M (a))
{
  float x = a[0][0];
  int row = 0;
  int column = 0;
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        {
          if (a[i][j] > x)
            {
              x = a[i][j];
              row = i;
              column = j;
            }
        }
    }
  return x + row + column;
}

// n=1048576 inc=1: the largest absolute value, and where it is, with a stride
float
largest_with_stride (int n, int inc, V (a))
{
  int k = 0;
  int at = 0;
  float x = fabsf (a[0]);
  for (int i = 1; i < n; i++)
    {
      k += inc;
      if (fabsf (a[k]) > x)
        {
          at = i;
          x = fabsf (a[k]);
        }
    }
  return x + at;
}

// n=1048576: the largest absolute value
float
largest_absolute (int n, V (a))
{
  float x = fabsf (a[0]);
#pragma omp parallel for simd reduction(max : x)
  for (int i = 0; i < n; i++)
    {
      if (fabsf (a[i]) > x)
        {
          x = fabsf (a[i]);
        }
    }
  return x;
}

// n=262144: two statements and a sum over both
float
stored_and_summed (int n, V (a), V (b), V (c), V (d), V (e))
{
  float s = 0.0f;
#pragma omp parallel for simd reduction(+ : s)
  for (int i = 0; i < n; i++)
    {
      a[i] = c[i] + d[i];
      s += a[i];
      b[i] = c[i] + e[i];
      s += b[i];
    }
  return s;
}

// n=1048576: a running sum
void
running_sum (int n, V (a), V (b))
{
  float s = 0.0f;
  for (int i = 0; i < n; i++)
    {
      s += a[i];
      b[i] = s;
    }
}

// n=1048576: a dot product, five at a time
float
dot_by_five (int n, V (a), V (b))
{
  float s = 0.0f;
  for (int i = 0; i <= n - 5; i += 5)
    {
      s = s + a[i] * b[i] + a[i + 1] * b[i + 1] + a[i + 2] * b[i + 2] + a[i + 3] * b[i + 3] + a[i + 4] * b[i + 4];
    }
  return s;
}

// n=262144: a multiple added, five at a time
void
axpy_by_five (int n, V (a), V (b), V (c))
{
  float f = c[0];
  for (int i = 0; i <= n - 5; i += 5)
    {
      a[i] += f * b[i];
      a[i + 1] += f * b[i + 1];
      a[i + 2] += f * b[i + 2];
      a[i + 3] += f * b[i + 3];
      a[i + 4] += f * b[i + 4];
    }
}

// n=262144: the same with gathered elements
void
gathered_by_five (int n, V (a), V (b), V (c), P (p))
{
  float f = c[0];
  for (int i = 0; i <= n - 5; i += 5)
    {
      a[i] += f * b[p[i]];
      a[i + 1] += f * b[p[i + 1]];
      a[i + 2] += f * b[p[i + 2]];
      a[i + 3] += f * b[p[i + 3]];
      a[i + 4] += f * b[p[i + 4]];
    }
}

// n=262144: first order
void
first_order (int n, V (a), V (b))
{
  for (int i = 1; i < n; i++)
    {
      a[i] += a[i - 1] * b[i] * 0.5f;
    }
}

// n=262144: second order
void
second_order (int n, V (a), V (b), V (c))
{
  for (int i = 2; i < n; i++)
    {
      a[i] = a[i] + a[i - 1] * b[i] * 0.3f + a[i - 2] * c[i] * 0.3f;
    }
}

// n=262144: coupled
void
coupled (int n, V (a), V (b), V (c), V (d), V (e))
{
  for (int i = 1; i < n; i++)
    {
      a[i] = b[i - 1] * 0.5f + c[i] * d[i];
      b[i] = a[i] + c[i] * e[i];
    }
}

// n=1048576: the mean, then the variance
float
mean_and_variance (int n, V (a))
{
  float s = 0.0f;
#pragma omp parallel for simd reduction(+ : s)
  for (int i = 0; i < n; i++)
    {
      s += a[i];
    }
  float m = s / n;
  float v = 0.0f;
#pragma omp parallel for simd reduction(+ : v)
  for (int i = 0; i < n; i++)
    {
      v += (a[i] - m) * (a[i] - m);
    }
  return v / n;
}
