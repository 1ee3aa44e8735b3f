// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A dialog with a text field and a list that follows what is typed: the finder, the palette, the
// choice of a source, and questions for one text.

import { element } from './dom.js';

const MOVES = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
let lastId = 0;

/**
 * @param {PickerOptions} options
 *   hint: a line below;
 *   search(text): entries, or a promise of them;
 *   choose(text): for what is typed, if there is no entry; returns a problem as text, or nothing;
 *   onExtra(entry): for Shift+Enter
 */
export function openPicker(options) {
  new Picker(options).open(options.value ?? '');
}

/**
 * Asks for one text.  `take(text)` returns a problem as text, or nothing.
 * @param {string} title
 * @param {Partial<PickerOptions> & {take: PickerOptions['choose']}} options
 */
export function askText(title, { value = '', placeholder = title, hint = '', take }) {
  openPicker({ title, value, placeholder, hint, choose: take });
}

class Picker {
  /** @type {PickerEntry[]} */
  #entries = [];
  #at = 0;
  #turn = 0;
  /** Of the entries for what is typed now. */
  #found = Promise.resolve();

  /** @param {PickerOptions} options */
  constructor({ title, placeholder = '', hint = '', search, choose, onExtra }) {
    lastId += 1;
    this.id = `picker-${lastId}`;
    this.search = search ?? (() => []);
    this.choose = choose ?? (() => undefined);
    this.onExtra = onExtra;
    this.input = element('input', {
      type: 'text',
      class: 'picker-input',
      placeholder,
      role: 'combobox',
      'aria-label': title,
      'aria-expanded': 'true',
      'aria-controls': this.id,
      'aria-autocomplete': 'list',
      autocomplete: 'off',
      spellcheck: 'false',
      oninput: () => {
        this.#found = this.#update();
      },
      onkeydown: (event) => this.#key(event),
    });
    this.list = element('div', {
      id: this.id,
      role: 'listbox',
      'aria-label': title,
      class: 'picker-list',
    });
    this.status = element('p', { class: 'picker-hint', role: 'status' }, hint);
    this.dialog = element(
      'dialog',
      { class: 'picker', 'aria-label': title },
      this.input,
      this.list,
      this.status,
    );
    this.dialog.addEventListener('close', () => this.dialog.remove());
    this.dialog.addEventListener('click', ({ target }) => {
      if (target === this.dialog) this.dialog.close();
    });
  }

  open(value) {
    for (const other of document.querySelectorAll('dialog.picker')) other.remove();
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.input.value = value;
    if (value !== '>') this.input.select();
    this.#found = this.#update();
  }

  /** Answers to what was typed before are too late. */
  async #update() {
    this.#turn += 1;
    const turn = this.#turn;
    this.#at = 0;
    try {
      const entries = await this.search(this.input.value);
      if (turn === this.#turn) this.#fill(entries);
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#fill([]);
      this.status.textContent = error.message;
    }
  }

  /** When the entries are those for what is typed. */
  async #settled() {
    for (let found; found !== this.#found; ) {
      found = this.#found;
      await found;
    }
  }

  /** @param {PickerEntry[]} entries */
  #fill(entries) {
    this.#entries = entries;
    this.#at = Math.min(this.#at, Math.max(0, entries.length - 1));
    const rows = entries.map((entry, i) => rowOf(entry, `${this.id}-${i}`, () => this.#run(entry)));
    this.list.replaceChildren(...rows);
    this.#show();
  }

  #show() {
    [...this.list.children].forEach((row, i) => {
      row.setAttribute('aria-selected', String(i === this.#at));
      if (i === this.#at) row.scrollIntoView({ block: 'nearest' });
    });
    const active = this.#entries.length > 0 ? `${this.id}-${this.#at}` : '';
    this.input.setAttribute('aria-activedescendant', active);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key in MOVES) {
      const last = Math.max(0, this.#entries.length - 1);
      this.#at = Math.min(Math.max(this.#at + MOVES[event.key], 0), last);
      this.#show();
    } else if (event.key === 'Enter' && !event.isComposing) {
      this.#enter(event.shiftKey);
    } else {
      return;
    }
    event.preventDefault();
  }

  async #enter(isExtra) {
    await this.#settled();
    if (!this.dialog.open) return;
    const entry = this.#entries[this.#at];
    if (entry && isExtra && this.onExtra) this.onExtra(entry);
    else if (entry) this.#run(entry);
    else {
      const problem = await this.choose(this.input.value);
      if (typeof problem === 'string') this.status.textContent = problem;
      else this.dialog.close();
    }
  }

  /** @param {PickerEntry} entry */
  #run(entry) {
    this.dialog.close();
    entry.run();
  }
}

/**
 * @param {PickerEntry} entry
 * @param {() => void} onclick
 */
function rowOf({ label, detail = '', tail = '' }, id, onclick) {
  return element(
    'div',
    { id, role: 'option', class: 'picker-row', 'aria-selected': 'false', onclick },
    element('bdi', { class: 'picker-label' }, label),
    element('span', { class: 'picker-detail' }, detail),
    element('span', { class: 'picker-tail' }, tail),
  );
}
