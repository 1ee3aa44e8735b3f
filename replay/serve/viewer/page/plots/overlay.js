// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What lies over all plots: the lines of the pointer and the playhead, the selection, and notes.  It
// moves without drawing a canvas.

import { element, setText } from '../base/dom.js';
import { decimalsFor } from '../base/scales.js';
import { clockText, lengthText } from '../base/time_format.js';

const MOST_NOTES = 200;
/** Pixels from the middle of a flag to its end. */
const HALF_FLAG = 30;

export class Overlay {
  /** @type {Stage} */
  #stage;
  #playLine = element('div', { class: 'line line-play', hidden: true });
  #cursorLine = element('div', { class: 'line line-cursor', hidden: true });
  #playFlag = flag('flag-play');
  #cursorFlag = flag('flag-cursor');
  #selection = element('div', { class: 'box box-selection', hidden: true });
  #dragLabel = element('span', { class: 'box-label' });
  #drag = element('div', { class: 'box box-drag', hidden: true }, this.#dragLabel);
  #notes = element('div');

  /** @param {Stage} stage */
  constructor(stage) {
    this.#stage = stage;
    /** The times of both lines: these belong into the ruler. */
    this.flags = [this.#playFlag, this.#cursorFlag];
    this.root = element(
      'div',
      { class: 'overlay', 'aria-hidden': 'true' },
      this.#selection,
      this.#drag,
      this.#notes,
      this.#playLine,
      this.#cursorLine,
    );
  }

  move() {
    const { window, cursor, playhead, selection, notes } = this.#stage.app.state;
    const decimals = decimalsFor((window.to - window.from) / this.#stage.geometry().width);
    this.#placeLine(this.#playLine, this.#playFlag, playhead, decimals);
    this.#placeLine(this.#cursorLine, this.#cursorFlag, cursor, decimals);
    this.#placeBox(this.#selection, selection);
    this.#placeNotes(notes);
  }

  /**
   * Shows what is being dragged; null ends it.
   * @param {TimeWindow | null} range
   * @param {string} [kind]
   */
  showDrag(range, kind) {
    this.#placeBox(this.#drag, range);
    if (!range) return;
    this.#drag.dataset.kind = kind;
    setText(this.#dragLabel, lengthText(range.to - range.from));
  }

  /**
   * @param {HTMLElement} line
   * @param {HTMLElement} its flag
   * @param {number | null} time
   */
  #placeLine(line, its, time, decimals) {
    const { window, zone } = this.#stage.app.state;
    const isIn = time !== null && time >= window.from && time <= window.to;
    line.hidden = !isIn;
    its.hidden = !isIn;
    if (!isIn) return;
    const x = this.#stage.xOf(time);
    const { left, width } = this.#stage.geometry();
    const middle = Math.min(Math.max(x, left + HALF_FLAG), left + width - HALF_FLAG);
    line.style.transform = `translateX(${x}px)`;
    its.style.transform = `translateX(${middle}px) translateX(-50%)`;
    setText(its, clockText(time, this.#stage.app.zoneName(zone), decimals));
  }

  /**
   * @param {HTMLElement} box
   * @param {TimeWindow | null} range
   */
  #placeBox(box, range) {
    const { left, width } = this.#stage.geometry();
    const clip = (x) => Math.min(Math.max(x, left), left + width);
    box.hidden = !range;
    if (!range) return;
    const [a, b] = [clip(this.#stage.xOf(range.from)), clip(this.#stage.xOf(range.to))];
    box.hidden = b <= a;
    box.style.transform = `translateX(${a}px)`;
    box.style.width = `${b - a}px`;
  }

  /** @param {Note[]} notes */
  #placeNotes(notes) {
    const { window } = this.#stage.app.state;
    const shown = (notes ?? [])
      .filter(({ t, to }) => (to ?? t) >= window.from && t <= window.to)
      .slice(0, MOST_NOTES);
    const lines = shown.map((note) => {
      const line = element('div', { class: note.to ? 'box box-note' : 'line line-note' });
      if (note.to) this.#placeBox(line, { from: note.t, to: note.to });
      else line.style.transform = `translateX(${this.#stage.xOf(note.t)}px)`;
      return line;
    });
    this.#notes.replaceChildren(...lines);
  }
}

function flag(kind) {
  return element('div', { class: `flag ${kind}`, 'aria-hidden': 'true', hidden: true });
}
