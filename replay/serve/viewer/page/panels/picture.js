// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The charts of some panels below each other as one picture, which says by itself what it shows.

import { element } from '../base/dom.js';
import { titleOf } from '../names/groups.js';
import { canvasColours } from './panel_view.js';
import { contextOf } from '../plots/plot.js';
import { clockText, fullText, offsetText } from '../base/time_format.js';

const MARGIN = 8;
const HEAD = 56;
const RULER = 26;
const TITLE = 26;

/** A canvas that is written on from the top to the bottom. */
class Sheet {
  constructor(width, height) {
    const ratio = window.devicePixelRatio || 1;
    this.ratio = ratio;
    this.colours = canvasColours();
    this.family = this.colours.font.replace(/^\S+ /, '');
    this.canvas = element('canvas', { width: width * ratio, height: height * ratio });
    this.context = contextOf(this.canvas);
    this.context.scale(ratio, ratio);
    this.context.fillStyle = this.colours.panel;
    this.context.fillRect(0, 0, width, height);
    this.context.translate(MARGIN, 0);
  }

  /** Returns where the next word may begin. */
  write(text, x, y, colour, style) {
    this.context.fillStyle = colour;
    this.context.font = `${style} ${this.family}`;
    this.context.fillText(text, x, y);
    return x + this.context.measureText(text).width;
  }

  line(x, y, { colour, dash }) {
    this.context.strokeStyle = colour;
    this.context.lineWidth = 2;
    this.context.setLineDash(dash);
    this.context.beginPath();
    this.context.moveTo(x, y);
    this.context.lineTo(x + 18, y);
    this.context.stroke();
    this.context.setLineDash([]);
  }

  /** Returns the height of the other canvas. */
  paste(canvas, y) {
    const [width, height] = [canvas.width / this.ratio, canvas.height / this.ratio];
    this.context.drawImage(canvas, 0, y, width, height);
    return height;
  }
}

/** @param {PanelView} view */
function canvasesOf(view) {
  return [view.canvas, view.heatCanvas].filter((canvas) => !canvas.hidden);
}

/** @param {App} app */
function headText(app) {
  const { info, source, zone, window: shown } = app.state;
  const name = app.zoneName(zone);
  const times = `${fullText(shown.from, name)} – ${clockText(shown.to, name)}`;
  return `${info.host ?? source} · ${times} ${offsetText(shown.from, name)}`;
}

/**
 * The title of a panel, its units, and its legend as far as it fits.
 * @param {Sheet} sheet
 * @param {PanelView} view
 */
function writeTitle(sheet, view, y, width) {
  const { text, soft } = sheet.colours;
  let x = sheet.write(titleOf(view.panel), 0, y, text, '600 12px') + 8;
  x = sheet.write(view.scale.textContent, x, y, soft, '11px') + 12;
  for (const series of view.shown(view.frames().lines)) {
    if (view.legend.isHidden(series.label)) continue;
    if (x > width - 80) return;
    sheet.line(x, y - 4, series);
    x = sheet.write(view.legend.nameOf(series.label), x + 24, y, soft, '11px') + 12;
  }
}

/**
 * @param {App} app
 * @param {Stage} stage
 * @param {PanelView[]} views
 * @returns {Promise<Blob>}
 */
export function pictureOf(app, stage, views) {
  const { left, width } = stage.geometry();
  const ratio = window.devicePixelRatio || 1;
  const heights = views.flatMap(canvasesOf).map(({ height }) => height / ratio);
  const height = heights.reduce((sum, one) => sum + one, HEAD + MARGIN + views.length * TITLE);
  const sheet = new Sheet(left + width + 1 + 2 * MARGIN, height);
  sheet.write(headText(app), 0, 20, sheet.colours.text, '600 13px');
  sheet.paste(stage.ruler, HEAD - RULER);
  let y = HEAD;
  for (const view of views) {
    writeTitle(sheet, view, y + 17, left + width);
    y += TITLE;
    for (const canvas of canvasesOf(view)) y += sheet.paste(canvas, y);
  }
  return new Promise((resolve, reject) => {
    sheet.canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('The picture is too large.'));
    }, 'image/png');
  });
}
