// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What was used in the selected stretch: sums by process, program, user or unit.  The server adds
// up, with processes that came and went.

import { isAborted } from '../data/client.js';
import { afterPause, element, setText } from '../base/dom.js';
import { liveTab } from './drawer.js';
import { clockText, fullText, lengthText } from '../base/time_format.js';
import { valueText } from '../base/units.js';

/** Milliseconds, while the selection is pulled. */
const PAUSE = 80;
const MOST_ROWS = 200;
/** @type {{[by: string]: string}} */
const TITLES = { process: 'Processes', program: 'Programs', user: 'Users', unit: 'Units' };
/**
 * `least`: less is a difference of rounded sums.
 * @type {{id: 'cpu' | 'read' | 'written', title: string, units: string, least: number}[]}
 */
const AMOUNTS = [
  { id: 'cpu', title: 'CPU', units: 'sec', least: 0.0005 },
  { id: 'read', title: 'Read', units: 'byte', least: 1 },
  { id: 'written', title: 'Written', units: 'byte', least: 1 },
];
const UNSEEN = 'Processes that began and ended between two samples';
const UNCOUNTED = 'Sums of the recorded processes: short ones may be missing.';
const CUT = 'There are more than can be added up: some are missing.';

export class StretchTab {
  #controller = new AbortController();
  /** @type {StretchUsage | null} */
  #answer = null;
  #order = AMOUNTS[0].id;
  #source = '';

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.by = element('select', { 'aria-label': 'By', onchange: () => this.#fill() });
    this.filter = element('input', {
      type: 'search',
      placeholder: 'Filter',
      'aria-label': 'Filter the rows',
      oninput: () => this.#fill(),
    });
    this.status = element('p', { class: 'quiet', role: 'status' });
    this.place = element('div');
    const root = element(
      'div',
      {},
      element('div', { class: 'drawer-tools' }, this.by, this.filter),
      this.status,
      this.place,
    );
    const askSoon = afterPause(PAUSE, () => this.#ask());
    this.tab = liveTab(app, root, ['selection', 'source', 'zone'], () => {
      if (this.app.state.source !== this.#source) this.#clear('Adding up …');
      this.#source = this.app.state.source;
      askSoon();
    });
  }

  async #ask() {
    const { source, selection } = this.app.state;
    if (!selection) return;
    this.#controller.abort();
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    if (!this.#answer) setText(this.status, 'Adding up …');
    try {
      this.#answer = await this.app.client.usage(
        { s: source, ...selection, top: MOST_ROWS, order: this.#order },
        { signal },
      );
      this.#fill();
    } catch (error) {
      if (isAborted(error)) return;
      this.#clear(error.message);
    }
  }

  #clear(said) {
    this.#controller.abort();
    this.#answer = null;
    setText(this.status, said);
    this.place.replaceChildren();
  }

  /** @param {UsageTable[]} tables */
  #offer(tables) {
    const chosen = this.by.value;
    const known = [...this.by.options].map(({ value }) => value).join();
    if (known === tables.map(({ by }) => by).join()) return;
    this.by.replaceChildren(
      ...tables.map(({ by }) => element('option', { value: by }, TITLES[by] ?? by)),
    );
    if (tables.some(({ by }) => by === chosen)) this.by.value = chosen;
  }

  #fill() {
    const answer = this.#answer;
    if (!answer) return;
    this.#offer(answer.tables);
    const table = answer.tables.find(({ by }) => by === this.by.value);
    const zone = this.app.zoneName(this.app.state.zone);
    const said = [
      `${fullText(answer.from, zone)} to ${clockText(answer.to, zone)}`,
      lengthText(answer.to - answer.from),
    ];
    setText(this.status, said.join(' · '));
    if (!table) {
      const text = 'No use by process, program, user or unit is recorded here.';
      this.place.replaceChildren(element('p', { class: 'quiet' }, text));
      return;
    }
    const wanted = this.filter.value.toLowerCase();
    const rows = table.rows.filter(({ name, user = '', pid = '' }) =>
      [name, user, String(pid)].some((text) => text.toLowerCase().includes(wanted)),
    );
    const isOfProcesses = table.by === 'process';
    this.place.replaceChildren(
      element(
        'table',
        { class: 'sums', 'aria-label': `${TITLES[table.by]} of the selection` },
        element('thead', {}, this.#headOf(isOfProcesses)),
        element(
          'tbody',
          {},
          ...rows.map((row) => this.#rowOf(table, row)),
          ...restOf(table, answer, wanted, isOfProcesses),
        ),
      ),
    );
    if (!table.counted && !isOfProcesses)
      this.place.append(element('p', { class: 'quiet' }, UNCOUNTED));
    if (table.cut) this.place.append(element('p', { role: 'status' }, CUT));
  }

  /** Sorting makes another head: the focus goes to the same button of that. */
  async #sortBy(id) {
    this.#order = id;
    await this.#ask();
    if (document.activeElement === document.body)
      this.place.querySelector(`[data-amount="${id}"]`)?.focus();
  }

  #headOf(isOfProcesses) {
    const amounts = AMOUNTS.map(({ id, title }) => {
      const isChosen = id === this.#order;
      const choose = () => this.#sortBy(id);
      const attributes = {
        type: 'button',
        class: 'sort',
        'aria-pressed': String(isChosen),
        'data-amount': id,
      };
      return element(
        'th',
        { scope: 'col', 'aria-sort': isChosen ? 'descending' : null },
        element('button', { ...attributes, onclick: choose }, title),
      );
    });
    const texts = ['Name', ...(isOfProcesses ? ['User'] : [])].map((title) =>
      element('th', { scope: 'col', class: 'cell-text' }, title),
    );
    return element('tr', {}, ...texts, ...amounts);
  }

  /**
   * @param {UsageTable} table
   * @param {UsageRow} row
   */
  #rowOf({ by, counted }, row) {
    const { name, pid, user } = row;
    const label = element('bdi', {}, name || 'a process');
    const show = () =>
      this.app.commands.run('panel.add', {
        series: [{ metric: `fdr.usage.by_${by}.cpu`, instance: name }],
      });
    return element(
      'tr',
      {},
      element(
        'th',
        { scope: 'row', class: 'cell-name', title: name },
        counted ? element('button', { type: 'button', class: 'sort', onclick: show }, label) : label,
        pid === undefined ? null : element('span', { class: 'cell-number' }, String(pid)),
      ),
      pid === undefined
        ? null
        : element('td', { class: 'cell-text' }, element('bdi', {}, user || '–')),
      ...amountCells(row),
    );
  }
}

/** @param {UsedAmounts} used */
function amountCells(used) {
  return AMOUNTS.map(({ id, units }) =>
    element('td', {}, used[id] > 0 ? valueText(used[id], units) : '–'),
  );
}

/**
 * What no row has; a filter asks for rows alone.
 * @param {UsageTable} table
 * @param {StretchUsage} answer
 */
function restOf(table, { tables, unseen }, wanted, isOfProcesses) {
  if (wanted) return [];
  const row = (text, title, used) =>
    element(
      'tr',
      { class: 'quiet' },
      element('th', { scope: 'row', class: 'cell-name', title }, text),
      isOfProcesses ? element('td', {}) : null,
      ...amountCells(used),
    );
  const rows = [];
  if (table.others > 0) rows.push(row(`${table.others} more`, null, table.rest));
  const isCounted = tables.some(({ by, counted }) => by === 'program' && counted);
  if (isOfProcesses && isCounted && AMOUNTS.some(({ id, least }) => unseen[id] >= least))
    rows.push(row('came and went', UNSEEN, unseen));
  return rows;
}
