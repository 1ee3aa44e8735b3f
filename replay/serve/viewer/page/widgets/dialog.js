// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A dialog that tells something: it has a title, and a button that closes it.

import { element, iconButton } from '../base/dom.js';

/** `label` is for screen readers, `kind` for the style sheet.  Returns the dialog, which is open. */
export function openDialog({ title, label = title, kind = 'help' }, ...content) {
  const dialog = element(
    'dialog',
    { class: kind, 'aria-label': label },
    element(
      'header',
      {},
      element('h2', {}, title),
      iconButton('close', 'Close', () => dialog.close(), { autofocus: true }),
    ),
    ...content,
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Sections in columns, which keys scroll. */
export function columns(label, sections) {
  return element(
    'div',
    { class: 'help-columns', tabindex: '0', role: 'region', 'aria-label': label },
    ...sections,
  );
}
