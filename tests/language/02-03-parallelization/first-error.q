% proves: 2.3 of several iterations that fail the first one is told, in whatever order parts of the loop run
% options: --set RUNTIME_STRESS_BOX=7
% expect: stdout
%> variable k has type uint8, which can't hold 256
%> index 3 is outside v, a vector of 3 elements: its indices are 0 to 2
%> at 40
function [] = narrow()
  y = zeros(1000)
  for j=0..999
    k : uint8 = j
    y[j] = k
  endfor
endfunction
function [] = small()
  y = zeros(1000)
  {!parallel for}
  for j=0..999
    v : vec'checked(3) = [1.0, 2.0, 3.0]
    y[j] = v[j]
  endfor
endfunction
function [] = asserted()
  y = zeros(1000)
  {!parallel for}
  for j=0..999
    if j >= 40
      error("at ", j)
    endif
    y[j] = j
  endfor
endfunction
fs = {narrow, small, asserted}
for i=0..2
  f = fs[i]
  try
    f()
  catch e
    print e
  endtry
endfor
