// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/disks/block_device_names.h"

#include <unistd.h>
#include <initializer_list>
#include <utility>

#include "fdr/replay/sources/local/field_scanner.h"

namespace fdr::local {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

std::string_view WithoutNumber(std::string_view name) {
  while (!name.empty() && IsDigit(name.back())) name.remove_suffix(1);
  return name;
}

bool StartsWithAny(std::string_view name, std::initializer_list<std::string_view> prefixes) {
  for (const std::string_view prefix : prefixes)
    if (name.starts_with(prefix)) return true;
  return false;
}

// Writes a digit for the kind of name, and the name.
void FormatWwid(std::string_view wwid, std::string& out) {
  out.clear();
  for (const auto& [prefix, digit] : {std::pair("naa.", '3'), {"eui.", '2'}, {"t10.", '1'}})
    if (wwid.starts_with(prefix)) {
      out = digit;
      wwid.remove_prefix(4);
      break;
    }
  out += wwid;
}

}  // namespace

BlockDeviceKind KindOf(std::string_view name) {
  if (name.starts_with("dm-")) return BlockDeviceKind::kDeviceMapper;
  if (name.starts_with("md")) return BlockDeviceKind::kRaid;
  if (StartsWithAny(name, {"loop", "ram", "zram", "sr"})) return BlockDeviceKind::kOther;
  const std::string_view stem = WithoutNumber(name);
  if (stem.size() == name.size()) return BlockDeviceKind::kDisk;  // sda
  // Some disks have names with numbers, and their partitions add "p" and a number: nvme0n1p2.  Any
  // other name that ends in a number is taken for a partition, as in PCP.
  if (!StartsWithAny(name, {"nvme", "mmcblk", "nbd", "rbd", "cciss"}))
    return BlockDeviceKind::kPartition;
  const bool is_partition = stem.size() > 1 && stem.back() == 'p' && IsDigit(stem[stem.size() - 2]);
  return is_partition ? BlockDeviceKind::kPartition : BlockDeviceKind::kDisk;
}

InstanceTable& BlockDeviceNames::Table(BlockDeviceKind kind) {
  switch (kind) {
    case BlockDeviceKind::kPartition:
      return machine_.instances(GridId::kPartition);
    case BlockDeviceKind::kDeviceMapper:
      return machine_.instances(GridId::kDm);
    case BlockDeviceKind::kRaid:
      return machine_.instances(GridId::kMd);
    default:
      return machine_.instances(GridId::kDisk);
  }
}

InstanceId BlockDeviceNames::IdOf(BlockDeviceKind kind, std::string_view kernel_name) {
  if (kind != BlockDeviceKind::kDeviceMapper) return Table(kind).IdOf(kernel_name);
  key_.assign(kernel_name);
  auto it = mapped_.find(key_);
  if (it == mapped_.end())
    it = mapped_.emplace(key_, KernelFile(machine_.Sys("block/" + key_ + "/dm/name"))).first;
  const auto name = it->second.Read(buffer_);
  return Table(kind).IdOf(name ? Trimmed(*name) : kernel_name);
}

std::string_view BlockDeviceNames::WwidOf(std::string_view disk) {
  key_.assign(disk);
  auto it = wwids_.find(key_);
  if (it == wwids_.end()) {
    std::string path = machine_.Sys("block/" + key_ + "/device/wwid");
    if (access(path.c_str(), R_OK) != 0) path = machine_.Sys("block/" + key_ + "/wwid");
    it = wwids_.emplace(key_, Wwid{KernelFile(std::move(path)), {}}).first;
  }
  const auto wwid = it->second.file.Read(buffer_);
  FormatWwid(wwid ? Trimmed(*wwid) : std::string_view(), it->second.text);
  return it->second.text;
}

}  // namespace fdr::local
