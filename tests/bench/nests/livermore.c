// The Livermore loops, 24 pieces of large programs.
// SPDX-License-Identifier: Apache-2.0
#include "nests.h"

// n=262144: hydrodynamics
void
hydro (int n, V (x), V (y), V (z))
{
  float q = 0.5f;
  float r = 0.25f;
  float t = 0.125f;
#pragma omp parallel for simd
  for (int k = 0; k <= n - 12; k++)
    {
      x[k] = q + y[k] * (r * z[k + 10] + t * z[k + 11]);
    }
}

// n=262144: incomplete Cholesky, conjugate gradients
void
cholesky_gradient (int n, V (x), V (v))
{
  int count = (int)(n / 2);
  int stop = 0;
  while (count > 1)
    {
      int start = stop;
      stop += count;
      count = (int)(count / 2);
      int i = stop - 1;
      for (int k = start + 1; k < stop; k += 2)
        {
          i += 1;
          if (i < n)
            {
              x[i] = x[k] - v[k] * x[k - 1] * 0.5f - v[k + 1] * x[k + 1] * 0.5f;
            }
        }
    }
}

// n=1048576: inner product
float
inner_product (int n, V (x), V (z))
{
  float q = 0.0f;
#pragma omp parallel for simd reduction(+ : q)
  for (int k = 0; k < n; k++)
    {
      q += z[k] * x[k];
    }
  return q;
}

// n=65536: banded linear equations
void
banded (int n, V (x), V (y))
{
  int m = (int)((n - 7) / 2);
  for (int k = 6; k < n; k += m)
    {
      int w = k - 6;
      float t = x[k - 1];
      for (int j = 4; j < n; j += 5)
        {
          if (w < n)
            {
              t -= x[w] * y[j] * 0.001f;
            }
          w += 1;
        }
      x[k - 1] = y[4] * t;
    }
}

// n=262144: tridiagonal elimination below the diagonal
void
tridiagonal (int n, V (x), V (y), V (z))
{
  for (int i = 1; i < n; i++)
    {
      x[i] = z[i] * (y[i] - x[i - 1]);
    }
}

// n=1024: general linear recurrence
void
general_recurrence (int n, V (w), M (b))
{
  for (int i = 1; i < n; i++)
    {
      w[i] = 0.01f;
      for (int k = 0; k < i; k++)
        {
          w[i] += b[k][i] * w[i - k - 1] * 0.001f;
        }
    }
}

// n=262144: equation of state
void
state (int n, V (x), V (y), V (z), V (u))
{
  float q = 0.5f;
  float r = 0.25f;
  float t = 0.125f;
#pragma omp parallel for simd
  for (int k = 0; k <= n - 7; k++)
    {
      float later = u[k + 3] + r * (u[k + 2] + r * u[k + 1]) + t * (u[k + 6] + q * (u[k + 5] + q * u[k + 4]));
      x[k] = u[k] + r * (z[k] + r * y[k]) + t * later;
    }
}

// n=512: implicit integration in alternating directions
void
alternating (int n, M (u), M (v), M (p), M (q))
{
#pragma omp parallel for
  for (int i = 1; i <= n - 2; i++)
    {
      for (int j = 1; j <= n - 2; j++)
        {
          float du = u[i][j + 1] - u[i][j - 1];
          float dv = v[i][j + 1] - v[i][j - 1];
          p[i][j] = u[i][j] + 0.1f * du + 0.2f * dv + 0.05f * (u[i + 1][j] - 2.0f * u[i][j] + u[i - 1][j]);
          q[i][j] = v[i][j] + 0.3f * du + 0.1f * dv + 0.05f * (v[i + 1][j] - 2.0f * v[i][j] + v[i - 1][j]);
        }
    }
}

// n=2048: prediction from a table of differences
void
predictor (int n, M (p))
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      float far = 0.1f * p[i][12] + 0.2f * p[i][11] + 0.3f * p[i][10] + 0.4f * p[i][9];
      p[i][0] = far + 0.5f * p[i][8] + 0.6f * p[i][7] + 0.7f * p[i][6] + 0.8f * (p[i][4] + p[i][5]) + p[i][2];
    }
}

