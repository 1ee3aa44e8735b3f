// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The control groups of a hierarchy: the directories below its mount point.

#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/sources/local/machine.h"

namespace fdr::local {

struct CgroupMount {
  std::string_view directory;
  std::string_view type;     ///< "cgroup" for version 1, "cgroup2"
  std::string_view options;  ///< "rw,relatime,cpu,cpuacct"

  bool HasOption(std::string_view name) const;
};

/// Calls `visit` for each control group mount in a file like /proc/mounts.
void VisitCgroupMounts(std::string_view mounts,
                       const std::function<void(const CgroupMount&)>& visit);

/// Walks one hierarchy: that of a controller, or that of version 2.
class CgroupTree {
 public:
  enum class Versions : std::uint8_t { kFirst, kSecond, kFirstElseSecond };

  /// Version 2 has one hierarchy for all controllers.
  CgroupTree(Machine& machine, std::string_view controller, Versions versions);

  /// Reads the tree.  Returns the names of the groups: "/" for the whole machine, and "/a/b".
  const std::vector<std::string>& Groups();
  /// Reads a file of a group; nullopt if the group has no such file.
  std::optional<std::string_view> Read(std::string_view group, std::string_view file);

 private:
  Machine& machine_;
  std::string root_;  // "" if it is not mounted
  std::vector<std::string> groups_;
  std::string path_;  // a member to reuse its memory
};

}  // namespace fdr::local
