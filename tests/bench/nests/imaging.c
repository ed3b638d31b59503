// Images: filters, transforms, measurements.
// SPDX-License-Identifier: Apache-2.0
#include "nests.h"

// n=1024: a filter of five columns, then of five rows
void
separable_filter (int n, M (a), M (t), M (b), V (w))
{
  for (int i = 0; i < n; i++)
    {
      for (int j = 2; j <= n - 3; j++)
        {
          float s = 0.0f;
          for (int k = -2; k <= 2; k++)
            {
              s += w[k + 2] * a[i][j + k];
            }
          t[i][j] = s;
        }
    }
  for (int i = 2; i <= n - 3; i++)
    {
      for (int j = 0; j < n; j++)
        {
          float s = 0.0f;
          for (int k = -2; k <= 2; k++)
            {
              s += w[k + 2] * t[i + k][j];
            }
          b[i][j] = s;
        }
    }
}

// n=512: sums over all rectangles from the corner
void
integral_image (int n, M (a), M (s))
{
  for (int i = 0; i < n; i++)
    {
      float row = 0.0f;
      for (int j = 0; j < n; j++)
        {
          row += a[i][j];
          if (i == 0)
            {
              s[i][j] = row;
            }
          else
            {
              s[i][j] = s[i - 1][j] + row;
            }
        }
    }
}

// n=256: weights by distance and by difference
void
bilateral (int n, M (a), M (b))
{
  for (int i = 2; i <= n - 3; i++)
    {
      for (int j = 2; j <= n - 3; j++)
        {
          float total = 0.0f;
          float weights = 0.0f;
          for (int k = -2; k <= 2; k++)
            {
              for (int l = -2; l <= 2; l++)
                {
                  float d = a[i + k][j + l] - a[i][j];
                  float w = expf (-0.2f * (k * k + l * l) - 8.0f * d * d);
                  total += w * a[i + k][j + l];
                  weights += w;
                }
            }
          b[i][j] = total / weights;
        }
    }
}

// n=1024: the median of five pixels, by exchanges
void
median_of_cross (int n, M (a), M (b))
{
  for (int i = 1; i <= n - 2; i++)
    {
      for (int j = 1; j <= n - 2; j++)
        {
          float p = a[i - 1][j];
          float q = a[i][j - 1];
          float r = a[i][j];
          float s = a[i][j + 1];
          float t = a[i + 1][j];
          if (p > q)
            {
              float x = p;
              p = q;
              q = x;
            }
          if (s > t)
            {
              float x = s;
              s = t;
              t = x;
            }
          float low = fmaxf (p, s);
          float high = fminf (q, t);
          if (low > high)
            {
              float x = low;
              low = high;
              high = x;
            }
          b[i][j] = fmaxf (low, fminf (high, r));
        }
    }
}

// n=256: the median of nine pixels, sorted by insertion
void
median_of_nine (int n, M (a), M (b))
{
  for (int i = 1; i <= n - 2; i++)
    {
      for (int j = 1; j <= n - 2; j++)
        {
          float v[9];
          memset (v, 0, sizeof v);
          for (int k = 0; k <= 2; k++)
            {
              for (int l = 0; l <= 2; l++)
                {
                  float x = a[i + k - 1][j + l - 1];
                  int m = 3 * k + l;
                  while (m > 0 && v[m - 1] > x)
                    {
                      v[m] = v[m - 1];
                      m -= 1;
                    }
                  v[m] = x;
                }
            }
          b[i][j] = v[4];
        }
    }
}

// n=512: how long each run of bright pixels is so far
void
run_lengths (int n, M (a), M (b))
{
  for (int i = 0; i < n; i++)
    {
      float run = 0.0f;
      for (int j = 0; j < n; j++)
        {
          if (a[i][j] > 0.3f)
            {
              run += 1.0f;
            }
          else
            {
              run = 0.0f;
            }
          b[i][j] = run;
        }
    }
}

