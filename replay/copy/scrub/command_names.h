// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Names of programs, and command lines.

#pragma once

#include <string>
#include <string_view>

#include "fdr/replay/copy/scrub/name_keeper.h"

namespace fdr {

/// "/usr/bin/python3 report.py --for alice" -> "python3 args-...": a well-known program stays, and
/// the pseudonym stands for the whole line.  Nothing else of the line is left.
std::string ScrubbedCommand(std::string_view command, NameKeeper& keeper);

/// "/usr/sbin/sshd" -> "sshd", "kworker/0:1-events" -> "kworker/0:1": a well-known program stays,
/// and of a thread of the kernel its short numbers, too.  If programs are kept, the last component
/// of a path stays.
std::string ScrubbedProgram(std::string_view program, NameKeeper& keeper);

}  // namespace fdr
