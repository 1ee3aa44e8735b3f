// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The archive that a program imports to.  Metadata and index entries are those that PCP's library
// writes; see docs/format/index.md for where its entries point, and where ours do.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "fdr/archive/archive_writer.h"
#include "fdr/replay/pcp/log_import/defined_metadata.h"

namespace fdr::log_import {

/// The labels that describe the archive, and its limits.
struct ImportOptions {
  LabelRecord label;
  std::uint64_t volume_limit;  ///< in bytes
};

/// Metadata are for the next record, or for Flush().  One thread at a time.
class ImportArchive {
 public:
  /// Errors: those of ArchiveWriter::Create().  The archive begins at the label's start.
  static Result<ImportArchive> Create(const std::string& base, const ImportOptions& options);

  Result<void> AddMetric(const DefinedMetric& metric);
  Result<void> AddDomain(Timestamp stamp, const DefinedDomain& domain);
  Result<void> AddText(const DefinedText& text);
  Result<void> AddLabels(Timestamp stamp, const DefinedLabels& labels);

  Result<void> Write(const ResultEncoder& record);
  Result<void> WriteMark(Timestamp stamp) { return writer_.WriteMark(stamp); }
  /// Writes metadata without a record.
  Result<void> Flush();
  /// Call nothing else afterwards.
  Result<void> Close();

 private:
  ImportArchive(ArchiveWriter writer, const LabelRecord& label);

  Result<void> Enter(const IndexEntry& entry);

  ArchiveWriter writer_;
  LabelRecord label_;
  bool has_news_ = false;  // metrics or domains for the next record
  std::optional<IndexEntry> last_record_;
  std::optional<IndexEntry> last_entry_;
};

}  // namespace fdr::log_import
