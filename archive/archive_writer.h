// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Writes an archive: the front door for recorders, copiers and repair alike.
//
// If the process dies, at any instruction, a reader finds a prefix of each file.  The prefix ends
// between two records or, at worst, within the record that was just being written.  The metadata of
// a data record reach their file before the data record does.  The data record reaches its file
// before the index entry that points at it.  So all data in the file can be understood, and all
// index entries point at a record.  (A loss of power can lose the end of any file, unless Sync()
// has returned.)

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
struct WrittenFiles;

struct WriterOptions {
  /// The content of the labels.  `volume` is the number of the first data volume.
  LabelRecord label;
  /// Resume() goes on in the version that is there, whatever the label says.
  bool keep_version = false;
  /// The archive starts at label.start, and its files get their labels at once.  Otherwise the
  /// archive starts, and gets its labels, with its first data record.
  bool keep_start = false;
  /// The index holds only the entries given to CopyIndexEntry().
  bool copy_index = false;
  /// Close() returns only when all data are on the medium, as after Sync().
  bool sync_on_close = false;
  /// The files get their names at the end, when all data are written (and synced, as above): no
  /// reader sees a part of the archive.  Only for an archive of one volume.
  bool named_at_end = false;
  /// Each call that writes a record returns only when the record, its metadata and its index entry
  /// are on the medium.  No data reach the medium before their metadata.
  bool sync_each_record = false;
  /// Takes over each finished data volume while the archive goes on, to sync and close it.  Without
  /// this function, each call that starts a volume waits for that sync.
  std::function<void(ByteSink finished)> take_finished = {};
  /// What AddInDom() writes.
  DomainRecords domains = DomainRecords::kFull;
  /// In bytes.  A data volume grows beyond this limit only for its first record.
  std::uint64_t volume_limit = std::numeric_limits<std::uint64_t>::max();
};

/// Metadata are held back until their data record: each Add...() is for the next WriteResult().  A
/// stamp that goes backwards is kInvalidArgument.  Stamps are compared as stored: version 2 stores
/// microseconds, and ends in 2038.
///
/// A refused argument changes nothing, and writing can go on.  After a failure of the system (kIo)
/// in writing a record, starting a volume or syncing, every later call returns this error again.
/// After an exception, as for want of memory, every later call returns an error: the interrupted
/// step may be half done.
///
/// Destroying the writer without Close() leaves the files as a crash would.  One thread at a time.
class ArchiveWriter {
 public:
  ArchiveWriter(ArchiveWriter&& other) noexcept;
  ArchiveWriter& operator=(ArchiveWriter&& other) noexcept;
  ~ArchiveWriter();

  /// Creates the index, the metadata and the first volume, empty and under temporary names.  They
  /// get their final names with the first data record and its index entry, or at the end
  /// (newborn_file.h).  The archive is locked until it is closed: no other process can continue it.
  /// Borrows the file system.
  ///
  /// Errors change nothing.  The error is kExists if a file of an archive with this name exists,
  /// compressed or not, because readers would take it for a part of the new one.  It is kBusy if
  /// another process has just begun an archive of this name.
  static Result<ArchiveWriter> Create(const std::string& base, const WriterOptions& options,
                                      FileSystem& files = PosixFileSystem());

  /// Continues an existing archive, even if its writer was killed.  Cuts off an unsound end, and
  /// does not repeat metadata.  The caller writes a mark.  ArchiveTail describes where writing
  /// continues, and which archives cannot be continued; these stay unchanged.  The label stays as
  /// it is.  An archive without data is removed and started as a new one.  After a compressed last
  /// volume, a new volume begins.  If the compression was interrupted, the plain volume is
  /// continued and its compressed form is removed (compressed_twin.h).
  ///
  /// kBusy if the archive is being written; kHostMismatch or kUnsupportedVersion if the label's
  /// host or version differs from the options; kNotFound if the archive does not exist.
  static Result<ArchiveWriter> Resume(const std::string& base, const WriterOptions& options,
                                      FileSystem& files = PosixFileSystem());

  /// Describes a metric that the next data record may use.  A metric that is already described,
  /// under any names, is not written again.  kTypeChanged, kSemanticsChanged, kInDomChanged or
  /// kUnitsChanged if its earlier description differs: the new one needs another archive.
  Result<void> AddMetric(const Desc& desc, std::vector<std::string_view> names);
  bool Describes(MetricId id) const;
  /// Returns the error of AddMetric() if the metric has changed.  kExists if the metric is new, but
  /// another metric has its name, so that readers would not find it.
  Result<void> CheckMetric(const Desc& desc, std::span<const std::string> names) const;

  /// The members of a domain from `stamp` on, in any order.  Writes nothing if they are as before;
  /// otherwise all members or, as WriterOptions::domains says, the difference.  An archive that has
  /// a difference of this domain already gets no full record of it any more, since PCP 6.0.3
  /// crashes on that.  Then one stamp has one record.  A further change is written with the next
  /// data record that has a later stamp.  If other metadata with a later stamp come first, or
  /// Close(), the change gets a stamp one nanosecond later.
  Result<void> AddInDom(Timestamp stamp, InDomId indom, InstanceList instances);

