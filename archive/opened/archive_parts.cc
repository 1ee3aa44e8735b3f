// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/opened/archive_parts.h"

#include <fmt/format.h>

#include <algorithm>

namespace fdr {

std::optional<std::size_t> ArchiveParts::VolumeNumbered(std::int32_t number) const {
  const auto it =
      std::lower_bound(files.volumes.begin(), files.volumes.end(), number,
                       [](const VolumeFile& v, std::int32_t wanted) { return v.number < wanted; });
  if (it == files.volumes.end() || it->number != number) return std::nullopt;
  return static_cast<std::size_t>(it - files.volumes.begin());
}

Result<void> ArchiveParts::CheckLabel(const LabelRecord& other, std::int32_t volume,
                                      const std::string& path) const {
  if (other.volume != volume)
    return Fail(Errc::kBadLabel,
                fmt::format("The label is that of volume {} instead of {}", other.volume, volume),
                path);
  if (other.version != label.version || other.pid != label.pid || !(other.host == label.host))
    return Fail(Errc::kBadLabel, "The label differs from that of the first data volume", path);
  return {};
}

void ArchiveParts::ReportProblem(const Error& error) const {
  Report(options.on_problem, ProblemOf(error));
}

}  // namespace fdr
