// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A dialog with a text field and a list that follows what is typed: the finder, the palette, the
// choice of a source, and questions for one text.

import { element } from './dom.js';

let lastId = 0;

/**
 * @param {object} options
 *   title, placeholder, value; hint: a line below;
 *   search(text): entries, or a promise of them: {label, detail, tail, run, note};
 *   choose(text): for what is typed, if no entry is chosen;  onExtra(entry): for Shift+Enter
 * @returns {HTMLDialogElement}
 */
export function openPicker({
  title,
  placeholder = '',
  value = '',
  hint = '',
  search = () => [],
  choose = () => true,
  onExtra,
}) {
  lastId += 1;
  const listId = `picker-${lastId}`;
  const input = element('input', {
    type: 'text',
    class: 'picker-input',
    placeholder,
    role: 'combobox',
    'aria-label': title,
    'aria-expanded': 'true',
    'aria-controls': listId,
    'aria-autocomplete': 'list',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const list = element('div', {
    id: listId,
    role: 'listbox',
    'aria-label': title,
    class: 'picker-list',
  });
  const status = element('p', { class: 'picker-hint', role: 'status' }, hint);
  const dialog = element('dialog', { class: 'picker', 'aria-label': title }, input, list, status);
  const state = { entries: [], at: 0, turn: 0 };

  const show = () => {
    [...list.children].forEach((row, i) => {
      row.setAttribute('aria-selected', String(i === state.at));
      if (i === state.at) row.scrollIntoView({ block: 'nearest' });
    });
    input.setAttribute(
      'aria-activedescendant',
      state.entries.length > 0 ? `${listId}-${state.at}` : '',
    );
  };
  const fill = (entries) => {
    state.entries = entries;
    state.at = Math.min(state.at, Math.max(0, entries.length - 1));
    list.replaceChildren(
      ...entries.map((entry, i) => rowOf(entry, `${listId}-${i}`, () => run(entry))),
    );
    show();
  };
  const update = async () => {
    state.turn += 1;
    const { turn } = state;
    state.at = 0;
    try {
      for await (const entries of rounds(search(input.value))) {
        if (turn === state.turn) fill(entries);
      }
    } catch (error) {
      if (turn === state.turn) status.textContent = error.message;
    }
  };
  const run = (entry) => {
    dialog.close();
    entry.run();
  };
  const enter = async (isExtra) => {
    const entry = state.entries[state.at];
    if (entry && isExtra && onExtra) onExtra(entry);
    else if (entry) run(entry);
    else {
      const problem = await choose(input.value);
      if (typeof problem === 'string') status.textContent = problem;
      else dialog.close();
    }
  };
  input.addEventListener('input', update);
  input.addEventListener('keydown', (event) => {
    const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
    if (event.key in moves) {
      state.at = Math.min(
        Math.max(state.at + moves[event.key], 0),
        Math.max(0, state.entries.length - 1),
      );
      show();
    } else if (event.key === 'Enter' && !event.isComposing) enter(event.shiftKey);
    else return;
    event.preventDefault();
  });
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.querySelectorAll('dialog.picker').forEach((open) => open.close());
  document.body.append(dialog);
  dialog.showModal();
  input.value = value;
  if (value !== '>') input.select();
  update();
  return dialog;
}

/** Entries at once, or as they come. */
async function* rounds(found) {
  if (Symbol.asyncIterator in found) yield* found;
  else yield await found;
}

function rowOf({ label, detail = '', tail = '' }, id, onclick) {
  return element(
    'div',
    { id, role: 'option', class: 'picker-row', 'aria-selected': 'false', onclick },
    element('bdi', { class: 'picker-label' }, label),
    element('span', { class: 'picker-detail' }, detail),
    element('span', { class: 'picker-tail' }, tail),
  );
}

/** Asks for one text.  `take(text)` returns a problem as text, or nothing. */
export function askText(title, { value = '', placeholder = '', hint = '', take }) {
  return openPicker({ title, value, placeholder: placeholder || title, hint, choose: take });
}
