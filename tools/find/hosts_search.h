// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr find` in a directory of several hosts: in the archives of one after the other.

#pragma once

#include <functional>

#include "fdr/tools/find/find_command.h"

namespace fdr::tools {

/// Searches each of command.host_directories with `find`, under a heading for people.  Each host
/// has a directory of its own for the archives that are cut out.  Returns the worst exit status;
/// kNothingFound only if no host has such a stretch.
int FindInHosts(const FindCommand& command, const std::function<int(const FindCommand&)>& find);

}  // namespace fdr::tools
