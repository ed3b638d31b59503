% proves: 18.3 a program marks its recording; without one nothing is done, and a profile_end too many is an error
% expect: stdout
%> [ 2, 3, 4]
%> profile_end: no stretch is open in this function; begin one with profile_begin(text)
%> profile_end: no stretch is open in this function; begin one with profile_begin(text)
%> left
%> 120
%> profile_begin: 1000 stretches are open already; end each of them with profile_end
%> profile_mark: argument 1 has to be a string, but is an integer
function [y] = work(x)
  profile_begin("work")
  y = x + 1
  profile_mark("worked")
  profile_end
end
function [] = leaves()
  profile_begin("left by an error")
  error("left")
end
function [y] = factorial(n)
  profile_begin(sprintf("of %d", n))
  if n < 2
    y = 1
  else
    y = n * factorial(n - 1)
  endif
end
function [] = forgets()
  for k = 1..2000
    profile_begin("again")
  end
end
function [] = ends_of_caller()
  profile_end
end
function [] = main()
  print work([1,2,3])
  try
    profile_end()
  catch ex
    print ex
  end
  profile_begin("of main")
  try
    ends_of_caller()
  catch ex
    print ex
  end
  try
    leaves()
  catch ex
    print ex
  end
  print factorial(5)
  try
    forgets()
  catch ex
    print ex
  end
  try
    profile_mark(1)
  catch ex
    print ex
  end
  profile_end
end
