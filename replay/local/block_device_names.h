// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What kind of block device a name of the kernel stands for, and which instance it is.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "fdr/archive/base/ids.h"
#include "fdr/replay/local/machine.h"

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

  /// The instance of a device, by the name that the kernel gives to it.  Not for kOther.  Instances
  /// are called as their devices, but for those of the device mapper, which people give names to.
  InstanceId IdOf(BlockDeviceKind kind, std::string_view kernel_name);
  /// The world-wide name of a disk, as scsi_id(8) prints it; "" if it has none.  Disks of the same
  /// one are paths to one device.  Valid until the next call.
  std::string_view WwidOf(std::string_view disk);

 private:
  InstanceTable& Table(BlockDeviceKind kind);

  // Names are given to other devices when theirs are gone: so what they stand for is read anew.
  struct Wwid {
    KernelFile file;
    std::string text;
  };

  Machine& machine_;
  ReadBuffer buffer_;  // of its own: callers are in the middle of a file
  std::unordered_map<std::string, KernelFile> mapped_;  // files of names, by the kernel's name
  std::unordered_map<std::string, Wwid> wwids_;
  std::string key_;  // kept for its memory
};

}  // namespace fdr::local
