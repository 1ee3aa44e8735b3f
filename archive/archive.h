// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An opened archive: its files, label, metadata, temporal index and data volumes as one thing.
// Records are read with a RecordCursor (record_cursor.h).

#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/archive_name.h"
#include "fdr/archive/byte_source.h"
#include "fdr/archive/compressed_file.h"
#include "fdr/archive/data_judge.h"
#include "fdr/archive/error.h"
#include "fdr/archive/index_entry.h"
#include "fdr/archive/label_record.h"
#include "fdr/archive/metadata.h"
#include "fdr/archive/order_look.h"
#include "fdr/archive/problem.h"
#include "fdr/archive/volume_summary.h"

namespace fdr {

struct OpenOptions {
  SourceOptions source;
  MetadataDamage metadata_damage = MetadataDamage::kRefuse;
  bool ignore_features = false;  ///< open even if the label announces features that are not known
  ProblemSink on_problem;        ///< what was lost or ignored, while opening and later
  /// So many threads at most look through a large volume when it is asked for its Summary(); 0: one
  /// per processor.  Their number changes nothing but the time that it takes.
  unsigned summary_threads = 0;
  /// Called now and then by who asked, and at the end: of so many bytes of the volume in that file,
  /// so many were looked through.  It must not ask the archive for anything.
  std::function<void(const std::string& file, std::uint64_t read, std::uint64_t size)> on_summary =
      {};
};

/// Immutable between calls of Refresh(): share it between threads freely.  Volumes are opened when
/// they are first needed.
class Archive {
 public:
  /// `name` as FindArchive() takes it.
  static Result<std::unique_ptr<Archive>> Open(std::string_view name, OpenOptions options = {});
  static Result<std::unique_ptr<Archive>> Open(ArchiveFiles files, OpenOptions options = {});

  /// Without a last volume that ends before its label does: a writer that was killed, or has just
  /// begun, leaves one.
  const ArchiveFiles& files() const { return files_; }
  /// The label of the first volume.
  const LabelRecord& label() const { return label_; }
  Version version() const { return label_.version; }
  const Metadata& metadata() const { return *metadata_; }

  /// The entries of the temporal index that can be of use, ascending by stamp.  A hint, never more:
  /// a missing or damaged index has none, or wrong ones.
  std::span<const IndexEntry> index() const { return index_; }

  /// Volumes are addressed by their place in files().volumes.
  std::size_t volume_count() const { return files_.volumes.size(); }
  /// Opens the volume and checks its label.  A compressed one that is cut or damaged goes as far as
  /// it can be decoded, and that is a problem.
  Result<const ByteSource*> Volume(std::size_t volume) const;
  /// Where the last whole record of the volume ends that makes sense: its size, unless the tail is
  /// damaged.
  Result<std::uint64_t> DataEnd(std::size_t volume) const;
  /// The place of the volume with that number.
  std::optional<std::size_t> VolumeNumbered(std::int32_t number) const;

  /// Whether Summary() was made already.
  bool HasSummary(std::size_t volume) const;
  /// What lies where in the volume; made when it is first asked for, and extended when it is first
  /// asked for after a Refresh() that found more.
  Result<const VolumeSummary*> Summary(std::size_t volume) const;

  /// Adds this archive's metadata to that of others.
  Result<void> AppendMetadataTo(Metadata& merged);

  /// The stamp of the last whole record.  kEmpty if there is none.
  Result<Timestamp> End() const;

  /// The same archive with all records in one volume, in the order of time.  Nothing if they are
  /// known to be in that order; single wrong stamps are damage.  The first call reads all stamps of
  /// an archive with up to `small` bytes of records.  A larger one is sorted only if its index, or
  /// a record that was read, shows that stamps go back.  An archive with a volume that cannot be
  /// read has no sorted form.  Valid until Refresh().
  std::shared_ptr<Archive> Sorted(std::uint64_t small) const;
  /// A record was met that is earlier than one before it.
  void NoteStepBack() const;
  /// Another number once Sorted() may give another archive.
  std::uint32_t order_version() const { return order_.version; }

  /// Whether the files, which are `now` those, are no longer as they were when they were opened.
  /// False, too, if that is no archive any more.  Costs little.
  bool HasGrown(ArchiveFiles now) const;
  /// Sees what a running logger appended (metadata, index entries, records, volumes), and that
  /// volumes were removed.  kNotFound and kMissingFile, and nothing changes, if that leaves no
  /// archive; after any other error the archive can still be used, as far as it was refreshed.
  Result<void> Refresh();

 private:
  struct OpenVolume {
    std::unique_ptr<ByteSource> source;
    std::uint64_t end_for_size = 0;  // the size that `end` was found for; 0: not looked for yet
    std::uint64_t end = 0;
    std::uint64_t summary_end = 0;  // of the data that `summary` was made from
    std::unique_ptr<VolumeSummary> summary;
  };

  // What is known about the order of the stamps.
  struct Order {
    std::mutex mutex;  // guards what is no atomic
    OrderLook look;
    bool was_looked_at = false;
    bool was_sorted = false;  // or there was no need, or no way
    std::shared_ptr<Archive> sorted;
    std::atomic<bool> goes_back = false;  // somewhere
    std::atomic<std::uint32_t> version = 0;
  };

  Archive(ArchiveFiles files, OpenOptions options)
      : files_(std::move(files)), options_(std::move(options)) {}

  bool MayGoBack(std::uint64_t small) const;
  std::shared_ptr<Archive> Sort() const;

  Result<DamagedSource> OpenContent(const VolumeFile& file) const;
  Result<ArchiveFiles> Readable(ArchiveFiles now) const;
  bool LastVolumeHasNoLabel(const ArchiveFiles& files) const;
  Result<void> OpenLabel();
  Result<void> OpenMetadata();
  void OpenIndex();
  void CorrectStart(const LabelRecord& index_label);
  Result<void> CheckLabel(const LabelRecord& label, std::int32_t volume,
                          const std::string& path) const;
  DataJudge::Witnesses WitnessesOf(std::size_t volume, const ByteSource& source) const;
  Result<const VolumeSummary*> ExtendSummary(std::size_t volume, const ByteSource& source,
                                             std::uint64_t end,
                                             const ProblemSink& on_problem) const;
  void ReportProblem(const Error& error, std::uint64_t bytes_lost = 0) const;
  ProblemSink MetadataSink();

  ArchiveFiles files_;
  OpenOptions options_;
  LabelRecord label_;
  std::shared_ptr<Metadata> metadata_;  // shared with the sorted archive
  LabelRecord metadata_label_;
  std::unique_ptr<ByteSource> metadata_source_;
  std::set<std::uint64_t> metadata_problems_;  // offsets of what was reported
  std::vector<IndexEntry> index_;
  std::optional<Timestamp> end_;  // of a sorted archive

  mutable std::mutex mutex_;                 // guards what is opened on first use
  mutable std::mutex summary_mutex_;         // so that nobody who only opens a volume waits for one
  mutable std::vector<OpenVolume> volumes_;  // parallel to files_.volumes
  mutable Order order_;
};

}  // namespace fdr
