% proves: 8.2 statements between the levels of a nest, and bounds that depend on outer levels
% expect: ok
%! 54: this loop never runs
function [] = main()
  a = zeros(90,70)
  b = ones(90,70)
  sums = zeros(90)
  for m=0..89
    s = 0.0
    for n=0..69
      s += b[m,n]*(m+1)
    endfor
    sums[m] = s
    for n=0..69
      a[m,n] = b[m,n]*n/s
    endfor
  endfor
  assert(sums[4] == 350 && abs(a[0,7]-0.1) < 1e-6)
  c = zeros(90,90)
  for m=0..89
    for n=m..89
      c[m,n] = m+n
    endfor
  endfor
  assert(c[3,5] == 8 && c[5,3] == 0 && sum(c[89,:]) == 178)
  for m=0..89
    {!function_transform enable="imperfectloop"}
    t = m*2
    for n=0..89
      c[m,n] += t
    endfor
  endfor
  assert(c[3,5] == 14 && c[5,3] == 10)
  d = zeros(30,40,3)
  for m=0..29
    k0 = m*3
    for n=0..39
      k1 = k0+n
      for k=0..2
        d[m,n,k] = k1*k
      endfor
    endfor
  endfor
  assert(d[2,3,2] == 18)
  % the counters keep their last values
  for m=0..89
    for n=0..m-1
      c[m,n] = 1
    endfor
  endfor
  assert(m == 89 && n == 88)
  n = -1
  for m=0..59
    for n=5..4
      c[m,n] = 2
    endfor
  endfor
  assert(n == -1)
  % what a handler sees
  try
    for m=0..89
      for n=0..m-1
        c[m,n] = 3
      endfor
    endfor
    if c[2,1] == 3
      error("stop")
    endif
    n = 0
  catch ex
    assert(n == 88)
  endtry
  print("ok")
endfunction
