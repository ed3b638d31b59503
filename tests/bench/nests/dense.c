// Dense linear algebra by elements.
// SPDX-License-Identifier: Apache-2.0
#include "nests.h"

// n=384: a product of matrices, the element is updated
void
product_elements (int n, M (a), M (b), M (c))
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        {
          c[i][j] = 0.0f;
          for (int k = 0; k < n; k++)
            {
              c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
}

// n=384: a product of matrices, summed in a variable
void
product_variable (int n, M (a), M (b), M (c))
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        {
          float s = 0.0f;
          for (int k = 0; k < n; k++)
            {
              s += a[i][k] * b[k][j];
            }
          c[i][j] = s;
        }
    }
}

// n=384: a product of matrices with rows innermost
void
product_rows (int n, M (a), M (b), M (c))
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      for (int k = 0; k < n; k++)
        {
          for (int j = 0; j < n; j++)
            {
              c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
}

// n=256: two products of matrices
void
two_products (int n, M (a), M (b), M (c), M (t), M (d))
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        {
          t[i][j] = 0.0f;
          for (int k = 0; k < n; k++)
            {
              t[i][j] += 1.5f * a[i][k] * b[k][j];
            }
        }
    }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        {
          d[i][j] *= 1.2f;
          for (int k = 0; k < n; k++)
            {
              d[i][j] += t[i][k] * c[k][j];
            }
        }
    }
}

// n=384: a matrix times its transpose
void
times_own_transpose (int n, M (a), M (c))
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        {
          for (int k = 0; k < n; k++)
            {
              c[i][j] += a[i][k] * a[j][k];
            }
        }
    }
}

// n=384: the transpose of a matrix times itself
void
transpose_times (int n, M (a), M (c))
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        {
          float s = 0.0f;
          for (int k = 0; k < n; k++)
            {
              s += a[k][i] * a[k][j];
            }
          c[i][j] = s;
        }
    }
}

// n=2048: a matrix times a vector
void
matrix_vector (int n, M (a), V (x), V (y))
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      y[i] = 0.0f;
      for (int j = 0; j < n; j++)
        {
          y[i] += a[i][j] * x[j];
        }
    }
}

// n=2048: the transpose of a matrix times a vector
void
transpose_vector (int n, M (a), V (x), V (y))
{
  for (int j = 0; j < n; j++)
    {
      y[j] = 0.0f;
    }
  for (int i = 0; i < n; i++)
    {
#pragma omp simd
      for (int j = 0; j < n; j++)
        {
          y[j] += a[i][j] * x[i];
        }
    }
}

// n=2048: the transpose times what the matrix makes of a vector
void
transpose_matrix_vector (int n, M (a), V (x), V (y), V (t))
{
  for (int j = 0; j < n; j++)
    {
      y[j] = 0.0f;
    }
  for (int i = 0; i < n; i++)
    {
      t[i] = 0.0f;
      for (int j = 0; j < n; j++)
        {
          t[i] += a[i][j] * x[j];
        }
      for (int j = 0; j < n; j++)
        {
          y[j] += a[i][j] * t[i];
        }
    }
}

// n=2048: both products in one nest
void
both_products (int n, M (a), V (p), V (r), V (q), V (s))
{
  for (int i = 0; i < n; i++)
    {
      q[i] = 0.0f;
      for (int j = 0; j < n; j++)
        {
          s[j] += r[i] * a[i][j];
          q[i] += a[i][j] * p[j];
        }
    }
}

// n=1024: vectors, an update of rank two
void
rank_two (int n, M (a), V (u), V (v), V (w), V (z))
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        {
          a[i][j] += u[i] * v[j] + w[i] * z[j];
        }
    }
}

// n=2048: two matrices times a vector
void
two_matrices_vector (int n, M (a), M (b), V (x), V (y))
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      float s = 0.0f;
      float t = 0.0f;
      for (int j = 0; j < n; j++)
        {
          s += a[i][j] * x[j];
          t += b[i][j] * x[j];
        }
      y[i] = 1.5f * s + 1.2f * t;
    }
}

// n=2048: a matrix and its transpose times two vectors
void
with_and_transposed (int n, M (a), V (x), V (y), V (u), V (v))
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        {
          x[i] += a[i][j] * u[j];
        }
    }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        {
          y[i] += a[j][i] * v[j];
        }
    }
}

// n=96: columns of a cube times a matrix
void
cube_matrix (int n, C (a), M (c), V (t))
{
  for (int r = 0; r < n; r++)
    {
      for (int q = 0; q < n; q++)
        {
          for (int p = 0; p < n; p++)
            {
              t[p] = 0.0f;
              for (int s = 0; s < n; s++)
                {
                  t[p] += a[r][q][s] * c[s][p];
                }
            }
          for (int p = 0; p < n; p++)
            {
              a[r][q][p] = t[p];
            }
        }
    }
}

// n=384: the means of columns, and the covariances
void
covariance (int n, M (a), M (c), V (m))
{
  for (int j = 0; j < n; j++)
    {
      m[j] = 0.0f;
      for (int i = 0; i < n; i++)
        {
          m[j] += a[i][j];
        }
      m[j] = m[j] / n;
    }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        {
          a[i][j] -= m[j];
        }
    }
#pragma omp parallel for schedule(dynamic, 8)
  for (int i = 0; i < n; i++)
    {
      for (int j = i; j < n; j++)
        {
          c[i][j] = 0.0f;
          for (int k = 0; k < n; k++)
            {
              c[i][j] += a[k][i] * a[k][j];
            }
          c[i][j] = c[i][j] / (n - 1);
          c[j][i] = c[i][j];
        }
    }
}

// n=1024: transposed
void
transposed (int n, M (a), M (b))
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        {
          b[i][j] = a[j][i];
        }
    }
}

// n=1024: sums of rows and of columns
void
row_and_column_sums (int n, M (a), V (r), V (c))
{
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        {
          r[i] += a[i][j];
          c[j] += a[i][j];
        }
    }
}

// n=1024: rows divided by their length
void
rows_normalised (int n, M (a))
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      float s = 0.0f;
      for (int j = 0; j < n; j++)
        {
          s += a[i][j] * a[i][j];
        }
      for (int j = 0; j < n; j++)
        {
          a[i][j] = a[i][j] / sqrtf (s);
        }
    }
}

// n=384: distances of all pairs of rows
void
pair_distances (int n, M (a), M (d))
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        {
          float s = 0.0f;
          for (int k = 0; k <= 31; k++)
            {
              s += (a[i][k] - a[j][k]) * (a[i][k] - a[j][k]);
            }
          d[i][j] = sqrtf (s);
        }
    }
}

// n=1024: forces of all pairs of bodies
void
pair_forces (int n, V (x), V (y), V (m), V (u), V (v))
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      float fx = 0.0f;
      float fy = 0.0f;
      for (int j = 0; j < n; j++)
        {
          float dx = x[j] - x[i];
          float dy = y[j] - y[i];
          float d = dx * dx + dy * dy + 0.01f;
          float w = m[j] / (d * sqrtf (d));
          fx += w * dx;
          fy += w * dy;
        }
      u[i] = fx;
      v[i] = fy;
    }
}

// n=1024: weighted sums of rows, and of columns at the next place
void
marginals (int n, M (a), V (r), V (c), V (w))
{
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n - 1; j++)
        {
          float d = a[i][j] * w[j];
          r[i] += d;
          c[j + 1] += d + 1.0f;
        }
    }
}
