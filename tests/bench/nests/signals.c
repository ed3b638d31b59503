// Signals: filters, recursions, searches, transforms.
// SPDX-License-Identifier: Apache-2.0
#include "nests.h"

// n=512: the cost of aligning two signals
float
time_warp (int n, V (x), V (y), M (d))
{
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        {
          float c = fabsf (x[i] - y[j]);
          if (i == 0 && j == 0)
            {
              d[i][j] = c;
            }
          else if (i == 0)
            {
              d[i][j] = c + d[i][j - 1];
            }
          else if (j == 0)
            {
              d[i][j] = c + d[i - 1][j];
            }
          else
            {
              d[i][j] = c + fminf (d[i - 1][j - 1], fminf (d[i - 1][j], d[i][j - 1]));
            }
        }
    }
  float r = d[n - 1][n - 1];
  return r;
}

// n=128: probabilities of states, forward
void
forward_states (int n, M (f), M (t), M (e))
{
  for (int i = 1; i < n; i++)
    {
      float total = 0.0f;
      for (int j = 0; j < n; j++)
        {
          float s = 0.0f;
          for (int k = 0; k < n; k++)
            {
              s += f[i - 1][k] * t[k][j];
            }
          f[i][j] = s * e[i][j];
          total += f[i][j];
        }
      for (int j = 0; j < n; j++)
        {
          f[i][j] /= total;
        }
    }
}

// n=512: each row is measured with noise
void
tracked_rows (int n, M (z), M (x))
{
  for (int i = 0; i < n; i++)
    {
      float p = 1.0f;
      float m = 0.0f;
      for (int j = 0; j < n; j++)
        {
          p += 0.01f;
          float k = p / (p + 0.1f);
          m += k * (z[i][j] - m);
          p *= 1.0f - k;
          x[i][j] = m;
        }
    }
}

// n=65536: position and speed from measured positions
void
alpha_beta (int n, V (z), V (x), V (v))
{
  float p = 0.0f;
  float s = 0.0f;
  for (int i = 0; i < n; i++)
    {
      p += 0.1f * s;
      float r = z[i] - p;
      p += 0.5f * r;
      s += 0.2f * r;
      x[i] = p;
      v[i] = s;
    }
}

// n=65536: sine and cosine by shifts and additions
void
cordic (int n, V (a), V (t), V (c), V (s))
{
  for (int i = 0; i < n; i++)
    {
      float x = 0.607253f;
      float y = 0.0f;
      float z = a[i];
      float p = 1.0f;
      for (int k = 0; k <= 15; k++)
        {
          if (z >= 0.0f)
            {
              float w = x - y * p;
              y = y + x * p;
              x = w;
              z -= t[k] * p;
            }
          else
            {
              float w = x + y * p;
              y = y - x * p;
              x = w;
              z += t[k] * p;
            }
          p *= 0.5f;
        }
      c[i] = x;
      s[i] = y;
    }
}

// n=65536: four times as many samples, by the phases of a filter
void
polyphase (int n, V (x), V (h), V (y))
{
  for (int i = 16; i <= n / 4 - 1; i++)
    {
      for (int p = 0; p <= 3; p++)
        {
          float s = 0.0f;
          for (int k = 0; k <= 15; k++)
            {
              s += h[4 * k + p] * x[i - k];
            }
          y[4 * i + p] = s;
        }
    }
}

// n=16384: four sections of second order, one after the other
void
sections (int n, V (x), V (y), V (b))
{
  float u[4];
  memset (u, 0, sizeof u);
  float v[4];
  memset (v, 0, sizeof v);
  for (int i = 0; i < n; i++)
    {
      float s = x[i];
      for (int k = 0; k <= 3; k++)
        {
          float r = b[3 * k] * s + u[k];
          u[k] = b[3 * k + 1] * s - 0.5f * r + v[k];
          v[k] = b[3 * k + 2] * s - 0.2f * r;
          s = r;
        }
      y[i] = s;
    }
}

// n=65536: mean and variance of the last 32 samples
void
moving_statistics (int n, V (x), V (m), V (v))
{
  double s = 0.0;
  double q = 0.0;
  for (int i = 0; i < n; i++)
    {
      s += x[i];
      q += x[i] * x[i];
      if (i >= 32)
        {
          s -= x[i - 32];
          q -= x[i - 32] * x[i - 32];
        }
      m[i] = s / 32.0f;
      v[i] = q / 32.0f - (s / 32.0f) * (s / 32.0f);
    }
}

// n=65536: the envelope, fast up and slow down
void
envelope (int n, V (x), V (y))
{
  float e = 0.0f;
  for (int i = 0; i < n; i++)
    {
      float a = fabsf (x[i] - 0.5f);
      if (a > e)
        {
          e += 0.5f * (a - e);
        }
      else
        {
          e += 0.01f * (a - e);
        }
      y[i] = e;
    }
}

// n=262144: where the signal has peaks, one after the other
float
peaks (int n, V (x), V (p))
{
  int count = 0;
  for (int i = 1; i <= n - 2; i++)
    {
      if (x[i] > x[i - 1] && x[i] >= x[i + 1] && x[i] > 0.5f)
        {
          p[count] = i;
          count += 1;
        }
    }
  float m = count;
  return m;
}

// n=1000000: how often the signal crosses its middle
float
crossings (int n, V (x))
{
  float m = 0.0f;
  for (int i = 1; i < n; i++)
    {
      if ((x[i - 1] - 0.5f) * (x[i] - 0.5f) < 0.0f)
        {
          m += 1.0f;
        }
    }
  return m;
}

