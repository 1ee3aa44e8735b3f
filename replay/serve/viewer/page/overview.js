// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The strip above all: the whole time of the source, and in it the window that the panels show.

import { busyFrame, busyMetrics } from './data/busy.js';
import { isAborted } from './data/client.js';
import { onThemeChange } from './plots/colours.js';
import { element, onceAFrame } from './base/dom.js';
import { nameSeries } from './data/frame_set.js';
import { drawOverview } from './plots/overview_picture.js';
import { OverviewFindings } from './overview_findings.js';
import { wholeOf, contains } from './base/ranges.js';
import { fullText } from './base/time_format.js';

/** Pixels around an end of the window in which a drag moves that end. */
const EDGE = 7;
/** Metrics that tell busy times from idle ones, the best first, if no share of the time does. */
const SKYLINE = ['kernel.all.load', 'kernel.all.cpu.user', 'disk.all.total', 'kernel.all.pswitch'];

export class Overview {
  /** @type {Frame | null} */
  #frame = null;
  /**
   * The value at the upper end of the strip; null: the largest one.
   * @type {number | null}
   */
  #top = null;
  #asked = '';
  /** @type {Drag | null} */
  #drag = null;
  /** The number of the finding whose mark is pressed, or -1. */
  #pressed = -1;
  #controller = new AbortController();

