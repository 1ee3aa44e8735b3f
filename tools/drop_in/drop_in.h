// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Programs of fdr that stand in for programs of PCP: with their names, options, messages and
// statuses.  The command fdr is such a program if it is called by its name, through a symbolic link
// in pcp-bin.

#pragma once

#include <span>
#include <string_view>

namespace fdr::tools {

struct DropIn {
  std::string_view name;
  int (*run)(int argc, char** argv);  ///< returns the exit status; argv[0] is any name
};

std::span<const DropIn> DropIns();

/// The program with this name, or that a path leads to by its last part; nullptr without one.
const DropIn* FindDropIn(std::string_view name);

}  // namespace fdr::tools
