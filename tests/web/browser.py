# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Chromium, driven through its own protocol over a pair of pipes: no driver, no package beside the browser.

The protocol: https://chromedevtools.github.io/devtools-protocol/.  A message is JSON with a zero byte behind it."""
import base64
import json
import os
import selectors
import shutil
import subprocess
import tempfile
import time

FLAGS = (
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-dev-shm-usage',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--hide-scrollbars',
    '--disable-extensions',
    '--force-color-profile=srgb',
    '--font-render-hinting=none',
    '--remote-debugging-pipe',
)
SECONDS = 60
KEYS = {
    'Enter': ('Enter', 13, '\r'),
    'Escape': ('Escape', 27, ''),
    'Tab': ('Tab', 9, ''),
    ' ': ('Space', 32, ' '),
    'ArrowLeft': ('ArrowLeft', 37, ''),
    'ArrowUp': ('ArrowUp', 38, ''),
    'ArrowRight': ('ArrowRight', 39, ''),
    'ArrowDown': ('ArrowDown', 40, ''),
    'Home': ('Home', 36, ''),
    'End': ('End', 35, ''),
    'Delete': ('Delete', 46, ''),
}
MODIFIERS = {'Alt': 1, 'Ctrl': 2, 'Meta': 4, 'Shift': 8}


class Browser:
    """A browser of its own: with a new profile, and without a window."""

    def __init__(self, *flags):
        self.profile = tempfile.mkdtemp(prefix='fdr-web-')
        to_browser, self.write_end = os.pipe()
        self.read_end, from_browser = os.pipe()
        place = {3: to_browser, 4: from_browser}

        def as_3_and_4():
            # The numbers may be taken by the other end: copies beyond them first.
            copies = {target: os.dup(source) for target, source in place.items()}
            for target, copy in copies.items():
                os.dup2(copy, target)

        self.process = subprocess.Popen(
            ['chromium', *FLAGS, *flags, f'--user-data-dir={self.profile}'],
            preexec_fn=as_3_and_4,
            pass_fds=(3, 4),
            env=dict(os.environ, TZ='UTC', LANG='C.UTF-8'),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.read_end, selectors.EVENT_READ)
        self.number, self.buffer, self.answers, self.events = 0, b'', {}, []

    def call(self, method, session=None, **parameters):
        self.number += 1
        number = self.number
        message = {'id': number, 'method': method, 'params': parameters}
        if session:
            message['sessionId'] = session
        os.write(self.write_end, json.dumps(message).encode() + b'\0')
        end = time.monotonic() + SECONDS
        while number not in self.answers:
            if not self.read(end - time.monotonic()):
                raise TimeoutError(f'{method} has no answer')
        answer = self.answers.pop(number)
        if 'error' in answer:
            raise RuntimeError(f'{method}: {answer["error"]["message"]}')
        return answer['result']

    def read(self, seconds):
        """Takes what has arrived; False if nothing does in time."""
        if seconds <= 0 or not self.selector.select(seconds):
            return False
        piece = os.read(self.read_end, 1 << 20)
        if not piece:
            raise EOFError('the browser has ended')
        *messages, self.buffer = (self.buffer + piece).split(b'\0')
        for text in messages:
            message = json.loads(text)
            if 'id' in message:
                self.answers[message['id']] = message
            else:
                self.events.append(message)
        return True

    def page(self, width=1280, height=800, **options):
        return Page(self, width, height, **options)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.call('Browser.close')
            self.process.wait(300)
        except (OSError, EOFError, TimeoutError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.write_end)
        os.close(self.read_end)
        shutil.rmtree(self.profile, ignore_errors=True)


