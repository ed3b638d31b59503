% proves: 8.2 a later loop without iterations leaves the variable of an inner loop as it was
% expect: ok
%! 14: this loop never runs
function [] = main()
  x = ones(300, 400)
  y = zeros(300)
  for i = 0..299
    s = 0.0
    for j = 0..mod(i, 7)
      s += x[i, j]
    end
    y[i] = s
  end
  for j = 5..4
    y[j] = 1
  end
  assert(j == mod(299, 7) && y[6] == 7)
  for i = 0..299
    s = 0.0
    for j = 0..mod(i, 9)
      s += x[i, j]
    end
    y[i] = s
  end
  for j = 0..numel(zeros(0))-1
    y[j] = 1
  end
  assert(j == mod(299, 9))
  for i = 0..299
    for j = 0..mod(i, 3)
      y[i] = j
    end
  end
  for k = 0..1
    if k == 0
      assert(j == mod(299, 3))
    endif
    for j = 0..9
      y[j] = k
    end
  end
  print "ok"
end
