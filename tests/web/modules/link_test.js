// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

import { equal, isTrue, test } from './check.js';
import { readLink, writeLink } from '/page/names/page_link.js';
import { readPanel, writePanel } from '/page/names/series_name.js';

const VIEW = {
  source: 'archive:vm',
  playhead: 1700012345.5,
  window: { from: 1700010000, to: 1700013600 },
  selection: null,
  compare: null,
  isLive: false,
  zone: 'host',
  drawer: '',
  panels: null,
};
const panel = (series, options = {}) => ({
  title: '',
  series,
  raw: false,
  view: 'auto',
  scale: null,
  stack: '',
  whole: '',
  nonzero: false,
  pinned: false,
  filter: '',
  order: 'name',
  ...options,
});

test('a link says what is shown, and is read again', () => {
  const text = writeLink(VIEW);
  equal(text, 'v=1&s=archive%3Avm&t=1700012345.5&w=1700010000,1700013600');
  const { source, playhead, window } = readLink(`#${text}`);
  equal(
    { source, playhead, window },
    { source: VIEW.source, playhead: VIEW.playhead, window: VIEW.window },
  );
});

test('every name survives a link', () => {
  for (const name of [
    'a,b',
    'x]y[z',
    '~raw',
    '100%',
    'a;b:c',
    '<img src=x onerror=alert(1)>',
    '\u202Eevil',
    '😀',
    ' ',
    '&s=other#x',
    '{device_type == "block" && rack =~ "^[AB],~raw;x"}',
    '\uD800',
  ]) {
    const one = panel([{ metric: 'disk.dev.read', instance: name }], { title: name, filter: name });
    const read = readPanel(writePanel(one));
    const kept = name === '\uD800' ? '\uFFFD' : name;
    equal([read.series[0].instance, read.title, read.filter], [kept, kept, kept]);
    const link = writeLink({ ...VIEW, panels: [one] });
    equal(readLink(link).panels[0].series[0].instance, kept);
  }
});

test('options of a panel survive a link', () => {
  const one = panel(
    [
      { metric: 'a.b', instance: null },
      { metric: 'c', instance: '' },
    ],
    { raw: true, view: 'heat', stack: 'share', pinned: true, order: 'peak' },
  );
  equal(readPanel(writePanel(one)), one);
  for (const scale of [
    null,
    { low: 0, high: 100 },
    { low: -0.5, high: 1e21 },
    { low: 1e9, high: 2e9 },
  ])
    equal(readPanel(writePanel({ ...one, scale })).scale, scale);
  for (const text of ['5..1', '1', '1..1', 'a..b', '0..1e999', '1e20..100000000000000016384', ''])
    equal(readPanel(`a.b,~y.${text}`).scale, null);
});

test('what is compared with survives a link', () => {
  for (const compare of [
    { source: null, shift: -86400 },
    { source: 'archive:b', shift: 0 },
    { source: 'b', shift: 3600 },
  ]) {
    equal(readLink(writeLink({ ...VIEW, compare })).compare, compare);
  }
  equal(readLink('c=-1d').compare, { source: null, shift: -86400 });
});

test('a link that makes no sense is ignored in parts', () => {
  equal(readLink('#v=1&t=abc&w=5,4&x=1&c=,&m=;;&z=utc'), { zone: 'utc' });
  equal(readLink(''), {});
  equal(readLink('#%%%'), {});
  isTrue(!('playhead' in readLink('t=')), 'no playhead');
});