// n=256: labels of regions, first pass and a pass that resolves them
void
label_regions (int n, M (a), M (b), F (p))
{
  int next = 1;
  p[0] = 0.0f;
  for (int i = 1; i < n; i++)
    {
      for (int j = 1; j < n; j++)
        {
          b[i][j] = 0.0f;
          if (a[i][j] > 0.5f)
            {
              int x = (int)(a[i - 1][j] > 0.5f && i > 1 ? b[i - 1][j] : 0.0f);
              int y = (int)(a[i][j - 1] > 0.5f && j > 1 ? b[i][j - 1] : 0.0f);
              if (x == 0 && y == 0)
                {
                  b[i][j] = next;
                  p[next] = next;
                  next += 1;
                }
              else if (y == 0)
                {
                  b[i][j] = x;
                }
              else if (x == 0)
                {
                  b[i][j] = y;
                }
              else
                {
                  while (p[x] < x)
                    {
                      x = (int)(p[x]);
                    }
                  while (p[y] < y)
                    {
                      y = (int)(p[y]);
                    }
                  if (x < y)
                    {
                      p[y] = x;
                      b[i][j] = x;
                    }
                  else
                    {
                      p[x] = y;
                      b[i][j] = y;
                    }
                }
            }
        }
    }
  for (int i = 1; i < n; i++)
    {
      for (int j = 1; j < n; j++)
        {
          int x = (int)(b[i][j]);
          while (p[x] < x)
            {
              x = (int)(p[x]);
            }
          b[i][j] = x;
        }
    }
}

// n=256: votes of bright pixels for lines
void
hough_lines (int n, M (a), M (v), V (c), V (s))
{
  for (int t = 0; t < n; t++)
    {
      for (int r = 0; r < n; r++)
        {
          v[t][r] = 0.0f;
        }
    }
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        {
          if (a[i][j] > 0.9f)
            {
              for (int t = 0; t <= 63; t++)
                {
                  int r = (int)(0.5f * (i * c[t] + j * s[t]));
                  v[t][r] += 1.0f;
                }
            }
        }
    }
}

// n=512: distances to the nearest dark pixel, forth and back
void
distances (int n, M (a), M (d))
{
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        {
          if (a[i][j] < 0.01f)
            {
              d[i][j] = 0.0f;
            }
          else
            {
              d[i][j] = 1000.0f;
            }
        }
    }
  for (int i = 1; i < n; i++)
    {
      for (int j = 1; j <= n - 2; j++)
        {
          d[i][j] = fminf (d[i][j], fminf (fminf (d[i - 1][j - 1] + 4.0f, d[i - 1][j] + 3.0f),
                                           fminf (d[i - 1][j + 1] + 4.0f, d[i][j - 1] + 3.0f)));
        }
    }
  for (int i = n - 2; i >= 0; i += -1)
    {
      for (int j = n - 2; j >= 1; j += -1)
        {
          d[i][j] = fminf (d[i][j], fminf (fminf (d[i + 1][j + 1] + 4.0f, d[i + 1][j] + 3.0f),
                                           fminf (d[i + 1][j - 1] + 4.0f, d[i][j + 1] + 3.0f)));
        }
    }
}

// n=1024: codes of the eight neighbours
void
binary_patterns (int n, M (a), M (b))
{
  for (int i = 1; i <= n - 2; i++)
    {
      for (int j = 1; j <= n - 2; j++)
        {
          float c = a[i][j];
          float code = 0.0f;
          if (a[i - 1][j - 1] > c)
            {
              code += 1.0f;
            }
          if (a[i - 1][j] > c)
            {
              code += 2.0f;
            }
          if (a[i - 1][j + 1] > c)
            {
              code += 4.0f;
            }
          if (a[i][j + 1] > c)
            {
              code += 8.0f;
            }
          if (a[i + 1][j + 1] > c)
            {
              code += 16.0f;
            }
          if (a[i + 1][j] > c)
            {
              code += 32.0f;
            }
          if (a[i + 1][j - 1] > c)
            {
              code += 64.0f;
            }
          if (a[i][j - 1] > c)
            {
              code += 128.0f;
            }
          b[i][j] = code;
        }
    }
}

