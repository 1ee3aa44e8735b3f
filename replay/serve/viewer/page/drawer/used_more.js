// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What used more than before, as `fdr diff` says it: processes, and the CPU time of programs, users
// and units.

import { element } from '../base/dom.js';
import { baseUnits, unitsOfSeries, valueText } from '../base/units.js';

/** @param {string} units */
function textIn(units, rate = true) {
  const { factor, units: base } = baseUnits(unitsOfSeries({ rate, units }));
  return (value) => valueText(value * factor, base);
}

/** @type {[string, string | null][]} a title, and a class */
const PROCESS_HEAD = [
  ['Of what', 'cell-text'],
  ['More', null],
  ['Process', null],
  ['User', 'cell-text'],
  ['Command', 'cell-text'],
];

/** @param {[string, string | null]} column */
function headCell([title, place]) {
  return element('th', { scope: 'col', class: place }, title);
}

/** @param {DiffAnswer['head']['processes'][0]} process */
function processRow({ resource, growth, units, instance_id: pid, user, command, instance }) {
  const said = textIn(units, resource !== 'memory')(growth);
  return element(
    'tr',
    {},
    element('th', { scope: 'row', class: 'cell-text' }, resource),
    element('td', {}, `+${said}`),
    element('td', {}, String(pid)),
    element('td', { class: 'cell-text' }, element('bdi', {}, user || '–')),
    element(
      'td',
      { class: 'cell-command', title: command || instance },
      element('bdi', {}, command || instance),
    ),
  );
}

/** @param {DiffAnswer['head']['cpu'][0]} shares */
function sharesTable({ by, units, shares }) {
  const text = textIn(units);
  const title = `CPU by ${by}`;
  const head = [title, 'Before', 'After'].map((name, i) => headCell([name, i === 0 ? 'cell-text' : null]));
  const rows = shares.map(({ name, before, after }) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row', class: 'cell-text cell-name' }, element('bdi', {}, name)),
      element('td', {}, text(before)),
      element('td', {}, text(after)),
    ),
  );
  return element(
    'table',
    { class: 'sums', 'aria-label': title },
    element('thead', {}, element('tr', {}, ...head)),
    element('tbody', {}, ...rows),
  );
}

/**
 * @param {DiffAnswer['head']} head
 * @returns {HTMLElement[]}
 */
export function whoUsedMore({ processes, cpu }) {
  const parts = [];
  if (processes.length > 0)
    parts.push(
      element('h3', { class: 'value-group' }, 'Processes that use more'),
      element(
        'table',
        { 'aria-label': 'Processes that use more' },
        element('thead', {}, element('tr', {}, ...PROCESS_HEAD.map(headCell))),
        element('tbody', {}, ...processes.map(processRow)),
      ),
    );
  if (cpu.length > 0)
    parts.push(
      element(
        'details',
        { class: 'used-more' },
        element('summary', {}, 'CPU time by program, user and unit'),
        ...cpu.map(sharesTable),
      ),
    );
  if (parts.length > 0) parts.push(element('h3', { class: 'value-group' }, 'Series that differ'));
  return parts;
}
