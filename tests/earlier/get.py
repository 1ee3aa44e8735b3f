#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Prints the status and the body of an answer of `fdr serve --http`, which runs as long as this takes.

usage: get.py [--token TOKEN] PATH OPTION_OF_FDR_SERVE..."""
import os
import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / 'serve'))
from asking import request  # noqa: E402
from serving import Server  # noqa: E402


def main():
    words, headers = sys.argv[1:], {}
    if words[0] == '--token':
        headers['Authorization'] = 'Bearer ' + words[1]
        words = words[2:]
    path, *options = words
    with Server(shutil.which('fdr'), '--http', '127.0.0.1:0', '--no-local', *options,
                more_environment={'PATH': os.environ['PATH']}) as server:
        response, body = request(server.port or server.url.rsplit(':', 1)[1], path, **headers)
    print(response.status)
    print(body.decode())


if __name__ == '__main__':
    main()
