% system.q: the module that nearly every program imports.
%
% What it offers is built into the language so far (see compiler/builtins.def); importing it is accepted and changes
% nothing.
%
% SPDX-License-Identifier: Apache-2.0
