// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// From when to when the texts of a metric hold.  A text holds up to the next sample that has the
// metric: it is followed by the text there, or its instance is gone.  Gaps end all texts.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "fdr/archive/record/result_record.h"
#include "fdr/replay/serve/viewer/buckets/nanos.h"
#include "fdr/replay/serve/viewer/states/state_text.h"

namespace fdr {

/// Takes sets and gaps in the order of time.  One thread at a time.
class MetricTexts {
 public:
  using Hold = std::function<void(InstanceId, Nanos from, Nanos to, const StateText&)>;
  using IsWanted = std::function<bool(InstanceId)>;

  /// Calls `hold` with the texts of the wanted instances, for each of them in the order of time.
  MetricTexts(bool is_singular, IsWanted is_wanted, Hold hold)
      : is_singular_(is_singular), is_wanted_(std::move(is_wanted)), hold_(std::move(hold)) {}

  /// If one instance has several texts, the first counts.  A set without texts says nothing.
  void Take(Nanos at, const ValueSet& set);
  /// All texts hold up to this time: a gap, or the end of the archive.
  void End(Nanos at);

 private:
  struct Last {
    Nanos at = 0;
    StateText text = {};
    std::uint64_t sample = 0;
    std::uint64_t set = 0;  // in which it was
  };

  void CountSample(Nanos at);
  void EndGone();
  void TakeText(InstanceId instance, Nanos at, std::string_view text);

  bool is_singular_;
  IsWanted is_wanted_;
  Hold hold_;
  std::unordered_map<InstanceId, Last> last_;
  std::uint64_t sample_ = 0, sets_ = 0;
  std::optional<Nanos> sample_at_;  // the first record of the last sample since a gap
};

}  // namespace fdr
