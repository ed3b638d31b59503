// Variables of the loop: expanded, carried by an iteration or two, crossing thresholds (TSVC).
// SPDX-License-Identifier: Apache-2.0
#include "nests.h"

// n=262144: a number of the iteration
void
own_number (int n, V (a), V (b), V (c), V (d))
{
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    {
      float s = b[i] + c[i] * d[i];
      a[i] = s * s;
    }
}

// n=262144: a number and an element
void
number_and_element (int n, V (a), V (b), V (c), V (d), V (e))
{
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    {
      float s = b[i] + c[i];
      b[i] = a[i] + d[i];
      a[i] = s * e[i];
    }
}

// n=262144: the number of the iteration before
void
number_before (int n, V (a), V (b), V (c), V (d), V (e))
{
  float s = 0.0f;
  for (int i = 0; i < n; i++)
    {
      a[i] = s * e[i];
      s = b[i] + c[i];
      b[i] = a[i] + d[i];
    }
}

// n=262144: elements that follow each other
void
elements_in_turn (int n, V (a), V (b), V (c), V (d), V (e))
{
  for (int i = 0; i <= n - 2; i++)
    {
      a[i + 1] = b[i] + c[i];
      b[i] = c[i] * e[i];
      d[i] = a[i] * e[i];
    }
}

// n=262144: a product and the one before
void
product_before (int n, V (a), V (b), V (c))
{
  float t = 0.0f;
  for (int i = 0; i < n; i++)
    {
      float s = b[i] * c[i];
      a[i] = s + t;
      t = s;
    }
}

// n=262144: a number under a condition
void
number_if (int n, V (a), V (b), V (c), V (d))
{
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    {
      if (a[i] > b[i])
        {
          float s = a[i] - b[i] * d[i];
          c[i] += s;
          a[i] = s;
        }
    }
}

// n=262144: the mean with the element before, around the end
void
mean_before (int n, V (a), V (b))
{
  float x = b[n - 1];
  for (int i = 0; i < n; i++)
    {
      a[i] = (b[i] + x) * 0.5f;
      x = b[i];
    }
}

// n=262144: the mean of three, around the end
void
mean_of_three (int n, V (a), V (b))
{
  float x = b[n - 1];
  float y = b[n - 2];
  for (int i = 0; i < n; i++)
    {
      a[i] = (b[i] + x + y) * 0.333f;
      y = x;
      x = b[i];
    }
}

// n=512: a vector that every column fills anew
void
column_vector (int n, V (a), M (b), M (c), V (d))
{
  for (int i = 0; i < n; i++)
    {
      for (int j = 1; j < n; j++)
        {
          a[j] = 1.0f - a[j - 1];
          c[j][i] = a[j] + b[j][i] * d[j];
        }
    }
}

// n=512: an element that goes on from the one before, for each column
void
element_each_column (int n, V (a), M (b), M (c))
{
  for (int i = 1; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        {
          a[i] = c[j][i] - a[i - 1];
          c[j][i] = a[i] + b[j][i];
        }
    }
}

// n=262144: a number that stays where the condition is false
void
number_stays (int n, V (a), V (b), V (c), V (d), V (e))
{
  float s = 0.0f;
  for (int i = 0; i < n; i++)
    {
      if (a[i] > 0.5f)
        {
          s = d[i] * d[i];
        }
      b[i] = s * c[i] + d[i];
      e[i] = (s + 1.0f) * a[i];
    }
}

// n=262144: one number for two purposes
void
number_twice (int n, V (a), V (b), V (c), V (d))
{
  for (int i = 1; i < n; i++)
    {
      float t = a[i] + b[i];
      a[i] = t + c[i - 1];
      t = c[i] * d[i];
      c[i] = t;
    }
}

// n=262144: read from the other end
void
other_end (int n, V (a), V (b), V (c))
{
  for (int i = 0; i < n; i++)
    {
      float x = a[n - i - 1] + b[i] * c[i];
      a[i] = x - 1.0f;
      b[i] = x;
    }
}

// n=262144: one number, two elements
void
number_two_elements (int n, V (a), V (b), V (c), V (d), V (e))
{
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    {
      float x = b[i] * c[i] + a[i] * d[i] + e[i];
      a[i] = x - 1.0f;
      b[i] = x;
    }
}

// n=262144: the index of the iteration before
void
index_before (int n, V (a), V (b))
{
  int before = n - 1;
  for (int i = 0; i < n; i++)
    {
      a[i] = (b[i] + b[before]) * 0.5f;
      before = i;
    }
}

// n=262144: the indices of the two iterations before
void
two_indices_before (int n, V (a), V (b))
{
  int one = n - 1;
  int two = n - 2;
  for (int i = 0; i < n; i++)
    {
      a[i] = (b[i] + b[one] + b[two]) * 0.333f;
      two = one;
      one = i;
    }
}

// n=262144: the first element is read by all and written once
void
first_read_by_all (int n, V (a))
{
  for (int i = 0; i < n; i++)
    {
      a[i] = a[0];
    }
}

// n=262144: the last two are exchanged in each pair
void
pairs_exchanged (int n, V (a))
{
#pragma omp parallel for
  for (int i = 0; i <= n - 2; i += 2)
    {
      float t = a[i];
      a[i] = a[i + 1];
      a[i + 1] = t;
    }
}
