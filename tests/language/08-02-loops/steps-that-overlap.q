% proves: 8.2 iterations that write more elements than their step are not apart: the last one's value stays
% expect: stdout
%> 0 0 0
%> 0 0 0
%> 0 0 0
function z = one_too_long(v : vec, B : int)
  z = zeros(numel(v) + B)
  for m=0..B..numel(v)-1
    for i=0..B
      z[m + i] = v[m]
    endfor
  endfor
endfunction
function z = too_long(v : vec, B : int, C : int)
  z = zeros(numel(v) + C)
  for m=0..B..numel(v)-1
    for i=0..C-1
      z[m + i] = v[m]
    endfor
  endfor
endfunction
function z = parts_too_long(v : vec, B : int, C : int)
  z = zeros(numel(v) + C)
  for m=0..B..numel(v)-1
    z[m..m+C-1] = v[m]
  endfor
endfunction
function n = differing(z : vec, v : vec, B : int)
  n = 0
  for i=0..numel(v)-1
    n += z[i] != v[i - mod(i, B)] ? 1 : 0
  endfor
endfunction
v = linspace(0, 99999, 100000)
for B=[2, 49, 100]
  n = differing(one_too_long(v, B), v, B)
  print n, " ", differing(too_long(v, B, 3*B), v, B), " ", differing(parts_too_long(v, B, B + 2), v, B)
endfor
