#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""What pages of other sites can do to a server that the browser reaches: they store and read nothing.

usage: other_sites_test.py FDR"""
import http.server
import json
import tempfile
import threading
import urllib.parse
import urllib.request

import archives
from browser import Browser
from viewing import check, checks, serve

# A name that is not this machine's: browsers say less to servers of such names, unless these encrypt.
LAN = 'lan.test'
TAPE = 'hostspec=' + urllib.parse.quote('archive:web1?tape=x')
STORE = f'pmapi/store?{TAPE}&name=fdr.tape.rate&value='
NOTE = f's=web1&t={archives.START}&text='
# Each sends a request, and waits for its end.  What is stored tells which one did that.
WAYS = """[
  new Promise((done) => {
    const image = new Image();
    image.onload = image.onerror = done;
    image.src = `${target}/${store}2`;
  }),
  new Promise((done) => {
    const image = new Image();
    image.referrerPolicy = 'no-referrer';
    image.onload = image.onerror = done;
    image.src = `${target}/${store}3`;
  }),
  new Promise((done) => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    frame.onload = done;
    frame.src = `${target}/${store}4`;
  }),
  fetch(`${target}/fdr/v1/notes`, {method: 'POST', mode: 'no-cors', body: `${note}request`, headers}).catch(() => {}),
  fetch(`${target}/fdr/v1/notes`, {
    method: 'POST', mode: 'no-cors', body: `${note}hidden`, headers, referrerPolicy: 'no-referrer',
  }).catch(() => {}),
  new Promise((done) => {
    document.body.insertAdjacentHTML('beforeend', `<iframe name=f></iframe>
      <form method=post target=f action=${target}/fdr/v1/notes>
      <input name=s value=web1><input name=t value=${t}><input name=text value=form></form>`);
    document.querySelector('[name=f]').onload = done;
    document.querySelector('form').submit();
  }),
]"""


class Empty(http.server.BaseHTTPRequestHandler):
    """The page of a stranger."""

    def do_GET(self):
        self.send_response(200)
        self.send_header('Content-Type', 'text/html')
        self.end_headers()
        self.wfile.write(b'<!doctype html><title>other</title><body>')

    def log_message(self, *_):
        pass


def ask(server, path, form=None):
    with urllib.request.urlopen(f'{server.url}/{path}', data=form and form.encode(), timeout=300) as answer:
        return json.load(answer)


def texts_of_notes(server):
    return [note['text'] for note in ask(server, 'fdr/v1/notes?s=web1')['notes']]


def rate(server):
    return ask(server, f'pmapi/fetch?{TAPE}&names=fdr.tape.rate')['values'][0]['instances'][0]['value']


def visit(page, url):
    page.call('Page.navigate', url=url)
    page.wait(f'location.href.startsWith({json.dumps(url)}) && document.readyState === "complete"')


def run(page, code, target=''):
    """Waits for the promise that the code makes."""
    page.evaluate(
        f'(() => {{ const target = {json.dumps(target)}, store = {json.dumps(STORE)}, note = {json.dumps(NOTE)},'
        f' t = {archives.START}, headers = {{"Content-Type": "application/x-www-form-urlencoded"}};'
        f' return {code}; }})().then(() => null)'
    )


def reads(page, target):
    return page.evaluate(f'fetch("{target}/fdr/v1/sources").then((answer) => answer.json()).catch(() => null)')


def others_do_nothing(page, strangers, targets, server):
    for stranger in strangers:
        for target in targets:
            visit(page, stranger)
            run(page, f'Promise.all({WAYS})', target)
            check(f'a page of {stranger} stores nothing at {target}', rate(server) == 1, rate(server))
            notes = texts_of_notes(server)
            check(f'a page of {stranger} reads nothing of {target}', not reads(page, target))
            check(f'a page of {stranger} notes nothing at {target}', notes == [], notes)


def own_page_stores(page, targets, server):
    """Or the test would pass with a server at which nobody may store."""
    for value, target in enumerate(targets, 5):
        visit(page, target + '/')
        before = len(texts_of_notes(server))
        run(page, 'fetch("/fdr/v1/notes", {method: "POST", body: `${note}own`, headers})')
        check(f'the page of {target} writes notes', len(texts_of_notes(server)) == before + 1)
        run(page, f'fetch(`/${{store}}{value}`)')
        check(f'the page of {target} steers', rate(server) == value, rate(server))
        answer = page.evaluate('fetch("/fdr/v1/notes?s=web1").then((answer) => answer.json())')
        check(f'the page of {target} knows that it may', answer['writable'], answer)


def main():
    with tempfile.TemporaryDirectory(prefix='fdr-web-') as directory:
        archives.incident(f'{directory}/web1', hours=1)
        others = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Empty)
        threading.Thread(target=others.serve_forever, daemon=True).start()
        strangers = [f'http://{name}:{others.server_port}/' for name in ('localhost', 'evil.test')]
        with serve('--allow-store', '--server-name', LAN, directory) as server, Browser(
            '--host-resolver-rules=MAP *.test 127.0.0.1'
        ) as browser:
            targets = [f'http://{name}:{server.port}' for name in ('localhost', LAN)]
            page = browser.page()
            others_do_nothing(page, strangers, targets, server)
            own_page_stores(page, targets, server)
            with serve('--cors', strangers[0].rstrip('/'), directory) as friend:
                visit(page, strangers[0])
                check('a page that is allowed reads', reads(page, friend.url))
                visit(page, strangers[1])
                check('a page that is not allowed does not', not reads(page, friend.url))
        others.shutdown()
    checks.end()


if __name__ == '__main__':
    main()
