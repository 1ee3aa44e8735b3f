// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The layouts of a timeline's records, which all who search it have in common: so what one of them
// remembers of a record serves the others.

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>

#include "fdr/replay/record_layout.h"

namespace fdr {

struct KnownLayout {
  using Id = std::uint32_t;  ///< none is 0, and no two of a timeline have the same

  Id id = 0;
  RecordLayout sets;
};

/// Serves many threads at once.
class KnownLayouts {
 public:
  /// One that is like this, and is known already, or is from now on.
  std::shared_ptr<const KnownLayout> Like(const RecordLayout& made);

 private:
  std::mutex mutex_;
  std::array<std::shared_ptr<const KnownLayout>, 64> last_;  // of those that were new
  KnownLayout::Id newest_ = 0;
};

}  // namespace fdr
