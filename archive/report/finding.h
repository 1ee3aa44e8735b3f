// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The findings and the options of a check of an archive.

#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/base/ids.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/record/label_record.h"
#include "fdr/archive/report/check_code.h"
#include "fdr/archive/source/source_options.h"

namespace fdr {

/// One finding, and its place.
struct Finding {
  CheckCode code = CheckCode::kFileUnreadable;
  std::string file;                ///< path; the archive's base name if it concerns several files
  std::uint64_t offset = 0;        ///< in the uncompressed file, of the record concerned
  std::optional<Timestamp> stamp;  ///< in the record; need not be Valid()
  std::optional<MetricId> metric;  ///< that the finding is about
  std::string sentence;

  Severity severity() const { return InfoOf(code).severity; }
};

/// Receives the findings file by file: index, metadata, volumes; last the findings about the whole
/// archive.
using FindingSink = std::function<void(const Finding&)>;

struct CheckOptions {
  SourceOptions source = {};
  bool counters = true;      ///< report counters that went down
  std::uint64_t limit = 20;  ///< maximum of findings of one code in one file for the sink
  /// Called now and then with the number of bytes read so far.
  std::function<void(std::uint64_t)> on_progress = {};
};

/// Findings beyond the limit, which the sink did not get.
struct OmittedFindings {
  CheckCode code = CheckCode::kFileUnreadable;
  std::string file;
  std::uint64_t count = 0;
};

struct CheckSummary {
  std::array<std::uint64_t, 3> findings{};  ///< by Severity, omitted ones included
  std::vector<OmittedFindings> omitted;
  std::optional<LabelRecord> label;  ///< all other labels were compared with this one
  std::uint64_t bytes = 0;           ///< read, uncompressed
  std::uint64_t metrics = 0;
  std::uint64_t records = 0;  ///< whole data records, marks included
  std::uint64_t values = 0;
  /// Why files could not be read, if this process lacks descriptors or memory.  The findings then
  /// say nothing about the archive.
  std::optional<Error> shortage;

  std::uint64_t count(Severity severity) const {
    return findings[static_cast<std::size_t>(severity)];
  }
};

}  // namespace fdr
