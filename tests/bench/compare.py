#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Times fdr beside PCP on the same archives, in pairs, and prints the medians as a table.

usage: compare.py BUILD_DIRECTORY [ROUNDS]

With FDR_BENCH_HOST in the environment, which names a host with a collector, fetching from it is timed, too.  With
FDR_BENCH_RECORDING, that archive is taken for the recording of everything, which otherwise takes two minutes to make.
"""
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

from collector import record_everything
from runs import BENCH, ENVIRONMENT, FDR, REAL, Run, fetch_rate, generate, settle, warm

ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 5


def compare(title, ours, peer, goal, better=lambda run: 1 / run.cpu, unit=lambda run: f"{run.cpu:.3f} s CPU",
            alike=True, archive=None):
    """Runs both alternately; the ratio is the median of the rounds' ratios."""
    pairs = []
    for _ in range(ROUNDS):
        if archive:
            warm(archive)
        pairs.append((Run(ours), Run(peer)))
    ratio = statistics.median(better(a) / better(b) for a, b in pairs)
    middle = [sorted(side, key=better)[len(side) // 2] for side in zip(*pairs)]
    verdict = "ok" if ratio >= goal else "**missed**"
    if not alike:
        verdict += ", **answers differ**"
    print(f"| {title} | {unit(middle[0])} | {unit(middle[1])} | {ratio:.1f}x | {goal:g}x {verdict} |", flush=True)


def machine_limit(archive):
    """Prints the speed of the scan beside the limits of the machine."""
    warm(archive)
    texts = [Run([os.path.join(BENCH, "scan_bench"), archive, "limits"]).text for _ in range(ROUNDS)]
    speeds = [[float(x) for x in re.findall(r"([0-9.]+) MB/s", text)] for text in texts]
    scan, read, copy = (statistics.median(speed) / 1000 for speed in zip(*speeds))
    print(f"\nThe scan goes through {scan:.1f} GB/s; reading the same file with pread alone does {read:.1f} GB/s, "
          f"copying it in memory {copy:.1f} GB/s.\n", flush=True)


def fetch(program, title, archive, work, goal, peer_fetches=None):
    """The first fetch is not counted, since it creates data on demand.  Both programs print it apart."""
    theirs = work[:3] + [peer_fetches] if peer_fetches else work
    ours, peer = os.path.join(BENCH, program), os.path.join(BENCH, "fetch_bench")
    compare(title, [ours, archive] + work, [peer, archive] + theirs, goal,
            better=Run.rate, unit=lambda run: f"{run.rate():.3g} M values/s",
            alike=program == "replay_bench" or have_same_answers(archive, theirs), archive=archive)


def have_same_answers(archive, work):
    """Whether both libraries give the same values in the fetches that time the peer."""
    work = (work + ["0"])[:4] + ["sum"]
    return len({Run([os.path.join(BENCH, program), archive] + work).checksum()
                for program in ("fetch_bench_fdr", "fetch_bench")}) == 1


def fetch_all(program, dense, sparse, goals):
    print("| work | fdr | PCP | ratio | goal |\n|---|---|---|---|---|")
    fetch(program, "whole records", dense, ["archive", "0", "0"], goals["archive"])
    fetch(program, "records forward, all metrics", dense, ["forw", "0", "0"], goals["forw"])
    fetch(program, "records backward, all metrics", dense, ["back", "0", "0"], goals["forw"])
    fetch(program, "interpolated every minute, all metrics", dense, ["interp", "0", "60000", "2000"], goals["interp"])
    fetch(program, "the same in reverse", dense, ["rinterp", "0", "60000", "2000"], goals["interp"])
    fetch(program, "interpolated at random times, sparse archive", sparse, ["seek", "0", "60000", "2000"], goals["seek"],
          peer_fetches="30")


def fetch_in_c(dense, sparse):
    """Rows that only the program in C has."""
    program = "fetch_bench_fdr"
    fetch(program, "whole records, every value extracted", dense, ["extract", "0", "0"], 1.5)
    fetch(program, "interpolated every minute, sparse archive", sparse, ["interp", "0", "60000", "2000"], 10)
    fetch(program, "the same in reverse, sparse archive", sparse, ["rinterp", "0", "60000", "2000"], 10)
    fetch(program, "interpolated every 10 minutes", dense, ["interp", "0", "600000", "2000"], 30, peer_fetches="300")
    fetch(program, "interpolated every hour", dense, ["interp", "0", "3600000", "2000"], 100, peer_fetches="100")
    fetch(program, "one metric of 250, every minute, 20,000 times", dense, ["interp", "1", "60000", "20000"], 10,
          peer_fetches="2000")
    fetch(program, "all, at random times", dense, ["seek", "0", "0", "4000"], 5)
    recorded(REAL, "a real recording", "60000", "5", fetches="300")
    for title, archive in ("dense", dense), ("sparse", sparse):
        reverse_beside_forward(title, archive)


def reverse_beside_forward(title, archive):
    """Both directions have the same times."""
    warm(archive)
    pairs = [[Run([os.path.join(BENCH, "fetch_bench_fdr"), archive, mode, "0", "60000", "4000"]).rate()
              for mode in ("rinterp", "interp")] for _ in range(ROUNDS)]
    reverse, forward = (statistics.median(side) for side in zip(*pairs))
    ratio = statistics.median(a / b for a, b in pairs)
    print(f"| every minute in reverse, beside forward, {title} | {reverse:.3g} M values/s | (forward) {forward:.3g} M values/s "
          f"| {ratio:.2f}x | 0.9x {'ok' if ratio >= 0.9 else '**missed**'} |", flush=True)


def recorded(archive, title, step, peer_fetches, fetches="2000", of_few="2000"):
    """Rows for archives whose metrics and instances come and go."""
    for metrics, which, times in ("0", "all metrics", fetches), ("50", "50 random metrics", of_few):
        for mode, how in ("seek", "at random times"), ("interp", "at intervals"):
            fetch("fetch_bench_fdr", f"{title}, {which} {how}", archive, [mode, metrics, step, times], 20,
                  peer_fetches=peer_fetches)


def recordings(directory):
    for distance, records in (20, 8640), (200, 43200):
        base = generate(directory, f"marks{distance}", records, str(distance))
        recorded(base, f"{records // distance} marks, one each {distance} records", "60000", "2000", "40000", "40000")
    everything = os.environ.get("FDR_BENCH_RECORDING")
    if not everything:
        everything = os.path.join(directory, "everything")
        record_everything(everything, 120)
    settle(everything)
    recorded(everything, "everything, once a second", "1700", "5", fetches="300")


def compressed(directory, sparse):
    """Random times, with a cache that is smaller than the archive.  Returns the archives, in xz and in zstd."""
    print("\nRandom times in the sparse archive, compressed:\n")
    print("| work | fdr | goal |\n|---|---|---|")
    bases = []
    for title, suffix, command, goal in (
            ("xz in blocks of 100 kB", "xz", ["xz", "-T2", "--block-size=100000", "-1"], 100),
            ("zstd in frames of 4 MiB", "zst", None, 150)):
        base = os.path.join(directory, suffix)
        for part in ".meta", ".index", ".0":
            shutil.copy(sparse + part, base + part)
        subprocess.run(command + [base + ".0"] if command else [FDR, "compress", "--quiet", "--zstd", base],
                       env=ENVIRONMENT, check=True, stderr=subprocess.DEVNULL)
        settle(base)
        rates = [Run([os.path.join(BENCH, "fetch_bench_fdr"), base, "seek", "0", "0", "1000"]).fetches()
                 for _ in range(ROUNDS)]
        rate = statistics.median(rates)
        print(f"| {title} | {rate:.0f} fetches/s | {goal} {'ok' if rate >= goal else '**missed**'} |", flush=True)
        bases.append(base)
    return bases


def growth(small, large):
    """Prints the cost of ten times the records."""
    print("\nTen times the records:\n\n| work | time | goal |\n|---|---|---|")
    seek, scan = ([os.path.join(BENCH, "fetch_bench_fdr")], ["seek", "0", "0", "2000"]), \
        ([os.path.join(BENCH, "scan_bench")], [])
    for title, (program, work), cost, goal in (
            ("a fetch at a random time", seek, lambda run: 1 / run.fetches(), 1.3),
            ("a scan", scan, lambda run: run.cpu, 10.5)):
        warm(small)
        warm(large)
        pairs = [[cost(Run(program + [base] + work)) for base in (small, large)] for _ in range(ROUNDS)]
        ratio = statistics.median(b / a for a, b in pairs)
        print(f"| {title} | {ratio:.2f}x | {goal}x {'ok' if ratio <= goal else '**missed**'} |", flush=True)


def processes(archive, count, fetches):
    """How often the work of one process `count` processes do in the same time.  They share nothing, so this is the limit of
    the machine."""
    command = [os.path.join(BENCH, "fetch_bench_fdr"), archive, "seek", "0", "0", fetches]

    def rate(several):
        running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT) for _ in range(several)]
        return sum(fetch_rate(process.communicate()[0]) for process in running)
    return rate(count) / rate(1)


