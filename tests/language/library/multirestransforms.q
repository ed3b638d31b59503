% proves: STDLIB 7 dtcwt, multirestransforms: filters, round trips, lincell shares its matrices
% expect: ok
import "multirestransforms.q"

function [] = check_pair(w, name)
  for r = 0..1
    h = w[r,:]
    assert(abs(sum(h) - sqrt(2)) < 1e-5 && abs(sum(h.^2) - 1) < 1e-5, name, r)
    for s = 2..2..numel(h)-2
      assert(abs(sum(h[0..numel(h)-1-s] .* h[s..numel(h)-1])) < 1e-5, name, s)
    endfor
  endfor
endfunction
check_pair(filtercoeff_farras, "farras")
check_pair(filtercoeff_dualfilt, "dualfilt")
for k = 0..5
  for l = 0..5
    check_pair(filtercoeff_selcw[k,l], "selcw")
    assert(size(filtercoeff_selcw[k,l],1) == 2*(k+l+2))
  endfor
endfor
known = [-0.00178533,0.0133588733,0.03609074,-0.03472219,0.04152506,0.56035837,0.77458617,0.22752075,-0.16040927,-0.06169425,0.01709941,0.00228523]
assert(max(abs(filtercoeff_selcw[3,1][0,:] - known)) < 1e-6)
assert(max(abs(fliplr(filtercoeff_selcw[3,1][1,:]) - known)) < 1e-6)

x = mod(31.7 * reshape(0..4095, [64,64]) + 3, 17)
w1 = filtercoeff_farras
w2 = filtercoeff_selcw[2,1]
w = dtcwt2d(x, w1, w2, 3)
assert(all(size(w[0][1,0][2]) == [32,32]) && all(size(w[3][0,1]) == [8,8]))
assert(max(abs(idtcwt2d(w, w1, w2, 3) - x)) < 1e-4)
p = complex_orthogonal_wavelet(w2)
assert(max(abs(p.a - w2[0,:])) == 0 && numel(p.gb) == numel(p.b))
assert(max(abs(dtcwt2d(x, w1, p, 3)[2][1,1][0] - w[2][1,1][0])) < 1e-4)

[S, S_H] = build_dtcwt(w1, w2, 3)
c = S(x)
assert(max(abs(S_H(c) - x)) < 1e-4)
list = lincell(c)
assert(numel(list) == 3*4*3 + 4)
assert(all(size(list[0]) == [32,32]) && all(size(list[numel(list)-1]) == [8,8]) && all(size(list[numel(list)-4]) == [8,8]))
list[numel(list)-1][:,:] = 0
list[numel(list)-2][:,:] = 0
list[numel(list)-3][:,:] = 0
list[numel(list)-4][:,:] = 0
assert(abs(mean(S_H(c))) < 1e-3)
[D, D_H] = build_dwt(sym4, 2)
assert(max(abs(D_H(D(x)) - x)) < 1e-4)
assert(numel(lincell(D(x))) == 7)

q = mod(13.3 * reshape(0..16*8*8-1, [16,8,8]) + 3, 17)
b = dtcwt3d_untiled(q, w1, w2, 2)
assert(numel(b) == 4 && all(size(b[3]) == [16,8,8]))
assert(max(abs(idtcwt3d_untiled(b, w1, w2, 2) - q)) < 1e-4)
assert(abs(sum(b[1].^2) / sum(q.^2) - 1) < 1e-4)
print "ok"
