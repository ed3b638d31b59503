% inttypes.q: names of short vectors of integers with a fixed number of bits.
%
% Their arithmetic is built in, and so are the names of vectors of `int` (ivec4) and of each element type (vec[uint8]).
%
% SPDX-License-Identifier: Apache-2.0

type i8vec2 : vec[int8](2)
type i8vec4 : vec[int8](4)
type i8vec8 : vec[int8](8)
type i8vec16 : vec[int8](16)
type u8vec2 : vec[uint8](2)
type u8vec4 : vec[uint8](4)
type u8vec8 : vec[uint8](8)
type u8vec16 : vec[uint8](16)
type i16vec2 : vec[int16](2)
type i16vec4 : vec[int16](4)
type i16vec8 : vec[int16](8)
type u16vec2 : vec[uint16](2)
type u16vec4 : vec[uint16](4)
type u16vec8 : vec[uint16](8)
type i32vec2 : vec[int32](2)
type i32vec4 : vec[int32](4)
type i32vec8 : vec[int32](8)
type u32vec2 : vec[uint32](2)
type u32vec4 : vec[uint32](4)
type u32vec8 : vec[uint32](8)
