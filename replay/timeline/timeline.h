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

class RememberedSearch;

/// Immutable between calls of Refresh(): threads may share it.
class Timeline {
 public:
  ~Timeline();
  Timeline(const Timeline&) = delete;
  Timeline& operator=(const Timeline&) = delete;

  /// `names` as FindArchives() takes them.  The archives are put in the order of their starts.  An
  /// archive that cannot be opened is reported and left out.  Opening fails if no archive is left,
  /// if the archives are of different hosts (kHostMismatch), or if two start at the same time
  /// (kOverlap).
  static Result<std::unique_ptr<Timeline>> Open(std::string_view names,
                                                const OpenOptions& options = {});
  /// A timeline of one archive, which does not grow.
  static std::unique_ptr<Timeline> Of(std::shared_ptr<Archive> archive);
  std::size_t size() const { return archives_.size(); }
  const Archive& archive(std::size_t i) const { return *archives_[i]; }

  /// The label of the first archive.
  const LabelRecord& label() const { return archives_.front()->label(); }
  Timestamp start() const { return label().start; }
  /// The stamp of the last record in the last archive that has records; kEmpty without any record.
  Result<Timestamp> End() const;

  /// The metadata of all archives, merged.
  const Metadata& metadata() const { return merged_ ? *merged_ : archives_.front()->metadata(); }

  /// The archive that answers for the time just before `t`: where archives overlap, the later one.
  std::size_t ArchiveBefore(Timestamp t) const;
  /// The stamp of the archive's last record, or its start if it has no record.
  Result<Timestamp> EndOf(std::size_t i) const;
  /// The stamp of the mark behind archive `i`, which must not be the last.
  Result<Timestamp> MarkBehind(std::size_t i) const;
  /// The stamp that a backward walk from archive `i`, not the first, gives to the mark before it.
  Timestamp MarkInFrontOf(std::size_t i) const;

  /// The reason why the first archive that was left out could not be opened.
  const std::optional<Error>& left_out_error() const { return left_out_error_; }

  enum class Change : std::uint8_t {
    kNone,
    kGrown,        ///< Refresh() will find something
    kNewArchives,  ///< the names stand for more archives now: only Open() will find them
  };
  /// Looks whether the files have changed.  Cheap.  Missing files are not a change: the open ones
  /// can still be read.
  Result<Change> LookForChange() const;
  /// Reads what was appended.  After an error, goes on as far as possible.
  Result<void> Refresh();

  /// Returns `timeline` with the records of each archive in the order of time.  Returns `timeline`
  /// itself unless an archive is known to need sorting (Archive::Sorted()).  Valid until `timeline`
  /// is refreshed.
  static std::shared_ptr<const Timeline> InOrder(const std::shared_ptr<Timeline>& timeline);
  /// Changes when InOrder() may return another timeline.
  std::uint64_t order_version() const;

 private:
  Timeline();

  struct LeftOut {
    std::string base;
    std::uint64_t size = 0;  // when it could not be opened
  };

  bool IsNew(const ArchiveFiles& files) const;
  Result<Change> Search(bool& is_complete) const;
  Result<void> Add(ArchiveFiles files, const OpenOptions& options);
  Result<void> MergeMetadata();
  std::shared_ptr<Timeline> With(std::vector<std::shared_ptr<Archive>> archives) const;

  std::string names_;
  OpenOptions options_;
  std::vector<std::shared_ptr<Archive>> archives_;
  std::vector<LeftOut> left_out_;
  std::optional<Error> left_out_error_;
  std::vector<std::size_t> opened_;   // places in archives_ in the order of the names
  std::shared_ptr<Metadata> merged_;  // only of several archives
  mutable std::mutex search_mutex_;   // guards *search_
  const std::unique_ptr<RememberedSearch> search_;
  std::mutex order_mutex_;              // guards in_order_
  std::shared_ptr<Timeline> in_order_;  // made on first use; the last one
};

}  // namespace fdr
