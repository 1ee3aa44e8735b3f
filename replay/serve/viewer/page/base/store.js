// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the page shows, in one place.  Parts of the page read it, and are called when something that
// they named has changed.

/** @template {object} State */
export class Store {
  /** @type {State} */
  #state;
  /** @type {{names: (keyof State)[], listener: Listener<State>}[]} */
  #listeners = [];
  /** @type {Set<keyof State>} */
  #changed = new Set();
  #isTelling = false;

  /** @param {object} state whose fields may be null at first */
  constructor(state) {
    this.#state = /** @type {State} */ ({ ...state });
  }

  /** @returns {Readonly<State>} */
  get state() {
    return this.#state;
  }

  /**
   * Changes some fields.  Listeners are called before this returns, once for all of the fields.
   * @param {Partial<State>} changes
   */
  set(changes) {
    for (const [name, value] of Object.entries(changes)) {
      if (Object.is(this.#state[name], value)) continue;
      this.#state[name] = value;
      // Object.entries() forgets whose names they are.
      this.#changed.add(/** @type {keyof State} */ (name));
    }
    if (!this.#isTelling) this.#tell();
  }

  /**
   * Calls `listener(state, changed)` when one of the fields has changed.
   * @param {(keyof State)[]} names
   * @param {Listener<State>} listener
   */
  on(names, listener) {
    this.#listeners.push({ names, listener });
  }

  #tell() {
    this.#isTelling = true;
    try {
      for (let round = 0; this.#changed.size > 0 && round < 20; round += 1) {
        const changed = this.#changed;
        this.#changed = new Set();
        for (const { names, listener } of this.#listeners) {
          if (names.some((name) => changed.has(name))) listener(this.#state, changed);
        }
      }
    } finally {
      this.#isTelling = false;
    }
  }
}
