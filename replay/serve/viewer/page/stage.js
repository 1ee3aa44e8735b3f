// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The middle of the page: the ruler, the panels below each other, and over them what all share: the
// pointer's line, the playhead, the selection, and notes.

import { element, onceAFrame, setText } from './dom.js';
import { onThemeChange } from './colours.js';
import { renewPalette } from './heat_plot.js';
import { openMenu } from './menu.js';
import { canvasColours, PanelView } from './panel_view.js';
import { drawRuler } from './ruler.js';
import { decimalsFor } from './scales.js';
import { clockText, lengthText } from './time_format.js';

const GUTTER = 58;
const NARROW_GUTTER = 46;
const NARROW = 560;
/** Milliseconds between values while playing. */
const READABLE = 100;

export class Stage {
  #views = new Map();
  #width = 600;
  #colours = canvasColours();
  #observer;
  #valuesShown = 0;

  constructor(app, root) {
    this.app = app;
    this.ruler = element('canvas', { class: 'ruler-canvas', 'aria-hidden': 'true' });
    this.cursorFlag = element('div', {
      class: 'flag flag-cursor',
      'aria-hidden': 'true',
      hidden: true,
    });
    this.playFlag = element('div', {
      class: 'flag flag-play',
      'aria-hidden': 'true',
      hidden: true,
    });
    this.rulerBox = element(
      'div',
      { class: 'ruler', 'data-plot': 'ruler' },
      this.ruler,
      this.playFlag,
      this.cursorFlag,
    );
    this.list = element('div', { class: 'panels' });
    this.overlay = element('div', { class: 'overlay', 'aria-hidden': 'true' });
    this.cursorLine = element('div', { class: 'line line-cursor', hidden: true });
    this.playLine = element('div', { class: 'line line-play', hidden: true });
    this.selectionBox = element('div', { class: 'box box-selection', hidden: true });
    this.dragBox = element(
      'div',
      { class: 'box box-drag', hidden: true },
      element('span', { class: 'box-label' }),
    );
    this.noteLines = element('div');
    this.overlay.append(
      this.selectionBox,
      this.dragBox,
      this.noteLines,
      this.playLine,
      this.cursorLine,
    );
    this.lanes = element('div', { class: 'lanes' }, this.rulerBox, this.list, this.overlay);
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
    const left = this.#width < NARROW ? NARROW_GUTTER : GUTTER;
    return { left, width: Math.max(40, this.#width - left - 1) };
  }

  get views() {
    return [...this.#views.values()];
  }

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

  timeAt(clientX) {
    const { left, width } = this.geometry();
    const { window } = this.app.state;
    const x = clientX - this.lanes.getBoundingClientRect().left - left;
    return window.from + (x / width) * (window.to - window.from);
  }

  xOf(time) {
    const { left, width } = this.geometry();
    const { window } = this.app.state;
    return left + ((time - window.from) / (window.to - window.from)) * width;
  }

  /** What the loader has to get for the panels that are on the screen, or nearly. */
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

  #seen(entries) {
    for (const { target, isIntersecting } of entries) {
      const view = this.#views.get(Number(target.dataset.panel));
      if (view) view.isVisible = isIntersecting;
    }
    this.drawSoon();
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

  /** Moves what lies over the plots: no canvas is drawn for that. */
  moveLines() {
    const { window, cursor, playhead, selection, notes, zone } = this.app.state;
    if (!window) return;
    const decimals = decimalsFor((window.to - window.from) / this.geometry().width);
    const place = (line, flag, time) => {
      const isIn = time !== null && time >= window.from && time <= window.to;
      line.hidden = !isIn;
      flag.hidden = !isIn;
      if (!isIn) return;
      const x = this.xOf(time);
      line.style.transform = `translateX(${x}px)`;
      const { left, width } = this.geometry();
      flag.style.transform = `translateX(${Math.min(Math.max(x, left + 30), left + width - 30)}px) translateX(-50%)`;
      setText(flag, clockText(time, this.app.zoneName(zone), decimals));
    };
    place(this.playLine, this.playFlag, playhead);
    place(this.cursorLine, this.cursorFlag, cursor);
    this.#placeBox(this.selectionBox, selection);
    this.#placeNotes(notes);
    this.#showValuesSometimes();
  }

  /** Nobody reads sixty numbers a second. */
  #showValuesSometimes() {
    const now = performance.now();
    if (this.app.state.isPlaying && now - this.#valuesShown < READABLE) return;
    this.#valuesShown = now;
    this.#showValues();
  }

  /** Shows what is being dragged; null ends it. */
  showDrag(range, kind) {
    this.#placeBox(this.dragBox, range);
    if (!range) return;
    this.dragBox.dataset.kind = kind;
    setText(this.dragBox.firstChild, lengthText(range.to - range.from));
  }

  #placeBox(box, range) {
    const { left, width } = this.geometry();
    const clip = (x) => Math.min(Math.max(x, left), left + width);
    box.hidden = !range;
    if (!range) return;
    const [a, b] = [clip(this.xOf(range.from)), clip(this.xOf(range.to))];
    box.hidden = b <= a;
    box.style.transform = `translateX(${a}px)`;
    box.style.width = `${b - a}px`;
  }

  #placeNotes(notes) {
    const { window } = this.app.state;
    const shown = (notes ?? [])
      .filter(({ t, to }) => (to ?? t) >= window.from && t <= window.to)
      .slice(0, 200);
    const lines = shown.map((note) => {
      const line = element('div', { class: note.to ? 'box box-note' : 'line line-note' });
      if (note.to) this.#placeBox(line, { from: note.t, to: note.to });
      else line.style.transform = `translateX(${this.xOf(note.t)}px)`;
      return line;
    });
    this.noteLines.replaceChildren(...lines);
  }

  openPanelMenu(view) {
    const { commands } = this.app;
    const panel = view.panel.key;
    const entry = (label, id, args = {}) => ({
      label,
      keys: commands.keysOf(id),
      run: () => commands.run(id, { panel, ...args }),
    });
    openMenu(view.menuButton, [
      entry(view.panel.pinned ? 'Unpin' : 'Pin to the top', 'panel.pin'),
      entry(view.view === 'heat' ? 'Lines only' : 'Heat map', 'panel.heat'),
      entry(view.view === 'table' ? 'Chart' : 'Table', 'panel.table'),
      entry(view.panel.raw ? 'Rates of counters' : 'Raw values of counters', 'panel.raw'),
      entry('Filter instances …', 'panel.filter'),
      entry('Order of the heat map …', 'panel.order'),
      entry('One panel for each metric', 'panel.split'),
      entry('Move up', 'panel.up'),
      entry('Move down', 'panel.down'),
      entry('Help on these metrics', 'panel.help'),
      entry('Save as PNG', 'export.png'),
      entry('Save as CSV', 'export.csv'),
      entry('Remove', 'panel.remove'),
    ]);
  }
}
