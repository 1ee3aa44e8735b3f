// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What changed: all series, by how much a window differs from another one.

import { isAborted } from '../data/client.js';
import { styleColour } from '../plots/colours.js';
import { element, setText } from '../base/dom.js';
import { liveTab } from './drawer.js';
import { startDrawing } from '../plots/plot.js';
import { seriesLabel } from '../names/series_name.js';
import { clockText, fullText, parseLength } from '../base/time_format.js';
import { baseUnits, digits, unitsOfSeries, valueText } from '../base/units.js';

const SPARK = 72;
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
      'Rank this window',
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
      ),
      this.status,
      this.list,
    );
    this.tab = liveTab(app, root, ['selection', 'source'], () => this.#ask());
  }

  get #window() {
    return this.app.state.selection ?? this.app.state.window;
  }


  async #ask() {
    const window = this.#window;
    const { source, zone, info } = this.app.state;
    if (!window) return;
    if (!info.isArchive) {
      setText(this.status, 'Only archives can be compared.');
      this.list.replaceChildren();
      return;
    }
    this.#controller.abort();
    this.#controller = new AbortController();
    const chosen = comparisonOf(window, this.base.value, info);
    if (!chosen.base) {
      setText(this.status, chosen.said);
      this.list.replaceChildren();
      return;
    }
    setText(this.status, 'Comparing …');
    try {
      const answer = await this.app.client.rank(
        {
          s: source,
          from: chosen.from,
          to: chosen.to,
          top: 50,
          m: this.filter.value.trim() || null,
          instances: this.each.checked ? 1 : null,
          base: `${chosen.base.from},${chosen.base.to}`,
        },
        { signal: this.#controller.signal },
      );
      const name = this.app.zoneName(zone);
      setText(
        this.status,
        `${chosen.said}${fullText(answer.from, name)} to ${clockText(answer.to, name)}, compared with ${fullText(
          answer.base_from,
          name,
        )} to ${clockText(answer.base_to, name)}: ${answer.compared.toLocaleString('en')} series`,
      );
      this.list.replaceChildren(...answer.rank.map((entry) => this.#rowOf(entry)));
      this.#drawSparks(answer.rank);
    } catch (error) {
      if (isAborted(error)) return;
      setText(this.status, error.message);
      this.list.replaceChildren();
    }
  }

  /** @param {RankEntry} entry */
  #rowOf(entry) {
    const series = { metric: entry.m, instance: entry.i ?? null };
    const { factor, units } = baseUnits(unitsOfSeries(entry));
    const text = (value) => valueText(value === null ? null : value * factor, units);
    const facts = [
      { appeared: 'appeared', gone: 'gone' }[entry.presence] ??
        `${text(entry.before)} → ${text(entry.after)}`,
    ];
    facts.push(`${digits(entry.distance)} apart`);
    if (entry.others) facts.push(`${entry.others} more instances`);
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
        element('span', { class: 'rank-ratio' }, arrowOf(entry)),
      ),
      element('span', { class: 'rank-facts', title: APART }, facts.join(' · ')),
    );
  }

  /**
   * The time before in grey, then the window.
   * @param {RankEntry[]} rank
   */
  #drawSparks(rank) {
    const [before, after] = [styleColour('soft'), styleColour('accent')];
    [...this.list.querySelectorAll('canvas')].forEach((canvas, i) => {
      const context = startDrawing(canvas, SPARK, 28);
      const all = [...(rank[i].base_spark ?? []), ...(rank[i].spark ?? [])];
      const most = Math.max(...all.map((value) => value ?? 0), 0);
      const least = Math.min(...all.map((value) => value ?? 0), 0);
      const width = SPARK / Math.max(1, all.length);
      const y = (value) => 26 - ((value - least) / (most - least || 1)) * 24;
      all.forEach((value, k) => {
        if (value === null) return;
        context.fillStyle = k < (rank[i].base_spark ?? []).length ? before : after;
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

/**
 * How the mean moved: "▲ 4.6×".
 * @param {RankEntry} entry
 */
function arrowOf({ presence, ...means }) {
  const [before, after] = [means.before ?? 0, means.after ?? 0];
  const isUp = presence === 'appeared' || (presence !== 'gone' && after > before);
  if (presence !== 'both' || !(before > 0) || !(after > 0)) return isUp ? '▲' : '▼';
  const ratio = isUp ? after / before : before / after;
  if (ratio < 1.05) return '≈';
  return `${isUp ? '▲' : '▼'} ${ratio >= 1000 ? '> 1,000' : Number(ratio.toPrecision(2))}×`;
}
