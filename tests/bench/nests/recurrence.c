// Recurrences along a line, over the rows of a matrix, filters.
// SPDX-License-Identifier: Apache-2.0
#include "nests.h"

// n=512: tridiagonal equations in every row
void
tridiagonal_rows (int n, M (a), M (d), M (x))
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      for (int j = 1; j < n; j++)
        {
          float w = 0.3f * a[i][j - 1];
          d[i][j] -= w * d[i][j - 1] * 0.2f;
          x[i][j] -= w * x[i][j - 1];
        }
      for (int j = n - 2; j >= 0; j--)
        {
          x[i][j] = x[i][j] - 0.3f * x[i][j + 1];
        }
    }
}

// n=65536: tridiagonal equations by Thomas
void
thomas (int n, V (a), V (c), V (d), V (x))
{
  c[0] = c[0] * 0.25f;
  d[0] = d[0] * 0.25f;
  for (int i = 1; i < n; i++)
    {
      float m = 1.0f / (4.0f - a[i] * c[i - 1]);
      c[i] = c[i] * m;
      d[i] = (d[i] - a[i] * d[i - 1]) * m;
    }
  x[n - 1] = d[n - 1];
  for (int i = n - 2; i >= 0; i--)
    {
      x[i] = d[i] - c[i] * x[i + 1];
    }
}

// n=262144: a smoothing filter, there and back
void
smooth_both_ways (int n, V (a), V (y))
{
  float s = 0.0f;
  for (int i = 0; i < n; i++)
    {
      s = 0.8f * s + 0.2f * a[i];
      y[i] = s;
    }
  s = 0.0f;
  for (int i = n - 1; i >= 0; i--)
    {
      s = 0.8f * s + 0.2f * y[i];
      y[i] = s;
    }
}

// n=512: a filter of second order in every row
void
filter_rows (int n, M (a), M (y))
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      float p = 0.0f;
      float q = 0.0f;
      for (int j = 0; j < n; j++)
        {
          float v = 0.2f * a[i][j] + 1.1f * p - 0.4f * q;
          y[i][j] = v;
          q = p;
          p = v;
        }
    }
}

// n=512: a filter down every column
void
filter_columns (int n, M (a), M (y))
{
  for (int j = 0; j < n; j++)
    {
      float s = 0.0f;
      for (int i = 0; i < n; i++)
        {
          s = 0.7f * s + 0.3f * a[i][j];
          y[i][j] = s;
        }
    }
}

// n=1024: running sums along rows
void
running_rows (int n, M (a))
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      for (int j = 1; j < n; j++)
        {
          a[i][j] += a[i][j - 1];
        }
    }
}

// n=1024: running sums down columns
void
running_columns (int n, M (a))
{
  for (int j = 0; j < n; j++)
    {
      for (int i = 1; i < n; i++)
        {
          a[i][j] += a[i - 1][j];
        }
    }
}

// n=1048576: the running largest
void
running_largest (int n, V (a), V (b))
{
  float x = 0.0f;
  for (int i = 0; i < n; i++)
    {
      if (a[i] > x)
        {
          x = a[i];
        }
      b[i] = x;
    }
}

// n=65536: a polynomial by Horner at every point
void
horner (int n, V (x), V (c), V (y))
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      float s = c[15];
      for (int k = 14; k >= 0; k--)
        {
          s = s * x[i] + c[k];
        }
      y[i] = s;
    }
}

// n=65536: a logistic map for every start
void
logistic_map (int n, V (x))
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      for (int t = 1; t <= 50; t++)
        {
          x[i] = 3.5f * x[i] * (1.0f - x[i]);
        }
    }
}

// n=65536: Newton's root of every element
void
newton_root (int n, V (a), V (x))
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      float r = 1.0f;
      for (int t = 1; t <= 8; t++)
        {
          r = 0.5f * (r + a[i] / r);
        }
      x[i] = r;
    }
}

// n=256 differ=100: escape times
void
escape_times (int n, M (y))
{
#pragma omp parallel for schedule(dynamic, 4)
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        {
          float cx = 3.0f * j / n - 2.0f;
          float cy = 2.5f * i / n - 1.25f;
          float zx = 0.0f;
          float zy = 0.0f;
          int k = 0;
          while (k < 100 && zx * zx + zy * zy < 4.0f)
            {
              float t = zx * zx - zy * zy + cx;
              zy = 2.0f * zx * zy + cy;
              zx = t;
              k += 1;
            }
          y[i][j] = k;
        }
    }
}

// n=65536: a finite impulse response
void
impulse_response (int n, V (a), V (h), V (y))
{
#pragma omp parallel for
  for (int i = 31; i < n; i++)
    {
      float s = 0.0f;
      for (int k = 0; k <= 31; k++)
        {
          s += h[k] * a[i - k];
        }
      y[i] = s;
    }
}

// n=512: a table by a cumulative product in every row
void
cumulative_product_rows (int n, M (a))
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      for (int j = 1; j < n; j++)
        {
          a[i][j] = a[i][j - 1] * (0.9f + 0.1f * a[i][j]);
        }
    }
}
