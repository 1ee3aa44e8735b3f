// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// One or several archives of a host as one stretch of time.
//
//   archive A   |--a--a--a--|
//   archive B                    |--b--b--b--|
//   timeline    |--a--a--a--|M   |--b--b--b--|      M: a mark, one millisecond behind the end of A

#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/archive.h"
#include "fdr/archive/base/problem.h"
#include "fdr/archive/metadata/metadata.h"

namespace fdr {

struct TimelineHead;

/// Immutable between calls of Refresh(): share it between threads.
class Timeline {
 public:
  /// `names` as FindArchives() takes them.  The archives are put in the order of their starts.  One
  /// that cannot be opened is reported and left out; it is an error if none is left, if they come
  /// from different hosts (kHostMismatch), or if two different ones start at the same time
  /// (kOverlap).
  static Result<std::unique_ptr<Timeline>> Open(std::string_view names,
                                                const OpenOptions& options = {});
  std::size_t size() const { return archives_.size(); }
  const Archive& archive(std::size_t i) const { return *archives_[i]; }

  /// The label of the first archive.
  const LabelRecord& label() const { return archives_.front()->label(); }
  Timestamp start() const { return label().start; }
  /// The stamp of the last record in the last archive that has one; kEmpty if none has.
  Result<Timestamp> End() const;

  /// What all archives together know.
  const Metadata& metadata() const { return merged_ ? *merged_ : archives_.front()->metadata(); }

  /// The archive that answers for the time just before `t`: where archives overlap, the later one.
  std::size_t ArchiveBefore(Timestamp t) const;
  /// The stamp of the archive's last record; its start, if it has none.
  Result<Timestamp> EndOf(std::size_t i) const;
  /// Where the mark behind archive `i` stands in time; not behind the last one.
  Result<Timestamp> MarkBehind(std::size_t i) const;
  /// Where the same mark stands for a walk back from archive `i`; not in front of the first.
  Timestamp MarkInFrontOf(std::size_t i) const;

  /// Why the first archive that could not be opened was left out, if any was.
  const std::optional<Error>& left_out_error() const { return left_out_error_; }

  /// For a record that could not be decoded: the error, with its place.
  tl::unexpected<Error> FailAt(const TimelineHead& event, Error error) const;

  enum class Change : std::uint8_t {
    kNone,
    kGrown,        ///< Refresh() will find something
    kNewArchives,  ///< the names mean more than they did: only Open() will find it
  };
  /// What became of the files.  Costs little.  That some are gone is no change: what is open of
  /// them can still be read.
  Result<Change> LookForChange() const;
  /// Goes as far as it can, also if there is an error.
  Result<void> Refresh();

  /// `timeline` with the records of each archive in the order of time: itself, unless an archive is
  /// known to need that (Archive::Sorted()).  Not valid any more once `timeline` was refreshed.
  static std::shared_ptr<const Timeline> InOrder(const std::shared_ptr<Timeline>& timeline);
  /// Another number once InOrder() may give another timeline.
  std::uint64_t order_version() const;

 private:
  Timeline() = default;

  struct LeftOut {
    std::string base;
    std::uint64_t size = 0;  // when it could not be opened
  };

  bool IsNew(const ArchiveFiles& files) const;
  Result<void> Add(ArchiveFiles files, const OpenOptions& options);
  Result<void> MergeMetadata();
  std::shared_ptr<Timeline> With(std::vector<std::shared_ptr<Archive>> archives) const;

  std::string names_;
  OpenOptions options_;
  std::vector<std::shared_ptr<Archive>> archives_;
  std::vector<LeftOut> left_out_;
  std::optional<Error> left_out_error_;
  std::vector<std::size_t> opened_;     // places in archives_ in the order of the names
  std::shared_ptr<Metadata> merged_;    // only of several archives
  std::mutex order_mutex_;              // guards what is made on first use
  std::shared_ptr<Timeline> in_order_;  // the last one that was needed
};

}  // namespace fdr
