// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the first charts make of the values: parts of a whole, what is zero, and what is critical.

import { equal, isTrue, test } from './check.js';
import { Catalogue } from '/page/data/catalogue.js';
import { criticalBuckets, criticalSeries, RULES } from '/page/data/critical.js';
import { shapedFrame, shapedValues } from '/page/data/panel_values.js';
import { ZeroSeries } from '/page/data/zero_series.js';
import { panelCommands } from '/page/actions/panel_commands.js';
import { splitPanel } from '/page/actions/finder.js';
import { defaultPanels, makePanel } from '/page/names/groups.js';
import { linesQuery } from '/page/names/panel_query.js';
import { readPanel, writePanel } from '/page/names/series_name.js';

const plain = (metric) => ({ metric, instance: null });

function seriesOf(metric, avg, units, instance = null) {
  const [min, max] = [avg, avg];
  const label = instance === null ? metric : `${metric}[${instance}]`;
  return { metric, instance, label, units, min, max, avg: Float32Array.from(avg) };
}

const frameOf = (...series) => ({ n: series[0].avg.length, series });
const means = ({ series }) => Object.fromEntries(series.map(({ label, avg }) => [label, [...avg]]));
const known = (m, units, semantics = 'instant') => ({ m, units, semantics, type: 'u64' });

test('all processors are 100 %, also where their number is recorded once', () => {
  const panel = makePanel([plain('cpu.user')], { whole: 'hinv.ncpu' });
  const frame = frameOf(
    seriesOf('cpu.user', [1, 2, NaN], 'share'),
    seriesOf('hinv.ncpu', [NaN, 4, NaN], ''),
  );
  const shaped = shapedFrame(panel, frame);
  equal(means(shaped), { 'cpu.user': [0.25, 0.5, NaN] });
  isTrue(shaped.isOfWhole && shaped.whole === null);
  equal(shaped.series[0].formula, 'cpu.user / hinv.ncpu');
  const values = new Map([
    ['cpu.user', 3],
    ['hinv.ncpu', 4],
  ]);
  equal(shapedValues(panel, shaped, values).get('cpu.user'), 0.75);
  equal(linesQuery(panel, new Catalogue([])).m, ['cpu.user', 'hinv.ncpu']);
});

test('numbers have a line at the whole, and a source without it has none', () => {
  const panel = makePanel([plain('load')], { whole: 'hinv.ncpu' });
  const load = seriesOf('load', [1, 9], '');
  const shaped = shapedFrame(panel, frameOf(load, seriesOf('hinv.ncpu', [2, NaN], '')));
  equal(means(shaped), { load: [1, 9] });
  equal([...(shaped.whole?.avg ?? [])], [2, 2]);
  equal(shapedFrame(panel, frameOf(load)).whole, null);
});

test('of parts, each series is without the next one', () => {
  const panel = makePanel(['all', 'available', 'free'].map(plain), { stack: 'parts' });
  const shaped = shapedFrame(
    panel,
    frameOf(
      seriesOf('all', [8, NaN, NaN], 'byte'),
      seriesOf('available', [5, 4, NaN], 'byte'),
      seriesOf('free', [2, 1, NaN], 'byte'),
    ),
  );
  equal(means(shaped), { all: [3, 4, NaN], available: [3, 3, NaN], free: [2, 1, NaN] });
  equal(
    shaped.series.map(({ formula }) => formula),
    ['all - available', 'available - free', undefined],
  );
  const values = new Map(Object.entries({ all: 8, available: 5, free: 1 }));
  equal([...shapedValues(panel, shaped, values).values()], [3, 4, 1]);
});

