% proves: 9.11 a feature that there is not
% expect: error no feature "speed"; there are num_sm
print gpu_feature("speed")
