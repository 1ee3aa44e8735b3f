// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What changed: all series, by how much a window differs from another one.  The server compares as
// `fdr diff` does.

import { isAborted } from '../data/client.js';
import { styleColour } from '../plots/colours.js';
import { afterPause, element, setText } from '../base/dom.js';
import { liveTab } from './drawer.js';
import { whoUsedMore } from './used_more.js';
import { startDrawing } from '../plots/plot.js';
import { seriesLabel } from '../names/series_name.js';
import { clockText, fullText, parseLength } from '../base/time_format.js';
import { baseUnits, digits, unitsOfSeries, valueText } from '../base/units.js';

/** Milliseconds, while an end of the selection is moved: an answer is much work. */
const PAUSE = 250;
const SPARK = 72;
/** Of a course. */
const CELLS = 32;
const APART = 'apart: by how many doublings the values have moved, beyond chance';
/** With less time before a window than this part of it, its halves are compared. */
const LEAST_BASE = 0.1;
const BASES = [
  ['', 'the time before'],
  ['half', 'its first half'],
  ['-1h', 'an hour earlier'],
  ['-1d', 'a day earlier'],
  ['-1w', 'a week earlier'],
  ['rest', 'all before'],
];

export class RankTab {
  #controller = new AbortController();

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.base = element(
      'select',
      { 'aria-label': 'Compared with', onchange: () => this.#ask() },
      ...BASES.map(([value, text]) => element('option', { value }, text)),
    );
    this.filter = element('input', {
      type: 'search',
      placeholder: 'Metrics: all',
      'aria-label': 'Metrics to rank, such as disk',
      onchange: () => this.#ask(),
    });
    this.each = element('input', { type: 'checkbox', onchange: () => this.#ask() });
    this.again = element(
      'button',
      { type: 'button', class: 'primary', onclick: () => this.#ask() },
      'Compare this window',
    );
    this.search = element(
      'button',
      {
        type: 'button',
        class: 'text-button',
        title: 'Selects the stretch of the shown time that differs most from the time before it',
        onclick: () => this.#search(),
      },
      'Find when it differed',
    );
    this.status = element('p', { class: 'quiet', role: 'status' });
    this.list = element('div');
    const root = element(
      'div',
      {},
      element(
        'div',
        { class: 'drawer-tools' },
        element('span', { class: 'quiet' }, 'Compared with'),
        this.base,
        this.filter,
        element('label', { class: 'choice' }, this.each, 'each instance'),
        this.again,
        this.search,
      ),
      this.status,
      this.list,
    );
    const askSoon = afterPause(PAUSE, () => this.#ask());
    this.tab = liveTab(app, root, ['selection', 'source'], () => {
      this.#clear('Comparing …');
      askSoon();
    });
  }

  get #window() {
    return this.app.state.selection ?? this.app.state.window;
  }

  #clear(said) {
    this.#controller.abort();
    this.list.replaceChildren();
    setText(this.status, said);
  }

  /** A question ends the one before it.  Nothing without an answer. */
  async #compared(question, said) {
    this.#clear(said);
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    try {
      const { source: s } = this.app.state;
      const m = this.filter.value.trim() || null;
      return await this.app.client.diff({ s, m, ...question }, { signal });
    } catch (error) {
      if (!isAborted(error)) setText(this.status, error.message);
      return null;
    }
  }

  async #ask() {
    const window = this.#window;
    const { info } = this.app.state;
    if (!window) return;
    this.search.hidden = !info.isArchive;
    if (!info.isArchive) {
      this.#clear('Only archives can be compared.');
      return;
    }
    const { from, to, base, said } = comparisonOf(window, this.base.value, info);
    if (!base) {
      this.#clear(said);
      return;
    }
    const instances = this.each.checked ? 1 : null;
    const answer = await this.#compared(
      { from, to, base: `${base.from},${base.to}`, top: 50, instances },
      'Comparing …',
    );
    if (answer) this.#fill(answer, said);
  }

  async #search() {
    const { window } = this.app.state;
    if (!window) return;
    const answer = await this.#compared({ ...window, base: 'search', top: 1 }, 'Searching …');
    if (!answer) return;
    const { start, end } = answer.head.after;
    this.base.value = '';
    this.app.store.set({ selection: { from: secondsOf(start), to: secondsOf(end) } });
  }

  /** @param {DiffAnswer} comparison */
  #fill({ head, rows }, said) {
    const zone = this.app.zoneName(this.app.state.zone);
    const stretch = ({ start, end }) =>
      `${fullText(secondsOf(start), zone)} to ${clockText(secondsOf(end), zone)}`;
    const counts = `${head.different.toLocaleString('en')} of ${head.series.toLocaleString('en')}`;
    setText(
      this.status,
      `${said}${stretch(head.after)}, compared with ${stretch(head.before)}: ${counts} series differ`,
    );
    this.list.replaceChildren(
      ...whoUsedMore(head),
      ...rows.map((entry) => this.#rowOf(entry)),
    );
    this.#drawSparks(rows);
  }

  /** @param {Difference} entry */
  #rowOf(entry) {
    const series = { metric: entry.metric, instance: entry.instance ?? null };
    const { factor, units } = baseUnits(unitsOfSeries(entry));
    const text = (value) => valueText(value === null ? null : value * factor, units);
    const facts = [`${text(entry.mean_before)} → ${text(entry.mean_after)}`];
    facts.push(`${digits(entry.distance)} apart`);
    if (entry.others) facts.push(`and ${entry.others} more`);
    return element(
      'button',
      {
        type: 'button',
        class: 'rank-row',
        onclick: () => this.app.commands.run('panel.add', { series: [series] }),
      },
      element('bdi', { class: 'rank-name', title: seriesLabel(series) }, seriesLabel(series)),
      element(
        'span',
        { class: 'rank-change' },
        element('canvas', { class: 'spark', 'aria-hidden': 'true' }),
        element('span', { class: 'rank-ratio' }, entry.change),
      ),
      element('span', { class: 'rank-facts', title: APART }, facts.join(' · ')),
      entry.same.length > 0
        ? element(
            'span',
            { class: 'rank-same', title: `Went the same way: ${entry.same.join(', ')}` },
            `= ${entry.same.join(', ')}`,
          )
        : null,
    );
  }

  /**
   * The time before in grey, then the window.
   * @param {Difference[]} rows
   */
  #drawSparks(rows) {
    const [before, after] = [styleColour('soft'), styleColour('accent')];
    [...this.list.querySelectorAll('canvas')].forEach((canvas, i) => {
      const context = startDrawing(canvas, SPARK, 28);
      const base = courseOf(rows[i].before);
      const all = [...base, ...courseOf(rows[i].after)];
      const most = Math.max(...all.map((value) => value ?? 0), 0);
      const least = Math.min(...all.map((value) => value ?? 0), 0);
      const width = SPARK / Math.max(1, all.length);
      const y = (value) => 26 - ((value - least) / (most - least || 1)) * 24;
      all.forEach((value, k) => {
        if (value === null) return;
        context.fillStyle = k < base.length ? before : after;
        context.fillRect(
          k * width,
          Math.min(y(value), y(0)),
          Math.max(1, width - 0.4),
          Math.max(1, Math.abs(y(0) - y(value))),
        );
      });
    });
  }
}

