// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// /proc/PID/cgroup: the control groups of a process, and its container.
//
//   4:memory:/docker/5f3c...
//   0::/system.slice/docker-5f3c....scope

#include "fdr/replay/sources/local/cgroups/container_name.h"
#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/processes/process_source.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

class ProcessCgroup final : public ProcessSource {
 public:
  explicit ProcessCgroup(Machine& machine)
      : ProcessSource(machine, GridId::kProcessCgroup, "cgroup") {}

 private:
  void ReadContent(std::string_view content) override {
    groups_.clear();
    std::string_view container;
    for (FieldScanner in(content); !in.AtEnd();) {
      FieldScanner line(in.Line());
      std::string_view hierarchy;
      if (!line.UpTo(':', hierarchy)) continue;
      if (!groups_.empty()) groups_ += ';';
      groups_ += line.rest();
      if (container.empty()) container = ContainerOf(line.rest());
    }
    grid_.SetText(cgroups_, groups_);
    grid_.SetText(container_, container);
  }

  Column cgroups_ = grid_.Find("cgroups"), container_ = grid_.Find("container");
  std::string groups_;  // a member to reuse its memory
};

}  // namespace

std::unique_ptr<Source> MakeProcessCgroup(Machine& machine) {
  return std::make_unique<ProcessCgroup>(machine);
}

}  // namespace fdr::local
