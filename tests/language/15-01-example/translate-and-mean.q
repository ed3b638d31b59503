% proves: 15.1 translation and mean filters in one pipeline, deferred or with stored steps: the same image
% expect: ok
type image : [__device__ ivec2'const -> vec3]
type algorithm : [__device__ (image, ivec2'const) -> vec3]
type color_function : [__device__ vec3 -> vec3]
type application : [(image, algorithm) -> image]
type rasterizer : [(image, ivec3) -> cube]
make_image : [cube -> image] =
    pixels -> __device__ (pos) -> pixels[pos[0], pos[1], 0..2]
apply_deferred : application =
    (x, p) -> __device__ (pos) -> p(x, pos)
pointwise_op : [color_function -> algorithm] =
    fn -> __device__ (x, pos) -> fn(x(pos))
compute : rasterizer =
    (x, sz) -> (y = zeros(sz); parallel_do(sz[0..1], __kernel__ (pos : ivec2) -> y[pos[0], pos[1], 0..2] = x(pos)); y)
reduction (x : cube) -> image(x) = make_image(x)
translate : [vec2 -> algorithm] =
    shift -> __device__ (x, pos) -> x(pos + int(shift))
function algo : algorithm = mean_along(N : int, step : ivec2)
    weight = 1.0 / N
    function y : vec3 = __device__ algo(input : image, pos : ivec2)
        y = [0., 0., 0.]
        for n=-int(N/2)..int(N/2)
            y = y + input(pos + n * step)
        endfor
        y = y * weight
    endfunction
endfunction
apply_immediate : [vec3 -> application] =
    sz -> (x, p) -> make_image(compute(apply_deferred(x, p), sz))
reduction (y : cube, x : image) -> (y := x) = y = compute(x, size(y))
symbolic immediate, deferred
reduction (x : cube, y) -> (x |> y) = make_image(x) |> y
reduction (x : image, a : algorithm, sz : ivec3) -> (x |> immediate(sz, a)) = apply_immediate(sz)(x, a)
reduction (x : image, a : algorithm) -> (x |> deferred(a)) = apply_deferred(x, a)
reduction (x : image, a : algorithm) -> (x |> a) = apply_deferred(x, a)
im = zeros(24, 26, 3)
for i=0..23
    for j=0..25
        im[i,j,0..2] = [mod(i * 7, 5), mod(j, 3), mod(i * j, 13)]
    endfor
endfor
lazy = zeros(size(im))
lazy := im |> deferred(translate([2, 3])) _
           |> deferred(mean_along(5, [1, 0])) _
           |> mean_along(3, [0, 1])
stored = zeros(size(im))
stored := im |> immediate(size(im), translate([2, 3])) _
             |> immediate(size(im), mean_along(5, [1, 0])) _
             |> mean_along(3, [0, 1])
for i=4..18
    for j=4..20
        for k=0..2
            r = sum(im[i..i+4, j+2..j+4, k]) / 15
            assert(abs(lazy[i,j,k] - r) < 1e-4, "deferred")
            assert(abs(stored[i,j,k] - r) < 1e-4, "with stored steps")
        endfor
    endfor
endfor
print "ok"
