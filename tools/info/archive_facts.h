// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The facts that `fdr info` shows.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/archive.h"
#include "fdr/archive/base/problem.h"
#include "fdr/archive/files/archive_files.h"
#include "fdr/archive/metadata/metadata.h"
#include "fdr/archive/record/label_record.h"
#include "fdr/replay/time/zone.h"
#include "fdr/tools/options/common_options.h"

namespace fdr::tools {

struct FileFacts {
  std::int32_t number = 0;  ///< volume number; kMetadataVolume, kIndexVolume
  std::string path;
  std::string compression;                     ///< "xz", ...; empty for a plain file
  std::uint64_t bytes = 0;                     ///< on disk
  std::optional<std::uint64_t> content_bytes;  ///< uncompressed, if known without decoding
};

/// Where the end of the time span comes from.
enum class EndSource {
  kLastRecord,
  kIndex,     ///< its last entry
  kNotRead,   ///< unknown: the data is compressed, and there is no index
  kNoRecord,  ///< unknown: no record shows the end
};

/// Between two neighbouring records.
struct Gap {
  Timestamp start;
  double seconds = 0;
};

/// Facts that are known only after reading all data.
struct ExactFacts {
  std::uint64_t records = 0, marks = 0, values = 0, bytes = 0;
  std::optional<Timestamp> last;   ///< of the last record
  std::optional<Gap> longest_gap;  ///< if there are two records or more
  bool complete = true;            ///< false: some of the data could not be read
};

struct ArchiveFacts {
  std::string base;
  LabelRecord label;
  Zone zone;
  std::optional<Timestamp> end;
  EndSource end_source = EndSource::kNoRecord;
  std::vector<FileFacts> files;  ///< volumes, then metadata and index
  std::size_t metrics = 0;
  std::size_t indoms = 0;
  std::size_t instances = 0;  ///< all that ever existed
  std::size_t index_entries = 0;
  MetadataCounts records;
  std::string writer;  ///< as far as known
  std::optional<ExactFacts> exact;
};

Result<ArchiveFacts> GatherFacts(const ArchiveFiles& files, bool exact, const CommonOptions& common,
                                 const ProblemSink& on_problem);

}  // namespace fdr::tools
