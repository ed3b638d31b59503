% dwt.q: orthonormal wavelet transforms.
%
% The filters are scaling filters: their squares add up to 1 and their elements to sqrt(2) (I. Daubechies, Ten Lectures
% on Wavelets). The highpass of h of length L is g[n] = (-1)^n h[L-1-n]. Convolutions are periodic, so that a transform
% over J scales needs sizes that 2^J divides.
%
% SPDX-License-Identifier: Apache-2.0
import "imboundary.q"

haar = [0.70710678118655, 0.70710678118655]
db1 = [0.70710678118655, 0.70710678118655]
db2 = [0.48296291314453, 0.83651630373781, 0.22414386804201, -0.12940952255126]
db3 = [0.33267055295008, 0.80689150931109, 0.45987750211849, -0.13501102001025, -0.085441273882027, 0.03522629188571]
db4 = [0.2303778133089, 0.71484657055292, 0.63088076792986, -0.02798376941686, -0.18703481171909, 0.030841381835561,
       0.032883011666885, -0.010597401785069]
db5 = [0.16010239797419, 0.60382926979719, 0.72430852843777, 0.13842814590132, -0.24229488706638, -0.032244869584638,
       0.077571493840046, -0.0062414902127983, -0.012580751999082, 0.0033357252854738]
db6 = [0.11154074335011, 0.49462389039845, 0.7511339080211, 0.3152503517092, -0.22626469396544, -0.12976686756726,
       0.097501605587323, 0.027522865530306, -0.031582039317486, 0.0005538422011615, 0.0047772575109455,
       -0.0010773010853085]
db7 = [0.077852054085009, 0.39653931948192, 0.72913209084624, 0.46978228740519, -0.14390600392856, -0.22403618499387,
       0.07130921926683, 0.080612609151083, -0.038029936935014, -0.016574541630667, 0.0125509985561,
       0.00042957797292137, -0.0018016407040475, 0.00035371379997452]
db8 = [0.054415842243104, 0.3128715909143, 0.67563073629729, 0.58535468365421, -0.015829105256349, -0.28401554296155,
       0.00047248457391328, 0.12874742662048, -0.017369301001808, -0.044088253930795, 0.013981027917398,
       0.0087460940474058, -0.0048703529934516, -0.00039174037337695, 0.00067544940645057, -0.00011747678412477]
db9 = [0.038077947363878, 0.24383467461259, 0.60482312369011, 0.6572880780513, 0.13319738582501, -0.29327378327917,
       -0.096840783222976, 0.14854074933811, 0.030725681479333, -0.06763282906133, 0.00025094711483145,
       0.022361662123679, -0.0047232047577514, -0.0042815036824634, 0.0018476468830562, 0.0002303857635232,
       -0.00025196318894271, 3.9347320316272e-05]
db10 = [0.026670057900556, 0.18817680007769, 0.52720118893173, 0.6884590394536, 0.28117234366058, -0.24984642432732,
        -0.19594627437738, 0.12736934033579, 0.093057364603572, -0.071394147166397, -0.029457536821876,
        0.033212674059341, 0.0036065535669562, -0.010733175483331, 0.0013953517470529, 0.0019924052951851,
        -0.00068585669495971, -0.00011646685512929, 9.358867032007e-05, -1.3264202894521e-05]
sym2 = [0.48296291314469, 0.83651630373747, 0.22414386804186, -0.12940952255092]
sym3 = [0.33267055295096, 0.80689150931334, 0.45987750211933, -0.13501102001039, -0.085441273882241, 0.035226291882101]
sym4 = [0.032223100604043, -0.012603967262038, -0.099219543576847, 0.29785779560528, 0.80373875180592,
        0.49761866763202, -0.029635527645999, -0.075765714789273]
sym5 = [0.019538882735287, -0.021101834024759, -0.17532808990845, 0.016602105764522, 0.63397896345821,
        0.72340769040242, 0.19939753397739, -0.039134249302383, 0.029519490925775, 0.027333068345078]
sym6 = [-0.0078007083250341, 0.0017677118642428, 0.044724901770666, -0.021060292512301, -0.072637522786463,
        0.33792942172762, 0.78764114103019, 0.49105594192675, -0.048311742585633, -0.11799011114819,
        0.0034907120842175, 0.015404109327027]
sym7 = [0.010268176708511, 0.0040102448715337, -0.10780823770382, -0.14004724044296, 0.28862963175151,
        0.76776431700316, 0.53610191709176, 0.017441255086856, -0.049552834937127, 0.067892693501373,
        0.030515513165964, -0.012636303403252, -0.0010473848886829, 0.0026818145682579]
sym8 = [0.0018899503327595, -0.00030292051472137, -0.014952258337048, 0.0038087520138906, 0.049137179673608,
        -0.027219029917056, -0.051945838107709, 0.36444189483533, 0.77718575170052, 0.48135965125837,
        -0.061273359067659, -0.14329423835081, 0.0076074873249176, 0.031695087811493, -0.00054213233179115,
        -0.0033824159510061]
