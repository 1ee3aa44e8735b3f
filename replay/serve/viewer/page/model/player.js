// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The tape deck: plays the playhead through time, and steps it from record to record.

import { isAborted } from '../data/client.js';
import { clampWindow, contains, lengthOf } from '../base/ranges.js';
import { seriesLabel } from '../names/series_name.js';

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1200, 3600, 10000];
const RECORDS = 100;
/** Records are asked for in advance when so few are left. */
const FEW = 20;

export class Player {
  #before = 0;
  /** @type {{t: number[], hasMore: Record<number, boolean>, key: string}} */
  #tape = { t: [], hasMore: { 1: true, '-1': true }, key: '' };
  #stepping = Promise.resolve();
  #pending = 0;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    app.store.on(['isPlaying'], ({ isPlaying }) => {
      if (isPlaying) requestAnimationFrame((now) => this.#start(now));
    });
  }

  toggle() {
    const { isPlaying, playhead, info, direction } = this.app.state;
    if (!isPlaying) {
      const range = this.#range();
      const isAtEnd = direction > 0 ? playhead >= range.to : playhead <= range.from;
      const outside = !contains(range, playhead);
      if (isAtEnd || outside) this.app.navigation.goTo(direction > 0 ? range.from : range.to);
    }
    this.app.store.set({ isPlaying: !isPlaying && info.start !== undefined, isLive: false });
  }

  turn(direction) {
    this.app.store.set({ direction });
  }

  /** The next faster or slower speed. */
  changeSpeed(by) {
    const { speed } = this.app.state;
    const at = SPEEDS.findIndex((one) => one >= speed);
    const next =
      SPEEDS[Math.min(Math.max((at < 0 ? SPEEDS.length - 1 : at) + by, 0), SPEEDS.length - 1)];
    this.app.store.set({ speed: next });
    return next;
  }

  #range() {
    const { isLooping, selection, window, info } = this.app.state;
    if (isLooping) return selection ?? window;
    return { from: info.start, to: info.end };
  }

  #start(now) {
    this.#before = now;
    requestAnimationFrame((next) => this.#frame(next));
  }

  #frame(now) {
    const { isPlaying, playhead, speed, direction, isLooping } = this.app.state;
    if (!isPlaying) return;
    // A tab in the background gets no frames: time that was not shown is not played.
    const passed = Math.min(now - this.#before, 250) / 1000;
    this.#before = now;
    const range = this.#range();
    let next = playhead + passed * speed * direction;
    if (next > range.to || next < range.from) {
      if (isLooping) next = direction > 0 ? range.from : range.to;
      else {
        this.app.store.set({ playhead: direction > 0 ? range.to : range.from, isPlaying: false });
        return;
      }
    }
    this.app.store.set({ playhead: next, ...this.#follow(next, direction) });
    requestAnimationFrame((later) => this.#frame(later));
  }

  /** The window moves on by a page when the playhead has come to its end. */
  #follow(time, direction) {
    const { window, info } = this.app.state;
    if (contains(window, time)) return {};
    const length = lengthOf(window);
    const from = direction > 0 ? time - length * 0.05 : time - length * 0.95;
    return { window: clampWindow({ from, to: from + length }, info) };
  }

  /** Steps by records of the shown metrics.  Steps that are asked for meanwhile are made together. */
  step(count) {
    this.#pending += count;
    this.app.store.set({ isPlaying: false });
    this.#stepping = this.#stepping
      .then(() => this.#makeSteps())
      .catch((error) => {
        if (!isAborted(error)) this.app.say(error.message);
      });
    return this.#stepping;
  }

  async #makeSteps() {
    const count = this.#pending;
    if (count === 0) return;
    this.#pending = 0;
    const direction = Math.sign(count);
    await this.#load(direction);
    const { t } = this.#tape;
    const { playhead } = this.app.state;
    const ahead =
      direction > 0
        ? t.filter((time) => time > playhead)
        : t.filter((time) => time < playhead).reverse();
    const target = ahead[Math.min(Math.abs(count), ahead.length) - 1];
    if (target === undefined)
      this.app.say(direction > 0 ? 'This is the last record.' : 'This is the first record.');
    else this.app.navigation.goTo(target);
  }

  /** Makes sure that the tape reaches beyond the playhead. */
  async #load(direction) {
    const { source, playhead, info, panels } = this.app.state;
    const m = this.app.shownMetrics();
    const key = JSON.stringify([source, info.generation, m]);
    const { t } = this.#tape;
    const isFar = t.length === 0 || playhead < t[0] || playhead > t[t.length - 1];
    if (key !== this.#tape.key || isFar)
      this.#tape = { t: [], hasMore: { 1: true, '-1': true }, key };
    const left = this.#tape.t.filter((time) => (time - playhead) * direction > 0).length;
    if (left >= FEW || !this.#tape.hasMore[direction] || panels.length === 0) return;
    const from =
      this.#tape.t.length === 0 ? playhead : direction > 0 ? this.#tape.t.at(-1) : this.#tape.t[0];
    const answer = await this.app.client.records({
      s: source,
      m,
      t: from,
      n: RECORDS,
      dir: direction,
    });
    this.#tape.hasMore[direction] = answer.more;
    this.#tape.t = [...new Set([...this.#tape.t, ...answer.t])].sort((a, b) => a - b);
  }

  /**
   * Looks for something in a panel, or in all of them.
   * @param {string} when "change", "gt:0.9": as the server takes it
   * @param {Panel | null} panel
   */
  async find(when, direction, panel) {
    const { source, playhead } = this.app.state;
    const m = panel?.series.map(seriesLabel) ?? this.app.shownMetrics();
    this.app.store.set({ isPlaying: false });
    const found = await this.app.client.next({
      s: source,
      m,
      t: playhead,
      dir: direction,
      when,
      rate: panel?.raw ? 'raw' : null,
    });
    if (found.t === null) {
      this.app.say(`Nothing ${direction > 0 ? 'later' : 'earlier'}.`);
      return null;
    }
    this.app.navigation.goTo(found.t);
    return found;
  }
}
