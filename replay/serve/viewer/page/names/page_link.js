// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The part of a link behind "#": what the page shows, so that a link shows another person the same.
// Later versions of the page read all links that have v=1.

import { decodeWord, encodeWord, readPanel, writePanel } from './series_name.js';
import { parseLength } from '../base/time_format.js';

const VERSION = '1';
/** Longer links do not survive mail and chat programs. */
export const LONGEST_LINK = 2000;

/** Times with microseconds, and no digits that say nothing. */
function writeTime(time) {
  return String(Number(time.toFixed(6)));
}

function readTimes(text, count) {
  const numbers = text.split(',').map(Number);
  return numbers.length === count && numbers.every(Number.isFinite) ? numbers : null;
}

/**
 * What can be compared with: "-86400" is a day before, "host2" another source.
 * @param {Comparison} compare
 */
function writeCompare(compare) {
  return compare.source === null
    ? String(compare.shift)
    : `${encodeWord(compare.source)}${compare.shift === 0 ? '' : `,${compare.shift}`}`;
}

/** @returns {Comparison | null} */
function readCompare(text) {
  if (/^[+-]?\d+(\.\d+)?$/.test(text)) return { source: null, shift: Number(text) };
  const length = parseLength(text);
  if (length !== null) return { source: null, shift: length };
  const [source, shift = '0'] = text.split(',');
  const seconds = Number(shift);
  return source === '' || !Number.isFinite(seconds)
    ? null
    : { source: decodeWord(source), shift: seconds };
}

/**
 * @param {View} view
 * @returns {string} without "#"
 */
export function writeLink(view) {
  const parts = [`v=${VERSION}`];
  if (view.source) parts.push(`s=${encodeWord(view.source)}`);
  if (view.playhead !== null) parts.push(`t=${writeTime(view.playhead)}`);
  if (view.window) parts.push(`w=${writeTime(view.window.from)},${writeTime(view.window.to)}`);
  if (view.selection)
    parts.push(`x=${writeTime(view.selection.from)},${writeTime(view.selection.to)}`);
  if (view.compare) parts.push(`c=${writeCompare(view.compare)}`);
  if (view.isLive) parts.push('l=1');
  if (view.zone !== 'host') parts.push(`z=${encodeWord(view.zone)}`);
  if (view.drawer) parts.push(`d=${encodeWord(view.drawer)}`);
  if (view.layout) parts.push(`p=${encodeWord(view.layout)}`);
  else if (view.panels) parts.push(`m=${view.panels.map(writePanel).join(';')}`);
  return parts.join('&');
}

/**
 * Only what the link says: fields that are missing or make no sense are left out.
 * @returns {View}
 */
export function readLink(hash) {
  /** @type {View} */
  const view = {};
  const words = new Map(
    hash
      .replace(/^#/, '')
      .split('&')
      .map((part) => {
        const equals = part.indexOf('=');
        return equals < 0 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)];
      }),
  );
  if (words.has('s')) view.source = decodeWord(words.get('s'));
  const playhead = readTimes(words.get('t') ?? '', 1);
  if (words.get('t') && playhead) [view.playhead] = playhead;
  for (const [key, name] of [
    ['w', 'window'],
    ['x', 'selection'],
  ]) {
    const bounds = readTimes(words.get(key) ?? '', 2);
    if (bounds && bounds[0] < bounds[1]) view[name] = { from: bounds[0], to: bounds[1] };
  }
  const compare = readCompare(words.get('c') ?? '');
  if (compare) view.compare = compare;
  if (words.get('l') === '1') view.isLive = true;
  if (words.has('z')) view.zone = decodeWord(words.get('z'));
  if (words.has('d')) view.drawer = decodeWord(words.get('d'));
  if (words.has('p')) view.layout = decodeWord(words.get('p'));
  const panels = (words.get('m') ?? '').split(';').flatMap((text) => readPanel(text) ?? []);
  if (panels.length > 0) view.panels = panels;
  return view;
}
