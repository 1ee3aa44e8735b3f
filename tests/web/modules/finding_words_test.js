// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

import { equal, test } from './check.js';
import { placeIn, whatText, whenText, whoText, windowOf } from '/page/names/finding_words.js';

const NOON = 1763985600; // 2025-11-24 12:00:00 UTC
const DAY = { start: NOON, end: NOON + 3600 };
const DAYS = { start: NOON - 86400, end: NOON + 86400 };

test('a stretch has dates if the recording has several', () => {
  equal(whenText({ start: NOON, end: NOON + 27 }, DAY, 'UTC'), '12:00:00 to 12:00:27');
  equal(whenText({ start: NOON, end: NOON + 27 }, DAYS, 'UTC'), '2025-11-24 12:00:00 to 12:00:27');
  equal(
    whenText({ start: NOON, end: NOON + 43200 }, DAYS, 'UTC'),
    '2025-11-24 12:00:00 to 2025-11-25 00:00:00',
  );
  equal(whenText({ start: NOON, end: NOON + 27 }, DAY, 'Asia/Tokyo'), '21:00:00 to 21:00:27');
});

test('a sentence begins with a large letter, and ends with a stop', () => {
  equal(whatText({ evidence: [{ sentence: 'the disk vda was busy' }] }), 'The disk vda was busy.');
  equal(whatText({ evidence: [] }), '');
});

test('culprits have names, as far as these are known', () => {
  const culprits = [
    { program: 'bash', user: 'news' },
    { program: '', user: '' },
    { program: 'tar', user: '' },
  ];
  equal(whoText({ culprits }), 'bash of user news, a process, tar');
  equal(whoText({ culprits: [] }), '');
});

test('a finding is the same if it begins at the same time, with the same cause', () => {
  const findings = [
    { start: 1000, cause: 'cpu' },
    { start: 1000, cause: 'disk' },
  ];
  equal(placeIn(findings, { start: 1000, end: 1100, cause: 'disk' }), 1);
  equal(placeIn(findings, { start: 1001, end: 1100, cause: 'disk' }), null);
  equal(placeIn(findings, undefined), null);
});

test('a window shows a stretch and what was around it', () => {
  equal(windowOf({ start: 1000, end: 1100 }), { from: 950, to: 1150 });
  equal(windowOf({ start: 1000, end: 1000 }), { from: 990, to: 1010 });
});