sym14 = [4.4618977991475e-05, 1.9329016965524e-05, -0.00060576018246643, -7.3214213567024e-05, 0.0045326774719456,
         0.0010131419871842, -0.019439314263627, -0.0023650488367404, 0.069827616361808, 0.025898587531047,
         -0.15999741114652, -0.058111823317718, 0.47533576263421, 0.75997624196109, 0.39320152196209,
         -0.03531811211498, -0.057634498351327, 0.037433088362853, 0.0042805204990194, -0.029196217764038,
         -0.0027537747912241, 0.010037693717672, 0.00036647657366012, -0.0025794417259331, -6.2865424814776e-05,
         0.00039843567297594, 1.121086580889e-05, -2.5879090265398e-05]
all_wavelet_names = {"haar", "db1", "db2", "db3", "db4", "db5", "db6", "db7", "db8", "db9", "db10", "sym2", "sym3",
                     "sym4", "sym5", "sym6", "sym7", "sym8", "sym14"}

% The highpass filter that belongs to a scaling filter.
function g : vec = wavelet_highpass(h : vec)
  n = numel(h)
  g = zeros(n)
  for k = 0..n-1
    g[k] = (mod(k, 2) == 0 ? 1.0 : -1.0) * h[n-1-k]
  endfor
endfunction

% Whether the first dims dimensions of x, those of length 1 aside, can be halved as many times as there are scales.
function [] = check_wavelet_size(caller : string, x, scales : int, dims : int = 2)
  block = 2 ^ scales
  if scales < 0
    error(caller, ": the number of scales can't be negative")
  endif
  for d = 0..dims-1
    if size(x,d) > 1 && mod(size(x,d), block) != 0
      error(caller, ": a size of ", size(x,d), " is not divisible by 2^", scales, " = ", block)
    endif
  endfor
endfunction

% Whether b is what a transform of J scales gives.
function [] = check_scales(caller : string, b, J : int)
  if J < 0 || numel(b) != J + 1
    error(caller, ": a transform of ", J, " scales is a cell of ", J + 1, " elements, but this one has ", numel(b))
  endif
endfunction

% --- one scale along one dimension: both halves of the spectrum ---

% Along the columns of each row; the result has half as many columns.
function y = analyse_rows(x : cube'circular, h : vec'unchecked)
  y = uninit(size(x,0), int(size(x,1) / 2), size(x,2))
  taps = numel(h)
  for m = 0..size(y,0)-1
    for n = 0..size(y,1)-1
      for c = 0..size(y,2)-1
        total = 0.0
        for k = 0..taps-1
          total += h[k] * x[m, 2*n+k, c]
        endfor
        y[m,n,c] = total
      endfor
    endfor
  endfor
endfunction

% Down each column; the result has half as many rows.
function y = analyse_columns(x : cube'circular, h : vec'unchecked)
  y = uninit(int(size(x,0) / 2), size(x,1), size(x,2))
  taps = numel(h)
  for m = 0..size(y,0)-1
    for n = 0..size(y,1)-1
      for c = 0..size(y,2)-1
        total = 0.0
        for k = 0..taps-1
          total += h[k] * x[2*m+k, n, c]
        endfor
        y[m,n,c] = total
      endfor
    endfor
  endfor
endfunction

% Along the third dimension.
function y = analyse_slices(x : cube'circular, h : vec'unchecked)
  y = uninit(size(x,0), size(x,1), int(size(x,2) / 2))
  taps = numel(h)
  for m = 0..size(y,0)-1
    for n = 0..size(y,1)-1
      for c = 0..size(y,2)-1
        total = 0.0
        for k = 0..taps-1
          total += h[k] * x[m, n, 2*c+k]
        endfor
        y[m,n,c] = total
      endfor
    endfor
  endfor
endfunction

% The transpose of analyse for a lowpass and a highpass half: element i of the result collects the taps of the parity
% of i.
function y = synthesise_rows(low : cube'circular, high : cube'circular, h : vec'unchecked, g : vec'unchecked)
  y = uninit(size(low,0), 2 * size(low,1), size(low,2))
  half = int(numel(h) / 2)
  for m = 0..size(low,0)-1
    for n = 0..size(low,1)-1
      for c = 0..size(low,2)-1
        even = 0.0
        odd = 0.0
        for k = 0..half-1
          even += h[2*k] * low[m,n-k,c] + g[2*k] * high[m,n-k,c]
          odd += h[2*k+1] * low[m,n-k,c] + g[2*k+1] * high[m,n-k,c]
        endfor
        y[m,2*n,c] = even
        y[m,2*n+1,c] = odd
      endfor
    endfor
  endfor
endfunction

