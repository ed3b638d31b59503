// Statements to be reordered, loops to be distributed or interchanged (TSVC).
// SPDX-License-Identifier: Apache-2.0
#include "nests.h"

// n=262144: the second statement writes what the first one reads next
void
reorder_two (int n, V (a), V (b), V (c), V (d), V (e))
{
  for (int i = 1; i <= n - 2; i++)
    {
      a[i] = b[i - 1] + c[i] * d[i];
      b[i] = b[i + 1] - e[i] * d[i];
    }
}

// n=262144: the second statement reads what the first one writes next
void
read_before_write (int n, V (a), V (b), V (c), V (d))
{
  for (int i = 0; i <= n - 2; i++)
    {
      a[i] *= c[i];
      b[i] += a[i + 1] * d[i];
    }
}

// n=262144: each statement reads the other's neighbour
void
crossed_neighbours (int n, V (a), V (b), V (c), V (d))
{
  for (int i = 1; i <= n - 2; i++)
    {
      a[i] = b[i - 1] + c[i];
      b[i] = a[i + 1] * d[i];
    }
}

// n=262144: one statement is a recurrence
void
one_recurrence (int n, V (a), V (b), V (c), V (d))
{
  for (int i = 1; i < n; i++)
    {
      a[i] += c[i] * d[i];
      b[i] = b[i - 1] * 0.5f + a[i] + d[i];
    }
}

// n=262144: four elements before
void
distance_4 (int n, V (a), V (b))
{
  for (int i = 4; i < n; i++)
    {
      b[i] = b[i - 4] * 0.5f + a[i];
    }
}

// n=262144: a recurrence between two statements
void
recurrence_between (int n, V (a), V (b), V (c), V (e))
{
  for (int i = 1; i < n; i++)
    {
      a[i] += b[i] * c[i];
      e[i] = e[i - 1] * e[i - 1] * 0.5f + 0.1f;
      a[i] -= b[i] * c[i] * 0.5f;
    }
}

// n=512: down the columns, columns outside
void
columns_outside (int n, M (a), M (b))
{
  for (int i = 0; i < n; i++)
    {
      for (int j = 1; j < n; j++)
        {
          a[j][i] = a[j - 1][i] + b[j][i];
        }
    }
}

// n=512: along the rows of a triangle
void
rows_of_triangle (int n, M (a), M (b))
{
#pragma omp parallel for schedule(static, 16)
  for (int j = 1; j < n; j++)
    {
      for (int i = 1; i <= j; i++)
        {
          a[j][i] = a[j][i - 1] * a[j][i - 1] * 0.5f + b[j][i];
        }
    }
}

// n=512: a triangle by columns
void
triangle_by_columns (int n, M (a), M (b), M (c))
{
  for (int j = 0; j < n; j++)
    {
      for (int i = j; i < n; i++)
        {
          a[i][j] = b[i][j] + c[i][j];
        }
    }
}

// n=512: two inner loops, one along each dimension
void
along_each (int n, M (a), M (b), M (c))
{
  for (int i = 1; i < n; i++)
    {
      for (int j = 1; j < n; j++)
        {
          a[j][i] = a[j - 1][i] + c[j][i];
        }
      for (int j = 1; j < n; j++)
        {
          b[j][i] = b[j][i - 1] + c[j][i];
        }
    }
}

// n=512: two inner loops, one transposed
void
one_transposed (int n, M (a), M (b), M (c))
{
  for (int i = 1; i < n; i++)
    {
      for (int j = 1; j < n; j++)
        {
          a[j][i] = a[j - 1][i] + c[j][i];
        }
      for (int j = 1; j < n; j++)
        {
          b[i][j] = b[i - 1][j] + c[i][j];
        }
    }
}

// n=512: an element, then its column
void
element_and_column (int n, M (m), M (p), V (a), V (b), V (c))
{
  for (int i = 0; i < n; i++)
    {
      a[i] += b[i] * c[i];
      for (int j = 1; j < n; j++)
        {
          m[j][i] = m[j - 1][i] + p[j][i] * a[i];
        }
    }
}

// n=262144: the next element is read behind a write
void
next_behind_write (int n, V (a), V (b), V (c), V (d))
{
  for (int i = 0; i <= n - 2; i++)
    {
      a[i] = b[i] * c[i] * d[i];
      b[i] = a[i] * a[i + 1] * d[i];
    }
}

// n=262144: a running sum with numbers beside it
void
running_with_numbers (int n, V (a), V (b), V (c), V (d))
{
  float s = 0.25f;
  float t = 0.125f;
  for (int i = 1; i < n; i++)
    {
      a[i] = a[i - 1] + s + t + b[i] + c[i] + d[i];
    }
}

// n=262144: an element twice
void
element_twice (int n, V (a), V (b), V (c), V (d), V (e))
{
  for (int i = 0; i <= n - 2; i++)
    {
      a[i] = b[i] + c[i] * d[i];
      b[i] = a[i] + d[i] * e[i];
      a[i] = b[i] + a[i + 1] * d[i];
    }
}

// n=262144: the last write of the one before is overwritten
void
overwritten (int n, V (a), V (b), V (c), V (d))
{
  for (int i = 0; i <= n - 2; i++)
    {
      a[i] = b[i] + c[i] * d[i];
      b[i] = c[i] + b[i];
      a[i + 1] = b[i] + a[i + 1] * d[i];
    }
}

// n=262144: an element and its neighbour
void
with_neighbour (int n, V (a), V (b), V (c), V (d))
{
  for (int i = 0; i <= n - 2; i++)
    {
      a[i] = b[i] + c[i] * c[i] + b[i] * b[i] + c[i];
      d[i] = a[i] + a[i + 1];
    }
}

// n=262144: the neighbour is overwritten
void
neighbour_overwritten (int n, V (a), V (b), V (c), V (e))
{
  for (int i = 0; i <= n - 2; i++)
    {
      a[i + 1] = b[i] + e[i];
      a[i] = b[i] + c[i];
    }
}

// n=2048: the diagonal
void
diagonal (int n, M (a), M (b), M (c))
{
  for (int i = 0; i < n; i++)
    {
      a[i][i] += b[i][i] * c[i][i];
    }
}

// n=1024: the identity matrix
void
identity (int n, M (a))
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        {
          a[j][i] = 0.0f;
        }
      a[i][i] = 1.0f;
    }
}

// n=512: from the left and from above
void
left_and_above (int n, M (a))
{
  for (int j = 1; j < n; j++)
    {
      for (int i = 1; i < n; i++)
        {
          a[j][i] = (a[j][i - 1] + a[j - 1][i]) / 2.0f;
        }
    }
}
