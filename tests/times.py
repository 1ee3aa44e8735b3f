#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Prints which tests took longest, and how long the tests of each label took together.

usage: times.py BUILD_DIRECTORY...      each with the tests.xml that ctest wrote
"""

import collections
import json
import pathlib
import subprocess
import sys
import xml.etree.ElementTree

LONGEST = 25


def labels(build):
    """The labels of each test."""
    listed = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], check=True, capture_output=True)
    tests = json.loads(listed.stdout)["tests"]
    return {test["name"]: words["value"] for test in tests for words in test["properties"] if words["name"] == "LABELS"}


def main(builds):
    times = []
    sums = collections.Counter()
    counts = collections.Counter()
    for build in builds:
        preset = pathlib.Path(build).name
        labels_of = labels(build)
        for case in xml.etree.ElementTree.parse(f"{build}/tests.xml").iter("testcase"):
            name, seconds = case.get("name"), float(case.get("time"))
            times.append((seconds, preset, name))
            for label in labels_of.get(name, ["no label"]):
                sums[preset, label] += seconds
                counts[preset, label] += 1
    print(f"\nThe {LONGEST} tests that took longest:")
    for seconds, preset, name in sorted(times, reverse=True)[:LONGEST]:
        print(f"{seconds:8.1f} s  {preset:8}  {name}")
    print("\nAll tests of a label together:")
    for (preset, label), seconds in sorted(sums.items()):
        print(f"{seconds:8.1f} s  {preset:8}  {label} ({counts[preset, label]} tests)")


if __name__ == "__main__":
    main(sys.argv[1:])
