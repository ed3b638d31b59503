% proves: 4.9 rewriting that makes an expression larger and larger ends in an error, and soon
% expect: check-error reductions are applied here without end
type algorithm : [__device__ (image, ivec2'const) -> vec3]
make_image : [cube -> image] =
reduction (x : cube) -> image(x) = make_image(x)
shift : [vec2 -> algorithm] =
endfunction
apply_deferred : application =
reduction (y : cube, x : image) -> (y := x) = y = compute(x, size(y))
symbolic immediate, deferred
reduction (x : cube, y) -> (x |> y) = make_image(x) |> y
reduction (x : image, a : algorithm) -> (x |> deferred(a)) = apply_deferred(x, a)
im2 := im |> deferred(shift([1, 2])) |> filter_|> filter_|> filter_|> filter_|> filter_b(3)
