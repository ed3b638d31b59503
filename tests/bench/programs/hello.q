print "hello, world"
