// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The beginning of a copy that keeps the order of the records in the files (ordered_writer.h).

#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "fdr/archive/archive.h"
#include "fdr/archive/copy/ordered_writer.h"
#include "fdr/archive/opened/opened_volumes.h"
#include "fdr/archive/record/metadata_record.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/record/result_record.h"
#include "fdr/archive/source/source_options.h"

namespace fdr {

/// Passes on the content of an archive as its files have it: records that are not in the order of
/// time, and differences of instance domains, too.  Metadata come in front of the first data record
/// that needs them: up to a later stamp, or to a metric that this record does not have.  One thread
/// at a time.
class OrderedFeed {
 public:
  /// Called with the bytes of each record; returns false to stop with kCancelled.
  using GoOn = std::function<bool(std::uint64_t)>;

  /// Borrows all.  The caller has called Begin() of `first`, the first stage of those that end with
  /// `writer`.
  OrderedFeed(const Archive& archive, CopySink& first, OrderedWriter& writer, GoOn go_on)
      : archive_(archive), first_(first), writer_(writer), go_on_(std::move(go_on)) {}

  /// Calls End() of the first stage.  The error of damaged data comes after all records in front of
  /// them.  One volume is open at a time.
  Result<void> Run(const SourceOptions& source);

  /// The damage that ended Run(); its error has the file and the offset.  Nothing after other
  /// errors: the archive may be sound.
  struct Damage {
    Error error;
    std::uint64_t size = 0;  ///< of the volume; 0 if it could not be opened
  };
  const std::optional<Damage>& damage() const { return damage_; }
  /// Metadata that no data record needed: PCP's tools lose them.
  std::uint64_t late_metadata() const { return late_metadata_; }

 private:
  Result<bool> SeesMetadata(FrameReader& frames);
  Result<void> PassMetadata(FrameReader& frames);
  Result<void> PassRest(FrameReader& frames);
  Result<void> PassVolumes(const SourceOptions& source, FrameReader& metadata);
  Result<void> PassVolume(const OpenedVolumes& volumes, std::size_t place, FrameReader& metadata);
  Result<void> PassRecord(const Frame& frame, FrameReader& metadata);
  Result<void> StopAt(Error error, std::uint64_t size);
  bool IsNeeded(const MetadataRecord& record);

  const Archive& archive_;
  CopySink& first_;
  OrderedWriter& writer_;
  GoOn go_on_;
  ResultRecord record_;
  bool has_events_ = false;             // metrics of parameters are in no record
  std::optional<MetadataRecord> next_;  // borrows from the file
  std::optional<Damage> damage_;
  std::uint64_t late_metadata_ = 0;
};

}  // namespace fdr
