// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Patterns as in the shell: *, ?, [...].

#pragma once

#include <fnmatch.h>

#include <string>

namespace fdr {

/// Whether this is more than a name.
inline bool IsGlob(const std::string& pattern) {
  return pattern.find_first_of("*?[") != std::string::npos;
}

/// Whether a pattern matches all of the text.
inline bool MatchesGlob(const std::string& pattern, const std::string& text) {
  return ::fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
}

}  // namespace fdr
