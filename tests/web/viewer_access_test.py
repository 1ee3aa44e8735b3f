#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Whether everybody can use the viewer: by keys, with a screen reader, on a telephone, in the dark, without motion.

usage: viewer_access_test.py FDR FOLDER

FOLDER keeps axe-core between runs."""
import math
import sys

import archives
import axe_core
from viewing import check, checks, viewed_incident

CONTROLS = (
    'button',
    'link',
    'textbox',
    'searchbox',
    'combobox',
    'slider',
    'tab',
    'menuitem',
    'option',
    'listbox',
    'menu',
    'checkbox',
)
# Text nodes that are seen, with the colours of their ink and of what is behind them.
CONTRASTS = '''(() => {
  const parse = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
  const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const light = (colour) => {
    const [r, g, b] = colour.map((part) => linear(part / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const parts = parse(getComputedStyle(at).backgroundColor);
      if (parts.length === 3 || parts[3] === 1) return parts.slice(0, 3);
    }
    return [255, 255, 255];
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    const isSeen = node.data.trim() && parent.checkVisibility();
    if (!isSeen || parent.closest('noscript, option, .chip[aria-pressed=false]')) continue;
    const ink = light(parse(getComputedStyle(parent).color).slice(0, 3));
    const paper = light(behind(parent));
    const ratio = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
    if (ratio < 4.5) found.push(`${node.data.trim().slice(0, 30)}: ${ratio.toFixed(2)}`);
  }
  return found;
})()'''


def tree(page):
    """What a screen reader is given: roles and names."""
    page.call('Accessibility.enable')
    nodes = page.call('Accessibility.getFullAXTree')['nodes']
    return [
        (node['role']['value'], node.get('name', {}).get('value', ''))
        for node in nodes
        if not node['ignored'] and 'role' in node
    ]


def named_controls(page, what):
    nodes = tree(page)
    nameless = [role for role, name in nodes if role in CONTROLS and not name.strip()]
    check(f'{what}: every control has a name', not nameless, nameless[:5])
    return nodes


def screen_reader(page):
    nodes = named_controls(page, 'charts')
    images = [name for role, name in nodes if role in ('image', 'img') and 'hart of ' in name]
    check(
        'a chart says in words what it shows',
        any('CPU' in name and 'from' in name and '%' in name for name in images),
        images[:2],
    )
    check(
        'there is one main part, and a heading for each panel',
        sum(role == 'main' for role, _ in nodes) == 1 and sum(role == 'heading' for role, _ in nodes) >= 5,
    )
    for view in ('values', 'moment', 'rank', 'notes'):
        page.run('drawer.open', tab=view)
        page.ready()
        named_controls(page, view)
    page.run('drawer.open', tab='')
    for command in ('find.metric', 'view.keys', 'time.ask', 'share.cut'):
        page.run(command)
        page.wait('document.querySelector("dialog[open]")')
        named_controls(page, command)
        page.key('Escape')
        page.wait('document.querySelector("dialog") === null')
    page.click('.panel-buttons button[aria-haspopup]')
    named_controls(page, 'a menu')
    check('a menu takes the focus', page.evaluate('document.activeElement.getAttribute("role")') == 'menuitem')
    page.key('ArrowDown')
    page.key('Escape')
    check('and gives it back', page.evaluate('document.activeElement.getAttribute("aria-haspopup")') == 'menu')


def keys_alone(page):
    """Tab comes to every control, and its focus is seen."""
    page.evaluate('document.activeElement.blur(); document.querySelector("#stage").scrollTo(0, 0)')
    total = page.evaluate(
        '[...document.querySelectorAll("button, input, select, textarea, a[href], [tabindex=\\"0\\"]")]'
        '.filter((one) => one.checkVisibility() && one.tabIndex >= 0).length'
    )
    reached = set()
    for _ in range(total + 5):
        page.key('Tab')
        at = page.evaluate(
            '(() => { const at = document.activeElement; at.dataset.reached = "1"; '
            'return [at.tagName, at.getAttribute("aria-label") ?? at.textContent.slice(0, 30), '
            'getComputedStyle(at).outlineStyle]; })()'
        )
        reached.add(tuple(at))
    count = page.evaluate('document.querySelectorAll("[data-reached]:not(body)").length')
    check('Tab comes to all controls', count >= total, f'{count} of {total}')
    unseen = [at for at in reached if at[0] != 'BODY' and at[2] == 'none']
    check('the focus is seen', not unseen, unseen[:3])
    before = page.state()
    page.evaluate('document.querySelector(".overview-window").focus()')
    page.key('ArrowUp')
    page.key('ArrowRight')
    page.ready()
    window = page.state()['window']
    check(
        'the window of the overview has keys',
        window['to'] - window['from'] < before['window']['to'] - before['window']['from'],
    )
    page.evaluate('document.activeElement.blur()')
    page.key('j')
    check('j comes to a panel', page.evaluate('document.activeElement.closest("[data-panel]") !== null'))
    page.key('T')
    page.ready()
    check('T makes a table of it', page.evaluate('document.querySelectorAll(".panel-table").length') == 1)
    page.key('T')
    page.key('F')


def telephone(browser, server, dark):
    page = browser.page(360, 740, dark=dark, touch=True)
    page.open(server.url)
    width = page.evaluate('document.documentElement.scrollWidth')
    check('nothing is wider than a telephone', width <= 360, width)
    outside = page.evaluate(
        '[...document.querySelectorAll("#top button, #transport button, #transport input")]'
        '.filter((one) => one.checkVisibility())'
        '.map((one) => [one.getAttribute("aria-label") ?? one.textContent, one.getBoundingClientRect()])'
        '.filter(([, at]) => at.left < 0 || at.right > 361 || at.bottom > 741).map(([name]) => name)'
    )
    check('all controls are on the screen', not outside, outside)
    small = page.evaluate(
        '[...document.querySelectorAll("button, input")].filter((one) => one.checkVisibility())'
        '.filter((one) => { const at = one.getBoundingClientRect(); return at.width < 24 || at.height < 18; })'
        '.map((one) => one.className + one.textContent)'
    )
    check('and large enough for a finger', not small, small[:4])
    left, top, width, height = page.box('[data-panel] canvas.plot')
    y = top + height / 2
    page.run('zoom.to', **{'from': archives.START, 'to': archives.START + 7200})
    before = page.state()['window']
    page.touch('touchStart', (left + 250, y))
    for step in range(1, 6):
        page.touch('touchMove', (left + 250 - 20 * step, y))
    page.touch('touchEnd')
    after = page.state()['window']
    check(
        'one finger moves',
        after['from'] > before['from'] + 60 and math.isclose(after['to'] - after['from'], 7200, rel_tol=1e-6),
        after,
    )
    page.touch('touchStart', (left + 150, y), (left + 170, y))
    for step in range(1, 6):
        page.touch('touchMove', (left + 150 - 10 * step, y), (left + 170 + 10 * step, y))
    page.touch('touchEnd')
    zoomed = page.state()['window']
    check('two fingers zoom', zoomed['to'] - zoomed['from'] < 3600, zoomed)
    page.touch('touchStart', (left + 200, y))
    page.touch('touchEnd')
    check('a touch moves the playhead', zoomed['from'] <= page.state()['playhead'] <= zoomed['to'])
    page.run('moment.open')
    page.ready()
    check('the drawer fits', page.evaluate('document.documentElement.scrollWidth') <= 360)
    check('the console is empty', not page.errors(), page.errors())
    page.close()


def contrast(browser, server, dark):
    page = browser.page(1280, 900, dark=dark)
    page.open(server.url)
    for view in ('values', 'moment', 'rank', 'notes', ''):
        page.run('drawer.open', tab=view)
        page.ready()
        found = page.evaluate(CONTRASTS)
        check(f'{"dark" if dark else "light"}, {view or "charts"}: all text can be read', not found, found[:5])
    page.run('view.keys')
    found = page.evaluate(CONTRASTS)
    check('the list of keys can be read', not found, found[:5])
    check(
        'the theme is that of the system',
        (page.evaluate('getComputedStyle(document.body).backgroundColor') == 'rgb(12, 17, 22)') == dark,
    )
    page.close()


def without_motion(browser, server):
    page = browser.page(1280, 800, reduced_motion=True)
    page.open(server.url)
    page.run('find.metric')
    moving = page.evaluate(
        'document.getAnimations().length + [...document.querySelectorAll("*")]'
        '.filter((one) => getComputedStyle(one).transitionDuration !== "0s").length'
    )
    check('nothing moves by itself', moving == 0, moving)
    page.close()


def axe(browser, server, script, dark):
    """What axe-core calls serious, or worse."""
    page = browser.page(1280, 900, dark=dark)
    page.open(server.url)
    page.evaluate(script + '; 1')
    for view in ('', 'values', 'moment', 'rank', 'notes'):
        page.run('drawer.open', tab=view)
        page.ready()
        result = page.evaluate(
            'axe.run().then(({violations, passes}) => ({passed: passes.length, '
            'found: violations.filter(({impact}) => /serious|critical/.test(impact))'
            '.map(({id, nodes}) => `${id}: ${nodes[0].html.slice(0, 120)}`)}))'
        )
        what = f'{"dark" if dark else "light"}, {view or "charts"}'
        check(f'{what}: axe-core finds nothing serious', not result['found'], result['found'])
        check(f'{what}: and has looked', result['passed'] >= 20, result['passed'])
    page.close()


def main():
    script = axe_core.script(sys.argv[2])
    with viewed_incident() as (_, server, browser):
        page = browser.page(1280, 900)
        page.open(server.url)
        screen_reader(page)
        keys_alone(page)
        check('the console is empty', not page.errors(), page.errors())
        page.close()
        for dark in (False, True):
            telephone(browser, server, dark)
            contrast(browser, server, dark)
            axe(browser, server, script, dark)
        without_motion(browser, server)
    checks.end()


if __name__ == '__main__':
    main()
