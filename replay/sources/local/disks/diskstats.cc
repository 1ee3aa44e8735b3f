// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// /proc/diskstats: requests by disk, partition, device-mapper and RAID device, and by world-wide
// name of disks.
//
//   254 0 vda READS MERGES SECTORS MS WRITES MERGES SECTORS MS INFLIGHT ACTIVE_MS QUEUE_MS
//             DISCARDS MERGES SECTORS MS FLUSHES MS            (since Linux 4.18 and 5.5)

#include <array>
#include <utility>
#include <vector>

#include "fdr/replay/sources/local/derived_column.h"
#include "fdr/replay/sources/local/disks/block_device_names.h"
#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/machine.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

// The fields in the order of the file, then three computed ones.  These are computed for each
// device, because totals are sums of the rounded numbers of devices.
constexpr std::array<std::string_view, 20> kDiskFields = {
    "reads",        "read_merges",   "read_sectors",   "read_ms",         "writes",
    "write_merges", "write_sectors", "write_ms",       "inflight",        "active_ms",
    "queue_ms",     "discards",      "discard_merges", "discard_sectors", "discard_ms",
    "flushes",      "flush_ms",      "read_kbytes",    "write_kbytes",    "discard_kbytes"};
constexpr std::size_t kFieldsOfFile = 17, kOldestFields = 11;
// Before Linux 2.6.25, partitions had only reads, sectors, writes and sectors.
constexpr std::size_t kFieldsOfOldPartition = 4;

using DiskFields = std::array<std::uint64_t, kDiskFields.size()>;

constexpr std::size_t DiskFieldIndex(std::string_view name) {
  std::size_t i = 0;
  while (kDiskFields[i] != name) ++i;
  return i;
}

// A sector has 512 bytes.
void ComputeKbytes(DiskFields& fields) {
  fields[DiskFieldIndex("read_kbytes")] = fields[DiskFieldIndex("read_sectors")] / 2;
  fields[DiskFieldIndex("write_kbytes")] = fields[DiskFieldIndex("write_sectors")] / 2;
  fields[DiskFieldIndex("discard_kbytes")] = fields[DiskFieldIndex("discard_sectors")] / 2;
}

void SpreadOldPartition(DiskFields& fields) {
  const DiskFields old = fields;
  fields = {};
  fields[DiskFieldIndex("reads")] = old[0];
  fields[DiskFieldIndex("read_sectors")] = old[1];
  fields[DiskFieldIndex("writes")] = old[2];
  fields[DiskFieldIndex("write_sectors")] = old[3];
}

// The columns that all disk grids have.
class Requests {
 public:
  explicit Requests(Grid& grid)
      : total_(grid, "total", {"reads", "writes"}),
        total_sectors_(grid, "total_sectors", {"read_sectors", "write_sectors"}),
        total_ms_(grid, "total_ms", {"read_ms", "write_ms"}),
        total_kbytes_(grid, "total_kbytes", {"read_sectors", "write_sectors"}),
        grid_(grid) {
    for (std::size_t i = 0; i < kDiskFields.size(); ++i) columns_[i] = grid.Find(kDiskFields[i]);
  }

  // Fills the last row.
  void Fill(const DiskFields& fields) {
    for (std::size_t i = 0; i < fields.size(); ++i) grid_.SetInteger(columns_[i], fields[i]);
    for (DerivedColumn* sum : {&total_, &total_sectors_, &total_ms_}) sum->Fill();
    total_kbytes_.Fill(1, 2);
  }

  // Clears the columns of the last row that old kernels do not have for partitions.
  void ForgetTimes() {
    for (const std::string_view name :
         {"read_merges", "read_ms", "write_merges", "write_ms", "active_ms", "queue_ms"})
      grid_.SetNone(columns_[DiskFieldIndex(name)]);
    grid_.SetNone(grid_.Find("total_ms"));
  }

 private:
  DerivedColumn total_, total_sectors_, total_ms_, total_kbytes_;
  Grid& grid_;
  std::array<Column, kDiskFields.size()> columns_;
};