// n=512: reconstruction under a mask, one scan forth
void
reconstruct (int n, M (a), M (m))
{
  for (int i = 1; i < n; i++)
    {
      for (int j = 1; j < n; j++)
        {
          float x = fmaxf (a[i][j], fmaxf (a[i - 1][j], a[i][j - 1]));
          a[i][j] = fminf (x, m[i][j]);
        }
    }
}

// n=512: turned about the centre, between four pixels
void
turned (int n, M (a), M (b))
{
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        {
          float y = 0.9f * (i - 256.0f) - 0.3f * (j - 256.0f) + 256.0f;
          float x = 0.3f * (i - 256.0f) + 0.9f * (j - 256.0f) + 256.0f;
          int p = (int)(floorf (y));
          int q = (int)(floorf (x));
          if (p >= 0 && p < n - 1 && q >= 0 && q < n - 1)
            {
              float u = y - p;
              float v = x - q;
              b[i][j] = (1.0f - u) * ((1.0f - v) * a[p][q] + v * a[p][q + 1])
                        + u * ((1.0f - v) * a[p + 1][q] + v * a[p + 1][q + 1]);
            }
          else
            {
              b[i][j] = 0.0f;
            }
        }
    }
}

// n=1024: the green of a Bayer pattern at every pixel
void
green (int n, M (a), M (b))
{
  for (int i = 1; i <= n - 2; i++)
    {
      for (int j = 1; j <= n - 2; j++)
        {
          if (mod (i + j, 2) == 0)
            {
              b[i][j] = a[i][j];
            }
          else
            {
              float h = fabsf (a[i][j - 1] - a[i][j + 1]);
              float v = fabsf (a[i - 1][j] - a[i + 1][j]);
              if (h < v)
                {
                  b[i][j] = 0.5f * (a[i][j - 1] + a[i][j + 1]);
                }
              else
                {
                  b[i][j] = 0.5f * (a[i - 1][j] + a[i + 1][j]);
                }
            }
        }
    }
}

// n=512 differ=400: black and white, errors go to the neighbours
void
diffused (int n, M (a), M (b))
{
  for (int i = 0; i <= n - 2; i++)
    {
      for (int j = 1; j <= n - 2; j++)
        {
          float old = a[i][j];
          float new = old > 0.5f ? 1.0f : 0.0f;
          b[i][j] = new;
          float e = old - new;
          a[i][j + 1] += e * 0.4375f;
          a[i + 1][j - 1] += e * 0.1875f;
          a[i + 1][j] += e * 0.3125f;
          a[i + 1][j + 1] += e * 0.0625f;
        }
    }
}

// n=256: cosine transforms of blocks of eight by eight
void
block_cosines (int n, M (a), M (b), M (c))
{
  for (int i = 0; i <= n - 8; i += 8)
    {
      for (int j = 0; j <= n - 8; j += 8)
        {
          float t[8][8];
          memset (t, 0, sizeof t);
          for (int k = 0; k <= 7; k++)
            {
              for (int l = 0; l <= 7; l++)
                {
                  float s = 0.0f;
                  for (int m = 0; m <= 7; m++)
                    {
                      s += c[k][m] * a[i + m][j + l];
                    }
                  t[k][l] = s;
                }
            }
          for (int k = 0; k <= 7; k++)
            {
              for (int l = 0; l <= 7; l++)
                {
                  float s = 0.0f;
                  for (int m = 0; m <= 7; m++)
                    {
                      s += t[k][m] * c[l][m];
                    }
                  b[i + k][j + l] = s;
                }
            }
        }
    }
}

