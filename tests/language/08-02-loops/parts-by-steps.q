% proves: 8.2 parts as long as the step of the loop, or as the factor of its counter, are apart: nothing is interpreted
% expect: stdout
%> 0 0 2000
%> 0 0 2000
%> 0 0 2000
%> 0 0 2000
%> 0 0 1999
%> 0 0 1998
%> 0 0 1975
%> 0 0 1999
%> 0 1999000
function z = by_step(v : vec, B : int)
  z = zeros(numel(v))
  {!parallel for}
  for m=0..B..numel(v)-1
    z[m..m+B-1] = v[m..m+B-1] + 1
  endfor
endfunction
function z = by_factor(v : vec, B : int)
  z = zeros(numel(v))
  for m=0..int(numel(v)/B)-1
    z[m*B..m*B+B-1] = v[m*B..m*B+B-1] + 1
  endfor
endfunction
function z = by_start(v : vec, B : int)
  z = zeros(numel(v))
  for m=0..int(numel(v)/B)-1
    k = m*B
    z[k..k+B-1] = v[k..k+B-1] + 1
  endfor
endfunction
function z = with_gaps(v : vec, B : int)
  z = zeros(numel(v))
  for m=0..B..numel(v)-1
    z[m..m+B-2] = v[m..m+B-2] + 1
  endfor
endfunction
function n = differing(z : vec, v : vec, B : int, gap : int)
  n = 0
  for i=0..numel(v)-1
    n += z[i] != (mod(i, B) < B - gap ? v[i] + 1 : 0) ? 1 : 0
  endfor
endfunction
for n=[2000, 1999]
  v = linspace(0, n - 1, n)
  for B=[1, 2, 25, n]
    m = int(n/B)*B
    w = v[0..m-1]
    all = differing(by_step(w, B), w, B, 0) + differing(by_factor(w, B), w, B, 0) + differing(by_start(w, B), w, B, 0)
    print all, " ", differing(with_gaps(w, B), w, B, 1), " ", sum(by_start(w, B)) - sum(w)
  endfor
endfor
print sum(by_factor(v, -3)), " ", sum(by_step(v, 3000))
