// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Annotations: beside the archive if the server keeps notes, and in this browser otherwise.

const KEY = 'fdr.notes.';
const AUTHOR = 'fdr.author';

/** Storage may be forbidden; notes then last as long as the page. */
function storage() {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

export class Notes {
  #isShared = false;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    app.store.on(['source'], () => this.#load());
  }

  /** Whether other people see them. */
  get isShared() {
    return this.#isShared;
  }

  get author() {
    return storage()?.getItem(AUTHOR) ?? '';
  }

  set author(name) {
    storage()?.setItem(AUTHOR, name);
  }

  /** @returns {Note[]} */
  get #here() {
    try {
      return JSON.parse(storage()?.getItem(KEY + this.app.state.source) ?? '[]');
    } catch {
      return [];
    }
  }

  async #load() {
    const { source, info } = this.app.state;
    /** @type {{writable: boolean, notes: Note[]}} */
    let shared = { writable: false, notes: [] };
    try {
      if (info.isArchive) shared = await this.app.client.notes({ s: source });
    } catch {
      // A server without notes: those of this browser remain.
    }
    if (source !== this.app.state.source) return;
    this.#isShared = shared.writable;
    this.shared = shared.notes;
    this.#show();
  }

  #show() {
    const notes = [
      ...(this.shared ?? []),
      ...this.#here.map((note) => ({ ...note, isHere: true })),
    ];
    this.app.store.set({ notes: notes.sort((a, b) => a.t - b.t) });
  }

  /** @param {NewNote} note */
  async add({ t, to, text, author }) {
    this.author = author;
    if (this.#isShared) {
      const note = await this.app.client.changeNotes({
        s: this.app.state.source,
        t,
        to,
        text,
        author,
      });
      this.shared = [...this.shared, note];
    } else {
      this.#keep([
        ...this.#here,
        {
          id: crypto.randomUUID?.() ?? String(Math.random()),
          t,
          to,
          text,
          author,
          made: Date.now() / 1000,
        },
      ]);
    }
    this.#show();
  }

  /** @param {Note} note */
  async remove(note) {
    if (note.isHere) this.#keep(this.#here.filter(({ id }) => id !== note.id));
    else {
      await this.app.client.changeNotes({ s: this.app.state.source, delete: note.id });
      this.shared = this.shared.filter(({ id }) => id !== note.id);
    }
    this.#show();
  }

  /** @param {Note[]} notes */
  #keep(notes) {
    storage()?.setItem(KEY + this.app.state.source, JSON.stringify(notes));
  }
}
