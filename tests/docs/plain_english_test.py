#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Checks that texts for users are plain English.  No sentence may be longer than 35 words, or match one of PATTERNS.

Reads README.md, CONTRIBUTING.md, CHANGELOG.md, SECURITY.md, docs/, the man pages, the help texts in
tools/command_line/, and the comments of headers.  Skips headings and code blocks.  A name in `backquotes` is one word.  Each cell of a table is a text of its own.

usage: plain_english_test.py [--self-test]"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LIMIT = 35

# A pattern matches within one sentence.  Every sentence that it matches, or nearly every one, must be wrong.
CLAUSE = r'(?:^|[:;] )'  # where a sentence or a clause begins
PATTERNS = [re.compile(pattern) for pattern in (
    r'^Of\b',  # "Of this host": name the subject
    # "What is late": name the thing
    CLAUSE + r'[Ww]hat(?: \w+)? (?:is|was|are|were|has|had|have|will|cannot)\b(?!.*\?$)',
    CLAUSE + r'(?:[Ww]ho|[Ww]hoever)\b(?!.*\?$)',
    r'^(?:That|Those) of\b',
    r'\b(?:for|of|from|by|with) who\b',
    r'\b(?:some|no)body\b|\b(?:Some|No)body\b',
    r'\b[Ss]o many\b(?! that)|\b[Ss]o much\b(?! that)',
    r'\bthat (?:is|are) none\b|\b(?:is|are) none of\b',
    r'\bof which\b|\bof whose\b',
    r'\bin vain\b|\banew\b|\bnews\b',
    r'\btold\b|\b[Tt]ells\b',
    r'[.;,] [Ee]lse\b|^Else\b',  # "Default: 64 MiB"
    r'\b[Oo]ne\'s own\b|\bthe one of\b|\bthat of those\b',
)]

REQUEST = re.compile(r'\.([A-Z][A-Za-z]|[a-z]{2}|\\")\b ?(.*)')
INLINE = set('Fl Ar Cm Ev Pa Xr Pq Po Pc Dq Do Dc Sq Em Sy Li Ql Nm Fn Fa Va Vt In Er Dv Sx Brq Op Ic No Ns Ap'.split())
SENTENCE_END = re.compile(r'(?<!\be\.g)(?<!\bi\.e)[.!?]["\')*]*(?= +["\'(*`\[]*(?:[A-Z0-9`]|fdr\b))')
LITERALS = re.compile(r'R"\((.*?)\)"|"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*', re.S)


def markdown(text):
    """Yields paragraphs, items and cells.  Each is a list of pairs: the number of a line, and its part of the text."""
    part, fence, in_list, behind_blank = [], None, False, True
    for number, line in enumerate(text.split('\n'), 1):
        stripped = re.sub(r'^> ?', '', line.strip())  # a quotation is read like any other text
        if fence:
            fence = None if stripped == fence else fence
            continue
        starts = re.match(r'([-*]|\d+\.) +', stripped)
        is_code = line.startswith('    ') and behind_blank and not (in_list and starts)
        behind_blank = not stripped or (is_code and behind_blank)
        if stripped.startswith('```'):
            fence = '```'
        if not stripped or is_code or fence or starts or stripped[0] in '#|<':
            if part:
                yield part
            part = []
        if stripped and not line.startswith(' '):
            in_list = bool(starts)
        if not stripped or is_code or fence or stripped[0] in '#<':
            continue
        if stripped[0] == '|':
            code = re.sub(r'`[^`]*`', lambda match: match.group(0).replace('|', '/'), stripped.replace('\\|', '/'))
            yield from ([(number, cell)] for cell in code.strip('|').split('|'))
        else:
            part.append((number, stripped[starts.end():] if starts else stripped))
    if part:
        yield part


def man_page(text):
    part, display = [], False
    for number, line in enumerate(text.split('\n'), 1):
        request = REQUEST.match(line)
        name, rest = request.groups() if request else ('', line)
        if name in ('Bd', 'Ed'):
            display = name == 'Bd'
        if name == 'Sh':
            display = rest == 'SYNOPSIS'
        if request and name not in INLINE:
            if part:
                yield part
            part = []
            if name == 'Nd':
                yield [(number, rest)]
        elif not display:
            # Removes the names of macros within the line, such as "Ns".  They are not words of the text.
            inline = re.sub(r'\b(?:Ns|No|Ap|Pq|Fl|Ar|Cm|Ev)\b', '', rest) if request else rest
            part.append((number, re.sub(r' +([.,;:)])', r'\1', inline)))
            if part[-1][1].endswith('.'):
                yield part
                part = []
    if part:
        yield part


