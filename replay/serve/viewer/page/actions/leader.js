// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Leads other programs on the server's machine through time: they show the step in which the
// playhead is.

import { followCommands } from './export.js';
import { askText } from './picker.js';
import { seriesLabel } from '../names/series_name.js';
import { showText } from '../widgets/text_dialog.js';
import { parseLength } from '../base/time_format.js';

/** Milliseconds between two looks at who follows. */
const LOOK = 2000;
/** A step of the playhead may be this part of an interval too early: times are rounded. */
const HAIR = 1e-6;

export class Leader {
  #page = Math.random().toString(36).slice(2);
  #tape = { start: 0, interval: 1 };
  #told = '';
  #isBeginning = false;
  #isTelling = false;
  #timer = 0;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    app.store.on(['playhead', 'isPlaying', 'direction'], () => this.#tell());
    app.store.on(['source'], () => this.end());
    window.addEventListener('pagehide', () => this.end());
  }

  /** Asks for the interval, and begins; of a clock that runs, shows who may follow. */
  async open() {
    const { info, clock } = this.app.state;
    if (clock) return this.#show();
    if (!info.isArchive) return this.app.say('Only archives have a past to lead through.');
    const interval = await this.#usualInterval();
    return askText('Lead other programs', {
      value: `${interval}s`,
      placeholder: '10s, 1m, 500ms',
      hint: 'The time from one step to the next.',
      take: (text) => this.#begin(parseLength(text)),
    });
  }

  /** That of the records at the playhead. */
  async #usualInterval() {
    const { source, playhead } = this.app.state;
    const m = this.app.shownMetrics();
    if (m.length === 0) return 1;
    const { t } = await this.app.client.records({ s: source, m, t: playhead, n: 2, dir: -1 });
    const length = t.length === 2 ? Math.abs(t[1] - t[0]) : 0;
    return Math.max(1, Math.round(length));
  }

  /**
   * Returns a problem as text, or nothing.
   * @param {number | null} interval
   */
  async #begin(interval) {
    if (interval === null || !(interval > 0)) return 'This is no length of time.';
    const { info, zone, clock: before } = this.app.state;
    if (before || this.#isBeginning) return undefined;
    this.#isBeginning = true;
    this.#tape = { start: info.start, interval };
    const news = this.#news();
    try {
      const clock = await this.app.client.leadClock({
        begin: 1,
        page: this.#page,
        from: info.start,
        to: info.end,
        interval,
        zone: this.app.zoneName(zone),
        ...news,
      });
      this.#told = JSON.stringify(news);
      this.app.store.set({ clock });
    } catch (error) {
      return error.message;
    } finally {
      this.#isBeginning = false;
    }
    this.#timer = setInterval(() => this.#look(), LOOK);
    this.#tell(); // what has changed meanwhile
    // The dialog that has asked is closed first.
    setTimeout(() => this.#show());
    return undefined;
  }

  /** Where the playhead is, and where it goes. */
  #news() {
    const { playhead, isPlaying, direction } = this.app.state;
    const { start, interval } = this.#tape;
    const steps = Math.floor((playhead - start) / interval + HAIR);
    const motion = direction > 0 ? 'forward' : 'backward';
    return { t: (start + steps * interval).toFixed(6), motion: isPlaying ? motion : 'stopped' };
  }

  /** One message at a time: what changes meanwhile is told afterwards. */
  async #tell() {
    if (this.#isTelling) return;
    this.#isTelling = true;
    try {
      while (this.app.state.clock) {
        const news = this.#news();
        if (JSON.stringify(news) === this.#told) break;
        this.#told = JSON.stringify(news);
        this.#follow(await this.app.client.leadClock({ page: this.#page, ...news }));
      }
    } catch (error) {
      this.end();
      this.app.say(error.message);
    } finally {
      this.#isTelling = false;
    }
  }

  async #look() {
    try {
      this.#follow(await this.app.client.clock({ page: this.#page }));
    } catch {
      // The next message says it.
    }
  }

  /** @param {Clock} clock */
  #follow(clock) {
    if (!this.app.state.clock) return;
    if (!clock.leads) {
      this.#stop();
      this.app.say(clock.port === null ? 'The clock has ended.' : 'Another page leads now.');
    } else if (JSON.stringify(clock) !== JSON.stringify(this.app.state.clock))
      this.app.store.set({ clock });
  }

  end() {
    if (!this.app.state.clock) return;
    this.#stop();
    this.app.client.endClock({ end: 1, page: this.#page });
  }

  #stop() {
    clearInterval(this.#timer);
    this.app.store.set({ clock: null });
  }

  #show() {
    const { clock, source, panels } = this.app.state;
    if (!clock) return; // it has ended meanwhile
    const metric = panels[0] ? seriesLabel(panels[0].series[0]) : 'kernel.all.load';
    const commands = followCommands({ source, port: clock.port, metric });
    showText(this.app, 'Programs that follow', commands);
  }
}

/**
 * @param {App} app
 * @param {Leader} leader
 */
export function leadCommands(app, leader) {
  const command = (id, title, run) => ({ id, title, keys: [], group: 'Share', run });
  return [
    command('lead.open', 'Lead other programs through time …', () =>
      leader.open().catch((error) => app.say(error.message)),
    ),
    command('lead.end', 'Lead no other programs any more', () => leader.end()),
  ];
}
