// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What processors do, so that nothing is counted twice: the time for interrupts is recorded as a
// sum, in its kinds, or both.  The time of guests is part of user and nice.

const KINDS_OF_INTERRUPTS = ['irq.soft', 'irq.hard'];
const INTERRUPT = /^(kernel\.(?:all|percpu)\.cpu\.)(irq\.soft|irq\.hard|intr)$/;

/** All of it: neither idle nor iowait. */
export const WORK = ['user', 'nice', 'sys', ...KINDS_OF_INTERRUPTS, 'intr', 'steal'];

/** @param {'all' | 'percpu'} place */
export function workMetrics(place, kinds = WORK) {
  return kinds.map((kind) => `kernel.${place}.cpu.${kind}`);
}

/**
 * Whether other metrics say what a metric says: both kinds of interrupts stand for their sum, and
 * the sum stands for one kind.
 * @param {string} metric
 * @param {(metric: string) => boolean} has
 */
export function isCountedElsewhere(metric, has) {
  const [, prefix, kind] = INTERRUPT.exec(metric) ?? [];
  if (prefix === undefined) return false;
  const hasBoth = KINDS_OF_INTERRUPTS.every((one) => has(prefix + one));
  return kind === 'intr' ? hasBoth : !hasBoth && has(`${prefix}intr`);
}
