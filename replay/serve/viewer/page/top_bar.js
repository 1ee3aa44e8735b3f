// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The bar at the top: the source, the finder, and the drawer.

import { problemText, showDamage } from './damage.js';
import { element, icon, iconButton, setText } from './base/dom.js';
import { lengthText, fullText } from './base/time_format.js';
import { compareText } from './actions/time_commands.js';

export class TopBar {
  /**
   * @param {App} app
   * @param {HTMLElement} root
   */
  constructor(app, root) {
    const run = (id, args) => () => app.commands.run(id, args);
    const named = (text, id) => `${text} (${app.commands.keysOf(id)})`;
    this.app = app;
    this.name = element('bdi', { class: 'source-name' });
    this.facts = element('span', { class: 'source-facts' });
    this.source = element(
      'button',
      {
        type: 'button',
        class: 'source',
        onclick: run('source.choose'),
        title: named('Choose a source', 'source.choose'),
      },
      this.name,
      icon('down'),
    );
    this.damage = element(
      'button',
      {
        type: 'button',
        class: 'text-button damage',
        hidden: true,
        'aria-label': 'Damaged',
        onclick: () => showDamage(app.state.info.problems ?? []),
      },
      '⚠',
      element('span', {}, 'Damaged'),
    );
    this.compare = element('button', {
      type: 'button',
      class: 'text-button',
      'aria-pressed': 'true',
      hidden: true,
      title: 'End the comparison',
      onclick: () => app.store.set({ compare: null }),
    });
    this.drawer = iconButton('drawer', named('Details', 'drawer.toggle'), run('drawer.toggle'), {
      'aria-expanded': 'false',
      'aria-controls': 'drawer',
    });
    root.append(
      brand(),
      this.source,
      this.facts,
      this.damage,
      this.compare,
      searchButton(run('find.metric')),
      iconButton('back', named('Back to the window before', 'zoom.back'), run('zoom.back'), {
        class: 'icon-button wide-only',
      }),
      iconButton('fit', named('Zoom to the selection, or to all', 'zoom.fit'), run('zoom.fit')),
      iconButton('note', named('Add a note', 'note.add'), run('note.add'), {
        class: 'icon-button wide-only',
      }),
      iconButton('link', named('Copy a link', 'share.link'), run('share.link')),
      iconButton('keys', named('Keys', 'view.keys'), run('view.keys'), {
        class: 'icon-button wide-only',
      }),
      iconButton('more', named('All commands', 'view.palette'), run('view.palette')),
      this.drawer,
    );
    app.store.on(['info', 'zone', 'compare', 'drawer', 'catalogue'], () => this.#show());
  }

  #show() {
    const { info, zone, compare, drawer, catalogue } = this.app.state;
    setText(this.name, info.host || info.id || '…');
    if (info.start !== undefined) {
      const name = this.app.zoneName(zone);
      const length = info.end - info.start;
      const metrics = catalogue?.size ?? 0;
      setText(
        this.facts,
        `${fullText(info.start, name).slice(0, 16)}, ${
          length > 0 ? lengthText(length) : 'one moment'
        } · ${metrics.toLocaleString('en')} ${metrics === 1 ? 'metric' : 'metrics'}`,
      );
    }
    const problems = info.problems ?? [];
    this.damage.hidden = problems.length === 0;
    this.damage.title = problems.slice(0, 5).map(problemText).join('\n');
    this.compare.hidden = !compare;
    if (compare) setText(this.compare, `vs. ${compareText(compare)} ×`);
    this.drawer.setAttribute('aria-expanded', String(drawer !== ''));
    this.drawer.setAttribute('aria-pressed', String(drawer !== ''));
  }
}

function brand() {
  return element(
    'h1',
    { class: 'brand' },
    element('img', { src: 'icon.svg', alt: '' }),
    element('span', {}, 'fdr'),
  );
}

function searchButton(onclick) {
  return element(
    'button',
    { type: 'button', class: 'search', onclick, 'aria-label': 'Find a metric' },
    icon('search'),
    element('span', {}, 'Find a metric'),
    element('kbd', {}, '/'),
  );
}
