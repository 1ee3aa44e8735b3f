// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

import { equal, test } from './check.js';
import { Catalogue } from '/page/data/catalogue.js';
import { makePanel } from '/page/names/groups.js';
import { isStacked } from '/page/names/panel_query.js';
import { readPanel, writePanel } from '/page/names/series_name.js';
import { edgeOf, stackOf } from '/page/plots/stack_plot.js';

const FRAME = { n: 4 };
const series = (...avg) => ({ label: 'a', avg: Float32Array.from(avg) });
const edges = (layers) => layers.map(({ low, avg }) => [low, avg]);

test('each layer of a stack lies on the one before', () => {
  const layers = stackOf(FRAME, [series(1, 2, 0, NaN), series(3, NaN, 0, NaN)], false);
  equal(edges(layers), [
    [
      [0, 0, 0, NaN],
      [1, 2, 0, NaN],
    ],
    [
      [1, 2, 0, NaN],
      [4, 2, 0, NaN],
    ],
  ]);
  equal(stackOf(FRAME, [], false), []);
});

test('parts of a sum end at one, and those of nothing at zero', () => {
  const layers = stackOf(FRAME, [series(1, 2, 0, NaN), series(3, NaN, 0, NaN)], true);
  equal(edges(layers)[1], [
    [0.25, 1, 0, NaN],
    [1, 1, 0, NaN],
  ]);
});

test('a layer of nothing has no edge', () => {
  const layers = stackOf(FRAME, [series(1, 0, 0, NaN), series(0, 2, 0, NaN)], false);
  equal(
    layers.map((layer) => edgeOf(layer).avg),
    [
      [1, NaN, NaN, NaN],
      [NaN, 2, NaN, NaN],
    ],
  );
});

test('a link says whether series stand on top of each other', () => {
  for (const stack of ['', 'sum', 'share']) {
    const panel = makePanel([{ metric: 'a.b', instance: null }], { stack });
    equal(readPanel(writePanel(panel)).stack, stack);
  }
  equal(readPanel('a.b,~toString').stack, '');
});

test('a few of many instances are no stack', () => {
  const known = (instances) =>
    new Catalogue([{ m: 'a.b', indom: '1.1', instances, type: 'double', semantics: 'instant' }]);
  const panel = makePanel([{ metric: 'a.b', instance: null }], { stack: 'sum' });
  equal([isStacked(panel, known(16)), isStacked(panel, known(17))], [true, false]);
  equal(isStacked({ ...panel, stack: '' }, known(2)), false);
});
