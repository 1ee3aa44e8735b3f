// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

import { equal, test } from './check.js';
import { SHARE, baseUnits, digits, scaleFor, unitsOfSeries, valueText } from '/page/base/units.js';

test('space is scaled by 1024, from the scale that it has', () => {
  equal(valueText(2048, 'byte'), '2 KiB');
  equal(valueText(1536, 'Kbyte'), '1.5 MiB');
  equal(valueText(3.5, 'Mbyte / sec'), '3.5 MiB/s');
});

test('counts are scaled by 1000, and whole ones keep their digits', () => {
  equal(valueText(12345, 'count'), '12,345');
  equal(valueText(12345.6, 'count / sec'), '12.3 k/s');
  equal(valueText(2.5e9, 'count / sec'), '2.5 G/s');
  equal(valueText(3, 'count x 10^3'), '3');
});

test('times are scaled by the clock, and shares of time are percent', () => {
  equal(valueText(1500, 'millisec'), '1.5 s');
  equal(valueText(90, 'sec'), '1.5 min');
  equal(valueText(0.35, SHARE), '35 %');
  equal(valueText(350, 'millisec / sec'), '35 %');
});

test('no value, infinity and texts', () => {
  equal(valueText(null, 'byte'), '–');
  equal(valueText(NaN, 'byte'), '–');
  equal(valueText('6.1.0', ''), '6.1.0');
  equal(digits(Infinity), '–');
});

test('digits have no exponent until one is needed', () => {
  equal(digits(0.1 + 0.2), '0.3');
  equal(digits(1234.5), '1235');
  equal(digits(-0.5), '−0.5');
  equal(digits(1.5e-7), '1.50e−7');
  equal(digits(2 ** 63), '9.22e+18');
});

test('unknown units stay as they are', () => {
  equal(valueText(5, 'degrees C'), '5 degrees C');
  equal(valueText(2000, 'byte / count'), '1.95 KiB/count');
});

test('series of one kind get one unit', () => {
  equal(baseUnits('Kbyte / sec'), { factor: 1024, units: 'byte / sec' });
  equal(baseUnits('millisec'), { factor: 0.001, units: 'sec' });
  equal(baseUnits('byte'), { factor: 1, units: 'byte' });
  equal(baseUnits(SHARE), { factor: 1, units: SHARE });
});

test('a rate without units is a share of time', () => {
  equal(unitsOfSeries({ rate: true, units: '' }), SHARE);
  equal(unitsOfSeries({ rate: false, units: '' }), '');
});

test('an axis has the scale of its largest value', () => {
  equal(scaleFor(5e6, 'byte').name, 'MiB');
  equal(scaleFor(0, 'sec').name, 's');
  equal(scaleFor(0, SHARE).name, '%');
});
