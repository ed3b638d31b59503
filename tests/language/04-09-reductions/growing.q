% proves: 4.9 reductions whose replacements only grow are found out soon, however fast they grow
% expect: check-error circular cross-reference
symbolic y
reduction (x) -> f(x) = f(x * x + x)
reduction (x) -> g(x) = x + g(f(x))

function [] = main()
    for k = 1..20
        print(f(y + sin(k)))
    end
    print(g(f(f(y))))
end
