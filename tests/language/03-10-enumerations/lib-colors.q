type shade : enum
  Light = 3
  Dark
endtype
macro [] = set_dark(x)
  x = shade.Dark
endmacro
