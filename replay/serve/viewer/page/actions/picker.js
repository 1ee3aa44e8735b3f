// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A dialog with a text field and a list that follows what is typed: the finder, the palette, the
// choice of a source, and questions for one text.

import { element } from '../base/dom.js';

/** Milliseconds behind a key, since more may follow. */
const PAUSE = 50;
const MOVES = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
let lastId = 0;

/**
 * @param {PickerOptions} options
 *   hint: a line below;
 *   search(text, signal): entries, or a promise of them; the signal ends what is too late;
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
  #timer = 0;
  #controller = new AbortController();
  /** Of the entries for what was asked last. */
  #found = Promise.resolve();
  #hasFailed = false;

  /** @param {PickerOptions} options */
  constructor({ title, placeholder = '', hint = '', search, choose, onExtra }) {
    lastId += 1;
    this.id = `picker-${lastId}`;
    this.search = search ?? (() => []);
    this.choose = choose ?? (() => undefined);
    this.onExtra = onExtra;
    this.hint = hint;
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
      oninput: () => this.#askSoon(),
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
    this.dialog.addEventListener('close', () => {
      this.#stop();
      this.dialog.remove();
    });
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
    this.#ask();
  }

  /** Answers to what was typed before are too late. */
  #stop() {
    this.#controller.abort();
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  #askSoon() {
    this.#stop();
    this.#timer = setTimeout(() => this.#ask(), PAUSE);
  }

  #ask() {
    this.#stop();
    this.#controller = new AbortController();
    this.#found = this.#update(this.#controller.signal);
  }

  /** @param {AbortSignal} signal */
  async #update(signal) {
    this.#at = 0;
    this.#hasFailed = false;
    try {
      const entries = await this.search(this.input.value, signal);
      if (signal.aborted) return;
      this.#fill(entries);
      this.status.textContent = this.hint;
    } catch (error) {
      if (signal.aborted) return;
      this.#fill([]);
      this.#hasFailed = true;
      this.status.textContent = error.message;
    }
  }

  /** When the entries are those for what is typed.  What failed is asked once more. */
  async #settled() {
    if (this.#hasFailed) this.#ask();
    for (let found; found !== this.#found || this.#timer !== 0; ) {
      if (this.#timer !== 0) this.#ask();
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
    else if (!this.#hasFailed) {
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