test('a part without the next one is not known, and what has other units is no part', () => {
  const panel = makePanel(['all', 'available', 'load'].map(plain), { stack: 'parts' });
  const [all, available, load] = [['all', 8], ['available', 5], ['load', 2]].map(([metric, value]) =>
    seriesOf(metric, [value], metric === 'load' ? '' : 'byte'),
  );
  equal(means(shapedFrame(panel, frameOf(all, available, load))), { all: [3], available: [5], load: [2] });
  const shaped = shapedFrame(panel, frameOf(all, load));
  equal(means(shaped), { load: [2] });
  equal([...shapedValues(panel, shaped, new Map(Object.entries({ all: 8, load: 2 })))], [['load', 2]]);
});

test('parts stay on top of each other, and with other series they are none', () => {
  const series = ['all', 'free'].map((metric) => ({ ...plain(metric), name: `${metric} of it` }));
  let panel = makePanel(series, { stack: 'parts' });
  const catalogue = new Catalogue([]);
  const said = [];
  const change = (_, changes) => {
    panel = { ...panel, ...changes };
  };
  const app = { state: { panels: [panel], catalogue }, say: (text) => said.push(text), changePanel: change };
  const run = (wanted, args = {}) =>
    panelCommands(app, {}).find(({ id }) => id === wanted)?.run({ panel: panel.key, ...args });
  run('panel.stack');
  run('panel.stack', { stack: 'sum' });
  equal([panel.stack, said.length], ['parts', 2]);
  equal(
    splitPanel(panel).map((one) => [one.stack, one.series]),
    [
      ['', [plain('all')]],
      ['', [plain('free')]],
    ],
  );
  run('panel.join', { series: [plain('dirty')] });
  equal([panel.stack, panel.series], ['', ['all', 'free', 'dirty'].map(plain)]);
});

test('what was once not zero stays, while the source is the same', () => {
  const zeros = new ZeroSeries();
  const [zero, once, nothing] = [[0, 0], [0, 1], [NaN, NaN]].map((avg) => seriesOf('m', avg, ''));
  const has = (...list) => list.map((series) => zeros.has(series, 'web1'));
  equal(has(zero, nothing, zero), [true, false, true]);
  equal(has(once, nothing, zero), [false, false, false]);
  equal(zeros.has(zero, 'web2'), true);
});

test('processors are critical together, and disks one by one', () => {
  const frame = frameOf(
    seriesOf('kernel.all.cpu.user', [1.3, 1.1], 'share'),
    seriesOf('kernel.all.cpu.sys', [0.5, 0.5], 'share'),
    seriesOf('kernel.all.cpu.wait.total', [0.2, 0.4], 'share'),
    seriesOf('hinv.ncpu', [NaN, 2], ''),
  );
  equal(criticalBuckets(frame), [true, false]);
  equal([...criticalSeries(frame.series, ({ avg, label }) => (label === 'hinv.ncpu' ? 2 : avg[0]))], [
    'kernel.all.cpu.user',
  ]);
  const disks = frameOf(
    seriesOf('disk.dev.avactive', [0.69, 0.75], 'share', 'sda'),
    seriesOf('disk.dev.avactive', [0.1, 0.1], 'share', 'sdb'),
  );
  equal(criticalBuckets(disks), [false, true]);
  equal([...criticalSeries(disks.series, ({ avg }) => avg[1])], ['disk.dev.avactive[sda]']);
});

test('interrupts count once', () => {
  const cpu = (kind, value) => seriesOf(`kernel.all.cpu.${kind}`, [value], 'share');
  const count = seriesOf('hinv.ncpu', [1], '');
  const kinds = [cpu('irq.soft', 0.2), cpu('irq.hard', 0.3)];
  equal(criticalBuckets(frameOf(...kinds, cpu('intr', 0.5), count)), [false]);
  equal(criticalBuckets(frameOf(...kinds, cpu('user', 0.4), count)), [true]);
  const machine = new Catalogue(
    ['user', 'irq.hard', 'intr'].map((kind) => known(`kernel.all.cpu.${kind}`, 'millisec', 'counter')),
  );
  equal(
    defaultPanels(machine)[0].series.map(({ metric }) => metric),
    ['kernel.all.cpu.user', 'kernel.all.cpu.intr'],
  );
});

