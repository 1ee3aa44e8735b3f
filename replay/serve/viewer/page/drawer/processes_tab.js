// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Processes: of the selected stretch if there is one, and otherwise of the playhead.

import { element } from '../base/dom.js';
import { MomentTab } from './moment_tab.js';
import { StretchTab } from './stretch_tab.js';

export class ProcessesTab {
  #isShown = false;
  #wantsMoment = false;
  /** @type {Tab | null} */
  #current = null;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.moment = new MomentTab(app).tab;
    this.stretch = new StretchTab(app).tab;
    const button = (text, wantsMoment) =>
      element('button', { type: 'button', class: 'part', onclick: () => this.#want(wantsMoment) }, text);
    this.ofStretch = button('Selection', false);
    this.ofMoment = button('Playhead', true);
    this.choice = element(
      'div',
      { class: 'parts', role: 'group', 'aria-label': 'Of which time' },
      this.ofStretch,
      this.ofMoment,
    );
    this.place = element('div');
    app.store.on(['selection', 'source', 'info'], () => this.#choose());
    app.store.on(['selection'], () => this.#want(false));
    this.tab = {
      root: element('div', {}, this.choice, this.place),
      show: () => {
        this.#isShown = true;
        this.#choose();
      },
      hide: () => {
        this.#isShown = false;
        this.#current?.hide();
        this.#current = null;
      },
    };
  }

  #want(wantsMoment) {
    this.#wantsMoment = wantsMoment;
    this.#choose();
  }

  #choose() {
    const { selection, info } = this.app.state;
    const hasBoth = Boolean(selection && info.isArchive);
    const isOfStretch = hasBoth && !this.#wantsMoment;
    this.choice.hidden = !hasBoth;
    this.ofStretch.setAttribute('aria-pressed', String(isOfStretch));
    this.ofMoment.setAttribute('aria-pressed', String(!isOfStretch));
    const wanted = isOfStretch ? this.stretch : this.moment;
    if (!this.#isShown || wanted === this.#current) return;
    this.#current?.hide();
    this.#current = wanted;
    this.place.replaceChildren(wanted.root);
    wanted.show();
  }
}
