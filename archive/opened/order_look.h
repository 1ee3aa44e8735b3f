// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Finds out, at little cost, whether the stamps of an archive may go back.

#pragma once

#include <cstdint>
#include <optional>

#include "fdr/archive/base/timestamp.h"

namespace fdr {

class OpenedVolumes;
class VolumeSummary;

/// Reads every stamp of a small archive.  For a larger archive it trusts an index without large
/// gaps; without such an index, it reads every stamp, too.  After the archive has grown, it reads
/// only the new stamps.  One thread at a time.
class OrderLook {
 public:
  /// Whether stamps go back, or damage may hide that they do.  `small` is the maximum size of a
  /// small archive, in bytes of records.
  bool MayGoBack(const OpenedVolumes& volumes, std::uint64_t small);

 private:
  bool GoesBackFromHere(const OpenedVolumes& volumes);
  bool GoesBackIn(const OpenedVolumes& volumes, std::size_t volume);
  bool Pass(const VolumeSummary& summary);
  void PassAll(const OpenedVolumes& volumes);

  // The end of the stamps already read.
  std::int32_t volume_ = 0;   // its number
  std::uint64_t offset_ = 0;  // 0: nothing read yet
  std::optional<Timestamp> last_;
  bool began_ = false;
};

}  // namespace fdr
