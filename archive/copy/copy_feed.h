// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The beginning of a copy whose records pass through stages: reads archives, and passes on all of
// their content in the order of time.

#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "fdr/archive/archive.h"
#include "fdr/archive/base/problem.h"
#include "fdr/archive/copy/copy_sink.h"
#include "fdr/archive/copy/first_record.h"
#include "fdr/archive/copy/metadata_changes.h"
#include "fdr/archive/copy/record_merger.h"
#include "fdr/archive/copy/record_window.h"

namespace fdr {

/// Instance domains come as full records, whatever the archives have.  One thread at a time.
/// Borrows the sink, for which the caller has called Begin().
class CopyFeed {
 public:
  struct Source {
    std::shared_ptr<const Archive> archive;
    RecordWindow window;
    CopySink* front = nullptr;  ///< gets its records, and passes them on to the sink
  };
  /// Called with the bytes of each record; returns false to stop with kCancelled.
  using GoOn = std::function<bool(std::uint64_t)>;

  /// `version` is that of the marks that it adds.
  CopyFeed(CopySink& sink, Version version, GoOn go_on, ProblemSink on_problem)
      : sink_(sink),
        version_(version),
        go_on_(std::move(go_on)),
        on_problem_(std::move(on_problem)) {}

  /// Passes on archives whose times overlap.  They are not older than those of earlier calls.
  Result<void> Feed(const std::vector<Source>& sources);

  /// These records come before those of the sources.
  void BeginWith(FirstRecords records) { begin_with_ = std::move(records); }
  /// The next record is behind a gap: a mark comes before it.
  void ExpectGap() { has_gap_ = true; }
  /// The number of records that were in several archives, and were passed on once.
  std::uint64_t repeated() const { return repeated_; }

 private:
  Result<void> PassTimeless(const Archive& archive);
  CopySink& SinkOf(const Archive* archive) const;
  Result<void> PassChanges(std::optional<Timestamp> until);
  Result<void> Pass(const MergedRecord& merged);
  Result<void> PassMark(Timestamp stamp);

  CopySink& sink_;
  Version version_;
  GoOn go_on_;
  ProblemSink on_problem_;
  FirstRecords begin_with_;
  std::vector<DataSpan> parts_;
  std::unordered_map<const Archive*, CopySink*> fronts_;
  std::vector<MetadataChange> changes_;
  std::size_t next_change_ = 0;
  ResultRecord record_;
  std::optional<Timestamp> last_;
  bool last_is_mark_ = false;
  bool has_gap_ = false;
  std::uint64_t repeated_ = 0;
};

}  // namespace fdr
