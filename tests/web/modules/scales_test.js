// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

import { equal, isTrue, test } from './check.js';
import { valueAxis } from '/page/plots/plot.js';
import { decimalsFor, numberAxis, timeTicks } from '/page/base/scales.js';

const MIDNIGHT = Date.UTC(2023, 10, 14) / 1000;

test('an axis has round ticks around all values', () => {
  equal(numberAxis(0, 97, 4).ticks, [0, 50, 100]);
  equal(numberAxis(-3, 7, 5).ticks, [-4, -2, 0, 2, 4, 6, 8]);
});

test('an axis of bytes has powers of two', () => {
  equal(numberAxis(0, 100, 4, 2).ticks, [0, 32, 64, 96, 128]);
});

test('a fixed range is the axis, and only round ticks in it are shown', () => {
  const { low, high, ticks } = valueAxis({ low: 10, high: 95 }, '', 100, true);
  equal([low, high, ticks], [10, 95, [50]]);
  equal(valueAxis({ low: 10, high: 95 }, '', 100).low, 0);
});

test('an axis for one value has a length', () => {
  for (const value of [0, 5, -5, 1e18]) {
    const axis = numberAxis(value, value, 4);
    isTrue(axis.high > axis.low && axis.low <= value && axis.high >= value, value);
  }
});

test('ticks of time stand at round times of the zone', () => {
  const { step, ticks } = timeTicks(MIDNIGHT + 100, MIDNIGHT + 3700, 6, 'Asia/Kolkata');
  equal(step, 600);
  isTrue(
    ticks.every(({ time }) => (time + 19800) % 600 === 0),
    'round',
  );
  equal(ticks[0].text, '05:40');
});

test('a tick at midnight says which day it is', () => {
  const { ticks } = timeTicks(MIDNIGHT - 3600, MIDNIGHT + 3600, 4, 'UTC');
  const day = ticks.find(({ isDay }) => isDay);
  equal(day.text, 'Tue 14 Nov');
});

test('ticks stay at the hour when summer time ends', () => {
  const end = Date.UTC(2023, 9, 29, 1) / 1000;
  const { ticks } = timeTicks(end - 86400, end + 86400, 8, 'Europe/Berlin');
  isTrue(
    ticks.every(({ text }) => /^\d\d:00$|^[A-Z]/.test(text)),
    ticks.map(({ text }) => text).join(),
  );
});

test('windows of a microsecond and of a century have some ticks, not thousands', () => {
  for (const length of [1e-3, 1, 60, 86400, 3e7, 3e9]) {
    const { ticks } = timeTicks(MIDNIGHT, MIDNIGHT + length, 10, 'UTC');
    isTrue(ticks.length >= 2 && ticks.length <= 22, `${length}: ${ticks.length}`);
  }
});

test('decimals tell pixels apart', () => {
  equal([decimalsFor(10), decimalsFor(0.5), decimalsFor(0.01), decimalsFor(1e-9)], [0, 1, 2, 6]);
});
