// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The kinds of block devices by their kernel names, and their instances.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "fdr/archive/base/ids.h"
#include "fdr/replay/sources/local/machine.h"

namespace fdr::local {

enum class BlockDeviceKind : std::uint8_t {
  kDisk,
  kPartition,
  kDeviceMapper,
  kRaid,
  kOther,  ///< in memory, in a file, or removable: not counted
};

BlockDeviceKind KindOf(std::string_view name);

class BlockDeviceNames {
 public:
  explicit BlockDeviceNames(Machine& machine) : machine_(machine) {}

  /// The instance of a device with this kernel name.  Not for kOther.  Instances have the names of
  /// their devices; a device of the device mapper has the name that its administrator gave it.
  InstanceId IdOf(BlockDeviceKind kind, std::string_view kernel_name);
  /// The world-wide name of a disk, as scsi_id(8) prints it; "" if it has none.  Disks with the
  /// same name are paths to one device.  Valid until the next call.
  std::string_view WwidOf(std::string_view disk);

 private:
  InstanceTable& Table(BlockDeviceKind kind);

  // A name may pass to another device when its own is gone, so its data are read again.
  struct Wwid {
    KernelFile file;
    std::string text;
  };

  Machine& machine_;
  ReadBuffer buffer_;  // its own, because callers are still reading another file
  std::unordered_map<std::string, KernelFile> mapped_;  // files with names, by kernel name
  std::unordered_map<std::string, Wwid> wwids_;
  std::string key_;  // a member to reuse its memory
};

}  // namespace fdr::local
