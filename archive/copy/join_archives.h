// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Makes one archive of several, in the order of time.
//
//   a        |--a--a--a--|
//   b                |--b--b--b--|
//   c                                  |--c--c--|
//   joined   |--a--a-ab-ab--b--b-|M    |--c--c--|
//
// A mark stands where archives end and none goes on (stretch_edge.h).

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "fdr/archive/base/problem.h"
#include "fdr/archive/copy/archive_fronts.h"
#include "fdr/archive/copy/copy_part.h"
#include "fdr/archive/copy/copy_sink.h"
#include "fdr/archive/copy/descriptor_agreement.h"
#include "fdr/archive/copy/first_record.h"
#include "fdr/archive/copy/lower_version_stage.h"
#include "fdr/archive/copy/record_window.h"
#include "fdr/archive/files/archive_files.h"
#include "fdr/archive/metadata/metadata.h"

namespace fdr {

/// Makes the stages of a copy, which pass on to `writer`, for the metadata of all archives; returns
/// the first of them.  May be called twice: the second time, the stages of the first call are done
/// with, and all begins again.  The caller keeps the stages and borrows the metadata.
using MakeStages = std::function<Result<CopySink*>(CopySink& writer, const Metadata& metadata)>;

/// The metrics of an archive that the new one gets.
using ChosenMetrics = std::function<std::unordered_set<MetricId>(const Metadata&)>;

/// A file that is written beside the archive, and gets its name together with it.
class CopyCompanion {
 public:
  virtual ~CopyCompanion() = default;

  /// The file is to be created in `files`, after the first stage was called.  As for MakeStages, a
  /// second call begins again.
  virtual void Begin(FileSystem& files) = 0;
  /// The file has to be complete, synced and closed afterwards.
  virtual Result<void> End() = 0;
};

/// Where one archive ends and another begins, behind it.
enum class GapMarks {
  kWhereNothingIsKnown,  ///< a mark, unless the other archive goes on (stretch_edge.h)
  kAlways,
  kNever,  ///< the caller knows that recording went on
};

struct JoinOptions {
  /// At least one; they ascend, and do not overlap.
  std::vector<TimeSpan> spans = {TimeSpan()};
  /// The host of the new archive, if the archives have several names of one machine.
  std::optional<std::string> same_host = {};
  /// The version of the new archive, by default the highest of the archives.
  std::optional<Version> version = {};
  VolumeBounds volumes = {};
  /// Without stages, and without a lower version, records are copied in pieces, without a look at
  /// their values.
  MakeStages stages = {};
  MakeFront front = {};  ///< only with stages, or with a lower version
  /// About other metrics the archives need not agree; by default all are chosen.
  ChosenMetrics chosen = {};
  /// Metrics on which the archives need not agree: the fronts see to it.
  std::unordered_set<MetricId> settled = {};
  GapMarks gaps = GapMarks::kWhereNothingIsKnown;
  /// These come in front of all records, but not alone.
  FirstRecords begin_with = {};
  /// Only with stages, or with a lower version; borrowed.
  CopyCompanion* companion = nullptr;
  SourceOptions source = {};
  CopyProgress keep_going = {};
  /// Receives all that is lost: not a record that its writer may be in the middle of, if the
  /// archive grows, or the window ends before it.  Some problems come more than once.
  ProblemSink on_problem = {};
};

struct JoinReport {
  CopyReport copied;
  std::size_t archives = 0;           ///< with records in the window
  std::vector<std::string> left_out;  ///< base names of the others
  std::uint64_t repeated = 0;  ///< records that were in several archives, and are written once
  std::size_t metrics = 0;
  std::optional<LoweredVersion> lowered;  ///< if an archive had a higher version
  /// If there are any, no archive was written.
  std::vector<MetadataConflict> conflicts;
  std::uint64_t more_conflicts = 0;
};

/// The order of `inputs` does not matter.  An archive that is named twice counts once.  Zone and
/// process of the label are those of the archive that
/// begins last.  Archives are opened one after the other; those whose times overlap are open
/// together.
///
/// Files appear as CopyPart() says.  Memory follows the metadata of the archives that overlap, and
/// the number of different metrics.
///
/// kUnsupportedVersion for a version that cannot hold the archives; kHostMismatch for archives of
/// several hosts; kEmpty without a record in the window; kExists; kCancelled.
Result<JoinReport> JoinArchives(const std::vector<ArchiveFiles>& inputs, const std::string& out,
                                const JoinOptions& options, FileSystem& files = PosixFileSystem());

}  // namespace fdr
