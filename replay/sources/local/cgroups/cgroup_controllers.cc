// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The controllers of control groups, except blkio.  Columns are named after files with a single
// value, or after the lines of other files.

#include "fdr/replay/sources/local/cgroups/cgroup_tree.h"
#include "fdr/replay/sources/local/cgroups/container_name.h"
#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/meminfo_lines.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

class Controller : public Source {
 public:
  Controller(Machine& machine, GridId id, std::string_view name,
             CgroupTree::Versions versions = CgroupTree::Versions::kFirst)
      : machine_(machine),
        tree_(machine, name, versions),
        grid_(machine.grid(id)),
        names_(machine.instances(id)),
        container_(grid_.Find("container")) {}

  void Refresh() override {
    grid_.Clear();
    for (const std::string& group : tree_.Groups()) {
      grid_.AddRow(names_.IdOf(group));
      grid_.SetText(container_, ContainerOf(group));
      ReadGroup(group);
    }
  }

 protected:
  virtual void ReadGroup(const std::string& group) = 0;

  void ReadNumber(const std::string& group, std::string_view file) {
    const auto content = tree_.Read(group, file);
    std::uint64_t number = 0;
    if (FieldScanner(content.value_or("")).Number(number))
      grid_.SetInteger(grid_.Find(file), number);
  }
  void ReadText(const std::string& group, std::string_view file) {
    if (const auto content = tree_.Read(group, file))
      grid_.SetText(grid_.Find(file), Trimmed(*content));
  }
  void ReadLines(const std::string& group, std::string_view file) {
    if (const auto content = tree_.Read(group, file)) FillFromLines(*content, "", lines_, grid_);
  }

  Machine& machine_;
  CgroupTree tree_;
  Grid& grid_;
  InstanceTable& names_;

 private:
  Column container_;
  KeyedColumns lines_{grid_};
};

class Cpuset final : public Controller {
 public:
  explicit Cpuset(Machine& machine)
      : Controller(machine, GridId::kCgroupCpuset, "cpuset",
                   CgroupTree::Versions::kFirstElseSecond) {}

 private:
  void ReadGroup(const std::string& group) override {
    ReadText(group, "cpuset.cpus");
    ReadText(group, "cpuset.mems");
  }
};

class Cpu final : public Controller {
 public:
  explicit Cpu(Machine& machine) : Controller(machine, GridId::kCgroupCpu, "cpu") {}

 private:
  void ReadGroup(const std::string& group) override {
    for (const std::string_view file : {"cpu.shares", "cpu.cfs_period_us", "cpu.cfs_quota_us"})
      ReadNumber(group, file);
    // A group without a limit has no quota.
    const Column quota = grid_.Find("cpu.cfs_quota_us");
    if (grid_.Integer(grid_.rows().size() - 1, quota) == ~std::uint64_t{0}) grid_.SetNone(quota);
    ReadLines(group, "cpu.stat");
  }
};

class Memory final : public Controller {
 public:
  explicit Memory(Machine& machine)
      : Controller(machine, GridId::kCgroupMemory, "memory",
                   CgroupTree::Versions::kFirstElseSecond) {}

 private:
  void ReadGroup(const std::string& group) override {
    for (const std::string_view file :
         {"memory.usage_in_bytes", "memory.limit_in_bytes", "memory.failcnt", "memory.current"})
      ReadNumber(group, file);
    ReadLines(group, "memory.stat");
  }
};

class Net final : public Controller {
 public:
  explicit Net(Machine& machine) : Controller(machine, GridId::kCgroupNet, "net_cls") {}

 private:
  void ReadGroup(const std::string& group) override { ReadNumber(group, "net_cls.classid"); }
};

class Cpuacct final : public Controller {
 public:
  explicit Cpuacct(Machine& machine) : Controller(machine, GridId::kCgroupCpuacct, "cpuacct") {}

  void Refresh() override {
    cpus_.Clear();
    Controller::Refresh();
  }

 private:
  void ReadGroup(const std::string& group) override {
    ReadNumber(group, "cpuacct.usage");
    ReadTimes(group);
    const auto content = tree_.Read(group, "cpuacct.usage_percpu");
    FieldScanner in(content.value_or(""));
    std::uint64_t usage = 0;
    for (std::uint64_t cpu = 0; in.Number(usage); ++cpu) {
      name_.assign(group).append("::cpu").append(std::to_string(cpu));
      cpus_.AddRow(cpu_names_.IdOf(name_));
      cpus_.SetInteger(usage_, usage);
    }
  }

  // Lines of "user" and "system", in ticks.
  void ReadTimes(const std::string& group) {
    const auto content = tree_.Read(group, "cpuacct.stat");
    for (FieldScanner in(content.value_or("")); !in.AtEnd();) {
      FieldScanner line(in.Line());
      const std::string_view name = line.Word();
      std::uint64_t ticks = 0;
      if (line.Number(ticks)) grid_.SetInteger(grid_.Find(name), machine_.TicksToMillis(ticks));
    }
  }

  Grid& cpus_ = machine_.grid(GridId::kCgroupCpuacctCpu);
  InstanceTable& cpu_names_ = machine_.instances(GridId::kCgroupCpuacctCpu);
  Column usage_ = cpus_.Find("usage");
  std::string name_;  // a member to reuse its memory
};

}  // namespace

std::unique_ptr<Source> MakeCgroupCpuset(Machine& machine) {
  return std::make_unique<Cpuset>(machine);
}
std::unique_ptr<Source> MakeCgroupCpu(Machine& machine) { return std::make_unique<Cpu>(machine); }
std::unique_ptr<Source> MakeCgroupMemory(Machine& machine) {
  return std::make_unique<Memory>(machine);
}
std::unique_ptr<Source> MakeCgroupNet(Machine& machine) { return std::make_unique<Net>(machine); }
std::unique_ptr<Source> MakeCgroupCpuacct(Machine& machine) {
  return std::make_unique<Cpuacct>(machine);
}

}  // namespace fdr::local
