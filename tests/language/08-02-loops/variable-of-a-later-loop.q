% proves: 8.2 the variable of an inner loop, which a later loop with iterations gives another value before it is read, keeps no nest from being parallel
% expect: stdout
%> 45150
%> 300
%> 299
function [] = main()
  x = ones(300, 400)
  y = zeros(300)
  z = zeros(300)
  for i = 0..299
    s = 0.0
    for j = 0..i
      s += x[i, j]
    end
    y[i] = s
  end
  for j = 0..299
    z[j] = x[0, j]
  end
  print sum(y)
  print sum(z)
  print j
end
