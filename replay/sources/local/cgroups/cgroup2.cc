// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Control groups of version 2: processor time ("cpu.user_usec" for the line user_usec of cpu.stat),
// pressure ("io.some.avg10sec"), and traffic by block device ("rbytes").

#include "fdr/replay/sources/local/cgroups/cgroup_tree.h"
#include "fdr/replay/sources/local/disks/block_device_numbers.h"
#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/keyed_columns.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

struct Average {
  std::string_view field, column;
};
constexpr Average kAverages[] = {
    {"avg10=", "avg10sec"}, {"avg60=", "avg1min"}, {"avg300=", "avg5min"}};

class Cgroup2 final : public Source {
 public:
  explicit Cgroup2(Machine& machine)
      : machine_(machine), tree_(machine, "", CgroupTree::Versions::kSecond) {}

  void Refresh() override {
    groups_.Clear();
    devices_.Clear();
    numbers_.Refresh();
    for (const std::string& group : tree_.Groups()) {
      groups_.AddRow(group_names_.IdOf(group));
      ReadTimes(group);
      for (const std::string_view resource : {"cpu", "memory", "io", "irq"})
        ReadPressure(group, resource);
      ReadTraffic(group);
    }
  }

 private:
  void ReadTimes(const std::string& group) {
    const auto content = tree_.Read(group, "cpu.stat");
    std::size_t position = 0;
    for (FieldScanner in(content.value_or("")); !in.AtEnd(); ++position) {
      FieldScanner line(in.Line());
      name_.assign("cpu.").append(line.Word());
      std::uint64_t number = 0;
      const Column column = times_.At(position, name_);
      if (column != kNoColumn && line.Number(number)) groups_.SetInteger(column, number);
    }
  }

  // "some avg10=0.01 avg60=0.32 avg300=7.23 total=25218320152"
  void ReadPressure(const std::string& group, std::string_view resource) {
    name_.assign(resource).append(".pressure");
    const auto content = tree_.Read(group, name_);
    for (FieldScanner in(content.value_or("")); !in.AtEnd();) {
      FieldScanner line(in.Line());
      name_.assign(resource).append(".").append(line.Word()).append(".");
      const std::size_t stem = name_.size();
      double share = 0;
      for (const Average& average : kAverages) {
        if (!line.Skip(average.field) || !line.Real(share)) continue;
        groups_.SetReal(groups_.Find(name_.append(average.column)), share);
        name_.resize(stem);
      }
      std::uint64_t total = 0;
      if (line.Skip("total=") && line.Number(total))
        groups_.SetInteger(groups_.Find(name_.append("total")), total);
    }
  }

  // "254:0 rbytes=4096 wbytes=0 rios=1 wios=0 dbytes=0 dios=0"
  void ReadTraffic(const std::string& group) {
    const auto content = tree_.Read(group, "io.stat");
    for (FieldScanner in(content.value_or("")); !in.AtEnd();) {
      FieldScanner line(in.Line());
      const std::string_view device = numbers_.NameOf(line.Word());
      if (device.empty()) continue;
      name_.assign(group).append("::").append(device);
      devices_.AddRow(device_names_.IdOf(name_));
      std::string_view key;
      std::uint64_t number = 0;
      while (line.UpTo('=', key) && line.Number(number))
        devices_.SetInteger(devices_.Find(Trimmed(key)), number);
    }
  }

  Machine& machine_;
  CgroupTree tree_;
  Grid &groups_ = machine_.grid(GridId::kCgroup2), &devices_ = machine_.grid(GridId::kCgroup2Io);
  InstanceTable &group_names_ = machine_.instances(GridId::kCgroup2),
                &device_names_ = machine_.instances(GridId::kCgroup2Io);
  KeyedColumns times_{groups_};
  BlockDeviceNumbers numbers_{machine_};
  std::string name_;  // a member to reuse its memory
};

}  // namespace

std::unique_ptr<Source> MakeCgroup2(Machine& machine) { return std::make_unique<Cgroup2>(machine); }

}  // namespace fdr::local
