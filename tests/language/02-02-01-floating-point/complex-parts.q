% proves: 2.2.1 products and quotients of complex numbers overflow, and divide by zero, alike on all devices
% expect: stdout
%> inf 0 0.5+0i inf+infi
%> 0.5+0i inf+infi [ 0.2+0.4i]
%> 0 [ -1.1e-05+2e-06i]
function [] = main()
  z = complex(zeros(100), zeros(100))
  w = complex(zeros(100), zeros(100))
  u = complex(zeros(100), zeros(100))
  q = complex(zeros(100), zeros(100))
  p = complex(zeros(100), zeros(100))
  function [] = __kernel__ k(z : cvec, w : cvec, u : cvec, q : cvec, p : cvec, pos : int)
    a = complex(1e20, 1e20)*(pos + 1)
    z[pos] = a*complex(1e20, -1e20)
    w[pos] = a^2
    u[pos] = a/(a*2)
    q[pos] = a/complex(0, 0)
    p[pos] = complex(1, 2)^3 * 1e-6 + complex(0, 4e-6)
  endfunction
  parallel_do(100, z, w, u, q, p, k)
  print real(z[1]), " ", isfinite(imag(z[1])), " ", u[3], " ", q[4]
  function [] = __kernel__ k2(z : cvec, w : cvec, u : cvec, pos : int)
    b : scalar'double = 1e170
    a = complex(b, b)*(pos + 1)
    z[pos] = a/(a*2)
    w[pos] = a/(a - a)
    u[pos] = complex(1, 0)*b/(complex(1, -2)*b)
  endfunction
  r = complex(zeros(100), zeros(100))
  parallel_do(100, z, r, u, k2)
  print z[1], " ", r[1], " ", u[1..1]
  print isfinite(imag(w[1])), " ", p[0..0]
endfunction
