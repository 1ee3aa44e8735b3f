// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Properties of block devices that do not change with every request: the size, from
// /proc/partitions, and the I/O scheduler.

#include <algorithm>
#include <unordered_map>

#include "fdr/replay/sources/local/disks/block_device_names.h"
#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/machine.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

class BlockDevices final : public Source {
 public:
  explicit BlockDevices(Machine& machine)
      : machine_(machine), partitions_file_(machine.Proc("partitions")) {}

  void Refresh() override {
    for (Family* family : {&disks_, &partitions_, &mappers_, &raids_}) family->grid.Clear();
    wwids_.Clear();
    if (const auto content = partitions_file_.Read(machine_.buffer))
      for (FieldScanner in(*content); !in.AtEnd();) ReadLine(FieldScanner(in.Line()));
    KeepOnly(schedulers_, disks_.grid.rows());
    for (std::size_t row = 0; row < disks_.grid.rows().size(); ++row) ReadDisk(row);
  }

 private:
  struct Family {
    explicit Family(Grid& g) : grid(g) {}
    Grid& grid;
    Column capacity = grid.Find("capacity"), kernel_name = grid.Find("kernel_name");
  };
  // "254        0  268435456 vda"
  void ReadLine(FieldScanner line) {
    std::uint64_t major = 0, minor = 0, kbytes = 0;
    if (!line.Number(major) || !line.Number(minor) || !line.Number(kbytes)) return;
    const std::string_view name = line.Word();
    const BlockDeviceKind kind = KindOf(name);
    if (kind == BlockDeviceKind::kOther || name.empty()) return;
    Family& family = FamilyOf(kind);
    family.grid.AddRow(names_.IdOf(kind, name));
    family.grid.SetInteger(family.capacity, kbytes);
    family.grid.SetText(family.kernel_name, name);
  }

  Family& FamilyOf(BlockDeviceKind kind) {
    switch (kind) {
      case BlockDeviceKind::kPartition:
        return partitions_;
      case BlockDeviceKind::kDeviceMapper:
        return mappers_;
      case BlockDeviceKind::kRaid:
        return raids_;
      default:
        return disks_;
    }
  }

  void ReadDisk(std::size_t row) {
    const InstanceId id = disks_.grid.rows()[row];
    const std::string_view name = machine_.instances(GridId::kDisk).NameOf(id);
    auto it = schedulers_.find(id);
    if (it == schedulers_.end()) {
      const std::string directory = machine_.Sys("block/") + std::string(name);
      it = schedulers_.emplace(id, KernelFile(directory + "/queue/scheduler")).first;
    }
    const auto content = it->second.Read(machine_.buffer);
    const std::string_view scheduler = content ? Chosen(*content) : "unknown";
    disks_.grid.SetText(row, scheduler_, scheduler);
    const std::string_view wwid = names_.WwidOf(name);
    disks_.grid.SetText(row, wwid_, wwid.empty() ? "unknown" : wwid);
    if (!wwid.empty()) AddPath(machine_.instances(GridId::kWwid).IdOf(wwid), row, scheduler);
  }

  // Properties common to all paths are taken from the first path.
  void AddPath(InstanceId wwid, std::size_t disk, std::string_view scheduler) {
    const std::string_view name =
        machine_.instances(GridId::kDisk).NameOf(disks_.grid.rows()[disk]);
    const auto rows = wwids_.rows();
    const std::size_t row =
        static_cast<std::size_t>(std::find(rows.begin(), rows.end(), wwid) - rows.begin());
    paths_.clear();
    if (row == rows.size()) {
      wwids_.AddRow(wwid);
      wwids_.SetText(row, wwid_scheduler_, scheduler);
      const auto capacity = disks_.grid.Integer(disk, disks_.capacity);
      wwids_.SetInteger(row, wwid_capacity_, capacity.value_or(0));
    } else if (wwid_paths_ != kNoColumn) {
      paths_.assign(wwids_.Text(wwids_.At(row, wwid_paths_))).append(" ");
    }
    wwids_.SetText(row, wwid_paths_, paths_.append(name));
  }

  // "none [mq-deadline] kyber"
  static std::string_view Chosen(std::string_view schedulers) {
    FieldScanner in(schedulers);
    std::string_view before, chosen;
    return in.UpTo('[', before) && in.UpTo(']', chosen) ? chosen : "unknown";
  }

  Machine& machine_;
  KernelFile partitions_file_;
  BlockDeviceNames names_{machine_};
  Family disks_{machine_.grid(GridId::kDiskDevice)},
      partitions_{machine_.grid(GridId::kPartitionDevice)},
      mappers_{machine_.grid(GridId::kDmDevice)}, raids_{machine_.grid(GridId::kMdDevice)};
  Column scheduler_ = disks_.grid.Find("scheduler"), wwid_ = disks_.grid.Find("scsi_id");
  std::unordered_map<InstanceId, KernelFile> schedulers_;
  Grid& wwids_ = machine_.grid(GridId::kWwidDevice);
  Column wwid_scheduler_ = wwids_.Find("scheduler"), wwid_capacity_ = wwids_.Find("capacity"),
         wwid_paths_ = wwids_.Find("paths");
  std::string paths_;  // a member to reuse its memory
};

}  // namespace

std::unique_ptr<Source> MakeBlockDevices(Machine& machine) {
  return std::make_unique<BlockDevices>(machine);
}

}  // namespace fdr::local
