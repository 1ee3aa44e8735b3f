# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""The identifiers of series that PCP prints."""
import re
import subprocess

from serving import environment


def identifiers(*source, check=False):
    """{metric: identifier} and {(metric, number, name): identifier} as pminfo prints them."""
    text = subprocess.run(['pminfo', '-s', *source], env=environment(), capture_output=True, text=True,
                          errors='backslashreplace', check=check).stdout
    series, instances, metric = {}, {}, None
    for line in text.splitlines():
        if line and not line.startswith(' '):
            metric = line.strip()
        elif found := re.match(r' +Series: (\w+)', line):
            series[metric] = found[1]
        elif found := re.match(r' +inst \[(\d+) or "(.*)"\] series (\w+)', line):
            instances[metric, int(found[1]), found[2]] = found[3]
    return series, instances
