# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Undoes what was done, in reverse order, whatever becomes of the process that did it.

A process of its own keeps the list.  It reads it from a pipe, and begins to undo when the pipe is closed: by the end of
a `with`, or by any death of the other process.  What has a limit is undone then, even if the other process lives: it may
be stopped."""
import json
import os
import pathlib
import select
import shutil
import signal
import subprocess
import sys
import time


class Keeper:
    def __enter__(self):
        self.count = 0
        self.process = subprocess.Popen([sys.executable, __file__], stdin=subprocess.PIPE, text=True, start_new_session=True)
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        if self.process.wait() != 0:
            raise RuntimeError('something is left that could not be undone: see the messages')

    def undo(self, *action, within=None):
        """Adds ('kill', process group), ('remove', path), ('link', interface) or ('run', command...).  Returns its number.

        `within` is a limit in seconds: then it is undone at the latest."""
        self.count += 1
        self._say([self.count, within, *map(str, action)])
        return self.count

    def forget(self, number):
        """It has been undone."""
        self._say([number])

    def _say(self, words):
        self.process.stdin.write(json.dumps(words) + '\n')
        self.process.stdin.flush()


def end_group(group):
    """A group keeps its number while it has members.  A stopped one goes on in order to end."""
    for number in (signal.SIGKILL, signal.SIGCONT) * 200:
        try:
            os.killpg(int(group), number)
        except ProcessLookupError:
            return
        except PermissionError:
            pass  # members that nobody has waited for yet
        time.sleep(0.05)
        if not living(group):
            return
    raise RuntimeError(f'process group {group} does not end')


def end_link(interface):
    """The end of its peer's name space may be sooner."""
    done = subprocess.run(['ip', 'link', 'del', interface], check=False, capture_output=True, text=True)
    if pathlib.Path('/sys/class/net', interface).exists():
        raise RuntimeError(done.stderr)


def living(group):
    for stat in pathlib.Path('/proc').glob('[0-9]*/stat'):
        try:
            fields = stat.read_text(errors='replace').rsplit(')', 1)[1].split()
        except OSError:
            continue
        if fields[2] == str(group) and fields[0] not in 'ZX':
            return True
    return False


def undone(action, *words):
    try:
        if action == 'kill':
            end_group(*words)
        elif action == 'remove':
            shutil.rmtree(words[0])
        elif action == 'link':
            end_link(*words)
        else:
            subprocess.run(words, check=True, stdin=subprocess.DEVNULL)
        return True
    except Exception as error:  # the others still have to be undone
        print('not undone:', action, *words, error, file=sys.stderr)
        return False


class Actions:
    """What is to be undone, by number."""
    AGAIN = 1  # seconds: what could not be undone at its limit may be possible later

    def __init__(self):
        self.actions, self.limits = {}, {}

    def obey(self, line):
        number, *words = json.loads(line)
        if not words:
            self.actions.pop(number, None)
            self.limits.pop(number, None)
            return
        within, *self.actions[number] = words
        if within is not None:
            self.limits[number] = time.monotonic() + within

    def undo_late(self):
        """Returns the seconds until the next limit; None without one."""
        for number, limit in list(self.limits.items()):
            if limit > time.monotonic():
                continue
            if undone(*self.actions[number]):
                self.obey(json.dumps([number]))
            else:
                self.limits[number] = time.monotonic() + self.AGAIN
        return max(0, min(self.limits.values()) - time.monotonic()) if self.limits else None

    def undo_all(self):
        return all([undone(*action) for _, action in sorted(self.actions.items(), reverse=True)])


def main():
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    actions, rest = Actions(), b''
    while True:
        if not select.select([sys.stdin], [], [], actions.undo_late())[0]:
            continue
        some = os.read(sys.stdin.fileno(), 1 << 16)
        if not some:
            return 0 if actions.undo_all() else 1
        *lines, rest = (rest + some).split(b'\n')
        for line in lines:
            actions.obey(line)


if __name__ == '__main__':
    sys.exit(main())
