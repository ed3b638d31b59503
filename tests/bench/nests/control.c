// Branches in loops (TSVC: control flow).
// SPDX-License-Identifier: Apache-2.0
#include "nests.h"

// n=262144: either its own element or the next one of another array
void
either_or_next (int n, V (a), V (b), V (c), V (d), V (e))
{
  for (int i = 0; i <= n - 2; i++)
    {
      if (b[i] < 0.5f)
        {
          c[i + 1] = a[i] + d[i] * d[i];
        }
      else
        {
          a[i] = c[i] + d[i] * e[i];
        }
    }
}

// n=262144: either of two arrays
void
either_array (int n, V (a), V (b), V (c), V (d), V (e))
{
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    {
      if (c[i] < 0.5f)
        {
          b[i] = a[i] + d[i] * d[i];
        }
      else
        {
          a[i] = c[i] + d[i] * e[i];
        }
    }
}

// n=262144: one update under a condition
void
update_if (int n, V (a), V (b), V (c))
{
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    {
      if (b[i] > 0.5f)
        {
          a[i] += b[i] * c[i];
        }
    }
}

// n=262144: two updates under a condition
void
two_updates_if (int n, V (a), V (b), V (c), V (d), V (e))
{
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    {
      if (e[i] >= 0.5f)
        {
          a[i] += c[i] * d[i];
          b[i] += c[i] * c[i];
        }
    }
}

// n=262144: a condition on what was computed
void
if_on_result (int n, V (a), V (b), V (c), V (d), V (e))
{
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    {
      a[i] += d[i] * e[i];
      if (a[i] < 1.0f)
        {
          b[i] += d[i] * e[i];
        }
      c[i] += a[i] * d[i];
    }
}

// n=262144: a result that is replaced
void
replaced_result (int n, V (a), V (b), V (c), V (d), V (e))
{
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    {
      a[i] = c[i] + e[i] * d[i];
      if (a[i] > 1.0f)
        {
          b[i] = a[i] + b[i];
        }
      else
        {
          a[i] = d[i] * e[i];
        }
    }
}

// n=512: a column only if its first element says so
void
columns_if (int n, M (a), M (b), M (c))
{
  for (int i = 0; i < n; i++)
    {
      if (a[0][i] > 0.5f)
        {
          for (int j = 1; j < n; j++)
            {
              a[j][i] = a[j - 1][i] + b[j][i] * c[j][i];
            }
        }
    }
}

// n=512: columns, then an element
void
columns_and_element (int n, M (m), M (p), M (q), V (a), V (b), V (c), V (d))
{
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        {
          m[j][i] += p[j][i] * q[j][i];
        }
      a[i] = b[i] + c[i] * d[i];
    }
}

// n=262144: the first part otherwise than the second
void
two_parts (int n, V (a), V (b), V (c), V (d))
{
  int half = (int)(n / 2);
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    {
      if (i + 1 < half)
        {
          a[i] += b[i] * c[i];
        }
      else
        {
          a[i] += b[i] * d[i];
        }
    }
}

// n=262144: conditions inside each other, the next element is written
void
inside_each_other (int n, V (a), V (b), V (c), V (d), V (e))
{
  for (int i = 0; i <= n - 2; i++)
    {
      if (a[i] < 0.5f)
        {
          if (b[i] < 0.5f)
            {
              a[i] += c[i] * d[i];
            }
          b[i + 1] = c[i] + d[i] * e[i];
        }
    }
}

// n=262144: both branches, then what follows
void
branches_join (int n, V (a), V (b), V (c), V (d), V (e))
{
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    {
      if (a[i] > 0.5f)
        {
          c[i] = -c[i] + d[i] * e[i];
        }
      else
        {
          b[i] = -b[i] + d[i] * e[i];
        }
      a[i] = b[i] + c[i] * d[i];
    }
}

// n=262144: branches in a branch
void
branches_in_branch (int n, V (a), V (b), V (c), V (d), V (e))
{
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    {
      if (a[i] > 0.5f)
        {
          c[i] = -c[i] + e[i] * e[i];
        }
      else
        {
          b[i] = -b[i] + d[i] * d[i];
          if (b[i] <= a[i])
            {
              c[i] += d[i] * e[i];
            }
        }
      a[i] = b[i] + c[i] * d[i];
    }
}

// n=262144: two conditions
void
two_conditions (int n, V (a), V (b), V (c), V (d), V (e))
{
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    {
      if (a[i] < 0.5f)
        {
          if (b[i] > a[i])
            {
              c[i] += d[i] * e[i];
            }
        }
    }
}

// n=262144 flag=1: conditions that do not change in the loop
void
fixed_conditions (int n, int flag, V (a), V (b), V (c), V (d), V (e))
{
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    {
      if (a[i] > b[i])
        {
          a[i] += b[i] * d[i];
          if (n > 10)
            {
              c[i] += d[i] * d[i];
            }
          else
            {
              c[i] = d[i] * e[i] + 1.0f;
            }
        }
      else
        {
          b[i] = a[i] + e[i] * e[i];
          if (flag > 0)
            {
              c[i] = a[i] + d[i] * d[i];
            }
          else
            {
              c[i] += e[i] * e[i];
            }
        }
    }
}

// n=262144: greater than the other
void
update_if_greater (int n, V (a), V (b), V (c))
{
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    {
      if (a[i] > b[i])
        {
          a[i] += b[i] * c[i];
        }
    }
}

// n=262144: three cases
void
three_cases (int n, V (a), V (b), V (c), V (d))
{
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    {
      if (d[i] < 0.3f)
        {
          a[i] += b[i] * c[i];
        }
      else if (d[i] < 0.6f)
        {
          a[i] += b[i] * b[i];
        }
      else
        {
          a[i] += c[i] * c[i];
        }
    }
}

// n=262144: copied under a condition
void
copy_if (int n, V (a), V (b))
{
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    {
      if (b[i] > 0.5f)
        {
          a[i] = b[i];
        }
    }
}

// n=262144: the loop is left at a condition that is never met
void
left_never (int n, V (a), V (b), V (c), V (d))
{
  for (int i = 0; i < n; i++)
    {
      if (d[i] < 0.0f)
        {
          break;
        }
      a[i] += b[i] * c[i];
    }
}

// n=262144: the loop is left behind the element at which it is left
void
left_late (int n, V (a), V (b), V (c))
{
  for (int i = 0; i < n; i++)
    {
      a[i] += b[i] * c[i];
      if (c[i] > b[i] + 2.0f)
        {
          break;
        }
    }
}

// n=262144: clipped at both ends
void
clipped (int n, V (a), V (b))
{
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    {
      float v = b[i] * 2.0f - 0.5f;
      if (v < 0.0f)
        {
          v = 0.0f;
        }
      else if (v > 1.0f)
        {
          v = 1.0f;
        }
      a[i] = v;
    }
}
