// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

import { equal, isTrue, test } from './check.js';
import { openPicker } from '/page/actions/picker.js';

const HINT = 'a hint';

/** A picker whose searches the test ends: each is one of `asked`, with its promise. */
function open({ choose = () => 'nothing has these words' } = {}) {
  const asked = [];
  openPicker({
    title: 'Find',
    hint: HINT,
    search: (text, signal) =>
      new Promise((resolve, reject) => {
        asked.push({ text, signal, resolve, reject });
      }),
    choose,
  });
  const dialog = document.querySelector('dialog.picker');
  const input = dialog.querySelector('input');
  return {
    asked,
    dialog,
    status: () => dialog.querySelector('.picker-hint').textContent,
    rows: () => dialog.querySelectorAll('.picker-row').length,
    type(text) {
      input.value = text;
      input.dispatchEvent(new Event('input'));
    },
    enter: () => input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' })),
  };
}

async function until(condition) {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve));
}

test('keys in a row ask once, and end what was asked before', async () => {
  const { asked, dialog, type, rows } = open();
  equal(asked.length, 1);
  type('d');
  type('di');
  type('dis');
  isTrue(asked[0].signal.aborted, 'the end of the first search');
  await until(() => asked.length > 1);
  equal(asked.map(({ text }) => text).join(), ',dis');
  isTrue(!asked[1].signal.aborted, 'the second search');
  asked[1].resolve([{ label: 'disk', run() {} }]);
  await until(() => rows() === 1);
  asked[0].resolve([]);
  await Promise.resolve();
  equal(rows(), 1);
  dialog.close();
  await until(() => asked[1].signal.aborted); // with the dialog
});

test('Enter asks at once, and takes the first entry', async () => {
  const { asked, type, enter } = open();
  let chosen = '';
  type('disk');
  enter();
  equal(asked.map(({ text }) => text).join(), ',disk');
  asked[1].resolve([{ label: 'disk', run: () => (chosen = 'disk') }]);
  await until(() => chosen === 'disk');
});

test('a search that failed is no search without entries', async () => {
  let choices = 0;
  const { asked, dialog, type, enter, status } = open({ choose: () => `choice ${(choices += 1)}` });
  asked[0].reject(new Error('no server'));
  await until(() => status() === 'no server');
  enter();
  equal(asked.length, 2);
  asked[1].reject(new Error('still no server'));
  await until(() => status() !== 'no server');
  await new Promise((resolve) => setTimeout(resolve));
  equal([choices, status()], [0, 'still no server']);
  type('disk');
  await until(() => asked.length > 2);
  asked[2].resolve([]);
  await until(() => status() === HINT);
  enter();
  await until(() => status() === 'choice 1');
  dialog.close();
});
