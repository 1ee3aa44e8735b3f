// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Colours that differ for every kind of sight (Okabe and Ito, 2008), with a dash of its own for each
// series, so that nothing is said by colour alone.

const SERIES = {
  light: ['#0072b2', '#d55e00', '#00815f', '#b0508a', '#a86f00', '#2b8cc4', '#3b434b', '#7a6f00'],
  dark: ['#56b4e9', '#e69f00', '#17b890', '#dd8fbb', '#f0e442', '#f0753a', '#c3ccd6', '#4f9fe0'],
};
const DASHES = [[], [7, 3], [2, 2.5], [9, 3, 2, 3], [4, 2], [12, 4], [2, 5], [6, 2, 2, 2, 2, 2]];

/** From no colour to a strong one; lightness changes in one direction only. */
const HEAT = {
  light: [
    [238, 243, 247],
    [188, 217, 236],
    [108, 174, 214],
    [33, 113, 181],
    [8, 48, 107],
  ],
  dark: [
    [26, 34, 43],
    [24, 72, 112],
    [40, 124, 178],
    [120, 196, 232],
    [240, 250, 255],
  ],
};

const query = window.matchMedia('(prefers-color-scheme: dark)');

/** The chosen one, by default that of the system. */
export function theme() {
  return document.documentElement.dataset.theme ?? (query.matches ? 'dark' : 'light');
}

export function chooseTheme(name) {
  // index.html has it.
  const sheet = /** @type {HTMLLinkElement} */ (document.getElementById('dark'));
  sheet.media = name === 'dark' ? 'all' : 'not all';
  document.documentElement.dataset.theme = name;
}

export function onThemeChange(listener) {
  query.addEventListener('change', listener);
  new MutationObserver(listener).observe(document.documentElement, {
    attributeFilter: ['data-theme'],
  });
}

export function seriesStyle(index) {
  const colours = SERIES[theme()];
  const round = Math.floor(index / colours.length);
  return { colour: colours[index % colours.length], dash: DASHES[(index + round) % DASHES.length] };
}

/** Contrast of a line with the panel behind it, as for graphics in WCAG 2.1. */
const LEAST_CONTRAST = 3;
const visible = new Map();

/**
 * A chosen colour "#rrggbb", made darker or lighter until it can be seen on a panel; null for any
 * other text.
 */
export function chosenColour(text) {
  if (!/^#[0-9a-f]{6}$/.test(text ?? '')) return null;
  const key = `${theme()}${text}`;
  if (!visible.has(key)) visible.set(key, hexOf(seen(bytesOf(text))));
  return visible.get(key);
}

function seen(colour) {
  const ground = bytesOf(styleColour('panel'));
  const end = theme() === 'dark' ? 255 : 0;
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = colour.map((byte) => byte + (end - byte) * share);
    if (contrast(mixed, ground) >= LEAST_CONTRAST) return mixed;
  }
  return [end, end, end];
}

function bytesOf(text) {
  return [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16));
}

function hexOf(bytes) {
  return `#${bytes.map((byte) => Math.round(byte).toString(16).padStart(2, '0')).join('')}`;
}

function contrast(a, b) {
  const [low, high] = [luminance(a), luminance(b)].sort((one, other) => one - other);
  return (high + 0.05) / (low + 0.05);
}

function luminance(bytes) {
  const [r, g, b] = bytes.map((byte) => {
    const share = byte / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** With this seed, usual states that occur together, such as "active" and "failed", differ. */
const SEED = 2510321199;

/**
 * How the bar of a text looks: the same text looks the same everywhere.  `pattern`: 0 to 3.
 * @param {string} text
 */
export function stateStyle(text) {
  let hash = SEED;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0;
  hash = (hash ^ (hash >>> 15)) >>> 0;
  const colours = SERIES[theme()];
  return {
    colour: colours[hash % colours.length],
    pattern: Math.floor(hash / colours.length) % 4,
  };
}

/** A named colour of the style sheet. */
export function styleColour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** 256 colours as one word each, in the order of the canvas's bytes. */
export function heatPalette() {
  const stops = HEAT[theme()];
  const palette = new Uint32Array(256);
  for (let i = 0; i < 256; i += 1) {
    const place = (i / 255) * (stops.length - 1);
    const low = Math.min(Math.floor(place), stops.length - 2);
    const [r, g, b] = stops[low].map((part, channel) =>
      Math.round(part + (stops[low + 1][channel] - part) * (place - low)),
    );
    palette[i] = (255 << 24) | (b << 16) | (g << 8) | r;
  }
  return palette;
}
