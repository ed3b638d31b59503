% proves: 7 arrays of objects in kernels, methods and constructors of the device
% expect: ok
type particle : mutable class
  x : scalar
  speed : scalar
  hits : int
endtype
type particles : vec[particle]
function y = __device__ particle(x : scalar)
  y = particle(x:=x, speed:=2*x)
endfunction
function [] = __device__ move(self : ^particle, t : scalar)
  self.x += self.speed * t
  self.hits += 1
endfunction
function y = __device__ energy(self : particle)
  y = self.speed^2 / 2
endfunction
function [] = __kernel__ step(p : particles, e : vec, pos : int)
  q = particle(1.0 * pos)
  p[pos].speed = q.speed
  p[pos].move(0.5)
  p[pos].move(0.5)
  e[pos] = p[pos].energy()
endfunction
p = particles(5)
e = zeros(5)
parallel_do(5, p, e, step)
for i = 0..4
  assert(p[i].x == 2*i && p[i].hits == 2 && e[i] == 2*i*i)
endfor
print "ok"
