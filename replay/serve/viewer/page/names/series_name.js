// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How series and panels are written in links:
//
//   disk.dev.read[sda]            one instance of a metric
//   disk.dev.read                 all of them
//   CPU:kernel.all.cpu.user,kernel.all.cpu.sys,~raw,~heat      a panel: title, series, options
//   disk.all.read,~as.Reads,~c.ff0000      a series with a name and a colour of its own

import { isAxis } from '../base/scales.js';

/** Percent-encodes everything that could be taken for a part of a link. */
export function encodeWord(text) {
  return encodeURIComponent(wellFormed(text))
    .replace(/[!'()*~]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%2F/g, '/');
}

/** Halves of surrogate pairs cannot be encoded. */
function wellFormed(text) {
  return text.replace(
    /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g,
    '\uFFFD',
  );
}

export function decodeWord(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * A series as people read it.
 * @param {Series} series
 */
export function seriesLabel({ metric, instance }) {
  return instance === null ? metric : `${metric}[${instance}]`;
}

/** @param {PanelSeries} series */
function writeSeries({ metric, instance, name, colour }) {
  const parts = [
    instance === null ? encodeWord(metric) : `${encodeWord(metric)}[${encodeWord(instance)}]`,
  ];
  if (name) parts.push(`~as.${encodeWord(name)}`);
  if (colour) parts.push(`~c.${encodeWord(colour.slice(1))}`);
  return parts.join(',');
}

/** @returns {PanelSeries | null} */
function readSeries(text) {
  const match = /^([^[\]]+)(?:\[([^[\]]*)\])?$/.exec(text);
  if (!match) return null;
  return {
    metric: decodeWord(match[1]),
    instance: match[2] === undefined ? null : decodeWord(match[2]),
  };
}

const COLOUR = /^c\.[0-9a-f]{6}$/;
const VIEWS = ['heat', 'lines', 'table'];
/**
 * Words of a link for series on top of each other: as they are, as parts of their sum, and each
 * without the next one, which is a part of it.
 */
const STACKS = { stack: 'sum', share: 'share', parts: 'parts' };

/** The options of a panel for which nobody has asked for others. */
export const USUAL_OPTIONS = {
  raw: false,
  view: 'auto',
  scale: null, // {low, high}: the axis of values; by default it fits the values
  stack: '', // "sum", "share" or "parts": series stand on top of each other
  whole: '', // a metric that says how much there is in all
  nonzero: false, // without series that are zero all the time
  pinned: false,
  filter: '',
  order: 'name',
};

/**
 * The series of a panel as they are: a name of a part, such as "used", is none of all that it has.
 * @param {Panel} panel
 * @returns {{stack: string, series: PanelSeries[]}}
 */
export function withoutParts({ stack, series }) {
  if (stack !== 'parts') return { stack, series };
  return { stack: '', series: series.map(({ name, ...one }) => one) };
}

/** @param {ValueRange} scale */
export function writeScale({ low, high }) {
  return `${low}..${high}`;
}

/**
 * Null for no axis.
 * @returns {ValueRange | null}
 */
export function readScale(text) {
  const [low, high] = text.split('..').map(Number);
  return isAxis(low, high) ? { low, high } : null;
}

/** @param {NewPanel} panel */
export function writePanel(panel) {
  const parts = panel.series.map(writeSeries);
  if (panel.raw) parts.push('~raw');
  if (panel.view !== 'auto') parts.push(`~${panel.view}`);
  if (panel.scale) parts.push(`~y.${writeScale(panel.scale)}`);
  const stack = Object.keys(STACKS).find((word) => STACKS[word] === panel.stack);
  if (stack) parts.push(`~${stack}`);
  if (panel.whole) parts.push(`~of.${encodeWord(panel.whole)}`);
  if (panel.nonzero) parts.push('~nonzero');
  if (panel.pinned) parts.push('~pin');
  if (panel.filter) parts.push(`~f.${encodeWord(panel.filter)}`);
  if (panel.order && panel.order !== 'name') parts.push(`~by.${encodeWord(panel.order)}`);
  const title = panel.title ? `${encodeWord(panel.title)}:` : '';
  return title + parts.join(',');
}

/**
 * Options of a series stand behind it.
 * @param {PanelSeries[]} series
 * @param {Partial<PanelSeries>} options
 */
function setLast(series, options) {
  if (series.length > 0) Object.assign(series[series.length - 1], options);
}

/** Null for a text that names no series. */
export function readPanel(text) {
  const colon = text.indexOf(':');
  const title = colon < 0 ? '' : decodeWord(text.slice(0, colon));
  /** @type {Omit<Panel, "key">} */
  const panel = { title, series: [], ...USUAL_OPTIONS };
  for (const part of text.slice(colon + 1).split(',')) {
    if (!part.startsWith('~')) {
      const series = readSeries(part);
      if (series) panel.series.push(series);
      continue;
    }
    const option = part.slice(1);
    if (option.startsWith('as.')) setLast(panel.series, { name: decodeWord(option.slice(3)) });
    else if (COLOUR.test(option)) setLast(panel.series, { colour: `#${option.slice(2)}` });
    else if (option.startsWith('y.')) panel.scale = readScale(option.slice(2));
    else if (option.startsWith('f.')) panel.filter = decodeWord(option.slice(2));
    else if (option.startsWith('by.')) panel.order = decodeWord(option.slice(3));
    else if (option.startsWith('of.')) panel.whole = decodeWord(option.slice(3));
    else if (option === 'nonzero') panel.nonzero = true;
    else if (option === 'raw') panel.raw = true;
    else if (option === 'pin') panel.pinned = true;
    else if (VIEWS.includes(option)) panel.view = option;
    else if (Object.hasOwn(STACKS, option)) panel.stack = STACKS[option];
  }
  return panel.series.length > 0 ? panel : null;
}
