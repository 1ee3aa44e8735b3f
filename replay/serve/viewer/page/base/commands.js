// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Everything that the page can do, by a stable id.  Keys, buttons, the palette and scripts run the
// same commands.

/** Groups of commands that need no source. */
const ALWAYS = ['View', 'Details'];

export class Commands {
  /** @type {Map<string, Command>} */
  #all = new Map();

  /** @param {NewCommand[]} commands */
  add(commands) {
    for (const command of commands) this.#all.set(command.id, { keys: [], ...command });
  }

  /** Whether a source is open: until then, commands that act on one do nothing. */
  isReady = () => true;

  get list() {
    return [...this.#all.values()];
  }

  has(id) {
    return this.#all.has(id);
  }

  /** What the command returns: often a promise.  Throws for an unknown id. */
  run(id, args = {}) {
    const command = this.#all.get(id);
    if (!command) throw new Error(`there is no command "${id}"`);
    if (!ALWAYS.includes(command.group) && !this.isReady()) return undefined;
    return command.run(args);
  }

  /** The keys of a command as text, for tooltips. */
  keysOf(id) {
    return this.#all.get(id)?.keys.map(keyText).join(', ') ?? '';
  }

  /** The command for a pressed key, if there is one. */
  forKey(pressed) {
    return this.list.find(({ keys }) => keys.includes(pressed));
  }
}

/**
 * A command that no list shows: it needs arguments, or has too many others like it.
 * @param {Command} command
 */
export function hidden(command) {
  return { ...command, isHidden: true };
}

const NAMES = {
  ' ': 'Space',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
};

/** "Shift+ArrowLeft" as people read it. */
export function keyText(key) {
  const parts = key.split('+');
  if (key.endsWith('+')) return key;
  return parts.map((part) => NAMES[part] ?? part).join(' ');
}

/**
 * The name of a pressed key: "Shift+ArrowLeft", "a", "?".  Shift is named where it has no letter.
 * @param {KeyboardEvent} event
 */
export function keyName(event) {
  const isLetter = event.key.length === 1;
  let name = event.key;
  if (isLetter && (event.ctrlKey || event.metaKey)) name = name.toLowerCase();
  if (event.shiftKey && (!isLetter || event.ctrlKey || event.metaKey)) name = `Shift+${name}`;
  if (event.altKey) name = `Alt+${name}`;
  if (event.ctrlKey || event.metaKey) name = `Ctrl+${name}`;
  return name;
}

/**
 * Texts take their keys themselves, and so do controls for the keys that work them.
 * @param {KeyboardEvent} event
 */
function isTaken(event, name) {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (
    target.closest(
      'input:not([type=range]):not([type=checkbox]), textarea, select, [contenteditable]',
    )
  )
    return true;
  if (target.closest('dialog, [role=menu]')) return true;
  if (target.matches('input[type=range]')) return /^(Arrow|Home|End|Page)/.test(event.key);
  if (target.closest('[role=tablist]') && name.startsWith('Arrow')) return true;
  return name === ' ' && target.closest('button, a, summary, input') !== null;
}

/** @param {Commands} commands */
export function listenToKeys(commands) {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const name = keyName(event);
    if (isTaken(event, name)) return;
    const command = commands.forKey(name);
    if (!command) return;
    event.preventDefault();
    commands.run(command.id);
  });
}
