// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The facts about several archives that a join needs: when they have records, which of them
// overlap, and whether their metadata agree.

#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "fdr/archive/archive.h"
#include "fdr/archive/copy/first_record.h"
#include "fdr/archive/copy/join_archives.h"
#include "fdr/archive/copy/record_window.h"

namespace fdr {

/// The part of one of the archives that is in a span; the archive is closed again.
struct JoinInput {
  ArchiveFiles files;
  TimeSpan span;
  LabelRecord label;
  Timestamp first, last;    ///< stamps of the records in the window
  std::uint64_t bytes = 0;  ///< of these records, about
  bool reaches_end = true;  ///< no whole record follows the window
  Position to;              ///< behind these records
  bool is_sorted = false;   ///< Archive::Sorted(): `to` means nothing when it is opened again
};

/// An archive in the order of time, and the records of the window.
struct OpenInput {
  std::shared_ptr<Archive> opened;
  std::shared_ptr<const Archive> archive;
  RecordWindow window;

  bool IsSorted() const { return archive.get() != opened.get(); }
  /// Where the window ends now, even if the archive grows.
  Position End() const;
};

/// Reads the metadata of all archives, one after the other, and the ends of their data.
class JoinSurvey {
 public:
  /// Archives whose times overlap, together: places in the list of inputs.
  using Group = std::vector<std::size_t>;

  /// Borrows the options.  All stamps of archives with up to `small` bytes are read.
  JoinSurvey(const JoinOptions& options, std::uint64_t small) : options_(options), small_(small) {}

  /// Call it once.  Fills the facts of the report that are known before anything is copied.
  /// kEmpty if no archive has a record in the window, kHostMismatch.
  Result<void> Run(const std::vector<ArchiveFiles>& named, JoinReport& report);

  /// In the order of time.
  const std::vector<JoinInput>& inputs() const { return inputs_; }
  const std::vector<Group>& groups() const { return groups_; }
  /// JoinOptions::begin_with, of these archives.
  const FirstRecords& begin_with() const { return begin_with_; }

  /// Opens an archive for its records, and only those that it had.
  Result<OpenInput> OpenAgain(const JoinInput& input);
  /// The same for those that overlap.  They stay open up to the next call, which may need them
  /// again: for the next one of many windows.
  Result<std::vector<OpenInput>> OpenAgain(const Group& group);
  /// True: do not report problems of archives opened from now on; they were reported before.
  void SetQuiet(bool is_quiet) { is_quiet_ = is_quiet; }
  /// Reports ends of archives that are lost; call it when all are copied.
  void ReportTorn() const;

 private:
  Result<OpenInput> Open(const ArchiveFiles& files);
  Timestamp FirstOf(const OpenInput& input) const;
  Result<OpenInput> OpenOrTake(const JoinInput& input);
  Result<bool> Add(OpenInput& input, std::uint64_t bytes);
  Result<void> OpenAll(const std::vector<ArchiveFiles>& named, JoinReport& report);
  Result<void> CheckHosts() const;
  void MakeGroups();

  const JoinOptions& options_;
  std::uint64_t small_;
  std::vector<JoinInput> inputs_;
  std::vector<Group> groups_;
  FirstRecords begin_with_;
  std::vector<OpenInput> last_;
  std::map<std::string, Problem> torn_;  // ends of archives, by their base names
  bool is_quiet_ = false;
};

}  // namespace fdr
