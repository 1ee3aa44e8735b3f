#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Runs the tests in modules/, of those modules of the viewer's page that need no page, in Chromium.

usage: modules_test.py"""
import functools
import http.server
import json
import pathlib
import re
import sys
import threading

from browser import Browser

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PLACES = {
    '/page/': ROOT / 'replay/serve/viewer/page',
    '/modules/': HERE / 'modules',
    '/why/': ROOT / 'replay/why',
}
EARLIER = HERE.parent.parent / 'testdata/earlier'


class Files(http.server.SimpleHTTPRequestHandler):
    def translate_path(self, path):
        for prefix, folder in PLACES.items():
            if path.startswith(prefix):
                return str(folder / path[len(prefix) :].split('?')[0])
        return '/nonexistent'

    def do_GET(self):
        if self.path != '/earlier':
            return super().do_GET()
        links = [link for path in EARLIER.glob('*/links.json') for link in json.loads(path.read_text(encoding='utf-8'))]
        body = json.dumps(links).encode()
        self.send_response(200)
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format, *args):
        pass


def unnamed_modules():
    """Modules that index.html does not name: a browser would find out late that it needs them."""
    page = PLACES['/page/']
    named = set(re.findall(r'(?:href|src)="([\w/]+\.js)"', (page / 'index.html').read_text(encoding='utf-8')))
    return sorted({str(path.relative_to(page)) for path in page.rglob('*.js')} ^ named)


def main():
    if unnamed_modules():
        sys.exit(f'index.html and the modules differ: {unnamed_modules()}')
    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), functools.partial(Files))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with Browser() as browser:
        page = browser.page()
        page.call('Page.navigate', url=f'http://127.0.0.1:{server.server_port}/modules/all.html')
        try:
            page.wait('window.results !== undefined')
        except TimeoutError:
            sys.exit('\n'.join(page.errors()))
        results = page.evaluate('window.results')
    print(f'{results["count"]} tests, {len(results["failures"])} failures')
    sys.exit('\n'.join(results['failures']) if results['failures'] or results['count'] < 40 else 0)


if __name__ == '__main__':
    main()
