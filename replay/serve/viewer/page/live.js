// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Follows a source that grows.  "Now" goes on; the playhead goes with it until one steps back, as
// with a television recorder.

import { clampWindow, lengthOf } from './ranges.js';

/** Seconds between two looks. */
const INTERVAL = 1;

export class Live {
  #events = null;
  #of = '';

  constructor(app) {
    this.app = app;
    app.store.on(['source', 'info'], () => this.#follow());
    app.store.on(['isLive'], ({ isLive }) => {
      if (isLive) this.#goToEnd();
    });
  }

  toggle() {
    const { isLive, info } = this.app.state;
    if (info.start !== undefined) this.app.store.set({ isLive: !isLive, isPlaying: false });
  }

  /** One stream for each source that can grow. */
  #follow() {
    const { source, info } = this.app.state;
    const of = info.growing ? source : '';
    if (of === this.#of) return;
    this.#of = of;
    this.#events?.close();
    this.#events = null;
    if (of === '') return;
    this.#events = this.app.client.follow({ s: source, interval: INTERVAL });
    this.#events.addEventListener('grown', (event) => this.#grown(JSON.parse(event.data), source));
  }

  #grown({ end, generation }, source) {
    const { state, store } = this.app;
    if (state.source !== source || end === undefined || end <= state.info.end) return;
    const info = { ...state.info, end, generation };
    const moved = state.isLive ? { playhead: end, window: windowAtEnd(state.window, info) } : {};
    store.set({ info, ...moved });
  }

  #goToEnd() {
    const { info, window } = this.app.state;
    this.app.store.set({ playhead: info.end, window: windowAtEnd(window, info) });
  }
}

/** The window moves with the end, which stays a little left of the edge. */
export function windowAtEnd(window, info) {
  const length = lengthOf(window);
  const to = info.end + length * 0.02;
  return clampWindow({ from: to - length, to }, info);
}
