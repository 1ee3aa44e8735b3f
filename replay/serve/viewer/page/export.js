// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What is shown, as files: pictures, tables, and command lines.

import { element } from './dom.js';
import { titleOf } from './groups.js';
import { canvasColours } from './panel_view.js';
import { seriesLabel } from './series_name.js';
import { clockText, fullText, isoText, offsetText } from './time_format.js';

export function download(name, content, type) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = element('a', { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** A name of a file: what it shows, and when. */
export function fileName(app, title, ending) {
  const stamp = isoText(app.state.window.from).slice(0, 19).replace(/[-:]/g, '');
  return `${app.state.info.host ?? app.state.source}-${title}-${stamp}.${ending}`.replace(/[^\w.-]+/g, '_');
}

/** A field of a table; texts that a spreadsheet would run become harmless. */
function csvField(value) {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The buckets of a frame that lie in a window: a row for each, three columns for each series. */
export function framesAsCsv(frame, window) {
  const head = ['time', ...frame.series.flatMap(({ label, units }) =>
    ['avg', 'min', 'max'].map((field) => `${label} ${field}${units ? ` (${units})` : ''}`))];
  const number = (value) => (value === value ? String(Number(value.toPrecision(9))) : '');
  const rows = [head.map(csvField).join(',')];
  for (let k = 0; k < frame.n; k += 1) {
    const time = frame.from + k * frame.step;
    if (time + frame.step <= window.from || time > window.to) continue;
    rows.push([isoText(time), ...frame.series.flatMap(({ avg, min, max }) => [avg[k], min[k], max[k]].map(number))].join(','));
  }
  return `${rows.join('\r\n')}\r\n`;
}

export function framesAsJson(app, views) {
  const plain = (values) => Array.from(values, (value) => (value === value ? value : null));
  return JSON.stringify({
    schema: 'fdr.viewer/1', source: app.state.source, host: app.state.info.host, window: app.state.window,
    panels: views.map((view) => {
      const { lines } = view.frames();
      return { title: titleOf(view.panel), from: lines?.from, to: lines?.to, n: lines?.n,
        series: (lines?.series ?? []).map(({ label, units, min, max, avg, count }) => ({ name: label, units,
          min: plain(min), max: plain(max), avg: plain(avg), count: plain(count) })) };
    }),
  });
}

/** The charts of some panels below each other, with their titles and the time. */
export function pictureOf(app, stage, views) {
  const ratio = window.devicePixelRatio || 1;
  const { left, width } = stage.geometry();
  const colours = canvasColours();
  const title = 26;
  const shown = views.map((view) => ({ view, canvases: [view.canvas, view.heatCanvas].filter((canvas) => !canvas.hidden) }));
  const height = 60 + shown.reduce((sum, { canvases }) => sum + title + canvases.reduce((all, { height: one }) => all + one / ratio, 0), 0);
  const canvas = element('canvas', { width: (left + width + 17) * ratio, height: height * ratio });
  const context = canvas.getContext('2d');
  context.scale(ratio, ratio);
  context.fillStyle = colours.panel;
  context.fillRect(0, 0, left + width + 17, height);
  context.translate(8, 0);
  const family = colours.font.replace(/^\S+ /, '');
  const write = (text, x, y, colour, font) => {
    context.fillStyle = colour;
    context.font = font;
    context.fillText(text, x, y);
    return context.measureText(text).width;
  };
  const zone = app.zoneName(app.state.zone);
  const { from, to } = app.state.window;
  write(`${app.state.info.host ?? app.state.source} · ${fullText(from, zone)} – ${clockText(to, zone)} ${offsetText(from, zone)}`,
    0, 20, colours.text, `600 13px ${family}`);
  context.drawImage(stage.ruler, 0, 28, left + width + 1, 26);
  let y = 56;
  for (const { view, canvases } of shown) {
    let x = write(titleOf(view.panel), 0, y + 17, colours.text, `600 12px ${family}`) + 8;
    x += write(view.scale.textContent, x, y + 17, colours.soft, `11px ${family}`) + 12;
    for (const series of view.shown(view.frames().lines).filter(({ label }) => !view.isHidden(label))) {
      const name = view.chipNameOf(series.label);
      if (x > left + width - 80) break;
      context.strokeStyle = series.colour;
      context.lineWidth = 2;
      context.setLineDash(series.dash);
      context.beginPath();
      context.moveTo(x, y + 13);
      context.lineTo(x + 18, y + 13);
      context.stroke();
      context.setLineDash([]);
      x += 24 + write(name, x + 24, y + 17, colours.soft, `11px ${family}`) + 12;
    }
    y += title;
    for (const part of canvases) {
      context.drawImage(part, 0, y, part.width / ratio, part.height / ratio);
      y += part.height / ratio;
    }
  }
  return new Promise((resolve) => { canvas.toBlob(resolve, 'image/png'); });
}

/** A word of a shell. */
function quoted(text) {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The command that prints what a window of some panels shows. */
export function replayCommand({ source, window, panels }) {
  const archive = source.replace(/^archive:/, '');
  const series = [...new Set(panels.flatMap((panel) => panel.series.map(seriesLabel)))];
  return ['fdr', 'replay', archive, ...series, '-S', isoText(window.from), '-T', isoText(window.to)].map(quoted).join(' ');
}

/** The command that makes an archive of a window. */
export function cutCommand({ source, window }) {
  return ['fdr', 'record', '--from', source.replace(/^archive:/, ''), 'incident', '-S', isoText(window.from), '-T', isoText(window.to)]
    .map(quoted).join(' ');
}
