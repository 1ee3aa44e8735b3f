// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

import { equal, isTrue, test } from './check.js';
import { chooseTheme, chosenColour } from '/page/plots/colours.js';
import { colourOf } from '/page/plots/view_colours.js';

test('colours of view files have several forms', () => {
  for (const [text, colour] of [
    ['#f80', '#ff8800'],
    ['#FF8000', '#ff8000'],
    ['#fff800000', '#ff8000'],
    ['#ffff80000000', '#ff8000'],
    ['rgbi:ff:80:00', '#ff8000'],
    ['rgbi:F:8:0', '#ff8800'],
    ['rgbi:ffff:8000:0', '#ff8000'],
    ['yellow', '#ffff00'],
    ['SteelBlue', '#4682b4'],
    ['light blue', '#add8e6'],
    ['black', '#000000'],
    ['white', '#ffffff'],
  ])
    equal([text, colourOf(text)], [text, colour]);
});

test('what is no colour is left to the page', () => {
  for (const text of ['#-cycle', '', '#12', '#12345', '#ggg', 'nosuch', 'gray50', 'transparent'])
    equal([text, colourOf(text)], [text, '']);
  for (const text of [
    'rgbi:1:2',
    'rgbi:0.5:0.5:1',
    'url(x)',
    'var(--x)',
    'rgb(1,2,3)',
    'a'.repeat(1e5),
  ])
    equal(colourOf(text), '');
});

test('a chosen colour can be seen on a panel', () => {
  const root = document.documentElement;
  const dark = Object.assign(document.createElement('link'), { id: 'dark' });
  document.head.append(dark);
  root.style.setProperty('--panel', '#ffffff');
  chooseTheme('light');
  equal(chosenColour('#0000ff'), '#0000ff');
  isTrue(chosenColour('#ffff00') < '#b0b000', chosenColour('#ffff00'));
  root.style.setProperty('--panel', '#12181f');
  chooseTheme('dark');
  equal(chosenColour('#ffff00'), '#ffff00');
  isTrue(chosenColour('#0000ff') > '#202000', chosenColour('#0000ff'));
  for (const text of [undefined, null, 5, 'red', '#fff', '#ffffff;', 'url(x)'])
    equal(chosenColour(text), null);
  dark.remove();
  root.removeAttribute('data-theme');
});