  /**
   * @param {App} app
   * @param {HTMLElement} root
   */
  constructor(app, root) {
    this.app = app;
    this.root = root;
    this.canvas = element('canvas', { 'aria-hidden': 'true' });
    this.handle = element('div', {
      class: 'overview-window',
      tabindex: '0',
      role: 'slider',
      'aria-label': 'Window of the whole recording',
      'aria-valuemin': '0',
      'aria-valuemax': '100',
    });
    this.playhead = element('div', { class: 'overview-playhead' });
    root.append(this.canvas, this.handle, this.playhead);
    this.findings = new OverviewFindings(app, root);
    this.drawSoon = onceAFrame(() => this.draw());
    new ResizeObserver(() => this.drawSoon()).observe(root);
    onThemeChange(() => this.drawSoon());
    app.store.on(['info', 'catalogue', 'notes', 'zone', 'explained'], () => {
      this.#ask();
      this.drawSoon();
    });
    app.store.on(['window', 'playhead', 'info'], () => this.#place());
    root.addEventListener('pointerdown', (event) => this.#down(event));
    root.addEventListener('pointermove', (event) => this.#move(event));
    root.addEventListener('pointerup', (event) => this.#up(event));
    root.addEventListener('pointercancel', () => {
      this.#drag = null;
    });
    root.addEventListener('dblclick', () => app.commands.run('zoom.whole'));
    root.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    this.handle.addEventListener('keydown', (event) => this.#key(event));
  }

  get #whole() {
    return wholeOf(this.app.state.info);
  }

  get #width() {
    return Math.max(1, this.root.clientWidth);
  }

  #xOf(time) {
    const { from, to } = this.#whole;
    return ((time - from) / (to - from)) * this.#width;
  }

  #timeAt(clientX) {
    const { from, to } = this.#whole;
    return from + ((clientX - this.root.getBoundingClientRect().left) / this.#width) * (to - from);
  }

  /** A quick look over all of the time is enough for a strip. */
  async #ask() {
    const { catalogue, info, source } = this.app.state;
    if (!catalogue || !info.isArchive) return;
    const busy = busyMetrics(catalogue);
    const metrics = busy.length > 0 ? busy : skyline(catalogue);
    const asked = JSON.stringify([source, metrics, info.generation]);
    if (metrics.length === 0 || asked === this.#asked) return;
    this.#asked = asked;
    this.#controller.abort();
    this.#controller = new AbortController();
    const { from, to } = this.#whole;
    try {
      await this.app.client.buckets(
        {
          s: source,
          m: metrics,
          from,
          to,
          n: Math.min(2000, this.#width),
          approximate: 1,
          g: info.generation,
        },
        (frame) => {
          const named = nameSeries(frame, '');
          this.#frame = busy.length > 0 ? busyFrame(named) : named;
          this.#top = busy.length > 0 ? 1 : null;
          this.drawSoon();
        },
        { signal: this.#controller.signal },
      );
    } catch (error) {
      if (isAborted(error)) return;
      this.#asked = ''; // the strip stays empty until the source changes or answers again
    }
  }

  draw() {
    const { info, zone, notes } = this.app.state;
    if (info.start === undefined) return;
    const place = {
      width: this.#width,
      whole: this.#whole,
      xOf: (time) => this.#xOf(time),
      zone: this.app.zoneName(zone),
    };
    drawOverview(this.canvas, place, { info, notes, frame: this.#frame, top: this.#top });
    this.findings.fill();
    this.findings.place(place.xOf, place.width);
    this.#place();
  }

  #place() {
    const { window, playhead, info, zone } = this.app.state;
    if (!window || info.start === undefined) return;
    const left = Math.max(0, this.#xOf(window.from));
    const right = Math.min(this.#width, this.#xOf(window.to));
    this.handle.style.transform = `translateX(${left}px)`;
    this.handle.style.width = `${Math.max(4, right - left)}px`;
    this.playhead.hidden = playhead === null;
    if (playhead !== null) this.playhead.style.transform = `translateX(${this.#xOf(playhead)}px)`;
    const { from, to } = this.#whole;
    const name = this.app.zoneName(zone);
    this.handle.setAttribute(
      'aria-valuenow',
      String(Math.round((((window.from + window.to) / 2 - from) / (to - from)) * 100)),
    );
    this.handle.setAttribute(
      'aria-valuetext',
      `${fullText(window.from, name)} to ${fullText(window.to, name)}`,
    );
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0 || this.app.state.info.start === undefined) return;
    this.root.setPointerCapture(event.pointerId);
    const { window } = this.app.state;
    const time = this.#timeAt(event.clientX);
    const x = event.clientX - this.root.getBoundingClientRect().left;
    const near = (edge) => Math.abs(x - this.#xOf(edge)) < EDGE;
    const isWide = this.#xOf(window.to) - this.#xOf(window.from) > 4 * EDGE;
    let kind = 'new';
    if (isWide && near(window.from)) kind = 'from';
    else if (isWide && near(window.to)) kind = 'to';
    else if (
      contains(window, time) &&
      window.to - window.from < (this.#whole.to - this.#whole.from) * 0.98
    )
      kind = 'move';
    this.#drag = { id: event.pointerId, kind, time, window, x: event.clientX, isMoving: false };
    this.#pressed = this.findings.numberOf(event.target);
    event.preventDefault();
    this.handle.focus({ preventScroll: true });
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const x = event.clientX - this.root.getBoundingClientRect().left;
    const { window } = this.app.state;
    if (window) {
      const isEdge =
        Math.abs(x - this.#xOf(window.from)) < EDGE || Math.abs(x - this.#xOf(window.to)) < EDGE;
      this.root.style.cursor = isEdge ? 'ew-resize' : '';
    }
    if (!this.#drag) return;
    if (!this.#drag.isMoving && Math.abs(event.clientX - this.#drag.x) < 3) return;
    this.#drag.isMoving = true;
    const time = this.#timeAt(event.clientX);
    const { kind, window: old, time: start } = this.#drag;
    const { navigation } = this.app;
    if (kind === 'move')
      navigation.setWindow({ from: old.from + time - start, to: old.to + time - start });
    else {
      const fixed = kind === 'from' ? old.to : kind === 'to' ? old.from : start;
      navigation.setWindow({
        from: Math.min(fixed, time),
        to: Math.max(fixed, time, fixed + 1e-3),
      });
    }
  }

  /**
   * A click on a mark shows what was unusual.  Elsewhere it moves the window, or the playhead if the
   * window is there already.
   * @param {PointerEvent} event
   */
  #up(event) {
    const drag = this.#drag;
    this.#drag = null;
    if (!drag || drag.isMoving) return;
    if (this.#pressed >= 0) {
      this.app.commands.run('finding.show', { number: this.#pressed });
      return;
    }
    const { window } = this.app.state;
    const half = (window.to - window.from) / 2;
    const time = this.#timeAt(event.clientX);
    if (!contains(window, time))
      this.app.navigation.setWindow({ from: time - half, to: time + half }, { isStep: true });
    else this.app.commands.run('time.go', { t: time });
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    this.app.navigation.zoom(
      Math.exp(Math.max(-200, Math.min(200, event.deltaY)) * 0.003),
      this.#timeAt(event.clientX),
    );
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const moves = {
      ArrowLeft: () => this.app.navigation.pan(-0.1),
      ArrowRight: () => this.app.navigation.pan(0.1),
      ArrowUp: () => this.app.navigation.zoom(0.7),
      ArrowDown: () => this.app.navigation.zoom(1 / 0.7),
    };
    if (!(event.key in moves) || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    moves[event.key]();
  }
}

/**
 * One metric that is known, if there is any.
 * @param {Catalogue} catalogue
 */
function skyline(catalogue) {
  const isFew = (name) => catalogue.isNumber(name) && catalogue.instancesOf(name) < 8;
  const metric = SKYLINE.find((name) => catalogue.has(name)) ?? catalogue.names.find(isFew);
  return metric === undefined ? [] : [metric];
}
