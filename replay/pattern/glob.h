// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Patterns as in the shell: *, ?, [...].

#pragma once

#include <fnmatch.h>

#include <string>

namespace fdr {

/// Whether the string has wildcards.
inline bool IsGlob(const std::string& pattern) {
  return pattern.find_first_of("*?[") != std::string::npos;
}

/// Whether the pattern matches the whole text.
inline bool MatchesGlob(const std::string& pattern, const std::string& text) {
  return ::fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
}

}  // namespace fdr