def threads(sparse, compressed_base):
    """Times threads by the clock.  CPU time, and the row of processes, show whether other work disturbed them."""
    print("\nTwo threads that share an archive, at random times:\n")
    print("| archive | work of one thread, by the clock | by CPU time | waits per fetch | done by the slower one "
          "| two processes | goal |\n|---|---|---|---|---|---|---|")
    # A round takes some tenths of a second, so that a moment of other work spoils only one.
    for title, base, fetches in ("plain", sparse, "6000"), ("zstd in frames of 4 MiB", compressed_base, "600"):
        runs = []
        for _ in range(ROUNDS):
            warm(base)
            text = Run([os.path.join(BENCH, "thread_bench"), base, "2", fetches]).text
            runs.append([float(x) for x in re.findall(r"[0-9]+\.[0-9]+", text)] + [processes(base, 2, fetches)])
        clock, cpu, waits, slowest, apart = (statistics.median(column) for column in zip(*runs))
        verdict = "ok" if clock >= 1.8 else "**missed**"
        print(f"| {title} | {clock:.2f}x | {cpu:.2f}x | {waits:.3f} | {slowest:.2f} of a half | {apart:.2f}x "
              f"| 1.8x {verdict} |", flush=True)


def first_fetch(title, base, goal):
    warm(base)
    run = [os.path.join(BENCH, "fetch_bench_fdr"), base, "interp", "0", "60000", "2"]
    seconds = statistics.median(Run(run).until_first() for _ in range(ROUNDS))
    verdict = "" if goal is None else f"{goal} s {'ok' if seconds <= goal else '**missed**'}"
    print(f"| {title} | {seconds:.3f} s | {verdict} |", flush=True)


