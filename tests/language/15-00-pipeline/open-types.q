% proves: 15 a chain of stages in one expression whose first value has a type that only the run knows
% expect: ok
type image : [__device__ ivec2'const -> vec3]
type algorithm : [__device__ (image, ivec2'const) -> vec3]
type color_function : [__device__ vec3 -> vec3]
make_image : [cube -> image] =
    pixels -> __device__ (pos) -> pixels[pos[0], pos[1], 0..2]
pointwise : [color_function -> algorithm] =
    fn -> __device__ (x, pos) -> fn(x(pos))
apply_stage : [(image, algorithm) -> image] =
    (x, p) -> __device__ (pos) -> p(x, pos)
compute : [(image, ivec3) -> cube] =
    (x, sz) -> (y = zeros(sz); parallel_do(sz[0..1], __kernel__ (pos : ivec2) -> y[pos[0], pos[1], 0..2] = x(pos)); y)
reduction (x : image, sz : ivec3) -> (x |> pixels_of(sz)) = compute(x, sz)
reduction (x : image, a : algorithm) -> (x |> stage(a)) = apply_stage(x, a)
reduction (x : cube, y) -> (x |> y) = make_image(x) |> y
function y = process(im, sz)
  y = im |> stage(pointwise(__device__ (c : vec3) -> 2*c)) |> stage(pointwise(__device__ (c : vec3) -> c + 1)) _
         |> pixels_of(sz)
endfunction
assert(sum(process(ones(4,5,3), [4,5,3])) == 180)
assert(sum(process(make_image(ones(4,5,3)), [4,5,3])) == 180)
im = eval("ones(4,4,3)")
w = im |> stage(pointwise(__device__ (c : vec3) -> 2*c)) |> pixels_of([4,4,3])
assert(sum(w) == 96)
message = ""
try
  process("text", [4,5,3])
catch ex
  message = sprintf("%s", ex)
endtry
assert(message == "Symbolic operation failed - no reductions available for 'im |> stage(pointwise(__device__ (c : vec3) -> 2*c))'")
print "ok"
