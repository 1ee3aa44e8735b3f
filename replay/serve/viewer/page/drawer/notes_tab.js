// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The list of notes, and the form for a new one.

import { element, iconButton, setText } from '../base/dom.js';
import { liveTab } from './drawer.js';
import { clockText, fullText } from '../base/time_format.js';

export class NotesTab {
  /**
   * @param {App} app
   * @param {Notes} notes
   */
  constructor(app, notes) {
    this.app = app;
    this.notes = notes;
    this.text = element('textarea', {
      'aria-label': 'Text of a note',
      placeholder: 'What happened here?',
      maxlength: '4000',
    });
    this.author = element('input', {
      type: 'text',
      'aria-label': 'Your name',
      placeholder: 'Your name',
      maxlength: '100',
    });
    this.author.value = notes.author;
    this.where = element('p', { class: 'quiet' });
    this.list = element('div');
    const form = element(
      'form',
      { class: 'drawer-tools', onsubmit: (event) => this.#add(event) },
      this.text,
      this.author,
      element('button', { type: 'submit', class: 'primary' }, 'Add'),
    );
    this.tab = liveTab(
      app,
      element('div', {}, this.where, form, this.list),
      ['notes', 'playhead', 'selection', 'zone'],
      () => this.#fill(),
    );
    this.text.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit();
    });
  }

  focus() {
    this.text.focus();
  }

  get #place() {
    const { selection, playhead } = this.app.state;
    return selection ? { t: selection.from, to: selection.to } : { t: playhead, to: null };
  }

  /** @param {{t: number, to: number | null}} note */
  #timeText({ t, to }) {
    const name = this.app.zoneName(this.app.state.zone);
    return to ? `${fullText(t, name)} – ${clockText(to, name)}` : fullText(t, name, 3);
  }

  async #add(event) {
    event.preventDefault();
    const text = this.text.value.trim();
    if (text === '') return;
    try {
      await this.notes.add({ ...this.#place, text, author: this.author.value.trim() });
      this.text.value = '';
    } catch (error) {
      this.app.say(error.message);
    }
  }

  #fill() {
    const { notes } = this.app.state;
    setText(
      this.where,
      `${this.notes.isShared ? 'Kept beside the archive' : 'Kept in this browser'} · ${this.#timeText(this.#place)}`,
    );
    const key = JSON.stringify([notes, this.app.state.zone]);
    if (key === this.key) return;
    this.key = key;
    this.list.replaceChildren(
      ...notes.map((note) =>
        element(
          'div',
          { class: 'note-row' },
          element(
            'div',
            { class: 'note-text' },
            element(
              'button',
              { type: 'button', class: 'note-time', onclick: () => this.#goTo(note) },
              this.#timeText(note),
            ),
            element('bdi', {}, note.text),
            note.author ? element('span', { class: 'quiet' }, ` — ${note.author}`) : null,
          ),
          iconButton('close', `Delete the note of ${this.#timeText(note)}`, () =>
            this.notes.remove(note).catch((error) => this.app.say(error.message)),
          ),
        ),
      ),
    );
  }

  #goTo({ t, to }) {
    if (to) this.app.store.set({ selection: { from: t, to } });
    this.app.navigation.goTo(t);
  }
}
