// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Asks for the exact values of the shown series at the playhead, when it rests.

import { isAborted } from './data/client.js';
import { afterPause } from './base/dom.js';
import { neededSeries } from './names/panel_query.js';
import { seriesLabel } from './names/series_name.js';
import { baseUnits, unitsOfSeries } from './base/units.js';

const PAUSE = 60;
const MOST_SERIES = 300;

export class PlayheadValues {
  #controller = new AbortController();
  isBusy = false;

  /**
   * @param {App} app
   * @param {Stage} stage
   */
  constructor(app, stage) {
    this.app = app;
    this.stage = stage;
    const soon = afterPause(PAUSE, () => this.#ask());
    app.store.on(['playhead', 'panels', 'isPlaying', 'info', 'catalogue'], () => {
      this.isBusy = true;
      soon();
    });
  }

  async #ask() {
    await this.#askOnce();
    this.isBusy = false;
  }

  async #askOnce() {
    const { isPlaying, playhead, source, catalogue, info } = this.app.state;
    if (isPlaying || playhead === null || !catalogue || !info.isArchive) return;
    this.#controller.abort();
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    const valuesOf = (isRaw) => {
      const m = this.#questions(isRaw);
      const question = { s: source, m, t: playhead, rate: isRaw ? 'raw' : null };
      return m.length === 0 ? null : this.app.client.at(question, { signal });
    };
    try {
      const answers = await Promise.all([valuesOf(false), valuesOf(true)]);
      const byLabel = new Map();
      for (const answer of answers) if (answer) readValues(answer, byLabel);
      this.app.store.set({ values: { t: playhead, byLabel } });
    } catch (error) {
      if (!isAborted(error)) this.app.store.set({ values: null }); // the charts' own values do
    }
  }

  /** Small metrics as a whole; of large ones, what is drawn as lines. */
  #questions(isRaw) {
    const asked = new Set();
    for (const view of this.stage.views) {
      if (view.panel.raw !== isRaw) continue;
      for (const series of neededSeries(view.panel)) {
        if (series.instance !== null || this.app.state.catalogue.instancesOf(series.metric) <= 16)
          asked.add(seriesLabel(series));
      }
      for (const { label } of view.shown(view.frames().lines)) asked.add(label);
    }
    return [...asked].slice(0, MOST_SERIES);
  }
}

/**
 * Adds the values of an answer of /at, in units without a scale, by the labels of their series.
 * @param {Moment} answer
 * @param {Values} byLabel
 */
function readValues(answer, byLabel) {
  for (const metric of answer.metrics) {
    const { factor } = baseUnits(unitsOfSeries(metric));
    for (const [number, value] of metric.values) {
      const instance =
        number === null ? null : (answer.indoms[metric.indom]?.[number] ?? `#${number}`);
      byLabel.set(
        seriesLabel({ metric: metric.m, instance }),
        typeof value === 'number' ? value * factor : value,
      );
    }
  }
}
