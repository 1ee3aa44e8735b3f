// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Replaces the names in the values of data records, and leaves out numbers that may be some.
//
// Each value is encoded again.  So bytes behind the end of a string, and those between values, do
// not come along.

#pragma once

#include <unordered_map>
#include <unordered_set>

#include "fdr/archive/base/value.h"
#include "fdr/archive/record/event_array.h"
#include "fdr/archive/record/result_encoder.h"
#include "fdr/archive/record/result_record.h"
#include "fdr/replay/copy/scrub/metric_rules.h"
#include "fdr/replay/copy/scrub/text_scrubber.h"

namespace fdr {

/// One thread at a time.  Borrows the scrubber.
class ValueScrubber {
 public:
  explicit ValueScrubber(TextScrubber& texts) : texts_(texts) {}

  /// `rule` is that of the metric's name.  If a metric has several rules, the strictest counts.
  void Describe(const Desc& desc, const ScrubRule& rule);

  /// Adds the sets of a record to `out`, for which Begin() was called.  A set stays without values,
  /// or is left out, if none may stay.
  void Scrub(const ResultRecord& record, ResultEncoder& out);

 private:
  struct Known {
    Type type = Type::kUnknown;
    ScrubRule rule;
  };

  ScrubReport& report() { return texts_.names().report(); }
  void ScrubInPlace(const ValueSet& set, const Known& known, ResultEncoder& out);
  void ScrubBlocks(const ValueSet& set, const Known& known, ResultEncoder& out);
  bool ScrubPayload(const Known& known, Type type, Bytes payload, ByteBuffer& out);
  bool ScrubNumber(const Known& known, Bytes payload, ByteBuffer& out);
  bool ScrubEvents(Type type, Bytes payload, ByteBuffer& out);
  void NoteLeftOut(MetricId id, std::uint64_t values);

  TextScrubber& texts_;
  std::unordered_map<MetricId, Known> known_;
  std::unordered_set<MetricId> left_out_;
};

}  // namespace fdr
