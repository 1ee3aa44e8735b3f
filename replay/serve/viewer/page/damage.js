// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What is wrong with the files of a source, in words.

import { openDialog } from './widgets/dialog.js';
import { element } from './base/dom.js';

/**
 * As `fdr info` says it.
 * @param {SourceProblem} problem
 */
export function problemText({ file, text, offset, lost }) {
  const place = offset > 0 ? ` at offset ${offset}` : '';
  return `${file}: ${text}${place}${lost > 0 ? ` (${lost} bytes lost)` : ''}`;
}

/** @param {SourceProblem[]} problems */
export function showDamage(problems) {
  const list = problems.map((problem) =>
    element('li', {}, element('bdi', {}, problemText(problem))),
  );
  const body = element(
    'div',
    { class: 'dialog-body' },
    element('p', {}, 'The page shows what could be read:'),
    element('ul', { class: 'problems' }, ...list),
    element('p', { class: 'quiet' }, 'fdr check lists all damage, and fdr repair saves the rest.'),
  );
  openDialog({ title: 'Damage in this source' }, body);
}
