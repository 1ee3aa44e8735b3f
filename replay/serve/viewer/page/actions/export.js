// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What is shown, as files: pictures, tables, and command lines.

import { element } from '../base/dom.js';
import { titleOf } from '../names/groups.js';
import { seriesLabel } from '../names/series_name.js';
import { isoText } from '../base/time_format.js';

export function download(name, content, type) {
  const url = URL.createObjectURL(
    content instanceof Blob ? content : new Blob([content], { type }),
  );
  const link = element('a', { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/**
 * A name of a file: what it shows, and when.
 * @param {App} app
 */
export function fileName(app, title, ending) {
  const stamp = isoText(app.state.window.from).slice(0, 19).replace(/[-:]/g, '');
  return `${app.state.info.host ?? app.state.source}-${title}-${stamp}.${ending}`.replace(
    /[^\w.-]+/g,
    '_',
  );
}

/** A field of a table; texts that a spreadsheet would run become harmless. */
function csvField(value) {
  const text =
    typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * The buckets of a frame that lie in a window: a row for each, three columns for each series.
 * @param {Frame} frame
 * @param {TimeWindow} window
 */
export function framesAsCsv(frame, window) {
  const head = [
    'time',
    ...frame.series.flatMap(({ label, formula, units }) =>
      ['avg', 'min', 'max'].map((field) => `${formula ?? label} ${field}${units ? ` (${units})` : ''}`),
    ),
  ];
  const number = (value) => (Number.isNaN(value) ? '' : String(Number(value.toPrecision(9))));
  const rows = [head.map(csvField).join(',')];
  for (let k = 0; k < frame.n; k += 1) {
    const time = frame.from + k * frame.step;
    if (time + frame.step <= window.from || time > window.to) continue;
    rows.push(
      [
        isoText(time),
        ...frame.series.flatMap(({ avg, min, max }) => [avg[k], min[k], max[k]].map(number)),
      ].join(','),
    );
  }
  return `${rows.join('\r\n')}\r\n`;
}

/**
 * The runs of a frame of texts that lie in a window: a row for each.
 * @param {StateFrame} frame
 * @param {TimeWindow} window
 */
export function statesAsCsv(frame, window) {
  /** @type {(string | number)[][]} */
  const rows = [['series', 'from', 'to', 'text', 'changes']];
  for (const { label, runs } of frame.series) {
    for (const { from, to, text, count } of runs) {
      if (to >= window.from && from <= window.to)
        rows.push([label, isoText(from), isoText(to), text ?? '', count]);
    }
  }
  return rows.map((row) => `${row.map(csvField).join(',')}\r\n`).join('');
}

/**
 * @param {App} app
 * @param {PanelView[]} views
 */
export function framesAsJson(app, views) {
  const plain = (values) => Array.from(values, (value) => (Number.isNaN(value) ? null : value));
  return JSON.stringify({
    schema: 'fdr.viewer/1',
    source: app.state.source,
    host: app.state.info.host,
    window: app.state.window,
    panels: views.map((view) => {
      const { lines, states } = view.frames();
      return {
        title: titleOf(view.panel),
        from: (lines ?? states)?.from,
        to: (lines ?? states)?.to,
        n: lines?.n,
        series: (lines?.series ?? []).map(({ label, units, min, max, avg, count }) => ({
          name: label,
          units,
          min: plain(min),
          max: plain(max),
          avg: plain(avg),
          count: plain(count),
        })),
        states: states?.series.map(({ label, runs }) => ({ name: label, runs })),
      };
    }),
  });
}

/** A word of a shell. */
function quoted(text) {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * The command that prints what a window of some panels shows.
 * @param {{source: string, window: TimeWindow, panels: Panel[]}} shown
 */
export function replayCommand({ source, window, panels }) {
  const archive = source.replace(/^archive:/, '');
  const series = [...new Set(panels.flatMap((panel) => panel.series.map(seriesLabel)))];
  return ['fdr', 'replay', archive, ...series, '-S', isoText(window.from), '-T', isoText(window.to)]
    .map(quoted)
    .join(' ');
}

/** Commands of programs that follow a clock, one to a line. */
export function followCommands({ source, port, metric }) {
  const archive = source.replace(/^archive:/, '');
  return [
    ['fdr', 'replay', archive, metric, '--follow-time', String(port)],
    ['pmval', '-p', String(port), '-a', archive, metric],
    ['pmchart', '-p', String(port), '-a', archive],
  ]
    .map((words) => words.map(quoted).join(' '))
    .join('\n');
}

/**
 * The command that makes an archive of a window, with a sample each second.
 * @param {{source: string, window: TimeWindow}} shown
 */
export function cutCommand({ source, window }) {
  return [
    'fdr',
    'record',
    '--from',
    source.replace(/^archive:/, ''),
    '-t',
    '1s',
    'incident',
    '-S',
    isoText(window.from),
    '-T',
    isoText(window.to),
  ]
    .map(quoted)
    .join(' ');
}
