% proves: 2.2.2 with --double, what is put into variables of 'single is rounded, in compiled loops and kernels too
% expect: stdout
% options: --double
%> 0.7333333492 2 0.3666666746 0.7333333492 0.6666666865 2.333984375 0.3332519531 0.3333333433
%> 0.6666666865 2 2 2.00000006 0.3333333333
%> 0.3333333433 1.666666627 0.6666666865 0.3666666746 0.6666666865 0.3332519531 0.7333333492 0.1111111111 4 0.3666666776
function [] = host()
   a = 1/3
   {!serial for}
   for k=0..200
     v : vec2'single = [a, a*2]
     c : cscalar'single = a + 2i/3
     d : scalar'single = a
     e : vec3'half = [a,a,a]
     w : vec'single(2) = [a,mod(k,7)]
     v[1] = a*5
     v += a
     c *= 1.1
     d += a
     e[mod(k,3)] = a*7
     v[0] *= 1.1
     w[1] = a
   endfor
   print sprintf("%.10g %.10g %.10g %.10g %.10g %.10g %.10g %.10g", v[0], v[1], real(c), imag(c), d, e[2], e[0], w[1])
endfunction
function [] = host2()
   {!serial for}
   for k=0..200
   a = 1/3
     v : vec'single = [a, a*2]
     v[1] = a*5
     v += a
     x = v * 3
     y = v[0] * 3
     u = [v[0], a]
   endfor
   print sprintf("%.10g %.10g %.10g %.10g %.10g", v[0], v[1], x[0], y, u[1])
endfunction
function [] = __kernel__ f(y : vec, a : scalar, pos : int)
     v : vec2'single = [a, a*2]
     c : cscalar'single = a + 2i/3
     d : scalar'single = a
     e : vec3'half = [a,a,a]
     w : vec2'double = [a,a]
     cc : vec[cscalar'single](2) = [a+1i,a]
     v[1] = a*5
     y[0] = v[0]
     y[1] = v[1]
     v += a
     y[2] = v[0]
     c *= 1.1
     y[3] = real(c)
     d += a
     y[4] = d
     e[1] = a*7
     y[5] = e[0]
     v[0] *= 1.1
     y[6] = v[0]
     w[0] /= 3
     y[7] = w[0]
     y[8] = (v.*v)[1]
     y[9] = real(cc[0]*1.1)
endfunction
host()
host2()
y = vec(10)
parallel_do(1,y,1/3,f)
print sprintf("%.10g %.10g %.10g %.10g %.10g %.10g %.10g %.10g %.10g %.10g", y[0], y[1],y[2],y[3],y[4],y[5],y[6],y[7],y[8],y[9])
