// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What rewriting rules do inside events: their parameters are values of metrics, and they have
// times.

#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "fdr/archive/record/event_array.h"
#include "fdr/replay/copy/rewrite/rule_table.h"
#include "fdr/replay/copy/rewrite/value_changes.h"

namespace fdr {

/// One thread at a time.
class EventChanger {
 public:
  /// Borrows both.
  EventChanger(const RuleTable& table, ValueChanger& values) : table_(table), values_(values) {}

  /// Events with other times, by as many nanoseconds.
  void SetShift(std::int64_t shift) { shift_ = shift; }
  /// The changed array of events, or the same bytes if nothing changes.  The result is valid until
  /// the next call.  kInvalidArgument as from ValueChanger, and for a time that cannot be stored.
  Result<Bytes> Change(Type type, Bytes payload, Timestamp stamp);

 private:
  Result<bool> Add(const EventArray& events, const EventRecord& record, Type type, Timestamp stamp);
  Result<bool> AddParameter(EventParameter parameter, Timestamp stamp);
  Result<bool> Convert(const MetricChange& change, EventParameter& parameter, Timestamp stamp);

  const RuleTable& table_;
  ValueChanger& values_;
  std::int64_t shift_ = 0;
  EventArray changed_;
  std::vector<EventParameter> parameters_;  // of one record
  std::deque<ByteBuffer> payloads_;         // which they borrow from
  ByteBuffer encoded_;
};

}  // namespace fdr
