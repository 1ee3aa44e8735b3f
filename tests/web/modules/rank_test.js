// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

import { equal, isTrue, test } from './check.js';
import { comparisonOf } from '/page/drawer/rank_tab.js';

const ARCHIVE = { start: 1000, end: 2000 };

function compared(from, to, base) {
  const { from: start, to: end, base: other } = comparisonOf({ from, to }, base, ARCHIVE);
  return [start, end, other?.from, other?.to];
}

test('a window is compared with what was recorded before it', () => {
  equal(compared(1500, 1600, ''), [1500, 1600, 1400, 1500]);
  equal(compared(1500, 1900, ''), [1500, 1900, 1100, 1500]);
  equal(compared(1200, 1900, ''), [1200, 1900, 1000, 1200]);
  equal(compared(1500, 1600, 'rest'), [1500, 1600, 1000, 1500]);
  equal(compared(1500, 1600, 'half'), [1550, 1600, 1500, 1550]);
});

test('before the whole time there is nothing, so its halves are compared', () => {
  for (const base of ['', 'rest']) {
    for (const from of [900, 1000, 1020])
      equal(compared(from, 2100, base).slice(1, 2), [2000]);
    equal(compared(900, 2100, base), [1500, 2000, 1000, 1500]);
    isTrue(comparisonOf({ from: 900, to: 2100 }, base, ARCHIVE).said.includes('halves'));
  }
  equal(comparisonOf({ from: 1500, to: 1600 }, '', ARCHIVE).said, '');
});

test('what was not recorded is no base', () => {
  const { base, said } = comparisonOf({ from: 1500, to: 1600 }, '-1d', ARCHIVE);
  equal([base, said], [null, 'Nothing was recorded a day earlier.']);
  const empty = comparisonOf({ from: 999, to: 1001 }, '', { start: 1000, end: 1000 });
  equal([empty.base, empty.said], [null, 'Nothing was recorded before it.']);
});
