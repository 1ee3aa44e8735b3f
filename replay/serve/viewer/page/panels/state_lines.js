// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The texts of a panel: its rows, what they say at a time, and the row under the pointer.

import { setText } from '../base/dom.js';
import { titleOf } from '../names/groups.js';
import { rowAt } from '../plots/heat_plot.js';
import { decimalsFor } from '../base/scales.js';
import { StateLegend } from '../plots/state_legend.js';
import { drawStates, MOST_STATE_ROWS, statesHeight } from '../plots/state_plot.js';
import { statesTable } from './state_table.js';
import { runAt, sinceText, stateRows } from '../names/states.js';

export class StateLines {
  legend = new StateLegend();
  /** @type {StateRow[]} */
  rows = [];
  /** @type {StateFrame | null} */
  #frame = null;
  /** @type {Plot | null} */
  #place = null;
  /** @type {Panel | null} */
  #panel = null;
  #hoveredRow = -1;

  /** @param {PanelView} view */
  constructor(view) {
    this.view = view;
  }

  /** @param {HTMLCanvasElement} canvas */
  listenTo(canvas) {
    canvas.addEventListener('pointermove', (event) => this.#hover(event.offsetY));
    canvas.addEventListener('pointerleave', () => this.#hover(-1));
  }

  /** @param {StateFrame | null} frame */
  prepare(frame) {
    const { panel } = this.view;
    if (this.#frame !== frame || this.#panel !== panel) {
      this.#frame = frame;
      this.#panel = panel;
      this.rows = stateRows(frame, panel);
      this.legend.show(this.rows);
    }
  }

  get #drawn() {
    return this.rows.slice(0, MOST_STATE_ROWS);
  }

  height() {
    return statesHeight(Math.max(this.#drawn.length, 2)) + 10;
  }

  /**
   * @param {Context} context
   * @param {Plot} place
   */
  draw(context, place) {
    this.#place = place;
    if (this.rows.length > MOST_STATE_ROWS)
      setText(this.view.scale, `${MOST_STATE_ROWS} of ${this.rows.length}: filter them`);
    drawStates(context, this.#drawn, { ...place, hoveredRow: this.#hoveredRow });
  }

  /** The element, or null before the texts have arrived. */
  table() {
    if (!this.#frame) return null;
    const { window } = this.view.stage.app.state;
    const { zone, decimals } = this.#style();
    const title = titleOf(this.view.panel);
    return statesTable(this.rows, { window, zone, decimals, title, start: this.#frame.from });
  }

  #style() {
    const { app } = this.view.stage;
    const { window, zone } = app.state;
    const { width } = this.view.stage.geometry();
    return {
      zone: app.zoneName(zone),
      decimals: decimalsFor((window.to - window.from) / width),
    };
  }

  #hover(y) {
    const area = y < 0 || !this.view.isText ? null : this.#place?.area;
    const row = area ? rowAt({ rows: this.#drawn }, area, y) : -1;
    if (row === this.#hoveredRow) return;
    this.#hoveredRow = row;
    this.view.stage.drawSoon();
  }

  /**
   * @param {number} time
   * @param {Values | null} exact
   */
  showTexts(time, exact) {
    const { zone, decimals } = this.#style();
    this.legend.showTexts(this.#frame, this.rows, { time, exact, zone, decimals });
    const row = this.rows[this.#hoveredRow];
    if (!row) return;
    const said = this.#said(runAt(row.runs, time)) ?? 'no text';
    setText(this.view.scale, row.name ? `${row.name}: ${said}` : said);
  }

  /** @param {Run | null | undefined} run */
  #said(run) {
    if (!run || !this.#frame) return null;
    const { zone, decimals } = this.#style();
    return sinceText(run, this.#frame, zone, decimals);
  }

  /** What the picture shows, in words: the texts at the end of the window. */
  description() {
    const { window } = this.view.stage.app.state;
    const parts = this.rows.slice(0, 8).map(({ label, runs }) => {
      const said = this.#said(runAt(runs, window.to) ?? runs.at(-1));
      return `${label} ${said ? `is ${said}` : 'has no text'}`;
    });
    return `States of ${titleOf(this.view.panel)}: ${parts.join('; ') || 'no texts'}`;
  }
}
