// Stencils and time steps.
// SPDX-License-Identifier: Apache-2.0
#include "nests.h"

// n=16384: three points, in time steps
void
three_points (int n, V (a), V (b))
{
  for (int t = 1; t <= 50; t++)
    {
      for (int i = 1; i <= n - 2; i++)
        {
          b[i] = 0.333f * (a[i - 1] + a[i] + a[i + 1]);
        }
      for (int i = 1; i <= n - 2; i++)
        {
          a[i] = 0.333f * (b[i - 1] + b[i] + b[i + 1]);
        }
    }
}

// n=512: five points, in time steps
void
five_points (int n, M (a), M (b))
{
  for (int t = 1; t <= 10; t++)
    {
#pragma omp parallel for
      for (int i = 1; i <= n - 2; i++)
        {
          for (int j = 1; j <= n - 2; j++)
            {
              b[i][j] = 0.2f * (a[i][j] + a[i][j - 1] + a[i][j + 1] + a[i - 1][j] + a[i + 1][j]);
            }
        }
#pragma omp parallel for
      for (int i = 1; i <= n - 2; i++)
        {
          for (int j = 1; j <= n - 2; j++)
            {
              a[i][j] = 0.2f * (b[i][j] + b[i][j - 1] + b[i][j + 1] + b[i - 1][j] + b[i + 1][j]);
            }
        }
    }
}

// n=512: five points, columns outside
void
five_points_by_columns (int n, M (a), M (b))
{
  for (int j = 1; j <= n - 2; j++)
    {
      for (int i = 1; i <= n - 2; i++)
        {
          b[i][j] = 0.2f * (a[i][j] + a[i][j - 1] + a[i][j + 1] + a[i - 1][j] + a[i + 1][j]);
        }
    }
}

// n=512: nine points in place
void
nine_points_in_place (int n, M (a))
{
  for (int t = 1; t <= 4; t++)
    {
      for (int i = 1; i <= n - 2; i++)
        {
          for (int j = 1; j <= n - 2; j++)
            {
              float above = a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1];
              a[i][j] = (above + a[i][j - 1] + a[i][j] + a[i][j + 1] + a[i + 1][j - 1] + a[i + 1][j] + a[i + 1][j + 1])
                        / 9.0f;
            }
        }
    }
}

// n=512: five points in place
void
five_points_in_place (int n, M (a), M (f))
{
  for (int t = 1; t <= 4; t++)
    {
      for (int i = 1; i <= n - 2; i++)
        {
          for (int j = 1; j <= n - 2; j++)
            {
              a[i][j] = 0.25f * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1] - f[i][j]);
            }
        }
    }
}

// n=512: red and black points in turn
void
red_black (int n, M (a), M (f))
{
  for (int colour = 0; colour <= 1; colour++)
    {
#pragma omp parallel for
      for (int i = 1; i <= n - 2; i++)
        {
          for (int j = 1; j <= n - 2; j++)
            {
              if (mod (i + j, 2) == colour)
                {
                  a[i][j] = 0.25f * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1] - f[i][j]);
                }
            }
        }
    }
}

// n=80: seven points of a cube
void
seven_points (int n, C (a), C (b))
{
  for (int t = 1; t <= 4; t++)
    {
#pragma omp parallel for
      for (int i = 1; i <= n - 2; i++)
        {
          for (int j = 1; j <= n - 2; j++)
            {
              for (int k = 1; k <= n - 2; k++)
                {
                  float sides = a[i + 1][j][k] + a[i - 1][j][k] + a[i][j + 1][k] + a[i][j - 1][k];
                  b[i][j][k] = a[i][j][k] + 0.1f * (sides + a[i][j][k + 1] + a[i][j][k - 1] - 6.0f * a[i][j][k]);
                }
            }
        }
#pragma omp parallel for
      for (int i = 1; i <= n - 2; i++)
        {
          for (int j = 1; j <= n - 2; j++)
            {
              for (int k = 1; k <= n - 2; k++)
                {
                  a[i][j][k] = b[i][j][k];
                }
            }
        }
    }
}

