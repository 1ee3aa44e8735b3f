// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The records of one input of an extract, as they are stored.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>

#include "fdr/archive/base/problem.h"
#include "fdr/archive/base/value.h"
#include "fdr/archive/files/archive_files.h"
#include "fdr/archive/opened/opened_volumes.h"
#include "fdr/archive/record/collector_record.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/record/result_record.h"

namespace fdr {

struct ExtractSource {
  ArchiveFiles files;    ///< as Archive::files()
  LabelRecord label;     ///< of the first volume
  SourceOptions source;  ///< shared by all inputs
};

/// The metrics whose values are events.
using EventMetrics = std::unordered_map<MetricId, Desc>;

/// Receives the damage that ends an input, and the size of its file: 0 if it is not open.
using ExtractDamageSink = std::function<void(const Problem&, std::uint64_t)>;

/// Stands on a record, or behind the last one.  Damage ends the input.  At most one of its volumes
/// is open.  One thread at a time.
class ExtractInput {
 public:
  /// Stands before the first record: call Step().  Borrows the events.
  ExtractInput(const ExtractSource& source, const EventMetrics& events,
               ExtractDamageSink on_damage);

  /// Goes to the next record.  All errors but damage are returned; then the input has ended.
  Result<void> Step();
  /// Closes the file while the first record is not needed.
  void Rest();
  /// Stands on the first record again, if it rests.
  Result<void> Wake();

  Version version() const { return parts_->label.version; }
  /// Whether it stands on a record.
  bool has_record() const { return has_record_; }
  /// The record, valid until the next Step() or Rest().
  const ResultRecord& values() const { return values_; }
  Bytes body() const { return body_; }
  /// The stamp of the record, or of the last one.
  Timestamp stamp() const { return stamp_; }

  /// The collector, as the last prologue or epilogue so far says.
  const std::optional<Collector>& collector() const { return collector_; }

 private:
  Result<std::optional<Frame>> NextFrame();
  Result<void> OpenVolume();
  void CloseVolume();
  Result<bool> Read();
  Result<void> CheckEvents() const;
  Result<void> End(const Error& error);

  const EventMetrics* events_;
  std::unique_ptr<ArchiveParts> parts_;  // borrowed by the volumes
  std::unique_ptr<OpenedVolumes> volumes_;
  ExtractDamageSink on_damage_;
  std::size_t volume_ = 0;
  std::optional<FrameReader> frames_;  // of that volume, while it is open
  bool has_record_ = true;
  bool rests_ = false;
  ResultRecord values_;
  Bytes body_;
  Timestamp stamp_;
  std::optional<Collector> collector_;
};

}  // namespace fdr