def fetching_memory(title, base, works, content):
    """Prints the largest memory of several ways to fetch.  The limit is 2 % of the data, the cache, and 32 MB."""
    most = max((Run([os.path.join(BENCH, "fetch_bench_fdr"), base] + work) for work in works),
               key=lambda run: run.megabytes)
    limit = content / 1e6 * 0.02 + 64 + 32
    verdict = "ok" if most.megabytes < limit else "**missed**"
    print(f"| {title} | {most.megabytes:.0f} MB | {limit:.0f} MB {verdict} |", flush=True)


def at_random(directory, dense, sparse):
    """Rows that depend on the size of the archive and on its storage."""
    xz, zstd = compressed(directory, sparse)
    long = generate(directory, "long", 10 * 8640, "sparse")
    print("\nFrom opening to the first interpolated fetch of everything:\n\n| archive | fdr | goal |\n|---|---|---|")
    for title, base, goal in (("sparse, 0.17 GB", sparse, 0.08), ("sparse, 1.7 GB", long, 0.6),
                              ("0.17 GB, xz in blocks of 100 kB", xz, None), ("0.17 GB, zstd in frames of 4 MiB", zstd, None)):
        first_fetch(title, base, goal)
    growth(sparse, long)
    threads(sparse, zstd)
    print("\nMemory:\n\n| fetching from | most resident | limit |\n|---|---|---|")
    plain = [[mode, "0", "60000", fetches] for mode, fetches in
             (("archive", "0"), ("forw", "0"), ("back", "0"), ("interp", "1000"), ("rinterp", "1000"), ("seek", "2000"))]
    size = os.path.getsize(sparse + ".0")
    fetching_memory("dense", dense, plain, os.path.getsize(dense + ".0"))
    fetching_memory("sparse", sparse, plain, size)
    fetching_memory("sparse, 50 metrics many times", sparse, [["seek", "50", "0", "40000"]], size)
    fetching_memory("sparse, ten times as long", long, plain[3:], os.path.getsize(long + ".0"))
    fetching_memory("xz in blocks of 100 kB", xz, plain[-1:], size)
    fetching_memory("zstd in frames of 4 MiB", zstd, plain[-1:], size)