// n=512: the fields of a wave
void
wave_fields (int n, M (e), M (f), M (h), V (s))
{
  for (int t = 0; t <= 9; t++)
    {
      for (int j = 0; j < n; j++)
        {
          f[0][j] = s[t];
        }
#pragma omp parallel for
      for (int i = 1; i < n; i++)
        {
          for (int j = 0; j < n; j++)
            {
              f[i][j] -= 0.5f * (h[i][j] - h[i - 1][j]);
            }
        }
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        {
          for (int j = 1; j < n; j++)
            {
              e[i][j] -= 0.5f * (h[i][j] - h[i][j - 1]);
            }
        }
#pragma omp parallel for
      for (int i = 0; i <= n - 2; i++)
        {
          for (int j = 0; j <= n - 2; j++)
            {
              h[i][j] -= 0.7f * (e[i][j + 1] - e[i][j] + f[i + 1][j] - f[i][j]);
            }
        }
    }
}

// n=512: sweeps along rows, then along columns
void
alternating_sweeps (int n, M (x), M (a), M (b))
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      for (int j = 1; j < n; j++)
        {
          x[i][j] -= x[i][j - 1] * a[i][j] * 0.3f;
          b[i][j] += a[i][j] * a[i][j] * 0.1f;
        }
    }
  for (int j = 0; j < n; j++)
    {
      for (int i = 1; i < n; i++)
        {
          x[i][j] -= x[i - 1][j] * a[i][j] * 0.3f;
        }
    }
}

// n=512: a window of five by five
void
window (int n, M (a), M (b), M (w))
{
#pragma omp parallel for
  for (int i = 2; i <= n - 3; i++)
    {
      for (int j = 2; j <= n - 3; j++)
        {
          float s = 0.0f;
          for (int k = 0; k <= 4; k++)
            {
              for (int l = 0; l <= 4; l++)
                {
                  s += a[i + k - 2][j + l - 2] * w[k][l];
                }
            }
          b[i][j] = s;
        }
    }
}

// n=512: edges
void
edges (int n, M (a), M (b))
{
#pragma omp parallel for
  for (int i = 1; i <= n - 2; i++)
    {
      for (int j = 1; j <= n - 2; j++)
        {
          float gx = a[i - 1][j + 1] + 2.0f * a[i][j + 1] + a[i + 1][j + 1] - a[i - 1][j - 1] - 2.0f * a[i][j - 1]
                     - a[i + 1][j - 1];
          float gy = a[i + 1][j - 1] + 2.0f * a[i + 1][j] + a[i + 1][j + 1] - a[i - 1][j - 1] - 2.0f * a[i - 1][j]
                     - a[i - 1][j + 1];
          b[i][j] = sqrtf (gx * gx + gy * gy);
        }
    }
}

// n=16384: a wave on a string with two earlier states
void
string_wave (int n, V (u), V (v), V (w))
{
  for (int t = 1; t <= 40; t++)
    {
      for (int i = 1; i <= n - 2; i++)
        {
          w[i] = 2.0f * v[i] - u[i] + 0.2f * (v[i - 1] - 2.0f * v[i] + v[i + 1]);
        }
      for (int i = 0; i < n; i++)
        {
          u[i] = v[i];
          v[i] = w[i];
        }
    }
}

// n=512: the residual and its norm
float
residual (int n, M (a), M (f), M (r))
{
  float s = 0.0f;
#pragma omp parallel for reduction(+ : s)
  for (int i = 1; i <= n - 2; i++)
    {
      for (int j = 1; j <= n - 2; j++)
        {
          r[i][j] = f[i][j] - (4.0f * a[i][j] - a[i - 1][j] - a[i + 1][j] - a[i][j - 1] - a[i][j + 1]);
          s += r[i][j] * r[i][j];
        }
    }
  return s;
}

// n=1024: a grid to one of half the size
void
to_half (int n, M (a), M (b))
{
#pragma omp parallel for
  for (int i = 0; i < (int)(n / 2); i++)
    {
      for (int j = 0; j < (int)(n / 2); j++)
        {
          b[i][j] = 0.25f * (a[2 * i][2 * j] + a[2 * i][2 * j + 1] + a[2 * i + 1][2 * j] + a[2 * i + 1][2 * j + 1]);
        }
    }
}

// n=12288: heat in a bar whose conductivity changes, in time steps
void
heat_in_a_bar (int n, V (a), V (b), V (k))
{
  float rate = 0.1f;
  for (int t = 1; t <= 40; t++)
    {
      for (int i = 1; i <= n - 2; i++)
        {
          b[i] = a[i] + rate * (k[i] * (a[i + 1] - a[i]) - k[i - 1] * (a[i] - a[i - 1]));
        }
      for (int i = 1; i <= n - 2; i++)
        {
          a[i] = b[i];
        }
      rate *= 0.99f;
    }
}
