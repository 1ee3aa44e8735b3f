#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""What a frame of charts costs, drawn by the modules of the page and by uPlot in turns: CPU time of all processes of
the browser.

usage: plot_bench.py UPLOT_DIST

UPLOT_DIST is the folder dist of the package uplot: "npm pack uplot@1.6.32" fetches it.
"""
import functools
import http.server
import os
import statistics
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../web"))
from browser import Browser  # noqa: E402 pylint: disable=wrong-import-position
from processes import cpu, family  # noqa: E402 pylint: disable=wrong-import-position

ROUNDS, FRAMES = 7, 20
PAGE = b'<!doctype html><title>charts</title><body><script type="module" src="/plot_bench.js"></script>'
FOLDERS = {"page": os.path.join(HERE, "../../replay/serve/viewer/page"), "uplot": sys.argv[1]}


class Files(http.server.SimpleHTTPRequestHandler):
    def do_GET(self):
        if self.path != "/":
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(PAGE)

    def translate_path(self, path):
        first, _, rest = path.strip("/").partition("/")
        return os.path.join(FOLDERS[first], rest) if rest else os.path.join(HERE, first)

    def log_message(self, format, *args):  # pylint: disable=redefined-builtin
        pass


def frame_cost(browser, page, is_ours, has_bands):
    """Milliseconds of CPU time."""
    before = {pid: cpu([pid]) for pid in family(browser.process.pid)}
    page.evaluate(f"drawFrames({str(is_ours).lower()}, {str(has_bands).lower()}, {FRAMES})")
    spent = sum(cpu([pid]) - start for pid, start in before.items())
    return spent / FRAMES * 1000


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with Browser() as browser:
        page = browser.page(1280, 900)
        page.call("Page.navigate", url=f"http://127.0.0.1:{server.server_port}/")
        page.wait("window.drawFrames !== undefined")
        for has_bands, what in ((False, "lines"), (True, "lines and bands")):
            pairs = [[frame_cost(browser, page, is_ours, has_bands) for is_ours in (True, False)] for _ in range(ROUNDS)]
            ours, theirs = (statistics.median(one) for one in zip(*pairs))
            ratio = statistics.median(a / b for a, b in pairs)
            print(f"8 charts of 3 {what}, 900 of 1,200 points: ours {ours:.2f} ms, uPlot {theirs:.2f} ms, ratio {ratio:.2f}")


if __name__ == "__main__":
    main()
