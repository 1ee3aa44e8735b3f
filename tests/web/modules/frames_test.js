// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

import { equal, isTrue, test } from './check.js';
import { BUCKETS, FrameReader, HEAT, readFrame } from '/page/data/frames.js';
import { FrameSet, latestPlace, nameSeries, placeOf, recordInterval, sortRows } from '/page/data/frame_set.js';
import { LiveHistory } from '/page/data/live_history.js';

function frameBytes({
  magic = BUCKETS,
  flags = 4,
  fields = ['avg'],
  n = 2,
  series = [{ m: 'a' }],
  numbers = [1, NaN],
  more = {},
}) {
  let text = JSON.stringify({ from: 0, to: 20, n, fields, series, ...more });
  while ((20 + new TextEncoder().encode(text).length) % 8 !== 0) text += ' ';
  const json = new TextEncoder().encode(text);
  const data =
    magic === HEAT
      ? Uint8Array.from(numbers)
      : flags & 1
        ? Float64Array.from(numbers)
        : Float32Array.from(numbers);
  const size = Math.ceil((20 + json.length + data.byteLength) / 8) * 8;
  const bytes = new Uint8Array(size);
  const head = new DataView(bytes.buffer);
  [...magic].forEach((letter, i) => head.setUint8(i, letter.charCodeAt(0)));
  head.setUint8(4, 1);
  head.setUint8(5, flags);
  head.setUint16(6, magic === HEAT ? 0 : fields.length, true);
  head.setUint32(8, n, true);
  head.setUint32(12, series.length, true);
  head.setUint32(16, json.length, true);
  bytes.set(json, 20);
  bytes.set(new Uint8Array(data.buffer), 20 + json.length);
  return bytes;
}

test('a frame gives each series its arrays', () => {
  const { frame, size } = readFrame(
    frameBytes({
      fields: ['min', 'avg'],
      series: [{ m: 'ä' }, { m: 'b', i: 'x' }],
      numbers: [1, 2, 3, 4, 5, 6, 7, 8],
    }),
    BUCKETS,
  );
  equal(frame.series[1].min, [5, 6]);
  equal(frame.series[0].avg, [3, 4]);
  isTrue(frame.isLast && size % 8 === 0, 'last');
});

test('frames of 64 bits and heat maps are read', () => {
  equal(readFrame(frameBytes({ flags: 5, numbers: [0.1, 2 ** 60] }), BUCKETS).frame.series[0].avg, [
    0.1,
    2 ** 60,
  ]);
  equal(
    readFrame(
      frameBytes({ magic: HEAT, fields: [], numbers: [0, 255], more: { rows: [{ i: 'a' }] } }),
      HEAT,
    ).frame.cells,
    [0, 255],
  );
});

test('a frame that is cut anywhere is not whole, and never an error', () => {
  const bytes = frameBytes({});
  for (let size = 0; size < bytes.length; size += 1)
    equal(readFrame(bytes.slice(0, size), BUCKETS), null);
});

test('pieces of any size become frames', () => {
  const one = frameBytes({ flags: 2 });
  const two = frameBytes({ numbers: [7, 8] });
  const all = new Uint8Array([...one, ...two]);
  for (const size of [1, 3, 8, 100, 1000]) {
    const reader = new FrameReader(BUCKETS);
    const frames = [];
    for (let at = 0; at < all.length; at += size)
      frames.push(...reader.add(all.slice(at, at + size)));
    equal(
      frames.map(({ isLast, isApproximate }) => [isLast, isApproximate]),
      [
        [false, true],
        [true, false],
      ],
    );
    equal(frames[1].series[0].avg, [7, 8]);
    isTrue(reader.isEmpty);
  }
});

test('other bytes are an error', () => {
  let message = '';
  try {
    readFrame(new TextEncoder().encode('{"message":"no such source","success":false}'), BUCKETS);
  } catch (error) {
    ({ message } = error);
  }
  equal(message, 'the server sent no frame');
});

