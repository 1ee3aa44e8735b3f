// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Elements of the page.  Names of metrics, instances and hosts are the data of others: they become
// text nodes and attributes, never markup.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An element.  Keys of `options` that begin with "on" are listeners, `class` and attributes are set
 * as they are, `false` and null leave an attribute out.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} options
 * @param {(Node | string | null | undefined)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, options = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(options)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) {
      made.setAttribute(key, value === true ? '' : value);
    }
  }
  made.append(...children.flatMap((child) => child ?? []));
  return made;
}

/**
 * Sets the text only if it is another one: layout and screen readers notice every change.
 * @param {Node} node
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

const ICONS = {
  play: 'M5 3.2v9.6l8-4.8z',
  pause: 'M4.5 3h2.6v10H4.5zM8.9 3h2.6v10H8.9z',
  reverse: 'M11 3.2v9.6L3 8z',
  stepForward: 'M3 3.4v9.2L9.6 8zM10.6 3.4h2v9.2h-2z',
  stepBack: 'M13 3.4v9.2L6.4 8zM3.4 3.4h2v9.2h-2z',
  start: 'M3 3h2v10H3zM13 3.4v9.2L6 8z',
  end: 'M11 3h2v10h-2zM3 3.4v9.2L10 8z',
  loop:
    'M11 2.2 13.8 5 11 7.8V6H5a2 2 0 0 0-2 2H1.6A3.4 3.4 0 0 1 5 4.6h6zM5 8.2 2.2 11 5 13.8V12h6a2 2 0 0 0 2-2' +
    'h1.4A3.4 3.4 0 0 1 11 13.4H5z',
  search:
    'M6.8 1.6a5.2 5.2 0 1 0 3.1 9.4l3.3 3.3 1.1-1.1-3.3-3.3A5.2 5.2 0 0 0 6.8 1.6zm0 1.5a3.7 3.7 0 1 1 0 7.4' +
    ' 3.7 3.7 0 0 1 0-7.4z',
  more:
    'M3 6.7a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.6zm5 0a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.6zm5 0a1.3 1.3 0' +
    ' 1 1 0 2.6 1.3 1.3 0 0 1 0-2.6z',
  pin:
    'M9.6 1.2 14.8 6.4 13.8 7.4 13 7.2 10.2 10 10 13 9 14 5.6 10.4 2 14 2 14 1.6 14.4 2 13 5.2 10.2 2 7 3 6 6 5.8 8.8' +
    ' 3 8.6 2.2z',
  close:
    'M3.6 2.5 8 6.9l4.4-4.4 1.1 1.1L9.1 8l4.4 4.4-1.1 1.1L8 9.1l-4.4 4.4-1.1-1.1L6.9 8 2.5 3.6z',
  note: 'M2.5 2h11v8.2L10 13.9H2.5zm1.5 1.5v8.9h5.2V9.5h2.8v-6zm1.5 1.7h5v1.2h-5zm0 2.5h3.4v1.2H5.5z',
  link:
    'M6.6 9.4a3 3 0 0 1 0-4.2l2-2a3 3 0 0 1 4.2 4.2l-1 1-1-1 1-1a1.6 1.6 0 0 0-2.2-2.2l-2 2a1.6 1.6 0 0 0 0 2.2z' +
    'M9.4 6.6a3 3 0 0 1 0 4.2l-2 2a3 3 0 0 1-4.2-4.2l1-1 1 1-1 1a1.6 1.6 0 0 0 2.2 2.2l2-2a1.6 1.6 0 0 0 0-2.2z',
  drawer: 'M1.5 2.5h13v11h-13zM3 4v8h6V4zm7.5 0v8H13V4z',
  fit: 'M1.5 3H3v10H1.5zM13 3h1.5v10H13zM4 8l3-2.6v1.9h2V5.4L12 8l-3 2.6V8.7H7v1.9z',
  down: 'M3.4 5.6 8 10.2l4.6-4.6 1 1L8 12.2 2.4 6.6z',
  keys:
    'M1.5 3.5h13v9h-13zM3 5v6h10V5zm1 1.2h1.4v1.2H4zm2.2 0h1.4v1.2H6.2zm2.2 0h1.4v1.2H8.4zm2.2 0H12v1.2h-1.4z' +
    'M5 8.8h6V10H5z',
  back: 'M7.4 2.8 8.5 3.9 5.1 7.2H14v1.6H5.1l3.4 3.3-1.1 1.1L2.2 8z',
};

/** @param {keyof typeof ICONS} name */
export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', 'icon');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', ICONS[name]);
  svg.append(path);
  return svg;
}

/**
 * A button that shows an icon alone: its name is for screen readers and for the tooltip.
 * @param {keyof typeof ICONS} name
 * @param {() => unknown} onclick
 * @param {Attributes} [options]
 */
export function iconButton(name, label, onclick, options = {}) {
  return element(
    'button',
    {
      type: 'button',
      class: 'icon-button',
      title: label,
      'aria-label': label,
      onclick,
      ...options,
    },
    icon(name),
  );
}

/**
 * @param {HTMLElement} button
 * @param {keyof typeof ICONS} name
 */
export function setIcon(button, name) {
  if (button.dataset.icon === name) return;
  button.dataset.icon = name;
  button.querySelector('svg')?.replaceWith(icon(name));
}

/** Runs `work` once before the next frame, however often it is asked for. */
export function onceAFrame(work) {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      work();
    });
  };
}

/**
 * Runs `work` when `milliseconds` have passed without another call.
 * @param {(...values: any[]) => unknown} work
 */
export function afterPause(milliseconds, work) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...values), milliseconds);
  };
}
