// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// One new archive of `fdr copy`: of one archive, or of several.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/archive.h"
#include "fdr/archive/compress/compressing_files.h"
#include "fdr/archive/copy/copy_part.h"
#include "fdr/archive/copy/join_archives.h"
#include "fdr/tools/copy/copy_command.h"
#include "fdr/tools/copy/copy_stages.h"
#include "fdr/tools/copy/copy_text.h"
#include "fdr/tools/copy/settled_conflicts.h"
#include "fdr/tools/run/damage_report.h"
#include "fdr/tools/terminal/progress.h"

namespace fdr::tools {

struct CopyOutput {
  std::string base;
  FileSystem& files;  ///< where the archive is written
  /// Otherwise the files of a whole archive are copied as they are, and others are not compressed.
  std::optional<ArchiveCompression> compression = {};
};

/// Whether each archive would be copied as it is.
bool ChangesNothing(const CopyCommand& command);

/// Borrows the command and the file system.
class ArchiveCopy {
 public:
  ArchiveCopy(const CopyCommand& command, const CopyOutput& output);
  ArchiveCopy(const ArchiveCopy&) = delete;
  ArchiveCopy& operator=(const ArchiveCopy&) = delete;

  /// Call it once.  If the metadata of the archives disagree, nothing is written.
  Result<void> Copy(const std::vector<ArchiveFiles>& inputs);
  /// After Copy(): whether all records of the archives are there.
  bool IsWhole() const { return facts_.conflicts.empty() && !damage_.any(); }
  /// Prints what was done; returns the exit status.
  int Finish();

 private:
  OpenOptions Options();
  Result<std::unique_ptr<Archive>> Open(const ArchiveFiles& files);
  Result<void> CopyInputs(const std::vector<ArchiveFiles>& inputs);
  Result<void> CopyAll(Archive& archive);
  Result<void> CopyWindow(const Archive& archive);
  Result<void> NoteHosts(const Archive& archive);
  Result<void> JoinAll(const std::vector<ArchiveFiles>& inputs);
  Result<void> Settle(const std::vector<ArchiveFiles>& inputs, const std::vector<TimeSpan>& spans);
  MakeStages Stages();
  Result<std::vector<TimeSpan>> WindowsOf(const std::vector<ArchiveFiles>& inputs);
  Result<FirstRecords> HeldAt(const std::vector<ArchiveFiles>& inputs, const TimeSpan& span);
  void Take(const CopyReport& report);
  void TellOfJoin(const JoinReport& report) const;
  void TakeJoined(JoinReport report);
  int Status();
  FileSystem& files() { return files_; }

  const CopyCommand& command_;
  DamageReport damage_;
  Progress progress_;
  CopyProgress keep_going_;
  std::optional<Problem> torn_;  // the last record of the archive
  bool reaches_end_ = true;
  Zone zone_;
  std::optional<Version> version_;  // if it is to change
  std::optional<ArchiveCompression> compression_;
  CompressingFiles files_;
  std::optional<SettledConflicts> settled_;
  VolumeBounds volumes_;
  CopyStages stages_;
  CopyFacts facts_;
};

}  // namespace fdr::tools
