// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a panel asks the server for.

import { seriesLabel } from './series_name.js';
import { isTextPanel } from './states.js';

/** With more instances, lines would hide each other: a heat map shows them. */
export const MOST_LINES = 16;
/** Lines above a heat map. */
const TOP = 5;
/** Rows of a heat map, and of each metric that is added to others. */
export const MOST_ROWS = 500;
const MOST_SUMMED = 2000;

/**
 * How a panel shows itself: "lines", "heat" (with the largest series as lines), "states" (of texts),
 * or "table".
 * @param {Panel} panel
 * @param {Catalogue} catalogue
 */
export function viewOf(panel, catalogue) {
  if (panel.view !== 'table' && isTextPanel(panel, catalogue)) return 'states';
  if (panel.view !== 'auto') return panel.view;
  return isBig(panel, catalogue) ? 'heat' : 'lines';
}

/**
 * @param {Panel} panel
 * @param {Catalogue} catalogue
 */
function isBig(panel, catalogue) {
  return panel.series.some(
    ({ metric, instance }) => instance === null && catalogue.instancesOf(metric) > MOST_LINES,
  );
}

/**
 * Whether the lines stand on top of each other: the largest ones of many would be no whole.
 * @param {Panel} panel
 * @param {Catalogue} catalogue
 */
export function isStacked(panel, catalogue) {
  return Boolean(panel.stack) && !isBig(panel, catalogue);
}

/**
 * The metrics whose instances a heat map shows: that with the most, and those that are added to it.
 * Rates of one instance domain and of the same units add up, such as all that a processor does.
 * @param {Panel} panel
 * @param {Catalogue} catalogue
 * @returns {string[]}
 */
export function heatMetrics(panel, catalogue) {
  const whole = panel.series.flatMap(({ metric, instance }) => (instance === null ? metric : []));
  const [first] = [...whole].sort((a, b) => catalogue.instancesOf(b) - catalogue.instancesOf(a));
  if (first === undefined) return [];
  const kindOf = (metric) => {
    const { indom, semantics } = catalogue.get(metric) ?? {};
    return JSON.stringify([indom, semantics, catalogue.unitsOf(metric, false)]);
  };
  const adds = !panel.raw && catalogue.get(first)?.semantics === 'counter';
  return adds ? whole.filter((metric) => kindOf(metric) === kindOf(first)) : [first];
}

/** Text is looked for anywhere in names of instances; /regex/ and {conditions} stay as they are. */
function instancesParameter(filter) {
  if (filter === '') return null;
  return /^\{|^\/.*\/$|[*?]/.test(filter) ? filter : `*${filter}*`;
}

/**
 * The series that a panel needs: its own, and the whole.
 * @param {Panel} panel
 * @returns {Series[]}
 */
export function neededSeries({ series, whole }) {
  const isOwn = series.some(({ metric }) => metric === whole);
  return whole && !isOwn ? [...series, { metric: whole, instance: null }] : series;
}

/**
 * The parameters of /buckets for the lines of a panel.
 * @param {Panel} panel
 * @param {Catalogue} catalogue
 */
export function linesQuery(panel, catalogue) {
  const isMany = isBig(panel, catalogue);
  return {
    m: neededSeries(panel).map(seriesLabel),
    i: instancesParameter(panel.filter),
    rate: panel.raw ? 'raw' : null,
    top: isMany ? TOP : null,
    order: isMany ? 'max' : null,
  };
}

/**
 * The parameters of /heat, or null for a panel that has none.  Several metrics are
 * asked for one by one, and added.  Extremes of buckets are those of the
 * records in them: if buckets are shorter than the `interval` of the records, means have no holes.
 * @param {Panel} panel
 * @param {Catalogue} catalogue
 */
export function heatQuery(panel, catalogue, step, interval) {
  if (viewOf(panel, catalogue) !== 'heat') return null;
  const metrics = heatMetrics(panel, catalogue);
  if (metrics.length === 0) return null;
  const isSum = metrics.length > 1;
  return {
    m: isSum ? metrics : metrics[0],
    i: instancesParameter(panel.filter),
    rate: panel.raw ? 'raw' : null,
    order: panel.order,
    // Which rows of a sum are the largest, its metrics do not know.  Only means add up.
    rows: isSum ? MOST_SUMMED : MOST_ROWS,
    f: isSum || interval > step ? 'avg' : null,
  };
}

/**
 * The parameters of /states for a panel of texts.
 * @param {Panel} panel
 */
export function statesQuery(panel) {
  return { m: panel.series.map(seriesLabel), i: instancesParameter(panel.filter) };
}

/** Queries with one key may share a request. */
export function sharingKey(query) {
  return query.top || query.i ? null : `${query.rate}`;
}

/** A name for what a query asks, whatever the window: frames of other queries are not drawn. */
export function queryKey(query, source, shift = 0) {
  return JSON.stringify([source, shift, query]);
}
