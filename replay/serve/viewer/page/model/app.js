// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The page as a whole: its state, and how a source is opened.

import { Catalogue, MOST_METRICS } from '../data/catalogue.js';
import { Client, isAborted } from '../data/client.js';
import { Commands } from '../base/commands.js';
import { defaultPanels, makePanel } from '../names/groups.js';
import { neededSeries } from '../names/panel_query.js';
import { Loader } from './loader.js';
import { Navigation } from './navigation.js';
import { Player } from './player.js';
import { clampWindow, wholeOf } from '../base/ranges.js';
import { seriesLabel } from '../names/series_name.js';
import { Store } from '../base/store.js';

/** Seconds that are shown at first of a source that keeps no values. */
const FIRST_WINDOW = 120;

/** @type {FirstState} */
const FIRST_STATE = {
  source: '', // its id
  info: {}, // the answer of /sources for it
  catalogue: null, // its metrics
  panels: [],
  isDefault: true, // the panels are those that the page has chosen
  window: null, // what the panels show
  playhead: null, // a time
  cursor: null, // the time under the pointer
  selection: null, // a window
  compare: null, // {source, shift}: what charts show behind the present values
  zone: 'host', // or "local", "utc"
  drawer: '', // the tab that is open
  values: null, // {t, byLabel}: exact values at the playhead
  notes: [],
  explained: null, // {answer, message}: what was unusual; without both, the server is asked
  finding: null, // the number of the one that is shown
  isPlaying: false,
  direction: 1,
  speed: 60,
  isLooping: false,
  isLive: false,
  clock: null, // {port, programs}: other programs follow this page
};

export class App {
  /** @type {Store<State>} */
  store = new Store(FIRST_STATE);
  client = new Client();
  commands = new Commands();
  loader = new Loader(this.client);
  navigation = new Navigation(this);
  player = new Player(this);
  #opening = new AbortController();

  get state() {
    return this.store.state;
  }

  /**
   * The panel that keys act on.
   * @type {() => Panel | null}
   */
  currentPanel = () => null;

  /**
   * Shows a line for some seconds.  `action`: of a button in it.
   * @type {(text: string, action?: Action | null) => void}
   */
  say = (text, action = null) => console.info(text, action);

  /** The zone that a calendar takes. */
  zoneName(zone) {
    if (zone === 'utc') return 'UTC';
    if (zone === 'local') return Intl.DateTimeFormat().resolvedOptions().timeZone;
    return zone === 'host' ? this.state.info.zone || 'UTC' : zone;
  }

  /** The metrics and series of all panels, as /records and /at take them. */
  shownMetrics() {
    const shown = new Set(this.state.panels.flatMap((panel) => neededSeries(panel).map(seriesLabel)));
    return [...shown].slice(0, 200);
  }

  /**
   * Shows a source.  What `view`, of a link, says has priority over what the page would choose.
   * @param {string | undefined} id
   * @param {View} view
   */
  async openSource(id, view = {}) {
    this.#opening.abort();
    this.#opening = new AbortController();
    const options = { signal: this.#opening.signal };
    const info = await this.#infoOf(id, options);
    const { matches } = await this.client.find({ s: info.id, limit: MOST_METRICS }, options);
    const catalogue = new Catalogue(matches);
    const whole = wholeOf(info);
    this.navigation.forget();
    this.store.set({
      source: info.id,
      info,
      catalogue,
      panels: view.panels ? withKeys(view.panels) : defaultPanels(catalogue),
      isDefault: !view.panels,
      window: view.window ? clampWindow(view.window, info) : whole,
      playhead: view.playhead ?? info.end,
      selection: view.selection ?? null,
      compare: view.compare ?? null,
      isLive: view.isLive ?? !info.isArchive,
      isPlaying: false,
      values: null,
      cursor: null,
      notes: [],
    });
    document.title = `${info.host ?? info.id} · fdr`;
    if (info.isArchive) this.loader.whenIdle().then(() => this.#lookForDamage(options));
  }

  /**
   * Volumes are opened when values are read from them.
   * @param {AskOptions} options
   */
  async #lookForDamage(options) {
    const { source } = this.state;
    try {
      const { problems = [] } = (await this.client.source(source, options)) ?? {};
      const { info } = this.state;
      if (source === this.state.source && problems.length > (info.problems ?? []).length)
        this.store.set({ info: { ...info, problems } });
    } catch (error) {
      if (!isAborted(error)) console.info(error.message);
    }
  }

  /**
   * The first source of the list is the default one.
   * @param {string | undefined} id
   */
  async #infoOf(id, options) {
    if (id) return this.#checked(await this.client.source(id, options));
    const list = await this.client.sources(options);
    const first = list.find(({ kind, message }) => kind === 'archive' && !message) ?? list[0];
    if (!first) throw new Error('The server has no source.');
    if (first.message) throw new Error(cannotOpen(first));
    this.#sayRefused(list.filter(({ message }) => message));
    return this.#checked(await this.client.source(first.id, options));
  }

  /** @param {Source[]} refused */
  #sayRefused(refused) {
    if (refused.length === 0) return;
    const text =
      refused.length === 1
        ? cannotOpen(refused[0])
        : `${refused.length.toLocaleString('en')} archives cannot be opened.`;
    this.say(text, { label: 'Sources', run: () => this.commands.run('source.choose') });
  }

  /** @param {Source | undefined} info */
  #checked(info) {
    if (!info) throw new Error('There is no such source.');
    if (info.message) throw new Error(info.message);
    return { ...withoutMemory(), ...info, isArchive: info.start !== undefined };
  }

  /**
   * Changes the panels: from now on they are somebody's choice.
   * @param {Panel[]} panels
   */
  setPanels(panels) {
    this.store.set({ panels, isDefault: false });
  }

  /** @param {Partial<Panel>} changes */
  changePanel(key, changes) {
    this.setPanels(
      this.state.panels.map((panel) => (panel.key === key ? { ...panel, ...changes } : panel)),
    );
  }
}

/**
 * @param {Source} source that cannot be opened
 */
export function cannotOpen({ id, message }) {
  return `${id} cannot be opened: ${message}`;
}

/** A source that keeps no values: the page keeps what arrives from now on. */
function withoutMemory() {
  const now = Date.now() / 1000;
  return { start: now - FIRST_WINDOW, end: now };
}

/**
 * Panels of a link have no keys yet.
 * @param {NewPanel[]} panels
 */
export function withKeys(panels) {
  return panels.map(({ series, ...options }) => makePanel(series, options));
}