// n=1024: edges that are as strong as both neighbours across
void
thin_edges (int n, M (a), M (g), M (h), M (b))
{
  for (int i = 1; i <= n - 2; i++)
    {
      for (int j = 1; j <= n - 2; j++)
        {
          g[i][j] = a[i - 1][j + 1] + 2.0f * a[i][j + 1] + a[i + 1][j + 1] - a[i - 1][j - 1] - 2.0f * a[i][j - 1]
                    - a[i + 1][j - 1];
          h[i][j] = a[i + 1][j - 1] + 2.0f * a[i + 1][j] + a[i + 1][j + 1] - a[i - 1][j - 1] - 2.0f * a[i - 1][j]
                    - a[i - 1][j + 1];
        }
    }
  for (int i = 2; i <= n - 3; i++)
    {
      for (int j = 2; j <= n - 3; j++)
        {
          float m = fabsf (g[i][j]) + fabsf (h[i][j]);
          float p = 0.0f;
          float q = 0.0f;
          if (fabsf (g[i][j]) > fabsf (h[i][j]))
            {
              p = fabsf (g[i][j - 1]) + fabsf (h[i][j - 1]);
              q = fabsf (g[i][j + 1]) + fabsf (h[i][j + 1]);
            }
          else
            {
              p = fabsf (g[i - 1][j]) + fabsf (h[i - 1][j]);
              q = fabsf (g[i + 1][j]) + fabsf (h[i + 1][j]);
            }
          if (m >= p && m >= q)
            {
              b[i][j] = m;
            }
          else
            {
              b[i][j] = 0.0f;
            }
        }
    }
}

// n=128 differ=20: where each block of eight by eight has moved to
void
block_motion (int n, M (a), M (b), M (u), M (v))
{
  for (int i = 8; i <= n - 16; i += 8)
    {
      for (int j = 8; j <= n - 16; j += 8)
        {
          float best = 1000000.0f;
          for (int y = -4; y <= 4; y++)
            {
              for (int x = -4; x <= 4; x++)
                {
                  float s = 0.0f;
                  for (int k = 0; k <= 7; k++)
                    {
                      for (int l = 0; l <= 7; l++)
                        {
                          s += fabsf (a[i + k][j + l] - b[i + y + k][j + x + l]);
                        }
                    }
                  if (s < best)
                    {
                      best = s;
                      u[i / 8][j / 8] = y;
                      v[i / 8][j / 8] = x;
                    }
                }
            }
        }
    }
}

// n=64: a filter of three by three with channels and a stride of two
void
strided_layer (int n, C (a), C (b), C (w))
{
  for (int i = 0; i <= 30; i++)
    {
      for (int j = 0; j <= 30; j++)
        {
          for (int o = 0; o <= 15; o++)
            {
              float s = 0.0f;
              for (int k = 0; k <= 2; k++)
                {
                  for (int l = 0; l <= 2; l++)
                    {
                      for (int c = 0; c <= 7; c++)
                        {
                          s += a[2 * i + k][2 * j + l][c] * w[3 * k + l][o][c];
                        }
                    }
                }
              b[i][j][o] = fmaxf (s, 0.0f);
            }
        }
    }
}

// n=512: grey values spread over the whole range
void
equalise (int n, M (a), M (b))
{
  float h[256];
  memset (h, 0, sizeof h);
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        {
          h[(int)(a[i][j] * 255.0f)] += 1.0f;
        }
    }
  for (int k = 1; k <= 255; k++)
    {
      h[k] += h[k - 1];
    }
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        {
          b[i][j] = h[(int)(a[i][j] * 255.0f)] / (n * n);
        }
    }
}

// n=65536: the threshold between two classes
float
threshold (int n, V (h))
{
  float total = 0.0f;
  float moment = 0.0f;
  for (int k = 0; k < n; k++)
    {
      total += h[k];
      moment += k * h[k];
    }
  float best = 0.0f;
  float largest = 0.0f;
  float w = 0.0f;
  float m = 0.0f;
  for (int k = 0; k <= n - 2; k++)
    {
      w += h[k];
      m += k * h[k];
      float d = m / w - (moment - m) / (total - w);
      float between = w * (total - w) * d * d;
      if (between > largest)
        {
          largest = between;
          best = k;
        }
    }
  return best;
}

