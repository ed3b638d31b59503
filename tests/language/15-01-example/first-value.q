% proves: 15.1 the pipeline as the chapter prints it: := gives the variable its first value, the last stage is a bare algorithm
% expect: ok
type image : [__device__ ivec2'const -> vec3]
type algorithm : [__device__ (image, ivec2'const) -> vec3]
type color_function : [__device__ vec3 -> vec3]
type application : [(image, algorithm) -> image]
type rasterizer : [(image, ivec3) -> cube]
make_image : [cube -> image] =
    pixels -> __device__ (pos) -> pixels[pos[0], pos[1], 0..2]
reduction (x : cube) -> image(x) = make_image(x)
pointwise_op : [color_function -> algorithm] =
  fn -> __device__ (x, pos) -> fn(x(pos))
translate : [vec2 -> algorithm] =
  shift -> __device__ (x, pos) -> x(pos + int(shift))
function algo : algorithm = mean_filter_hor(N : int)
  norm_factor = 1.0 / N % normalization factor
  function y : vec3 = __device__ algo(input : image, pos : ivec2)
    y = [0., 0., 0.]
    for n=-int(N/2)..int(N/2)
      y = y + input(pos + [0,n])
    endfor
    y = y * norm_factor
  endfunction
endfunction
function algo : algorithm = mean_filter_ver(N : int)
  norm_factor = 1.0 / N % normalization factor
  function y : vec3 = __device__ algo(input : image, pos : ivec2)
    y = [0., 0., 0.]
    for n=-int(N/2)..int(N/2)
      y = y + input(pos + [n,0])
    endfor
    y = y * norm_factor
  endfunction
endfunction
compute : rasterizer =
  (x, sz) -> (y = zeros(sz); parallel_do(sz, __kernel__ (pos : ivec2) -> y[pos[0],pos[1],0..2] = x(
    pos)); y)
apply_deferred : application =
  (x, p) -> __device__ (pos) -> p(x, pos)
apply_immediate : [vec3 -> application] =
  sz -> (x, p) -> make_image(compute(apply_deferred(x, p), sz))
reduction (y : cube, x : image) -> (y := x) = y = compute(x, size(y))
symbolic immediate, deferred
reduction (x : cube, y) -> (x |> y) = make_image(x) |> y
reduction (x : image, a : algorithm, sz : ivec3) -> (x |> immediate(sz, a)) = apply_immediate(sz)(x, a)
reduction (x : image, a : algorithm) -> (x |> deferred(a)) = apply_deferred(x, a)

function y = make()
  y = zeros(24,26,3)
  for i=0..23
    for j=0..25
      y[i,j,0..2] = [mod(i*7,5), mod(j,3), mod(i*j,13)]
    endfor
  endfor
endfunction
function y = open(x)
  y = make()
endfunction
im = open(1)
im_out := im |> deferred(translate([2,3])) _
          |> deferred(mean_filter_ver(3)) _
          |> mean_filter_hor(3)

for i=4..18
    for j=4..20
        for k=0..2
            r = sum(im[i+1..i+3, j+2..j+4, k]) / 9
            assert(abs(im_out[i,j,k] - r) < 1e-4)
        endfor
    endfor
endfor
print "ok"
