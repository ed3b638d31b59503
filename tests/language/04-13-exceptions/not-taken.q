% proves: 4.13 a catch of another class leaves the place of the error as it was
% expect: error PROGRAM:10:5: error: sheet.n:=3. \[E1001\]\s+in main
type sheet : class
  n : int
endtype
type tray : class
  n : int
endtype
try
    error sheet(3)
catch e : tray
  print "wrong"
endtry
