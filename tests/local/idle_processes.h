// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Odd idle processes for tests, and a way to recognise other processes that do nothing.

#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "fdr/archive/base/ids.h"

namespace fdr::test {

/// Processes with command lines, names, environments and states that programs seldom have.  All of
/// them are idle after the constructor.  The destructor ends them.
class IdleProcesses {
 public:
  IdleProcesses();
  ~IdleProcesses();
  IdleProcesses(const IdleProcesses&) = delete;
  IdleProcesses& operator=(const IdleProcesses&) = delete;

  const std::vector<pid_t>& pids() const { return pids_; }

 private:
  void Run(std::vector<std::string> arguments, std::vector<std::string> variables = {},
           char state = 'S');
  void RunNothing(const char* name, int signal, char state);
  void Await(pid_t pid, const std::string& name, char state);

  std::vector<pid_t> pids_;
};

/// How often each process of this machine, with all of its threads, was given a processor.  A
/// process that has not run between two calls has the same number in both.
std::map<InstanceId, std::uint64_t> CountRuns();

}  // namespace fdr::test
