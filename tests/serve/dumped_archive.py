# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""What `fdr dump --json` says of an archive.  Other tests compare it with pmdumplog."""
import datetime
import json
import re
import subprocess

from serving import environment

SHOWN = ('32-bit int', '32-bit unsigned int', '64-bit int', '64-bit unsigned int', 'float', 'double', 'string')


def nanos(text):
    """Of a time as `fdr dump --json --tz utc` writes it."""
    whole, fraction = re.fullmatch(r'(.*)\.(\d{9})Z', text).groups()
    stamp = datetime.datetime.fromisoformat(whole + '+00:00')
    return int(stamp.timestamp()) * 10**9 + int(fraction)


class DumpedArchive:
    """The samples of an archive: of each metric a list of (time, [(id, name, value)]). Times are in nanoseconds."""

    def __init__(self, fdr, archive):
        dump = subprocess.run([fdr, 'dump', '--json', '--tz', 'utc', '-d', '-m', archive], env=environment(), check=True,
                              capture_output=True, text=True).stdout
        self.types, self.samples, self.times, self.marks, names = {}, {}, [], [], {}
        for line in dump.splitlines()[1:]:
            item = json.loads(line)
            if item['kind'] == 'metric' and item['type'] in SHOWN:
                for name in item['names']:
                    self.types[name] = item['type']
                    self.samples[name] = []
                names[item['pmid']] = item['names']
            elif item['kind'] == 'mark':
                self.marks.append(nanos(item['time']))
            elif item['kind'] == 'record':
                self.times.append(nanos(item['time']))
                for metric in item['metrics']:
                    values = [(one.get('id'), one.get('instance'), one['value']) for one in metric['values']
                              if 'value' in one]
                    for name in names.get(metric['pmid'], ()) if values else ():
                        self.samples[name].append((self.times[-1], values))

    def is_in_order(self):
        return self.times == sorted(self.times)
