// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A dialog with a text to copy.

import { openDialog } from './dialog.js';
import { element } from '../base/dom.js';

/**
 * `more`: elements below the text.
 * @param {App} app
 * @param {Node[]} more
 */
export function showText(app, title, text, ...more) {
  const field = element('textarea', {
    class: 'command-line',
    readonly: true,
    rows: '4',
    'aria-label': title,
  });
  field.value = text;
  const copyButton = element('button', { type: 'button', class: 'primary' }, 'Copy');
  const tools = element('div', { class: 'drawer-tools' }, copyButton);
  const body = element('div', { class: 'dialog-body' }, field, ...more, tools);
  const dialog = openDialog({ title }, body);
  copyButton.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text);
      dialog.close();
      app.say('Copied.');
    } catch {
      field.select();
    }
  });
  field.select();
}