// n=256 differ=200: each pixel goes to the nearest of eight grey values, which move
void
grey_clusters (int n, M (a), M (b), V (c))
{
  for (int turn = 1; turn <= 3; turn++)
    {
      float s[8];
      memset (s, 0, sizeof s);
      float m[8];
      memset (m, 0, sizeof m);
      for (int i = 0; i < n; i++)
        {
          for (int j = 0; j < n; j++)
            {
              int near = 0;
              float best = 1000.0f;
              for (int k = 0; k <= 7; k++)
                {
                  float d = (a[i][j] - c[k]) * (a[i][j] - c[k]);
                  if (d < best)
                    {
                      best = d;
                      near = k;
                    }
                }
              b[i][j] = near;
              s[near] += a[i][j];
              m[near] += 1.0f;
            }
        }
      for (int k = 0; k <= 7; k++)
        {
          if (m[k] > 0.0f)
            {
              c[k] = s[k] / m[k];
            }
        }
    }
}

// n=128: an image from its projections
void
back_projection (int n, M (p), M (b), V (c), V (s))
{
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        {
          float total = 0.0f;
          for (int t = 0; t <= 63; t++)
            {
              float x = 0.4f * (i * c[t] + j * s[t]);
              int k = (int)(x);
              float f = x - k;
              total += (1.0f - f) * p[t][k] + f * p[t][k + 1];
            }
          b[i][j] = total;
        }
    }
}

// n=256: motion from derivatives, two equations a pixel
void
optical_flow (int n, M (x), M (y), M (t), M (u), M (v))
{
  for (int i = 2; i <= n - 3; i++)
    {
      for (int j = 2; j <= n - 3; j++)
        {
          float xx = 0.01f;
          float yy = 0.01f;
          float xy = 0.0f;
          float xt = 0.0f;
          float yt = 0.0f;
          for (int k = -2; k <= 2; k++)
            {
              for (int l = -2; l <= 2; l++)
                {
                  xx += x[i + k][j + l] * x[i + k][j + l];
                  yy += y[i + k][j + l] * y[i + k][j + l];
                  xy += x[i + k][j + l] * y[i + k][j + l];
                  xt += x[i + k][j + l] * t[i + k][j + l];
                  yt += y[i + k][j + l] * t[i + k][j + l];
                }
            }
          float d = xx * yy - xy * xy;
          u[i][j] = (xy * yt - yy * xt) / d;
          v[i][j] = (xy * xt - xx * yt) / d;
        }
    }
}

// n=1024: area and centre of what is bright
void
moments (int n, M (a), V (m))
{
  float area = 0.0f;
  float x = 0.0f;
  float y = 0.0f;
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        {
          if (a[i][j] > 0.5f)
            {
              area += 1.0f;
              y += i;
              x += j;
            }
        }
    }
  m[0] = area;
  m[1] = y / area;
  m[2] = x / area;
}

// n=1024: which cells live next
void
life (int n, M (a), M (b))
{
  for (int i = 1; i <= n - 2; i++)
    {
      for (int j = 1; j <= n - 2; j++)
        {
          float s = 0.0f;
          for (int k = -1; k <= 1; k++)
            {
              for (int l = -1; l <= 1; l++)
                {
                  if (a[i + k][j + l] > 0.6f)
                    {
                      s += 1.0f;
                    }
                }
            }
          float alive = a[i][j] > 0.6f;
          if (alive)
            {
              s -= 1.0f;
            }
          if (s == 3.0f || (alive && s == 2.0f))
            {
              b[i][j] = 1.0f;
            }
          else
            {
              b[i][j] = 0.0f;
            }
        }
    }
}

