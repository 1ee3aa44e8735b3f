// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

import { equal, isTrue, test } from './check.js';
import { Catalogue, scoreOf } from '/page/data/catalogue.js';
import { defaultPanels, makePanel, titleOf } from '/page/names/groups.js';
import { rowsOf, sortRows, tablesOf } from '/page/drawer/moment_tables.js';
import { heatQuery, linesQuery, sharingKey, viewOf } from '/page/names/panel_query.js';
import { shortNames } from '/page/names/short_names.js';

const metric = (m, options = {}) => ({
  m,
  type: 'u64',
  semantics: 'counter',
  units: 'count',
  ...options,
});
const linux = new Catalogue([
  metric('kernel.all.cpu.user', { units: 'millisec' }),
  metric('kernel.all.cpu.sys', { units: 'millisec' }),
  metric('mem.util.used', { semantics: 'instant', units: 'Kbyte' }),
  metric('mem.freemem', { semantics: 'instant', units: 'Kbyte' }),
  metric('disk.dev.read', { indom: '60.1', instances: 3 }),
  metric('disk.dev.write', { indom: '60.1', instances: 3 }),
  metric('kernel.percpu.cpu.user', { indom: '60.0', instances: 64, units: 'millisec' }),
  metric('kernel.uname.release', { type: 'string' }),
]);
const ofMetric = (name, instance = null) => ({ metric: name, instance });

test('default panels are made of what exists', () => {
  const panels = defaultPanels(linux);
  equal(
    panels.map(({ title }) => title),
    ['CPU', 'Memory', 'Disk operations', 'Processors'],
  );
  equal(
    panels[1].series.map(({ metric: name }) => name),
    ['mem.util.used', 'mem.freemem'],
  );
});

// Guests run in user and nice time.  These are other ways to say the same.
const TWICE = /guest|vuser|vnice|intr$/;

test('all that processors do is in the picture', () => {
  const kinds = [
    ...['user', 'nice', 'sys', 'idle', 'wait.total', 'irq.soft', 'irq.hard', 'intr', 'steal'],
    ...['guest', 'guest_nice', 'vuser', 'vnice'],
  ];
  const names = kinds.flatMap((kind) => [`kernel.all.cpu.${kind}`, `kernel.percpu.cpu.${kind}`]);
  const machine = new Catalogue(
    [...names, 'kernel.all.load'].map((name) => metric(name, { units: 'millisec' })),
  );
  const done = names.filter((name) => !TWICE.test(name) && !name.endsWith('.idle')).sort();
  const shown = defaultPanels(machine)
    .filter(({ title }) => title !== 'Load')
    .flatMap(({ series }) => series.map(({ metric: name }) => name));
  equal(shown.sort(), done.filter((name) => name !== 'kernel.percpu.cpu.wait.total'));
  const [{ columns }] = tablesOf(machine);
  equal(
    columns.find(({ title }) => title === 'Busy').metrics.sort(),
    done.filter((name) => name.includes('percpu') && !name.includes('wait')),
  );
});

test('the sum of interrupts stands for its parts, where these are not known', () => {
  const columnOf = (title, ...kinds) =>
    tablesOf(new Catalogue(kinds.map((kind) => metric(`kernel.percpu.cpu.${kind}`))))[0]
      .columns.find((column) => column.title === title)
      .metrics.map((name) => name.replace('kernel.percpu.cpu.', ''));
  equal(columnOf('Interrupts', 'user', 'intr'), ['intr']);
  equal(columnOf('Busy', 'user', 'intr'), ['user', 'intr']);
  equal(columnOf('Interrupts', 'user', 'irq.soft', 'irq.hard', 'intr'), ['irq.soft', 'irq.hard']);
});

test('a heat map shows all that a processor does', () => {
  const kinds = ['user', 'nice', 'sys', 'irq.soft', 'irq.hard', 'steal'];
  const names = kinds.map((kind) => `kernel.percpu.cpu.${kind}`);
  const many = new Catalogue([
    ...names.map((name) => metric(name, { units: 'millisec', indom: '60.0', instances: 24 })),
    metric('disk.dev.read', { indom: '60.1', instances: 24 }),
    metric('disk.dev.level', { indom: '60.1', instances: 24, semantics: 'instant' }),
  ]);
  const processors = defaultPanels(many).find(({ title }) => title === 'Processors');
  const query = heatQuery(processors, many, 10, 1);
  equal([query.m, query.f], [names, 'avg']);
  const others = ['disk.dev.read', names[0], 'disk.dev.level'].map((name) => ofMetric(name));
  equal(heatQuery(makePanel(others), many, 10, 1).m, 'disk.dev.read');
  equal(heatQuery({ ...processors, raw: true }, many, 10, 1).m, names[0]);
});