// n=2048: differences of the prediction
void
difference_predictor (int n, M (p), V (c))
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      float a = c[i];
      for (int j = 4; j <= 12; j++)
        {
          float b = a - p[i][j];
          p[i][j] = a;
          a = b;
        }
      p[i][13] = a;
    }
}

// n=1048576: first sum
void
first_sum (int n, V (x), V (y))
{
  x[0] = y[0];
  for (int k = 1; k < n; k++)
    {
      x[k] = x[k - 1] + y[k];
    }
}

// n=1048576: first difference
void
first_difference_of (int n, V (x), V (y))
{
#pragma omp parallel for simd
  for (int k = 0; k <= n - 2; k++)
    {
      x[k] = y[k + 1] - y[k];
    }
}

// n=65536: particles in two dimensions
void
particles_plane (int n, V (px), V (py), V (vx), V (vy), V (field), V (h))
{
  for (int k = 0; k < n; k++)
    {
      int i = (int)(px[k] * 60.0f);
      int j = (int)(py[k] * 60.0f);
      vx[k] += field[i * 64 + j];
      vy[k] += field[j * 64 + i];
      px[k] += vx[k];
      py[k] += vy[k];
      int m = (int)(mod ((int)(px[k] * 60.0f), 64));
      int l = (int)(mod ((int)(py[k] * 60.0f), 64));
      h[m * 64 + l] += 1.0f;
    }
}

// n=65536: particles in one dimension
void
particles_line (int n, V (x), V (v), V (e), V (d), V (rho), V (q))
{
  for (int k = 0; k < n; k++)
    {
      int i = (int)(x[k] * 2000.0f);
      q[k] = x[k] * 2000.0f - i;
      v[k] += e[i] + q[k] * d[i];
      x[k] += 0.01f * v[k];
      int j = (int)(x[k] * 2000.0f);
      float part = x[k] * 2000.0f - j;
      rho[j] += 1.0f - part;
      rho[j + 1] += part;
    }
}

// n=512: branches over a grid
void
branches_over_grid (int n, M (vy), M (vh), M (vf), M (vg), M (vs))
{
#pragma omp parallel for
  for (int j = 1; j <= n - 2; j++)
    {
      for (int k = 1; k <= n - 2; k++)
        {
          float t = 0.05f;
          float r = vh[j][k];
          float s = vf[j][k];
          if (vh[j + 1][k] > vh[j][k])
            {
              t = 0.07f;
            }
          if (vf[j][k] < vf[j][k - 1])
            {
              if (vh[j][k - 1] > vh[j + 1][k - 1])
                {
                  r = vh[j][k - 1];
                }
              else
                {
                  r = vh[j + 1][k - 1];
                }
              s = vf[j][k - 1];
            }
          vy[j][k] = sqrtf (vg[j][k] * vg[j][k] + r * r) * t / (s + 0.1f);
          vs[j][k] = vy[j][k] * 0.5f + r;
        }
    }
}

// n=262144: a search by steps through zones
float
zone_search (int n, V (d), V (p))
{
  int k = 0;
  int steps = 0;
  while (k < n - 5)
    {
      float x = d[k];
      if (x < 0.3f)
        {
          k += 2;
        }
      else if (x < p[k])
        {
          k += 1;
        }
      else
        {
          k += 3;
        }
      steps += 1;
    }
  return steps;
}

// n=262144: implicit conditional computation, from the end
void
conditional_backwards (int n, V (x), V (y), V (z), V (w))
{
  float s = 0.5f;
  float e = 0.9f;
  for (int i = n - 1; i >= 0; i--)
    {
      float t = s * x[i] + 0.1f;
      if (t > y[i])
        {
          s = y[i] * 0.5f;
          w[i] = s;
        }
      else if (t > z[i])
        {
          s = t * 0.7f;
          w[i] = t;
        }
      else
        {
          s = e * 0.5f;
          w[i] = z[i];
        }
    }
}

