// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Writes the metadata of several archives as those of one: each fact once, in the order of time.
//
// Records of instance domains obey the rule of MetadataWriter::AddInDom(), whatever the archives
// have.

#pragma once

#include <span>
#include <string>
#include <vector>

#include "fdr/archive/base/problem.h"
#include "fdr/archive/copy/data_output.h"
#include "fdr/archive/copy/metadata_changes.h"
#include "fdr/archive/write/metadata_writer.h"

namespace fdr {

/// One thread at a time.
class JoinedMetadata {
 public:
  /// `on_problem` receives records that cannot be written.
  static Result<JoinedMetadata> Create(FileSystem& files, const std::string& base,
                                       const LabelRecord& label, ProblemSink on_problem);

  /// Adds parts of archives whose times overlap.  What holds at the first record of a part gets its
  /// stamp.  A domain has the members of all archives that have records at the time.  The parts are
  /// not older than those of earlier calls.
  Result<void> Add(std::span<const DataSpan> parts);

  struct Written {
    DataOutput::MetadataFile file;
    /// If a change had to be written behind the last data record: its stamp, for a mark.
    std::optional<Timestamp> behind;
  };
  /// `last` is the stamp of the last data record.
  Result<Written> Close(Timestamp last);

 private:
  JoinedMetadata(MetadataWriter writer, ProblemSink on_problem)
      : writer_(std::move(writer)), on_problem_(std::move(on_problem)) {}

  Result<void> AddTimeless(const Archive& archive);
  Result<void> Write(const MetadataChange& change, std::span<const DataSpan> parts);
  Result<void> Note();
  Result<void> Pass(Result<void> outcome);

  MetadataWriter writer_;
  ProblemSink on_problem_;
  std::vector<MetadataPlace> places_;
};

}  // namespace fdr
