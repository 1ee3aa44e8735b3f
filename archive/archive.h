// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An opened archive: its files, label, metadata, temporal index and data volumes as one thing.
// Records are read with a RecordCursor (record_cursor.h).

#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "fdr/archive/base/error.h"
#include "fdr/archive/files/archive_files.h"
#include "fdr/archive/files/open_options.h"
#include "fdr/archive/metadata/metadata.h"
#include "fdr/archive/record/index_entry.h"
#include "fdr/archive/record/label_record.h"

namespace fdr {

class ByteSource;
class VolumeSummary;

/// Immutable between calls of Refresh(): share it between threads freely.  Volumes are opened when
/// they are first needed.  If the process has too many files open, some are closed until they are
/// read again (source/file_pool.h).
class Archive {
 public:
  /// `name` is as for FindArchive().
  static Result<std::unique_ptr<Archive>> Open(std::string_view name, OpenOptions options = {});
  /// If the archive has been replaced since its files were found, they are found again.
  static Result<std::unique_ptr<Archive>> Open(ArchiveFiles files, OpenOptions options = {});
  ~Archive();

  /// Leaves out a last volume that is too short for its label.  A writer that was killed, or has
  /// just begun the volume, leaves such a file.
  const ArchiveFiles& files() const;
  /// The label of the first volume.
  const LabelRecord& label() const;
  Version version() const { return label().version; }
  const Metadata& metadata() const;

  /// The usable entries of the temporal index, ascending by stamp.  They are only a hint: if the
  /// index is missing or damaged, entries are missing or wrong.
  std::span<const IndexEntry> index() const;

  /// Where the records that are read are counted, or nullptr.
  std::atomic<int>* records_read() const;

  /// Volumes are addressed by their place in files().volumes.
  std::size_t volume_count() const { return files().volumes.size(); }
  /// Opens the volume and checks its label.  A compressed volume that is cut or damaged is read as
  /// far as it can be decoded, and reported as a problem.  With OpenOptions::on_problem this also
  /// holds if nothing of it can be decoded: then it has no records.
  Result<const ByteSource*> Volume(std::size_t volume) const;
  /// Why the records of a volume end early: the rest of it cannot be decompressed.  Known once
  /// Volume() or DataEnd() has met that.
  std::optional<Error> WhyCutOff(std::size_t volume) const;
  /// Returns the end of the volume's last whole and sound record: the volume's size, unless its
  /// tail is damaged.
  Result<std::uint64_t> DataEnd(std::size_t volume) const;
  /// Returns the place of the volume with this number.
  std::optional<std::size_t> VolumeNumbered(std::int32_t number) const;

  /// Whether the summary of the volume exists already.
  bool HasSummary(std::size_t volume) const;
  /// The summary of the volume: what lies where.  The first call makes it; the first call after a
  /// Refresh() that found more records extends it.
  Result<const VolumeSummary*> Summary(std::size_t volume) const;

  /// Adds this archive's metadata to the merged metadata of other archives.
  Result<void> AppendMetadataTo(Metadata& merged);

  /// The stamp of the last whole record.  kEmpty if there is none.
  Result<Timestamp> End() const;

  /// The same archive with all records in one volume, in the order of time.  Nothing if they are
  /// known to be in that order; single wrong stamps are damage.  The first call reads all stamps of
  /// an archive with up to `small` bytes of records.  A larger one is sorted only if its index, or
  /// a record that was read, shows that stamps go back.  An archive with a volume that cannot be
  /// read has no sorted form.  Valid until Refresh().
  std::shared_ptr<Archive> Sorted(std::uint64_t small) const;
  /// Notes that a reader met a record with an earlier stamp than a record before it.
  void NoteStepBack() const;
  /// Changes when Sorted() may return another archive.
  std::uint32_t order_version() const;

  /// Whether the files have changed since they were opened.  `now` is the present list of files.
  /// False if that list is no archive any more.  Costs little.
  bool HasGrown(ArchiveFiles now) const;
  /// Whether the open files have grown.
  bool HasGrownInPlace() const;
  /// Reads what a running logger has appended (metadata, index entries, records, volumes), and
  /// notices removed volumes.  kNotFound or kMissingFile if no archive is left; then nothing
  /// changes.  After any other error the archive can still be used, as far as it was refreshed.
  Result<void> Refresh();

 private:
  struct Inside;

  explicit Archive(std::unique_ptr<Inside> inside);
  static Result<std::unique_ptr<Archive>> OpenFiles(ArchiveFiles files, OpenOptions options);
  std::shared_ptr<Archive> Sort() const;

  std::unique_ptr<Inside> inside_;
};

}  // namespace fdr
