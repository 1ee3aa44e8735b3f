// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where the tools of PCP are, and the library that runs them.

#pragma once

#include <string>

namespace fdr::tools {

/// The directory of fdr's libpcp.so.3, relative to this program; "" if it is not there.
std::string LibraryDirectory();

/// The path of a tool: as it is if it has a slash; or pcp-`name` where PCP keeps its own; or `name`
/// in PATH, or there.  "" if there is none.
std::string FindTool(const std::string& name);

/// "runs here", "handed over: FUNCTION", or why neither can be said.  The environment must be the
/// tool's.  The tool does not begin.
std::string WhatRuns(const std::string& program, const std::string& library_directory);

}  // namespace fdr::tools
