// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The regular expressions of matchinst(): POSIX extended ones.

#pragma once

#include <regex.h>

#include <memory>
#include <optional>
#include <string>

#include "fdr/archive/base/error.h"

namespace fdr {

/// Immutable; any thread.
class InstancePattern {
 public:
  /// kInvalidArgument with the words of the C library; kTooLarge for a pattern that could exhaust
  /// the memory or the stack.
  static Result<std::shared_ptr<const InstancePattern>> Compile(const std::string& text);

  InstancePattern(const InstancePattern&) = delete;
  InstancePattern& operator=(const InstancePattern&) = delete;
  ~InstancePattern() { ::regfree(&regex_); }

  /// Whether the pattern matches somewhere in the name of an instance, up to its first blank.
  bool Matches(const std::string& instance) const;

  /// Whether the pattern matches somewhere in the whole name.
  bool MatchesWhole(const std::string& instance) const {
    return ::regexec(&regex_, instance.c_str(), 0, nullptr, 0) == 0;
  }

  /// What the groups of the pattern match in the whole name, with blanks between them; without
  /// groups, what the pattern matches.  Nothing if the pattern does not match.
  std::optional<std::string> Captured(const std::string& instance) const;

 private:
  InstancePattern() = default;

  regex_t regex_ = {};
};

}  // namespace fdr
