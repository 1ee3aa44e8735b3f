// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Links of earlier versions, which this page reads: docs/stability.md.

import { isTrue, test } from './check.js';
import { readLink } from '/page/names/page_link.js';

/** Whether a view has all that is expected; new fields may come. */
function isWithin(expected, actual) {
  if (Array.isArray(expected))
    return (
      Array.isArray(actual) &&
      expected.length === actual.length &&
      expected.every((one, i) => isWithin(one, actual[i]))
    );
  if (expected === null || typeof expected !== 'object') return expected === actual;
  return (
    actual !== null &&
    typeof actual === 'object' &&
    Object.keys(expected).every((key) => isWithin(expected[key], actual[key]))
  );
}

test('links of earlier versions show the same', async () => {
  const samples = await (await fetch('/earlier')).json();
  isTrue(samples.length >= 4, 'enough links');
  for (const { link, view } of samples) isTrue(isWithin(view, readLink(`#${link}`)), link);
  isTrue(!isWithin({ a: [{ b: 1 }] }, { a: [{ b: 2 }] }), 'the comparison finds differences');
});
