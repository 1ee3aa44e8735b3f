# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Runs a private collector of PCP, and PCP's logger on it."""
import os
import socket
import subprocess
import sys
import time

AGENTS = """pmcd 2 dso pmcd_init /var/lib/pcp/pmdas/pmcd/pmda_pmcd.so
linux 60 pipe binary /var/lib/pcp/pmdas/linux/pmdalinux
proc 3 pipe binary /var/lib/pcp/pmdas/proc/pmdaproc -d 3
"""
# The peer's stock configuration of derived metrics makes it slower than it need be.
ENVIRONMENT = dict(os.environ, PCP_DERIVED_CONFIG="")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def start_collector(directory, agents=AGENTS):
    """Returns its process and its host specification."""
    names = os.path.join(directory, "names")
    subprocess.run(["/usr/lib/pcp/bin/pmnsmerge", "-f"] +
                   ["/var/lib/pcp/pmns/root_" + agent for agent in ("pmcd", "linux", "proc")] + [names], check=True)
    with open(os.path.join(directory, "config"), "w", encoding="ascii") as config:
        config.write(agents)
    port = free_port()
    own = {variable: directory for variable in ("PCP_RUN_DIR", "PCP_LOG_DIR", "PCP_TMP_DIR", "PCP_VAR_DIR")}
    collector = subprocess.Popen(
        ["/usr/lib/pcp/bin/pmcd", "-A", "-f", "-n", names, "-c", directory + "/config", "-l", directory + "/log", "-x",
         directory + "/fatal", "-p", str(port), "-i", "127.0.0.1", "-s", directory + "/socket", "-U", "root"],
        env=dict(ENVIRONMENT, **own), cwd=directory, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    host = f"127.0.0.1:{port}"
    for _ in range(200):
        if subprocess.run(["pminfo", "-h", host, "hinv.ncpu"], env=ENVIRONMENT, capture_output=True,
                          check=False).returncode == 0:
            return collector, host
        time.sleep(0.1)
    sys.exit("PCP's collector does not answer")


def record_everything(base, seconds):
    """Records once a second, while processes come and go.  The agent gives their values to every client."""
    directory = base + ".collector"
    os.mkdir(directory)
    collector, host = start_collector(directory, AGENTS.replace("pmdaproc -d", "pmdaproc -A -d"))
    metrics = subprocess.run(["pminfo", "-h", host], env=ENVIRONMENT, check=True, capture_output=True, text=True).stdout
    roots = sorted({name.split(".")[0] for name in metrics.split()})
    with open(directory + "/pmlogger.config", "w", encoding="ascii") as config:
        config.write("log mandatory on 1 sec {\n" + "\n".join(roots) + "\n}\n")
    logger = subprocess.Popen(["pmlogger", "-h", host, "-c", directory + "/pmlogger.config", "-l",
                               directory + "/pmlogger.log", "-T", f"{seconds}sec", base],
                              env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while logger.poll() is None:
            for lifetime in 1, 3, 10:
                subprocess.Popen(["sleep", str(lifetime)])
            time.sleep(0.5)
    finally:
        collector.terminate()
        collector.wait()
