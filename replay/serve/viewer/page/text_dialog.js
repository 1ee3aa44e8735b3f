// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A dialog with a text to copy.

import { element, iconButton } from './dom.js';

/** `more`: elements below the text. */
export function showText(app, title, text, ...more) {
  const field = element('textarea', {
    class: 'command-line',
    readonly: true,
    rows: '4',
    'aria-label': title,
  });
  field.value = text;
  const close = iconButton('close', 'Close', () => dialog.close());
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      dialog.close();
      app.say('Copied.');
    } catch {
      field.select();
    }
  };
  const dialog = element(
    'dialog',
    { class: 'help', 'aria-label': title },
    element('header', {}, element('h2', {}, title), close),
    element(
      'div',
      { class: 'dialog-body' },
      field,
      ...more,
      element(
        'div',
        { class: 'drawer-tools' },
        element('button', { type: 'button', class: 'primary', onclick: copy }, 'Copy'),
      ),
    ),
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  field.select();
}
