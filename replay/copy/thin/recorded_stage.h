// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A stage of a copy: leaves of each interval the last record of each kind, as it was recorded.
//
//   records                   0 c i   4 c   8 c   12 c i   14 c   18 c
//   with intervals of ten     0 c i         8 c   12 c i          18 c     two kinds: "c i" and "c"

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_set>
#include <vector>

#include "fdr/archive/copy/copy_sink.h"
#include "fdr/replay/copy/thin/held_metadata.h"
#include "fdr/replay/copy/thin/thin_grid.h"

namespace fdr {

/// Records of one kind have the same metrics.  Events are all kept.  Borrows the next sink.
class RecordedStage final : public CopySink {
 public:
  struct Options {
    std::int64_t interval = 0;             ///< see ThinGrid
    std::optional<Timestamp> origin = {};  ///< default: the first record
    std::size_t most_held = 64 << 20;      ///< bytes of what waits; then more is passed on
  };

  RecordedStage(const Options& options, CopySink& next);

  Result<void> Begin(const LabelRecord& label) override { return next_.Begin(label); }
  Result<void> Add(const MetadataRecord& record) override;
  Result<void> Add(const CopiedRecord& record) override;
  Result<void> End() override;

 private:
  using Kind = std::vector<MetricId>;
  struct Held {
    Timestamp at;
    std::uint64_t number = 0;  // counts the records
    Version version = Version::k3;
    ByteBuffer body = {};
  };

  static Kind KindOf(const ResultRecord& record);
  bool HasEvent(const ResultRecord& record) const;
  void Hold(const CopiedRecord& record);
  bool IsTooMuchHeld() const { return held_ + metadata_.bytes() > options_.most_held; }
  Result<void> PassHeld();

  Options options_;
  CopySink& next_;
  ThinGrid grid_;
  bool has_origin_ = false;
  std::unordered_set<MetricId> events_;
  std::map<Kind, Held> last_;  // of the interval
  std::vector<Held> others_;   // those with events
  std::uint64_t numbers_ = 0;
  std::size_t held_ = 0;  // bytes of records
  HeldMetadata metadata_;
  Timestamp interval_end_;
};

}  // namespace fdr
