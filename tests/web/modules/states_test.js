// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

import { equal, isTrue, test } from './check.js';
import { Catalogue } from '/page/data/catalogue.js';
import { stateStyle } from '/page/plots/colours.js';
import { statesAsCsv } from '/page/actions/export.js';
import { LiveStates } from '/page/data/live_states.js';
import { statesQuery, viewOf } from '/page/names/panel_query.js';
import {
  isTextPanel,
  runAt,
  runText,
  sinceText,
  stateRows,
  statesFrame,
} from '/page/names/states.js';

const ANSWER = {
  from: 1000,
  to: 1100,
  series: [
    {
      m: 'unit.state',
      i: 'web',
      id: 1,
      runs: [
        [1000, 1020, 'active'],
        [1020, 1030, null, 7],
        [1050, 1060, ''],
        [1100, 1100, 'last'],
      ],
    },
    { m: 'unit.message', runs: [[1010, 1100, '=1+1']] },
  ],
};
const panelOf = (...names) => ({
  series: names.map((metric) => ({ metric, instance: null })),
  view: 'auto',
  filter: '',
});
const catalogue = new Catalogue([
  { m: 'unit.state', type: 'string', indom: '60.1', instances: 40 },
  { m: 'unit.message', type: 'string' },
  { m: 'unit.memory', type: 'u64' },
]);

test('a run is found at its times', () => {
  const { runs } = statesFrame(ANSWER, 'key', 50).series[0];
  const at = (time) => runAt(runs, time) && runText(runAt(runs, time));
  equal([999, 1000, 1019, 1020].map(at), [null, 'active', 'active', '7 changes']);
  equal([1030, 1040].map(at), ['7 changes', null]);
  equal([1055, 1061, 1100, 1101].map(at), ['(empty)', null, 'last', null]);
  equal(runAt([], 1000), null);
});

test('what was before a frame is not known', () => {
  const frame = statesFrame(ANSWER, 'key', 50);
  const [{ runs }, message] = frame.series;
  equal(sinceText(runs[0], frame, 'UTC', 0), 'active since before 00:16:40');
  equal(sinceText(message.runs[0], frame, 'UTC', 1), '=1+1 since 00:16:50.0');
  equal(frame.step, 2);
});

test('rows are in the order of the panel', () => {
  const rows = stateRows(statesFrame(ANSWER, 'key', 50), panelOf('unit.message', 'unit.state'));
  equal(
    rows.map(({ label, name }) => [label, name]),
    [
      ['unit.message', 'message'],
      ['unit.state[web]', 'state web'],
    ],
  );
  equal(stateRows(null, panelOf('unit.message')), []);
  const chosen = [
    { metric: 'unit.state', instance: 'web', name: 'State of %i' },
    { metric: 'unit.message', instance: null },
  ];
  equal(
    stateRows(statesFrame(ANSWER, 'key', 50), { series: chosen }).map(({ name }) => name),
    ['State of web', 'message'],
  );
});

test('panels of texts alone are lines of states', () => {
  isTrue(isTextPanel(panelOf('unit.state', 'unit.message'), catalogue));
  isTrue(!isTextPanel(panelOf('unit.state', 'unit.memory'), catalogue));
  isTrue(!isTextPanel(panelOf('no.such'), catalogue));
  equal(viewOf(panelOf('unit.state'), catalogue), 'states');
  equal(viewOf({ ...panelOf('unit.state'), view: 'heat' }, catalogue), 'states');
  equal(viewOf({ ...panelOf('unit.state'), view: 'table' }, catalogue), 'table');
  const filter = '{tier == "front"}';
  equal(statesQuery({ ...panelOf('unit.state'), filter }), { m: ['unit.state'], i: filter });
});

test('a text always looks the same, and differs by more than colour', () => {
  equal(stateStyle('active'), stateStyle('active'));
  const looks = new Set();
  for (let i = 0; i < 300; i += 1) looks.add(JSON.stringify(stateStyle(`state ${i}`)));
  equal(looks.size, 32);
});

test('a table of runs is harmless in a spreadsheet', () => {
  const table = statesAsCsv(statesFrame(ANSWER, 'key', 50), { from: 1040, to: 1200 });
  equal(table.split('\r\n').slice(0, 4), [
    'series,from,to,text,changes',
    'unit.state[web],1970-01-01T00:17:30Z,1970-01-01T00:17:40Z,,1',
    'unit.state[web],1970-01-01T00:18:20Z,1970-01-01T00:18:20Z,last,1',
    "unit.message,1970-01-01T00:16:50Z,1970-01-01T00:18:20Z,'=1+1,1",
  ]);
});

test('texts of a live source become runs', () => {
  const texts = new LiveStates(3);
  for (const [time, text] of [
    [1, 'a'],
    [2, 'a'],
    [3, 'b'],
    [9, 'b'],
  ])
    texts.keep({ metric: 's', instance: null }, time, text);
  equal(texts.answer({ from: 0, to: 10 }, () => true).series, [
    {
      m: 's',
      i: null,
      runs: [
        [1, 3, 'a'],
        [3, 3, 'b'],
        [9, 9, 'b'],
      ],
    },
  ]);
  equal(texts.answer({ from: 0, to: 10 }, () => false).series, []);
});
