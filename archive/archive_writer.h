// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Writes an archive: the front door for recorders, copiers and repair alike.
//
// What a reader finds if the process dies, at whatever instruction: of each file a prefix of what
// it would have become, that ends between two records or, at worst, within the one that was just
// being written.  The metadata of a data record reaches its file before the data record does, and
// the data record before the index entry that points at it.  So all data that is there can be
// understood, and all index entries point at something.  (A loss of power can lose the end of any
// of the files, unless Sync() has returned.)

#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/instance.h"
#include "fdr/archive/files/byte_sink.h"
#include "fdr/archive/files/file_system.h"
#include "fdr/archive/record/index_entry.h"
#include "fdr/archive/record/label_record.h"
#include "fdr/archive/record/metadata_record.h"
#include "fdr/archive/record/result_encoder.h"
#include "fdr/archive/record/result_record.h"

namespace fdr {

struct ArchiveTail;

struct WriterOptions {
  /// What the labels say.  `volume` is the number of the first data volume.
  LabelRecord label;
  /// The archive starts at label.start, and its files have their labels at once.  Otherwise it
  /// starts, and gets its labels, with its first data record.
  bool keep_start = false;
  /// The index holds what CopyIndexEntry() is given, and nothing else.
  bool copy_index = false;
  /// Close() returns when all is on the medium, as after Sync().
  bool sync_on_close = false;
  /// So does each call that writes a record, with what is needed to find and understand it; and no
  /// data gets to the medium before its metadata.
  bool sync_each_record = false;
  /// Takes over each data volume that is finished while the archive goes on, to sync and close it;
  /// else StartVolume(), and whatever starts a volume, waits for that.
  std::function<void(ByteSink finished)> take_finished = {};
  /// No data volume with more than one record grows beyond so many bytes.
  std::uint64_t volume_limit = std::numeric_limits<std::uint64_t>::max();
};

/// Metadata is held back until the data record that it is for: each Add...() is for the next
/// WriteResult().  Stamps never go backwards: kInvalidArgument.  They are compared as they are
/// stored, which for version 2 is in microseconds and ends in 2038.
///
/// An argument that is refused changes nothing, and writing can go on.  After a failure of the
/// system (kIo) while a record was being written, a volume started or all synced, every later call
/// gives that error again.
///
/// Destroyed without Close(), the files are what a crash would leave.  One thread at a time.
class ArchiveWriter {
 public:
  ArchiveWriter(ArchiveWriter&& other) noexcept;
  ArchiveWriter& operator=(ArchiveWriter&& other) noexcept;
  ~ArchiveWriter();

  /// Makes the index, the metadata and the first volume, still empty and without their names, which
  /// they get with the first data record and its index entry, or at the end (newborn_file.h).
  /// kExists if any file is there that belongs to an archive of that name, compressed or not:
  /// readers would take it for a part of this one.  Then nothing is changed.  kBusy if another
  /// process has just begun one of that name.  Locked until it is closed: no other process goes on
  /// in it.  Borrows the file system.
  static Result<ArchiveWriter> Create(const std::string& base, const WriterOptions& options,
                                      FileSystem& files = PosixFileSystem());

  /// Goes on in an archive that is there, even if its writer was killed: cuts off what is not sound
  /// at its end, and repeats none of the metadata.  The caller writes a mark.  See ArchiveTail for
  /// where that is, and what cannot be continued; then nothing is changed.  The label stays as it
  /// is, but where no data was recorded so far its files are removed, and it starts as a new one.
  /// A last volume that is compressed is followed by another one; where compressing it was
  /// interrupted, it goes on, and its compressed form is removed (compressed_twin.h).
  ///
  /// kBusy if it is being written; kHostMismatch and kUnsupportedVersion if the label's host and
  /// version are not those of the options; kNotFound if there is no such archive.
  static Result<ArchiveWriter> Resume(const std::string& base, const WriterOptions& options,
                                      FileSystem& files = PosixFileSystem());

  /// Describes a metric that the next data record may use.  What was described before, under
  /// whatever names, is not repeated; kTypeChanged, kSemanticsChanged, kInDomChanged or
  /// kUnitsChanged if it was described differently: that takes another archive.
  Result<void> AddMetric(const Desc& desc, std::vector<std::string_view> names);
  bool Describes(MetricId id) const;
  /// Whether AddMetric() would find that the metric has changed; and kExists if it is new, but has
  /// the name of another one, so that readers would not find it.
  Result<void> CheckMetric(const Desc& desc, std::span<const std::string> names) const;

