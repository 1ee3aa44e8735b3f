// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Keeps the address of the page and the state the same, in both directions.

import { withKeys } from './model/app.js';
import { defaultPanels } from './names/groups.js';
import { LONGEST_LINK, readLink, writeLink } from './names/page_link.js';
import { clampWindow, sameWindow, wholeOf } from './base/ranges.js';
import { afterPause } from './base/dom.js';

const PAUSE = 250;

export class Address {
  #app;
  #isStep = false;
  #writeSoon = afterPause(PAUSE, () => this.#write());

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    app.store.on(
      [
        'source',
        'panels',
        'isDefault',
        'window',
        'playhead',
        'selection',
        'compare',
        'zone',
        'drawer',
        'isLive',
      ],
      () => {
        if (!app.state.isPlaying) this.#writeSoon();
      },
    );
    app.store.on(['isPlaying'], () => this.#writeSoon());
    app.navigation.onStep = () => {
      this.#isStep = true;
    };
    window.addEventListener('popstate', () => this.#read());
  }

  /** The link to what is shown.  A layout that is too long for it is kept by the server. */
  async link() {
    const text = this.#text();
    if (text.length <= LONGEST_LINK) return this.#url(text);
    const { panels } = this.#app.state;
    const layout = await this.#app.client.keepLayout({ v: 1, panels });
    return this.#url(writeLink({ ...this.#view(), layout }));
  }

  /** What the address says, with the panels of a kept layout. */
  async wanted() {
    const view = readLink(window.location.hash);
    if (!view.layout) return view;
    const { panels } = await this.#app.client.layout(view.layout);
    return { ...view, panels };
  }

  #url(text) {
    const url = new URL(window.location.href);
    url.hash = text;
    return url.href;
  }

  #view() {
    const { state } = this.#app;
    const isWhole = state.info.start === undefined || sameWindow(state.window, wholeOf(state.info));
    return {
      ...state,
      panels: state.isDefault ? null : state.panels,
      window: isWhole ? null : state.window,
    };
  }

  #text() {
    return writeLink(this.#view());
  }

  #write() {
    if (!this.#app.state.source) return;
    const text = this.#text();
    if (`#${text}` === window.location.hash) return;
    if (this.#isStep) window.history.pushState(null, '', `#${text}`);
    else window.history.replaceState(null, '', `#${text}`);
    this.#isStep = false;
  }

  /** Back and forward of the browser, and links that are typed. */
  async #read() {
    try {
      const view = await this.wanted();
      const { state, store } = this.#app;
      if (view.source && view.source !== state.source) {
        await this.#app.openSource(view.source, view);
        return;
      }
      store.set({
        window: view.window ? clampWindow(view.window, state.info) : wholeOf(state.info),
        playhead: view.playhead ?? state.playhead,
        selection: view.selection ?? null,
        compare: view.compare ?? null,
        zone: view.zone ?? 'host',
        drawer: view.drawer ?? '',
        panels: view.panels
          ? withKeys(view.panels)
          : state.isDefault
            ? state.panels
            : defaultPanels(state.catalogue),
        isDefault: !view.panels,
      });
    } catch (error) {
      this.#app.say(error.message);
    }
  }
}
