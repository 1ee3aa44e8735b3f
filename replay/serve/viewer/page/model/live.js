// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Follows a source that goes on.  "Now" goes on; the playhead goes with it until one steps back, as
// with a television recorder.

import { LiveHistory } from '../data/live_history.js';
import { linesQuery, MOST_LINES, neededSeries, queryKey, statesQuery } from '../names/panel_query.js';
import { bucketGrid, clampWindow, lengthOf } from '../base/ranges.js';
import { statesFrame } from '../names/states.js';

/** Seconds between two looks. */
const INTERVAL = 1;

export class Live {
  /** @type {EventSource | null} */
  #events = null;
  #of = '';
  /** @type {(LiveHistory & {source: string}) | null} */
  #history = null;

  /**
   * @param {App} app
   * @param {Stage} stage
   */
  constructor(app, stage) {
    this.app = app;
    this.stage = stage;
    app.store.on(['source', 'info', 'panels'], () => this.#follow());
    app.store.on(['window', 'panels'], () => this.#feed());
    app.store.on(['isLive'], ({ isLive }) => {
      if (isLive) this.#goToEnd();
    });
  }

  toggle() {
    const { isLive, info } = this.app.state;
    if (info.start !== undefined) this.app.store.set({ isLive: !isLive, isPlaying: false });
  }

  /** One stream: of an archive that grows, or of the shown metrics of a source without a memory. */
  #follow() {
    const { source, info } = this.app.state;
    const m = info.isArchive === false ? this.app.shownMetrics() : null;
    const of = m || info.growing ? JSON.stringify([source, m]) : '';
    if (of === this.#of) return;
    this.#of = of;
    this.#events?.close();
    this.#events = null;
    if (!m || this.#history?.source !== source) this.#history = null;
    if (of === '') return;
    this.#events = this.app.client.follow({ s: source, m, interval: INTERVAL });
    this.#events.addEventListener('grown', (event) => this.#grown(JSON.parse(event.data), source));
    this.#events.addEventListener('failed', (event) =>
      this.app.say(JSON.parse(event.data).message),
    );
    if (m) {
      this.#history ??= Object.assign(new LiveHistory(INTERVAL), { source });
      this.#events.addEventListener('sample', (event) =>
        this.#sampled(JSON.parse(event.data), source),
      );
    }
  }

  #grown({ end, generation }, source) {
    const { state } = this.app;
    if (state.source !== source || end === undefined || end <= state.info.end) return;
    this.#moveTo({ ...state.info, end, generation });
  }

  /** @param {Moment} sample */
  #sampled(sample, source) {
    const { state } = this.app;
    const history = this.#history;
    if (state.source !== source || !history) return;
    history.add(sample);
    this.#moveTo({
      ...state.info,
      start: Math.min(state.info.start, history.start),
      end: sample.t,
    });
    this.#feed();
  }

  /** @param {ShownSource} info */
  #moveTo(info) {
    const { isLive, window } = this.app.state;
    const moved = isLive ? { playhead: info.end, window: windowAtEnd(window, info) } : {};
    this.app.store.set({ info, ...moved });
  }

  /** Gives the panels what they would get of a server. */
  #feed() {
    const { window, source, catalogue } = this.app.state;
    if (!this.#history || !window || !catalogue) return;
    const grid = bucketGrid(window, this.stage.geometry().width);
    for (const { panel, data } of this.stage.views) {
      const metrics = new Set(
        neededSeries(panel).flatMap(({ metric, instance }) => (instance === null ? metric : [])),
      );
      const isWanted = ({ metric, instance }) =>
        metrics.has(metric) ||
        panel.series.some((one) => one.metric === metric && one.instance === instance);
      const states = this.#history.texts.answer(grid, isWanted);
      data.states.clear();
      data.states.add(statesFrame(states, queryKey(statesQuery(panel), source), grid.count));
      const frame = this.#history.frame(grid, isWanted, MOST_LINES);
      data.lines.clear();
      data.lines.add({ ...frame, query: queryKey(linesQuery(panel, catalogue), source) });
    }
    this.stage.drawSoon();
  }

  #goToEnd() {
    const { info, window } = this.app.state;
    this.app.store.set({ playhead: info.end, window: windowAtEnd(window, info) });
  }
}

/**
 * The window moves with the end, which stays a little left of the edge.
 * @param {TimeWindow} window
 * @param {Extent} info
 */
function windowAtEnd(window, info) {
  const length = lengthOf(window);
  const to = info.end + length * 0.02;
  return clampWindow({ from: to - length, to }, info);
}
