// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What there was at the playhead: a table of processes, control groups, disks, ..., as top shows it.

import { isAborted } from '../data/client.js';
import { afterPause, element, setText } from '../base/dom.js';
import { liveTab } from './drawer.js';
import { processOf } from '../names/instance_names.js';
import { rowsOf, sortRows, tablesOf } from './moment_tables.js';
import { fullText } from '../base/time_format.js';
import { baseUnits, unitsOfSeries, valueText } from '../base/units.js';

const PAUSE = 80;
const MOST_ROWS = 200;

export class MomentTab {
  #controller = new AbortController();
  /** @type {Moment | null} */
  #answer = null;
  /** @type {MomentTable | null} */
  #table = null;
  #column = 0;
  /** @type {MomentTable[]} */
  tables = [];

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.choice = element('select', {
      'aria-label': 'Table',
      onchange: () => this.#choose(this.choice.value),
    });
    this.filter = element('input', {
      type: 'search',
      placeholder: 'Filter',
      'aria-label': 'Filter the rows',
      oninput: () => this.#fill(),
    });
    this.time = element('p', { class: 'quiet' });
    this.place = element('div');
    const root = element(
      'div',
      {},
      element('div', { class: 'drawer-tools' }, this.choice, this.filter),
      this.time,
      this.place,
    );
    this.askSoon = afterPause(PAUSE, () => this.#ask());
    this.tab = liveTab(app, root, ['playhead', 'source', 'catalogue', 'zone', 'info'], () =>
      this.#refresh(),
    );
  }

  #refresh() {
    const { catalogue } = this.app.state;
    if (!catalogue) return;
    if (catalogue !== this.catalogue) {
      this.catalogue = catalogue;
      this.tables = tablesOf(catalogue);
      this.choice.replaceChildren(
        ...this.tables.map(({ id, title }) => element('option', { value: id }, title)),
      );
      this.#choose(this.tables[0]?.id);
    }
    this.askSoon();
  }

  #choose(id) {
    this.#table = this.tables.find((table) => table.id === id) ?? null;
    this.#column = this.#table?.sorted ?? 0;
    this.#answer = null;
    if (!this.#table)
      this.place.replaceChildren(
        element('p', { class: 'quiet' }, 'This source has no instances to list.'),
      );
    this.askSoon();
  }

  async #ask() {
    const table = this.#table;
    if (!table) return;
    this.#controller.abort();
    this.#controller = new AbortController();
    const { source, playhead } = this.app.state;
    const { signal } = this.#controller;
    const m = table.columns.flatMap(({ metrics }) => metrics);
    try {
      const answer = await this.#valuesAt(table, { s: source, m }, playhead, signal);
      if (table !== this.#table) return;
      this.#answer = answer;
      this.#fill();
    } catch (error) {
      if (!isAborted(error)) setText(this.time, error.message);
    }
  }

  /** Instances are recorded less often than others: behind their last record, that one counts. */
  async #valuesAt(table, question, time, signal) {
    const { client, state } = this.app;
    const answer = await client.at({ ...question, t: time }, { signal });
    const [first] = table.columns[table.sorted].metrics;
    if (!state.info.isArchive || answer.metrics.some(({ m }) => m === first)) return answer;
    const before = { s: question.s, m: first, t: time, dir: -1, when: 'record' };
    const { t } = await client.next(before, { signal });
    return t === null ? answer : client.at({ ...question, t }, { signal });
  }

  #fill() {
    const answer = this.#answer;
    const table = this.#table;
    if (!answer || !table) return;
    const { columns } = table;
    const { zone } = this.app.state;
    const wanted = this.filter.value.toLowerCase();
    const rows = sortRows(
      rowsOf(columns, answer).filter(({ instance, cells }) =>
        [instance, ...cells].some(
          (text) => typeof text === 'string' && text.toLowerCase().includes(wanted),
        ),
      ),
      this.#column,
    );
    const units = columns.map(({ metrics }) =>
      unitsOfSeries(answer.metrics.find(({ m }) => m === metrics[0]) ?? { units: '' }),
    );
    setText(
      this.time,
      `${fullText(answer.t ?? this.app.state.playhead, this.app.zoneName(zone), 3)} · ${rows.length} rows`,
    );
    const head = element(
      'tr',
      {},
      this.#headOf('Name', -1),
      ...columns.map(({ title }, i) =>
        this.#headOf(
          title,
          i,
          rows.some(({ cells }) => typeof cells[i] === 'string'),
        ),
      ),
    );
    const body = rows.slice(0, MOST_ROWS).map((row) => this.#rowOf(row, columns, units));
    this.place.replaceChildren(
      element(
        'table',
        { 'aria-label': table.title },
        element('thead', {}, head),
        element('tbody', {}, ...body),
      ),
    );
    if (rows.length > MOST_ROWS)
      this.place.append(element('p', { class: 'quiet' }, `${rows.length - MOST_ROWS} more`));
  }

  #headOf(title, column, isText = column < 0) {
    const isChosen = column === this.#column;
    return element(
      'th',
      {
        scope: 'col',
        class: isText ? 'cell-text' : null,
        'aria-sort': isChosen ? (isText ? 'ascending' : 'descending') : null,
      },
      element(
        'button',
        {
          type: 'button',
          class: 'sort',
          'aria-pressed': String(isChosen),
          onclick: () => {
            this.#column = column;
            this.#fill();
            this.place.querySelectorAll('.sort')[column + 1]?.focus();
          },
        },
        title,
      ),
    );
  }

  /**
   * @param {MomentRow} row
   * @param {MomentTable["columns"]} columns
   */
  #rowOf({ instance, cells }, columns, units) {
    const show = () => {
      const { metrics } = columns[Math.max(0, this.#column)];
      this.app.commands.run('panel.add', {
        series: metrics.map((metric) => ({ metric, instance })),
      });
    };
    const process = processOf(instance);
    return element(
      'tr',
      {},
      element(
        'th',
        { scope: 'row', class: 'cell-name', title: instance },
        element(
          'button',
          { type: 'button', class: 'sort', onclick: show },
          element('bdi', {}, process?.name ?? instance),
          process && element('span', { class: 'cell-number' }, process.pid),
        ),
      ),
      ...cells.map((cell, i) => cellOf(cell, baseUnits(units[i]))),
    );
  }
}

/**
 * @param {number | string | null} cell
 * @param {{factor: number, units: string}} units
 */
function cellOf(cell, { factor, units }) {
  if (typeof cell === 'number') return element('td', {}, valueText(cell * factor, units));
  return element(
    'td',
    { class: 'cell-text', title: cell ?? null },
    element('bdi', {}, cell ?? '–'),
  );
}
