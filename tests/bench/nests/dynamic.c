// Dynamic programming.
// SPDX-License-Identifier: Apache-2.0
#include "nests.h"

// n=256: all shortest paths
void
shortest_paths (int n, M (d))
{
  for (int k = 0; k < n; k++)
    {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        {
          for (int j = 0; j < n; j++)
            {
              d[i][j] = fminf (d[i][j], d[i][k] + d[k][j]);
            }
        }
    }
}

// n=256: the same with a condition
void
shortest_paths_if (int n, M (d))
{
  for (int k = 0; k < n; k++)
    {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        {
          for (int j = 0; j < n; j++)
            {
              if (d[i][k] + d[k][j] < d[i][j])
                {
                  d[i][j] = d[i][k] + d[k][j];
                }
            }
        }
    }
}

// n=1024: the longest common part of two sequences
void
longest_common (int n, V (a), V (b), M (l))
{
  for (int i = 1; i < n; i++)
    {
      for (int j = 1; j < n; j++)
        {
          if (fabsf (a[i] - b[j]) < 0.1f)
            {
              l[i][j] = l[i - 1][j - 1] + 1.0f;
            }
          else
            {
              l[i][j] = fmaxf (l[i - 1][j], l[i][j - 1]);
            }
        }
    }
}

// n=1024: the distance of two texts
void
edit_distance (int n, V (a), V (b), M (d))
{
  for (int i = 0; i < n; i++)
    {
      d[i][0] = i;
      d[0][i] = i;
    }
  for (int i = 1; i < n; i++)
    {
      for (int j = 1; j < n; j++)
        {
          float cost = 1.0f;
          if (fabsf (a[i] - b[j]) < 0.1f)
            {
              cost = 0.0f;
            }
          d[i][j] = fminf (fminf (d[i - 1][j] + 1.0f, d[i][j - 1] + 1.0f), d[i - 1][j - 1] + cost);
        }
    }
}

// n=256: the best order of a chain of products
void
chain_order (int n, V (p), M (m))
{
  for (int length = 1; length < n; length++)
    {
      for (int i = 0; i < n - length; i++)
        {
          int j = i + length;
          float best = 1000000.0f;
          for (int k = i; k < j; k++)
            {
              float cost = m[i][k] + m[k + 1][j] + p[i] * p[k] * p[j];
              if (cost < best)
                {
                  best = cost;
                }
            }
          m[i][j] = best;
        }
    }
}

// n=256: pairs in a sequence
void
sequence_pairs (int n, V (s), M (t))
{
  for (int i = n - 1; i >= 0; i--)
    {
      for (int j = i + 1; j < n; j++)
        {
          t[i][j] = fmaxf (t[i][j], t[i][j - 1]);
          t[i][j] = fmaxf (t[i][j], t[i + 1][j]);
          if (s[i] + s[j] > 1.0005f)
            {
              t[i][j] = fmaxf (t[i][j], t[i + 1][j - 1] + 1.0f);
            }
          for (int k = i + 1; k < j; k++)
            {
              t[i][j] = fmaxf (t[i][j], t[i][k] + t[k + 1][j]);
            }
        }
    }
}

// n=1024: what fits in a sack
void
knapsack (int n, M (m), V (v))
{
  for (int i = 1; i < n; i++)
    {
      int w = (int)(v[i] * 50.0f) + 1;
      for (int j = 0; j < n; j++)
        {
          if (j >= w)
            {
              m[i][j] = fmaxf (m[i - 1][j], m[i - 1][j - w] + v[i]);
            }
          else
            {
              m[i][j] = m[i - 1][j];
            }
        }
    }
}

// n=1024: the cheapest way from left to right
void
cheapest_way (int n, M (c))
{
  for (int i = 1; i < n; i++)
    {
      for (int j = 1; j <= n - 2; j++)
        {
          c[i][j] += fminf (fminf (c[i - 1][j - 1], c[i - 1][j]), c[i - 1][j + 1]);
        }
    }
}

// n=1024: alignment with gaps
void
alignment (int n, V (a), V (b), M (h), M (e), M (f))
{
  for (int i = 1; i < n; i++)
    {
      for (int j = 1; j < n; j++)
        {
          float score = -1.0f;
          if (fabsf (a[i] - b[j]) < 0.1f)
            {
              score = 2.0f;
            }
          e[i][j] = fmaxf (e[i][j - 1] - 0.5f, h[i][j - 1] - 1.5f);
          f[i][j] = fmaxf (f[i - 1][j] - 0.5f, h[i - 1][j] - 1.5f);
          h[i][j] = fmaxf (fmaxf (0.0f, h[i - 1][j - 1] + score), fmaxf (e[i][j], f[i][j]));
        }
    }
}

// n=128: the likeliest states of a hidden process
void
likeliest_states (int n, M (a), M (b), M (v))
{
  for (int t = 1; t < n; t++)
    {
      for (int j = 0; j < n; j++)
        {
          float best = 0.0f;
          for (int i = 0; i < n; i++)
            {
              float p = v[t - 1][i] + a[i][j];
              if (p > best)
                {
                  best = p;
                }
            }
          v[t][j] = best + b[t][j];
        }
    }
}

// n=1024: the largest square
void
largest_square (int n, M (a), M (s))
{
  for (int i = 1; i < n; i++)
    {
      for (int j = 1; j < n; j++)
        {
          if (a[i][j] > 0.2f)
            {
              s[i][j] = 1.0f + fminf (fminf (s[i - 1][j], s[i][j - 1]), s[i - 1][j - 1]);
            }
          else
            {
              s[i][j] = 0.0f;
            }
        }
    }
}

// n=1024: sums of all rectangles from the corner
void
rectangle_sums (int n, M (a), M (s))
{
  for (int i = 1; i < n; i++)
    {
      for (int j = 1; j < n; j++)
        {
          s[i][j] = a[i][j] * 0.001f + s[i - 1][j] + s[i][j - 1] - s[i - 1][j - 1];
        }
    }
}
