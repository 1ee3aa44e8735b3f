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

/// Looks at every stamp of a small archive.  Of a larger one it believes the index, if there is one
/// that has no large gap; otherwise it looks at every stamp, too.  What follows once the archive
/// has grown is looked at, and nothing twice.  One thread at a time.
class OrderLook {
 public:
  /// Whether stamps go back, or there is damage, which may hide that.  `small` is how many bytes of
  /// records a small archive has at most.
  bool MayGoBack(const OpenedVolumes& volumes, std::uint64_t small);

 private:
  bool GoesBackFromHere(const OpenedVolumes& volumes);
  bool GoesBackIn(const OpenedVolumes& volumes, std::size_t volume);
  bool Pass(const VolumeSummary& summary);
  void PassAll(const OpenedVolumes& volumes);

  // What was looked at ends here.
  std::int32_t volume_ = 0;   // its number
  std::uint64_t offset_ = 0;  // 0: nothing of it
  std::optional<Timestamp> last_;
  bool began_ = false;
};

}  // namespace fdr
