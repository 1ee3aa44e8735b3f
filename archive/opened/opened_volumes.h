// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The data volumes of an archive, opened when they are first needed, and what was found out about
// each.

#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/opened/archive_parts.h"
#include "fdr/archive/salvage/data_judge.h"
#include "fdr/archive/source/compressed_file.h"
#include "fdr/archive/summary/volume_summary.h"

namespace fdr {

/// Volumes are addressed by their place in the archive's files.  Share it between threads, except
/// for Refresh() and Put().
class OpenedVolumes {
 public:
  /// Borrows the parts.
  explicit OpenedVolumes(const ArchiveParts& parts) : parts_(parts) {}

  const ArchiveParts& parts() const { return parts_; }
  std::size_t count() const { return parts_.files.volumes.size(); }

  /// Sees the present files of the archive and what was appended to them.  Needed once at the
  /// beginning, too.
  Result<void> Refresh();
  /// Makes that the content of the only volume, which needs no opening.
  void Put(std::unique_ptr<ByteSource> content);

  /// Opens the volume and checks its label.
  Result<const ByteSource*> Volume(std::size_t volume) const;
  /// Whether more was written to the last one since it was last looked at.
  bool HasLastGrown() const;
  /// Where the last whole record of the volume ends that makes sense.
  Result<std::uint64_t> DataEnd(std::size_t volume) const;
  /// The stamp of the last whole record.  kEmpty if there is none.
  Result<Timestamp> End() const;

  /// Whether Summary() was made already.
  bool HasSummary(std::size_t volume) const;
  Result<const VolumeSummary*> Summary(std::size_t volume) const;

 private:
  struct OpenVolume {
    std::int32_t number = 0;
    std::unique_ptr<ByteSource> source = nullptr;
    std::uint64_t end_for_size = 0;  // the size that `end` was found for; 0: not looked for yet
    std::uint64_t end = 0;
    std::uint64_t summary_end = 0;  // of the data that `summary` was made from
    std::unique_ptr<VolumeSummary> summary = nullptr;
  };

  Result<DamagedSource> OpenContent(const VolumeFile& file) const;
  DataJudge::Witnesses WitnessesOf(std::size_t volume, const ByteSource& source) const;
  Result<const VolumeSummary*> ExtendSummary(std::size_t volume, const ByteSource& source,
                                             std::uint64_t end,
                                             const ProblemSink& on_problem) const;

  const ArchiveParts& parts_;
  mutable std::mutex mutex_;                 // guards what is opened on first use
  mutable std::mutex summary_mutex_;         // another one: opening a volume waits for no summary
  mutable std::vector<OpenVolume> volumes_;  // parallel to the files
};

}  // namespace fdr
