// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What was unusual, above all charts: the findings in plain words, the worst first.

import { element } from './base/dom.js';
import { placeIn, whatText, whenText } from './names/finding_words.js';

export class Verdict {
  /**
   * @param {App} app
   * @param {HTMLElement} root
   */
  constructor(app, root) {
    this.app = app;
    this.root = root;
    /** @type {Finding[]} */
    this.findings = [];
    app.store.on(['explained', 'zone', 'info'], () => this.#fill());
    app.store.on(['finding', 'explained'], () => this.#markCurrent());
  }

  #fill() {
    const { explained, zone } = this.app.state;
    const key = JSON.stringify([explained, this.app.zoneName(zone)]);
    if (key === this.key) return;
    this.key = key;
    this.root.hidden = !explained || knowsNothing(explained.answer);
    if (!explained || this.root.hidden) return;
    const { answer, message } = explained;
    if (answer?.findings.length) this.#replace(answer);
    else if (answer) this.root.replaceChildren(nothingUnusual(answer));
    else if (message)
      this.root.replaceChildren(
        element('p', { class: 'quiet' }, message, element('code', {}, 'fdr why ARCHIVE')),
      );
    else this.root.replaceChildren(element('p', { class: 'quiet' }, 'Looking for what was unusual …'));
  }

  /**
   * Another list in place of the last one: what has the focus keeps it, and a closed list stays
   * closed.
   * @param {Explained} answer
   */
  #replace(answer) {
    const focused = this.root.contains(document.activeElement) ? document.activeElement : null;
    const finding = this.findings[this.#buttons().indexOf(/** @type {HTMLElement} */ (focused))];
    const list = /** @type {HTMLDetailsElement | null} */ (this.root.querySelector('details'));
    const isOpen = list?.open ?? true;
    this.root.replaceChildren(this.#list(answer, isOpen));
    this.findings = answer.findings;
    this.#markCurrent();
    const place = placeIn(answer.findings, finding);
    const next = place === null ? this.root.querySelector('summary') : this.#buttons()[place];
    if (focused) next?.focus({ preventScroll: true });
  }

  /** @returns {HTMLElement[]} */
  #buttons() {
    return [...this.root.querySelectorAll('.finding')].map(
      (button) => /** @type {HTMLElement} */ (button),
    );
  }

  /**
   * @param {Explained} answer
   * @param {boolean} isOpen
   */
  #list(answer, isOpen) {
    const { findings } = answer;
    const count = findings.length === 1 ? 'One stretch' : `${findings.length} stretches`;
    return element(
      'details',
      { open: isOpen },
      element(
        'summary',
        {},
        `${count} of unusual time${findings.length > 1 ? ', the worst first' : ''} `,
        element('kbd', {}, this.app.commands.keysOf('finding.next')),
      ),
      element(
        'ol',
        { class: 'findings' },
        ...findings.map((finding, number) =>
          element('li', {}, this.#button(finding, number, answer)),
        ),
      ),
    );
  }

  /**
   * @param {Finding} finding
   * @param {Extent} extent
   */
  #button(finding, number, extent) {
    const zone = this.app.zoneName(this.app.state.zone);
    return element(
      'button',
      {
        type: 'button',
        class: 'finding',
        onclick: () => this.app.commands.run('finding.show', { number }),
      },
      element('span', { class: 'finding-number' }, String(number + 1)),
      element('span', { class: 'finding-when' }, whenText(finding, extent, zone)),
      element(
        'bdi',
        { class: 'finding-words' },
        element('strong', {}, whatText(finding)),
        ...finding.culprits.flatMap((culprit) => [' ', ...culpritWords(culprit)]),
        finding.others ? element('span', { class: 'quiet' }, ` ${finding.others}`) : null,
      ),
    );
  }

  #markCurrent() {
    const { finding } = this.app.state;
    this.#buttons().forEach((button, number) => {
      if (number === finding) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    });
  }
}

/**
 * The program stands between grave accents in the sentence.
 * @param {Finding['culprits'][0]} culprit
 */
function culpritWords({ sentence, program }) {
  const quoted = `\`${program}\``;
  if (!program || !sentence.startsWith(quoted)) return [`${sentence}.`];
  return [element('code', {}, program), `${sentence.slice(quoted.length)}.`];
}

/**
 * Without anything to look at, "nothing unusual" would be a lie.
 * @param {Explained | null} answer
 */
function knowsNothing(answer) {
  return answer !== null && answer.findings.length === 0 && answer.looked_at.length === 0;
}

/** @param {Explained} answer */
function nothingUnusual({ looked_at: subjects, not_looked_at: others }) {
  const missing = others.length > 0 ? ` Not recorded: ${others.join(', ')}.` : '';
  return element(
    'p',
    {},
    element('strong', {}, 'Nothing unusual. '),
    element('span', { class: 'quiet' }, `Looked at: ${subjects.join(', ')}.${missing}`),
  );
}