class Page:
    """A tab, with storage of its own unless it shares that of another page."""

    def __init__(self, browser, width, height, dark=False, reduced_motion=False, touch=False, sibling=None):
        self.browser = browser
        self.context = sibling.context if sibling else browser.call('Target.createBrowserContext')['browserContextId']
        target = browser.call('Target.createTarget', url='about:blank', browserContextId=self.context)['targetId']
        self.target = target
        self.session = browser.call('Target.attachToTarget', targetId=target, flatten=True)['sessionId']
        for domain in ('Page', 'Runtime', 'Log', 'Network'):
            self.call(f'{domain}.enable')
        self.call('Emulation.setDeviceMetricsOverride', width=width, height=height, deviceScaleFactor=1, mobile=touch)
        self.call('Emulation.setTouchEmulationEnabled', enabled=touch)
        features = {
            'prefers-color-scheme': 'dark' if dark else 'light',
            'prefers-reduced-motion': 'reduce' if reduced_motion else 'no-preference',
        }
        self.call(
            'Emulation.setEmulatedMedia',
            features=[{'name': name, 'value': value} for name, value in features.items()],
        )

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def open(self, url):
        self.call('Page.navigate', url=url)
        self.wait('window.fdr !== undefined && document.readyState === "complete"')
        self.ready()

    def ready(self):
        """Until all that is visible has been loaded and drawn.  Only the tab in front is drawn."""
        self.call('Page.bringToFront')
        self.evaluate('window.fdr.ready()')

    def evaluate(self, expression):
        """The value of an expression, or of the promise that it is."""
        answer = self.call(
            'Runtime.evaluate', expression=expression, awaitPromise=True, returnByValue=True, userGesture=True
        )
        if 'exceptionDetails' in answer:
            details = answer['exceptionDetails']
            raise RuntimeError(details.get('exception', {}).get('description') or details['text'])
        return answer['result'].get('value')

    def run(self, command, **arguments):
        return self.evaluate(
            f'Promise.resolve(fdr.run({json.dumps(command)}, {json.dumps(arguments)})).then(() => null)'
        )

    def state(self):
        return self.evaluate('fdr.state()')

    def wait(self, expression, seconds=60):
        end = time.monotonic() + seconds
        while True:
            try:
                value = self.evaluate(f'Boolean({expression})')
            except RuntimeError as error:  # the page is being replaced
                value, problem = None, str(error)
            else:
                problem = ''
            if value:
                return value
            if time.monotonic() > end:
                raise TimeoutError(f'never: {expression} {problem} {self.errors()}')
            time.sleep(0.03)

    def key(self, name):
        """One key, with its modifiers: "a", "Shift+ArrowLeft", "?"."""
        *modifiers, key = [name] if len(name) == 1 else name.split('+')
        bits = sum(MODIFIERS[modifier] for modifier in modifiers)
        code, number, text = KEYS.get(
            key, (f'Key{key.upper()}', ord(key.upper()) if key.isalnum() and len(key) == 1 else 0, key)
        )
        common = {'key': key, 'code': code, 'windowsVirtualKeyCode': number, 'modifiers': bits}
        is_text = text and not bits & 7
        self.call(
            'Input.dispatchKeyEvent',
            type='keyDown' if is_text else 'rawKeyDown',
            **common,
            **({'text': text} if is_text else {}),
        )
        self.call('Input.dispatchKeyEvent', type='keyUp', **common)

    def type(self, text):
        self.call('Input.insertText', text=text)

    def mouse(self, kind, x, y, buttons=0, modifiers='', **more):
        bits = sum(MODIFIERS[modifier] for modifier in modifiers.split('+') if modifier)
        self.call(
            'Input.dispatchMouseEvent',
            type=kind,
            x=x,
            y=y,
            modifiers=bits,
            buttons=buttons,
            button='left' if buttons or kind == 'mouseReleased' else 'none',
            **more,
        )

    def drag(self, start, end, modifiers=''):
        self.mouse('mouseMoved', *start)
        self.mouse('mousePressed', *start, buttons=1, modifiers=modifiers, clickCount=1)
        for part in range(1, 6):
            self.mouse(
                'mouseMoved', *(a + (b - a) * part / 5 for a, b in zip(start, end)), buttons=1, modifiers=modifiers
            )
        self.mouse('mouseReleased', *end, modifiers=modifiers, clickCount=1)

    def click(self, selector):
        x, y = self.middle(selector)
        self.mouse('mouseMoved', x, y)
        self.mouse('mousePressed', x, y, buttons=1, clickCount=1)
        self.mouse('mouseReleased', x, y, clickCount=1)

    def wheel(self, x, y, by, modifiers=''):
        self.mouse('mouseWheel', x, y, modifiers=modifiers, deltaX=0, deltaY=by)

    def touch(self, kind, *points):
        self.call(
            'Input.dispatchTouchEvent',
            type=kind,
            touchPoints=[{'x': x, 'y': y, 'id': i} for i, (x, y) in enumerate(points)],
        )

    def box(self, selector):
        """Left, top, width and height of an element."""
        return self.evaluate(
            f'(() => {{ const at = document.querySelector({json.dumps(selector)})'
            '.getBoundingClientRect(); return [at.left, at.top, at.width, at.height]; })()'
        )

    def middle(self, selector):
        left, top, width, height = self.box(selector)
        return left + width / 2, top + height / 2

    def screenshot(self, path):
        data = base64.b64decode(self.call('Page.captureScreenshot', format='png')['data'])
        with open(path, 'wb') as file:
            file.write(data)

    def take_events(self, *methods):
        """What has happened on this page, of these kinds."""
        self.evaluate('null')
        return [
            event['params']
            for event in self.browser.events
            if event.get('sessionId') == self.session and event['method'] in methods
        ]

    def errors(self):
        """Everything that a console would show in red."""
        found = [
            event['exceptionDetails'].get('exception', {}).get('description', event['exceptionDetails']['text'])
            for event in self.take_events('Runtime.exceptionThrown')
        ]
        found += [
            str([argument.get('value') for argument in event['args']])
            for event in self.take_events('Runtime.consoleAPICalled')
            if event['type'] in ('error', 'assert')
        ]
        return found + [
            f'{event["entry"]["text"]} {event["entry"].get("url", "")}'
            for event in self.take_events('Log.entryAdded')
            if event['entry']['level'] == 'error'
        ]

    def urls(self):
        """All that the page has asked for."""
        return [event['request']['url'] for event in self.take_events('Network.requestWillBeSent')]

    def close(self):
        self.browser.call('Target.closeTarget', targetId=self.target)
