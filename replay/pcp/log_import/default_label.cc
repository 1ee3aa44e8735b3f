// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/log_import/default_label.h"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <string_view>

#include "fdr/replay/pcp/libpcp/libpcp.h"

namespace fdr::log_import {

std::string LocalZone() {
  std::array<char, 256> zone = {};
  return __pmTimezone_r(zone.data(), static_cast<int>(zone.size()));
}

std::string LocalZoneInfo() {
  constexpr std::string_view kZones = "/zoneinfo/";
  std::error_code failure;
  const std::string target = std::filesystem::read_symlink("/etc/localtime", failure).string();
  const std::size_t zones = target.find(kZones);
  return zones == target.npos ? std::string() : ":" + target.substr(zones + kZones.size());
}

Version DefaultVersion() {
  const char* const setting = pmGetOptionalConfig("PCP_ARCHIVE_VERSION");
  return setting != nullptr && std::string_view(setting) == "3" ? Version::k3 : Version::k2;
}

std::uint64_t VolumeLimit() {
  constexpr int kDecimal = 10;
  const char* const setting = std::getenv("PCP_LOGIMPORT_MAXLOGSZ");
  if (setting == nullptr) return std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t size = std::strtoull(setting, nullptr, kDecimal);
  return size == 0 ? 0 : size - 1;
}

}  // namespace fdr::log_import
