% proves: 8.4 sums of small matrices, cubes, complex numbers and complex vectors in loops
% expect: ok
function [] = main()
  im = zeros(30,40,3)
  for m=0..29
    for n=0..39
      for k=0..2
        im[m,n,k] = mod(m*7+n*3+k*5, 11)
      endfor
    endfor
  endfor
  % structure tensor
  T = zeros(2,2)
  C = zeros(3,3)
  Q = ones(2,2,2)
  for m=0..29
    for n=0..39
      a = im[m,n,0]
      b = im[m,n,1]
      T += [[a*a,a*b],[a*b,b*b]]
      v = im[m,n,0..2]
      C += transpose(v)*v
      Q += 1
    endfor
  endfor
  assert(size(T) == [2,2] && T[0,1] == sum(im[:,:,0].*im[:,:,1]) && T[1,1] == sum(im[:,:,1].^2))
  assert(size(C) == [3,3] && C[2,0] == sum(im[:,:,0].*im[:,:,2]))
  assert(Q[1,1,1] == 1201 && sum(Q) == 8*1201)
  % under a condition, with minus, and the largest
  M = zeros(2,2)
  L = -ones(2,2)
  for m=0..29
    for n=0..39
      if m > n
        M -= [[1,2],[3,4]]
      endif
      L = max(L, [[m,n],[m+n,1]])
    endfor
  endfor
  assert(M[1,0] == -3*435 && L[0,0] == 29 && L[1,0] == 68 && L[1,1] == 1)
  % complex numbers
  z = complex(1.0, 2.0)
  w = 0.0
  y = czeros(4)
  for m=0..999
    z += complex(m, -1)
    w += exp(complex(0.0, 0.5*pi*m))
    y += [1, complex(0,m), 2, complex(m,1)]
  endfor
  assert(real(z) == 499501 && imag(z) == -998)
  assert(abs(w) < 1e-3)
  assert(real(y[0]) == 1000 && imag(y[1]) == 499500 && imag(y[3]) == 1000 && real(y[3]) == 499500)
  print("ok")
endfunction
