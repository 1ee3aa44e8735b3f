// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The names under which the usage of units and containers counts.  Files are read only for groups
// that are new.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "fdr/replay/sources/local/cgroups/container_files.h"

namespace fdr::local {

class UnitNames {
 public:
  /// The files that name containers are below this directory.
  explicit UnitNames(std::string root) : files_(std::move(root)) {}

  /// To be called once for each sample.
  void BeginSample();
  /// The name for a process with this file /proc/PID/cgroup: one word, which is not that of the
  /// rest.  Valid until the next BeginSample().
  std::string_view Name(std::string_view cgroups);

 private:
  struct Known {
    std::string name;
    std::uint64_t used = 0;  // in which sample, the last time
    int looks = 0;           // for the name of the container, that are left
  };

  void Look(std::string_view group, Known& known);

  ContainerFiles files_;
  std::map<std::string, Known, std::less<>> known_;  // by groups
  std::uint64_t samples_ = 0;
  int looks_ = 0;  // that this sample may have
};

}  // namespace fdr::local