  /// Labels and texts that differ only in the stamp from the last ones are not written again.
  Result<void> AddLabelSet(const LabelSetRecord& record);
  Result<void> AddText(const TextRecord& record);

  /// Copies metadata from another archive unchanged, but in the layout of this archive's version.
  /// The stamps of copied metadata ascend, independently of the stamps of data.
  Result<void> CopyMetadata(const MetadataRecord& record);

  /// Writes the metadata held back for this data record, the record, and its index entry if it gets
  /// one.  The caller has added every metric and instance domain of the record.  kTooLarge if the
  /// record does not fit into a volume of its own.
  Result<void> WriteResult(const ResultEncoder& result);

  /// Writes a mark: nothing is known between the records before and after it.
  Result<void> WriteMark(Timestamp stamp);

  /// Copies a data record, or a mark, from another archive.
  Result<void> CopyResult(const ResultRecord& record);

  /// The same for the body of a record, or of a mark, of this archive's version, byte for byte.
  Result<void> CopyRecord(Timestamp stamp, Bytes body);

  /// Writes the metadata held back, though no data record needs them yet.  Before the first data
  /// record they stay held back, since no program can read the archive yet.
  Result<void> FlushMetadata();

  /// Only with WriterOptions::copy_index.
  Result<void> CopyIndexEntry(const IndexEntry& entry);

  /// Continues in the next data volume, or in one with a greater number.  After kExists or
  /// kInvalidArgument the present volume stays in use.  kInvalidArgument before the archive has
  /// started, and for a number that no volume can have.
  Result<void> StartVolume() { return StartVolume(std::int64_t{volume()} + 1); }
  Result<void> StartVolume(std::int64_t number);

  /// Returns when all written data are on the medium.  Includes earlier volumes, except those that
  /// `take_finished` took over.
  Result<void> Sync();
  /// For SyncAndClose(), perhaps in another thread: handles of the files that were written to since
  /// the last sync or the last call.  Their order is the order in which they may reach the medium.
  Result<std::vector<ByteSink>> HandlesToSync();

  /// Writes the metadata still held back and an index entry for the last data record, and closes
  /// the files.  What Add...() said of a time after the last data record is left out: no record
  /// needs it.  A change that AddInDom() could not write at the stamp of the last data record gets
  /// a mark behind that record, so that it is not after the end.  An archive that never started
  /// leaves no files.  A last volume without a record is removed.  With
  /// WriterOptions::named_at_end, what cannot be ended leaves no files, either. Call nothing else
  /// afterwards.
  Result<void> Close();
  /// In place of Close(): removes the files of an archive that has no names yet.
  Result<void> Discard();

  /// The archive's first stamp, once it has started.
  std::optional<Timestamp> start() const { return start_; }
  /// The last data record's or mark's stamp, as stored.
  std::optional<Timestamp> last_stamp() const { return last_written_; }
  /// An index entry for the last data record of this writer; its metadata offset is the end of the
  /// metadata.
  const std::optional<IndexEntry>& last_result() const { return last_result_; }
  Version version() const { return version_; }
  std::int32_t volume() const;
  std::uint64_t volume_size() const;
  /// Bytes in the file, without the metadata held back.
  std::uint64_t metadata_size() const;

 private:
  ArchiveWriter(FileSystem& files, const WriterOptions& options, WrittenFiles written);

  static Result<ArchiveWriter> BeginAnew(const std::string& base, const WriterOptions& options,
                                         FileSystem& files);
  Result<void> Continue(const ArchiveTail& tail);
  Timestamp Stored(Timestamp stamp) const;
  Result<void> CheckOrder(Timestamp stamp) const;
  Result<void> Start(Timestamp start);
  Result<void> WriteRecord(Timestamp stamp, bool is_mark);
  Result<void> AppendRecord(Timestamp stamp, bool is_mark);
  Result<void> Remember(Result<void> outcome);
  Result<void> WriteLastMetadata();
  Result<void> SyncRecord();
  Result<void> BeforeVolume();
  Result<void> TakeNames();
  void EndByException();

  FileSystem* files_;
  WriterOptions options_;
  Version version_;
  std::unique_ptr<WrittenFiles> written_;
  bool has_names_ = false;  // the files have their final names
  std::optional<Timestamp> start_;
  std::optional<Timestamp> last_added_;  // by Add...(): the next data record is not earlier
  std::optional<Timestamp> last_written_;
  std::optional<IndexEntry> last_result_;      // the entry that would point at the last data record
  std::optional<std::int32_t> synced_volume_;  // the last volume with its name on the medium
  std::optional<Error> broken_;
  ByteBuffer record_;
  ResultEncoder copy_;
};

}  // namespace fdr
