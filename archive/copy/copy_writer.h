// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The end of a copy whose records pass through stages: writes them to a new archive.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "fdr/archive/archive_writer.h"
#include "fdr/archive/base/problem.h"
#include "fdr/archive/copy/copy_part.h"
#include "fdr/archive/copy/copy_sink.h"
#include "fdr/archive/write/member_list.h"

namespace fdr {

/// Data records of the archive's version are written byte for byte.  Metadata that say nothing new
/// are left out, and domains are written as ArchiveWriter::AddInDom() does.  So are marks in front
/// of all data.  The caller names the files (StagedFiles).  One thread at a time.
class CopyWriter final : public CopySink {
 public:
  struct Options {
    DomainRecords domains = DomainRecords::kFull;
    VolumeBounds volumes = {};
    /// Receives metadata that cannot be written, and records that are not in the order of time.
    ProblemSink on_problem = {};
  };

  /// The archive gets the version of the label.  Borrows the file system.
  CopyWriter(FileSystem& files, std::string base, Options options)
      : files_(files), base_(std::move(base)), options_(std::move(options)) {}

  Result<void> Begin(const LabelRecord& label) override;
  Result<void> Add(const MetadataRecord& record) override;
  Result<void> Add(const CopiedRecord& record) override;
  /// kEmpty without a data record.
  Result<void> End() override;

  /// After End(), without the index.
  const CopyReport& report() const { return report_; }

 private:
  Result<void> AddInDom(const InDomRecord& record);
  Result<void> Pass(Result<void> outcome);
  Result<void> BeginVolume();
  void NoteVolume(std::uint64_t size);

  FileSystem& files_;
  std::string base_;
  Options options_;
  std::optional<ArchiveWriter> writer_;
  std::unordered_map<InDomId, MemberList> members_;  // of domains that had a delta
  std::uint64_t records_in_volume_ = 0;
  CopyReport report_;
};

}  // namespace fdr
