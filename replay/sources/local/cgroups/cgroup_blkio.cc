// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The controller blkio: traffic by control group and block device, and totals by control group.
// Columns are named like "throttle.io_serviced.read", for the lines "254:0 Read 17" of the file
// blkio.throttle.io_serviced; or like "sectors", for lines with only a number.

#include <algorithm>

#include "fdr/replay/sources/local/cgroups/cgroup_tree.h"
#include "fdr/replay/sources/local/cgroups/container_name.h"
#include "fdr/replay/sources/local/disks/block_device_numbers.h"
#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

constexpr std::string_view kFiles[] = {"io_merged",
                                       "io_queued",
                                       "io_service_bytes",
                                       "io_serviced",
                                       "io_service_time",
                                       "io_wait_time",
                                       "sectors",
                                       "time",
                                       "throttle.io_service_bytes",
                                       "throttle.io_serviced"};

class CgroupBlkio final : public Source {
 public:
  explicit CgroupBlkio(Machine& machine)
      : machine_(machine), tree_(machine, "blkio", CgroupTree::Versions::kFirst) {}

  void Refresh() override {
    groups_.Clear();
    devices_.Clear();
    numbers_.Refresh();
    for (const std::string& group : tree_.Groups()) {
      groups_.AddRow(group_names_.IdOf(group));
      groups_.SetZeros();  // counts without a line are 0
      groups_.SetText(container_, ContainerOf(group));
      const std::size_t first_device = devices_.rows().size();
      for (const std::string_view file : kFiles) {
        name_.assign("blkio.").append(file);
        const auto content = tree_.Read(group, name_);
        for (FieldScanner in(content.value_or("")); !in.AtEnd();)
          ReadLine(group, file, first_device, FieldScanner(in.Line()));
      }
    }
  }

 private:
  void ReadLine(const std::string& group, std::string_view file, std::size_t first_device,
                FieldScanner line) {
    const std::string_view device = line.Word();
    if (device.find(':') == std::string_view::npos) return;  // "Total 17"
    std::uint64_t number = 0;
    column_name_.assign(file);
    if (!line.Number(number)) {
      column_name_ += '.';
      for (const char c : line.Word()) column_name_ += static_cast<char>(c | 0x20);
      if (!line.Number(number)) return;
    }
    const std::string_view device_name = numbers_.NameOf(device);
    if (device_name.empty()) return;
    name_.assign(group).append("::").append(device_name);
    if (file == "sectors") number /= 2;  // in kilobytes
    if (file == "time") number = machine_.TicksToMillis(number);
    devices_.AddInteger(DeviceRow(device_names_.IdOf(name_), first_device),
                        devices_.Find(column_name_), number);
    groups_.AddInteger(groups_.rows().size() - 1, groups_.Find(column_name_), number);
  }

  // The row of the device among the rows of the group.
  std::size_t DeviceRow(InstanceId id, std::size_t first) {
    const auto rows = devices_.rows();
    const auto it = std::find(rows.begin() + static_cast<std::ptrdiff_t>(first), rows.end(), id);
    const std::size_t row = static_cast<std::size_t>(it - rows.begin());
    if (it == rows.end()) {
      devices_.AddRow(id);
      devices_.SetZeros();
    }
    return row;
  }

  Machine& machine_;
  CgroupTree tree_;
  Grid &groups_ = machine_.grid(GridId::kCgroupBlkio),
       &devices_ = machine_.grid(GridId::kCgroupBlkioDevice);
  InstanceTable &group_names_ = machine_.instances(GridId::kCgroupBlkio),
                &device_names_ = machine_.instances(GridId::kCgroupBlkioDevice);
  Column container_ = groups_.Find("container");
  BlockDeviceNumbers numbers_{machine_};
  std::string name_, column_name_;  // members to reuse their memory
};

}  // namespace

std::unique_ptr<Source> MakeCgroupBlkio(Machine& machine) {
  return std::make_unique<CgroupBlkio>(machine);
}

}  // namespace fdr::local
