% proves: STDLIB 4 imfilter: correlation, boundaries, centre, separable masks
% expect: ok
import "imfilter.q"

function y = reference(x, mask, row, column, boundary)
  y = zeros(size(x))
  for i = 0..size(x,0)-1
    for j = 0..size(x,1)-1
      total = 0.0
      for a = 0..size(mask,0)-1
        for b = 0..size(mask,1)-1
          p = i + a - row
          q = j + b - column
          inside = true
          match boundary with
          | "mirror" -> p = mirror_ext(p, size(x,0)); q = mirror_ext(q, size(x,1))
          | "circular" -> p = mod(p, size(x,0)); q = mod(q, size(x,1))
          | "clamped" -> p = min(max(p, 0), size(x,0)-1); q = min(max(q, 0), size(x,1)-1)
          | _ -> inside = p >= 0 && p < size(x,0) && q >= 0 && q < size(x,1)
          endmatch
          if inside
            total += mask[a,b] * x[p,q]
          endif
        endfor
      endfor
      y[i,j] = total
    endfor
  endfor
endfunction

function [] = check(x, mask, boundary)
  center = int(floor(size(mask)/2))
  y = imfilter(x, mask, center, boundary)
  assert(max(abs(y - reference(x, mask, center[0], center[1], boundary))) < 1e-4, "imfilter ", boundary, size(x), size(mask))
endfunction

assert(all(imfilter([1,2,4],[0,0,1]) == [2,4,4]))
x = mod(17.0 * reshape(0..76, [7,11]) + 3, 13)
boundaries = {"mirror", "circular", "clamped", "zeros"}
masks = {ones(3,3)/9, [[1.0,2,3],[4,5,6]], [[1.0],[2],[5]], [1.0,-2,7,3], transpose([1.0,2,3,4,5]) * [1.0,0,2,5,1],
         reshape(1.0..25.0, [5,5])}
for k = 0..3
  for l = 0..numel(masks)-1
    check(x, masks[l], boundaries[k])
  endfor
  check([[5.0]], ones(3,3), boundaries[k])
  check(reshape(1.0..9.0, [1,9]), ones(5,5), boundaries[k])
  check(transpose(1.0..6.0), ones(1,3), boundaries[k])
endfor

% each channel alone
c = zeros(7,11,3)
c[:,:,0] = x
c[:,:,2] = 2 * x
y = imfilter(c, masks[1])
assert(max(abs(y[:,:,0] - imfilter(x, masks[1]))) < 1e-4)
assert(max(abs(y[:,:,1])) == 0)
assert(max(abs(y[:,:,2] - 2 * y[:,:,0])) < 1e-3)

% integers are converted
u = mat[uint8](2,2)
u[0,0] = 200
assert(abs(imfilter(u, [0.5])[0,0] - 100) < 1e-4)

% the mean is kept by a mask of sum 1 that is symmetric
assert(abs(mean(imfilter(x, ones(3,3)/9)) - mean(x)) < 1e-4)

% Gaussian, mean and gradient
impulse = zeros(15,15)
impulse[7,7] = 1
g = gaussian_filter(impulse, 1.0)
assert(abs(g[7,7] - 0.15924) < 2e-5 && abs(g[7,8] - 0.09658) < 2e-5)
assert(max(abs(gaussian_filter(3 * ones(9,8), 2.5) - 3)) < 1e-5)
assert(abs(sum(gaussian_kernel(5, 1.2)) - 1) < 1e-6)
assert(max(abs(gaussian_filter(x, 1.0, 4) - imfilter(x, gaussian_kernel(5, 1.0)))) < 1e-4)
assert(max(abs(average_filter(x, 2) - imfilter(x, ones(5,5)/25))) < 1e-4)
[gy, gx] = gradient([[0.0,1,4],[2,5,8]])
assert(max(abs(gx - [[1,2,3],[3,3,3]])) < 1e-6)
assert(max(abs(gy - [[2,4,4],[2,4,4]])) < 1e-6)

message = ""
try
  imfilter(x, ones(3,3), [1,1], "periodic")
catch ex
  message = sprintf("%s", ex)
endtry
assert(strlen(message) > 0)
print "ok"
