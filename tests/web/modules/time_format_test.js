// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

import { equal, near, test } from './check.js';
import {
  clockText,
  dateText,
  fullText,
  isoText,
  lengthText,
  offsetText,
  parseLength,
  parseTime,
  zoneOffset,
} from '/page/base/time_format.js';

const NOON = Date.UTC(2023, 10, 14, 12, 0, 0) / 1000;
const around = { near: NOON, zone: 'UTC', start: NOON - 3600, end: NOON + 3600, now: NOON + 86400 };

test('a clock of a zone shows its own time', () => {
  equal(clockText(NOON, 'UTC'), '12:00:00');
  equal(clockText(NOON, 'Europe/Berlin'), '13:00:00');
  equal(clockText(NOON, 'Asia/Kolkata'), '17:30:00');
  equal(dateText(NOON, 'Pacific/Kiritimati'), '2023-11-15');
});

test('zones of POSIX count towards the west, and unknown zones are UTC', () => {
  equal(zoneOffset('EST5', NOON), -18000);
  equal(zoneOffset('XYZ-3', NOON), 10800);
  equal(zoneOffset('<+03>-3', NOON), 10800);
  equal(zoneOffset('No/Such', NOON), 0);
});

test('zones of POSIX have summers', () => {
  const berlin = 'CET-1CEST,M3.5.0,M10.5.0/3';
  for (const time of [0, 100, 200, 300].map((day) => NOON + day * 86400)) {
    equal(zoneOffset(berlin, time), zoneOffset('Europe/Berlin', time));
  }
  const end = Date.UTC(2023, 9, 29, 1) / 1000;
  equal([zoneOffset(berlin, end - 1), zoneOffset(berlin, end)], [7200, 3600]);
  const south = 'AEST-10AEDT,M10.1.0,M4.1.0/3';
  equal([zoneOffset(south, NOON), zoneOffset(south, NOON + 200 * 86400)], [39600, 36000]);
  equal(zoneOffset('XST5XDT', Date.UTC(2023, 6, 1) / 1000), -14400);
});

test('summer time begins and ends at its hour', () => {
  const end = Date.UTC(2023, 9, 29, 1, 0, 0) / 1000;
  equal(fullText(end - 1, 'Europe/Berlin'), '2023-10-29 02:59:59');
  equal(fullText(end, 'Europe/Berlin'), '2023-10-29 02:00:00');
});

test('decimals are cut, so that no time is shown that is still to come', () => {
  equal(clockText(NOON + 0.9999, 'UTC', 2), '12:00:00.99');
  equal(clockText(NOON + 0.25, 'UTC', 6), '12:00:00.250000');
});

test('years before 1970 and after 2038 have their names', () => {
  equal(fullText(-1, 'UTC'), '1969-12-31 23:59:59');
  equal(dateText(4102444800, 'Europe/Berlin'), '2100-01-01');
});

test('offsets are named', () => {
  equal(offsetText(NOON, 'UTC'), 'UTC');
  equal(offsetText(NOON, 'Asia/Kolkata'), 'UTC+05:30');
  equal(offsetText(NOON, 'America/New_York'), 'UTC−05:00');
});

test('times for commands are in UTC and have microseconds if they need them', () => {
  equal(isoText(NOON), '2023-11-14T12:00:00Z');
  equal(isoText(NOON + 0.25), '2023-11-14T12:00:00.250000Z');
  equal(isoText(NOON + 0.9999999), '2023-11-14T12:00:01Z');
});

test('lengths have two parts', () => {
  equal(lengthText(7500), '2h 5m');
  equal(lengthText(0.35), '350 ms');
  equal(lengthText(-86400), '−1d');
  equal(lengthText(59.5), '59.5 s');
  equal(lengthText(14 * 86400), '2w');
});

test('lengths are read, and other texts are none', () => {
  equal(parseLength('-10m'), -600);
  equal(parseLength('1h30m'), 5400);
  equal(parseLength('250ms'), 0.25);
  equal(parseLength('1.5d'), 129600);
  equal(parseLength('10'), null);
  equal(parseLength('m'), null);
});

test('times are read in all their forms', () => {
  equal(parseTime('14:30', around), NOON + 9000);
  equal(parseTime('14:30:05.5', around), NOON + 9005.5);
  equal(parseTime('-10m', around), NOON - 600);
  equal(parseTime('start+1m', around), NOON - 3540);
  equal(parseTime('now', around), NOON + 86400);
  equal(parseTime('END', around), NOON + 3600);
  equal(parseTime('@1700000000', around), 1700000000);
  equal(parseTime('2023-11-14T12:00:00Z', around), NOON);
  equal(parseTime('2023-11-14 14:00:00+02:00', around), NOON);
  near(parseTime('2023-11-14 12:00:00.125', around), NOON + 0.125);
  equal(parseTime('tomorrow', around), null);
  equal(parseTime('99:99', around), null);
  equal(parseTime('', around), null);
});

test('a time of day is that of the zone', () => {
  equal(parseTime('13:00', { ...around, zone: 'Europe/Berlin' }), NOON);
  equal(
    parseTime('2023-07-01 14:00', { ...around, zone: 'Europe/Berlin' }),
    Date.UTC(2023, 6, 1, 12) / 1000,
  );
});