// n=256: hue, saturation, value
void
hue (int n, C (x), C (y))
{
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        {
          float r = x[i][j][0];
          float g = x[i][j][1];
          float b = x[i][j][2];
          float high = fmaxf (r, fmaxf (g, b));
          float low = fminf (r, fminf (g, b));
          float d = high - low;
          float h = 0.0f;
          if (d > 0.0f)
            {
              if (high == r)
                {
                  h = (g - b) / d;
                }
              else if (high == g)
                {
                  h = 2.0f + (b - r) / d;
                }
              else
                {
                  h = 4.0f + (r - g) / d;
                }
            }
          y[i][j][0] = h;
          y[i][j][1] = high > 0.0f ? d / high : 0.0f;
          y[i][j][2] = high;
        }
    }
}

// n=256: diffusion that stops at edges, in steps
void
edge_diffusion (int n, M (a), M (b))
{
  for (int t = 1; t <= 5; t++)
    {
      for (int i = 1; i <= n - 2; i++)
        {
          for (int j = 1; j <= n - 2; j++)
            {
              float north = a[i - 1][j] - a[i][j];
              float south = a[i + 1][j] - a[i][j];
              float west = a[i][j - 1] - a[i][j];
              float east = a[i][j + 1] - a[i][j];
              float flow = north / (1.0f + 9.0f * north * north) + south / (1.0f + 9.0f * south * south);
              flow += west / (1.0f + 9.0f * west * west) + east / (1.0f + 9.0f * east * east);
              b[i][j] = a[i][j] + 0.2f * flow;
            }
        }
      for (int i = 1; i <= n - 2; i++)
        {
          for (int j = 1; j <= n - 2; j++)
            {
              a[i][j] = b[i][j];
            }
        }
    }
}

// n=512: the brightest column of each row
void
ridge (int n, M (a), V (c), V (v))
{
  for (int i = 0; i < n; i++)
    {
      float best = a[i][0];
      float at = 0.0f;
      for (int j = 1; j < n; j++)
        {
          if (a[i][j] > best)
            {
              best = a[i][j];
              at = j;
            }
        }
      c[i] = at;
      v[i] = best;
    }
}

// n=1024: a path of least energy down the image
void
seam (int n, M (e), M (d))
{
  for (int j = 0; j < n; j++)
    {
      d[0][j] = e[0][j];
    }
  for (int i = 1; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        {
          float best = d[i - 1][j];
          if (j > 0)
            {
              if (d[i - 1][j - 1] < best)
                {
                  best = d[i - 1][j - 1];
                }
            }
          if (j < n - 1)
            {
              if (d[i - 1][j + 1] < best)
                {
                  best = d[i - 1][j + 1];
                }
            }
          d[i][j] = e[i][j] + best;
        }
    }
}

// n=512: rows and columns whose brightness is 0 in the mean, 1 in the deviation
void
standard_columns (int n, M (a), M (b))
{
  for (int j = 0; j < n; j++)
    {
      float s = 0.0f;
      for (int i = 0; i < n; i++)
        {
          s += a[i][j];
        }
      float m = s / n;
      float q = 0.0f;
      for (int i = 0; i < n; i++)
        {
          q += (a[i][j] - m) * (a[i][j] - m);
        }
      float d = sqrtf (q / n) + 0.001f;
      for (int i = 0; i < n; i++)
        {
          b[i][j] = (a[i][j] - m) / d;
        }
    }
}

// n=512: how often each pair of grey values stands side by side
void
cooccurrence (int n, M (a), M (m))
{
  for (int i = 0; i <= 15; i++)
    {
      for (int j = 0; j <= 15; j++)
        {
          m[i][j] = 0.0f;
        }
    }
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j <= n - 2; j++)
        {
          m[(int)(a[i][j] * 15.0f)][(int)(a[i][j + 1] * 15.0f)] += 1.0f;
        }
    }
}
