% colortransform.q: conversions between colour spaces.
%
% Images are M x N x 3. Unless said otherwise, red, green and blue run from 0 to peak, which is 255 as imread gives
% them; sRGB values have their transfer function (IEC 61966-2-1), white is D65.
%
% Images of bytes are read as they are; results are scalars.
%
% SPDX-License-Identifier: Apache-2.0
import "imboundary.q"

function [] = check_colour_image(name : string, x)
  check_image(name, x)
  if size(x,2) != 3
    error(name, ": an image of three channels is needed, as imread gives for colour files; this one has ", size(x,2))
  endif
endfunction

% --- grey ---

% Function: rgb2gray
% The luma of an image, 0.299 R + 0.587 G + 0.114 B (ITU-R BT.601); the range is kept.
%
% :function y = rgb2gray(x : cube)
%
% Example:
% > y = rgb2gray(imread("photo.png"))
function y : mat = rgb2gray[T](x : cube[T])
  check_colour_image("rgb2gray", x)
  y = uninit(size(x,0), size(x,1))
  for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
      y[m,n] = 0.299 * x[m,n,0] + 0.587 * x[m,n,1] + 0.114 * x[m,n,2]
    endfor
  endfor
endfunction

% --- the transfer function of sRGB ---

function y : scalar = __device__ srgb_to_linear(v : scalar)
  y = v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ^ 2.4
endfunction

function y : scalar = __device__ linear_to_srgb(v : scalar)
  y = v <= 0.0031308 ? 12.92 * v : 1.055 * max(v, 0.0) ^ (1 / 2.4) - 0.055
endfunction

% --- CIE XYZ ---

% The matrix has seven digits; its inverse has as many as double precision, so that a colour comes back there and back
% again.

% Function: rgb2xyz
% CIE 1931 tristimulus values; Y of white is 1.
%
% :function y = rgb2xyz(x : cube, peak : scalar = 255)
%
% Example:
% > xyz = rgb2xyz(imread("photo.png"))
function y : cube = rgb2xyz[T](x : cube[T], peak : scalar = 255.0)
  check_colour_image("rgb2xyz", x)
  y = uninit(size(x,0), size(x,1), 3)
  for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
      r = srgb_to_linear(x[m,n,0] / peak)
      g = srgb_to_linear(x[m,n,1] / peak)
      b = srgb_to_linear(x[m,n,2] / peak)
      y[m,n,0] = 0.4124564 * r + 0.3575761 * g + 0.1804375 * b
      y[m,n,1] = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
      y[m,n,2] = 0.0193339 * r + 0.1191920 * g + 0.9503041 * b
    endfor
  endfor
endfunction

% Function: xyz2rgb
% The inverse of rgb2xyz. Colours outside sRGB give values below 0 or above peak.
%
% :function y = xyz2rgb(x : cube, peak : scalar = 255)
function y : cube = xyz2rgb(x : cube, peak : scalar = 255.0)
  check_colour_image("xyz2rgb", x)
  y = uninit(size(x,0), size(x,1), 3)
  for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
      a = x[m,n,0]
      b = x[m,n,1]
      c = x[m,n,2]
      y[m,n,0] = peak * linear_to_srgb(3.2404548360214083 * a - 1.5371388501025751 * b - 0.4985315468684809 * c)
      y[m,n,1] = peak * linear_to_srgb(-0.9692663898756537 * a + 1.8760109288424913 * b + 0.041556082346673524 * c)
      y[m,n,2] = peak * linear_to_srgb(0.05564341960421366 * a - 0.20402585426769815 * b + 1.0572251624579287 * c)
    endfor
  endfor
endfunction

% --- CIE L*a*b* ---

function y : scalar = __device__ lab_curve(t : scalar)
  y = t > 0.008856451679035631 ? t ^ (1 / 3) : t * 7.787037037037037 + 0.13793103448275862
endfunction

