// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Makes one archive of several, or of parts of them, record by record as they are stored.
//
//   inputs -> order (extract_order.h) -> window -> chosen values -> metadata on use -> files
//
// Nothing is sorted: records of an input whose stamps go back stay in their order.  Each record of
// an archive that is given twice comes twice.  copy/join_archives.h sorts, and writes it once.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/extract/chosen_values.h"
#include "fdr/archive/extract/extract_input.h"
#include "fdr/archive/extract/extract_writer.h"
#include "fdr/archive/extract/metadata_on_use.h"

namespace fdr {

/// Gets what an extract keeps, or puts in order, that could be otherwise.
struct ExtractObserver {
  virtual ~ExtractObserver() = default;
  virtual void OnLabels(const LabelsOnUse& labels) = 0;
  /// The mark of an input that has ended waits for a record that comes before it.
  virtual void OnWaitingMark(std::size_t input) = 0;
  /// There is no mark between windows, since no record is in front of it.
  virtual void OnLeadingMark() = 0;
};

struct ExtractPlan {
  /// Version, host, process and zones of the new archive.
  LabelRecord label = {};
  /// Both ends belong to the window.  Reading stops at the first record behind the end.
  std::optional<Timestamp> start = {};
  std::optional<Timestamp> end = {};
  /// The window comes again every 24 hours; between two of them is a mark.
  bool daily = false;
  std::optional<std::uint64_t> records = {};  ///< the most of them, marks included
  std::uint64_t volume_records = 0;           ///< in a volume, marks included; 0: any number
  bool marks_always = false;                  ///< between inputs (extract_order.h)
  ChosenValues chosen = {};
  std::function<void(std::int32_t, Timestamp)> on_volume = {};  ///< as in ExtractFiles
  /// Receives the place of an input that damage ends, and what ExtractDamageSink gets.
  std::function<void(std::size_t, const Problem&, std::uint64_t)> on_damage = {};
  ExtractObserver* observer = nullptr;
  std::function<bool()> keep_going = {};  ///< returns false to stop with kCancelled
  bool keeps_parts = false;               ///< after an error, keep what was written
};

/// Returns the number of records and marks.  `metadata` are those of all inputs.  The files get
/// their names when all is written.  They have at most the permissions that all files of the inputs
/// give.  Errors are kEmpty without a record, kCancelled, and those of CheckIsNew().  kNotFound
/// without a file means that a record has an unknown metric.
Result<std::uint64_t> ExtractArchives(const std::vector<ExtractSource>& inputs,
                                      const Metadata& metadata, const std::string& out,
                                      const ExtractPlan& plan,
                                      FileSystem& files = PosixFileSystem());

}  // namespace fdr
