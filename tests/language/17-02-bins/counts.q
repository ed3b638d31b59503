% proves: 17.2 histograms in copies: whole and other weights, bytes beyond the bins, bins of two dimensions, large ones
% expect: ok
function [] = fill(x : mat[uint8])
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            x[i,j] = mod(7*i*i + 13*i*j + 5*j, 256)
        endfor
    endfor
endfunction

x = mat[uint8](67,131)
fill(x)
expected = zeros(256)
{!interpreted for}
for i=0..66
    {!interpreted for}
    for j=0..130
        k = int(x[i,j])
        expected[k] = expected[k] + 1
    endfor
endfor

bins = zeros(256)
for i=0..66
    for j=0..130
        bins[x[i,j]] += 1
    endfor
endfor
assert(max(abs(bins - expected)) == 0)

% a byte may lie behind the last bin
few = zeros(100)
for i=0..66
    for j=0..130
        few[x[i,j]] += 1
    endfor
endfor
assert(max(abs(few - expected[0..99])) == 0)

% twice in an item, of the same and of other numbers
both = ones(256)
for i=0..66
    for j=0..130
        both[x[i,j]] -= 2
        both[255 - x[i,j]] += -2
    endfor
endfor
assert(max(abs(both - (1 - 2*expected - 2*expected[255..-1..0]))) == 0)
mixed = zeros(256)
for i=0..66
    for j=0..130
        mixed[x[i,j]] += 1
        mixed[255 - x[i,j]] += 0.25
    endfor
endfor
assert(max(abs(mixed - (expected + 0.25*expected[255..-1..0]))) == 0)

% weights, negative and too large subscripts, two dimensions
weighted = zeros(64)
pairs = zeros(8,16)
for i=0..66
    for j=0..130
        weighted[int(x[i,j]) - 100] += 0.5*j
        pairs[int(x[i,j] / 32), mod(x[i,j], 16)] += 1
    endfor
endfor
weighted_by_hand = zeros(64)
pairs_by_hand = zeros(8,16)
{!interpreted for}
for i=0..66
    {!interpreted for}
    for j=0..130
        k = int(x[i,j]) - 100
        if k >= 0 && k < 64
            weighted_by_hand[k] = weighted_by_hand[k] + 0.5*j
        endif
        k = int(x[i,j] / 32)
        if k < 8
            l = int(mod(x[i,j], 16))
            pairs_by_hand[k,l] = pairs_by_hand[k,l] + 1
        endif
    endfor
endfor
assert(max(abs(weighted - weighted_by_hand)) < 1e-2)
assert(max(abs(pairs - pairs_by_hand)) == 0)

% more bins than there are copies of
many = zeros(5000)
for i=0..66
    for j=0..130
        many[19*x[i,j]] += 1
    endfor
endfor
assert(sum(many) == 67*131 && many[19*5] == expected[5])
print "ok"
