// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The controllers, from /proc/cgroups, and where they are mounted.

#include "fdr/replay/sources/local/cgroups/cgroup_tree.h"
#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

// "cpuset  3  1  1": name, hierarchy, groups, whether it is enabled.
class CgroupSubsys final : public Source {
 public:
  explicit CgroupSubsys(Machine& machine) : machine_(machine), file_(machine.Proc("cgroups")) {}

  void Refresh() override {
    grid_.Clear();
    const auto content = file_.Read(machine_.buffer);
    for (FieldScanner in(content.value_or("")); !in.AtEnd();) {
      FieldScanner line(in.Line());
      const std::string_view name = line.Word();
      std::uint64_t number = 0;
      if (name.empty() || name.front() == '#') continue;
      grid_.AddRow(names_.IdOf(name));
      for (const Column column : columns_)
        if (line.Number(number)) grid_.SetInteger(column, number);
    }
    count_.Clear();
    count_.AddRow(kSingular);
    count_.SetInteger(count_.Find("count"), grid_.rows().size());
  }

 private:
  Machine& machine_;
  KernelFile file_;
  Grid &grid_ = machine_.grid(GridId::kCgroupSubsys),
       &count_ = machine_.grid(GridId::kCgroupSubsysCount);
  InstanceTable& names_ = machine_.instances(GridId::kCgroupSubsys);
  Column columns_[3] = {grid_.Find("hierarchy"), grid_.Find("num_cgroups"), grid_.Find("enabled")};
};

class Mounts final : public Source {
 public:
  explicit Mounts(Machine& machine) : machine_(machine), file_(machine.Proc("mounts")) {}

  void Refresh() override {
    grid_.Clear();
    const auto content = file_.Read(machine_.buffer);
    VisitCgroupMounts(content.value_or(""), [this](const CgroupMount& mount) {
      grid_.AddRow(names_.IdOf(mount.directory));
      SetControllers(mount);
    });
    count_.Clear();
    count_.AddRow(kSingular);
    count_.SetInteger(count_.Find("count"), grid_.rows().size());
  }

 private:
  // "?" for a hierarchy without controllers, which only groups processes.
  void SetControllers(const CgroupMount& mount) {
    controllers_.clear();
    for (const std::string_view name : kControllers)
      if (mount.type == "cgroup" && mount.HasOption(name))
        controllers_.append(controllers_.empty() ? "" : ",").append(name);
    grid_.SetText(grid_.Find("controllers"), controllers_.empty() ? "?" : controllers_);
  }

  static constexpr std::string_view kControllers[] = {
      "cpuset",  "cpu",        "cpuacct",  "blkio",   "memory", "devices", "freezer",
      "net_cls", "perf_event", "net_prio", "hugetlb", "pids",   "rdma",    "misc"};

  Machine& machine_;
  KernelFile file_;
  InstanceTable& names_ = machine_.instances(GridId::kCgroupMount);
  std::string controllers_;  // a member to reuse its memory
  Grid &grid_ = machine_.grid(GridId::kCgroupMount),
       &count_ = machine_.grid(GridId::kCgroupMountCount);
};

}  // namespace

std::unique_ptr<Source> MakeCgroupSubsys(Machine& machine) {
  return std::make_unique<CgroupSubsys>(machine);
}
std::unique_ptr<Source> MakeCgroupMounts(Machine& machine) {
  return std::make_unique<Mounts>(machine);
}

}  // namespace fdr::local
