// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The drawer beside the charts: one tab at a time.

import { element, iconButton } from '../base/dom.js';

export class Drawer {
  #tabs = new Map();

  /**
   * @param {App} app
   * @param {HTMLElement} root
   * @param {{id: string, title: string, make: () => Tab}[]} tabs made when first shown
   */
  constructor(app, root, tabs) {
    this.app = app;
    this.root = root;
    this.page = element('div', {
      class: 'tab-page',
      role: 'tabpanel',
      tabindex: '0',
      id: 'drawer-page',
    });
    const list = element('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Details' });
    for (const tab of tabs) {
      const button = element(
        'button',
        {
          type: 'button',
          role: 'tab',
          class: 'tab',
          id: `tab-${tab.id}`,
          'aria-controls': 'drawer-page',
          'aria-selected': 'false',
          tabindex: '-1',
          onclick: () => this.open(tab.id),
        },
        tab.title,
      );
      this.#tabs.set(tab.id, { ...tab, button, made: null });
      list.append(button);
    }
    list.addEventListener('keydown', (event) => this.#key(event));
    root.append(
      element(
        'div',
        { class: 'drawer-head' },
        list,
        iconButton('close', 'Close the details', () => this.open('')),
      ),
      this.page,
    );
    app.store.on(['drawer'], () => this.#show());
  }

  open(id) {
    this.app.store.set({ drawer: this.#tabs.has(id) ? id : '' });
  }

  toggle() {
    this.open(this.app.state.drawer === '' ? (this.last ?? 'values') : '');
  }

  #show() {
    const { drawer } = this.app.state;
    const shown = this.#tabs.get(drawer);
    this.root.hidden = !shown;
    this.root.dataset.tab = drawer;
    for (const [id, { button, made }] of this.#tabs) {
      button.setAttribute('aria-selected', String(id === drawer));
      button.tabIndex = id === drawer ? 0 : -1;
      if (id !== drawer) made?.hide();
    }
    if (!shown) {
      this.page.replaceChildren();
      return;
    }
    this.last = drawer;
    shown.made ??= shown.make();
    this.page.setAttribute('aria-labelledby', `tab-${drawer}`);
    this.page.replaceChildren(shown.made.root);
    shown.made.show();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const ids = [...this.#tabs.keys()];
    const at = ids.indexOf(this.app.state.drawer);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: ids.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.open(ids[(next + ids.length) % ids.length]);
    this.#tabs.get(this.app.state.drawer).button.focus();
  }
}

/**
 * A tab that is filled again when some fields of the state change, while it is shown.
 * @param {App} app
 * @param {HTMLElement} root
 * @param {(keyof State)[]} fields
 * @param {() => void} fill
 * @returns {Tab}
 */
export function liveTab(app, root, fields, fill) {
  let isShown = false;
  app.store.on(fields, () => {
    if (isShown) fill();
  });
  return {
    root,
    show() {
      isShown = true;
      fill();
    },
    hide() {
      isShown = false;
    },
  };
}
