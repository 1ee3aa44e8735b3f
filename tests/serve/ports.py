# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Ports for servers of tests."""
import random
import socket

CHOICE = random.SystemRandom()
PATIENCE = '60'  # seconds that one program of PCP gives another to answer, however busy the machine is


def free_port():
    """A TCP port of 127.0.0.1 that is free, as text.  It is none of those that the system assigns by itself: it might do
    so before the port is used."""
    while True:
        port = CHOICE.randrange(10_240, 32_768)
        with socket.socket() as probe:
            try:
                probe.bind(('127.0.0.1', port))
            except OSError:
                continue
        return str(port)


def greets(port):
    """Whether a collector at this port has begun: PCP's listens before it has started its agents, and greets afterwards."""
    with socket.socket() as client:
        client.settimeout(300)
        try:
            client.connect(('127.0.0.1', int(port)))
            return bool(client.recv(1))
        except OSError:
            return False
