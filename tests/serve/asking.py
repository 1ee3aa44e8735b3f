# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Requests to web servers of this machine."""
import http.client
import json
import urllib.parse

from waiting import wait_until


def request(port, path, body=None, **headers):
    """The answer of http.client, and its body.  A request with a body is a POST.

    Each has a connection of its own: PCP's server may not answer the request behind a refused one.  urllib would ask for
    the end of the connection, and PCP's server then forgets the end of a long answer."""
    connection = http.client.HTTPConnection('127.0.0.1', int(port), timeout=300)
    try:
        connection.request('GET' if body is None else 'POST', path, body, headers)
        response = connection.getresponse()
        return response, response.read()
    finally:
        connection.close()


def ask(port, path, form=False, **parameters):
    """The status, and the body; with `form`, the parameters are sent as a form."""
    words = urllib.parse.urlencode(parameters, doseq=True)
    if form:
        response, body = request(port, path, words, **{'Content-Type': 'application/x-www-form-urlencoded'})
    else:
        response, body = request(port, path + ('?' + words if words else ''))
    return response.status, body


def answer(port, path, form=False, **parameters):
    """The JSON of a successful answer."""
    status, body = ask(port, path, form, **parameters)
    if status != 200:
        raise AssertionError(f'{path} {parameters}: {status} {body}')
    return json.loads(body)


def wait_for(port, path, process):
    """Until the server is ready: it answers with success."""
    wait_until(lambda: is_ready(port, path), f'{process.args[0]} does not answer {path}', process)


def is_ready(port, path):
    try:
        return ask(port, path)[0] == 200
    except (OSError, http.client.HTTPException):
        return False
