// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Removes the older archives of a recording while the recording goes on.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fdr/archive/base/error_place.h"
#include "fdr/logger/background.h"
#include "fdr/logger/config/recording_options.h"
#include "fdr/logger/schedule/clock_trust.h"
#include "fdr/logger/series/retention.h"

namespace fdr {

/// Cleans once a minute, in the background.  One thread at a time; the destructor waits for the
/// disk.
class ArchiveCleaner {
 public:
  /// `tell` gets what went wrong, for people, each thing once.
  ArchiveCleaner(const RecorderOptions& recorder, KeepLimits limits,
                 std::function<void(const std::string&)> tell);

  /// An archive has begun.  If the list of archives cannot be written, perhaps because the disk is
  /// full, the archive is added later.
  void Add(const std::string& base, Timestamp start);

  /// Starts to clean if it is time for it, and `present`, the archive that is being written, is not
  /// null.  Without a wall clock, nothing is removed.
  void Advance(Nanos now, const std::string* present);
  /// The next Advance() does not wait for the minute to end.
  void CleanAt(Nanos now) { clean_at_ = now; }

  /// Makes room on a full disk now, if the limits allow it.
  bool MakeRoom(const std::string& present);

 private:
  void NoteArchives();
  bool MayClean(Timestamp wall, Nanos now);
  void TellOf(const Error& error);
  void TellOfLeft();

  Retention retention_;
  std::int32_t pid_;
  std::function<Timestamp()> clock_;
  std::function<void(const std::string&)> tell_;
  std::vector<std::pair<std::string, Timestamp>> unnoted_;  // archives, by base and start
  Background work_;
  Nanos clean_at_ = 0;
  ClockTrust clock_trust_;
  std::optional<ErrorPlace> trouble_;      // reported last
  std::shared_ptr<Retention::Left> left_;  // by the present or the last cleaning
  std::set<ErrorPlace> told_left_;         // reported after the cleaning before
};

}  // namespace fdr