// n=8192: a filter that learns from its errors
void
adaptive (int n, V (x), V (d), V (w), V (e))
{
  for (int i = 16; i < n; i++)
    {
      float s = 0.0f;
      for (int k = 0; k <= 15; k++)
        {
          s += w[k] * x[i - k];
        }
      e[i] = d[i] - s;
      for (int k = 0; k <= 15; k++)
        {
          w[k] += 0.01f * e[i] * x[i - k];
        }
    }
}

// n=16384: products with what comes 0 to 255 later
void
autocorrelation (int n, V (x), V (r))
{
  for (int k = 0; k <= 255; k++)
    {
      float s = 0.0f;
      for (int i = 0; i <= n - 1 - k; i++)
        {
          s += x[i] * x[i + k];
        }
      r[k] = s;
    }
}

// n=256: power at all frequencies, window by window
void
spectra (int n, F (x), M (p), V (c), V (s))
{
  for (int i = 0; i < n; i++)
    {
      for (int f = 0; f <= 63; f++)
        {
          float re = 0.0f;
          float im = 0.0f;
          for (int k = 0; k <= 63; k++)
            {
              re += x[64 * i + k] * c[mod (f * k, 64)];
              im += x[64 * i + k] * s[mod (f * k, 64)];
            }
          p[i][f] = re * re + im * im;
        }
    }
}

// n=262144: sums and differences of pairs, level by level
void
haar (int n, V (x), V (t))
{
  int m = n / 2;
  while (m >= 1)
    {
      for (int i = 0; i < m; i++)
        {
          t[i] = 0.5f * (x[2 * i] + x[2 * i + 1]);
          t[m + i] = 0.5f * (x[2 * i] - x[2 * i + 1]);
        }
      for (int i = 0; i <= 2 * m - 1; i++)
        {
          x[i] = t[i];
        }
      m = (int)(m / 2);
    }
}

// n=262144: between two samples
void
resampled (int n, V (x), V (y))
{
  for (int i = 0; i < n; i++)
    {
      float p = i * 0.75f;
      int k = (int)(floorf (p));
      float f = p - k;
      y[i] = (1.0f - f) * x[k] + f * x[k + 1];
    }
}

// n=262144: on above one threshold, off below another
void
hysteresis (int n, V (x), V (y))
{
  float on = 0.0f;
  for (int i = 0; i < n; i++)
    {
      if (x[i] > 0.8f)
        {
          on = 1.0f;
        }
      else if (x[i] < 0.2f)
        {
          on = 0.0f;
        }
      y[i] = on;
    }
}

// n=16384: the power of eight tones
void
tones (int n, V (x), V (c), V (p))
{
  for (int k = 0; k <= 7; k++)
    {
      float u = 0.0f;
      float v = 0.0f;
      for (int i = 0; i < n; i++)
        {
          float w = x[i] + c[k] * u - 0.9f * v;
          v = u;
          u = w;
        }
      p[k] = u * u + v * v - c[k] * u * v;
    }
}

// n=1000000: the median of the last three, and where the signal jumps from it
float
spikes (int n, V (x), V (y))
{
  float m = 0.0f;
  for (int i = 1; i <= n - 2; i++)
    {
      float a = x[i - 1];
      float b = x[i];
      float c = x[i + 1];
      float med = fmaxf (fminf (a, b), fminf (fmaxf (a, b), c));
      y[i] = med;
      if (fabsf (b - med) > 0.2f)
        {
          m += 1.0f;
        }
    }
  return m;
}

// n=512: what each pair of channels has in common
void
covariance (int n, M (x), V (m), M (c))
{
  for (int j = 0; j <= 15; j++)
    {
      float s = 0.0f;
      for (int i = 0; i < n; i++)
        {
          s += x[i][j];
        }
      m[j] = s / n;
    }
  for (int j = 0; j <= 15; j++)
    {
      for (int k = 0; k <= 15; k++)
        {
          float s = 0.0f;
          for (int i = 0; i < n; i++)
            {
              s += (x[i][j] - m[j]) * (x[i][k] - m[k]);
            }
          c[j][k] = s / (n - 1);
        }
    }
}

// n=65536: the histogram of differences
void
difference_histogram (int n, V (x), V (h))
{
  for (int k = 0; k <= 63; k++)
    {
      h[k] = 0.0f;
    }
  for (int i = 1; i < n; i++)
    {
      float d = fabsf (x[i] - x[i - 1]);
      h[(int)(d * 63.0f)] += 1.0f;
    }
}

// n=65536: values and lengths of runs
float
encoded (int n, V (x), V (v), V (l))
{
  int at = 0;
  v[0] = floorf (x[0] * 2.0f);
  l[0] = 1.0f;
  for (int i = 1; i < n; i++)
    {
      float s = floorf (x[i] * 2.0f);
      if (s == v[at])
        {
          l[at] += 1.0f;
        }
      else
        {
          at += 1;
          v[at] = s;
          l[at] = 1.0f;
        }
    }
  float m = at;
  return m;
}

// n=262144: echoes at three distances
void
echoes (int n, V (x), V (y))
{
  for (int i = 0; i < n; i++)
    {
      y[i] = x[i];
      if (i >= 100)
        {
          y[i] += 0.5f * y[i - 100];
        }
      if (i >= 230)
        {
          y[i] -= 0.3f * y[i - 230];
        }
    }
}

// n=16384 differ=10: where a short pattern fits best
float
pattern_place (int n, V (x), V (p))
{
  float best = 0.0f;
  float least = 1000000.0f;
  for (int i = 0; i <= n - 65; i++)
    {
      float s = 0.0f;
      for (int k = 0; k <= 63; k++)
        {
          float d = x[i + k] - p[k];
          s += d * d;
        }
      if (s < least)
        {
          least = s;
          best = i;
        }
    }
  return best;
}
