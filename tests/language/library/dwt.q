% proves: STDLIB 7 dwt: filters are orthonormal, energy is kept, round trips
% expect: ok
import "dwt.q"
filters = {haar, db1, db2, db3, db4, db5, db6, db7, db8, db9, db10, sym2, sym3, sym4, sym5, sym6, sym7, sym8, sym14}
assert(numel(filters) == numel(all_wavelet_names))
x = mod(31.7 * reshape(0..4095, [64,64]) + 3, 17)
for k = 0..numel(filters)-1
  h = filters[k]
  assert(abs(sum(h) - sqrt(2)) < 1e-6 && abs(sum(h.^2) - 1) < 1e-6, all_wavelet_names[k])
  for s = 2..2..numel(h)-2
    assert(abs(sum(h[0..numel(h)-1-s] .* h[s..numel(h)-1])) < 1e-6, all_wavelet_names[k])
  endfor
  b = dwt2d(x, h, 2)
  energy = sum(b[2].^2)
  for j = 0..1
    for i = 0..2
      energy += sum(b[j][i].^2)
    endfor
  endfor
  assert(abs(energy / sum(x.^2) - 1) < 1e-5, all_wavelet_names[k])
  assert(max(abs(idwt2d(b, h, 2) - x)) < 1e-4, all_wavelet_names[k])
endfor
v = x[0,:]
c = dwt1d(v, db4, 3)
assert(numel(c) == 4 && numel(c[0]) == 32 && numel(c[3]) == 8)
assert(max(abs(idwt1d(c, db4, 3) - v)) < 1e-4)
% the details of a constant vanish
d = dwt2d(ones(16,8), sym4, 1)
assert(max(abs(d[0][0])) < 1e-5 && max(abs(d[1] - 2)) < 1e-5)
% Haar by hand
e = dwt1d([1,3,2,6], haar, 1)
assert(max(abs(e[1] - [4,8] / sqrt(2))) < 1e-6)
assert(max(abs(abs(e[0]) - [2,4] / sqrt(2))) < 1e-6)
message = ""
try
  dwt2d(ones(6,6), haar, 2)
catch ex
  message = "refused"
endtry
assert(message == "refused")
% channels
cc = zeros(8,8,3)
cc[:,:,1] = x[0..7,0..7]
assert(max(abs(idwt2d(dwt2d(cc, db2, 2), db2, 2) - cc)) < 1e-4)
print "ok"
