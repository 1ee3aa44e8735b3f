// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

import { equal, test } from './check.js';
import { keyName, keyText } from '/page/base/commands.js';
import { cutCommand, framesAsCsv, replayCommand } from '/page/actions/export.js';
import { Store } from '/page/base/store.js';

test('a table has a row for each bucket of the window, and no formula', () => {
  const csv = framesAsCsv(
    {
      from: 0,
      to: 30,
      n: 3,
      step: 10,
      series: [
        {
          label: '=cmd|x[a,"b"]',
          units: 'byte',
          avg: [1, 2, NaN],
          min: [0.5, 2, NaN],
          max: [1.5, 2, NaN],
        },
      ],
    },
    { from: 5, to: 25 },
  );
  const rows = csv.split('\r\n');
  equal(rows[0].startsWith('time,"\'=cmd|x[a,""b""] avg (byte)"'), true);
  equal(rows.slice(1), [
    '1970-01-01T00:00:00Z,1,0.5,1.5',
    '1970-01-01T00:00:10Z,2,2,2',
    '1970-01-01T00:00:20Z,,,',
    '',
  ]);
});

test('names in commands are words of a shell', () => {
  const view = {
    source: "archive:it's",
    window: { from: 0, to: 60 },
    panels: [{ series: [{ metric: 'a.b', instance: '$(reboot)' }] }],
  };
  equal(
    replayCommand(view),
    "fdr replay 'it'\\''s' 'a.b[$(reboot)]' -S 1970-01-01T00:00:00Z -T 1970-01-01T00:01:00Z",
  );
  equal(
    cutCommand({ source: 'archive:vm', window: { from: 0, to: 1.5 } }),
    'fdr record --from vm -t 1s incident -S 1970-01-01T00:00:00Z -T 1970-01-01T00:00:01.500000Z',
  );
});

test('keys have names', () => {
  const key = (name, options = {}) =>
    keyName({
      key: name,
      ctrlKey: false,
      shiftKey: false,
      altKey: false,
      metaKey: false,
      ...options,
    });
  equal(
    [
      key('a'),
      key('?', { shiftKey: true }),
      key('ArrowLeft', { shiftKey: true }),
      key('P', { shiftKey: true, ctrlKey: true }),
      key('ArrowRight', { ctrlKey: true }),
    ],
    ['a', '?', 'Shift+ArrowLeft', 'Ctrl+Shift+p', 'Ctrl+ArrowRight'],
  );
  equal([keyText('Shift+ArrowLeft'), keyText(' '), keyText('+')], ['Shift ←', 'Space', '+']);
});

test('a store calls who has asked, once for each change', () => {
  const store = new Store({ a: 1, b: 2 });
  const seen = [];
  store.on(['a'], ({ a, b }) => seen.push([a, b]));
  store.set({ a: 1 });
  store.set({ a: 5, b: 6 });
  store.set({ b: 7 });
  equal(seen, [[5, 6]]);
});

test('a listener may change the store', () => {
  const store = new Store({ a: 0, b: 0 });
  store.on(['a'], ({ a }) => store.set({ b: a * 2 }));
  const seen = [];
  store.on(['b'], ({ b }) => seen.push(b));
  store.set({ a: 4 });
  equal(seen, [8]);
});