test('the best frame covers the window and has a bucket for each pixel', () => {
  const set = new FrameSet();
  const make = (from, to, n) => ({ from, to, n, step: (to - from) / n, query: 'q', isLast: true });
  const whole = make(0, 1000, 100);
  const near = make(100, 200, 100);
  const half = make(150, 160, 100);
  [whole, near, half].forEach((frame) => set.add(frame));
  equal(set.best({ from: 110, to: 190 }, 1, 'q') === near, true);
  equal(set.best({ from: 0, to: 900 }, 10, 'q') === whole, true);
  equal(set.best({ from: 151, to: 159 }, 0.1, 'q') === half, true);
  equal(set.best({ from: 0, to: 900 }, 10, 'other'), null);
  isTrue(
    set.isExact({ from: 110, to: 190 }, 1, 'q') && !set.isExact({ from: 50, to: 190 }, 1, 'q'),
  );
});

test('the widest frame stays, however often one zooms', () => {
  const set = new FrameSet();
  const whole = { from: 0, to: 1e6, n: 10, step: 1e5, query: 'q', isLast: true };
  set.add(whole);
  for (let i = 1; i < 30; i += 1)
    set.add({ from: i, to: i + 10, n: 10, step: 1, query: 'q', isLast: true });
  equal(set.best({ from: 0, to: 1e6 }, 1e5, 'q') === whole, true);
});

test('series lose the scale of their units', () => {
  const frame = nameSeries(
    {
      from: 0,
      to: 2,
      n: 2,
      fields: ['avg', 'count'],
      series: [
        {
          m: 'a',
          i: 'x',
          rate: false,
          units: 'Kbyte',
          avg: Float32Array.of(1, 2),
          count: Float32Array.of(1, 1),
        },
      ],
    },
    'q',
  );
  equal(
    [
      frame.series[0].label,
      frame.series[0].units,
      [...frame.series[0].avg],
      [...frame.series[0].count],
    ],
    ['a[x]', 'byte', [1024, 2048], [1, 1]],
  );
  equal([placeOf(frame, -1), placeOf(frame, 1.5), placeOf(frame, 2)], [-1, 1, -1]);
});

test('what arrives is kept, in buckets like those of the server', () => {
  const history = new LiveHistory(1);
  for (let t = 0; t <= 4; t += 1) {
    history.add({
      t,
      indoms: { 60.1: { 0: 'sda' } },
      metrics: [{ m: 'a', indom: '60.1', rate: t > 0, units: 'Kbyte', values: [[0, t]] }],
    });
  }
  const frame = history.frame({ from: 0, to: 6, count: 12 }, ({ metric }) => metric === 'a', 5);
  const [series] = frame.series;
  equal([series.label, series.units], ['a[sda]', 'byte']);
  equal(series.avg, [NaN, NaN, 1024, 2048, 2048, 3072, 3072, 4096, 4096, NaN, NaN, NaN]);
  equal(series.count, [0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 0]);
});

test('the interval of records is that of the densest series', () => {
  const series = (count) => ({
    avg: Float32Array.of(1, 1, 1, 1, NaN),
    count: Float32Array.from(count),
  });
  equal(
    recordInterval({ n: 5, step: 2, series: [series([1, 0, 0, 1, 0]), series([1, 1, 1, 1, 0])] }),
    2,
  );
  equal(recordInterval({ n: 5, step: 2, series: [] }), NaN);
});

test('the latest value is known for an interval, also of records that are late', () => {
  const frame = { from: 0, n: 40, step: 0.1 };
  const series = { avg: Float32Array.from({ length: 40 }, (_, k) => (k <= 10 ? k : NaN)) };
  const at = (time) => latestPlace(frame, series, time, 0.93);
  equal([at(0.55), at(1.55), at(2.05)], [5, 10, 10]);
  equal(at(3.05), -1);
  equal(latestPlace(frame, series, 1.15, NaN), 10);
});

test('rows are sorted by name, with their cells', () => {
  const rows = [{ i: 'cpu10' }, { i: 'cpu2' }];
  const sorted = sortRows({ n: 2, rows, cells: Uint8Array.of(1, 2, 3, 4) });
  equal(
    [sorted.rows.map(({ i }) => i), sorted.cells],
    [
      ['cpu2', 'cpu10'],
      [3, 4, 1, 2],
    ],
  );
});