def host(name):
    print("\nThe same program in C, fetching from a host; the CPU time of the program:\n")
    print("| work | fdr | PCP | ratio | goal |\n|---|---|---|---|---|")
    work = [name, "1000", "2000"]
    compare("1000 metrics, 2000 times", [os.path.join(BENCH, "host_bench_fdr")] + work,
            [os.path.join(BENCH, "host_bench")] + work, 1, better=lambda run: 1 / run.fetch_cpu(),
            unit=lambda run: f"{run.fetch_cpu():.3f} s CPU")


def memory(title, command, limit):
    run = Run(command)
    verdict = "ok" if run.megabytes < limit else "**missed**"
    print(f"| {title} | {run.megabytes:.0f} MB | under {limit} MB {verdict} |", flush=True)


def main():
    # Archives lie on a disk, and /tmp may be memory.
    with tempfile.TemporaryDirectory(prefix="fdr-bench-", dir="/var/tmp") as directory:
        dense = generate(directory, "dense", 8640, "dense")
        print(f"{os.path.getsize(dense + '.0') / 1e6:.0f} MB, 250 metrics x 8 instances x 8640 records, version 3; "
              f"medians of {ROUNDS} pairs\n")
        print("| work | fdr | PCP | ratio | goal |\n|---|---|---|---|---|")
        compare("full scan, every value", [os.path.join(BENCH, "scan_bench"), dense],
                [os.path.join(BENCH, "fetch_bench"), dense, "extract", "0", "0"], 5,
                better=Run.rate, unit=lambda run: f"{run.rate():.3g} M values/s", archive=dense)
        compare("dump of all values", [FDR, "dump", "-m", dense], ["pmdumplog", "-m", dense], 6)
        compare("check", [FDR, "check", "--quiet", dense], ["pmlogcheck", "-w", dense], 5)
        compare("open and show the label", [FDR, "info", dense], ["pmdumplog", "-L", dense], 1,
                better=lambda run: 1 / run.seconds, unit=lambda run: f"{run.seconds * 1000:.1f} ms")
        machine_limit(dense)
        sparse = generate(directory, "sparse", 8640, "sparse")
        print()
        print("Fetching through the C++ interface, beside PCP's C interface:\n")
        fetch_all("replay_bench", dense, sparse, {"archive": 1, "forw": 2, "interp": 5, "seek": 100})
        print()
        print("The same program in C, linked with libfdr_pmapi and with libpcp:\n")
        goals = {"archive": 1.5, "forw": 2.5, "interp": 10, "seek": 1000}
        fetch_all("fetch_bench_fdr", dense, sparse, goals)
        fetch_in_c(dense, sparse)
        recordings(directory)
        print("\nThe same of archives of version 2:\n")
        fetch_all("fetch_bench_fdr", *(generate(directory, style + "2", 8640, style, 2) for style in ("dense", "sparse")),
                  goals)
        at_random(directory, dense, sparse)
        print()
        print("| memory | | limit |\n|---|---|---|")
        for name in os.scandir(directory):
            if name.is_file():
                os.remove(name.path)
        large = generate(directory, "large", 4 * 8640, "dense")
        size = os.path.getsize(large + ".0") / 1e9
        memory(f"memory of dump, {size:.1f} GB", [FDR, "dump", "-m", large], 64)
        memory(f"memory of check, {size:.1f} GB", [FDR, "check", "--quiet", large], 64)
        if "FDR_BENCH_HOST" in os.environ:
            host(os.environ["FDR_BENCH_HOST"])


main()
