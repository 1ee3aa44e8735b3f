// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Files that belong to this program: installed with it, or built with it.

#pragma once

#include <initializer_list>
#include <string>

namespace fdr::tools {

/// Absolute, without symbolic links; "" if there is no such file.
std::string RealPath(const std::string& path);

/// The first of these paths that can be read, as RealPath().  They begin at the directory of this
/// program.  "" if there is none.
std::string OwnFile(std::initializer_list<const char*> paths);

}  // namespace fdr::tools
