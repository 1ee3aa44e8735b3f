// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The names under which the usage of a program and of a user counts.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace fdr::local {

/// Any bytes as the name of an instance.  Blanks and control characters become "_": an instance is
/// known by its name up to a blank.  "(other)" has another meaning, so that it is "_other)".
std::string OneWord(std::string_view any);

/// The name that the kernel has of a process, as one word.  Threads of the kernel have the name of
/// their kind: "kworker" for "kworker/0:1".
std::string ProgramName(std::string_view kernel_name, bool is_kernel_thread);

/// Accounts may have any names, too.  No two users have the same one here.
class UserNames {
 public:
  /// The name of a user that may be new, whose account has this one.  Valid as long as this object.
  std::string_view Name(std::uint32_t id, std::string_view account);
  /// "" for a user that is new.
  std::string_view Find(std::uint32_t id) const;

 private:
  std::map<std::uint32_t, std::string> names_;
};

}  // namespace fdr::local
