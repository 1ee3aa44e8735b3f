// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Makes panels of the charts of a view file.  As in pmchart, instances are chosen when a view is
// opened: a plot without a choice has all instances, at any time.

import { isNumberType } from '../data/catalogue.js';
import { withHost, withInstance, withMetric } from '../names/given_names.js';
import { makePanel } from '../names/groups.js';
import { isAxis } from '../base/scales.js';
import { seriesLabel } from '../names/series_name.js';
import { baseUnits } from '../base/units.js';
import { colourOf } from '../plots/view_colours.js';
import { ViewError } from './view_words.js';

/** Series of one panel: more lines cannot be told apart. */
const MOST_SERIES = 64;

const STACKS = { stacking: 'sum', utilization: 'share' };
/** Styles that panels have: others become lines. */
const LINES = ['line', 'plot', 'stacking', 'utilization'];

/**
 * What a source can show of a view.
 * @param {ViewChart[]} charts
 * @param {ViewSource} source
 */
export async function panelsOf(charts, source) {
  /** @type {ShownView} */
  const answer = { panels: [], missing: [], styles: [], surplus: 0 };
  const metrics = await knownMetrics(charts, source);
  const choices = new InstanceChoices(source);
  for (const chart of charts) {
    const found = await Promise.all(
      chart.plots.map((plot) => seriesOf(plot, { source, metrics, choices })),
    );
    chart.plots.forEach((plot, i) => {
      if (found[i].length === 0) answer.missing.push(textOf(plot));
    });
    const series = withoutRepeats(found.flat());
    if (series.length === 0) continue;
    answer.surplus += Math.max(0, series.length - MOST_SERIES);
    if (!LINES.includes(chart.style)) answer.styles.push(chart.style);
    answer.panels.push(panelOf(chart, series.slice(0, MOST_SERIES), source));
  }
  return { ...answer, missing: [...new Set(answer.missing)], styles: [...new Set(answer.styles)] };
}

/**
 * @param {ViewChart} chart
 * @param {PanelSeries[]} series
 * @param {ViewSource} source
 */
function panelOf(chart, series, { host, catalogue }) {
  const { factor } = baseUnits(catalogue.unitsOf(series[0].metric, false));
  return makePanel(series, {
    title: withHost(chart.title, host),
    stack: STACKS[chart.style] ?? '',
    scale: scaled(chart.scale, factor),
  });
}

/** @param {ValueRange | null} scale */
function scaled(scale, factor) {
  if (!scale) return null;
  const [low, high] = [scale.low * factor, scale.high * factor];
  return isAxis(low, high) ? { low, high } : null;
}

/** @param {ViewPlot} plot */
function textOf({ metric, host, choice }) {
  const isNamed = choice?.kind === 'instance';
  const text = seriesLabel({ metric, instance: isNamed ? choice.text : null });
  if (choice && !isNamed) return `${metric} ${choice.kind} ${choice.text}`;
  return host === '*' ? text : `${text} of ${host}`;
}

/** @param {PanelSeries[]} series */
function withoutRepeats(series) {
  /** @type {Map<string, PanelSeries>} */
  const byLabel = new Map();
  for (const one of series) {
    if (!byLabel.has(seriesLabel(one))) byLabel.set(seriesLabel(one), one);
  }
  return [...byLabel.values()];
}

/**
 * The metrics that the source has as numbers.  A name with others below it is no metric.
 * @param {ViewChart[]} charts
 * @param {ViewSource} source
 * @returns {Promise<Map<string, Meta>>}
 */
async function knownMetrics(charts, { client, id }) {
  const asked = new Set(charts.flatMap(({ plots }) => plots.map(({ metric }) => metric)));
  if (asked.size === 0) return new Map();
  const { metrics } = await client.meta({ s: id, m: [...asked], instances: 0 });
  const numbers = metrics.filter(({ type }) => isNumberType(type));
  return new Map(numbers.map((metric) => [metric.m, metric]));
}

/**
 * The series of a plot; none if the source does not have them.
 * @param {ViewPlot} plot
 * @param {{source: ViewSource, metrics: Map<string, Meta>, choices: InstanceChoices}} where
 * @returns {Promise<PanelSeries[]>}
 */
async function seriesOf(plot, { source, metrics, choices }) {
  const { metric, host, choice } = plot;
  const known = metrics.get(metric);
  if (!known || (host !== '*' && host !== source.host)) return [];
  const name = withMetric(withHost(plot.name, source.host), metric);
  const looks = { name, colour: colourOf(plot.colour) };
  if (!choice) return [withLooks({ metric, instance: null }, looks)];
  if (known.indom === undefined) return [];
  const instances = await choices.of(plot, choice);
  return instances.map((instance) =>
    withLooks({ metric, instance }, { ...looks, name: withInstance(name, instance) }),
  );
}

/**
 * @param {Series} series
 * @param {{name: string, colour: string}} looks
 * @returns {PanelSeries}
 */
function withLooks(series, { name, colour }) {
  return { ...series, ...(name && { name }), ...(colour && { colour }) };
}

/** The instances that plots choose.  The server knows the regular expressions of egrep. */
class InstanceChoices {
  /** @type {Map<string, Promise<string[]>>} */
  #asked = new Map();

  /** @param {ViewSource} source */
  constructor({ client, id }) {
    this.client = client;
    this.id = id;
  }

  /**
   * @param {ViewPlot} plot
   * @param {ViewChoice} choice its own
   */
  async of({ line, metric }, { kind, text }) {
    const all = await this.#names(metric);
    if (kind === 'instance') return named(all, text);
    if (text === '') return kind === 'matching' ? all : [];
    try {
      const matching = await this.#names(metric, `/${text}/`);
      const isWanted = new Set(matching);
      return all.filter((name) => isWanted.has(name) === (kind === 'matching'));
    } catch (error) {
      throw error.status === 400 ? new ViewError(line, error.message.replace(/^i: /, '')) : error;
    }
  }

  /**
   * Plots of one metric share an answer.
   * @param {string | null} i
   */
  #names(metric, i = null) {
    const key = JSON.stringify([metric, i]);
    const names = this.#asked.get(key) ?? this.#ask(metric, i);
    this.#asked.set(key, names);
    return names;
  }

  /** @param {string | null} i */
  async #ask(metric, i) {
    const { metrics } = await this.client.meta({ s: this.id, m: metric, i });
    const names = metrics.find(({ m }) => m === metric)?.instances ?? [];
    return [...new Set(names.map(({ name }) => name))];
  }
}

/**
 * PCP takes the first word of an instance for its name, too.
 * @param {string[]} all
 */
function named(all, text) {
  if (all.includes(text)) return [text];
  const found = all.find((name) => name.split(' ')[0] === text);
  return found === undefined ? [] : [found];
}