def help_texts(text):
    for match in LITERALS.finditer(re.sub(r'(?m)^\s*(//|#include).*$', '', text)):
        number = text.count('\n', 0, text.find(match.group(0))) + 1
        if match.group(1) is None:
            yield [(number, ''.join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', match.group(0))))]
        else:
            for paragraph in re.split(r'\n\n+|\n(?= )', match.group(1)):
                if not paragraph.startswith(' '):
                    yield [(number, paragraph.strip().replace('\n', ' '))]


def comments(text):
    """A comment on lines of its own is a text, and so is each one behind code.  Indented lines are examples."""
    part = []
    for number, line in enumerate(text.split('\n'), 1):
        alone = re.match(r'\s*///? ?(.*)', line)
        behind = re.search(r'\S.*?\s//[/<]*<? (.*)', line)
        words_of = alone.group(1) if alone else ''
        if part and (not words_of or words_of.startswith(' ')):
            yield part
            part = []
        if words_of and not words_of.startswith(' '):
            part.append((number, words_of))
        if not alone and behind:
            yield [(number, behind.group(1))]
    if part:
        yield part


def sentences(part):
    """Yields pairs of a line number and a sentence."""
    text, starts = '', []
    for number, piece in part:
        starts.append((len(text), number))
        text += piece + ' '
    begin = 0
    for end in [match.end() for match in SENTENCE_END.finditer(text)] + [len(text)]:
        sentence = text[begin:end].strip()
        begin += len(text[begin:end]) - len(text[begin:end].lstrip())
        if sentence:
            yield [number for start, number in starts if start <= begin][-1], sentence
        begin = end


def plain(sentence):
    """The sentence without the targets of links, and with the word CODE for each name in backquotes."""
    return re.sub(r'\]\([^)]*\)', ']', re.sub(r'`[^`]*`', 'CODE', sentence))


def words(sentence):
    return [word for word in plain(sentence).split() if re.search(r'\w', word)]


def findings(parts):
    for part in parts:
        for number, sentence in sentences(part):
            is_list_of_names = not re.search(r'[a-z]', plain(sentence))
            if len(words(sentence)) > LIMIT and not is_list_of_names:
                yield number, f'{len(words(sentence))} words: {sentence}'
            for pattern in PATTERNS:
                match = pattern.search(plain(sentence))
                if match:
                    yield number, f'"{match.group(0).strip(" .:;,")}": {sentence}'


def self_test():
    def found(text, read=markdown):
        return [number for number, _ in findings(read(text))]

    sentence = 'Word' + ' word' * (LIMIT - 1)
    assert found(sentence + '.') == []
    assert found(sentence + ' word.') == [1]
    assert found(f'A short one.\n{sentence}\nword.') == [2]
    assert found(f'{sentence}. {sentence}.') == []
    assert found(f'- {sentence}\n- {sentence}\n') == []
    assert found(f'| {sentence} | {sentence} |\n| {sentence} word | a |') == [2]
    assert found(f'```\n{sentence} word\n```\n\n    {sentence} word\n') == []
    assert found(f'Names `{sentence}` once.') == []
    assert found('It lists hosts.\n\nOf this host it\nknows nothing.') == [3]
    assert found('The text goes on; who asks waits.') == [1]
    assert found('What is late?') == []
    assert found(f'.Sh NAME\n{sentence}\n.Ar word .\nNobody asks.', man_page) == [2, 4]
    assert found('// A file.\n\n/// Of a host.\n\nint a;  ///< nobody\n//   so many\n// a\n', comments) == [3, 5]
    assert found('// so many\nAdd("A; "\n  "else none");\nF(R"(\nIn vain.\n\n  in vain\n)")', help_texts) == [2]
    print('the lint finds what it has to')


def main():
    if sys.argv[1:] == ['--self-test']:
        self_test()
        return 0
    pages = [*(ROOT / f'{name}.md' for name in ('README', 'CONTRIBUTING', 'CHANGELOG', 'SECURITY')), *sorted((ROOT / 'docs').rglob('*.md'))]
    manual = sorted(path for path in (ROOT / 'docs/man').iterdir() if path.suffix in ('.in', '.mdoc'))
    helps = sorted((ROOT / 'tools/command_line').iterdir())
    count = 0
    headers = sorted(path for room in ('archive', 'logger', 'replay', 'tools') for path in (ROOT / room).rglob('*.h')
                     if 'include' not in path.parts)
    for paths, read in ((pages, markdown), (manual, man_page), (helps, help_texts), (headers, comments)):
        for path in paths:
            for number, problem in findings(read(path.read_text())):
                print(f'{path.relative_to(ROOT)}:{number}: {problem}')
                count += 1
    print(f'{len(pages) + len(manual) + len(helps) + len(headers)} files, {count} findings')
    return 1 if count or not manual or not helps or not headers else 0


if __name__ == '__main__':
    sys.exit(main())
