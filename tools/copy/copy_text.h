// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What `fdr copy` reports, as text and as JSON.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/copy/descriptor_agreement.h"
#include "fdr/archive/copy/lower_version_stage.h"
#include "fdr/replay/copy/rewrite/rewrite_report.h"
#include "fdr/replay/copy/scrub/scrub_report.h"
#include "fdr/replay/time/zone.h"

namespace fdr::tools {

/// The new archive, written or not.
struct CopyFacts {
  std::vector<std::string> in;  ///< base names
  std::string out;
  bool in_place = false;  ///< it takes the place of the original
  bool dry_run = false;
  bool is_whole = false;                 ///< the files are copied as they are
  std::optional<std::uint64_t> records;  ///< without marks; unknown if nothing counted them
  std::optional<std::uint64_t> marks;
  std::uint64_t repeated = 0;  ///< records that were in several archives
  Timestamp start, end;
  std::uint64_t metrics = 0;
  std::uint64_t metrics_before = 0;        ///< of the originals
  std::uint64_t statistics = 0;            ///< metrics that --statistics has added
  std::optional<RewriteReport> rewritten;  ///< if there were rules
  std::optional<LoweredVersion> lowered;   ///< if version 2 was made of version 3
  std::uint64_t bytes = 0;                 ///< of all files
  std::uint64_t bytes_before = 0;          ///< of the files of the originals
  std::optional<ScrubReport> scrub;        ///< of --scrub
  std::vector<std::string> settled;        ///< metrics that --conflict has changed
  /// If there are any, there is no new archive.
  std::vector<MetadataConflict> conflicts;
  std::uint64_t more_conflicts = 0;
};

/// "wrote night: 181 records, 2024-01-31 03:40:00 CET to 04:10:00 CET, 250 metrics, 3.0 MiB (of 256
/// MiB)\n"
std::string CopyLine(const CopyFacts& facts, const Zone& zone);

/// A line for each kind of loss that values had; may be empty.
std::string LossLines(const RewriteReport& report);

/// What an archive of version 2 has no longer; "" if nothing is lost.
std::string LoweredLine(const LoweredVersion& lowered);

/// A line for each conflict.
std::string ConflictLines(const CopyFacts& facts);

/// The document that docs/guide/copying.md describes.
void AppendJson(const CopyFacts& facts, const Zone& zone, std::string& out);

}  // namespace fdr::tools
