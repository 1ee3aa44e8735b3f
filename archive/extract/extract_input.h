// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The records of one input of an extract, as they are stored.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>

#include "fdr/archive/archive.h"
#include "fdr/archive/base/problem.h"
#include "fdr/archive/record/result_record.h"
#include "fdr/archive/record_cursor.h"

namespace fdr {

/// Stands on a record, or behind the last one.  Damage ends the input.  One thread at a time.
class ExtractInput {
 public:
  /// Stands before the first record: call Step().  The sink receives the damage.
  ExtractInput(std::shared_ptr<const Archive> archive, ProblemSink on_problem);

  /// Goes to the next record.
  void Step();

  const Archive& archive() const { return *archive_; }
  /// Whether it stands on a record.
  bool has_record() const { return has_record_; }
  /// The record, valid until the next Step().
  const ResultRecord& values() const { return values_; }
  Bytes body() const { return body_; }
  /// The stamp of the record, or of the last one.
  Timestamp stamp() const { return stamp_; }

  /// The collector, as the last prologue or epilogue so far says: pmcd.pid and pmcd.seqnum.
  using Collector = std::pair<std::uint64_t, std::uint64_t>;
  const std::optional<Collector>& collector() const { return collector_; }

 private:
  void NoteCollector();
  Result<void> CheckEvents() const;
  void End(const Error& error);

  std::shared_ptr<const Archive> archive_;
  ProblemSink on_problem_;
  RecordCursor cursor_;
  std::unordered_map<MetricId, Desc> events_;  // metrics
  bool has_record_ = true;
  ResultRecord values_;
  Bytes body_;
  Timestamp stamp_;
  std::optional<Collector> collector_;
};

}  // namespace fdr
