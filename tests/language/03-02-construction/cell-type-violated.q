% proves: 3.2 an element of a typed cell has to have the type
% expect: error cube|type
type my_cell : mat[cube]
A = my_cell(1,2)
A[0,0] = "text"
print A