class Diskstats final : public Source {
 public:
  explicit Diskstats(Machine& machine) : machine_(machine), file_(machine.Proc("diskstats")) {}

  void Refresh() override {
    for (Family* family : {&disks_, &partitions_, &mappers_, &raids_, &wwids_})
      family->grid.Clear();
    sum_ = {};
    wwid_sums_.clear();
    if (const auto content = file_.Read(machine_.buffer))
      for (FieldScanner in(*content); !in.AtEnd();) ReadLine(FieldScanner(in.Line()));
    for (const auto& [wwid, fields] : wwid_sums_) {
      wwids_.grid.AddRow(wwid);
      wwids_.requests.Fill(fields);
    }
    all_.Clear();
    all_.AddRow(kSingular);
    all_.SetInteger(disk_count_, disks_.grid.rows().size());
    all_requests_.Fill(sum_);
  }

 private:
  struct Family {
    Family(Machine& machine, GridId id) : grid(machine.grid(id)), requests(grid) {}
    Grid& grid;
    Requests requests;
  };

  void ReadLine(FieldScanner line) {
    std::uint64_t major = 0, minor = 0;
    if (!line.Number(major) || !line.Number(minor)) return;
    const std::string_view name = line.Word();
    DiskFields fields = {};  // fields that older kernels lack are 0
    std::size_t count = 0;
    while (count < kFieldsOfFile && line.Number(fields[count])) ++count;
    const BlockDeviceKind kind = KindOf(name);
    Family* const family = FamilyOf(kind);
    const bool is_old_partition = count == kFieldsOfOldPartition;
    if (family == nullptr || (count < kOldestFields && !is_old_partition)) return;
    if (is_old_partition) SpreadOldPartition(fields);
    ComputeKbytes(fields);
    family->grid.AddRow(names_.IdOf(kind, name));
    family->requests.Fill(fields);
    if (is_old_partition) family->requests.ForgetTimes();
    if (kind != BlockDeviceKind::kDisk) return;
    Add(fields, sum_);
    const std::string_view wwid = names_.WwidOf(name);
    if (!wwid.empty()) Add(fields, SumOf(machine_.instances(GridId::kWwid).IdOf(wwid)));
  }

  static void Add(const DiskFields& fields, DiskFields& sum) {
    for (std::size_t i = 0; i < fields.size(); ++i) sum[i] += fields[i];
  }

  // The sum over all paths to a disk.
  DiskFields& SumOf(InstanceId wwid) {
    for (auto& [known, sum] : wwid_sums_)
      if (known == wwid) return sum;
    return wwid_sums_.emplace_back(wwid, DiskFields{}).second;
  }

  Family* FamilyOf(BlockDeviceKind kind) {
    switch (kind) {
      case BlockDeviceKind::kDisk:
        return &disks_;
      case BlockDeviceKind::kPartition:
        return &partitions_;
      case BlockDeviceKind::kDeviceMapper:
        return &mappers_;
      case BlockDeviceKind::kRaid:
        return &raids_;
      case BlockDeviceKind::kOther:
        break;
    }
    return nullptr;
  }

  Machine& machine_;
  KernelFile file_;
  BlockDeviceNames names_{machine_};
  Family disks_{machine_, GridId::kDisk}, partitions_{machine_, GridId::kPartition},
      mappers_{machine_, GridId::kDm}, raids_{machine_, GridId::kMd},
      wwids_{machine_, GridId::kWwid};
  std::vector<std::pair<InstanceId, DiskFields>> wwid_sums_;
  Grid& all_ = machine_.grid(GridId::kDiskAll);
  Requests all_requests_{all_};
  Column disk_count_ = all_.Find("disks");
  DiskFields sum_ = {};
};

}  // namespace

std::unique_ptr<Source> MakeDiskstats(Machine& machine) {
  return std::make_unique<Diskstats>(machine);
}

}  // namespace fdr::local
