% Objects, a base class, and functions that change them.
type shape : mutable class
    name : string
    area : scalar
end

type square : shape
    side : scalar
end

function [] = grow(self : ^square, by : scalar)
    self.side = self.side + by
    self.area = self.side * self.side
end

function y = total(shapes)
    y = 0.0
    for i = 0..numel(shapes) - 1
        y += shapes[i].area
    end
end

function [] = main()
    a = square(name := "a", area := 4, side := 2)
    b = square(name := "b", area := 9, side := 3)
    a.grow(1)
    grow(b, 1)
    print total({a, b})
end
