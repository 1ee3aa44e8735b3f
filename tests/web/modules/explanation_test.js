// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

import { equal, isTrue, test } from './check.js';
import { Explanation } from '/page/data/explanation.js';
import { Store } from '/page/base/store.js';

const ANSWER = { start: 1000, end: 2000, findings: [], looked_at: [], not_looked_at: [] };

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
  const explanation = new Explanation(app);
  store.set({ source: 'web1', info: { isArchive: true, end: 2000 } });
  return { store, asked, explanation };
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
