# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""What the tests of the viewer share: how they check, and an incident with a server and a browser."""
import contextlib
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../serve'))
from checks import Checks  # noqa: E402
from serving import Server, environment  # noqa: E402,F401

import archives  # noqa: E402
from browser import Browser  # noqa: E402

FDR = os.path.abspath(sys.argv[1])
checks = Checks()


def check(sentence, holds, detail=''):
    checks(holds, f'NOT: {sentence} {detail}')


def serve(*options):
    return Server(FDR, '--http', '0', *options)


def replay_json(archive, *arguments):
    """The series and the rows of fdr replay."""
    output = subprocess.run(
        [FDR, 'replay', archive, '--json', *arguments], env=environment(), check=True, capture_output=True, text=True
    ).stdout
    head, *rows = [json.loads(line) for line in output.splitlines()]
    return head['series'], rows


@contextlib.contextmanager
def viewed_incident(*options, **incident):
    """An archive with an incident, a server of it, and a browser."""
    with tempfile.TemporaryDirectory(prefix='fdr-web-') as directory:
        archive = f'{directory}/web1'
        archives.incident(archive, **incident)
        with serve(*options, archive) as server, Browser() as browser:
            yield archive, server, browser
