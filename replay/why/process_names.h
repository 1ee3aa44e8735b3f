// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the processes of a recording are called, as far as it was read.

#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "fdr/replay/recorded/archive_context.h"

namespace fdr::why {

struct ProcessName {
  std::string program = {}, user = {};  ///< "" if the archive does not say it
  InstanceId parent = 0;
  int nice = 0;
};

class ProcessNames {
 public:
  /// Names metrics that say something of processes, in this order: the first of TakeSet().
  static std::vector<std::string> Metrics();

  /// `metric`: its place in Metrics().  Takes what a record says of processes.
  void TakeSet(std::size_t metric, const Desc& desc, std::span<const FetchedValue> values);
  /// The latest name of a process; without one, the process has no program.
  const ProcessName& Of(InstanceId pid) const;

 private:
  // A machine that starts more of them has most of them in no record.
  static constexpr std::size_t kMostProcesses = 1'000'000;

  std::unordered_map<InstanceId, ProcessName> names_;
};

/// "bash" of the instance "006508 /bin/bash": its number, and the first word of its command line.
std::string ProgramOfInstance(std::string_view instance);

}  // namespace fdr::why
