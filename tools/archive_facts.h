// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What `fdr info` shows, gathered.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/archive.h"
#include "fdr/archive/archive_name.h"
#include "fdr/archive/label_record.h"
#include "fdr/archive/metadata.h"
#include "fdr/archive/problem.h"
#include "fdr/replay/zone.h"
#include "fdr/tools/common_options.h"

namespace fdr::tools {

struct FileFacts {
  std::int32_t number = 0;  ///< volume number; kMetadataVolume, kIndexVolume
  std::string path;
  std::string compression;  ///< "xz", ...; empty for a plain file
  std::uint64_t bytes = 0;  ///< on disk
  std::optional<std::uint64_t>
      content_bytes;  ///< uncompressed, where that is known without decoding
};

/// Where the end of the time span comes from.
enum class EndSource { kLastRecord, kIndex, kUnknown };

/// What reading all data adds.
struct ExactFacts {
  std::uint64_t records = 0, marks = 0, values = 0, bytes = 0;
  double longest_gap = 0;  ///< seconds between two neighbouring records
  Timestamp longest_gap_start;
  bool complete = true;  ///< false: damage kept it from reading on
};

struct ArchiveFacts {
  std::string base;
  LabelRecord label;
  Zone zone;
  std::optional<Timestamp> end;
  EndSource end_source = EndSource::kUnknown;
  std::vector<FileFacts> files;  ///< volumes, then metadata and index
  std::size_t metrics = 0;
  std::size_t indoms = 0;
  std::size_t instances = 0;  ///< that ever were
  std::size_t index_entries = 0;
  MetadataCounts records;
  std::string writer;  ///< as far as the archive tells
  std::optional<ExactFacts> exact;
};

Result<ArchiveFacts> GatherFacts(const ArchiveFiles& files, bool exact, const CommonOptions& common,
                                 const ProblemSink& on_problem);

}  // namespace fdr::tools
