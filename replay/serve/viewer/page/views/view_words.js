// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The words of a line of a view file: quotes hold blanks together.

/** What is wrong with a view file, and in which line. */
export class ViewError extends Error {
  constructor(line, message) {
    super(`line ${line}: ${message}`);
    this.line = line;
  }
}

/** Longer words of a file are cut in messages. */
const LONGEST = 40;

export function cut(text, longest) {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** A word of a file as a message shows it. */
export function shown(word) {
  return `"${cut(word, LONGEST)}"`;
}

export class Words {
  #rest;

  /** @param {number} line its number, from 1 */
  constructor(text, line) {
    this.#rest = text.trim();
    this.line = line;
  }

  get isEmpty() {
    return this.#rest === '';
  }

  /** @returns {never} */
  fail(message) {
    throw new ViewError(this.line, message);
  }

  /** The next word.  `what` says in a message what was expected. */
  next(what) {
    const text = this.#rest;
    if (text === '') this.fail(`expected ${what}, but the line ends`);
    const found = /^"([^"]*)"/.exec(text) ?? /^([^"\s]\S*)/.exec(text);
    if (!found) return this.fail('a quote does not end');
    this.#rest = text.slice(found[0].length).trimStart();
    return found[1];
  }

  /**
   * The next word as a keyword, which may be written in any case.
   * @template {string} Choice
   * @param {Choice[]} choices
   * @returns {Choice}
   */
  keyword(what, choices) {
    const word = this.next(what);
    const found = choices.find((choice) => choice === word.toLowerCase());
    return found ?? this.fail(`expected ${what}, found ${shown(word)}`);
  }

  /**
   * Takes the next word if it is one of these keywords.  "" if it is another one.
   * @param {string[]} keywords
   */
  take(...keywords) {
    const word = this.#rest.split(/\s/, 1)[0].toLowerCase();
    if (!keywords.includes(word) || word === '') return '';
    return this.keyword(word, keywords);
  }

  number(what) {
    const word = this.next(what);
    const number = Number(word);
    return word !== '' && Number.isFinite(number)
      ? number
      : this.fail(`expected ${what}, found ${shown(word)}`);
  }

  /** All that is left, without the quotes around it. */
  tail(what) {
    if (this.isEmpty || this.#rest.startsWith('"')) return this.next(what);
    const all = this.#rest;
    this.#rest = '';
    return all;
  }

  end() {
    if (!this.isEmpty) this.fail(`did not expect ${shown(this.next('a word'))}`);
  }
}