test('a source that is no machine gets panels, too', () => {
  const other = new Catalogue([
    metric('toy.disk.reads'),
    metric('toy.disk.writes'),
    metric('toy.temperature', { semantics: 'instant', units: 'C' }),
    metric('toy.version', { type: 'string' }),
  ]);
  equal(
    defaultPanels(other).map(({ series }) => series.map(({ metric: name }) => name)),
    [['toy.disk.reads', 'toy.disk.writes'], ['toy.temperature']],
  );
  equal(defaultPanels(new Catalogue([])), []);
  const texts = new Catalogue([metric('toy.state', { type: 'string' })]);
  equal(
    defaultPanels(texts).map(({ series }) => series.map(({ metric: name }) => name)),
    [['toy.state']],
  );
});

test('words fit a text best at its beginning, then at those of its parts, then as letters', () => {
  const scores = ['view', 'theme', 'hem', 'viet'].map((word) => scoreOf('view dark view.theme', [word]));
  equal(scores.slice(0, 3), [60, 50, 30]);
  isTrue(scores[3] > 0 && scores[3] < 30);
  equal(scoreOf('view dark view.theme', ['dark', 'zebra']), 0);
  equal(scoreOf('view dark view.theme', []), 1);
});

test('counters of time are shares, and other counters have rates', () => {
  equal(linux.unitsOf('kernel.all.cpu.user', false), 'share');
  equal(linux.unitsOf('kernel.all.cpu.user', true), 'millisec');
  equal(linux.unitsOf('disk.dev.read', false), 'count / sec');
  equal(linux.unitsOf('mem.util.used', false), 'Kbyte');
});

test('many instances are a heat map with the largest above it', () => {
  const panel = makePanel([ofMetric('kernel.percpu.cpu.user')]);
  equal(viewOf(panel, linux), 'heat');
  equal(linesQuery(panel, linux).top, 5);
  equal(heatQuery(panel, linux, 1, NaN).m, 'kernel.percpu.cpu.user');
  equal(heatQuery({ ...panel, view: 'lines' }, linux, 1, NaN), null);
  equal(sharingKey(linesQuery(panel, linux)), null);
});

test('a filter is a part of a name, a glob or an expression', () => {
  const of = (filter) => linesQuery(makePanel([ofMetric('disk.dev.read')], { filter }), linux).i;
  equal([of(''), of('sd'), of('sd*'), of('/^sd/')], [null, '*sd*', 'sd*', '/^sd/']);
});

test('legends leave out what names have in common', () => {
  equal(shortNames([ofMetric('disk.all.read'), ofMetric('disk.all.write')]), ['read', 'write']);
  equal(shortNames([ofMetric('disk.dev.read', 'sda'), ofMetric('disk.dev.read', 'sdb')]), [
    'sda',
    'sdb',
  ]);
  equal(shortNames([ofMetric('a.in', 'x'), ofMetric('a.out', 'x')]), ['in x', 'out x']);
  equal(shortNames([ofMetric('mem.util.used'), ofMetric('swap.used'), ofMetric('x.y')]), [
    'util.used',
    'swap.used',
    'y',
  ]);
  equal(shortNames([ofMetric('single')]), ['single']);
});

test('panels of a kept layout get keys of this page', () => {
  const kept = makePanel([ofMetric('a')]);
  isTrue(makePanel(kept.series, kept).key > kept.key, 'another key');
});

test('titles are what names have in common', () => {
  equal(titleOf(makePanel([ofMetric('a.b.c'), ofMetric('a.b.d')])), 'a.b');
  equal(titleOf(makePanel([ofMetric('a'), ofMetric('b')])), 'a, …');
  equal(titleOf(makePanel([ofMetric('a', 'x')])), 'a[x]');
});

test('a table adds the metrics of a column, and leaves out what does not exist', () => {
  const known = new Catalogue([
    metric('proc.psinfo.utime'),
    metric('proc.psinfo.stime'),
    metric('proc.psinfo.sname', { type: 'string' }),
  ]);
  const [table] = tablesOf(known);
  equal(
    table.columns.map(({ title }) => title),
    ['CPU', 'State'],
  );
  const rows = rowsOf(table.columns, {
    indoms: { 3.9: { 1: 'a', 2: 'b' } },
    metrics: [
      {
        m: 'proc.psinfo.utime',
        indom: '3.9',
        values: [
          [1, 0.5],
          [2, 1],
        ],
      },
      { m: 'proc.psinfo.stime', indom: '3.9', values: [[1, 0.25]] },
      { m: 'proc.psinfo.sname', indom: '3.9', values: [[1, 'R']] },
    ],
  });
  equal(rows, [
    { instance: 'a', cells: [0.75, 'R'] },
    { instance: 'b', cells: [1, null] },
  ]);
  const alone = { indoms: {}, metrics: [{ m: 'proc.psinfo.utime', values: [[null, 1]] }] };
  equal(rowsOf(table.columns, alone), []); // a value of no instance
  equal(
    sortRows(rows, 0).map(({ instance }) => instance),
    ['b', 'a'],
  );
  equal(
    sortRows(rows, -1).map(({ instance }) => instance),
    ['a', 'b'],
  );
  isTrue(tablesOf(new Catalogue([])).length === 0);
});
