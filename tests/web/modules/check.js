// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Tests of modules that need no page: each is a sentence and a function that throws.

const tests = [];

export function test(sentence, body) {
  tests.push({ sentence, body });
}

/** Compares as JSON does, but for NaN, infinity and undefined, which it keeps apart. */
function text(value) {
  return JSON.stringify(value, (_, one) =>
    typeof one === 'number' && !Number.isFinite(one)
      ? `number ${one}`
      : one === undefined
        ? 'undefined'
        : ArrayBuffer.isView(one)
          ? [...one]
          : one,
  );
}

export function equal(actual, expected) {
  if (text(actual) !== text(expected)) throw new Error(`${text(actual)} is not ${text(expected)}`);
}

export function near(actual, expected, bound = 1e-9) {
  if (!(Math.abs(actual - expected) <= bound)) throw new Error(`${actual} is not near ${expected}`);
}

export function isTrue(value, what = 'it') {
  if (!value) throw new Error(`${what} is not true`);
}

/** @returns {Promise<{count: number, failures: string[]}>} */
export async function runAll() {
  const failures = [];
  for (const { sentence, body } of tests) {
    try {
      await body();
    } catch (error) {
      failures.push(`${sentence}: ${error.message}`);
    }
  }
  return { count: tests.length, failures };
}