function y : scalar = __device__ lab_curve_inverse(t : scalar)
  y = t > 0.20689655172413793 ? t * t * t : (t - 0.13793103448275862) / 7.787037037037037
endfunction

% Function: rgb2lab
% CIE L*a*b* (CIE 15): L from 0 to 100; a and b are 0 for greys.
%
% :function y = rgb2lab(x : cube, peak : scalar = 255)
%
% Example:
% > lab = rgb2lab(imread("photo.png"))
function y : cube = rgb2lab[T](x : cube[T], peak : scalar = 255.0)
  check_colour_image("rgb2lab", x)
  y = uninit(size(x,0), size(x,1), 3)
  for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
      r = srgb_to_linear(x[m,n,0] / peak)
      g = srgb_to_linear(x[m,n,1] / peak)
      b = srgb_to_linear(x[m,n,2] / peak)
      fx = lab_curve((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.9504700)
      fy = lab_curve(0.2126729 * r + 0.7151522 * g + 0.0721750 * b)
      fz = lab_curve((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.0888300)
      y[m,n,0] = 116 * fy - 16
      y[m,n,1] = 500 * (fx - fy)
      y[m,n,2] = 200 * (fy - fz)
    endfor
  endfor
endfunction

% Function: lab2rgb
% The inverse of rgb2lab. Colours outside sRGB give values below 0 or above peak.
%
% :function y = lab2rgb(x : cube, peak : scalar = 255)
function y : cube = lab2rgb(x : cube, peak : scalar = 255.0)
  check_colour_image("lab2rgb", x)
  y = uninit(size(x,0), size(x,1), 3)
  for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
      fy = (x[m,n,0] + 16) / 116
      a = 0.9504700 * lab_curve_inverse(fy + x[m,n,1] / 500)
      b = lab_curve_inverse(fy)
      c = 1.0888300 * lab_curve_inverse(fy - x[m,n,2] / 200)
      y[m,n,0] = peak * linear_to_srgb(3.2404548360214083 * a - 1.5371388501025751 * b - 0.4985315468684809 * c)
      y[m,n,1] = peak * linear_to_srgb(-0.9692663898756537 * a + 1.8760109288424913 * b + 0.041556082346673524 * c)
      y[m,n,2] = peak * linear_to_srgb(0.05564341960421366 * a - 0.20402585426769815 * b + 1.0572251624579287 * c)
    endfor
  endfor
endfunction

% --- HSV ---

% Function: rgb2hsv
% Hue in degrees from 0 to 360, saturation from 0 to 1, value from 0 to peak (Smith, Color gamut transform pairs, 1978).
% Greys have hue 0.
%
% :function y = rgb2hsv(x : cube, peak : scalar = 255)
%
% Example:
% > hsv = rgb2hsv(imread("photo.png"))
function y : cube = rgb2hsv[T](x : cube[T], peak : scalar = 255.0)
  check_colour_image("rgb2hsv", x)
  y = uninit(size(x,0), size(x,1), 3)
  for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
      r : scalar = x[m,n,0]
      g : scalar = x[m,n,1]
      b : scalar = x[m,n,2]
      high = max(r, max(g, b))
      range = high - min(r, min(g, b))
      d = range > 0 ? range : 1.0
      h = high == r ? (g - b) / d : (high == g ? 2 + (b - r) / d : 4 + (r - g) / d)
      h = h < 0 ? h + 6 : h
      y[m,n,0] = range > 0 ? 60 * h : 0.0
      y[m,n,1] = high > 0 ? range / high : 0.0
      y[m,n,2] = high
    endfor
  endfor
endfunction

% One of the colours of hsv2rgb: k is 5 for red, 3 for green, 1 for blue.
function y : scalar = __device__ colour_of_hue(k : scalar, hue : scalar, saturation : scalar, value : scalar)
  t = mod(k + hue / 60, 6)
  y = value * (1 - saturation * max(0.0, min(min(t, 4 - t), 1.0)))
endfunction

% Function: hsv2rgb
% The inverse of rgb2hsv.
%
% :function y = hsv2rgb(x : cube, peak : scalar = 255)
function y : cube = hsv2rgb(x : cube, peak : scalar = 255.0)
  check_colour_image("hsv2rgb", x)
  y = uninit(size(x,0), size(x,1), 3)
  for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
      y[m,n,0] = colour_of_hue(5.0, x[m,n,0], x[m,n,1], x[m,n,2])
      y[m,n,1] = colour_of_hue(3.0, x[m,n,0], x[m,n,1], x[m,n,2])
      y[m,n,2] = colour_of_hue(1.0, x[m,n,0], x[m,n,1], x[m,n,2])
    endfor
  endfor
endfunction

% --- luma and colour differences ---

% One linear map of the three channels, then an offset.
function y : cube = map_colours[T](x : cube[T], a : mat, offset : vec)
  y = uninit(size(x,0), size(x,1), 3)
  for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
      r : scalar = x[m,n,0]
      g : scalar = x[m,n,1]
      b : scalar = x[m,n,2]
      y[m,n,0] = a[0,0] * r + a[0,1] * g + a[0,2] * b + offset[0]
      y[m,n,1] = a[1,0] * r + a[1,1] * g + a[1,2] * b + offset[1]
      y[m,n,2] = a[2,0] * r + a[2,1] * g + a[2,2] * b + offset[2]
    endfor
  endfor
endfunction

% Function: rgb2ycbcr
% Luma and colour differences of full range (BT.601): Cb and Cr are around peak/2.
%
% :function y = rgb2ycbcr(x : cube, peak : scalar = 255)
function y : cube = rgb2ycbcr[T](x : cube[T], peak : scalar = 255.0)
  check_colour_image("rgb2ycbcr", x)
  y = map_colours(x, [[0.299, 0.587, 0.114],
                      [-0.299 / 1.772, -0.587 / 1.772, 0.5],
                      [0.5, -0.587 / 1.402, -0.114 / 1.402]], [0, peak / 2, peak / 2])
endfunction

% Function: ycbcr2rgb
% The inverse of rgb2ycbcr.
%
% :function y = ycbcr2rgb(x : cube, peak : scalar = 255)
function y : cube = ycbcr2rgb(x : cube, peak : scalar = 255.0)
  check_colour_image("ycbcr2rgb", x)
  green_b = 0.114 * 1.772 / 0.587
  green_r = 0.299 * 1.402 / 0.587
  y = map_colours(x, [[1, 0, 1.402], [1, -green_b, -green_r], [1, 1.772, 0]],
                  peak / 2 * [-1.402, green_b + green_r, -1.772])
endfunction

% Function: rgb2yuv
% Luma and colour differences around 0 (BT.601): U = 0.492 (B - Y), V = 0.877 (R - Y).
%
% :function y = rgb2yuv(x : cube, peak : scalar = 255)
function y : cube = rgb2yuv[T](x : cube[T], peak : scalar = 255.0)
  check_colour_image("rgb2yuv", x)
  y = map_colours(x, [[0.299, 0.587, 0.114],
                      [-0.492 * 0.299, -0.492 * 0.587, 0.492 * 0.886],
                      [0.877 * 0.701, -0.877 * 0.587, -0.877 * 0.114]], [0.0, 0.0, 0.0])
endfunction

% Function: yuv2rgb
% The inverse of rgb2yuv.
%
% :function y = yuv2rgb(x : cube, peak : scalar = 255)
function y : cube = yuv2rgb(x : cube, peak : scalar = 255.0)
  check_colour_image("yuv2rgb", x)
  green_u = 0.114 / (0.492 * 0.587)
  green_v = 0.299 / (0.877 * 0.587)
  y = map_colours(x, [[1, 0, 1 / 0.877], [1, -green_u, -green_v], [1, 1 / 0.492, 0]], [0.0, 0.0, 0.0])
endfunction
