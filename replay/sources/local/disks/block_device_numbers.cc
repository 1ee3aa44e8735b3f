// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/disks/block_device_numbers.h"

#include "fdr/replay/sources/local/field_scanner.h"

namespace fdr::local {

void BlockDeviceNumbers::Refresh() {
  text_.assign(file_.Read(machine_.buffer).value_or(""));
  devices_.clear();
  for (FieldScanner in(text_); !in.AtEnd();) {
    FieldScanner line(in.Line());
    Device device = {};
    if (!line.Number(device.major) || !line.Number(device.minor)) continue;
    const std::string_view name = line.Word();
    if (name.empty()) continue;
    device.at = static_cast<std::size_t>(name.data() - text_.data());
    device.size = name.size();
    devices_.push_back(device);
  }
}

std::string_view BlockDeviceNumbers::NameOf(std::string_view numbers) const {
  FieldScanner in(numbers);
  std::uint64_t major = 0, minor = 0;
  if (!in.Number(major) || !in.Skip(":") || !in.Number(minor)) return {};
  for (const Device& device : devices_)
    if (device.major == major && device.minor == minor)
      return std::string_view(text_).substr(device.at, device.size);
  return {};
}

}  // namespace fdr::local