test('little memory is critical, and without the whole nothing is said', () => {
  const left = seriesOf('mem.util.available', [11, 9], 'byte');
  equal(criticalBuckets(frameOf(left, seriesOf('mem.physmem', [100, NaN], 'byte'))), [false, true]);
  equal(criticalBuckets(frameOf(left)), []);
  const memory = [left, seriesOf('mem.physmem', [100, 100], 'byte')];
  const marked = (...parts) => [...criticalSeries(memory, ({ avg }) => avg[1], ...parts)];
  equal([marked(), marked(true)], [['mem.util.available'], ['mem.physmem']]);
});

test('the limits are those of the sources', async () => {
  const text = await (await fetch('/why/high_values.h')).text();
  // The limit of the load is a line in its chart.
  const { kLoad, ...limits } = Object.fromEntries(
    [...text.matchAll(/ (k\w+) = ([\d.]+)/g)].map(([, name, number]) => [name, Number(number)]),
  );
  equal(kLoad, 1);
  const limitOf = (metric) => {
    const rule = RULES.find(({ each, sum }) => each === metric || sum?.includes(metric));
    return rule?.least ?? rule?.below;
  };
  const pressure = (what) => limitOf(`kernel.all.pressure.${what}.some.total`);
  equal(limits, {
    kProcessorsFull: limitOf('kernel.all.cpu.user'),
    kFileSystemFull: Number(limitOf('filesys.full')) / 100,
    kLittleMemoryLeft: limitOf('mem.util.available'),
    kDiskBusy: limitOf('disk.dev.avactive'),
    kWaitingForProcessor: pressure('cpu'),
    kWaitingForDisk: pressure('io'),
    kWaitingForMemory: pressure('memory'),
  });
  equal(RULES.length, Object.keys(limits).length);
});

test('the first charts are those of a machine', () => {
  const time = (m) => known(m, 'millisec', 'counter');
  const machine = new Catalogue([
    ...['user', 'sys', 'wait.total', 'steal'].map((kind) => time(`kernel.all.cpu.${kind}`)),
    known('hinv.ncpu', '', 'discrete'),
    known('kernel.all.load', ''),
    ...['cpu', 'io', 'memory'].map((what) => time(`kernel.all.pressure.${what}.some.total`)),
    ...['physmem', 'util.available', 'util.free'].map((part) => known(`mem.${part}`, 'Kbyte')),
    time('disk.dev.avactive'),
    known('network.interface.in.bytes', 'byte', 'counter'),
  ]);
  const panels = defaultPanels(machine);
  equal(
    panels.map(({ title, stack, whole, scale }) => [title, stack, whole, scale?.high ?? null]),
    [
      ['CPU', 'sum', 'hinv.ncpu', null],
      ['Load', '', 'hinv.ncpu', null],
      ['Pressure', '', '', 1],
      ['Memory', 'parts', '', null],
      ['Disk busy', '', '', 1],
      ['Network', '', '', null],
    ],
  );
  const [cpu] = panels;
  const read = readPanel(writePanel(cpu));
  equal([read?.whole, read?.nonzero, read?.series[0].name], ['hinv.ncpu', true, 'user']);
});

test('an old recording has what it knows', () => {
  const old = new Catalogue([
    known('kernel.all.cpu.user', 'millisec', 'counter'),
    known('mem.util.used', 'Kbyte'),
    known('mem.util.free', 'Kbyte'),
    known('mem.physmem', 'Kbyte'),
    known('kernel.all.load', ''),
  ]);
  equal(
    defaultPanels(old).map(({ title, whole, series }) => [title, whole, series.length]),
    [
      ['CPU', '', 1],
      ['Load', '', 1],
      ['Memory', 'mem.physmem', 2],
    ],
  );
});
