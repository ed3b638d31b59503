% proves: 8.2 a whole number that a function of a loop is given may become a scalar, in conditional expressions, too
% expect: stdout
%> [ -0.875, -0.875, -0.875, -0.875, -0.875]
function y = wander(w, v, n, p, q)
  w0 = floor(4*min([0.5, -1, 2], 50))/4
  k6 = int(0)
  k9 = int(4)
  repeat
    k9 -= 1
    k10 = int(3)
    while k10 > 0 && k6 == n
      k10 -= 1
      if (k6 - k9) <= k10
        if 0.25 > 0.5*w[mod(k9, numel(w))] && k9 == k10
          if abs(sum(q)) < (w[mod(k10, numel(w))] == p ? q[mod((k10 - n), 3)] : -1.5)
            p = floor(4*min(max(((p + v[mod(k9, numel(v))]) - w0[mod(min(k6, n), 3)]), -50), 50))/4
          else
            w0 = floor(4*min(max(min(q, [0.5, -1, 2]), -50), 50))/4
          endif
        endif
      endif
      if (k9 <= k10 ? w0[2] : q[2]) <= 0.5*p
        p = floor(4*min(max(0.5*(3 > sum(w0) ? p : 0.25), -50), 50))/4
        p = floor(4*min(max(abs(0.5*k9), -50), 50))/4
      endif
    endwhile
  until k9 <= 0
  y = max(p, 0.125) + w0[1] + 0.5*k9
endfunction
a = ones(3) .* 0.25
c = zeros(1,5)
e = ones(70,3) .* 0.75
for i=0..size(c,0)-1
  for j=0..size(c,1)-1
    c[i,j] = wander(a, a, i, i, e[mod(i, size(e,0)),0..2])
  endfor
endfor
print c