// n=512: explicit hydrodynamics in two dimensions
void
hydro_plane (int n, M (a), M (b), M (m), M (p), M (q), M (r), M (u), M (v), M (z))
{
#pragma omp parallel for
  for (int k = 1; k <= n - 2; k++)
    {
      for (int j = 1; j <= n - 2; j++)
        {
          float down = p[k + 1][j - 1] + q[k + 1][j - 1] - p[k][j - 1] - q[k][j - 1];
          a[k][j] = down * (r[k][j] + r[k][j - 1]) / (m[k][j - 1] + m[k + 1][j - 1]);
          b[k][j] = (p[k][j - 1] + q[k][j - 1] - p[k][j] - q[k][j]) * (r[k][j] + r[k - 1][j]) / (m[k][j] + m[k][j - 1]);
        }
    }
#pragma omp parallel for
  for (int k = 1; k <= n - 2; k++)
    {
      for (int j = 1; j <= n - 2; j++)
        {
          float across = a[k][j] * (z[k][j] - z[k][j + 1]) - a[k][j - 1] * (z[k][j] - z[k][j - 1]);
          u[k][j] += 0.1f * (across - b[k][j] * (z[k][j] - z[k - 1][j]) + b[k + 1][j] * (z[k][j] - z[k + 1][j]));
          float along = a[k][j] * (r[k][j] - r[k][j + 1]) - a[k][j - 1] * (r[k][j] - r[k][j - 1]);
          v[k][j] += 0.1f * (along - b[k][j] * (r[k][j] - r[k - 1][j]) + b[k + 1][j] * (r[k][j] - r[k + 1][j]));
        }
    }
#pragma omp parallel for
  for (int k = 1; k <= n - 2; k++)
    {
      for (int j = 1; j <= n - 2; j++)
        {
          r[k][j] += 0.1f * u[k][j];
          z[k][j] += 0.1f * v[k][j];
        }
    }
}

// n=262144: general linear recurrence, there and back
void
there_and_back (int n, V (a), V (b), V (c))
{
  float s = 0.1f;
  for (int k = 0; k < n; k++)
    {
      c[k] = a[k] + s * b[k];
      s = c[k] * 0.5f - s * 0.25f;
    }
  for (int k = n - 1; k >= 0; k--)
    {
      c[k] = a[k] + s * b[k];
      s = c[k] * 0.5f - s * 0.25f;
    }
}

// n=262144: discrete ordinates transport
void
transport (int n, V (g), V (u), V (v), V (w), V (x), V (y), V (z))
{
  float s = 0.5f;
  for (int k = 0; k < n; k++)
    {
      float d = y[k] - g[k] / (s + z[k]);
      float t = 0.2f;
      if (fabsf (d) > 0.001f)
        {
          t = z[k] / d;
          if (t > 0.8f)
            {
              t = 0.8f;
            }
          else if (t < 0.2f)
            {
              t = 0.2f;
            }
        }
      x[k] = ((w[k] + v[k] * t) * s + u[k]) / (1.0f + v[k] * t);
      s = (x[k] - s) * t * 0.5f + s * 0.5f;
    }
}

// n=384: a product of matrices, accumulated in elements
void
matrix_product (int n, M (p), M (v), M (c))
{
  for (int k = 0; k < n; k++)
    {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        {
          for (int j = 0; j < n; j++)
            {
              p[j][i] += v[k][i] * c[j][k];
            }
        }
    }
}

// n=262144: the Planckian distribution
void
planck (int n, V (u), V (v), V (w), V (x), V (y))
{
#pragma omp parallel for simd
  for (int k = 0; k < n; k++)
    {
      y[k] = u[k] / (v[k] + 0.1f);
      w[k] = x[k] / (expf (y[k]) - 0.9f);
    }
}

// n=512: implicit hydrodynamics in two dimensions
void
implicit_plane (int n, M (a), M (b), M (r), M (u), M (v), M (z))
{
  for (int j = 1; j <= n - 2; j++)
    {
      for (int k = 1; k <= n - 2; k++)
        {
          float q = a[k][j + 1] * r[k][j] + a[k][j - 1] * b[k][j] + a[k + 1][j] * u[k][j] + a[k - 1][j] * v[k][j]
                    + z[k][j];
          a[k][j] += 0.175f * (q * 0.2f - a[k][j]);
        }
    }
}

// n=1048576: where the smallest is
float
smallest_where (int n, V (x))
{
  int m = 0;
  for (int k = 1; k < n; k++)
    {
      if (x[k] < x[m])
        {
          m = k;
        }
    }
  return m;
}
