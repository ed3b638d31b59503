import "lib-more.q"
import "lib-shapes.q"
first = 1