function y = synthesise_columns(low : cube'circular, high : cube'circular, h : vec'unchecked, g : vec'unchecked)
  y = uninit(2 * size(low,0), size(low,1), size(low,2))
  half = int(numel(h) / 2)
  for m = 0..size(low,0)-1
    for n = 0..size(low,1)-1
      for c = 0..size(low,2)-1
        even = 0.0
        odd = 0.0
        for k = 0..half-1
          even += h[2*k] * low[m-k,n,c] + g[2*k] * high[m-k,n,c]
          odd += h[2*k+1] * low[m-k,n,c] + g[2*k+1] * high[m-k,n,c]
        endfor
        y[2*m,n,c] = even
        y[2*m+1,n,c] = odd
      endfor
    endfor
  endfor
endfunction

function y = synthesise_slices(low : cube'circular, high : cube'circular, h : vec'unchecked, g : vec'unchecked)
  y = uninit(size(low,0), size(low,1), 2 * size(low,2))
  half = int(numel(h) / 2)
  for m = 0..size(low,0)-1
    for n = 0..size(low,1)-1
      for c = 0..size(low,2)-1
        even = 0.0
        odd = 0.0
        for k = 0..half-1
          even += h[2*k] * low[m,n,c-k] + g[2*k] * high[m,n,c-k]
          odd += h[2*k+1] * low[m,n,c-k] + g[2*k+1] * high[m,n,c-k]
        endfor
        y[m,n,2*c] = even
        y[m,n,2*c+1] = odd
      endfor
    endfor
  endfor
endfunction

% --- one dimension ---

% Function: dwt1d
% Wavelet transform of a vector.
%
% :function b = dwt1d(x : vec, w : vec, J : int)
%
% Returns: a cell of J+1 vectors; b[0] holds the finest details, b[J] the lowpass.
%
% Reference: S. Mallat, A Wavelet Tour of Signal Processing.
%
% Example:
% > b = dwt1d(x, db4, 3)
function b = dwt1d(x : vec, w : vec, J : int)
  check_wavelet_size("dwt1d", x, J)
  b = cell(J + 1)
  g = wavelet_highpass(w)
  low = x
  for j = 0..J-1
    b[j] = analyse_rows(low, g)[0,:,0]
    low = analyse_rows(low, w)[0,:,0]
  endfor
  b[J] = low
endfunction

% Function: idwt1d
% The inverse of dwt1d.
%
% :function x = idwt1d(b, w : vec, J : int)
function x = idwt1d(b, w : vec, J : int)
  check_scales("idwt1d", b, J)
  g = wavelet_highpass(w)
  x = b[J]
  for j = J-1..-1..0
    x = synthesise_rows(x, b[j], w, g)[0,:,0]
  endfor
endfunction

% --- two dimensions ---

% One scale of an image: lowpass and the three detail bands (high along the columns of a row, along the rows, both).
% Rows are filtered with row_filter, columns with column_filter.
function [low, details] = analyse_image(x, row_filter : vec, column_filter : vec)
  row_high = wavelet_highpass(row_filter)
  column_high = wavelet_highpass(column_filter)
  left = analyse_rows(x, row_filter)
  right = analyse_rows(x, row_high)
  low = analyse_columns(left, column_filter)
  details = {analyse_columns(right, column_filter), analyse_columns(left, column_high),
             analyse_columns(right, column_high)}
endfunction

function x = synthesise_image(low, details, row_filter : vec, column_filter : vec)
  row_high = wavelet_highpass(row_filter)
  column_high = wavelet_highpass(column_filter)
  left = synthesise_columns(low, details[1], column_filter, column_high)
  right = synthesise_columns(details[0], details[2], column_filter, column_high)
  x = synthesise_rows(left, right, row_filter, row_high)
endfunction

% Function: dwt2d
% Wavelet transform of an image; each channel alone.
%
% :function b = dwt2d(x, w : vec, J : int)
%
% Returns: a cell of J+1; b[j] holds the three detail bands of scale j (0 is the finest), b[J] the lowpass.
%
% Reference: S. Mallat, A Wavelet Tour of Signal Processing.
%
% Example:
% > b = dwt2d(im, db4, 3)
function b = dwt2d(x, w : vec, J : int)
  check_image("dwt2d", x)
  check_wavelet_size("dwt2d", x, J)
  b = cell(J + 1)
  low = x
  for j = 0..J-1
    [low, details] = analyse_image(low, w, w)
    b[j] = details
  endfor
  b[J] = low
endfunction

% Function: idwt2d
% The inverse of dwt2d.
%
% :function x = idwt2d(b, w : vec, J : int)
%
% Example:
% > x = idwt2d(b, db4, 3)
function x = idwt2d(b, w : vec, J : int)
  check_scales("idwt2d", b, J)
  x = b[J]
  for j = J-1..-1..0
    x = synthesise_image(x, b[j], w, w)
  endfor
endfunction
