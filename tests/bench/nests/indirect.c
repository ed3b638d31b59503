// Indices from an array, calls, vector idioms (TSVC).
// SPDX-License-Identifier: Apache-2.0
#include "nests.h"

// n=262144: gathered and added
void
gather_add (int n, V (a), V (b), P (p))
{
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    {
      a[i] += b[p[i]] * 0.5f;
    }
}

// n=262144: updated at gathered places
void
update_gathered (int n, V (a), V (b), V (c), P (p))
{
  for (int i = 0; i < n; i++)
    {
      a[p[i]] = b[p[i]] + c[i];
    }
}

// n=262144: gathered from the end
void
gather_from_end (int n, V (a), V (b), V (c), V (d), P (p))
{
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    {
      int k = p[i];
      a[i] = b[i] + c[n - k - 1] * d[i];
    }
}

// n=262144: a sum of gathered products
float
gathered_dot (int n, V (a), V (b), P (p))
{
  float s = 0.0f;
#pragma omp parallel for simd reduction(+ : s)
  for (int i = 0; i < n; i++)
    {
      s += a[i] * b[p[i]];
    }
  return s;
}

// n=2048: a sum over a gathered row
float
gathered_row (int n, V (a), M (b), P (p))
{
  float s = 0.0f;
  for (int j = 1; j <= 15; j++)
    {
      for (int i = 0; i < n; i++)
        {
          s += a[i] * b[j - 1][p[i]];
        }
    }
  return s;
}

// n=262144: scattered
void
scatter (int n, V (a), V (b), V (c), V (d), P (p))
{
  for (int i = 0; i < n; i++)
    {
      a[p[i]] = b[i] + c[i] * d[i];
    }
}

// n=262144: gathered
void
gather (int n, V (a), V (b), P (p))
{
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    {
      a[i] = b[p[i]];
    }
}

// n=262144: scattered without arithmetic
void
scatter_copy (int n, V (a), V (b), P (p))
{
  for (int i = 0; i < n; i++)
    {
      a[p[i]] = b[i];
    }
}

// n=262144: counted in bins
void
bins (int n, V (a), V (b))
{
  for (int i = 0; i < n; i++)
    {
      int k = (int)(b[i] * 255.0f);
      a[k] += 1.0f;
    }
}

// n=262144: sums in bins by an array of indices
void
weighted_bins (int n, V (a), V (b), P (p))
{
  for (int i = 0; i < n; i++)
    {
      a[p[i]] += b[i];
    }
}

static float
twice_plus (float x, float z)
{
  return 2.0f * x + z;
}

// n=262144: a function for each element
void
call_each (int n, V (a), V (b), V (c))
{
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    {
      a[i] += twice_plus (b[i], c[i]);
    }
}

// n=1048576: copied
void
copied (int n, V (a), V (b))
{
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    {
      a[i] = b[i];
    }
}

// n=1048576: a multiple added
void
axpy (int n, V (a), V (b))
{
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    {
      a[i] += 1.5f * b[i];
    }
}

// n=1048576: an element-wise product
void
times (int n, V (a), V (b), V (c))
{
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    {
      a[i] = b[i] * c[i];
    }
}

// n=1048576: products with both
void
times_and_plus (int n, V (a), V (b), V (c), V (d))
{
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    {
      a[i] += b[i] * c[i] + d[i];
    }
}

// n=262144: sine and cosine
void
sine_cosine (int n, V (a), V (b), V (c))
{
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    {
      a[i] = sinf (b[i]) + cosf (c[i]);
    }
}

// n=262144: a root and a quotient
void
root_quotient (int n, V (a), V (b), V (c))
{
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    {
      a[i] = sqrtf (b[i]) / (c[i] + 0.5f);
    }
}

// n=262144: more than a processor has registers for
void
much_arithmetic (int n, V (a), V (b), V (c), V (d), V (e))
{
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    {
      a[i] = (b[i] + c[i]) * (b[i] + d[i]) * (c[i] + e[i]) * (d[i] + e[i])
             + (b[i] - c[i]) * (b[i] - d[i]) * (c[i] - e[i]);
    }
}
