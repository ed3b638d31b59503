% proves: 3.3 a partially known size that does not fit
% expect: check-error cube\(:,:,3\)|size
img : cube(:,:,3) = zeros(4,5,4)
print size(img)
