// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What is recorded if nobody says what: enough to see, days later, what a machine was short of.

#pragma once

#include <string>
#include <vector>

namespace fdr {

inline const std::vector<std::string> kDefaultMetrics = {
    "hinv",          "kernel.all",  "kernel.percpu.cpu", "kernel.uname",
    "mem.util",      "mem.physmem", "mem.vmstat",        "swap",
    "disk.dev",      "disk.all",    "filesys",           "network.interface",
    "network.tcp",   "network.udp", "network.ip",        "network.sockstat",
    "vfs",           "proc.runq",   "proc.nprocs",       "pmcd.version",
    "pmcd.hostname", "pmcd.pid",    "pmcd.seqnum",       "pmcd.timezone",
    "pmcd.zoneinfo"};

}  // namespace fdr
