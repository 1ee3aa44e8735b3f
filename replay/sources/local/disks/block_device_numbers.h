// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Finds the names of block devices by their numbers.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/sources/local/machine.h"

namespace fdr::local {

class BlockDeviceNumbers {
 public:
  explicit BlockDeviceNumbers(Machine& machine)
      : machine_(machine), file_(machine.Proc("diskstats")) {}

  /// Reads the present devices.  Uses the machine's buffer.
  void Refresh();
  /// "vda" for "254:0"; "" for an unknown device.  Valid until the next Refresh().
  std::string_view NameOf(std::string_view numbers) const;

 private:
  struct Device {
    std::uint64_t major, minor;
    std::size_t at, size;  // of the name in the text
  };

  Machine& machine_;
  KernelFile file_;
  std::string text_;
  std::vector<Device> devices_;
};

}  // namespace fdr::local
