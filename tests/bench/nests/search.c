// Searching and packing (TSVC).
// SPDX-License-Identifier: Apache-2.0
#include "nests.h"

// n=1048576: the last one below a limit
float
last_below (int n, V (a))
{
  int j = -1;
  for (int i = 0; i < n; i++)
    {
      if (a[i] < 0.002f)
        {
          j = i;
        }
    }
  return j;
}

// n=1048576: the first one above a limit, near the end
float
first_above (int n, V (a), V (b))
{
  b[n - 9] = 9.0f;
  int k = -1;
  float v = -1.0f;
  for (int i = 0; i < n; i++)
    {
      if (b[i] > 2.0f)
        {
          k = i;
          v = b[i];
          break;
        }
    }
  return k + v;
}

// n=262144: packed under a condition
float
pack (int n, V (a), V (b))
{
  int j = -1;
  for (int i = 0; i < n; i++)
    {
      if (b[i] > 0.5f)
        {
          j += 1;
          a[j] = b[i];
        }
    }
  return j;
}

// n=262144: unpacked under a condition
float
unpack (int n, V (a), V (b))
{
  int j = -1;
  for (int i = 0; i < n; i++)
    {
      if (a[i] > 0.5f)
        {
          j += 1;
          a[i] = b[j];
        }
    }
  return j;
}

// n=512: a matrix packed by columns
float
pack_columns (int n, F (f), M (a), M (b))
{
  int k = -1;
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        {
          if (b[j][i] > 0.5f)
            {
              k += 1;
              f[k] = a[j][i];
            }
        }
    }
  return k;
}

// n=1048576: how many are between two limits
float
count_between (int n, V (a))
{
  int k = 0;
#pragma omp parallel for simd reduction(+ : k)
  for (int i = 0; i < n; i++)
    {
      if (a[i] > 0.25f && a[i] < 0.75f)
        {
          k += 1;
        }
    }
  return k;
}

// n=1048576: the first place where two differ
float
first_difference (int n, V (a), V (b))
{
  for (int i = 0; i <= n - 2; i++)
    {
      b[i] = a[i];
    }
  b[n - 1] = a[n - 1] + 1.0f;
  int k = 0;
  while (k < n - 1 && a[k] == b[k])
    {
      k += 1;
    }
  return k;
}

// n=65536: bisection for each element
void
bisection (int n, V (a), V (b), V (c))
{
  for (int i = 0; i < n; i++)
    {
      a[i] = i;
    }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      int low = 0;
      int high = n - 1;
      while (low < high)
        {
          int middle = (int)((low + high) / 2);
          if (a[middle] < b[i] * n)
            {
              low = middle + 1;
            }
          else
            {
              high = middle;
            }
        }
      c[i] = low;
    }
}
