% proves: 17.1 steps that come to a part of an expression: what is around it reads what the steps computed, and not what their variables had before
% expect: stdout
%> 198 99 99 891 2475 396
%> 198 99 99 891 2475 396
%> 198 99 99 891 2475 396
function y = named_before(x)
  r = 1000
  r = x + 1
  y = ones(99)
  y = y + (floor(3) - floor(r))
endfunction
function y = behind_element(x, t, r)
  r = r .* 2
  y = t[0] - abs(r)
endfunction
function y = part_assigned(y, x, t, r)
  r = r .* 2
  y[0..98] = t[0] - abs(r)
endfunction
function y = behind_maximum(x, t)
  r = 1000
  r = x + 1
  y = max(t) .* (r + 1)
endfunction
function y = read_twice(x, t)
  r = x .* 3
  r = x + 1
  q = r .* 2
  y = (t[0] - abs(q)) .* (t[1] + q)
endfunction
function y = in_loop(x)
  for it=0..1
    r = -(x[0..98])
    y = floor(3) - floor(r)
  endfor
endfunction
function [] = main()
  for k=1..3
    print(sum(named_before(ones(99))), " ", sum(behind_element(ones(99), [3], ones(99))), " ",
          sum(part_assigned(zeros(99), ones(99), [3], ones(99))), " ", sum(behind_maximum(ones(99), [3,1])), " ",
          sum(read_twice(ones(99), [9,1])), " ", sum(in_loop(ones(99))))
  endfor
endfunction
