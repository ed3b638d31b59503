% floattypes.q: names of short vectors of half precision numbers.
%
% Their arithmetic is built in, and so are the conversions between floating-point types (half, single, double).
%
% SPDX-License-Identifier: Apache-2.0

type hvec2 : vec[scalar'half](2)
type hvec4 : vec[scalar'half](4)
type hvec8 : vec[scalar'half](8)
