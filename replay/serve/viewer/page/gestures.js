// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What pointers do to the plots: a drag zooms, with Shift it moves, with Alt or on the ruler it
// selects; one finger moves, two zoom; the wheel with Ctrl zooms at the pointer.

/** A press that moves less is a click. */
const CLICK = 4;

export function listenToPointers(stage, app) {
  new Gestures(stage, app);
}

class Gestures {
  /** @type {Map<number, PointerEvent>} */
  #pointers = new Map();
  /** @type {Drag | null} */
  #drag = null;
  /** @type {Pinch | null} */
  #pinch = null;

  /**
   * @param {Stage} stage
   * @param {App} app
   */
  constructor(stage, app) {
    this.stage = stage;
    this.app = app;
    const { lanes } = stage;
    lanes.addEventListener('pointerdown', (event) => this.#down(event));
    lanes.addEventListener('pointermove', (event) => this.#move(event));
    lanes.addEventListener('pointerup', (event) => this.#up(event));
    lanes.addEventListener('pointercancel', (event) => this.#cancel(event));
    lanes.addEventListener('pointerleave', () => this.#leave());
    lanes.addEventListener('dblclick', (event) => this.#double(event));
    stage.root.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.#drag) this.#cancel(event);
    });
  }

  #isPlot(event) {
    if (!this.app.state.window) return false;
    const { left } = this.stage.geometry();
    const x = event.clientX - this.stage.lanes.getBoundingClientRect().left;
    return event.target.closest?.('[data-plot]') && x >= left - 4;
  }

  #down(event) {
    if (!this.#isPlot(event) || event.button > 1) return;
    this.#pointers.set(event.pointerId, event);
    if (this.#pointers.size === 2) {
      this.#startPinch();
      return;
    }
    const isRuler = event.target.closest('.ruler') !== null;
    const isTouch = event.pointerType === 'touch';
    const kind =
      isTouch || event.shiftKey || event.button === 1
        ? 'pan'
        : event.altKey || isRuler
          ? 'select'
          : 'zoom';
    this.#drag = {
      id: event.pointerId,
      x: event.clientX,
      time: this.stage.timeAt(event.clientX),
      kind,
      window: this.app.state.window,
      isMoving: false,
    };
    if (event.button === 1) event.preventDefault();
  }

  #startPinch() {
    const [a, b] = [...this.#pointers.values()];
    this.#drag = null;
    this.stage.overlay.showDrag(null);
    this.#pinch = {
      window: this.app.state.window,
      distance: Math.abs(a.clientX - b.clientX),
      time: this.stage.timeAt((a.clientX + b.clientX) / 2),
    };
  }

  #move(event) {
    if (this.#pointers.has(event.pointerId)) this.#pointers.set(event.pointerId, event);
    const panel = event.target.closest?.('[data-panel]');
    this.stage.hoveredPanel = panel ? Number(panel.dataset.panel) : null;
    if (this.#pinch) {
      this.#movePinch(this.#pinch);
      return;
    }
    if (event.pointerType !== 'touch') {
      const isOver = this.#isPlot(event) || this.#drag;
      this.app.store.set({ cursor: isOver ? this.stage.timeAt(event.clientX) : null });
    }
    const drag = this.#drag;
    if (drag && drag.id === event.pointerId) this.#moveDrag(drag, event);
  }

  /**
   * @param {Drag} drag
   * @param {PointerEvent} event
   */
  #moveDrag(drag, event) {
    if (!drag.isMoving) {
      if (Math.abs(event.clientX - drag.x) < CLICK) return;
      drag.isMoving = true;
      this.stage.lanes.setPointerCapture(event.pointerId);
    }
    if (drag.kind === 'pan') {
      const { width } = this.stage.geometry();
      const share = (drag.x - event.clientX) / width;
      this.app.navigation.panFrom(drag.window, share);
      return;
    }
    this.stage.overlay.showDrag(this.#rangeTo(drag, event), drag.kind);
  }

  /**
   * @param {Drag} drag
   * @param {PointerEvent} event
   */
  #rangeTo(drag, event) {
    const { window } = this.app.state;
    const time = Math.min(Math.max(this.stage.timeAt(event.clientX), window.from), window.to);
    return { from: Math.min(drag.time, time), to: Math.max(drag.time, time) };
  }

  /** @param {Pinch} pinch */
  #movePinch(pinch) {
    const [a, b] = [...this.#pointers.values()];
    const factor = pinch.distance / Math.max(10, Math.abs(a.clientX - b.clientX));
    this.app.navigation.zoomFrom(pinch.window, factor, pinch.time);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    this.#pointers.delete(event.pointerId);
    if (this.#pinch) {
      if (this.#pointers.size === 0) this.#pinch = null;
      return;
    }
    const drag = this.#drag;
    if (!drag || drag.id !== event.pointerId) return;
    const range = this.#rangeTo(drag, event);
    this.#drag = null;
    this.stage.overlay.showDrag(null);
    if (!drag.isMoving) this.app.commands.run('time.go', { t: drag.time });
    else if (drag.kind === 'zoom') this.app.navigation.setWindow(range, { isStep: true });
    else if (drag.kind === 'select') this.app.store.set({ selection: range });
    else this.app.navigation.remember(drag.window);
  }

  #cancel(event) {
    this.#pointers.delete(event.pointerId);
    this.#drag = null;
    this.#pinch = null;
    this.stage.overlay.showDrag(null);
  }

  #leave() {
    this.stage.hoveredPanel = null;
    if (!this.#drag) this.app.store.set({ cursor: null });
  }

  /** @param {MouseEvent} event */
  #double(event) {
    if (this.#isPlot(event)) this.app.commands.run('zoom.fit');
  }

  #wheel(event) {
    if (!this.app.state.window) return;
    const isRuler = event.target.closest?.('.ruler') !== null;
    const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
    if (event.ctrlKey || event.metaKey || isRuler) {
      event.preventDefault();
      const factor = Math.exp(Math.max(-200, Math.min(200, event.deltaY * unit)) * 0.003);
      this.app.navigation.zoom(factor, this.stage.timeAt(event.clientX));
    } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      const distance = (event.deltaX || event.deltaY) * unit;
      this.app.navigation.pan(distance / this.stage.geometry().width);
    }
  }
}
