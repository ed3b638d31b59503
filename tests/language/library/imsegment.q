% proves: STDLIB 6 imsegment: thresholds, connected regions and their properties, holes, small regions, edges
% expect: ok
import "imsegment.q"

% --- thresholds ---
t = graythresh([[10,12,11],[90,91,88]])
assert(t >= 12 && t < 88)
assert(graythresh(5 * ones(3,3)) == 5)
noisy = [[10.0,12,11],[90,91,88]]
noisy[0,0] = 0/0
assert(graythresh(noisy) >= 12 && graythresh(noisy) < 88)
assert(graythresh(uint8([[10,12,11],[90,91,88]])) >= 12)

% --- regions: against a flood that grows from each pixel ---
function [labels, n] = flood(mask, has_corners)
  labels = zeros(size(mask))
  n = 0
  for i = 0..size(mask,0)-1
    for j = 0..size(mask,1)-1
      if mask[i,j] != 0 && labels[i,j] == 0
        n += 1
        labels[i,j] = n
        repeat
          changed = false
          for p = 0..size(mask,0)-1
            for q = 0..size(mask,1)-1
              if mask[p,q] != 0 && labels[p,q] == 0
                for a = max(p-1,0)..min(p+1,size(mask,0)-1)
                  for b = max(q-1,0)..min(q+1,size(mask,1)-1)
                    if labels[a,b] == n && (has_corners || a == p || b == q)
                      labels[p,q] = n
                      changed = true
                    endif
                  endfor
                endfor
              endif
            endfor
          endfor
        until !changed
      endif
    endfor
  endfor
endfunction

for seed = 0..7
  mask = mod(floor(1000 * sin(37 * reshape(0..89, [9,10]) + seed)), 2)
  for corners = 0..1
    [labels, n] = bwlabel(mask, 4 + 4 * corners)
    [wanted, m] = flood(mask, corners)
    assert(n == m && all(labels == wanted), "labels")
  endfor
endfor
% many labels that turn out to be one late: combs, spirals, a chequer board
comb = zeros(20, 21)
comb[0..18,0..2..20] = 1
comb[19,:] = 1
[labels, n] = bwlabel(comb)
assert(n == 1 && max(labels) == 1)
chequer = mod(repmat(transpose(0..8), [1,9]) + repmat(0..8, [9,1]), 2) == 0
[labels, n] = bwlabel(chequer, 4)
assert(n == 41 && max(labels) == 41)
[labels, n] = bwlabel(chequer, 8)
assert(n == 1)
[labels, n] = bwlabel(zeros(4,4))
assert(n == 0 && max(labels) == 0)
[labels, n] = bwlabel([[1,0,1],[1,0,0]])
assert(n == 2 && all(labels == [[1,0,2],[1,0,0]]))

% --- what is known of them ---
x = [[5,0,7],[6,0,0],[0,0,9]]
[labels, n] = bwlabel(x > 0, 4)
r = regionprops(labels, n, x)
assert(all(r.area == [2,1,1]) && all(r.mean == [5.5,7,9]) && all(r.min == [5,7,9]) && all(r.max == [6,7,9]))
assert(all(r.centroid == [[0.5,0],[0,2],[2,2]]))
assert(all(r.box == [[0,0,2,1],[0,2,1,1],[2,2,1,1]]))
assert(all(regionprops(labels, n).mean == [1,2,3]))
assert(numel(regionprops(zeros[int](3,3), 0).area) == 0)
% of many pixels, too: sums are in double precision
large = regionprops(int(ones(1200,1100)), 2, 3.3 * ones(1200,1100))
assert(abs(large.mean[0] - 3.3) < 1e-6 && all(large.centroid[0,:] == [599.5,549.5]) && all(large.area == [1320000,0]))
assert(all(large.box == [[0,0,1200,1100],[0,0,0,0]]))

assert(all(bwareaopen([[1,0,1],[1,0,0]], 2) == [[1,0,0],[1,0,0]]))
ring = zeros(7,8)
ring[1..5,1..5] = 1
ring[2..4,2..4] = 0
ring[3,3] = 1
ring[6,7] = 1
filled = zeros(7,8)
filled[1..5,1..5] = 1
filled[6,7] = 1
assert(all(imfill(ring) == filled))

% --- edges: of a disc, a closed curve near its border, however it is turned ---
function x = disc(n, radius)
  x = zeros(n, n)
  for i = 0..n-1
    for j = 0..n-1
      x[i,j] = (i - n/2)^2 + (j - n/2)^2 <= radius^2 ? 100 : 0
    endfor
  endfor
endfunction
y = edge(disc(64, 20), 2, 6)
[labels, n] = bwlabel(y)
assert(n == 1)
for i = 0..63
  for j = 0..63
    assert(y[i,j] == 0 || abs(sqrt((i - 32)^2 + (j - 32)^2) - 20) < 2)
  endfor
endfor
assert(sum(y) > 100 && sum(y) < 200)
assert(all(imfill(y)[31..33,31..33] == 1))
assert(sum(edge(ones(20,20), 1, 2)) == 0)

print "ok"
