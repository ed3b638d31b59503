% inttypes.q: arithmetic on arrays of integers with a fixed number of bits.
%
% The operations are built in; importing the module is accepted and changes nothing.
%
% SPDX-License-Identifier: Apache-2.0
