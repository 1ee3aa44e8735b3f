// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The data volumes of an archive, opened when they are first needed, with the facts found about
// each.

#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/opened/archive_parts.h"
#include "fdr/archive/salvage/data_judge.h"
#include "fdr/archive/source/compressed_file.h"
#include "fdr/archive/summary/volume_summary.h"

namespace fdr {

/// Volumes are addressed by their place in the archive's files.  Share it between threads, except
/// for Refresh(), Put() and Close().
class OpenedVolumes {
 public:
  /// Borrows the parts.
  explicit OpenedVolumes(const ArchiveParts& parts) : parts_(parts) {}

  const ArchiveParts& parts() const { return parts_; }
  std::size_t count() const { return parts_.files.volumes.size(); }

  /// Takes note of the present files of the archive and of appended data.  Must be called once at
  /// the beginning, too.
  Result<void> Refresh();
  /// Makes `content` the content of the only volume, which then is not opened.
  void Put(std::unique_ptr<ByteSource> content);

  /// Opens the volume and checks its label.  The file may be closed and opened again (file_pool.h).
  Result<const ByteSource*> Volume(std::size_t volume) const;
  /// Closes the volume until it is needed again.  No reader uses it meanwhile.
  void Close(std::size_t volume) { volumes_[volume].source.reset(); }
  /// Why the content of an opened volume ends early; nothing if it does not.
  std::optional<Error> WhyCutOff(std::size_t volume) const;
  /// Whether the last volume has grown since it was last checked.
  bool HasLastGrown() const;
  /// Returns the end of the volume's last whole and sound record.
  Result<std::uint64_t> DataEnd(std::size_t volume) const;
  /// The stamp of the last whole record.  kEmpty if there is none.
  Result<Timestamp> End() const;

  /// Whether the summary of the volume exists already.
  bool HasSummary(std::size_t volume) const;
  Result<const VolumeSummary*> Summary(std::size_t volume) const;

 private:
  struct OpenVolume {
    std::int32_t number = 0;
    std::unique_ptr<ByteSource> source = nullptr;
    std::optional<Error> cut_off = {};  // why the records end early, and where
    std::uint64_t end_for_size = 0;     // the size for which `end` was found; 0: none yet
    std::uint64_t end = 0;
    std::uint64_t summary_end = 0;  // of the data in `summary`
    std::unique_ptr<VolumeSummary> summary = nullptr;
  };

  Result<DamagedSource> OpenContent(const VolumeFile& file) const;
  Result<DamagedSource> OpenDecoded(const VolumeFile& file) const;
  DataJudge::Witnesses WitnessesOf(std::size_t volume, const ByteSource& source) const;
  Result<const VolumeSummary*> ExtendSummary(std::size_t volume, const ByteSource& source,
                                             std::uint64_t end,
                                             const ProblemSink& on_problem) const;

  const ArchiveParts& parts_;
  mutable std::mutex mutex_;                 // guards the volumes opened on first use
  mutable std::mutex summary_mutex_;         // so that no opening waits for a summary
  mutable std::vector<OpenVolume> volumes_;  // parallel to the files
};

}  // namespace fdr