/**
 * Which stretch is compared with which, as far as the source has it, and what has to be said first.
 * Without a `base` there is nothing to compare with.
 * @param {TimeWindow} window
 * @param {string} base of BASES
 * @param {Extent} info
 * @returns {TimeWindow & {base: TimeWindow | null, said: string}}
 */
export function comparisonOf(window, base, { start, end }) {
  const from = Math.max(window.from, start);
  const to = Math.max(from, Math.min(window.to, end));
  const middle = from + (to - from) / 2;
  const isAlone = from - start < (to - from) * LEAST_BASE;
  if (base === 'half' || ((base === '' || base === 'rest') && isAlone)) {
    const said = base === 'half' ? '' : 'Too little was recorded before this window. Its halves: ';
    return { from: middle, to, base: { from, to: middle }, said };
  }
  const shift = base === '' ? from - to : (parseLength(base) ?? 0);
  const other = base === 'rest' ? { from: start, to: from } : { from: from + shift, to: to + shift };
  const known = { from: Math.max(other.from, start), to: Math.min(other.to, end) };
  const when = base.startsWith('-') ? BASES.find(([value]) => value === base)?.[1] : 'before it';
  if (!(known.from < known.to))
    return { from, to, base: null, said: `Nothing was recorded ${when}.` };
  return { from, to, base: known, said: '' };
}

/** @param {string} text as in RFC 3339 */
function secondsOf(text) {
  return Date.parse(text) / 1000;
}

/** A window without values of the series has a course, too. */
function courseOf(values) {
  return values?.course ?? new Array(CELLS).fill(null);
}
