// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Colours as view files write them, from pmchart(1): names, and hexadecimal digits in several
// lengths.  pmchart 6.0.3 knows the names of style sheets, and refuses "rgbi:".

import { contextOf } from './plot.js';

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{9}|[0-9a-f]{12})$/;
const RGBI = /^rgbi:([0-9a-f]{1,4}):([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/** "#rrggbb", or "" for "#-cycle" and for what is no colour here: the page has its own for that. */
export function colourOf(word) {
  const text = word.toLowerCase().replace(/ /g, '');
  if (HEX.test(text)) {
    const length = (text.length - 1) / 3;
    return ofParts([0, 1, 2].map((part) => text.slice(1 + part * length, 1 + (part + 1) * length)));
  }
  const parts = RGBI.exec(text);
  if (parts) return ofParts(parts.slice(1));
  return /^[a-z]+$/.test(text) ? ofName(text) : '';
}

function ofParts(parts) {
  const bytes = parts.map((part) => {
    const share = Number.parseInt(part, 16) / (16 ** part.length - 1);
    return Math.round(share * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${bytes.join('')}`;
}

/** The canvas knows the names, and leaves a colour as it is if it does not know the next one. */
function ofName(name) {
  const context = contextOf(document.createElement('canvas'));
  const found = ['#000000', '#ffffff'].map((before) => {
    context.fillStyle = before;
    context.fillStyle = name;
    return String(context.fillStyle);
  });
  return found[0] === found[1] && HEX.test(found[0]) ? found[0] : '';
}
