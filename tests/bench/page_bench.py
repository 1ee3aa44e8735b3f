#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""What the page costs in Chromium: to zoom, to play, and to stay open.

usage: page_bench.py BUILD_DIRECTORY [MINUTES]

MINUTES is how long the page plays at the end, with a zoom every ten seconds; the default is 1.  The browser has no graphics processor here, so its own drawing counts as well.
"""
import os
import statistics
import sys
import time

BUILD = os.path.abspath(sys.argv[1])
sys.argv[1] = os.path.join(BUILD, "tools/fdr")  # the tests take the program itself
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../web"))
import archives  # noqa: E402 pylint: disable=wrong-import-position
from processes import cpu, family  # noqa: E402 pylint: disable=wrong-import-position
from viewing import viewed_incident  # noqa: E402 pylint: disable=wrong-import-position

ZOOMS, PLAYED, ROUNDS_TOLD = 100, 10, 30
# Milliseconds from the command to the frame in which all visible panels show the exact buckets of the window.
ZOOM = """(async ({from, to}) => {
  const start = performance.now();
  const isShown = () => fdr.state().panels.every(({isVisible, buckets}) => !isVisible || !buckets || (!buckets.isApproximate &&
    buckets.from <= from && buckets.to >= to && (buckets.to - buckets.from) / buckets.n < (to - from) / 300));
  fdr.run('zoom.to', {from, to});
  do await new Promise(requestAnimationFrame); while (!isShown());
  return performance.now() - start;
})"""
PLAY = """(async (seconds) => {
  const start = performance.now();
  let frames = 0;
  fdr.run('play.toggle');
  while (performance.now() - start < seconds * 1000) {
    await new Promise(requestAnimationFrame);
    frames += 1;
  }
  fdr.run('play.toggle');
  return frames / seconds;
})"""


def process_memory(browser):
    """What belongs to the largest process alone, in MiB."""
    largest = 0
    for pid in family(browser.process.pid):
        with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:
            largest = max(largest, sum(int(line.split()[1]) for line in file if line.startswith("Private_")) / 1024)
    return largest


def heap_of(page):
    """With arrays of numbers, and what the page has in the browser's own memory; in MiB."""
    page.call("HeapProfiler.collectGarbage")
    used = page.call("Runtime.getHeapUsage")
    return sum(used[name] for name in ("usedSize", "embedderHeapUsedSize", "backingStorageSize")) / 2**20


def metrics(page):
    return {one["name"]: one["value"] for one in page.call("Performance.getMetrics")["metrics"]}


def verdict(value, goal):
    return f"{'ok' if value < goal else '**missed**'} (goal: {goal})"


def zoom(page, number):
    length = 600 + 97 * (number % 60)
    start = archives.START + 4000 + 53 * (number % 100)
    return page.evaluate(f"{ZOOM}({{from: {start}, to: {start + length}}})")


def play(page, browser):
    page.run("zoom.whole")
    page.run("time.go", t=archives.START + 4000)
    page.run("speed.set", speed=600)
    page.ready()
    processes = family(browser.process.pid)
    before, spent = metrics(page)["TaskDuration"], cpu(processes)
    frames = page.evaluate(f"{PLAY}({PLAYED})")
    main = (metrics(page)["TaskDuration"] - before) / PLAYED
    return frames, main, (cpu(processes) - spent) / PLAYED


def stay_open(page, browser, minutes):
    """Plays from the start again and again, with a zoom in between."""
    end = time.monotonic() + 60 * minutes
    rounds = 0
    while time.monotonic() < end:
        page.run("zoom.whole")
        page.run("time.go", t=archives.START + 4000)
        page.evaluate(f"{PLAY}({PLAYED})")
        zoom(page, rounds)
        rounds += 1
        if rounds % ROUNDS_TOLD == 0:
            print(f"  {rounds} rounds: {heap_of(page):.1f} MiB", flush=True)
    heap = heap_of(page)
    print(f"after {minutes:g} minutes of playing, and {rounds} zooms: a heap of {heap:.0f} MiB: {verdict(heap, 200)}; the largest "
          f"process of the browser has {process_memory(browser):.0f} MiB")


def main():
    minutes = float(sys.argv[2]) if len(sys.argv) > 2 else 1
    with viewed_incident() as (_, server, browser):
        page = browser.page(1280, 900)
        page.call("Performance.enable")
        page.open(server.url)
        charts = sum(panel["isVisible"] for panel in page.state()["panels"])
        times = [zoom(page, number) for number in range(ZOOMS)]
        slow = sorted(times)[int(len(times) * 0.95)]
        print(f"{ZOOMS} zooms of {charts} charts, to exact pixels: median {statistics.median(times):.0f} ms, 95 % within "
              f"{slow:.0f} ms: {verdict(slow, 100)}")
        frames, share, total = play(page, browser)
        print(f"playing {charts} charts: {frames:.0f} frames a second, {share:.0%} of a processor for the page "
              f"{verdict(share, 0.5)}, {total:.0%} for all of the browser")
        for number in range(4 * ZOOMS):
            zoom(page, number)
        heap = heap_of(page)
        print(f"after {5 * ZOOMS} zooms: a heap of {heap:.0f} MiB: {verdict(heap, 200)}; the largest process of the browser "
              f"has {process_memory(browser):.0f} MiB")
        stay_open(page, browser, minutes)


if __name__ == "__main__":
    main()
