// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Findings in words.  The sentences are those of `fdr why`.

import { clockText, dateText, fullText } from '../base/time_format.js';

/**
 * "22:13:40 to 22:14:07", with dates if the recording has several.
 * @param {Finding} finding
 * @param {Extent} extent of the recording
 */
export function whenText({ start, end }, extent, zone) {
  const days = dateText(extent.start, zone) !== dateText(extent.end, zone);
  const text = days ? fullText : clockText;
  const isOneDay = dateText(start, zone) === dateText(end, zone);
  return `${text(start, zone)} to ${days && !isOneDay ? fullText(end, zone) : clockText(end, zone)}`;
}

/**
 * "The disk vda was busy 98 % of the time."
 * @param {Finding} finding
 */
export function whatText({ evidence }) {
  const sentence = evidence[0]?.sentence ?? '';
  return sentence && `${sentence[0].toUpperCase()}${sentence.slice(1)}.`;
}

/**
 * "bash of user news, tar"
 * @param {Finding} finding
 */
export function whoText({ culprits }) {
  return culprits
    .map(({ program, user }) => [program || 'a process', user && `of user ${user}`])
    .map((words) => words.filter(Boolean).join(' '))
    .join(', ');
}

/**
 * Where a finding stands in a later answer, which may have others before it; null if nowhere.
 * @param {Finding[]} findings
 * @param {Finding | undefined} finding
 */
export function placeIn(findings, finding) {
  const place = findings.findIndex(
    ({ start, cause }) => start === finding?.start && cause === finding.cause,
  );
  return place < 0 ? null : place;
}

/**
 * The window that shows a finding, with some time around it.
 * @param {Finding} finding
 * @returns {TimeWindow}
 */
export function windowOf({ start, end }) {
  const around = Math.max((end - start) / 2, 10);
  return { from: start - around, to: end + around };
}
