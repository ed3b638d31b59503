% floattypes.q: conversion between floating-point types (half, single, double).
%
% The conversions are built-in functions; importing the module is accepted and changes nothing.
%
% SPDX-License-Identifier: Apache-2.0