  /// The membership of a domain from `stamp` on, in any order.  Membership (membership.h) has the
  /// rules for what is written: nothing, all, or, in version 3, the difference.  Behind a
  /// difference nothing more is written for the same stamp: what changes then must be added again
  /// with a later one.
  Result<void> AddInDom(Timestamp stamp, InDomId indom, InstanceList instances);

  /// What is the same as before, apart from a stamp, is not repeated.
  Result<void> AddLabelSet(const LabelSetRecord& record);
  Result<void> AddText(const TextRecord& record);

  /// Metadata from another archive, as it is, but in the layout of this one's version.  Its stamps
  /// are in order among themselves, not with the data.
  Result<void> CopyMetadata(const MetadataRecord& record);

  /// Writes a data record: the metadata held back for it, itself, and its index entry if it gets
  /// one.  Every metric and instance domain in it has been added before.  kTooLarge if it does not
  /// fit into a volume of its own.
  Result<void> WriteResult(const ResultEncoder& result);

  /// A mark: nothing is known between the records before and after it.
  Result<void> WriteMark(Timestamp stamp);

  /// A data record, or a mark, from another archive.
  Result<void> CopyResult(const ResultRecord& record);

  /// Only with WriterOptions::copy_index.
  Result<void> CopyIndexEntry(const IndexEntry& entry);

  /// Goes on in the next data volume, or in one with a greater number.  If that is refused
  /// (kExists, kInvalidArgument), the present one stays in use.  kInvalidArgument before the
  /// archive has started, and for a number that no volume can have.
  Result<void> StartVolume() { return StartVolume(std::int64_t{volume()} + 1); }
  Result<void> StartVolume(std::int64_t number);

  /// Returns when all that was written, earlier volumes included, is on the medium; but for those
  /// that were taken over.
  Result<void> Sync();
  /// For SyncAndClose(), perhaps in another thread: the files with news since they were synced, or
  /// this was called, in the order in which they may get to the medium.
  Result<std::vector<ByteSink>> HandlesToSync();

  /// Writes the metadata that is still held back and an index entry for the last data record, and
  /// closes the files.  An archive that never started leaves no files, and a volume that was
  /// started last, but got no record, goes as well.  Nothing else may be called afterwards.
  Result<void> Close();

  /// The archive's first stamp, once it has started.
  std::optional<Timestamp> start() const { return start_; }
  /// The last data record's or mark's stamp, as stored.
  std::optional<Timestamp> last_stamp() const { return last_written_; }
  std::int32_t volume() const;
  std::uint64_t volume_size() const;

 private:
  struct Files;

  ArchiveWriter(FileSystem& files, const WriterOptions& options, Files written);

  static Result<ArchiveWriter> BeginAnew(const std::string& base, const WriterOptions& options,
                                         FileSystem& files);
  Result<void> Continue(const ArchiveTail& tail);
  Timestamp Stored(Timestamp stamp) const;
  Result<void> CheckOrder(Timestamp stamp) const;
  Result<void> Start(Timestamp start);
  Result<void> WriteRecord(Timestamp stamp, bool is_mark);
  Result<void> AppendRecord(Timestamp stamp, bool is_mark);
  Result<void> Remember(Result<void> outcome);
  Result<void> SyncRecord();
  Result<void> BeforeVolume();
  Result<void> TakeNames();
  Result<void> Discard();

  FileSystem* files_;
  WriterOptions options_;
  Version version_;
  std::unique_ptr<Files> written_;
  bool has_names_ = false;  // the files
  std::optional<Timestamp> start_;
  std::optional<Timestamp> last_added_;  // by Add...(): the next data record is not older
  std::optional<Timestamp> last_written_;
  std::optional<IndexEntry> last_result_;      // what an entry for it would be
  std::optional<std::int32_t> synced_volume_;  // whose name was on the medium last
  std::optional<Error> broken_;
  ByteBuffer record_;
  ResultEncoder copy_;
};

}  // namespace fdr
