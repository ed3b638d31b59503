// Triangular nests and eliminations.
// SPDX-License-Identifier: Apache-2.0
#include "nests.h"

// n=384: the lower part of a product with its own transpose
void
triangle_own_transpose (int n, M (a), M (c))
{
#pragma omp parallel for schedule(dynamic, 8)
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j <= i; j++)
        {
          c[i][j] *= 1.2f;
        }
      for (int k = 0; k < n; k++)
        {
          for (int j = 0; j <= i; j++)
            {
              c[i][j] += 1.5f * a[i][k] * a[j][k];
            }
        }
    }
}

// n=256: the lower part of an update of rank 2k
void
triangle_two_products (int n, M (a), M (b), M (c))
{
#pragma omp parallel for schedule(dynamic, 8)
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j <= i; j++)
        {
          for (int k = 0; k < n; k++)
            {
              c[i][j] += a[j][k] * b[i][k] + b[j][k] * a[i][k];
            }
        }
    }
}

// n=256: a triangular matrix times a matrix
void
triangular_product (int n, M (a), M (b))
{
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        {
          for (int k = i + 1; k < n; k++)
            {
              b[i][j] += a[k][i] * b[k][j] * 0.01f;
            }
          b[i][j] = 1.5f * b[i][j];
        }
    }
}

// n=256: a symmetric matrix, of which half is stored, times a matrix
void
symmetric_product (int n, M (a), M (b), M (c))
{
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        {
          float t = 0.0f;
          for (int k = 0; k < i; k++)
            {
              c[k][j] += 1.5f * b[i][j] * a[i][k];
              t += b[k][j] * a[i][k];
            }
          c[i][j] = 1.2f * c[i][j] + 1.5f * b[i][j] * a[i][i] + 1.5f * t;
        }
    }
}

// n=384: elimination without exchanges
void
elimination (int n, D (a))
{
  for (int k = 0; k <= n - 2; k++)
    {
#pragma omp parallel for
      for (int i = k + 1; i < n; i++)
        {
          a[i][k] = a[i][k] / a[k][k];
          for (int j = k + 1; j < n; j++)
            {
              a[i][j] -= a[i][k] * a[k][j];
            }
        }
    }
}

// n=384: the same row by row
void
elimination_by_rows (int n, D (a))
{
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < i; j++)
        {
          for (int k = 0; k < j; k++)
            {
              a[i][j] -= a[i][k] * a[k][j];
            }
          a[i][j] = a[i][j] / a[j][j];
        }
      for (int j = i; j < n; j++)
        {
          for (int k = 0; k < i; k++)
            {
              a[i][j] -= a[i][k] * a[k][j];
            }
        }
    }
}

// n=384: the root of a matrix by Cholesky
void
cholesky (int n, D (a))
{
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < i; j++)
        {
          for (int k = 0; k < j; k++)
            {
              a[i][j] -= a[i][k] * a[j][k];
            }
          a[i][j] = a[i][j] / a[j][j];
        }
      for (int k = 0; k < i; k++)
        {
          a[i][i] -= a[i][k] * a[i][k];
        }
      a[i][i] = sqrtf (a[i][i]);
    }
}

// n=2048: forward substitution
void
forward_substitution (int n, D (a), V (b), V (x))
{
  for (int i = 0; i < n; i++)
    {
      x[i] = b[i];
      for (int j = 0; j < i; j++)
        {
          x[i] -= a[i][j] * x[j];
        }
      x[i] = x[i] / a[i][i];
    }
}

// n=2048: back substitution
void
back_substitution (int n, D (a), V (b), V (x))
{
  for (int i = n - 1; i >= 0; i--)
    {
      float s = b[i];
      for (int j = i + 1; j < n; j++)
        {
          s -= a[i][j] * x[j];
        }
      x[i] = s / a[i][i];
    }
}

// n=256: orthogonal columns by Gram and Schmidt
void
gram_schmidt (int n, D (a), M (q), M (r))
{
  for (int k = 0; k < n; k++)
    {
      float s = 0.0f;
      for (int i = 0; i < n; i++)
        {
          s += a[i][k] * a[i][k];
        }
      r[k][k] = sqrtf (s);
      for (int i = 0; i < n; i++)
        {
          q[i][k] = a[i][k] / r[k][k];
        }
#pragma omp parallel for
      for (int j = k + 1; j < n; j++)
        {
          r[k][j] = 0.0f;
          for (int i = 0; i < n; i++)
            {
              r[k][j] += q[i][k] * a[i][j];
            }
          for (int i = 0; i < n; i++)
            {
              a[i][j] -= q[i][k] * r[k][j];
            }
        }
    }
}

// n=2048: equations of a Toeplitz matrix by Durbin
void
durbin (int n, V (r), V (y), V (z))
{
  y[0] = -r[0] * 0.001f;
  float beta = 1.0f;
  float alpha = -r[0] * 0.001f;
  for (int k = 1; k < n; k++)
    {
      beta = (1.0f - alpha * alpha) * beta;
      float s = 0.0f;
      for (int i = 0; i < k; i++)
        {
          s += r[k - i - 1] * y[i];
        }
      alpha = -(r[k] * 0.001f + s * 0.001f) / beta;
      for (int i = 0; i < k; i++)
        {
          z[i] = y[i] + alpha * y[k - i - 1];
        }
      for (int i = 0; i < k; i++)
        {
          y[i] = z[i];
        }
      y[k] = alpha;
    }
}

// n=256: the inverse of a lower triangle
void
triangle_inverse (int n, D (a), M (x))
{
  for (int j = 0; j < n; j++)
    {
      x[j][j] = 1.0f / a[j][j];
      for (int i = j + 1; i < n; i++)
        {
          float s = 0.0f;
          for (int k = j; k < i; k++)
            {
              s += a[i][k] * x[k][j];
            }
          x[i][j] = -s / a[i][i];
        }
    }
}

// n=1024: the upper triangle set to zero
void
upper_to_zero (int n, M (a))
{
#pragma omp parallel for schedule(static, 16)
  for (int i = 0; i < n; i++)
    {
      for (int j = i + 1; j < n; j++)
        {
          a[i][j] = 0.0f;
        }
    }
}

// n=1024: made symmetric
void
made_symmetric (int n, M (a))
{
#pragma omp parallel for schedule(static, 16)
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < i; j++)
        {
          a[j][i] = a[i][j];
        }
    }
}

// n=512: solved from the end, by columns
void
backward_by_columns (int n, V (x), M (a))
{
  for (int j = n - 1; j >= 0; j--)
    {
      for (int i = 0; i < j; i++)
        {
          x[i] -= a[j][i] * x[j] * 0.001f;
        }
    }
}

// n=1024: rows become free of those before them, by a number of each round
void
rows_free_of_first (int n, M (a), V (x))
{
  float scale = 1.0f;
  for (int k = 0; k < 16; k++)
    {
      scale = 0.5f * scale + x[k];
      for (int i = k + 1; i < n; i++)
        {
          for (int j = 0; j < n; j++)
            {
              a[i][j] -= scale * 0.001f * a[k][j];
            }
        }
    }
}
