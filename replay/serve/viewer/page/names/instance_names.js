// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How instances are called where there is little room.  PCP calls a process by its number, in six
// digits or more, and its command: "010051 /usr/lib64/firefox/firefox".

/** Letters that have room beside the rows of a plot. */
export const LONG_NAME = 8;
const PROCESS = /^(\d{6,}) (\S.*)$/;

/**
 * The parts of the name of a process, or null for any other instance.
 * @param {string} instance
 */
export function processOf(instance) {
  const [, pid, command] = PROCESS.exec(instance) ?? [];
  if (command === undefined) return null;
  // A path may have blanks behind it, and arguments; "(kworker/0:1)" and "sshd: ann" are no paths.
  const [program] = command.split(' ');
  const name = program.startsWith('/') ? program.slice(program.lastIndexOf('/') + 1) : program;
  return { pid: String(Number(pid)), name: name || program, command };
}

/**
 * What a row says: of a process, the name and then the number.
 * @param {string} instance
 */
export function rowLabel(instance) {
  const process = processOf(instance);
  return process ? `${process.name} ${process.pid}` : instance;
}
