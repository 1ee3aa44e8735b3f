// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The middle of the page: the ruler, and the panels below each other.

import { onThemeChange } from '../plots/colours.js';
import { element, onceAFrame } from '../base/dom.js';
import { renewPalette } from '../plots/heat_plot.js';
import { Overlay } from '../plots/overlay.js';
import { canvasColours, PanelView } from './panel_view.js';
import { drawRuler } from '../plots/ruler.js';

/** Pixels left of all plots; the second number if instances have long names. */
const GUTTERS = [58, 150];
const NARROW_GUTTERS = [46, 104];
const NARROW = 560;
/** Milliseconds between values while playing. */
const READABLE = 100;

export class Stage {
  /** @type {Map<number, PanelView>} */
  #views = new Map();
  #width = 600;
  #colours = canvasColours();
  #observer;
  #valuesShown = 0;
  /**
   * The key of the panel under the pointer.
   * @type {number | null}
   */
  hoveredPanel = null;

  /**
   * @param {App} app
   * @param {HTMLElement} root
   */
  constructor(app, root) {
    this.app = app;
    this.ruler = element('canvas', { class: 'ruler-canvas', 'aria-hidden': 'true' });
    this.overlay = new Overlay(this);
    this.list = element('div', { class: 'panels' });
    this.lanes = element(
      'div',
      { class: 'lanes' },
      element('div', { class: 'ruler', 'data-plot': 'ruler' }, this.ruler, ...this.overlay.flags),
      this.list,
      this.overlay.root,
    );
    this.root = root;
    root.append(this.lanes);
    this.drawSoon = onceAFrame(() => this.draw());
    this.moveLinesSoon = onceAFrame(() => this.moveLines());
    this.#observer = new IntersectionObserver((entries) => this.#seen(entries), {
      root,
      rootMargin: '300px',
    });
    new ResizeObserver(() => this.#resize()).observe(this.lanes);
    onThemeChange(() => {
      this.#colours = canvasColours();
      renewPalette();
      this.drawSoon();
    });
    app.store.on(['panels', 'catalogue', 'source', 'info'], () => this.#setPanels());
    app.store.on(['window', 'compare', 'zone', 'info', 'panels', 'catalogue'], () => {
      this.drawSoon();
      app.loader.refreshSoon();
    });
    app.store.on(['cursor', 'playhead', 'window', 'selection', 'notes', 'zone'], () =>
      this.moveLinesSoon(),
    );
    app.store.on(['values'], () => this.#showValues());
  }

  /** The plots' place in the lanes, in pixels. */
  geometry() {
    const gutters = this.#width < NARROW ? NARROW_GUTTERS : GUTTERS;
    const left = gutters[this.views.some(({ hasLongNames }) => hasLongNames) ? 1 : 0];
    return { left, width: Math.max(40, this.#width - left - 1) };
  }

  get views() {
    return [...this.#views.values()];
  }

  /** @param {number} key */
  viewOf(key) {
    return this.#views.get(key);
  }

  /** The panel that keys act on: the one with the focus, or under the pointer, or the first one. */
  get currentPanel() {
    const focused = document.activeElement?.closest?.('[data-panel]');
    const key = Number(focused?.dataset.panel ?? this.hoveredPanel ?? NaN);
    return (
      this.app.state.panels.find((panel) => panel.key === key) ?? this.app.state.panels[0] ?? null
    );
  }

  /** @param {number} clientX */
  timeAt(clientX) {
    const { left, width } = this.geometry();
    const { window } = this.app.state;
    const x = clientX - this.lanes.getBoundingClientRect().left - left;
    return window.from + (x / width) * (window.to - window.from);
  }

  /** @param {number} time */
  xOf(time) {
    const { left, width } = this.geometry();
    const { window } = this.app.state;
    return left + ((time - window.from) / (window.to - window.from)) * width;
  }

  /**
   * What the loader has to get for the panels that are on the screen, or nearly.
   * @returns {WantedView[]}
   */
  wanted() {
    const { window, source, catalogue, compare, info } = this.app.state;
    if (!window || !catalogue || !info.isArchive) return [];
    return this.views
      .filter(({ isVisible }) => isVisible)
      .map(({ panel, data }) => ({
        panel,
        data,
        window,
        source,
        catalogue,
        compare,
        info,
        pixels: this.geometry().width,
      }));
  }

  /** @param {IntersectionObserverEntry[]} entries */
  #seen(entries) {
    for (const { target, isIntersecting } of entries) {
      const view = this.views.find(({ root }) => root === target);
      if (view) view.isVisible = isIntersecting;
    }
    this.drawSoon();
    this.app.loader.refreshSoon();
  }

  /** All plots begin elsewhere. */
  moveGutter() {
    this.drawSoon();
    this.moveLinesSoon();
    this.app.loader.refreshSoon();
  }

  #resize() {
    const width = this.lanes.clientWidth;
    if (width === this.#width || width === 0) return;
    this.#width = width;
    this.draw();
    this.moveLines();
    this.app.loader.refreshSoon();
  }

  #setPanels() {
    const { panels, catalogue, source } = this.app.state;
    if (!catalogue) return;
    const ordered = [
      ...panels.filter(({ pinned }) => pinned),
      ...panels.filter(({ pinned }) => !pinned),
    ];
    const keys = new Set(ordered.map(({ key }) => key));
    for (const [key, view] of this.#views) {
      if (keys.has(key) && view.source === source) continue;
      this.#observer.unobserve(view.root);
      view.root.remove();
      this.#views.delete(key);
    }
    ordered.forEach((panel, i) => {
      let view = this.#views.get(panel.key);
      if (!view) {
        view = new PanelView(this, panel);
        view.source = source;
        this.#views.set(panel.key, view);
        this.#observer.observe(view.root);
      } else if (view.panel !== panel) view.setPanel(panel);
      view.forgetFailures();
      if (this.list.children[i] !== view.root)
        this.list.insertBefore(view.root, this.list.children[i] ?? null);
    });
  }

  draw() {
    const { window, catalogue, zone } = this.app.state;
    if (!window || !catalogue) return;
    drawRuler(this.ruler, {
      window,
      geometry: this.geometry(),
      zone: this.app.zoneName(zone),
      colours: this.#colours,
    });
    for (const view of this.views) {
      if (view.isVisible) view.draw(this.#colours);
    }
  }

  #showValues() {
    for (const view of this.views) {
      if (view.isVisible) view.showValues();
    }
  }

  moveLines() {
    if (!this.app.state.window) return;
    this.overlay.move();
    this.#showValuesSometimes();
  }

  /** Nobody reads sixty numbers a second. */
  #showValuesSometimes() {
    const now = performance.now();
    if (this.app.state.isPlaying && now - this.#valuesShown < READABLE) return;
    this.#valuesShown = now;
    this.#showValues();
  }
}
