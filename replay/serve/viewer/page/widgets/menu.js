// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A menu below a button.

import { element } from '../base/dom.js';

let close = () => {};

/**
 * @param {HTMLElement} button
 * @param {{label: string, keys?: string, run: () => unknown, isCurrent?: boolean}[]} entries
 */
export function openMenu(button, entries) {
  close();
  const items = entries.map(({ label, keys = '', run, isCurrent }) =>
    element(
      'button',
      {
        type: 'button',
        role: 'menuitem',
        tabindex: '-1',
        class: 'menu-item',
        'aria-current': isCurrent ? 'true' : null,
        onclick: () => {
          close();
          run();
        },
      },
      element('bdi', { class: 'menu-label' }, label),
      keys ? element('kbd', {}, keys) : null,
    ),
  );
  const menu = element(
    'div',
    { role: 'menu', class: 'menu', 'aria-label': button.getAttribute('aria-label') ?? 'Menu' },
    ...items,
  );
  const away = (event) => {
    if (!menu.contains(event.target) && !button.contains(event.target)) close();
  };
  close = () => {
    menu.remove();
    button.setAttribute('aria-expanded', 'false');
    document.removeEventListener('pointerdown', away, true);
    window.removeEventListener('resize', close);
    close = () => {};
    button.focus({ preventScroll: true });
  };
  menu.addEventListener('keydown', (event) => moveFocus(event, items, () => close()));
  document.addEventListener('pointerdown', away, true);
  window.addEventListener('resize', close);
  document.body.append(menu);
  button.setAttribute('aria-expanded', 'true');
  placeBelow(menu, button);
  (items.find((item) => item.getAttribute('aria-current')) ?? items[0])?.focus({
    preventScroll: true,
  });
}

function moveFocus(event, items, leave) {
  const at = items.indexOf(document.activeElement);
  const steps = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 };
  if (event.key in steps) {
    items[(steps[event.key] + items.length) % items.length].focus();
    event.preventDefault();
  } else if (event.key === 'Escape' || event.key === 'Tab') {
    event.preventDefault();
    event.stopPropagation();
    leave();
  }
}

/**
 * @param {HTMLElement} menu
 * @param {HTMLElement} button
 */
function placeBelow(menu, button) {
  const at = button.getBoundingClientRect();
  const size = menu.getBoundingClientRect();
  const left = Math.max(8, Math.min(at.right - size.width, window.innerWidth - size.width - 8));
  const isAbove = at.bottom + size.height + 8 > window.innerHeight && at.top > size.height;
  const top = isAbove
    ? at.top - size.height - 4
    : Math.min(at.bottom + 4, window.innerHeight - size.height - 8);
  menu.style.left = `${left}px`;
  menu.style.top = `${Math.max(8, top)}px`;
}
