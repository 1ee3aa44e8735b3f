// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An opened archive: its files, label, metadata, temporal index and data volumes as one thing.
// Records are read with a RecordCursor (record_cursor.h).

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "fdr/archive/base/error.h"
#include "fdr/archive/files/archive_name.h"
#include "fdr/archive/files/open_options.h"
#include "fdr/archive/metadata/metadata.h"
#include "fdr/archive/record/index_entry.h"
#include "fdr/archive/record/label_record.h"

namespace fdr {

class ByteSource;
class VolumeSummary;

/// Immutable between calls of Refresh(): share it between threads freely.  Volumes are opened when
/// they are first needed.
class Archive {
 public:
  /// `name` as FindArchive() takes it.
  static Result<std::unique_ptr<Archive>> Open(std::string_view name, OpenOptions options = {});
  static Result<std::unique_ptr<Archive>> Open(ArchiveFiles files, OpenOptions options = {});
  ~Archive();

  /// Without a last volume that ends before its label does: a writer that was killed, or has just
  /// begun, leaves one.
  const ArchiveFiles& files() const;
  /// The label of the first volume.
  const LabelRecord& label() const;
  Version version() const { return label().version; }
  const Metadata& metadata() const;

  /// The entries of the temporal index that can be of use, ascending by stamp.  A hint, never more:
  /// a missing or damaged index has none, or wrong ones.
  std::span<const IndexEntry> index() const;

  /// Volumes are addressed by their place in files().volumes.
  std::size_t volume_count() const { return files().volumes.size(); }
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
  std::uint32_t order_version() const;

  /// Whether the files, which are `now` those, are no longer as they were when they were opened.
  /// False, too, if that is no archive any more.  Costs little.
  bool HasGrown(ArchiveFiles now) const;
  /// Sees what a running logger appended (metadata, index entries, records, volumes), and that
  /// volumes were removed.  kNotFound and kMissingFile, and nothing changes, if that leaves no
  /// archive; after any other error the archive can still be used, as far as it was refreshed.
  Result<void> Refresh();

 private:
  struct Inside;

  explicit Archive(std::unique_ptr<Inside> inside);
  std::shared_ptr<Archive> Sort() const;

  std::unique_ptr<Inside> inside_;
};

}  // namespace fdr
