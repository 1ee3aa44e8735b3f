// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

import { equal, isTrue, test } from './check.js';
import { Explanation } from '/page/data/explanation.js';
import { Store } from '/page/base/store.js';

const ANSWER = { start: 1000, end: 2000, findings: [], looked_at: [], not_looked_at: [] };
const DISK = { start: 1100, end: 1200, cause: 'disk' };
const MEMORY = { start: 1300, end: 1400, cause: 'memory' };

/** A page with an archive; `answer` is called for each question. */
function opened(answer) {
  const store = new Store({ source: '', info: {}, explained: null, finding: null });
  const asked = [];
  const client = {
    async why({ s }) {
      asked.push(s);
      return answer();
    },
  };
  const app = { store, client, state: store.state };
  const later = [];
  const explanation = new Explanation(app, (work) => later.push(work));
  store.set({ source: 'web1', info: { isArchive: true, end: 2000 } });
  return { store, asked, explanation, later };
}

/** Until the questions that were asked have their answers. */
const answered = () => new Promise((resolve) => setTimeout(resolve));

function refusal(status) {
  return () => {
    throw Object.assign(new Error('no'), { status });
  };
}

test('an archive is explained once', async () => {
  const { store, asked, explanation } = opened(() => ANSWER);
  isTrue(explanation.isBusy && store.state.explained.answer === null, 'a question');
  await answered();
  equal(store.state.explained, { answer: ANSWER, message: '' });
  store.set({ info: { isArchive: true, end: 2100 } });
  equal(asked, ['web1']);
  isTrue(!explanation.isBusy, 'the end');
});

test('an archive that has grown much is explained once more', async () => {
  const { store, asked } = opened(() => ANSWER);
  await answered();
  store.set({ finding: 0, info: { isArchive: true, end: 2301 } });
  equal(store.state.explained.answer, ANSWER);
  equal(asked, ['web1', 'web1']);
  await answered();
  equal(store.state.finding, null);
});

test('what is shown stays so in a later answer, wherever it stands there', async () => {
  const answers = [[DISK], [MEMORY, DISK], [MEMORY]];
  const { store } = opened(() => ({ ...ANSWER, end: 0, findings: answers.shift() }));
  await answered();
  store.set({ finding: 0, info: { isArchive: true, end: 3000 } });
  await answered();
  equal(store.state.finding, 1);
  store.set({ info: { isArchive: true, end: 4000 } });
  await answered();
  equal(store.state.finding, null);
});

test('after failures, a growing archive is explained less often', async () => {
  let isWell = true;
  const { store, asked } = opened(() => (isWell ? ANSWER : refusal(503)()));
  await answered();
  isWell = false;
  for (let end = 2000; end <= 4400; end += 100) {
    store.set({ info: { isArchive: true, end } });
    await answered();
  }
  equal(asked.length, 4); // also at 2400, at 3100 and at 4400
  equal(store.state.explained.answer, ANSWER);
});

test('a server that had too much to do is asked once more, later', async () => {
  const { store, asked, later } = opened(refusal(503));
  await answered();
  equal([asked.length, later.length], [1, 1]);
  later[0]();
  await answered();
  equal([asked.length, later.length], [2, 1]);
  store.set({ source: 'web2', info: { isArchive: true, end: 2000 } });
  await answered();
  store.set({ source: 'web3', info: { isArchive: true, end: 2000 } });
  await answered();
  later[1]();
  equal(asked, ['web1', 'web1', 'web2', 'web3']);
});

test('another source has other findings; without a past, it has none', async () => {
  const { store, asked, explanation } = opened(() => ANSWER);
  store.set({ source: 'here', info: { isArchive: false, end: 9000 } });
  await answered();
  equal([store.state.explained, asked, explanation.isBusy], [null, ['web1'], false]);
  store.set({ source: 'web2', info: { isArchive: true, end: 2000 } });
  equal(asked, ['web1', 'web2']);
});

test('what is too much for the server is said, and what it does not have is not', async () => {
  const { store } = opened(refusal(503));
  await answered();
  isTrue(store.state.explained.message.startsWith('This server cannot find out'), 'a message');
  for (const status of [0, 403, 404]) {
    const other = opened(refusal(status));
    await answered();
    equal(other.store.state.explained, null);
  }
});
