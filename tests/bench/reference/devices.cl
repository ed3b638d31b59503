/* The kernels of ../programs/devices.q by hand: 32-bit indices, 128 rows at a time in shared memory where that pays.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
static int
mirrored (int i, int n)
{
  i = i < 0 ? -1 - i : i;
  return i >= n ? 2 * n - 1 - i : i;
}

kernel void
copy (global const float *restrict x, global float *restrict y, int n)
{
  int i = get_global_id (1), j = get_global_id (0);

  y[i * n + j] = x[i * n + j];
}

kernel void
gamma_of (global const float *restrict x, global float *restrict y, int n, float g)
{
  int i = get_global_id (1), j = get_global_id (0);

  y[i * n + j] = 255 * pow (x[i * n + j] / 255, g);
}

kernel void
mean (global const float *restrict x, global float *restrict y, int n)
{
  int i = get_global_id (1), j = get_global_id (0);
  float sum = 0;

  for (int k = -1; k <= 1; k++)
    for (int l = -1; l <= 1; l++)
      sum += x[mirrored (i + k, n) * n + mirrored (j + l, n)];
  y[i * n + j] = sum / 9;
}

kernel void
filter (global const float *restrict x, global const float *restrict mask, global float *restrict y, int n)
{
  int i = get_global_id (1), j = get_global_id (0);
  float sum = 0;

  for (int k = 0; k < 9; k++)
    for (int l = 0; l < 9; l++)
      sum += mask[k * 9 + l] * x[clamp (i + k - 4, 0, n - 1) * n + clamp (j + l - 4, 0, n - 1)];
  y[i * n + j] = sum;
}

kernel void
transpose (global const float *restrict x, global float *restrict y, int n)
{
  int i = get_global_id (1), j = get_global_id (0);

  y[j * n + i] = x[i * n + j];
}

/* Each work item adds up a part, each group its work items'. */
kernel void
sum (global const float *restrict x, global float *restrict parts, int n)
{
  local float tree[128];
  int items = get_global_size (0), own = get_local_id (0);
  float s = 0;

  for (int i = get_global_id (0); i < n * n; i += items)
    s += x[i];
  tree[own] = s;
  for (int half_of = 64; half_of > 0; half_of /= 2)
    {
      barrier (CLK_LOCAL_MEM_FENCE);
      if (own < half_of)
        tree[own] += tree[own + half_of];
    }
  if (own == 0)
    parts[get_group_id (0)] = tree[0];
}

/* In three launches: the sums of parts, what comes before each part, running sums. */
kernel void
scan_parts (global const float *restrict x, global float *restrict parts, int n, int length)
{
  int part = get_global_id (0);
  float s = 0;

  for (int i = part * length; i < min (n, (part + 1) * length); i++)
    s += x[i];
  parts[part] = s;
}

kernel void
scan_before (global float *parts, int n)
{
  float s = 0;

  for (int i = 0; i < n; i++)
    {
      float part = parts[i];

      parts[i] = s;
      s += part;
    }
}

kernel void
scan (global const float *restrict x, global float *restrict y, global const float *restrict parts, int n, int length)
{
  int part = get_global_id (0);
  float s = parts[part];

  for (int i = part * length; i < min (n, (part + 1) * length); i++)
    {
      s += x[i];
      y[i] = s;
    }
}

/* Each group counts in its own memory. */
kernel void
histogram (global const uchar *restrict x, global int *restrict bins, int n)
{
  local int own[256];

  for (int i = get_local_id (0); i < 256; i += get_local_size (0))
    own[i] = 0;
  barrier (CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id (0); i < n * n; i += get_global_size (0))
    atomic_inc (&own[x[i]]);
  barrier (CLK_LOCAL_MEM_FENCE);
  for (int i = get_local_id (0); i < 256; i += get_local_size (0))
    if (own[i] > 0)
      atomic_add (&bins[i], own[i]);
}

kernel void
multiply (global const float *restrict a, global const float *restrict b, global float *restrict c, int n)
{
  local float rows[16][16], columns[16][16];
  int i = get_global_id (1), j = get_global_id (0), u = get_local_id (1), v = get_local_id (0);
  float sum = 0;

  for (int tile = 0; tile < n; tile += 16)
    {
      rows[u][v] = a[i * n + tile + v];
      columns[u][v] = b[(tile + u) * n + j];
      barrier (CLK_LOCAL_MEM_FENCE);
      for (int k = 0; k < 16; k++)
        sum += rows[u][k] * columns[k][v];
      barrier (CLK_LOCAL_MEM_FENCE);
    }
  c[i * n + j] = sum;
}

kernel void
denoise (global const float *restrict x, global float *restrict y, int n, float strength)
{
  int i = get_global_id (1), j = get_global_id (0);
  float sum = 0, weights = 0;

  for (int di = -5; di <= 5; di++)
    for (int dj = -5; dj <= 5; dj++)
      {
        float distance = 0, w;

        for (int k = -2; k <= 2; k++)
          for (int l = -2; l <= 2; l++)
            {
              float d = x[mirrored (i + k, n) * n + mirrored (j + l, n)]
                        - x[mirrored (i + di + k, n) * n + mirrored (j + dj + l, n)];

              distance += d * d;
            }
        w = exp (-distance * strength);
        sum += w * x[mirrored (i + di, n) * n + mirrored (j + dj, n)];
        weights += w;
      }
  y[i * n + j] = sum / weights;
}
