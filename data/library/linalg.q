% linalg.q: dense linear algebra.
%
% The functions are built into the language (see `redshift-cli doc svd`); importing the module is accepted and changes
% nothing.
%
% SPDX-License-Identifier: Apache-2.0
