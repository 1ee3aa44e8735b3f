// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Moves the window and the playhead, and remembers the way.

import {
  clampWindow,
  contains,
  lengthOf,
  panWindow,
  sameWindow,
  windowAround,
  wholeOf,
  zoomWindow,
} from '../base/ranges.js';

/** Steps of a wheel or of a held key that follow each other faster are one step of the history. */
const ONE_STEP = 700;
const MOST_STEPS = 200;

export class Navigation {
  /** @type {TimeWindow[]} */
  #history = [];
  #lastStep = 0;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  get #extent() {
    return this.app.state.info;
  }

  /** Called when the way forks: the browser's history gets an entry. */
  onStep = () => {};

  /** @param {TimeWindow} window */
  remember(window) {
    const now = performance.now();
    const isNew = now - this.#lastStep > ONE_STEP;
    this.#lastStep = now;
    if (!isNew || !window || sameWindow(window, this.#history.at(-1))) return;
    this.#history.push(window);
    if (this.#history.length > MOST_STEPS) this.#history.shift();
    this.onStep();
  }

  /**
   * @param {TimeWindow} window
   * @param {{isStep?: boolean}} how
   */
  setWindow(window, { isStep = false } = {}) {
    const before = this.app.state.window;
    const after = clampWindow(window, this.#extent);
    if (isStep) this.#lastStep = 0;
    if (sameWindow(before, after)) return;
    this.remember(before);
    this.app.store.set({
      window: after,
      isLive: this.app.state.isLive && contains(after, this.#extent.end),
    });
  }

  zoom(factor, pivot) {
    const { window } = this.app.state;
    if (!window) return;
    this.setWindow(zoomWindow(window, factor, pivot ?? this.#pivot(window), this.#extent));
  }

  /** Keys zoom at the playhead if one sees it. */
  #pivot(window) {
    const { cursor, playhead } = this.app.state;
    if (cursor !== null && contains(window, cursor)) return cursor;
    return playhead !== null && contains(window, playhead)
      ? playhead
      : (window.from + window.to) / 2;
  }

  /** @param {TimeWindow} window */
  zoomFrom(window, factor, pivot) {
    this.setWindow(zoomWindow(window, factor, pivot, this.#extent));
  }

  /** @param {number} share */
  pan(share) {
    const { window } = this.app.state;
    if (window) this.setWindow(panWindow(window, share, this.#extent));
  }

  /** @param {TimeWindow} window */
  panFrom(window, share) {
    this.app.store.set({ window: panWindow(window, share, this.#extent), isLive: false });
  }

  whole() {
    this.setWindow(wholeOf(this.#extent), { isStep: true });
  }

  /** The selection fills the window; if it does already, or without one, the whole of the data. */
  fit() {
    const { selection, window } = this.app.state;
    if (!selection || sameWindow(clampWindow(selection, this.#extent), window)) this.whole();
    else this.setWindow(selection, { isStep: true });
  }

  back() {
    const window = this.#history.pop();
    if (window) this.app.store.set({ window: clampWindow(window, this.#extent) });
    return Boolean(window);
  }

  /** Moves the playhead; the window follows if it would not show it. */
  goTo(time, { isLive = false } = {}) {
    const { start, end } = this.#extent;
    const playhead = Math.min(Math.max(time, start), end);
    this.app.store.set({
      playhead,
      isLive,
      window: windowAround(this.app.state.window, playhead, this.#extent),
    });
  }

  /** A tenth of the window, as of a film: 0 is its beginning. */
  goToTenth(tenth) {
    const { window } = this.app.state;
    this.goTo(window.from + (lengthOf(window) * tenth) / 10);
  }

  forget() {
    this.#history = [];
  }
}
